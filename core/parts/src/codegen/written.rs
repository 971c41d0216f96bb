//! Which values may have been written before an instruction, on some way that leads there.

use alloc::{vec, vec::Vec};

use super::{Effects, flow::Blocks};

/// Answers whether a value may have been written before an instruction; there are `count` values.
pub fn maybe_written(
    steps: &[Effects],
    blocks: &Blocks,
    count: usize,
) -> impl Fn(usize, u32) -> bool + use<> {
    let words = count.div_ceil(64);
    let mut at_start = vec![vec![0u64; words]; blocks.starts.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for block in 0..blocks.starts.len() {
            let mut written = at_start[block].clone();
            for step in &steps[blocks.starts[block] as usize..blocks.ends[block] as usize] {
                for def in &step.defs {
                    written[*def as usize / 64] |= 1 << (def % 64);
                }
            }
            for succ in &blocks.succs[block] {
                for (to, from) in at_start[*succ as usize].iter_mut().zip(&written) {
                    changed |= from & !*to != 0;
                    *to |= from;
                }
            }
        }
    }
    // Within a block the places of its writes tell; a set for each instruction would grow with the square of the code.
    let (starts, of) = (blocks.starts.clone(), blocks.of.clone());
    let mut writes: Vec<Vec<u32>> = vec![vec![]; count];
    for (at, step) in steps.iter().enumerate() {
        step.defs.iter().for_each(|def| writes[*def as usize].push(at as u32));
    }
    move |at, value| {
        let block = of[at] as usize;
        let before =
            at_start[block].get(value as usize / 64).is_some_and(|word| word >> (value % 64) & 1 != 0);
        let list = &writes[value as usize];
        let first = list.partition_point(|write| *write < starts[block]);
        before || list.get(first).is_some_and(|write| (*write as usize) < at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_on_one_way_counts_behind_both() {
        // 0: if … goto 2; 1: v0 = ; 2: read v0
        let branch = Effects { next: true, targets: vec![2], ..Effects::default() };
        let write = Effects { defs: vec![0], next: true, ..Effects::default() };
        let steps = [branch, write, Effects::default()];
        let written = maybe_written(&steps, &Blocks::new(&steps), 1);
        assert_eq!([0, 1, 2].map(|at| written(at, 0)), [false, false, true]);
    }

    #[test]
    fn in_a_block_what_stands_above_counts() {
        // 0: v1 = ; 1: v0 = ; 2: read
        let write = |value| Effects { defs: vec![value], next: true, ..Effects::default() };
        let steps = [write(1), write(0), Effects::default()];
        let written = maybe_written(&steps, &Blocks::new(&steps), 2);
        assert_eq!([0, 1, 2].map(|at| written(at, 0)), [false, false, true]);
        assert_eq!([0, 1, 2].map(|at| written(at, 1)), [false, true, true]);
    }
}

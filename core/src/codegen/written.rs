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
    let mut before: Vec<Vec<u64>> = vec![vec![]; steps.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for block in 0..blocks.starts.len() {
            let mut written = at_start[block].clone();
            for at in blocks.starts[block]..blocks.ends[block] {
                before[at as usize].clone_from(&written);
                for def in &steps[at as usize].defs {
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
    move |at, value| before[at].get(value as usize / 64).is_some_and(|word| word >> (value % 64) & 1 != 0)
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
}

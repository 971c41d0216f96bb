//! What is needed behind calls ([`calls`](super::calls)), and may not be left in a place that they change: predicates, for which there is no convention.

use alloc::{vec, vec::Vec};

use super::code::{Class, Code, End, Line, Reg};

/// The predicates that are needed behind a call of some code.
pub(super) fn across(code: &Code) -> Vec<Reg> {
    let order = code.order();
    let words = code.classes.len().div_ceil(64);
    let put = |set: &mut [u64], reg: Reg, is_in: bool| {
        let bit = 1 << (reg % 64);
        let word = &mut set[reg as usize / 64];
        *word = if is_in { *word | bit } else { *word & !bit };
    };
    let before = |line: &Line, live: &mut [u64]| {
        line.written().into_iter().for_each(|reg| put(live, reg, false));
        line.read().for_each(|reg| put(live, reg, true));
    };
    let behind = |block: usize, starts: &[Vec<u64>]| {
        let mut live = vec![0; words];
        for to in code.blocks[block].end.targets() {
            live.iter_mut().zip(&starts[to]).for_each(|(all, more)| *all |= more);
        }
        if let End::Branch { on, .. } | End::Leave(on) = code.blocks[block].end {
            put(&mut live, on, true);
        }
        live
    };
    let mut starts = vec![vec![0; words]; code.blocks.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for block in order.iter().rev() {
            let mut live = behind(*block, &starts);
            code.blocks[*block].lines.iter().rev().for_each(|line| before(line, &mut live));
            changed |= live != starts[*block];
            starts[*block] = live;
        }
    }
    let mut found = vec![0; words];
    for block in order {
        let mut live = behind(block, &starts);
        for line in code.blocks[block].lines.iter().rev() {
            if line.callee().is_some() {
                found.iter_mut().zip(&live).for_each(|(all, more)| *all |= more);
            }
            before(line, &mut live);
        }
    }
    let is_found = |reg: &Reg| found[*reg as usize / 64] >> (reg % 64) & 1 == 1;
    let predicates = |reg: &Reg| code.classes[*reg as usize] == Class::Predicate;
    (0..code.classes.len() as Reg).filter(predicates).filter(is_found).collect()
}

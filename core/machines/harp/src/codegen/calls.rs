//! Functions that stay calls (HARP 4.5), where setting `calls` says so: where their words lie, and what is needed behind them. The calls themselves
//! are `calling`.
//!
//! `jali` leaves the address behind it in the link register `%ra`, which nobody else uses then, and goes to the function; that goes back by `jmpr`. All lanes
//! that are on go along, and come back together: a function has one end, at which its stack is as it was. No function is under way twice (the IR has no recursion:
//! the front end refuses it by name), so that each one has a place of its own in the frame of the lane, and no stack pointer moves: words for its
//! arguments, for its result, for its link if it calls others, and the values without a register.
//!
//! A function may write any register. So what is needed behind a call lives in the frame.
//!
//! Deliberately absent: arguments in registers and registers that a function keeps (HARP 4.5, "caller-saved" and "callee-saved"), calls by an
//! address in a register, tail calls. Kernels whose functions wait at barriers are written out: `bar` counts warps by places of the text.

use alloc::{vec, vec::Vec};

use lanescope_parts::ir::{Kernel, Op as Ir};

use super::{
    super::isa::Op,
    code::{Block, Code, End, Line, Reg, Special},
    emit::Emitter,
    start::Around,
};

/// Where a function has its words, as offsets in the frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// Its arguments, one behind another.
    pub arguments: u64,
    /// Its result.
    pub result: u64,
    /// Its link; `None` if it calls nobody.
    pub link: Option<u64>,
}

/// The places of all functions, and the offset behind them.
pub(super) fn places(kernel: &Kernel, word: u64, from: u64) -> (Vec<Place>, u64) {
    let mut at = from;
    let mut take = |words: u64| {
        let taken = at;
        at += words * word;
        taken
    };
    let place =
        kernel.codes().filter_map(|code| Some((code, code.function?.1))).map(|(code, function)| Place {
            arguments: take(function.params.len() as u64),
            result: take(1),
            link: code.listed().any(|inst| inst.op.callee().is_some()).then(|| take(1)),
        });
    let places = place.collect();
    (places, at)
}

/// Has a function of the kernel a barrier?
pub fn meet(kernel: &Kernel) -> bool {
    kernel.codes().any(|code| code.function.is_some() && code.listed().any(|inst| inst.op == Ir::Barrier))
}

/// What goes on around the code of a function.
pub(super) fn around(emit: &mut Emitter, place: Place) -> Around {
    let span = emit.span;
    let [enter, exit] = [0; 2].map(|to| emit.code.add(Block::empty(to, span)));
    emit.block = enter;
    if let Some(link) = place.link {
        emit.special(Op::St, Special::SaveLink, link as i64);
    }
    emit.code.blocks[exit].end = End::Return { saved: place.link };
    Around { enter, exit }
}

/// The values that are needed behind a call of some code.
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
    (0..code.classes.len() as Reg).filter(|reg| found[*reg as usize / 64] >> (reg % 64) & 1 == 1).collect()
}

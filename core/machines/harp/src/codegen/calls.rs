//! Functions that stay calls (HARP 4.5), where setting `calls` says so: how they are given what they need, and what they keep.
//! The calls themselves are `calling`.
//!
//! `jali` leaves the address behind it in the link register `%ra`, which nobody else uses then, and goes to the function; that goes back by `jmpr`. All lanes
//! that are on go along, and come back together: a function has one end, at which its stack is as it was.
//!
//! **Registers** are those of the convention (HARP 3.1, table 1): the lower half belongs to the caller. Arguments are passed there in their
//! order, a truth as 0 or 1, and the result comes back in the first. A function may write them, so that what is needed behind a call is in the upper half, or in the frame if
//! there is no room. A function that writes a register of the upper half puts it into the frame first, and takes it back at its end; so it does
//! with its link, if it calls others. The convention says nothing of predicates: those that are needed behind a call live in the frame.
//!
//! **The frame** of a lane has a place for each function: arguments for which there is no register, registers that it keeps, and values without a
//! register. No function is under way twice (the IR has no recursion: the front end refuses it by name), so that no stack pointer moves, and `%sp` holds a
//! value like any other register of the upper half.
//!
//! Deliberately absent: a stack that grows and shrinks with each call (it would serve recursion alone), calls by an address in a register, tail
//! calls. Kernels whose functions wait at barriers are written out: `bar` counts warps by places of the text.

use alloc::vec::Vec;

use lanescope_parts::{
    base::OrdSet,
    ir::{Kernel, Op as Ir, Type},
};

use super::{
    super::isa::{Arch, Op},
    code::{Block, Class, Code, End, Line, Reg, Special},
    emit::Emitter,
    registers::{Registers, link_register},
    start::Around,
};

/// Registers of the lower half, which calls may change (HARP 3.1).
pub(super) const fn of_caller(arch: Arch) -> u8 {
    (arch.registers / 2) as u8
}

/// Where a function has its words, as offsets in the frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// Its arguments that have no register, one behind another.
    pub arguments: u64,
    /// Its link; `None` if it calls nobody.
    pub link: Option<u64>,
}

/// The places of all functions, and the offset behind them.
pub(super) fn places(kernel: &Kernel, arch: Arch, from: u64) -> (Vec<Place>, u64) {
    let mut at = from;
    let mut take = |words: u64| {
        let taken = at;
        at += words * u64::from(arch.word_bytes);
        taken
    };
    let place =
        kernel.codes().filter_map(|code| Some((code, code.function?.1))).map(|(code, function)| Place {
            arguments: take((function.params.len() as u64).saturating_sub(of_caller(arch).into())),
            link: code.listed().any(|inst| inst.op.callee().is_some()).then(|| take(1)),
        });
    let places = place.collect();
    (places, at)
}

/// Has a function of the kernel a barrier?
pub fn meet(kernel: &Kernel) -> bool {
    kernel.codes().any(|code| code.function.is_some() && code.listed().any(|inst| inst.op == Ir::Barrier))
}

/// What goes on around the code of a function with such parameters, which are among its values then.
pub(super) fn around(emit: &mut Emitter, place: Place, params: &[Type]) -> (Around, Vec<Reg>) {
    let span = emit.span;
    let [enter, exit] = [0; 2].map(|to| emit.code.add(Block::empty(to, span)));
    emit.block = enter;
    if let Some(link) = place.link {
        let register = link_register(emit.arch);
        emit.code.saved.push((register, link));
        emit.special(Op::St, Special::Save(register), link as i64);
    }
    let passed = emit.code.passed.clone();
    let given = passed
        .into_iter()
        .zip(params)
        .map(|(from, ty)| if *ty == Type::Bool { emit.test(Op::Rtop, from) } else { emit.copy(from) });
    let given = given.collect();
    emit.code.blocks[exit].end = End::Return { result: false };
    (Around { enter, exit }, given)
}

/// Puts the registers of the upper half that a function writes into the frame at its beginning; the end takes back what is in
/// [`Code::saved`]. `end` is where the frame has room.
pub(super) fn keep(code: &mut Code, arch: Arch, registers: &Registers, end: &mut u64) {
    let is_word = |reg: &Reg| code.classes[*reg as usize] == Class::Word;
    let order = code.order();
    let lines = order.iter().flat_map(|block| &code.blocks[*block].lines);
    let written = lines.filter_map(Line::written).filter(is_word).map(|reg| registers.of(code, reg));
    let kept: OrdSet<u8> = written.filter(|register| *register >= of_caller(arch)).collect();
    let span = code.blocks[0].span;
    let mut saves = Vec::new();
    for register in kept.iter() {
        code.saved.push((*register, *end));
        let special = Some(Special::Save(*register));
        saves.push(Line { special, ..Line::plain(Op::St, [0; 3], *end as i64, span) });
        *end += u64::from(arch.word_bytes);
    }
    code.blocks[0].lines.splice(0..0, saves);
}

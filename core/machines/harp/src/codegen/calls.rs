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
//! **The frame** has a place for each function: arguments for which there is no register, registers that it keeps, and values without a
//! register. No function is under way twice (the IR has no recursion: the front end refuses it by name), so that these places may be fixed, and `%sp` holds a
//! value like any other register of the upper half; or they are on a stack (`room`).
//!
//! Deliberately absent: calls by an address in a register. Kernels whose functions wait at barriers are written out: `bar` counts warps by places of the text.

use alloc::vec::Vec;

use lanescope_parts::{
    base::OrdSet,
    ir::{Kernel, Op as Ir, Type},
};

use super::{
    super::{
        isa::{Arch, Op, Role},
        spec::Frames,
    },
    code::{Block, Class, Code, End, FRAME, Line, Reg, Special, is_pinned},
    emit::Emitter,
    registers::{Registers, copied},
    room::Room,
    start::Around,
};

/// Where a function has its words, as offsets from `%fp`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// Its arguments that have no register, in their order.
    pub arguments: Vec<i64>,
    /// Its link; `None` if it calls nobody.
    pub link: Option<i64>,
    /// The frame that it puts on the stack, if there is one.
    pub own: Option<Room>,
}

/// The places of all functions: in a room that all share, or on a stack.
pub(super) fn places(kernel: &Kernel, arch: Arch, shared: &mut Room, frames: Frames) -> Vec<Place> {
    let codes = kernel.codes().filter_map(|code| Some((code, code.function?.1)));
    let place = codes.map(|(code, function)| {
        let mut own = (frames == Frames::Stack).then(|| Room::down(arch));
        let room = own.as_mut().unwrap_or(shared);
        let without = function.params.len().saturating_sub(arch.of_caller().into());
        let arguments = (0..without).map(|_| room.take()).collect();
        let link = code.listed().any(|inst| inst.op.callee().is_some()).then(|| room.take());
        Place { arguments, link, own }
    });
    place.collect()
}

/// Has a function of the kernel a barrier?
pub fn meet(kernel: &Kernel) -> bool {
    kernel.codes().any(|code| code.function.is_some() && code.listed().any(|inst| inst.op == Ir::Barrier))
}

/// What goes on around the code of a function with such parameters, which are among its values then. `lane_bytes` is what a lane has where there is a stack.
pub(super) fn around(
    emit: &mut Emitter,
    place: &Place,
    params: &[Type],
    stack_bytes: u32,
) -> (Around, Vec<Reg>) {
    let span = emit.span;
    let [enter, exit] = [0; 2].map(|to| emit.code.add(Block::empty(to, span)));
    emit.block = enter;
    if let Some(link) = place.link {
        let register = emit.arch.role(Role::Link);
        emit.code.saved.push((register, link));
        emit.special(Op::St, Special::Save(register), link);
    }
    if place.own.is_some() {
        // The stack of the first function ends where the memory of the lane does: a word below its frame is inside.
        let below = emit.with(Op::Subi, FRAME, emit.arch.word_bytes.into());
        emit.lane = emit.with(Op::Andi, below, u64::from(stack_bytes).wrapping_neg());
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

/// A call behind which a function does nothing more than give its result back becomes a jump (HARP 4.18): the function that is called goes back to the
/// caller of this one. What this one has kept is given back before. Returns how many calls became jumps.
pub(super) fn tails(code: &mut Code, registers: &Registers, places: &[Place]) -> usize {
    let found: Vec<(usize, usize, u32)> =
        code.order().into_iter().filter_map(|block| tail(code, registers, places, block)).collect();
    for (block, line, function) in &found {
        code.blocks[*block].lines.truncate(*line);
        code.blocks[*block].end = End::Tail(*function);
    }
    if !found.is_empty()
        && code.blocks.iter().all(|block| block.lines.iter().all(|line| line.callee().is_none()))
    {
        // Nobody changes the link.
        let is_link = |line: &Line| matches!(line.special, Some(Special::Save(register)) if register == registers.link());
        code.blocks.iter_mut().for_each(|block| block.lines.retain(|line| !is_link(line)));
        code.saved.retain(|(register, _)| *register != registers.link());
    }
    found.len()
}

/// The call at the end of a block, if nothing is done behind it but to give its result back; its place, and the function.
fn tail(code: &Code, registers: &Registers, places: &[Place], block: usize) -> Option<(usize, usize, u32)> {
    let lines = &code.blocks[block].lines;
    let call = lines.iter().rposition(|line| line.callee().is_some())?;
    let next: &[Line] = match code.blocks[block].end {
        End::Return { .. } => &[],
        End::Jump(to)
            if code.blocks[to].join.is_none() && matches!(code.blocks[to].end, End::Return { .. }) =>
        {
            &code.blocks[to].lines
        }
        _ => return None,
    };
    // Registers that hold the result.
    let mut holds = OrdSet::from_iter([0]);
    for line in lines[call + 1..].iter().chain(next) {
        let (to, from) = copied(line).filter(|(to, _)| code.classes[*to as usize] == Class::Word)?;
        let (to, from) = (registers.of(code, to), registers.of(code, from));
        if holds.contains(&from) {
            holds.insert(to)
        } else {
            holds.remove(&to)
        };
    }
    let function = lines[call].callee()?;
    // On a stack, arguments lie behind the frame of this function, where they are not looked for when it is gone.
    let place = &places[function as usize];
    let fits = place.own.is_none() || place.arguments.is_empty();
    (fits && holds.contains(&0)).then_some((block, call, function))
}

/// Puts the registers of the upper half that a function writes into the frame at its beginning; the end takes back what is in
/// [`Code::saved`].
pub(super) fn keep(code: &mut Code, arch: Arch, registers: &Registers, room: &mut Room) {
    let is_word = |reg: &Reg| !is_pinned(*reg) && code.classes[*reg as usize] == Class::Word;
    let order = code.order();
    let lines = order.iter().flat_map(|block| &code.blocks[*block].lines);
    let written = lines.filter_map(Line::written).filter(is_word).map(|reg| registers.of(code, reg));
    let kept: OrdSet<u8> = written.filter(|register| *register >= arch.of_caller()).collect();
    let span = code.blocks[0].span;
    let mut saves = Vec::new();
    for register in kept.iter() {
        let at = room.take();
        code.saved.push((*register, at));
        let special = Some(Special::Save(*register));
        saves.push(Line { special, ..Line::plain(Op::St, [0; 3], at, span) });
    }
    code.blocks[0].lines.splice(0..0, saves);
}

//! Where functions have their words in the memory of a lane (HARP 4.5), by the setting `frames`.
//!
//! **In fixed places.** No function is under way twice, so that each has a place of its own behind what the lane has for the whole run, and nothing moves.
//!
//! **On a stack**, which grows downward from the end of the lane's memory. `%sp` is its end and `%fp` the beginning of the frame of the function that runs. At its beginning
//! a function stores the `%fp` of its caller a word below `%sp`, takes `%sp` as its own `%fp`, and lowers `%sp` by its frame; at its end both are as they were (*prologue* and
//! *epilogue* of the reference). Below `%fp` lie, a word each: the caller's `%fp`, the arguments for which there is no register (the caller puts them there,
//! below its `%sp`), the link, registers that are kept, values without a register.
//!
//! What a lane has for the whole run (its place, private arrays) begins at the other end of its memory, to which the `%fp` of the kernel points. That memory
//! begins at a multiple of its size, so that a function finds it from its own `%fp` by `andi`.

use lanescope_parts::source::Span;

use super::{
    super::isa::{Arch, Op},
    code::{Code, FRAME, Line, STACK},
};

/// Words that are given away one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Room {
    word: u64,
    taken: u64,
    down: bool,
}

impl Room {
    /// From an offset of the lane's memory on.
    pub const fn up(arch: Arch, from: u64) -> Room {
        Room { word: arch.word_bytes as u64, taken: from, down: false }
    }

    /// Below `%fp`, behind that of the caller.
    pub const fn down(arch: Arch) -> Room {
        let word = arch.word_bytes as u64;
        Room { word, taken: word, down: true }
    }

    /// The next word: its offset from `%fp`.
    pub const fn take(&mut self) -> i64 {
        let before = self.taken;
        self.taken += self.word;
        if self.down { -(self.taken as i64) } else { before as i64 }
    }

    /// Bytes up to here.
    pub const fn bytes(&self) -> u64 {
        self.taken
    }
}

/// Puts the prologue of a function with so many bytes on the stack in front of its code.
pub(super) fn push(code: &mut Code, arch: Arch, bytes: u64) {
    let span = code.blocks[0].span;
    let line = |op, regs, number| Line::plain(op, regs, number, span);
    let prologue = [
        line(Op::St, [FRAME, STACK, 0], -i64::from(arch.word_bytes)),
        line(Op::Ori, [FRAME, STACK, 0], 0),
        line(Op::Subi, [STACK, STACK, 0], bytes as i64),
    ];
    code.blocks[0].lines.splice(0..0, prologue);
    code.pushed = Some(bytes);
}

/// The epilogue: instructions on `%fp` and `%sp`.
pub(super) fn pop(arch: Arch, span: Span) -> [Line; 2] {
    let line = |op, regs, number| Line::plain(op, regs, number, span);
    [line(Op::Ori, [STACK, FRAME, 0], 0), line(Op::Ld, [FRAME, FRAME, 0], -i64::from(arch.word_bytes))]
}

/// Bytes of the stack that each unit takes with all that it calls: the kernel first, then functions, which call only those before them.
pub(super) fn depths(units: &[Code]) -> alloc::vec::Vec<u64> {
    let mut depths = alloc::vec![0; units.len()];
    for unit in (1..units.len()).chain([0]) {
        let below = units[unit].callees().map(|function| depths[function as usize + 1]).max().unwrap_or(0);
        depths[unit] = units[unit].pushed.unwrap_or(0) + below;
    }
    depths
}

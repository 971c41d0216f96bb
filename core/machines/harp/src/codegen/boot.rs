//! The start-up chain: one lane of one warp of each core becomes all lanes of all warps (HARP 3.8, 3.10: `start`, `spawn_warp`, `call_par`).
//!
//! It is code like any other, at the head of the program, written in registers: the first lane spawns the other warps, the first lane of
//! each warp clones itself into as many lanes as the group has work-items for the warp, all of them find their frames and run the rest.
//! `jmprt` leads back to the first lane, which ends its warp. Where there are several cores, the first lane finds the number of its core in its
//! first register (HARP 3.2), and so does that of a warp which it spawns: the number of that warp goes to another register.

use alloc::vec::Vec;

use lanescope_parts::source::Span;

use super::{
    super::isa::{Arch, Instruction, Op, Role},
    emit::{fits, pieces},
    frame::{Framed, Launched},
    layout::{Label, Piece},
};

/// Registers that the chain uses beside the frame and the link.
const LANE: u8 = 0;
const COUNT: u8 = 1;
const OTHER: u8 = 2;
const BLOCK: u8 = 3;
const SCRATCH: u8 = 4;
/// The number of the core, where there are several: the register of the stack pointer, which nobody else needs before the frame is there.
const fn core_register(arch: Arch) -> u8 {
    arch.role(Role::Stack)
}
/// Registers that it needs at least, and predicates that code needs.
pub const LEAST: (u16, u16) = (8, 4);

struct Chain {
    arch: Arch,
    pieces: Vec<Piece>,
    labels: usize,
}

impl Chain {
    fn add(&mut self, guard: Option<u8>, op: Op, registers: [u8; 3], immediate: i64) {
        let one = Instruction { guard, op, registers, immediate };
        self.pieces.push(Piece::plain(one, None, Span::NONE));
    }

    /// A number of times a register; one that does not fit into the instruction goes over another register.
    fn times(&mut self, arch: Arch, [to, from, other]: [u8; 3], number: i64) {
        if fits(arch, Op::Muli.row().format, number) {
            return self.add(None, Op::Muli, [to, from, 0], number);
        }
        pieces(arch, number).into_iter().for_each(|(op, piece)| self.add(None, op, [other, other, 0], piece));
        self.add(None, Op::Mul, [to, from, other], 0);
    }

    fn go(&mut self, guard: Option<u8>, op: Op, registers: [u8; 3], to: Label) {
        let one = Instruction { guard, op, registers, immediate: 0 };
        self.pieces.push(Piece::plain(one, Some(to), Span::NONE));
    }

    fn label(&mut self) -> Label {
        self.labels += 1;
        Label::Boot(self.labels)
    }

    fn here(&mut self, label: Label) {
        self.pieces.push(Piece::Label(label));
    }

    /// The address of the launch block.
    fn block(&mut self, block: u64) {
        for (op, piece) in pieces(self.arch, block as i64) {
            self.add(None, op, [BLOCK, BLOCK, 0], piece);
        }
    }

    fn launched(&mut self, to: u8, word: Launched) {
        self.add(None, Op::Ld, [to, BLOCK, 0], word.at(self.arch) as i64);
    }

    fn framed(&mut self, from: u8, word: Framed) {
        self.add(None, Op::St, [from, self.arch.role(Role::Frame), 0], word.at(self.arch) as i64);
    }

    /// The number of the core is the lower half of the first register at the reset.
    fn core(&mut self) {
        let (to, half) = (core_register(self.arch), i64::from(self.arch.bits() / 2));
        self.add(None, Op::Shli, [to, LANE, 0], half);
        self.add(None, Op::Shri, [to, to, 0], half);
    }

    /// Counts a register from 1 on up to another, and does something in each turn.
    fn count(&mut self, register: u8, to: u8, op: Op, registers: [u8; 3]) {
        let [turn, done] = [self.label(), self.label()];
        self.add(None, Op::Ldi, [register, 0, 0], 1);
        self.here(turn);
        self.add(None, Op::Sub, [SCRATCH, register, to], 0);
        self.add(None, Op::Iszero, [0, SCRATCH, 0], 0);
        self.go(Some(0), Op::Jmpi, [0; 3], done);
        self.add(None, op, registers, 0);
        self.add(None, Op::Addi, [register, register, 0], 1);
        self.go(None, Op::Jmpi, [0; 3], turn);
        self.here(done);
        self.add(None, Op::Ldi, [register, 0, 0], 0);
    }
}

/// The chain for so many cores; it goes on behind itself, in all lanes. The stack of each begins behind so many bytes of its frame, if there is one.
pub(super) fn chain(arch: Arch, cores: u16, block: u64, stack: Option<u64>) -> Vec<Piece> {
    let mut chain = Chain { arch, pieces: Vec::new(), labels: 0 };
    let [warp, body, child] = [chain.label(), chain.label(), chain.label()];
    let several = cores > 1;
    let (frame, link) = (arch.role(Role::Frame), arch.role(Role::Link));
    // spawn_warp: every other warp begins below, with its number in the first register.
    chain.block(block);
    chain.launched(COUNT, Launched::Warps);
    if several {
        chain.core();
        chain.pieces.push(Piece::Address { to: OTHER, label: child });
        chain.count(LANE, COUNT, Op::Wspawn, [COUNT, OTHER, LANE]);
        chain.go(None, Op::Jmpi, [0; 3], warp);
        chain.here(child);
        chain.core();
        chain.add(None, Op::Ori, [LANE, COUNT, 0], 0);
    } else {
        chain.pieces.push(Piece::Address { to: OTHER, label: warp });
        chain.count(LANE, COUNT, Op::Wspawn, [LANE, OTHER, LANE]);
    }
    chain.here(warp);
    // call_par: as many lanes as there are work-items left for this warp of the group.
    chain.block(block);
    chain.launched(COUNT, Launched::WarpsPerGroup);
    chain.add(None, Op::Mod, [COUNT, LANE, COUNT], 0);
    chain.times(arch, [COUNT, COUNT, OTHER], arch.lanes.into());
    chain.launched(OTHER, Launched::Items);
    chain.add(None, Op::Sub, [COUNT, OTHER, COUNT], 0);
    chain.add(None, Op::Ldi, [OTHER, 0, 0], arch.lanes.into());
    chain.add(None, Op::Sub, [SCRATCH, OTHER, COUNT], 0);
    chain.add(None, Op::Isneg, [0, SCRATCH, 0], 0);
    chain.add(Some(0), Op::Ori, [COUNT, OTHER, 0], 0);
    if several {
        chain.times(arch, [OTHER, core_register(arch), SCRATCH], arch.warps.into());
        chain.add(None, Op::Add, [OTHER, OTHER, LANE], 0);
    } else {
        chain.add(None, Op::Ori, [OTHER, LANE, 0], 0);
    }
    chain.count(LANE, COUNT, Op::Clone, [LANE, 0, 0]);
    chain.go(None, Op::Jalis, [link, COUNT, 0], body);
    chain.add(None, Op::Halt, [0; 3], 0);
    // Each lane finds its frame.
    chain.here(body);
    chain.times(arch, [COUNT, OTHER, SCRATCH], arch.lanes.into());
    chain.add(None, Op::Add, [COUNT, COUNT, LANE], 0);
    chain.launched(SCRATCH, Launched::FrameBytes);
    chain.add(None, Op::Mul, [COUNT, COUNT, SCRATCH], 0);
    chain.launched(SCRATCH, Launched::Frames);
    chain.add(None, Op::Add, [frame, SCRATCH, COUNT], 0);
    if let Some(bytes) = stack {
        let end = arch.role(Role::Stack);
        for (op, piece) in pieces(arch, bytes as i64) {
            chain.add(None, op, [end, end, 0], piece);
        }
        chain.add(None, Op::Add, [end, frame, end], 0);
    }
    chain.framed(link, Framed::Link);
    chain.framed(LANE, Framed::Lane);
    chain.framed(OTHER, Framed::Warp);
    chain.pieces
}

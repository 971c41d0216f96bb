//! Lanes of a warp that meet: shuffles, votes, and waiting for each other.
//!
//! Who takes part is the same as in the reference ([`lanescope_parts::ir::interp`]), as far as lock-step allows: lanes that wait at
//! a place where other lanes of their warp join them cannot run before these. Of the lanes that could run, those go first that do
//! not wait. Then
//! - an instruction with a mask is executed as soon as each lane of the mask that has not ended waits at it with the same mask;
//! - one without, when all lanes that could run wait, and none can go on by its mask: the first one in the program.
//!
//! A warp of the machine may hold several warps of the program: they are looked at together, so that one may wait for what
//! another does first.

use alloc::vec::Vec;

use lanescope_parts::base::{LaneMask, num::lane, order};

use super::{
    Trap, Warp,
    alu::{predicate, set_predicate},
    ends_alone, guard,
    lanes::fill,
};
use crate::{
    Program,
    isa::{Detail, Inst, Op, Operand, Shuffle, Vote},
    stack::Level,
};

/// The lanes that go over the next instruction now, which is one at which lanes meet, whether their guard holds or not; `None` if
/// others have to run first, which the stack knows now. The stack has room for `depth` entries.
pub(super) fn gather(program: &Program, depth: u32, warp: &mut Warp) -> Result<Option<LaneMask>, Trap> {
    let Some(&Level { next, lanes, .. }) = warp.stack.top() else { return Ok(Some(LaneMask::NONE)) };
    let meets = |pc: u32| program.code.get(pc as usize).filter(|inst| inst.op.meets());
    let Some(inst) = meets(next) else { return Ok(Some(LaneMask::NONE)) };
    let on = lanes & guard(inst, warp);
    let size = program.warp();
    if let Some(mask) = inst.mask() {
        let unnamed = on.without(named(warp, mask, on, size));
        if !unnamed.is_empty() {
            return Err(Trap::Unnamed(unnamed));
        }
    }
    if missing(warp, inst, lanes, size).is_empty() {
        return Ok(Some(lanes));
    }
    let waits = |pc: u32| program.code.get(pc as usize).is_some_and(|i| i.op == Op::BarSync || i.op.meets());
    if warp.stack.give_way(waits) || warp.stack.release(depth, |pc| ends_alone(program, pc)) {
        return Ok(None);
    }
    // Everybody waits: at each place those of all entries.
    let free = warp.stack.free();
    let mut places: Vec<u32> = free.iter().map(|(_, entry)| entry.next).collect();
    order::sort(&mut places);
    places.dedup();
    let at = |pc: u32| {
        let here = free.iter().filter(|(_, entry)| entry.next == pc);
        here.fold(LaneMask::NONE, |at, (_, entry)| at | entry.lanes)
    };
    let able = |pc: &&u32, masked: bool| {
        let inst = meets(**pc).filter(|inst| inst.op.has_mask() == masked);
        inst.is_some_and(|inst| !masked || missing(warp, inst, at(**pc), size).is_empty())
    };
    let masked = places.iter().find(|pc| able(pc, true));
    match masked.or_else(|| places.iter().find(|pc| able(pc, false))).copied() {
        Some(pc) if pc == next => Ok(Some(at(pc))),
        Some(pc) => {
            warp.stack.raise(pc);
            Ok(None)
        }
        None => Err(Trap::Missing(missing(warp, inst, at(next), size))),
    }
}

/// The lanes without which those `here` cannot execute an instruction: those of their masks, or without masks all of the warp.
fn missing(warp: &Warp, inst: &Inst, here: LaneMask, size: u32) -> LaneMask {
    match inst.mask() {
        None => warp.live.without(here),
        Some(mask) => {
            let on = here & guard(inst, warp);
            // Who has another mask waits for others.
            let apart = |lane: u32| {
                let mine = bits(warp, mask, lane);
                named_by(mine, lane, size) & warp.live & !same(warp, mask, on, mine, lane, size)
            };
            on.iter().fold(LaneMask::NONE, |missing, lane| missing | apart(lane))
        }
    }
}

/// The lanes of a lane's warp that have the same mask as it.
fn same(warp: &Warp, mask: Operand, on: LaneMask, mine: u32, lane: u32, size: u32) -> LaneMask {
    let mates = on & segment(lane, size);
    match mask {
        Operand::Reg(_) => {
            let alike = mates.iter().filter(|other| bits(warp, mask, *other) == mine);
            alike.fold(LaneMask::NONE, |same, other| same | LaneMask::lane(other))
        }
        _ => mates,
    }
}

/// The lanes that are in their own masks.
fn named(warp: &Warp, mask: Operand, on: LaneMask, size: u32) -> LaneMask {
    let is_named = |lane: &u32| bits(warp, mask, *lane) >> (lane % size) & 1 != 0;
    on.iter().filter(is_named).fold(LaneMask::NONE, |named, lane| named | LaneMask::lane(lane))
}

/// The lanes that a lane's mask names.
fn named_by(mask: u32, lane: u32, size: u32) -> LaneMask {
    LaneMask(u64::from(mask) << (lane - lane % size)) & segment(lane, size)
}

/// The lanes of a lane's warp.
fn segment(lane: u32, size: u32) -> LaneMask {
    LaneMask(LaneMask::first_n(size).0 << (lane - lane % size))
}

/// An operand of 32 bits in a lane.
fn bits(warp: &Warp, operand: Operand, lane: u32) -> u32 {
    value(warp, operand, lane) as u32
}

fn value(warp: &Warp, operand: Operand, lane: u32) -> u64 {
    match operand {
        Operand::Reg(reg) => warp.register(reg, lane),
        Operand::Imm(bits) => bits,
        Operand::None | Operand::Special(_) => 0,
    }
}

/// Executes an instruction on the lanes that take part; a warp of the program has `size` lanes.
pub(super) fn execute(warp: &mut Warp, inst: &Inst, on: LaneMask, size: u32) {
    if inst.op == Op::WarpSync {
        // To wait for each other was all.
        return;
    }
    // Who has another mask does it for itself, at the same time.
    let party = |warp: &Warp, lane: u32| match inst.mask() {
        Some(mask) => same(warp, mask, on, bits(warp, mask, lane), lane, size),
        None => on & segment(lane, size),
    };
    let mut results = [0; 64];
    let mut agree = LaneMask::NONE;
    for lane in on.iter() {
        let party = party(warp, lane);
        let first = lane - lane % size;
        let own = inst.src[0];
        match inst.detail {
            Detail::Shuffle(from) => {
                let other = source(from, inst, bits(warp, inst.src[1], lane), lane % size);
                let other = other.filter(|other| *other < size && party.has(first + other));
                results[lane as usize] = value(warp, own, other.map_or(lane, |other| first + other));
            }
            Detail::Vote(vote) => {
                if votes(vote, party, predicate(warp, own)) {
                    agree |= LaneMask::lane(lane);
                }
            }
            _ => {
                let bits = match inst.op {
                    Op::ActiveMask => party,
                    Op::MatchAny => {
                        let mask = inst.ty.mask();
                        let mine = value(warp, own, lane) & mask;
                        let alike = party.iter().filter(|other| value(warp, own, *other) & mask == mine);
                        alike.fold(LaneMask::NONE, |alike, other| alike | LaneMask::lane(other))
                    }
                    _ => party & predicate(warp, own),
                };
                results[lane as usize] = bits.0 >> first;
            }
        }
    }
    match inst.op {
        Op::Vote | Op::VoteSync => set_predicate(warp, inst, on, agree),
        _ => fill::<u32>(warp, inst, on, |lane| results[lane as usize]),
    }
}

/// The lane of its warp that a lane reads.
fn source(from: Shuffle, inst: &Inst, by: u32, own: u32) -> Option<u32> {
    lane::source(from.ir(), own, by, inst.offset as u32)
}

fn votes(vote: Vote, party: LaneMask, holds: LaneMask) -> bool {
    let (some, others) = (!(party & holds).is_empty(), !party.without(holds).is_empty());
    match vote {
        Vote::All => !others,
        Vote::Any => some,
        Vote::Uni => !(some && others),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_parts_of_a_machine_warp() {
        assert_eq!(segment(40, 32), LaneMask(0xFFFF_FFFF << 32));
        assert_eq!(segment(13, 8), LaneMask(0xFF00));
        assert_eq!(named_by(0b101, 13, 8), LaneMask(0b101 << 8));
        assert_eq!(named_by(u32::MAX, 3, 4), LaneMask(0xF));
    }

    #[test]
    fn votes_count_those_who_take_part() {
        let party = LaneMask(0b0110);
        let ask = |vote| [0b0000, 0b0010, 0b1111].map(|holds| votes(vote, party, LaneMask(holds)));
        assert_eq!(ask(Vote::All), [false, false, true]);
        assert_eq!(ask(Vote::Any), [false, true, true]);
        assert_eq!(ask(Vote::Uni), [true, false, true]);
    }
}

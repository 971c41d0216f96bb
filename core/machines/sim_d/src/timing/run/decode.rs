//! An instruction of the current group: when its warps are decoded, what it does, and what comes behind it.

use lanescope_parts::{machines::Halt, trace::Cause};

use super::{Run, State};
use crate::{
    causes,
    exec::{Done, GroupTransfer, Next, Trap},
    isa::{Category, Instruction, Issue, Op, Suffix, WORK_ITEMS},
    timing::pipeline::Issued,
};

/// Float operations of a work-item.
fn flops(one: &Instruction) -> u64 {
    match (one.op, one.op.row().category) {
        (Op::Nop, _) => 0,
        (Op::Mad, _) => 2,
        (_, Category::Float | Category::Reciprocal) => 1,
        _ => 0,
    }
}

/// Where an instruction stands in the mix; a conversion by the type that it makes (simd 4.3).
fn mix(one: &Instruction, done: &Done) -> Option<usize> {
    Some(match (one.op, one.op.row().category) {
        (Op::Nop, _) | (_, Category::Debug) => return None,
        (Op::Cvt | Op::Scvt, _) if one.suffix == Some(Suffix::IntToFloat) => 0,
        (Op::Cvt | Op::Scvt, _) => 2,
        (_, Category::Float) => 0,
        (_, Category::Reciprocal) => 1,
        (_, Category::Integer) => 2,
        (_, Category::Copy) => 3,
        (_, Category::Memory) if done.request.as_ref().is_some_and(GroupTransfer::is_scratchpad) => 5,
        (_, Category::Memory) => 4,
        (_, Category::Control | Category::Predicate) => 6,
    })
}

impl Run {
    /// Decodes the next instruction of the current group.
    pub(super) fn instruction(&mut self, edge: u64) -> Result<(), Halt> {
        let slot = self.current;
        let next = self.cluster.next(slot);
        let one = match next {
            Next::Instruction(at) => self.cluster.program().instructions.get(at as usize).copied(),
            Next::Pop | Next::Nothing => Some(Instruction::new(Op::Cpop)),
        };
        let one = one.ok_or_else(|| self.halt(Trap::NoInstruction, edge))?;
        let edge = if next == Next::Pop { self.killed(slot, edge) } else { edge };
        let too_early = next != Next::Pop && self.pipeline.pops_too_early(slot, edge);
        if one.op == Op::Cpop && self.simulator && (self.pipeline.never_pops(slot) || too_early) {
            return Err(self.halt(Trap::PopWaits, edge));
        }
        let active = self.story.tell.on.then(|| self.cluster.active(slot));
        let pc = self.cluster.pc(slot);
        let done = self.cluster.step(slot, &mut self.memory).map_err(|trap| self.halt(trap, edge))?;
        let Some(done) = done else { return Ok(()) };
        let issued = self.pipeline.issue(slot, &one, edge);
        self.pipeline.count(&one, &issued);
        self.count(&one, &done);
        self.tell_issue(slot, pc, &one, &done, active);
        if done.any_on {
            self.off[slot] = None;
        } else if self.off[slot].is_none() || next == Next::Pop {
            self.off[slot] = Some(self.pipeline.sees_off(issued.last));
        }
        self.go_on(slot, pc, &done, &issued)
    }

    fn count(&mut self, one: &Instruction, done: &Done) {
        let vector = one.op.row().issue == Issue::Vector;
        let lanes = if vector { done.lanes.into() } else { 1 };
        self.work.instructions += 1;
        self.work.item_operations += lanes;
        self.work.item_slots += if vector { WORK_ITEMS as u64 } else { 1 };
        self.work.flops += lanes * flops(one);
        if let Some(kind) = mix(one, done) {
            self.work.mix[kind] += 1;
        }
    }

    /// No work-item is on: instructions that are decoded before that is seen are killed. The edge at which a pop is put in.
    fn killed(&mut self, slot: usize, from: u64) -> u64 {
        let seen = self.off[slot].unwrap_or(from);
        let (mut edge, mut pc) = (from, self.cluster.pc(slot));
        if edge < seen {
            self.both(slot, edge, causes::KILLED);
        }
        while edge < seen {
            let one = self.cluster.program().instructions.get(pc as usize).copied();
            let Some(one) = one else { break };
            let issued = self.pipeline.issue(slot, &one, edge);
            // Parts that commit before are not stopped, and do nothing.
            let committed = (seen - self.pipeline.commit()).saturating_sub(issued.first).min(issued.parts);
            self.pipeline.count_warps(&one, committed);
            (edge, pc) = (issued.last + 1, pc + 1);
        }
        edge.max(seen)
    }

    /// An instruction that goes somewhere else, or that waits for memory, says so when it commits. Until then the decoder takes what
    /// stands behind it (facts 6.4). Behind a pop that the machine put in it takes nothing.
    fn fetched_in_vain(&mut self, slot: usize, behind: u32, last: u64) {
        let rest = self.cluster.program().instructions.get(behind as usize..).unwrap_or_default();
        self.pipeline.decode_in_vain(slot, rest, last + 1);
    }

    /// What comes behind an instruction.
    fn go_on(&mut self, slot: usize, pc: u32, done: &Done, issued: &Issued) -> Result<(), Halt> {
        let commit = issued.last + self.pipeline.commit();
        let behind = issued.last + 1;
        self.decode = None;
        if let (Some(at), true) = (done.at, done.request.is_some() || done.jumps.is_some()) {
            self.fetched_in_vain(slot, at + 1, issued.last);
        }
        if let Some(request) = &done.request {
            let asked = self.transfers.ask(slot, commit, request);
            asked.map_err(|refused| self.halt(Trap::Transfer(refused), commit))?;
            self.tell_request(slot, pc, commit, request);
            self.tell_wait(slot, (behind, commit), request.is_scratchpad());
            self.leave(slot, State::Waiting { since: commit, ends: done.ended });
            if done.ended {
                self.open_other(slot, commit);
            }
        } else if done.ended {
            self.both(slot, behind, causes::PHASE);
            self.turn(slot, commit + 1, Cause::EMPTY);
            self.tell_end(slot, commit + 1);
            self.leave(slot, State::Idle { since: commit + 1, exited: true });
            self.open_other(slot, commit + 1);
        } else if done.jumps.is_some() {
            self.both(slot, behind, causes::FLUSH);
            self.decode = Some(self.pipeline.behind_jump(issued.last));
        } else {
            self.decode = Some(behind);
        }
        Ok(())
    }

    /// The current group is not fetched any more.
    fn leave(&mut self, slot: usize, state: State) {
        let (State::Idle { since, .. } | State::Running { since, .. } | State::Waiting { since, .. }) = state;
        self.compute_active += since - self.counted.min(since);
        self.counted = self.counted.max(since);
        self.slots[slot] = state;
        self.free = since + 1;
    }

    /// The group of a slot ends: the other slot may take a new one.
    fn open_other(&mut self, slot: usize, edge: u64) {
        self.open[1 - slot] = Some(edge);
    }
}

//! What a core tells: states of its threads and its slot, stages of instructions, requests.

use lanescope_parts::{
    machines::chassis::agenda::{Agenda, NO_PC},
    mem::{dram::channels::Sent, vector_cache::Joined},
    trace::{Cause, Event, LaneKey, Lookup, Stage, Station, event::Record as _},
};

use super::{super::memory::Crossed, Core, Doing, issue::Course};
use crate::{
    causes, events,
    exec::Record,
    isa::{Class, ClassNames, Program},
};

impl Core {
    /// The unit of its first thread.
    pub(super) fn base(&self) -> u32 {
        self.number * self.threads.len() as u32
    }

    /// Tells the states at the start.
    pub fn announce(&self, agenda: &mut Agenda, program: &Program) {
        self.tell_waits(agenda, 0, program);
    }

    /// What the threads and the slot do from cycle `from` on, until the core issues again.
    fn tell_waits(&self, agenda: &mut Agenda, from: u64, program: &Program) {
        for (at, hardware) in (0..).zip(&self.threads) {
            let unit = self.base() + at;
            let pc = self.next(at, program).unwrap_or(NO_PC);
            let mut state =
                |cycle, cause| agenda.tell(cycle, Event::Unit { unit, cause, pc, lanes: LaneKey::NONE });
            match hardware.doing {
                Doing::Waits(wait) if wait.until > from => {
                    wait.turns(from).for_each(|(cycle, cause)| state(cycle, cause));
                }
                // It issues in the next cycle, or is told of then.
                Doing::Waits(_) => {}
                Doing::Drains { until } => {
                    if until > from {
                        state(from, Cause::DRAINING);
                    }
                    state(until.max(from), Cause::EMPTY);
                }
                Doing::Nothing if from == 0 => state(0, Cause::EMPTY),
                Doing::Nothing => {}
            }
        }
        let slot = self.number;
        match (self.wake(), self.end()) {
            (Some(wake), _) if wake > from => {
                let turns = self.slot.1.turns(from);
                turns.for_each(|(cycle, cause)| agenda.tell(cycle, Event::Slot { slot, cause }));
            }
            (None, Some(end)) => {
                let mut turn = |from: u64, to: u64, cause| {
                    if to > from {
                        agenda.tell(from, Event::Slot { slot, cause });
                    }
                };
                let drained = self.drained().unwrap_or(end).max(from);
                turn(from, drained, Cause::DRAINING);
                turn(drained, end, causes::JOINING);
                turn(end.max(from), u64::MAX, Cause::EMPTY);
            }
            _ => {}
        }
    }

    /// What happens in the cycle of an issue, and what will.
    pub(super) fn tell(
        &self,
        agenda: &mut Agenda,
        now: u64,
        (thread, id, complete): (u32, u64, u64),
        record: &Record,
        program: &Program,
    ) {
        for (at, hardware) in (0..).zip(&self.threads) {
            let unit = self.base() + at;
            if at == thread {
                let (pc, lanes) = (record.pc, record.lanes.into());
                agenda.tell(now, Event::Unit { unit, cause: Cause::ISSUED, pc, lanes });
            } else if hardware.last == (now, Cause::NOT_PICKED) {
                let pc = self.next(at, program).unwrap_or(NO_PC);
                agenda.tell(now, Event::Unit { unit, cause: Cause::NOT_PICKED, pc, lanes: LaneKey::NONE });
            }
        }
        agenda.tell(now, Event::Slot { slot: self.number, cause: Cause::ISSUED });
        let (unit, pc) = (self.base() + thread, record.pc);
        agenda.detail(now, Event::Stage { unit, id, pc, stage: Stage::Issue });
        agenda.detail(complete.max(now + 1), Event::Stage { unit, id, pc, stage: Stage::Done });
        self.tell_waits(agenda, now + 1, program);
    }
}

/// Tells what becomes of an instruction of a unit that issues now: what enters memory one by one, what crosses a border, what
/// goes through the tile unit, and the bursts that it asks for.
pub(super) fn tell_course(
    agenda: &mut Agenda,
    (unit, id, now): (u32, u64, u64),
    record: &Record,
    write: bool,
    course: &Course,
) {
    let pc = record.pc;
    let cycles = |to: u64, from: u64| u32::try_from(to.saturating_sub(from)).unwrap_or(u32::MAX);
    if let Some((first, count)) = course.one_by_one {
        let (entering, life) = (cycles(count, 0), cycles(course.complete, first));
        agenda.detail(first, events::OneByOne { unit, id, pc, entering, life }.event());
    }
    for Crossed { cycle, address, border, late } in course.crossings.iter().copied() {
        let (border, late) = (cycles(border, 0), cycles(late, 0));
        agenda.detail(cycle, events::Crossing { unit, pc, address, border, late }.event());
    }
    if record.class == Class::TMul {
        let (rows, life) = (record.elements, cycles(course.complete, now));
        agenda.detail(now, events::TileProduct { unit, id, pc, rows, life }.event());
    }
    tell_requests(agenda, (unit, id, pc), write, &course.bursts);
    tell_requests(agenda, (unit, id, pc), false, &course.ahead);
    for Joined { cycle, address, request } in course.joined.iter().copied() {
        let lookup = Lookup::Merged;
        agenda.detail(cycle, Event::Request { number: request, unit, id, pc, address, lookup });
    }
    if let Some(begins) = course.begins {
        agenda.detail(begins, Event::Stage { unit, id, pc, stage: Stage::Execute });
    }
}

/// Tells of the bursts that an instruction of a unit asks for: each is a request, which goes to its channel, and if it reads
/// comes back to the unit.
fn tell_requests(agenda: &mut Agenda, (unit, id, pc): (u32, u64, u32), write: bool, bursts: &[(u64, Sent)]) {
    for (address, Sent { cycle, end, number, channel }) in bursts.iter().copied() {
        let lookup = Lookup::Miss;
        agenda.detail(cycle, Event::Request { number, unit, id, pc, address, lookup });
        agenda.detail(cycle, Event::Move { number, to: Station::Channel, index: channel });
        if !write {
            agenda.detail(end, Event::Move { number, to: Station::Sender, index: unit as u16 });
        }
    }
}

//! What a core tells of itself: events into its agenda, most of them for cycles to come.

use lanescope_parts::{
    base::LaneMask,
    mem::{dram::channels::Sent, vector_cache::Joined},
    riscv::issue::{Front, NO_PC},
    trace::{Cause, Event, LaneKey, Lookup, Stage, Station, event::Record as _},
};

use super::{Agenda, Core, Item, Record, Times};
use crate::{
    events,
    isa::{Class, ClassNames, VectorClass},
    spec::Spec,
};

impl Core {
    /// That an instruction issues, and with what vector length.
    pub(super) fn tell_issue(&self, agenda: &mut Agenda, now: u64, record: &Record) {
        let pc = record.pc;
        Front::tell_issue(self.row(), now, pc, &mut |cycle, event| agenda.tell(cycle, event));
        if let Some([vl, vlmax]) = record.length {
            let strip = events::Strip { core: self.number, vl, vlmax, pc };
            agenda.tell(now, strip.event());
        }
    }

    /// What the front end does until the next instruction issues.
    pub(super) fn tell_front(&self, agenda: &mut Agenda) {
        self.front.tell(self.row(), &mut |cycle, event| agenda.tell(cycle, event));
    }

    /// The life of an instruction: scalar ones stay in the front end's row.
    pub(super) fn tell_course(
        &self,
        agenda: &mut Agenda,
        id: u64,
        record: &Record,
        times: &Times,
        convoy: u32,
        spec: &Spec,
    ) {
        let vector = times.unit.filter(|_| record.class.is_vector() && !times.groups.is_empty());
        let row = vector.map_or(0, |(unit, number)| 1 + unit.place(number, spec));
        let (unit, pc) = (self.base + row, record.pc);
        let detail = agenda.detail;
        if detail {
            let mut stage = |cycle, stage| agenda.tell(cycle, Event::Stage { unit, id, pc, stage });
            stage(times.issue, Stage::Issue);
            if vector.is_some() {
                let in_memory = record.is_access();
                stage(times.start, if in_memory { Stage::Memory } else { Stage::Execute });
            }
            stage(times.complete, Stage::Done);
        } else {
            let last = times.banks.iter().map(|(cycle, _)| *cycle).max().unwrap_or(0);
            agenda.leave_out(times.complete.max(times.start).max(last));
        }
        if vector.is_some() {
            self.tell_groups(agenda, id, row, record, times, spec.lanes);
        }
        if vector.is_some() && detail {
            let course = course(unit, id, record, times, convoy);
            agenda.tell(times.start, course.event());
            let busy = spec.banked.bank_busy;
            let banks = times.banks.iter();
            banks.for_each(|(cycle, bank)| {
                agenda.tell(*cycle, events::BankAccess { bank: *bank, unit, busy, id }.event());
            });
            for (address, Sent { cycle, end, number, channel }) in &times.bursts {
                let (address, lookup) = (*address, Lookup::Miss);
                agenda.tell(*cycle, Event::Request { number: *number, unit, id, pc, address, lookup });
                let mut to =
                    |cycle, to, index| agenda.tell(cycle, Event::Move { number: *number, to, index });
                to(*cycle, Station::Channel, *channel);
                if record.class == Class::VLoad {
                    to(*end, Station::Sender, row as u16);
                }
            }
            for Joined { cycle, address, request: number } in times.joined.iter().copied() {
                let lookup = Lookup::Merged;
                agenda.tell(cycle, Event::Request { number, unit, id, pc, address, lookup });
            }
        }
    }

    /// The states of the unit's row: which lanes an element group has, or why none enters.
    fn tell_groups(
        &self,
        agenda: &mut Agenda,
        id: u64,
        row: u32,
        record: &Record,
        times: &Times,
        lanes: u32,
    ) {
        let (unit, pc) = (self.base + row, record.pc);
        let mut told: Option<(u64, LaneMask)> = None;
        for (group, cycle) in times.groups.iter().enumerate() {
            let lanes = record.lanes_of(group as u32, lanes);
            let (before, held) = told.unwrap_or((*cycle, LaneMask::NONE));
            if *cycle > before + 1 {
                let cause = times.gap(group);
                agenda.tell(before + 1, Event::Unit { unit, cause, pc, lanes: LaneKey::NONE });
            }
            if told.is_none() || *cycle > before + 1 || lanes != held {
                agenda.tell(*cycle, Event::Unit { unit, cause: Cause::ISSUED, pc, lanes: lanes.into() });
            }
            told = Some((*cycle, lanes));
        }
        let last = told.map_or(times.start, |(last, _)| last);
        let mut rest = |cycle, cause, pc| {
            let event = Event::Unit { unit, cause, pc, lanes: LaneKey::NONE };
            agenda.add(cycle, Item::Rest { core: self.number, row, id, event });
        };
        rest(last + 1, Cause::DRAINING, pc);
        rest(times.complete.max(last + 1), Cause::EMPTY, NO_PC);
    }
}

/// The life of a vector instruction, as one event.
fn course(unit: u32, id: u64, record: &Record, times: &Times, convoy: u32) -> events::VectorCourse {
    let mut chained = [0; 3];
    for (place, other) in chained.iter_mut().zip(&times.chained) {
        *place = u32::try_from(id.saturating_sub(*other)).unwrap_or(0);
    }
    let distance = |cycle: u64| u32::try_from(cycle.saturating_sub(times.start)).unwrap_or(u32::MAX);
    let [chained, chained_second, chained_third] = chained;
    events::VectorCourse {
        unit,
        id,
        pc: record.pc,
        span: times.groups.last().map_or(0, |last| distance(*last)),
        life: distance(times.complete),
        elements: record.elements,
        convoy,
        chained,
        chained_second,
        chained_third,
    }
}

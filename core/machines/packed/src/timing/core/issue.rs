//! The course of an instruction from its issue on: accesses of memory, its result, what it counts.

use alloc::vec::Vec;

use lanescope_parts::{
    mem::{dram::channels::Sent, levels::Came, vector_cache::Joined},
    trace::Cause,
};

use super::{
    super::{
        board::latency,
        memory::{Access, Answer, Crossed},
    },
    Core, Env,
    wait::Wait,
};
use crate::isa::ClassNames;
use crate::{
    causes,
    exec::{Record, record},
    isa::{Class, Inst},
};

/// What becomes of an instruction.
#[derive(Clone, Debug)]
pub struct Course {
    /// The cycle in which its result is there.
    pub complete: u64,
    /// The bursts that it asks for.
    pub bursts: Vec<(u64, Sent)>,
    /// The bursts that it asks for and nobody waits for.
    pub ahead: Vec<(u64, Sent)>,
    /// The lines that it waits for and others have asked for.
    pub joined: Vec<Joined>,
    /// Of an operation on memory: the cycle in which its operand is there, and it begins.
    pub begins: Option<u64>,
    /// What of it crosses a border.
    pub crossings: Vec<Crossed>,
    /// If its accesses enter memory one by one: the cycle of the first, and how many there are.
    pub one_by_one: Option<(u64, u64)>,
}

impl Course {
    /// Of an instruction that goes to no memory.
    pub const fn new(complete: u64) -> Course {
        Course {
            complete,
            bursts: Vec::new(),
            ahead: Vec::new(),
            joined: Vec::new(),
            begins: None,
            crossings: Vec::new(),
            one_by_one: None,
        }
    }
}

/// Of a class whose accesses enter memory one by one: how many cycles after its issue they begin to, and what others wait for
/// meanwhile.
const fn enters(class: Class) -> Option<(u64, Cause)> {
    match class {
        Class::PGather | Class::PScatter => Some((1, causes::ELEMENTS)),
        Class::TLoad | Class::TStore => Some((0, causes::TILE_ROWS)),
        _ => None,
    }
}

impl Core {
    /// The course of an instruction.
    pub(super) fn issue(
        &mut self,
        now: u64,
        at: usize,
        (record, inst): (&Record, &Inst),
        env: &mut Env<'_>,
    ) -> Course {
        let latency = u64::from(latency(record.class, env.spec));
        let mut course = Course::new(now + latency);
        let mut wait = Wait::new(course.complete, Cause::ARITHMETIC);
        if !record.addresses.is_empty() {
            let write = record::writes(inst);
            let answer = self.access(now, record, write, env);
            // An operation on memory begins when its operand is there.
            let computes = !matches!(
                record.class,
                Class::Load | Class::PLoad | Class::PGather | Class::TLoad | Class::TConfig | Class::Atomic
            );
            let moves = record.class == Class::PInt && inst.form.row().args.len() == 2;
            let begins = Some(answer.came.there).filter(|_| computes && !write && !moves);
            let complete = begins.map_or(answer.came.there, |begins| begins + latency);
            wait = Wait { late: answer.late, ..Wait::new(complete, Cause::MEMORY) };
            let one_by_one =
                enters(record.class).map(|(after, _)| (now + after, record.addresses.len() as u64));
            let (Came { bursts, joined, .. }, crossings) = (answer.came, answer.crossings);
            course = Course {
                complete,
                bursts,
                ahead: answer.ahead.bursts,
                joined,
                begins,
                crossings,
                one_by_one,
            };
        }
        if record.class == Class::TMul {
            self.tiles = now + u64::from(record.elements.max(1));
            wait.cause = causes::TILE_SUM;
        }
        self.threads[at].board.results(&record.uses, wait);
        course
    }

    /// The accesses of an instruction: elements of a gather or scatter and rows of a tile enter one in a cycle, all else at once.
    fn access(&mut self, now: u64, record: &Record, write: bool, env: &mut Env<'_>) -> Answer {
        let bytes = u64::from(record.access_bytes.max(1));
        let enter = |address, bytes| Access { address, bytes, write };
        self.counters.unaligned_accesses +=
            record.addresses.iter().filter(|address| !address.is_multiple_of(bytes)).count() as u64;
        let mut total = Answer { came: Came::at(now + 1), ..Answer::default() };
        let mut add = |answer: Answer| total = core::mem::take(&mut total).and(answer);
        if let Some((after, cause)) = enters(record.class) {
            let first = now + after;
            for (number, address) in (0..).zip(&record.addresses) {
                add(self.path.enter(
                    &mut env.below,
                    enter(*address, bytes),
                    first + number,
                    &mut self.counters,
                ));
            }
            self.port = Wait::new(first + record.addresses.len() as u64, cause);
        } else if let (Some(least), Some(most)) =
            (record.addresses.iter().min(), record.addresses.iter().max())
        {
            add(self.path.enter(
                &mut env.below,
                enter(*least, most - least + bytes),
                now,
                &mut self.counters,
            ));
            self.port = Wait::new(now + 1, Cause::MEMORY_FULL);
        }
        while self.under_way.front().is_some_and(|(end, _)| *end <= now) {
            self.under_way.pop_front();
        }
        self.counters.memory_bytes += total.came.moved + total.ahead.moved;
        // What comes ahead is an access of its own, if anything does. Its bytes count at once: the run may end before they are there.
        let ahead = Some((total.ahead.there, 0)).filter(|_| total.ahead.moved > 0);
        for (there, bytes) in [(total.came.there, total.came.moved)].into_iter().chain(ahead) {
            let place = self.under_way.partition_point(|(end, _)| *end <= there);
            self.under_way.insert(place, (there, bytes));
        }
        total
    }

    pub(super) fn count(&mut self, record: &Record, inst: Option<&Inst>) {
        let counters = &mut self.counters;
        let active = u64::from(record.lanes.count());
        if record.is_packed() {
            counters.packed_instructions += 1;
            counters.packed_elements += active;
            counters.packed_lanes += u64::from(record.elements).max(active);
        } else {
            counters.scalar_instructions += 1;
        }
        counters.flops += active * u64::from(record.flops);
        counters.taken_branches += u64::from(record.jumps);
        if record.addresses.is_empty() {
            return;
        }
        let moved = match record.class {
            // Words of 32 bits: rows are bytes.
            Class::TConfig | Class::TLoad | Class::TStore => {
                record.addresses.len() as u64 * u64::from(record.access_bytes) / 4
            }
            _ if record.is_packed() => active,
            _ => 1,
        };
        let writes = inst.is_some_and(record::writes);
        counters.stored_elements += if writes || record.class == Class::Atomic { moved } else { 0 };
        counters.loaded_elements += if writes { 0 } else { moved };
    }
}

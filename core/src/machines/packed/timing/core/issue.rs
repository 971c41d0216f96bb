//! The course of an instruction from its issue on: accesses of memory, its result, what it counts.

use alloc::vec::Vec;

use super::{
    super::{
        board::latency,
        memory::{Access, Answer},
    },
    Core, Env,
};
use crate::{
    machines::packed::{
        exec::{Record, record},
        isa::{Class, Inst},
    },
    mem::dram::channels::Sent,
};

impl Core {
    /// The course of an instruction; gives the cycle in which its result is there, and the bursts that it asks for.
    pub(super) fn issue(
        &mut self,
        now: u64,
        at: usize,
        (record, inst): (&Record, &Inst),
        env: &mut Env<'_>,
        bursts: &mut Vec<(u64, Sent)>,
    ) -> u64 {
        let mut result = now + u64::from(latency(record.class, env.spec));
        let access = !record.addresses.is_empty();
        if access {
            let write = record::writes(inst);
            let Answer { there: end, bursts: asked, .. } = self.access(now, record, write, env);
            *bursts = asked;
            // An operation on memory begins when its operand is there.
            let computes = !matches!(
                record.class,
                Class::Load | Class::PLoad | Class::PGather | Class::TLoad | Class::TConfig | Class::Atomic
            );
            let moves = record.class == Class::PInt && inst.form.row().args.len() == 2;
            result = if computes && !write && !moves { end + result - now } else { end };
        }
        if record.class == Class::TMul {
            self.tiles = now + u64::from(record.elements.max(1));
        }
        self.threads[at].board.results(&record.uses, result, access);
        result
    }

    /// The accesses of an instruction: elements of a gather or scatter and rows of a tile enter one in a cycle, all else at once.
    fn access(&mut self, now: u64, record: &Record, write: bool, env: &mut Env<'_>) -> Answer {
        let bytes = u64::from(record.access_bytes.max(1));
        let enter = |address, bytes| Access { address, bytes, write };
        let one_by_one =
            matches!(record.class, Class::PGather | Class::PScatter | Class::TLoad | Class::TStore);
        self.counters.unaligned_accesses +=
            record.addresses.iter().filter(|address| !address.is_multiple_of(bytes)).count() as u64;
        let mut total = Answer { there: now + 1, ..Answer::default() };
        let mut add = |answer: Answer| total = core::mem::take(&mut total).and(answer);
        if one_by_one {
            let first = if matches!(record.class, Class::PGather | Class::PScatter) { now + 1 } else { now };
            for (number, address) in (0..).zip(&record.addresses) {
                add(self.path.enter(env.main, enter(*address, bytes), first + number, &mut self.counters));
            }
            self.port = first + record.addresses.len() as u64;
        } else if let (Some(least), Some(most)) =
            (record.addresses.iter().min(), record.addresses.iter().max())
        {
            add(self.path.enter(env.main, enter(*least, most - least + bytes), now, &mut self.counters));
            self.port = now + 1;
        }
        while self.under_way.front().is_some_and(|(end, _)| *end <= now) {
            self.under_way.pop_front();
        }
        self.counters.memory_bytes += total.moved;
        let place = self.under_way.partition_point(|(end, _)| *end <= total.there);
        self.under_way.insert(place, (total.there, total.moved));
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
        let moved = if record.is_packed() { active } else { 1 };
        let writes = inst.is_some_and(record::writes);
        counters.stored_elements += if writes || record.class == Class::Atomic { moved } else { 0 };
        counters.loaded_elements += if writes { 0 } else { moved };
    }
}

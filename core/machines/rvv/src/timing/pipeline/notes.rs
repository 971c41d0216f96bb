//! What later instructions must know of one that has issued: when it reads and writes each group of its registers.

use alloc::sync::Arc;

use super::{Pipeline, Ports, Register, Times, at, later};
use crate::isa::ClassNames;
use crate::{
    exec::record::{Record, ones},
    isa::Class,
};

impl Pipeline {
    /// From whom it takes results that are still being produced.
    pub(super) fn note_sources(&self, record: &Record, times: &mut Times) {
        for number in ones(record.uses.v_read) {
            let register = &self.v[number];
            if register.complete > times.start && !times.groups.is_empty() {
                times.follows_load |= register.load;
                if !times.chained.contains(&register.id) {
                    times.chained.push(register.id);
                }
            }
        }
    }

    /// Keeps the times for later instructions.
    pub(super) fn note(&mut self, record: &Record, times: &Times, produced: Arc<[u64]>, id: u64) {
        let (Some(last), Some(last_result)) = (times.groups.last(), produced.last()) else { return };
        let (reads, writes) = record.ports;
        self.ports.retain(|ports| ports.last_read.max(ports.last_write) >= times.issue);
        self.ports.push(Ports { reads, last_read: *last, writes, last_write: *last_result });
        if let Some(operands) = record.begins {
            return self.note_parts(record, operands, times, &produced, id);
        }
        for number in ones(record.uses.v_read) {
            let read = &mut self.v[number].read;
            let later =
                read.len() <= times.groups.len() && read.iter().zip(&*times.groups).all(|(r, g)| r <= g);
            *read = if later {
                times.groups.clone()
            } else {
                let count = read.len().max(times.groups.len());
                (0..count).map(|group| at(read, group).max(at(&times.groups, group))).collect()
            };
        }
        let load = record.class == Class::VLoad;
        let complete = times.complete;
        for number in ones(record.uses.v_written) {
            let (produced, read) = (produced.clone(), Arc::default());
            self.v[number] = Register { order: self.vectors, id, load, produced, read, complete };
        }
    }

    /// As `note`, for operands that begin at an element: what lies before and behind in the same registers keeps its times.
    fn note_parts(
        &mut self,
        record: &Record,
        operands: [(u32, u32); 3],
        times: &Times,
        produced: &[u64],
        id: u64,
    ) {
        let lanes = self.spec.lanes.max(1);
        for (number, shift) in record.sources(lanes) {
            let register = &mut self.v[number];
            register.read = later(&register.read, shift, &times.groups);
        }
        // Groups that do not begin in lane 0 reach into one more of the register's groups.
        let first = operands[0].1;
        let produced = later(produced, (first.div_ceil(lanes) - first / lanes) as usize, produced);
        for number in ones(record.uses.v_written) {
            let register = &mut self.v[number];
            *register = Register {
                order: self.vectors,
                id,
                load: false,
                produced: later(&register.produced, (first / lanes) as usize, &produced),
                read: register.read.clone(),
                complete: register.complete.max(times.complete),
            };
        }
    }
}

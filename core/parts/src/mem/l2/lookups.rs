//! What becomes of a request that is looked up, and of one whose line has come.

use super::{Config, Slice, atomic_cycles};
use crate::{
    mem::{
        Request, RequestKind,
        cache::{Evicted, bits_of},
        dram::controller::Burst,
    },
    trace::Lookup,
};

impl Slice {
    pub(super) fn read(&mut self, now: u64, request: &Request) -> Lookup {
        if self.config.geometry.ways == 0 {
            return self.pass_read(now, request);
        }
        match self.tags.find(request.address) {
            Some(place) if request.sectors & !self.tags.line(place).valid == 0 => {
                if !self.replies.has_room() && request.kind != RequestKind::Prefetch {
                    return Lookup::Refused;
                }
                self.tags.touch(place);
                self.answer(now, request);
                Lookup::Hit
            }
            place => self.miss(now, request, place),
        }
    }

    /// A read or atomic past the cache. There is nowhere to bring data before it is asked for.
    fn pass_read(&mut self, now: u64, request: &Request) -> Lookup {
        if request.kind == RequestKind::Prefetch {
            return Lookup::Miss;
        }
        if self.memory.room() < 2 * self.chunks() as usize {
            return Lookup::Refused;
        }
        let Some(index) = self.table.allocate(request.address, None, false) else {
            return Lookup::Refused;
        };
        self.table.wait(index, *request);
        self.fetch(now, index, request);
        Lookup::Miss
    }

    /// Joins or makes a table entry.
    fn miss(&mut self, now: u64, request: &Request, place: Option<u32>) -> Lookup {
        if self.memory.room() < 2 * self.chunks() as usize {
            return Lookup::Refused;
        }
        if let Some(index) = self.table.find(request.address) {
            if !self.table.can_merge(index) {
                return Lookup::Refused;
            }
            self.table.wait(index, *request);
            self.fetch(now, index, request);
            return Lookup::Merged;
        }
        if self.table.is_full() {
            return Lookup::Refused;
        }
        let Some(place) = place.or_else(|| self.new_place(now, request.address)) else {
            return Lookup::Refused;
        };
        let Some(index) = self.table.allocate(request.address, Some(place), true) else {
            return Lookup::Refused;
        };
        self.tags.touch(place);
        self.tags.line(place).reserved += 1;
        self.table.wait(index, *request);
        self.fetch(now, index, request);
        Lookup::Miss
    }

    pub(super) fn write(&mut self, now: u64, request: &Request) -> Lookup {
        let found = self.tags.find(request.address);
        if found.is_none() && self.memory.room() < self.chunks() as usize {
            return Lookup::Refused;
        }
        if self.config.geometry.ways == 0 {
            self.write_memory(now, request.address, request.bytes, request.number);
            return Lookup::Miss;
        }
        let Some(place) = found.or_else(|| self.new_place(now, request.address)) else {
            return Lookup::Refused;
        };
        self.tags.touch(place);
        self.write_bytes(place, request.bytes);
        if found.is_some() { Lookup::Hit } else { Lookup::Miss }
    }

    fn write_bytes(&mut self, place: u32, bytes: u128) {
        let grain = self.config.geometry.grain;
        self.tags.write(place, bytes);
        let line = self.tags.line(place);
        line.valid |= grain.full_sectors(line.dirty());
    }

    /// Answers a read, or does an atomic and answers it; there is room for the reply (and the bursts of an atomic). A prefetch takes its
    /// turn and has no answer.
    fn answer(&mut self, now: u64, request: &Request) {
        let mut ready = now;
        if request.kind == RequestKind::Prefetch {
            self.free = now + 1;
            return;
        }
        if request.kind == RequestKind::Atomic {
            let Config { latency, rop_cache, .. } = self.config;
            ready +=
                atomic_cycles(request.operations, request.chain, latency, rop_cache) - u64::from(latency);
            match self.tags.find(request.address) {
                Some(place) => self.write_bytes(place, request.bytes),
                None => self.write_memory(now, request.address, request.bytes, request.number),
            }
        }
        self.replies.offer(ready, *request);
        self.free = ready + 1;
    }

    /// Answers the first request that waits in a filled entry.
    pub(super) fn answer_waiter(&mut self, now: u64, index: u32) {
        if !self.replies.has_room() || self.memory.room() < self.chunks() as usize {
            return;
        }
        let Some(entry) = self.table.entry(index) else { return };
        let place = entry.place;
        let request = (!entry.waiters.is_empty()).then(|| entry.waiters.remove(0));
        let last = entry.waiters.is_empty();
        if let Some(request) = request {
            self.answer(now, &request);
        }
        if last {
            if let Some(place) = place {
                self.tags.line(place).locked -= 1;
            }
            self.table.free(index);
            self.filled.pop_front();
        }
    }

    /// Asks memory for the bursts with sectors that are neither there nor asked for.
    fn fetch(&mut self, now: u64, index: u32, Request { sectors, number: request, .. }: &Request) {
        let (sectors, request) = (*sectors, *request);
        for chunk in 0..self.chunks() {
            let here = self.sectors_of(chunk);
            let Some(entry) = self.table.entry(index) else { return };
            let valid = entry.place.map_or(0, |place| self.tags.line(place).valid);
            if sectors & here & !(valid | entry.sectors) != 0 {
                entry.outstanding += 1;
                let address = entry.address + u64::from(chunk * self.config.burst);
                self.counters.memory_reads += 1;
                self.memory.offer(now, Burst { id: index, address, write: false, request });
            }
        }
        let asked = (0..self.chunks()).map(|chunk| self.sectors_of(chunk)).filter(|here| here & sectors != 0);
        let asked = asked.fold(0, |mask, here| mask | here);
        if let Some(entry) = self.table.entry(index) {
            entry.sectors |= asked;
        }
    }

    /// The place for a line that has none: drives another out and writes it back.
    fn new_place(&mut self, now: u64, address: u64) -> Option<u32> {
        let place = self.tags.victim(address)?;
        if let Some(Evicted { address, dirty }) = self.tags.replace(place, address) {
            self.write_memory(now, address, dirty, 0);
        }
        Some(place)
    }

    /// Writes the bursts of a line that have any of these bytes, for a request of this number; there is room for them.
    fn write_memory(&mut self, now: u64, address: u64, bytes: u128, request: u64) {
        let burst = self.config.burst.min(self.config.geometry.grain.line);
        for chunk in (0..self.chunks()).filter(|chunk| bits_of(bytes, chunk * burst, burst) != 0) {
            let address = address + u64::from(chunk * burst);
            self.counters.memory_writes += 1;
            self.memory.offer(now, Burst { id: 0, address, write: true, request });
        }
    }

    /// Bursts of a line.
    pub(super) fn chunks(&self) -> u32 {
        (self.config.geometry.grain.line / self.config.burst.max(1)).max(1)
    }

    /// The sectors that a burst of a line has a part of.
    fn sectors_of(&self, chunk: u32) -> u8 {
        let grain = self.config.geometry.grain;
        let burst = self.config.burst.clamp(1, grain.line);
        let (first, last) = (chunk * burst / grain.sector, ((chunk + 1) * burst - 1) / grain.sector);
        ((2_u32 << last) - (1 << first)) as u8
    }
}

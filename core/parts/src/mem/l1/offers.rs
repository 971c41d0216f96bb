//! What becomes of a block that is offered: hit, miss, merge or refusal, by kind and [`Policy`].

use super::{Answer, L1, L1Access, Policy, Refusal, Taken, Waiter};
use crate::mem::{
    Request, RequestKind,
    coalesce::Block,
    wdb::{Held, Leaves},
};

impl L1 {
    pub(super) fn load(&mut self, now: u64, access: &L1Access) -> Answer {
        let Block { base, sectors, .. } = access.block;
        let sectors = self.wanted(sectors);
        match self.tags.find(base) {
            Some(place) if sectors & !self.tags.line(place).valid == 0 => {
                self.tags.touch(place);
                self.done.offer(now + u64::from(self.config.hit_latency), access.id);
                Answer::Hit
            }
            _ => match self.miss(now, base, sectors, Some(Waiter::Load(access.id))) {
                Answer::Refused(Refusal::Ways) if self.config.bypass_held_sets => self.bypass(now, access),
                answer => answer,
            },
        }
    }

    /// A load whose set has no way to give.
    fn bypass(&mut self, now: u64, access: &L1Access) -> Answer {
        let answer = self.around(now, access);
        self.counters.bypasses += u64::from(answer == Answer::Miss);
        answer
    }

    /// A load that nobody waits for.
    pub(super) fn prefetch(&mut self, now: u64, access: &L1Access) -> Answer {
        let Block { base, sectors, .. } = access.block;
        if access.policy == Policy::Around {
            if !self.queue.has_room() {
                return Answer::Refused(Refusal::Queue);
            }
            self.needed = self.send(now, Request::prefetch(self.config.source, base, sectors));
            return Answer::Miss;
        }
        let sectors = self.wanted(sectors);
        match self.tags.find(base) {
            Some(place) if sectors & !self.tags.line(place).valid == 0 => {
                self.tags.touch(place);
                Answer::Hit
            }
            _ => self.miss(now, base, sectors, None),
        }
    }

    /// The sectors that an access with a place in the cache asks for.
    fn wanted(&self, sectors: u8) -> u8 {
        if self.config.whole_lines { self.config.geometry.grain.all_sectors() } else { sectors }
    }

    /// Past the lines: data goes straight to the registers.
    pub(super) fn around(&mut self, now: u64, access: &L1Access) -> Answer {
        if !self.queue.has_room() {
            return Answer::Refused(Refusal::Queue);
        }
        let Block { base, sectors, bytes, lanes } = access.block;
        let Some(index) = self.table.allocate(base, None, false) else {
            return Answer::Refused(Refusal::Table);
        };
        match access.kind {
            RequestKind::Atomic => self.drop_stale(base),
            _ => self.counters.sectors_around += u64::from(sectors.count_ones()),
        }
        self.table.wait(index, Waiter::Load(access.id));
        let operations = lanes.count() as u8;
        let (kind, source, chain) = (access.kind, self.config.source, access.chain);
        let request = Request::read(index, source, base, sectors);
        self.needed = self.send(now, Request { kind, bytes, operations, chain, ..request });
        Answer::Miss
    }

    pub(super) fn store(&mut self, now: u64, access: &L1Access) -> Answer {
        let Some(at) = self.writes.vacant() else { return Answer::Refused(Refusal::Writes) };
        let (answer, leaves) = match access.policy {
            Policy::Through | Policy::Around => (self.store_through(now, access, at), Leaves::Sent),
            Policy::Back => self.store_back(now, access, at),
        };
        if !matches!(answer, Answer::Refused(_)) {
            let Block { base: address, bytes, .. } = access.block;
            self.writes.hold(at, Held { address, bytes, leaves });
        }
        answer
    }

    /// A store that goes on to the second level, with its entry of the write data buffer.
    fn store_through(&mut self, now: u64, access: &L1Access, at: u32) -> Answer {
        if !self.queue.has_room() {
            return Answer::Refused(Refusal::Queue);
        }
        let Block { base, sectors, bytes, .. } = access.block;
        let place = self.tags.find(base);
        match (access.policy, place) {
            (Policy::Around, _) => self.drop_stale(base),
            (_, Some(place)) => self.tags.touch(place),
            _ => {}
        }
        let request = Request::write(self.config.source, base, sectors, bytes);
        self.needed = self.send(now, Request { id: at, ..request });
        if place.is_some() { Answer::Hit } else { Answer::Miss }
    }

    /// A store that stays here, with its entry of the write data buffer; also when it leaves that.
    fn store_back(&mut self, now: u64, access: &L1Access, at: u32) -> (Answer, Leaves) {
        let Block { base, sectors, bytes, .. } = access.block;
        let partial = sectors & !self.config.geometry.grain.full_sectors(bytes);
        let written = Leaves::Written(now + u64::from(self.config.hit_latency));
        match self.tags.find(base) {
            Some(place) if partial & !self.tags.line(place).valid == 0 => {
                self.tags.touch(place);
                self.write_line(place, bytes);
                (Answer::Hit, written)
            }
            // Sectors written in full need no data from memory.
            None if partial == 0 => match self.place_for(now, base) {
                Ok(place) => {
                    self.write_line(place, bytes);
                    (Answer::Miss, written)
                }
                Err(refusal) => (Answer::Refused(refusal), written),
            },
            _ => (self.miss(now, base, partial, Some(Waiter::Store(at))), Leaves::Filled),
        }
    }

    /// Sectors are needed from memory: joins or makes an entry, for who waits for them.
    fn miss(&mut self, now: u64, base: u64, sectors: u8, waiter: Option<Waiter>) -> Answer {
        if let Some(index) = self.table.find(base) {
            return self.join(now, index, base, sectors, waiter);
        }
        if self.table.is_full() {
            return Answer::Refused(Refusal::Table);
        }
        let place = match self.place_for(now, base) {
            Ok(place) => place,
            Err(refusal) => return Answer::Refused(refusal),
        };
        let missing = sectors & !self.tags.line(place).valid;
        let Some(index) = self.table.allocate(base, Some(place), true) else {
            return Answer::Refused(Refusal::Table);
        };
        self.tags.line(place).reserved += 1;
        self.wait(index, waiter);
        self.ask(now, index, base, missing);
        Answer::Miss
    }

    /// Joins an entry. It is a miss if sectors are needed that nobody has asked for: then a request goes on for them.
    fn join(&mut self, now: u64, index: u32, base: u64, sectors: u8, waiter: Option<Waiter>) -> Answer {
        if waiter.is_some() && !self.table.can_merge(index) {
            return Answer::Refused(Refusal::Merges);
        }
        let here = self.tags.find(base).map_or(0, |place| self.tags.line(place).valid);
        let asked = self.table.entry(index).map_or(0, |entry| entry.sectors);
        let missing = sectors & !(here | asked);
        if missing != 0 && !self.queue.has_room() {
            return Answer::Refused(Refusal::Queue);
        }
        self.wait(index, waiter);
        self.needed = self.table.entry(index).map_or(0, |entry| entry.number);
        if missing == 0 {
            return Answer::Merged;
        }
        self.ask(now, index, base, missing);
        Answer::Miss
    }

    /// Somebody waits for the line of an entry, unless it is a prefetch.
    fn wait(&mut self, index: u32, waiter: Option<Waiter>) {
        if let Some(waiter) = waiter {
            self.table.wait(index, waiter);
        }
    }

    /// The way of a line, made free if it has none yet; afterwards the queue has room for a request.
    fn place_for(&mut self, now: u64, base: u64) -> Result<u32, Refusal> {
        if self.queue.room() < 2 {
            return Err(Refusal::Queue);
        }
        if let Some(place) = self.tags.find(base) {
            self.tags.touch(place);
            return Ok(place);
        }
        let place = self.tags.victim(base).ok_or(Refusal::Ways)?;
        let old = self.tags.replace(place, base);
        self.taken = Some(Taken { place, line: base, evicted: old.map(|old| old.address) });
        if let Some(old) = old {
            self.counters.evictions += 1;
            if old.dirty != 0 {
                self.counters.write_backs += 1;
                let sectors = self.config.geometry.grain.touched_sectors(old.dirty);
                self.send(now, Request::write(self.config.source, old.address, sectors, old.dirty));
            }
        }
        Ok(place)
    }

    /// Asks for sectors on behalf of an entry.
    fn ask(&mut self, now: u64, index: u32, base: u64, sectors: u8) {
        self.counters.sectors_fetched += u64::from(sectors.count_ones());
        self.needed = self.send(now, Request::read(index, self.config.source, base, sectors));
        if let Some(entry) = self.table.entry(index) {
            entry.sectors |= sectors;
            entry.number = self.needed;
        }
    }

    /// Puts a request into the miss queue, which has room, and counts the reply that its entry has to wait for. Gives the
    /// request's number.
    pub(super) fn send(&mut self, now: u64, request: Request) -> u64 {
        if request.kind != RequestKind::Write
            && let Some(entry) = self.table.entry(request.id)
        {
            entry.outstanding += 1;
        }
        self.requests += 1;
        let number = self.requests << u16::BITS | u64::from(self.config.source);
        self.queue.offer(now + u64::from(self.config.hit_latency), Request { number, ..request });
        number
    }

    pub(super) fn write_line(&mut self, place: u32, bytes: u128) {
        let full = self.config.geometry.grain.full_sectors(bytes);
        self.tags.line(place).valid |= full;
        self.tags.write(place, bytes);
    }

    /// Forgets a line that memory behind is about to change, unless somebody still needs it.
    fn drop_stale(&mut self, base: u64) {
        if let Some(place) = self.tags.find(base)
            && self.tags.line(place).free()
        {
            self.tags.invalidate(place);
        }
    }
}

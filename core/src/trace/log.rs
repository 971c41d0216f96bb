//! The recorder: a [`Sink`] that keeps everything it is told, in columns, within a limit of bytes.
//!
//! States of units and issue slots are [`Track`]s, everything else is a [`Stream`] for each kind of event. A state that is
//! told again without a change leaves no trace, so a machine that skips idle cycles and one that ticks through them leave
//! the same log; [`Log::digest`] says so in one number.
//!
//! When the limit is passed details go, those first that only exports need: the lives of single instructions, then, if
//! that is not enough, single cycles (tracks become coarse, DRAM commands go). Counts and digest stay right.

use alloc::{string::String, vec, vec::Vec};

use super::{
    Causes, DramCommand, Event, Lookup, Part, Sink, Stage,
    stream::Stream,
    track::{State, Track},
};
use crate::{base::LaneMask, image::Digest};

/// Everything that was told.
#[derive(Clone, Debug)]
pub struct Log {
    causes: Causes,
    /// States of the units.
    pub units: Vec<Track>,
    /// Causes of the issue slots.
    pub slots: Vec<Track>,
    /// Unit, id, pc, stage.
    pub stages: Stream<4>,
    /// Unit, pc, requests, lanes, part.
    pub accesses: Stream<5>,
    /// Part, index, address, lookup.
    pub caches: Stream<4>,
    /// Channel, bank, command, row.
    pub dram: Stream<4>,
    /// Group, core, start.
    pub groups: Stream<3>,
    /// Fields of [`VectorCourse`](super::VectorCourse), as they stand there.
    pub vectors: Stream<10>,
    /// Bank, unit, busy, id.
    pub banks: Stream<4>,
    /// Core, vl, vlmax, pc.
    pub strips: Stream<4>,
    longest_vector: u64,
    longest_busy: u64,
    end: u64,
    digest: Digest,
    bytes: u64,
    /// Those of `bytes` that the lives of instructions take.
    life_bytes: u64,
    limit: u64,
    /// Since when the lives of instructions are not kept.
    lifeless_since: Option<u64>,
    /// Since when single cycles are not kept.
    coarse_since: Option<u64>,
}

impl Log {
    /// An empty log of a machine with these causes and so many units and issue slots, of at most `limit` bytes.
    pub fn new(causes: Causes, units: usize, slots: usize, limit: u64) -> Log {
        let track = Track::new(causes.count());
        Log {
            causes,
            units: vec![track.clone(); units],
            slots: vec![track; slots],
            stages: Stream::default(),
            accesses: Stream::default(),
            caches: Stream::default(),
            dram: Stream::default(),
            groups: Stream::default(),
            vectors: Stream::default(),
            banks: Stream::default(),
            strips: Stream::default(),
            longest_vector: 0,
            longest_busy: 0,
            end: 0,
            digest: Digest::default(),
            bytes: 0,
            life_bytes: 0,
            limit,
            lifeless_since: None,
            coarse_since: None,
        }
    }

    /// The machine's causes.
    pub fn causes(&self) -> &Causes {
        &self.causes
    }

    /// The log covers `0..cycle`: the last states hold until there.
    pub fn close(&mut self, cycle: u64) {
        self.end = self.end.max(cycle);
    }

    /// One past the last cycle that the log covers.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// A digest of every event and of the cycles it covers.
    pub fn digest(&self) -> u64 {
        let mut digest = self.digest;
        digest.word(self.end);
        digest.0
    }

    /// Are single cycles still there?
    pub fn is_fine(&self) -> bool {
        self.coarse_since.is_none()
    }

    /// Are the lives of single instructions still there?
    pub fn has_lives(&self) -> bool {
        self.lifeless_since.is_none()
    }

    /// Most cycles that a vector instruction takes from its first element group to its end.
    pub fn longest_vector(&self) -> u64 {
        self.longest_vector
    }

    /// Most cycles that a bank is busy with an access.
    pub fn longest_busy(&self) -> u64 {
        self.longest_busy
    }

    /// What a person should know about it.
    pub fn remark(&self) -> Option<String> {
        let (cycle, lost) = match (self.coarse_since, self.lifeless_since) {
            (Some(cycle), _) => (
                cycle,
                "counts are kept, but the timeline shows no single cycles and the run cannot be exported",
            ),
            (None, Some(cycle)) => (cycle, "the lives of single instructions cannot be exported (Kanata)"),
            (None, None) => return None,
        };
        Some(alloc::format!(
            "The recording passed limit `log_bytes` ({}) in cycle {cycle}: {lost}.",
            self.limit
        ))
    }

    fn note(&mut self, cycle: u64, bytes: usize, words: &[u64]) {
        self.digest.word(cycle);
        words.iter().for_each(|word| self.digest.word(*word));
        self.bytes += bytes as u64;
        if self.bytes > self.limit && self.coarse_since.is_none() {
            self.make_room(cycle);
        }
    }

    #[cold]
    fn make_room(&mut self, cycle: u64) {
        if self.lifeless_since.is_none() {
            self.lifeless_since = Some(cycle);
            self.stages.clear();
            self.accesses.clear();
            self.caches.clear();
            self.bytes -= self.life_bytes;
        }
        if self.bytes > self.limit {
            self.coarse_since = Some(cycle);
            self.units.iter_mut().chain(&mut self.slots).for_each(Track::coarsen);
            self.dram.clear();
            self.groups.clear();
            self.vectors.clear();
            self.banks.clear();
            self.strips.clear();
        }
    }

    /// An event in the life of an instruction.
    fn life<const N: usize>(
        &mut self,
        stream: fn(&mut Log) -> &mut Stream<N>,
        tag: u64,
        cycle: u64,
        fields: [u64; N],
    ) {
        let bytes = if self.has_lives() { stream(self).push(cycle, fields) } else { 0 };
        self.life_bytes += bytes as u64;
        self.digest.word(tag);
        self.note(cycle, bytes, &fields);
    }

    /// An event that is kept as long as single cycles are.
    fn fine<const N: usize>(
        &mut self,
        stream: fn(&mut Log) -> &mut Stream<N>,
        tag: u64,
        cycle: u64,
        fields: [u64; N],
    ) {
        let bytes = if self.is_fine() { stream(self).push(cycle, fields) } else { 0 };
        self.digest.word(tag);
        self.note(cycle, bytes, &fields);
    }
}

impl Sink for Log {
    const ON: bool = true;

    fn tell(&mut self, cycle: u64, event: Event) {
        match event {
            Event::Unit { unit, cause, pc, lanes } => {
                let state = State { cause, pc, lanes };
                let told = self.units.get_mut(unit as usize).and_then(|track| track.tell(cycle, state));
                if let Some(bytes) = told {
                    self.note(
                        cycle,
                        bytes,
                        &[u64::from(unit) << 8 | cause.index() as u64, pc.into(), lanes.0],
                    );
                }
            }
            Event::Slot { slot, cause } => {
                let state = State { cause, pc: u32::MAX, lanes: LaneMask::NONE };
                let told = self.slots.get_mut(slot as usize).and_then(|track| track.tell(cycle, state));
                if let Some(bytes) = told {
                    self.note(cycle, bytes, &[u64::from(slot) << 8 | 0x80 | cause.index() as u64]);
                }
            }
            Event::Stage { unit, id, pc, stage } => {
                self.life(|log| &mut log.stages, 1, cycle, [unit.into(), id, pc.into(), stage as u64]);
            }
            Event::Access { unit, pc, requests, lanes, part } => {
                let fields = [unit.into(), pc.into(), requests.into(), lanes.0, part as u64];
                self.life(|log| &mut log.accesses, 2, cycle, fields);
            }
            Event::Cache { part, index, address, lookup } => {
                self.life(
                    |log| &mut log.caches,
                    3,
                    cycle,
                    [part as u64, index.into(), address, lookup as u64],
                );
            }
            Event::Dram { channel, bank, command, row } => {
                let fields = [channel.into(), bank.into(), command as u64, row.into()];
                self.fine(|log| &mut log.dram, 4, cycle, fields);
            }
            Event::Group { group, core, start } => {
                self.fine(|log| &mut log.groups, 5, cycle, [group.into(), core.into(), start.into()]);
            }
            Event::Vector(course) => {
                self.longest_vector = self.longest_vector.max(course.life.into());
                let [a, b, c] = course.chained.map(u64::from);
                let [unit, pc, span, life, elements, convoy] =
                    [course.unit, course.pc, course.span, course.life, course.elements, course.convoy]
                        .map(u64::from);
                let fields = [unit, course.id, pc, span, life, elements, convoy, a, b, c];
                self.fine(|log| &mut log.vectors, 6, cycle, fields);
            }
            Event::Bank { bank, unit, busy, id } => {
                self.longest_busy = self.longest_busy.max(busy.into());
                self.fine(|log| &mut log.banks, 7, cycle, [bank.into(), unit.into(), busy.into(), id]);
            }
            Event::Strip { core, vl, vlmax, pc } => {
                let fields = [core.into(), vl.into(), vlmax.into(), pc.into()];
                self.fine(|log| &mut log.strips, 8, cycle, fields);
            }
        }
    }
}

/// Declares the way back from a number to a name.
macro_rules! from_number {
    ($($name:ident: $($variant:ident)+;)+) => {$(
        impl $name {
            /// The one with this number.
            pub fn from_number(number: u64) -> Option<$name> {
                [$($name::$variant),+].into_iter().find(|one| *one as u64 == number)
            }
        }
    )+};
}

from_number! {
    Stage: Fetch Decode Wait Issue Execute Memory Writeback Done;
    DramCommand: Activate Precharge Read Write Refresh;
    Part: L1 L2 Scratchpad Instruction;
    Lookup: Hit Miss Merged Refused;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Cause;

    fn unit(cause: Cause) -> Event {
        Event::Unit { unit: 0, cause, pc: 4, lanes: LaneMask(3) }
    }

    #[test]
    fn telling_a_state_again_changes_nothing() {
        let mut told_once = Log::new(Causes::SHARED, 1, 1, 1 << 20);
        let mut told_often = told_once.clone();
        told_once.tell(5, unit(Cause::MEMORY));
        (5..9).for_each(|cycle| told_often.tell(cycle, unit(Cause::MEMORY)));
        for log in [&mut told_once, &mut told_often] {
            log.tell(9, unit(Cause::ISSUED));
            log.tell(9, Event::Slot { slot: 0, cause: Cause::ISSUED });
            log.close(20);
        }
        assert_eq!(told_once.digest(), told_often.digest());
        told_often.tell(20, unit(Cause::MEMORY));
        assert_ne!(told_once.digest(), told_often.digest());
    }

    #[test]
    fn past_the_limit_the_digest_goes_on_and_the_details_go() {
        let (mut small, mut large) =
            (Log::new(Causes::SHARED, 1, 1, 500), Log::new(Causes::SHARED, 1, 1, 1 << 20));
        for log in [&mut small, &mut large] {
            for cycle in 0..1000 {
                log.tell(cycle, unit(if cycle % 2 == 0 { Cause::ISSUED } else { Cause::MEMORY }));
                log.tell(cycle, Event::Dram { channel: 0, bank: 1, command: DramCommand::Read, row: 2 });
            }
            log.close(1000);
        }
        assert!(!small.is_fine() && large.is_fine());
        assert!(small.remark().unwrap().contains("`log_bytes` (500)"));
        assert_eq!(small.digest(), large.digest());
        assert_eq!((small.dram.from(0).count(), large.dram.from(0).count()), (0, 1000));
        assert_eq!(small.units[0].cursor().sums(1000), large.units[0].cursor().sums(1000));
    }

    #[test]
    fn the_lives_of_instructions_go_first() {
        let mut log = Log::new(Causes::SHARED, 1, 0, 3000);
        for cycle in 0..1000 {
            log.tell(cycle, Event::Stage { unit: 0, id: cycle, pc: 1, stage: Stage::Fetch });
        }
        assert!(!log.has_lives() && log.is_fine());
        assert!(log.remark().unwrap().contains("Kanata"));
        assert_eq!((log.stages.from(0).count(), log.bytes), (0, 0));
        log.tell(1000, unit(Cause::ISSUED));
        log.close(1001);
        assert_eq!(log.units[0].cursor().state(1000).cause, Cause::ISSUED);
    }

    #[test]
    fn events_for_units_that_do_not_exist_are_ignored() {
        let mut log = Log::new(Causes::SHARED, 0, 0, 100);
        log.tell(0, unit(Cause::ISSUED));
        assert_eq!(log.bytes, 0);
    }
}

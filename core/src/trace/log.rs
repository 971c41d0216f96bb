//! The recorder: a [`Sink`] that keeps everything it is told, in columns, within a limit of bytes.
//!
//! States of units and issue slots are [`Track`]s, everything else is a [`Stream`] for each row of the tables of events. A state that is
//! told again without a change leaves no trace, so a machine that skips idle cycles and one that ticks through them leave
//! the same log; [`Log::digest`] says so in one number.
//!
//! When the limit is passed details go, those first that only exports need: the lives of single instructions, then, if
//! that is not enough, single cycles (tracks become coarse, DRAM commands go). Counts and digest stay right.

use alloc::{string::String, vec, vec::Vec};

use super::{
    Causes, DramCommand, Event, Kind, LaneKey, Lookup, Part, SHARED, Sink, Stage, Station,
    event::{EventRow, Level, Own, Record},
    lanes::LaneSets,
    stream::Stream,
    track::{State, Track},
};
use crate::{
    base::{LaneMask, Lanes},
    image::Digest,
};

/// Everything that was told.
#[derive(Clone, Debug)]
pub struct Log {
    causes: Causes,
    /// States of the units.
    pub units: Vec<Track>,
    /// Causes of the issue slots.
    pub slots: Vec<Track>,
    /// What each stream holds: the shared rows, then the machine's own.
    rows: Vec<EventRow>,
    streams: Vec<Stream>,
    /// For each stream the most cycles that an event of it lasts.
    longest: Vec<u64>,
    /// Sets of lanes by their numbers; absent while events hold their bits.
    sets: Option<LaneSets>,
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
    /// An empty log of a machine with these causes and events of its own, so many units and issue slots, of at most
    /// `limit` bytes.
    pub fn new(causes: Causes, own: &[EventRow], units: usize, slots: usize, limit: u64) -> Log {
        let track = Track::new(causes.count());
        let rows: Vec<EventRow> = SHARED.iter().chain(own).copied().collect();
        Log {
            causes,
            units: vec![track.clone(); units],
            slots: vec![track; slots],
            streams: rows.iter().map(|row| Stream::new(row.fields.len())).collect(),
            longest: vec![0; rows.len()],
            rows,
            sets: None,
            end: 0,
            digest: Digest::default(),
            bytes: 0,
            life_bytes: 0,
            limit,
            lifeless_since: None,
            coarse_since: None,
        }
    }

    /// The same log of a machine that has units of more than 64 lanes.
    #[must_use]
    pub fn with_wide_units(self) -> Log {
        Log { sets: Some(LaneSets::default()), ..self }
    }

    /// The set of lanes that an event or a state names.
    pub fn lanes_of(&self, key: LaneKey) -> Lanes {
        self.sets.as_ref().map_or_else(|| LaneMask(key.0).into(), |sets| sets.get(key))
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

    /// Are the events of this level of detail still there?
    pub fn keeps(&self, level: Level) -> bool {
        match level {
            Level::Life => self.has_lives(),
            Level::Fine => self.is_fine(),
        }
    }

    /// Are the lives of single instructions still there?
    pub fn has_lives(&self) -> bool {
        self.lifeless_since.is_none()
    }

    /// What the streams hold: the shared rows, then the machine's own.
    pub fn rows(&self) -> &[EventRow] {
        &self.rows
    }

    /// A stream by the place of its row.
    pub fn stream(&self, place: usize) -> Option<&Stream> {
        self.streams.get(place)
    }

    /// The shared events of a kind from a cycle on.
    pub fn events(&self, kind: Kind, from: u64) -> impl Iterator<Item = (u64, Event)> + '_ {
        let kept = self.streams[kind as usize].from(from);
        kept.filter_map(move |kept| Some((kept.cycle, kind.event(&kept.words)?)))
    }

    /// The machine's own events of a kind from a cycle on; none if the machine has no such kind.
    pub fn own<R: Record>(&self, from: u64) -> impl Iterator<Item = (u64, R)> + '_ {
        let kept =
            self.streams.get(SHARED.len() + R::NUMBER).into_iter().flat_map(move |stream| stream.from(from));
        kept.filter_map(|kept| Some((kept.cycle, R::of_words(&kept.words)?)))
    }

    /// The most cycles that one of the machine's own events of a kind lasts.
    pub fn longest<R: Record>(&self) -> u64 {
        self.longest.get(SHARED.len() + R::NUMBER).copied().unwrap_or(0)
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
            self.clear(Level::Life);
            self.bytes -= self.life_bytes;
        }
        if self.bytes > self.limit {
            self.coarse_since = Some(cycle);
            self.units.iter_mut().chain(&mut self.slots).for_each(Track::coarsen);
            self.clear(Level::Fine);
        }
    }

    fn clear(&mut self, level: Level) {
        let streams = self.streams.iter_mut().zip(&self.rows).filter(|(_, row)| row.level == level);
        streams.for_each(|(stream, _)| stream.clear());
    }

    /// Keeps an event of a stream, unless its level of detail is given up.
    #[inline]
    pub(super) fn keep(&mut self, place: usize, cycle: u64, words: &[u64]) {
        let EventRow { level, lasts, .. } = self.rows[place];
        let bytes = if self.keeps(level) { self.streams[place].push(cycle, words) } else { 0 };
        if level == Level::Life {
            self.life_bytes += bytes as u64;
        }
        if let Some(lasts) = lasts {
            self.longest[place] = self.longest[place].max(words[lasts]);
        }
        self.digest.word(place as u64 + 1);
        self.note(cycle, bytes, words);
    }

    /// Keeps an event that only this machine has.
    pub(super) fn keep_own(&mut self, cycle: u64, own: Own) {
        let place = SHARED.len() + own.number();
        if let Some(row) = self.rows.get(place) {
            let words = own.words(row);
            self.keep(place, cycle, &words[..row.fields.len()]);
        }
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
                    let head = [u64::from(unit) << 8 | cause.index() as u64, pc.into()];
                    if self.sets.is_none() {
                        self.note(cycle, bytes, &[head[0], head[1], lanes.0]);
                    } else {
                        // The number says when the set was told first; the digest is of the set.
                        let set = self.lanes_of(lanes);
                        self.note(cycle, bytes, &head);
                        set.words().iter().for_each(|word| self.digest.word(*word));
                    }
                }
            }
            Event::Slot { slot, cause } => {
                let state = State { cause, pc: u32::MAX, lanes: LaneKey::NONE };
                let told = self.slots.get_mut(slot as usize).and_then(|track| track.tell(cycle, state));
                if let Some(bytes) = told {
                    self.note(cycle, bytes, &[u64::from(slot) << 8 | 0x80 | cause.index() as u64]);
                }
            }
            other => self.record(cycle, other),
        }
    }

    fn lanes(&mut self, set: &Lanes) -> LaneKey {
        let Some(sets) = &mut self.sets else {
            return LaneKey(set.words().first().copied().unwrap_or(0));
        };
        let (key, bytes) = sets.number(set);
        self.bytes += bytes as u64;
        key
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
    Station: FirstLevel Network SecondLevel Channel Sender;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Cause;

    fn unit(cause: Cause) -> Event {
        Event::Unit { unit: 0, cause, pc: 4, lanes: LaneMask(3).into() }
    }

    #[test]
    fn telling_a_state_again_changes_nothing() {
        let mut told_once = Log::new(Causes::SHARED, &[], 1, 1, 1 << 20);
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
            (Log::new(Causes::SHARED, &[], 1, 1, 500), Log::new(Causes::SHARED, &[], 1, 1, 1 << 20));
        for log in [&mut small, &mut large] {
            for cycle in 0..1000 {
                log.tell(cycle, unit(if cycle % 2 == 0 { Cause::ISSUED } else { Cause::MEMORY }));
                log.tell(
                    cycle,
                    Event::Dram {
                        channel: 0,
                        bank: 1,
                        command: DramCommand::Read,
                        row: 2,
                        request: 0,
                        time: 0,
                    },
                );
            }
            log.close(1000);
        }
        assert!(!small.is_fine() && large.is_fine());
        assert!(small.remark().unwrap().contains("`log_bytes` (500)"));
        assert_eq!(small.digest(), large.digest());
        assert_eq!((small.events(Kind::Dram, 0).count(), large.events(Kind::Dram, 0).count()), (0, 1000));
        assert_eq!(small.units[0].cursor().sums(1000), large.units[0].cursor().sums(1000));
    }

    #[test]
    fn the_lives_of_instructions_go_first() {
        let mut log = Log::new(Causes::SHARED, &[], 1, 0, 3000);
        for cycle in 0..1000 {
            log.tell(cycle, Event::Stage { unit: 0, id: cycle, pc: 1, stage: Stage::Fetch });
        }
        assert!(!log.has_lives() && log.is_fine());
        assert!(log.remark().unwrap().contains("Kanata"));
        assert_eq!((log.events(Kind::Stage, 0).count(), log.bytes), (0, 0));
        log.tell(1000, unit(Cause::ISSUED));
        log.close(1001);
        assert_eq!(log.units[0].cursor().state(1000).cause, Cause::ISSUED);
    }

    #[test]
    fn events_for_units_that_do_not_exist_are_ignored() {
        let mut log = Log::new(Causes::SHARED, &[], 0, 0, 100);
        log.tell(0, unit(Cause::ISSUED));
        assert_eq!(log.bytes, 0);
    }
}

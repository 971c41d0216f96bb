//! The recorder: a [`Sink`] that keeps everything it is told of a part of a run, in columns.
//!
//! States of units and issue slots are [`Track`]s, everything else is a [`Stream`] for each row of the tables of events. A
//! log of the whole run begins with [`Log::new`], one of a later part with [`Log::from`], which takes what holds where it
//! begins.
//!
//! A log has no limit of its own: who records into it looks at [`Log::bytes`] and stops.

use alloc::{vec, vec::Vec};
use core::ops::Range;

use super::{
    Causes, DramCommand, Event, LaneKey, LaneSets, Lookup, SHARED, SharedEvent, Sink,
    event::{EventRow, MOST_FIELDS, Record},
    stream::Stream,
    track::{State, Told, Track},
};
use crate::base::Lanes;

/// A standing event that holds at some cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The place of its row.
    pub place: usize,
    /// How many of its kind with the same first field came before it.
    pub number: u64,
    /// Since when it holds.
    pub cycle: u64,
    /// Its fields, then zeros.
    pub words: [u64; MOST_FIELDS],
}

/// What holds at a cycle: all that a log which begins there needs to know of the cycles before.
#[derive(Clone, Debug)]
pub struct Start {
    /// The cycle.
    pub cycle: u64,
    /// What has been told of each unit.
    pub units: Vec<Told>,
    /// What has been told of each issue slot.
    pub slots: Vec<Told>,
    /// The standing events.
    pub standing: Vec<Standing>,
    /// The sets of lanes that these name by keys.
    pub sets: LaneSets,
}

impl Start {
    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        (self.units.len() + self.slots.len()) * size_of::<Told>()
            + self.standing.len() * size_of::<Standing>()
            + self.sets.bytes()
    }
}

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
    standing: Vec<Standing>,
    /// The sets of lanes that events name by keys.
    sets: LaneSets,
    /// The tracks that it keeps: units, then slots.
    tracks: Range<usize>,
    /// Does it keep what is no state?
    events: bool,
    begin: u64,
    end: u64,
    bytes: u64,
}

impl Log {
    /// An empty log of a machine with these causes and events of its own, so many units and issue slots.
    pub fn new(causes: Causes, own: &[EventRow], units: usize, slots: usize) -> Log {
        let track = Track::new(causes.count());
        let rows: Vec<EventRow> = SHARED.iter().chain(own).copied().collect();
        Log {
            causes,
            units: vec![track.clone(); units],
            slots: vec![track; slots],
            streams: rows.iter().map(|row| Stream::new(row.fields.len())).collect(),
            longest: vec![0; rows.len()],
            rows,
            standing: Vec::new(),
            sets: LaneSets::default(),
            tracks: 0..units + slots,
            events: true,
            begin: 0,
            end: 0,
            bytes: 0,
        }
    }

    /// An empty log that begins later.
    pub fn from(causes: Causes, own: &[EventRow], start: Start) -> Log {
        let Start { cycle, units, slots, standing, sets } = start;
        let count = causes.count();
        let tracks = |told: &[Told]| told.iter().map(|told| Track::from(count, cycle, *told)).collect();
        Log {
            units: tracks(&units),
            slots: tracks(&slots),
            standing,
            bytes: sets.bytes() as u64,
            sets,
            begin: cycle,
            end: cycle,
            ..Log::new(causes, own, units.len(), slots.len())
        }
    }

    /// The same log, but it keeps these tracks only (units, then slots), and no events.
    #[must_use]
    pub fn of_tracks(self, tracks: Range<usize>) -> Log {
        Log { tracks, events: false, ..self }
    }

    /// The same log, but it keeps no tracks.
    #[must_use]
    pub fn of_events(self) -> Log {
        Log { tracks: 0..0, ..self }
    }

    /// The tracks that it keeps: units, then slots.
    pub fn tracks(&self) -> Range<usize> {
        self.tracks.clone()
    }

    /// Drops the second half of its tracks, if it has more than one.
    pub fn halve(&mut self) {
        let Range { start, end } = self.tracks;
        self.tracks.end = end - (end - start) / 2;
        let empty = Track::new(self.causes.count());
        for (at, track) in self.units.iter_mut().chain(&mut self.slots).enumerate() {
            if !self.tracks.contains(&at) {
                *track = empty.clone();
            }
        }
        let tracks: u64 = self.units.iter().chain(&self.slots).map(Track::bytes).sum();
        self.bytes = tracks + self.sets.bytes() as u64;
    }

    /// The machine's causes.
    pub fn causes(&self) -> &Causes {
        &self.causes
    }

    /// The set of lanes that an event of this log names.
    pub fn lanes_of(&self, key: LaneKey) -> Lanes {
        self.sets.lanes(key)
    }

    /// The log covers the cycles up to this one: the last states hold until there.
    pub fn close(&mut self, cycle: u64) {
        self.end = self.end.max(cycle);
    }

    /// The first cycle that the log covers.
    pub fn begin(&self) -> u64 {
        self.begin
    }

    /// One past the last cycle that the log covers.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Bytes that are packed in it.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Bytes that it takes, with those for each unit and slot.
    pub fn all_bytes(&self) -> u64 {
        let tracks = (self.units.len() + self.slots.len()) * size_of::<Track>();
        self.bytes + tracks as u64
    }

    /// Frees spare capacity, when nothing more will be told.
    pub fn shrink(&mut self) {
        self.units.iter_mut().chain(&mut self.slots).for_each(Track::shrink);
        self.streams.iter_mut().for_each(Stream::shrink);
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
    pub fn events(&self, kind: SharedEvent, from: u64) -> impl Iterator<Item = (u64, Event)> + '_ {
        let kept = self.streams[kind as usize].from(from);
        kept.filter_map(move |kept| Some((kept.cycle, kind.event(&kept.words)?)))
    }

    /// The machine's own events of a kind from a cycle on; none if the machine has no such kind.
    pub fn own<R: Record>(&self, from: u64) -> impl Iterator<Item = (u64, R)> + '_ {
        let kept =
            self.streams.get(SHARED.len() + R::NUMBER).into_iter().flat_map(move |stream| stream.from(from));
        kept.filter_map(|kept| Some((kept.cycle, R::of_words(&kept.words)?)))
    }

    /// The machine's own standing events of a kind that hold where the log begins: the number of each, since when it holds,
    /// and what it is.
    pub fn standing<R: Record>(&self) -> impl Iterator<Item = (u64, u64, R)> + '_ {
        let of_kind = self.standing.iter().filter(|one| one.place == SHARED.len() + R::NUMBER);
        of_kind.filter_map(|one| Some((one.number, one.cycle, R::of_words(&one.words)?)))
    }

    /// Every standing event that holds where the log begins.
    pub fn standing_at_begin(&self) -> &[Standing] {
        &self.standing
    }

    /// The most cycles that one of the machine's own events of a kind lasts.
    pub fn longest<R: Record>(&self) -> u64 {
        self.longest.get(SHARED.len() + R::NUMBER).copied().unwrap_or(0)
    }
}

impl Sink for Log {
    const ON: bool = true;

    fn hears(&self, units: Range<usize>, slots: Range<usize>) -> bool {
        let meets = |range: Range<usize>| range.start < self.tracks.end && self.tracks.start < range.end;
        let slots = self.units.len() + slots.start..self.units.len() + slots.end;
        self.events || meets(units) || meets(slots)
    }

    fn lanes(&mut self, lanes: &Lanes) -> LaneKey {
        let before = self.sets.len();
        let key = self.sets.key(lanes);
        if self.sets.len() > before {
            self.bytes += LaneSets::bytes_of(lanes) as u64;
        }
        key
    }

    fn tell(&mut self, cycle: u64, event: Event) {
        let Log { units, slots, rows, streams, longest, tracks, events, bytes, .. } = self;
        match event {
            Event::Unit { unit, cause, pc, lanes } => {
                let at = unit as usize;
                if let Some(track) = units.get_mut(at).filter(|_| tracks.contains(&at)) {
                    let state = State { cause, pc, lanes };
                    *bytes += track.tell(cycle, state).unwrap_or(0) as u64;
                }
            }
            Event::Slot { slot, cause } => {
                let at = units.len() + slot as usize;
                if let Some(track) = slots.get_mut(slot as usize).filter(|_| tracks.contains(&at)) {
                    let state = State { cause, pc: u32::MAX, lanes: LaneKey::NONE };
                    *bytes += track.tell(cycle, state).unwrap_or(0) as u64;
                }
            }
            // Most events are of this kind: with the number of its fields known, it is packed without a loop.
            Event::Stage { unit, id, pc, stage } if *events => {
                let words = [unit.into(), id, pc.into(), stage.number()];
                *bytes += streams[SharedEvent::Stage as usize].push(cycle, &words) as u64;
            }
            other if *events => other.fields(rows, |place, words| {
                *bytes += streams[place].push(cycle, words) as u64;
                if let Some(lasts) = rows[place].lasts {
                    longest[place] = longest[place].max(words[lasts]);
                }
            }),
            _ => {}
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
    DramCommand: Activate Precharge Read Write Refresh;
    Lookup: Hit Miss Merged Refused;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Cause;

    fn unit(unit: u32, cause: Cause) -> Event {
        Event::Unit { unit, cause, pc: 4, lanes: LaneKey(3) }
    }

    fn alternating(log: &mut Log, cycles: Range<u64>) {
        for cycle in cycles {
            let cause = if cycle % 2 == 0 { Cause::ISSUED } else { Cause::MEMORY };
            (0..4).for_each(|at| log.tell(cycle, unit(at, cause)));
            log.tell(cycle, Event::Slot { slot: 0, cause });
            log.tell(
                cycle,
                Event::Dram { channel: 0, bank: 1, command: DramCommand::Read, row: 2, request: 0, time: 0 },
            );
        }
    }

    #[test]
    fn events_for_units_that_do_not_exist_are_ignored() {
        let mut log = Log::new(Causes::SHARED, &[], 0, 0);
        log.tell(0, unit(0, Cause::ISSUED));
        log.tell(5, unit(0, Cause::MEMORY));
        assert_eq!(log.bytes(), 0);
    }

    #[test]
    fn a_log_of_some_tracks_keeps_those_and_no_events() {
        let new = || Log::new(Causes::SHARED, &[], 4, 1);
        let (mut whole, mut some, mut events) = (new(), new().of_tracks(1..5), new().of_events());
        for log in [&mut whole, &mut some, &mut events] {
            alternating(log, 0..1000);
            log.close(1000);
        }
        let runs = |track: &Track| track.runs(0, 1000).collect::<Vec<_>>();
        assert_eq!((runs(&some.units[0]).len(), some.events(SharedEvent::Dram, 0).count()), (1, 0));
        assert!(some.units[1..].iter().zip(&whole.units[1..]).all(|(some, all)| runs(some) == runs(all)));
        assert_eq!(events.events(SharedEvent::Dram, 0).count(), 1000);
        assert_eq!(runs(&events.units[3]).len(), 1);
        let before = some.bytes();
        some.halve();
        assert_eq!(some.tracks(), 1..3);
        assert!(some.bytes() < before && runs(&some.slots[0]).len() == 1);
        assert_eq!(runs(&some.units[2]), runs(&whole.units[2]));
        (0..3).for_each(|_| some.halve());
        assert_eq!(some.tracks(), 1..2, "one is always left");
    }

    #[test]
    fn a_log_that_begins_later_goes_on_from_what_was_told() {
        let told = Told {
            state: State { cause: Cause::MEMORY, pc: 4, lanes: LaneKey(3) },
            issued: Some(LaneKey(3)),
        };
        let start = Start {
            cycle: 100,
            units: [told; 4].into(),
            slots: [told].into(),
            standing: Vec::new(),
            sets: LaneSets::default(),
        };
        let mut log = Log::from(Causes::SHARED, &[], start);
        log.close(101);
        assert_eq!((log.begin(), log.end()), (100, 101));
        assert_eq!(log.units[2].cursor().state(100), told.state);
        alternating(&mut log, 101..105);
        log.close(105);
        let causes: Vec<Cause> = (99..105).map(|at| log.units[0].cursor().state(at).cause).collect();
        let (m, i) = (Cause::MEMORY, Cause::ISSUED);
        assert_eq!(causes, [m, m, m, i, m, i]);
    }
}

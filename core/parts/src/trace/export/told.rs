//! Events of tables on tracks, for the formats that show slices and instants in time.
//!
//! An event that lasts, and one that holds until the next of its kind, is a slice; every other one is an instant. Slices of a
//! kind with the same first field (a unit, a bank, a core) share a track; where two would overlap, the later one goes to
//! another track of the same name, so that the slices of a track follow each other.
//!
//! Here are the kinds that a machine declares, work-groups, DRAM commands, and moves of queues. The other shared kinds (stages, accesses,
//! lookups, requests) are so frequent that they would bury the rest: `--events` writes any one of them, Kanata the stages.

use alloc::{collections::BTreeMap, format, string::String, vec::Vec};

use super::Subject;
use crate::{
    base::Lanes,
    trace::{
        LaneKey, Log, SHARED, SharedEvent, Sites,
        event::{EventRow, Level},
        stream::Kept,
    },
};

/// Most tracks of a file. What finds no room is an instant on the track of its kind.
const TRACKS: usize = 4096;

/// What a file is made of.
pub enum Item<'a> {
    /// A track is there from now on: its number, counted from 0, and its name.
    Track(usize, String),
    /// An event.
    Event(Told<'a>),
}

/// An event on its track.
pub struct Told<'a> {
    /// Number of the track.
    pub track: usize,
    /// What happened.
    pub row: &'a EventRow,
    /// The machine's places, which its fields name.
    sites: Sites,
    /// The cycle.
    pub from: u64,
    /// One past its last cycle, if it is a slice.
    pub to: Option<u64>,
    words: &'a [u64],
    lanes: &'a [Lanes],
}

impl Told<'_> {
    /// Its fields: names, and what they say.
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, Value)> {
        let mut lanes = self.lanes.iter();
        self.row.fields.iter().zip(self.words).map(move |(field, word)| {
            if let Some(set) = field.lanes.then(|| lanes.next()).flatten() {
                return (field.name, Value::Text(format!("{set:#x}")));
            }
            let mut text = String::new();
            // Writing into memory cannot fail.
            let _ = (field.show)(*word, self.sites, &mut text);
            let number = text.parse().ok();
            (field.name, number.map_or(Value::Text(text), Value::Number))
        })
    }

    /// The instruction that it is of, if it says so.
    pub fn pc(&self) -> Option<u64> {
        let at = self.row.fields.iter().position(|field| field.name == "pc")?;
        self.words.get(at).copied()
    }
}

/// What a field says.
pub enum Value {
    /// A number.
    Number(u64),
    /// A name, or a set of lanes.
    Text(String),
}

/// The kind of an event and its first field; the field is missing where the kind has one track.
type Key = (usize, Option<u64>);

/// What takes the items of a file, and says whether it wants more.
type Take<'a> = &'a mut dyn FnMut(Item) -> bool;

/// The tracks of a file until now.
#[derive(Debug, Default)]
pub struct Tracks {
    /// The machine's places.
    sites: Sites,
    /// The tracks of a key: their numbers, and until when they are taken.
    lasting: BTreeMap<Key, Vec<(usize, u64)>>,
    /// What holds until the next event with the same key.
    holds: BTreeMap<Key, (Kept, Vec<Lanes>)>,
    count: usize,
}

impl Tracks {
    /// Hands over every event of a log that is of a kind that is shown, but for `without`, and the tracks that are new, until
    /// `take` says `false`. The logs of a run come in the order of time. What stands where the file begins, stands from there on.
    pub fn tell(&mut self, run: &Subject, without: Option<SharedEvent>, log: &Log, take: Take) {
        self.sites = run.sites;
        // What began later is told.
        for one in log.standing_at_begin().iter().filter(|one| one.cycle < run.begin) {
            if let Some(row) = run.rows.get(one.place) {
                let kept = Kept { cycle: one.cycle, words: one.words };
                self.event((one.place, row), kept, (log, run), take);
            }
        }
        let shared = [SharedEvent::Group, SharedEvent::Dram, SharedEvent::Queue].map(|kind| kind as usize);
        for (place, row) in run.rows.iter().enumerate() {
            let shown = place >= SHARED.len() || shared.contains(&place);
            if !shown || without.is_some_and(|kind| kind as usize == place) {
                continue;
            }
            let mut kept = log.stream(place).into_iter().flat_map(|stream| stream.from(0));
            if !kept.all(|kept| self.event((place, row), kept, (log, run), take)) {
                return;
            }
        }
    }

    /// Takes an event. Says whether more is wanted.
    fn event(
        &mut self,
        (place, row): (usize, &EventRow),
        mut kept: Kept,
        (log, run): (&Log, &Subject),
        take: Take,
    ) -> bool {
        let is_before = kept.cycle < run.begin;
        if kept.cycle >= run.until || (is_before && row.level != Level::Standing) {
            return true;
        }
        kept.cycle = kept.cycle.max(run.begin);
        let sets = row.fields.iter().zip(kept.words).filter(|(field, _)| field.lanes);
        let lanes: Vec<Lanes> = sets.map(|(_, word)| log.lanes_of(LaneKey(word))).collect();
        let first = row.fields.first().map(|_| kept.words[0]);
        match (row.level, row.lasts) {
            (Level::Standing, _) => {
                let to = kept.cycle;
                let before = self.holds.insert((place, first), (kept, lanes));
                // What ended before the file begins is not in it.
                before.filter(|_| !is_before).is_none_or(|(before, lanes)| {
                    self.show(row, (place, first), (before, &lanes), Some(to), take)
                })
            }
            (Level::Passing, Some(lasts)) => {
                let to = kept.cycle.saturating_add(kept.words[lasts]);
                self.show(row, (place, first), (kept, &lanes), Some(to), take)
            }
            (Level::Passing, None) => self.show(row, (place, None), (kept, &lanes), None, take),
        }
    }

    /// What holds at the end of the run has lasted until then.
    pub fn end(&mut self, run: &Subject, take: Take) {
        for (key, (kept, lanes)) in core::mem::take(&mut self.holds) {
            let to = run.end.max(kept.cycle);
            let Some(row) = run.rows.get(key.0) else { continue };
            if !self.show(row, key, (kept, &lanes), Some(to), take) {
                return;
            }
        }
    }

    fn show(
        &mut self,
        row: &EventRow,
        key: Key,
        (kept, lanes): (Kept, &[Lanes]),
        to: Option<u64>,
        take: Take,
    ) -> bool {
        // What is over at once is no slice.
        let to = to.filter(|to| *to > kept.cycle);
        let (track, to) = match self.track(row, key, kept.cycle, to, take) {
            Some(track) => (track, to),
            None => match self.track(row, (key.0, None), kept.cycle, None, take) {
                Some(track) => (track, None),
                None => return false,
            },
        };
        let words = &kept.words[..row.fields.len()];
        take(Item::Event(Told { track, row, sites: self.sites, from: kept.cycle, to, words, lanes }))
    }

    /// The first track of a key that is free from a cycle on, which is taken until `to`. `None` if there is no room for one
    /// that is new, or nothing more is wanted. The track of a kind has room always.
    fn track(&mut self, row: &EventRow, key: Key, from: u64, to: Option<u64>, take: Take) -> Option<usize> {
        let known = self.lasting.entry(key).or_default();
        if let Some((track, until)) = known.iter_mut().find(|(_, until)| *until <= from) {
            *until = to.unwrap_or(*until);
            return Some(*track);
        }
        if self.count >= TRACKS && key.1.is_some() {
            return None;
        }
        let track = self.count;
        self.count += 1;
        known.push((track, to.unwrap_or(0)));
        let name = match (row.fields.first(), key.1) {
            (Some(field), Some(first)) => {
                let mut text = format!("{}: {} ", row.id, field.name);
                // Writing into memory cannot fail.
                let _ = (field.show)(first, self.sites, &mut text);
                text
            }
            _ => row.id.into(),
        };
        take(Item::Track(track, name)).then_some(track)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::{Causes, Log, Sink, event::Record, export::tests::subject};

    /// Hands over all that a log has.
    fn each(log: &Log, take: Take) {
        let (run, mut tracks) = (subject(log), Tracks::default());
        tracks.tell(&run, None, log, take);
        tracks.end(&run, take);
    }

    crate::events! {
        /// A lock gate is shut for boats.
        Lock = "locks", Passing, lasts shut {
            /// The gate.
            gate: u16 = "",
            /// How long.
            shut: u32 = "cycles",
        }
        /// The light shows another colour.
        Light = "lights", Standing {
            /// The light.
            light: u16 = "",
            /// Is it green?
            green: bool = "",
        }
        /// A boat sinks at an instruction.
        Wreck = "wrecks", Passing {
            /// The instruction.
            pc: u32 = "",
        }
    }

    /// Names of the tracks, and track, kind, first and last cycle of the events.
    type Seen = (Vec<String>, Vec<(usize, &'static str, u64, Option<u64>)>);

    fn seen(log: &Log) -> Seen {
        let (mut tracks, mut events) = (Vec::new(), Vec::new());
        each(log, &mut |item| {
            match item {
                Item::Track(number, name) => {
                    assert_eq!(number, tracks.len());
                    tracks.push(name);
                }
                Item::Event(told) => events.push((told.track, told.row.id, told.from, told.to)),
            }
            true
        });
        (tracks, events)
    }

    #[test]
    fn slices_that_overlap_are_on_two_tracks_of_one_name() {
        let mut log = Log::new(Causes::SHARED, EVENTS, 0, 0);
        for (cycle, gate, shut) in [(1, 7, 4), (3, 7, 4), (5, 7, 2), (6, 9, 1), (8, 9, 0)] {
            log.tell(cycle, Lock { gate, shut }.event());
        }
        let (tracks, events) = seen(&log);
        assert_eq!(tracks, ["locks: gate 7", "locks: gate 7", "locks: gate 9"]);
        let lock = |track, from, to| (track, "locks", from, to);
        let expected = [lock(0, 1, Some(5)), lock(1, 3, Some(7)), lock(0, 5, Some(7)), lock(2, 6, Some(7))];
        assert_eq!(events[..4], expected);
        // What lasts for no cycle is an instant.
        assert_eq!(events[4], lock(2, 8, None));
    }

    #[test]
    fn what_holds_lasts_until_the_next_of_its_kind_or_the_end() {
        let mut log = Log::new(Causes::SHARED, EVENTS, 0, 0);
        for (cycle, light) in [(2, 0), (4, 1), (9, 0)] {
            log.tell(cycle, Light { light, green: cycle == 2 }.event());
        }
        log.close(20);
        let (tracks, events) = seen(&log);
        assert_eq!(tracks, ["lights: light 0", "lights: light 1"]);
        let light = |track, from, to| (track, "lights", from, Some(to));
        assert_eq!(events, [light(0, 2, 9), light(0, 9, 20), light(1, 4, 20)]);
    }

    #[test]
    fn an_event_of_an_instruction_says_which() {
        let mut log = Log::new(Causes::SHARED, EVENTS, 0, 0);
        log.tell(3, Wreck { pc: 12 }.event());
        let mut pcs = Vec::new();
        each(&log, &mut |item| {
            if let Item::Event(told) = item {
                pcs.push((told.pc(), told.fields().map(|(name, _)| name).collect::<Vec<_>>()));
            }
            true
        });
        assert_eq!(pcs, [(Some(12), Vec::from(["pc"]))]);
    }

    #[test]
    fn tracks_have_a_limit_and_no_event_is_lost() {
        let mut log = Log::new(Causes::SHARED, EVENTS, 0, 0);
        let many = TRACKS as u64 + 10;
        for gate in 0..many {
            log.tell(5, Lock { gate: gate as u16, shut: 3 }.event());
        }
        let (tracks, events) = seen(&log);
        assert_eq!((tracks.len(), events.len() as u64), (TRACKS + 1, many));
        assert_eq!((tracks[TRACKS].as_str(), events[TRACKS]), ("locks", (TRACKS, "locks", 5, None)));
    }
}

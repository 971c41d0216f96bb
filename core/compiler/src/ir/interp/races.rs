//! Races: two work-items touch the same byte, at least one of them with a plain write, and nothing orders them.
//!
//! Two work-items of one group are ordered by a barrier between them; so their accesses race if both lie in one
//! *interval*, the time between two barriers. Work-items of different groups are never ordered, and share only global
//! memory. Atomics do not race with each other, and no access races with one that it follows in its own work-item.
//! A write that leaves a byte as it is does not race with the write before.
//!
//! For each byte that is touched there is one record of who touched it. Groups run one after another, so it is enough
//! to keep the last plain writer, a reader of an earlier group, and two readers of the interval: whatever comes
//! next races with one of these if it races with anything. The first race is kept, and then nothing more is recorded.
//!
//! An access is *guarded* if the result of an atomic decides that it happens (see the module `influence`): two guarded
//! accesses are taken to be ordered by the atomics. So a lock is no race, whether or not it locks what it should.
//!
//! A plain read that nothing orders with an atomic of another work-item is no race of this kind: kernels look at a word like
//! that and do not mind. It is a *meeting*, kept apart from races. Before the first one all who share a byte in an interval do
//! the same (or it is one work-item alone), so that a record need only know of each whether it read, changed, or both.
//!
//! The lanes of a warp are ordered by `lane.sync`, too, whatever its mask: two of them are apart only between two of these.
//! What has been noted of a byte does not grow by that: of three readers of an interval one is lost, and with it perhaps
//! a race of a warp with itself.
//!
//! Absent: all other order that work-items make by atomics and fences, which is taken for none.

use alloc::{
    boxed::Box,
    collections::{BTreeMap, btree_map::Entry},
    vec,
    vec::Vec,
};

use crate::ir::Space;

/// Bytes that have their records together.
const PAGE: u64 = 256;

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// It reads.
    Read,
    /// It writes.
    Write,
    /// It reads and writes as one.
    Atomic,
}

/// Two accesses of different work-items that nothing orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Race {
    /// Global or local memory.
    pub space: Space,
    /// The first byte that both touch.
    pub address: u64,
    /// The work-item that came first here, its group, and what it did. (A read may have been an atomic's.)
    pub first: (Item, Touch),
    /// The one that came second.
    pub second: (Item, Touch),
}

/// A work-item, by linear numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// The number of its group.
    pub group: u32,
    /// Its number in the group.
    pub number: u32,
}

/// Who touched a byte, and in which interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    item: Item,
    interval: u32,
    /// Its warp in the group, and how often the lanes of that have met.
    warp: (u32, u32),
    touch: Touch,
    shares: Shares,
}

/// How a byte has been shared: by plain reads, by atomics, or both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Shares {
    read: bool,
    atomic: bool,
}

impl Shares {
    fn of(touch: Touch) -> Shares {
        Shares { read: touch == Touch::Read, atomic: touch == Touch::Atomic }
    }

    fn with(self, other: Shares) -> Shares {
        Shares { read: self.read || other.read, atomic: self.atomic || other.atomic }
    }

    /// Does one read what the other changes by an atomic?
    fn meet(self, other: Shares) -> bool {
        (self.read && other.atomic) || (self.atomic && other.read)
    }
}

impl Mark {
    /// Does nothing order the two?
    fn is_apart(&self, other: &Mark) -> bool {
        let ordered = self.warp.0 == other.warp.0 && self.warp.1 != other.warp.1;
        let together = self.interval == other.interval && !ordered;
        self.item != other.item && (self.item.group != other.item.group || together)
    }
}

/// What is known of a byte.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    writer: Option<Mark>,
    /// A reader of an earlier group, and two of the last interval in which there was one.
    earlier: Option<Mark>,
    readers: [Option<Mark>; 2],
    /// How the groups before the last one that shared it did, and how that one has so far.
    earlier_shares: Shares,
    group_shares: Shares,
}

impl Record {
    /// The access before that one races with. `changes`: will another byte stand there?
    fn before(&self, mark: &Mark, changes: bool) -> Option<Mark> {
        let apart = |other: &Mark| other.is_apart(mark);
        let writes = mark.touch == Touch::Write;
        let writer = self.writer.filter(apart).filter(|_| changes || !writes);
        let readers = [self.earlier, self.readers[0], self.readers[1]];
        writer.or(readers.into_iter().flatten().filter(|_| writes).find(apart))
    }

    /// Is it a plain read that meets an atomic before it, or the other way round, with nothing that orders them?
    fn meets(&self, mark: &Mark) -> bool {
        let same_group = self.readers[0].is_some_and(|reader| reader.item.group == mark.item.group);
        let others = match same_group {
            true => self.earlier_shares,
            false => self.earlier_shares.with(self.group_shares),
        };
        let mut readers = self.readers.iter().flatten();
        others.meet(mark.shares)
            || readers.any(|reader| reader.is_apart(mark) && reader.shares.meet(mark.shares))
    }

    /// Takes note of an access.
    fn note(&mut self, mark: Mark) {
        if mark.touch == Touch::Write {
            self.writer = Some(mark);
            return;
        }
        match &mut self.readers {
            [Some(reader), _] if reader.item.group != mark.item.group => {
                self.earlier = Some(*reader);
                self.readers = [Some(mark), None];
                self.earlier_shares = self.earlier_shares.with(self.group_shares);
                self.group_shares = Shares::default();
            }
            [Some(reader), other] if reader.interval == mark.interval => {
                let same = if reader.item == mark.item { reader } else { other.get_or_insert(mark) };
                *same = match same.item == mark.item {
                    true => Mark { shares: same.shares.with(mark.shares), ..*same },
                    false => mark,
                };
            }
            _ => self.readers = [Some(mark), None],
        }
        self.group_shares = self.group_shares.with(mark.shares);
    }
}

/// An access to memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    pub item: Item,
    pub touch: Touch,
    /// Does the result of an atomic decide that it happens?
    pub guarded: bool,
    /// Will other bytes stand there?
    pub changes: bool,
}

/// Records by page: those of accesses that nothing guards, then of those that are guarded.
type Pages = [BTreeMap<u64, Box<[Record]>>; 2];

/// The records of a run.
#[derive(Clone, Debug)]
pub(super) struct Races {
    /// Of global memory, and of the memory of the group that runs.
    global: Pages,
    local: Pages,
    /// Bytes that the records may take, and those that they take.
    limit: u64,
    bytes: u64,
    full: bool,
    interval: u32,
    /// Work-items of a warp, and how often the lanes of each warp of the group have met.
    lanes: u32,
    meetings: Vec<u32>,
    found: Option<Race>,
    met: Option<(Space, u64)>,
}

impl Races {
    /// With records of at most `limit` bytes, for warps of so many lanes.
    pub fn new(limit: u64, lanes: u32) -> Races {
        let (global, local) = (Pages::default(), Pages::default());
        Races {
            global,
            local,
            limit,
            bytes: 0,
            full: false,
            interval: 0,
            lanes,
            meetings: vec![],
            found: None,
            met: None,
        }
    }

    /// Lanes of a warp of the group have met.
    pub fn meet(&mut self, warp: u32) {
        let at = warp as usize;
        if self.meetings.len() <= at {
            self.meetings.resize(at + 1, 0);
        }
        self.meetings[at] += 1;
    }

    /// All work-items of the group have come to a barrier.
    pub fn pass_barrier(&mut self) {
        self.interval += 1;
    }

    /// Another group begins, with memory of its own.
    pub fn begin_group(&mut self) {
        self.interval += 1;
        self.meetings.clear();
        let pages: usize = self.local.iter().map(BTreeMap::len).sum();
        self.bytes -= pages as u64 * bytes_of_page();
        self.local = Pages::default();
    }

    /// Takes note of an access to global or local memory.
    pub fn touch(&mut self, space: Space, address: u64, bytes: u8, by: Access) {
        let Access { item, touch, guarded, changes } = by;
        let warp = item.number / self.lanes;
        let warp = (warp, self.meetings.get(warp as usize).copied().unwrap_or(0));
        let mark = Mark { item, interval: self.interval, warp, touch, shares: Shares::of(touch) };
        for address in address..address.saturating_add(bytes.into()) {
            if self.found.is_some() || self.full {
                return;
            }
            let pages = match space {
                Space::Global => &self.global,
                Space::Local => &self.local,
                Space::Private | Space::Constant => return,
            };
            // Nothing orders a guarded access and one that is not.
            let unordered = if guarded { &pages[..1] } else { &pages[..] };
            let record = |pages: &BTreeMap<u64, Box<[Record]>>| {
                Some(pages.get(&(address / PAGE))?[(address % PAGE) as usize])
            };
            let records = unordered.iter().filter_map(record);
            if self.met.is_none() && records.clone().any(|record| record.meets(&mark)) {
                self.met = Some((space, address));
            }
            let other = records.clone().find_map(|record| record.before(&mark, changes));
            let first = other.map(|other| (other.item, other.touch));
            self.found = first.map(|first| Race { space, address, first, second: (item, touch) });
            if let Some(record) = self.record(space, guarded, address) {
                record.note(mark);
            }
        }
    }

    fn record(&mut self, space: Space, guarded: bool, address: u64) -> Option<&mut Record> {
        let pages = match space {
            Space::Global => &mut self.global,
            Space::Local => &mut self.local,
            Space::Private | Space::Constant => return None,
        };
        let page = match pages[usize::from(guarded)].entry(address / PAGE) {
            Entry::Occupied(page) => page.into_mut(),
            Entry::Vacant(place) => {
                self.bytes += bytes_of_page();
                self.full = self.bytes > self.limit;
                if self.full {
                    return None;
                }
                place.insert(vec![Record::default(); PAGE as usize].into_boxed_slice())
            }
        };
        Some(&mut page[(address % PAGE) as usize])
    }

    /// The first race.
    pub fn found(&self) -> Option<Race> {
        self.found
    }

    /// The first byte that one work-item reads plainly and another changes by an atomic, with nothing that orders them.
    pub fn met(&self) -> Option<(Space, u64)> {
        self.met
    }

    /// Was the limit passed, so that later accesses were not recorded?
    pub fn is_full(&self) -> bool {
        self.full
    }
}

/// Bytes that the records of a page take.
const fn bytes_of_page() -> u64 {
    PAGE * size_of::<Record>() as u64
}

#[cfg(test)]
mod tests {
    use Touch::{Atomic, Read, Write};

    use super::*;

    /// Accesses to one byte as (interval, group, number, touch), in the order of the interpreter.
    fn found(accesses: &[(u32, u32, u32, Touch)]) -> Option<(u32, u32)> {
        let mut record = Record::default();
        accesses.iter().find_map(|access| {
            let mark = mark(access);
            let other = record.before(&mark, true);
            record.note(mark);
            other.map(|other| (other.item.number, mark.item.number))
        })
    }

    fn meets(accesses: &[(u32, u32, u32, Touch)]) -> bool {
        let mut record = Record::default();
        accesses.iter().any(|access| {
            let mark = mark(access);
            let meets = record.meets(&mark);
            record.note(mark);
            meets
        })
    }

    fn mark((interval, group, number, touch): &(u32, u32, u32, Touch)) -> Mark {
        let item = Item { group: *group, number: *number };
        // Each work-item is a warp of its own.
        Mark { item, interval: *interval, warp: (*number, 0), touch: *touch, shares: Shares::of(*touch) }
    }

    /// By definition: any two of the accesses that nothing orders, and that do such things.
    fn by_definition(accesses: &[(u32, u32, u32, Touch)], such: fn(Touch, Touch) -> bool) -> bool {
        let race = |a: &(u32, u32, u32, Touch), b: &(u32, u32, u32, Touch)| {
            let different = (a.1, a.2) != (b.1, b.2);
            let apart = a.1 != b.1 || a.0 == b.0;
            different && apart && such(a.3, b.3)
        };
        accesses.iter().enumerate().any(|(at, a)| accesses[at + 1..].iter().any(|b| race(a, b)))
    }

    #[test]
    fn a_record_finds_a_race_where_any_two_accesses_race() {
        let mut rng = crate::base::rng::Rng::new(5);
        let (mut races, mut meetings) = (0, 0);
        for _ in 0..20_000 {
            // Groups run one after another, and each has its own intervals.
            let mut accesses = vec![];
            for group in 0..1 + rng.below(3) as u32 {
                for interval in 0..1 + rng.below(3) as u32 {
                    for _ in 0..rng.below(4) {
                        let touch = [Read, Read, Atomic, Write][rng.below(4) as usize];
                        accesses.push((10 * group + interval, group, rng.below(3) as u32, touch));
                    }
                }
            }
            let race = by_definition(&accesses, |a, b| a == Write || b == Write);
            assert_eq!(found(&accesses).is_some(), race, "{accesses:?}");
            let meeting =
                by_definition(&accesses, |a, b| [a, b] == [Read, Atomic] || [a, b] == [Atomic, Read]);
            assert_eq!(meets(&accesses), meeting, "{accesses:?}");
            (races, meetings) = (races + usize::from(race), meetings + usize::from(meeting));
        }
        for found in [races, meetings] {
            assert!((5_000..19_000).contains(&found), "{races} {meetings}");
        }
    }

    #[test]
    fn a_barrier_orders_a_group_and_nothing_orders_two() {
        assert_eq!(found(&[(0, 0, 1, Write), (0, 0, 2, Read)]), Some((1, 2)));
        assert_eq!(found(&[(0, 0, 1, Write), (1, 0, 2, Read)]), None);
        assert_eq!(found(&[(0, 0, 1, Write), (1, 1, 2, Read)]), Some((1, 2)));
        assert_eq!(found(&[(0, 0, 1, Atomic), (0, 0, 2, Atomic), (1, 1, 0, Atomic)]), None);
    }

    #[test]
    fn a_write_of_what_is_there_does_not_race_with_a_write() {
        let mut races = Races::new(1 << 20, 32);
        let item = |number| Item { group: 0, number };
        let by = |number, touch, changes| Access { item: item(number), touch, guarded: false, changes };
        races.touch(Space::Global, 4096, 4, by(1, Write, true));
        races.touch(Space::Global, 4096, 4, by(2, Write, false));
        assert_eq!(races.found(), None);
        races.touch(Space::Global, 4098, 1, by(3, Read, false));
        let expected =
            Race { space: Space::Global, address: 4098, first: (item(2), Write), second: (item(3), Read) };
        assert_eq!(races.found(), Some(expected));
    }

    /// Of two accesses, at least one a write, only two that are both guarded are taken to be ordered.
    #[test]
    fn two_guarded_accesses_do_not_race() {
        for guards in [[false, false], [false, true], [true, false], [true, true]] {
            for touches in [[Write, Write], [Write, Read], [Read, Write]] {
                let mut races = Races::new(1 << 20, 32);
                for (number, (touch, guarded)) in (0..).zip(touches.into_iter().zip(guards)) {
                    let item = Item { group: number, number };
                    races.touch(Space::Global, 64, 4, Access { item, touch, guarded, changes: true });
                }
                assert_eq!(races.found().is_some(), guards != [true, true], "{guards:?} {touches:?}");
            }
        }
    }

    /// Lanes 1 and 2 of a warp of 32, and the first of the next warp.
    #[test]
    fn lanes_that_have_met_do_not_race() {
        let by =
            |number| Access { item: Item { group: 0, number }, touch: Write, guarded: false, changes: true };
        let races = |met: bool, second: u32| {
            let mut races = Races::new(1 << 20, 32);
            races.touch(Space::Local, 64, 4, by(1));
            if met {
                races.meet(0);
            }
            races.touch(Space::Local, 64, 4, by(second));
            races.found().is_some()
        };
        assert_eq!([races(false, 2), races(true, 2), races(true, 32)], [true, false, true]);
    }

    #[test]
    fn records_stay_below_their_limit() {
        let mut races = Races::new(3 * bytes_of_page(), 32);
        let write = |races: &mut Races, number: u32| {
            let item = Item { group: 0, number };
            let by = Access { item, touch: Write, guarded: false, changes: true };
            races.touch(Space::Global, u64::from(number) * PAGE, 1, by);
        };
        (0..3).for_each(|number| write(&mut races, number));
        assert!(!races.is_full());
        write(&mut races, 3);
        assert!(races.is_full() && races.global[0].len() == 3);
    }
}

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
//! Absent: order that work-items make by atomics and fences (a lock), which is taken for none.

use alloc::{
    boxed::Box,
    collections::{BTreeMap, btree_map::Entry},
    vec,
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
    touch: Touch,
}

impl Mark {
    /// Does nothing order the two?
    fn is_apart(&self, other: &Mark) -> bool {
        self.item != other.item && (self.item.group != other.item.group || self.interval == other.interval)
    }
}

/// What is known of a byte.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    writer: Option<Mark>,
    /// A reader of an earlier group, and two of the last interval in which there was one.
    earlier: Option<Mark>,
    readers: [Option<Mark>; 2],
}

impl Record {
    /// Takes note of an access; gives the one before that it races with.
    fn touch(&mut self, mark: Mark, changes: bool) -> Option<Mark> {
        let apart = |other: &Mark| other.is_apart(&mark);
        let writer = self.writer.filter(apart).filter(|_| changes || mark.touch != Touch::Write);
        if mark.touch == Touch::Write {
            let readers = [self.earlier, self.readers[0], self.readers[1]];
            self.writer = Some(mark);
            return writer.or(readers.into_iter().flatten().find(apart));
        }
        match self.readers[0] {
            Some(reader) if reader.item.group != mark.item.group => {
                self.earlier = Some(reader);
                self.readers = [Some(mark), None];
            }
            Some(reader) if reader.interval == mark.interval => {
                if reader.item != mark.item {
                    self.readers[1] = Some(mark);
                }
            }
            _ => self.readers = [Some(mark), None],
        }
        writer
    }
}

/// The records of a run.
#[derive(Clone, Debug)]
pub(super) struct Races {
    /// By page: of global memory, and of the memory of the group that runs.
    global: BTreeMap<u64, Box<[Record]>>,
    local: BTreeMap<u64, Box<[Record]>>,
    /// Bytes that the records may take, and those that they take.
    limit: u64,
    bytes: u64,
    full: bool,
    interval: u32,
    found: Option<Race>,
}

impl Races {
    pub fn new(limit: u64) -> Races {
        let (global, local) = (BTreeMap::new(), BTreeMap::new());
        Races { global, local, limit, bytes: 0, full: false, interval: 0, found: None }
    }

    /// All work-items of the group have come to a barrier.
    pub fn pass_barrier(&mut self) {
        self.interval += 1;
    }

    /// Another group begins, with memory of its own.
    pub fn begin_group(&mut self) {
        self.interval += 1;
        self.bytes -= self.local.len() as u64 * bytes_of_page();
        self.local.clear();
    }

    /// Takes note of an access to global or local memory. `changes`: will other bytes stand there?
    pub fn touch(&mut self, space: Space, address: u64, bytes: u8, by: (Item, Touch), changes: bool) {
        let mark = Mark { item: by.0, interval: self.interval, touch: by.1 };
        for address in address..address.saturating_add(bytes.into()) {
            if self.found.is_some() || self.full {
                return;
            }
            let other = self.record(space, address).and_then(|record| record.touch(mark, changes));
            let first = other.map(|other| (other.item, other.touch));
            self.found = first.map(|first| Race { space, address, first, second: by });
        }
    }

    fn record(&mut self, space: Space, address: u64) -> Option<&mut Record> {
        let pages = match space {
            Space::Global => &mut self.global,
            Space::Local => &mut self.local,
            Space::Private | Space::Constant => return None,
        };
        let page = match pages.entry(address / PAGE) {
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
        accesses.iter().find_map(|(interval, group, number, touch)| {
            let item = Item { group: *group, number: *number };
            let mark = Mark { item, interval: *interval, touch: *touch };
            record.touch(mark, true).map(|other| (other.item.number, *number))
        })
    }

    /// By definition: any two of the accesses.
    fn by_definition(accesses: &[(u32, u32, u32, Touch)]) -> bool {
        let race = |a: &(u32, u32, u32, Touch), b: &(u32, u32, u32, Touch)| {
            let different = (a.1, a.2) != (b.1, b.2);
            let apart = a.1 != b.1 || a.0 == b.0;
            different && apart && (a.3 == Write || b.3 == Write)
        };
        accesses.iter().enumerate().any(|(at, a)| accesses[at + 1..].iter().any(|b| race(a, b)))
    }

    #[test]
    fn a_record_finds_a_race_where_any_two_accesses_race() {
        let mut rng = crate::base::rng::Rng::new(5);
        let mut races = 0;
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
            assert_eq!(found(&accesses).is_some(), by_definition(&accesses), "{accesses:?}");
            races += usize::from(by_definition(&accesses));
        }
        assert!((5_000..19_000).contains(&races), "{races}");
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
        let mut races = Races::new(1 << 20);
        let item = |number| Item { group: 0, number };
        races.touch(Space::Global, 4096, 4, (item(1), Write), true);
        races.touch(Space::Global, 4096, 4, (item(2), Write), false);
        assert_eq!(races.found(), None);
        races.touch(Space::Global, 4098, 1, (item(3), Read), false);
        let expected =
            Race { space: Space::Global, address: 4098, first: (item(2), Write), second: (item(3), Read) };
        assert_eq!(races.found(), Some(expected));
    }

    #[test]
    fn records_stay_below_their_limit() {
        let mut races = Races::new(3 * bytes_of_page());
        let write = |races: &mut Races, number: u32| {
            let item = Item { group: 0, number };
            races.touch(Space::Global, u64::from(number) * PAGE, 1, (item, Write), true);
        };
        (0..3).for_each(|number| write(&mut races, number));
        assert!(!races.is_full());
        write(&mut races, 3);
        assert!(races.is_full() && races.global.len() == 3);
    }
}

//! The longest delay of a request over all places where it may lie, by running the DRAM controller, in slices (simd 7.3).
//!
//! The controller knows of a burst only which bank and row it is in. Rectangles whose bursts go through banks and
//! rows the same way are run once, wherever they lie.

use alloc::vec::Vec;
use core::fmt;

use crate::{
    base::OrdMap,
    machines::sim_d::dram::{
        BURST_WORDS,
        bounds::ALIGNMENTS,
        controller::Refused,
        map::Place,
        measure::{Before, delay},
        request::{Request, Stride, Transfer},
        settings::Settings,
        stride::Bursts,
    },
    mem::dram::standard::Standard,
};

/// Most bursts of a request at all its places together: more would take minutes.
const MOST_BURSTS: u64 = 1 << 28;
/// Most bursts of all runs that are known; longer ones are carried out again.
const MOST_KNOWN: u64 = 1 << 25;

/// What a run depends on: the banks and rows of the bursts in order, the direction, and what it finds.
type Key = (Vec<u32>, bool, Before);

/// Delays that are known.
#[derive(Clone, Debug)]
pub struct Delays {
    settings: Settings,
    standard: Standard,
    known: OrdMap<Key, u64>,
    /// Bursts of those.
    kept: u64,
    /// Runs of the controller.
    pub runs: u64,
}

/// Why the longest delay of a request is not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// The controller cannot serve it.
    Refused(Refused),
    /// It makes too many bursts at too many places.
    TooLong,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Refused(refused) => refused.fmt(f),
            Unknown::TooLong => {
                write!(
                    f,
                    "at all places where it may lie, this request makes more than {MOST_BURSTS} bursts, too many to try"
                )
            }
        }
    }
}

/// A request at some places.
#[derive(Clone, Debug)]
pub struct Sweep {
    places: Vec<Stride>,
    write: bool,
    before: Vec<Before>,
    /// How many places are done.
    pub done: usize,
    /// The longest delay so far, in DRAM cycles.
    pub longest: u64,
}

/// Bursts that a rectangle makes at most. One of no words makes all up to its end.
fn most_bursts(stride: &Stride) -> u64 {
    let all = stride.bytes().map_or(u64::MAX, |bytes| bytes / (4 * BURST_WORDS) + 2);
    match stride.words {
        0 => all,
        words => all.min(stride.periods.saturating_mul(words / BURST_WORDS + 2)),
    }
}

impl Delays {
    /// None known yet.
    pub fn new(settings: &Settings) -> Delays {
        let standard = settings.part.standard();
        Delays { settings: settings.clone(), standard, known: OrdMap::new(), kept: 0, runs: 0 }
    }

    /// The delay of a rectangle, without the time of a refresh that was sent directly before.
    fn of(&mut self, stride: Stride, write: bool, before: Before) -> Result<(u64, u64), Refused> {
        stride.check().map_err(Refused::Invalid)?;
        let organization = &self.standard.organization;
        let place = |word: u64| Place::of(organization, self.settings.mapping, 4 * word);
        let mut first = None;
        let bursts = Bursts::aligned(stride, BURST_WORDS).map(|word| {
            let Place { bank, row, .. } = place(word);
            let row = row.wrapping_sub(*first.get_or_insert(row));
            u32::from(bank) | row << 8
        });
        let key = (bursts.collect::<Vec<u32>>(), write, before);
        let count = key.0.len() as u64;
        if let Some(known) = self.known.get(&key) {
            return Ok((*known, count));
        }
        let request = Request { tag: 0, write, transfer: Transfer::Stride(stride) };
        let found = delay(request, before, &self.settings)?;
        let refresh = if before.refreshed { u64::from(self.standard.timing.rfc) } else { 0 };
        let found = found.saturating_sub(refresh);
        self.runs += 1;
        if self.kept + count <= MOST_KNOWN {
            self.kept += count;
            self.known.insert(key, found);
        }
        Ok((found, 8 * count))
    }
}

impl Sweep {
    /// A rectangle at the 4,096 places of its first word from its address on, as the author's tool sweeps.
    pub fn alignments(stride: Stride, write: bool) -> Sweep {
        let at = |word| Stride { address: stride.address + 4 * word, ..stride };
        Sweep::of((0..ALIGNMENTS).map(at).collect(), write, Vec::from([Before::default()]))
    }

    /// Rectangles after whatever was served before, on a part with so many pairs of banks.
    pub fn after_all(places: Vec<Stride>, write: bool, pairs: u16) -> Sweep {
        let before = (0..pairs).flat_map(|pair| [false, true].map(|refreshed| Before { pair, refreshed }));
        Sweep::of(places, write, before.collect())
    }

    /// Rectangles, each after some things.
    pub const fn of(places: Vec<Stride>, write: bool, before: Vec<Before>) -> Sweep {
        Sweep { places, write, before, done: 0, longest: 0 }
    }

    /// The rectangle at its first place; none if there is none.
    pub fn first(&self) -> Option<Stride> {
        self.places.first().copied()
    }

    /// Places in all.
    pub fn places(&self) -> usize {
        self.places.len()
    }

    /// Can all of it be tried?
    fn check(&self) -> Result<(), Unknown> {
        let all = self.places.iter().fold(0u64, |sum, place| sum.saturating_add(most_bursts(place)));
        let runs = self.before.len() as u64;
        if all.saturating_mul(runs) > MOST_BURSTS { Err(Unknown::TooLong) } else { Ok(()) }
    }

    /// Goes on for about so many bursts. Is it done?
    ///
    /// # Errors
    /// The controller cannot serve it, or it is too long.
    pub fn advance(&mut self, delays: &mut Delays, budget: &mut u64) -> Result<bool, Unknown> {
        if self.done == 0 {
            self.check()?;
        }
        while let Some(&stride) = self.places.get(self.done) {
            if *budget == 0 {
                return Ok(false);
            }
            for &before in &self.before {
                let (delay, cost) = delays.of(stride, self.write, before).map_err(Unknown::Refused)?;
                self.longest = self.longest.max(delay);
                *budget = budget.saturating_sub(cost);
            }
            self.done += 1;
        }
        Ok(true)
    }
}

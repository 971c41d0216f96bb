//! The longest delay of a request over all places where it may lie, by running the DRAM controller, in slices (simd 7.3).
//!
//! The controller knows of a burst only which bank and row it is in. Rectangles whose bursts go through banks and
//! rows the same way are run once, wherever they lie.

use alloc::vec::Vec;
use core::fmt;

use lanescope_parts::{
    base::{OrdMap, order::sort_by_key},
    mem::dram::standard::Standard,
};

use super::places;
use crate::dram::{
    BURST_WORDS,
    bounds::ALIGNMENTS,
    controller::Refused,
    map::Place,
    measure::{Before, delay},
    request::{Request, Stride, Transfer},
    settings::Settings,
    stride::Bursts,
};

/// Most bursts of a request at all its places together: more would take minutes.
const MOST_BURSTS: u64 = 1 << 28;
/// Most bursts of all runs that are known; longer ones are carried out again.
const MOST_KNOWN: u64 = 1 << 25;

/// What a run depends on besides what it finds: the banks and rows of the bursts in order, and the direction.
type Key = (Vec<u32>, bool);
/// A rectangle wherever it lies: words, period, periods, and the direction.
type Shape = (u64, u64, u64, bool);

/// Delays that are known.
#[derive(Clone, Debug)]
pub struct Delays {
    settings: Settings,
    standard: Standard,
    known: OrdMap<Key, Vec<(Before, u64)>>,
    /// The longest delays of rectangles that may lie anywhere, after whatever was served before.
    anywhere: OrdMap<Shape, u64>,
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
    /// Rectangles that may lie anywhere, one of each shape.
    whole: Vec<Stride>,
    write: bool,
    before: Vec<Before>,
    /// How many places are done, and behind them shapes.
    pub done: usize,
    /// How many places of a shape are done.
    part: u64,
    /// The longest delay at those.
    longest_part: u64,
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
        Delays {
            settings: settings.clone(),
            standard,
            known: OrdMap::new(),
            anywhere: OrdMap::new(),
            kept: 0,
            runs: 0,
        }
    }

    /// The longest delay of a rectangle after some things, without the time of a refresh that was sent directly before; and what
    /// finding it cost, in bursts.
    fn of(&mut self, stride: Stride, write: bool, before: &[Before]) -> Result<(u64, u64), Refused> {
        stride.check().map_err(Refused::Invalid)?;
        let organization = &self.standard.organization;
        let place = |word: u64| Place::of(organization, self.settings.mapping, 4 * word);
        let mut first = None;
        let bursts = Bursts::aligned(stride, BURST_WORDS).map(|word| {
            let Place { bank, row, .. } = place(word);
            let row = row.wrapping_sub(*first.get_or_insert(row));
            u32::from(bank) | row << 8
        });
        let key = (bursts.collect::<Vec<u32>>(), write);
        let count = key.0.len() as u64;
        let known = self.known.get(&key).map_or(&[][..], |known| known);
        let mut fresh = Vec::new();
        let (mut longest, mut cost) = (0, count);
        for &before in before {
            let found = match known.iter().find(|(of, _)| *of == before) {
                Some((_, found)) => *found,
                None => {
                    let found = self.run(stride, write, before)?;
                    fresh.push((before, found));
                    found
                }
            };
            longest = longest.max(found);
        }
        cost += 8 * count * fresh.len() as u64;
        self.runs += fresh.len() as u64;
        if !fresh.is_empty() && self.kept + count <= MOST_KNOWN {
            self.kept += count;
            self.known.entry(key).or_default().extend(fresh);
        }
        Ok((longest, cost))
    }

    /// The delay of a rectangle, without the time of a refresh that was sent directly before.
    fn run(&self, stride: Stride, write: bool, before: Before) -> Result<u64, Refused> {
        let request = Request { tag: 0, write, transfer: Transfer::Stride(stride) };
        let found = delay(request, before, &self.settings)?;
        let refresh = if before.refreshed { u64::from(self.standard.timing.rfc) } else { 0 };
        Ok(found.saturating_sub(refresh))
    }

    /// Words from a place to the next one that the controller cannot tell from it.
    fn period(&self) -> u64 {
        places::period(&self.standard)
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
        Sweep { places, whole: Vec::new(), write, before, done: 0, part: 0, longest_part: 0, longest: 0 }
    }

    /// Besides, rectangles that may lie anywhere.
    pub fn with_whole(mut self, whole: Vec<Stride>) -> Sweep {
        let shape = |stride: &Stride| (stride.words, stride.period, stride.periods);
        self.whole = whole;
        sort_by_key(&mut self.whole, shape);
        self.whole.dedup_by_key(|stride| shape(stride));
        self
    }

    /// The rectangle at its first place; none if there is none.
    pub fn first(&self) -> Option<Stride> {
        self.places.first().copied()
    }

    /// Places and shapes in all.
    pub fn places(&self) -> usize {
        self.places.len() + self.whole.len()
    }

    /// Bursts at all places of rectangles and shapes together, after all that may come before, at most.
    pub fn bursts(&self) -> u64 {
        let sum =
            |list: &[Stride]| list.iter().fold(0u64, |sum, place| sum.saturating_add(most_bursts(place)));
        let all = sum(&self.places).saturating_add(sum(&self.whole).saturating_mul(4 * ALIGNMENTS));
        all.saturating_mul(self.before.len() as u64)
    }

    /// Are those more than can be tried?
    fn is_too_long(&self) -> bool {
        self.bursts() > MOST_BURSTS
    }

    /// Goes on for about so many bursts. Is it done?
    ///
    /// # Errors
    /// The controller cannot serve it, or it is too long.
    pub fn advance(&mut self, delays: &mut Delays, budget: &mut u64) -> Result<bool, Unknown> {
        if self.done == 0 && self.is_too_long() {
            return Err(Unknown::TooLong);
        }
        while let Some(&stride) = self.places.get(self.done) {
            if *budget == 0 {
                return Ok(false);
            }
            let (delay, cost) = delays.of(stride, self.write, &self.before).map_err(Unknown::Refused)?;
            self.longest = self.longest.max(delay);
            *budget = budget.saturating_sub(cost);
            self.done += 1;
        }
        while let Some(&stride) = self.whole.get(self.done - self.places.len()) {
            if !self.anywhere(stride, delays, budget)? {
                return Ok(false);
            }
            self.longest = self.longest.max(self.longest_part);
            (self.part, self.longest_part) = (0, 0);
            self.done += 1;
        }
        Ok(true)
    }

    /// Goes on with a rectangle at all places that the controller can tell apart. Is it done?
    fn anywhere(&mut self, stride: Stride, delays: &mut Delays, budget: &mut u64) -> Result<bool, Unknown> {
        let shape = (stride.words, stride.period, stride.periods, self.write);
        if let Some(known) = delays.anywhere.get(&shape) {
            self.longest_part = *known;
            return Ok(true);
        }
        let cost = 8 * most_bursts(&stride) * self.before.len() as u64;
        while self.part < delays.period() {
            if *budget == 0 {
                return Ok(false);
            }
            let at = Stride { address: 4 * self.part, ..stride };
            at.check().map_err(Refused::Invalid).map_err(Unknown::Refused)?;
            for &before in &self.before {
                let delay = delays.run(at, self.write, before).map_err(Unknown::Refused)?;
                self.longest_part = self.longest_part.max(delay);
            }
            delays.runs += self.before.len() as u64;
            *budget = budget.saturating_sub(cost);
            self.part += 1;
        }
        delays.anywhere.insert(shape, self.longest_part);
        Ok(true)
    }
}

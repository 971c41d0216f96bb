//! What is known of a whole run without looking at it again: a [`Sink`] that listens while the run goes on, takes little
//! time and little memory.
//!
//! For each unit and each issue slot it has the cycles of each cause, as running totals at evenly spaced cycles
//! (`Columns`); they answer exactly for every stretch between two of these cycles. For each *stretch* between two
//! keyframes it has the kinds of events that happened, and to which units, so that the next one is found in the stretch
//! where it is. And it knows what holds now ([`Start`]), from which a [`Log`](super::Log) goes on.
//!
//! A machine may tell the states of all units of a part at once ([`Sets`]). They are summed up by `Block`s:
//! 64 counters side by side, a word for each binary digit.
//!
//! Absent: instructions, lanes, requests, commands. Who wants to see those has the run recorded again.

use alloc::{collections::BTreeMap, vec::Vec};

use super::{
    Cause, Causes, Event, LaneKey, LaneSets, SHARED, Sets, Sink,
    event::{EventRow, Level, MOST_FIELDS},
    log::{Standing, Start},
    track::{State, Sums, Told},
    window::EventKind,
};
use crate::base::Lanes;

mod block;
mod hits;
mod side;

use block::Block;
use hits::Hits;
use side::{Side, Tally};

/// Bytes of the columns of units.
pub const UNIT_BYTES: usize = 32 << 20;
/// See [`UNIT_BYTES`].
pub const SLOT_BYTES: usize = 16 << 20;
/// Cycles between the first columns of units, and of issue slots: so many that making them is a small part of the work.
const UNIT_GRAIN: u64 = 512;
const SLOT_GRAIN: u64 = 64;

/// See the module.
#[derive(Clone, Debug)]
pub struct Summary {
    causes: Causes,
    rows: Vec<EventRow>,
    units: Side,
    slots: Side,
    /// The parts whose units are told in sets.
    blocks: Vec<Option<Block>>,
    /// The cycle of the next column.
    next: u64,
    standing: BTreeMap<(usize, u64), Standing>,
    /// The sets of lanes that the states name by keys.
    sets: LaneSets,
    /// The stretches that are over, with their first cycles.
    stretches: Vec<(u64, Hits)>,
    /// Where the last one began, and what has happened in it.
    begun: u64,
    hits: Hits,
    end: u64,
}

impl Summary {
    /// Of a machine with these causes and events of its own, so many units and issue slots.
    pub fn new(causes: Causes, own: &[EventRow], units: usize, slots: usize) -> Summary {
        let count = causes.count();
        Summary {
            causes,
            rows: SHARED.iter().chain(own).copied().collect(),
            units: Side::new(units, count, UNIT_BYTES, UNIT_GRAIN),
            slots: Side::new(slots, count, SLOT_BYTES, SLOT_GRAIN),
            blocks: Vec::new(),
            next: 0,
            standing: BTreeMap::new(),
            sets: LaneSets::default(),
            stretches: Vec::new(),
            begun: 0,
            hits: Hits::new(units),
            end: 0,
        }
    }

    /// The machine's causes.
    pub fn causes(&self) -> &Causes {
        &self.causes
    }

    /// What the streams of a log of this machine hold: the shared rows, then the machine's own.
    pub fn rows(&self) -> &[EventRow] {
        &self.rows
    }

    /// Number of units.
    pub fn units(&self) -> usize {
        self.units.tallies.len()
    }

    /// Number of issue slots.
    pub fn slots(&self) -> usize {
        self.slots.tallies.len()
    }

    /// One past the last cycle that it covers.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// It covers the cycles up to this one: the last states hold until there.
    pub fn close(&mut self, cycle: u64) {
        self.end = self.end.max(cycle);
        self.sample(cycle);
    }

    /// The fewest cycles between which sums of units are known.
    pub fn unit_grain(&self) -> u64 {
        self.units.columns.grain()
    }

    /// The fewest cycles between which sums of issue slots are known.
    pub fn slot_grain(&self) -> u64 {
        self.slots.columns.grain()
    }

    /// Cycles of each cause of a unit in `0..cycle`, for multiples of the grain and for the end; `None` for others.
    pub fn unit_sums(&self, unit: usize, cycle: u64) -> Option<Sums> {
        let sums = self.sums(&self.units, unit, cycle)?;
        let block = self.blocks.iter().flatten().find(|block| block.has(unit)).filter(|_| cycle == self.end);
        Some(block.map_or(sums, |block| block.sums(unit, cycle, sums)))
    }

    /// The same of an issue slot.
    pub fn slot_sums(&self, slot: usize, cycle: u64) -> Option<Sums> {
        self.sums(&self.slots, slot, cycle)
    }

    fn sums(&self, side: &Side, track: usize, cycle: u64) -> Option<Sums> {
        let tally = side.tallies.get(track)?;
        let place = track * side.causes;
        let last = cycle == self.end;
        let counts = match last {
            true => side.totals.get(place..place + side.causes)?,
            false => side.columns.at(cycle, place, side.causes)?,
        };
        let mut sums = [0; Cause::MOST];
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum = u64::from(*count));
        if last && !tally.in_set {
            sums[tally.told.state.cause.index()] += cycle.saturating_sub(tally.counted);
        }
        Some(sums)
    }

    /// The units that have had work.
    pub fn busy(&self) -> Vec<u32> {
        (0..self.units() as u32)
            .filter(|unit| !self.is_idle(self.unit_sums(*unit as usize, self.end)))
            .collect()
    }

    /// The issue slots that have had work.
    pub fn busy_slots(&self) -> Vec<u32> {
        (0..self.slots() as u32)
            .filter(|slot| !self.is_idle(self.slot_sums(*slot as usize, self.end)))
            .collect()
    }

    fn is_idle(&self, sums: Option<Sums>) -> bool {
        sums.is_none_or(|sums| sums[Cause::EMPTY.index()] >= self.end)
    }

    /// What holds at the cycle up to which everything has been told. `told` has the units, if the machine tells them in sets.
    pub fn start(&self, told: impl FnOnce(&mut LaneSets) -> Vec<Told>) -> Start {
        let of = |side: &Side| side.tallies.iter().map(Tally::told).collect();
        let mut sets = self.sets.clone();
        let told = told(&mut sets);
        Start {
            cycle: self.end,
            units: if told.is_empty() { of(&self.units) } else { told },
            slots: of(&self.slots),
            standing: self.standing.values().copied().collect(),
            sets,
        }
    }

    /// Forgets the sets of lanes that no state has any more.
    fn forget_sets(&mut self) {
        if self.sets.is_empty() {
            return;
        }
        let old = core::mem::take(&mut self.sets);
        let sets = &mut self.sets;
        let mut renew = |key: &mut LaneKey| *key = sets.key(&old.lanes(*key));
        for tally in &mut self.units.tallies {
            renew(&mut tally.told.state.lanes);
            tally.told.issued.as_mut().into_iter().for_each(&mut renew);
        }
    }

    /// A stretch ends at a cycle up to which everything has been told.
    pub fn cut(&mut self, cycle: u64) {
        for unit in 0..self.units() {
            let tally = &mut self.units.tallies[unit];
            if core::mem::take(&mut tally.fresh) {
                let tally = *tally;
                self.hits.note(&self.causes, unit, tally.before, tally.told);
            }
        }
        self.blocks.iter_mut().flatten().for_each(|block| block.hand_over(&mut self.hits));
        let none = Hits::new(self.units());
        let hits = core::mem::replace(&mut self.hits, none);
        self.stretches.push((core::mem::replace(&mut self.begun, cycle), hits));
        self.forget_sets();
    }

    /// Joins stretches that are over: they end at multiples of `interval` only.
    pub fn join(&mut self, interval: u64) {
        let mut joined: Vec<(u64, Hits)> = Vec::new();
        for (from, hits) in core::mem::take(&mut self.stretches) {
            match joined.last_mut() {
                Some((_, last)) if !from.is_multiple_of(interval) => last.join(&hits),
                _ => joined.push((from, hits)),
            }
        }
        if !self.begun.is_multiple_of(interval)
            && let Some((from, hits)) = joined.pop()
        {
            self.begun = from;
            self.hits.join(&hits);
        }
        self.stretches = joined;
    }

    /// The stretches in which an event of this kind happens to the unit (or to any) in a cycle after `after`, or may do so:
    /// first cycle and end of each.
    pub fn stretches(
        &self,
        kind: EventKind,
        unit: Option<u32>,
        after: u64,
    ) -> impl Iterator<Item = (u64, u64)> + '_ {
        let over = self.stretches.iter().map(move |(from, hits)| (*from, hits.have(kind, unit)));
        // What has happened in the last one is not all noted yet.
        let all = over.chain([(self.begun, true)]);
        let ends = self.stretches.iter().skip(1).map(|(from, _)| *from).chain([self.begun, self.end]);
        let ends = ends.skip(usize::from(self.stretches.is_empty()));
        let each = all.zip(ends).filter(move |((_, has), end)| *has && *end > after.saturating_add(1));
        each.map(|((from, _), end)| (from, end))
    }

    /// Bytes that it takes, as far as they grow with units and time.
    pub fn bytes(&self) -> usize {
        let side = |side: &Side| {
            side.columns.bytes() + side.tallies.len() * size_of::<Tally>() + side.totals.len() * 4
        };
        side(&self.units)
            + side(&self.slots)
            + self.blocks.len() * size_of::<Block>()
            + self.sets.bytes()
            + self.stretches.iter().map(|(_, hits)| hits.bytes()).sum::<usize>()
    }

    /// Makes the columns that are due before anything happens in `cycle`.
    fn sample(&mut self, cycle: u64) {
        while self.units.columns.next() <= cycle {
            let at = self.units.columns.next();
            self.units.settle(at);
            let Side { causes, totals, .. } = &mut self.units;
            self.blocks.iter_mut().flatten().for_each(|block| block.settle(at, totals, *causes));
            self.units.columns.push(&self.units.totals);
        }
        while self.slots.columns.next() <= cycle {
            let at = self.slots.columns.next();
            self.slots.settle(at);
            self.slots.columns.push(&self.slots.totals);
        }
        self.next = self.units.columns.next().min(self.slots.columns.next());
    }

    fn stand(&mut self, cycle: u64, event: Event) {
        let Summary { rows, standing, .. } = self;
        event.fields(rows, |place, fields| {
            if rows[place].level == Level::Standing {
                let mut words = [0; MOST_FIELDS];
                words[..fields.len()].copy_from_slice(fields);
                let key = (place, words[0]);
                let number = standing.get(&key).map_or(0, |before| before.number + 1);
                standing.insert(key, Standing { place, number, cycle, words });
            }
        });
    }

    /// A part whose units are told in sets from `cycle` on.
    #[cold]
    fn add_block(&mut self, cycle: u64, sets: &Sets) {
        let at = sets.part as usize;
        if self.blocks.len() <= at {
            self.blocks.resize(at + 1, None);
        }
        self.units.settle(cycle);
        let block = Block::new(cycle, sets, &self.causes, self.units());
        let tallies = self.units.tallies.iter_mut().enumerate();
        tallies.filter(|(unit, _)| block.has(*unit)).for_each(|(_, tally)| tally.in_set = true);
        self.blocks[at] = Some(block);
    }
}

impl Sink for Summary {
    const ON: bool = true;
    const DETAIL: bool = false;

    fn lanes(&mut self, lanes: &Lanes) -> LaneKey {
        self.sets.key(lanes)
    }

    #[inline]
    fn tell(&mut self, cycle: u64, event: Event) {
        if cycle >= self.next {
            self.sample(cycle);
        }
        match event {
            Event::Unit { unit, cause, pc, lanes } => {
                if let Some(over) = self.units.tell(unit as usize, cycle, State { cause, pc, lanes }) {
                    self.hits.note(&self.causes, unit as usize, over.before, over.told);
                }
            }
            Event::Slot { slot, cause } => self.slots.count(slot as usize, cycle, cause),
            Event::Own(_) => self.stand(cycle, event),
            _ => {}
        }
    }

    #[inline]
    fn tell_sets(&mut self, cycle: u64, sets: Sets) {
        if cycle >= self.next {
            self.sample(cycle);
        }
        match self.blocks.get_mut(sets.part as usize) {
            Some(Some(block)) => block.tell(cycle, &sets),
            _ => {
                self.add_block(cycle, &sets);
                self.tell_sets(cycle, sets);
            }
        }
    }
}

#[cfg(test)]
mod tests;

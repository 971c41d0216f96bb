//! Which kinds of events happened in a stretch of cycles, and to which units: a set of units for each kind.

use alloc::{vec, vec::Vec};

use crate::trace::{
    Cause, Causes,
    track::Told,
    window::{EventKind, happens},
};

/// See the module.
#[derive(Clone, Debug)]
pub struct Hits {
    /// Words of a set.
    words: usize,
    /// A set for each of [`EventKind::STATES`].
    sets: Vec<u64>,
}

impl Hits {
    /// A stretch in which nothing happened, of a machine with so many units.
    pub fn new(units: usize) -> Hits {
        let words = units.div_ceil(64);
        Hits { words, sets: vec![0; words * EventKind::STATES.len()] }
    }

    /// A unit that was in a state with this cause came into another, or issued again.
    pub fn note(&mut self, causes: &Causes, unit: usize, before: Cause, now: Told) {
        for kind in EventKind::STATES {
            if happens(causes, kind, before, now.state, now.issued) {
                self.add(kind, unit, 1);
            }
        }
    }

    /// It happened to units from `first` on: unit `first + i` is bit `i`.
    pub fn add(&mut self, kind: EventKind, first: usize, units: u64) {
        let (word, bit) = (kind as usize * self.words + first / 64, first % 64);
        let high = if bit > 0 { units >> (64 - bit) } else { 0 };
        for (at, bits) in [(word, units << bit), (word + 1, high)] {
            if let Some(set) = self.sets.get_mut(at).filter(|_| bits != 0) {
                *set |= bits;
            }
        }
    }

    /// Adds what happened in another stretch, when two stretches become one.
    pub fn join(&mut self, other: &Hits) {
        self.sets.iter_mut().zip(&other.sets).for_each(|(set, other)| *set |= other);
    }

    /// Did it happen to the unit, or to any?
    pub fn have(&self, kind: EventKind, unit: Option<u32>) -> bool {
        let set = &self.sets[kind as usize * self.words..][..self.words];
        match unit.map(|unit| unit as usize) {
            None => set.iter().any(|word| *word != 0),
            Some(unit) => set.get(unit / 64).is_some_and(|word| word >> (unit % 64) & 1 != 0),
        }
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.sets.len() * size_of::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_units_lie_where_they_belong() {
        let mut hits = Hits::new(130);
        hits.add(EventKind::Issue, 60, 0b1_0001);
        hits.add(EventKind::Stall, 128, 0b11);
        let issued: Vec<u32> = (0..130).filter(|unit| hits.have(EventKind::Issue, Some(*unit))).collect();
        assert_eq!(issued, [60, 64]);
        let mut other = Hits::new(130);
        other.join(&hits);
        assert!(other.have(EventKind::Stall, Some(129)) && other.have(EventKind::Stall, None));
        assert!(!other.have(EventKind::Change, None) && !other.have(EventKind::Stall, Some(4000)));
    }
}

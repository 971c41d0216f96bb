//! A set of small numbers as bits.

use alloc::{vec, vec::Vec};

/// A set of numbers below a bound.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BitSet(Vec<u64>);

impl BitSet {
    /// The empty set of numbers below `bound`.
    pub fn new(bound: usize) -> BitSet {
        BitSet(vec![0; bound.div_ceil(64)])
    }

    /// Is the number in the set?
    pub fn has(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 != 0)
    }

    /// Adds a number (one at or above the bound is not added).
    pub fn add(&mut self, number: usize) {
        if let Some(word) = self.0.get_mut(number / 64) {
            *word |= 1 << (number % 64);
        }
    }

    /// Removes a number.
    pub fn remove(&mut self, number: usize) {
        if let Some(word) = self.0.get_mut(number / 64) {
            *word &= !(1 << (number % 64));
        }
    }

    /// Adds every number of another set; says whether that was new.
    pub fn union(&mut self, other: &BitSet) -> bool {
        let mut changed = false;
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            changed |= more & !*word != 0;
            *word |= more;
        }
        changed
    }

    /// How many numbers.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// No number at all?
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The numbers in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, word)| {
            let mut rest = *word;
            core::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(at * 64 + bit)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_what_was_added() {
        let mut set = BitSet::new(130);
        [3, 64, 129, 500].into_iter().for_each(|number| set.add(number));
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 64, 129]);
        set.remove(64);
        assert!(!set.has(64) && set.has(129) && !set.has(500));
        let mut other = BitSet::new(130);
        assert!(other.union(&set) && !other.union(&set));
        assert_eq!((other.len(), other.is_empty()), (2, false));
    }
}

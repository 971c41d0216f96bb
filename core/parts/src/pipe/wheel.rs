//! Things that will happen at a known cycle, found without searching: a wheel with one list per cycle of the near
//! future. Lists live in one arena, so nothing is allocated once a run has warmed up, and a clone is a few copies.
//!
//! Used by: `simt`: it is the GPU's own.

use alloc::{vec, vec::Vec};

use serde::Serialize;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, Serialize)]
struct Node<T> {
    next: u32,
    item: T,
}

/// Items that are due at most `horizon` cycles ahead.
#[derive(Clone, Debug, Serialize)]
pub struct Wheel<T> {
    /// First and last node of each cycle's list.
    lists: Vec<(u32, u32)>,
    /// A bit per list that is not empty.
    occupied: Vec<u64>,
    nodes: Vec<Node<T>>,
    free: u32,
    len: usize,
}

impl<T: Copy> Wheel<T> {
    /// A wheel for items due up to `horizon` cycles ahead.
    pub fn new(horizon: u64) -> Wheel<T> {
        let slots = (horizon as usize + 1).next_power_of_two().max(64);
        Wheel {
            lists: vec![(NONE, NONE); slots],
            occupied: vec![0; slots / 64],
            nodes: Vec::new(),
            free: NONE,
            len: 0,
        }
    }

    /// Adds an item that is due in cycle `due`. It must lie ahead of the last cycle taken by less than the size of the
    /// wheel; the machine's constructor makes the wheel as large as its longest latency.
    #[inline]
    pub fn insert(&mut self, due: u64, item: T) {
        let node = self.node(item);
        let slot = due as usize & (self.lists.len() - 1);
        match self.lists[slot] {
            (NONE, _) => {
                self.lists[slot] = (node, node);
                self.occupied[slot / 64] |= 1 << (slot % 64);
            }
            (first, last) => {
                self.nodes[last as usize].next = node;
                self.lists[slot] = (first, node);
            }
        }
        self.len += 1;
    }

    fn node(&mut self, item: T) -> u32 {
        let node = Node { next: NONE, item };
        if self.free == NONE {
            self.nodes.push(node);
            return self.nodes.len() as u32 - 1;
        }
        let at = self.free;
        self.free = self.nodes[at as usize].next;
        self.nodes[at as usize] = node;
        at
    }

    /// Takes one item that is due in cycle `now`, in the order of insertion.
    #[inline]
    pub fn take(&mut self, now: u64) -> Option<T> {
        let slot = now as usize & (self.lists.len() - 1);
        let (first, last) = self.lists[slot];
        if first == NONE {
            return None;
        }
        let Node { next, item } = self.nodes[first as usize];
        self.nodes[first as usize].next = self.free;
        self.free = first;
        self.len -= 1;
        if next == NONE {
            self.lists[slot] = (NONE, NONE);
            self.occupied[slot / 64] &= !(1 << (slot % 64));
        } else {
            self.lists[slot] = (next, last);
        }
        Some(item)
    }

    /// The first cycle from `from` on in which something is due.
    pub fn next_event(&self, from: u64) -> Option<u64> {
        if self.len == 0 {
            return None;
        }
        let slots = self.lists.len();
        let start = from as usize & (slots - 1);
        let words = self.occupied.len();
        (0..=words).find_map(|step| {
            let word = (start / 64 + step) % words;
            let mask = if step == 0 { u64::MAX << (start % 64) } else { u64::MAX };
            let hits = self.occupied[word] & mask;
            let slot = word * 64 + hits.trailing_zeros() as usize;
            (hits != 0).then(|| from + (slot.wrapping_sub(start) & (slots - 1)) as u64)
        })
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Nothing due?
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Every item with no order that means anything.
    pub fn items(&self) -> impl Iterator<Item = T> + '_ {
        self.lists.iter().flat_map(move |(first, _)| {
            let mut at = *first;
            core::iter::from_fn(move || {
                let node = self.nodes.get(at as usize)?;
                at = node.next;
                Some(node.item)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_out_in_their_cycle_and_in_order() {
        let mut wheel = Wheel::new(100);
        wheel.insert(7, 'a');
        wheel.insert(107, 'c');
        wheel.insert(7, 'b');
        assert_eq!(wheel.take(6), None);
        assert_eq!((wheel.take(7), wheel.take(7), wheel.take(7)), (Some('a'), Some('b'), None));
        assert_eq!(wheel.next_event(8), Some(107));
        assert_eq!(wheel.items().count(), 1);
        assert_eq!(wheel.take(107), Some('c'));
        assert!(wheel.is_empty() && wheel.next_event(108).is_none());
    }

    #[test]
    fn the_next_event_is_found_round_the_end() {
        let mut wheel = Wheel::new(63);
        for from in 0..200u64 {
            for ahead in 0..64 {
                wheel.insert(from + ahead, ());
                assert_eq!(wheel.next_event(from), Some(from + ahead));
                assert_eq!(wheel.take(from + ahead), Some(()));
            }
        }
        assert_eq!(wheel.nodes.len(), 1, "nodes are used again");
    }
}

//! Requests that wait for their bank: a bounded pool of slots, one chain per bank in order of arrival, and for each bank
//! the oldest request to its open row. Nothing is ever searched through all requests.

use alloc::{vec, vec::Vec};

use serde::Serialize;

/// No slot.
pub const END: u16 = u16::MAX;

/// A request that waits.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Slot {
    /// The sender's number.
    pub id: u32,
    /// FieldOrder of arrival.
    pub number: u64,
    /// Cycle of arrival.
    pub arrived: u64,
    /// Its bank.
    pub bank: u16,
    /// Its row.
    pub row: u32,
    /// Its number in events.
    #[serde(skip)]
    pub request: u64,
    /// The one behind it in its bank.
    pub next: u16,
}

/// The requests of one bank.
#[derive(Clone, Copy, Debug, Serialize)]
struct Chain {
    head: u16,
    tail: u16,
    /// The oldest to the open row.
    hit: u16,
}

/// The requests of one direction.
#[derive(Clone, Debug, Serialize)]
pub struct Queue {
    slots: Vec<Slot>,
    free: Vec<u16>,
    chains: Vec<Chain>,
    /// Banks with requests, as bits.
    occupied: u64,
}

impl Queue {
    /// An empty queue for `capacity` requests to `banks` banks.
    pub fn new(capacity: u32, banks: u32) -> Queue {
        let capacity = capacity.clamp(1, u32::from(END) - 1) as u16;
        let slot = Slot { id: 0, number: 0, arrived: 0, bank: 0, row: 0, request: 0, next: END };
        Queue {
            slots: vec![slot; usize::from(capacity)],
            free: (0..capacity).rev().collect(),
            chains: vec![Chain { head: END, tail: END, hit: END }; banks as usize],
            occupied: 0,
        }
    }

    /// Bytes of the host's memory that such a queue takes.
    pub const fn host_bytes(capacity: u32, banks: u32) -> u64 {
        let slots = (capacity as u64 + 1) * (size_of::<Slot>() + size_of::<u16>()) as u64;
        slots + banks as u64 * size_of::<Chain>() as u64
    }

    /// Number of requests.
    pub fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// No request?
    pub fn is_empty(&self) -> bool {
        self.occupied == 0
    }

    /// Can it take another one?
    pub fn has_room(&self) -> bool {
        !self.free.is_empty()
    }

    /// Banks with requests, as bits.
    pub fn occupied(&self) -> u64 {
        self.occupied
    }

    /// The oldest request to a bank.
    pub fn oldest(&self, bank: u16) -> Option<&Slot> {
        self.slots.get(usize::from(self.chains[usize::from(bank)].head))
    }

    /// The oldest request to the open row of a bank.
    pub fn hit(&self, bank: u16) -> Option<&Slot> {
        self.slots.get(usize::from(self.chains[usize::from(bank)].hit))
    }

    /// Adds a request to a bank whose open row is `open`; there must be room.
    pub fn push(&mut self, slot: Slot, open: Option<u32>) {
        let Slot { bank, row, .. } = slot;
        let Some(at) = self.free.pop() else { return };
        self.slots[usize::from(at)] = slot;
        let chain = &mut self.chains[usize::from(bank)];
        match chain.tail {
            END => chain.head = at,
            tail => self.slots[usize::from(tail)].next = at,
        }
        chain.tail = at;
        if chain.hit == END && open == Some(row) {
            chain.hit = at;
        }
        self.occupied |= 1 << bank;
    }

    /// Takes the oldest request to the open row of a bank.
    pub fn take_hit(&mut self, bank: u16) -> Option<Slot> {
        let chain = self.chains[usize::from(bank)];
        let taken = *self.slots.get(usize::from(chain.hit))?;
        let before = self.before(chain.head, chain.hit);
        match before {
            END => self.chains[usize::from(bank)].head = taken.next,
            before => self.slots[usize::from(before)].next = taken.next,
        }
        if taken.next == END {
            self.chains[usize::from(bank)].tail = before;
        }
        if self.chains[usize::from(bank)].head == END {
            self.occupied &= !(1 << bank);
        }
        // Requests older than the oldest hit are to other rows, so the next hit is behind it.
        self.chains[usize::from(bank)].hit = self.first_to(taken.next, taken.row);
        self.free.push(chain.hit);
        Some(taken)
    }

    /// A row of a bank was opened.
    pub fn opened(&mut self, bank: u16, row: u32) {
        self.chains[usize::from(bank)].hit = self.first_to(self.chains[usize::from(bank)].head, row);
    }

    /// The row of a bank was closed.
    pub fn closed(&mut self, bank: u16) {
        self.chains[usize::from(bank)].hit = END;
    }

    /// The slot whose successor is `wanted`.
    fn before(&self, head: u16, wanted: u16) -> u16 {
        let (mut before, mut at) = (END, head);
        while at != wanted && at != END {
            (before, at) = (at, self.slots[usize::from(at)].next);
        }
        before
    }

    /// The first slot from `at` on that wants a row.
    fn first_to(&self, mut at: u16, row: u32) -> u16 {
        while at != END && self.slots[usize::from(at)].row != row {
            at = self.slots[usize::from(at)].next;
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A request to a row of bank 1.
    fn slot(id: u32, row: u32) -> Slot {
        Slot { id, number: id.into(), arrived: 0, bank: 1, row, request: 0, next: END }
    }

    #[test]
    fn hits_leave_in_order_of_arrival_and_the_rest_stays() {
        let mut queue = Queue::new(4, 2);
        for (id, row) in [(0, 1), (1, 2), (2, 1), (3, 2)] {
            queue.push(slot(id, row), None);
        }
        assert!(!queue.has_room() && queue.hit(1).is_none());
        queue.opened(1, 2);
        assert_eq!(queue.take_hit(1).unwrap().id, 1);
        assert_eq!(queue.take_hit(1).unwrap().id, 3);
        assert!(queue.take_hit(1).is_none());
        queue.push(slot(4, 2), Some(2));
        assert_eq!((queue.hit(1).unwrap().id, queue.oldest(1).unwrap().id), (4, 0));
        queue.closed(1);
        queue.opened(1, 1);
        assert_eq!((queue.take_hit(1).unwrap().id, queue.take_hit(1).unwrap().id), (0, 2));
        assert_eq!((queue.len(), queue.occupied()), (1, 0b10));
        queue.opened(1, 2);
        assert_eq!(queue.take_hit(1).unwrap().id, 4);
        assert!(queue.is_empty() && queue.oldest(1).is_none());
    }
}

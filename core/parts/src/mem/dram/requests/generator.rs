//! The command generator: what a bank has to do for each burst (facts 10; simd 6.3.4).
//!
//! It keeps the rows that will be open once all it wrote is done. In a rectangle the next burst is known: the last burst
//! in a row of a bank pair closes its bank, and a command of its own closes the other bank of the pair before that.
//! Indexes leave rows open until another row of the bank is needed, or until the last.

use alloc::collections::VecDeque;

use serde::Serialize;

use super::{BANK_QUEUE, MAX_BANKS, map::Place};

/// A burst on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Burst {
    /// Where.
    pub place: Place,
    /// The place of the next one of a rectangle; none for the last, and for indexes.
    pub next: Option<Place>,
    /// Of a rectangle whose rows are closed early?
    pub linear: bool,
    /// The last of its request?
    pub last: bool,
    /// Its words that are wanted, as bits.
    pub mask: u16,
    /// A write?
    pub write: bool,
    /// Its request.
    pub tag: u64,
}

/// What a bank has to do; the parts go in the order of the fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Task {
    /// Where; the row is that to open.
    pub place: Place,
    /// Close the row that is open.
    pub precharge: bool,
    /// Open the row.
    pub activate: bool,
    /// Transfer the burst; a task without that only closes.
    pub column: bool,
    /// Close the row with the transfer.
    pub closing: bool,
    /// Its words that are wanted, as bits.
    pub mask: u16,
    /// A write?
    pub write: bool,
    /// Its request.
    pub tag: u64,
}

/// The generator.
#[derive(Clone, Debug, Serialize)]
pub struct Generator {
    rows: [Option<u32>; MAX_BANKS],
    /// What still has to be written into queues, in this order.
    tasks: VecDeque<Task>,
    /// Was the last burst not the last of its request?
    pub busy: bool,
}

impl Default for Generator {
    fn default() -> Generator {
        Generator { rows: [None; MAX_BANKS], tasks: VecDeque::with_capacity(MAX_BANKS), busy: false }
    }
}

impl Generator {
    /// May it take a burst?
    pub fn free(&self) -> bool {
        self.tasks.is_empty()
    }

    /// Writes what it has as far as the queues have room; was there anything?
    pub fn write(&mut self, queues: &mut [VecDeque<Task>]) -> bool {
        let before = self.tasks.len();
        while let Some(task) = self.tasks.front()
            && let queue = &mut queues[usize::from(task.place.bank)]
            && queue.len() < BANK_QUEUE
        {
            queue.push_back(*task);
            self.tasks.pop_front();
        }
        self.tasks.len() < before
    }

    /// Takes a burst.
    pub fn take(&mut self, burst: &Burst, banks: u16) {
        let Burst { place, next, linear, last, mask, write, tag } = *burst;
        let open = self.rows[usize::from(place.bank)];
        let mut task = Task {
            place,
            precharge: open.is_some_and(|row| row != place.row),
            activate: open != Some(place.row),
            column: true,
            closing: false,
            mask,
            write,
            tag,
        };
        self.rows[usize::from(place.bank)] = Some(place.row);
        let ends = if linear { next.is_none_or(|next| next.pair_row() != place.pair_row()) } else { last };
        if ends {
            task.closing = true;
            self.rows[usize::from(place.bank)] = None;
            let others = if linear { 1..2 } else { 1..banks };
            for other in others {
                let bank = if linear { place.bank ^ 1 } else { (place.bank + other) % banks };
                self.close(bank, tag);
            }
        }
        self.tasks.push_back(task);
        self.busy = !last;
    }

    fn close(&mut self, bank: u16, tag: u64) {
        if let Some(row) = self.rows[usize::from(bank)].take() {
            self.tasks.push_back(Task {
                place: Place { bank, row, column: 0 },
                precharge: false,
                activate: false,
                column: false,
                closing: false,
                mask: 0,
                write: false,
                tag,
            });
        }
    }
}

//! When the words of a burst move: a queue of reserved times (simd 6.3.6).
//!
//! A column command says that the data bus carries a burst a fixed time later: after tCL for a read, tCWL for a
//! write. The storage on the other side, registers or a scratchpad, must be driven at that edge. The rules of the
//! DRAM keep the order of the bus the order of the commands, so that the queue is one.

use alloc::collections::VecDeque;

use crate::mem::dram::{
    Command,
    standard::{Standard, Timing},
};

use super::{DATA_QUEUE, arbiter::Sent};

/// The words of one burst on the data bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Burst {
    /// The edge of the first beat.
    pub first: u64,
    /// The edge of the last beat.
    pub last: u64,
    /// Into the DRAM?
    pub write: bool,
    /// The wanted words, as bits.
    pub mask: u16,
    /// The request.
    pub tag: u64,
}

/// Bursts to come.
#[derive(Clone, Debug)]
pub struct Data {
    timing: Timing,
    queue: VecDeque<Burst>,
}

impl Data {
    /// Nothing reserved.
    pub fn new(standard: &Standard) -> Data {
        Data { timing: standard.timing, queue: VecDeque::with_capacity(DATA_QUEUE) }
    }

    /// Reserves the bus for a column command; other commands carry no data.
    pub fn reserve(&mut self, sent: &Sent) {
        let latency = match sent.command {
            Command::Read => self.timing.cl,
            Command::Write => self.timing.cwl,
            _ => return,
        };
        let first = sent.edge + u64::from(latency);
        let last = first + u64::from(self.timing.burst) - 1;
        debug_assert!(self.queue.len() < DATA_QUEUE, "the bus is never reserved so far ahead");
        let write = sent.command == Command::Write;
        self.queue.push_back(Burst { first, last, write, mask: sent.mask, tag: sent.tag });
    }

    /// The next burst that begins at or before an edge.
    pub fn drive(&mut self, edge: u64) -> Option<Burst> {
        self.queue.front().filter(|burst| burst.first <= edge)?;
        self.queue.pop_front()
    }

    /// The edge at which the next burst begins.
    pub fn next(&self) -> Option<u64> {
        self.queue.front().map(|burst| burst.first)
    }
}

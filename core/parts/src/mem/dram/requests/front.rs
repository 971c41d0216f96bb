//! The front end: the queue of requests, and the bursts of the one that is worked on (facts 9, 11; simd 6.3.1, 6.3.3).
//!
//! It is idle or works on one request until that is complete. Idle, it starts a request only if no refresh waits; after a
//! request it starts the next one that is there without asking.

use alloc::{collections::VecDeque, vec::Vec};

use crate::mem::dram::standard::Organization;
use serde::Serialize;

use super::{
    BURST_QUEUE, BURST_WORDS, INDEX_QUEUE,
    generator::{Burst, Generator},
    map::Place,
    request::{Feed, Request, Transfer},
    settings::{Mapping, Precharge, Settings},
    stride::Bursts,
};

/// The register file's side of an indexed transfer: one work-item per edge.
#[derive(Clone, Debug, Serialize)]
struct Indexes {
    base: u64,
    all: Vec<Option<u32>>,
    /// The next work-item to handle; the end mark follows the last.
    at: usize,
    capacity: usize,
    /// The queue; no index is the end mark.
    queue: VecDeque<Option<u32>>,
    /// The index whose burst waits for the next one.
    held: Option<u32>,
}

/// Where the bursts come from.
#[derive(Clone, Debug, Serialize)]
enum Source {
    Stride(Bursts, Option<u64>),
    Indexed(Indexes),
}

/// What makes bursts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Maker {
    /// The stride sequencer, those of a rectangle.
    Sequencer,
    /// The index iterator, one for each index.
    Iterator,
}

/// A request that is worked on.
#[derive(Clone, Debug, Serialize)]
struct Current {
    tag: u64,
    write: bool,
    started: u64,
    source: Option<Source>,
}

/// The front end.
#[derive(Clone, Debug, Serialize)]
pub struct Front {
    #[serde(skip)]
    mapping: Mapping,
    #[serde(skip)]
    precharge: Precharge,
    /// Requests that wait, each with the first edge at which it can be seen.
    pub waiting: VecDeque<(u64, Request)>,
    current: Option<Current>,
    bursts: VecDeque<Burst>,
    /// A burst that was made and has found no room. What made it holds it, and has read what the next one is made of.
    held: Option<Burst>,
}

impl Indexes {
    /// Takes in what the register file gives at this edge; was there anything? A work-item that is off gives nothing, and needs no
    /// room.
    fn feed(&mut self) -> bool {
        let given = match self.all.get(self.at) {
            Some(None) => None,
            Some(index) => Some(*index),
            None if self.at == self.all.len() => Some(None),
            None => return false,
        };
        if given.is_some() && self.queue.len() >= self.capacity {
            return false;
        }
        self.queue.extend(given);
        self.at += 1;
        true
    }
}

impl Front {
    /// Without a request.
    pub fn new(settings: &Settings) -> Front {
        let Settings { mapping, precharge, .. } = *settings;
        Front {
            mapping,
            precharge,
            waiting: VecDeque::new(),
            current: None,
            bursts: VecDeque::new(),
            held: None,
        }
    }

    /// Tag of the request that is worked on, and the edge at which it started.
    pub fn current(&self) -> Option<(u64, u64)> {
        self.current.as_ref().map(|current| (current.tag, current.started))
    }

    /// Is the next request to be seen at this edge?
    pub fn sees(&self, now: u64) -> bool {
        self.waiting.front().is_some_and(|(edge, _)| *edge <= now)
    }

    /// The current request is complete.
    pub fn finish(&mut self) {
        self.current = None;
    }

    /// Reads the next request.
    pub fn start(&mut self, now: u64) {
        let Some((_, Request { tag, write, transfer })) = self.waiting.pop_front() else { return };
        let source = match transfer {
            Transfer::Stride(stride) => {
                let mut bursts = Bursts::aligned(stride, BURST_WORDS);
                let first = bursts.next();
                Source::Stride(bursts, first)
            }
            Transfer::Indexed { base, indexes, feed } => {
                let capacity = if feed == Feed::AtOnce { indexes.len() + 1 } else { INDEX_QUEUE };
                let queue = VecDeque::with_capacity(capacity);
                let mut indexes = Indexes { base, all: indexes, at: 0, capacity, queue, held: None };
                if feed == Feed::AtOnce {
                    while indexes.feed() {}
                    indexes.held = indexes.queue.pop_front().flatten();
                }
                Source::Indexed(indexes)
            }
        };
        self.current = Some(Current { tag, write, started: now, source: Some(source) });
    }

    /// An edge after that of the start: the generator writes and takes, a burst is made. Did anything happen?
    pub fn step(
        &mut self,
        organization: &Organization,
        generator: &mut Generator,
        queues: &mut [VecDeque<super::generator::Task>],
    ) -> bool {
        let banks = organization.total_banks() as u16;
        // A generator that was held up takes its next burst an edge later.
        let may_take = generator.free();
        let mut moved = generator.write(queues);
        let mut took = !may_take;
        for round in 0..2 {
            if round == 1 {
                moved |= self.hand_over(organization);
            }
            if !took && let Some(burst) = self.bursts.pop_front() {
                generator.take(&burst, banks);
                generator.write(queues);
                (took, moved) = (true, true);
            }
        }
        if let Some(Current { source: Some(Source::Indexed(indexes)), .. }) = &mut self.current {
            moved |= indexes.feed();
        }
        moved
    }

    /// Gives a burst to the command generator's queue: that which waits for room, else the next one; did anything happen?
    fn hand_over(&mut self, organization: &Organization) -> bool {
        let moved = self.held.is_none() && self.make(organization);
        if self.bursts.len() == BURST_QUEUE {
            return moved;
        }
        let given = self.held.take();
        self.bursts.extend(given);
        moved || given.is_some()
    }

    /// Makes the next burst of the request, if there is one; did anything happen?
    fn make(&mut self, organization: &Organization) -> bool {
        let Some(Current { tag, write, source, .. }) = &mut self.current else { return false };
        let (tag, write) = (*tag, *write);
        let (mapping, early) = (self.mapping, self.precharge == Precharge::Early);
        let mut push = |word: u64, mask, next: Option<u64>, linear, last| {
            let place = |word: u64| Place::of(organization, mapping, word * 4);
            self.held =
                Some(Burst { place: place(word), next: next.map(place), linear, last, mask, write, tag });
        };
        match source {
            None => false,
            Some(Source::Stride(bursts, at)) => {
                let next = bursts.next();
                if let Some(word) = core::mem::replace(at, next) {
                    push(word, bursts.mask(word) as u16, next, early, next.is_none());
                }
                if next.is_none() {
                    *source = None;
                }
                true
            }
            Some(Source::Indexed(indexes)) => {
                let Some(next) = indexes.queue.pop_front() else { return false };
                if let Some(index) = core::mem::replace(&mut indexes.held, next) {
                    let word = indexes.base / 4 + u64::from(index);
                    push(word, 1 << (word % BURST_WORDS), None, false, next.is_none());
                }
                if next.is_none() {
                    *source = None;
                }
                true
            }
        }
    }

    /// What has more bursts to make.
    pub fn maker(&self) -> Option<Maker> {
        self.current.as_ref()?.source.as_ref().map(|source| match source {
            Source::Stride(..) => Maker::Sequencer,
            Source::Indexed(_) => Maker::Iterator,
        })
    }

    /// Bursts that were made and wait for the command generator.
    pub fn made(&self) -> usize {
        self.bursts.len()
    }

    /// Are there neither bursts nor a source of them?
    pub fn is_drained(&self) -> bool {
        self.bursts.is_empty()
            && self.held.is_none()
            && self.current.as_ref().is_none_or(|current| current.source.is_none())
    }
}

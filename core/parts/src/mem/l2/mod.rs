//! A second-level cache slice with the atomic unit, in front of one memory channel (gpgpu 6.6; features M18 and M19).
//!
//! Requests go through a pipeline of `latency` cycles and are then looked up one per cycle, in order: one that cannot be
//! served (no way, no table entry, no room towards memory or the network) holds up all behind it. A read that hits is
//! answered at once; one that misses fetches the bursts with its missing sectors. Written bytes stay in the line, which
//! needs no fetch (write-validate): a sector counts as present when all its bytes were written. Lines that have to go
//! are written back burst by burst.
//!
//! Atomics are done here. With its small cache the unit takes one lane in a cycle, whatever the address; without it,
//! lanes of one address follow each other at the full latency.
//!
//! A prefetch fetches as a read does, and is not answered.
//!
//! A slice with no way at all passes everything on: reads and atomics fetch their bursts, writes and atomics write them, and a
//! prefetch does nothing.
//!
//! Addresses are those of the slice (see [`super::partition`]). Deliberately absent: bypass of partial writes, and dirty
//! data that waits for the memory scheduler to ask for it.
//!
//! Used by: `simt`, in [`super::system`].

use serde::Serialize;

mod lookups;

use alloc::collections::VecDeque;

use super::{
    NEVER, Request, RequestKind,
    cache::{Geometry, Tags},
    dram::controller::Burst,
    mshr::Mshr,
};
use crate::{counters, keep, machines::counters::is_nothing, pipe::queue::Queue, trace::Lookup};

/// Size, latency and queues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Tag array; 0 ways for no cache.
    pub geometry: Geometry,
    /// Cycles from the arrival of a request to its lookup.
    pub latency: u32,
    /// Entries of the table of pending lines.
    pub entries: u32,
    /// Requests that one entry holds.
    pub merges: u32,
    /// Requests that wait, beyond those in the pipeline; also replies that wait for the network.
    pub queue: u32,
    /// Bursts that wait for the memory controller.
    pub memory_queue: u32,
    /// Bytes of a memory burst.
    pub burst: u32,
    /// Has the atomic unit a cache of its own?
    pub rop_cache: bool,
    /// For random replacement.
    pub seed: u64,
}

counters! {
    /// What a second-level cache has done.
    pub struct Counters {
        /// Reads looked up.
        reads: "requests",
        /// Reads whose sectors were there.
        read_hits: "requests",
        /// Reads and atomics that joined a line on its way.
        merges: "requests",
        /// Prefetches looked up.
        prefetches: "requests" #[serde(skip_serializing_if = "is_nothing")],
        /// Writes looked up.
        writes: "requests",
        /// Writes whose line was there.
        write_hits: "requests",
        /// Atomics looked up.
        atomics: "requests",
        /// Lanes of atomics.
        atomic_operations: "lanes",
        /// Cycles in which the first request could not be served.
        stalled: "cycles",
        /// Bursts read from memory.
        memory_reads: "bursts",
        /// Bursts written back to memory.
        memory_writes: "bursts",
    }
}

/// Cycles that the atomic unit takes for a request, from its arrival to its reply: `operations` lanes, of which at most
/// `chain` name one address.
pub const fn atomic_cycles(operations: u8, chain: u8, latency: u32, rop_cache: bool) -> u64 {
    let (operations, chain, latency) = (operations as u64, chain as u64, latency as u64);
    if rop_cache {
        latency + operations.saturating_sub(1)
    } else {
        let repeats = chain.saturating_sub(1);
        latency + repeats * latency + operations.saturating_sub(1 + repeats)
    }
}

impl Config {
    /// Most bytes of the host's memory that such a slice takes.
    pub fn host_bytes(&self) -> u64 {
        let queue = self.queue.max(1) as usize;
        // A burst has at least a byte.
        let bursts = (self.memory_queue as usize).max(2 * self.geometry.grain.line as usize);
        self.geometry.host_bytes()
            + Mshr::<Request>::host_bytes(self.entries, self.merges)
            + Queue::<Request>::host_bytes(queue + self.latency as usize)
            + Queue::<Request>::host_bytes(queue)
            + Queue::<Burst>::host_bytes(bursts)
            + 8 * u64::from(self.entries)
    }
}

/// The slice.
#[derive(Clone, Debug, Serialize)]
pub struct Slice {
    #[serde(skip)]
    config: Config,
    tags: Tags,
    table: Mshr<Request>,
    /// Requests on their way to the lookup.
    pipe: Queue<Request>,
    /// To the memory controller.
    memory: Queue<Burst>,
    /// To the network.
    replies: Queue<Request>,
    /// Entries whose line has come and whose requests have to be answered.
    filled: VecDeque<u32>,
    /// First cycle in which the lookup is free.
    free: u64,
    /// What it has done.
    pub counters: Counters,
}

keep!(Slice { tags });

impl Slice {
    /// Bytes of unused room in its queues and its table, which a copy does not take.
    pub fn spare_bytes(&self) -> u64 {
        let queues = self.pipe.spare_bytes() + self.memory.spare_bytes() + self.replies.spare_bytes();
        self.table.spare_bytes() + queues
    }

    /// An empty slice.
    pub fn new(config: Config) -> Slice {
        let queue = config.queue.max(1) as usize;
        let slice = Slice {
            config,
            tags: Tags::new(config.geometry, config.burst, config.seed),
            table: Mshr::new(config.entries, config.merges),
            pipe: Queue::new(queue + config.latency as usize),
            memory: Queue::new(1),
            replies: Queue::new(queue),
            filled: VecDeque::with_capacity(config.entries as usize),
            free: 0,
            counters: Counters::default(),
        };
        // A miss needs room for a line that goes and a line that comes.
        let miss = 2 * slice.chunks() as usize;
        Slice { memory: Queue::new(miss.max(config.memory_queue as usize)), ..slice }
    }

    /// The tag array, to look at.
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// Size, latency and queues.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The pending lines: entry, first address as the slice knows it, how many wait for it.
    pub fn misses(&self) -> impl Iterator<Item = (u32, u64, usize)> + '_ {
        self.table.in_use().map(|(index, entry)| (index, entry.address, entry.waiters.len()))
    }

    /// Requests that wait or are in the pipeline, table entries in use, bursts that wait for memory, replies that wait.
    pub fn occupancy(&self) -> [usize; 4] {
        [self.pipe.occupancy(), self.table.used(), self.memory.occupancy(), self.replies.occupancy()]
    }

    /// Would [`Slice::push`] take a request?
    pub fn can_push(&self) -> bool {
        self.pipe.has_room()
    }

    /// Brings a request; `false` if the queue is full.
    pub fn push(&mut self, now: u64, request: Request) -> bool {
        self.pipe.offer(now + u64::from(self.config.latency), request)
    }

    /// Will an atomic stand behind others at one of its addresses: of its own lanes, or of requests that are here?
    pub fn contends(&self, request: &Request) -> bool {
        let meets = |other: &Request| {
            other.kind == RequestKind::Atomic
                && other.address == request.address
                && other.bytes & request.bytes != 0
        };
        let waiting = || self.table.in_use().flat_map(|(_, entry)| &entry.waiters);
        request.kind == RequestKind::Atomic
            && (request.chain > 1 || self.pipe.iter().chain(self.replies.iter()).chain(waiting()).any(meets))
    }

    /// One cycle of the lookup. Which request it looked at, if it did, and what it said.
    pub fn step(&mut self, now: u64) -> Option<(Request, Lookup)> {
        if now < self.free {
            return None;
        }
        if let Some(&index) = self.filled.front() {
            self.answer_waiter(now, index);
            return None;
        }
        let request = *self.pipe.ready(now)?;
        let lookup = match request.kind {
            RequestKind::Write => self.write(now, &request),
            RequestKind::Read | RequestKind::Atomic | RequestKind::Prefetch => self.read(now, &request),
        };
        self.count(&request, lookup);
        if lookup != Lookup::Refused {
            self.pipe.take(now);
            self.free = self.free.max(now + 1);
        }
        Some((request, lookup))
    }

    /// The burst that waits for the memory controller; its id is the table entry.
    pub fn burst(&self, now: u64) -> Option<&Burst> {
        self.memory.ready(now)
    }

    /// The memory controller has taken the burst.
    pub fn burst_taken(&mut self, now: u64) {
        self.memory.take(now);
    }

    /// The first request that waits for a line on its way.
    pub fn first_waiter(&self, address: u64) -> Option<&Request> {
        let index = self.table.find(address)?;
        self.table.waiters(index).first()
    }

    /// A burst has been read for a table entry. If that was the last one of its line: the requests that waited for it.
    pub fn fill(&mut self, index: u32) -> &[Request] {
        let Some(entry) = self.table.entry(index) else { return &[] };
        entry.outstanding = entry.outstanding.saturating_sub(1);
        if entry.outstanding > 0 {
            return &[];
        }
        if let Some(place) = entry.place {
            let line = self.tags.line(place);
            line.valid |= entry.sectors;
            line.reserved -= 1;
            line.locked += 1;
        }
        self.table.close(index);
        self.filled.push_back(index);
        self.table.waiters(index)
    }

    /// The reply that waits for the network.
    pub fn reply(&self, now: u64) -> Option<&Request> {
        self.replies.ready(now)
    }

    /// The network has taken the reply.
    pub fn reply_taken(&mut self, now: u64) {
        self.replies.take(now);
    }

    /// Is a request of a sender here, and if so, does it wait for memory?
    pub fn holds(&self, source: u16, id: u32) -> Option<bool> {
        let wanted = |request: &Request| {
            (request.source, request.id) == (source, id) && request.kind != RequestKind::Write
        };
        let entry = self.table.in_use().find(|(_, entry)| entry.waiters.iter().any(wanted));
        match entry {
            Some((_, entry)) => Some(entry.outstanding > 0),
            None => self.pipe.iter().chain(self.replies.iter()).any(wanted).then_some(false),
        }
    }

    /// When something can change next.
    pub fn next_event(&self) -> u64 {
        let answer = if self.filled.is_empty() { NEVER } else { self.free };
        let lookup = if self.pipe.is_empty() { NEVER } else { self.pipe.next_event().max(self.free) };
        answer.min(lookup).min(self.memory.next_event()).min(self.replies.next_event())
    }

    /// Nothing on its way?
    pub fn is_idle(&self) -> bool {
        self.pipe.is_empty() && self.table.used() == 0 && self.memory.is_empty() && self.replies.is_empty()
    }

    fn count(&mut self, request: &Request, lookup: Lookup) {
        let counters = &mut self.counters;
        match (lookup, request.kind) {
            (Lookup::Refused, _) => counters.stalled += 1,
            (_, RequestKind::Write) => {
                counters.writes += 1;
                counters.write_hits += u64::from(lookup == Lookup::Hit);
            }
            (_, RequestKind::Read) => {
                counters.reads += 1;
                counters.read_hits += u64::from(lookup == Lookup::Hit);
            }
            (_, RequestKind::Prefetch) => counters.prefetches += 1,
            (_, RequestKind::Atomic) => {
                counters.atomics += 1;
                counters.atomic_operations += u64::from(request.operations);
            }
        }
        counters.merges += u64::from(lookup == Lookup::Merged);
    }
}

#[cfg(test)]
mod tests;

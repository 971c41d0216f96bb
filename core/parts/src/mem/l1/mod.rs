//! A first-level data cache with its pending request table (gpgpu 6.3, 6.4; features M05-M07, M09, M11, M24).
//!
//! The load/store unit offers one block at a time ([`L1::access`], one per cycle: the arbiter's port). A load that hits
//! is there `hit_latency` cycles later. A load that misses takes a way and a table entry at once and sends a request for
//! the missing sectors when its lookup is over; others that miss the same line join the entry, and send a request for
//! sectors of it that nobody has asked for. When the reply has been
//! written into the line, the waiting loads are replayed one per cycle, each a hit for certain since the line is locked
//! until the last has read it. What finds no way, no entry, no place in an entry or no room in the miss queue is
//! refused and has to come again.
//!
//! A store is done when it is accepted: its data is then in the [write data buffer](super::wdb), which it leaves for the
//! network, for the line that is there, or for the line that it has to wait for. What it does is the [`Policy`] of its
//! memory space. With a full buffer it is refused. A store of a whole line goes the same way as one of a part.
//!
//! A prefetch is a load that nobody waits for: it is done when it is accepted. It takes a way and an entry as a load does, and
//! its line is free to go as soon as it is there. Where its memory space does not use the cache it is sent on to the second level.
//!
//! Deliberately absent: allocation at fill time, address translation, invalidation by other cores' stores (that
//! incoherence is the machine's).
//!
//! Used by: `simt`: it is the GPU's own.

use serde::Serialize;

mod fills;
mod offers;

use alloc::collections::VecDeque;

use super::{
    NEVER, Request, RequestKind,
    cache::{Geometry, Tags},
    coalesce::Block,
    mshr::Mshr,
    wdb::WriteBuffer,
};
use crate::{counters, keep, machines::counters::is_nothing, pipe::queue::Queue, trace::Lookup};

/// Size, latencies and queues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Tag array.
    pub geometry: Geometry,
    /// Cycles from the acceptance of a hit to its data; also from the acceptance of a miss to its request.
    pub hit_latency: u32,
    /// Cycles from the arrival of a reply to the written line.
    pub fill_latency: u32,
    /// Entries of the pending request table.
    pub entries: u32,
    /// Loads that one entry holds.
    pub merges: u32,
    /// Requests that wait for the network; lookups under way have room of their own.
    pub queue: u32,
    /// Entries of the write data buffer.
    pub writes: u32,
    /// A load that misses asks for its whole line, instead of the sectors that lanes need. What goes around the lines asks
    /// for no more than it needs.
    pub whole_lines: bool,
    /// A load that finds every way of its set held goes around the cache, instead of being refused (gpgpu M24).
    pub bypass_held_sets: bool,
    /// Bytes of a memory burst.
    pub burst: u32,
    /// The number of this cache's port on the network.
    pub source: u16,
    /// For random replacement.
    pub seed: u64,
}

/// How a memory space uses the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Policy {
    /// Loads allocate; stores update a line that is there and always go on (global memory).
    Through,
    /// Loads and stores allocate; stores stay until the line is replaced (private memory).
    Back,
    /// Neither; a store drops the line that it makes stale.
    Around,
}

/// One block of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct L1Access {
    /// The load/store unit's own number for it; comes back from [`L1::collect`] for loads and atomics.
    pub id: u32,
    /// What it does. Atomics always go around.
    pub kind: RequestKind,
    /// How its memory space uses the cache.
    pub policy: Policy,
    /// Line, sectors and bytes.
    pub block: Block,
    /// For atomics: the most lanes that name one address.
    pub chain: u8,
}

/// What the arbiter says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Accepted; the line was there.
    Hit,
    /// Accepted; a request goes on, for sectors that are not there and that nobody has asked for.
    Miss,
    /// Accepted; all that it needs is already on its way.
    Merged,
    /// Not accepted: come again.
    Refused(Refusal),
}

impl Answer {
    /// As an event tells it.
    pub const fn lookup(self) -> Lookup {
        match self {
            Answer::Hit => Lookup::Hit,
            Answer::Miss => Lookup::Miss,
            Answer::Merged => Lookup::Merged,
            Answer::Refused(_) => Lookup::Refused,
        }
    }
}

/// Why an access was not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The port was used in this cycle, by another access or a replay.
    Port,
    /// Every way of the set is reserved or locked.
    Ways,
    /// The pending request table is full.
    Table,
    /// The entry of the line holds as many loads as it can.
    Merges,
    /// The miss queue is full.
    Queue,
    /// The write data buffer is full.
    Writes,
}

/// A line that was given a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The place, by set and way.
    pub place: u32,
    /// First address of the line.
    pub line: u64,
    /// First address of the line that had to go for it.
    pub evicted: Option<u64>,
}

counters! {
    /// What a first-level cache has done.
    pub struct Counters {
        /// Loads accepted, one per block.
        loads: "blocks",
        /// Loads whose line was there.
        load_hits: "blocks",
        /// Loads all of whose sectors were on their way.
        load_merges: "blocks",
        /// Prefetches accepted, one per block.
        prefetches: "blocks" #[serde(skip_serializing_if = "is_nothing")],
        /// Prefetches that asked for sectors: these were neither there nor on their way.
        prefetch_misses: "blocks" #[serde(skip_serializing_if = "is_nothing")],
        /// Stores accepted, one per block.
        stores: "blocks",
        /// Stores whose line was there.
        store_hits: "blocks",
        /// Of the loads, those that went around the cache because every way of their set was held (gpgpu M24).
        bypasses: "blocks",
        /// Atomics, uncached loads and lines of constants accepted, one per block.
        around: "blocks",
        /// Refused because a set had every way reserved or locked.
        refused_ways: "tries",
        /// Refused because the pending request table was full.
        refused_table: "tries",
        /// Refused because the entry of the line was full.
        refused_merges: "tries",
        /// Refused because the miss queue was full.
        refused_queue: "tries",
        /// Stores refused because the write data buffer was full.
        refused_writes: "tries",
        /// Sectors asked for, to be written into lines.
        sectors_fetched: "sectors",
        /// Sectors that loads asked for which went around the lines.
        sectors_around: "sectors",
        /// Lines that had to go.
        evictions: "lines",
        /// Evicted lines that were written back.
        write_backs: "lines",
    }
}

/// Who waits in a table entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
enum Waiter {
    /// A load with the load/store unit's number.
    Load(u32),
    /// A store with this entry of the write data buffer.
    Store(u32),
}

/// The cache.
#[derive(Clone, Debug, Serialize)]
pub struct L1 {
    #[serde(skip)]
    config: Config,
    tags: Tags,
    table: Mshr<Waiter>,
    writes: WriteBuffer,
    /// First cycle in which the port is free.
    port_free: u64,
    /// To the network.
    queue: Queue<Request>,
    /// Replies on their way into the line.
    fills: Queue<Request>,
    /// Filled entries whose waiters have to be replayed.
    replays: VecDeque<u32>,
    /// Loads with data, from a line.
    done: Queue<u32>,
    /// Loads and atomics with data, past the lines.
    direct: Queue<u32>,
    /// Atomics that stand behind others at an address, from when on.
    #[serde(skip)]
    contended: Queue<u32>,
    /// Requests that have been sent.
    #[serde(skip)]
    requests: u64,
    /// The request that the last access made or joined; 0 if it needed none.
    #[serde(skip)]
    needed: u64,
    /// The place that the last access took.
    #[serde(skip)]
    taken: Option<Taken>,
    /// What it has done.
    pub counters: Counters,
}

impl Config {
    /// Most bytes of the host's memory that such a cache takes.
    pub fn host_bytes(&self) -> u64 {
        let (entries, lookups) = (self.entries.max(1) as usize, self.hit_latency as usize);
        let requests = Queue::<Request>::host_bytes(2 + self.queue as usize + lookups)
            + Queue::<Request>::host_bytes(self.fill_latency as usize + 2);
        let loads = Queue::<u32>::host_bytes(lookups + 2) + 3 * Queue::<u32>::host_bytes(entries);
        self.geometry.host_bytes() + Mshr::<Waiter>::host_bytes(self.entries, self.merges) + requests + loads
    }
}

keep!(L1 { tags });

impl L1 {
    /// Bytes of unused room in its queues and its table, which a copy does not take.
    pub fn spare_bytes(&self) -> u64 {
        let queues = self.queue.spare_bytes() + self.fills.spare_bytes();
        self.table.spare_bytes()
            + queues
            + self.done.spare_bytes()
            + self.direct.spare_bytes()
            + self.contended.spare_bytes()
    }

    /// An empty cache.
    pub fn new(config: Config) -> L1 {
        let entries = config.entries.max(1) as usize;
        let lookups = config.hit_latency as usize;
        L1 {
            config,
            tags: Tags::new(config.geometry, config.burst, config.seed),
            table: Mshr::new(config.entries, config.merges),
            writes: WriteBuffer::new(config.writes),
            port_free: 0,
            // A miss needs two places: its request and the line that it drives out.
            queue: Queue::new(2.max(config.queue as usize) + lookups),
            fills: Queue::new(config.fill_latency as usize + 2),
            replays: VecDeque::with_capacity(entries),
            done: Queue::new(lookups + 2),
            direct: Queue::new(entries),
            contended: Queue::new(entries),
            requests: 0,
            needed: 0,
            taken: None,
            counters: Counters::default(),
        }
    }

    /// Size, latencies and queues.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The tag array, to look at.
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// The lines of the pending request table: entry, first address, how many wait for it.
    pub fn misses(&self) -> impl Iterator<Item = (u32, u64, usize)> + '_ {
        self.table.in_use().map(|(index, entry)| (index, entry.address, entry.waiters.len()))
    }

    /// Entries in use of the pending request table and of the write data buffer.
    pub fn occupancy(&self) -> (usize, usize) {
        (self.table.used(), self.writes.used())
    }

    /// Offers one block.
    pub fn access(&mut self, now: u64, access: &L1Access) -> Answer {
        (self.needed, self.taken) = (0, None);
        if now < self.port_free || !self.done.has_room() {
            return Answer::Refused(Refusal::Port);
        }
        let answer = match (access.kind, access.policy) {
            (RequestKind::Read, Policy::Through | Policy::Back) => self.load(now, access),
            (RequestKind::Read, Policy::Around) | (RequestKind::Atomic, _) => self.around(now, access),
            (RequestKind::Prefetch, _) => self.prefetch(now, access),
            (RequestKind::Write, _) => self.store(now, access),
        };
        if !matches!(answer, Answer::Refused(_)) {
            self.port_free = now + 1;
        }
        self.count(access, answer);
        answer
    }

    /// The number of the request that the last access made or joined; 0 if it needed none.
    pub fn needed(&self) -> u64 {
        self.needed
    }

    /// The place that the last access took for a line that was not there.
    pub fn taken(&self) -> Option<Taken> {
        self.taken
    }

    /// Fills and replays of one cycle; call it before the accesses of the cycle.
    pub fn step(&mut self, now: u64) {
        self.writes.step(now);
        if let Some(reply) = self.fills.take(now) {
            self.fill(now, reply);
        }
        if self.done.has_room()
            && let Some(&index) = self.replays.front()
        {
            self.replay(now, index);
        }
    }

    /// The request that waits for the network.
    pub fn outgoing(&self, now: u64) -> Option<&Request> {
        self.queue.ready(now)
    }

    /// The network has taken the request.
    pub fn sent(&mut self, now: u64) {
        if let Some(request) = self.queue.take(now)
            && request.kind == RequestKind::Write
        {
            self.writes.release(request.id);
        }
    }

    /// Can [`L1::deliver`] take a reply?
    pub fn can_deliver(&self) -> bool {
        self.fills.has_room()
    }

    /// A reply has arrived.
    pub fn deliver(&mut self, now: u64, reply: Request) -> bool {
        self.fills.offer(now + u64::from(self.config.fill_latency), reply)
    }

    /// The number of a load or atomic whose data is there. Ask until there is none.
    pub fn collect(&mut self, now: u64) -> Option<u32> {
        self.done.take(now).or_else(|| self.direct.take(now))
    }

    /// The atomic whose request has this entry of the table stands behind others at an address from a cycle on.
    pub fn contend(&mut self, entry: u32, from: u64) {
        for waiter in self.table.waiters(entry) {
            if let Waiter::Load(id) = waiter {
                self.contended.offer(from, *id);
            }
        }
    }

    /// The number of an atomic that stands behind others at an address from now on. Ask until there is none.
    pub fn contended(&mut self, now: u64) -> Option<u32> {
        self.contended.take(now)
    }

    /// The lines that a load or atomic of this number waits for: table entry, first address, and whether the request is
    /// beyond this cache.
    pub fn pending(&self, id: u32) -> impl Iterator<Item = (u32, u64, bool)> + '_ {
        self.table.in_use().filter(move |(_, entry)| entry.waiters.contains(&Waiter::Load(id))).map(
            |(index, entry)| {
                let here = |request: &Request| request.id == index && request.kind != RequestKind::Write;
                let here = self.queue.iter().chain(self.fills.iter()).any(here);
                (index, entry.address, !here && !self.replays.contains(&index))
            },
        )
    }

    /// When something can change next.
    pub fn next_event(&self) -> u64 {
        let replay = if self.replays.is_empty() { NEVER } else { 0 };
        let queues = [&self.queue, &self.fills].map(Queue::next_event);
        let results = [&self.done, &self.direct, &self.contended].map(Queue::next_event);
        queues.into_iter().chain(results).fold(replay.min(self.writes.next_event()), u64::min)
    }

    /// Nothing on its way?
    pub fn is_idle(&self) -> bool {
        self.table.used() == 0
            && self.writes.used() == 0
            && self.queue.is_empty()
            && self.done.is_empty()
            && self.direct.is_empty()
    }

    fn count(&mut self, access: &L1Access, answer: Answer) {
        let Counters {
            loads,
            load_hits,
            load_merges,
            stores,
            store_hits,
            around,
            prefetches,
            prefetch_misses,
            ..
        } = &mut self.counters;
        match (answer, access.kind, access.policy) {
            (Answer::Refused(Refusal::Port), ..) => {}
            (Answer::Refused(Refusal::Ways), ..) => self.counters.refused_ways += 1,
            (Answer::Refused(Refusal::Table), ..) => self.counters.refused_table += 1,
            (Answer::Refused(Refusal::Merges), ..) => self.counters.refused_merges += 1,
            (Answer::Refused(Refusal::Queue), ..) => self.counters.refused_queue += 1,
            (Answer::Refused(Refusal::Writes), ..) => self.counters.refused_writes += 1,
            (_, RequestKind::Atomic, _) | (_, RequestKind::Read, Policy::Around) => *around += 1,
            (_, RequestKind::Read, _) => {
                *loads += 1;
                *load_hits += u64::from(answer == Answer::Hit);
                *load_merges += u64::from(answer == Answer::Merged);
            }
            (_, RequestKind::Prefetch, _) => {
                *prefetches += 1;
                *prefetch_misses += u64::from(answer == Answer::Miss);
            }
            (_, RequestKind::Write, _) => {
                *stores += 1;
                *store_hits += u64::from(answer == Answer::Hit);
            }
        }
    }
}

#[cfg(test)]
mod tests;

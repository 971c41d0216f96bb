//! When memory answers: the timing of memory, as parts that several machines use.
//!
//! No data is in here and no machine. A part is plain `Clone` data; time is an argument (`now`, in cycles of whoever
//! drives it), never a clock; queues are bounded and refuse (`false`, `None`, [`l1::Answer::Refused`]) what they cannot
//! take. After start-up nothing allocates.
//!
//! What the parts do, from the lanes outwards:
//! - [`coalesce`] cuts the addresses of lanes into lines and sectors; [`scratchpad`] cuts them into bank passes.
//! - [`cache`] is a tag array (sets, ways, sectors, replacement), [`mshr`] the table of pending requests, [`wdb`] the buffer of
//!   data to be written; [`l1`] makes a first-level data cache of all three.
//! - [`network`] is a crossbar, [`partition`] says which memory partition has an address.
//! - [`l2`] is a second-level slice with the atomic unit, [`dram`] the memory behind it.
//! - [`system`] joins everything behind the first-level caches: network, slices, DRAM channels; [`clocks`] has the two
//!   clocks of cores and memory. [`hierarchy`] is all of it with the first-level caches, from [`settings`] to counters.
//! - [`main`] is main memory of any kind for machines that know the times of an instruction when it issues: ideal, of a fixed latency,
//!   [`banked`], [`dram`] channels, vaults. A [`tlb`] and a [`vector_cache`] stand in front of it; [`levels`] are several caches.
//!
//! Each module says in its header which machines use it (`Used by`), and in which other part if they do not name it.
//!
//! A machine takes the [`hierarchy`] whole or takes the parts that it has. What is chosen of a part is a table of settings
//! of its own, which the machine's table takes in.
//!
//! Each part that time passes in has the same three questions: a request (`access`, `offer`, `push`) that is taken or
//! refused at once, a result (`collect`, `take`) that is there from a cycle on, and `next_event`: the first cycle in
//! which stepping the part can change anything (a cycle that has passed means: the next one; [`NEVER`]: not before it
//! gets a request). A machine that jumps to the earliest `next_event` of its parts sees what one that steps each cycle
//! sees.
//!
//! A cycle is evaluated back to front (gpgpu 5.1): [`system::System::step`], then [`l1::L1::step`], then the core's own
//! write-back and issue, so that a result is visible one cycle after it was made. The chain of back-pressure
//! (gpgpu 6.6) runs the other way: DRAM queue full, slice stalls, its input queue fills, the network's output fills, its
//! input refuses, the miss queue of the first-level cache fills, that cache refuses, the load/store unit tries again.
//!
//! Deliberately absent: data (results never depend on timing), coherence between first-level caches, addresses that
//! translation changes (it takes time and nothing else), acknowledgements of writes.

use serde::Serialize;

pub mod banked;
pub mod cache;
pub mod clocks;
pub mod coalesce;
pub mod dram;
pub mod hierarchy;
pub mod l1;
pub mod l2;
pub mod levels;
pub mod main;
pub mod mshr;
pub mod network;
pub mod partition;
pub mod scratchpad;
pub mod settings;
pub mod system;
pub mod tlb;
pub mod vector_cache;
pub mod wdb;

pub use crate::pipe::queue::NEVER;

/// Bytes of the longest line: byte masks have this many bits.
pub const MAX_LINE: u32 = 128;

/// What a request does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum RequestKind {
    /// Asks for data.
    Read,
    /// Brings data; there is no reply.
    Write,
    /// Reads, changes and writes where the data is; the reply brings the old values.
    Atomic,
    /// Asks for data to be brought nearer; there is no reply.
    Prefetch,
}

/// A request for a part of one line. The reply to it is the same record on its way back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Request {
    /// The sender's own number for it (for a first-level cache: the entry of its pending request table, or for a write of
    /// its write data buffer).
    pub id: u32,
    /// The sender: the number of its network port (the core).
    pub source: u16,
    /// What it does.
    pub kind: RequestKind,
    /// First address of the line.
    pub address: u64,
    /// Sectors asked for or written; the first is bit 0.
    pub sectors: u8,
    /// Bytes written (or changed by an atomic); the first of the line is bit 0.
    pub bytes: u128,
    /// For atomics: how many lanes take part.
    pub operations: u8,
    /// For atomics: the most lanes that name one address.
    pub chain: u8,
    /// Its number in events; 0 if events do not tell of it. No time depends on it.
    #[serde(skip)]
    pub number: u64,
}

impl Request {
    /// A read of sectors.
    pub const fn read(id: u32, source: u16, address: u64, sectors: u8) -> Request {
        Request {
            id,
            source,
            kind: RequestKind::Read,
            address,
            sectors,
            bytes: 0,
            operations: 0,
            chain: 0,
            number: 0,
        }
    }

    /// A prefetch of sectors.
    pub const fn prefetch(source: u16, address: u64, sectors: u8) -> Request {
        Request { kind: RequestKind::Prefetch, ..Request::read(u32::MAX, source, address, sectors) }
    }

    /// A write of bytes that no buffer of the sender waits for.
    pub const fn write(source: u16, address: u64, sectors: u8, bytes: u128) -> Request {
        Request { kind: RequestKind::Write, bytes, ..Request::read(u32::MAX, source, address, sectors) }
    }
}

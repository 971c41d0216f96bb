//! A warp slot of a core: the warp's architectural state and where each of its next instructions is.

use alloc::{vec, vec::Vec};

use lanescope_parts::{
    base::LaneMask,
    keep,
    pipe::{
        ibuffer::IBuffer,
        scoreboard::{Scoreboard, Tag},
    },
};
use serde::Serialize;

use crate::exec::{self, AccessInfo};

/// A warp on a core.
#[derive(Clone, Debug, Serialize)]
pub struct Slot {
    /// What it computes with.
    pub warp: exec::Warp,
    /// Its group's slot.
    pub group: usize,
    /// Number of the thread in lane 0 in the launch, lanes without a thread counted.
    pub first_thread: u64,
    /// Fetched instructions.
    pub ibuffer: IBuffer,
    /// Registers that wait for results.
    pub scoreboard: Scoreboard,
    /// Where fetch goes on.
    pub fetch_pc: u32,
    /// Instructions in the decoder.
    pub decoding: u32,
    /// Fetch waits until a control instruction is resolved.
    pub unresolved: bool,
    /// Fetch waits for a line of instructions.
    pub missing: bool,
    /// The line that it missed has come: its next fetch hits for certain, even if the line has to go before.
    pub granted: bool,
    /// Fetch waits for a scoreboard entry.
    pub starved: bool,
    /// It waits at the barrier.
    pub barred: bool,
    /// A part of its memory instruction is in the load/store unit and may have to be replayed from here.
    pub trying: bool,
    /// A memory instruction has parts left that need an issue slot: its number in the load/store unit.
    pub replay: Option<u32>,
    /// Instructions that have been issued and have not ended.
    pub flight: u32,
    /// Those of them that access memory.
    pub memory_flight: u32,
    /// Those of these that go to memory behind the caches.
    #[serde(skip)]
    pub far_flight: u32,
    /// Atomics of it that stand behind others at an address.
    #[serde(skip)]
    pub contended: u32,
    /// The last memory access.
    #[serde(skip)]
    pub last: LastAccess,
}

/// An instruction that has been issued and has not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Flight {
    /// Its warp.
    pub warp: u32,
    /// The instruction.
    pub pc: u32,
    /// Number of the dynamic instruction.
    pub id: u64,
    /// Its scoreboard entries.
    pub tag: Tag,
    /// Parts whose data has not come.
    pub parts: u32,
    /// Is it an atomic whose lanes name an address of work-group memory more than once?
    #[serde(skip)]
    pub chained: bool,
    /// Is it an atomic that stands behind others at an address?
    #[serde(skip)]
    pub contended: bool,
}

/// A memory access that a warp has made.
#[derive(Clone, Debug)]
pub struct LastAccess {
    /// The instruction and what it did; `None` before the first.
    pub what: Option<(u32, AccessInfo)>,
    /// Its lanes.
    pub lanes: LaneMask,
    /// The address in each of its lanes.
    pub addresses: Vec<u64>,
}

keep!(Slot { warp });

impl Slot {
    /// A warp that has not started.
    pub fn new(warp: exec::Warp, group: usize, first_thread: u64, scoreboard: Scoreboard) -> Slot {
        let addresses = vec![0; warp.lanes as usize];
        Slot {
            warp,
            group,
            first_thread,
            ibuffer: IBuffer::default(),
            scoreboard,
            fetch_pc: 0,
            decoding: 0,
            unresolved: false,
            missing: false,
            granted: false,
            starved: false,
            barred: false,
            trying: false,
            replay: None,
            flight: 0,
            memory_flight: 0,
            far_flight: 0,
            contended: 0,
            last: LastAccess { what: None, lanes: LaneMask::NONE, addresses },
        }
    }

    /// May fetch go on, in a machine with this many buffer entries?
    #[inline]
    pub fn wants_fetch(&self, entries: u32, program: u32) -> bool {
        !self.unresolved
            && !self.missing
            && !self.starved
            && self.ibuffer.len() + self.decoding < entries
            && self.fetch_pc < program
            && !self.warp.finished()
    }
}

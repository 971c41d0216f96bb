//! The load/store unit of a core: cuts the access of a warp into parts and gets them done, one part a cycle.
//!
//! A part is a line for the first-level cache, a bank pass of memory on the core, or a distinct address of constant memory for
//! the constant cache. A part that is refused, and the parts behind it, are replayed (gpgpu F10): either from the unit's own
//! buffer, which then needs no issue slot, or from the instruction buffer, where each try takes one. Accesses go in order of
//! issue; the oldest one blocks those behind it.
//!
//! How an access becomes parts is the machine's business ([`Cutting`]): it knows its memory spaces and where they lie.
//! The contract: [`Lsu::takes`] before issue, [`Lsu::push`] at issue, [`Lsu::step`] once in each cycle in which
//! [`Lsu::is_active`].
//!
//! Used by: `simt`: it is the GPU's own.

use alloc::{collections::VecDeque, vec::Vec};

use serde::Serialize;

use super::constant::Constant;
use crate::{
    base::LaneMask,
    choice,
    mem::{
        RequestKind,
        coalesce::Block,
        l1::{Answer, L1, L1Access, Policy},
    },
};

choice! {
    /// Where the rejected part of an instruction waits for its next try.
    pub enum ReplayFrom {
        /// In the instruction buffer: every try takes an issue slot.
        IBuffer = "ibuffer",
        /// In a buffer of the load/store unit: only the first try takes an issue slot.
        Lsu = "lsu",
    }
}

/// How a machine cuts accesses into parts.
pub trait Cutting {
    /// An access as the machine knows it.
    type Access<'a>;

    /// Cuts an access into parts: fills the list of [`Lists`] that belongs to the kind of parts that it returns.
    fn cut(&self, access: &Self::Access<'_>, lists: Lists<'_>) -> Parts;
}

/// Lists to be filled by [`Cutting::cut`]. Each holds what an earlier access left.
#[derive(Debug)]
pub struct Lists<'a> {
    /// For [`Parts::Lines`].
    pub blocks: &'a mut Vec<Block>,
    /// Physical addresses, for [`Parts::Constants`].
    pub constants: &'a mut Vec<u64>,
    /// Lanes of each pass, for [`Parts::Passes`].
    pub passes: &'a mut Vec<LaneMask>,
}

/// What the parts of an access are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// Lines, each a request to the first-level cache.
    Lines {
        /// What the access does.
        kind: RequestKind,
        /// How its memory space uses the cache.
        policy: Policy,
        /// For atomics: the most lanes that name one address.
        chain: u8,
    },
    /// Addresses of constant memory.
    Constants,
    /// Passes over the banks of memory on the core, and then the result so many cycles after the last.
    Passes {
        /// Cycles from the last pass to the result.
        latency: u64,
    },
}

/// Size and rule of replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Entries of the buffer.
    pub entries: u32,
    /// Memory instructions are held back at this many entries.
    pub threshold: u32,
    /// Where a refused part waits.
    pub replay: ReplayFrom,
    /// Warps of the core: replayed from the instruction buffer, each holds at most one access.
    pub warps: u32,
}

impl Config {
    /// Most bytes of the host's memory that a unit takes, with so many lanes in a warp.
    pub fn host_bytes(&self, lanes: u32) -> u64 {
        let entries = u64::from(self.entries.max(self.warps));
        // A lane can touch two lines; lists grow by doubling.
        let lines = 4 * u64::from(lanes) * size_of::<Block>() as u64;
        let constants = 2 * 8 * u64::from(lanes);
        (entries + 1) * (size_of::<Pending>() as u64 + lines + constants + 16)
    }
}

/// Distinct addresses, in the order of the lowest lanes that name them.
pub fn distinct(addresses: &[u64], lanes: LaneMask, out: &mut Vec<u64>) {
    out.clear();
    let mut rest = lanes;
    while let Some(first) = rest.lowest() {
        let address = addresses[first as usize];
        let other = |lane: &u32| addresses[*lane as usize] != address;
        rest = rest.iter().filter(other).fold(LaneMask::NONE, |m, l| m | LaneMask::lane(l));
        out.push(address);
    }
}

/// An access that is not done: its parts, and how many of them are.
#[derive(Clone, Debug, Default, Serialize)]
struct Pending {
    flight: u32,
    warp: u32,
    /// First cycle in which its addresses are there.
    ready: u64,
    work: Work,
    blocks: Vec<Block>,
    /// Physical addresses of constant memory, one for each pass.
    constants: Vec<u64>,
    /// Was the next part refused before?
    refused: bool,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
enum Work {
    #[default]
    None,
    /// The blocks of the entry from `next` on.
    Blocks { next: u32, kind: RequestKind, policy: Policy, chain: u8 },
    /// The constants of the entry from `next` on.
    Constants { next: u32 },
    /// This many passes, then the result `latency` cycles after the last.
    Passes { left: u32, latency: u64 },
}

/// An instruction that comes to the unit: which one, and from when on its addresses are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Issued {
    /// The instruction's number among those in flight.
    pub flight: u32,
    /// Its warp.
    pub warp: u32,
    /// First cycle in which its addresses are there.
    pub ready: u64,
}

/// How an access was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Lines and sectors; the results come back line by line, if there are any.
    Blocks {
        /// Lines.
        blocks: u32,
        /// Sectors.
        sectors: u32,
    },
    /// Passes of work-group memory.
    Shared(u32),
    /// Passes of constant memory.
    Constant(u32),
}

/// What one cycle of the unit did.
#[derive(Clone, Copy, Debug)]
pub enum Did {
    /// Tried a part of an instruction at the first-level cache.
    Tried {
        /// The instruction's number among those in flight.
        flight: u32,
        /// Address of the line.
        address: u64,
        /// What the cache said.
        answer: Answer,
        /// Was it an access without a result that is done with this, its last part?
        ends: bool,
        /// Was this part refused before?
        again: bool,
        /// Number of the request that it needs; 0 if it needs none.
        request: u64,
    },
    /// Tried a pass at the constant cache.
    Constant {
        /// The instruction's number among those in flight.
        flight: u32,
        /// What the cache said.
        answer: Answer,
        /// Was it the last pass, and not refused?
        last: bool,
        /// Address of the constant, and number of the request that it needs; 0 if it needs none.
        needs: (u64, u64),
    },
    /// Did a pass; for the last one, the cycles until the result is there.
    Passed {
        /// The instruction's number among those in flight.
        flight: u32,
        /// Cycles to the result.
        result: Option<u64>,
    },
}

/// A part of an access that the unit has tried.
#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    /// What came of it.
    pub did: Did,
    /// The warp.
    pub warp: u32,
    /// If parts are left: the number for [`Lsu::resume`].
    pub again: Option<u32>,
}

/// The unit.
#[derive(Clone, Debug, Serialize)]
pub struct Lsu<C> {
    #[serde(skip)]
    cutter: C,
    entries: Vec<Pending>,
    free: Vec<u32>,
    queue: VecDeque<u32>,
    #[serde(skip)]
    threshold: usize,
    #[serde(skip)]
    from_ibuffer: bool,
    #[serde(skip)]
    passes: Vec<LaneMask>,
}

impl<C: Cutting> Lsu<C> {
    /// An empty unit.
    pub fn new(config: &Config, cutter: C) -> Lsu<C> {
        let from_ibuffer = config.replay == ReplayFrom::IBuffer;
        let size = if from_ibuffer { config.warps } else { config.entries };
        Lsu {
            cutter,
            entries: (0..size).map(|_| Pending::default()).collect(),
            free: (0..size).rev().collect(),
            queue: VecDeque::with_capacity(size as usize),
            threshold: config.threshold.min(config.entries) as usize,
            from_ibuffer,
            passes: Vec::new(),
        }
    }

    /// How accesses are cut.
    pub fn cutter(&self) -> &C {
        &self.cutter
    }

    /// May another memory instruction be issued?
    #[inline]
    pub fn takes(&self) -> bool {
        self.queue.len() < self.threshold
    }

    /// Takes an access; [`Lsu::takes`] was asked.
    pub fn push(&mut self, issued: Issued, access: &C::Access<'_>) -> Cut {
        let Some(index) = self.free.pop() else { return Cut::Constant(0) };
        let entry = &mut self.entries[index as usize];
        (entry.flight, entry.warp, entry.ready) = (issued.flight, issued.warp, issued.ready);
        let lists =
            Lists { blocks: &mut entry.blocks, constants: &mut entry.constants, passes: &mut self.passes };
        let (work, cut) = match self.cutter.cut(access, lists) {
            Parts::Lines { kind, policy, chain } => {
                let sectors = entry.blocks.iter().map(|block| block.sectors.count_ones()).sum();
                let cut = Cut::Blocks { blocks: entry.blocks.len() as u32, sectors };
                (Work::Blocks { next: 0, kind, policy, chain }, cut)
            }
            Parts::Constants => (Work::Constants { next: 0 }, Cut::Constant(entry.constants.len() as u32)),
            Parts::Passes { latency } => {
                let left = self.passes.len() as u32;
                (Work::Passes { left, latency }, Cut::Shared(left))
            }
        };
        entry.work = work;
        self.queue.push_back(index);
        cut
    }

    /// An access whose parts are replayed from the instruction buffer has an issue slot again.
    pub fn resume(&mut self, index: u32, ready: u64) {
        self.entries[index as usize].ready = ready;
        self.queue.push_back(index);
    }

    /// One cycle: one part of the oldest access, if its addresses are there.
    pub fn step(&mut self, now: u64, l1: &mut L1, constant: &mut Constant) -> Option<Attempt> {
        let index = *self.queue.front()?;
        let entry = &mut self.entries[index as usize];
        if entry.ready > now {
            return None;
        }
        let (did, left) = entry.part(now, l1, constant);
        let warp = entry.warp;
        if !left {
            self.free.push(index);
        }
        if !left || self.from_ibuffer {
            self.queue.pop_front();
        }
        Some(Attempt { did, warp, again: left.then_some(index) })
    }

    /// Accesses that wait for their turn.
    pub fn waiting(&self) -> usize {
        self.queue.len()
    }

    /// The accesses that are not done: the warp, the number of the instruction among those in flight, and the parts that are left.
    pub fn accesses(&self) -> impl Iterator<Item = (u32, u32, u32)> + '_ {
        let busy = (0u32..).zip(&self.entries).filter(|(at, _)| !self.free.contains(at));
        busy.map(|(_, entry)| {
            let left = match entry.work {
                Work::None => 0,
                Work::Blocks { next, .. } => entry.blocks.len() as u32 - next,
                Work::Constants { next } => entry.constants.len() as u32 - next,
                Work::Passes { left, .. } => left,
            };
            (entry.warp, entry.flight, left)
        })
    }

    /// Does an access wait for its turn?
    #[inline]
    pub fn is_active(&self) -> bool {
        !self.queue.is_empty()
    }

    /// First addresses of the lines of an instruction that the first-level cache has not accepted.
    pub fn not_accepted(&self, flight: u32) -> impl Iterator<Item = u64> + '_ {
        let busy = (0u32..).zip(&self.entries).filter(|(at, _)| !self.free.contains(at));
        busy.filter(move |(_, entry)| entry.flight == flight).flat_map(|(_, entry)| {
            let next = if let Work::Blocks { next, .. } = entry.work { next } else { u32::MAX };
            entry.blocks.iter().skip(next as usize).map(|block| block.base)
        })
    }

    /// Nothing left to do for any instruction?
    pub fn is_idle(&self) -> bool {
        self.free.len() == self.entries.len()
    }
}

impl Pending {
    /// Tries the next part; is anything left?
    fn part(&mut self, now: u64, l1: &mut L1, constant: &mut Constant) -> (Did, bool) {
        let flight = self.flight;
        match &mut self.work {
            Work::None => (Did::Passed { flight, result: Some(1) }, false),
            Work::Passes { left, latency } => {
                *left = left.saturating_sub(1);
                let result = (*left == 0).then_some(*latency);
                (Did::Passed { flight, result }, *left > 0)
            }
            Work::Constants { next } => {
                let address = self.constants[*next as usize];
                let answer = constant.pass(now, flight, address, l1);
                let needs = (address, constant.needed());
                *next += u32::from(!matches!(answer, Answer::Refused(_)));
                let left = (*next as usize) < self.constants.len();
                (Did::Constant { flight, answer, last: !left, needs }, left)
            }
            Work::Blocks { next, kind, policy, chain } => {
                let block = self.blocks[*next as usize];
                let access = L1Access { id: flight, kind: *kind, policy: *policy, block, chain: *chain };
                let answer = l1.access(now, &access);
                let refused = matches!(answer, Answer::Refused(_));
                let again = core::mem::replace(&mut self.refused, refused);
                *next += u32::from(!refused);
                let left = (*next as usize) < self.blocks.len();
                let ends = !left && matches!(kind, RequestKind::Write | RequestKind::Prefetch);
                let (address, request) = (block.base, l1.needed());
                (Did::Tried { flight, address, answer, ends, again, request }, left)
            }
        }
    }
}

#[cfg(test)]
mod tests;

//! The load/store unit of a core: cuts the access of a warp into parts and gets them done, one part a cycle.
//!
//! A part is a line for the first-level cache (global and private memory), a bank pass of work-group memory, or a
//! distinct address of constant memory for the constant cache. A part that is refused, and the parts behind it, are replayed (gpgpu F10):
//! either from the unit's own buffer, which then needs no issue slot, or from the instruction buffer, where each try
//! takes one. Accesses go in order of issue; the oldest one blocks those behind it.

use alloc::{collections::VecDeque, vec::Vec};

use super::constant::{Constant, physical};
use crate::{
    base::LaneMask,
    machines::simt::{
        exec::AccessInfo,
        isa::Space,
        spec::{L1Global, ReplayFrom, Spec},
    },
    mem::{
        Kind,
        coalesce::{Block, Grain, coalesce, longest_chain},
        l1::{Access, Answer, L1, Policy},
        scratchpad::{Banks, Sharing, passes},
    },
};

/// Where the private memory of threads lies in the physical address space: far above every buffer.
pub const PRIVATE_BASE: u64 = 1 << 40;
/// Where parameters and the constant tables of the program lie in the physical address space.
pub const CONSTANT_BASE: u64 = 1 << 41;
/// Bytes of a word of private memory: neighbouring threads have neighbouring words.
const WORD: u64 = 4;

/// How accesses are cut; the settings that matter here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cutter {
    grain: Grain,
    banks: Banks,
    global: L1Global,
    cached: bool,
    shared_latency: u64,
    /// Threads of the launch, lanes without a thread included.
    threads: u64,
}

impl Cutter {
    /// For a launch of `threads` threads, lanes without a thread included.
    pub fn new(spec: &Spec, threads: u64) -> Cutter {
        Cutter {
            grain: spec.mem.first.grain(),
            banks: Banks { count: spec.shared_banks, width: WORD as u32 },
            global: spec.l1_global,
            cached: spec.mem.first.l1_kb > 0,
            shared_latency: u64::from(spec.shared_latency),
            threads,
        }
    }

    /// How lines are cut.
    pub fn grain(&self) -> Grain {
        self.grain
    }

    /// Banks of work-group memory.
    pub fn banks(&self) -> Banks {
        self.banks
    }

    /// The physical address of a byte of a thread's private memory: the same word of neighbouring threads is
    /// contiguous, so that a warp that reads one private variable needs one line (gpgpu 3.3).
    pub fn private(&self, thread: u64, offset: u64) -> u64 {
        PRIVATE_BASE + (offset / WORD * self.threads + thread) * WORD + offset % WORD
    }

    /// The lines of an access to global or private memory. `first_thread` is the number of the thread in lane 0.
    pub fn blocks(
        &self,
        info: &AccessInfo,
        lanes: LaneMask,
        addresses: &[u64],
        first_thread: u64,
        out: &mut Vec<Block>,
    ) {
        if info.space != Space::Local {
            return coalesce(addresses, lanes, info.bytes, self.grain, out);
        }
        let mut physical = [0; 64];
        let mut word = |part: u64, out: &mut Vec<Block>| {
            for lane in lanes.iter() {
                let offset = addresses[lane as usize] + part * WORD;
                physical[lane as usize] = self.private(first_thread + u64::from(lane), offset);
            }
            coalesce(&physical, lanes, info.bytes.min(WORD as u32), self.grain, out);
        };
        word(0, out);
        if u64::from(info.bytes) > WORD {
            let mut second = Vec::new();
            word(1, &mut second);
            out.append(&mut second);
        }
    }

    /// The passes of an access to work-group memory.
    pub fn passes(&self, info: &AccessInfo, lanes: LaneMask, addresses: &[u64], out: &mut Vec<LaneMask>) {
        let sharing = if info.atomic { Sharing::Exclusive } else { Sharing::Broadcast };
        passes(addresses, lanes, info.bytes, self.banks, sharing, out);
    }

    fn policy(&self, info: &AccessInfo, read_only: bool) -> Policy {
        match (info.space, self.global) {
            _ if !self.cached => Policy::Around,
            (Space::Local, _) => Policy::Back,
            (_, L1Global::All) => Policy::Through,
            (_, L1Global::ReadOnly) if read_only => Policy::Through,
            (_, L1Global::ReadOnly | L1Global::Off) => Policy::Around,
        }
    }
}

/// Distinct addresses, in the order of the lowest lanes that name them.
fn distinct(addresses: &[u64], lanes: LaneMask, out: &mut Vec<u64>) {
    out.clear();
    let mut rest = lanes;
    while let Some(first) = rest.lowest() {
        let address = addresses[first as usize];
        let other = |lane: &u32| addresses[*lane as usize] != address;
        rest = rest.iter().filter(other).fold(LaneMask::NONE, |m, l| m | LaneMask::lane(l));
        out.push(address);
    }
}

/// Most bytes of the host's memory that a unit takes.
pub fn host_bytes(spec: &Spec) -> u64 {
    let entries = u64::from(spec.lsu_entries.max(spec.warps_per_core));
    // A lane can touch two lines; lists grow by doubling.
    let lines = 4 * u64::from(spec.warp_size) * size_of::<Block>() as u64;
    let constants = 2 * 8 * u64::from(spec.warp_size);
    (entries + 1) * (size_of::<Entry>() as u64 + lines + constants + 16)
}

/// What is left to do for an instruction.
#[derive(Clone, Debug, Default)]
struct Entry {
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

#[derive(Clone, Copy, Debug, Default)]
enum Work {
    #[default]
    None,
    /// The blocks of the entry from `next` on.
    Blocks { next: u32, kind: Kind, policy: Policy, chain: u8 },
    /// The constants of the entry from `next` on.
    Constants { next: u32 },
    /// This many passes, then the result `latency` cycles after the last.
    Passes { left: u32, latency: u64 },
}

/// What an instruction asks of the unit.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// Its number among those in flight.
    pub flight: u32,
    /// Its warp.
    pub warp: u32,
    /// The access.
    pub info: AccessInfo,
    /// Its lanes, at least one.
    pub lanes: LaneMask,
    /// Their addresses.
    pub addresses: &'a [u64],
    /// Number of the thread in lane 0, for private memory.
    pub first_thread: u64,
    /// Is the buffer one that the kernel cannot write?
    pub read_only: bool,
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
        /// Was it a store that is done with this, its last part?
        stored: bool,
        /// Was this part refused before?
        again: bool,
    },
    /// Tried a pass at the constant cache.
    Constant {
        /// The instruction's number among those in flight.
        flight: u32,
        /// What the cache said.
        answer: Answer,
        /// Was it the last pass, and not refused?
        last: bool,
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
pub struct Part {
    /// What came of it.
    pub did: Did,
    /// The warp.
    pub warp: u32,
    /// If parts are left: the number for [`Lsu::resume`].
    pub again: Option<u32>,
}

/// The unit.
#[derive(Clone, Debug)]
pub struct Lsu {
    cutter: Cutter,
    entries: Vec<Entry>,
    free: Vec<u32>,
    queue: VecDeque<u32>,
    threshold: usize,
    from_ibuffer: bool,
    passes: Vec<LaneMask>,
}

impl Lsu {
    /// An empty unit.
    pub fn new(spec: &Spec, cutter: Cutter) -> Lsu {
        let from_ibuffer = spec.replay_from == ReplayFrom::IBuffer;
        // Replayed from the instruction buffer, each warp holds at most one access.
        let size = if from_ibuffer { spec.warps_per_core } else { spec.lsu_entries };
        let threshold = spec.lsu_threshold.min(spec.lsu_entries) as usize;
        Lsu {
            cutter,
            entries: (0..size).map(|_| Entry::default()).collect(),
            free: (0..size).rev().collect(),
            queue: VecDeque::with_capacity(size as usize),
            threshold,
            from_ibuffer,
            passes: Vec::new(),
        }
    }

    /// How accesses are cut.
    pub fn cutter(&self) -> &Cutter {
        &self.cutter
    }

    /// May another memory instruction be issued?
    #[inline]
    pub fn takes(&self) -> bool {
        self.queue.len() < self.threshold
    }

    /// Takes an access; [`Lsu::takes`] was asked.
    pub fn push(&mut self, order: &Order) -> Cut {
        let Some(index) = self.free.pop() else { return Cut::Constant(0) };
        let entry = &mut self.entries[index as usize];
        (entry.flight, entry.warp, entry.ready) = (order.flight, order.warp, order.ready);
        let cut = match order.info.space {
            Space::Param | Space::Const => {
                distinct(order.addresses, order.lanes, &mut entry.constants);
                let space = order.info.space;
                entry.constants.iter_mut().for_each(|address| *address = physical(space, *address));
                entry.work = Work::Constants { next: 0 };
                Cut::Constant(entry.constants.len() as u32)
            }
            Space::Shared => {
                self.cutter.passes(&order.info, order.lanes, order.addresses, &mut self.passes);
                let left = self.passes.len() as u32;
                entry.work = Work::Passes { left, latency: self.cutter.shared_latency };
                Cut::Shared(left)
            }
            Space::Global | Space::Local => {
                let Order { info, lanes, addresses, first_thread, .. } = *order;
                self.cutter.blocks(&info, lanes, addresses, first_thread, &mut entry.blocks);
                let (kind, chain) = match (info.atomic, info.write) {
                    (true, _) => (Kind::Atomic, longest_chain(addresses, lanes) as u8),
                    (_, true) => (Kind::Write, 0),
                    (_, false) => (Kind::Read, 0),
                };
                let policy = self.cutter.policy(&info, order.read_only);
                entry.work = Work::Blocks { next: 0, kind, policy, chain };
                let sectors = entry.blocks.iter().map(|block| block.sectors.count_ones()).sum();
                Cut::Blocks { blocks: entry.blocks.len() as u32, sectors }
            }
        };
        self.queue.push_back(index);
        cut
    }

    /// Does each part need an issue slot?
    pub fn replays_from_ibuffer(&self) -> bool {
        self.from_ibuffer
    }

    /// An access whose parts are replayed from the instruction buffer has an issue slot again.
    pub fn resume(&mut self, index: u32, ready: u64) {
        self.entries[index as usize].ready = ready;
        self.queue.push_back(index);
    }

    /// One cycle: one part of the oldest access, if its addresses are there.
    pub fn step(&mut self, now: u64, l1: &mut L1, constant: &mut Constant) -> Option<Part> {
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
        Some(Part { did, warp, again: left.then_some(index) })
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

impl Entry {
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
                let answer = constant.pass(now, flight, self.constants[*next as usize], l1);
                *next += u32::from(!matches!(answer, Answer::Refused(_)));
                let left = (*next as usize) < self.constants.len();
                (Did::Constant { flight, answer, last: !left }, left)
            }
            Work::Blocks { next, kind, policy, chain } => {
                let block = self.blocks[*next as usize];
                let access = Access { id: flight, kind: *kind, policy: *policy, block, chain: *chain };
                let answer = l1.access(now, &access);
                let refused = matches!(answer, Answer::Refused(_));
                let again = core::mem::replace(&mut self.refused, refused);
                *next += u32::from(!refused);
                let left = (*next as usize) < self.blocks.len();
                let stored = !left && *kind == Kind::Write;
                (Did::Tried { flight, address: block.base, answer, stored, again }, left)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_private_word_of_a_warp_is_one_line() {
        let cutter = Cutter::new(&Spec::default(), 256);
        let info = AccessInfo { space: Space::Local, write: false, atomic: false, bytes: 4 };
        let mut blocks = Vec::new();
        cutter.blocks(&info, LaneMask::first_n(32), &[12; 64], 64, &mut blocks);
        assert_eq!(blocks.len(), 1);
        assert_eq!(blocks[0].base, PRIVATE_BASE + (3 * 256 + 64) * 4);
        let wide = AccessInfo { bytes: 8, ..info };
        cutter.blocks(&wide, LaneMask::first_n(32), &[8; 64], 64, &mut blocks);
        assert_eq!(blocks.len(), 2, "two words, 256 threads apart");
    }

    #[test]
    fn constant_loads_take_a_pass_for_each_address() {
        let mut found = Vec::new();
        distinct(&[4, 4, 8, 4, 8, 0], LaneMask(0b01_1111), &mut found);
        assert_eq!(found, [4, 8]);
        distinct(&[4; 64], LaneMask(u64::MAX), &mut found);
        assert_eq!(found, [4]);
    }
}

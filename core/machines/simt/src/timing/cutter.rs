//! How the accesses of a warp become parts for the load/store unit: memory spaces, where they lie in the physical address space,
//! and which of them the first-level cache keeps.

use alloc::vec::Vec;

use lanescope_parts::{
    base::LaneMask,
    ir::layout::CONSTANT_LIMIT,
    mem::{
        RequestKind,
        coalesce::{Block, Grain, coalesce, longest_chain},
        l1::Policy,
        scratchpad::{Banks, Sharing, passes},
    },
    pipe::lsu::{Cutting, Lists, Parts, distinct},
};

use crate::{
    exec::{AccessInfo, AccessKind},
    isa::{CacheLevel, Space},
    spec::{L1Global, Spec},
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
        let sharing = if info.is_atomic() { Sharing::Exclusive } else { Sharing::Broadcast };
        passes(addresses, lanes, info.bytes, self.banks, sharing, out);
    }

    fn policy(&self, info: &AccessInfo, read_only: bool) -> Policy {
        match (info.space, self.global) {
            _ if !self.cached || info.level == CacheLevel::Second => Policy::Around,
            (Space::Local, _) => Policy::Back,
            (_, L1Global::All) => Policy::Through,
            (_, L1Global::ReadOnly) if read_only => Policy::Through,
            (_, L1Global::ReadOnly | L1Global::Off) => Policy::Around,
        }
    }
}

/// An access of a warp.
#[derive(Clone, Copy, Debug)]
pub struct WarpAccess<'a> {
    /// What it does, and where.
    pub info: AccessInfo,
    /// Its lanes, at least one.
    pub lanes: LaneMask,
    /// Their addresses.
    pub addresses: &'a [u64],
    /// Number of the thread in lane 0, for private memory.
    pub first_thread: u64,
    /// Is the buffer one that the kernel cannot write?
    pub read_only: bool,
}

impl Cutting for Cutter {
    type Access<'a> = WarpAccess<'a>;

    fn cut(&self, access: &WarpAccess<'_>, lists: Lists<'_>) -> Parts {
        let WarpAccess { info, lanes, addresses, first_thread, read_only } = *access;
        match info.space {
            Space::Param | Space::Const => {
                distinct(addresses, lanes, lists.constants);
                lists.constants.iter_mut().for_each(|address| *address = physical(info.space, *address));
                Parts::Constants
            }
            Space::Shared => {
                self.passes(&info, lanes, addresses, lists.passes);
                Parts::Passes { latency: self.shared_latency }
            }
            Space::Global | Space::Local => {
                self.blocks(&info, lanes, addresses, first_thread, lists.blocks);
                let chain = if info.is_atomic() { longest_chain(addresses, lanes) as u8 } else { 0 };
                let kind = match info.kind {
                    AccessKind::Read => RequestKind::Read,
                    AccessKind::Write => RequestKind::Write,
                    AccessKind::Atomic => RequestKind::Atomic,
                    AccessKind::Prefetch => RequestKind::Prefetch,
                };
                Parts::Lines { kind, policy: self.policy(&info, read_only), chain }
            }
        }
    }
}

/// The physical address of a byte of a parameter or of constant memory. Constant buffers lie in the memory image;
/// parameters and the program's own tables lie far above every buffer.
fn physical(space: Space, address: u64) -> u64 {
    match space {
        Space::Const if address >= CONSTANT_LIMIT => address,
        Space::Const => CONSTANT_BASE + CONSTANT_LIMIT + address,
        _ => CONSTANT_BASE + address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_private_word_of_a_warp_is_one_line() {
        let cutter = Cutter::new(&Spec::default(), 256);
        let info =
            AccessInfo { space: Space::Local, kind: AccessKind::Read, bytes: 4, level: CacheLevel::First };
        let mut blocks = Vec::new();
        cutter.blocks(&info, LaneMask::first_n(32), &[12; 64], 64, &mut blocks);
        assert_eq!(blocks.len(), 1);
        assert_eq!(blocks[0].base, PRIVATE_BASE + (3 * 256 + 64) * 4);
        let wide = AccessInfo { bytes: 8, ..info };
        cutter.blocks(&wide, LaneMask::first_n(32), &[8; 64], 64, &mut blocks);
        assert_eq!(blocks.len(), 2, "two words, 256 threads apart");
    }
}

//! Which memory the accesses of a compiled kernel may reach.
//!
//! The machine has one memory without owners: an access beside its buffer would read or write what lies there. The compiler knows what each
//! access means (a buffer, work-group memory, an array of the work-item), the launch where that is. So an access that leaves it is found
//! before it is done, as on every machine of the laboratory. That is no work of the machine and costs no cycle; programs by hand have no
//! fences.

use alloc::vec::Vec;

use lanescope_parts::{
    image::{BASE, Buffer, FaultKind, Memory},
    ir::Space,
};

/// What a load or store of a kernel means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The memory that it means.
    pub space: Space,
    /// Bytes of the value, a power of two. The instruction may touch the whole word around it.
    pub bytes: u32,
    /// Is it part of a store? A store of less than a word loads first.
    pub write: bool,
}

/// An access that is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stray {
    /// The lane.
    pub lane: u32,
    /// What it means.
    pub reach: Reach,
    /// The address of the value, from the start of its space.
    pub address: u64,
    /// What is wrong.
    pub kind: FaultKind,
}

/// A range of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Region {
    base: u64,
    bytes: u64,
    writable: bool,
}

/// Memory of which each owner has a part: the first part, from one to the next, and bytes that the owner has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Address of the first part.
    pub base: u64,
    /// From the start of a part to that of the next one.
    pub stride: u64,
    /// Bytes of a part that may be reached.
    pub bytes: u64,
}

impl Parts {
    const fn start(&self, owner: u64) -> u64 {
        self.base.wrapping_add(self.stride.wrapping_mul(owner))
    }
}

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fences {
    /// What accesses mean, by the addresses of their instructions in ascending order.
    reaches: Vec<(u64, Reach)>,
    regions: Vec<Region>,
    /// Bytes of constant tables, from address 0 on.
    constants: u64,
    /// Private arrays, by lanes of all warps.
    private: Parts,
    /// Work-group memory, by groups that run at a time.
    local: Parts,
    sizes: Sizes,
}

/// What says which part is whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Lanes of a warp.
    pub lanes: u64,
    /// Warps of a core.
    pub warps: u64,
    /// Cores.
    pub cores: u64,
    /// Warps of a group.
    pub warps_per_group: u64,
    /// Bits of a word.
    pub bits: u32,
}

impl Sizes {
    /// The place of the group that a warp works for, among those that run at a time: the cores take them in turn.
    const fn slot(&self, warp: u64) -> u64 {
        let (core, within) = (warp / self.warps, warp % self.warps);
        within / self.warps_per_group * self.cores + core
    }
}

impl Fences {
    /// Those of a launch.
    pub fn new(
        reaches: Vec<(u64, Reach)>,
        memory: &Memory,
        constants: u64,
        [private, local]: [Parts; 2],
        sizes: Sizes,
    ) -> Fences {
        // From the start of a buffer to the end of the region that it is in.
        let region = |buffer: &Buffer| {
            let base = buffer.base;
            Region { base, bytes: memory.bytes_from(base), writable: memory.contains(base, 1, true) }
        };
        Fences {
            reaches,
            regions: memory.buffers().iter().map(region).collect(),
            constants,
            private,
            local,
            sizes: Sizes {
                warps: sizes.warps.max(1),
                warps_per_group: sizes.warps_per_group.max(1),
                ..sizes
            },
        }
    }

    /// What the access at an address of the program means; nothing if it is one that the compiler has added.
    pub fn reach(&self, pc: u64) -> Option<Reach> {
        let at = self.reaches.binary_search_by_key(&pc, |(at, _)| *at).ok()?;
        Some(self.reaches[at].1)
    }

    /// Where the private arrays of a lane begin.
    pub const fn private_of(&self, warp: u64, lane: u64) -> u64 {
        self.private.start(warp * self.sizes.lanes + lane)
    }

    /// Holds the access of a lane against the memory that it means.
    pub fn check(&self, reach: Reach, warp: usize, lane: usize, address: u64) -> Option<Stray> {
        let parts = match reach.space {
            Space::Private => Some((self.private, warp as u64 * self.sizes.lanes + lane as u64)),
            Space::Local => Some((self.local, self.sizes.slot(warp as u64))),
            Space::Global | Space::Constant => None,
        };
        let (address, kind) = match parts {
            // Addresses below the start of a part are negative numbers of a word.
            Some((parts, owner)) => {
                let unused = 64 - self.sizes.bits;
                let offset = address.wrapping_sub(parts.start(owner));
                let offset = ((offset << unused) as i64 >> unused) as u64;
                (offset, wrong(reach, offset, 0, parts.bytes, true))
            }
            None if reach.space == Space::Constant && address < BASE => {
                (address, wrong(reach, address, 0, self.constants, false))
            }
            None => {
                let holds = |region: &&Region| address.wrapping_sub(region.base) < region.bytes;
                let region = self.regions.iter().find(holds);
                let found = region.map_or(Some(FaultKind::OutOfBounds), |region| {
                    wrong(reach, address, region.base, region.bytes, region.writable)
                });
                (address, found)
            }
        };
        kind.map(|kind| Stray { lane: lane as u32, reach, address, kind })
    }
}

/// What is wrong with a value in a range.
fn wrong(reach: Reach, address: u64, base: u64, bytes: u64, writable: bool) -> Option<FaultKind> {
    let size = u64::from(reach.bytes);
    let inside = address.checked_sub(base).and_then(|offset| offset.checked_add(size));
    if inside.is_none_or(|end| end > bytes) {
        Some(FaultKind::OutOfBounds)
    } else if !address.is_multiple_of(size) {
        Some(FaultKind::Misaligned)
    } else {
        (reach.write && !writable).then_some(FaultKind::ReadOnly)
    }
}

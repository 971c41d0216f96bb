//! The architectural state: a warp, its group, and what every warp of a launch shares. All plain data.

use alloc::{vec, vec::Vec};

use lanescope_parts::{
    base::{Bulk, LaneMask},
    keep,
    machines::{StackCell, StackColumn, chassis::spin::Spin},
};
use serde::Serialize;

use crate::{
    isa::{Bank, Program, Reg},
    spec::{PushOrder, Spec},
    stack::{NO_PC, Stack},
};

/// Lanes that are worked on together: a register of a warp is one or more of these blocks. Sixteen lanes are a few
/// vector registers of the host, whatever its vector width.
pub const BLOCK: usize = 16;

/// What all warps of a launch share.
#[derive(Clone, Debug, PartialEq)]
pub struct LaunchState {
    /// Groups in each dimension.
    pub groups: [u32; 3],
    /// Threads of a group in each dimension.
    pub local: [u32; 3],
    /// The parameter space.
    pub params: Vec<u8>,
    /// Work-group memory of a group: declared, dynamic and passed as arguments.
    pub shared_bytes: u32,
    /// Lanes of a warp.
    pub warp_size: u32,
    /// Order in which the sides of a divergent branch run.
    pub push_order: PushOrder,
    /// Most entries of a warp's stack.
    pub stack_depth: u32,
    /// Turns of a loop until the deadlock detector looks.
    pub spin_limit: u32,
}

/// A work-group on a core.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// Its position in the grid.
    pub index: [u32; 3],
    /// Its linear number.
    pub linear: u32,
    /// Its memory.
    #[serde(serialize_with = "lanescope_parts::base::digest::bytes")]
    pub shared: Bulk<u8>,
    /// Threads that have not ended.
    pub live: u32,
    /// Threads that wait at the barrier.
    pub arrived: u32,
    /// The instruction at which the first of these waits, and its linear number.
    #[serde(skip)]
    pub first: Option<(u32, u32)>,
    /// How often a barrier has opened.
    pub generation: u32,
}

/// The columns of a warp's stack.
pub const STACK: &[StackColumn] = &[
    StackColumn { id: "lanes", title: "lanes", nowhere: "" },
    StackColumn { id: "reconverge", title: "joins at", nowhere: "exit" },
    StackColumn { id: "next", title: "next", nowhere: "" },
];

/// A warp.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Warp {
    /// Which lanes execute where.
    pub stack: Stack,
    /// Lanes whose thread has not ended.
    pub live: LaneMask,
    /// Linear number (in the group) of the thread in lane 0.
    pub first_item: u32,
    /// Lanes.
    pub lanes: u32,
    /// `%r`: register `i` is blocks `i * blocks ..`.
    pub(super) r: Bulk<[u32; BLOCK]>,
    /// `%rd`.
    pub(super) d: Bulk<[u64; BLOCK]>,
    /// `%p`.
    pub(super) p: Vec<LaneMask>,
    /// Private memory, thread after thread.
    #[serde(serialize_with = "lanescope_parts::base::digest::bytes")]
    pub(super) local: Bulk<u8>,
    /// Bytes of private memory of one thread.
    #[serde(skip)]
    pub(super) local_bytes: u32,
    /// The barrier generation that it waits for the end of.
    pub(super) waits: Option<u32>,
    /// What the deadlock detector knows.
    pub(super) spin: Spin,
}

keep!(Group { shared });
keep!(Warp { r, d, local });

impl LaunchState {
    /// A launch of `program`: `args` are the bits of each kernel argument (addresses for buffers and work-group memory)
    /// and `shared_bytes` the size of a group's memory, as [`lanescope_parts::ir::layout::Layout::group_memory`] gives them.
    pub fn new(
        program: &Program,
        spec: &Spec,
        groups: [u32; 3],
        local: [u32; 3],
        args: &[u64],
        shared_bytes: u32,
    ) -> LaunchState {
        let mut params = vec![0; program.param_bytes() as usize];
        for (number, slot) in program.params.iter().enumerate() {
            let (at, bytes) = (slot.offset as usize, slot.ty.bytes() as usize);
            let value = args.get(number).copied().unwrap_or(0).to_le_bytes();
            params[at..at + bytes].copy_from_slice(&value[..bytes]);
        }
        LaunchState {
            groups,
            local,
            params,
            shared_bytes: shared_bytes.max(program.shared_bytes),
            warp_size: spec.warp_size,
            push_order: spec.push_order,
            stack_depth: spec.stack_depth,
            spin_limit: spec.watch.spin_limit,
        }
    }

    /// Threads of a group.
    pub fn group_items(&self) -> u32 {
        self.local.iter().fold(1, |items, n| items.saturating_mul(*n))
    }

    /// Groups in all.
    pub fn group_count(&self) -> u32 {
        self.groups.iter().fold(1, |groups, n| groups.saturating_mul(*n))
    }

    /// Warps of a group; the last one may have fewer threads than lanes.
    pub fn warps_per_group(&self) -> u32 {
        self.group_items().div_ceil(self.warp_size)
    }

    /// Bytes that the registers and memory of one group's threads take.
    pub fn group_bytes(&self, program: &Program) -> u64 {
        let lanes =
            u64::from(self.warps_per_group()) * u64::from(self.warp_size).next_multiple_of(BLOCK as u64);
        let each = 4 * u64::from(program.registers.words()) + u64::from(program.local_bytes);
        lanes.saturating_mul(each).saturating_add(self.shared_bytes.into())
    }

    /// The group with this linear number, before its first instruction.
    pub fn group(&self, linear: u32) -> Group {
        let [x, y, _] = self.groups.map(|n| n.max(1));
        Group {
            index: [linear % x, linear / x % y, linear / x / y],
            linear,
            shared: Bulk::filled(0, self.shared_bytes as usize),
            live: self.group_items(),
            arrived: 0,
            first: None,
            generation: 0,
        }
    }

    /// A warp of a group, before its first instruction.
    pub fn warp(&self, program: &Program, number: u32) -> Warp {
        let mut warp = Warp {
            stack: Stack::new(LaneMask::NONE),
            live: LaneMask::NONE,
            first_item: 0,
            lanes: self.warp_size,
            r: Bulk::default(),
            d: Bulk::default(),
            p: vec![],
            local: Bulk::default(),
            local_bytes: program.local_bytes,
            waits: None,
            spin: Spin::default(),
        };
        self.restart(program, &mut warp, number);
        warp
    }

    /// As [`LaunchState::warp`], in the memory of a warp of the same launch that has ended.
    pub fn restart(&self, program: &Program, warp: &mut Warp, number: u32) {
        let blocks = warp.blocks();
        warp.first_item = number * self.warp_size;
        let items = self.group_items().saturating_sub(warp.first_item).min(self.warp_size);
        warp.live = LaneMask::first_n(items);
        warp.stack.restart(warp.live);
        warp.r.fill_anew([0; BLOCK], program.registers.r as usize * blocks);
        warp.d.fill_anew([0; BLOCK], program.registers.d as usize * blocks);
        warp.p.clear();
        warp.p.resize(program.registers.p as usize, LaneMask::NONE);
        warp.local.fill_anew(0, (program.local_bytes * self.warp_size) as usize);
        warp.waits = None;
        warp.spin = Spin::default();
    }

    /// The position in its group of a thread with this linear number.
    pub fn local_id(&self, item: u32) -> [u32; 3] {
        let [x, y, _] = self.local.map(|n| n.max(1));
        [item % x, item / x % y, item / x / y]
    }

    /// The position in the whole range of a thread of a group.
    pub fn global_id(&self, group: &Group, item: u32) -> [u32; 3] {
        let id = self.local_id(item);
        core::array::from_fn(|d| group.index[d].wrapping_mul(self.local[d]).wrapping_add(id[d]))
    }
}

impl Group {
    /// Opens the barrier if every live thread waits at it.
    pub(super) fn open_if_complete(&mut self) {
        if self.arrived > 0 && self.arrived >= self.live {
            (self.arrived, self.first) = (0, None);
            self.generation = self.generation.wrapping_add(1);
        }
    }
}

impl Warp {
    /// The next instruction; `None` when every lane has ended.
    #[inline]
    pub fn pc(&self) -> Option<u32> {
        self.stack.top().map(|top| top.next)
    }

    /// The lanes that execute the next instruction, before its guard.
    #[inline]
    pub fn active(&self) -> LaneMask {
        self.stack.top().map_or(LaneMask::NONE, |top| top.lanes)
    }

    /// Have all lanes ended?
    pub fn finished(&self) -> bool {
        self.stack.top().is_none()
    }

    /// Does it wait at its group's barrier?
    #[inline]
    pub fn at_barrier(&self, group: &Group) -> bool {
        self.waits == Some(group.generation)
    }

    /// The value of a register in a lane (0 beyond the registers of the program).
    pub(super) fn register(&self, reg: Reg, lane: u32) -> u64 {
        let at = reg.index as usize * self.blocks() + lane as usize / BLOCK;
        let lane_in_block = lane as usize % BLOCK;
        match reg.bank {
            Bank::R => self.r.get(at).map_or(0, |block| u64::from(block[lane_in_block])),
            Bank::D => self.d.get(at).map_or(0, |block| block[lane_in_block]),
            Bank::P => u64::from(self.p.get(reg.index as usize).is_some_and(|mask| mask.has(lane))),
        }
    }

    /// Private memory of a lane.
    pub(super) fn private(&self, lane: u32) -> &[u8] {
        let bytes = self.local_bytes as usize;
        self.local.get(lane as usize * bytes..(lane as usize + 1) * bytes).unwrap_or(&[])
    }

    /// The stack for people to look at, bottom first, by [`STACK`].
    pub fn stack_rows(&self) -> Vec<Vec<StackCell>> {
        let row = |entry: &crate::stack::Level| {
            let join = Some(entry.rpc).filter(|pc| *pc != NO_PC);
            let next = StackCell::Place(Some(entry.next));
            Vec::from([StackCell::Lanes(entry.lanes.into()), StackCell::Place(join), next])
        };
        self.stack.entries().iter().map(row).collect()
    }

    /// Adds what decides which instruction comes next in which lanes, besides registers and memory. Which barrier it waits
    /// at is not part of it: a warp that executes an instruction waits at none.
    pub(super) fn control_digest(&self, digest: &mut lanescope_parts::image::Digest) {
        for entry in self.stack.entries() {
            digest.word(u64::from(entry.rpc) << 32 | u64::from(entry.next));
            digest.word(entry.lanes.0);
        }
        digest.word(self.live.0);
    }

    /// Blocks of a register.
    #[inline]
    pub(super) fn blocks(&self) -> usize {
        (self.lanes as usize).div_ceil(BLOCK)
    }
}

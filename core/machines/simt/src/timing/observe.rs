//! The machine as others see it: running it, and looking at what it holds.

use alloc::{format, vec, vec::Vec};

use lanescope_parts::{
    base::{LaneMask, Lanes},
    image::{Digest, Memory},
    machines::{
        Access, Halt, Machine, Near, Occupancy, PartSlots, Parts, Pending, Registers, Seat, Segment,
        SlotKind, StackColumn, UnitInfo, UnitState, Wait, WellKnown, Work,
        chassis::{look::Look, run::run},
        counters::CounterTable,
    },
    mem::{hierarchy::Hierarchy, system::System},
    pipe::scoreboard::Producer,
    trace::{Cause, Causes, LaneSets, Sink, Site, Sites, site::NUMBERS, track::Told},
};

use super::{Gpu, core::Core, counters::Counters, warp::Slot};
use crate::{
    exec::{self, AccessInfo, Scratch},
    footprint,
    isa::Space,
    views::{occupancy, parts, sites},
};

/// Those of all cores, then those of the way to memory.
const COUNTERS: &[CounterTable] = {
    let [first, second, dram, network, memory, to_come] = Hierarchy::COUNTERS;
    &[CounterTable::of(Counters::ROWS), first, second, dram, network, memory, to_come]
};

impl Machine for Gpu {
    // Its register file has a port for every operand.
    const CAUSES: Causes = Causes::SHARED.without(&[Cause::REGISTER_BANK]);
    const SITES: Sites = sites::SITES;
    const STACK: &[StackColumn] = exec::STACK;
    const COUNTERS: &'static [CounterTable] = COUNTERS;

    fn cycle(&self) -> u64 {
        self.clock.cycle()
    }

    fn finished(&self) -> bool {
        self.is_finished()
    }

    fn run<S: Sink>(&mut self, until: u64, sink: &mut S) -> Result<(), Halt> {
        run(self, until, sink)
    }

    fn ticking(mut self) -> Gpu {
        self.clock.tick();
        self
    }

    fn memory(&self) -> &Memory {
        &self.memory
    }

    fn counter_values(&self) -> Vec<u64> {
        let mut values = Vec::from(self.of_cores().values());
        self.hierarchy.add_values(&mut values);
        values
    }

    fn groups(&self) -> Option<(u64, u64)> {
        let ended = self.cores.iter().map(|core| core.counters.groups).sum();
        Some((ended, self.setup.launch.group_count().into()))
    }

    fn well_known(&self) -> WellKnown {
        let cores = self.of_cores();
        let memory = self.hierarchy.counts();
        WellKnown {
            flops: Some(cores.flops),
            memory_bytes: Some(memory.moved),
            memory_bytes_to_come: Some(memory.to_come),
            predicated_on: Some(cores.predicated_on),
            branches: Some(cores.branches),
            divergent_branches: Some(cores.divergent_branches),
            memory_accesses: Some(cores.memory_accesses),
            blocks: Some(cores.blocks),
            sectors: Some(cores.sectors),
            shared_accesses: Some(cores.shared_accesses),
            shared_passes: Some(cores.shared_passes),
            l1_loads: Some(memory.first.loads),
            l1_load_hits: Some(memory.first.load_hits),
            l2_reads: Some(memory.second.reads),
            l2_read_hits: Some(memory.second.read_hits),
            dram_reads: Some(memory.channels.reads),
            dram_writes: Some(memory.channels.writes),
            dram_row_hits: Some(memory.channels.row_hits),
            ..WellKnown::default()
        }
    }

    fn slot_parts(&self) -> Vec<PartSlots> {
        let slots = self.cores.iter().flat_map(|core| core.slots(self.clock.cycle()));
        slots.map(|slots| slots.of(SlotKind::Instructions, &Self::CAUSES)).collect()
    }

    fn work(&self) -> Work {
        self.cores.iter().fold(Work::default(), |sum, core| Work {
            instructions: sum.instructions + core.counters.warp_instructions,
            lane_operations: sum.lane_operations + core.counters.thread_instructions,
            lane_slots: sum.lane_slots + core.counters.lane_slots,
        })
    }

    fn units(&self) -> Vec<UnitInfo> {
        let lanes = self.setup.spec.warp_size;
        let warps = self.setup.spec.warps_per_core;
        let info = |core, warp| UnitInfo::new(core, "warp", Some(warp), lanes);
        (0..self.setup.spec.chip.cores)
            .flat_map(|core| (0..warps).map(move |warp| info(core, warp)))
            .collect()
    }

    fn cause(&self, unit: u32) -> Cause {
        self.core_of(unit).map_or(Cause::EMPTY, |(core, warp)| core.cells.of(warp))
    }

    fn unit(&self, unit: u32, _: &Gpu) -> UnitState {
        let cause = self.cause(unit);
        let Some((core, slot)) = self.slot(unit) else { return idle(cause) };
        UnitState {
            group: core.groups[slot.group].as_ref().map(|group| group.group.linear),
            first_item: slot.warp.first_item,
            live: slot.warp.live.into(),
            active: slot.warp.active().into(),
            pc: slot.warp.pc(),
            cause,
            stack: slot.warp.stack_rows(),
        }
    }

    fn registers(&self, unit: u32) -> Registers {
        match self.slot(unit) {
            Some((_, slot)) => slot.warp.look().registers(&self.setup.program),
            None => self.setup.launch.warp(&self.setup.program, 0).look().registers(&self.setup.program),
        }
    }

    /// An instruction that touches its warp alone is executed on a copy of it.
    fn foreseen(&self, unit: u32) -> Option<Registers> {
        let (_, slot) = self.slot(unit)?;
        let (program, launch) = (&self.setup.program, &self.setup.launch);
        let decoded = self.setup.decoded.get(slot.warp.pc()? as usize)?;
        let alone = !decoded.control && !decoded.barrier && !decoded.fence;
        if !alone || exec::next_access(program, &slot.warp, &mut Scratch::default()).is_some() {
            return None;
        }
        let (mut warp, mut group, mut memory) = (slot.warp.clone(), launch.group(0), Memory::default());
        let scratch = &mut Scratch { clock: self.clock.cycle(), ..Scratch::default() };
        exec::step(program, launch, &mut warp, &mut group, &mut memory, scratch).ok()?;
        Some(warp.look().registers(program))
    }

    fn local_memory(&self, unit: u32) -> Vec<u8> {
        let group = self.slot(unit).and_then(|(core, slot)| core.groups[slot.group].as_ref());
        group.map_or(Vec::new(), |group| group.group.shared.to_vec())
    }

    fn access(&self, unit: u32, _: &Gpu) -> Option<Access> {
        let (core, slot) = self.slot(unit)?;
        let mut scratch = Scratch::default();
        if let Some((info, lanes)) = exec::next_access(&self.setup.program, &slot.warp, &mut scratch) {
            let pc = slot.warp.pc()?;
            return Some(describe(
                self.hierarchy.system(),
                (core, slot),
                pc,
                info,
                lanes,
                &scratch.addresses,
            ));
        }
        let (pc, info) = slot.last.what?;
        let mut addresses = [0; 64];
        addresses[..slot.last.addresses.len()].copy_from_slice(&slot.last.addresses);
        Some(describe(self.hierarchy.system(), (core, slot), pc, info, slot.last.lanes, &addresses))
    }

    fn waits(&self, unit: u32) -> Vec<Wait> {
        self.waits_of(unit)
    }

    fn pending(&self, unit: u32) -> Vec<Pending> {
        let Some((_, slot)) = self.slot(unit) else { return Vec::new() };
        let name = |register: u16| format!("{}", self.setup.program.registers.reg(register.into()));
        let one = |(register, producer): (u16, Producer)| Pending {
            register: name(register),
            memory: producer == Producer::Memory,
        };
        slot.scoreboard.pending().into_iter().map(one).collect()
    }

    /// Stages that begin in the cycle that comes were noted for who listened in the one before.
    fn tells_from(&self) -> u64 {
        if self.clock.cycle() == 0 { 0 } else { self.clock.cycle() + 1 }
    }

    fn occupancy(&self) -> Option<Occupancy> {
        occupancy::of(self)
    }

    fn parts(&self, near: &Near, _: &Gpu) -> Option<Parts> {
        parts::parts(self, near)
    }

    fn numbers(&self, site: Site, seat: &Seat) -> Option<[u32; NUMBERS]> {
        parts::numbers(self, site, seat)
    }

    fn told(&self, _: &mut LaneSets) -> Vec<Told> {
        let warps = self.setup.spec.warps_per_core;
        self.cores.iter().flat_map(|core| (0..warps).map(|warp| core.told(warp))).collect()
    }

    fn digest(&self) -> u64 {
        let Gpu {
            cores,
            hierarchy,
            dispatcher,
            memory,
            clock,
            // What never changes, and what is kept for speed.
            setup: _,
            scratch: _,
            dispatching: _,
        } = self;
        let mut digest = Digest::default();
        digest.add(&(clock.cycle(), memory.digest(), cores, hierarchy, dispatcher));
        digest.0
    }

    fn clone_bytes(&self) -> usize {
        let waiting: usize = self.cores.iter().map(|core| core.constant.waiters()).sum();
        let hierarchy = self.hierarchy.tag_bytes() + self.hierarchy.spare_bytes();
        footprint::idle(&self.setup.spec).saturating_sub(hierarchy) as usize + size_of::<u32>() * waiting
    }
}

impl Gpu {
    /// Counts of all cores.
    fn of_cores(&self) -> super::counters::Counters {
        let mut total = super::counters::Counters::default();
        for core in &self.cores {
            let deepest = total.max_stack_depth.max(core.counters.max_stack_depth);
            total.add(&core.counters);
            total.max_stack_depth = deepest;
        }
        total
    }

    fn core_of(&self, unit: u32) -> Option<(&Core, u32)> {
        let warps = self.setup.spec.warps_per_core;
        Some((self.cores.get((unit / warps) as usize)?, unit % warps))
    }

    pub(super) fn slot(&self, unit: u32) -> Option<(&Core, &Slot)> {
        let (core, warp) = self.core_of(unit)?;
        Some((core, core.warps[warp as usize].as_ref()?))
    }
}

/// A unit without work.
fn idle(cause: Cause) -> UnitState {
    UnitState {
        group: None,
        first_item: 0,
        live: Lanes::NONE,
        active: Lanes::NONE,
        pc: None,
        cause,
        stack: Vec::new(),
    }
}

/// An access as people look at it: what it needs, line by line or pass by pass.
fn describe(
    system: &System,
    (core, slot): (&Core, &Slot),
    pc: u32,
    info: AccessInfo,
    lanes: LaneMask,
    addresses: &[u64; 64],
) -> Access {
    let cutter = core.lsu.cutter();
    let mut blocks = Vec::new();
    let mut passes = Vec::new();
    let mut banks = (0, 0);
    match info.space {
        Space::Shared => {
            cutter.passes(&info, lanes, addresses, &mut passes);
            banks = (cutter.banks().count, cutter.banks().width);
        }
        Space::Param | Space::Const => passes = by_address(lanes, addresses),
        Space::Global | Space::Local => {
            cutter.blocks(&info, lanes, addresses, slot.first_thread, &mut blocks);
        }
    }
    let bytes = cutter.grain().line;
    let segment = |block: &lanescope_parts::mem::coalesce::Block| Segment {
        base: block.base,
        bytes,
        lanes: block.lanes.into(),
        sectors: block.sectors,
        home: system.home(block.base),
    };
    Access {
        pc,
        space: info.space.ir(),
        write: info.writes(),
        bytes: info.bytes,
        addresses: lanes.iter().map(|lane| (lane, addresses[lane as usize])).collect(),
        segments: blocks.iter().map(segment).collect(),
        passes: passes.into_iter().map(Into::into).collect(),
        banks,
    }
}

/// The lanes of each distinct address.
fn by_address(lanes: LaneMask, addresses: &[u64; 64]) -> Vec<LaneMask> {
    let mut passes: Vec<(u64, LaneMask)> = vec![];
    for lane in lanes.iter() {
        let address = addresses[lane as usize];
        match passes.iter_mut().find(|pass| pass.0 == address) {
            Some(pass) => pass.1 |= LaneMask::lane(lane),
            None => passes.push((address, LaneMask::lane(lane))),
        }
    }
    passes.into_iter().map(|pass| pass.1).collect()
}

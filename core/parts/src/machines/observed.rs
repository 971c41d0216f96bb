//! What is seen of a machine at a cycle: plain data, the same for every machine. Registers have a page of their own
//! ([`super::registers`]).

use alloc::{format, string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::{
    base::{LaneMask, Lanes},
    figure::Diagram,
    ir::Space,
    trace::{Cause, Site, Spot, Stage, Station, site::Holds},
};

/// What a unit is to its core.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// A scheduler picks it: a warp, a thread, a group of work-items.
    #[default]
    Scheduled,
    /// It sends instructions to the functional units of its core.
    FrontEnd,
    /// Instructions are sent to it.
    Functional,
}

/// A unit of work, or a part of a core that works by itself. Its core, kind and number name it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitInfo {
    /// Its core.
    pub core: u32,
    /// What it is, such as `warp`.
    pub kind: String,
    /// Its number among those of its kind in its core; `None` if it is the only one.
    pub number: Option<u32>,
    /// What it is to its core.
    pub role: Role,
    /// Number of lanes.
    pub lanes: u32,
    /// Its name for people, such as `core 0 warp 3`.
    pub name: String,
}

impl UnitInfo {
    /// A unit that a scheduler picks, by the name that has its core in it.
    pub fn new(core: u32, kind: &str, number: Option<u32>, lanes: u32) -> UnitInfo {
        let unit =
            UnitInfo { core, kind: kind.into(), number, role: Role::default(), lanes, name: String::new() };
        UnitInfo { name: format!("core {core} {}", unit.in_core()), ..unit }
    }

    /// The same unit in another role.
    #[must_use]
    pub fn with_role(self, role: Role) -> UnitInfo {
        UnitInfo { role, ..self }
    }

    /// Its name within its core.
    pub fn in_core(&self) -> String {
        self.number.map_or_else(|| self.kind.clone(), |number| format!("{} {number}", self.kind))
    }

    /// The length of what of its name is its core's; 0 where the core goes without saying.
    pub fn core_length(&self) -> usize {
        self.name.len().saturating_sub(self.in_core().len())
    }

    /// Units by the names that people read: on a machine of one core the core goes without saying.
    pub fn shown(units: &[UnitInfo]) -> Vec<UnitInfo> {
        let alone = units.iter().all(|unit| unit.core == 0);
        let name = |unit: &UnitInfo| if alone { unit.in_core() } else { unit.name.clone() };
        units.iter().map(|unit| UnitInfo { name: name(unit), ..unit.clone() }).collect()
    }
}

/// What a unit is doing at the current cycle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitState {
    /// Linear number of its work-group, if it has work.
    pub group: Option<u32>,
    /// Linear number (in the group) of the work-item in lane 0.
    pub first_item: u32,
    /// Lanes that have a work-item that has not ended.
    pub live: Lanes,
    /// Lanes that execute the next instruction.
    pub active: Lanes,
    /// The next instruction.
    pub pc: Option<u32>,
    /// Why it did or did not issue in the last cycle.
    pub cause: Cause,
    /// Its stack, bottom first, a cell for each of the machine's columns ([`super::Machine::STACK`]); empty without one.
    pub stack: Vec<Vec<StackCell>>,
}

impl UnitState {
    /// A unit without a work-group and a stack: why it did or did not issue, its next instruction, and the lanes that execute that.
    pub fn plain(cause: Cause, pc: Option<u32>, lanes: LaneMask) -> UnitState {
        let (live, active): (Lanes, Lanes) = (lanes.into(), lanes.into());
        UnitState { group: None, first_item: 0, live, active, pc, cause, stack: Vec::new() }
    }
}

/// A column of a unit's stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackColumn {
    /// Permanent id: its name in files.
    pub id: &'static str,
    /// For people.
    pub title: &'static str,
    /// What a cell without a place says.
    pub nowhere: &'static str,
}

/// A cell of a unit's stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StackCell {
    /// An instruction, or none.
    Place(Option<u32>),
    /// A set of lanes.
    Lanes(Lanes),
    /// A number.
    Number(u64),
}

/// A memory access of one instruction of one unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Access {
    /// The instruction.
    pub pc: u32,
    /// Space: `global`, `local`, `private` or `constant`.
    pub space: Space,
    /// Does it write?
    pub write: bool,
    /// Bytes of each lane.
    pub bytes: u32,
    /// Address of each active lane.
    pub addresses: Vec<(u32, u64)>,
    /// Memory segments (lines) that it needs: first address, size in bytes, lanes, 32-byte sectors as bits.
    pub segments: Vec<Segment>,
    /// For banked memory: the lanes of each pass, first pass first.
    pub passes: Vec<Lanes>,
    /// Number of banks of the banked memory (0 if it is not banked) and bytes of a bank word.
    pub banks: (u32, u32),
}

/// A register that an instruction will write.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    /// Its name.
    pub register: String,
    /// Is it a memory instruction that will write it?
    pub memory: bool,
}

/// An instruction in flight that others of its unit wait for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wait {
    /// The instruction.
    pub pc: u32,
    /// The registers that it will write and the unit's next instruction needs, by name.
    pub registers: Vec<String>,
    /// Is it a memory instruction?
    pub memory: bool,
    /// Lines of memory that have not come: first address, and where the request for it is.
    pub lines: Vec<(u64, Stop)>,
}

/// Where a request for a line of memory is on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stop {
    /// In the load/store unit: the first-level cache has not accepted it yet.
    LoadStore,
    /// In the first-level cache: looked up on its way out, or written into the line on its way back.
    FirstLevel,
    /// In the network, on its way out or back.
    Network,
    /// In the second-level cache: it waits for its lookup, or its answer for the network.
    SecondLevel,
    /// It missed: the memory channel of this number has to bring it.
    Dram(u16),
}

/// A block of memory that an access needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Segment {
    /// First address.
    pub base: u64,
    /// Size in bytes.
    pub bytes: u32,
    /// Lanes that need it.
    pub lanes: Lanes,
    /// Touched sectors, the first is bit 0.
    pub sectors: u8,
    /// The memory channel that has it, and its first address among those of that channel.
    pub home: (u32, u64),
}

/// How near somebody looks at a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Near {
    /// The box that is looked into; [`Site::MACHINE`] for the whole machine.
    pub at: Spot,
    /// Of a part with many entries, the first one in sight.
    pub first: u64,
    /// Most entries in sight.
    pub count: u64,
}

impl Near {
    /// The entries in sight, of so many: a page of something shorter begins where its last page does.
    pub fn range(&self, all: u64) -> core::ops::Range<u64> {
        let count = self.count.max(1);
        let first = self.first.min(all.saturating_sub(1) / count * count);
        first..all.min(first.saturating_add(count))
    }
}

/// A machine, or a part of it, as boxes and links.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts {
    /// The boxes and links; nothing moves yet.
    pub diagram: Diagram,
    /// Of a part with many entries: what these are, and how many there are.
    pub entries: Option<(&'static str, u64)>,
}

/// Something that stands in a box of a machine, as events tell of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// What it is.
    pub what: Holds,
    /// The unit whose instruction it is, or whose instruction asked for it.
    pub unit: u32,
    /// The instruction.
    pub pc: u32,
    /// The numbers of the part that it is told to be at: a core, which of several stations or queues, a channel and its bank.
    pub part: [u32; 2],
}

impl Seat {
    const fn of_unit(what: Holds, unit: u32, pc: u32) -> Seat {
        Seat { what, unit, pc, part: [0; 2] }
    }

    const fn of_part(what: Holds, part: [u32; 2]) -> Seat {
        Seat { what, unit: 0, pc: 0, part }
    }

    /// A work-group that no core has taken yet.
    pub const fn waiting() -> Seat {
        Seat::of_part(Holds::Waiting, [0; 2])
    }

    /// A work-group on a core.
    pub const fn group(core: u16) -> Seat {
        Seat::of_part(Holds::Groups, [core as u32, 0])
    }

    /// An instruction of a unit at a stage.
    pub const fn stage(unit: u32, pc: u32, stage: Stage) -> Seat {
        Seat::of_unit(Holds::Stage(stage), unit, pc)
    }

    /// A request where it is made for an instruction of a unit.
    pub const fn made(unit: u32, pc: u32) -> Seat {
        Seat::of_unit(Holds::Made, unit, pc)
    }

    /// A request that has come to one of the parts of a kind.
    pub const fn station(station: Station, index: u16) -> Seat {
        Seat::of_part(Holds::Station(station), [index as u32, 0])
    }

    /// A command of DRAM.
    pub const fn command(channel: u16, bank: u16) -> Seat {
        Seat::of_part(Holds::Commands, [channel as u32, bank as u32])
    }

    /// An entry of one of the queues that are a place of the machine's table.
    pub const fn entry(queue: Site, index: u16) -> Seat {
        Seat::of_part(Holds::Station(Station::At(queue)), [index as u32, 0])
    }
}

/// How many work-groups a core has room for at once, and how many it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occupancy {
    /// What a core has and a group needs.
    pub resources: Vec<Room>,
    /// Groups that fit on a core at once.
    pub groups: u32,
    /// What keeps one more off, by its place among the resources.
    pub limit: usize,
    /// Warps of a group.
    pub warps: u32,
    /// Warps that a core has slots for.
    pub slots: u32,
    /// The groups and warps that each core has now.
    pub resident: Vec<(u32, u32)>,
}

/// A resource of a core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Its name.
    pub name: &'static str,
    /// How much a core has.
    pub has: u32,
    /// How much a group needs.
    pub needs: u32,
}

//! The machines. One folder each, the same file names in every folder; `registry` lists them.
//!
//! What all have in common: a settings table ([`settings`]), a program in the machine's own ISA made from IR or from
//! assembly text, and a running state that is plain data ([`Machine`]): a clone of it is a snapshot.

pub mod chassis;
pub mod counters;
pub mod footprint;
pub mod info;
pub mod panels;
pub mod preset;
pub mod registry;
pub mod rvv;
pub mod settings;
pub mod simt;
pub mod well_known;

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

pub use self::well_known::WellKnown;
pub use crate::halt::{Halt, Place};
use crate::{
    base::LaneMask,
    image::Memory,
    trace::{Cause, Causes, Deaf, Sink, event::EventRow, track::Told},
};

/// A launched program on a machine, at some cycle.
pub trait Machine: Clone {
    /// The causes that its units and issue slots can have: the shared ones, then its own.
    const CAUSES: Causes = Causes::SHARED;

    /// The events that only this machine has.
    const EVENTS: &'static [EventRow] = &[];

    /// The number of cycles that have passed.
    fn cycle(&self) -> u64;

    /// Has every work-item ended, and is every part of the machine empty?
    fn finished(&self) -> bool;

    /// Runs until `cycle() == until`, the end, or an error, whichever is first. Idle cycles are skipped, but told the
    /// same way as if each had been run.
    ///
    /// # Errors
    /// The machine stays in the state of the error's cycle; running it again gives the same error.
    fn run<S: Sink>(&mut self, until: u64, sink: &mut S) -> Result<(), Halt>;

    /// The same machine, but it steps every cycle, idle or not. The run is the same.
    #[must_use]
    fn ticking(self) -> Self;

    /// Global and constant memory.
    fn memory(&self) -> &Memory;

    /// Every counter with its value: the machine's own list, for people.
    fn counters(&self) -> Vec<counters::Reading>;

    /// The counts that mean the same on every machine, each given or declined.
    fn well_known(&self) -> WellKnown;

    /// How many slots each cause of [`Machine::CAUSES`] has had so far; they add up to `cycle() * slots per cycle`.
    fn slots(&self) -> Vec<u64>;

    /// Instructions issued (replays not counted) and lanes that took part in them.
    fn work(&self) -> Work;

    /// Names of the units, in the order of their numbers in events.
    fn units(&self) -> Vec<UnitInfo>;

    /// The same machine when the cycle that begins is over, or in which it halts. Nobody listens. Questions about that cycle
    /// take it, so that whoever asks many makes it once.
    #[must_use]
    fn ahead(&self) -> Self {
        let mut ahead = self.clone();
        if !ahead.finished() {
            // A machine that halts there keeps what it did before.
            let _ = ahead.run(self.cycle().saturating_add(1), &mut Deaf);
        }
        ahead
    }

    /// Why a unit did or did not issue in the last cycle.
    fn cause(&self, unit: u32) -> Cause;

    /// What a unit is doing in the cycle that begins; see [`Machine::ahead`].
    fn unit(&self, unit: u32, ahead: &Self) -> UnitState;

    /// The registers of a unit.
    fn registers(&self, unit: u32) -> Registers;

    /// Work-group memory of the group that a unit belongs to; empty if it has none.
    fn local_memory(&self, unit: u32) -> Vec<u8>;

    /// The memory access that the unit's next instruction makes, or that it made last; `None` if it makes none. See
    /// [`Machine::ahead`].
    fn access(&self, unit: u32, ahead: &Self) -> Option<Access>;

    /// The instructions in flight that hold back the unit's next instruction, oldest first; empty for a machine that keeps
    /// no such record.
    fn waits(&self, _unit: u32) -> Vec<Wait> {
        Vec::new()
    }

    /// The registers of a unit that wait for a result, as its scoreboard has them; empty for a machine without one.
    fn pending(&self, _unit: u32) -> Vec<Pending> {
        Vec::new()
    }

    /// What has been told of each unit so far, for a machine that tells sets of units to who does not want detail (see
    /// [`Sink::DETAIL`]); empty for one that tells each unit's state to everybody.
    fn told(&self) -> Vec<Told> {
        Vec::new()
    }

    /// The first cycle from which on a run that goes on from here tells every event to who wants detail, although nobody did
    /// before: what is under way now is over by then. States and what stands are told from here on. At the start nothing is
    /// under way.
    fn tells_from(&self) -> u64 {
        self.cycle()
    }

    /// A digest of the whole architectural and timing state that matters for what follows.
    fn digest(&self) -> u64;

    /// Bytes that a clone takes, less the pages of memory, which it shares. It decides how many snapshots of a run are
    /// kept.
    fn clone_bytes(&self) -> usize;

    /// What is under way may take this many bytes besides the parts that the settings bound ([`registry::Family::parts`]);
    /// more is a halt at limit `machine_bytes`, whose value is `limit`. A machine whose parts bound everything ignores it.
    fn bound_under_way(&mut self, _bytes: u64, _limit: u64) {}

    /// The most bytes that what is under way has taken so far, as far as the parts do not bound it.
    fn under_way_bytes(&self) -> u64 {
        0
    }
}

/// Amount of work done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// Instructions of units (warp instructions).
    pub instructions: u64,
    /// Instructions times active lanes.
    pub lane_operations: u64,
    /// Instructions times lanes of the unit: what it could have been.
    pub lane_slots: u64,
}

/// A unit of work that a scheduler picks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitInfo {
    /// Its name, such as `core 0 warp 3`.
    pub name: String,
    /// Its core.
    pub core: u32,
    /// Number of lanes.
    pub lanes: u32,
}

/// What a unit is doing at the current cycle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitState {
    /// Linear number of its work-group, if it has work.
    pub group: Option<u32>,
    /// Linear number (in the group) of the work-item in lane 0.
    pub first_item: u32,
    /// Lanes that have a work-item that has not ended.
    pub live: LaneMask,
    /// Lanes that execute the next instruction.
    pub active: LaneMask,
    /// The next instruction.
    pub pc: Option<u32>,
    /// Why it did or did not issue in the last cycle.
    pub cause: Cause,
    /// Divergence stack, bottom first; empty for machines without one.
    pub stack: Vec<StackRow>,
}

/// An entry of a divergence stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StackRow {
    /// Where the lanes meet again; `None` at the exit.
    pub reconverge: Option<u32>,
    /// Where they go on.
    pub next: u32,
    /// The lanes.
    pub lanes: LaneMask,
}

/// The registers of a unit, lane by lane.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registers {
    /// Names with the assembly's prefix.
    pub names: Vec<String>,
    /// Bits of each register: 1, 32 or 64.
    pub bits: Vec<u8>,
    /// Number of lanes.
    pub lanes: u32,
    /// Value of register `r` in lane `l` at `r * lanes + l`.
    pub values: Vec<u64>,
    /// Vector registers, if the unit has some.
    pub vector: Option<VectorFile>,
}

/// Vector registers as the current vector length and type divide them. The same bytes can be read with any other width.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VectorFile {
    /// Bits of a register.
    pub vlen: u32,
    /// Vector length: elements of an operand that instructions work on.
    pub vl: u32,
    /// Elements that an operand could have.
    pub vlmax: u32,
    /// Bits of an element; 0 while the vector type is illegal.
    pub sew: u32,
    /// Registers that form an operand: 1 also for fractions.
    pub registers: u32,
    /// The vector type as assembly writes it, such as `e64, m8, ta, ma`.
    pub vtype: String,
    /// The 32 registers one after another, each of `vlen` / 8 bytes, element 0 first.
    pub bytes: Vec<u8>,
    /// The bits of the mask register `v0` for the elements `0..vl`.
    pub mask: Vec<bool>,
}

impl VectorFile {
    /// Element `index` of the operand that begins with a register, with elements of `bits` bits; `None` behind the
    /// last register and for widths that are not 8, 16, 32 or 64.
    pub fn element(&self, register: u32, index: u32, bits: u32) -> Option<u64> {
        let size = matches!(bits, 8 | 16 | 32 | 64).then_some(bits as usize / 8)?;
        let start = register as usize * (self.vlen as usize / 8) + index as usize * size;
        let bytes = self.bytes.get(start..start + size)?;
        Some(bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)))
    }
}

/// A memory access of one instruction of one unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Access {
    /// The instruction.
    pub pc: u32,
    /// Space: `global`, `local`, `private` or `constant`.
    pub space: crate::ir::Space,
    /// Does it write?
    pub write: bool,
    /// Bytes of each lane.
    pub bytes: u32,
    /// Address of each active lane.
    pub addresses: Vec<(u32, u64)>,
    /// Memory segments (lines) that it needs: first address, size in bytes, lanes, 32-byte sectors as bits.
    pub segments: Vec<Segment>,
    /// For banked memory: the lanes of each pass, first pass first.
    pub passes: Vec<LaneMask>,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Segment {
    /// First address.
    pub base: u64,
    /// Size in bytes.
    pub bytes: u32,
    /// Lanes that need it.
    pub lanes: LaneMask,
    /// Touched sectors, the first is bit 0.
    pub sectors: u8,
    /// The memory channel that has it, and its first address among those of that channel.
    pub home: (u32, u64),
}

//! A machine with its settings, programs and run, behind interfaces that name no machine.
//!
//! - [`Registered`]: a machine of the laboratory's list. Its crate has one value of it, `MACHINE`: so what is made for each
//!   [`Family`](crate::machines::family::Family), the loops of a run above all, is compiled with the machine's crate and with no other.
//! - [`Bench`]: a machine with settings, its programs and its run. [`Running`]: the run, with its cursor.
//! - [`runner`] goes to any cycle, by keyframes and by running again; [`recorder`] makes the logs of what somebody looks at.

pub mod recorder;
mod registered;
pub mod runner;
mod running;
#[cfg(test)]
mod toy;
mod workbench;

use alloc::{boxed::Box, string::String, vec::Vec};
use core::fmt::{self, Debug, Formatter};

use serde::{Deserialize, Serialize};

pub use self::{
    recorder::Excerpt,
    registered::{Of, Registered, configure, unknown},
    runner::{Replay, Runner},
    running::{Cursor, Running},
};
use crate::{
    codegen::lower::Features,
    document::Limits,
    files::Files,
    front::Target,
    image::DataLabel,
    ir::Kernel,
    launch::{Launch, bind::Bound},
    machines::{
        Access, Machine, PartSlots, Pending, Registers, UnitState, Wait, WellKnown, Work,
        counters::Reading,
        family::{Dimensions, Signature, Untimed, Watch},
        given::Given,
        panels::MachinePanel,
        studies::{Analysis, Asked},
    },
    source::{Diagnostic, Listing},
    trace::Causes,
};

/// A configured machine.
pub trait Bench {
    /// Every setting with its value.
    fn settings(&self) -> Vec<(String, String)>;
    /// Sizes that do not change.
    fn dimensions(&self) -> Dimensions;
    /// The causes that its units and issue slots can have.
    fn causes(&self) -> Causes;
    /// The panels that show the machine.
    fn panels(&self) -> &'static [MachinePanel];
    /// What the machine has of the operations of the IR.
    fn features(&self) -> Features;
    /// What the front end has to know of the machine.
    fn target(&self) -> Target;
    /// Does the machine's compiler use what is not exact for this kernel?
    fn approximates(&self, kernel: &Kernel) -> bool;
    /// See [`Family::departs`](crate::machines::family::Family::departs).
    fn departs(&self) -> Option<&'static str>;
    /// Compiles the program of an optimised kernel.
    fn generate(&mut self, given: &Given) -> Result<(), Diagnostic>;
    /// See [`Family::profile_file`](crate::machines::family::Family::profile_file).
    fn profile_file(&self) -> Option<&str>;
    /// See [`Family::profile`](crate::machines::family::Family::profile).
    fn profile(&self) -> Option<String>;
    /// Fits the program to a launch, if its code has the launch's sizes in it.
    fn fit(&mut self, launch: &Bound, watch: &mut Watch) -> Result<(), Diagnostic>;
    /// Is the program another one for each launch?
    fn fits(&self) -> bool;
    /// Reads programs from assembly; returns what a launch of each must give.
    fn assemble(&mut self, files: &Files) -> (Vec<Signature>, Vec<Diagnostic>);
    /// Chooses one of the assembled programs.
    fn choose(&mut self, program: usize);
    /// See [`Family::remarks`](crate::machines::family::Family::remarks).
    fn remarks(&self, launch: &Launch) -> Vec<Diagnostic>;
    /// The program as text.
    fn listing(&self) -> Listing;
    /// The program in the machine's binary form.
    fn binary(&self) -> Option<Vec<u8>>;
    /// See [`Family::alone`](crate::machines::family::Family::alone).
    fn alone(&self, launch: &Bound, linked: bool) -> Option<Result<Vec<u8>, Diagnostic>>;
    /// The names that a program by hand gives to its data.
    fn labels(&self) -> Vec<DataLabel>;
    /// Remarks on the program.
    fn facts(&self) -> Vec<(String, String)>;
    /// Begins a study of the machine's own; `None` if it has no such one.
    fn study(&self, id: &str, launch: Bound, asked: &Asked) -> Option<Result<Box<dyn Analysis>, Diagnostic>>;
    /// Starts a run at cycle 0, if the machine is not too large.
    fn start(&mut self, launch: Bound, limits: &Limits) -> Result<(), Diagnostic>;
    /// The run steps through every cycle from now on.
    fn tick(&mut self);
    /// Before the first cycle: keyframes are at first so many cycles apart.
    fn keyframes(&mut self, interval: u64);
    /// Most bytes of the host's memory that the machine of the run has taken until now, with its copies.
    fn machine_bytes(&self) -> u64;
    /// A run without timing.
    fn untimed(&self, launch: Bound) -> Result<Box<dyn Untimed>, Diagnostic>;
    /// The run, if one was started.
    fn run(&self) -> Option<&dyn Running>;
    /// The run, to move it.
    fn run_mut(&mut self) -> Option<&mut dyn Running>;
}

/// Shown without what is in it: with that, every program would hold the code that writes the whole state of a machine.
impl Debug for dyn Bench {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Bench")
    }
}

/// What a machine counts.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// Work done.
    pub work: Work,
    /// Issue slots by cause, as the machine's list has them.
    pub slots: Vec<u64>,
    /// Slots by cause of each part that has any.
    pub slot_parts: Vec<PartSlots>,
    /// Every counter.
    pub counters: Vec<Reading>,
    /// Those that mean the same on every machine.
    pub well_known: WellKnown,
}

/// Everything about one cycle, apart from memory contents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The cycle.
    pub cycle: u64,
    /// Each unit's state, in the order of the machine's units; its cause is that of the cycle that begins here, the one under
    /// the cursor of the timeline.
    pub units: Vec<UnitState>,
    /// Registers of the selected unit.
    pub registers: Registers,
    /// Memory access of the selected unit.
    pub access: Option<Access>,
    /// What the selected unit's next instruction waits for, oldest first.
    pub waits: Vec<Wait>,
}

/// What a unit that has an instruction to execute holds at the cursor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Held {
    /// The unit.
    pub unit: u32,
    /// Its state, with its divergence stack; its cause is that of the cycle before.
    pub state: UnitState,
    /// Registers that wait for a result.
    pub scoreboard: Vec<Pending>,
    /// The memory access of its next instruction, or else its last one, cut into what it needs.
    pub access: Option<Access>,
}

impl Numbers {
    fn of<M: Machine>(machine: &M) -> Numbers {
        Numbers {
            work: machine.work(),
            slots: machine.slots(),
            slot_parts: machine.slot_parts(),
            counters: machine.counters(),
            well_known: machine.well_known(),
        }
    }
}

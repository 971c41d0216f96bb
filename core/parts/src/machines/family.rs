//! What a machine must offer to be one of the laboratory.
//!
//! Everything that a user interface does with a machine goes through [`Family`], so that no interface knows any machine by name.

use alloc::{string::String, vec::Vec};
use core::fmt::Debug;

use super::{
    Halt, Machine, SlotKind, Work,
    chassis::{
        clocks::clocks,
        settings::{Code, Division},
    },
    footprint::Footprint,
    given::Given,
    info::{AssemblerInfo, MachineInfo, OpInfo},
    panels::MachinePanel,
    preset::{self, Correction, Preset},
    settings::Settings,
    studies::{Begin, Data, Study},
};
use crate::{
    base::Clock,
    codegen::lower::{self, Features},
    figure::panel,
    files::Files,
    image::{DataLabel, Digest, Memory},
    ir::Param,
    launch::{Grid, Launch, bind::Bound},
    mem::main,
    opt::reciprocal,
    source::{Diagnostic, Listing},
    trace::event,
};

/// What ends a run that a compiler makes to learn about a launch.
pub struct Watch<'a> {
    /// Most instructions of units (limit `functional_instructions`).
    pub instructions: u64,
    /// Asked now and then: may it go on?
    pub go_on: &'a mut dyn FnMut() -> bool,
}

/// A count of a machine's own: its name, and the ids of the counters that it sums.
pub type OwnCount = (&'static str, &'static [&'static str]);

/// A kind of machine: how it is configured, what it makes of a kernel, and how that is started.
pub trait Family: Debug + 'static {
    /// Its settings.
    type Spec: Settings + Debug + 'static;
    /// A program in its ISA.
    type Program: Clone + Debug + 'static;
    /// A launched program with timing.
    type Running: Machine + Debug;
    /// A launched program without timing.
    type Untimed: Untimed + Debug;

    /// Permanent id, the first part of its presets' ids.
    const ID: &'static str;

    /// Name for people.
    const NAME: &'static str;

    /// What it is, in a sentence.
    const DOC: &'static str;

    /// What one instruction of a unit is called in its counts, in the plural.
    const INSTRUCTIONS: &'static str;

    /// Its presets; the first is the default.
    const PRESETS: &'static [Preset];

    /// Corrections that changed the cycles of its presets, in the order of time: new ones go to the end.
    const CORRECTIONS: &'static [Correction] = &[];

    /// What the machine has of the operations of the IR.
    const FEATURES: Features;

    /// Is what lanes of a warp do together written out through work-group memory?
    const EXCHANGES: bool = false;

    /// Has the code of a kernel the sizes of its launch in it? Then a kernel is [fitted](Family::fit) before it is shown.
    const FITS: bool = false;

    /// The ids of what a person can decide about lines of a kernel for its compiler ([`Decision::id`](super::studies::Decision::id)).
    const DECIDES: &'static [&'static str] = &[];

    /// Counts under the names that those know who know the machine: each is the sum of some counters. A dot in a name goes
    /// into a block.
    const OWN_COUNTS: &'static [OwnCount] = &[];

    /// What it says about itself.
    fn info() -> MachineInfo {
        MachineInfo {
            id: Self::ID.into(),
            name: Self::NAME.into(),
            doc: Self::DOC.into(),
            instructions: Self::INSTRUCTIONS.into(),
            links: Self::LINKS,
            presets: preset::infos::<Self::Spec>(Self::ID, Self::PRESETS, Self::CORRECTIONS),
            settings: Self::Spec::table(),
            causes: Self::Running::CAUSES,
            events: event::infos(Self::Running::EVENTS),
            panels: panel::infos(Self::panels(), &Self::Running::CAUSES),
        }
    }

    /// What it has with these settings, as far as passes of the optimiser ask: a machine may leave calls as they are, or have them written out.
    fn features(_spec: &Self::Spec) -> Features {
        Self::FEATURES
    }

    /// Its instructions.
    fn ops() -> Vec<OpInfo>;

    /// What its assembler reads beside them, if that is in tables.
    fn assembler() -> AssemblerInfo {
        AssemblerInfo::default()
    }

    /// The panels that show it, in tab order.
    fn panels() -> &'static [MachinePanel];

    /// The studies of its own: analyses of a program and its launch.
    fn studies() -> &'static [Study<Begin<Self::Program, Self::Spec>>] {
        &[]
    }

    /// The settings of a preset, by the part of its id behind the slash.
    fn preset(id: &str) -> Option<Self::Spec> {
        preset::find(Self::PRESETS, id)
    }

    /// Do the values of settings that are in their ranges go together?
    ///
    /// # Errors
    /// A sentence that names the setting and what it takes.
    fn check(_spec: &Self::Spec) -> Result<(), String> {
        Ok(())
    }

    /// What its compiler may do.
    fn code(spec: &Self::Spec) -> &Code;

    /// Compiles optimised IR: what is cheaper and not exact is done if the settings say so, and what the machine lacks is
    /// lowered, before a program is generated.
    ///
    /// # Errors
    /// As [`Family::generate`], or an operation that the machine lacks and nobody lowers.
    fn compile(given: &Given<'_, Self::Spec>) -> Result<Self::Program, Diagnostic> {
        if const { Self::EXCHANGES }
            && let Some(op) = given.kernel.lane_op()
        {
            let written = lower::lanes_through_memory(given.kernel, op.span)?;
            return Self::compile(&given.with_kernel(&written));
        }
        if const { !Self::FEATURES.lanes } {
            lower::without_lanes(given.kernel)?;
        }
        let exact = Self::code(given.spec).division == Division::Exact;
        if exact && const { Self::FEATURES.is_whole() } {
            return Self::generate(given);
        }
        let mut lowered = given.kernel.clone();
        if !exact {
            for pass in &reciprocal::PASSES {
                pass.apply(&mut lowered);
            }
        }
        if const { !Self::FEATURES.is_whole() } {
            lower::lower(&mut lowered, &Self::FEATURES)?;
        }
        Self::generate(&given.with_kernel(&lowered))
    }

    /// Generates a program from optimised IR that asks for nothing that the machine lacks.
    ///
    /// # Errors
    /// A limit that was passed, what the machine cannot do, a decision that cannot be kept, or a profile that is not of this kernel.
    fn generate(given: &Given<'_, Self::Spec>) -> Result<Self::Program, Diagnostic>;

    /// The file of the document that has the profile of the kernel, by the settings; `None` if the compiler takes none.
    fn profile_file(_spec: &Self::Spec) -> Option<&str> {
        None
    }

    /// The profile that a program was compiled with, as a text that [`Given::profile`] takes.
    fn profile(_program: &Self::Program, _spec: &Self::Spec) -> Option<String> {
        None
    }

    /// The program of a kernel for one launch, where [`Family::FITS`]; `None` if it is for any launch.
    ///
    /// # Errors
    /// As [`Family::generate`], what the launch asks for and the machine has not, or `watch` ends a run that is made for it.
    fn fit(
        _program: &Self::Program,
        _spec: &Self::Spec,
        _launch: &Bound,
        _watch: &mut Watch,
    ) -> Result<Option<Self::Program>, Diagnostic> {
        Ok(None)
    }

    /// Why kernels may come to something else than their language says, as a sentence, if settings ask for that.
    fn departs(_spec: &Self::Spec) -> Option<&'static str> {
        None
    }

    /// Does its assembler link several texts ([`Files::units`])?
    const LINKS: bool = false;

    /// Reads programs from assembly.
    fn assemble(files: &Files, spec: &Self::Spec) -> (Vec<Self::Program>, Vec<Diagnostic>);

    /// The files of data that a text in its assembly names: what somebody with a disk looks for before it is read.
    fn data_files(_text: &str) -> Vec<String> {
        Vec::new()
    }

    /// The text that stands for a program in the machine's binary form, which lies beside it as a file of this name; `None` if the machine
    /// does not begin with such a file.
    fn stands_for(_name: &str, _binary: &[u8]) -> Option<String> {
        None
    }

    /// The first of some texts, translated by itself, as an object file; `None` and no error if the machine has no such files.
    fn object(_files: &Files, _spec: &Self::Spec) -> (Option<Vec<u8>>, Vec<Diagnostic>) {
        (None, Vec::new())
    }

    /// What is wrong with a completed launch of the program, or remarkable, that only the machine knows.
    fn remarks(_program: &Self::Program, _launch: &Launch) -> Vec<Diagnostic> {
        Vec::new()
    }

    /// What a launch of the program must give.
    fn signature(program: &Self::Program) -> Signature;

    /// The program as text.
    fn listing(program: &Self::Program) -> Listing;

    /// The instructions of a program in the machine's binary form; `None` if it has none.
    fn binary(_program: &Self::Program) -> Option<Vec<u8>> {
        None
    }

    /// A kernel with what its launch puts into memory, as a program that runs alone: in the machine's binary form if it is `linked`, else as an object
    /// file. `None` if the machine makes no such programs, or if this is no kernel.
    fn alone(
        _program: &Self::Program,
        _spec: &Self::Spec,
        _launch: &Bound,
        _linked: bool,
    ) -> Option<Result<Vec<u8>, Diagnostic>> {
        None
    }

    /// The names that a program by hand gives to its data.
    fn labels(_program: &Self::Program) -> Vec<DataLabel> {
        Vec::new()
    }

    /// The listing of a program in binary form, or why it is none; `None` if the machine has no such form.
    fn disassemble(_binary: &[u8], _spec: &Self::Spec) -> Option<Result<Listing, String>> {
        None
    }

    /// Remarks on the program: name and value.
    fn facts(_program: &Self::Program) -> Vec<(String, String)> {
        Vec::new()
    }

    /// A machine before its first cycle.
    ///
    /// # Errors
    /// The launch does not fit the machine.
    fn start(program: &Self::Program, spec: &Self::Spec, launch: Bound) -> Result<Self::Running, Diagnostic>;

    /// A run without timing, before its first instruction.
    ///
    /// # Errors
    /// As [`Family::start`].
    fn untimed(
        program: &Self::Program,
        spec: &Self::Spec,
        launch: Bound,
    ) -> Result<Self::Untimed, Diagnostic>;

    /// The parts of a machine that starts like this, with the memory of the host that each takes at most; without what is
    /// under way in a run ([`Machine::bound_under_way`]).
    fn parts(program: &Self::Program, spec: &Self::Spec, launch: &Bound) -> Vec<Footprint>;

    /// What of the machine does not change in a run. Its roofs, `flops_per_cycle` and `memory_mb`, belong to its counters
    /// `flops` (float operations done) and `memory_bytes` (bytes to and from main memory).
    fn dimensions(spec: &Self::Spec) -> Dimensions;
}

/// A run without timing: what happens, not when.
pub trait Untimed {
    /// Goes on for about `budget` instructions of units. Says whether the kernel has ended.
    ///
    /// # Errors
    /// Why it cannot go on.
    fn advance(&mut self, budget: u64) -> Result<bool, Halt>;

    /// Global memory.
    fn memory(&self) -> &Memory;

    /// Work done so far.
    fn work(&self) -> Work;

    /// Digests what is held beside global memory: the registers of everything that runs, and the memory of its groups. No counts
    /// and no places in the program: what goes round and round without a change is the same.
    fn contents(&self, digest: &mut Digest);

    /// What only the machine has to say of the run, by names, for programs. The files are those of the program, to say on which line
    /// something is.
    fn details(&self, _files: &Files) -> Vec<(String, Data)> {
        Vec::new()
    }
}

/// How a program is called.
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    /// The kernel's name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<Param>,
    /// What it takes of a launch's sizes.
    pub grid: Grid,
    /// The group size that it demands.
    pub required_local: Option<[u32; 3]>,
    /// Does it take the arguments that a launch names, in their order? Then `params` is empty.
    pub open: bool,
    /// Data of its own that lies in memory in front of all buffers.
    pub data: Vec<u8>,
}

/// The parts of a core that have slots. The causes of each part add up by themselves, and the parts that take instructions
/// add up to the core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotGroup {
    /// Name of the core.
    pub name: String,
    /// Its parts; at least one of them takes instructions.
    pub parts: Vec<SlotPart>,
}

/// A part that takes something in each cycle or does not, such as a scheduler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotPart {
    /// Its name in the core.
    pub name: String,
    /// What its slots take.
    pub kind: SlotKind,
    /// Names of its slots in the machine: so many it has in each cycle.
    pub slots: Vec<String>,
}

impl SlotPart {
    /// The front end of a core with one issue slot, which has the core's name.
    pub fn front_end(core: &str) -> SlotPart {
        let (name, slots) = ("front end".into(), Vec::from([core.into()]));
        SlotPart { name, kind: SlotKind::Instructions, slots }
    }
}

/// Sizes of a configured machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dimensions {
    /// Its slots, core by core and part by part.
    pub slots: Vec<SlotGroup>,
    /// Its clocks; the cycles of a run are those of the first.
    pub clocks: Vec<Clock>,
    /// DRAM channels.
    pub channels: u16,
    /// Banks of a channel.
    pub banks: u16,
    /// Float operations that all units together can do in a cycle; a fused multiply-add is two.
    pub flops_per_cycle: u64,
    /// Bytes of a simulated second that main memory can move at most, in millions.
    pub memory_mb: u64,
    /// Banks of word-interleaved memory; 0 if there are none.
    pub word_banks: u32,
    /// Do rows of DRAM close by themselves, behind the last burst of an access?
    pub rows_close: bool,
}

impl Dimensions {
    /// What main memory has of them, for cores of some MHz: the machine's clocks, channels and banks, and what all of it moves at most;
    /// memory without any bound moves [`u64::MAX`].
    pub fn of_memory(main: &main::Config, clock_mhz: u32) -> Dimensions {
        let none = Dimensions { memory_mb: u64::MAX, ..Dimensions::default() };
        let with = |dram: Option<u32>| Dimensions { clocks: clocks(clock_mhz, dram), ..none.clone() };
        match main {
            main::Config::Banked(banks) => {
                let memory_mb = u64::from(clock_mhz) * banks.bytes_per_cycle();
                Dimensions { word_banks: banks.banks, memory_mb, ..with(None) }
            }
            main::Config::Dram(channels) => {
                let (standard, mhz) = (channels.channel.standard(), channels.channel.dram_mhz);
                Dimensions {
                    channels: channels.channels as u16,
                    banks: standard.organization.total_banks() as u16,
                    memory_mb: u64::from(channels.channels) * standard.peak_mb(mhz),
                    ..with(Some(mhz))
                }
            }
            // Their time is in picoseconds: no clock that people count in.
            main::Config::Vaults(vaults, _) => Dimensions {
                channels: vaults.hmc_vaults as u16,
                banks: vaults.hmc_banks as u16,
                memory_mb: u64::from(vaults.hmc_vaults) * u64::from(vaults.hmc_vault_mb),
                rows_close: true,
                ..with(None)
            },
            main::Config::Ideal | main::Config::Fixed(_) => with(None),
        }
    }

    /// Names of all issue slots: those that take instructions.
    pub fn slot_names(&self) -> Vec<String> {
        let parts = self.slots.iter().flat_map(|group| &group.parts);
        let issuing = parts.filter(|part| part.kind == SlotKind::Instructions);
        issuing.flat_map(|part| part.slots.iter().cloned()).collect()
    }

    /// Cycles of a simulated second.
    pub fn hertz(&self) -> f64 {
        self.clocks.first().map_or(1e6, Clock::hertz)
    }
}

//! The settings of HARP and its presets.
//!
//! Programs by hand run as the original tools run them unless a setting says otherwise: [`Holds::Auto`] is *on* for them. Settings of
//! single rules come after the one for all.

use alloc::{format, string::String};

use lanescope_parts::{
    choice,
    machines::{
        chassis::settings::Code,
        preset::{self, Correction, Preset},
        settings::{Fraction, Text},
    },
    settings,
};

use super::{
    codegen::{Choice, Static, Verdict, profile::Thresholds},
    exec::Config,
    isa::{Arch, ArchId},
    rules::Rules,
    timing::{self, settings::Settings},
};

choice! {
    /// Whether something holds.
    pub enum Holds {
        /// As usual: what is for all holds for programs by hand, a single rule (and `vm`) if `harptool_exact` does.
        Auto = "auto",
        /// It holds.
        On = "on",
        /// It does not hold.
        Off = "off",
    }
}

impl Holds {
    /// Does it hold, if it usually does so?
    const fn is_on(self, usually: bool) -> bool {
        match self {
            Holds::Auto => usually,
            Holds::On => true,
            Holds::Off => false,
        }
    }
}

choice! {
    /// What `shr` brings in on words of 8 bytes.
    pub enum Shr64 {
        /// As `harptool_exact` says: copies of the sign if it is on.
        Auto = "auto",
        /// Zeros.
        Logical = "logical",
        /// Copies of the sign.
        Arithmetic = "arithmetic",
    }
}

choice! {
    /// What is done about branches on which the lanes of a warp may disagree (HARP 4.15).
    pub enum Policy {
        /// Nothing: lanes that disagree are a trap.
        None = "none",
        /// `split` and `join` at every branch.
        Sj = "sj",
        /// Guards at every branch that can be converted, `split` and `join` at the others.
        Pred = "pred",
        /// By static analysis: nothing where lanes agree, guards where their place decides, `split` and `join` where data do.
        Static = "static",
        /// By a profile of the launch: `split` and `join` where the lanes of warps agreed, guards elsewhere.
        Profile = "profile",
        /// By static analysis, and by a profile where data decide.
        StaticProfile = "static-profile",
        /// By what is cheaper in instructions, after a profile: nothing where lanes agree.
        SizeAware = "size-aware",
    }
}

choice! {
    /// What a profile makes of lanes and warps that did not come to a branch.
    pub enum Unexecuted {
        /// They agree with nobody.
        Strict = "strict",
        /// They do not count.
        Ignore = "ignore",
    }
}

choice! {
    /// What is given one way in and one way out, by numbers that say where lanes go on (HARP 4.16).
    pub enum Structurise {
        /// What `split` and `join` could not keep apart: blocks with several ways in, and loops that lanes leave one by one.
        Auto = "auto",
        /// Those loops alone: kernels with such blocks are refused.
        Off = "off",
        /// All loops, too.
        All = "all",
    }
}

choice! {
    /// Where the `join` of a branch goes (HARP 4.9).
    pub enum Insertion {
        /// To the block where its ways meet, unless another branch has its `join` there or ways from elsewhere lead there: then to a new one.
        Reuse = "reuse",
        /// To a new block, always.
        Fresh = "fresh",
        /// As algorithms 3 and 4 have it where they are printed: much of what they make is refused.
        Printed = "printed",
    }
}

choice! {
    /// Where functions that are called have their words.
    pub enum Frames {
        /// Each in a place of its own: none is under way twice.
        Fixed = "fixed",
        /// On a stack, below the frame of the caller (HARP 4.5).
        Stack = "stack",
    }
}

choice! {
    /// When choices between values, predicates as numbers and constant predicates become instructions.
    pub enum Pseudos {
        /// At once: a copy, and a guarded copy over it.
        Early = "early",
        /// When values have registers, as in the thesis: under a predicate, and under its complement (HARP 4.7).
        Late = "late",
    }
}

choice! {
    /// Where the complement of a predicate goes that they take then.
    pub enum Scratch {
        /// To a predicate that holds nothing at that place.
        Scavenged = "scavenged",
        /// To one of two that are kept free.
        Reserved = "reserved",
    }
}

choice! {
    /// When branches become guards.
    pub enum Conversion {
        /// Before values get registers: nested branches, too.
        Before = "before-registers",
        /// When they have them, as the if-converter of the thesis: an instruction gets one guard, and a predicate must be free.
        After = "after-registers",
    }
}

impl Policy {
    /// What is done about a branch, of which a profile may say something. Whether guards pay is another question.
    pub const fn choose(self, class: Static, verdict: Option<Verdict>) -> Choice {
        match (self, class, verdict) {
            (Policy::None, ..)
            | (Policy::Static | Policy::StaticProfile | Policy::SizeAware, Static::Unanimous, _) => {
                Choice::None
            }
            (Policy::Pred | Policy::SizeAware, ..)
            | (Policy::Static | Policy::StaticProfile, Static::Nonunanimous, _)
            | (Policy::Profile | Policy::StaticProfile, _, Some(Verdict::Nonunanimous)) => Choice::Predicate,
            _ => Choice::Split,
        }
    }

    /// Does it ask for a profile?
    pub const fn profiles(self) -> bool {
        matches!(self, Policy::Profile | Policy::StaticProfile | Policy::SizeAware)
    }
}

settings! {
    /// Every setting of HARP.
    pub struct Spec {
        group "Machine" {
            /// Bytes of a word, encoding (`w` or `b`), registers, predicates, lanes of a warp and warps: `4w8/8/16/16`. At most 64 lanes.
            archid: Text = Text::new("4w8/8/16/16"), range 1..=64, source "harp 3.1, 5.8";
            /// Cores, each with its own front end; they share the work-groups of a launch and memory.
            cores: u32 = 1, range 1..=64, unit "cores", source "harp 5.8, HP-78";
            /// Lanes of the first warp at the start.
            start_lanes: u32 = 1, range 1..=64, unit "lanes", source "harp 3.2";
            /// Do R0 and R1 begin as the numbers of lane and warp?
            reset_ids: bool = false, source "harp 3.2";
            /// Entries of the stack on which lanes wait, for each warp. With `harptool_exact` it has no end.
            ipdom_entries: u32 = 16, range 2..=64, unit "entries", source "harp 5.8";
            /// Memory from address 0 on, at least. With `harptool_exact` it ends at the power of two above the image.
            ram_kib: u32 = 1024, range 1..=65536, unit "KiB", source "[F]";
        }
        group "Programs" {
            /// Do assembler and machine behave as the original tools, where the reference says otherwise?
            harptool_exact: Holds = Holds::Auto, source "facts C1 to C27";
            /// Are addresses translated, so that a page must be known before it is used? `off` is the option `-b` of the original emulator.
            vm: Holds = Holds::Auto, source "harp 3.9; facts C24";
            /// Does `split` ask all lanes of the warp whether they agree, also those that do not exist at that time?
            uni_all_lanes: Holds = Holds::Auto, source "facts C20";
            /// What `shr` brings in on words of 8 bytes.
            shr64: Shr64 = Shr64::Auto, source "facts C15";
        }
        group "Compiler" {
            /// Do functions stay functions that are called? Otherwise they are written out where they are called.
            calls: bool = false, source "harp 4.5";
            /// Where functions that are called have their words: in places of their own, or on a stack, for which they have a prologue and an epilogue.
            frames: Frames = Frames::Fixed, source "harp 4.5";
            /// What a work-item has for its frame and the stack, a power of two. A kernel that needs more is refused.
            lane_bytes: u32 = 2048, range 256..=16384, unit "bytes", source "harp 4.5";
            /// Does a call with which a function ends become a jump, so that the function that is called goes back to the caller?
            tail_calls: bool = true, source "harp 4.18, HP-66";
            /// When choices between values, predicates as numbers and constant predicates become instructions: at once, or when values have registers.
            pseudos: Pseudos = Pseudos::Early, source "harp 4.7";
            /// Where the predicates are that they take then: in places that hold nothing there, or in two that are kept free.
            scratch: Scratch = Scratch::Scavenged, source "harp 4.5, HP-67";
            /// What is done about branches on which the lanes of a warp may disagree.
            divergence: Policy = Policy::Sj, was "policy", source "harp 4.15";
            /// A lane takes a branch in a loop if it did so in more than this share of the times.
            loop_high_unan_frac: Fraction = Fraction::new(9, 10), range 0..=1, source "harp 4.13";
            /// A lane does not take a branch in a loop if it did so in less than this share of the times.
            loop_low_unan_frac: Fraction = Fraction::new(1, 10), range 0..=1, source "harp 4.13";
            /// A branch is unanimous in a profile if the lanes of more than this share of the warps were.
            unan_frac: Fraction = Fraction::new(9, 10), range 0..=1, source "harp 4.13";
            /// What a profile makes of lanes and warps that did not come to a branch.
            unexecuted: Unexecuted = Unexecuted::Strict, source "harp 4.13";
            /// Without a profile the policy by costs makes guards of branches with at most so many instructions on their sides.
            size_limit: u32 = 16, range 0..=65536, unit "instructions", source "harp 4.14";
            /// When branches become guards: before values get registers, or behind that, where fewer can.
            if_conversion: Conversion = Conversion::Before, source "harp 4.11";
            /// Branches with more instructions on their sides than that never become guards.
            ifcvt_max_insts: u32 = 65536, range 0..=65536, unit "instructions", source "harp 4.11";
            /// Is the place of a lane followed through arithmetic, so that branches like `get_local_id(0) < 64` are decided for each warp?
            lane_ranges: bool = false, source "harp 4.12, HP-64";
            /// The file of the document that has the profile of the branches; that of the launch is made if it is empty.
            profile: Text = Text::default(), source "harp 4.13";
            /// Instructions of warps that the run that makes a profile has at most.
            profile_steps: u32 = 4_000_000, range 1000..=20_000_000, unit "instructions", source "[F]";
            /// Do comparisons of integers in compiled kernels hold where the difference overflows?
            exact_compare: bool = true, source "harp 4.4";
            /// What gets one way in and one way out before branches are split. More than what needs it costs instructions.
            structurise: Structurise = Structurise::Auto, source "harp 4.16";
            /// Where the `join` of a branch goes. `printed` is the algorithm as the thesis prints it, whose faults are shown: kernels that it gets wrong are refused.
            insertion: Insertion = Insertion::Reuse, source "harp 4.9";
            /// Are tails that several ways have in common merged, are tests jumped over whose outcome the way to them fixes, and may loops have
            /// several ways back? `split` and `join` may not be possible then.
            aggressive_opts: bool = false, source "harp 4.2";
            /// Are the instructions of a block brought into an order in which fewer values live at once?
            list_schedule: bool = false, source "harp 4.6";
        }
        /// Pipeline, units and memory.
        part timing: Settings {}
        /// What the compiler may do.
        part code: Code {}
    }
}

/// Most warps of all cores.
pub const MOST_WARPS: u32 = u16::MAX as u32;

/// What was corrected in the presets.
pub const CORRECTIONS: &[Correction] = &[Correction {
    presets: &["harp32", "harp64"],
    what: "programs by hand run with translated addresses, as on the original emulator",
    keeps: Some(("vm", "off")),
}];

/// The presets.
pub const PRESETS: &[Preset] = &preset::rows([
    Preset {
        id: "harp32",
        name: "HARP, 32 bits",
        doc: "Words of 32 bits, 8 registers and 8 predicates, 16 warps of 16 lanes: the machine of the thesis.",
        source: "harp 3.1, 5.8",
        changes: &[],
    },
    Preset {
        id: "harp64",
        name: "HARP, 64 bits",
        doc: "Words of 64 bits, 32 registers and 32 predicates, 16 warps of 16 lanes.",
        source: "harp 3.1",
        changes: &[("archid", "8w32/32/16/16")],
    },
]);

/// The settings of a preset.
pub fn preset(id: &str) -> Option<Spec> {
    preset::find(PRESETS, id)
}

impl Spec {
    /// The ArchID with what it leaves out.
    ///
    /// # Errors
    /// As [`Spec::arch`].
    pub fn arch_id(&self) -> Result<ArchId, String> {
        let id =
            ArchId::parse(self.archid.as_str()).map_err(|message| format!("setting `archid`: {message}"))?;
        self.arch().map(|_| id)
    }

    /// The settings with an ArchID that says what theirs leaves out.
    pub fn of(&self, id: ArchId) -> Spec {
        Spec { archid: Text::new(&format!("{id}")), ..self.clone() }
    }

    /// The machine.
    ///
    /// # Errors
    /// A sentence that names the setting and what is wrong with it.
    pub fn arch(&self) -> Result<Arch, String> {
        let arch =
            Arch::parse(self.archid.as_str()).map_err(|message| format!("setting `archid`: {message}"))?;
        if self.start_lanes > arch.lanes.into() {
            return Err(format!(
                "setting `start_lanes` takes at most the {} lanes of `archid`, not `{}`",
                arch.lanes, self.start_lanes
            ));
        }
        if !self.lane_bytes.is_power_of_two() {
            return Err(format!("setting `lane_bytes` takes a power of two, not `{}`", self.lane_bytes));
        }
        if u32::from(arch.warps) * self.cores > MOST_WARPS {
            return Err(format!(
                "settings `cores` and `archid`: {} cores of {} warps are more than {MOST_WARPS} warps",
                self.cores, arch.warps
            ));
        }
        Ok(arch)
    }

    /// The pipeline.
    ///
    /// # Errors
    /// As [`Spec::arch`].
    pub fn pipeline(&self) -> Result<timing::Config, String> {
        let arch = self.arch()?;
        if !self.timing.line_words.is_power_of_two() {
            return Err(format!(
                "setting `line_words` takes a power of two, not `{}`",
                self.timing.line_words
            ));
        }
        if self.timing.lsu_outstanding > arch.warps.into() {
            return Err(format!(
                "setting `lsu_outstanding` takes at most the {} warps of `archid`, not `{}`",
                arch.warps, self.timing.lsu_outstanding
            ));
        }
        self.timing.vaults.check()?;
        Ok(timing::Config { cores: self.cores as u16, ..timing::Config::new(&self.timing, &arch) })
    }

    /// When a profile calls a branch unanimous.
    pub const fn thresholds(&self) -> Thresholds {
        Thresholds {
            high: self.loop_high_unan_frac,
            low: self.loop_low_unan_frac,
            warps: self.unan_frac,
            unexecuted: self.unexecuted,
        }
    }

    /// Whose word counts for a program by hand.
    pub const fn rules(&self) -> Rules {
        let exact = self.harptool_exact.is_on(true);
        Rules {
            uni_all_lanes: self.uni_all_lanes.is_on(exact),
            arithmetic_shr64: match self.shr64 {
                Shr64::Auto => exact,
                Shr64::Arithmetic => true,
                Shr64::Logical => false,
            },
            ..Rules::all(exact)
        }
    }

    /// The cores for a compiled kernel, which runs by the words of the reference: so that what it means does not depend on a setting.
    ///
    /// # Errors
    /// As [`Spec::arch`].
    pub fn kernel_config(&self) -> Result<Config, String> {
        Ok(Config {
            stack_entries: self.ipdom_entries as usize,
            ram_bytes: u64::from(self.ram_kib) << 10,
            barriers: self.timing.barriers,
            cores: self.cores as u16,
            ..Config::reference(self.arch()?)
        })
    }

    /// The cores for a program by hand.
    ///
    /// # Errors
    /// As [`Spec::arch`].
    pub fn config(&self) -> Result<Config, String> {
        let arch = self.arch()?;
        Ok(Config {
            rules: self.rules(),
            vm: self.vm.is_on(self.harptool_exact.is_on(true)),
            stack_entries: self.ipdom_entries as usize,
            ram_bytes: u64::from(self.ram_kib) << 10,
            start_lanes: self.start_lanes as u16,
            reset_ids: self.reset_ids,
            cores: self.cores as u16,
            ..Config::reference(arch)
        })
    }
}

//! The settings of Sim-D and its presets.
//!
//! Defaults are those of the author's simulator. `facts` in a source are the notes on that simulator, `simd` those on the thesis.
//! Those that decide when something happens are in [`super::timing::settings`].

use lanescope_parts::{
    machines::{
        chassis::settings::Code,
        preset::{self, Preset},
    },
    settings,
};

use super::{
    asm,
    codegen::settings::Settings as Compiler,
    isa::INSTRUCTIONS,
    rules::{BadLines, Behaviour, Bounds},
    timing::settings::Settings,
};

settings! {
    /// Every setting of Sim-D.
    pub struct Spec {
        group "Programs" {
            /// Whose word counts where the thesis and its author's simulator disagree.
            behaviour: Behaviour = Behaviour::Simulator, source "facts 5, 8, 16; simd 11";
            /// What a line of a program is in which the assembler finds a mistake.
            bad_lines: BadLines = BadLines::Warnings, source "facts 5";
            /// Instructions that the instruction memory holds.
            instruction_memory: u32 = INSTRUCTIONS, range 1..=65536, unit "instructions", source "simd 3.2, 11 (18)";
        }
        group "Compiled kernels" {
            /// What becomes of a word outside of its buffer that a work-item of a compiled kernel asks for. Transfers of a program by hand are
            /// cut.
            bounds: Bounds = Bounds::Halt, source "simd 5.7";
        }
        group "Work-groups" {
            /// Bytes of the scratchpad of each slot for a work-group.
            scratchpad_bytes: u32 = 131_072, range 1024..=1048576, unit "bytes", source "facts 1; simd 11 (20)";
        }
        /// When things happen.
        part timing: Settings {}
        /// What the compiler does.
        part compiler: Compiler {}
        /// What the compiler may do.
        part code: Code {}
    }
}

/// The presets.
pub const PRESETS: &[Preset] = &preset::rows([
    Preset {
        id: "author",
        name: "The author's simulator",
        doc: "As the simulator behaves that the author of Sim-D published with the thesis, at its defaults.",
        source: "facts 1",
        changes: &[],
    },
    Preset {
        id: "thesis",
        name: "The thesis",
        doc: "As the thesis describes the machine, where its simulator does something else; mistakes in programs are errors.",
        source: "simd 3, 11",
        changes: &[("behaviour", "thesis"), ("bad_lines", "errors")],
    },
]);

/// The settings of a preset.
pub fn preset(id: &str) -> Option<Spec> {
    preset::find(PRESETS, id)
}

impl Spec {
    /// How programs are read.
    pub const fn options(&self) -> asm::Options {
        asm::Options {
            behaviour: self.behaviour,
            bad_lines: self.bad_lines,
            instructions: self.instruction_memory,
        }
    }
}

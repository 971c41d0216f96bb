//! The settings that decide when something happens (facts 1, 6.6, 6.7, 7).

use lanescope_parts::{choice, settings};

use crate::dram::settings::Settings as Dram;

choice! {
    /// How instructions are decoded.
    pub enum Decoder {
        /// One stage, three read ports of the register file.
        OneStage = "one-stage",
        /// Three stages: operand k is read in stage k, through one port.
        ThreeStage = "three-stage",
    }
}

choice! {
    /// What the phases of a scratchpad may overlap with.
    pub enum Scratchpad {
        /// With everything of the other group.
        Unconstrained = "unconstrained",
        /// Not with computation: nothing is fetched while a group waits for its scratchpad.
        AsCompute = "as-compute",
        /// Not with transfers of main memory: all transfers take place one after the other, in the order of their instructions.
        AsAccess = "as-access",
    }
}

settings! {
    /// The pipeline, the slots and the scratchpads; and the DRAM.
    pub struct Settings {
        group "Pipeline" {
            /// Stages from the first execute stage to the one that commits.
            execute_stages: u32 = 3, range 3..=32, unit "cycles", source "facts 1, 6.7";
            /// How instructions are decoded.
            decoder: Decoder = Decoder::OneStage, source "facts 6.6";
            /// Lanes of the pipeline: work-items of a group that are decoded side by side, a warp.
            warp_lanes: u32 = 128, range 32..=1024, unit "lanes", source "facts 1";
            /// Units for reciprocals, roots and sines.
            special_units: u32 = 32, range 1..=1024, unit "units", source "facts 1";
        }
        group "Work-groups" {
            /// Does a slot take a new group only when the group of the other slot has ended too?
            pairwise: bool = false, source "facts 7; simd 5.6";
            /// What the phases of a scratchpad may overlap with.
            scratchpad_phases: Scratchpad = Scratchpad::Unconstrained, source "facts 7; simd 5.6";
            /// Words of a line: what a scratchpad moves to or from registers in a cycle of the DRAM.
            scratchpad_bus: u32 = 32, range 1..=1024, unit "words", source "facts 1, 12";
        }
        /// The DRAM.
        part dram: Dram {}
    }
}

impl Settings {
    /// Edges from the decoding of an instruction to its commit.
    pub const fn commit(&self) -> u32 {
        self.execute_stages + if matches!(self.decoder, Decoder::ThreeStage) { 2 } else { 0 }
    }
}

//! What the compiler does beyond what a kernel needs to run: each pass can be turned off, to see what it does.

use lanescope_parts::{choice, codegen::turns::Turns, settings};

choice! {
    /// How words by indexes are asked for.
    pub enum IndexMethod {
        /// As takes the DRAM less time.
        Cheaper = "cheaper",
        /// As a stream over all words that the indexes may reach, of which each work-item keeps its own.
        Snoopy = "snoopy",
        /// As a burst for each work-item.
        Iterative = "iterative",
    }
}

choice! {
    /// Which shape groups have whose kernel asks nothing of them.
    pub enum GroupShape {
        /// The one with which the launch takes least, of all widths that are powers of two from 32 on.
        Searched = "searched",
        /// The first that fits of 128, 64, 256, 32, 512 and 1024 columns.
        Usual = "usual",
    }
}

choice! {
    /// Which loops are written out whose turns are known when a launch begins.
    pub enum Unrolling {
        /// None.
        Off = "off",
        /// Small ones as a whole, and of others eight, four or two turns behind each other, where the launch takes less time.
        Estimated = "on",
        /// Small ones as a whole, whatever that takes; a kernel without one is refused.
        Whole = "whole",
        /// Of innermost ones so many turns behind each other as `turns_together` says, where that divides all of them, whatever that takes; a
        /// kernel without one is refused.
        Together = "together",
    }
}

settings! {
    /// The passes of the compiler.
    pub struct Settings {
        group "Compiler" {
            /// Are instructions put in another order where one waits for a scalar?
            scheduling: bool = true, source "simd C9";
            /// Are words that nothing in a kernel writes brought to the scratchpad at once, where that takes less time?
            staging: bool = true, source "simd C3";
            /// Are the words of structures that each work-item writes put together in the scratchpad and sent at once, where that takes
            /// less time?
            composed_results: bool = true, source "simd C3";
            /// How words of main memory are asked for whose places only indexes say.
            index_method: IndexMethod = IndexMethod::Cheaper, source "simd C4";
            /// Which loops are written out whose turns are known: those with which a launch takes less time, or some whatever that takes.
            unrolling: Unrolling = Unrolling::Estimated, source "simd C5";
            /// So many turns of a loop stand behind each other with `unrolling` at `together`.
            turns_together: u32 = 4, range 2..=64, unit "turns", source "simd C5";
            /// Is a store with which both sides of a branch end one behind it?
            joined_stores: bool = true, source "simd C7";
            /// Do loads go before branches that not all work-items take alike, so that groups make the same requests whatever
            /// their data say?
            hoisted_loads: bool = false, source "simd C7";
            /// Which shape groups have whose kernel asks nothing of them, in a launch of several rows.
            group_shape: GroupShape = GroupShape::Searched, source "simd C14";
        }
    }
}

impl Settings {
    /// How far loops are written out, and whether that is asked for whatever it takes.
    pub const fn turns(&self) -> (Option<Turns>, bool) {
        match self.unrolling {
            Unrolling::Off => (None, false),
            Unrolling::Estimated => (Some(Turns::AsFits), false),
            Unrolling::Whole => (Some(Turns::Whole), true),
            Unrolling::Together => (Some(Turns::Together(self.turns_together as usize)), true),
        }
    }
}

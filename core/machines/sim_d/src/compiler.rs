//! What the compiler does beyond what a kernel needs to run: each pass can be turned off, to see what it does.

use lanescope_parts::{choice, settings};

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
            /// Are loops written out whose turns are known, where that takes less time?
            unrolling: bool = true, source "simd C5";
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

//! Where the reference and the original tools disagree: one yes or no for each (facts C12 to C27).
//!
//! Programs that were written for the original tools run as there with [`Rules::HARPTOOL`]; the clean rule of the reference is
//! [`Rules::REFERENCE`].
//!
//! Deliberately absent: what the tools do because of accidents of their host, where the facts advise against it (values of more bits
//! than a word in registers, facts 13; what an undefined operation does, facts 22).

macro_rules! rules {
    ($($(#[doc = $doc:literal])+ $name:ident;)+) => {
        /// See the module. Each field is what the original tools do.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct Rules { $($(#[doc = $doc])+ pub $name: bool,)+ }

        impl Rules {
            /// As the original assembler, linker and emulator.
            pub const HARPTOOL: Rules = Rules::all(true);
            /// As the reference.
            pub const REFERENCE: Rules = Rules::all(false);

            /// As the tools in everything, or in nothing.
            pub const fn all(exact: bool) -> Rules {
                Rules { $($name: exact,)+ }
            }

            /// Do the tools count, where no setting of a single rule says otherwise?
            pub const fn is_harptool(&self) -> bool {
                self.tool_memory
            }
        }
    };
}

rules! {
    /// The last instruction of a text counts only if its line ends (C1).
    last_line_ends;
    /// Immediates of one bit more than there is room for are cut, with a warning; otherwise they are errors (C12).
    cut_immediates;
    /// Numbers of data that do not fit are cut, with a warning; otherwise they are errors (C2).
    cut_data;
    /// Real numbers are converted as the tools do: cut instead of rounded, infinities for all that is no number, and integers of words
    /// that are shorter than 8 bytes without sign (C17, C18).
    tool_reals;
    /// `shr` and `shri` keep the sign on words of 8 bytes (C15).
    arithmetic_shr64;
    /// `jalr` and `jalrs` write their link before they read their target (C16).
    link_first;
    /// `split` asks all lanes of the warp whether they agree, also those that do not exist now (C20).
    uni_all_lanes;
    /// The number of lanes of `jalis` and `jalrs` is that of the highest lane (C21).
    highest_lane_counts;
    /// `trap` leaves the number of lanes as it is (C22).
    trap_keeps_lanes;
    /// Without an idle warp `wspawn` does nothing, and without live lanes a warp goes on; otherwise that is a fault (C20, HARP 3.8).
    nothing_to_report;
    /// The stack of a warp is as deep as it gets, and what is left on it at the end is no fault (C20, C22).
    boundless_stack;
    /// An access ends at the next word: a load is filled with zeros, a store writes no more (C25).
    access_in_word;
    /// Memory ends where the tool's does, and a byte of ones follows the image (C25).
    tool_memory;
    /// The sum of a base and a number without sign is not cut before it is translated (C24).
    long_addresses;
    /// On words of 8 bytes R0 begins as the number of lanes, not shifted (C19).
    short_r0;
}

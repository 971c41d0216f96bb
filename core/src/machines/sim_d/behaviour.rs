//! Which of two descriptions decides where they disagree: the thesis, or the simulator that its author published with it.
//!
//! | what | simulator | thesis |
//! |---|---|---|
//! | a line behind a label's colon | is left out | is an instruction |
//! | section of scratchpad buffers | `.sp_data` | also `.sp` |
//! | numbers above 0x7fffffff, exponents, `f` inside a line | spoil the line | are read |
//! | names of hexadecimal letters only | cannot be jumped to | can be |

use crate::choice;

choice! {
    /// Whose word counts.
    pub enum Behaviour {
        /// The author's simulator: published programs run in the published number of cycles.
        Simulator = "simulator",
        /// The thesis.
        Thesis = "thesis",
    }
}

choice! {
    /// What a line with a mistake is.
    pub enum BadLines {
        /// A warning, and the line is left out, as the original assembler does.
        Warnings = "warnings",
        /// An error.
        Errors = "errors",
    }
}

//! Which of two descriptions decides where they disagree: the thesis, or the simulator that its author published with it.
//!
//! | what | simulator | thesis |
//! |---|---|---|
//! | a line behind a label's colon | is left out | is an instruction |
//! | section of scratchpad buffers | `.sp_data` | also `.sp` |
//! | numbers above 0x7fffffff, exponents, `f` inside a line | spoil the line | are read |
//! | names of hexadecimal letters only | cannot be jumped to | can be |
//! | registers before the first group | one bit of `p0` and all of `p1` are set in the first slot | zeros |
//! | `bra` | pushes its predicate, always | pushes what is on of it; nothing if all or none branch |
//! | `call` with a predicate | pushes the predicate | pushes the return mask |
//! | `ret` | is not executed | is |
//! | a scalar instruction behind the one that turns all off | is executed before the pop that is put in | is not |
//! | all off and the stack empty, or before the first flush | the run halts: the original hangs | the group ends |
//! | words behind the end of a row or of a buffer | are moved if they are in some buffer | are not |

use lanescope_parts::choice;

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

choice! {
    /// What becomes of a word outside of its buffer that a work-item of a compiled kernel asks for.
    pub enum Bounds {
        /// The run halts there, as on every machine.
        Halt = "halt",
        /// It is not moved, as in a program by hand.
        Cut = "cut",
    }
}

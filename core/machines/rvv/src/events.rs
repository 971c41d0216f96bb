//! The events that only the vector machine has: the course of a vector instruction, accesses of banks, strips.

use lanescope_parts::events;

events! {
    /// A vector instruction's first element group enters its functional unit; the rest of its course is already certain.
    VectorCourse = "vectors", Passing, lasts life {
        /// The functional unit.
        unit: u32 = "",
        /// Number of the dynamic instruction, as in `stages`.
        id: u64 = "",
        /// The instruction.
        pc: u32 = "",
        /// Cycles from the first element group to the last one.
        span: u32 = "cycles",
        /// Cycles from the first element group to the end of the cycle with the last result.
        life: u32 = "cycles",
        /// Elements in its range, masked-off ones included.
        elements: u32 = "elements",
        /// Its convoy, numbered from 0 on its core.
        convoy: u32 = "",
        /// An instruction whose results it takes while they are still being produced, as `id` less its number; 0 is none.
        chained: u32 = "",
        /// A second one.
        chained_second: u32 = "",
        /// A third one.
        chained_third: u32 = "",
    }
    /// A bank of word-interleaved memory takes an access.
    BankAccess = "banks", Passing, lasts busy {
        /// The bank, numbered through the machine.
        bank: u32 = "",
        /// The functional unit that the access comes from.
        unit: u32 = "",
        /// For how many cycles the bank takes no other one.
        busy: u32 = "cycles",
        /// The vector instruction, as in `vectors`.
        id: u64 = "",
    }
    /// A core has set its vector length: a strip begins.
    Strip = "strips", Standing {
        /// The core.
        core: u32 = "",
        /// Elements of the strip.
        vl: u32 = "elements",
        /// Elements that it could have had.
        vlmax: u32 = "elements",
        /// The instruction.
        pc: u32 = "",
    }
}

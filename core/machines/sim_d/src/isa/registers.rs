//! The registers of a work-group: how many, and the special ones by name.

use super::OperandKind;

/// A special register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Special {
    /// The name after `vc.` or `sc.`.
    pub name: &'static str,
    /// May a program write it?
    pub writable: bool,
    /// What it holds, in a sentence.
    pub holds: &'static str,
}

const fn read(name: &'static str, holds: &'static str) -> Special {
    Special { name, writable: false, holds }
}

const fn write(name: &'static str, holds: &'static str) -> Special {
    Special { name, writable: true, holds }
}

/// The special vector registers, by their numbers.
pub const VECTOR_SPECIALS: [Special; 12] = [
    write("ctrl_run", "The mask of work-items that a condition left on."),
    write("ctrl_break", "The mask of work-items that have not left a loop."),
    write("ctrl_ret", "The mask of work-items that have not returned."),
    write("ctrl_exit", "The mask of work-items that have not ended."),
    read("tid_x", "The work-item's column in the launch."),
    read("tid_y", "The work-item's row in the launch."),
    read("lid_x", "The work-item's column in its group."),
    read("lid_y", "The work-item's row in its group."),
    read("zero", "Zero."),
    read("one", "The integer one."),
    write("mem_idx", "The indexes of indexed transfers, in words."),
    write("mem_data", "What an indexed transfer past the index memory brings or takes."),
];

/// The special scalar registers, by their numbers.
pub const SCALAR_SPECIALS: [Special; 8] = [
    read("dim_x", "Columns of the launch."),
    read("dim_y", "Rows of the launch."),
    read("wg_off_x", "The column of the group's first work-item."),
    read("wg_off_y", "The row of the group's first work-item."),
    read("wg_width", "Columns of the group."),
    write("sd_words", "Words of a period of a custom stride; words that `sldsp` loads."),
    write("sd_period", "The length of a period of a custom stride, in words."),
    write("sd_period_cnt", "The number of periods of a custom stride."),
];

impl OperandKind {
    /// How many registers of this kind a work-group has; 0 of what is no register.
    pub const fn registers(self) -> usize {
        match self {
            OperandKind::Vector => 64,
            OperandKind::Scalar => 32,
            OperandKind::Predicate => 4,
            OperandKind::VectorSpecial => VECTOR_SPECIALS.len(),
            OperandKind::ScalarSpecial => SCALAR_SPECIALS.len(),
            OperandKind::Immediate | OperandKind::Label => 0,
        }
    }

    /// Its special registers, if they are such.
    pub const fn specials(self) -> &'static [Special] {
        match self {
            OperandKind::VectorSpecial => &VECTOR_SPECIALS,
            OperandKind::ScalarSpecial => &SCALAR_SPECIALS,
            _ => &[],
        }
    }

    /// The number of the special register of this name.
    pub fn special(self, name: &str) -> Option<usize> {
        self.specials().iter().position(|special| special.name == name)
    }
}

//! The word after the dot of a mnemonic.

/// A list of suffixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suffixes {
    /// None may be written.
    Nothing,
    /// `neg` may be written.
    Negate,
    /// A comparison with zero must be written.
    Compare,
    /// A direction of conversion must be written.
    Convert,
    /// A dimension must be written.
    Dimension,
    /// An operation on bits must be written.
    Boolean,
    /// The type of a stack entry must be written.
    Entry,
    /// A number of elements may be written.
    Elements,
    /// The name of a mask must be written.
    Mask,
}

/// A suffix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "the table below says what each is written as; what it does stands with the instruction"
)]
pub enum Suffix {
    Neg,
    Ez,
    Nz,
    G,
    Ge,
    L,
    Le,
    IntToFloat,
    FloatToInt,
    DimX,
    DimY,
    And,
    Or,
    Nand,
    Nor,
    If,
    Brk,
    Jc,
    Exit,
    Vec2,
    Vec4,
}

use Suffix as S;

const COMPARE: &[(&str, Suffix)] =
    &[("ez", S::Ez), ("nz", S::Nz), ("g", S::G), ("ge", S::Ge), ("l", S::L), ("le", S::Le)];
const BOOLEAN: &[(&str, Suffix)] = &[("and", S::And), ("or", S::Or), ("nand", S::Nand), ("nor", S::Nor)];
const MASK: &[(&str, Suffix)] = &[("if", S::If), ("brk", S::Brk), ("jc", S::Jc), ("exit", S::Exit)];

impl Suffixes {
    /// How each is written.
    pub const fn list(self) -> &'static [(&'static str, Suffix)] {
        match self {
            Suffixes::Nothing => &[],
            Suffixes::Negate => &[("neg", S::Neg)],
            Suffixes::Compare => COMPARE,
            Suffixes::Convert => &[("i2f", S::IntToFloat), ("f2i", S::FloatToInt)],
            Suffixes::Dimension => &[("dim_x", S::DimX), ("dim_y", S::DimY)],
            Suffixes::Boolean => BOOLEAN,
            Suffixes::Entry => &[("if", S::If), ("brk", S::Brk), ("jc", S::Jc)],
            Suffixes::Elements => &[("vec2", S::Vec2), ("vec4", S::Vec4)],
            Suffixes::Mask => MASK,
        }
    }

    /// May an instruction be written without one?
    pub const fn optional(self) -> bool {
        matches!(self, Suffixes::Nothing | Suffixes::Negate | Suffixes::Elements)
    }

    /// The suffix that is written so.
    pub fn named(self, name: &str) -> Option<Suffix> {
        self.list().iter().find(|(written, _)| *written == name).map(|(_, suffix)| *suffix)
    }
}

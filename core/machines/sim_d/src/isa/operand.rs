//! What may stand in the place of an operand.

/// A kind of operand, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum OperandKind {
    /// `v0` and so on: 32 bits of each work-item.
    Vector,
    /// `s0` and so on: 32 bits of a work-group.
    Scalar,
    /// `p0` and so on: a bit of each work-item.
    Predicate,
    /// A number: a pattern of 32 bits without a type. The number of a buffer is one.
    Immediate,
    /// A place in the program.
    Label,
    /// `vc.tid_x` and so on.
    VectorSpecial,
    /// `sc.dim_x` and so on.
    ScalarSpecial,
}

/// A set of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperandKinds(u8);

impl OperandKinds {
    /// The set of some kinds.
    pub const fn of(kinds: &[OperandKind]) -> OperandKinds {
        let (mut set, mut at) = (0, 0);
        while at < kinds.len() {
            set |= 1 << kinds[at] as u8;
            at += 1;
        }
        OperandKinds(set)
    }

    /// Is a kind among them?
    pub const fn has(self, kind: OperandKind) -> bool {
        self.0 >> kind as u8 & 1 == 1
    }
}

/// The place of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// What may stand there.
    pub kinds: OperandKinds,
    /// May it be left out?
    pub optional: bool,
}

/// What the first operand of an instruction is, where it is not a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// There is none: all operands are sources.
    Nothing,
    /// A register that is written.
    Written(OperandKinds),
    /// A register that is stored: it stands in the destination's place, and no scoreboard looks at it.
    Stored(OperandKinds),
    /// The number of a scratchpad buffer.
    Scratchpad,
}

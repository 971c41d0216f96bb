//! What an instruction does, as plain data: the column "meaning" of the op table.
//!
//! The sources are named by their place in the instruction: of two, `a` is `rs2` and `b` is `rs1` (or memory); of three `a` is
//! `rs2`, `b` is `rs3` and `c` is `rs1` (or memory); one source is `rs1`.

/// What becomes of two elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lane {
    /// a + b, carries out of the element are cut.
    Add,
    /// a - b.
    Sub,
    /// a + b with sign, held at the ends of the range.
    AddS,
    /// a + b without sign, held at the ends of the range.
    AddU,
    /// a - b with sign, held at the ends of the range.
    SubS,
    /// a - b without sign, held at 0.
    SubU,
    /// The smaller with sign.
    MinS,
    /// The smaller without sign.
    MinU,
    /// The larger with sign.
    MaxS,
    /// The larger without sign.
    MaxU,
    /// (a + b + 1) / 2 without sign, in one bit more.
    AvgU,
    /// a and b.
    And,
    /// a or b.
    Or,
    /// a exclusive or b.
    Xor,
    /// Not a, and b.
    AndNot,
    /// Low half of a * b.
    MulLow,
    /// High half of a * b with sign.
    MulHighS,
    /// High half of a * b without sign.
    MulHighU,
    /// Products of the halves of the element with sign, added.
    MulAddPairs,
    /// Float sum.
    FAdd,
    /// Float difference.
    FSub,
    /// Float product.
    FMul,
    /// Float quotient.
    FDiv,
    /// The smaller float; a number beats a NaN (RISC-V).
    FMin,
    /// The larger float; a number beats a NaN (RISC-V).
    FMax,
    /// The smaller float; b if one is a NaN or both are zero (x86).
    FMinX,
    /// The larger float; b if one is a NaN or both are zero (x86).
    FMaxX,
    /// a with the sign of b.
    Sign,
    /// a with the other sign of b.
    SignNot,
    /// a with the product of both signs.
    SignXor,
}

/// How two elements are compared: the result is all ones or all zeros, or a bit of a mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Test {
    /// Equal whole numbers.
    Eq,
    /// Greater with sign.
    Gt,
    /// Greater without sign.
    GtU,
    /// Equal floats.
    FEq,
    /// Floats that are not equal; true with a NaN.
    FNe,
    /// Float less.
    FLt,
    /// Float less or equal.
    FLe,
    /// Float greater.
    FGt,
    /// Float greater or equal.
    FGe,
    /// Neither float is a NaN.
    Ordered,
    /// One of the floats is a NaN.
    Unordered,
}

/// A shift; a count that is not below the width of the element leaves 0, or the sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shift {
    /// To the left.
    Left,
    /// To the right, zeros in.
    Right,
    /// To the right, signs in.
    RightSign,
}

/// What becomes of one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum One {
    /// Square root.
    Root,
    /// A whole number with sign as a float of the same width.
    FromInteger,
    /// A float as a whole number with sign of the same width, towards zero; what does not fit is the nearest that does
    /// (RISC-V).
    ToInteger,
    /// The same, but what does not fit is the least number (x86).
    ToIntegerX,
}

/// Which operands of a fused multiply-add are multiplied: of `op1, op2, op3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FmaForm {
    /// Four operands: d = a * b + c.
    Four,
    /// op1 = op1 * op3 + op2.
    O132,
    /// op1 = op2 * op1 + op3.
    O213,
    /// op1 = op2 * op3 + op1.
    O231,
}

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Work {
    /// Each element of a and b by itself.
    Lanes(Lane),
    /// Each element of the source by itself.
    Each(One),
    /// Products and sums, rounded once: is the product negated, is the addend?
    Fused(FmaForm, bool, bool),
    /// A comparison of each element of a and b.
    Compare(Test),
    /// Every element by the same count: an integer register, the low 64 bits of the last register, or a number.
    ShiftAll(Shift),
    /// Each element of a by the element of b.
    ShiftEach(Shift),
    /// A register, memory to a register or back. Must the address be a multiple of the width?
    Move(Align),
    /// One element between a register and an integer register or memory; zeros above.
    MoveOne,
    /// The low element, or one of memory or an integer register, to all.
    Splat,
    /// Bits of b where a has ones, else of c.
    BlendBits,
    /// Element of b where the sign of c is set, else of a.
    BlendSign,
    /// Element i of d is that of a whose number is in element i of the index: the last source if this is set, else the
    /// first. Is a number that is too large 0, or is it cut?
    Permute {
        /// Is the index the last source?
        index_last: bool,
        /// Is a number that is too large 0?
        zero: bool,
    },
    /// Elements by a number of two bits for each, within blocks of four; from one source.
    PermuteImm,
    /// As that, the lower half of each block from a, the upper from b.
    ShufflePair,
    /// Halves of a and b by a number of 4 bits for each half; bit 3 makes it zero.
    PermuteHalves,
    /// Elements of a and b in turn, of the low or high half. By blocks of 128 bits, or of the whole register?
    Unpack {
        /// The high half?
        high: bool,
        /// Each block of 128 bits by itself?
        blocks: bool,
    },
    /// Elements of a, then of b, each of twice the width with sign, held in the range of the result.
    Pack {
        /// Has the result a sign?
        signed: bool,
        /// Each block of 128 bits by itself?
        blocks: bool,
    },
    /// Sums of neighbours of a, then of b, block by block.
    AddPairs,
    /// a with one element from an integer register.
    Insert,
    /// One element to an integer register, without sign.
    Extract,
    /// a with 128 bits from b.
    InsertBlock,
    /// 128 bits of the source.
    ExtractBlock,
    /// Elements of memory at a base plus indices of so many bits.
    Gather(u32),
    /// Elements to memory at a base plus indices of so many bits.
    Scatter(u32),
    /// Two mask registers.
    Masks(Lane),
    /// The complement of a mask register.
    MaskNot,
    /// A mask register, from or to an integer register or another one.
    MaskMove,
    /// 0 if no bit of either is set, 1 if all are, else 2.
    MaskTest,
    /// The shape of tiles from 64 bytes of memory.
    TileConfig,
    /// No tiles any more.
    TileRelease,
    /// A tile of zeros.
    TileZero,
    /// Rows of memory to a tile.
    TileLoad,
    /// A tile to rows of memory.
    TileStore,
    /// Four products of bytes for each sum: is the first source with sign, is the second?
    TileBytes(bool, bool),
    /// Two products of BF16 for each sum.
    TileFloats,
    /// Four bytes of memory with sign to four words.
    LoadBytes,
    /// Is each word 0?
    IsZero,
    /// 0, 1, 2, 3.
    Index,
    /// Is each word below an integer register, without sign? To a predicate.
    BelowInteger,
    /// Two predicates: not a, and b.
    PredicateAndNot,
}

impl Work {
    /// May an element of the result come from another place of the last source? Then a mask, which names elements of the result,
    /// leaves none out of that source.
    pub const fn moves_across(self) -> bool {
        use Work as W;
        match self {
            W::Permute { index_last, .. } => !index_last,
            W::PermuteImm | W::ShufflePair | W::PermuteHalves | W::Unpack { .. } | W::Pack { .. } => true,
            W::AddPairs | W::ShiftAll(_) | W::InsertBlock => true,
            _ => false,
        }
    }
}

/// What a move asks of its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Align {
    /// A multiple of the width, always.
    Always,
    /// A multiple of the width, unless the machine is relaxed.
    Setting,
    /// Nothing.
    Never,
}

//! The op table: every instruction once, with mnemonic, types, operands, class and meaning.
//!
//! Where PTX leaves a choice: integer division by zero gives all ones and the dividend as remainder; shift amounts
//! above the width shift everything out; every float function is the correctly specified one of the laboratory
//! (`.approx` is accepted and means the same); NaN results are canonical. `math.*` and `brev`/`clz` pairs stand for
//! what a GPU does with short library sequences: `math.*` is one instruction of its own class.

use super::Ty;
use super::Ty::*;

/// What an instruction occupies: the key of every latency table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Integer add, logic, shift, move, select, integer conversion.
    Int,
    /// Integer multiply.
    IntMul,
    /// Integer multiply-add.
    IntMad,
    /// Integer division and remainder.
    IntDiv,
    /// Float add, minimum, compare, conversion.
    Fp,
    /// Float multiply.
    FpMul,
    /// Fused multiply-add.
    FpMad,
    /// Float division and reciprocal.
    FpDiv,
    /// Special function unit: roots, sine, exponent, logarithm.
    Sfu,
    /// Library function: a sequence on the special function unit.
    Math,
    /// Load, store, atomic.
    Memory,
    /// Branch and exit.
    Control,
    /// Group barrier.
    Barrier,
    /// Memory fence.
    Fence,
    /// Exchange of values between the lanes of a warp.
    Shuffle,
    /// Votes of the lanes of a warp, and waiting for each other.
    Vote,
}

/// The operands of an instruction, in the order they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// `d, a`.
    Unary,
    /// `d, a` where a may be a special register.
    Move,
    /// `d, a, b`.
    Binary,
    /// `d, a, b` where b counts bits (32 bits wide).
    Shift,
    /// `d, a, b, c` where b and c count bits (32 bits wide).
    Field,
    /// `d, a, b, c`.
    Ternary,
    /// `d, a, b, p`.
    Select,
    /// `p, a, b`.
    Compare,
    /// `d, a` with two types.
    Convert,
    /// `d, a`: d is 32 bits wide whatever the type.
    Count,
    /// `d, a, b`: d is twice as wide.
    Wide,
    /// `d, a, b, c`: d and c are twice as wide.
    WideMad,
    /// `d, a` or `d, a, b`, as the function has it.
    Function,
    /// `d, [a + offset]`.
    Load,
    /// `[a + offset], b`.
    Store,
    /// `d, [a + offset], b`.
    Atomic,
    /// `d, [a + offset], b, c`.
    CompareSwap,
    /// `[a + offset], b`: an atomic without a result.
    Reduce,
    /// `[a + offset]`.
    Address,
    /// A label.
    Branch,
    /// A barrier's number.
    Barrier,
    /// `d, a, b, c`, and a mask of lanes in the form with `.sync`; c is a number.
    Shuffle,
    /// `p, a`, and a mask of lanes in the form with `.sync`; a is a predicate.
    Vote,
    /// `d, a, mask`: d is 32 bits wide whatever the type.
    Match,
    /// `d`.
    Answer,
    /// A mask of lanes.
    Mask,
    /// Nothing.
    Nothing,
}

/// A word between mnemonic and type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// None.
    Nothing,
    /// A comparison.
    Cmp,
    /// A space.
    Space,
    /// A space and `cas`.
    SpaceCas,
    /// A space and an atomic operation.
    SpaceAtom,
    /// `global` and a level of the caches.
    SpaceLevel,
    /// A math function.
    Math,
    /// Where a shuffle reads.
    Shuffle,
    /// What a vote asks.
    Vote,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The instruction.
    pub op: Op,
    /// First part of its name.
    pub mnemonic: &'static str,
    /// The word behind it.
    pub word: Word,
    /// Types it comes in; empty if it has none.
    pub types: &'static [Ty],
    /// Source types, for those with two types.
    pub from: &'static [Ty],
    /// Its operands.
    pub syntax: Syntax,
    /// Its class.
    pub class: Class,
    /// What it does.
    pub doc: &'static str,
}

macro_rules! ops {
    ($($(#[doc = $doc:literal])+ $op:ident = $mnemonic:literal, $word:ident, $types:expr, $from:expr, $syntax:ident, $class:ident;)+) => {
        /// An instruction, without its type.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Op { $($(#[doc = $doc])+ $op,)+ }

        /// Every row, indexed by `Op as usize`.
        pub const TABLE: &[Row] = &[$(Row {
            op: Op::$op,
            mnemonic: $mnemonic,
            word: Word::$word,
            types: $types,
            from: $from,
            syntax: Syntax::$syntax,
            class: Class::$class,
            doc: lanescope_parts::base::prose(concat!($($doc),+)),
        },)+];
    };
}

const NONE: &[Ty] = &[];
const INT: &[Ty] = &[S32, U32, S64, U64];
const INT32: &[Ty] = &[S32, U32];
const SIGNED: &[Ty] = &[S32, S64];
const BITS: &[Ty] = &[B32, B64];
const LOGIC: &[Ty] = &[Pred, B32, B64];
const FLOAT: &[Ty] = &[F32, F64, F16];
const MOVE: &[Ty] = &[B32, U32, S32, F32, B64, U64, S64, F64, Pred, B16, U16, S16, F16];
const SELECT: &[Ty] = &[B32, U32, S32, F32, B64, U64, S64, F64, B16, U16, S16, F16];
const MEMORY: &[Ty] = &[F32, B32, U32, S32, U8, S8, B8, U16, S16, B16, F64, B64, U64, S64];
const ATOMIC: &[Ty] = &[U32, S32, B32, F32, U64, S64, B64, F64];
const ANY_INT: &[Ty] = &[S32, U32, S64, U64, S8, U8, S16, U16];
const ADDRESS: &[Ty] = &[U64, U32];

ops! {
    /// d = a.
    Mov = "mov", Nothing, MOVE, NONE, Move, Int;
    /// d = p ? a : b.
    Selp = "selp", Nothing, SELECT, NONE, Select, Int;
    /// p = a cmp b, integers.
    Setp = "setp", Cmp, &[S32, U32, B32, S64, U64, B64], NONE, Compare, Int;
    /// p = a cmp b, floats.
    FSetp = "setp", Cmp, FLOAT, NONE, Compare, Fp;
    /// Integer to integer: cut to the source type, extend with its sign, cut to the result type.
    Cvt = "cvt", Nothing, ANY_INT, ANY_INT, Convert, Int;
    /// Float to integer, towards zero, saturating; a NaN gives 0.
    CvtFtoI = "cvt.rzi", Nothing, ANY_INT, FLOAT, Convert, Fp;
    /// Integer to float, to the nearest.
    CvtItoF = "cvt.rn", Nothing, FLOAT, ANY_INT, Convert, Fp;
    /// Float to float, to the nearest.
    CvtFtoF = "cvt.rn", Nothing, FLOAT, FLOAT, Convert, Fp;
    /// Float rounded down to a whole number.
    Floor = "cvt.rmi", Nothing, FLOAT, FLOAT, Convert, Fp;
    /// Float rounded up to a whole number.
    Ceil = "cvt.rpi", Nothing, FLOAT, FLOAT, Convert, Fp;
    /// Float rounded towards zero to a whole number.
    Trunc = "cvt.rzi", Nothing, FLOAT, FLOAT, Convert, Fp;
    /// Float rounded to the nearest whole number, halves to even.
    Rint = "cvt.rni", Nothing, FLOAT, FLOAT, Convert, Fp;
    /// An address of a space from a generic one; the same bits.
    Cvta = "cvta.to", Space, ADDRESS, NONE, Unary, Int;

    /// d = a + b.
    Add = "add", Nothing, INT, NONE, Binary, Int;
    /// d = a - b.
    Sub = "sub", Nothing, INT, NONE, Binary, Int;
    /// d = low half of a * b.
    Mul = "mul.lo", Nothing, INT, NONE, Binary, IntMul;
    /// d = high half of a * b.
    MulHi = "mul.hi", Nothing, INT, NONE, Binary, IntMul;
    /// d = a * b, 64 bits of two 32-bit factors.
    MulWide = "mul.wide", Nothing, INT32, NONE, Wide, IntMul;
    /// d = low half of a * b, plus c.
    Mad = "mad.lo", Nothing, INT, NONE, Ternary, IntMad;
    /// d = a * b + c, 64 bits of two 32-bit factors.
    MadWide = "mad.wide", Nothing, INT32, NONE, WideMad, IntMad;
    /// d = a / b, towards zero; all ones when b is 0.
    Div = "div", Nothing, INT, NONE, Binary, IntDiv;
    /// d = a modulo b, sign of a; a when b is 0.
    Rem = "rem", Nothing, INT, NONE, Binary, IntDiv;
    /// d = the smaller one.
    Min = "min", Nothing, INT, NONE, Binary, Int;
    /// d = the larger one.
    Max = "max", Nothing, INT, NONE, Binary, Int;
    /// d = |a|; the most negative number stays.
    Abs = "abs", Nothing, SIGNED, NONE, Unary, Int;
    /// d = -a.
    Neg = "neg", Nothing, SIGNED, NONE, Unary, Int;
    /// d = a and b, bit by bit.
    And = "and", Nothing, LOGIC, NONE, Binary, Int;
    /// d = a or b, bit by bit.
    Or = "or", Nothing, LOGIC, NONE, Binary, Int;
    /// d = a exclusive or b, bit by bit.
    Xor = "xor", Nothing, LOGIC, NONE, Binary, Int;
    /// d = every bit of a flipped.
    Not = "not", Nothing, LOGIC, NONE, Unary, Int;
    /// d = a is 0 ? 1 : 0.
    Cnot = "cnot", Nothing, BITS, NONE, Unary, Int;
    /// d = a shifted left; 0 when b is the width or more.
    Shl = "shl", Nothing, BITS, NONE, Shift, Int;
    /// d = a shifted right, filled with the sign if signed; all fill when b is the width or more.
    Shr = "shr", Nothing, INT, NONE, Shift, Int;
    /// d = number of one bits.
    Popc = "popc", Nothing, BITS, NONE, Count, Int;
    /// d = number of leading zero bits.
    Clz = "clz", Nothing, BITS, NONE, Count, Int;
    /// d = a with its bits in the other order.
    Brev = "brev", Nothing, BITS, NONE, Unary, Int;

    /// d = c bits of a from bit b on, extended with the highest of them if signed; b and c count to 255, bits beyond a are its sign or 0.
    Bfe = "bfe", Nothing, INT, NONE, Field, Int;
    /// d = four of the eight bytes of a (0 to 3) and b (4 to 7), which four bits of c name, lowest first; where the fourth bit is set the
    /// byte's sign fills all eight.
    Prmt = "prmt", Nothing, &[B32], NONE, Ternary, Int;

    /// d = a + b.
    FAdd = "add", Nothing, FLOAT, NONE, Binary, Fp;
    /// d = a - b.
    FSub = "sub", Nothing, FLOAT, NONE, Binary, Fp;
    /// d = a * b.
    FMul = "mul", Nothing, FLOAT, NONE, Binary, FpMul;
    /// d = a * b + c, rounded once.
    Fma = "fma.rn", Nothing, FLOAT, NONE, Ternary, FpMad;
    /// d = a / b.
    FDiv = "div.rn", Nothing, FLOAT, NONE, Binary, FpDiv;
    /// d = 1 / a.
    Rcp = "rcp.rn", Nothing, &[F32, F64], NONE, Unary, FpDiv;
    /// d = the smaller one; the other one if one is a NaN.
    FMin = "min", Nothing, FLOAT, NONE, Binary, Fp;
    /// d = the larger one; the other one if one is a NaN.
    FMax = "max", Nothing, FLOAT, NONE, Binary, Fp;
    /// d = |a|.
    FAbs = "abs", Nothing, FLOAT, NONE, Unary, Fp;
    /// d = a with the other sign.
    FNeg = "neg", Nothing, FLOAT, NONE, Unary, Fp;
    /// d = square root of a.
    Sqrt = "sqrt.rn", Nothing, FLOAT, NONE, Unary, Sfu;
    /// d = 1 / square root of a.
    Rsqrt = "rsqrt.approx", Nothing, FLOAT, NONE, Unary, Sfu;
    /// d = sine of a.
    Sin = "sin.approx", Nothing, FLOAT, NONE, Unary, Sfu;
    /// d = cosine of a.
    Cos = "cos.approx", Nothing, FLOAT, NONE, Unary, Sfu;
    /// d = 2 to the power of a.
    Ex2 = "ex2.approx", Nothing, FLOAT, NONE, Unary, Sfu;
    /// d = logarithm of a to base 2.
    Lg2 = "lg2.approx", Nothing, FLOAT, NONE, Unary, Sfu;
    /// d = a function of the math library, computed as a sequence inside the special function unit (not in PTX).
    Math = "math", Math, FLOAT, NONE, Function, Math;

    /// d = memory at a + offset; narrow signed types extend the sign.
    Ld = "ld", Space, MEMORY, NONE, Load, Memory;
    /// memory at a + offset = b.
    St = "st", Space, MEMORY, NONE, Store, Memory;
    /// d = memory, then memory = op(memory, b), in one step; lanes of a warp one after another.
    Atom = "atom", SpaceAtom, ATOMIC, NONE, Atomic, Memory;
    /// d = memory, then if it was b, memory = c, in one step.
    AtomCas = "atom", SpaceCas, &[B32, U32, S32, B64, U64, S64], NONE, CompareSwap, Memory;
    /// memory = op(memory, b) in one step, without a result.
    Red = "red", SpaceAtom, ATOMIC, NONE, Reduce, Memory;

    /// The line of a + offset comes to the first or the second level of the caches, if there is memory at this address: nobody waits for it.
    Prefetch = "prefetch", SpaceLevel, NONE, NONE, Address, Memory;

    /// The lanes go on at the label; those whose guard does not hold at the next instruction.
    Bra = "bra", Nothing, NONE, NONE, Branch, Control;
    /// As `bra`, for lanes that agree: taken if the guard holds in every active lane.
    BraUni = "bra.uni", Nothing, NONE, NONE, Branch, Control;
    /// The thread ends.
    Ret = "ret", Nothing, NONE, NONE, Nothing, Control;
    /// The thread ends.
    Exit = "exit", Nothing, NONE, NONE, Nothing, Control;
    /// Every thread of the group arrives before any goes on.
    BarSync = "bar.sync", Nothing, NONE, NONE, Barrier, Barrier;
    /// Earlier memory accesses of the thread are seen before later ones.
    Membar = "membar.gl", Nothing, NONE, NONE, Nothing, Fence;

    /// d = a of another lane: lane b (idx), b lanes below (up) or above (down), or with the bits of b flipped (bfly). Bits 8 to 12 of c are
    /// those of a lane's number that name its segment, bits 0 to 4 the last one in it that is read; beyond that, and where the other
    /// lane takes no part, a itself.
    ShflSync = "shfl.sync", Shuffle, &[B32], NONE, Shuffle, Shuffle;
    /// As `shfl.sync`, for the lanes that come together.
    Shfl = "shfl", Shuffle, &[B32], NONE, Shuffle, Shuffle;
    /// p = a holds in all lanes that take part, in any of them, or in all or none (uni).
    VoteSync = "vote.sync", Vote, &[Pred], NONE, Vote, Vote;
    /// As `vote.sync`, for the lanes that come together.
    Vote = "vote", Vote, &[Pred], NONE, Vote, Vote;
    /// d = a bit for each lane that takes part and in which a holds.
    BallotSync = "vote.sync.ballot", Nothing, &[B32], NONE, Vote, Vote;
    /// As `vote.sync.ballot`, for the lanes that come together.
    Ballot = "vote.ballot", Nothing, &[B32], NONE, Vote, Vote;
    /// d = a bit for each lane that takes part and has the same a.
    MatchAny = "match.any.sync", Nothing, BITS, NONE, Match, Shuffle;
    /// d = a bit for each lane that comes together with this one.
    ActiveMask = "activemask", Nothing, &[B32], NONE, Answer, Vote;
    /// The lanes of the mask wait for each other; what they wrote to memory is seen by all of them.
    WarpSync = "bar.warp.sync", Nothing, NONE, NONE, Mask, Vote;
}

impl Op {
    /// Its row.
    pub const fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Its class.
    pub const fn class(self) -> Class {
        self.row().class
    }

    /// Do lanes of a warp meet at it?
    pub const fn meets(self) -> bool {
        matches!(self.class(), Class::Shuffle | Class::Vote)
    }

    /// Has it a mask of the lanes that take part?
    pub const fn has_mask(self) -> bool {
        matches!(self, Op::ShflSync | Op::VoteSync | Op::BallotSync | Op::MatchAny | Op::WarpSync)
    }

    /// Its operands.
    pub const fn syntax(self) -> Syntax {
        self.row().syntax
    }

    /// Does it come with `.ftz`, where it has an `f32`?
    pub const fn flushes(self) -> bool {
        matches!(
            self,
            Op::FSetp
                | Op::CvtFtoI
                | Op::CvtFtoF
                | Op::Floor
                | Op::Ceil
                | Op::Trunc
                | Op::Rint
                | Op::FAdd
                | Op::FSub
                | Op::FMul
                | Op::Fma
                | Op::FDiv
                | Op::Rcp
                | Op::FMin
                | Op::FMax
                | Op::FAbs
                | Op::FNeg
                | Op::Sqrt
                | Op::Rsqrt
                | Op::Sin
                | Op::Cos
                | Op::Ex2
                | Op::Lg2
        )
    }

    /// Float operations of a lane: a fused multiply-add is two, a function one; comparing, moving and converting is none.
    pub const fn flops(self) -> u8 {
        match self {
            Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::Rcp => 1,
            Op::Sqrt | Op::Rsqrt | Op::Sin | Op::Cos | Op::Ex2 | Op::Lg2 | Op::Math => 1,
            Op::Fma => 2,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_indexed_by_op() {
        for (at, row) in TABLE.iter().enumerate() {
            assert_eq!(row.op as usize, at);
        }
    }

    #[test]
    fn no_two_rows_are_written_alike() {
        for (at, a) in TABLE.iter().enumerate() {
            for b in &TABLE[..at] {
                let same_types = a.types.iter().any(|ty| b.types.contains(ty))
                    && (a.from.is_empty() || a.from.iter().any(|ty| b.from.contains(ty)));
                assert!(a.mnemonic != b.mnemonic || a.word != b.word || !same_types, "{:?} {:?}", a.op, b.op);
            }
        }
    }
}

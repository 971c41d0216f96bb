//! The table of instructions: a row each. Everything that is known of an instruction by its name follows from it.
//!
//! Operands are sets of letters: `V` vector, `S` scalar, `P` predicate, `I` immediate, `L` label, `C` special vector, `K`
//! special scalar register; an optional source stands in brackets.

use super::{Destination, OperandKind, OperandKinds, Slot, Suffixes};

/// How an instruction goes through the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Issue {
    /// Once.
    Scalar,
    /// Once, and it keeps the divider of scalars.
    Divider,
    /// Once for each warp.
    Vector,
}

/// What an instruction counts as; reciprocals have a quarter of the units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// Floats.
    Float,
    /// Reciprocals, roots, sines: each warp takes four edges.
    Reciprocal,
    /// Integers and bits.
    Integer,
    /// Copies and conversions.
    Copy,
    /// A request of memory, which ends the phase.
    Memory,
    /// Control flow.
    Control,
    /// Predicates.
    Predicate,
    /// Output for who writes programs; it changes nothing.
    Debug,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The instruction.
    pub op: Op,
    /// The name before the dot.
    pub name: &'static str,
    /// What may stand after the dot.
    pub suffixes: Suffixes,
    /// The first operand, if it is not a source.
    pub destination: Destination,
    /// The sources, in order.
    pub sources: &'static [Slot],
    /// How it goes through the pipeline.
    pub issue: Issue,
    /// What it counts as.
    pub category: Category,
    /// What it does, in a sentence.
    pub does: &'static str,
}

macro_rules! kind {
    (V) => {
        OperandKind::Vector
    };
    (S) => {
        OperandKind::Scalar
    };
    (P) => {
        OperandKind::Predicate
    };
    (I) => {
        OperandKind::Immediate
    };
    (L) => {
        OperandKind::Label
    };
    (C) => {
        OperandKind::VectorSpecial
    };
    (K) => {
        OperandKind::ScalarSpecial
    };
}

macro_rules! destination {
    (Nothing) => { Destination::Nothing };
    (Scratchpad) => { Destination::Scratchpad };
    ($how:ident $($kind:ident)+) => { Destination::$how(OperandKinds::of(&[$(kind!($kind)),+])) };
}

macro_rules! source {
    (($($kind:ident)+)) => { Slot { kinds: OperandKinds::of(&[$(kind!($kind)),+]), optional: false } };
    ([$($kind:ident)+]) => { Slot { kinds: OperandKinds::of(&[$(kind!($kind)),+]), optional: true } };
}

macro_rules! instructions {
    ($($op:ident $name:literal $suffixes:ident, ($($to:tt)+), {$($source:tt)*}, $issue:ident $category:ident, $does:literal;)+) => {
        /// An instruction.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Op {
            $(#[doc = $does] $op,)+
        }

        /// All instructions, in the order of [`Op`].
        pub const ROWS: &[Row] = &[$(Row {
            op: Op::$op,
            name: $name,
            suffixes: Suffixes::$suffixes,
            destination: destination!($($to)+),
            sources: &[$(source!($source)),*],
            issue: Issue::$issue,
            category: Category::$category,
            does: lanescope_parts::base::prose($does),
        }),+];
    };
}

impl Op {
    /// Its row.
    pub fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The instruction of this name.
    pub fn named(name: &str) -> Option<Op> {
        ROWS.iter().find(|row| row.name == name).map(|row| row.op)
    }
}

instructions! {
    Nop "nop" Nothing, (Nothing), {}, Scalar Float,
        "Nothing.";
    Mul "mul" Negate, (Written V), {(V) (V S I)}, Vector Float,
        "The product of two floats; `neg` negates the second.";
    Add "add" Negate, (Written V), {(V) (V S I)}, Vector Float,
        "The sum of two floats; `neg` negates the second.";
    Mad "mad" Negate, (Written V), {(V) (V S I) (V)}, Vector Float,
        "The product of two floats plus a third, rounded twice; `neg` negates the second.";
    Min "min" Nothing, (Written V), {(V) (V S I)}, Vector Float,
        "The smaller of two floats.";
    Max "max" Nothing, (Written V), {(V) (V S I)}, Vector Float,
        "The larger of two floats.";
    Abs "abs" Nothing, (Written V), {(V)}, Vector Float,
        "A float without its sign.";
    Rcp "rcp" Nothing, (Written V), {(V)}, Vector Reciprocal,
        "One divided by a float.";
    Rsqrt "rsqrt" Nothing, (Written V), {(V)}, Vector Reciprocal,
        "One divided by the square root of a float.";
    Sin "sin" Nothing, (Written V), {(V)}, Vector Reciprocal,
        "The sine of an angle in radians.";
    Cos "cos" Nothing, (Written V), {(V)}, Vector Reciprocal,
        "The cosine of an angle in radians.";
    Iadd "iadd" Nothing, (Written V), {(V) (V S I)}, Vector Integer,
        "The sum of two integers; it wraps.";
    Isub "isub" Nothing, (Written V), {(V) (V S I)}, Vector Integer,
        "The difference of two integers; it wraps.";
    Imul "imul" Nothing, (Written V), {(V) (V S I)}, Vector Integer,
        "The low 32 bits of the product of two integers.";
    Imad "imad" Nothing, (Written V), {(V) (V S I) (V)}, Vector Integer,
        "The product of two integers plus a third; it wraps.";
    Imin "imin" Nothing, (Written V), {(V) (V S I)}, Vector Integer,
        "The smaller of two signed integers.";
    Imax "imax" Nothing, (Written V), {(V) (V S I)}, Vector Integer,
        "The larger of two signed integers.";
    Shl "shl" Nothing, (Written V), {(V) (S I)}, Vector Integer,
        "The bits moved to the left, by as many in every work-item.";
    Shr "shr" Nothing, (Written V), {(V) (S I)}, Vector Integer,
        "The bits moved to the right, by as many in every work-item; the sign is kept.";
    And "and" Nothing, (Written V), {(V) (V S I)}, Vector Integer,
        "The bits that both have.";
    Or "or" Nothing, (Written V), {(V) (V S I)}, Vector Integer,
        "The bits that either has.";
    Xor "xor" Nothing, (Written V), {(V) (V S I)}, Vector Integer,
        "The bits that one of both has.";
    Not "not" Nothing, (Written V), {(V)}, Vector Integer,
        "The bits that it has not.";
    Siadd "siadd" Nothing, (Written S), {(S) (S I)}, Scalar Integer,
        "The sum of two integers; it wraps.";
    Sisub "sisub" Nothing, (Written S), {(S) (S I)}, Scalar Integer,
        "The difference of two integers; it wraps.";
    Simul "simul" Nothing, (Written S), {(S) (S I)}, Scalar Integer,
        "The low 32 bits of the product of two integers.";
    Simad "simad" Nothing, (Written S), {(S) (S I) (S)}, Scalar Integer,
        "The product of two integers plus a third; it wraps.";
    Simin "simin" Nothing, (Written S), {(S) (S I)}, Scalar Integer,
        "The smaller of two signed integers.";
    Simax "simax" Nothing, (Written S), {(S) (S I)}, Scalar Integer,
        "The larger of two signed integers.";
    Sshl "sshl" Nothing, (Written S), {(S) (S I)}, Scalar Integer,
        "The bits moved to the left.";
    Sshr "sshr" Nothing, (Written S), {(S) (S I)}, Scalar Integer,
        "The bits moved to the right; the sign is kept.";
    Sand "sand" Nothing, (Written S), {(S) (S I)}, Scalar Integer,
        "The bits that both have.";
    Sor "sor" Nothing, (Written S), {(S) (S I)}, Scalar Integer,
        "The bits that either has.";
    Sineg "sineg" Nothing, (Written S), {(S)}, Scalar Integer,
        "The integer with the other sign.";
    Snot "snot" Nothing, (Written S), {(S)}, Scalar Integer,
        "The bits that it has not.";
    Sibfind "sibfind" Nothing, (Written S), {(S)}, Scalar Integer,
        "The place of the highest bit that differs from the sign; -1 if there is none.";
    Sidiv "sidiv" Nothing, (Written S), {(S) (S I)}, Divider Integer,
        "The quotient of two signed integers, towards zero.";
    Simod "simod" Nothing, (Written S), {(S) (S I)}, Divider Integer,
        "The remainder of two signed integers, with the sign of the first.";
    Mov "mov" Nothing, (Written V), {(I C)}, Vector Copy,
        "An immediate or a special vector register.";
    Movvsp "movvsp" Nothing, (Written C), {(I V)}, Vector Copy,
        "Writes a special vector register.";
    Smov "smov" Nothing, (Written S), {(K I)}, Scalar Copy,
        "An immediate or a special scalar register.";
    Smovssp "smovssp" Nothing, (Written K), {(I S)}, Scalar Copy,
        "Writes a register of the custom stride.";
    Cvt "cvt" Convert, (Written V), {(C K V)}, Vector Copy,
        "An unsigned integer as a float, or a float as an integer, towards zero.";
    Scvt "scvt" Convert, (Written S), {(S K)}, Scalar Copy,
        "An unsigned integer as a float, or a float as an integer, towards zero.";
    Bufquery "bufquery" Dimension, (Written S), {(I)}, Scalar Copy,
        "The width of a buffer of main memory in words, or its rows.";
    Test "test" Compare, (Written P), {(V)}, Vector Predicate,
        "Compares a float with zero.";
    Itest "itest" Compare, (Written P), {(V)}, Vector Predicate,
        "Compares a signed integer with zero.";
    Pbool "pbool" Boolean, (Written P), {(P) (P)}, Vector Predicate,
        "An operation on two predicates, bit by bit.";
    J "j" Nothing, (Nothing), {(L)}, Scalar Control,
        "Goes to a label.";
    Sicj "sicj" Compare, (Nothing), {(L) (S)}, Scalar Control,
        "Goes to a label if a signed scalar compares so with zero.";
    Bra "bra" Nothing, (Nothing), {(L) (P)}, Vector Control,
        "Pushes the label with the predicate as run mask, and turns the work-items of the predicate off.";
    Call "call" Nothing, (Nothing), {(L) [P]}, Vector Control,
        "Pushes the next place with the return mask, and goes to a label with the predicate as return mask.";
    Cpush "cpush" Entry, (Nothing), {(L) [P]}, Vector Control,
        "Pushes a label with the predicate, or with the mask of that type as it is.";
    Cmask "cmask" Nothing, (Nothing), {(P)}, Vector Control,
        "Turns the work-items of a predicate off until the run mask is restored.";
    Brk "brk" Nothing, (Nothing), {(P)}, Vector Control,
        "Turns the work-items of a predicate off until the break mask is restored.";
    Ret "ret" Nothing, (Nothing), {(P)}, Vector Control,
        "Turns the work-items of a predicate off until the return mask is restored; the simulator does not execute it.";
    Exit "exit" Nothing, (Nothing), {[P]}, Vector Control,
        "Ends the work-items of a predicate, or all.";
    Cpop "cpop" Nothing, (Nothing), {}, Vector Control,
        "Restores the mask of the top entry in every work-item, and goes to its place.";
    Ldglin "ldglin" Elements, (Written V C), {(I) [S I] [S I]}, Scalar Memory,
        "Loads a word of main memory for each work-item, at its place in the launch.";
    Stglin "stglin" Elements, (Stored V C), {(I) [S I] [S I]}, Scalar Memory,
        "Stores a word of each work-item to main memory, at its place in the launch.";
    Ldgbidx "ldgbidx" Nothing, (Nothing), {(I)}, Scalar Memory,
        "Streams a buffer of main memory; each work-item keeps the word of its index.";
    Stgbidx "stgbidx" Nothing, (Nothing), {(I)}, Scalar Memory,
        "Streams over a buffer of main memory; each work-item gives the word of its index.";
    Ldgcidx "ldgcidx" Nothing, (Nothing), {(I) [S I] [S I]}, Scalar Memory,
        "Streams a custom stride of main memory; each work-item keeps the word of its index.";
    Stgcidx "stgcidx" Nothing, (Nothing), {(I) [S I] [S I]}, Scalar Memory,
        "Streams over a custom stride of main memory; each work-item gives the word of its index.";
    Ldgidxit "ldgidxit" Nothing, (Written V), {(I)}, Scalar Memory,
        "Loads the word of each index of main memory, one burst for each work-item.";
    Stgidxit "stgidxit" Nothing, (Stored V), {(I)}, Scalar Memory,
        "Stores a word at each index of main memory, one burst for each work-item.";
    Ldg2sptile "ldg2sptile" Nothing, (Scratchpad), {(I) [S I] [S I]}, Scalar Memory,
        "Copies a tile of main memory to a scratchpad buffer, whose size it has.";
    Stg2sptile "stg2sptile" Nothing, (Scratchpad), {(I) [S I] [S I]}, Scalar Memory,
        "Copies a scratchpad buffer to a tile of main memory.";
    Ldsplin "ldsplin" Nothing, (Written V C), {(I) [S I] [S I]}, Scalar Memory,
        "Loads a word of a scratchpad buffer for each work-item.";
    Stsplin "stsplin" Nothing, (Stored V C), {(I) [I] [S I]}, Scalar Memory,
        "Stores a word of each work-item to a scratchpad buffer.";
    Ldspbidx "ldspbidx" Nothing, (Nothing), {(I)}, Scalar Memory,
        "Streams a scratchpad buffer; each work-item keeps the word of its index.";
    Stspbidx "stspbidx" Nothing, (Nothing), {(I)}, Scalar Memory,
        "Streams over a scratchpad buffer; each work-item gives the word of its index.";
    Sldg "sldg" Nothing, (Written S), {(I) [I]}, Scalar Memory,
        "Loads words from the start of a buffer of main memory into scalars in a row, one if no number is given.";
    Sldsp "sldsp" Nothing, (Written S), {(I) [S I] [S I]}, Scalar Memory,
        "Loads `sc.sd_words` words of a scratchpad buffer into scalars in a row.";
    Printsgpr "printsgpr" Nothing, (Nothing), {(S)}, Scalar Debug,
        "Shows a scalar.";
    Printvgpr "printvgpr" Nothing, (Nothing), {(V) (I)}, Scalar Debug,
        "Shows a vector register of one work-item.";
    Printpr "printpr" Nothing, (Nothing), {(P)}, Vector Debug,
        "Shows a predicate.";
    Printcmask "printcmask" Mask, (Nothing), {}, Vector Debug,
        "Shows a mask.";
    Printtrace "printtrace" Nothing, (Nothing), {(I)}, Scalar Debug,
        "Shows a number.";
}

//! The functions that exist without being declared.
//!
//! One table: name, language, form (for messages and the documentation), [`Prototype`] (how arguments are converted and
//! what the result is) and [`Action`] (what it computes; lowering writes it out). Families whose names say more than that
//! are in `variants`, those of the lanes of a warp in [`lanes`].

pub mod lanes;
mod table;

use super::token::{Dialect, In};
use super::types::{Scalar, TypeId};
use super::variants::in_variants;
use crate::ir::{Math, Unary, WorkItem};
pub use lanes::{Fold, Lanes, Who};

/// How the arguments of a builtin are converted and what its result is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prototype {
    /// So many floats of one type, which is the result's: `double` if one is, in CUDA also if all are integers.
    Float(u8),
    /// So many `float`s, result `float`.
    Single(u8),
    /// So many integers in their common type, which is the result's.
    Int(u8),
    /// So many numbers in their common type, which is the result's.
    Number(u8),
    /// A float and an `int`; result as the float.
    FloatInt,
    /// A float; result `int`.
    Test,
    /// Two floats of one type; result `int`.
    Relation,
    /// So many floats or vectors of at most 4 floats, of one type; the action says what the result is.
    Geometric(u8),
    /// An integer or integers, of which the sign bits count; result `int`.
    Truth,
    /// So many vectors of one type, and one with the numbers of components; result as long as that.
    Shuffle(u8),
    /// The high and the low half of an integer; result twice as wide.
    Upsample,
    /// A number or vector; result of this type.
    To(TypeId),
    /// Offset and pointer; result is the vector that is there.
    VectorLoad(Access),
    /// Vector, offset and pointer.
    VectorStore(Access),
    /// Exactly these types, and this result.
    Fixed(&'static [Scalar], Scalar),
    /// A dimension; result `size_t`.
    Dimension,
    /// Nothing; result `size_t`.
    Size,
    /// So few to so many numbers without meaning for the result, which is `void`.
    Flags(u8, u8),
    /// A pointer and numbers, so few to so many in all; result `void`.
    Hint(u8, u8),
    /// Pointer to a number of 32 or 64 bits and a value of its type; result as the number.
    Rmw,
    /// Pointer to an integer of 32 or 64 bits; result as the integer.
    RmwOne,
    /// Pointer, expected value, new value; result as the value.
    Cas,
    /// A float and a pointer to where a second result goes; result as the float.
    FloatOut,
    /// A float and two pointers to where the results go.
    FloatOutOut,
    /// A pointer; result is what it points at.
    Read,
    /// `(a, b, c)`: two values of one type and an integer that selects.
    Select,
    /// Anything; result `void`.
    Anything,
    /// A format and what it asks for; result `int`.
    Print,
    /// A mask of lanes, if there is one; a number, of whose type the result is; a number of a lane; the width of a segment,
    /// which may be left out if there is one.
    Exchange {
        /// Is the first argument a mask?
        mask: bool,
        /// Can a width stand at the end?
        width: bool,
    },
    /// A mask of lanes and a number, and (`true`) a pointer to an `int`; result `unsigned`.
    MatchLanes(bool),
    /// A mask of lanes and a 32-bit integer, of whose type the result is.
    Masked,
    /// A mask of lanes, which may be left out; result `void`.
    Mask,
}

/// What `vloadn`, `vstoren` and the forms with halves access (OpenCL C 1.2, 6.12.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// How many components.
    pub len: u8,
    /// From one vector to the next, in components.
    pub step: u8,
    /// Are there `half`s in memory, and `float`s (or `double`s) outside of it?
    pub half: bool,
    /// How a number becomes a `half`.
    pub rounding: Rounding,
}

/// What a builtin computes. Integer actions look at the signedness of the result's type.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The place of the work-item; the argument is the dimension.
    Place(WorkItem),
    /// Position in the whole range (or, `true`, in the group), counted through all dimensions.
    LinearId(bool),
    /// The constant 0.
    Zero,
    Barrier,
    Fence,
    /// The time of the machine.
    Clock,
    /// Data may be brought nearer.
    Prefetch,
    /// Arguments are evaluated, nothing else happens.
    Nothing,
    /// A call of `printf` by its number in the text; the first argument is the buffer.
    Print(u32),
    Math(Math),
    Unary(Unary),
    Fma,
    Abs,
    Min,
    Max,
    /// a * b + c in two steps.
    Mad,
    Mul,
    Add,
    Sub,
    Div,
    MulHi,
    MadHi,
    Clamp,
    Saturate,
    Mix,
    Step,
    Smoothstep,
    Sign,
    Degrees,
    Radians,
    /// x * pi before the function.
    OfPi(Math),
    Recip,
    Fdim,
    Powr,
    Pown,
    Ldexp,
    SinCos,
    SinCosBoth,
    Modf,
    Fract,
    IsNan,
    IsInf,
    IsFinite,
    IsNormal,
    SignBit,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    LessGreater,
    Ordered,
    Unordered,
    /// Is one sign bit set?
    Any,
    /// Are all sign bits set?
    All,
    Dot,
    Cross,
    /// Of these three: without regard to squares that no float holds?
    Length(bool),
    Distance(bool),
    Normalize(bool),
    Shuffle,
    Upsample,
    Rotate,
    FindFirst,
    ReverseBits,
    AbsDiff,
    AddSat,
    SubSat,
    HalfAdd,
    RoundedHalfAdd,
    /// Product of the low 24 bits.
    Mul24,
    Select,
    BitSelect,
    Read,
    Rmw(Rmw),
    CompareExchange,
    /// The bits of the argument.
    Bits,
    /// Conversion with a rounding and, perhaps, saturation.
    Convert(Rounding, bool),
    /// The high (`true`) or low 32 bits of a `double`.
    Half32(bool),
    /// Something that the lanes of a warp do together.
    Lanes(Lanes, Who),
}

/// What an atomic does.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rmw {
    Add,
    Sub,
    Min,
    Max,
    And,
    Or,
    Xor,
    Exchange,
    Increment,
    Decrement,
    IncWrap,
    DecWrap,
}

/// How a conversion rounds.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    TowardsZero,
    Nearest,
    Up,
    Down,
}

/// A function that exists without being declared.
#[derive(Clone, Copy, Debug)]
pub struct Builtin {
    /// Its name.
    pub name: &'static str,
    /// Where it exists.
    pub place: In,
    /// How it is called.
    pub form: &'static str,
    /// Its types.
    pub prototype: Prototype,
    /// Its meaning.
    pub action: Action,
}

/// Every builtin of the tables.
pub fn all() -> impl Iterator<Item = &'static Builtin> {
    table::BUILTINS.iter().chain(lanes::LANES)
}

/// The builtin of this name.
pub fn builtin(name: &str, dialect: Dialect) -> Option<Builtin> {
    let listed = all().find(|builtin| builtin.name == name && builtin.place.has(dialect));
    listed.copied().or_else(|| in_variants(name, dialect))
}

/// What a known function that is not supported belongs to: code, sentence, advice.
pub fn unsupported(name: &str) -> Option<(&'static str, &'static str, &'static str)> {
    let starts = |list: &[&str]| list.iter().any(|start| name.starts_with(start));
    Some(
        if starts(&[
            "__shfl",
            "__ballot",
            "__any",
            "__all",
            "__match",
            "__reduce_",
            "sub_group_",
            "intel_sub_group_",
        ]) {
            (
                "unsupported::warp",
                "This function of the lanes of a warp is not supported.",
                "The language page of the documentation lists those that are.",
            )
        } else if starts(&["this_thread_block", "this_grid", "coalesced_threads", "tiled_partition"]) {
            (
                "unsupported::group",
                "This function of cooperative groups is in a header that the text does not include.",
                "Write `#include <cooperative_groups.h>` in front, and its namespace `cooperative_groups`.",
            )
        } else if starts(&["work_group_", "async_work_group_", "wait_group_events", "__syncthreads_"]) {
            (
                "unsupported::collective",
                "Functions of a whole work-group other than the barrier are not supported.",
                "Use local memory and barriers.",
            )
        } else if matches!(name, "malloc" | "free") {
            (
                "unsupported::allocation",
                "Memory cannot be allocated inside a kernel.",
                "Pass a buffer to the kernel, or use a local array of fixed length.",
            )
        } else if starts(&["__half", "__float2half", "__float2bfloat", "__bfloat", "__nv_"]) {
            (
                "unsupported::half",
                "This function is in a header that the text does not include.",
                "Write `#include <cuda_fp16.h>` or `#include <cuda_bf16.h>` in front.",
            )
        } else if starts(&[
            "curand",
            "cuda",
            "enqueue_",
            "get_work_dim",
            "lgamma",
            "tgamma",
            "scalbln",
            "rnorm",
            "erfinv",
            "erfcinv",
            "erfcx",
            "__v",
            "__float2",
            "__double2",
            "__int2",
            "__uint2",
            "__ll2",
            "__ull2",
            "remquo",
            "get_pipe",
            "atom_",
            "atomic_",
        ]) {
            (
                "unsupported::builtin",
                "This function is not supported.",
                "The language page of the documentation lists the functions that are.",
            )
        } else {
            return None;
        },
    )
}

macro_rules! builtins {
    ($table:ident: $($place:ident $($name:literal)+ => $form:literal, $prototype:expr, $action:expr;)*) => {
        /// Every builtin of the table.
        pub const $table: &[$crate::lang::builtins::Builtin] = &[$($(
            $crate::lang::builtins::Builtin { name: $name, place: In::$place, form: $form, prototype: $prototype, action: $action },
        )+)*];
    };
}

pub(in crate::lang) use builtins;

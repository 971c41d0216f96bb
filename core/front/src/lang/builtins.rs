//! The functions that exist without being declared.
//!
//! One table: name, language, form (for messages and the documentation), [`Prototype`] (how arguments are converted and
//! what the result is) and [`Action`] (what it computes; lowering writes it out). Families whose names say more than that
//! are in `variants`, those of the lanes of a warp in [`lanes`].

pub mod lanes;

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
    /// Pointer to a 32-bit number and a value of its type; result as the number.
    Rmw,
    /// Pointer to a 32-bit integer; result as the integer.
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
    /// Arguments are evaluated, nothing else happens.
    Nothing,
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
    BUILTINS.iter().chain(lanes::LANES)
}

/// The builtin of this name.
pub fn builtin(name: &str, dialect: Dialect) -> Option<Builtin> {
    let listed = all().find(|builtin| builtin.name == name && builtin.place.has(dialect));
    listed.copied().or_else(|| in_variants(name, dialect))
}

/// What a known function that is not supported belongs to: code, sentence, advice.
pub fn unsupported(name: &str) -> Option<(&'static str, &'static str, &'static str)> {
    let starts = |list: &[&str]| list.iter().any(|start| name.starts_with(start));
    Some(if starts(&["read_image", "write_image", "get_image_", "tex1D", "tex2D", "tex3D", "surf"]) {
        (
            "unsupported::image",
            "Images and textures are not supported.",
            "Use a buffer and compute the index.",
        )
    } else if starts(&[
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
            "Cooperative groups are not supported.",
            "Write `__syncthreads()`, `__syncwarp()` and functions such as `__shfl_down_sync` with a mask and a width.",
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
    } else if matches!(name, "clock" | "clock64" | "globaltimer") {
        (
            "unsupported::clock",
            "A kernel cannot read the clock.",
            "The timeline shows when each instruction is issued.",
        )
    } else if starts(&[
        "curand",
        "__half",
        "__float2half",
        "__nv_",
        "cuda",
        "enqueue_",
        "nanosleep",
        "__nanosleep",
        "get_work_dim",
        "lgamma",
        "tgamma",
        "asinh",
        "acosh",
        "atanh",
        "nextafter",
        "scalbn",
        "scalbln",
        "lround",
        "llround",
        "rcbrt",
        "rhypot",
        "norm3d",
        "norm4d",
        "normcdf",
        "rnorm",
        "erfinv",
        "erfcinv",
        "erfcx",
        "__dp2a",
        "__dp4a",
        "__byte_perm",
        "__funnelshift",
        "__sad",
        "__usad",
        "__v",
        "__float2",
        "__double2",
        "__int2",
        "__uint2",
        "__ll2",
        "__ull2",
        "remquo",
        "remainder",
        "ilogb",
        "logb",
        "frexp",
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
    })
}

macro_rules! builtins {
    ($table:ident: $($place:ident $($name:literal)+ => $form:literal, $prototype:expr, $action:expr;)*) => {
        /// Every builtin of the table.
        pub const $table: &[Builtin] = &[$($(
            Builtin { name: $name, place: In::$place, form: $form, prototype: $prototype, action: $action },
        )+)*];
    };
}

pub(in crate::lang) use builtins;

use Action as A;
use Prototype as S;
use Scalar::{Double, Float, Int, Long, UInt, ULong};

builtins! {
    BUILTINS:
    O "get_global_id" => "get_global_id(dimension)", S::Dimension, A::Place(WorkItem::GlobalId);
    O "get_local_id" => "get_local_id(dimension)", S::Dimension, A::Place(WorkItem::LocalId);
    O "get_group_id" => "get_group_id(dimension)", S::Dimension, A::Place(WorkItem::GroupId);
    O "get_global_size" => "get_global_size(dimension)", S::Dimension, A::Place(WorkItem::GlobalSize);
    O "get_local_size" "get_enqueued_local_size" => "get_local_size(dimension)", S::Dimension, A::Place(WorkItem::LocalSize);
    O "get_num_groups" => "get_num_groups(dimension)", S::Dimension, A::Place(WorkItem::NumGroups);
    O "get_global_offset" => "get_global_offset(dimension)", S::Dimension, A::Zero;
    O "get_global_linear_id" => "get_global_linear_id()", S::Size, A::LinearId(false);
    O "get_local_linear_id" => "get_local_linear_id()", S::Size, A::LinearId(true);

    O "barrier" "work_group_barrier" => "barrier(CLK_LOCAL_MEM_FENCE)", S::Flags(1, 2), A::Barrier;
    O "mem_fence" "read_mem_fence" "write_mem_fence" => "mem_fence(CLK_LOCAL_MEM_FENCE)", S::Flags(1, 1), A::Fence;
    O "atomic_work_item_fence" => "atomic_work_item_fence(flags, order, scope)", S::Flags(3, 3), A::Fence;
    C "__syncthreads" => "__syncthreads()", S::Flags(0, 0), A::Barrier;
    C "__threadfence" "__threadfence_block" "__threadfence_system" => "__threadfence()", S::Flags(0, 0), A::Fence;
    O "prefetch" => "prefetch(pointer, count)", S::Anything, A::Nothing;
    B "printf" => "printf(format, …)", S::Anything, A::Nothing;
    C "assert" => "assert(condition)", S::Anything, A::Nothing;
    C "__ldg" "__ldca" "__ldcg" "__ldcs" => "__ldg(pointer)", S::Read, A::Read;

    O "atomic_add" "atom_add" => "atomic_add(pointer, value)", S::Rmw, A::Rmw(Rmw::Add);
    O "atomic_sub" "atom_sub" => "atomic_sub(pointer, value)", S::Rmw, A::Rmw(Rmw::Sub);
    O "atomic_min" "atom_min" => "atomic_min(pointer, value)", S::Rmw, A::Rmw(Rmw::Min);
    O "atomic_max" "atom_max" => "atomic_max(pointer, value)", S::Rmw, A::Rmw(Rmw::Max);
    O "atomic_and" "atom_and" => "atomic_and(pointer, value)", S::Rmw, A::Rmw(Rmw::And);
    O "atomic_or" "atom_or" => "atomic_or(pointer, value)", S::Rmw, A::Rmw(Rmw::Or);
    O "atomic_xor" "atom_xor" => "atomic_xor(pointer, value)", S::Rmw, A::Rmw(Rmw::Xor);
    O "atomic_xchg" "atom_xchg" => "atomic_xchg(pointer, value)", S::Rmw, A::Rmw(Rmw::Exchange);
    O "atomic_inc" "atom_inc" => "atomic_inc(pointer)", S::RmwOne, A::Rmw(Rmw::Increment);
    O "atomic_dec" "atom_dec" => "atomic_dec(pointer)", S::RmwOne, A::Rmw(Rmw::Decrement);
    O "atomic_cmpxchg" "atom_cmpxchg" => "atomic_cmpxchg(pointer, expected, value)", S::Cas, A::CompareExchange;
    C "atomicAdd" => "atomicAdd(pointer, value)", S::Rmw, A::Rmw(Rmw::Add);
    C "atomicSub" => "atomicSub(pointer, value)", S::Rmw, A::Rmw(Rmw::Sub);
    C "atomicMin" => "atomicMin(pointer, value)", S::Rmw, A::Rmw(Rmw::Min);
    C "atomicMax" => "atomicMax(pointer, value)", S::Rmw, A::Rmw(Rmw::Max);
    C "atomicAnd" => "atomicAnd(pointer, value)", S::Rmw, A::Rmw(Rmw::And);
    C "atomicOr" => "atomicOr(pointer, value)", S::Rmw, A::Rmw(Rmw::Or);
    C "atomicXor" => "atomicXor(pointer, value)", S::Rmw, A::Rmw(Rmw::Xor);
    C "atomicExch" => "atomicExch(pointer, value)", S::Rmw, A::Rmw(Rmw::Exchange);
    C "atomicInc" => "atomicInc(pointer, limit)", S::Rmw, A::Rmw(Rmw::IncWrap);
    C "atomicDec" => "atomicDec(pointer, limit)", S::Rmw, A::Rmw(Rmw::DecWrap);
    C "atomicCAS" => "atomicCAS(pointer, expected, value)", S::Cas, A::CompareExchange;

    B "sqrt" => "sqrt(x)", S::Float(1), A::Math(Math::Sqrt);
    B "rsqrt" => "rsqrt(x)", S::Float(1), A::Math(Math::Rsqrt);
    B "sin" => "sin(x)", S::Float(1), A::Math(Math::Sin);
    B "cos" => "cos(x)", S::Float(1), A::Math(Math::Cos);
    B "tan" => "tan(x)", S::Float(1), A::Math(Math::Tan);
    B "asin" => "asin(x)", S::Float(1), A::Math(Math::Asin);
    B "acos" => "acos(x)", S::Float(1), A::Math(Math::Acos);
    B "atan" => "atan(x)", S::Float(1), A::Math(Math::Atan);
    B "atan2" => "atan2(y, x)", S::Float(2), A::Math(Math::Atan2);
    B "sinh" => "sinh(x)", S::Float(1), A::Math(Math::Sinh);
    B "cosh" => "cosh(x)", S::Float(1), A::Math(Math::Cosh);
    B "tanh" => "tanh(x)", S::Float(1), A::Math(Math::Tanh);
    B "exp" => "exp(x)", S::Float(1), A::Math(Math::Exp);
    B "exp2" => "exp2(x)", S::Float(1), A::Math(Math::Exp2);
    B "exp10" => "exp10(x)", S::Float(1), A::Math(Math::Exp10);
    B "expm1" => "expm1(x)", S::Float(1), A::Math(Math::Expm1);
    B "log" => "log(x)", S::Float(1), A::Math(Math::Log);
    B "log2" => "log2(x)", S::Float(1), A::Math(Math::Log2);
    B "log10" => "log10(x)", S::Float(1), A::Math(Math::Log10);
    B "log1p" => "log1p(x)", S::Float(1), A::Math(Math::Log1p);
    B "pow" => "pow(x, y)", S::Float(2), A::Math(Math::Pow);
    O "powr" => "powr(x, y)", S::Float(2), A::Powr;
    O "pown" => "pown(x, n)", S::FloatInt, A::Pown;
    B "cbrt" => "cbrt(x)", S::Float(1), A::Math(Math::Cbrt);
    B "hypot" => "hypot(x, y)", S::Float(2), A::Math(Math::Hypot);
    B "fmod" => "fmod(x, y)", S::Float(2), A::Math(Math::Fmod);
    B "copysign" => "copysign(x, y)", S::Float(2), A::Math(Math::Copysign);
    B "floor" => "floor(x)", S::Float(1), A::Math(Math::Floor);
    B "ceil" => "ceil(x)", S::Float(1), A::Math(Math::Ceil);
    B "trunc" => "trunc(x)", S::Float(1), A::Math(Math::Trunc);
    B "round" => "round(x)", S::Float(1), A::Math(Math::Round);
    B "rint" => "rint(x)", S::Float(1), A::Math(Math::Rint);
    C "nearbyint" => "nearbyint(x)", S::Float(1), A::Math(Math::Rint);
    B "erf" => "erf(x)", S::Float(1), A::Math(Math::Erf);
    B "erfc" => "erfc(x)", S::Float(1), A::Math(Math::Erfc);
    B "fabs" => "fabs(x)", S::Float(1), A::Unary(Unary::FAbs);
    B "fmin" => "fmin(x, y)", S::Float(2), A::Min;
    B "fmax" => "fmax(x, y)", S::Float(2), A::Max;
    B "fdim" => "fdim(x, y)", S::Float(2), A::Fdim;
    B "fma" => "fma(a, b, c)", S::Float(3), A::Fma;
    O "mad" => "mad(a, b, c)", S::Float(3), A::Mad;
    B "ldexp" => "ldexp(x, n)", S::FloatInt, A::Ldexp;
    B "sinpi" => "sinpi(x)", S::Float(1), A::OfPi(Math::Sin);
    B "cospi" => "cospi(x)", S::Float(1), A::OfPi(Math::Cos);
    O "tanpi" => "tanpi(x)", S::Float(1), A::OfPi(Math::Tan);
    O "sincos" => "sincos(x, pointer_to_cosine)", S::FloatOut, A::SinCos;
    O "fract" => "fract(x, pointer)", S::FloatOut, A::Fract;
    B "modf" => "modf(x, pointer)", S::FloatOut, A::Modf;
    C "sincos" "sincosf" "__sincosf" => "sincosf(x, pointer, pointer)", S::FloatOutOut, A::SinCosBoth;

    C "sqrtf" "__fsqrt_rn" => "sqrtf(x)", S::Single(1), A::Math(Math::Sqrt);
    C "rsqrtf" "__frsqrt_rn" => "rsqrtf(x)", S::Single(1), A::Math(Math::Rsqrt);
    C "sinf" "__sinf" => "sinf(x)", S::Single(1), A::Math(Math::Sin);
    C "cosf" "__cosf" => "cosf(x)", S::Single(1), A::Math(Math::Cos);
    C "tanf" "__tanf" => "tanf(x)", S::Single(1), A::Math(Math::Tan);
    C "asinf" => "asinf(x)", S::Single(1), A::Math(Math::Asin);
    C "acosf" => "acosf(x)", S::Single(1), A::Math(Math::Acos);
    C "atanf" => "atanf(x)", S::Single(1), A::Math(Math::Atan);
    C "atan2f" => "atan2f(y, x)", S::Single(2), A::Math(Math::Atan2);
    C "sinhf" => "sinhf(x)", S::Single(1), A::Math(Math::Sinh);
    C "coshf" => "coshf(x)", S::Single(1), A::Math(Math::Cosh);
    C "tanhf" "__tanhf" => "tanhf(x)", S::Single(1), A::Math(Math::Tanh);
    C "expf" "__expf" => "expf(x)", S::Single(1), A::Math(Math::Exp);
    C "exp2f" => "exp2f(x)", S::Single(1), A::Math(Math::Exp2);
    C "exp10f" "__exp10f" => "exp10f(x)", S::Single(1), A::Math(Math::Exp10);
    C "expm1f" => "expm1f(x)", S::Single(1), A::Math(Math::Expm1);
    C "logf" "__logf" => "logf(x)", S::Single(1), A::Math(Math::Log);
    C "log2f" "__log2f" => "log2f(x)", S::Single(1), A::Math(Math::Log2);
    C "log10f" "__log10f" => "log10f(x)", S::Single(1), A::Math(Math::Log10);
    C "log1pf" => "log1pf(x)", S::Single(1), A::Math(Math::Log1p);
    C "powf" "__powf" => "powf(x, y)", S::Single(2), A::Math(Math::Pow);
    C "cbrtf" => "cbrtf(x)", S::Single(1), A::Math(Math::Cbrt);
    C "hypotf" => "hypotf(x, y)", S::Single(2), A::Math(Math::Hypot);
    C "fmodf" => "fmodf(x, y)", S::Single(2), A::Math(Math::Fmod);
    C "copysignf" => "copysignf(x, y)", S::Single(2), A::Math(Math::Copysign);
    C "floorf" => "floorf(x)", S::Single(1), A::Math(Math::Floor);
    C "ceilf" => "ceilf(x)", S::Single(1), A::Math(Math::Ceil);
    C "truncf" => "truncf(x)", S::Single(1), A::Math(Math::Trunc);
    C "roundf" => "roundf(x)", S::Single(1), A::Math(Math::Round);
    C "rintf" "nearbyintf" => "rintf(x)", S::Single(1), A::Math(Math::Rint);
    C "erff" => "erff(x)", S::Single(1), A::Math(Math::Erf);
    C "erfcf" => "erfcf(x)", S::Single(1), A::Math(Math::Erfc);
    C "fabsf" => "fabsf(x)", S::Single(1), A::Unary(Unary::FAbs);
    C "fminf" => "fminf(x, y)", S::Single(2), A::Min;
    C "fmaxf" => "fmaxf(x, y)", S::Single(2), A::Max;
    C "fdimf" => "fdimf(x, y)", S::Single(2), A::Fdim;
    C "fmaf" "__fmaf_rn" => "fmaf(a, b, c)", S::Single(3), A::Fma;
    C "__fma_rn" => "__fma_rn(a, b, c)", S::Fixed(&[Double, Double, Double], Double), A::Fma;
    C "ldexpf" => "ldexpf(x, n)", S::FloatInt, A::Ldexp;
    C "modff" => "modff(x, pointer)", S::FloatOut, A::Modf;
    C "sinpif" => "sinpif(x)", S::Single(1), A::OfPi(Math::Sin);
    C "cospif" => "cospif(x)", S::Single(1), A::OfPi(Math::Cos);
    C "__fdividef" "fdividef" "__fdiv_rn" => "__fdividef(x, y)", S::Single(2), A::Div;
    C "__fadd_rn" => "__fadd_rn(x, y)", S::Single(2), A::Add;
    C "__fsub_rn" => "__fsub_rn(x, y)", S::Single(2), A::Sub;
    C "__fmul_rn" => "__fmul_rn(x, y)", S::Single(2), A::Mul;
    C "__frcp_rn" => "__frcp_rn(x)", S::Single(1), A::Recip;
    C "__saturatef" => "__saturatef(x)", S::Single(1), A::Saturate;

    O "native_sin" "half_sin" => "native_sin(x)", S::Single(1), A::Math(Math::Sin);
    O "native_cos" "half_cos" => "native_cos(x)", S::Single(1), A::Math(Math::Cos);
    O "native_tan" "half_tan" => "native_tan(x)", S::Single(1), A::Math(Math::Tan);
    O "native_exp" "half_exp" => "native_exp(x)", S::Single(1), A::Math(Math::Exp);
    O "native_exp2" "half_exp2" => "native_exp2(x)", S::Single(1), A::Math(Math::Exp2);
    O "native_exp10" "half_exp10" => "native_exp10(x)", S::Single(1), A::Math(Math::Exp10);
    O "native_log" "half_log" => "native_log(x)", S::Single(1), A::Math(Math::Log);
    O "native_log2" "half_log2" => "native_log2(x)", S::Single(1), A::Math(Math::Log2);
    O "native_log10" "half_log10" => "native_log10(x)", S::Single(1), A::Math(Math::Log10);
    O "native_sqrt" "half_sqrt" => "native_sqrt(x)", S::Single(1), A::Math(Math::Sqrt);
    O "native_rsqrt" "half_rsqrt" => "native_rsqrt(x)", S::Single(1), A::Math(Math::Rsqrt);
    O "native_powr" "half_powr" => "native_powr(x, y)", S::Single(2), A::Powr;
    O "native_divide" "half_divide" => "native_divide(x, y)", S::Single(2), A::Div;
    O "native_recip" "half_recip" => "native_recip(x)", S::Single(1), A::Recip;

    O "mix" => "mix(x, y, a)", S::Float(3), A::Mix;
    O "step" => "step(edge, x)", S::Float(2), A::Step;
    O "smoothstep" => "smoothstep(edge0, edge1, x)", S::Float(3), A::Smoothstep;
    O "sign" => "sign(x)", S::Float(1), A::Sign;
    O "degrees" => "degrees(radians)", S::Float(1), A::Degrees;
    O "radians" => "radians(degrees)", S::Float(1), A::Radians;
    O "dot" => "dot(x, y)", S::Geometric(2), A::Dot;
    O "cross" => "cross(x, y)", S::Geometric(2), A::Cross;
    O "length" => "length(x)", S::Geometric(1), A::Length(false);
    O "distance" => "distance(x, y)", S::Geometric(2), A::Distance(false);
    O "normalize" => "normalize(x)", S::Geometric(1), A::Normalize(false);
    O "fast_length" => "fast_length(x)", S::Geometric(1), A::Length(true);
    O "fast_distance" => "fast_distance(x, y)", S::Geometric(2), A::Distance(true);
    O "fast_normalize" => "fast_normalize(x)", S::Geometric(1), A::Normalize(true);
    O "any" => "any(x)", S::Truth, A::Any;
    O "all" => "all(x)", S::Truth, A::All;
    O "shuffle" => "shuffle(x, mask)", S::Shuffle(1), A::Shuffle;
    O "shuffle2" => "shuffle2(x, y, mask)", S::Shuffle(2), A::Shuffle;
    O "upsample" => "upsample(high, low)", S::Upsample, A::Upsample;

    B "min" => "min(a, b)", S::Number(2), A::Min;
    B "max" => "max(a, b)", S::Number(2), A::Max;
    O "clamp" => "clamp(x, low, high)", S::Number(3), A::Clamp;
    B "abs" => "abs(x)", S::Number(1), A::Abs;
    C "labs" "llabs" => "llabs(x)", S::Fixed(&[Long], Long), A::Abs;
    C "umin" => "umin(a, b)", S::Fixed(&[UInt, UInt], UInt), A::Min;
    C "umax" => "umax(a, b)", S::Fixed(&[UInt, UInt], UInt), A::Max;
    O "abs_diff" => "abs_diff(a, b)", S::Int(2), A::AbsDiff;
    O "add_sat" => "add_sat(a, b)", S::Int(2), A::AddSat;
    O "sub_sat" => "sub_sat(a, b)", S::Int(2), A::SubSat;
    O "hadd" => "hadd(a, b)", S::Int(2), A::HalfAdd;
    O "rhadd" => "rhadd(a, b)", S::Int(2), A::RoundedHalfAdd;
    O "mul_hi" => "mul_hi(a, b)", S::Int(2), A::MulHi;
    O "mad_hi" => "mad_hi(a, b, c)", S::Int(3), A::MadHi;
    O "mul24" => "mul24(a, b)", S::Int(2), A::Mul;
    O "mad24" => "mad24(a, b, c)", S::Int(3), A::Mad;
    O "rotate" => "rotate(x, bits)", S::Int(2), A::Rotate;
    O "popcount" => "popcount(x)", S::Int(1), A::Unary(Unary::PopCount);
    O "clz" => "clz(x)", S::Int(1), A::Unary(Unary::Clz);
    O "ctz" => "ctz(x)", S::Int(1), A::Unary(Unary::Ctz);
    C "__mul24" => "__mul24(a, b)", S::Fixed(&[Int, Int], Int), A::Mul24;
    C "__umul24" => "__umul24(a, b)", S::Fixed(&[UInt, UInt], UInt), A::Mul24;
    C "__mulhi" => "__mulhi(a, b)", S::Fixed(&[Int, Int], Int), A::MulHi;
    C "__umulhi" => "__umulhi(a, b)", S::Fixed(&[UInt, UInt], UInt), A::MulHi;
    C "__mul64hi" => "__mul64hi(a, b)", S::Fixed(&[Long, Long], Long), A::MulHi;
    C "__umul64hi" => "__umul64hi(a, b)", S::Fixed(&[ULong, ULong], ULong), A::MulHi;
    C "__popc" => "__popc(x)", S::Fixed(&[UInt], Int), A::Unary(Unary::PopCount);
    C "__popcll" => "__popcll(x)", S::Fixed(&[ULong], Int), A::Unary(Unary::PopCount);
    C "__clz" => "__clz(x)", S::Fixed(&[Int], Int), A::Unary(Unary::Clz);
    C "__clzll" => "__clzll(x)", S::Fixed(&[Long], Int), A::Unary(Unary::Clz);
    C "__ffs" => "__ffs(x)", S::Fixed(&[Int], Int), A::FindFirst;
    C "__ffsll" => "__ffsll(x)", S::Fixed(&[Long], Int), A::FindFirst;
    C "__brev" => "__brev(x)", S::Fixed(&[UInt], UInt), A::ReverseBits;
    C "__brevll" => "__brevll(x)", S::Fixed(&[ULong], ULong), A::ReverseBits;

    B "isnan" => "isnan(x)", S::Test, A::IsNan;
    B "isinf" => "isinf(x)", S::Test, A::IsInf;
    B "isfinite" => "isfinite(x)", S::Test, A::IsFinite;
    O "isnormal" => "isnormal(x)", S::Test, A::IsNormal;
    B "signbit" => "signbit(x)", S::Test, A::SignBit;
    O "isless" => "isless(x, y)", S::Relation, A::Less;
    O "islessequal" => "islessequal(x, y)", S::Relation, A::LessEqual;
    O "isgreater" => "isgreater(x, y)", S::Relation, A::Greater;
    O "isgreaterequal" => "isgreaterequal(x, y)", S::Relation, A::GreaterEqual;
    O "isequal" => "isequal(x, y)", S::Relation, A::Equal;
    O "isnotequal" => "isnotequal(x, y)", S::Relation, A::NotEqual;
    O "islessgreater" => "islessgreater(x, y)", S::Relation, A::LessGreater;
    O "isordered" => "isordered(x, y)", S::Relation, A::Ordered;
    O "isunordered" => "isunordered(x, y)", S::Relation, A::Unordered;
    O "select" => "select(if_zero, if_not, condition)", S::Select, A::Select;
    O "bitselect" => "bitselect(a, b, mask)", S::Int(3), A::BitSelect;

    C "__int_as_float" => "__int_as_float(x)", S::Fixed(&[Int], Float), A::Bits;
    C "__uint_as_float" => "__uint_as_float(x)", S::Fixed(&[UInt], Float), A::Bits;
    C "__float_as_int" => "__float_as_int(x)", S::Fixed(&[Float], Int), A::Bits;
    C "__float_as_uint" => "__float_as_uint(x)", S::Fixed(&[Float], UInt), A::Bits;
    C "__longlong_as_double" => "__longlong_as_double(x)", S::Fixed(&[Long], Double), A::Bits;
    C "__double_as_longlong" => "__double_as_longlong(x)", S::Fixed(&[Double], Long), A::Bits;
    C "__double2loint" => "__double2loint(x)", S::Fixed(&[Double], Int), A::Half32(false);
    C "__double2hiint" => "__double2hiint(x)", S::Fixed(&[Double], Int), A::Half32(true);
    C "__float2int_rz" => "__float2int_rz(x)", S::Fixed(&[Float], Int), A::Convert(Rounding::TowardsZero, false);
    C "__float2int_rn" => "__float2int_rn(x)", S::Fixed(&[Float], Int), A::Convert(Rounding::Nearest, false);
    C "__float2int_ru" => "__float2int_ru(x)", S::Fixed(&[Float], Int), A::Convert(Rounding::Up, false);
    C "__float2int_rd" => "__float2int_rd(x)", S::Fixed(&[Float], Int), A::Convert(Rounding::Down, false);
    C "__float2uint_rz" => "__float2uint_rz(x)", S::Fixed(&[Float], UInt), A::Convert(Rounding::TowardsZero, false);
    C "__float2uint_rn" => "__float2uint_rn(x)", S::Fixed(&[Float], UInt), A::Convert(Rounding::Nearest, false);
    C "__float2uint_ru" => "__float2uint_ru(x)", S::Fixed(&[Float], UInt), A::Convert(Rounding::Up, false);
    C "__float2uint_rd" => "__float2uint_rd(x)", S::Fixed(&[Float], UInt), A::Convert(Rounding::Down, false);
    C "__int2float_rn" => "__int2float_rn(x)", S::Fixed(&[Int], Float), A::Convert(Rounding::Nearest, false);
    C "__uint2float_rn" => "__uint2float_rn(x)", S::Fixed(&[UInt], Float), A::Convert(Rounding::Nearest, false);
    C "lrintf" "llrintf" => "lrintf(x)", S::Fixed(&[Float], Long), A::Convert(Rounding::Nearest, false);
}

//! The intermediate representation: one kernel and the functions that it calls, for one work-item, in SSA form.
//!
//! A [`Kernel`] is a list of blocks. A block has parameters (what other IRs call phis), instructions, and one
//! terminator that passes arguments to the parameters of the blocks it goes to. Every [`Value`] is defined once, by an
//! instruction or as a block parameter; its definition dominates its uses. Block 0 is the entry and has no parameters
//! and no predecessors.
//!
//! Memory is reached by pointers into one of four [`Space`]s. [`Slot`]s are the memory that the kernel declares:
//! arrays of a work-item (`Private`), of a work-group (`Local`), and constant tables. The front end gives every
//! variable a private slot; the promotion pass turns those that can be into values.
//!
//! Every instruction carries the [`Span`] of the text it comes from, to the very end.
//!
//! Functions and how they are called are told in [`function`]. A machine without calls gets the kernel after the pass
//! [`inline`](crate::opt::inline) has written every function out where it is called: then there are none.
//!
//! Deliberately absent: recursion and pointers to functions, vectors and structs (they are scalars and memory by now),
//! undefined behaviour (see [`ops`] for what each doubtful case means).

pub mod build;
pub mod cfg;
pub mod dom;
pub mod function;
mod image;
pub mod interp;
pub mod layout;
pub mod loops;
pub mod moves;
pub mod reading;
#[cfg(test)]
pub(crate) mod tests;
pub mod text;
pub mod verify;

use alloc::{string::String, vec::Vec};

pub use function::{Code, Function, FunctionId};
pub use image::ImagePart;
use serde::{Deserialize, Serialize};

pub use crate::base::{
    ops::{self, AtomicOp, Binary, Compare, Convert, LaneOp, Math, Unary, WorkItem},
    types::{self, Space, Type},
};
use crate::printed::Calls;
use crate::source::Span;

/// Declares a typed index.
macro_rules! id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub u32);

        impl $name {
            /// As an index of a vector.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A value of a kernel: index of [`Kernel::values`].
    Value
}
id! {
    /// A block of a kernel: index of [`Kernel::blocks`].
    BlockId
}
id! {
    /// An instruction of a kernel: index of [`Kernel::insts`].
    InstId
}
id! {
    /// A slot of a kernel: index of [`Kernel::slots`].
    SlotId
}

/// What one kernel argument is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Param {
    /// Its name in the source.
    pub name: String,
    /// `Ptr(Global | Constant | Local)` for buffers, else a scalar type.
    pub ty: Type,
    /// For a buffer: the scalar type of its elements. For a scalar: the same as `ty`.
    pub element: Type,
    /// Is `element` an unsigned integer in the source (for display and data generation)?
    pub unsigned: bool,
    /// For a buffer: how many scalars one element has (struct or vector members), at least 1.
    pub components: u32,
    /// For a buffer: does the source say that the kernel does not write it (`const`, `__constant`)?
    pub read_only: bool,
    /// For a buffer that the source declares with its size (a program-scope variable): how many elements it has.
    pub len: Option<u64>,
    /// For such a buffer: the bytes that the source says it holds; none if they are all zero.
    pub init: Vec<u8>,
    /// The part that it is of an image.
    pub image: Option<ImagePart>,
    /// For the buffer of `printf`: the calls that write there.
    pub prints: Option<Calls>,
    /// The bits that the kernel is compiled for, if it may count on them.
    pub fixed: Option<u64>,
    /// The type as the person wrote it.
    pub source_type: String,
    /// Where it is declared.
    pub span: Span,
}

impl Param {
    /// One that nothing more is known of: signed, of single scalars, that the kernel may write.
    pub fn new(name: &str, ty: Type, element: Type) -> Param {
        Param {
            name: name.into(),
            ty,
            element,
            unsigned: false,
            components: 1,
            read_only: false,
            len: None,
            init: Vec::new(),
            image: None,
            prints: None,
            fixed: None,
            source_type: String::new(),
            span: Span::NONE,
        }
    }
}

/// Memory that the kernel declares.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Slot {
    /// Its name in the source.
    pub name: String,
    /// `Private`, `Local` or `Constant`.
    pub space: Space,
    /// Size in bytes.
    pub bytes: u32,
    /// Alignment in bytes.
    pub align: u32,
    /// Scalar type to show its contents with.
    pub element: Type,
    /// Is this work-group memory whose size the launch adds (CUDA's `extern __shared__`)? Then `bytes` is 0.
    pub dynamic: bool,
    /// Contents of a `Constant` slot (`bytes` long); empty for the others, which start undefined (zero, and reported
    /// by the checker).
    pub init: Vec<u8>,
}

/// What an instruction does. Operand types are fixed by the operation; the verifier checks them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Op {
    /// The bits of a constant of the result's type.
    Const(u64),
    /// A kernel argument (index of [`Kernel::params`]), in functions too.
    Arg(u32),
    /// What a function is given (index of [`Function::params`]). Not in a kernel.
    Param(u32),
    /// The address of a slot, a pointer to the slot's space.
    Slot(SlotId),
    /// The work-item's place, in dimension 0, 1 or 2.
    WorkItem(WorkItem, u8),
    /// One operand.
    Unary(Unary, Value),
    /// Two operands.
    Binary(Binary, Value, Value),
    /// Comparison to `bool`.
    Compare(Compare, Value, Value),
    /// `condition ? then : other`.
    Select(Value, Value, Value),
    /// Conversion to the result's type.
    Convert(Convert, Value),
    /// a * b + c, rounded once.
    Fma(Value, Value, Value),
    /// A float function; as many operands as its arity.
    Math(Math, Vec<Value>),
    /// Pointer plus bytes (`i64`).
    PtrAdd(Value, Value),
    /// Reads a value of the result's type.
    Load {
        /// Where.
        ptr: Value,
        /// Must it be read again each time?
        volatile: bool,
    },
    /// Writes a value.
    Store {
        /// Where.
        ptr: Value,
        /// What.
        value: Value,
        /// Must every write happen?
        volatile: bool,
    },
    /// Data will be read there: it may be brought nearer. Nothing is read or written, and the address need not be one of memory.
    Prefetch(Value),
    /// Atomic read-modify-write; result is the old value.
    Atomic(AtomicOp, Value, Value),
    /// Compare and exchange (pointer, expected, new); result is the old value.
    CompareExchange(Value, Value, Value),
    /// All work-items of the group arrive before any goes on; their memory accesses are seen by all.
    Barrier,
    /// Memory fence of one work-item.
    Fence,
    /// The time of the machine when it is asked, `i64`: cycles with timing; without it, and in [`interp`], instructions carried out so far.
    /// It is asked as often as the text says so, in the order of the text.
    Clock,
    /// What the lanes of a warp do together: as many operands as its arity, and the mask of those who take part, if the text
    /// names them. Where it happens and who takes part is told in [`interp`].
    Lane(LaneOp, Vec<Value>),
    /// Calls a function with these arguments; result is the function's, if it has one.
    Call(FunctionId, Vec<Value>),
}

/// An instruction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Inst {
    /// What it does.
    pub op: Op,
    /// The value it defines, if any.
    pub result: Option<Value>,
    /// The text it comes from.
    pub span: Span,
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ValueDef {
    /// Result of an instruction.
    Inst(InstId),
    /// Parameter of a block, by position.
    BlockParam(BlockId, u32),
}

/// A value's type and definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueInfo {
    /// Its type.
    pub ty: Type,
    /// Its one definition.
    pub def: ValueDef,
}

/// A jump to a block with arguments for its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// Where to.
    pub block: BlockId,
    /// One value for each parameter of the block.
    pub args: Vec<Value>,
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Terminator {
    /// Goes on at one block.
    Jump(Target),
    /// Goes on at the first if the condition holds, else at the second.
    Branch(Value, Target, Target),
    /// In a kernel: the work-item ends. In a function: goes back to the call, with the result if the function has one.
    Return(Option<Value>),
}

/// What the text wants of a loop (`#pragma unroll`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unroll {
    /// All turns one after another.
    Whole,
    /// So many turns one after another.
    Times(u32),
}

/// A straight run of instructions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// Values that predecessors pass.
    pub params: Vec<Value>,
    /// In order of execution.
    pub insts: Vec<InstId>,
    /// How it ends.
    pub term: Terminator,
    /// The text that the terminator comes from.
    pub term_span: Span,
    /// For the header of a loop: how it is unrolled. The pass that does so takes the mark away.
    pub unroll: Option<Unroll>,
}

/// A kernel.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Kernel {
    /// Its name.
    pub name: String,
    /// Its arguments.
    pub params: Vec<Param>,
    /// The memory it declares.
    pub slots: Vec<Slot>,
    /// Its blocks; block 0 is the entry.
    pub blocks: Vec<Block>,
    /// Every instruction (those that no block lists are dead).
    pub insts: Vec<Inst>,
    /// Every value.
    pub values: Vec<ValueInfo>,
    /// The functions that it reaches, each behind those that it calls.
    pub functions: Vec<Function>,
    /// `reqd_work_group_size`, if the source has one.
    pub required_local: Option<[u32; 3]>,
    /// Work-items of a sub-group, if the source says so.
    pub subgroup: Option<u32>,
}

/// Work-items of a warp (OpenCL: a sub-group), if the source does not say otherwise: those with linear local numbers from a
/// multiple of it on. It is the same on every machine.
pub const WARP: u32 = 32;

impl Kernel {
    /// Work-items of a warp: a power of two, at most [`WARP`].
    pub fn warp(&self) -> u32 {
        self.subgroup.unwrap_or(WARP)
    }

    /// The first operation of the lanes of a warp, in the kernel or its functions.
    pub fn lane_op(&self) -> Option<&Inst> {
        self.codes().flat_map(Code::listed).find(|inst| matches!(inst.op, Op::Lane(..)))
    }

    /// The type of a value.
    pub fn ty(&self, value: Value) -> Type {
        self.values[value.index()].ty
    }

    /// The instruction that defines a value, unless it is a block parameter.
    pub fn def(&self, value: Value) -> Option<&Inst> {
        match self.values[value.index()].def {
            ValueDef::Inst(inst) => Some(&self.insts[inst.index()]),
            ValueDef::BlockParam(..) => None,
        }
    }

    /// The bits of a value that is a constant.
    pub fn constant(&self, value: Value) -> Option<u64> {
        match self.def(value)?.op {
            Op::Const(bits) => Some(bits),
            _ => None,
        }
    }

    /// All block ids in order.
    pub fn block_ids(&self) -> impl DoubleEndedIterator<Item = BlockId> + use<> {
        (0..self.blocks.len() as u32).map(BlockId)
    }
}

impl Op {
    /// Calls `f` with every operand, to read or to replace it.
    pub fn for_each_operand(&mut self, mut f: impl FnMut(&mut Value)) {
        match self {
            Op::Const(_) | Op::Arg(_) | Op::Param(_) | Op::Slot(_) => {}
            Op::WorkItem(..) | Op::Barrier | Op::Fence | Op::Clock => {}
            Op::Unary(_, a) | Op::Convert(_, a) | Op::Load { ptr: a, .. } | Op::Prefetch(a) => f(a),
            Op::Binary(_, a, b)
            | Op::Compare(_, a, b)
            | Op::PtrAdd(a, b)
            | Op::Store { ptr: a, value: b, .. }
            | Op::Atomic(_, a, b) => {
                f(a);
                f(b);
            }
            Op::Select(a, b, c) | Op::Fma(a, b, c) | Op::CompareExchange(a, b, c) => {
                f(a);
                f(b);
                f(c);
            }
            Op::Math(_, args) | Op::Call(_, args) | Op::Lane(_, args) => args.iter_mut().for_each(f),
        }
    }

    /// The operands in order.
    pub fn operands(&self) -> Vec<Value> {
        let mut list = Vec::new();
        self.clone().for_each_operand(|value| list.push(*value));
        list
    }

    /// Must it stay even if nobody reads its result?
    pub fn has_effect(&self) -> bool {
        match self {
            Op::Store { .. } | Op::Atomic(..) | Op::CompareExchange(..) | Op::Prefetch(_) => true,
            Op::Barrier | Op::Fence | Op::Clock | Op::Lane(..) | Op::Call(..) => true,
            Op::Load { volatile, .. } => *volatile,
            _ => false,
        }
    }
}

impl Terminator {
    /// The jumps it may take, in order.
    pub fn targets(&self) -> impl DoubleEndedIterator<Item = &Target> {
        let (first, second) = match self {
            Terminator::Jump(to) => (Some(to), None),
            Terminator::Branch(_, yes, no) => (Some(yes), Some(no)),
            Terminator::Return(_) => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// The jumps it may take, to change them.
    pub fn targets_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut Target> {
        let (first, second) = match self {
            Terminator::Jump(to) => (Some(to), None),
            Terminator::Branch(_, yes, no) => (Some(yes), Some(no)),
            Terminator::Return(_) => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// Calls `f` with every value it reads: the condition, the arguments, the result.
    pub fn for_each_operand(&mut self, mut f: impl FnMut(&mut Value)) {
        if let Terminator::Branch(value, ..) | Terminator::Return(Some(value)) = self {
            f(value);
        }
        self.targets_mut().for_each(|target| target.args.iter_mut().for_each(&mut f));
    }
}

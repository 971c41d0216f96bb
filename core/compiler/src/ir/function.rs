//! Functions and calls.
//!
//! A kernel keeps the functions that it reaches, each once for every combination of address spaces that its pointers come
//! with (an *instance*: a pointer that has no space in the source takes that of what it is given). A function has blocks,
//! instructions and values of its own, numbered from 0; its entry block has no parameters, what it is given is read by
//! [`Op::Param`]. It calls only functions before it in [`Kernel::functions`], so there is no recursion.
//!
//! How values go in and out, on every machine:
//! - Arguments are scalars and pointers. A `bool` goes as a byte, as it does in memory. A struct by value goes as its scalars
//!   in order, as it does into a kernel.
//! - The result is one scalar or pointer, a `bool` again as a byte. For a struct the caller hands over, as the first argument,
//!   a pointer to private memory of its own, where the function puts it.
//!
//! [`Kernel::slots`] and the launch's arguments ([`Op::Arg`]) are the same for the kernel and its functions.
//! A private slot belongs to one of them. It lies at one place for the whole life of the work-item, because no function is
//! under way twice, and begins as zeros with the work-item, not with the call: who reads a variable before it is written
//! (undefined in the source) may find what an earlier call left.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use super::{Block, Inst, InstId, Kernel, Op, Type, Value, ValueDef, ValueInfo};

/// A function of a kernel: index of [`Kernel::functions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FunctionId(pub u32);

impl FunctionId {
    /// As an index of a vector.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A function that a kernel reaches.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Function {
    /// Its name in the source; instances of one function have the same.
    pub name: String,
    /// The types of what it is given.
    pub params: Vec<Type>,
    /// The type of its result.
    pub result: Option<Type>,
    /// Its blocks; block 0 is the entry.
    pub blocks: Vec<Block>,
    /// Every instruction.
    pub insts: Vec<Inst>,
    /// Every value.
    pub values: Vec<ValueInfo>,
}

/// The blocks, instructions and values of a kernel or of one of its functions, to read.
#[derive(Clone, Copy, Debug)]
pub struct Code<'k> {
    /// The function, by its number; `None` for the kernel itself.
    pub function: Option<(FunctionId, &'k Function)>,
    /// Its blocks.
    pub blocks: &'k [Block],
    /// Its instructions.
    pub insts: &'k [Inst],
    /// Its values.
    pub values: &'k [ValueInfo],
}

impl<'k> Code<'k> {
    /// The type of a value.
    pub fn ty(&self, value: Value) -> Type {
        self.values[value.index()].ty
    }

    /// An instruction.
    pub fn inst(&self, id: InstId) -> &'k Inst {
        &self.insts[id.index()]
    }

    /// The instruction that defines a value, unless it is a block parameter.
    pub fn def(&self, value: Value) -> Option<&'k Inst> {
        match self.values[value.index()].def {
            ValueDef::Inst(inst) => Some(self.inst(inst)),
            ValueDef::BlockParam(..) => None,
        }
    }

    /// The instructions that blocks list.
    pub fn listed(self) -> impl Iterator<Item = &'k Inst> + Clone {
        self.blocks.iter().flat_map(|block| &block.insts).map(move |id| &self.insts[id.index()])
    }
}

impl Kernel {
    /// The kernel's own code, without that of its functions.
    pub fn code(&self) -> Code<'_> {
        Code { function: None, blocks: &self.blocks, insts: &self.insts, values: &self.values }
    }

    /// The code of the kernel, then that of each function.
    pub fn codes<'k>(&'k self) -> impl Iterator<Item = Code<'k>> + Clone {
        let of = |(id, function): (FunctionId, &'k Function)| {
            let Function { blocks, insts, values, .. } = function;
            Code { function: Some((id, function)), blocks, insts, values }
        };
        core::iter::once(self.code()).chain(self.function_ids().zip(&self.functions).map(of))
    }

    /// Calls `f` with the code of a function in the place of the kernel's own, so that what works on kernels works on it.
    /// Slots, arguments of the launch and the other functions stay where they are.
    pub fn within<T>(&mut self, function: FunctionId, f: impl FnOnce(&mut Kernel) -> T) -> T {
        self.swap(function);
        let result = f(self);
        self.swap(function);
        result
    }

    fn swap(&mut self, function: FunctionId) {
        let of = &mut self.functions[function.index()];
        core::mem::swap(&mut self.blocks, &mut of.blocks);
        core::mem::swap(&mut self.insts, &mut of.insts);
        core::mem::swap(&mut self.values, &mut of.values);
    }

    /// All function ids in order.
    pub fn function_ids(&self) -> impl DoubleEndedIterator<Item = FunctionId> + Clone + use<> {
        (0..self.functions.len() as u32).map(FunctionId)
    }
}

impl Op {
    /// The function that it calls.
    pub const fn callee(&self) -> Option<FunctionId> {
        if let Op::Call(function, _) = self { Some(*function) } else { None }
    }
}

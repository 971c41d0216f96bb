//! Building a kernel and its functions block by block: a cursor that appends instructions at the end of one block.

use alloc::{vec, vec::Vec};

use super::*;

/// Appends to one kernel. Values that need no memory are made directly; variables go through private slots and are
/// promoted later.
#[derive(Debug)]
pub struct Builder {
    /// The kernel so far.
    pub kernel: Kernel,
    current: BlockId,
    terminated: Vec<bool>,
    /// The code that waits until the functions that it calls are written.
    outer: Vec<Waiting>,
}

/// Code that goes on behind a function.
#[derive(Debug)]
struct Waiting {
    blocks: Vec<Block>,
    insts: Vec<Inst>,
    values: Vec<ValueInfo>,
    current: BlockId,
    terminated: Vec<bool>,
}

impl Builder {
    /// A builder at the empty entry block of `kernel` (which has no blocks yet).
    pub fn new(kernel: Kernel) -> Builder {
        let mut builder = Builder { kernel, current: BlockId(0), terminated: vec![], outer: vec![] };
        builder.create_block();
        builder
    }

    /// From now on appends to a new function, at its entry block.
    pub fn begin_function(&mut self) {
        self.outer.push(Waiting {
            blocks: core::mem::take(&mut self.kernel.blocks),
            insts: core::mem::take(&mut self.kernel.insts),
            values: core::mem::take(&mut self.kernel.values),
            current: core::mem::replace(&mut self.current, BlockId(0)),
            terminated: core::mem::take(&mut self.terminated),
        });
        self.create_block();
    }

    /// Ends the function, and goes on where [`Builder::begin_function`] was called.
    pub fn end_function(&mut self, name: String, params: Vec<Type>, result: Option<Type>) -> FunctionId {
        let function = Function {
            name,
            params,
            result,
            blocks: core::mem::take(&mut self.kernel.blocks),
            insts: core::mem::take(&mut self.kernel.insts),
            values: core::mem::take(&mut self.kernel.values),
        };
        self.kernel.functions.push(function);
        if let Some(waiting) = self.outer.pop() {
            let Waiting { blocks, insts, values, current, terminated } = waiting;
            (self.kernel.blocks, self.kernel.insts, self.kernel.values) = (blocks, insts, values);
            (self.current, self.terminated) = (current, terminated);
        }
        FunctionId(self.kernel.functions.len() as u32 - 1)
    }

    /// A new empty block that ends in `Return` until it is terminated.
    pub fn create_block(&mut self) -> BlockId {
        let (term, term_span) = (Terminator::Return(None), Span::NONE);
        self.kernel.blocks.push(Block { params: vec![], insts: vec![], term, term_span, unroll: None });
        self.terminated.push(false);
        BlockId(self.kernel.blocks.len() as u32 - 1)
    }

    /// Goes on at the end of `block`.
    pub fn switch_to(&mut self, block: BlockId) {
        self.current = block;
    }

    /// The block that is appended to.
    pub fn current(&self) -> BlockId {
        self.current
    }

    /// Has the current block its terminator? Then what is appended is unreachable and dropped by the caller.
    pub fn is_terminated(&self) -> bool {
        self.terminated[self.current.index()]
    }

    /// Adds a parameter to a block.
    pub fn block_param(&mut self, block: BlockId, ty: Type) -> Value {
        let at = self.kernel.blocks[block.index()].params.len() as u32;
        let value = self.value(ty, ValueDef::BlockParam(block, at));
        self.kernel.blocks[block.index()].params.push(value);
        value
    }

    /// Appends an operation with a result.
    pub fn emit(&mut self, op: Op, ty: Type, span: Span) -> Value {
        let inst = InstId(self.kernel.insts.len() as u32);
        let value = self.value(ty, ValueDef::Inst(inst));
        self.push(Inst { op, result: Some(value), span });
        value
    }

    /// Appends an operation without a result.
    pub fn effect(&mut self, op: Op, span: Span) {
        self.push(Inst { op, result: None, span });
    }

    /// A constant of type `ty` (only the bits of the type are kept).
    pub fn constant(&mut self, bits: u64, ty: Type, span: Span) -> Value {
        self.emit(Op::Const(bits & ty.mask()), ty, span)
    }

    /// Ends the current block, unless it has ended.
    pub fn terminate(&mut self, term: Terminator, span: Span) {
        if !self.is_terminated() {
            let block = &mut self.kernel.blocks[self.current.index()];
            block.term = term;
            block.term_span = span;
            self.terminated[self.current.index()] = true;
        }
    }

    /// Ends the current block with a jump without arguments.
    pub fn jump(&mut self, to: BlockId, span: Span) {
        self.terminate(Terminator::Jump(Target { block: to, args: vec![] }), span);
    }

    /// Ends the current block with a branch without arguments.
    pub fn branch(&mut self, condition: Value, yes: BlockId, no: BlockId, span: Span) {
        let target = |block| Target { block, args: vec![] };
        self.terminate(Terminator::Branch(condition, target(yes), target(no)), span);
    }

    /// Marks the header of a loop.
    pub fn unroll(&mut self, header: BlockId, unroll: Option<Unroll>) {
        self.kernel.blocks[header.index()].unroll = unroll;
    }

    /// Declares memory.
    pub fn slot(&mut self, slot: Slot) -> SlotId {
        self.kernel.slots.push(slot);
        SlotId(self.kernel.slots.len() as u32 - 1)
    }

    fn value(&mut self, ty: Type, def: ValueDef) -> Value {
        self.kernel.values.push(ValueInfo { ty, def });
        Value(self.kernel.values.len() as u32 - 1)
    }

    fn push(&mut self, inst: Inst) {
        let id = InstId(self.kernel.insts.len() as u32);
        self.kernel.insts.push(inst);
        let block = &mut self.kernel.blocks[self.current.index()];
        block.insts.push(id);
    }
}

//! Values that one block makes and another one needs go through private memory: the way back of [`super::promote`].
//!
//! A pass that leads ways elsewhere (see [`super::entries`], [`super::meeting`]) need not ask then whether the definition of a
//! value still comes before each of its uses. Afterwards no block has parameters, and each value is used only in the block that
//! makes it. What costs nothing (constants, arguments, addresses of slots, places of work-items) is made anew in each block;
//! every other value gets a slot of its own, which promotion takes away again.

use alloc::{format, vec, vec::Vec};

use super::{
    edit::{keep_blocks, new_inst},
    steps::Steps,
};
use crate::{
    base::OrdMap,
    ir::{
        Binary, Block, BlockId, Convert, InstId, Kernel, Op, Slot, SlotId, Space, Target, Terminator, Type,
        Value, ValueDef, cfg::Cfg,
    },
    source::Span,
};

/// Brings the kernel's own code into this form. Blocks that cannot be reached go.
pub(super) fn into_cells(kernel: &mut Kernel) {
    with_cells(kernel, |ty| if ty == Type::Bool { Type::I8 } else { ty });
}

/// The same for cells that stay in memory: what has less than a word takes one, as not every machine has less in memory.
pub(super) fn into_words(kernel: &mut Kernel) {
    with_cells(kernel, word_of);
}

/// The type of a cell of words for values of a type.
pub(super) const fn word_of(ty: Type) -> Type {
    match ty {
        Type::Bool | Type::I8 | Type::I16 | Type::F16 => Type::I32,
        _ => ty,
    }
}

fn with_cells(kernel: &mut Kernel, held: fn(Type) -> Type) {
    let order = Cfg::new(kernel).rpo;
    keep_blocks(kernel, &order);
    split_ways_with_arguments(kernel);
    let crossing = Crossing::of(kernel);
    let cells: Vec<Option<Cell>> = (0..kernel.values.len() as u32)
        .map(|value| crossing.needs_cell(kernel, Value(value)).then(|| Cell::new(kernel, Value(value), held)))
        .collect();
    for block in kernel.block_ids() {
        Writer { cells: &cells, crossing: &crossing, block, here: OrdMap::new(), insts: vec![] }
            .rewrite(kernel);
    }
}

/// Gives ways with arguments that leave a branch a block of their own.
fn split_ways_with_arguments(kernel: &mut Kernel) {
    for at in 0..kernel.blocks.len() {
        let Block { term, term_span: span, .. } = &kernel.blocks[at];
        let (span, ways) = (*span, term.targets().count());
        for way in 0..ways {
            let next = BlockId(kernel.blocks.len() as u32);
            let target = kernel.blocks[at].term.targets_mut().nth(way);
            let target = target.filter(|target| ways > 1 && !target.args.is_empty());
            let to = Target { block: next, args: vec![] };
            if let Some(whole) = target.map(|target| core::mem::replace(target, to)) {
                kernel.blocks.push(empty(Terminator::Jump(whole), span));
            }
        }
    }
}

/// A block without instructions.
pub(super) fn empty(term: Terminator, term_span: Span) -> Block {
    Block { params: vec![], insts: vec![], term, term_span, unroll: None }
}

/// Adds a private cell for a value of a type, and gives its number.
pub(super) fn add_cell(kernel: &mut Kernel, name: &str, ty: Type) -> SlotId {
    add_slot(kernel, name, Space::Private, if ty == Type::Bool { Type::I8 } else { ty }, 1)
}

/// Adds a slot of some elements.
pub(super) fn add_slot(kernel: &mut Kernel, name: &str, space: Space, element: Type, len: u32) -> SlotId {
    let bytes = element.bytes();
    let (name, align, bytes) = (name.into(), bytes, bytes * len);
    kernel.slots.push(Slot { name, space, bytes, align, element, dynamic: false, init: vec![] });
    SlotId(kernel.slots.len() as u32 - 1)
}

/// Where the values of a kernel are made, and which are used elsewhere.
struct Crossing {
    homes: Vec<Option<BlockId>>,
    /// The parameters that each block had.
    params: Vec<Vec<Value>>,
    is_used_elsewhere: Vec<bool>,
}

impl Crossing {
    fn of(kernel: &Kernel) -> Crossing {
        let mut homes = vec![None; kernel.values.len()];
        for (id, block) in (0..).map(BlockId).zip(&kernel.blocks) {
            let results = block.insts.iter().filter_map(|inst| kernel.insts[inst.index()].result);
            results.chain(block.params.iter().copied()).for_each(|value| homes[value.index()] = Some(id));
        }
        let mut is_used_elsewhere = vec![false; kernel.values.len()];
        for (id, block) in (0..).map(BlockId).zip(&kernel.blocks) {
            let mut used = |value: Value| {
                is_used_elsewhere[value.index()] |= homes[value.index()] != Some(id);
            };
            for inst in &block.insts {
                kernel.insts[inst.index()].op.operands().into_iter().for_each(&mut used);
            }
            block.term.clone().for_each_operand(|value| used(*value));
        }
        let params = kernel.blocks.iter().map(|block| block.params.clone()).collect();
        Crossing { homes, params, is_used_elsewhere }
    }

    /// Parameters of blocks always go through a cell.
    fn needs_cell(&self, kernel: &Kernel, value: Value) -> bool {
        let is_param = matches!(kernel.values[value.index()].def, ValueDef::BlockParam(..));
        let is_made = self.homes[value.index()].is_some();
        is_made && (is_param || self.is_used_elsewhere[value.index()] && !is_free(kernel, value, DEPTH))
    }
}

/// How deep in a value is looked for what has a cost.
const DEPTH: u32 = 4;

/// Can a value be made anew anywhere at next to no cost? An address of a slot must: promotion would lose sight of the slot.
fn is_free(kernel: &Kernel, value: Value, depth: u32) -> bool {
    let Some((inst, depth)) = kernel.def(value).zip(depth.checked_sub(1)) else { return false };
    let free = |value| is_free(kernel, value, depth);
    match inst.op {
        Op::Const(_) | Op::Arg(_) | Op::Param(_) | Op::Slot(_) | Op::WorkItem(..) => true,
        Op::PtrAdd(a, b) | Op::Binary(Binary::Add | Binary::Sub | Binary::Mul | Binary::Shl, a, b) => {
            free(a) && free(b)
        }
        Op::Convert(Convert::Trunc | Convert::ZExt | Convert::SExt | Convert::Bits, a) => free(a),
        _ => false,
    }
}

/// The memory of one value.
#[derive(Clone, Copy)]
struct Cell {
    slot: SlotId,
    ty: Type,
    /// The type that it has in memory: that of its value, or an integer with at least as many bits.
    held: Type,
}

impl Cell {
    fn new(kernel: &mut Kernel, value: Value, held: fn(Type) -> Type) -> Cell {
        let ty = kernel.ty(value);
        let held = held(ty);
        Cell { slot: add_slot(kernel, &format!("v{}", value.0), Space::Private, held, 1), ty, held }
    }

    fn store(self, kernel: &mut Kernel, value: Value, span: Span, insts: &mut Vec<InstId>) {
        let mut steps = Steps { kernel, insts: core::mem::take(insts), span };
        let ptr = steps.slot(self.slot);
        let value = steps.held(value, self.held);
        steps.store(ptr, value);
        *insts = steps.insts;
    }

    /// Reads the cell; the result is `into`, or a new value.
    fn load(self, kernel: &mut Kernel, span: Span, into: Option<Value>, insts: &mut Vec<InstId>) -> Value {
        let mut steps = Steps { kernel, insts: core::mem::take(insts), span };
        let ptr = steps.slot(self.slot);
        let mut last = Op::Load { ptr, volatile: false };
        if self.ty != self.held {
            let held = steps.emit(last, self.held);
            last = steps.given(held, self.ty);
        }
        let value = match into {
            Some(value) => {
                steps.emit_to(last, value);
                value
            }
            None => steps.emit(last, self.ty),
        };
        *insts = steps.insts;
        value
    }
}

/// Writes the instructions of one block anew.
struct Writer<'c> {
    cells: &'c [Option<Cell>],
    crossing: &'c Crossing,
    block: BlockId,
    /// What stands here for values of other blocks.
    here: OrdMap<Value, Value>,
    insts: Vec<InstId>,
}

impl Writer<'_> {
    fn rewrite(mut self, kernel: &mut Kernel) {
        let at = self.block.index();
        let old = core::mem::take(&mut kernel.blocks[at].insts);
        for param in core::mem::take(&mut kernel.blocks[at].params) {
            if let Some(cell) = self.cells[param.index()] {
                cell.load(kernel, Span::NONE, Some(param), &mut self.insts);
            }
        }
        for id in old {
            let (mut op, span) = {
                let inst = &kernel.insts[id.index()];
                (inst.op.clone(), inst.span)
            };
            op.for_each_operand(|value| *value = self.get(kernel, *value, span));
            kernel.insts[id.index()].op = op;
            self.insts.push(id);
            let result = kernel.insts[id.index()].result;
            if let Some((value, cell)) = result.and_then(|value| Some((value, self.cells[value.index()]?))) {
                cell.store(kernel, value, span, &mut self.insts);
            }
        }
        let span = kernel.blocks[at].term_span;
        let mut term = kernel.blocks[at].term.clone();
        term.for_each_operand(|value| *value = self.get(kernel, *value, span));
        for target in term.targets_mut() {
            // The parameters that were here have become loads of the same cells.
            let params = self.params_of(target.block);
            for (arg, cell) in core::mem::take(&mut target.args).into_iter().zip(params) {
                cell.store(kernel, arg, span, &mut self.insts);
            }
        }
        kernel.blocks[at].term = term;
        kernel.blocks[at].insts = self.insts;
    }

    /// The cells of a block's parameters, in order.
    fn params_of(&self, block: BlockId) -> Vec<Cell> {
        self.crossing.params[block.index()].iter().filter_map(|value| self.cells[value.index()]).collect()
    }

    /// What stands in this block for a value.
    fn get(&mut self, kernel: &mut Kernel, value: Value, span: Span) -> Value {
        if self.crossing.homes.get(value.index()).is_none_or(|home| *home == Some(self.block)) {
            return value;
        }
        if let Some(known) = self.here.get(&value) {
            return *known;
        }
        let new = match self.cells[value.index()] {
            Some(cell) => cell.load(kernel, span, None, &mut self.insts),
            None => self.again(kernel, value, span),
        };
        self.here.insert(value, new);
        new
    }

    /// Makes a value that costs nothing.
    fn again(&mut self, kernel: &mut Kernel, value: Value, span: Span) -> Value {
        let Some(mut op) = kernel.def(value).map(|inst| inst.op.clone()) else { return value };
        op.for_each_operand(|value| *value = self.get(kernel, *value, span));
        let ty = kernel.ty(value);
        let (inst, new) = new_inst(kernel, op, ty, span);
        self.insts.push(inst);
        new
    }
}

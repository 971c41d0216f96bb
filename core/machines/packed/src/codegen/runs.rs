//! What has no packed instruction is done by scalar code, element after element. Neighbouring instructions of a block that
//! need it are a run: an element does all of them before the next one's turn. What others need of it goes to arrays.

use alloc::vec::Vec;

use lanescope_parts::{
    base::OrdMap,
    codegen::spmd::{
        indexed::Index,
        variability::{Level, Variability},
    },
    ir::{BlockId, InstId, Op, Value},
    riscv::{
        abi::Items,
        codegen::{Emit, Values},
    },
};

use super::{
    code::{Reg, ZERO},
    state::{Array, Generator, Made},
};
use crate::isa::Op as M;

impl Generator<'_> {
    /// Is an instruction done by scalar code for each element?
    pub fn is_split(&self, id: InstId) -> bool {
        let inst = &self.facts.kernel.insts[id.index()];
        let early = inst.result.is_some_and(|value| self.facts.variability.level(value) < Level::Block);
        let whole = match inst.op {
            Op::Load { .. } | Op::Store { .. } => {
                let choice = &self.strip.choice;
                choice.whole.contains(&id.index()) || choice.indexed.contains_key(&id.index())
            }
            _ => inst.result.is_some_and(|value| {
                self.strip.choice.wide.contains(&value) || self.strip.choice.folded.contains(&value)
            }),
        };
        self.facts.is_for_elements(inst) && !early && !whole
    }

    /// Writes a run, for each element in turn; those that a mask leaves out do nothing that shows.
    pub fn run(&mut self, run: &[InstId]) -> Made<()> {
        let kernel = &self.facts.kernel;
        let results: Vec<Value> = run.iter().filter_map(|id| kernel.insts[id.index()].result).collect();
        let operands = run.iter().flat_map(|id| kernel.insts[id.index()].op.operands());
        let from_outside: Vec<Value> = operands
            .filter(|value| {
                self.facts.variability.of(*value) == Variability::Vector && !results.contains(value)
            })
            .collect();
        // What a loop has left behind is asked for as a register.
        for value in from_outside {
            self.array_of(value)?;
        }
        let mut arrays: Vec<(Value, Array)> = Vec::new();
        for value in results {
            if self.is_used_outside(value, run) {
                arrays.push((value, self.array(self.facts.kernel.ty(value))));
            }
        }
        let effects = run.iter().any(|id| {
            let op = &kernel.insts[id.index()].op;
            op.has_effect() || matches!(op, Op::Load { .. })
        });
        let mask = match self.block_mask().filter(|_| effects) {
            Some(mask) => {
                let array = self.array(lanescope_parts::ir::Type::Bool);
                self.write_array(array, mask);
                Some(array)
            }
            None => None,
        };
        for at in 0..self.cut().count() {
            let next = self.code.label();
            if let Some(mask) = mask {
                let takes_part = self.read_element(mask, at);
                self.code.branch(M::Beq, takes_part, ZERO, next);
            }
            self.strip.element = Some(at);
            let all = core::mem::replace(&mut self.code.items, Items::One(at as u8));
            self.strip.own = OrdMap::new();
            for id in run {
                let inst = &kernel.insts[id.index()];
                self.code.span = inst.span;
                self.for_element(&inst.op, inst.result)?;
            }
            self.strip.element = None;
            self.code.items = all;
            for (value, array) in &arrays {
                if let Some(from) = self.strip.own.get(value).copied() {
                    self.write_element(*array, at, from);
                }
            }
            self.code.place(next);
        }
        for (value, array) in arrays {
            self.strip.arrays.insert(value, array);
        }
        Ok(())
    }

    fn for_element(&mut self, op: &Op, result: Option<Value>) -> Made<()> {
        let reg = match op {
            Op::Store { ptr, value, .. } => {
                self.store(*ptr, *value)?;
                None
            }
            Op::Atomic(..) | Op::CompareExchange(..) => Some(self.atomic(op)?),
            Op::Load { ptr, .. } => {
                let ty = result.map_or(lanescope_parts::ir::Type::I32, |value| self.facts.kernel.ty(value));
                Some(self.load(*ptr, ty)?)
            }
            op => match result {
                Some(value) => Some(self.computed(op, value)?),
                None => None,
            },
        };
        if let (Some(value), Some(reg)) = (result, reg) {
            self.strip.own.insert(value, reg);
        }
        Ok(())
    }

    /// What a value is for the element whose turn it is.
    pub fn scalar_of_element(&mut self, value: Value, at: u32) -> Made<Reg> {
        if let Some(reg) = self.strip.own.get(&value) {
            return Ok(*reg);
        }
        let reg = match self.facts.variability.of(value) {
            Variability::Scalar => {
                self.strip.element = None;
                let reg = self.scalar(value);
                self.strip.element = Some(at);
                return reg;
            }
            Variability::Affine => self.on_line(value, at)?,
            Variability::Vector => {
                let array = self.array_of(value)?;
                self.read_element(array, at)
            }
        };
        self.strip.own.insert(value, reg);
        Ok(reg)
    }

    fn is_used_outside(&self, value: Value, run: &[InstId]) -> bool {
        let kernel = &self.facts.kernel;
        if self.facts.kept.keeps(value) {
            return true;
        }
        kernel.block_ids().any(|block: BlockId| {
            let body = &kernel.blocks[block.index()];
            let mut others = body.insts.iter().filter(|id| !run.contains(id));
            let mut ends = false;
            body.term.clone().for_each_operand(|operand| ends |= *operand == value);
            ends || others.any(|id| {
                // A gather or scatter reads its index, which its pointer is made of and need not be itself.
                let places = self.strip.choice.indexed.get(&id.index());
                let is_index = places.is_some_and(|places| places.index == Index::Each(value));
                is_index || kernel.insts[id.index()].op.operands().contains(&value)
            })
        })
    }
}

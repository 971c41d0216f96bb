//! Which accesses may be gathers and scatters, one instruction each. (`indexed` writes them.)
//!
//! Such an instruction adds a scalar and an index for each element, widened with its sign and multiplied by 1, 2, 4 or 8. So the
//! pointer must be a sum of scalars and of one such product, or lie in a line of a known distance. An index of 32 bits is exact
//! where the kernel itself widens one with its sign, or one that has none; with elements of 64 bits the index may be anything of
//! 64 bits, also the whole pointer. What only makes such a pointer needs no code of its own.
//!
//! Absent: elements of less than 32 bits and private memory (element by element), lines whose distance is a register.

use alloc::vec::Vec;

use super::{
    choose::{Choice, accessed, distance},
    lanes::Cut,
};
use crate::{
    codegen::spmd::{
        Facts,
        access::Base,
        kinds::{Kind, Level},
    },
    ir::{Binary, BlockId, Convert, Inst, Op as Ir, Type, Value},
};

/// The longest distance from element to element of a line, so that a register of them fits in 32 bits with sign.
const FARTHEST: i64 = 1 << 24;
/// How deep a sum is looked into.
const DEPTH: u32 = 8;

/// Where the elements of an access are.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// Scalars that are added up.
    pub base: Vec<Value>,
    pub index: Index,
    /// The index is shifted left by so many bits.
    pub shift: u32,
    /// What makes the pointer and nothing else, where only such accesses use it.
    pub made_of: Vec<Value>,
}

/// The part of an address that differs from element to element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Index {
    /// 0, a distance, twice the distance, … from the first element's address.
    Line(i64),
    /// A value.
    Each(Value),
}

/// The places of a load or store, if it may be a gather or scatter.
pub(super) fn places(facts: &Facts, cut: Cut, block: BlockId, inst: &Inst) -> Option<Places> {
    let (ptr, may) = match inst.op {
        Ir::Load { ptr, volatile: false } => (ptr, cut.gathers),
        Ir::Store { ptr, volatile: false, .. } => (ptr, cut.gathers && cut.has_masks()),
        _ => return None,
    };
    let ty = accessed(facts, inst);
    let fits = ty != Type::Bool && cut.fits(ty) && cut.lane >= 4;
    if !may || !fits || matches!(facts.base(ptr), Base::Private | Base::Constant) {
        return None;
    }
    match facts.kinds.kind(ptr) {
        Kind::Scalar => None,
        Kind::Affine => {
            let distance = distance(facts, ptr).filter(|distance| distance.abs() <= FARTHEST)?;
            Some(Places { base: Vec::new(), index: Index::Line(distance), shift: 0, made_of: Vec::new() })
        }
        Kind::Vector => {
            let mut sum = Sum { facts, cut, block, base: Vec::new(), index: None, made_of: Vec::new() };
            if sum.add(ptr, DEPTH) {
                let (index, shift) = sum.index?;
                let (base, made_of) = (sum.base, sum.made_of);
                return Some(Places { base, index: Index::Each(index), shift, made_of });
            }
            let whole = cut.lane == 8 && sum.is_here(ptr);
            let (base, made_of) = (Vec::new(), Vec::new());
            whole.then_some(Places { base, index: Index::Each(ptr), shift: 0, made_of })
        }
    }
}

/// A pointer that is taken apart.
struct Sum<'f> {
    facts: &'f Facts,
    cut: Cut,
    block: BlockId,
    base: Vec<Value>,
    index: Option<(Value, u32)>,
    made_of: Vec<Value>,
}

impl Sum<'_> {
    /// Has a value where the access is what it had where it was made?
    fn is_here(&self, value: Value) -> bool {
        let facts = self.facts;
        if facts.kinds.level(value) < Level::Block {
            return true;
        }
        let around = facts.kept.home(value).and_then(|home| facts.flow.loops.innermost[home.index()]);
        let inside = around.is_none_or(|at| facts.flow.loops.contains(at, self.block));
        inside && !facts.kept.is_elsewhere(value, self.block)
    }

    /// Adds a value of 64 bits. Says whether the sum is still one that an instruction can make.
    fn add(&mut self, value: Value, depth: u32) -> bool {
        if !self.is_here(value) {
            return false;
        }
        if self.facts.kinds.is_scalar(value) {
            self.base.push(value);
            return true;
        }
        let op = self.facts.kernel.def(value).map(|inst| &inst.op).filter(|_| depth > 0);
        match op {
            Some(Ir::PtrAdd(a, b) | Ir::Binary(Binary::Add, a, b)) => {
                self.made_of.push(value);
                self.add(*a, depth - 1) && self.add(*b, depth - 1)
            }
            Some(Ir::Convert(Convert::Bits, a)) => {
                self.made_of.push(value);
                self.add(*a, depth - 1)
            }
            _ => self.multiply(value),
        }
    }

    /// Takes a value as the index, with its scale.
    fn multiply(&mut self, value: Value) -> bool {
        let kernel = &self.facts.kernel;
        let (factor, shift) = match kernel.def(value).map(|inst| &inst.op) {
            Some(Ir::Binary(Binary::Shl, a, by)) => match kernel.constant(*by) {
                Some(by @ 0..=3) => (*a, by as u32),
                _ => (value, 0),
            },
            Some(Ir::Binary(Binary::Mul, a, b)) => match kernel.constant(*b) {
                Some(by @ (1 | 2 | 4 | 8)) => (*a, by.trailing_zeros()),
                _ => (value, 0),
            },
            _ => (value, 0),
        };
        if factor != value {
            self.made_of.push(value);
        }
        let Some(index) = self.narrow(factor) else { return false };
        self.is_here(factor) && self.is_here(index) && self.index.replace((index, shift)).is_none()
    }

    /// The index as wide as an element.
    fn narrow(&mut self, factor: Value) -> Option<Value> {
        if self.cut.lane == 8 {
            return Some(factor);
        }
        let kernel = &self.facts.kernel;
        let index = match kernel.def(factor)?.op {
            Ir::Convert(Convert::SExt, a) => a,
            Ir::Convert(Convert::ZExt, a) if has_no_sign(self.facts, a) => a,
            _ => return None,
        };
        self.made_of.push(factor);
        (kernel.ty(index) == Type::I32).then_some(index)
    }
}

/// Is the highest bit of a number 0, whatever else is in it?
fn has_no_sign(facts: &Facts, value: Value) -> bool {
    let kernel = &facts.kernel;
    let small = |value: Value| {
        kernel.constant(value).is_some_and(|bits| bits >> (kernel.ty(value).bits() - 1) & 1 == 0)
    };
    match kernel.def(value).map(|inst| &inst.op) {
        Some(Ir::Binary(Binary::And, a, b)) => small(*a) || small(*b),
        Some(Ir::Binary(Binary::ShrU, _, by)) => {
            kernel.constant(*by).is_some_and(|by| by & u64::from(kernel.ty(value).bits() - 1) > 0)
        }
        Some(Ir::Convert(Convert::ZExt, _)) => true,
        _ => false,
    }
}

impl Choice {
    /// Finds the gathers and scatters of the region, and what needs no code because of them.
    pub fn find_indexed(&mut self, facts: &Facts, is_whole: impl Fn(&mut Choice, BlockId, &Inst) -> bool) {
        let kernel = &facts.kernel;
        for block in self.plan.masks.order.clone() {
            for id in &kernel.blocks[block.index()].insts {
                let inst = &kernel.insts[id.index()];
                let found = places(facts, self.cut, block, inst);
                if let Some(places) = found.filter(|_| !is_whole(self, block, inst)) {
                    self.indexed.insert(id.index(), places);
                }
            }
        }
        let made_of = self.indexed.values().flat_map(|places| places.made_of.iter().copied());
        self.folded = made_of.filter(|value| facts.is_vector(*value) && !facts.kept.keeps(*value)).collect();
        while let Some(value) = self.folded.iter().copied().find(|value| self.needs(facts, *value)) {
            self.folded.remove(&value);
        }
    }

    /// Is a value needed for more than the addresses of gathers and scatters?
    fn needs(&self, facts: &Facts, value: Value) -> bool {
        let kernel = &facts.kernel;
        let is_index = |places: &Places| places.index == Index::Each(value);
        self.indexed.values().any(is_index)
            || kernel.block_ids().any(|block| {
                let block = &kernel.blocks[block.index()];
                let mut ends = false;
                block.term.clone().for_each_operand(|operand| ends |= *operand == value);
                ends || block.insts.iter().any(|id| {
                    let inst = &kernel.insts[id.index()];
                    let address = match inst.op {
                        Ir::Load { .. } => self.indexed.contains_key(&id.index()),
                        Ir::Store { value: data, .. } => {
                            data != value && self.indexed.contains_key(&id.index())
                        }
                        _ => inst.result.is_some_and(|result| self.folded.contains(&result)),
                    };
                    !address && inst.op.operands().contains(&value)
                })
            })
    }
}

//! Accesses by an index: which pointers are a sum of scalars and of one factor that differs from element to element, as
//! gathers and scatters add it up.
//!
//! Such an instruction adds a scalar and an index for each element, widened with its sign and multiplied by 1, 2, 4 or 8. So
//! the pointer must be a sum of scalars and of one such product, or lie in a line of a known distance. An index of 32 bits is
//! exact where the kernel itself widens one with its sign, or one that has none; an index of 64 bits may be anything of
//! 64 bits, also the whole pointer. What only makes such a pointer needs no code of its own.
//!
//! Absent: lines whose distance is a register.

use alloc::vec::Vec;

use super::{
    Facts,
    variability::{Level, Variability},
};
use crate::{
    analysis::uniformity::Shape,
    base::{OrdMap, OrdSet},
    ir::{Binary, BlockId, Convert, Op as Ir, Type, Value},
};

/// The longest distance from element to element of a line, so that a register of them fits in 32 bits with sign.
const FARTHEST: i64 = 1 << 24;
/// How deep a sum is looked into.
const DEPTH: u32 = 8;

/// Where the elements of an access are.
#[derive(Clone, Debug)]
pub struct Places {
    /// Scalars that are added up.
    pub base: Vec<Value>,
    /// What is added to them, times a power of two.
    pub index: Index,
    /// The index is shifted left by so many bits.
    pub shift: u32,
    /// What makes the pointer and nothing else, where only such accesses use it.
    pub made_of: Vec<Value>,
}

/// The part of an address that differs from element to element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    /// 0, a distance, twice the distance, … from the first element's address.
    Line(i64),
    /// A value.
    Each(Value),
}

impl Facts {
    /// The distance in bytes from element to element, where it is a number.
    pub fn distance(&self, value: Value) -> Option<i64> {
        match self.uniform.shape(value) {
            Shape::Affine(distance) => distance,
            Shape::Uniform => Some(0),
            Shape::Varying => None,
        }
    }

    /// The places of an access in a block, if an instruction with an index of so many bytes (4 or 8) may make them. Not for
    /// scalar pointers.
    pub fn places(&self, block: BlockId, ptr: Value, index_bytes: u32) -> Option<Places> {
        match self.variability.of(ptr) {
            Variability::Scalar => None,
            Variability::Affine => {
                let distance = self.distance(ptr).filter(|distance| distance.abs() <= FARTHEST)?;
                Some(Places { base: Vec::new(), index: Index::Line(distance), shift: 0, made_of: Vec::new() })
            }
            Variability::Vector => {
                let whole = index_bytes == 8;
                let mut sum =
                    Sum { facts: self, whole, block, base: Vec::new(), index: None, made_of: Vec::new() };
                if sum.add(ptr, DEPTH) {
                    let (index, shift) = sum.index?;
                    let (base, made_of) = (sum.base, sum.made_of);
                    return Some(Places { base, index: Index::Each(index), shift, made_of });
                }
                let (base, made_of) = (Vec::new(), Vec::new());
                let fits = whole && sum.is_here(ptr);
                fits.then_some(Places { base, index: Index::Each(ptr), shift: 0, made_of })
            }
        }
    }

    /// Values that only make addresses of the given accesses (by the place of their instruction in the kernel): they need no
    /// code of their own.
    pub fn folded(&self, accesses: &OrdMap<usize, Places>) -> OrdSet<Value> {
        let made_of = accesses.values().flat_map(|places| places.made_of.iter().copied());
        let mut folded: OrdSet<Value> =
            made_of.filter(|value| self.is_vector(*value) && !self.kept.keeps(*value)).collect();
        while let Some(value) = folded.iter().copied().find(|value| self.needs(accesses, &folded, *value)) {
            folded.remove(&value);
        }
        folded
    }

    /// Is a value needed for more than the addresses of the accesses and what is folded into them?
    fn needs(&self, accesses: &OrdMap<usize, Places>, folded: &OrdSet<Value>, value: Value) -> bool {
        let kernel = &self.kernel;
        let is_index = |places: &Places| places.index == Index::Each(value);
        accesses.values().any(is_index)
            || kernel.block_ids().any(|block| {
                let block = &kernel.blocks[block.index()];
                let mut ends = false;
                block.term.clone().for_each_operand(|operand| ends |= *operand == value);
                ends || block.insts.iter().any(|id| {
                    let inst = &kernel.insts[id.index()];
                    let address = match inst.op {
                        Ir::Load { .. } => accesses.contains_key(&id.index()),
                        Ir::Store { value: data, .. } => data != value && accesses.contains_key(&id.index()),
                        _ => inst.result.is_some_and(|result| folded.contains(&result)),
                    };
                    !address && inst.op.operands().contains(&value)
                })
            })
    }
}

/// A pointer that is taken apart.
struct Sum<'f> {
    facts: &'f Facts,
    /// May the index be any number of 64 bits?
    whole: bool,
    block: BlockId,
    base: Vec<Value>,
    index: Option<(Value, u32)>,
    made_of: Vec<Value>,
}

impl Sum<'_> {
    /// Does a value still hold, where the access is, what it held where it was computed?
    fn is_here(&self, value: Value) -> bool {
        let facts = self.facts;
        if facts.variability.level(value) < Level::Block {
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
        if self.facts.variability.is_scalar(value) {
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
        if self.whole {
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

//! What values are in each lane, as far as the place of the lane says it (HARP 4.12, "extension HP-64").
//!
//! The reference's analysis calls every branch nonunanimous whose condition follows from the lane: `lane < k` for any `k`. Here a value that follows from
//! constants and from places in the group alone is computed for all work-items of a group, by the arithmetic of the interpreter: so sums, products,
//! shifts, masks and remainders need no rule of their own. A condition on which the work-items of each warp agree is one on which lanes agree.
//!
//! With a group size that the kernel demands (`reqd_work_group_size`), the work-items of each warp are known, and warps may differ: `l < 32` in groups of 64
//! on warps of 16. Without one all that is known is that a group has no more work-items than its warps have lanes: a condition on one dimension must be
//! the same for all places that there may be.
//!
//! Deliberately absent: values that also follow from numbers which are the same for all, but unknown (`group * 16 + l < n`): whether lanes agree on such
//! a condition is a question of those numbers. Parameters of blocks, and what is loaded.

use alloc::{rc::Rc, vec::Vec};
use core::iter;

use lanescope_parts::{
    base::num,
    ir::{BlockId, InstId, Kernel, Op, Type, Value, WorkItem, cfg::Cfg},
};

use super::super::isa::Arch;

/// Places that are looked at, at most.
const MOST_PLACES: u64 = 1 << 12;
/// Numbers that are computed for a kernel, at most.
const MOST_NUMBERS: u64 = 1 << 22;

/// What is known of the values of a kernel.
#[derive(Clone, Debug)]
pub(super) struct Ranges {
    /// The place of each work-item of a group, warps one behind another; or each place that there may be, if their number is unknown.
    places: Vec<[u32; 3]>,
    /// The size of a group, if the kernel demands one.
    size: Option<[u32; 3]>,
    /// Lanes of a warp, or all places, if it is not known which are those of a warp.
    together: usize,
    /// What each value is at each place, and the dimension that it follows from, if it follows from one alone.
    known: Vec<Option<Known>>,
}

#[derive(Clone, Debug)]
struct Known {
    /// The bits at each place.
    bits: Rc<[u64]>,
    /// The dimensions that it follows from, a bit for each.
    dimensions: u8,
}

impl Ranges {
    /// Computes what can be.
    pub fn new(kernel: &Kernel, cfg: &Cfg, arch: Arch) -> Ranges {
        let most = u64::from(arch.lanes) * u64::from(arch.warps);
        let all = |size: [u32; 3]| size.iter().map(|count| u64::from(*count)).product::<u64>();
        let size = kernel.required_local.filter(|size| all(*size) <= most);
        let places: Vec<[u32; 3]> = match size {
            Some(size) if all(size) <= MOST_PLACES => (0..all(size) as u32)
                .map(|item| [item % size[0], item / size[0] % size[1], item / size[0] / size[1]])
                .collect(),
            None if most <= MOST_PLACES && kernel.required_local.is_none() => {
                (0..most as u32).map(|place| [place; 3]).collect()
            }
            _ => Vec::new(),
        };
        let together = if size.is_some() { arch.lanes.into() } else { places.len().max(1) };
        let mut ranges =
            Ranges { places, size, together, known: iter::repeat_n(None, kernel.values.len()).collect() };
        let mut left = MOST_NUMBERS;
        let each = cfg.rpo.iter().flat_map(|block: &BlockId| &kernel.blocks[block.index()].insts);
        for inst in each {
            ranges.compute(kernel, *inst, &mut left);
        }
        ranges
    }

    /// Do the lanes of every warp agree on a value?
    pub fn agree(&self, value: Value) -> bool {
        let Some(known) = &self.known[value.index()] else { return false };
        // Without a size it is not known which places of several dimensions there are together.
        let is_exact = self.size.is_some() || known.dimensions.count_ones() <= 1;
        !known.bits.is_empty()
            && is_exact
            && known.bits.chunks(self.together).all(|warp| warp.iter().all(|bits| *bits == warp[0]))
    }

    fn compute(&mut self, kernel: &Kernel, inst: InstId, left: &mut u64) {
        let inst = &kernel.insts[inst.index()];
        let count = self.places.len() as u64;
        let Some(value) = inst.result.filter(|_| count > 0 && count <= *left) else { return };
        let ty = kernel.ty(value);
        if let Some(known) = self.made(kernel, &inst.op, ty) {
            *left -= count;
            self.known[value.index()] = Some(known);
        }
    }

    /// What an instruction makes.
    fn made(&self, kernel: &Kernel, op: &Op, ty: Type) -> Option<Known> {
        let operands: Vec<&Known> = match op {
            Op::Const(bits) => {
                return Some(Known {
                    bits: iter::repeat_n(*bits & ty.mask(), self.places.len()).collect(),
                    dimensions: 0,
                });
            }
            Op::WorkItem(what, dimension) => return self.place(*what, usize::from(*dimension)),
            Op::Unary(..) | Op::Binary(..) | Op::Compare(..) | Op::Select(..) | Op::Convert(..) => op
                .operands()
                .into_iter()
                .map(|value| self.known[value.index()].as_ref())
                .collect::<Option<Vec<&Known>>>()?,
            _ => return None,
        };
        let from = op.operands().first().map_or(ty, |value| kernel.ty(*value));
        let at = |place: usize| {
            let of = |operand: usize| operands.get(operand).map_or(0, |known| known.bits[place]);
            match op {
                Op::Unary(op, _) => num::unary(*op, ty, of(0)),
                Op::Binary(op, ..) => num::binary(*op, ty, of(0), of(1)),
                Op::Compare(op, ..) => num::compare(*op, from, of(0), of(1)).into(),
                Op::Convert(op, _) => num::convert(*op, from, ty, of(0)),
                _ => of(if of(0) & 1 == 1 { 1 } else { 2 }),
            }
        };
        let dimensions = operands.iter().fold(0, |all, known| all | known.dimensions);
        Some(Known { bits: (0..self.places.len()).map(at).collect(), dimensions })
    }

    /// A place in the group, or its size.
    fn place(&self, what: WorkItem, dimension: usize) -> Option<Known> {
        match (what, self.size) {
            (WorkItem::LocalId, _) => {
                let bits = self.places.iter().map(|place| u64::from(place[dimension])).collect();
                Some(Known { bits, dimensions: 1 << dimension })
            }
            (WorkItem::LocalSize, Some(size)) => {
                let bits = iter::repeat_n(u64::from(size[dimension]), self.places.len()).collect();
                Some(Known { bits, dimensions: 0 })
            }
            _ => None,
        }
    }
}

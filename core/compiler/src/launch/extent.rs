//! What a kernel's accesses say about a launch that nobody described: how long its buffers have to be, and which group
//! size its work-group arrays are made for.

use alloc::{vec, vec::Vec};

use super::{
    interval::Interval,
    range::{Known, Place, Ranges, Root, places, unconverted},
};
use crate::base::order;
use crate::ir::{Binary, Kernel, Op, Space, Value, WorkItem, cfg::Cfg, dom::DomTree};

/// Most work-items of a group that an array can ask for.
const GROUP: u64 = 1024;
/// No group has as many work-items in one dimension.
const BEYOND: i128 = 1 << 30;

/// For each parameter: bytes up to the end of the furthest access whose place is known.
pub fn reach(kernel: &Kernel, known: &Known) -> Vec<u64> {
    let cfg = Cfg::new(kernel);
    let dom = DomTree::dominators(&cfg);
    let mut ranges = Ranges::new(kernel, &cfg, &dom, known);
    let mut reach = vec![0; kernel.params.len()];
    let mut block = None;
    for place in places(kernel) {
        let Root::Param(param) = place.root else { continue };
        if block != Some(place.block) {
            ranges.enter(place.block);
            block = Some(place.block);
        }
        let last = ranges.offset(place.ptr).and_then(Interval::bound);
        let end = last.and_then(|last| u64::try_from(last + i128::from(place.bytes)).ok());
        if let (Some(end), Some(reach)) = (end, reach.get_mut(param as usize)) {
            *reach = end.max(*reach);
        }
    }
    reach
}

/// The group size that the kernel's work-group arrays are made for, where they are indexed by the position in the group:
/// an array `tile[16][17]` that is used as `tile[ty][tx]` is made for 16 x 16 (one more column than a power of two keeps
/// bank conflicts away). A kernel that asks for the size of its groups can do with fewer than its arrays hold: then
/// `usual` counts, if it fits.
pub fn group_size(kernel: &Kernel, usual: [u32; 3]) -> Option<[u32; 3]> {
    let arrays = |place: &Place| match place.root {
        Root::Slot(slot) => {
            let slot = &kernel.slots[slot as usize];
            slot.space == Space::Local && !slot.dynamic
        }
        Root::Param(_) => false,
    };
    let places: Vec<Place> = places(kernel).into_iter().filter(arrays).collect();
    if places.is_empty() {
        return None;
    }
    let cfg = Cfg::new(kernel);
    let dom = DomTree::dominators(&cfg);
    let mut most = [u32::MAX; 3];
    let probe = Probe { kernel, cfg: &cfg, dom: &dom, usual };
    for place in &places {
        for (d, size) in probe.sizes(place) {
            most[d] = most[d].min(size);
        }
    }
    let size = |d: usize| match (most[d], asks_for_size(kernel, d as u8)) {
        (u32::MAX, _) => usual[d],
        (size, true) => usual[d].min(without_padding(size)),
        (size, false) => without_padding(size),
    };
    let sizes: [u32; 3] = core::array::from_fn(size);
    (most != [u32::MAX; 3] && super::volume(sizes) <= GROUP).then_some(sizes)
}

/// One more than a power of two is that power and a column that nobody uses.
fn without_padding(size: u32) -> u32 {
    if size > 2 && (size - 1).is_power_of_two() { size - 1 } else { size }
}

/// Is the size of the group used for more than the position in the whole range?
fn asks_for_size(kernel: &Kernel, dimension: u8) -> bool {
    let is = |value: Value, item: WorkItem| {
        let op = kernel.def(unconverted(kernel, value)).map(|inst| &inst.op);
        op == Some(&Op::WorkItem(item, dimension))
    };
    let of_position = |op: &Op| match op {
        Op::Binary(Binary::Mul, a, b) => {
            let other =
                |a, b| is(a, WorkItem::LocalSize) && (is(b, WorkItem::GroupId) || is(b, WorkItem::NumGroups));
            other(*a, *b) || other(*b, *a)
        }
        Op::Convert(..) => true,
        _ => false,
    };
    let mut insts =
        kernel.blocks.iter().flat_map(|block| &block.insts).map(|inst| &kernel.insts[inst.index()].op);
    let in_code = insts
        .any(|op| op.operands().into_iter().any(|value| is(value, WorkItem::LocalSize)) && !of_position(op));
    let mut passed =
        kernel.blocks.iter().flat_map(|block| block.term.targets()).flat_map(|target| &target.args);
    in_code || passed.any(|value| is(*value, WorkItem::LocalSize))
}

/// Finds out how an address depends on the position in the group, by looking at it for several positions.
struct Probe<'a> {
    kernel: &'a Kernel,
    cfg: &'a Cfg,
    dom: &'a DomTree,
    usual: [u32; 3],
}

impl Probe<'_> {
    /// The offsets of an access for the work-item at this position of the first group; `None` if it does not get there.
    fn offset(&self, place: &Place, position: [i128; 3]) -> Option<Interval> {
        let known = Known {
            local_id: position.map(Interval::point),
            group_id: [Interval::point(0); 3],
            local: self.usual,
            global: self.usual,
            params: vec![Interval::ALL; self.kernel.params.len()],
        };
        let mut ranges = Ranges::new(self.kernel, self.cfg, self.dom, &known);
        ranges.enter(place.block);
        ranges.offset(place.ptr)
    }

    /// The dimensions in which an access moves through its array, with the number of work-items that fit.
    fn sizes(&self, place: &Place) -> Vec<(usize, u32)> {
        let (Root::Slot(slot), Some(first)) = (place.root, self.offset(place, [0; 3])) else {
            return Vec::new();
        };
        let Some(mut offset) = first.bound() else { return Vec::new() };
        let mut strides: Vec<(i128, usize)> = Vec::new();
        for d in 0..3 {
            match self.stride(place, first, d) {
                Some(0) => {}
                Some(stride) if stride > 0 => strides.push((stride, d)),
                _ => return Vec::new(),
            }
        }
        order::sort(&mut strides);
        let (mut room, mut sizes) = (i128::from(self.kernel.slots[slot as usize].bytes), Vec::new());
        for (stride, d) in strides.into_iter().rev() {
            let size = (room - offset - i128::from(place.bytes)) / stride + 1;
            match u32::try_from(size) {
                Ok(size @ 1..) => sizes.push((d, size)),
                _ => return Vec::new(),
            }
            (room, offset) = (stride, offset % stride);
        }
        sizes
    }

    /// Bytes from one position to the next in a dimension; `None` if they differ, or if a condition keeps far positions
    /// away, which then need not fit.
    fn stride(&self, place: &Place, first: Interval, d: usize) -> Option<i128> {
        let at = |position: i128| {
            let mut all = [0; 3];
            all[d] = position;
            self.offset(place, all)
        };
        at(BEYOND)?;
        let second = at(1)?;
        let stride = second.low - first.low;
        (second.high - first.high == stride).then_some(stride)
    }
}

//! The steps that operations of lanes become.

use super::super::steps::Steps;
use crate::{
    base::num::lane,
    ir::{Binary, Compare, Convert, LaneOp, Op, SlotId, Space, Type, Value, WorkItem},
};

/// Where a work-item is.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Its number in its group.
    pub own: Value,
    /// Its number in its warp.
    pub lane: Value,
    /// The number of the first of its warp in the group.
    pub first: Value,
    /// Work-items of the group.
    pub items: Value,
}

/// What an operation reads.
pub(super) struct Asked {
    pub place: Place,
    pub cells: SlotId,
    /// Where those who take part are marked, if not all do.
    pub marks: Option<SlotId>,
    /// The mask, if it does not name all.
    pub mask: Option<Value>,
}

impl Steps<'_> {
    /// Where this work-item is: numbers in a row along x, then y, then z.
    pub(super) fn place(&mut self) -> Place {
        let of = |steps: &mut Self, what, dimension| steps.emit(Op::WorkItem(what, dimension), Type::I32);
        let mut own = of(self, WorkItem::LocalId, 2);
        let mut items = of(self, WorkItem::LocalSize, 2);
        for dimension in [1, 0] {
            let size = of(self, WorkItem::LocalSize, dimension);
            let (rows, id) = (self.two(Binary::Mul, own, size), of(self, WorkItem::LocalId, dimension));
            own = self.two(Binary::Add, rows, id);
            items = self.two(Binary::Mul, items, size);
        }
        let lane = self.with(Binary::And, own, u64::from(self.kernel.warp()) - 1);
        let first = self.two(Binary::Sub, own, lane);
        Place { own, lane, first, items }
    }

    /// The cell of a work-item.
    pub(super) fn cell(&mut self, cells: SlotId, at: Value) -> Value {
        let bytes = u64::from(self.kernel.slots[cells.index()].element.bytes());
        let at = self.with(Binary::Mul, at, bytes);
        let at = self.convert(Convert::ZExt, at, Type::I64);
        let base = self.slot(cells);
        self.emit(Op::PtrAdd(base, at), Type::Ptr(Space::Local))
    }

    pub(super) fn write(&mut self, cells: SlotId, at: Value, value: Value) {
        let ptr = self.cell(cells, at);
        self.store(ptr, value);
    }

    fn read(&mut self, cells: SlotId, at: Value) -> Value {
        let (ptr, ty) = (self.cell(cells, at), self.kernel.slots[cells.index()].element);
        self.load(ptr, ty)
    }

    /// The bit of a lane if something holds in it, else nothing.
    pub(super) fn bit(&mut self, holds: Value, lane: Value) -> Value {
        let one = self.number(1);
        let (bit, none) = (self.two(Binary::Shl, one, lane), self.number(0));
        self.choose(holds, bit, none)
    }

    /// What the lane that a shuffle reads from holds, or this one if that does not take part.
    pub(super) fn shuffled(&mut self, op: LaneOp, args: &[Value], asked: &Asked) -> Value {
        let &[own, by, segments] = args else { return args[0] };
        let Place { own: here, lane, first, items } = asked.place;
        let (from, reaches) = self.source(op, lane, by, segments);
        let warp = self.number(self.kernel.warp().into());
        let (other, is_lane) = (self.two(Binary::Add, first, from), self.test(Compare::LtU, from, warp));
        let is_item = self.test(Compare::LtU, other, items);
        let is_there = self.two(Binary::And, is_lane, is_item);
        let mut takes_part = self.two(Binary::And, reaches, is_there);
        if let Some(mask) = asked.mask {
            let moved = self.two(Binary::ShrU, mask, from);
            let (bit, none) = (self.with(Binary::And, moved, 1), self.number(0));
            let named = self.test(Compare::Ne, bit, none);
            takes_part = self.two(Binary::And, takes_part, named);
        }
        // The own cell holds the own value.
        let at = self.choose(takes_part, other, here);
        let found = self.read(asked.cells, at);
        let ty = self.kernel.ty(own);
        let found = if self.kernel.ty(found) == ty {
            found
        } else {
            let op = self.given(found, ty);
            self.emit(op, ty)
        };
        match asked.marks {
            None => found,
            Some(marks) => {
                let takes_part = self.marked(marks, at);
                self.choose(takes_part, found, own)
            }
        }
    }

    /// Is a work-item marked?
    pub(super) fn marked(&mut self, marks: SlotId, at: Value) -> Value {
        let (mark, none) = (self.read(marks, at), self.number(0));
        self.test(Compare::Ne, mark, none)
    }

    /// What a private cell says of this work-item.
    pub(super) fn active(&mut self, cell: SlotId) -> Value {
        let ptr = self.slot(cell);
        self.load(ptr, Type::I32)
    }

    /// The lane that a shuffle reads from, and whether it lies in the segment ([`lane::source`]).
    pub(super) fn source(&mut self, op: LaneOp, lane: Value, by: Value, segments: Value) -> (Value, Value) {
        let by = self.with(Binary::And, by, lane::NUMBER.into());
        let fixed = self.with(Binary::ShrU, segments, 8);
        let fixed = self.with(Binary::And, fixed, lane::NUMBER.into());
        let last = self.with(Binary::And, segments, lane::NUMBER.into());
        let free = self.with(Binary::Xor, fixed, lane::NUMBER.into());
        let (segment, last) = (self.two(Binary::And, lane, fixed), self.two(Binary::And, last, free));
        let limit = self.two(Binary::Or, segment, last);
        let found = match op {
            LaneOp::Index => {
                let by = self.two(Binary::And, by, free);
                self.two(Binary::Or, segment, by)
            }
            LaneOp::Up => self.two(Binary::Sub, lane, by),
            LaneOp::Down => self.two(Binary::Add, lane, by),
            _ => self.two(Binary::Xor, lane, by),
        };
        let reaches = match op {
            LaneOp::Up => self.test(Compare::LeS, limit, found),
            _ => self.test(Compare::LeU, found, limit),
        };
        (found, reaches)
    }

    /// A bit for each lane that takes part in a vote and says yes, or has the same value. Cells of a warp's lanes lie in a row, also of those that
    /// are not there.
    pub(super) fn bits(&mut self, op: LaneOp, own: Value, asked: &Asked) -> Value {
        let Place { first, items, .. } = asked.place;
        let own = self.as_bits(own);
        let (cells, ty) = (self.cell(asked.cells, first), self.kernel.slots[asked.cells.index()].element);
        let marks = asked.marks.map(|marks| self.cell(marks, first));
        let none = self.number(0);
        let mut bits = none;
        for lane in 0..self.kernel.warp() {
            let found = self.read_behind(cells, lane, ty);
            let mut bit = found;
            if op == LaneOp::Match {
                let found = self.as_bits(found);
                let (same, one) = (self.test(Compare::Eq, found, own), self.number(1 << lane));
                bit = self.choose(same, one, none);
            }
            if let Some(marks) = marks {
                let mark = self.read_behind(marks, lane, Type::I32);
                bit = self.two(Binary::And, bit, mark);
            }
            bits = self.two(Binary::Or, bits, bit);
        }
        let there = self.two(Binary::Sub, items, first);
        let there = self.with(Binary::MinU, there, self.kernel.warp().into());
        let (all, lanes) = (self.number(u32::MAX.into()), self.number(u32::BITS.into()));
        let absent = self.two(Binary::Sub, lanes, there);
        let there = self.two(Binary::ShrU, all, absent);
        bits = self.two(Binary::And, bits, there);
        match asked.mask {
            Some(mask) => self.two(Binary::And, bits, mask),
            None => bits,
        }
    }

    /// The value so many cells behind one.
    pub(super) fn read_behind(&mut self, cell: Value, cells: u32, ty: Type) -> Value {
        let ptr = self.offset(cell, u64::from(cells * ty.bytes()));
        self.load(ptr, ty)
    }

    /// An integer with the bits of a value.
    pub(super) fn as_bits(&mut self, value: Value) -> Value {
        let ty = match self.kernel.ty(value) {
            Type::F16 => Type::I16,
            Type::F32 => Type::I32,
            Type::F64 => Type::I64,
            _ => return value,
        };
        self.convert(Convert::Bits, value, ty)
    }
}

//! Functions of the lanes of a warp to instructions. Few are operations of the IR; the others are made of these, so that only
//! lanes that take part count, except in functions of a whole sub-group, where all do.

use alloc::vec::Vec;

use super::super::builtins::{Fold, Lanes, Who};
use super::super::typed::{Expr, ExprKind};
use super::place::Addr;
use super::*;
use crate::base::num::lane;
use crate::ir::{Binary, Compare, Convert, LaneOp, Unary, WorkItem};

/// Of a number of 32 bits the place of the highest bit.
const TOP: u64 = 31;

impl<'a> Lower<'a> {
    pub(super) fn lanes(&mut self, what: Lanes, who: Who, args: &'a [Expr], expr: &'a Expr) -> Value {
        let span = expr.span;
        if (what, who) == (Lanes::Sync, Who::Whole) {
            // What it fences does not matter: everything is seen.
            let effects = args.iter().filter(|arg| !matches!(arg.kind, ExprKind::Const(_)));
            effects.for_each(|arg| self.discard(arg));
            let mask = self.word(u64::MAX, span);
            self.b.effect(Op::Lane(LaneOp::Sync, alloc::vec![mask]), span);
            return self.dummy(expr.ty, span);
        }
        let values: Vec<Value> = args.iter().map(|arg| self.value(arg)).collect();
        let (mask, values) = match (who, values.split_first()) {
            (Who::Named, Some((mask, rest))) => (Some(*mask), rest),
            (Who::Named, None) | (Who::Whole, _) => (Some(self.word(u64::MAX, span)), values.as_slice()),
            (Who::Present, _) => (None, values.as_slice()),
        };
        let signed = self.types().as_scalar(expr.ty).is_some_and(Scalar::is_signed);
        let mut warp = Warp { lower: self, mask, span };
        match (what, values) {
            (Lanes::Shuffle(op), [value, by]) => {
                let width = warp.lower.b.kernel.warp();
                let segments = warp.word(lane::segments(op, width).into());
                warp.shuffle(op, *value, *by, segments)
            }
            (Lanes::Shuffle(op), [value, by, width, ..]) => {
                let segments = warp.segments(op, *width);
                warp.shuffle(op, *value, *by, segments)
            }
            (Lanes::Ballot, [predicate, ..]) => warp.ballot(*predicate, false),
            (Lanes::Any, [predicate, ..]) => {
                let some = warp.ballot(*predicate, false);
                warp.truth(Compare::Ne, some)
            }
            (Lanes::All, [predicate, ..]) => {
                let others = warp.ballot(*predicate, true);
                warp.truth(Compare::Eq, others)
            }
            (Lanes::Uniform, [predicate, ..]) => {
                let (some, others) = (warp.ballot(*predicate, false), warp.ballot(*predicate, true));
                let (none, all) = (warp.truth(Compare::Eq, some), warp.truth(Compare::Eq, others));
                warp.two(Binary::Or, none, all)
            }
            (Lanes::Active, _) => warp.active(),
            (Lanes::MatchAny, [value, ..]) => warp.op(LaneOp::Match, &[*value], Type::I32),
            (Lanes::MatchAll, [value, pointer, ..]) => {
                let (same, all) = (warp.op(LaneOp::Match, &[*value], Type::I32), warp.active());
                let agree = warp.lower.test(Compare::Eq, same, all, span);
                let truth = warp.lower.b.emit(Op::Convert(Convert::ZExt, agree), Type::I32, span);
                let none = warp.word(0);
                self.store(Addr::Pointer(*pointer), super::super::types::INT, truth, false, span);
                self.choose(agree, all, none, span)
            }
            (Lanes::Reduce(fold), [value, ..]) => warp.reduce(fold, signed, *value),
            (Lanes::Combine(fold), [value, ..]) => {
                let all = warp.scan(fold, signed, *value);
                let (size, one) = (warp.size(), warp.word(1));
                let last = warp.two(Binary::Sub, size, one);
                warp.whole(LaneOp::Index, all, last)
            }
            (Lanes::Scan(fold, true), [value, ..]) => warp.scan(fold, signed, *value),
            (Lanes::Scan(fold, false), [value, ..]) => {
                let all = warp.scan(fold, signed, *value);
                let (one, number) = (warp.word(1), warp.number());
                let before = warp.whole(LaneOp::Up, all, one);
                let first = warp.truth_of(Compare::Eq, number);
                let nothing = warp.nothing(fold, signed, all);
                self.choose(first, nothing, before, span)
            }
            (Lanes::Number, _) => warp.number(),
            (Lanes::Size, _) => warp.size(),
            (Lanes::LargestSize, _) => {
                let (lanes, items) = (warp.lanes(), warp.items());
                warp.two(Binary::MinU, lanes, items)
            }
            (Lanes::Warp, _) => warp.warp(),
            (Lanes::Warps, _) => warp.warps(),
            (Lanes::OwnLane, _) => {
                let number = warp.number();
                warp.op(LaneOp::Number, &[number], Type::I32)
            }
            (Lanes::OwnWarp, _) => {
                let number = warp.of_launch();
                warp.op(LaneOp::Warp, &[number], Type::I32)
            }
            (Lanes::Sync, _) => {
                let mask = warp.mask.unwrap_or_else(|| warp.word(u64::MAX));
                self.b.effect(Op::Lane(LaneOp::Sync, alloc::vec![mask]), span);
                self.dummy(expr.ty, span)
            }
            // The checker lets through no call with fewer arguments.
            _ => self.dummy(expr.ty, span),
        }
    }

    pub(super) fn word(&mut self, bits: u64, span: Span) -> Value {
        self.b.constant(bits, Type::I32, span)
    }
}

/// Writes operations of the lanes of a warp, all with one mask and for one place in the text.
struct Warp<'w, 'a> {
    lower: &'w mut Lower<'a>,
    mask: Option<Value>,
    span: Span,
}

impl Warp<'_, '_> {
    fn op(&mut self, op: LaneOp, args: &[Value], ty: Type) -> Value {
        let args = args.iter().copied().chain(self.mask).collect();
        self.lower.b.emit(Op::Lane(op, args), ty, self.span)
    }

    fn shuffle(&mut self, op: LaneOp, value: Value, by: Value, segments: Value) -> Value {
        let ty = self.lower.b.kernel.ty(value);
        self.op(op, &[value, by, segments], ty)
    }

    /// A shuffle in one segment.
    fn whole(&mut self, op: LaneOp, value: Value, by: Value) -> Value {
        let segments = lane::segments(op, self.lower.b.kernel.warp());
        let segments = self.word(segments.into());
        self.shuffle(op, value, by, segments)
    }

    /// The last operand of a shuffle, as [`lane::segments`] makes it.
    fn segments(&mut self, op: LaneOp, width: Value) -> Value {
        if let Some(width) = self.lower.b.kernel.constant(width) {
            return self.word(lane::segments(op, width as u32).into());
        }
        let [lanes, number, eight] = [32, TOP, 8].map(|bits| self.word(bits));
        let last = self.word(lane::segments(op, 32).into());
        let rest = self.two(Binary::Sub, lanes, width);
        let fixed = self.two(Binary::And, rest, number);
        let fixed = self.two(Binary::Shl, fixed, eight);
        self.two(Binary::Or, fixed, last)
    }

    /// The lanes in which a number is not (or, `inverse`, is) zero.
    fn ballot(&mut self, number: Value, inverse: bool) -> Value {
        let zero = self.word(0);
        let compare = if inverse { Compare::Eq } else { Compare::Ne };
        let holds = self.lower.test(compare, number, zero, self.span);
        self.op(LaneOp::Ballot, &[holds], Type::I32)
    }

    /// The lanes that take part.
    fn active(&mut self) -> Value {
        let always = self.lower.b.constant(1, Type::Bool, self.span);
        self.op(LaneOp::Ballot, &[always], Type::I32)
    }

    /// How a word compares with zero, as 1 or 0.
    fn truth(&mut self, compare: Compare, word: Value) -> Value {
        let holds = self.truth_of(compare, word);
        self.lower.b.emit(Op::Convert(Convert::ZExt, holds), Type::I32, self.span)
    }

    fn truth_of(&mut self, compare: Compare, word: Value) -> Value {
        let zero = self.word(0);
        self.lower.test(compare, word, zero, self.span)
    }

    fn two(&mut self, op: Binary, a: Value, b: Value) -> Value {
        self.lower.two(op, a, b, self.span)
    }

    fn word(&mut self, bits: u64) -> Value {
        self.lower.word(bits, self.span)
    }

    /// The values of all lanes that take part, whichever these are: each lane joins its value with that of the next lower one of
    /// them, then with that which this one has joined, and so on; the highest has them all in the end.
    fn reduce(&mut self, fold: Fold, signed: bool, value: Value) -> Value {
        let (active, number, one) = (self.active(), self.number(), self.word(1));
        let bit = self.two(Binary::Shl, one, number);
        let below = self.two(Binary::Sub, bit, one);
        let below = self.two(Binary::And, active, below);
        let (mut value, mut before) = (value, self.highest(below));
        let mut joined = 1;
        while joined < self.lower.b.kernel.warp() {
            let zero = self.word(0);
            let none = self.lower.test(Compare::LtS, before, zero, self.span);
            let from = self.lower.choose(none, number, before, self.span);
            let other = self.whole(LaneOp::Index, value, from);
            let further = self.whole(LaneOp::Index, before, from);
            let both = self.join(fold, signed, other, value);
            value = self.lower.choose(none, value, both, self.span);
            before = self.lower.choose(none, before, further, self.span);
            joined *= 2;
        }
        let last = self.highest(active);
        self.whole(LaneOp::Index, value, last)
    }

    /// The place of the highest bit, -1 if there is none.
    fn highest(&mut self, word: Value) -> Value {
        let (top, leading) = (self.word(TOP), self.lower.one(Unary::Clz, word, self.span));
        self.two(Binary::Sub, top, leading)
    }

    /// The values of a lane and of all before it: of 2 lanes, then of 4 and so on, the lower ones on the left.
    fn scan(&mut self, fold: Fold, signed: bool, value: Value) -> Value {
        let (number, mut value, mut reach) = (self.number(), value, 1);
        while reach < self.lower.b.kernel.warp() {
            let by = self.word(reach.into());
            let other = self.whole(LaneOp::Up, value, by);
            let alone = self.lower.test(Compare::LtU, number, by, self.span);
            let both = self.join(fold, signed, other, value);
            value = self.lower.choose(alone, value, both, self.span);
            reach *= 2;
        }
        value
    }

    fn join(&mut self, fold: Fold, signed: bool, a: Value, b: Value) -> Value {
        let float = self.lower.b.kernel.ty(a).is_float();
        let op = match (fold, float, signed) {
            (Fold::Add, true, _) => Binary::FAdd,
            (Fold::Add, false, _) => Binary::Add,
            (Fold::Min, true, _) => Binary::FMin,
            (Fold::Min, false, true) => Binary::MinS,
            (Fold::Min, false, false) => Binary::MinU,
            (Fold::Max, true, _) => Binary::FMax,
            (Fold::Max, false, true) => Binary::MaxS,
            (Fold::Max, false, false) => Binary::MaxU,
            (Fold::And, ..) => Binary::And,
            (Fold::Or, ..) => Binary::Or,
            (Fold::Xor, ..) => Binary::Xor,
        };
        self.two(op, a, b)
    }

    /// What changes nothing when it is joined: the result of no value at all.
    fn nothing(&mut self, fold: Fold, signed: bool, like: Value) -> Value {
        let ty = self.lower.b.kernel.ty(like);
        let sign = 1u64 << (ty.bits() - 1);
        let bits = match (fold, ty.is_float(), signed) {
            (Fold::Add | Fold::Or | Fold::Xor, ..) | (Fold::Max, false, false) => 0,
            (Fold::And, ..) | (Fold::Min, false, false) => u64::MAX,
            (Fold::Min, false, true) => sign - 1,
            (Fold::Max, false, true) => sign,
            (Fold::Min, true, _) => return self.lower.float(f64::INFINITY, ty, self.span),
            (Fold::Max, true, _) => return self.lower.float(f64::NEG_INFINITY, ty, self.span),
        };
        self.lower.b.constant(bits, ty, self.span)
    }

    /// Work-items of a warp.
    fn lanes(&mut self) -> Value {
        let lanes = self.lower.b.kernel.warp();
        self.word(lanes.into())
    }

    /// Work-items of the group.
    fn items(&mut self) -> Value {
        let [x, y, z] = [0, 1, 2]
            .map(|dim| self.lower.b.emit(Op::WorkItem(WorkItem::LocalSize, dim), Type::I32, self.span));
        let plane = self.two(Binary::Mul, x, y);
        self.two(Binary::Mul, plane, z)
    }

    /// The number of the lane in its warp.
    fn number(&mut self) -> Value {
        let linear = self.lower.linear_id(true, self.span);
        let rest = self.lower.b.kernel.warp() - 1;
        let rest = self.word(rest.into());
        self.two(Binary::And, linear, rest)
    }

    /// The number of the warp in its group.
    fn warp(&mut self) -> Value {
        let linear = self.lower.linear_id(true, self.span);
        self.over_lanes(linear)
    }

    /// Warps of the group.
    fn warps(&mut self) -> Value {
        let (items, rest) = (self.items(), self.lower.b.kernel.warp() - 1);
        let rest = self.word(rest.into());
        let more = self.two(Binary::Add, items, rest);
        self.over_lanes(more)
    }

    /// The number of the warp among those of the launch: those of one group lie behind those of the one before.
    fn of_launch(&mut self) -> Value {
        let mut place = |what, dim| self.lower.b.emit(Op::WorkItem(what, dim), Type::I32, self.span);
        let [x, y, group] = [0, 1, 2].map(|dim| place(WorkItem::GroupId, dim));
        let [columns, rows] = [0, 1].map(|dim| place(WorkItem::NumGroups, dim));
        let before = self.two(Binary::Mul, group, rows);
        let row = self.two(Binary::Add, before, y);
        let before = self.two(Binary::Mul, row, columns);
        let group = self.two(Binary::Add, before, x);
        let (warps, own) = (self.warps(), self.warp());
        let before = self.two(Binary::Mul, group, warps);
        self.two(Binary::Add, before, own)
    }

    /// Lanes of the warp: the last one of a group may have fewer.
    fn size(&mut self) -> Value {
        let (lanes, items, warp) = (self.lanes(), self.items(), self.warp());
        let before = self.two(Binary::Mul, warp, lanes);
        let rest = self.two(Binary::Sub, items, before);
        self.two(Binary::MinU, lanes, rest)
    }

    /// Divided by the work-items of a warp, which are a power of two.
    fn over_lanes(&mut self, items: Value) -> Value {
        let by = self.lower.b.kernel.warp().trailing_zeros();
        let by = self.word(by.into());
        self.two(Binary::ShrU, items, by)
    }
}

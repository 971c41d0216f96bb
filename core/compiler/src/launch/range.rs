//! Which numbers a value of a kernel can have, and where its pointers can point, for one geometry and given arguments.
//!
//! Intervals are computed backwards from a value, with what the branches above a block say about the values there
//! (`if (i < n)`, the condition of a loop). A loop variable starts with what enters the loop; an end that moves from one
//! turn to the next is given up, so that only the loop's condition bounds it. Integers are taken not to wrap.
//!
//! The answers are estimates that launch defaults are made from: they never change a result. The work is limited by
//! `STEPS`; what is not found by then counts as unknown.

use alloc::{vec, vec::Vec};

use super::interval::Interval;
use crate::{
    base::OrdMap,
    ir::{
        Binary, BlockId, Compare, Convert, Kernel, Op, Terminator, Type, Unary, Value, ValueDef, WorkItem,
        cfg::Cfg, dom::DomTree,
    },
};

/// Most values that are looked at for one kernel.
const STEPS: u32 = 30_000;
/// Deepest chain of values.
const DEPTH: u32 = 100;

/// What is known from outside the kernel.
#[derive(Clone, Debug)]
pub struct Known {
    /// The numbers of each dimension's position in the group.
    pub local_id: [Interval; 3],
    /// The same for the group's position.
    pub group_id: [Interval; 3],
    /// Work-items of a group.
    pub local: [u32; 3],
    /// Work-items in all.
    pub global: [u32; 3],
    /// For each parameter: a number's value, or what is in a buffer.
    pub params: Vec<Interval>,
}

/// What a pointer is based on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// A parameter.
    Param(u32),
    /// Memory that the kernel declares.
    Slot(u32),
}

/// A load, store or atomic whose pointer has a known root.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The block.
    pub block: BlockId,
    /// The pointer.
    pub ptr: Value,
    /// Its root.
    pub root: Root,
    /// Bytes that are accessed.
    pub bytes: u32,
}

/// Every access of a kernel with a known root.
pub fn places(kernel: &Kernel) -> Vec<Place> {
    let mut list = Vec::new();
    for (block, body) in kernel.block_ids().zip(&kernel.blocks) {
        for inst in body.insts.iter().map(|inst| &kernel.insts[inst.index()]) {
            let (ptr, value) = match inst.op {
                Op::Load { ptr, .. } => (ptr, inst.result),
                Op::Store { ptr, value, .. } => (ptr, Some(value)),
                Op::Atomic(_, ptr, value) | Op::CompareExchange(ptr, value, _) => (ptr, Some(value)),
                _ => continue,
            };
            if let (Some(root), Some(value)) = (root(kernel, ptr), value) {
                list.push(Place { block, ptr, root, bytes: kernel.ty(value).bytes() });
            }
        }
    }
    list
}

/// What a pointer is based on, if address arithmetic leads back to one thing.
pub fn root(kernel: &Kernel, ptr: Value) -> Option<Root> {
    let mut value = ptr;
    loop {
        match kernel.def(value)?.op {
            Op::Arg(at) => return Some(Root::Param(at)),
            Op::Slot(slot) => return Some(Root::Slot(slot.0)),
            Op::PtrAdd(from, _) => value = from,
            _ => return None,
        }
    }
}

/// The value before conversions between integers.
pub fn unconverted(kernel: &Kernel, mut value: Value) -> Value {
    while let Some(Op::Convert(Convert::Trunc | Convert::ZExt | Convert::SExt, from)) =
        kernel.def(value).map(|inst| &inst.op)
    {
        value = *from;
    }
    value
}

/// The analysis of one kernel.
#[derive(Debug)]
pub struct Ranges<'a> {
    kernel: &'a Kernel,
    known: &'a Known,
    cfg: &'a Cfg,
    dom: &'a DomTree,
    /// What passes to each block parameter.
    incoming: OrdMap<Value, Vec<Value>>,
    /// What holds at the block that is looked at.
    facts: OrdMap<Value, Interval>,
    /// Loop variables under way: what they are taken to be (`None`: no turn yet).
    assumed: OrdMap<Value, Option<Interval>>,
    steps: u32,
}

impl<'a> Ranges<'a> {
    /// Prepares.
    pub fn new(kernel: &'a Kernel, cfg: &'a Cfg, dom: &'a DomTree, known: &'a Known) -> Ranges<'a> {
        let mut incoming: OrdMap<Value, Vec<Value>> = OrdMap::new();
        for block in &cfg.rpo {
            for target in kernel.blocks[block.index()].term.targets() {
                for (param, arg) in kernel.blocks[target.block.index()].params.iter().zip(&target.args) {
                    incoming.entry(*param).or_default().push(*arg);
                }
            }
        }
        let (facts, assumed) = (OrdMap::new(), OrdMap::new());
        Ranges { kernel, known, cfg, dom, incoming, facts, assumed, steps: STEPS }
    }

    /// Looks at this block from now on: collects what the branches above it say.
    pub fn enter(&mut self, block: BlockId) {
        self.facts.clear();
        let mut path = vec![block];
        while let Some(parent) = path.last().and_then(|block| self.dom.parent(*block)) {
            path.push(parent);
        }
        for above in path.into_iter().rev() {
            let Terminator::Branch(condition, yes, no) = &self.kernel.blocks[above.index()].term else {
                continue;
            };
            let leads = |to: BlockId| {
                self.cfg.preds[to.index()] == [above] && to != above && self.dom.dominates(to, block)
            };
            match (leads(yes.block), leads(no.block)) {
                (true, false) => self.suppose(*condition, true, 0),
                (false, true) => self.suppose(*condition, false, 0),
                _ => {}
            }
        }
    }

    /// Notes what a condition says about its operands.
    fn suppose(&mut self, condition: Value, truth: bool, depth: u32) {
        let Some(inst) = self.kernel.def(condition).filter(|_| depth < DEPTH) else { return };
        match (&inst.op, truth) {
            (Op::Unary(Unary::Not, inner), _) => self.suppose(*inner, !truth, depth + 1),
            (Op::Binary(Binary::And, a, b), true) | (Op::Binary(Binary::Or, a, b), false) => {
                self.suppose(*a, truth, depth + 1);
                self.suppose(*b, truth, depth + 1);
            }
            (Op::Compare(compare, a, b), _) => self.compared(*compare, truth, *a, *b),
            _ => {}
        }
    }

    fn compared(&mut self, compare: Compare, truth: bool, a: Value, b: Value) {
        let (Some(left), Some(right)) = (self.of(a), self.of(b)) else { return };
        let up_to = |high: i128| Interval::between(Interval::ALL.low, high);
        let from = |low: i128| Interval::between(low, Interval::ALL.high);
        let (for_a, for_b) = match (compare, truth) {
            (Compare::LtS | Compare::LtU, true) => (up_to(right.high - 1), from(left.low + 1)),
            (Compare::LeS | Compare::LeU, true) => (up_to(right.high), from(left.low)),
            (Compare::LtS | Compare::LtU, false) => (from(right.low), up_to(left.high)),
            (Compare::LeS | Compare::LeU, false) => (from(right.low + 1), up_to(left.high - 1)),
            (Compare::Eq, true) | (Compare::Ne, false) => (right, left),
            _ => return,
        };
        self.note(a, for_a);
        self.note(b, for_b);
    }

    fn note(&mut self, value: Value, interval: Interval) {
        let fact = self.facts.entry(unconverted(self.kernel, value)).or_insert(Interval::ALL);
        // Two branches that contradict each other: the block is never reached, and nothing matters.
        *fact = fact.meet(interval).unwrap_or(interval);
    }

    /// Bytes from a pointer's root to where it points. `None`: it points nowhere.
    pub fn offset(&mut self, ptr: Value) -> Option<Interval> {
        let (mut sum, mut value) = (Interval::point(0), ptr);
        while let Some(Op::PtrAdd(from, by)) = self.kernel.def(value).map(|inst| &inst.op) {
            sum = sum.plus(self.of(*by)?);
            value = *from;
        }
        Some(sum)
    }

    /// The numbers of an integer value. `None`: there are none, because the block is not reached with them.
    pub fn of(&mut self, value: Value) -> Option<Interval> {
        self.at(value, 0)
    }

    fn at(&mut self, value: Value, depth: u32) -> Option<Interval> {
        let Some(left) = self.steps.checked_sub(1).filter(|_| depth < DEPTH) else {
            return Some(Interval::ALL);
        };
        self.steps = left;
        let found = match self.kernel.values[value.index()].def {
            ValueDef::BlockParam(..) => self.merged(value, depth),
            ValueDef::Inst(inst) => self.computed(&self.kernel.insts[inst.index()].op, value, depth),
        };
        match self.facts.get(&value).copied() {
            Some(fact) => {
                let interval = found?.meet(fact)?;
                Some(self.on_step(value, interval, depth))
            }
            None => found,
        }
    }

    /// A loop variable that starts at one number and rises by a constant only has every so many numbers.
    fn on_step(&mut self, value: Value, interval: Interval, depth: u32) -> Interval {
        let Some(&[first, second]) = self.incoming.get(&value).map(Vec::as_slice) else { return interval };
        let step = |next: Value| match self.kernel.def(next).map(|inst| &inst.op) {
            Some(Op::Binary(Binary::Add, from, by)) if *from == value => self.kernel.constant(*by),
            _ => None,
        };
        let (step, start) = match (step(first), step(second)) {
            (Some(step), _) => (i128::from(step), second),
            (None, Some(step)) => (i128::from(step), first),
            (None, None) => return interval,
        };
        let start = self.at(start, depth + 1).and_then(Interval::single);
        match (interval.bound(), start) {
            (Some(high), Some(start)) if step > 1 && start == interval.low => {
                Interval::between(start, high - (high - start) % step)
            }
            _ => interval,
        }
    }

    /// A block parameter: what passes to it, and if it passes to itself, what that leads to.
    fn merged(&mut self, param: Value, depth: u32) -> Option<Interval> {
        if let Some(assumed) = self.assumed.get(&param) {
            return *assumed;
        }
        let first = self.turn(param, None, depth)?;
        let second = self.turn(param, Some(first), depth).map_or(first, |second| first.join(second));
        Some(first.widen(second))
    }

    fn turn(&mut self, param: Value, assumed: Option<Interval>, depth: u32) -> Option<Interval> {
        let sources = self.incoming.get(&param).cloned().unwrap_or_default();
        self.assumed.insert(param, assumed);
        let mut all: Option<Interval> = None;
        for source in sources {
            let one = self.at(source, depth + 1);
            all = match (all, one) {
                (Some(all), Some(one)) => Some(all.join(one)),
                (all, one) => all.or(one),
            };
        }
        self.assumed.remove(&param);
        all
    }

    fn computed(&mut self, op: &Op, value: Value, depth: u32) -> Option<Interval> {
        Some(match op {
            Op::Const(bits) => Interval::point(signed(*bits, self.kernel.ty(value))),
            Op::Arg(at) => self.known.params.get(*at as usize).copied().unwrap_or(Interval::ALL),
            Op::WorkItem(item, dimension) => self.place(*item, usize::from(*dimension)),
            Op::Unary(Unary::Neg, a) => self.at(*a, depth + 1)?.negated(),
            Op::Binary(op, a, b) => {
                let (a, b) = (self.at(*a, depth + 1)?, self.at(*b, depth + 1)?);
                binary(*op, a, b)
            }
            Op::Select(_, a, b) => {
                let (a, b) = (self.at(*a, depth + 1), self.at(*b, depth + 1));
                return a.zip(b).map(|(a, b)| a.join(b)).or(a).or(b);
            }
            Op::Convert(Convert::Trunc | Convert::ZExt | Convert::SExt, a) => self.at(*a, depth + 1)?,
            Op::Compare(..) => Interval::between(0, 1),
            Op::Load { ptr, .. } => match root(self.kernel, *ptr) {
                Some(Root::Param(at)) => self.known.params.get(at as usize).copied().unwrap_or(Interval::ALL),
                _ => Interval::ALL,
            },
            _ => Interval::ALL,
        })
    }

    fn place(&self, item: WorkItem, d: usize) -> Interval {
        let (Some(local), Some(global)) = (self.known.local.get(d), self.known.global.get(d)) else {
            return Interval::ALL;
        };
        let (local, global) = (i128::from(*local), i128::from(*global));
        match item {
            WorkItem::LocalId => self.known.local_id[d],
            WorkItem::GroupId => self.known.group_id[d],
            WorkItem::GlobalId => {
                self.known.group_id[d].times(Interval::point(local)).plus(self.known.local_id[d])
            }
            WorkItem::LocalSize => Interval::point(local),
            WorkItem::GlobalSize => Interval::point(global),
            WorkItem::NumGroups => Interval::point(global / local.max(1)),
        }
    }
}

fn signed(bits: u64, ty: Type) -> i128 {
    let unused = 64 - ty.bits().clamp(1, 64);
    if ty == Type::Bool { i128::from(bits & 1) } else { i128::from((bits << unused) as i64 >> unused) }
}

fn binary(op: Binary, a: Interval, b: Interval) -> Interval {
    let power = |shift: Interval| match shift.single() {
        Some(shift @ 0..=63) => Interval::point(1 << shift),
        _ => Interval::between(1, Interval::ALL.high),
    };
    match op {
        Binary::Add => a.plus(b),
        Binary::Sub => a.minus(b),
        Binary::Mul => a.times(b),
        Binary::DivS | Binary::DivU => a.divided(b),
        Binary::RemS | Binary::RemU => a.remainder(b),
        Binary::Shl => a.times(power(b)),
        Binary::ShrS | Binary::ShrU => a.divided(power(b)),
        Binary::MinS | Binary::MinU => a.smaller(b),
        Binary::MaxS | Binary::MaxU => a.larger(b),
        Binary::And => match (a.low >= 0, b.low >= 0) {
            (true, true) => Interval::between(0, a.high.min(b.high)),
            (true, false) => Interval::between(0, a.high),
            (false, true) => Interval::between(0, b.high),
            (false, false) => Interval::ALL,
        },
        Binary::Or | Binary::Xor if a.low >= 0 && b.low >= 0 => Interval::between(0, a.high + b.high),
        _ => Interval::ALL,
    }
}

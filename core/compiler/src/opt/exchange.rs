//! What the lanes of a warp do together, through work-group memory: for machines that run a group as a whole and have no
//! instructions for it.
//!
//! Each operation becomes a store of what the lane gives, a meeting, loads of what the lane gets, and another meeting, behind which
//! the memory may be written again:
//!
//! | operation | memory | what a lane gets |
//! |---|---|---|
//! | shuffle | a word, or two, for each work-item | the word of the lane that it reads from, its own if that one is not there |
//! | match | the same | a bit for each lane that is there and has the same bits |
//! | ballot | a word for each warp, whose bits its lanes set, and take away behind the second meeting | this word |
//!
//! Where all work-items of the group come to all of these meetings and to all barriers together, meetings are barriers. Elsewhere the
//! kernel becomes a loop around its pieces ([`meeting::with_warps`]), in which a warp waits for nobody but its own lanes.
//!
//! Who is there: a lane of the group that has not ended. If some may end before others, each says so in a word of its own.
//!
//! Refused: masks that are not all ones where they are written (nothing here tells who is in them), and operations without a mask where not
//! all work-items of a group come together (who takes part is decided on the way).
//!
//! Groups have at most [`MOST`] work-items; in a larger one the first store is outside of work-group memory.

use alloc::{vec, vec::Vec};

use super::{
    PASSES,
    cells::{add_slot, push},
    edit::new_inst,
    meeting,
};
use crate::{
    analysis::uniformity::{Uniformity, Waiting},
    ir::{
        AtomicOp, Binary, BlockId, Compare, Convert, Inst, InstId, Kernel, LaneOp, Op, SlotId, Space,
        Terminator, Type, Unary, Value, WARP, WorkItem, cfg::Cfg,
    },
    source::Span,
};

/// Most work-items of a group whose lanes do something together.
pub const MOST: u32 = 1024;

/// An offset at which no work-group has memory.
const NOWHERE: u64 = 1 << 40;

/// Why a kernel cannot be written so, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// What is wrong with an operation.
    pub why: &'static str,
    /// Where it is.
    pub span: Span,
}

/// Writes what lanes do together in an optimised kernel without calls through memory, and optimises it again.
///
/// # Errors
/// The first operation that cannot be written so.
pub fn through_memory(kernel: &Kernel) -> Result<Kernel, Refused> {
    if let Some(span) = of_some_lanes(kernel) {
        return Err(Refused { why: "those for lanes of a mask", span });
    }
    let mut kernel = kernel.clone();
    let unmasked = write(&mut kernel);
    let cfg = Cfg::new(&kernel);
    let uniform = Uniformity::waiting(&kernel, &cfg, Waiting::Either);
    let apart = |block: &BlockId| !uniform.is_convergent(*block);
    if let Some((_, span)) = unmasked.iter().find(|(block, _)| apart(block)) {
        return Err(Refused {
            why: "those without a mask where only some work-items of a group come",
            span: *span,
        });
    }
    let meets = |id: &InstId| meeting::is_meeting(&kernel.insts[id.index()].op);
    let has = |block: &BlockId| kernel.blocks[block.index()].insts.iter().any(meets);
    if cfg.rpo.iter().any(|block| apart(block) && has(block)) {
        return Ok(meeting::with_warps(&kernel));
    }
    // In every turn all come to each meeting.
    for inst in kernel.insts.iter_mut().filter(|inst| meeting::is_of_warp(&inst.op)) {
        inst.op = Op::Barrier;
    }
    for pass in PASSES {
        pass.apply(&mut kernel);
    }
    Ok(kernel)
}

/// The first operation that only some lanes of a warp take part in.
fn of_some_lanes(kernel: &Kernel) -> Option<Span> {
    let whole = u64::MAX >> (64 - kernel.warp());
    kernel.code().listed().find_map(|inst| {
        let Op::Lane(op, args) = &inst.op else { return None };
        let mask = args.get(op.arity())?;
        let is_whole = kernel.constant(*mask).is_some_and(|bits| bits & whole == whole);
        (!is_whole).then_some(inst.span)
    })
}

/// Writes every operation anew; where those without a mask were.
fn write(kernel: &mut Kernel) -> Vec<(BlockId, Span)> {
    let memory = Memory::of(kernel);
    let mut unmasked = vec![];
    let mut places = None;
    for block in kernel.block_ids() {
        let old = core::mem::take(&mut kernel.blocks[block.index()].insts);
        let mut line = Line { kernel, insts: vec![], span: Span::NONE };
        // The first block leads to all others.
        let places = *places.get_or_insert_with(|| Places::new(&mut line, &memory));
        for id in old {
            let Inst { op, result, span } = line.kernel.insts[id.index()].clone();
            line.span = span;
            let Op::Lane(op, args) = op else {
                line.insts.push(id);
                continue;
            };
            if args.len() == op.arity() {
                unmasked.push((block, span));
            }
            match (result, args.as_slice()) {
                (Some(result), [value, rest @ ..]) => {
                    let op = places.exchange(&mut line, &memory, op, (*value, rest));
                    line.kernel.insts[id.index()] = Inst { op, result: Some(result), span };
                    line.insts.push(id);
                }
                _ => line.meet(),
            }
        }
        if let (Terminator::Return(_), Some(there)) = (&line.kernel.blocks[block.index()].term, memory.there)
        {
            let zero = line.number(0);
            let cell = line.cell(there, places.offset);
            line.effect(Op::Store { ptr: cell, value: zero, volatile: false });
        }
        let insts = line.insts;
        kernel.blocks[block.index()].insts = insts;
    }
    unmasked
}

/// The work-group memory that is needed.
#[derive(Clone, Copy)]
struct Memory {
    /// A word for each work-item.
    words: Option<SlotId>,
    /// Two words for each.
    pairs: Option<SlotId>,
    /// A word for each warp.
    votes: Option<SlotId>,
    /// A word for each work-item that says whether it has not ended, if it matters.
    there: Option<SlotId>,
    items: u32,
}

impl Memory {
    fn of(kernel: &mut Kernel) -> Memory {
        let items = kernel.required_local.map_or(MOST, |sizes| sizes.iter().product::<u32>().min(MOST));
        let items = items.next_multiple_of(WARP);
        let given = |inst: &Inst| match &inst.op {
            Op::Lane(op, args) if inst.result.is_some() => Some((*op, kernel.ty(*args.first()?).bytes())),
            _ => None,
        };
        let used: Vec<(LaneOp, u32)> = kernel.code().listed().filter_map(given).collect();
        let has = |wide: bool| used.iter().any(|(op, bytes)| *op != LaneOp::Ballot && (*bytes > 4) == wide);
        let (words, pairs) = (has(false), has(true));
        let votes = used.iter().any(|(op, _)| *op == LaneOp::Ballot);
        let there = (words || pairs) && ends_early(kernel);
        let mut slot = |is: bool, name: &str, element: Type, len: u32| {
            is.then(|| add_slot(kernel, name, Space::Local, element, len))
        };
        Memory {
            words: slot(words, "(lanes)", Type::I32, items),
            pairs: slot(pairs, "(lanes)", Type::I64, items),
            votes: slot(votes, "(votes)", Type::I32, items),
            there: slot(there, "(there)", Type::I32, items),
            items,
        }
    }
}

/// May some work-items end before others?
fn ends_early(kernel: &Kernel) -> bool {
    let cfg = Cfg::new(kernel);
    let uniform = Uniformity::waiting(kernel, &cfg, Waiting::Either);
    let ends = |block: &BlockId| matches!(kernel.blocks[block.index()].term, Terminator::Return(_));
    cfg.rpo.iter().filter(|block| ends(block)).any(|block| !uniform.is_convergent(*block))
}

/// Where a work-item is: numbers that are worked out at the beginning.
#[derive(Clone, Copy)]
struct Places {
    /// Its number in the group, and how many there are.
    item: Value,
    items: Value,
    /// The number of the first one of its warp, and how far behind that it is.
    first: Value,
    lane: Value,
    warp: u32,
    /// Bytes of a word for each item before it.
    offset: Value,
}

impl Places {
    fn new(line: &mut Line<'_>, memory: &Memory) -> Places {
        let warp = line.kernel.warp();
        let place = |line: &mut Line<'_>, what, at| line.emit(Op::WorkItem(what, at), Type::I32);
        let [x, y, z] = [0, 1, 2].map(|at| place(line, WorkItem::LocalId, at));
        let [columns, rows, slices] = [0, 1, 2].map(|at| place(line, WorkItem::LocalSize, at));
        let above = line.two(Binary::Mul, z, rows);
        let above = line.two(Binary::Add, above, y);
        let before = line.two(Binary::Mul, above, columns);
        let item = line.two(Binary::Add, before, x);
        let plane = line.two(Binary::Mul, columns, rows);
        let items = line.two(Binary::Mul, plane, slices);
        let lane = line.with(Binary::And, item, u64::from(warp - 1));
        let first = line.two(Binary::Sub, item, lane);
        let most = line.number(memory.items.into());
        let crowded = line.emit(Op::Compare(Compare::LtU, most, items), Type::Bool);
        let offset = line.bytes(item, 2);
        let nowhere = line.emit(Op::Const(NOWHERE), Type::I64);
        let offset = line.emit(Op::Select(crowded, nowhere, offset), Type::I64);
        let places = Places { item, items, first, lane, warp, offset };
        let [zero, one] = [0, 1].map(|bits| line.number(bits));
        if let Some(votes) = memory.votes {
            // Each word is made zero by all that may ask for it, before any of them sets a bit.
            let cell = places.own_votes(line, votes);
            line.effect(Op::Store { ptr: cell, value: zero, volatile: false });
        }
        if let Some(there) = memory.there {
            let cell = line.cell(there, offset);
            line.effect(Op::Store { ptr: cell, value: one, volatile: false });
        }
        if memory.votes.is_some() || memory.there.is_some() {
            line.meet();
        }
        places
    }

    /// The word of the warp's votes: that of its first work-item.
    fn own_votes(self, line: &mut Line<'_>, votes: SlotId) -> Value {
        let back = line.bytes(self.lane, 2);
        let offset = line.emit(Op::Binary(Binary::Sub, self.offset, back), Type::I64);
        line.cell(votes, offset)
    }

    /// Writes an operation; what is left of it is the last step, which has its result.
    fn exchange(
        self,
        line: &mut Line<'_>,
        memory: &Memory,
        op: LaneOp,
        (value, rest): (Value, &[Value]),
    ) -> Op {
        let ty = line.kernel.ty(value);
        let wide = ty.bytes() > 4;
        let slot = if wide { memory.pairs } else { memory.words };
        match (op, rest, slot, memory.votes) {
            (LaneOp::Ballot, _, _, Some(votes)) => self.ballot(line, votes, value),
            (LaneOp::Match, _, Some(slot), _) => self.same(line, (slot, memory.there), value),
            (_, [by, segments, ..], Some(slot), _) => {
                self.shuffle(line, (slot, memory.there), (op, *by, *segments), value)
            }
            _ => Op::Const(0),
        }
    }

    /// Each lane sets its bit, and takes it away when all have read.
    fn ballot(self, line: &mut Line<'_>, votes: SlotId, value: Value) -> Op {
        let cell = self.own_votes(line, votes);
        let holds = line.holds(value);
        let [zero, one] = [0, 1].map(|bits| line.number(bits));
        let bit = line.two(Binary::Shl, one, self.lane);
        let bit = line.emit(Op::Select(holds, bit, zero), Type::I32);
        line.emit(Op::Atomic(AtomicOp::Or, cell, bit), Type::I32);
        line.meet();
        let found = line.load(cell, Type::I32);
        line.meet();
        let others = line.emit(Op::Unary(Unary::Not, bit), Type::I32);
        line.emit(Op::Atomic(AtomicOp::And, cell, others), Type::I32);
        Op::Binary(Binary::Or, found, zero)
    }

    /// Puts a lane's value where others find it.
    fn give(self, line: &mut Line<'_>, slot: SlotId, value: Value) {
        let offset = match line.kernel.ty(value).bytes() > 4 {
            true => line.emit(Op::Binary(Binary::Add, self.offset, self.offset), Type::I64),
            false => self.offset,
        };
        let cell = line.cell(slot, offset);
        line.effect(Op::Store { ptr: cell, value, volatile: false });
    }

    /// What the lane of this number has given.
    fn get(self, line: &mut Line<'_>, slot: SlotId, item: Value, ty: Type) -> Value {
        let offset = line.bytes(item, if ty.bytes() > 4 { 3 } else { 2 });
        let cell = line.cell(slot, offset);
        line.load(cell, ty)
    }

    /// Is an item of the group that is there, with words of their own for those that may have ended?
    fn is_there(self, line: &mut Line<'_>, there: Option<SlotId>, item: Value) -> Value {
        let exists = line.emit(Op::Compare(Compare::LtU, item, self.items), Type::Bool);
        let Some(there) = there else { return exists };
        let asked = line.emit(Op::Select(exists, item, self.item), Type::I32);
        let lives = self.get(line, there, asked, Type::I32);
        let lives = line.holds(lives);
        line.emit(Op::Binary(Binary::And, exists, lives), Type::Bool)
    }

    /// A shuffle, by the formulas of [`crate::base::num::lane`].
    fn shuffle(
        self,
        line: &mut Line<'_>,
        (slot, there): (SlotId, Option<SlotId>),
        (op, by, segments): (LaneOp, Value, Value),
        value: Value,
    ) -> Op {
        let ty = line.kernel.ty(value);
        self.give(line, slot, value);
        line.meet();
        let by = line.with(Binary::And, by, 31);
        let fixed = line.with(Binary::ShrU, segments, 8);
        let fixed = line.with(Binary::And, fixed, 31);
        let loose = line.with(Binary::Xor, fixed, u64::from(u32::MAX));
        let last = line.with(Binary::And, segments, 31);
        let segment = line.two(Binary::And, self.lane, fixed);
        let inside = |line: &mut Line<'_>, number| {
            let number = line.two(Binary::And, number, loose);
            line.two(Binary::Or, segment, number)
        };
        let limit = inside(line, last);
        let found = match op {
            LaneOp::Index => inside(line, by),
            LaneOp::Up => line.two(Binary::Sub, self.lane, by),
            LaneOp::Down => line.two(Binary::Add, self.lane, by),
            _ => line.two(Binary::Xor, self.lane, by),
        };
        let reaches = match op {
            LaneOp::Up => Op::Compare(Compare::LeS, limit, found),
            _ => Op::Compare(Compare::LeU, found, limit),
        };
        let reaches = line.emit(reaches, Type::Bool);
        let lanes = line.number(self.warp.into());
        let is_lane = line.emit(Op::Compare(Compare::LtU, found, lanes), Type::Bool);
        let item = line.two(Binary::Add, self.first, found);
        let is_there = self.is_there(line, there, item);
        let reaches = line.emit(Op::Binary(Binary::And, reaches, is_lane), Type::Bool);
        let reaches = line.emit(Op::Binary(Binary::And, reaches, is_there), Type::Bool);
        let from = line.emit(Op::Select(reaches, item, self.item), Type::I32);
        let got = self.get(line, slot, from, ty);
        line.meet();
        Op::Select(reaches, got, value)
    }

    /// A bit for each lane that has given the same.
    fn same(self, line: &mut Line<'_>, (slot, there): (SlotId, Option<SlotId>), value: Value) -> Op {
        let bits = match line.kernel.ty(value) {
            Type::F32 => line.emit(Op::Convert(Convert::Bits, value), Type::I32),
            Type::F64 => line.emit(Op::Convert(Convert::Bits, value), Type::I64),
            _ => value,
        };
        let ty = line.kernel.ty(bits);
        self.give(line, slot, bits);
        line.meet();
        let zero = line.number(0);
        let mut found = zero;
        for lane in 0..self.warp {
            let item = line.with(Binary::Add, self.first, lane.into());
            let is_there = self.is_there(line, there, item);
            let given = self.get(line, slot, item, ty);
            let equal = line.emit(Op::Compare(Compare::Eq, given, bits), Type::Bool);
            let equal = line.emit(Op::Binary(Binary::And, equal, is_there), Type::Bool);
            let bit = line.number(1 << lane);
            let bit = line.emit(Op::Select(equal, bit, zero), Type::I32);
            found = line.two(Binary::Or, found, bit);
        }
        line.meet();
        Op::Binary(Binary::Or, found, zero)
    }
}

/// Writes instructions one behind the other.
struct Line<'k> {
    kernel: &'k mut Kernel,
    insts: Vec<InstId>,
    span: Span,
}

impl Line<'_> {
    fn emit(&mut self, op: Op, ty: Type) -> Value {
        let (inst, value) = new_inst(self.kernel, op, ty, self.span);
        self.insts.push(inst);
        value
    }

    fn effect(&mut self, op: Op) {
        push(self.kernel, op, self.span, &mut self.insts);
    }

    /// The lanes of a warp wait for each other.
    fn meet(&mut self) {
        self.effect(Op::Lane(LaneOp::Sync, vec![]));
    }

    fn number(&mut self, bits: u64) -> Value {
        self.emit(Op::Const(bits), Type::I32)
    }

    fn two(&mut self, op: Binary, a: Value, b: Value) -> Value {
        self.emit(Op::Binary(op, a, b), Type::I32)
    }

    /// With a constant as the second operand.
    fn with(&mut self, op: Binary, a: Value, bits: u64) -> Value {
        let b = self.number(bits);
        self.two(op, a, b)
    }

    /// A number times a power of two, as bytes.
    fn bytes(&mut self, number: Value, shift: u64) -> Value {
        let wide = self.emit(Op::Convert(Convert::ZExt, number), Type::I64);
        let by = self.emit(Op::Const(shift), Type::I64);
        self.emit(Op::Binary(Binary::Shl, wide, by), Type::I64)
    }

    fn cell(&mut self, slot: SlotId, offset: Value) -> Value {
        let base = self.emit(Op::Slot(slot), Type::Ptr(Space::Local));
        self.emit(Op::PtrAdd(base, offset), Type::Ptr(Space::Local))
    }

    fn load(&mut self, ptr: Value, ty: Type) -> Value {
        self.emit(Op::Load { ptr, volatile: false }, ty)
    }

    /// Is a number not zero?
    fn holds(&mut self, value: Value) -> Value {
        let ty = self.kernel.ty(value);
        if ty == Type::Bool {
            return value;
        }
        let zero = self.emit(Op::Const(0), ty);
        self.emit(Op::Compare(Compare::Ne, value, zero), Type::Bool)
    }
}

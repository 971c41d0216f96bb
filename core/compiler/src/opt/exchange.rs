//! What lanes of a warp do together, through memory of their group: for machines without operations of lanes.
//!
//! Each work-item has a cell in memory of its group, by its linear local number. An operation becomes
//!
//! ```text
//! cell[own] = value;
//! barrier;
//! result = what cells of the warp say: that of the lane that is read, or one after the other;
//! barrier
//! ```
//!
//! so that nobody writes the next value before all have read this one. A lane that reads one which is not there, or which the mask does not
//! name, keeps its own value, as in the [reference](crate::ir::interp).
//!
//! There are two ways to it. [`through_memory`] is for operations that all work-items of a group are known to come to together; to one behind a
//! branch of some, or a return, the others are led first (`gather`), and mark that they take no part. [`by_warps`] is for all other places, and for masks
//! that name all lanes alone: in a program that means something all lanes of a warp that have not ended come to such an operation, so that a warp waits for nobody
//! but its own lanes ([`meeting::with_warps`]).
//!
//! Deliberately absent: operations without a mask, or with another one, in loops that work-items leave one by one and behind branches within branches;
//! operations in functions that stay calls. A kernel with one of them stays as it is, and the machine refuses it. Absent, too, is the halt where
//! lanes that a mask names never come: the reference tells of it, and here the others go on. Groups have [`MOST`] work-items at most, which the
//! launch is held to.

mod gather;

use alloc::{vec, vec::Vec};

use super::{
    PASSES,
    cells::{add_slot, push},
    edit::{Rename, new_inst},
    inline, meeting,
};
use crate::{
    analysis::uniformity::{Uniformity, Waiting},
    base::num::lane,
    ir::{
        Binary, BlockId, Code, Compare, Convert, Inst, InstId, Kernel, LaneOp, Op, SlotId, Space, Terminator,
        Type, Unroll, Value, WARP, WorkItem, cfg::Cfg, dom::DomTree, loops::Loops,
    },
    source::Span,
};

/// Work-items of a group that cells are there for: the most that CUDA knows.
pub const MOST: u32 = 1024;

/// Lets lanes of an optimised kernel exchange through memory, and optimises it again. Says whether it did.
pub fn through_memory(kernel: &mut Kernel) -> bool {
    if !has_operations(kernel) {
        return false;
    }
    let mut tried = kernel.clone();
    while let Some(block) = parted(&tried) {
        if !gather::gather(&mut tried, block) {
            return false;
        }
        optimise(&mut tried);
    }
    Exchange::new(&mut tried).all();
    optimise(&mut tried);
    *kernel = tried;
    true
}

/// Lets lanes of an optimised kernel whose masks name all of them exchange through memory, each warp by itself, and optimises it again. Says whether
/// it did.
pub fn by_warps(kernel: &mut Kernel) -> bool {
    let whole = u64::MAX >> (64 - kernel.warp());
    let names_all = |inst: &Inst| match &inst.op {
        Op::Lane(op, args) => {
            let mask = args.get(op.arity()).and_then(|mask| kernel.constant(*mask));
            mask.is_some_and(|bits| bits & whole == whole)
        }
        _ => true,
    };
    if !has_operations(kernel) || !kernel.code().listed().all(names_all) {
        return false;
    }
    Exchange::new(kernel).of_warps();
    *kernel = meeting::with_warps(kernel);
    true
}

/// Are there operations of lanes, all of which can go through memory?
fn has_operations(kernel: &Kernel) -> bool {
    let is_of_lanes = |inst: &Inst| matches!(inst.op, Op::Lane(..));
    let is_place = |inst: &Inst| matches!(inst.op, Op::Lane(LaneOp::Number | LaneOp::Warp, _));
    let in_functions = kernel.codes().skip(1).flat_map(Code::listed).any(is_of_lanes);
    !in_functions && kernel.code().listed().any(is_of_lanes) && !kernel.code().listed().any(is_place)
}

/// So many cells a group takes: whole warps.
fn cells(items: u64) -> u32 {
    (items.min(MOST.into()) as u32).next_multiple_of(WARP)
}

/// Makes the cells as many as a group has work-items, for who knows that.
pub fn fit(kernel: &mut Kernel, items: u64) {
    let items = cells(items);
    let is_ours = |name: &str| [CELLS, MARKS].contains(&name);
    for slot in kernel.slots.iter_mut().filter(|slot| is_ours(&slot.name)) {
        slot.bytes = slot.element.bytes() * items;
    }
}

/// Marks loops in which lanes do something together to be written out, if they are known to end after so many turns: an operation behind a
/// branch is done for each turn by itself. Functions are written out first.
pub fn unroll(kernel: &mut Kernel) {
    (inline::PASS.run)(kernel);
    let cfg = Cfg::new(kernel);
    let loops = Loops::new(&cfg, &DomTree::dominators(&cfg));
    for block in cfg.rpo {
        let insts = &kernel.blocks[block.index()].insts;
        let is_of_lanes = insts.iter().any(|id| matches!(kernel.insts[id.index()].op, Op::Lane(..)));
        if let Some(at) = loops.innermost[block.index()].filter(|_| is_of_lanes) {
            kernel.blocks[loops.loops[at].header.index()].unroll.get_or_insert(Unroll::Whole);
        }
    }
}

/// Is nothing asked of the lanes of a warp but whether a condition holds in any, or in all?
pub fn are_votes(kernel: &Kernel) -> bool {
    kernel.codes().flat_map(Code::listed).all(|inst| match (&inst.op, inst.result) {
        (Op::Lane(LaneOp::Sync | LaneOp::Number | LaneOp::Warp, _), _) => true,
        (Op::Lane(LaneOp::Ballot, _), Some(lanes)) => asks_for_any(kernel, lanes),
        (Op::Lane(..), _) => false,
        _ => true,
    })
}

/// Is nothing asked of the lanes in which something holds but whether there are any?
pub fn asks_for_any(kernel: &Kernel, lanes: Value) -> bool {
    let is_test = |op: &Op| match op {
        Op::Compare(Compare::Eq | Compare::Ne, a, b) => {
            [a, b].into_iter().any(|other| kernel.constant(*other) == Some(0))
        }
        _ => false,
    };
    let in_code =
        kernel.code().listed().all(|inst| !inst.op.operands().contains(&lanes) || is_test(&inst.op));
    let mut terms = kernel.blocks.iter().map(|block| &block.term);
    in_code
        && terms.all(|term| {
            let passed = term.targets().any(|target| target.args.contains(&lanes));
            !passed && !matches!(term, Terminator::Return(Some(value)) if *value == lanes)
        })
}

fn optimise(kernel: &mut Kernel) {
    for pass in PASSES {
        pass.apply(kernel);
    }
}

/// The first block with an operation that not all work-items of a group are known to come to together.
fn parted(kernel: &Kernel) -> Option<BlockId> {
    let cfg = Cfg::new(kernel);
    let uniform = Uniformity::waiting(kernel, &cfg, Waiting::Either);
    let is_of_lanes = |id: &InstId| matches!(kernel.insts[id.index()].op, Op::Lane(..));
    cfg.rpo.iter().copied().find(|block| {
        !uniform.is_convergent(*block) && kernel.blocks[block.index()].insts.iter().any(is_of_lanes)
    })
}

/// Writes operations anew.
struct Exchange<'k> {
    kernel: &'k mut Kernel,
    rename: Rename,
}

impl Exchange<'_> {
    fn new(kernel: &mut Kernel) -> Exchange<'_> {
        Exchange { rename: Rename::new(kernel), kernel }
    }

    /// Rewrites all operations, which all work-items come to.
    fn all(mut self) {
        for block in self.kernel.block_ids() {
            self.block(block, Part::All);
        }
        self.rename.apply(self.kernel);
    }

    /// Rewrites all operations, in which those lanes of a warp take part that have not ended.
    fn of_warps(mut self) {
        for block in self.kernel.block_ids() {
            self.block(block, Part::Living);
            if matches!(self.kernel.blocks[block.index()].term, Terminator::Return(_)) {
                let insts = self.marking(0);
                self.kernel.blocks[block.index()].insts.extend(insts);
            }
        }
        let insts = self.marking(1);
        self.kernel.blocks[0].insts.splice(0..0, insts);
        self.rename.apply(self.kernel);
    }

    /// What marks a work-item, or takes the mark away.
    fn marking(&mut self, mark: u64) -> Vec<InstId> {
        let marks = self.cells_for(MARKS, Type::I32);
        let mut line = Line { kernel: self.kernel, insts: vec![], span: Span::NONE };
        let (place, mark) = (line.place(), line.number(mark));
        line.write(marks, place.own, mark);
        line.insts
    }

    /// Rewrites the operations of a block.
    fn block(&mut self, block: BlockId, part: Part) {
        for id in core::mem::take(&mut self.kernel.blocks[block.index()].insts) {
            match self.kernel.insts[id.index()].clone() {
                Inst { op: Op::Lane(op, args), result: Some(result), span } => {
                    self.operation(block, (op, &args, result), part, span);
                }
                Inst { op: Op::Lane(..), .. } => {
                    self.kernel.insts[id.index()].op = part.wait();
                    self.kernel.blocks[block.index()].insts.push(id);
                }
                _ => self.kernel.blocks[block.index()].insts.push(id),
            }
        }
    }

    /// Writes what an operation becomes at the end of its block.
    fn operation(
        &mut self,
        block: BlockId,
        (op, args, result): (LaneOp, &[Value], Value),
        part: Part,
        span: Span,
    ) {
        let (args, mask) = args.split_at(op.arity());
        let own = args[0];
        let ty = match self.kernel.ty(own) {
            Type::Bool => Type::I32,
            ty => ty,
        };
        let cells = self.cells_for(CELLS, ty);
        let marks = (part != Part::All).then(|| self.cells_for(MARKS, Type::I32));
        let is_all = |mask: &Value| self.kernel.constant(*mask) == Some(u32::MAX.into());
        let mask = mask.first().copied().filter(|mask| !is_all(mask));
        let mut line = Line { kernel: self.kernel, insts: vec![], span };
        let place = line.place();
        let value = match op {
            LaneOp::Ballot => line.bit(own, place.lane),
            _ => own,
        };
        line.write(cells, place.own, value);
        if let (Part::Active(active), Some(marks)) = (part, marks) {
            let mark = line.active(active);
            line.write(marks, place.own, mark);
        }
        line.effect(part.wait());
        let asked = Asked { place, cells, ty, marks, mask };
        let found = match op {
            LaneOp::Ballot | LaneOp::Match => line.bits(op, value, &asked),
            _ => line.shuffled(op, args, &asked),
        };
        line.effect(part.wait());
        let insts = line.insts;
        self.kernel.blocks[block.index()].insts.extend(insts);
        self.rename.replace(result, found);
    }

    /// The cells of a name for values of a type, one for each work-item of a group.
    fn cells_for(&mut self, name: &str, ty: Type) -> SlotId {
        let mut slots = (0..).map(SlotId).zip(&self.kernel.slots);
        if let Some((slot, _)) = slots.find(|(_, slot)| slot.name == name && slot.element == ty) {
            return slot;
        }
        let items = self
            .kernel
            .required_local
            .map_or(MOST.into(), |sizes| sizes.iter().map(|side| u64::from(*side)).product());
        add_slot(self.kernel, name, Space::Local, ty, cells(items))
    }
}

/// The cells for what lanes give.
const CELLS: &str = "(lanes)";

/// The cells that say who takes part.
const MARKS: &str = "(lanes that take part)";

/// Who takes part in an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// All work-items of the group, which come together.
    All,
    /// Those whose private cell says so; all come together.
    Active(SlotId),
    /// Those lanes of a warp that have not ended; a warp comes by itself.
    Living,
}

impl Part {
    /// What those wait at who come together.
    const fn wait(self) -> Op {
        match self {
            Part::All | Part::Active(_) => Op::Barrier,
            // It stands first in its piece, and therefore asks for no value.
            Part::Living => Op::Lane(LaneOp::Sync, Vec::new()),
        }
    }
}

/// Where a work-item is.
#[derive(Clone, Copy)]
struct Place {
    /// Its number in its group.
    own: Value,
    /// Its number in its warp.
    lane: Value,
    /// The number of the first of its warp in the group.
    first: Value,
    /// Work-items of the group.
    items: Value,
}

/// What an operation reads.
struct Asked {
    place: Place,
    cells: SlotId,
    /// What a cell holds.
    ty: Type,
    /// Where those who take part are marked, if not all do.
    marks: Option<SlotId>,
    /// The mask, if it does not name all.
    mask: Option<Value>,
}

/// Writes a row of instructions.
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

    fn number(&mut self, bits: u64) -> Value {
        self.emit(Op::Const(bits), Type::I32)
    }

    fn two(&mut self, op: Binary, a: Value, b: Value) -> Value {
        let ty = self.kernel.ty(a);
        self.emit(Op::Binary(op, a, b), ty)
    }

    fn with(&mut self, op: Binary, a: Value, bits: u64) -> Value {
        let bits = self.number(bits);
        self.two(op, a, bits)
    }

    fn test(&mut self, op: Compare, a: Value, b: Value) -> Value {
        self.emit(Op::Compare(op, a, b), Type::Bool)
    }

    fn choose(&mut self, condition: Value, a: Value, b: Value) -> Value {
        let ty = self.kernel.ty(a);
        self.emit(Op::Select(condition, a, b), ty)
    }

    fn effect(&mut self, op: Op) {
        push(self.kernel, op, self.span, &mut self.insts);
    }

    /// Where this work-item is: numbers in a row along x, then y, then z.
    fn place(&mut self) -> Place {
        let of = |line: &mut Self, what, dimension| line.emit(Op::WorkItem(what, dimension), Type::I32);
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
    fn cell(&mut self, cells: SlotId, at: Value) -> Value {
        let bytes = u64::from(self.kernel.slots[cells.index()].element.bytes());
        let at = self.with(Binary::Mul, at, bytes);
        let at = self.emit(Op::Convert(Convert::ZExt, at), Type::I64);
        let base = self.emit(Op::Slot(cells), Type::Ptr(Space::Local));
        self.emit(Op::PtrAdd(base, at), Type::Ptr(Space::Local))
    }

    fn write(&mut self, cells: SlotId, at: Value, value: Value) {
        let ptr = self.cell(cells, at);
        self.effect(Op::Store { ptr, value, volatile: false });
    }

    fn read(&mut self, cells: SlotId, at: Value, ty: Type) -> Value {
        let ptr = self.cell(cells, at);
        self.emit(Op::Load { ptr, volatile: false }, ty)
    }

    /// The bit of a lane if something holds in it, else nothing.
    fn bit(&mut self, holds: Value, lane: Value) -> Value {
        let one = self.number(1);
        let (bit, none) = (self.two(Binary::Shl, one, lane), self.number(0));
        self.choose(holds, bit, none)
    }

    /// What the lane that a shuffle reads from holds, or this one if that does not take part.
    fn shuffled(&mut self, op: LaneOp, args: &[Value], asked: &Asked) -> Value {
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
        let found = self.read(asked.cells, at, asked.ty);
        match asked.marks {
            None => found,
            Some(marks) => {
                let takes_part = self.marked(marks, at);
                self.choose(takes_part, found, own)
            }
        }
    }

    /// Is a work-item marked?
    fn marked(&mut self, marks: SlotId, at: Value) -> Value {
        let (mark, none) = (self.read(marks, at, Type::I32), self.number(0));
        self.test(Compare::Ne, mark, none)
    }

    /// What a private cell says of this work-item.
    fn active(&mut self, cell: SlotId) -> Value {
        let ptr = self.emit(Op::Slot(cell), Type::Ptr(Space::Private));
        self.emit(Op::Load { ptr, volatile: false }, Type::I32)
    }

    /// The lane that a shuffle reads from, and whether it lies in the segment ([`lane::source`]).
    fn source(&mut self, op: LaneOp, lane: Value, by: Value, segments: Value) -> (Value, Value) {
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
    fn bits(&mut self, op: LaneOp, own: Value, asked: &Asked) -> Value {
        let Place { first, items, .. } = asked.place;
        let own = self.as_bits(own);
        let cells = self.cell(asked.cells, first);
        let marks = asked.marks.map(|marks| self.cell(marks, first));
        let none = self.number(0);
        let mut bits = none;
        for lane in 0..self.kernel.warp() {
            let found = self.read_behind(cells, lane, asked.ty);
            let mut bit = found;
            if op == LaneOp::Match {
                let found = self.as_bits(found);
                let (same, one) = (self.test(Compare::Eq, found, own), self.number(1 << lane));
                bit = self.choose(same, one, none);
            }
            if let Some(marks) = marks {
                let mark = self.read_behind(marks, lane, Type::I32);
                let takes_part = self.test(Compare::Ne, mark, none);
                bit = self.choose(takes_part, bit, none);
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
    fn read_behind(&mut self, cell: Value, cells: u32, ty: Type) -> Value {
        let bytes = self.emit(Op::Const(u64::from(cells * ty.bytes())), Type::I64);
        let ptr = self.emit(Op::PtrAdd(cell, bytes), Type::Ptr(Space::Local));
        self.emit(Op::Load { ptr, volatile: false }, ty)
    }

    /// An integer with the bits of a value.
    fn as_bits(&mut self, value: Value) -> Value {
        let ty = match self.kernel.ty(value) {
            Type::F16 => Type::I16,
            Type::F32 => Type::I32,
            Type::F64 => Type::I64,
            _ => return value,
        };
        self.emit(Op::Convert(Convert::Bits, value), ty)
    }
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::String};

    use super::*;
    use crate::{
        base::rng::Rng,
        image::Memory,
        ir::{interp, text, verify::verify},
        launch::Launch,
    };

    /// Groups in one, two and three dimensions, whose last warps are whole or not, and how many groups there are.
    const GROUPS: [([u32; 3], u32); 5] =
        [([64, 1, 1], 2), ([40, 1, 1], 3), ([7, 9, 1], 2), ([3, 5, 5], 1), ([1024, 1, 1], 1)];

    /// Memory after a kernel has run on random numbers, of which some are equal and some negative.
    fn digest(kernel: &Kernel, (local, groups): ([u32; 3], u32), ty: Type) -> Result<u64, String> {
        let launch = Launch { global: [local[0] * groups, local[1], local[2]], local, ..Launch::default() };
        let (mut memory, mut rng) = (Memory::default(), Rng::new(11));
        memory.allocate("in", 8 * 2048, ty, false, true);
        memory.allocate("out", 8 * 2048, Type::I64, false, true);
        let [given, out] = [0, 1].map(|at| memory.buffers()[at].base);
        for at in 0..2048 {
            let number = rng.below(5).wrapping_sub(2);
            memory.store(given + u64::from(ty.bytes()) * at, ty.bytes(), number & ty.mask());
        }
        let end = interp::run(kernel, &launch, &[given, out], &mut memory, &interp::Limits::default());
        end.map(|_| memory.digest()).map_err(|halt| halt.why())
    }

    /// A kernel with the number of a work-item in `v5`, a value in `v10` and a word of ones, which nobody knows, in `v13`; it writes `v40`.
    fn around(ty: Type, (result, body): (Type, &str), header: &str) -> Kernel {
        let bytes = result.bytes();
        let source = format!(
            "kernel k(given: ptr.global {ty}, out: ptr.global {result}) {header}{{
b0:
 v0: i32 = global_id 2
 v1: i32 = global_size 1
 v2: i32 = mul v0, v1
 v3: i32 = global_id 1
 v4: i32 = add v2, v3
 v6: i32 = global_size 0
 v7: i32 = mul v4, v6
 v8: i32 = global_id 0
 v5: i32 = add v7, v8
 v9: i64 = zext v5
 v11: i64 = const {}
 v12: i64 = mul v9, v11
 v14: ptr.global = arg 0
 v15: ptr.global = ptradd v14, v12
 v10: {ty} = load v15
 v16: i32 = const 4294967295
 v17: i32 = shr.u v5, v16
 v18: i32 = const 1
 v13: i32 = sub v17, v18
{body}
 v41: i64 = const {bytes}
 v42: i64 = mul v9, v41
 v43: ptr.global = arg 1
 v44: ptr.global = ptradd v43, v42
 store v44, v40
 return
}}",
            ty.bytes()
        );
        text::parse(&source).unwrap_or_else(|error| panic!("{error:?}\n{source}"))
    }

    /// Exchanged through memory a kernel leaves what the reference does.
    fn same(what: &str, kernel: &Kernel, ty: Type) {
        verify(kernel).unwrap_or_else(|error| panic!("{what}: {error}"));
        let mut exchanged = kernel.clone();
        assert!(through_memory(&mut exchanged), "{what}");
        verify(&exchanged).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(exchanged.lane_op().is_none());
        for group in GROUPS {
            let expected = digest(kernel, group, ty);
            assert!(expected.is_ok(), "{what} {group:?}: {expected:?}");
            fit(&mut exchanged, group.0.iter().map(|side| u64::from(*side)).product());
            assert_eq!(
                digest(&exchanged, group, ty),
                expected,
                "{what} {group:?}\n{}",
                text::print(&exchanged)
            );
        }
    }

    const TYPES: [Type; 7] = [Type::I8, Type::I16, Type::I32, Type::I64, Type::F16, Type::F32, Type::F64];

    #[test]
    fn every_operation_reads_what_the_reference_reads() {
        for ty in TYPES {
            for (op, width) in [LaneOp::Index, LaneOp::Up, LaneOp::Down, LaneOp::Xor]
                .iter()
                .flat_map(|op| [32, 8].map(|width| (*op, width)))
            {
                for mask in ["", ", v13"] {
                    let segments = lane::segments(op, width);
                    let body = format!(
                        " v20: i32 = const 5\n v21: i32 = mul v5, v20\n v22: i32 = const {segments}\n v40: {ty} = lane.{} v10, v21, v22{mask}",
                        op.name()
                    );
                    let kernel = around(ty, (ty, &body), "");
                    same(&format!("{} {ty} {width}{mask}", op.name()), &kernel, ty);
                }
            }
            let matches = around(ty, (Type::I32, " v40: i32 = lane.match v10"), "");
            same(&format!("match {ty}"), &matches, ty);
        }
        let vote = " v20: i32 = const 0\n v21: bool = lt.s v20, v10\n v40: i32 = lane.ballot v21, v13";
        same("ballot", &around(Type::I32, (Type::I32, vote), ""), Type::I32);
    }

    #[test]
    fn warps_may_be_smaller() {
        for warp in [1, 2, 8, 16] {
            let header = format!("subgroup {warp} ");
            let vote = " v20: i32 = const 0\n v21: bool = lt.s v20, v10\n v40: i32 = lane.ballot v21";
            same("ballot", &around(Type::I32, (Type::I32, vote), &header), Type::I32);
            for op in [LaneOp::Index, LaneOp::Down, LaneOp::Xor] {
                let body = format!(
                    " v22: i32 = const {}\n v40: i32 = lane.{} v10, v5, v22",
                    lane::segments(op, 32),
                    op.name()
                );
                same(op.name(), &around(Type::I32, (Type::I32, &body), &header), Type::I32);
            }
        }
    }

    /// Nobody writes the value of the next turn before all have read that of this one.
    #[test]
    fn turns_of_a_loop_do_not_mix() {
        let body = " v20: i32 = const 0\n v22: i32 = const 31\n jump b1(v20, v10)
b1(v23: i32, v24: i32):
 v25: i32 = lane.index v24, v23, v22, v13
 v26: i32 = lane.xor v25, v23, v22
 v27: i32 = const 3
 v28: i32 = mul v24, v27
 v29: i32 = add v28, v26
 v30: i32 = add v23, v18
 v31: i32 = const 9
 v32: bool = lt.s v30, v31
 branch v32, b1(v30, v29), b2(v29)
b2(v40: i32):";
        same("loop", &around(Type::I32, (Type::I32, body), ""), Type::I32);
    }

    /// What stands in the branch of a condition that holds in some work-items, and behind it.
    fn branched(yes: &str, no: &str, behind: &str) -> Kernel {
        let body = format!(
            " v20: i32 = const 0
 v21: bool = lt.s v20, v10
 v22: i32 = const 31
 v50: i32 = const 7
 branch v21, b1, b2
b1:
{yes}
b2:
{no}
b3(v30: i32):
{behind}"
        );
        around(Type::I32, (Type::I32, &body), "")
    }

    #[test]
    fn those_who_go_another_way_take_no_part() {
        let vote = " v31: bool = lt.s v18, v10\n v32: i32 = lane.ballot v31\n v33: i32 = lane.xor v10, v32, v22\n v34: i32 = add v32, v33\n jump b3(v34)";
        let other = " v36: i32 = lane.match v10\n v37: i32 = mul v36, v50\n jump b3(v37)";
        let behind = " v38: i32 = lane.up v30, v18, v20\n v40: i32 = add v38, v30";
        for (name, yes, no, behind) in [
            ("one way", vote, " jump b3(v5)", " v40: i32 = add v30, v18"),
            ("the other way", " jump b3(v5)", other, " v40: i32 = add v30, v18"),
            ("both ways", vote, other, " v40: i32 = add v30, v18"),
            ("both ways and behind", vote, other, behind),
            ("some have ended", " return", other, behind),
            ("some have ended first", vote, " return", behind),
        ] {
            same(name, &branched(yes, no, behind), Type::I32);
        }
    }

    /// Turns that all make, in each of which some take part.
    #[test]
    fn branches_in_loops_that_all_go_round() {
        let body = " v20: i32 = const 0\n v22: i32 = const 31\n jump b1(v20, v10)
b1(v23: i32, v24: i32):
 v25: i32 = and v24, v18
 v26: bool = eq v25, v20
 branch v26, b2, b3(v24)
b2:
 v27: i32 = lane.down v24, v18, v22
 v28: i32 = add v27, v23
 jump b3(v28)
b3(v29: i32):
 v30: i32 = add v23, v18
 v31: i32 = const 9
 v32: bool = lt.s v30, v31
 v33: i32 = add v29, v18
 branch v32, b1(v30, v33), b4(v33)
b4(v40: i32):";
        same("loop", &around(Type::I32, (Type::I32, body), ""), Type::I32);
    }

    #[test]
    fn what_several_branches_decide_stays_as_it_is() {
        let inner = " v31: bool = lt.s v18, v10\n branch v31, b4, b3(v18)\nb4:\n v32: i32 = lane.match v10\n jump b3(v32)";
        let kernel = branched(inner, " jump b3(v5)", " v40: i32 = add v30, v18");
        let mut tried = kernel.clone();
        assert!(!through_memory(&mut tried));
        assert_eq!(text::print(&tried), text::print(&kernel));
    }
}

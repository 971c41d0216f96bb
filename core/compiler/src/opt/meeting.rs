//! One barrier for all: work-items that may come to barriers on different ways, or to different barriers, meet at a single one.
//!
//! What a barrier means is the same on every machine: the live work-items of a group meet at one barrier of the text, and those
//! that have ended do not count. Machines that run a group as a whole know only barriers that all of it comes to on one way.
//! For them a kernel becomes a loop around its pieces, the code between two barriers:
//!
//! ```text
//! piece = 0; at = 0;
//! do {
//!     if (at == piece) { the code behind barrier `piece` (0: the beginning); at = the barrier that it comes to, or the end }
//!     if (at is not the end) told[turn & 1] = turn, at;
//!     barrier;
//!     piece = what told[turn & 1] says, if it is of this turn
//!     if (at is not the end and not the piece) halt: this work-item waits at another barrier than the others
//! } while (somebody has told something)
//! ```
//!
//! The two cells of `told` are memory of the group, and take turns, so that one barrier in each turn is enough. What a work-item
//! keeps from piece to piece goes through `cells` and becomes what the loop passes on. Pieces that lead into the middle
//! of a loop are a matter of [`super::entries`].
//!
//! Meetings of the lanes of a warp ([`with_warps`]) are such places, too, with the numbers behind those of barriers. Work-items that
//! wait at one go on before any barrier is passed, and meanwhile others wait where they are: in a program that means something
//! all lanes of a warp come to the same meetings. `told` has two more cells for them. There are many such places, and most work-items only look on
//! in most turns: what they keep stays in their private memory there, as what a loop passes on would be passed on in every turn by all.
//!
//! The halt is a write to address [`UNMET`], where no buffer ever is. Its place in the text is that of the barrier at which the
//! work-item waits, and no other write has the place of a barrier ([`is_unmet`]).

use alloc::{vec, vec::Vec};

use super::{
    PASSES,
    cells::{add_cell, add_slot, empty, into_cells, into_words},
    edit::new_param,
    entries, promote,
    steps::Steps,
};
use crate::{
    analysis::uniformity::{Uniformity, Waiting},
    image::{Fault, FaultKind},
    ir::{
        Binary, BlockId, Compare, Convert, InstId, Kernel, LaneOp, Op, SlotId, Space, Target, Terminator,
        Type, Value, cfg::Cfg,
    },
    source::Span,
};

/// The address that a work-item writes to that waits at another barrier than the others of its group.
pub const UNMET: u64 = 4;

/// Do the lanes of a warp wait for each other there ([`super::exchange`])?
pub(super) fn is_of_warp(op: &Op) -> bool {
    matches!(op, Op::Lane(LaneOp::Sync, _))
}

/// Do work-items wait there for all of the group, or for those of their warp?
pub(super) fn is_meeting(op: &Op) -> bool {
    *op == Op::Barrier || is_of_warp(op)
}

/// May work-items of a group come to a barrier of a kernel without calls on different ways?
pub fn may_miss(kernel: &Kernel) -> bool {
    let cfg = Cfg::new(kernel);
    let is_barrier = |block: &BlockId| {
        kernel.blocks[block.index()].insts.iter().any(|id| kernel.insts[id.index()].op == Op::Barrier)
    };
    if !cfg.rpo.iter().any(is_barrier) {
        return false;
    }
    let uniform = Uniformity::waiting(kernel, &cfg, Waiting::Either);
    cfg.rpo.iter().filter(|block| is_barrier(block)).any(|block| !uniform.is_convergent(*block))
}

/// Is a fault the halt of a work-item that waits at another barrier than the others? `span`: where the access is in the text.
pub fn is_unmet(kernel: &Kernel, fault: &Fault, span: Span) -> bool {
    let is_there = fault.write && fault.kind == FaultKind::OutOfBounds && fault.address == UNMET;
    let mut listed = kernel.codes().flat_map(|code| code.listed());
    is_there && listed.any(|inst| inst.op == Op::Barrier && inst.span == span)
}

/// Makes one barrier of all barriers of an optimised kernel without calls, and optimises it again.
pub fn with_one_barrier(kernel: &Kernel) -> Kernel {
    in_pieces(kernel, |op| *op == Op::Barrier, None)
}

/// The same of all barriers and all meetings of the lanes of a warp, where memory has values of at most so many bytes.
pub fn with_warps(kernel: &Kernel, widest: u32) -> Kernel {
    in_pieces(kernel, is_meeting, Some(widest))
}

/// Cuts a kernel into pieces at places where work-items wait. What they keep stays in memory if it has at most so many bytes.
fn in_pieces(kernel: &Kernel, is_place: fn(&Op) -> bool, stays: Option<u32>) -> Kernel {
    let mut kernel = kernel.clone();
    split_at(&mut kernel, is_place);
    match stays {
        Some(_) => into_words(&mut kernel),
        None => into_cells(&mut kernel),
    }
    let barriers = take_barriers(&mut kernel, is_place);
    if !barriers.is_empty() {
        let pieces = Pieces::new(&mut kernel, barriers);
        let (head, at) = (pieces.head, pieces.at);
        pieces.write(&mut kernel);
        if let Some(widest) = stays {
            promote::keep_through(&mut kernel, head, (at, widest));
        }
        (entries::PASS.run)(&mut kernel);
    }
    for pass in PASSES {
        pass.apply(&mut kernel);
    }
    kernel
}

/// Gives each barrier a block that begins with it, and that one other block leads to.
fn split_at(kernel: &mut Kernel, is_place: fn(&Op) -> bool) {
    let (written, mut at) = (kernel.blocks.len(), 0);
    while at < kernel.blocks.len() {
        // A block behind a split begins with the barrier that it was made for.
        let from = usize::from(at >= written);
        let insts = &kernel.blocks[at].insts;
        let is_barrier = |id: &InstId| is_place(&kernel.insts[id.index()].op);
        if let Some(place) = insts.iter().skip(from).position(is_barrier) {
            let behind = BlockId(kernel.blocks.len() as u32);
            let block = &mut kernel.blocks[at];
            let rest = block.insts.split_off(from + place);
            let term = core::mem::replace(&mut block.term, jump(behind));
            let span = block.term_span;
            kernel.blocks.push(empty(term, span));
            kernel.blocks[behind.index()].insts = rest;
        }
        at += 1;
    }
}

fn jump(block: BlockId) -> Terminator {
    Terminator::Jump(Target { block, args: vec![] })
}

/// What a block begins with.
fn first(kernel: &Kernel, at: usize) -> Option<&Op> {
    kernel.blocks[at].insts.first().map(|id| &kernel.insts[id.index()].op)
}

/// A barrier that was between two blocks.
struct Barrier {
    before: BlockId,
    behind: BlockId,
    span: Span,
    of_warp: bool,
}

/// Takes the barriers away that blocks begin with: those of the group stand first.
fn take_barriers(kernel: &mut Kernel, is_place: fn(&Op) -> bool) -> Vec<Barrier> {
    let mut barriers = vec![];
    for before in kernel.block_ids() {
        let Terminator::Jump(Target { block: behind, .. }) = kernel.blocks[before.index()].term else {
            continue;
        };
        if let Some(op) = first(kernel, behind.index()).filter(|op| is_place(op)) {
            let of_warp = is_of_warp(op);
            let inst = kernel.blocks[behind.index()].insts.remove(0);
            barriers.push(Barrier { before, behind, span: kernel.insts[inst.index()].span, of_warp });
        }
    }
    crate::base::order::sort_by_key(&mut barriers, |barrier| barrier.of_warp);
    barriers
}

/// The loop around the pieces of a kernel.
struct Pieces {
    barriers: Vec<Barrier>,
    /// The number of the barrier that a work-item waits at, 0 at the beginning, and for who has ended the number behind the last.
    at: SlotId,
    /// What work-items tell each other.
    told: SlotId,
    /// The beginning, with the parameters `piece` and `turn`.
    head: BlockId,
    piece: Value,
    turn: Value,
    /// Where pieces end.
    end: BlockId,
    span: Span,
}

impl Pieces {
    fn new(kernel: &mut Kernel, barriers: Vec<Barrier>) -> Pieces {
        let span = barriers.first().map_or(Span::NONE, |barrier| barrier.span);
        let at = add_cell(kernel, "barrier", Type::I32);
        let cells = if barriers.iter().any(|barrier| barrier.of_warp) { 4 } else { 2 };
        let told = add_slot(kernel, "(barrier)", Space::Local, Type::I32, cells);
        let head = add(kernel, span);
        let [piece, turn] = [0; 2].map(|_| new_param(kernel, head, Type::I32));
        Pieces { barriers, at, told, head, piece, turn, end: add(kernel, span), span }
    }

    /// The number of those who have ended, which is that of all places to be at, too.
    fn ended(&self) -> u64 {
        self.barriers.len() as u64 + 1
    }

    /// How many of the places are barriers of the group, if others are meetings of warps.
    fn groups(&self) -> Option<u64> {
        let groups = self.barriers.iter().filter(|barrier| !barrier.of_warp).count();
        (groups < self.barriers.len()).then_some(groups as u64)
    }

    fn write(mut self, kernel: &mut Kernel) {
        let first = self.own_beginning(kernel);
        for (number, Barrier { before, .. }) in (1..).zip(&self.barriers) {
            self.wait(kernel, *before, number);
        }
        for block in kernel.block_ids().filter(|block| ![BlockId(0), self.head, self.end].contains(block)) {
            if matches!(kernel.blocks[block.index()].term, Terminator::Return(_)) {
                self.wait(kernel, block, self.ended());
            }
        }
        self.begin(kernel);
        self.go_on(kernel, first);
        self.meet(kernel);
    }

    /// Moves the first block of the kernel behind a new one, and gives it.
    fn own_beginning(&mut self, kernel: &mut Kernel) -> BlockId {
        let first = add(kernel, self.span);
        kernel.blocks.swap(0, first.index());
        let moved = self.barriers.iter_mut().filter(|barrier| barrier.before == BlockId(0));
        moved.for_each(|barrier| barrier.before = first);
        first
    }

    /// A block ends at a barrier.
    fn wait(&self, kernel: &mut Kernel, block: BlockId, number: u64) {
        let mut steps = Steps::new(kernel, self.span);
        let (cell, number) = (steps.slot(self.at), steps.number(number));
        steps.store(cell, number);
        steps.append_to(block);
        kernel.blocks[block.index()].term = jump(self.end);
    }

    /// What is told is that of no turn.
    fn begin(&self, kernel: &mut Kernel) {
        let mut steps = Steps::new(kernel, self.span);
        let (cell, zero) = (steps.slot(self.at), steps.number(0));
        steps.store(cell, zero);
        let (told, none) = (steps.slot(self.told), steps.number(u32::MAX.into()));
        let other = steps.offset(told, 4);
        steps.store(told, none);
        steps.store(other, none);
        if self.groups().is_some() {
            for at in [8, 12] {
                let other = steps.offset(told, at);
                steps.store(other, none);
            }
        }
        steps.effect(Op::Barrier);
        steps.append_to(BlockId(0));
        let args = vec![zero, zero];
        kernel.blocks[0].term = Terminator::Jump(Target { block: self.head, args });
    }

    /// Those who are at the piece carry it out.
    fn go_on(&self, kernel: &mut Kernel, first: BlockId) {
        let choice = add(kernel, self.span);
        let mut steps = Steps::new(kernel, self.span);
        let at = self.place(&mut steps);
        let here = steps.test(Compare::Eq, at, self.piece);
        steps.branch(self.head, here, choice, self.end);
        let pieces: Vec<BlockId> =
            core::iter::once(first).chain(self.barriers.iter().map(|barrier| barrier.behind)).collect();
        entries::choose(kernel, choice, self.piece, &pieces);
    }

    /// Those who wait tell where; then all know where they go on.
    fn meet(&self, kernel: &mut Kernel) {
        let [tell, wait, check, halt, back, done] = [0; 6].map(|_| add(kernel, self.span));
        let mut steps = Steps::new(kernel, self.span);
        let (at, ended) = (self.place(&mut steps), steps.number(self.ended()));
        let lives = steps.test(Compare::Ne, at, ended);
        steps.branch(self.end, lives, tell, wait);

        let (base, mut cell) = self.of_this_turn(&mut steps);
        if let Some(groups) = self.groups() {
            let groups = steps.number(groups);
            let of_warp = steps.test(Compare::LtU, groups, at);
            let other = steps.offset(cell, 8);
            cell = steps.choose(of_warp, other, cell);
        }
        let word = steps.two(Binary::Add, base, at);
        steps.store(cell, word);
        steps.append_to(tell);
        steps.kernel.blocks[tell.index()].term = jump(wait);

        steps.effect(Op::Barrier);
        let (base, cell) = self.of_this_turn(&mut steps);
        let (mut next, mut somebody) = self.told(&mut steps, (base, cell), ended);
        let mut warps = None;
        if self.groups().is_some() {
            // Warps go first.
            let cell = steps.offset(cell, 8);
            let (place, some) = self.told(&mut steps, (base, cell), ended);
            next = steps.choose(some, place, next);
            somebody = steps.two(Binary::Or, somebody, some);
            warps = Some(some);
        }
        steps.branch(wait, somebody, check, done);

        let elsewhere = steps.test(Compare::Ne, at, next);
        let mut unmet = steps.two(Binary::And, lives, elsewhere);
        if let Some(warps) = warps {
            let no = steps.emit(Op::Const(0), Type::Bool);
            unmet = steps.choose(warps, no, unmet);
        }
        steps.branch(check, unmet, halt, back);

        let halts: Vec<BlockId> =
            self.barriers.iter().map(|barrier| self.halt(steps.kernel, barrier.span, back)).collect();
        let one = steps.number(1);
        let number = steps.two(Binary::Sub, at, one);
        steps.append_to(halt);
        entries::choose(steps.kernel, halt, number, &halts);

        let one = steps.number(1);
        let turn = steps.two(Binary::Add, self.turn, one);
        steps.append_to(back);
        kernel.blocks[back.index()].term =
            Terminator::Jump(Target { block: self.head, args: vec![next, turn] });
    }

    /// Where the work-item is.
    fn place(&self, steps: &mut Steps<'_>) -> Value {
        let cell = steps.slot(self.at);
        steps.load(cell, Type::I32)
    }

    /// The place that a cell tells of, and whether it is of this turn.
    fn told(&self, steps: &mut Steps<'_>, (base, cell): (Value, Value), ended: Value) -> (Value, Value) {
        let word = steps.load(cell, Type::I32);
        let next = steps.two(Binary::Sub, word, base);
        (next, steps.test(Compare::LtU, next, ended))
    }

    /// What a work-item tells in this turn that is at place 0, and where.
    fn of_this_turn(&self, steps: &mut Steps<'_>) -> (Value, Value) {
        let places = steps.number(self.ended());
        let base = steps.two(Binary::Mul, self.turn, places);
        let (one, two) = (steps.number(1), steps.number(2));
        let odd = steps.two(Binary::And, self.turn, one);
        let bytes = steps.two(Binary::Shl, odd, two);
        let bytes = steps.convert(Convert::ZExt, bytes, Type::I64);
        let told = steps.slot(self.told);
        let cell = steps.emit(Op::PtrAdd(told, bytes), Type::Ptr(Space::Local));
        (base, cell)
    }

    /// The end of the run for a work-item that waits at the barrier at a place in the text.
    fn halt(&self, kernel: &mut Kernel, span: Span, back: BlockId) -> BlockId {
        let block = add(kernel, span);
        let mut steps = Steps::new(kernel, span);
        let address = steps.emit(Op::Const(UNMET), Type::I64);
        let ptr = steps.convert(Convert::Bits, address, Type::Ptr(Space::Global));
        let value = steps.number(0);
        steps.effect(Op::Store { ptr, value, volatile: true });
        steps.append_to(block);
        kernel.blocks[block.index()].term = jump(back);
        block
    }
}

/// A new block.
fn add(kernel: &mut Kernel, span: Span) -> BlockId {
    kernel.blocks.push(empty(Terminator::Return(None), span));
    BlockId(kernel.blocks.len() as u32 - 1)
}

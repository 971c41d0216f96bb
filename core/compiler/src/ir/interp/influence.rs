//! What the results of atomics reach, and what the clock says. An atomic gives back what was there before it, so its result says who came
//! first; what follows from it may be different in another order of the work-items, and is right in each. What the clock says differs from
//! machine to machine.
//!
//! A value is *reached* if it is such a result, is computed from one, or is chosen under its control: between a branch whose
//! condition is reached and the place where the two ways of the branch meet. A loop that waits on an atomic (a lock
//! that is tried again and again) keeps its control until the next atomic or barrier of the work-item. Memory is reached byte
//! by byte, and also where the order alone decides what an atomic leaves there: an exchange, a compare-and-exchange, a
//! sum of floats, or two kinds of operation on one word.
//!
//! Absent: what did not happen in this run. A work-item that an atomic sent another way has not written what it would have
//! written; a run in another order shows that ([`ItemOrder`](super::ItemOrder)).

use alloc::{boxed::Box, collections::BTreeMap, vec, vec::Vec};
use core::ops::Range;

use super::code::{Code, Reg, Step};
use crate::image::Memory;
use crate::ir::{self, AtomicOp, BlockId, Kernel, Op, Space, cfg::Cfg, dom::DomTree};
use crate::printed;

/// Bytes of memory that have their marks together.
const PAGE: u64 = 256;

/// The mark of a byte that is reached. The other bits say which kind of atomic came last.
const REACHED: u8 = 0x80;

/// The kind of a compare-and-exchange, behind those of the other atomics.
const COMPARE_EXCHANGE: u8 = AtomicOp::ALL.len() as u8 + 1;

/// Where the control of a branch ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meet {
    /// At a step.
    At(u32),
    /// Where the function with this link goes back.
    Return(Reg),
    /// With the work-item.
    End,
}

/// A branch.
#[derive(Clone, Copy, Debug)]
struct Fork {
    meet: Meet,
    /// Does its first, its second way leave a loop that has an atomic?
    leaves: [bool; 2],
}

/// What is known of one work-item.
#[derive(Clone, Debug, Default)]
pub(super) struct Reached {
    registers: Vec<bool>,
    private: BTreeMap<u64, Box<Page>>,
    /// The branches whose control it is under, the innermost last.
    meets: Vec<Meet>,
    /// Has it left a loop that waits on an atomic?
    holds: bool,
}

impl Reached {
    /// Before the first step of a work-item.
    pub fn begin(&mut self, registers: usize) {
        self.registers.clear();
        self.registers.resize(registers, false);
        self.private.clear();
        self.meets.clear();
        self.holds = false;
    }

    /// Does the result of an atomic decide that the work-item is here?
    pub fn is_under(&self) -> bool {
        self.holds || !self.meets.is_empty()
    }
}

/// The marks of some bytes.
type Page = [u8; PAGE as usize];

/// What is known of memory, and of the branches of the code.
#[derive(Clone, Debug)]
pub(super) struct Influence {
    forks: BTreeMap<u32, Fork>,
    /// Is what the clock says followed, too?
    clock: bool,
    /// The buffer of `printf`: where a record lies in it follows from an atomic, and says nothing.
    printer: Range<u64>,
    /// Has anything reached decided where a work-item goes on or where it writes, so that a machine may have written what nobody wrote here?
    spreads: bool,
    global: BTreeMap<u64, Box<Page>>,
    local: BTreeMap<u64, Box<Page>>,
    /// Bytes that marks may take, and those that the marks of global memory take.
    limit: u64,
    full: bool,
}

impl Influence {
    pub fn new(kernel: &Kernel, code: &Code, memory: &Memory, clock: bool, limit: u64) -> Influence {
        let (global, local) = (BTreeMap::new(), BTreeMap::new());
        let printer = printed::buffer(&kernel.params);
        let printer =
            memory.buffers().iter().find(|buffer| printer.is_some_and(|(name, _)| buffer.name == name));
        let printer = printer.map_or(0..0, |buffer| buffer.base..buffer.base + buffer.bytes);
        let forks = forks(kernel, code);
        Influence { forks, clock, printer, spreads: false, global, local, limit, full: false }
    }

    /// Another group begins, with memory of its own.
    pub fn begin_group(&mut self) {
        self.local.clear();
    }

    /// Was the limit passed, so that later marks were not made?
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// May a machine have written what nobody wrote here, since something reached decided where?
    pub fn spreads(&self) -> bool {
        self.spreads
    }

    /// Is one of the bytes of global memory reached?
    pub fn is_reached(&self, address: u64, bytes: u64) -> bool {
        any(&self.global, address, bytes)
    }

    /// What the lanes of a warp did together: does the result of an atomic reach one of them?
    pub fn met(reads: &[Reg], item: &Reached) -> bool {
        item.is_under() || reads.iter().any(|reg| item.registers[*reg as usize])
    }

    /// One of them gets a result.
    pub fn gets(to: Reg, reached: bool, item: &mut Reached) {
        item.registers[to as usize] = reached;
        item.holds = false;
    }

    /// Before a work-item executes the step at `at`.
    pub fn step(&mut self, step: &Step, at: u32, registers: &[u64], item: &mut Reached) {
        while item.meets.last() == Some(&Meet::At(at)) {
            item.meets.pop();
        }
        let under = item.is_under();
        let is = |reg: Reg| item.registers[reg as usize];
        let address = |reg: Reg| registers[reg as usize];
        let (to, reached) = match *step {
            Step::Move { to, from } => (to, is(from)),
            Step::Unary { to, a, .. } | Step::Convert { to, a, .. } => (to, is(a)),
            Step::Binary { to, a, b, .. } | Step::Compare { to, a, b, .. } | Step::Math { to, a, b, .. } => {
                (to, is(a) || is(b))
            }
            Step::Select { to, condition, a, b } => (to, is(condition) || is(a) || is(b)),
            Step::Fma { to, a, b, c, .. } => (to, is(a) || is(b) || is(c)),
            Step::Clock { to } => (to, self.clock),
            Step::Load { space, bytes, to, ptr } => {
                let marked = match space {
                    Space::Global => any(&self.global, address(ptr), bytes.into()),
                    Space::Local => any(&self.local, address(ptr), bytes.into()),
                    Space::Private => any(&item.private, address(ptr), bytes.into()),
                    Space::Constant => false,
                };
                (to, is(ptr) || marked)
            }
            Step::Store { space, bytes, ptr, value } => {
                self.spreads |= is(ptr);
                let mark = if under || is(ptr) || is(value) { REACHED } else { 0 };
                self.mark(space, address(ptr), bytes, item, |_| mark);
                return;
            }
            Step::Atomic { op, space, ty, to, ptr, value } => {
                let ordered = matches!(op, AtomicOp::Exchange | AtomicOp::FAdd);
                let reached = ordered || under || is(ptr) || is(value);
                let after = |before| after(before, op as u8 + 1, reached);
                self.mark(space, address(ptr), ty.bytes() as u8, item, after);
                item.holds = false;
                (to, !self.printer.contains(&address(ptr)))
            }
            Step::CompareExchange { space, bytes, to, ptr, .. } => {
                let after = |before| after(before, COMPARE_EXCHANGE, true);
                self.mark(space, address(ptr), bytes, item, after);
                item.holds = false;
                (to, true)
            }
            Step::Branch { condition, .. } => {
                if is(condition) {
                    self.spreads = true;
                    self.fork(at, address(condition) != 0, item);
                }
                return;
            }
            Step::Barrier => {
                item.holds = false;
                return;
            }
            // What comes of it is known when the lanes have met.
            Step::Lane(_) => return,
            Step::GoBack { link } => {
                if let Some(from) = item.meets.iter().position(|meet| *meet == Meet::Return(link)) {
                    item.meets.truncate(from);
                }
                return;
            }
            Step::Jump { .. } | Step::Call { .. } | Step::Return => return,
        };
        item.registers[to as usize] = reached || under;
    }

    /// A branch whose condition is reached goes its first way, or its second.
    fn fork(&self, at: u32, first: bool, item: &mut Reached) {
        let Some(Fork { meet, leaves }) = self.forks.get(&at) else { return };
        if item.meets.last() != Some(meet) {
            item.meets.push(*meet);
        }
        item.holds |= leaves[usize::from(!first)];
    }

    /// Changes the marks of the bytes of an access.
    fn mark(&mut self, space: Space, address: u64, bytes: u8, item: &mut Reached, after: impl Fn(u8) -> u8) {
        let pages = match space {
            Space::Global => &mut self.global,
            Space::Local => &mut self.local,
            Space::Private => &mut item.private,
            Space::Constant => return,
        };
        let has_room = (pages.len() as u64 + 1) * PAGE <= self.limit;
        for address in address..address.saturating_add(bytes.into()) {
            let (number, place) = (address / PAGE, (address % PAGE) as usize);
            match pages.get_mut(&number) {
                Some(page) => page[place] = after(page[place]),
                // No mark is that of a byte that is not reached.
                None if after(0) == 0 => {}
                None if !has_room => self.full = true,
                None => {
                    let mut page = Box::new([0; PAGE as usize]);
                    page[place] = after(0);
                    pages.insert(number, page);
                }
            }
        }
    }
}

/// The mark of a byte behind an atomic of a kind.
fn after(before: u8, kind: u8, reached: bool) -> u8 {
    let last = before & !REACHED;
    let reached = reached || before & REACHED != 0 || last != 0 && last != kind;
    kind | if reached { REACHED } else { 0 }
}

fn any(pages: &BTreeMap<u64, Box<Page>>, address: u64, bytes: u64) -> bool {
    let is = |address: u64| {
        pages.get(&(address / PAGE)).is_some_and(|page| page[(address % PAGE) as usize] & REACHED != 0)
    };
    (address..address.saturating_add(bytes)).any(is)
}

/// The branches of a kernel and its functions, by their steps.
fn forks(kernel: &Kernel, code: &Code) -> BTreeMap<u32, Fork> {
    let mut forks = BTreeMap::new();
    for (at, part) in kernel.codes().enumerate() {
        let cfg = Cfg::of(part.blocks);
        let post = DomTree::post_dominators(part.blocks, &cfg);
        let exit = match at {
            0 => Meet::End,
            _ => Meet::Return(code.functions[at - 1].1),
        };
        for (step, _, block) in code.branches.iter().filter(|(_, of, _)| *of == at) {
            let meet = post.parent(*block).map_or(exit, |block| Meet::At(code.starts[at][block.index()]));
            forks.insert(*step, Fork { meet, leaves: leaves(part, &cfg, *block) });
        }
    }
    forks
}

/// Do the ways of the branch that ends a block leave a loop that has an atomic?
fn leaves(code: ir::Code<'_>, cfg: &Cfg, branch: BlockId) -> [bool; 2] {
    let behind = closure(&cfg.succs, branch);
    if !behind[branch.index()] {
        return [false; 2];
    }
    let before = closure(&cfg.preds, branch);
    let is_atomic = |op: &Op| matches!(op, Op::Atomic(..) | Op::CompareExchange(..));
    let waits = code.blocks.iter().enumerate().any(|(at, block)| {
        behind[at] && before[at] && block.insts.iter().any(|inst| is_atomic(&code.inst(*inst).op))
    });
    let way = |at: usize| cfg.succs[branch.index()].get(at).is_some_and(|to| waits && !before[to.index()]);
    [way(0), way(1)]
}

/// The blocks that are reached from one by at least one edge.
fn closure(edges: &[Vec<BlockId>], from: BlockId) -> Vec<bool> {
    let mut seen = vec![false; edges.len()];
    let mut work = vec![from];
    while let Some(block) = work.pop() {
        for to in &edges[block.index()] {
            if !core::mem::replace(&mut seen[to.index()], true) {
                work.push(*to);
            }
        }
    }
    seen
}

//! Long rows of tests become a number (HARP 4.16, "guard variables"), where there is no room for them.
//!
//! `switch` and `else if` are tests one behind another, each in the other lanes of the one before. While the last of them runs, a lane may wait on the
//! stack for every one: a row of 300 tests takes 301 entries, and a warp has 64 at most. (Under guards each needs a conjunction with all before it, so that
//! code grows with the square of their number.) Where all tests of a row only compute, and
//! compute what nobody else reads, they can be made at once, whatever came of those before: from the last to the first, each puts the number of
//! where it leads over that of the tests behind it. Then a tree of comparisons leads to the numbers, so that 300 of them lie 9 deep.
//!
//! It costs up to a guarded instruction and a test for each of them in every warp, also where all lanes leave the row at its first test. So it is done only
//! in kernels that would be refused otherwise.
//!
//! Deliberately absent: rows of which a test loads, stores or divides. They stay, and take an entry each.

use alloc::{vec, vec::Vec};

use lanescope_parts::base::OrdMap;

use super::{
    super::isa::Op,
    code::{Choice, Code, End, FRAME, Line, Reg},
    dispatch::Gathered,
    emit::Emitter,
};

/// Tests that a row has at least: three comparisons in a tree lie two deep.
const LEAST: usize = 4;

/// A test of a row.
#[derive(Clone, Copy, Debug)]
struct Test {
    /// The block that ends with it.
    block: usize,
    /// Its predicate.
    on: Reg,
    /// Does a lane leave the row where the predicate holds?
    leaves_if: bool,
    /// Where to.
    to: usize,
    /// Where it goes on else.
    next: usize,
}

/// Makes numbers of all rows of tests. The branches of the kernel that are gone are returned.
pub(super) fn flatten(emit: &mut Emitter) -> Vec<u32> {
    let mut gone = Vec::new();
    let mut done = vec![false; emit.code.blocks.len()];
    // Rows have nothing in common, so that what is known of the code holds until the end.
    let known = Known::new(&emit.code);
    for head in emit.code.order() {
        if done[head] {
            continue;
        }
        let row = row(&emit.code, &known, head);
        row.iter().for_each(|test| done[test.block] = true);
        if row.len() >= LEAST {
            gone.extend(row.iter().filter_map(|test| emit.code.site(test.block)));
            number(emit, &row);
        }
    }
    gone
}

/// What is known of the code.
struct Known {
    /// How many edges lead to each block.
    entries: Vec<u32>,
    /// How often each value occurs.
    uses: Vec<u32>,
}

impl Known {
    fn new(code: &Code) -> Known {
        let mut known = Known { entries: vec![0; code.blocks.len()], uses: vec![0; code.classes.len()] };
        for block in code.order() {
            code.blocks[block].end.targets().for_each(|to| known.entries[to] += 1);
            values(code, block).for_each(|reg| known.uses[reg as usize] += 1);
        }
        known
    }
}

/// The values that occur in a block.
fn values(code: &Code, block: usize) -> impl Iterator<Item = Reg> {
    let block = &code.blocks[block];
    let lines = block.lines.iter().flat_map(|line| line.operands().map(|(_, reg)| reg).chain(line.guard));
    let end = if let End::Branch { on, .. } | End::Leave(on) = block.end { Some(on) } else { None };
    lines.chain(end).filter(|reg| *reg != FRAME)
}

/// The tests behind each other from a block on.
fn row(code: &Code, known: &Known, head: usize) -> Vec<Test> {
    let mut row: Vec<Test> = Vec::new();
    let mut at = head;
    while let End::Branch { on, yes, no, choice: Choice::Split | Choice::Predicate, .. } = code.blocks[at].end
    {
        let goes_on = |to: usize| to != head && known.entries[to] == 1 && only_tests(code, to, &known.uses);
        let (leaves_if, to, next) = if goes_on(no) { (true, yes, no) } else { (false, no, yes) };
        let last = !goes_on(next);
        row.push(if last {
            Test { block: at, on, leaves_if: true, to: yes, next: no }
        } else {
            Test { block: at, on, leaves_if, to, next }
        });
        if last {
            break;
        }
        at = next;
    }
    row
}

/// Does a block only compute a test, of values that nobody else reads or writes?
fn only_tests(code: &Code, block: usize, uses: &[u32]) -> bool {
    let whole = &code.blocks[block];
    if whole.join.is_some() || !whole.lines.iter().all(is_pure) {
        return false;
    }
    let End::Branch { choice: Choice::Split | Choice::Predicate, .. } = whole.end else { return false };
    let mut own: OrdMap<Reg, u32> = OrdMap::new();
    values(code, block).for_each(|reg| *own.entry(reg).or_default() += 1);
    let mut written = whole.lines.iter().filter_map(Line::written);
    written.all(|reg| own.get(&reg) == uses.get(reg as usize))
}

/// May an instruction be executed in lanes for which it is not meant, if nobody reads what it writes?
pub(super) fn is_pure(line: &Line) -> bool {
    let stops = matches!(line.op, Op::Ld | Op::St | Op::Bar | Op::Div | Op::Divi | Op::Mod | Op::Modi);
    line.special.is_none() && !stops && line.written().is_some()
}

/// Makes a number of a row, and a tree that leads to where the number says.
fn number(emit: &mut Emitter, row: &[Test]) {
    let (head, last) = (row[0], row[row.len() - 1]);
    let edges: Vec<(usize, usize)> =
        row.iter().map(|test| (test.block, test.to)).chain([(last.block, last.next)]).collect();
    let gathered = Gathered::new(emit, &edges);
    let of = |to: usize| gathered.targets.iter().position(|target| *target == to).unwrap_or(0) as i64;
    emit.block = head.block;
    emit.span = emit.code.blocks[head.block].span;
    let out = gathered.out;
    emit.line(None, Op::Ldi, [out, 0, 0], of(last.next));
    for test in row.iter().rev() {
        if test.block != head.block {
            let lines = core::mem::take(&mut emit.code.blocks[test.block].lines);
            emit.code.blocks[head.block].lines.extend(lines);
        }
        let guard = if test.leaves_if { test.on } else { emit.not(test.on) };
        emit.line(Some(guard), Op::Ldi, [out, 0, 0], of(test.to));
    }
    if let Some(to) = gathered.dispatch(emit) {
        emit.code.blocks[head.block].end = End::Jump(to);
    }
}

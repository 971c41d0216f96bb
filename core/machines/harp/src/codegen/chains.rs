//! Long rows of tests become a number (HARP 4.16, "guard variables"), where there is no room for them.
//!
//! `switch` and `else if` are tests one behind another, each in the other lanes of the one before. While the last of them runs, a lane may wait on the
//! stack for every one: a row of 300 tests takes 301 entries, and a warp has 64 at most. (Under guards each needs a conjunction with all before it, so that
//! code grows with the square of their number.) Where all tests of a row only compute,
//! they can be made at once, whatever came of those before: what is also read elsewhere is computed first; then, from the last to the first, each puts the number of
//! where it leads over that of the tests behind it. Then a tree of comparisons leads to the numbers, so that 300 of them lie 9 deep.
//!
//! It costs up to a guarded instruction and a test for each of them in every warp, also where all lanes leave the row at its first test. So it is done only
//! in kernels that would be refused otherwise.
//!
//! Deliberately absent: rows of which a test loads, stores or divides. They stay, and take an entry each.

use alloc::{vec, vec::Vec};

use super::{
    super::isa::Op,
    code::{Choice, Code, End, Line, Reg, is_pinned},
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
            number(emit, &known, &row);
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
    /// How often each value is written.
    writes: Vec<u32>,
}

impl Known {
    fn new(code: &Code) -> Known {
        let none = vec![0; code.classes.len()];
        let mut known = Known { entries: vec![0; code.blocks.len()], uses: none.clone(), writes: none };
        for block in code.order() {
            code.blocks[block].end.targets().for_each(|to| known.entries[to] += 1);
            values(code, block).for_each(|reg| known.uses[reg as usize] += 1);
            let written = code.blocks[block].lines.iter().filter_map(Line::written);
            written.for_each(|reg| known.writes[reg as usize] += 1);
        }
        known
    }
}

/// The values that occur in a block.
fn values(code: &Code, block: usize) -> impl Iterator<Item = Reg> {
    let block = &code.blocks[block];
    let lines = block.lines.iter().flat_map(|line| line.operands().map(|(_, reg)| reg).chain(line.guard));
    let end = if let End::Branch { on, .. } | End::Leave(on) = block.end { Some(on) } else { None };
    lines.chain(end).filter(|reg| !is_pinned(*reg))
}

/// The tests behind each other from a block on.
fn row(code: &Code, known: &Known, head: usize) -> Vec<Test> {
    let mut blocks = Vec::from([head]);
    let mut at = head;
    while let Some(next) = next(code, known, head, at) {
        blocks.push(next);
        at = next;
    }
    let test = |(place, block): (usize, &usize)| test(code, *block, blocks.get(place + 1).copied());
    blocks.iter().enumerate().map_while(test).collect()
}

/// The test behind another one in a row.
fn next(code: &Code, known: &Known, head: usize, at: usize) -> Option<usize> {
    let End::Branch { yes, no, choice: Choice::Split | Choice::Predicate, .. } = code.blocks[at].end else {
        return None;
    };
    let goes_on = |to: &usize| *to != head && known.entries[*to] == 1 && only_tests(code, *to, known);
    [no, yes].into_iter().find(goes_on)
}

/// The test at the end of a block, behind which comes the next one, if there is one.
fn test(code: &Code, block: usize, next: Option<usize>) -> Option<Test> {
    let End::Branch { on, yes, no, choice: Choice::Split | Choice::Predicate, .. } = code.blocks[block].end
    else {
        return None;
    };
    Some(match next {
        Some(next) if next == yes && next != no => Test { block, on, leaves_if: false, to: no, next },
        _ => Test { block, on, leaves_if: true, to: yes, next: no },
    })
}

/// Does a block only compute a test, of values that may be computed in all lanes that come to the row? They are the block's own, or nobody else writes
/// them: then who reads them comes behind the block, and finds the same.
fn only_tests(code: &Code, block: usize, known: &Known) -> bool {
    let whole = &code.blocks[block];
    let tests = matches!(whole.end, End::Branch { choice: Choice::Split | Choice::Predicate, .. });
    let may = |line: &Line| {
        let is_sole = |reg: Reg| line.guard.is_none() && known.writes[reg as usize] == 1;
        line.written().is_none_or(|reg| is_own(code, known, block, reg) || is_sole(reg))
    };
    tests && whole.join.is_none() && whole.lines.iter().all(|line| is_pure(line) && may(line))
}

/// Does a value occur in no other block?
fn is_own(code: &Code, known: &Known, block: usize, reg: Reg) -> bool {
    values(code, block).filter(|one| *one == reg).count() as u32 == known.uses[reg as usize]
}

/// Is something that a block computes read elsewhere?
fn is_shared(code: &Code, known: &Known, block: usize) -> bool {
    code.blocks[block].lines.iter().filter_map(Line::written).any(|reg| !is_own(code, known, block, reg))
}

/// May an instruction be executed in lanes for which it is not meant, if nobody reads what it writes?
pub(super) fn is_pure(line: &Line) -> bool {
    let stops = matches!(line.op, Op::Ld | Op::St | Op::Bar | Op::Div | Op::Divi | Op::Mod | Op::Modi);
    line.is_plain() && !stops && line.written().is_some()
}

/// Makes a number of a row, and a tree that leads to where the number says.
fn number(emit: &mut Emitter, known: &Known, row: &[Test]) {
    let (head, last) = (row[0], row[row.len() - 1]);
    let edges: Vec<(usize, usize)> =
        row.iter().map(|test| (test.block, test.to)).chain([(last.block, last.next)]).collect();
    let gathered = Gathered::new(emit, &edges);
    let of = |to: usize| gathered.targets.iter().position(|target| *target == to).unwrap_or(0) as i64;
    emit.block = head.block;
    emit.span = emit.code.blocks[head.block].span;
    let out = gathered.out;
    let take = |emit: &mut Emitter, block: usize| {
        let lines = core::mem::take(&mut emit.code.blocks[block].lines);
        emit.code.blocks[head.block].lines.extend(lines);
    };
    // What is also read elsewhere comes first, in the order of the row.
    let shared = row[1..].iter().map(|test| test.block).filter(|block| is_shared(&emit.code, known, *block));
    for block in shared.collect::<Vec<usize>>() {
        take(emit, block);
    }
    emit.line(None, Op::Ldi, [out, 0, 0], of(last.next));
    for test in row.iter().rev() {
        if test.block != head.block {
            take(emit, test.block);
        }
        let guard = if test.leaves_if { test.on } else { emit.not(test.on) };
        emit.line(Some(guard), Op::Ldi, [out, 0, 0], of(test.to));
    }
    if let Some(to) = gathered.dispatch(emit) {
        emit.code.blocks[head.block].end = End::Jump(to);
    }
}

//! A list schedule of each block, if a person asks for it (HARP 4.6): of the instructions whose operands are there that one comes next behind which the fewest
//! values live, and of equal ones the first in the source.
//!
//! A warp has one instruction in flight, so that the order takes no other time; but values that live at the same time need registers, and those
//! that find none lie in the frame of the lane. A piece of code in which no fewer values would live at once stays as it was. `split` stands at the end of its
//! block and `join` at the beginning, whatever lies between.
//!
//! Stores and what else is more than arithmetic keep their order, and no load passes them; loads may pass each other. Nothing passes a call.
//!
//! Deliberately absent: moving instructions from one block into another.

use alloc::{vec, vec::Vec};

use lanescope_parts::base::{OrdMap, order::sort};

use super::{
    super::isa::Op,
    chains::is_pure,
    code::{Class, Code, Line, Reg, Special, is_pinned},
};

/// Instructions that are looked at together, at most.
const MOST: usize = 256;

/// The pieces that a value is named in: none yet, one, or several, so that it may live anywhere.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Home {
    Nowhere,
    Piece(usize),
    Several,
}

/// Orders the instructions of each block.
pub(super) fn schedule(code: &mut Code) {
    let pieces = pieces(code);
    let homes = homes(code, &pieces);
    for (number, (block, from, to)) in pieces.into_iter().enumerate() {
        let lines = &code.blocks[block].lines[from..to];
        let local = |reg: Reg| homes[reg as usize] == Home::Piece(number);
        let order = list(lines, &local);
        let source: Vec<usize> = (0..lines.len()).collect();
        let [before, after] = [&source, &order].map(|order| pressure(lines, &code.classes, order, &local));
        if after[0] <= before[0] && after[1] <= before[1] && after != before {
            let ordered: Vec<Line> = order.into_iter().map(|at| lines[at]).collect();
            code.blocks[block].lines[from..to].copy_from_slice(&ordered);
        }
    }
}

/// Straight pieces without calls: block, first instruction, and the one behind the last.
fn pieces(code: &Code) -> Vec<(usize, usize, usize)> {
    let mut found = Vec::new();
    for (block, lines) in code.blocks.iter().map(|block| &block.lines).enumerate() {
        let mut from = 0;
        for at in 0..=lines.len() {
            let stays = |line: &Line| matches!(line.special, Some(Special::Call { .. } | Special::Save(_)));
            if at == lines.len() || stays(&lines[at]) {
                found.push((block, from, at));
                from = at + 1;
            } else if at - from == MOST {
                found.push((block, from, at));
                from = at;
            }
        }
    }
    found
}

fn homes(code: &Code, pieces: &[(usize, usize, usize)]) -> Vec<Home> {
    let mut homes = vec![Home::Nowhere; code.classes.len()];
    code.passed.iter().for_each(|reg| homes[*reg as usize] = Home::Several);
    for (number, (block, from, to)) in pieces.iter().enumerate() {
        for reg in code.blocks[*block].lines[*from..*to].iter().flat_map(named) {
            let home = &mut homes[reg as usize];
            let is_new = *home == Home::Nowhere || *home == Home::Piece(number);
            *home = if is_new { Home::Piece(number) } else { Home::Several };
        }
    }
    for block in &code.blocks {
        block.end.read().for_each(|reg| homes[reg as usize] = Home::Several);
    }
    homes
}

/// The values in an instruction.
fn named(line: &Line) -> impl Iterator<Item = Reg> {
    line.read().chain(line.written()).filter(|reg| !is_pinned(*reg))
}

/// What must not be passed, and by whom.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Arithmetic,
    Load,
    Other,
}

fn kind(line: &Line) -> Kind {
    let is_pseudo = matches!(line.special, Some(Special::Pseudo(_)));
    match line.op {
        Op::Ld => Kind::Load,
        Op::Div | Op::Divi | Op::Mod | Op::Modi => Kind::Arithmetic,
        _ if is_pseudo || is_pure(line) => Kind::Arithmetic,
        _ => Kind::Other,
    }
}

/// Must an instruction come behind an earlier one?
fn hangs_on(later: &Line, earlier: &Line) -> bool {
    let writes = |line: &Line, reg: Reg| line.written() == Some(reg);
    let touches = |line: &Line, reg: Reg| writes(line, reg) || line.read().any(|read| read == reg);
    let by_value = earlier.written().is_some_and(|reg| touches(later, reg))
        || later.written().is_some_and(|reg| touches(earlier, reg));
    by_value
        || matches!(
            (kind(earlier), kind(later)),
            (Kind::Other, Kind::Other | Kind::Load) | (Kind::Load, Kind::Other)
        )
}

/// The order of the list schedule.
fn list(lines: &[Line], local: &dyn Fn(Reg) -> bool) -> Vec<usize> {
    let mut open: Vec<usize> = (0..lines.len())
        .map(|at| (0..at).filter(|from| hangs_on(&lines[at], &lines[*from])).count())
        .collect();
    let mut alive = Alive::new(lines, local);
    let mut waiting: Vec<usize> = (0..lines.len()).collect();
    let mut order = Vec::with_capacity(lines.len());
    while let Some(next) = waiting
        .iter()
        .copied()
        .filter(|at| open[*at] == 0)
        .min_by_key(|at| (alive.change(&lines[*at]).iter().sum::<i32>(), *at))
    {
        alive.take(&lines[next]);
        waiting.retain(|at| *at != next);
        let behind = waiting.iter().filter(|at| **at > next && hangs_on(&lines[**at], &lines[next]));
        behind.for_each(|at| open[*at] -= 1);
        order.push(next);
    }
    order
}

/// The most values of each class that live at once in an order, of those that live nowhere else.
fn pressure(lines: &[Line], classes: &[Class], order: &[usize], local: &dyn Fn(Reg) -> bool) -> [i32; 2] {
    let mut alive = Alive { classes, ..Alive::new(lines, local) };
    let (mut now, mut most) = ([0; 2], [0; 2]);
    for at in order {
        let change = alive.change(&lines[*at]);
        alive.take(&lines[*at]);
        for class in [0, 1] {
            now[class] += change[class];
            most[class] = now[class].max(most[class]);
        }
    }
    most
}

/// Which values of a piece live, and how many instructions still name each.
struct Alive<'a> {
    local: &'a dyn Fn(Reg) -> bool,
    /// Without any, all are counted as one class.
    classes: &'a [Class],
    left: OrdMap<Reg, u32>,
    live: OrdMap<Reg, ()>,
}

impl<'a> Alive<'a> {
    fn new(lines: &[Line], local: &'a dyn Fn(Reg) -> bool) -> Alive<'a> {
        let mut left = OrdMap::new();
        for line in lines {
            distinct(line, local).for_each(|reg| *left.entry(reg).or_insert(0) += 1);
        }
        Alive { local, classes: &[], left, live: OrdMap::new() }
    }

    /// How many more values of each class live behind an instruction than in front of it.
    fn change(&self, line: &Line) -> [i32; 2] {
        let mut change = [0; 2];
        for reg in distinct(line, self.local) {
            let class = self.classes.get(reg as usize).map_or(0, |class| *class as usize);
            let (lives, goes_on) = (self.live.contains_key(&reg), self.left.get(&reg) > Some(&1));
            change[class] += i32::from(goes_on) - i32::from(lives);
        }
        change
    }

    /// An instruction comes.
    fn take(&mut self, line: &Line) {
        for reg in distinct(line, self.local) {
            let left = self.left.get(&reg).map_or(0, |left| left.saturating_sub(1));
            self.left.insert(reg, left);
            if left == 0 {
                self.live.remove(&reg);
            } else {
                self.live.insert(reg, ());
            }
        }
    }
}

/// The values of a piece that an instruction names, each once.
fn distinct(line: &Line, local: impl Fn(Reg) -> bool) -> impl Iterator<Item = Reg> {
    let mut all: Vec<Reg> = named(line).filter(|reg| local(*reg)).collect();
    sort(&mut all);
    all.dedup();
    all.into_iter()
}

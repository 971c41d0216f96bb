//! If-conversion when registers have been given (HARP 4.11, "legacy mode"; 4.0, step 12), with the limits that it has there.
//!
//! The thesis used the if-converter of its compiler framework, which runs at the end, on registers and not on values. So every branch that is to be
//! guards is split first, like any other; then those of which the sides are straight code lose their `split` and `join`, inner ones first. What is
//! in the way of that, and is not before registers are given:
//!
//! - An instruction has one guard. A side in which one has a guard already stays behind its branch: of nested branches the innermost alone
//!   becomes guards, and none around a choice between two values.
//! - The other lanes take the complement of the predicate, which wants a predicate that nobody needs there: there is one, or there is not.
//! - The predicate of the branch was free behind it, so that a side may write it.
//!
//! What is left keeps `split` and `join`, and the reason stands in the table of branches. The room on the stack is asked for before, as for branches.

use alloc::{vec, vec::Vec};

use super::{
    super::isa::{Arch, Op},
    branches::Driver,
    code::{Choice, Class, Code, End, Line, Reg, is_pinned},
    cost::Arms,
    guards::{self, Region},
    registers::Registers,
};

/// A set of predicates.
pub(super) type Predicates = [u64; 4];

pub(super) fn holds(set: &Predicates, predicate: u8) -> bool {
    set[usize::from(predicate / 64)] >> (predicate % 64) & 1 == 1
}

pub(super) fn put(set: &mut Predicates, predicate: u8, is_in: bool) {
    let (word, bit) = (&mut set[usize::from(predicate / 64)], 1 << (predicate % 64));
    *word = if is_in { *word | bit } else { *word & !bit };
}

/// Makes guards of the branches that are to be and can be. So many of the highest predicates are kept free for what is written out behind that.
pub(super) fn convert(
    code: &mut Code,
    (arch, kept_free): (Arch, u32),
    registers: &mut Registers,
    driver: &mut Driver,
) {
    let mut asked = vec![false; code.blocks.len()];
    while let Some((block, site, region)) = next(code, &asked) {
        asked[block] = true;
        match fits(code, u32::from(arch.predicates) - kept_free, registers, &region) {
            Err(why) => driver.falls_back(site, why),
            Ok(complement) if driver.accepts(site, arms(code, registers, &region)) => {
                flatten(code, registers, (block, site), &region, complement);
            }
            Ok(_) => {}
        }
    }
}

/// The innermost branch that nobody has asked about yet of which both sides are straight code.
fn next(code: &Code, asked: &[bool]) -> Option<(usize, u32, Region)> {
    let entries = guards::entries(code);
    let candidate = |block: usize| {
        let End::Branch { choice: Choice::Predicate, site: Some(site), .. } = code.blocks[block].end else {
            return None;
        };
        let region = guards::region(code, block, &|at| entries[at])?;
        (code.blocks[region.join].join == Some(block)).then_some((block, site.number, region))
    };
    code.order().into_iter().rev().filter(|block| !asked[*block]).find_map(candidate)
}

/// The instructions of an arm.
fn lines(code: &Code, arm: Option<usize>) -> impl Iterator<Item = &Line> {
    arm.into_iter().flat_map(|arm| &code.blocks[arm].lines)
}

/// How long the sides are: a copy of a register to itself is no instruction.
fn arms(code: &Code, registers: &Registers, region: &Region) -> Arms {
    let count = |arm: Option<usize>| {
        arm.map(|_| lines(code, arm).filter(|line| !registers.is_nothing(code, line)).map(Line::length).sum())
    };
    let (yes, no) = (count(region.yes), count(region.no));
    Arms { yes, no, detour: no.is_none() }
}

/// The predicate for the complement, if it takes one.
///
/// # Errors
/// Why the branch must stay.
fn fits(
    code: &Code,
    predicates: u32,
    registers: &Registers,
    region: &Region,
) -> Result<Option<u8>, &'static str> {
    if lines(code, region.yes).chain(lines(code, region.no)).any(|line| line.guard.is_some()) {
        return Err("an instruction behind it has a guard already");
    }
    let is_predicate = |reg: &Reg| code.classes[*reg as usize] == Class::Predicate;
    let number = |reg: Reg| registers.of(code, reg);
    let own = number(region.on);
    let written = |line: &Line| line.written().filter(is_predicate).map(number);
    if lines(code, region.yes).filter_map(written).any(|predicate| predicate == own) {
        return Err("its predicate is written behind it");
    }
    if region.no.is_none() {
        return Ok(None);
    }
    let mut taken = needed(code, registers)[region.join];
    put(&mut taken, own, true);
    for line in lines(code, region.yes).chain(lines(code, region.no)) {
        let operands =
            line.operands().map(|(_, reg)| reg).filter(|reg| !is_pinned(*reg)).filter(is_predicate);
        operands.for_each(|reg| put(&mut taken, number(reg), true));
    }
    let free = (0..predicates as u8).find(|predicate| !holds(&taken, *predicate));
    free.map(Some).ok_or("no predicate is free for the lanes of its other side")
}

/// The predicates that are needed at the beginning of each block.
pub(super) fn needed(code: &Code, registers: &Registers) -> Vec<Predicates> {
    let order = code.order();
    let mut starts = vec![Predicates::default(); code.blocks.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for at in order.iter().rev() {
            let mut live = behind(code, registers, *at, &starts);
            code.blocks[*at].lines.iter().rev().for_each(|line| before(code, registers, line, &mut live));
            changed |= live != starts[*at];
            starts[*at] = live;
        }
    }
    starts
}

/// The predicates that are needed behind the instructions of a block, from those at the beginnings of all.
pub(super) fn behind(code: &Code, registers: &Registers, block: usize, starts: &[Predicates]) -> Predicates {
    let end = &code.blocks[block].end;
    let mut live = Predicates::default();
    for to in end.targets() {
        live.iter_mut().zip(&starts[to]).for_each(|(all, more)| *all |= more);
    }
    if let End::Branch { on, .. } = end {
        put(&mut live, registers.of(code, *on), true);
    }
    live
}

/// Those that are needed in front of an instruction, from those behind it.
pub(super) fn before(code: &Code, registers: &Registers, line: &Line, live: &mut Predicates) {
    let is_predicate = |reg: &Reg| !is_pinned(*reg) && code.classes[*reg as usize] == Class::Predicate;
    let of = |reg: Reg| registers.of(code, reg);
    line.written().filter(is_predicate).into_iter().for_each(|reg| put(live, of(reg), false));
    line.read().filter(is_predicate).for_each(|reg| put(live, of(reg), true));
}

/// Puts the sides of a branch under guards behind its block, whose `split` and `join` are gone then.
fn flatten(
    code: &mut Code,
    registers: &mut Registers,
    (block, site): (usize, u32),
    region: &Region,
    complement: Option<u8>,
) {
    let mut guards = [Some(region.on), None];
    if let Some(predicate) = complement {
        let other = registers.add(code, predicate);
        let mut line = Line::plain(Op::Notp, [other, region.on, 0], 0, code.blocks[block].span);
        code.own(&mut line, site);
        code.blocks[block].lines.push(line);
        guards[1] = Some(other);
    }
    for (arm, guard) in [region.yes, region.no].into_iter().zip(guards) {
        let Some(arm) = arm else { continue };
        let lines = core::mem::take(&mut code.blocks[arm].lines);
        code.blocks[block].lines.extend(lines.into_iter().map(|line| Line { guard, ..line }));
    }
    code.blocks[block].end = End::Jump(region.join);
    code.blocks[region.join].join = None;
    let entries = guards::entries(code);
    while let Some((next, lines)) = guards::absorb(code, block, |to| entries[to]) {
        code.blocks[block].lines.extend(lines);
        // A `split` that stood at the end of the next block stands at the end of this one now.
        code.blocks.iter_mut().filter(|one| one.join == Some(next)).for_each(|one| one.join = Some(block));
    }
}

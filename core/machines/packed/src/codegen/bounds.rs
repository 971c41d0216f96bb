//! The strips of a region: before the first one, how many of a row's next work-items they may have.
//!
//! ```text
//! test:   span = work-items that are left of the row, and no more than are inside of each bound from the next one on
//!         go to one if the next one is not inside, or not at a multiple of the width: until it is
//! stage:  go to the next stage if span is less than a strip
//!         until = the item behind all whole strips of the span
//!         … what all strips need …
//! again:  … a strip …
//!         item += width, go to again if item is not until
//!         … narrower stages, the strip under a mask …
//! one:    … one work-item …
//!         item += 1, go on until the item is reached that the test has said; then test again
//! ```

use alloc::{format, string::String};

use lanescope_parts::{
    codegen::spmd::inside::{Bound, Need, Side},
    ir::{BlockId, Type},
    riscv::codegen::{Emit, Values, unsigned},
};

use super::{
    choose::Choice,
    code::{Class, ITEM, Label, Reg, ZERO},
    stages::{Rest, Stages},
    state::{Generator, Made, Step, Strip, Work},
};
use crate::{
    codegen::code::PackedCode,
    isa::{Elem, Op as M, POp, Shape},
};

/// Registers of the strips of a row.
#[derive(Clone, Copy)]
struct Row {
    /// How many of the next work-items strips may have.
    span: Reg,
    /// May that be fewer than are left of the row?
    bounded: bool,
    /// Where the code for single work-items stops; `None`: at the end of the row.
    until: Option<Reg>,
    /// Where the test is, and the code for single work-items.
    test: Label,
    one: Label,
}

impl Row {
    /// What is said of the strips.
    fn remark(stages: &Stages, ends: bool, aligned: usize) -> String {
        let Some(Choice { cut, .. }) = stages.strips.first() else { return String::new() };
        let whole = if stages.inside && !ends { ", where strips lie whole inside of bounds" } else { "" };
        let together =
            if aligned > 1 { ", where its addresses are at multiples of the width together" } else { "" };
        let masked = if stages.rest.is_some() { ", the rest of a row under a mask" } else { "" };
        format!("packed, {} elements of {} bits{whole}{together}{masked}", cut.count(), 8 * cut.lane)
    }
}

impl Generator<'_> {
    /// Writes all strips of a region, and what is left by them.
    pub fn stages(&mut self, head: BlockId, stages: Stages) -> Made<()> {
        let general = self.facts;
        let insides = self.inside.get(&head);
        let inside = insides.filter(|_| stages.inside).map(|insides| &insides.inside);
        let version = |inside: bool| insides.filter(|_| inside).map_or(general, |insides| &insides.facts);
        let needs = inside.map(|inside| inside.needs.clone()).unwrap_or_default();
        let ends = inside.is_some_and(|inside| inside.ends);
        self.turn_to(version(stages.inside));
        let first = self.code.section();
        self.code.switch(first);
        self.region.before = first;
        let aligned = stages.strips.first().map_or(0, |choice| choice.aligned.len());
        let retries = aligned > 0 || needs.iter().any(Need::comes_later);
        let bounded = needs.iter().any(|need| matches!(need, Need::Bound(_)));
        let has_until = retries || ends && bounded;
        let row = Row {
            span: self.code.value(Class::X),
            bounded,
            until: has_until.then(|| self.code.value(Class::X)),
            test: self.code.label(),
            one: self.code.label(),
        };
        let how = Row::remark(&stages, ends, aligned);
        self.packs.push((head, how));
        self.strip = Strip::new(stages.strips.first().cloned().unwrap_or_else(|| Choice::none(general)));
        self.test_row(row, &needs, ends)?;
        let mut rest = stages.rest;
        for (at, choice) in stages.strips.into_iter().enumerate() {
            if at > 0 {
                self.turn_to(version(stages.inside));
            }
            self.stage(choice, row, at == 0)?;
            if let Some(rest) = rest.take() {
                self.turn_to(version(rest.inside));
                self.rest(rest, row, ends)?;
            }
        }
        self.turn_to(general);
        self.left_over(head, row, (ends, retries), &needs)
    }

    /// How many of the next work-items are in strips.
    fn test_row(&mut self, row: Row, needs: &[Need], ends: bool) -> Made<()> {
        let (end, over) = (self.region.end, if ends { self.region.row_over } else { row.one });
        self.code.place(row.test);
        let left = self.code.x(M::Sub, end, ITEM);
        self.code.copy(row.span, left, Class::X, Type::I64);
        if let Some(until) = row.until {
            self.code.copy(until, end, Class::X, Type::I64);
        }
        for need in needs {
            self.test_need(need, row, over)?;
        }
        self.test_alignment(row)
    }

    /// What strips have left, one by one.
    fn left_over(
        &mut self,
        head: BlockId,
        row: Row,
        (ends, retries): (bool, bool),
        needs: &[Need],
    ) -> Made<()> {
        let first = self.code.section();
        self.code.switch(first);
        if let Some(until) = row.until.filter(|_| row.bounded) {
            // Behind the strips: until what follows may be inside again, or has nothing to do.
            let holes =
                needs.iter().any(|need| matches!(need, Need::Bound(Bound { side: Side::Except, .. })));
            if ends {
                self.code.branch(M::Bge, ZERO, row.span, self.region.row_over);
                let beyond = self.code.x(M::Add, ITEM, row.span);
                self.code.copy(until, beyond, Class::X, Type::I64);
            } else if holes {
                self.code.branch(M::Blt, row.span, ZERO, row.one);
                let beyond = self.code.x(M::Add, ITEM, row.span);
                let more = self.code.x(M::Sltu, beyond, self.region.end);
                let beyond = self.code.x(M::Add, beyond, more);
                self.code.copy(until, beyond, Class::X, Type::I64);
            }
        }
        self.code.place(row.one);
        let then = retries.then_some(row.test);
        self.one_by_one(head, row.until.unwrap_or(self.region.end), then)
    }

    /// Strips of one width.
    fn stage(&mut self, choice: Choice, row: Row, first: bool) -> Made<()> {
        let count = choice.cut.count();
        // The first ones go on from what the test has computed.
        if first {
            self.strip.choice = choice;
        } else {
            self.strip = Strip::new(choice);
        }
        let before = self.code.section();
        self.code.switch(before);
        self.region.before = before;
        let (span, next) = (row.span, self.code.label());
        let width = self.code.number(count.into());
        self.code.branch(M::Blt, span, width, next);
        let whole = self.code.xi(M::Andi, span, -(count as i32));
        let fewer = self.code.xi(M::Andi, span, count as i32 - 1);
        self.code.copy(span, fewer, Class::X, Type::I64);
        let until = self.code.x(M::Add, ITEM, whole);
        let work = Work::Of { count, again: self.code.label(), until };
        self.strip_code(Step { work, then: Some(next) })?;
        let behind = self.code.section();
        self.code.switch(behind);
        self.code.place(next);
        Ok(())
    }

    /// A strip under a mask: of all that is left, or of what is inside of bounds.
    fn rest(&mut self, rest: Rest, row: Row, ends: bool) -> Made<()> {
        let count = rest.choice.cut.count();
        self.strip = Strip::new(rest.choice);
        let before = self.code.section();
        self.code.switch(before);
        self.region.before = before;
        let (span, next) = (row.span, self.code.label());
        let (live, mask) = (self.code.value(Class::X), self.code.value(Class::M));
        let within = rest.inside || !row.bounded;
        let from = if within { span } else { self.code.x(M::Sub, self.region.end, ITEM) };
        self.code.copy(live, from, Class::X, Type::I64);
        let least = self.code.number(rest.least.max(1).into());
        self.code.branch(M::Blt, live, least, next);
        if !within {
            let (most, few) = (self.code.number(count.into()), self.code.label());
            self.code.branch(M::Bgeu, most, live, few);
            self.code.copy(live, most, Class::X, Type::I64);
            self.code.place(few);
        }
        // From 1 to 64.
        let ones = self.code.number(-1);
        let above = self.code.x(M::Sub, ZERO, live);
        let below = self.code.x(M::Srl, ones, above);
        if within && row.bounded {
            self.code.copy(span, ZERO, Class::X, Type::I64);
        }
        self.code.packed(mask, (POp::Kmov, Shape::KFromX, Elem::No), 0, [ZERO, ZERO, below], 0);
        self.strip.rest = Some((live, mask));
        // Behind the bounds nothing is done; without bounds, nothing is left.
        let then = row.bounded.then_some(if rest.inside { next } else { row.test });
        self.strip_code(Step { work: Work::Once(live), then: then.filter(|_| !ends) })?;
        let behind = self.code.section();
        self.code.switch(behind);
        self.code.place(next);
        Ok(())
    }

    /// Goes to `over` where a need is not fulfilled by the next work-item and never will, to the code for single work-items until it is; or
    /// shortens the span to the work-items that fulfil it.
    fn test_need(&mut self, need: &Need, row: Row, over: Label) -> Made<()> {
        let bound = match *need {
            Need::Same(value, wanted) => {
                let value = self.scalar(value)?;
                self.code.branch(if wanted { M::Beq } else { M::Bne }, value, ZERO, over);
                return Ok(());
            }
            Need::Bound(bound) => bound,
        };
        let span = row.span;
        let ty = self.ty(bound.line);
        let long = ty == Type::I64;
        let below = if bound.signed { M::Blt } else { M::Bltu };
        let not_below = if bound.signed { M::Bge } else { M::Bgeu };
        let (mut line, mut limit) = (self.scalar(bound.line)?, self.scalar(bound.limit)?);
        if !bound.signed && bound.side != Side::Except {
            line = unsigned(&mut self.code, ty, line);
            limit = unsigned(&mut self.code, ty, limit);
        }
        let forth = bound.step > 0;
        let step = bound.step.unsigned_abs();
        let (behind, before) = if forth { (limit, line) } else { (line, limit) };
        match bound.side {
            Side::Until { inclusive, wraps } => {
                let (passes, a, b) =
                    if inclusive { (not_below, behind, before) } else { (below, before, behind) };
                if wraps {
                    // Behind the limit until the line begins anew.
                    let inside = self.code.label();
                    self.code.branch(passes, a, b, inside);
                    let items = self.until_last(bound, line);
                    self.one_by_one_for(items, row);
                    self.code.place(inside);
                } else if long {
                    let (some, none) = (self.code.label(), self.code.number(-1));
                    self.code.branch(passes, a, b, some);
                    self.code.copy(span, none, Class::X, Type::I64);
                    self.code.place(some);
                }
                let room = self.code.x(M::Sub, behind, before);
                let room = self.parts(room, step, inclusive);
                if long {
                    self.shorten(span, room);
                } else {
                    let end = self.code.label();
                    self.code.branch(M::Bge, room, span, end);
                    self.code.copy(span, room, Class::X, Type::I64);
                    self.code.place(end);
                }
            }
            Side::From { inclusive, wraps } => {
                let inside = self.code.label();
                let (op, [a, b]) =
                    if inclusive { (not_below, [before, behind]) } else { (below, [behind, before]) };
                self.code.branch(op, a, b, inside);
                let need = self.code.x(M::Sub, behind, before);
                let need = self.parts(need, step, !inclusive);
                self.one_by_one_for(need, row);
                self.code.place(inside);
                if wraps {
                    let room = self.until_last(bound, line);
                    self.shorten(span, room);
                }
            }
            Side::Except => {
                let room = self.code.x(M::Sub, behind, before);
                let room = unsigned(&mut self.code, ty, room);
                let inside = self.code.label();
                self.code.branch(M::Bne, room, ZERO, inside);
                let one = self.code.number(1);
                self.one_by_one_for(one, row);
                self.code.place(inside);
                self.shorten(span, room);
            }
        }
        Ok(())
    }

    /// How many work-items there are from a line of 32 bits on until it begins anew behind the last number of its type.
    fn until_last(&mut self, bound: Bound, line: Reg) -> Reg {
        let forth = bound.step > 0;
        let last = match (forth, bound.signed) {
            (true, true) => i64::from(i32::MAX),
            (true, false) => i64::from(u32::MAX),
            (false, true) => i64::from(i32::MIN),
            (false, false) => 0,
        };
        let last = self.code.number(last);
        let (a, b) = if forth { (last, line) } else { (line, last) };
        let room = self.code.x(M::Sub, a, b);
        self.parts(room, bound.step.unsigned_abs(), true)
    }

    /// A distance in steps, rounded up; with `further`, of one more.
    fn parts(&mut self, distance: Reg, step: u64, further: bool) -> Reg {
        let more = step as i64 - 1 + i64::from(further);
        let more = match more {
            0 => return distance,
            _ if (-2048..2048).contains(&more) => self.code.xi(M::Addi, distance, more as i32),
            _ => {
                let more = self.code.number(more);
                self.code.x(M::Add, distance, more)
            }
        };
        match step {
            1 => more,
            _ if step.is_power_of_two() => self.code.xi(M::Srai, more, step.trailing_zeros() as i32),
            _ => {
                let step = self.code.number(step as i64);
                self.code.x(M::Div, more, step)
            }
        }
    }

    /// `span` = the smaller, without sign.
    fn shorten(&mut self, span: Reg, room: Reg) {
        let end = self.code.label();
        // None at all is less than 0.
        self.code.branch(M::Bge, ZERO, span, end);
        self.code.branch(M::Bgeu, room, span, end);
        self.code.copy(span, room, Class::X, Type::I64);
        self.code.place(end);
    }

    /// Goes to the code for single work-items, for so many of them.
    fn one_by_one_for(&mut self, items: Reg, row: Row) {
        let Some(until) = row.until else { return self.code.jump(row.one) };
        let left = self.code.x(M::Sub, self.region.end, ITEM);
        self.code.branch(M::Bgeu, items, left, row.one);
        let next = self.code.x(M::Add, ITEM, items);
        self.code.copy(until, next, Class::X, Type::I64);
        self.code.jump(row.one);
    }

    /// Goes to the code for single work-items until addresses are at multiples of the width; for good where they never are together.
    fn test_alignment(&mut self, row: Row) -> Made<()> {
        let aligned = self.strip.choice.aligned.clone();
        let Some((first, width)) = aligned.first().copied() else { return Ok(()) };
        let inside = self.code.label();
        let address = self.address(first)?;
        let before = self.code.x(M::Sub, ZERO, address);
        let missing = self.code.xi(M::Andi, before, width as i32 - 1);
        let distance = self.facts.distance(first).unwrap_or(1).unsigned_abs().max(1);
        let items = self.code.xi(M::Srli, missing, distance.trailing_zeros() as i32);
        for (ptr, bytes) in aligned.iter().copied() {
            let shift = self.facts.distance(ptr).unwrap_or(1).unsigned_abs().trailing_zeros() as i32;
            let further = self.code.xi(M::Slli, items, shift);
            let address = self.address(ptr)?;
            let there = self.code.x(M::Add, address, further);
            let wrong = self.code.xi(M::Andi, there, bytes as i32 - 1);
            self.code.branch(M::Bne, wrong, ZERO, row.one);
        }
        self.code.branch(M::Beq, missing, ZERO, inside);
        self.one_by_one_for(items, row);
        self.code.place(inside);
        Ok(())
    }

    /// Goes to a label if an element of a rest, and with it all that follow, is no work-item.
    pub fn stop_rest(&mut self, at: u32, end: Label) {
        if let Some((live, _)) = self.strip.rest.filter(|_| at > 0) {
            let at: Reg = self.code.number(at.into());
            self.code.branch(M::Bgeu, at, live, end);
        }
    }
}

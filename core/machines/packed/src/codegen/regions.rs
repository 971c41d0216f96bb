//! The loops around a region: over the groups of the thread, the rows of a group, and the work-items of a row.

use alloc::vec::Vec;

use lanescope_parts::{
    codegen::spmd::{Facts, variability::Level},
    ir::{BlockId, Space, Type, Value},
    riscv::{
        abi::{Field, Items},
        codegen::{Emit, Sections},
    },
    source::Span,
};

use super::{
    choose::Choice,
    code::{BLOCK, Class, GROUP, ITEM, Label, Line, RA, Reg, What, ZERO},
    stages::choose,
    state::{Extent, Generator, Made, Region, Step, Strip, Work},
};
use crate::isa::{Form, Op as M};

impl<'k> Generator<'k> {
    /// The whole program.
    pub fn program(&mut self) -> Made<()> {
        let (first, finish) = (self.code.section(), self.code.label());
        let end = self.field(Field::EndGroup);
        self.code.switch(first);
        self.code.xi_to(GROUP, M::Ld, BLOCK, Field::FirstGroup.offset());
        self.code.branch(M::Bgeu, GROUP, end, finish);
        self.group = self.code.section();
        self.code.switch(self.group);
        let group = self.code.label();
        self.code.place(group);
        for head in self.facts.regions.heads.clone() {
            self.region(head)?;
        }
        let last = self.code.section();
        self.code.switch(last);
        self.code.place(self.end);
        self.code.span = Span::NONE;
        self.code.xi_to(GROUP, M::Addi, GROUP, 1);
        self.code.branch(M::Bgeu, GROUP, end, finish);
        self.clear_memory();
        self.code.jump(group);
        self.code.place(finish);
        self.code.push(Line { rs1: RA, ..Line::new(What::Machine(M::Jalr, Form::Load)) });
        Ok(())
    }

    /// A region.
    fn region(&mut self, head: BlockId) -> Made<()> {
        self.region = Region::new(&mut self.code);
        self.code.span = Span::NONE;
        self.region.row = self.code.section();
        self.code.switch(self.region.row);
        self.code.place(self.enter(head));
        self.code.xi_to(ITEM, M::Addi, ZERO, 0);
        self.code.place(self.region.row_label);
        let start = self.code.value(Class::X);
        let size = self.field(Field::LocalX);
        self.code.copy(start, ITEM, Class::X, Type::I64);
        self.region.start = start;
        self.region.end = self.code.x(M::Add, ITEM, size);
        let found = match self.extent {
            Extent::Scalar => Err("there are not enough registers for packed code"),
            extent => choose(self.facts, self.inside.get(&head), head, self.spec, extent == Extent::Rests),
        };
        match found {
            Ok(stages) => self.stages(head, stages)?,
            Err(why) => {
                self.remarks.push((head, why));
                let first = self.code.section();
                self.code.switch(first);
                self.one_by_one(head, self.region.end, None)?;
            }
        }
        let over = self.code.section();
        self.code.switch(over);
        self.code.place(self.region.row_over);
        self.code.copy(ITEM, self.region.end, Class::X, Type::I64);
        self.end_row();
        self.code.jump(self.end);
        Ok(())
    }

    /// The code for one work-item, again until one is reached. What comes before it goes to the section that is being
    /// written.
    pub fn one_by_one(&mut self, head: BlockId, until: Reg, then: Option<Label>) -> Made<()> {
        self.strip = Strip::new(Choice::none(self.facts));
        self.code.items = Items::FIRST;
        let blocks: Vec<BlockId> = self.facts.regions.blocks(&self.facts.flow.dom, head).collect();
        let work = Work::Of { count: 1, again: self.code.label(), until };
        self.begin_version(&blocks, Step { work, then });
        for block in blocks {
            self.emit_block(block)?;
        }
        self.end_version()
    }

    /// The code of a strip, as the choice has it. What comes before the first one goes to the section that is being written.
    pub fn strip_code(&mut self, step: Step) -> Made<()> {
        self.code.items = Items::All(self.cut().count() as u8);
        let order = self.strip.choice.plan.masks.order.clone();
        self.begin_version(&order, step);
        let body = self.code.switch(self.region.top);
        self.begin_collections(None)?;
        self.code.switch(body);
        for block in order {
            self.strip_block(block)?;
        }
        self.end_version()
    }

    fn begin_version(&mut self, blocks: &[BlockId], step: Step) {
        self.region.before = self.code.current();
        self.region.top = self.code.section();
        let body = self.code.section();
        self.code.switch(self.region.top);
        if let Work::Of { again, .. } = step.work {
            self.code.place(again);
        }
        self.region.step = step;
        self.region.labels = blocks.iter().map(|block| (*block, self.code.label())).collect();
        self.region.done = self.code.label();
        self.code.switch(body);
    }

    fn end_version(&mut self) -> Made<()> {
        self.code.span = Span::NONE;
        self.code.place(self.region.done);
        self.end_strip();
        self.code.jump(self.end);
        match self.region.step.work {
            Work::Of { count, .. } => self.move_on(count),
            Work::Once(_) => Ok(()),
        }
    }

    /// The next version of the region's code, by what is known of the kernel there, begins with nothing known but what rows have
    /// computed.
    pub fn turn_to(&mut self, facts: &'k Facts) {
        let fresh = Region::new(&mut self.code);
        let known = core::mem::replace(&mut self.region, fresh);
        let Region { row, start, end, row_label, row_over, mut rows, mut spots, .. } = known;
        spots.retain(|spot| spot.level < Level::Strip);
        let before = core::mem::replace(&mut self.facts, facts);
        let is_same = |value: &Value| {
            before.variability.level(*value) == facts.variability.level(*value)
                && before.uniform.is_uniform(*value) == facts.uniform.is_uniform(*value)
        };
        self.scalars.retain(|value, _| is_same(value));
        rows.retain(|value, _| is_same(value));
        self.region =
            Region { row, start, end, row_label, row_over, rows, spots, ..Region::new(&mut self.code) };
    }

    /// Goes on with the next work-items; what follows is carried out when there are none.
    pub fn end_strip(&mut self) {
        let back = core::mem::replace(&mut self.code.span, Span::NONE);
        let (end, Step { work, then }) = (self.region.end, self.region.step);
        match work {
            Work::Of { count, again, until } => {
                self.region.ends.push(self.code.section());
                let behind = self.code.section();
                self.code.switch(behind);
                self.code.xi_to(ITEM, M::Addi, ITEM, count as i32);
                self.code.branch(M::Bne, ITEM, until, again);
            }
            Work::Once(live) => {
                let next = self.code.x(M::Add, ITEM, live);
                self.code.copy(ITEM, next, Class::X, Type::I64);
            }
        }
        let is_over = matches!(work, Work::Of { until, .. } if until == end);
        match then {
            _ if is_over => {}
            Some(then) => self.code.branch(M::Bne, ITEM, end, then),
            None => self.code.copy(ITEM, end, Class::X, Type::I64),
        }
        self.end_row();
        self.code.span = back;
    }

    /// Goes on with the next row.
    fn end_row(&mut self) {
        let count = self.group_items();
        self.code.branch(M::Bltu, ITEM, count, self.region.row_label);
    }

    /// Zeros for the next group: its memory, and that of its work-items.
    fn clear_memory(&mut self) {
        let declares = |space: Space| self.facts.kernel.slots.iter().any(|slot| slot.space == space);
        let passed = self.facts.kernel.params.iter().any(|param| param.ty == Type::Ptr(Space::Local));
        if declares(Space::Local) || passed {
            self.clear(Field::Local, Field::LocalBytes);
        }
        if declares(Space::Private) {
            self.clear(Field::Items, Field::ItemsBytes);
        }
    }

    /// Fills memory with zeros: double words, then bytes.
    fn clear(&mut self, address: Field, bytes: Field) {
        let (at, left) = (self.code.value(Class::X), self.code.value(Class::X));
        self.code.xi_to(at, M::Ld, BLOCK, address.offset());
        self.code.xi_to(left, M::Ld, BLOCK, bytes.offset());
        for (op, width) in [(M::Sd, 8), (M::Sb, 1)] {
            let (again, end) = (self.code.label(), self.code.label());
            let least: Reg = self.code.number(width);
            self.code.place(again);
            self.code.branch(M::Bltu, left, least, end);
            self.code.push(Line { rs1: at, rs2: ZERO, ..Line::new(What::Machine(op, Form::Store)) });
            self.code.xi_to(at, M::Addi, at, width as i32);
            self.code.xi_to(left, M::Addi, left, -(width as i32));
            self.code.jump(again);
            self.code.place(end);
        }
    }
}

//! The loops around a region: over the groups of the thread, the rows of a group, and the work-items of a row.

use alloc::vec::Vec;

use super::{
    choose::{Choice, Rest, choose},
    code::{BLOCK, Class, GROUP, ITEM, Label, Line, RA, Reg, What, ZERO},
    state::{Extent, Generator, Made, Region, Step, Strip},
};
use crate::{
    ir::{BlockId, Space, Type},
    machines::packed::isa::{Form, Op as M},
    riscv::{
        abi::{Field, Items},
        codegen::{Emit, Sections, Values, near_bound},
    },
    source::Span,
};

impl Generator<'_> {
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
        let left = self.code.value(Class::X);
        let size = self.field(Field::LocalX);
        self.code.copy(left, size, Class::X, Type::I64);
        self.region.left = left;
        let one = self.code.label();
        match self.strips(head, one)? {
            Ok(Rest::UnderMask) => return Ok(()),
            Ok(Rest::OneByOne) => {}
            Err(why) => self.remarks.push((head, why)),
        }
        self.region.strip = self.code.section();
        let body = self.code.section();
        self.code.switch(self.region.strip);
        self.code.place(one);
        let blocks: Vec<BlockId> = self.facts.regions.blocks(&self.facts.flow.dom, head).collect();
        self.region.labels = blocks.iter().map(|block| (*block, self.code.label())).collect();
        self.code.switch(body);
        for block in blocks {
            self.emit_block(block)?;
        }
        self.code.span = Span::NONE;
        self.code.place(self.region.done);
        self.end_strip();
        self.code.jump(self.end);
        Ok(())
    }

    /// Packed code for strips of a region's work-items, before that for what is left (which is at `one`): it goes there where too few
    /// are left, or where the strip does not begin at the right address. Says what is to be written there, or why there are no strips.
    fn strips(&mut self, head: BlockId, one: Label) -> Made<Result<Rest, &'static str>> {
        // Without packed code, the code for one work-item goes round by itself.
        let too_large = Err("there are not enough registers for packed code");
        let found = match self.extent {
            Extent::Scalar => too_large,
            _ => choose(self.facts, head, self.spec),
        };
        let mut choice = match found {
            Ok(choice) => choice,
            Err(why) => {
                self.region.strip_label = one;
                return Ok(Err(why));
            }
        };
        if self.extent != Extent::Rests {
            choice.rest = Rest::OneByOne;
        }
        let test = self.code.section();
        self.region.strip = test;
        let count = choice.cut.count();
        self.region.step = Step::Items(count);
        self.strip = Strip::new(choice);
        self.code.switch(test);
        self.code.items = Items::All(count as u8);
        self.code.place(self.region.strip_label);
        let least = self.code.number(count.into());
        self.code.branch(M::Bltu, self.region.left, least, one);
        self.test_strip(count, one)?;
        self.strip_blocks()?;
        let Strip { choice, .. } = core::mem::replace(&mut self.strip, Strip::new(Choice::none(self.facts)));
        let rest = choice.rest;
        self.packs.push((head, choice.cut, rest));
        // The code for one work-item goes on by itself, unless the next address may be as instructions want it.
        self.begin_rest(if choice.aligned.is_empty() { Some(one) } else { None });
        if rest == Rest::UnderMask {
            self.rest(choice, one)?;
        }
        self.code.items = Items::FIRST;
        Ok(Ok(rest))
    }

    /// The blocks of a strip, whose scalars may change with it, and its end.
    pub fn strip_blocks(&mut self) -> Made<()> {
        let order = self.strip.choice.plan.masks.order.clone();
        self.region.labels = order.iter().map(|block| (*block, self.code.label())).collect();
        self.region.strip = self.code.section();
        let body = self.code.section();
        self.code.switch(self.region.strip);
        self.begin_rest_mask()?;
        self.begin_collections(None)?;
        self.code.switch(body);
        for block in order {
            self.strip_block(block)?;
        }
        self.code.span = Span::NONE;
        self.code.place(self.region.done);
        self.end_strip();
        self.code.jump(self.end);
        Ok(())
    }

    /// The code for what is left begins with nothing known but what rows have computed. It goes on at a label, or at the next strip.
    fn begin_rest(&mut self, on: Option<Label>) {
        let Region { row, left, row_label, strip_label, .. } = self.region;
        let strip_label = on.unwrap_or(strip_label);
        let rows = core::mem::take(&mut self.region.rows);
        self.region = Region { row, left, row_label, strip_label, rows, ..Region::new(&mut self.code) };
    }

    /// Goes to the code for one work-item where not all of a strip pass the guard, or where an address is not as instructions want it.
    fn test_strip(&mut self, count: u32, one: Label) -> Made<()> {
        if let Some(room) = self.room()? {
            let least = self.code.number(count.into());
            self.code.branch(M::Blt, room, least, one);
        }
        for (ptr, bytes) in self.strip.choice.aligned.clone() {
            let address = self.address(ptr)?;
            let rest = self.code.xi(M::Andi, address, bytes as i32 - 1);
            self.code.branch(M::Bne, rest, ZERO, one);
        }
        Ok(())
    }

    /// How many work-items from the next one on pass the guard (0 or less: none), if there is one.
    pub fn room(&mut self) -> Made<Option<Reg>> {
        let Some(guard) = self.strip.choice.guard else { return Ok(None) };
        let (first, bound) = (self.scalar(guard.place)?, self.scalar(guard.bound)?);
        let (ty, level) = (self.facts.kernel.ty(guard.bound), self.facts.variability.level(guard.bound));
        let bound = self.at(level, |this| near_bound(&mut this.code, ty, bound, guard.signed));
        let room = self.code.x(M::Sub, bound, first);
        Ok(Some(if guard.inclusive { self.code.xi(M::Addi, room, 1) } else { room }))
    }

    /// Goes on with the next work-item; what follows is carried out when there is none.
    pub fn end_strip(&mut self) {
        let back = core::mem::replace(&mut self.code.span, Span::NONE);
        let left = self.region.left;
        match self.region.step {
            Step::Items(items) => {
                self.code.xi_to(ITEM, M::Addi, ITEM, items as i32);
                self.code.xi_to(left, M::Addi, left, -(items as i32));
                self.code.branch(M::Bne, left, ZERO, self.region.strip_label);
            }
            Step::Row => {
                let further = self.code.x(M::Add, ITEM, left);
                self.code.copy(ITEM, further, Class::X, Type::I64);
            }
        }
        let count = self.group_items();
        self.code.branch(M::Bltu, ITEM, count, self.region.row_label);
        self.code.span = back;
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

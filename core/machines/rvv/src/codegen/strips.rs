//! The loops around a region: over the groups of the thread, the rows of a group, and the strips of a row.
//!
//! ```text
//! group:  region:  item = 0
//!         row:     left = work-items of a row
//!         strip:   vl = vsetvli(left)
//!                  … the region …
//!                  item += vl, left -= vl
//!                  go on at strip while left > 0, at row while there are items
//!         the next region …
//!         clear memory, go on at group while there are groups
//! ```
//!
//! A strip never crosses the end of a row, so that what is affine along a row is affine in a strip. With the short
//! piece first `vsetvli` asks for the remainder in the first strip of a row and for a full one in all others.

use lanescope_parts::{
    codegen::spmd::masks::Own,
    ir::{BlockId, Space, Type},
    riscv::{
        abi::Field,
        codegen::{Emit, Sections},
    },
};

use super::{
    code::{Class, GROUP, ITEM, Line, Reg, VLine, What, ZERO},
    state::{Generator, Labels, Made, Places, Region},
};
use crate::{
    codegen::code::VectorCode,
    isa::{Form, FormNames, Lmul, Op as M, OpNames, Vtype},
    spec::Strips,
};

impl Generator<'_> {
    /// The whole program.
    pub fn program(&mut self, places: &Places) -> Made<()> {
        let (first, finish) = (self.code.section(), self.code.label());
        let end = self.field(Field::EndGroup);
        self.code.switch(first);
        self.code.xi_to(GROUP, M::Ld, super::code::BLOCK, Field::FirstGroup.offset());
        self.code.branch(M::Bgeu, GROUP, end, finish);
        self.group = self.code.section();
        self.code.switch(self.group);
        let group = self.code.label();
        self.code.place(group);
        for head in self.facts.regions.heads.clone() {
            self.region(places, head)?;
        }
        let last = self.code.section();
        self.code.switch(last);
        self.code.place(places.end);
        self.code.span = lanescope_parts::source::Span::NONE;
        self.code.xi_to(GROUP, M::Addi, GROUP, 1);
        self.code.branch(M::Bgeu, GROUP, end, finish);
        self.clear_memory();
        self.code.jump(group);
        self.code.place(finish);
        self.ret();
        Ok(())
    }

    fn region(&mut self, places: &Places, head: BlockId) -> Made<()> {
        self.region = Region::new(places.plan(self.facts, self.spec, head));
        let enter = self.code.section();
        self.region.row = self.code.section();
        self.region.strip = self.code.section();
        self.region.body = self.code.section();
        self.code.span = lanescope_parts::source::Span::NONE;
        self.code.switch(enter);
        self.code.place(places.enter(head));
        self.code.xi_to(ITEM, M::Addi, ZERO, 0);
        self.start_row();
        self.start_strip();
        self.code.switch(self.region.strip);
        self.begin_collections(None)?;
        self.code.switch(self.region.body);
        for block in self.region.plan.masks.order.clone() {
            self.emit_block(places, block)?;
        }
        if self.region.ended {
            self.code.place(self.region.labels.done);
            self.end_strip();
            self.code.jump(places.end);
        }
        Ok(())
    }

    fn start_row(&mut self) {
        let labels = Labels { row: self.code.label(), strip: self.code.label(), done: self.code.label() };
        self.region.labels = labels;
        let size = self.field(Field::LocalX);
        self.code.switch(self.region.row);
        self.code.place(labels.row);
        let left = self.code.value(Class::X);
        self.code.copy(left, size, Class::X, Type::I64);
        self.region.left = left;
        self.region.ask = left;
        if self.spec.strips == Strips::First {
            let most = self.code.value(Class::X);
            self.code.push(Line { rd: most, ..Line::new(What::Own(VLine::Most)) });
            self.region.most = most;
            let ask = self.code.value(Class::X);
            let full = self.code.label();
            self.code.push(Line {
                rd: ask,
                rs1: size,
                rs2: most,
                ..Line::new(What::Machine(M::Remu, Form::R))
            });
            self.code.branch(M::Bne, ask, ZERO, full);
            self.code.copy(ask, most, Class::X, Type::I64);
            self.code.place(full);
            self.region.ask = ask;
        }
    }

    /// A `vsetvli` whose type is chosen later.
    pub fn set_length(&mut self, rd: Reg, rs1: Reg) {
        let line = Line::new(What::Machine(M::Vsetvli, Form::SetI));
        self.code.push(Line { rd, rs1, imm: -1, ..line });
    }

    fn start_strip(&mut self) {
        self.code.switch(self.region.strip);
        self.code.place(self.region.labels.strip);
        let vl = self.code.value(Class::X);
        self.set_length(vl, self.region.ask);
        self.region.vl = vl;
    }

    /// Goes on with the next strip; what follows is carried out when there is none.
    pub fn end_strip(&mut self) {
        let back = core::mem::replace(&mut self.code.span, lanescope_parts::source::Span::NONE);
        let (vl, left, labels) = (self.region.vl, self.region.left, self.region.labels);
        self.code.push(Line { rd: ITEM, rs1: ITEM, rs2: vl, ..Line::new(What::Machine(M::Add, Form::R)) });
        self.code.push(Line { rd: left, rs1: left, rs2: vl, ..Line::new(What::Machine(M::Sub, Form::R)) });
        if self.region.ask != left {
            self.code.copy(self.region.ask, self.region.most, Class::X, Type::I64);
        }
        self.code.branch(M::Bne, left, ZERO, labels.strip);
        let count = self.group_items();
        self.code.branch(M::Bltu, ITEM, count, labels.row);
        self.code.span = back;
    }

    /// Prepares what blocks collect from several ways: masks start empty, vectors with anything. `before` is the block
    /// at whose end that happens, or `None` for the start of the strip.
    pub fn begin_collections(&mut self, before: Option<BlockId>) -> Made<()> {
        let plan = &self.region.plan;
        let starts = |block: &BlockId| plan.start(*block) == before && *block != plan.masks.order[0];
        let blocks: alloc::vec::Vec<BlockId> = plan.masks.order.iter().copied().filter(starts).collect();
        for block in blocks {
            let is_header = self.facts.flow.loops.loops.iter().any(|l| l.header == block);
            if self.region.plan.masks.own(block) == Own::Join {
                let mask = self.block_register(block);
                self.code.fill(mask, false);
            }
            if !is_header && self.facts.flow.cfg.preds[block.index()].len() > 1 {
                for param in self.facts.kernel.blocks[block.index()].params.clone() {
                    if !self.is_scalar(param) && self.facts.is_vector(param) {
                        let reg = self.own_vector(param);
                        self.code.anything(reg);
                    }
                }
            }
            if is_header {
                self.begin_outs(block);
            }
        }
        Ok(())
    }

    fn begin_outs(&mut self, header: BlockId) {
        let at = self.facts.flow.loops.loops.iter().position(|l| l.header == header);
        let Some(at) = at.filter(|at| self.region.plan.masks.divergent[*at]) else { return };
        for value in self.facts.escapes(at).to_vec() {
            if self.facts.is_vector(value) && !self.facts.stays(value, at) {
                let out = self.out(value, at);
                self.code.anything(out);
            }
        }
    }

    /// The mask register of a block that makes one.
    pub fn block_register(&mut self, block: BlockId) -> Reg {
        let code = &mut self.code;
        *self.region.masks.entry(block).or_insert_with(|| code.value(Class::M))
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

    /// Fills memory with zeros, eight registers at a time. (No vector lives from one group to the next.)
    fn clear(&mut self, address: Field, bytes: Field) {
        let at = self.code.value(Class::X);
        let left = self.code.value(Class::X);
        self.code.xi_to(at, M::Ld, super::code::BLOCK, address.offset());
        self.code.xi_to(left, M::Ld, super::code::BLOCK, bytes.offset());
        let (again, end) = (self.code.label(), self.code.label());
        self.code.place(again);
        self.code.branch(M::Beq, left, ZERO, end);
        let count = self.code.value(Class::X);
        let eight = Lmul::from_log2(3).unwrap_or(Lmul::ONE);
        let bytes = Vtype { sew: 8, lmul: eight, tail_agnostic: true, mask_agnostic: true };
        let set = Line::new(What::Machine(M::Vsetvli, Form::SetI));
        self.code.push(Line { rd: count, rs1: left, imm: bytes.bits() as i32, ..set });
        let v8 = Reg::Fixed(8);
        self.code.push(Line { rd: v8, ..Line::new(What::Machine(M::VmvV, Form::MoveI)) });
        let store = Line::new(What::Machine(M::Vse, Form::Unit));
        self.code.push(Line { rd: v8, rs1: at, width: 8, ..store });
        self.code.push(Line { rd: at, rs1: at, rs2: count, ..Line::new(What::Machine(M::Add, Form::R)) });
        self.code.push(Line { rd: left, rs1: left, rs2: count, ..Line::new(What::Machine(M::Sub, Form::R)) });
        self.code.jump(again);
        self.code.place(end);
    }

    /// Makes `v0` hold nothing that is known.
    pub fn forget_v0(&mut self) {
        self.v0 = None;
    }
}

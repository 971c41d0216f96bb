//! What is left of a row, or passes a guard, where the machine has masks: a strip under the mask of the elements that are
//! work-items. It is the last of its row, for behind a guard nobody passes who comes later.

use super::{
    choose::Choice,
    code::{Class, Label, Reg, ZERO},
    state::{Generator, Made, Step, Strip},
};
use crate::{
    ir::Type,
    machines::packed::isa::{Elem, Op as M, POp, Shape},
    riscv::codegen::Emit,
};

impl Generator<'_> {
    /// Writes the code for what is left, which is at `label`.
    pub fn rest(&mut self, choice: Choice, label: Label) -> Made<()> {
        self.region.step = Step::Row;
        self.strip = Strip::new(choice);
        let (live, mask) = (self.code.value(Class::X), self.code.value(Class::M));
        self.strip.rest = Some((live, mask));
        let first = self.code.section();
        self.code.switch(first);
        self.code.place(label);
        self.strip_blocks()
    }

    /// Finds how many elements are work-items, and their mask. Where there are none, the row is at its end.
    pub fn begin_rest_mask(&mut self) -> Made<()> {
        let Some((live, mask)) = self.strip.rest else { return Ok(()) };
        self.code.copy(live, self.region.left, Class::X, Type::I64);
        if let Some(room) = self.room()? {
            let all = self.code.label();
            self.code.branch(M::Bge, ZERO, room, self.region.done);
            self.code.branch(M::Bge, room, live, all);
            self.code.copy(live, room, Class::X, Type::I64);
            self.code.place(all);
        }
        // Fewer than 64: a full strip is none.
        let ones = self.code.number(-1);
        let above = self.code.x(M::Sll, ones, live);
        let below = self.code.xi(M::Xori, above, -1);
        self.code.packed(mask, (POp::Kmov, Shape::KFromX, Elem::No), 0, [ZERO, ZERO, below], 0);
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

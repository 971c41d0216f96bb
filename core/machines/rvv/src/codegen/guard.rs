//! A shorter vector length in place of a guard's mask ([`lanescope_parts::codegen::spmd::guard`]).

use lanescope_parts::{
    codegen::spmd::guard::Guard,
    riscv::codegen::{Emit, Sections, near_bound},
};

use super::{
    code::{Label, Reg, ZERO},
    state::{Generator, Made},
};
use crate::isa::Op as M;

impl Generator<'_> {
    /// How many elements from the first of the strip on pass, in a register: may be 0 or less, or more than there are.
    pub fn guarded_length(&mut self, guard: Guard) -> Made<Reg> {
        let (first, bound) = (self.scalar(guard.place)?, self.scalar(guard.bound)?);
        let (ty, level) = (self.ty(guard.bound), self.facts.variability.level(guard.bound));
        let bound = self.at(level, |this| near_bound(&mut this.code, ty, bound, guard.signed));
        let count = self.code.x(M::Sub, bound, first);
        Ok(if guard.inclusive { self.code.xi(M::Addi, count, 1) } else { count })
    }

    /// Shortens the vector length to `count`, or goes to `done` if nothing is left.
    pub fn apply_guard(&mut self, count: Reg, done: Label) {
        let long = self.code.label();
        self.code.branch(M::Bge, ZERO, count, done);
        self.code.branch(M::Bge, count, self.region.vl, long);
        self.set_length(ZERO, count);
        self.code.place(long);
    }
}

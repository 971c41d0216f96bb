//! What a warp computes with, for people to look at.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::machines::{RegisterClass, Registers, chassis::look::Look};

use super::Warp;
use crate::isa::{Bank, Program, Reg};

/// The contents of a warp.
#[derive(Clone, Copy, Debug)]
pub struct Contents<'a>(&'a Warp);

impl Look for Warp {
    type Contents<'a> = Contents<'a>;

    fn look(&self) -> Contents<'_> {
        Contents(self)
    }
}

impl Contents<'_> {
    /// Every register with its name, for people to look at.
    pub fn registers(&self, program: &Program) -> Registers {
        let Contents(warp) = self;
        let count = program.registers;
        let class = |(id, bank, count): (&str, Bank, u32)| {
            let register = |index| Reg { bank, index };
            let names: Vec<String> = (0..count).map(|index| format!("{}", register(index))).collect();
            let value = |index, lane| warp.register(register(index), lane);
            RegisterClass::scalars(id, names, bank.bits(), Some(warp.lanes), value)
        };
        let banks =
            [("words", Bank::R, count.r), ("doubles", Bank::D, count.d), ("predicates", Bank::P, count.p)];
        Registers { classes: banks.map(class).into() }
    }
}

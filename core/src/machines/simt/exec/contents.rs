//! What a warp computes with, for people to look at.

use alloc::{format, string::String, vec::Vec};

use super::Warp;
use crate::machines::{
    Registers,
    chassis::look::Look,
    simt::isa::{Bank, Program, Reg},
};

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
        let banks = [(Bank::R, count.r), (Bank::D, count.d), (Bank::P, count.p)];
        let all: Vec<Reg> =
            banks.iter().flat_map(|(bank, n)| (0..*n).map(|index| Reg { bank: *bank, index })).collect();
        let names: Vec<String> = all.iter().map(|reg| format!("{reg}")).collect();
        let lanes = warp.lanes;
        Registers {
            names,
            bits: all.iter().map(|reg| reg.bank.bits() as u8).collect(),
            lanes,
            values: all.iter().flat_map(|reg| (0..lanes).map(|l| warp.register(*reg, l))).collect(),
            vector: None,
        }
    }
}

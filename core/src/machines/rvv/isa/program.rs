//! A program: instructions in order, initial data, names.

use alloc::{string::String, vec::Vec};

use super::{Inst, TEXT};
use crate::machines::rvv::abi::Kernel;

/// A named address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// Its address.
    pub address: u64,
    /// Is it seen from outside?
    pub global: bool,
}

/// A program of one or more functions.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Program {
    /// The instructions; number `n` is at address [`TEXT`] + 4n.
    pub code: Vec<Inst>,
    /// The data section: the first buffer of memory, at [`crate::image::BASE`]. Empty if there is none.
    pub data: Vec<u8>,
    /// Labels in ascending order of address.
    pub symbols: Vec<Symbol>,
    /// If it is a compiled kernel: what a launch must know about it.
    pub kernel: Option<Kernel>,
}

impl Program {
    /// Address of an instruction.
    pub const fn address(pc: u32) -> u64 {
        TEXT + 4 * pc as u64
    }

    /// The instruction at an address: its number, which may be one behind the last.
    pub fn pc(&self, address: u64) -> Option<u32> {
        let offset = address.checked_sub(TEXT)?;
        (offset % 4 == 0 && offset / 4 <= self.code.len() as u64).then_some((offset / 4) as u32)
    }

    /// The address of a name.
    pub fn symbol(&self, name: &str) -> Option<u64> {
        self.symbols.iter().find(|symbol| symbol.name == name).map(|symbol| symbol.address)
    }

    /// The first name of an instruction's place.
    pub fn label(&self, pc: u32) -> Option<&str> {
        let address = Program::address(pc);
        self.symbols.iter().find(|symbol| symbol.address == address).map(|symbol| symbol.name.as_str())
    }
}

//! A program: instructions in order, initial data, names.

use alloc::{string::String, vec::Vec};

use super::{Inst, Isa, TEXT};
use crate::{
    base::{OrdMap, types::Type},
    image::{Fault, Memory},
    riscv::{abi::Kernel, encode::encode},
};

/// Behind the instructions, so many bytes from the last name, an address belongs to no name any more.
const FAR: u64 = 4096;

/// A named address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// Its address.
    pub address: u64,
    /// Is it seen from outside?
    pub global: bool,
    /// Of what type the numbers are that a directive puts there, if one does.
    pub element: Option<Type>,
}

/// A program of one or more functions.
#[derive(Clone, Debug, PartialEq)]
pub struct Program<X: Isa> {
    /// The instructions; number `n` is at address [`TEXT`] + 4n.
    pub code: Vec<Inst<X>>,
    /// The words among the instructions that were written as data, by their number.
    pub words: OrdMap<u32, u32>,
    /// Where the functions begin that were linked because the text calls them and does not have them.
    pub library: Option<u32>,
    /// The data section: the first buffer of memory, at [`crate::image::BASE`]. Empty if there is none.
    pub data: Vec<u8>,
    /// Labels in ascending order of address. Names that are defined nowhere have addresses behind the instructions.
    pub symbols: Vec<Symbol>,
    /// If it is a compiled kernel: what a launch must know about it.
    pub kernel: Option<Kernel>,
}

impl<X: Isa> Default for Program<X> {
    fn default() -> Program<X> {
        Program {
            code: Vec::new(),
            words: OrdMap::new(),
            library: None,
            data: Vec::new(),
            symbols: Vec::new(),
            kernel: None,
        }
    }
}

impl<X: Isa> Program<X> {
    /// Address of an instruction.
    pub const fn address(pc: u32) -> u64 {
        TEXT + 4 * pc as u64
    }

    /// The instruction at an address: its number, which may be one behind the last.
    pub fn pc(&self, address: u64) -> Option<u32> {
        let offset = address.checked_sub(TEXT)?;
        (offset % 4 == 0 && offset / 4 <= self.code.len() as u64).then_some((offset / 4) as u32)
    }

    /// Reads 1, 2, 4 or 8 bytes of the instructions as data, if there are so many at a multiple of that.
    pub fn read(&self, address: u64, bytes: u32) -> Option<u64> {
        let offset = address.checked_sub(TEXT).filter(|offset| offset.is_multiple_of(bytes.into()))?;
        let end = offset + u64::from(bytes);
        if end > 4 * self.code.len() as u64 {
            return None;
        }
        let word = |pc: u64| {
            let inst = || self.code.get(pc as usize).map(encode);
            self.words.get(&(pc as u32)).copied().or_else(inst).map_or(0, u64::from)
        };
        let (low, high) = (word(offset / 4), if bytes == 8 { word(offset / 4 + 1) } else { 0 });
        let value = (low | high << 32) >> (8 * (offset % 4));
        Some(if bytes == 8 { value } else { value & ((1 << (8 * bytes)) - 1) })
    }

    /// Reads 1, 2, 4 or 8 bytes of memory, or of the instructions.
    ///
    /// # Errors
    /// There is neither, or not at a multiple of that.
    pub fn load(&self, memory: &Memory, address: u64, bytes: u32) -> Result<u64, Fault> {
        memory.read(address, bytes).or_else(|fault| self.read(address, bytes).ok_or(fault))
    }

    /// The name that belongs to an address of the instructions or behind them, and how far behind it that is.
    pub fn near(&self, address: u64) -> Option<(&str, u64)> {
        let at = self.symbols.partition_point(|symbol| symbol.address <= address);
        let symbol = self.symbols[..at].last().filter(|symbol| symbol.address >= TEXT)?;
        let offset = address - symbol.address;
        let inside = address < Self::address(self.code.len() as u32);
        (inside || offset < FAR).then_some((symbol.name.as_str(), offset))
    }

    /// The name that is defined nowhere and has this address in its place.
    pub fn undefined(&self, address: u64) -> Option<&str> {
        let behind = address > Self::address(self.code.len() as u32);
        self.near(address).filter(|(_, offset)| behind && *offset == 0).map(|(name, _)| name)
    }

    /// The address of a name.
    pub fn symbol(&self, name: &str) -> Option<u64> {
        self.symbols.iter().find(|symbol| symbol.name == name).map(|symbol| symbol.address)
    }

    /// The first name of an instruction's place.
    pub fn label(&self, pc: u32) -> Option<&str> {
        let address = Self::address(pc);
        self.symbols.iter().find(|symbol| symbol.address == address).map(|symbol| symbol.name.as_str())
    }
}

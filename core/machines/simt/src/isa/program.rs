//! A program: instructions in order, and what a launch must know about them.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{base::OrdSet, ir::WARP, source::Span};

use super::{Bank, Inst, Reg, Space, Ty};

/// A kernel in machine code.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Program {
    /// Its name.
    pub name: String,
    /// The instructions; a pc is an index.
    pub code: Vec<Inst>,
    /// Names of places, in ascending order.
    pub labels: Vec<(u32, String)>,
    /// Registers that a thread needs.
    pub registers: Registers,
    /// The parameter space, one word for each kernel argument in order.
    pub params: Vec<ParamSlot>,
    /// Memory that the kernel declares.
    pub variables: Vec<Variable>,
    /// Declared work-group memory in all; dynamic memory and `__local` arguments come behind it.
    pub shared_bytes: u32,
    /// Private memory of a thread: arrays, then spilled registers.
    pub local_bytes: u32,
    /// Constant memory below the buffers: the tables that the kernel declares.
    pub constants: Vec<u8>,
    /// `reqd_work_group_size`, if the source has one.
    pub required_local: Option<[u32; 3]>,
    /// Must the threads of a group meet at one barrier of the text, as the languages of kernels say? In assembly only the number counts.
    pub barriers_of_text: bool,
    /// Lanes of a warp where lanes meet, if not [`WARP`].
    pub subgroup: Option<u32>,
}

/// Number of registers of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Registers {
    /// 32-bit.
    pub r: u32,
    /// 64-bit.
    pub d: u32,
    /// Predicates.
    pub p: u32,
}

/// A word of the parameter space.
#[derive(Clone, Debug, PartialEq)]
pub struct ParamSlot {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Its place, in bytes.
    pub offset: u32,
    /// For an address: which memory it points to, if that is known.
    pub space: Option<Space>,
    /// For an address: the type of what it points to, if that is known.
    pub element: Option<Ty>,
}

/// Declared memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its memory: shared, local or constant.
    pub space: Space,
    /// Its place, in bytes.
    pub offset: u32,
    /// Its size in bytes.
    pub bytes: u32,
}

impl Registers {
    /// 32-bit registers that a thread takes from the register file; predicates have their own.
    pub const fn words(self) -> u32 {
        self.r + 2 * self.d
    }

    /// Registers of all kinds: the number of bits of a one-bit scoreboard.
    pub const fn all(self) -> u32 {
        self.r + self.d + self.p
    }

    /// One number for a register of any kind, below [`Registers::all`]: first `%r`, then `%rd`, then `%p`.
    pub const fn flat(self, reg: Reg) -> u32 {
        match reg.bank {
            Bank::R => reg.index,
            Bank::D => self.r + reg.index,
            Bank::P => self.r + self.d + reg.index,
        }
    }

    /// The register of a number that [`Registers::flat`] gives.
    pub const fn reg(self, flat: u32) -> Reg {
        match (flat.checked_sub(self.r), flat.checked_sub(self.r + self.d)) {
            (_, Some(index)) => Reg { bank: Bank::P, index },
            (Some(index), None) => Reg { bank: Bank::D, index },
            (None, None) => Reg { bank: Bank::R, index: flat },
        }
    }
}

impl Program {
    /// Lanes of a warp where lanes meet, whatever the machine's: a power of two, at most [`WARP`].
    pub fn warp(&self) -> u32 {
        self.subgroup.unwrap_or(WARP)
    }

    /// The first instruction at which lanes meet.
    pub fn meeting(&self) -> Option<&Inst> {
        self.code.iter().find(|inst| inst.op.meets())
    }

    /// Size of the parameter space in bytes.
    pub fn param_bytes(&self) -> u32 {
        self.params.iter().map(|slot| slot.offset + slot.ty.bytes()).max().unwrap_or(0)
    }

    /// The name of a place, if it has one.
    pub fn label(&self, pc: u32) -> Option<&str> {
        let at = self.labels.binary_search_by_key(&pc, |label| label.0).ok()?;
        Some(&self.labels[at].1)
    }

    /// Names every branch target that has no name.
    pub fn name_targets(&mut self) {
        let branches = self.code.iter().filter(|inst| inst.is_branch());
        let targets: OrdSet<u32> = branches.map(|inst| inst.target).collect();
        let mut number = 0;
        for pc in targets {
            if self.label(pc).is_none() {
                let taken = |labels: &[(u32, String)], name: &str| labels.iter().any(|label| label.1 == name);
                let mut name = format!("L{number}");
                while taken(&self.labels, &name) {
                    number += 1;
                    name = format!("L{number}");
                }
                let at = self.labels.partition_point(|label| label.0 < pc);
                self.labels.insert(at, (pc, name));
                number += 1;
            }
        }
    }

    /// The variable of a space that starts nearest below an address, and the distance from its start.
    pub fn near(&self, space: Space, address: u64) -> Option<(String, u64)> {
        let of_space = self.variables.iter().filter(|variable| variable.space == space);
        let below = of_space.filter(|variable| u64::from(variable.offset) <= address);
        let nearest = below.max_by_key(|variable| variable.offset)?;
        Some((nearest.name.clone(), address - u64::from(nearest.offset)))
    }

    /// The instructions that come from text that overlaps `span`.
    pub fn pcs(&self, span: Span) -> Vec<u32> {
        let overlaps =
            |inst: &Inst| !inst.span.is_none() && inst.span.start < span.end && span.start < inst.span.end;
        (0..self.code.len() as u32).filter(|pc| overlaps(&self.code[*pc as usize])).collect()
    }
}

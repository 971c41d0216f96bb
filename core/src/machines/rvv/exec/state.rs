//! The registers.

use alloc::{vec, vec::Vec};
use core::fmt;

use crate::{
    image::{Digest, Fault},
    ir::Type,
    machines::{
        rvv::isa::{TEXT, Vtype, registers::Csr},
        spin::Spin,
    },
};

/// The last element that an operand can have: of bytes in eight registers of 65,536 bits.
const MOST_ELEMENTS: u64 = 0xFFFF;

/// Why the thread cannot go on.
#[derive(Clone, Debug, PartialEq)]
pub enum Trap {
    /// The instruction is not legal in this state; a few words say why.
    Illegal(&'static str),
    /// An access that cannot be done, with the number of the element of a vector instruction.
    Fault(Fault, Option<u32>),
    /// There is no instruction at this address.
    Fetch(u64),
    /// `ebreak`.
    Break,
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trap::Illegal(why) => write!(f, "illegal instruction: {why}"),
            Trap::Fault(fault, Some(element)) => write!(f, "element {element}: {fault}"),
            Trap::Fault(fault, None) => write!(f, "{fault}"),
            Trap::Fetch(address) => write!(f, "no instruction at address {address:#x}"),
            Trap::Break => f.write_str("the program asked to stop"),
        }
    }
}

/// A hardware thread.
#[derive(Clone, Debug, PartialEq)]
pub struct Hart {
    /// Address of the next instruction.
    pub pc: u64,
    /// Integer registers; the first one stays 0.
    pub x: [u64; 32],
    /// Float registers; narrow numbers have ones above them.
    pub f: [u64; 32],
    /// Vector length.
    pub vl: u32,
    /// Vector type; `None` while it is illegal.
    pub vtype: Option<Vtype>,
    /// First element of the next vector instruction.
    pub vstart: u32,
    /// Elements at which the operands `vd`, `vs1` and `vs2` of the next vector instruction begin.
    pub begins: [u32; 3],
    /// Rounding mode of floats, for conversions to whole numbers.
    pub frm: u8,
    /// Rounding mode of fixed-point instructions.
    pub vxrm: u8,
    /// Has a fixed-point result been cut?
    pub vxsat: bool,
    /// Instructions executed.
    pub instret: u64,
    /// The lowest address of its stack; 0 if it has none.
    pub stack: u64,
    /// Are agnostic elements overwritten with ones?
    pub agnostic_ones: bool,
    /// Has a vector register been written since someone cleared this?
    pub vector_dirty: bool,
    /// Turns of loops without a change of memory after which the deadlock detector looks.
    pub spin_limit: u32,
    /// What the deadlock detector knows.
    pub(super) spin: Spin,
    pub(super) accesses: Vec<u64>,
    pub(super) access_bytes: u32,
    vlen: u32,
    v: Vec<u8>,
}

impl Hart {
    /// A thread at the start of the text with vector registers of `vlen` bits (a power of two from 128 to 65,536).
    pub fn new(vlen: u32) -> Hart {
        let vlen = vlen.clamp(128, 65_536).next_power_of_two();
        Hart {
            pc: TEXT,
            x: [0; 32],
            f: [0; 32],
            vl: 0,
            vtype: None,
            vstart: 0,
            begins: [0; 3],
            frm: 0,
            vxrm: 0,
            vxsat: false,
            instret: 0,
            stack: 0,
            agnostic_ones: false,
            vector_dirty: false,
            spin_limit: 64,
            spin: Spin::default(),
            accesses: Vec::new(),
            access_bytes: 0,
            vlen,
            v: vec![0; 32 * vlen as usize / 8],
        }
    }

    /// Bits of a vector register.
    pub const fn vlen(&self) -> u32 {
        self.vlen
    }

    /// The vector registers one after another.
    pub fn vector_bytes(&self) -> &[u8] {
        &self.v
    }

    /// Adds everything that decides what comes next to a digest.
    pub fn digest(&self, digest: &mut Digest) {
        self.x.iter().chain(&self.f).for_each(|value| digest.word(*value));
        let vtype = self.vtype.map_or(u64::MAX, |vtype| vtype.bits().into());
        let modes =
            [self.frm, self.vxrm, self.vxsat.into(), self.agnostic_ones.into(), self.vector_dirty.into()];
        [self.pc, self.vl.into(), vtype, self.vstart.into(), self.instret]
            .into_iter()
            .chain(modes.map(u64::from))
            .chain(self.begins.map(u64::from))
            .for_each(|value| digest.word(value));
        digest.bytes(&self.v);
    }

    /// Addresses of the last instruction's accesses, in order.
    pub fn accesses(&self) -> &[u64] {
        &self.accesses
    }

    /// Element `index` of the registers from `register` on, of 1, 2, 4 or 8 bytes; 0 behind the last register.
    #[inline]
    pub fn element(&self, register: u8, index: u32, bytes: u32) -> u64 {
        let at = self.place(register, index, bytes);
        match bytes {
            1 => self.v.get(at).copied().map_or(0, u64::from),
            2 => self.bytes_at(at).map_or(0, |bytes| u16::from_le_bytes(bytes).into()),
            4 => self.bytes_at(at).map_or(0, |bytes| u32::from_le_bytes(bytes).into()),
            _ => self.bytes_at(at).map_or(0, u64::from_le_bytes),
        }
    }

    #[inline]
    fn bytes_at<const N: usize>(&self, at: usize) -> Option<[u8; N]> {
        self.v.get(at..)?.first_chunk().copied()
    }

    #[inline]
    fn set_bytes<const N: usize>(&mut self, at: usize, bytes: [u8; N]) {
        if let Some(to) = self.v.get_mut(at..).and_then(<[u8]>::first_chunk_mut) {
            *to = bytes;
        }
    }

    /// The bytes of elements one after another, `from` and `bytes` counted from the start of a register.
    /// Whoever writes them says so in `vector_dirty`.
    pub(super) fn register_bytes(&mut self, register: u8, from: usize, bytes: usize) -> Option<&mut [u8]> {
        let start = self.place(register, 0, 1) + from;
        self.v.get_mut(start..start + bytes)
    }

    /// Writes an element; does nothing behind the last register.
    #[inline]
    pub fn set_element(&mut self, register: u8, index: u32, bytes: u32, value: u64) {
        let at = self.place(register, index, bytes);
        self.vector_dirty = true;
        match bytes {
            1 => self.set_bytes(at, (value as u8).to_le_bytes()),
            2 => self.set_bytes(at, (value as u16).to_le_bytes()),
            4 => self.set_bytes(at, (value as u32).to_le_bytes()),
            _ => self.set_bytes(at, value.to_le_bytes()),
        }
    }

    /// The bytes of a vector register.
    pub(super) fn whole_register(&self, register: u32) -> &[u8] {
        let bytes = self.vlen as usize / 8;
        self.v.get(register as usize * bytes..(register as usize + 1) * bytes).unwrap_or(&[])
    }

    fn place(&self, register: u8, index: u32, bytes: u32) -> usize {
        usize::from(register) * (self.vlen / 8) as usize + index as usize * bytes as usize
    }

    /// A bit of a mask register.
    pub fn mask_bit(&self, register: u8, index: u32) -> bool {
        self.element(register, index / 8, 1) >> (index % 8) & 1 == 1
    }

    /// Writes a bit of a mask register.
    pub fn set_mask_bit(&mut self, register: u8, index: u32, bit: bool) {
        let old = self.element(register, index / 8, 1);
        let place = 1 << (index % 8);
        let new = if bit { old | place } else { old & !place };
        self.set_element(register, index / 8, 1, new);
    }

    /// Writes an integer register.
    pub fn set_x(&mut self, register: u8, value: u64) {
        if register != 0 {
            self.x[usize::from(register & 31)] = value;
        }
    }

    /// An integer register.
    pub fn get_x(&self, register: u8) -> u64 {
        self.x[usize::from(register & 31)]
    }

    /// A float register as a number of a type: a NaN if the register holds a wider one.
    pub fn get_f(&self, register: u8, ty: Type) -> u64 {
        let value = self.f[usize::from(register & 31)];
        match ty {
            Type::F64 => value,
            Type::F32 if value >> 32 == 0xFFFF_FFFF => value & 0xFFFF_FFFF,
            Type::F32 => 0x7FC0_0000,
            _ if value >> 16 == 0xFFFF_FFFF_FFFF => value & 0xFFFF,
            _ => 0x7E00,
        }
    }

    /// Writes a float register with ones above the number.
    pub fn set_f(&mut self, register: u8, ty: Type, value: u64) {
        self.f[usize::from(register & 31)] = value | !ty.mask();
    }

    /// A control register.
    pub(super) fn csr(&self, csr: Csr) -> u64 {
        match csr {
            Csr::Fflags => 0,
            Csr::Frm => self.frm.into(),
            Csr::Fcsr => u64::from(self.frm) << 5,
            Csr::Vstart => self.vstart.into(),
            Csr::Vxsat => self.vxsat.into(),
            Csr::Vxrm => self.vxrm.into(),
            Csr::Vcsr => u64::from(self.vxrm) << 1 | u64::from(self.vxsat),
            Csr::Vdfrom => self.begins[0].into(),
            Csr::Vs1from => self.begins[1].into(),
            Csr::Vs2from => self.begins[2].into(),
            Csr::Instret => self.instret,
            Csr::Vl => self.vl.into(),
            Csr::Vtype => self.vtype.map_or(1 << 63, |vtype| vtype.bits().into()),
            Csr::Vlenb => (self.vlen / 8).into(),
        }
    }

    /// Writes a control register.
    pub(super) fn set_csr(&mut self, csr: Csr, value: u64) {
        match csr {
            Csr::Frm => self.frm = (value & 7) as u8,
            Csr::Fcsr => self.frm = (value >> 5 & 7) as u8,
            Csr::Vstart => self.vstart = (value & u64::from(self.vlen - 1)) as u32,
            Csr::Vxsat => self.vxsat = value & 1 == 1,
            Csr::Vxrm => self.vxrm = (value & 3) as u8,
            Csr::Vcsr => (self.vxrm, self.vxsat) = ((value >> 1 & 3) as u8, value & 1 == 1),
            Csr::Vdfrom => self.begins[0] = (value & MOST_ELEMENTS) as u32,
            Csr::Vs1from => self.begins[1] = (value & MOST_ELEMENTS) as u32,
            Csr::Vs2from => self.begins[2] = (value & MOST_ELEMENTS) as u32,
            Csr::Fflags | Csr::Instret | Csr::Vl | Csr::Vtype | Csr::Vlenb => {}
        }
    }
}

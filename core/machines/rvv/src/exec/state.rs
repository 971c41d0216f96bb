//! The state of the vector unit.

use easy_ext::ext;
use lanescope_parts::{
    base::Bulk,
    keep,
    riscv::isa::{Csr, Isa},
};
use serde::Serialize;

use super::Hart;
use crate::isa::{V, VCsr, Vtype};

/// The last element that an operand can have: of bytes in eight registers of 65,536 bits.
const MOST_ELEMENTS: u64 = 0xFFFF;

/// What the vector unit adds to the state of a hardware thread.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VState {
    /// Vector length.
    pub vl: u32,
    /// Vector type; `None` while it is illegal.
    pub vtype: Option<Vtype>,
    /// First element of the next vector instruction.
    pub vstart: u32,
    /// Elements at which the operands `vd`, `vs1` and `vs2` of the next vector instruction begin.
    pub begins: [u32; 3],
    /// Rounding mode of fixed-point instructions.
    pub vxrm: u8,
    /// Has a fixed-point result been cut?
    pub vxsat: bool,
    /// Are agnostic elements overwritten with ones?
    #[serde(skip)]
    pub agnostic_ones: bool,
    /// Are reserved encodings that can be carried out counted (and not the end of the run)?
    #[serde(skip)]
    pub carry_out_reserved: bool,
    /// How many were.
    #[serde(skip)]
    pub reserved: u64,
    /// Has a vector register been written since someone cleared this?
    pub vector_dirty: bool,
    vlen: u32,
    #[serde(serialize_with = "lanescope_parts::base::digest::bytes")]
    v: Bulk<u8>,
}

keep!(VState { v });

impl VState {
    /// Before the first instruction, with vector registers of `vlen` bits (a power of two from 128 to 65,536).
    pub fn new(vlen: u32) -> VState {
        let vlen = vlen.clamp(128, 65_536).next_power_of_two();
        VState {
            vl: 0,
            vtype: None,
            vstart: 0,
            begins: [0; 3],
            vxrm: 0,
            vxsat: false,
            agnostic_ones: false,
            carry_out_reserved: false,
            reserved: 0,
            vector_dirty: false,
            vlen,
            v: Bulk::filled(0, 32 * vlen as usize / 8),
        }
    }

    /// The bytes of a vector register.
    pub(super) fn whole_register(&self, register: u32) -> &[u8] {
        let bytes = self.vlen as usize / 8;
        self.v.get(register as usize * bytes..(register as usize + 1) * bytes).unwrap_or(&[])
    }
}

/// Places in the registers.
#[ext(Places)]
impl Hart {
    #[inline]
    fn bytes_at<const N: usize>(&self, at: usize) -> Option<[u8; N]> {
        self.ext.v.get(at..)?.first_chunk().copied()
    }

    #[inline]
    fn set_bytes<const N: usize>(&mut self, at: usize, bytes: [u8; N]) {
        if let Some(to) = self.ext.v.get_mut(at..).and_then(<[u8]>::first_chunk_mut) {
            *to = bytes;
        }
    }

    fn place(&self, register: u8, index: u32, bytes: u32) -> usize {
        usize::from(register) * (self.ext.vlen / 8) as usize + index as usize * bytes as usize
    }
}

/// The registers of the vector unit.
#[ext(VectorState)]
impl Hart {
    /// A thread at the start of the text with vector registers of `vlen` bits (a power of two from 128 to 65,536).
    #[allow(clippy::new_ret_no_self, reason = "the trait is of one type alone")]
    pub fn new(vlen: u32) -> Hart {
        Hart::with(VState::new(vlen))
    }

    /// Bits of a vector register.
    pub fn vlen(&self) -> u32 {
        self.ext.vlen
    }

    /// The vector registers one after another.
    pub fn vector_bytes(&self) -> &[u8] {
        &self.ext.v
    }

    /// Element `index` of the registers from `register` on, of 1, 2, 4 or 8 bytes; 0 behind the last register.
    #[inline]
    pub fn element(&self, register: u8, index: u32, bytes: u32) -> u64 {
        let at = self.place(register, index, bytes);
        match bytes {
            1 => self.ext.v.get(at).copied().map_or(0, u64::from),
            2 => self.bytes_at(at).map_or(0, |bytes| u16::from_le_bytes(bytes).into()),
            4 => self.bytes_at(at).map_or(0, |bytes| u32::from_le_bytes(bytes).into()),
            _ => self.bytes_at(at).map_or(0, u64::from_le_bytes),
        }
    }

    /// The bytes of elements one after another, `from` and `bytes` counted from the start of a register.
    /// Whoever writes them says so in `vector_dirty`.
    pub fn register_bytes(&mut self, register: u8, from: usize, bytes: usize) -> Option<&mut [u8]> {
        let start = self.place(register, 0, 1) + from;
        self.ext.v.get_mut(start..start + bytes)
    }

    /// Writes an element; does nothing behind the last register.
    #[inline]
    pub fn set_element(&mut self, register: u8, index: u32, bytes: u32, value: u64) {
        let at = self.place(register, index, bytes);
        self.ext.vector_dirty = true;
        match bytes {
            1 => self.set_bytes(at, (value as u8).to_le_bytes()),
            2 => self.set_bytes(at, (value as u16).to_le_bytes()),
            4 => self.set_bytes(at, (value as u32).to_le_bytes()),
            _ => self.set_bytes(at, value.to_le_bytes()),
        }
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

    /// The control registers of the vector unit, by name.
    pub fn vector_csrs(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        V::CSRS.iter().filter_map(|row| match row.csr {
            Csr::Ext(csr) => Some((row.name, self.read_vector_csr(csr))),
            _ => None,
        })
    }

    /// A control register of the vector unit.
    pub fn read_vector_csr(&self, csr: VCsr) -> u64 {
        let v = &self.ext;
        match csr {
            VCsr::Vstart => v.vstart.into(),
            VCsr::Vxsat => v.vxsat.into(),
            VCsr::Vxrm => v.vxrm.into(),
            VCsr::Vcsr => u64::from(v.vxrm) << 1 | u64::from(v.vxsat),
            VCsr::Vdfrom => v.begins[0].into(),
            VCsr::Vs1from => v.begins[1].into(),
            VCsr::Vs2from => v.begins[2].into(),
            VCsr::Vl => v.vl.into(),
            VCsr::Vtype => v.vtype.map_or(1 << 63, |vtype| vtype.bits().into()),
            VCsr::Vlenb => (v.vlen / 8).into(),
        }
    }

    /// Writes a control register of the vector unit.
    pub fn write_vector_csr(&mut self, csr: VCsr, value: u64) {
        let v = &mut self.ext;
        match csr {
            VCsr::Vstart => v.vstart = (value & u64::from(v.vlen - 1)) as u32,
            VCsr::Vxsat => v.vxsat = value & 1 == 1,
            VCsr::Vxrm => v.vxrm = (value & 3) as u8,
            VCsr::Vcsr => (v.vxrm, v.vxsat) = ((value >> 1 & 3) as u8, value & 1 == 1),
            VCsr::Vdfrom => v.begins[0] = (value & MOST_ELEMENTS) as u32,
            VCsr::Vs1from => v.begins[1] = (value & MOST_ELEMENTS) as u32,
            VCsr::Vs2from => v.begins[2] = (value & MOST_ELEMENTS) as u32,
            VCsr::Vl | VCsr::Vtype | VCsr::Vlenb => {}
        }
    }
}

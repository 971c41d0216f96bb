//! The vector type: element width, length multiplier, policies.

use alloc::{format, string::String};

use serde::Serialize;

/// Length multiplier: how many registers form one operand, as a power of two from 1/8 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Lmul(i8);

impl Lmul {
    /// One register.
    pub const ONE: Lmul = Lmul(0);

    /// From the exponent; `None` outside -3 to 3.
    pub const fn from_log2(log2: i32) -> Option<Lmul> {
        if log2 >= -3 && log2 <= 3 { Some(Lmul(log2 as i8)) } else { None }
    }

    /// The exponent.
    pub const fn log2(self) -> i32 {
        self.0 as i32
    }

    /// Registers that an operand takes: 1 also for fractions.
    pub const fn registers(self) -> u32 {
        if self.0 < 0 { 1 } else { 1 << self.0 }
    }

    /// `value` times this.
    pub const fn times(self, value: u32) -> u32 {
        if self.0 < 0 { value >> -self.0 } else { value << self.0 }
    }

    /// As it is written: `m4`, `mf2`.
    pub fn name(self) -> String {
        if self.0 < 0 { format!("mf{}", 1 << -self.0) } else { format!("m{}", 1 << self.0) }
    }
}

/// A vector type that is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Vtype {
    /// Bits of an element: 8, 16, 32 or 64.
    pub sew: u32,
    /// Registers of an operand.
    pub lmul: Lmul,
    /// May elements behind vl change?
    pub tail_agnostic: bool,
    /// May elements that are masked off change?
    pub mask_agnostic: bool,
}

impl Vtype {
    /// The low 8 bits of the control register.
    pub const fn bits(self) -> u32 {
        let lmul = (self.lmul.log2() & 7) as u32;
        let sew = self.sew.trailing_zeros() - 3;
        lmul | sew << 3 | (self.tail_agnostic as u32) << 6 | (self.mask_agnostic as u32) << 7
    }

    /// From the bits of the control register; `None` if they are reserved.
    pub const fn from_bits(bits: u64) -> Option<Vtype> {
        let lmul = match bits & 7 {
            4 => return None,
            n if n > 4 => n as i32 - 8,
            n => n as i32,
        };
        let Some(lmul) = Lmul::from_log2(lmul) else { return None };
        if bits >> 8 != 0 || (bits >> 3) & 7 > 3 {
            return None;
        }
        let sew = 8 << ((bits >> 3) & 7);
        Some(Vtype { sew, lmul, tail_agnostic: bits >> 6 & 1 == 1, mask_agnostic: bits >> 7 & 1 == 1 })
    }

    /// Number of elements of an operand, with registers of `vlen` bits: LMUL * VLEN / SEW.
    pub const fn vlmax(self, vlen: u32) -> u32 {
        self.lmul.times(vlen) / self.sew
    }

    /// Is there a machine with elements of 64 bits that has this type? SEW may be at most LMUL * 64.
    pub const fn is_supported(self) -> bool {
        self.sew <= if self.lmul.log2() < 0 { 64 >> -self.lmul.log2() } else { 64 }
    }

    /// LMUL of an operand whose elements have `eew` bits and that has as many elements; `None` outside 1/8 to 8.
    pub const fn emul(self, eew: u32) -> Option<Lmul> {
        Lmul::from_log2(self.lmul.log2() + eew.trailing_zeros() as i32 - self.sew.trailing_zeros() as i32)
    }

    /// As it is written: `e64, m8, ta, ma`.
    pub fn name(self) -> String {
        let tail = if self.tail_agnostic { "ta" } else { "tu" };
        let mask = if self.mask_agnostic { "ma" } else { "mu" };
        format!("e{}, {}, {tail}, {mask}", self.sew, self.lmul.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vlmax(sew: u32, lmul: i32, vlen: u32) -> u32 {
        let lmul = Lmul::from_log2(lmul).unwrap();
        Vtype { sew, lmul, tail_agnostic: true, mask_agnostic: true }.vlmax(vlen)
    }

    #[test]
    fn we10_vlmax() {
        assert_eq!(vlmax(64, 3, 256), 32);
        assert_eq!(vlmax(64, 0, 256), 4);
        assert_eq!(vlmax(16, 1, 256), 32);
        assert_eq!(vlmax(32, 2, 256), 32);
        assert_eq!(vlmax(8, 3, 256), 256);
        assert_eq!(vlmax(8, -3, 256), 4);
    }

    #[test]
    fn bits_and_back() {
        let legal = (0..256).filter_map(Vtype::from_bits).filter(|vtype| u64::from(vtype.bits()) < 256);
        assert_eq!(legal.clone().count(), 7 * 4 * 4);
        for vtype in legal {
            assert_eq!(Vtype::from_bits(vtype.bits().into()), Some(vtype));
        }
        assert_eq!(Vtype::from_bits(1 << 63), None);
    }
}

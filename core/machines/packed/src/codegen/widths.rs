//! Whole numbers narrower than the elements of a strip: pure tables of what the machine can do with them.
//!
//! Such a number lies in the low bits of an element. What is above them matters to few operations: those say which bits they need
//! there ([`Above`]). In memory the numbers of a strip are side by side and fill a part of a register: loads unpack them, stores
//! pack them.

use lanescope_parts::ir::{Binary, Compare, Convert, Kernel, Op as Ir, Type, Unary, Value};

use super::lanes::Cut;
use crate::isa::{Elem, Generation, POp};

/// What must be above a narrow number in its element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Above {
    /// Zeros.
    Zeros,
    /// Its sign.
    Sign,
}

impl Cut {
    /// Is it a whole number narrower than an element?
    pub const fn is_narrow(self, ty: Type) -> bool {
        matches!(ty, Type::I8 | Type::I16 | Type::I32) && ty.bytes() < self.lane
    }

    /// Does an element hold a value of this type?
    pub const fn holds(self, ty: Type) -> bool {
        self.fits(ty) || self.is_narrow(ty)
    }

    /// Is there packed code for an operation of which an operand or the result is narrow?
    pub fn can_narrow(self, kernel: &Kernel, op: &Ir, ty: Type) -> bool {
        let of = |value: Value| kernel.ty(value);
        let extends = |above| self.can_extend(above);
        match op {
            Ir::Unary(Unary::Neg, _) => self.two(Binary::Sub, ty).is_some(),
            Ir::Unary(Unary::Not, _) | Ir::Select(..) => true,
            Ir::Binary(op @ (Binary::Shl | Binary::ShrU | Binary::ShrS), _, by) => {
                let number = kernel.constant(*by).is_some() && self.shift(*op).is_some();
                (number || self.shift_each(*op).is_some()) && above(*op).is_none_or(extends)
            }
            Ir::Binary(Binary::MulHiS | Binary::MulHiU, ..) => false,
            Ir::Binary(op, ..) => self.two(*op, ty).is_some() && above(*op).is_none_or(extends),
            Ir::Compare(op, a, _) => {
                self.is_narrow(of(*a)) && self.test(as_signed(*op)).is_some() && extends(of_compare(*op))
            }
            Ir::Convert(Convert::Trunc, a) => ty != Type::Bool && of(*a) != Type::Bool,
            Ir::Convert(Convert::ZExt, a) => of(*a) == Type::Bool || extends(Above::Zeros),
            Ir::Convert(Convert::SExt, a) => of(*a) != Type::Bool && extends(Above::Sign),
            Ir::Convert(Convert::SToF, a) => {
                self.is_narrow(of(*a)) && extends(Above::Sign) && self.convert(Convert::SToF).is_some()
            }
            Ir::Convert(Convert::UToF, a) => self.is_narrow(of(*a)) && self.convert(Convert::SToF).is_some(),
            Ir::Convert(Convert::FToS | Convert::FToU, a) => {
                let held = self.two(Binary::MinS, ty).is_some() && self.two(Binary::MaxS, ty).is_some();
                of(*a).is_float() && self.is_narrow(ty) && held && self.truncates()
            }
            _ => false,
        }
    }

    /// Can bits above a narrow number be made so?
    fn can_extend(self, above: Above) -> bool {
        above == Above::Zeros || self.shift(Binary::Shl).is_some() && self.shift(Binary::ShrS).is_some()
    }

    /// Are there conversions from floats to whole numbers with sign of the same width, and what mends their results?
    pub fn truncates(self) -> bool {
        self.truncate().is_some() && self.test(Compare::FLe).is_some() && self.test(Compare::FEq).is_some()
    }

    /// The conversion of floats to whole numbers with sign of the same width. What does not fit is not as kernels want it.
    pub fn truncate(self) -> Option<(POp, Elem)> {
        match (self.is_textbook(), self.lane) {
            (true, _) => self.choose(Some(POp::Pcvtz), None, self.float()?),
            (false, 4) => self.choose(None, Some(POp::Vcvttps2dq), Elem::NoS),
            (false, 8) => self.choose(None, Some(POp::Vcvttpd2qq), Elem::NoD),
            _ => None,
        }
    }

    /// Bytes that the numbers of a strip take in memory.
    pub const fn part(self, ty: Type) -> u32 {
        ty.bytes() * self.count()
    }

    /// Blocks of a register that instructions unpack and pack by themselves.
    pub const fn blocks(self) -> u32 {
        if self.is_textbook() || self.bytes() < 16 { 1 } else { self.bytes() / 16 }
    }

    /// Has the machine what loads and stores of narrow numbers take? Under a mask they are moves that a mask can restrict.
    pub fn has_parts(self, ty: Type) -> bool {
        let least = if self.has_masks() { 16 } else { 4 };
        let bytes = self.part(ty);
        let moved = matches!(bytes, 4 | 8 | 16 | 32) && bytes >= least && bytes / self.blocks() >= 4;
        let steps = || self.steps(ty).all(|bytes| self.unpack(bytes).is_some() && self.pack(bytes).is_some());
        self.is_narrow(ty) && moved && steps()
    }

    /// Instructions of a load or store of narrow numbers.
    pub fn part_steps(self, ty: Type) -> u64 {
        let across = match self.blocks() {
            1 => 0,
            _ if self.permutes() => 1,
            _ => 2,
        };
        1 + across + self.steps(ty).count() as u64
    }

    /// Can words go anywhere in a register?
    pub fn permutes(self) -> bool {
        self.generation.has_all_of(Generation::Avx2)
    }

    /// The widths in bytes, from that of a number on, that are doubled on the way to that of an element.
    pub fn steps(self, ty: Type) -> impl DoubleEndedIterator<Item = u32> {
        [1, 2, 4].into_iter().filter(move |bytes| *bytes >= ty.bytes() && *bytes < self.lane)
    }

    /// The instruction that puts numbers of so many bytes beside others.
    pub fn unpack(self, bytes: u32) -> Option<(POp, Elem)> {
        let (textbook, x86) = match bytes {
            1 => (Elem::B32, Elem::UBw),
            2 => (Elem::H16, Elem::UWd),
            _ => (Elem::W8, Elem::UDq),
        };
        let elem = if self.is_textbook() { textbook } else { x86 };
        self.choose(Some(POp::Punpklo), Some(POp::Vpunpckl), elem)
    }

    /// The instruction that makes numbers of so many bytes of those twice as wide: of words it takes the lower half, of others what is
    /// held in the range without sign.
    pub fn pack(self, bytes: u32) -> Option<(POp, Elem)> {
        match (self.is_textbook(), bytes) {
            (true, 1) => self.choose(Some(POp::Ppackus), None, Elem::B32),
            (true, 2) => self.choose(Some(POp::Ppackus), None, Elem::H16),
            (true, _) => self.choose(Some(POp::Ppackus), None, Elem::W8),
            (false, 1) => self.choose(None, Some(POp::Vpackus), Elem::Xwb),
            (false, 2) => self.choose(None, Some(POp::Vpackus), Elem::Xdw),
            (false, _) => self.choose(None, Some(POp::Vpshuf), Elem::Xd),
        }
    }
}

/// What an operation needs above its narrow operands.
pub(super) const fn above(op: Binary) -> Option<Above> {
    match op {
        Binary::ShrU | Binary::MinU | Binary::MaxU => Some(Above::Zeros),
        Binary::ShrS | Binary::MinS | Binary::MaxS => Some(Above::Sign),
        _ => None,
    }
}

/// What a comparison needs above its narrow operands.
pub(super) const fn of_compare(op: Compare) -> Above {
    match op {
        Compare::LtS | Compare::LeS => Above::Sign,
        _ => Above::Zeros,
    }
}

/// The comparison of elements that have zeros above their numbers, where that is one without sign.
pub(super) const fn as_signed(op: Compare) -> Compare {
    match op {
        Compare::LtU => Compare::LtS,
        Compare::LeU => Compare::LeS,
        op => op,
    }
}

//! How registers are cut in a strip, and which packed instruction an operation of the IR is there: pure tables by generation.

use lanescope_parts::{
    ir::{Binary, Compare, Convert, Kernel, Math, Op as Ir, Type, Unary},
    riscv::isa::Isa,
};

use crate::isa::{Elem, Family, Form, Generation, P, POp, Shape, build::blank};

/// How registers are cut: elements of so many bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// The generation of the machine.
    pub generation: Generation,
    /// Bytes of a register, or of the part of it that is used.
    pub bytes: u32,
    /// Are masks in registers of their own?
    pub masks: bool,
    /// Are there gathers?
    pub gathers: bool,
    /// Bytes of an element.
    pub lane: u32,
}

impl Cut {
    /// Bytes of a register, or of the part of it that is used.
    pub const fn bytes(self) -> u32 {
        self.bytes
    }

    /// The widths of registers in bytes that a generation has for whole strips, the widest first: x86 style has those of the
    /// generations before.
    pub fn widths(generation: Generation) -> impl Iterator<Item = u32> {
        let narrower = generation.family() == Family::X86 && generation != Generation::Mmx;
        let widest = generation.bytes();
        [64, 32, 16, 8]
            .into_iter()
            .filter(move |bytes| *bytes == widest || narrower && (16..widest).contains(bytes))
    }

    /// What numbers in all elements are known by.
    pub const fn key(self) -> u32 {
        self.bytes << 8 | self.lane
    }

    /// Elements of a register: work-items of a strip.
    pub const fn count(self) -> u32 {
        self.bytes() / self.lane
    }

    /// Are masks in registers of their own?
    pub const fn has_masks(self) -> bool {
        self.masks
    }

    /// Is it the textbook's style?
    pub const fn is_textbook(self) -> bool {
        matches!(self.generation.family(), Family::Rvp)
    }

    /// [`Inst::width`] of an instruction on whole registers.
    pub const fn width(self) -> u8 {
        if self.is_textbook() { 0 } else { self.bytes() as u8 }
    }

    /// Does a value of this type fill an element? A bool does: it is ones or zeros, or a bit of a mask register.
    pub const fn fits(self, ty: Type) -> bool {
        matches!(ty, Type::Bool) || ty.bytes() == self.lane
    }

    /// The elements as whole numbers.
    pub const fn whole(self) -> Elem {
        match (self.is_textbook(), self.lane) {
            (true, 1) => Elem::B32,
            (true, 2) => Elem::H16,
            (true, 4) => Elem::W8,
            (true, _) => Elem::D4,
            (false, 1) => Elem::Xb,
            (false, 2) => Elem::Xw,
            (false, 4) => Elem::Xd,
            (false, _) => Elem::Xq,
        }
    }

    /// The elements as floats; `None` if there are none of that width.
    pub const fn float(self) -> Option<Elem> {
        Some(match (self.is_textbook(), self.lane) {
            (true, 2) => Elem::F16H,
            (true, 4) => Elem::F8S,
            (true, 8) => Elem::F4D,
            (false, 4) => Elem::Xps,
            (false, 8) => Elem::Xpd,
            _ => return None,
        })
    }

    /// The elements as a move under a mask names them.
    pub const fn named(self) -> Elem {
        match self.lane {
            1 => Elem::E8,
            2 => Elem::E16,
            4 => Elem::E32,
            _ => Elem::E64,
        }
    }

    /// Has the machine an instruction on whole registers?
    fn has(self, op: POp, elem: Elem) -> bool {
        let listed = P::row(op).forms.contains(&Form::Ext(op.shape().of(elem)));
        listed && self.generation.has(&blank(op, op.shape(), elem, self.width()))
    }

    /// The one of two instructions that is of the machine's style, if the machine has it.
    pub fn choose(self, textbook: Option<POp>, x86: Option<POp>, elem: Elem) -> Option<(POp, Elem)> {
        let op = if self.is_textbook() { textbook } else { x86 }?;
        self.has(op, elem).then_some((op, elem))
    }

    /// The instruction for an operation on two numbers.
    pub fn two(self, op: Binary, ty: Type) -> Option<(POp, Elem)> {
        use Binary as B;
        if ty.is_float() {
            let (textbook, x86) = match op {
                B::FAdd => (POp::Faddp, Some(POp::Vadd)),
                B::FSub => (POp::Fsubp, Some(POp::Vsub)),
                B::FMul => (POp::Fmulp, Some(POp::Vmul)),
                B::FDiv => (POp::Fdivp, Some(POp::Vdiv)),
                // x86 style has other rules for NaNs and zeros.
                B::FMin => (POp::Fminp, None),
                B::FMax => (POp::Fmaxp, None),
                _ => return None,
            };
            return self.choose(Some(textbook), x86, self.float()?);
        }
        let (textbook, x86) = match op {
            B::Add => (Some(POp::Padd), POp::Vpadd),
            B::Sub => (Some(POp::Psub), POp::Vpsub),
            B::Mul => (Some(POp::Pmul), POp::Vpmull),
            B::MulHiS => (None, POp::Vpmulh),
            B::MulHiU => (None, POp::Vpmulhu),
            B::MinS => (Some(POp::Pmin), POp::Vpmins),
            B::MaxS => (Some(POp::Pmax), POp::Vpmaxs),
            B::MinU => (Some(POp::Pminu), POp::Vpminu),
            B::MaxU => (Some(POp::Pmaxu), POp::Vpmaxu),
            B::And | B::Or | B::Xor => return self.bits(op),
            _ => return None,
        };
        self.choose(textbook, Some(x86), self.whole())
    }

    /// The instruction for an operation on bits.
    pub fn bits(self, op: Binary) -> Option<(POp, Elem)> {
        let (textbook, x86) = match op {
            Binary::And => (POp::Pand, POp::Vpand),
            Binary::Or => (POp::Por, POp::Vpor),
            Binary::Xor => (POp::Pxor, POp::Vpxor),
            _ => return None,
        };
        let elem = if self.is_textbook() { self.whole() } else { Elem::No };
        self.choose(Some(textbook), Some(x86), elem)
    }

    /// Not a, and b.
    pub const fn and_not(self) -> (POp, Elem) {
        if self.is_textbook() { (POp::Pandn, self.whole()) } else { (POp::Vpandn, Elem::No) }
    }

    /// The shift by a number.
    pub fn shift(self, op: Binary) -> Option<(POp, Shape, Elem)> {
        let (textbook, x86) = match op {
            Binary::Shl => (POp::Psll, POp::Vpsll),
            Binary::ShrU => (POp::Psrl, POp::Vpsrl),
            Binary::ShrS if self.lane == 8 => (POp::Psra, POp::VpsraQ),
            Binary::ShrS => (POp::Psra, POp::Vpsra),
            _ => return None,
        };
        let (op, elem) = self.choose(Some(textbook), Some(x86), self.whole())?;
        Some((op, if self.is_textbook() { Shape::FShiftI } else { Shape::VShiftI }, elem))
    }

    /// The shift of each element by another one.
    pub fn shift_each(self, op: Binary) -> Option<(POp, Elem)> {
        let x86 = match op {
            Binary::Shl => POp::Vpsllv,
            Binary::ShrU => POp::Vpsrlv,
            Binary::ShrS if self.lane == 8 => POp::VpsravQ,
            Binary::ShrS => POp::Vpsrav,
            _ => return None,
        };
        self.choose(None, Some(x86), self.whole())
    }

    /// The comparison that one of the IR is made of: which instruction, are the operands exchanged, is the result turned?
    /// (Those of numbers without sign may need the smaller one first: [`Cut::below`].)
    pub fn test(self, op: Compare) -> Option<((POp, Elem), bool, bool)> {
        let whole = |textbook, x86, turned, not| {
            Some((self.choose(Some(textbook), Some(x86), self.whole())?, turned, not))
        };
        let float = |textbook, x86, not| {
            let op = self.choose(Some(textbook), Some(x86), self.float()?)?;
            Some((op, false, not && self.is_textbook()))
        };
        match op {
            Compare::Eq => whole(POp::Pcmpeq, POp::Vpcmpeq, false, false),
            Compare::Ne => whole(POp::Pcmpeq, POp::Vpcmpeq, false, true),
            Compare::LtS => whole(POp::Pcmpgt, POp::Vpcmpgt, true, false),
            Compare::LeS => whole(POp::Pcmpgt, POp::Vpcmpgt, false, true),
            Compare::LtU => whole(POp::Pcmpgtu, POp::Vpcmpgtu, true, false),
            Compare::LeU => whole(POp::Pcmpgtu, POp::Vpcmpgtu, false, true),
            Compare::FEq => float(POp::Feqp, POp::Vcmpeq, false),
            Compare::FNe => float(POp::Feqp, POp::Vcmpneq, true),
            Compare::FLt => float(POp::Fltp, POp::Vcmplt, false),
            Compare::FLe => float(POp::Flep, POp::Vcmple, false),
        }
    }

    /// a <= b without sign where there is no such comparison: the smaller of both is a.
    pub fn below(self) -> Option<[(POp, Elem); 2]> {
        Some([self.two(Binary::MinU, Type::I32)?, self.test(Compare::Eq)?.0])
    }

    /// a * b + c, rounded once.
    pub fn fused(self) -> Option<(POp, Elem)> {
        self.choose(Some(POp::Fmaddp), Some(POp::Vfmadd), self.float()?)
    }

    /// The square root.
    pub fn root(self) -> Option<(POp, Elem)> {
        self.choose(Some(POp::Fsqrtp), Some(POp::Vsqrt), self.float()?)
    }

    /// The conversion from whole numbers with sign to floats of the same width.
    pub fn convert(self, op: Convert) -> Option<(POp, Elem)> {
        let x86 = if self.lane == 4 { POp::Vcvtdq2 } else { POp::Vcvtqq2 };
        match op {
            Convert::SToF => self.choose(Some(POp::Pcvtf), Some(x86), self.float()?),
            _ => None,
        }
    }

    /// Is there packed code for an operation without memory, whose result has this type?
    pub fn can(self, kernel: &Kernel, op: &Ir, ty: Type) -> bool {
        let operands = op.operands();
        let types = || operands.iter().map(|value| kernel.ty(*value)).chain([ty]);
        if types().any(|ty| !self.holds(ty)) {
            return false;
        }
        if types().any(|ty| self.is_narrow(ty)) {
            return self.can_narrow(kernel, op, ty);
        }
        match op {
            Ir::Unary(Unary::Neg, _) => self.two(Binary::Sub, ty).is_some(),
            Ir::Unary(Unary::Not, _) => true,
            Ir::Unary(Unary::FNeg | Unary::FAbs, _) => self.float().is_some(),
            Ir::Binary(Binary::And | Binary::Or | Binary::Xor, ..) => true,
            Ir::Binary(op @ (Binary::Shl | Binary::ShrU | Binary::ShrS), _, by) => {
                let number = kernel.constant(*by).is_some() && self.shift(*op).is_some();
                ty != Type::Bool && (number || self.shift_each(*op).is_some())
            }
            Ir::Binary(op, ..) => ty != Type::Bool && self.two(*op, ty).is_some(),
            Ir::PtrAdd(..) => self.two(Binary::Add, Type::I64).is_some(),
            Ir::Compare(op, a, _) => {
                let unsigned = matches!(op, Compare::LtU | Compare::LeU);
                let found = self.test(*op).is_some() || unsigned && self.below().is_some();
                found && kernel.ty(*a) != Type::Bool
            }
            Ir::Select(..) => true,
            Ir::Fma(..) => self.fused().is_some(),
            Ir::Math(Math::Sqrt, _) => self.root().is_some(),
            Ir::Convert(Convert::Bits, a) => kernel.ty(*a) != Type::Bool,
            Ir::Convert(Convert::ZExt, a) => kernel.ty(*a) == Type::Bool,
            Ir::Convert(Convert::SToF, a) => {
                kernel.ty(*a) != Type::Bool && self.convert(Convert::SToF).is_some()
            }
            Ir::Convert(Convert::UToF, a) => {
                let halves = self.convert(Convert::SToF).is_some() && self.shift(Binary::ShrU).is_some();
                kernel.ty(*a) != Type::Bool && halves
            }
            Ir::Convert(Convert::FToS, _) => ty != Type::Bool && self.truncates(),
            _ => false,
        }
    }
}

//! What the vector machine adds to lines of code: vectors of LMUL registers, masks, the vector type, and masked instructions.

use crate::isa::ArgNames;
use crate::isa::{Arg, Class as Unit, ClassNames, Form, FormNames, Inst, Op, OpNames, V, VArg, VOp};
use easy_ext::ext;
use lanescope_parts::{
    ir::Type,
    riscv::codegen::{self, Extension, Reg},
    source::Span,
};

pub(super) use lanescope_parts::riscv::codegen::Class;

/// A line.
pub(super) type Line = codegen::Line<V>;
/// What a line is.
pub(super) type What = codegen::What<V>;

/// The mask of masked instructions.
pub(super) const V0: Reg = Reg::Fixed(0);
/// What [`Line::guard`] says of one: elements that are masked off keep what they were.
pub(super) const MASKED: Option<(Reg, bool)> = Some((V0, false));

/// A line of the machine's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VLine {
    /// Every bit of the mask `rd` = this.
    Mask(bool),
    /// `rd` = elements of a full strip.
    Most,
}

impl Extension for V {
    type Own = VLine;
    type Setup = ();
    /// Registers of the widest operands, as a power of two.
    type Whole = i32;

    const WHOLE_HAS_OFFSET: bool = false;

    fn writes(arg: VArg, line: &Line) -> bool {
        arg == VArg::Vd && !line.stores()
    }

    fn read(arg: VArg, line: &mut Line, f: &mut dyn FnMut(&mut Reg)) {
        match arg {
            VArg::Vd if line.stores() || line.accumulates() => f(&mut line.rd),
            VArg::V1 => f(&mut line.rs1),
            VArg::V2 => f(&mut line.rs2),
            _ => {}
        }
    }

    fn copies(op: VOp, line: &Line) -> bool {
        match op {
            VOp::VmvV => line.what == What::Machine(Op::VmvV, Form::MoveV),
            VOp::Vmand => line.rs1 == line.rs2,
            _ => false,
        }
    }

    fn must_stay(op: VOp) -> bool {
        Op::Ext(op).class() == Unit::Config
    }

    fn keeps_sources(op: VOp) -> bool {
        matches!(
            op,
            VOp::VzextVf2
                | VOp::VzextVf4
                | VOp::VzextVf8
                | VOp::VsextVf2
                | VOp::VsextVf4
                | VOp::VsextVf8
                | VOp::VfwcvtFF
                | VOp::VfwcvtRtzXF
                | VOp::VfwcvtRtzXuF
                | VOp::Vcompress
        )
    }

    /// Of vectors as many elements of the type as there are.
    fn copy((): (), class: Class, ty: Type) -> Line {
        match class {
            Class::M => Line::inst(Op::Vmand, Form::MM),
            _ => Line { sew: 8 * ty.bytes(), ..Line::inst(Op::VmvV, Form::MoveV) },
        }
    }

    fn is_cheap(own: VLine) -> bool {
        matches!(own, VLine::Mask(_))
    }

    fn own(own: VLine, rd: u8, span: Span) -> Option<Inst> {
        // The length of a strip becomes instructions as soon as the vector type is chosen.
        let VLine::Mask(bit) = own else { return None };
        let op = if bit { Op::Vmxnor } else { Op::Vmxor };
        Some(Inst { rd, rs1: rd, rs2: rd, ..Inst::new(op, Form::MM, span) })
    }

    fn whole(log2: i32, class: Class, read: bool, rd: u8, rs1: u8) -> Inst {
        let op = if read { Op::Vlr } else { Op::Vsr };
        let count = if class == Class::V { 1 << log2 } else { 1 };
        Inst { rd, rs1, count, width: if read { 8 } else { 0 }, ..Inst::new(op, Form::UnitAll, Span::NONE) }
    }

    fn pack(line: &Line, inst: &mut Inst) {
        inst.masked = line.guard.is_some();
    }
}

/// What a line does to vectors.
#[ext(VectorLine)]
impl Line {
    /// Does it store vectors?
    pub(crate) fn stores(&self) -> bool {
        matches!(self.what, What::Machine(op, _) if op.class() == Unit::VStore)
    }

    /// Does it read its destination too?
    pub(crate) fn accumulates(&self) -> bool {
        let form = matches!(self.what, What::Machine(_, Form::AVV | Form::AVX | Form::AFVV | Form::AFVF));
        form || matches!(self.what, What::Machine(Op::Amocas, _))
    }

    /// Is it arithmetic with a vector as its result that a mask can restrict?
    pub(crate) fn can_be_masked(&self, classes: &[Class]) -> bool {
        let What::Machine(op, _) = self.what else { return false };
        let arithmetic = matches!(
            op.class(),
            Unit::VInt
                | Unit::VMul
                | Unit::VDiv
                | Unit::VLogic
                | Unit::VFpAdd
                | Unit::VFpMul
                | Unit::VFpMad
                | Unit::VFpDiv
        );
        let vector = matches!(self.rd, Reg::Value(value) if classes[value as usize] == Class::V);
        arithmetic && vector && self.args().contains(&Arg::Mask)
    }

    /// The mask that it copies to `v0`, if it does that.
    pub(crate) fn copied_to_v0(&self) -> Option<u32> {
        match (self.what, self.rs1) {
            (What::Machine(Op::Vmand, Form::MM), Reg::Value(mask)) => {
                (self.rd == V0 && self.rs1 == self.rs2).then_some(mask)
            }
            _ => None,
        }
    }

    /// Does it write `v0`?
    pub(crate) fn writes_v0(&self) -> bool {
        let writes = match self.what {
            What::Machine(op, form) => op.class() != Unit::VStore && form.row().args.contains(&Arg::Vd),
            What::Own(VLine::Mask(_)) => true,
            _ => false,
        };
        writes && self.rd == V0
    }
}

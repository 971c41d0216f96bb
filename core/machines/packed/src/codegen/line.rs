//! What packed SIMD adds to lines of code: packed registers, mask registers, and instructions that these restrict.

use lanescope_parts::{
    ir::Type,
    riscv::{
        codegen::{self, Class, Extension, Reg},
        isa::Never,
    },
    source::Span,
};

use super::whole::{whole_access, whole_copy};
use crate::isa::{
    Elem, Family, Form, Generation, Guard, GuardedInst, Inst, Op, OpNames, P, PArg, POp, Shape,
};

/// A line.
pub(super) type Line = codegen::Line<P>;
/// What a line is.
pub(super) type What = codegen::What<P>;

impl Extension for P {
    type Own = Never;
    type Setup = Generation;
    type Whole = Generation;

    const WHOLE_HAS_OFFSET: bool = true;

    fn writes(arg: PArg, _: &Line) -> bool {
        matches!(arg, PArg::Vd | PArg::NarrowD | PArg::Kd)
    }

    fn read(arg: PArg, line: &mut Line, f: &mut dyn FnMut(&mut Reg)) {
        match arg {
            PArg::V1 | PArg::Narrow1 | PArg::K1 | PArg::Place => f(&mut line.rs1),
            PArg::V2 | PArg::K2 => f(&mut line.rs2),
            PArg::V3 => f(&mut line.rs3),
            PArg::Indexed => {
                f(&mut line.rs1);
                f(&mut line.rs2);
            }
            // What is left out keeps what it was.
            PArg::Vd if matches!(line.guard, Some((_, false))) || gathers(line) => f(&mut line.rd),
            _ => {}
        }
    }

    fn copies(op: POp, line: &Line) -> bool {
        match op {
            POp::Fmvp => true,
            POp::Vmova | POp::Vmovq | POp::Kmov => {
                matches!(line.what, What::Machine(_, Form::Ext(form)) if matches!(form.shape, Shape::V1 | Shape::K1))
            }
            _ => false,
        }
    }

    fn copy(generation: Generation, class: Class, _: Type) -> Line {
        match class {
            Class::M => Line::inst(Op::Kmov, Form::Ext(Shape::K1.of(Elem::No))),
            _ => {
                let (op, form) = whole_copy(generation);
                let width = if generation.family() == Family::Rvp { 0 } else { generation.bytes() as u8 };
                Line { width, ..Line::inst(op, form) }
            }
        }
    }

    fn is_cheap(own: Never) -> bool {
        match own {}
    }

    fn own(own: Never, _: u8, _: Span) -> Option<Inst> {
        match own {}
    }

    fn whole(generation: Generation, _: Class, read: bool, register: u8, rs1: u8) -> Inst {
        let inst = Inst { rs1, ..whole_access(generation, generation.bytes(), None, !read) };
        if read { Inst { rd: register, ..inst } } else { Inst { rs2: register, ..inst } }
    }

    fn pack(line: &Line, inst: &mut Inst) {
        if let Some((register, flag)) = line.guard {
            *inst = inst.with_guard(Guard { register: register.number(), flag });
        }
    }
}

/// Is it a gather whose mask is a packed register?
fn gathers(line: &Line) -> bool {
    matches!(line.what, What::Machine(_, Form::Ext(form)) if form.shape == Shape::VGather)
}

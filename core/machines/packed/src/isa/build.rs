//! Making packed instructions. Registers are given in the order in which they are written, destination first.

use lanescope_parts::source::Span;

use super::{Elem, Form, Inst, Op, POp, Shape};

/// An instruction in a shape, with the bytes of its registers (0 where the family has only one width) and registers that are
/// all 0.
pub const fn blank(op: POp, shape: Shape, elem: Elem, bytes: u8) -> Inst {
    Inst { width: bytes, ..Inst::new(Op::Ext(op), Form::Ext(shape.of(elem)), Span::NONE) }
}

/// One source: `d = f(a)`.
pub const fn one(op: POp, elem: Elem, bytes: u8, d: u8, a: u8) -> Inst {
    Inst { rd: d, rs1: a, ..blank(op, op.shape(), elem, bytes) }
}

/// Two sources: `d = f(a, b)`.
pub const fn two(op: POp, elem: Elem, bytes: u8, d: u8, [a, b]: [u8; 2]) -> Inst {
    Inst { rd: d, rs2: a, rs1: b, ..blank(op, op.shape(), elem, bytes) }
}

/// Three sources: `d = f(a, b, c)`.
pub const fn three(op: POp, elem: Elem, bytes: u8, d: u8, [a, b, c]: [u8; 3]) -> Inst {
    Inst { rd: d, rs2: a, rs3: b, rs1: c, ..blank(op, op.shape(), elem, bytes) }
}

/// A load, of a shape whose last operand is memory: `d = f(…, offset(base))`.
pub const fn load(op: POp, shape: Shape, elem: Elem, bytes: u8, d: u8, (base, offset): (u8, i32)) -> Inst {
    Inst { rd: d, rs1: base, imm: offset, ..blank(op, shape, elem, bytes) }
}

/// A store: `offset(base) = data`.
pub const fn store(
    op: POp,
    shape: Shape,
    elem: Elem,
    bytes: u8,
    data: u8,
    (base, offset): (u8, i32),
) -> Inst {
    Inst { rs2: data, rs1: base, imm: offset, ..blank(op, shape, elem, bytes) }
}

/// `imm` of an indexed access: the offset with the scale (1, 2, 4 or 8).
pub const fn indexed(offset: i32, scale: u32) -> i32 {
    offset << 2 | scale.trailing_zeros() as i32 & 3
}

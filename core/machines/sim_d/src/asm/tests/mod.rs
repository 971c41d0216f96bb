//! Text to programs and back, and what the original assembler makes of lines that it does not understand.

mod forms;
mod lines;
mod mistakes;

use alloc::format;

use lanescope_parts::source::Span;

use super::*;
use crate::isa::{INSTRUCTIONS, Instruction, Operand, OperandKind, Register};

const THESIS: Options =
    Options { behaviour: Behaviour::Thesis, bad_lines: BadLines::Errors, instructions: INSTRUCTIONS };

/// A text section, read as the original does, without a remark.
fn clean(text: &str) -> Program {
    let (program, diagnostics) = assemble(&format!(".text\n{text}"), Options::default());
    assert_eq!(diagnostics, [], "{text}");
    program
}

/// The one instruction of a text.
fn one(text: &str) -> Instruction {
    clean(text).instructions[0]
}

fn operand(kind: OperandKind, number: u8) -> Operand {
    match kind {
        OperandKind::Immediate => Operand::Immediate(u32::from(number)),
        OperandKind::Label => Operand::Target(0),
        kind => Operand::Register(Register::new(kind, number)),
    }
}

/// The same instruction without its place in a text.
fn placeless(one: &Instruction) -> Instruction {
    Instruction { span: Span::NONE, ..*one }
}

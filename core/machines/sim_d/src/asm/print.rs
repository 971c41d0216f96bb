//! Writing a program, so that reading it gives the same program.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use crate::isa::{Bound, Buffer, Category, Instruction, Operand, OperandKind, Program, Register};

/// A line of a program in text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The text.
    pub text: String,
    /// The instruction that it is.
    pub at: Option<u32>,
}

/// The whole program.
pub fn text(program: &Program) -> String {
    lines(program).into_iter().map(|line| line.text + "\n").collect()
}

/// As [`text`], line by line: buffers, scratchpads, and the instructions with their labels.
pub fn lines(program: &Program) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut add = |text: String, at| lines.push(Line { text, at });
    for (section, buffers) in [(".data", &program.buffers), (".sp_data", &program.scratchpads)] {
        if !buffers.is_empty() {
            add(section.into(), None);
            buffers.iter().for_each(|one| add(buffer(one), None));
        }
    }
    add(".text".into(), None);
    let labels = labels(program);
    for at in 0..=program.instructions.len() as u32 {
        for (name, _) in labels.iter().filter(|(_, place)| *place == at) {
            add(format!("{name}:"), None);
        }
        if let Some(one) = program.instructions.get(at as usize) {
            one.bound.iter().for_each(|bound| add(format!("    {}", annotation(*bound)), None));
            add(format!("    {}", instruction(one, &labels)), Some(at));
        }
    }
    lines
}

/// Names of places: those of the program, and for every place that is jumped to and has none, one made here.
fn labels(program: &Program) -> Vec<(String, u32)> {
    let mut labels: Vec<(String, u32)> =
        program.labels.iter().map(|label| (label.name.clone(), label.at)).collect();
    for to in program.instructions.iter().filter_map(Instruction::target) {
        if labels.iter().any(|(_, at)| *at == to) {
            continue;
        }
        let mut name = format!("to_{to}");
        while labels.iter().any(|(known, _)| *known == name) {
            name.push('_');
        }
        labels.push((name, to));
    }
    labels
}

/// One instruction in text, with the names of the places that it may go to.
pub fn instruction(one: &Instruction, labels: &[(String, u32)]) -> String {
    let row = one.op.row();
    let mut text = row.name.to_string();
    let suffix = row.suffixes.list().iter().find(|(_, suffix)| Some(*suffix) == one.suffix);
    text.extend(suffix.iter().flat_map(|(written, _)| [".", written]));
    let operands = one.destination.iter().chain(one.sources.iter().flatten());
    for (at, operand) in operands.enumerate() {
        text += if at == 0 { " " } else { ", " };
        text += &match operand {
            Operand::Register(register) => register_name(*register),
            Operand::Immediate(bits) => immediate(*bits, row.category == Category::Float),
            Operand::Target(to) => {
                let named = labels.iter().find(|(_, at)| at == to);
                named.map_or_else(|| to.to_string(), |(name, _)| name.clone())
            }
        };
    }
    text
}

/// How a register is written.
pub fn register_name(register: Register) -> String {
    let letter = match register.kind {
        OperandKind::Vector => "v",
        OperandKind::Scalar => "s",
        OperandKind::Predicate => "p",
        OperandKind::VectorSpecial => "vc.",
        OperandKind::ScalarSpecial => "sc.",
        OperandKind::Immediate | OperandKind::Label => "",
    };
    match register.special() {
        Some(special) => format!("{letter}{}", special.name),
        None => format!("{letter}{}", register.number),
    }
}

/// A pattern of bits as a number: of a float instruction one with a dot, if reading it gives the same bits.
fn immediate(bits: u32, float: bool) -> String {
    let value = f32::from_bits(bits);
    // No dot stands for an infinity, or for no number at all.
    if float && value.is_finite() {
        let text = format!("{value}");
        return if text.contains('.') { text } else { text + ".0" };
    }
    format!("{}", bits as i32)
}

/// A line of a data section.
fn buffer(one: &Buffer) -> String {
    let mut text = format!("{} {:#x} {} {}", one.id, one.address, one.width, one.height);
    if let Some(contents) = one.contents {
        text.extend([' ', contents.letter()]);
    }
    if let Some(file) = &one.file {
        text += &format!(" \"{}\"", file.replace('\\', "\\\\").replace('"', "\\\""));
    }
    text
}

/// The line in front of an instruction that says what is known of it.
fn annotation(bound: Bound) -> String {
    match bound {
        Bound::Value(most) => format!("#bound value {most}"),
        Bound::Branch { taken, not_taken, start: 0 } => format!("#bound branchcycle {taken} {not_taken}"),
        Bound::Branch { taken, not_taken, start } => {
            format!("#bound branchcycle {taken} {not_taken} {start}")
        }
    }
}

//! Writing a program.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::mnemonic::spell;
use crate::isa::{Bank, Inst, Operand, Program, Space, Ty, Variable};

/// A line of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The text, indented.
    pub text: String,
    /// The instruction, if it is one.
    pub pc: Option<u32>,
}

/// The whole text of a program.
pub fn text(program: &Program) -> String {
    lines(program).iter().map(|line| format!("{}\n", line.text)).collect()
}

/// A program, line by line. Branch targets must have names ([`Program::name_targets`]); those without are written as
/// `L` and their number, which reads back too.
pub fn lines(program: &Program) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut say = |text: String| lines.push(Line { text, pc: None });
    say(format!(".entry {}({})", program.name, params(program)));
    if let Some([x, y, z]) = program.required_local {
        say(format!("  .reqntid {x}, {y}, {z}"));
    }
    if let Some(lanes) = program.subgroup {
        say(format!("  .subgroup {lanes}"));
    }
    say("{".into());
    let counts = program.registers;
    for (ty, bank, count) in
        [("b32", Bank::R, counts.r), ("b64", Bank::D, counts.d), ("pred", Bank::P, counts.p)]
    {
        if count > 0 {
            say(format!("  .reg .{ty} {}<{count}>;", bank.prefix()));
        }
    }
    let mut ends = [0; 3];
    program.variables.iter().for_each(|variable| say(declaration(program, variable, &mut ends)));
    for (pc, inst) in program.code.iter().enumerate() {
        let pc = pc as u32;
        if let Some(label) = program.label(pc) {
            lines.push(Line { text: format!("{label}:"), pc: None });
        }
        lines.push(Line { text: format!("  {};", instruction(program, inst)), pc: Some(pc) });
    }
    if let Some(label) = program.label(program.code.len() as u32) {
        lines.push(Line { text: format!("{label}:"), pc: None });
    }
    lines.push(Line { text: "}".into(), pc: None });
    lines
}

fn params(program: &Program) -> String {
    let all: Vec<String> = program
        .params
        .iter()
        .map(|param| {
            let space = param.space.map_or(String::new(), |space| format!(" .ptr .{space}"));
            let align = match (param.space, param.element) {
                (Some(_), Some(element)) => format!(" .align {}", element.bytes()),
                _ => String::new(),
            };
            format!(".param .{}{space}{align} {}", param.ty, param.name)
        })
        .collect();
    all.join(", ")
}

/// A declaration whose alignment puts the variable where it is.
fn declaration(program: &Program, variable: &Variable, ends: &mut [u32; 3]) -> String {
    let end = match variable.space {
        Space::Shared => &mut ends[0],
        Space::Local => &mut ends[1],
        _ => &mut ends[2],
    };
    let Variable { name, space, offset, bytes } = variable;
    if *bytes == 0 && *space == Space::Shared {
        return format!("  .extern .shared .align 16 .b8 {name}[];");
    }
    let fits = |align: &u32| end.checked_next_multiple_of(*align) == Some(*offset);
    let align = (0..=4).rev().map(|power| 1u32 << power).find(fits).unwrap_or(1);
    *end = offset + bytes;
    let init = match space {
        Space::Const => {
            let bytes = program.constants.get(*offset as usize..(offset + bytes) as usize).unwrap_or(&[]);
            let all: Vec<String> = bytes.iter().map(u8::to_string).collect();
            format!(" = {{{}}}", all.join(", "))
        }
        _ => String::new(),
    };
    format!("  .{space} .align {align} .b8 {name}[{bytes}]{init};")
}

/// An instruction, without indentation and semicolon.
pub(super) fn instruction(program: &Program, inst: &Inst) -> String {
    let guard = inst.guard.map_or(String::new(), |guard| format!("{guard} "));
    let name = spell(inst);
    let operands = operands(program, inst).join(", ");
    let gap = if operands.is_empty() { "" } else { " " };
    format!("{guard}{name}{gap}{operands}")
}

fn operands(program: &Program, inst: &Inst) -> Vec<String> {
    let types = inst.operand_types();
    let mut list = Vec::new();
    if types.dst.is_some() {
        list.push(operand(inst.dst, Ty::B64));
    }
    for (at, (operand_type, value)) in types.src.iter().zip(inst.src).enumerate() {
        if types.segments && at == 2 {
            list.push(format!("{:#x}", inst.offset));
        }
        match operand_type {
            Some(crate::isa::OperandType::Value(ty)) => list.push(operand(value, *ty)),
            Some(crate::isa::OperandType::Address) => list.push(address(program, inst)),
            None => {}
        }
    }
    if inst.is_branch() {
        let target = program.label(inst.target);
        list.push(target.map_or(format!("L{}", inst.target), ToString::to_string));
    }
    if types.barrier {
        list.push(inst.offset.to_string());
    }
    list
}

fn operand(operand: Operand, ty: Ty) -> String {
    match operand {
        Operand::None => "_".into(),
        Operand::Reg(reg) => reg.to_string(),
        Operand::Special(special) => special.to_string(),
        Operand::Imm(bits) => constant(bits, ty),
    }
}

/// A constant that reads back to the same bits.
fn constant(bits: u64, ty: Ty) -> String {
    let bits = bits & ty.mask();
    match ty {
        Ty::F32 if f32::from_bits(bits as u32).is_finite() => format!("{:?}", f32::from_bits(bits as u32)),
        Ty::F32 => format!("0f{bits:08X}"),
        Ty::F64 if f64::from_bits(bits).is_finite() => format!("{:?}", f64::from_bits(bits)),
        Ty::F64 => format!("0d{bits:016X}"),
        Ty::F16 => format!("0x{bits:04X}"),
        ty if ty.is_signed() || matches!(ty, Ty::B32 | Ty::B64) => {
            let unused = 64 - ty.bits();
            (((bits << unused) as i64) >> unused).to_string()
        }
        _ => bits.to_string(),
    }
}

fn address(program: &Program, inst: &Inst) -> String {
    let offset = inst.offset;
    match inst.src[0] {
        Operand::Reg(reg) => match offset {
            0 => format!("[{reg}]"),
            _ => format!("[{reg}{offset:+}]"),
        },
        Operand::Imm(base) => {
            let at = base.wrapping_add(i64::from(offset) as u64);
            match named(program, inst.space, at) {
                Some((name, 0)) => format!("[{name}]"),
                Some((name, rest)) => format!("[{name}+{rest}]"),
                None => format!("[{}]", at as i64),
            }
        }
        _ => format!("[{offset}]"),
    }
}

/// The parameter or variable that a fixed address lies in.
fn named(program: &Program, space: Space, at: u64) -> Option<(&str, u64)> {
    if space == Space::Param {
        let inside = |offset: u32, ty: Ty| (u64::from(offset)..u64::from(offset + ty.bytes())).contains(&at);
        let param = program.params.iter().find(|param| inside(param.offset, param.ty))?;
        return Some((&param.name, at - u64::from(param.offset)));
    }
    let inside = |variable: &&Variable| {
        let start = u64::from(variable.offset);
        variable.space == space && (start..start + u64::from(variable.bytes)).contains(&at)
    };
    let variable = program.variables.iter().find(inside)?;
    Some((&variable.name, at - u64::from(variable.offset)))
}

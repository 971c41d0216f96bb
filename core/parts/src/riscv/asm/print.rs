//! Writing a program, so that reading it gives the same program.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::{Dialect, names::mnemonic, operand::default_rounding};
use crate::{
    base::{OrdMap, OrdSet},
    image::BASE,
    riscv::isa::{
        Arg, Csr, Inst, Isa, Program, TEXT,
        registers::{FLOAT, INTEGER},
    },
};

/// The whole program: data first, then the instructions with their labels.
pub fn print<X: Dialect>(program: &Program<X>) -> String {
    lines(program).into_iter().map(|(line, _)| line + "\n").collect()
}

/// As [`print`], line by line, with the numbers of the instructions.
pub fn lines<X: Dialect>(program: &Program<X>) -> Vec<(String, Option<u32>)> {
    let head = head(program);
    let mut lines: Vec<(String, Option<u32>)> = head.lines().map(|line| (line.into(), None)).collect();
    let labels = labels(program);
    for pc in 0..=program.code.len() as u32 {
        if program.library == Some(pc) {
            lines.push((LIBRARY.into(), None));
        }
        for name in labels.get(&pc).into_iter().flatten() {
            lines.push((format!("{name}:"), None));
        }
        if let Some(inst) = program.code.get(pc as usize) {
            let target = |pc: u32| labels.get(&pc).and_then(|names| names.first()).cloned();
            let text = match program.words.get(&pc) {
                Some(word) => format!(".word {word:#x}"),
                None => print_inst(inst, pc, target),
            };
            lines.push((format!("    {text}"), Some(pc)));
        }
    }
    lines
}

/// What stands before the functions that were linked.
const LIBRARY: &str = "    # Linked, because the text calls them and does not have them:";

/// What stands before the instructions.
fn head<X: Isa>(program: &Program<X>) -> String {
    let mut text = String::new();
    for symbol in program.symbols.iter().filter(|symbol| symbol.global) {
        text += &format!("    .globl {}\n", symbol.name);
    }
    if !program.data.is_empty() {
        text += "    .data\n";
        print_data(program, &mut text);
    }
    text += "    .text\n";
    text
}

/// Names of places in the code. Those that are only jumped to get one here.
fn labels<X: Isa>(program: &Program<X>) -> OrdMap<u32, Vec<String>> {
    let mut labels: OrdMap<u32, Vec<String>> = OrdMap::new();
    // Names that are defined nowhere stand for places behind the last one, which are not written.
    for symbol in &program.symbols {
        if let Some(offset) = symbol.address.checked_sub(TEXT).filter(|offset| offset % 4 == 0) {
            labels.entry((offset / 4) as u32).or_default().push(symbol.name.clone());
        }
    }
    let names: OrdSet<&str> = program.symbols.iter().map(|symbol| symbol.name.as_str()).collect();
    let instructions = program.code.iter().enumerate();
    for (pc, inst) in instructions.filter(|(pc, _)| !program.words.contains_key(&(*pc as u32))) {
        if let Some(to) = target(inst, pc as u32) {
            let free = ["L", ".L", ".L_"].iter().map(|prefix| format!("{prefix}{to}"));
            let name = free.clone().find(|name| !names.contains(name.as_str())).unwrap_or_default();
            labels.entry(to).or_insert_with(|| alloc::vec![name]);
        }
    }
    labels
}

/// Where a branch or jump with a fixed distance goes.
fn target<X: Isa>(inst: &Inst<X>, pc: u32) -> Option<u32> {
    let jumps = inst.has(Arg::Branch) || inst.has(Arg::Jump);
    jumps.then(|| pc.wrapping_add_signed(inst.imm / 4))
}

fn print_data<X: Isa>(program: &Program<X>, text: &mut String) {
    let end = BASE + program.data.len() as u64;
    let inside = |address: &u64| (BASE..=end).contains(address);
    let mut cuts: Vec<u64> = program.symbols.iter().map(|symbol| symbol.address).filter(inside).collect();
    cuts.extend([BASE, end]);
    crate::base::order::sort(&mut cuts);
    cuts.dedup();
    for (at, start) in cuts.iter().enumerate() {
        for symbol in program.symbols.iter().filter(|symbol| symbol.address == *start) {
            *text += &format!("{}:\n", symbol.name);
        }
        let stop = cuts.get(at + 1).copied().unwrap_or(end);
        let bytes = program.data.get((start - BASE) as usize..(stop - BASE) as usize).unwrap_or(&[]);
        for line in bytes.chunks(16) {
            let numbers: Vec<String> = line.iter().map(u8::to_string).collect();
            *text += &format!("    .byte {}\n", numbers.join(", "));
        }
    }
}

/// One instruction at a pc; `label` gives the name of a pc that it goes to.
pub fn print_inst<X: Dialect>(inst: &Inst<X>, pc: u32, label: impl Fn(u32) -> Option<String>) -> String {
    let args = inst.form.row().args;
    let place =
        target(inst, pc).map(|to| label(to).unwrap_or_else(|| format!("{:#x}", Program::<X>::address(to))));
    let operands: Vec<String> = args.iter().filter_map(|arg| operand(inst, *arg, place.as_deref())).collect();
    let name = mnemonic(inst);
    if operands.is_empty() { name } else { format!("{name} {}", operands.join(", ")) }
}

fn operand<X: Dialect>(inst: &Inst<X>, arg: Arg<X>, place: Option<&str>) -> Option<String> {
    let integer = |number: u8| INTEGER[usize::from(number & 31)].to_string();
    let float = |number: u8| FLOAT[usize::from(number & 31)].to_string();
    Some(match arg {
        Arg::Xd => integer(inst.rd),
        Arg::X1 => integer(inst.rs1),
        Arg::X2 => integer(inst.rs2),
        Arg::Fd => float(inst.rd),
        Arg::F1 => float(inst.rs1),
        Arg::F2 => float(inst.rs2),
        Arg::F3 => float(inst.rs3),
        Arg::Imm12 | Arg::Shift6 | Arg::Shift5 => inst.imm.to_string(),
        Arg::Upper => format!("{:#x}", inst.imm),
        Arg::Uimm5 => inst.rs1.to_string(),
        Arg::Load | Arg::Store => format!("{}({})", inst.imm, integer(inst.rs1)),
        Arg::Address => format!("({})", integer(inst.rs1)),
        Arg::Branch | Arg::Jump => place?.to_string(),
        Arg::Csr => {
            Csr::<X>::find(inst.imm).map_or_else(|| format!("{:#x}", inst.imm), |row| row.name.into())
        }
        Arg::Rounding if inst.rounding == default_rounding(inst.op, inst.form) => return None,
        Arg::Rounding => match inst.rounding {
            0 => "rne",
            1 => "rtz",
            2 => "rdn",
            3 => "rup",
            4 => "rmm",
            _ => "dyn",
        }
        .to_string(),
        Arg::Ext(arg) => return X::print(inst, arg),
    })
}

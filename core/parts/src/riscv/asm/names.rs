//! Mnemonics: the table's names with suffix, width and number of registers filled in.

use alloc::{
    format,
    string::{String, ToString},
};

use crate::{
    base::OrdMap,
    riscv::{
        encode::count_is_legal,
        isa::{Class, Form, Inst, Isa, Op},
    },
    source::Span,
};

/// The written name of an instruction.
pub fn mnemonic<X: Isa>(inst: &Inst<X>) -> String {
    let (name, suffix) = (inst.op.row().mnemonic, inst.form.row().suffix);
    let full = if name.contains('~') { name.replace('~', suffix) } else { format!("{name}{suffix}") };
    let mut name = full.replace('#', &inst.width.to_string()).replace('@', &inst.count.to_string());
    if inst.class() == Class::Atomic {
        name.push_str(ORDERS[inst.imm as usize & 3]);
    }
    name
}

/// What an atomic's order adds to its name.
const ORDERS: [&str; 4] = ["", ".rl", ".aq", ".aqrl"];

/// Every name with the instruction that it begins.
pub(super) fn all<X: Isa>() -> OrdMap<String, Inst<X>> {
    let mut names = OrdMap::new();
    for row in Op::rows() {
        for form in row.forms {
            variants(row.op, *form, &mut names);
        }
    }
    names
}

fn variants<X: Isa>(op: Op<X>, form: Form<X>, names: &mut OrdMap<String, Inst<X>>) {
    let widths: &[u8] = if op.has_width() { &[8, 16, 32, 64] } else { &[0] };
    let counts = if op.has_count() { 1..=8 } else { 1..=1 };
    for count in counts.filter(|count| !op.has_count() || count_is_legal(op, *count)) {
        for width in widths {
            let plain = Inst { width: *width, count, ..Inst::new(op, form, Span::NONE) };
            let orders = if plain.class() == Class::Atomic { 0..4 } else { 0..1 };
            names.extend(orders.map(|imm| Inst { imm, ..plain }).map(|inst| (mnemonic(&inst), inst)));
        }
    }
}

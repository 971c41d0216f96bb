//! Mnemonics: the table's names with suffix, width and number of registers filled in.

use alloc::{
    collections::BTreeMap,
    format,
    string::{String, ToString},
};

use crate::{
    machines::rvv::{
        encode::count_is_legal,
        isa::{Class, Form, Inst, Op, ops::TABLE},
    },
    source::Span,
};

/// The written name of an instruction.
pub fn mnemonic(inst: &Inst) -> String {
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
pub(super) fn all() -> BTreeMap<String, Inst> {
    let mut names = BTreeMap::new();
    for row in TABLE {
        for form in row.forms {
            variants(row.op, *form, &mut names);
        }
    }
    names
}

fn variants(op: Op, form: Form, names: &mut BTreeMap<String, Inst>) {
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

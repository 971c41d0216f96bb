//! Every form of every row of the table, as text and back.

use alloc::{vec, vec::Vec};

use super::*;
use crate::isa::{Destination, Op, OperandKinds, Suffix, ops::ROWS};

/// The operands that a place takes: the last register of each kind, and nothing if it may be empty.
fn choices(kinds: OperandKinds, optional: bool, writes: bool) -> Vec<Option<Operand>> {
    use OperandKind::{Immediate, Label, Predicate, Scalar, ScalarSpecial, Vector, VectorSpecial};
    let all = [Vector, Scalar, Predicate, Immediate, Label, VectorSpecial, ScalarSpecial];
    let last = |kind: OperandKind| match kind {
        // Four elements go to registers in a row.
        Vector => 60,
        Immediate => 1,
        VectorSpecial if !writes => 9,
        kind => kind.registers().saturating_sub(1) as u8,
    };
    let found = all.into_iter().filter(|kind| kinds.has(*kind)).map(|kind| Some(operand(kind, last(kind))));
    found.chain(optional.then_some(None)).collect()
}

/// Every way to fill the places of a row, each with every suffix.
fn forms(op: Op) -> Vec<Instruction> {
    let row = op.row();
    let suffixes = row.suffixes.list().iter().map(|(_, suffix)| Some(*suffix));
    let suffixes: Vec<Option<Suffix>> = suffixes.chain(row.suffixes.optional().then_some(None)).collect();
    let destinations = match row.destination {
        Destination::Nothing => vec![None],
        Destination::Written(kinds) => choices(kinds, false, true),
        Destination::Stored(kinds) => choices(kinds, false, false),
        Destination::Scratchpad => vec![Some(Operand::Immediate(31))],
    };
    let mut forms: Vec<Instruction> = Vec::new();
    for suffix in suffixes {
        let first = |destination| Instruction { suffix, destination, ..Instruction::new(op) };
        forms.extend(destinations.iter().copied().map(first));
    }
    for (at, slot) in row.sources.iter().enumerate() {
        let fill = |form: &Instruction| {
            let form = *form;
            choices(slot.kinds, slot.optional, false).into_iter().map(move |choice| {
                let mut form = form;
                form.sources[at] = choice;
                form
            })
        };
        forms = forms.iter().flat_map(fill).collect();
    }
    forms
}

#[test]
fn every_form_of_every_row_prints_and_reads_back() {
    for row in ROWS {
        // A place that is empty in front of one that takes the same operand cannot be written, nor several special registers
        // in a row.
        let skips = |form: &&Instruction| {
            let empty = form.sources[1].is_none() && form.sources[2].is_some();
            let vector = form.destination.is_none_or(|to| to.kind() != OperandKind::VectorSpecial);
            (form.elements() == 1 || vector)
                && (!empty
                    || (row.op == Op::Stsplin
                        && form.sources[2].is_some_and(|y| y.kind() == OperandKind::Scalar)))
        };
        let instructions: Vec<Instruction> = forms(row.op).iter().filter(skips).copied().collect();
        assert!(!instructions.is_empty());
        for form in instructions {
            let program =
                Program { instructions: vec![form, Instruction::new(Op::Nop)], ..Program::default() };
            let printed = text(&program);
            for options in [Options::default(), THESIS] {
                let (read, diagnostics) = assemble(&printed, options);
                assert_eq!(diagnostics, [], "{printed}");
                assert_eq!(placeless(&read.instructions[0]), form, "{printed}");
                assert_eq!(text(&read), printed);
            }
        }
    }
}

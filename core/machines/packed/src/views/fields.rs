//! The register cut into fields: what the selected thread's next instruction does to each. One wide adder does for all widths,
//! with its carries cut where fields meet (hp_ch4 HS10); where a sum would leave the range of its field, instructions that
//! saturate hold it at the end.
//!
//! The sources are registers, a number, or memory; the result is what the machine itself makes of them one instruction ahead.
//! An instruction that moves elements across a register says where each comes from: it is carried out on sources whose bytes
//! are their own places. Absent: single elements, gathers, scatters, mask registers and tiles, which have pictures of their own
//! or none that is cut into fields.

mod ends;
#[cfg(test)]
mod tests;

use alloc::{format, string::String, vec::Vec};

use ends::{End, end};
use lanescope_parts::{
    figure::{
        About, Figure, Form, Panel, Question, Table, Takes, Text,
        number::{self, Radix},
        table::{Column, Look, TableCell},
    },
    machines::{
        Registers,
        panels::{MachinePanel, Scene},
    },
};

use crate::{
    asm,
    isa::{Arg, ArgNames, FmaForm, Generation, Inst, Lane, PForm, POp, PackedInst, Shape, Test, Work},
};

/// The row of the fields.
pub const FIELDS: MachinePanel = Panel {
    about: About {
        id: "fields",
        title: "Fields",
        says: "The register cut into fields, as the selected thread's next instruction cuts it: its sources, the result, and what happens to each field.",
        label: "Fields of the next packed instruction",
        help: &[
            ("Rows", "Fields, the lowest bits first."),
            ("Sources", "As the instruction names them; what is in memory is read when it issues."),
            (
                "Carry cut",
                "The sum is longer than its field: the adder of the whole register does not pass the carry on.",
            ),
            ("Held", "The result would leave the range of its field: it is the end of the range instead."),
            ("Left out", "A mask restricts the instruction: the field stays as it was, or becomes 0."),
            ("From", "The instruction moves elements: the field and the source that this one comes from."),
        ],
        legend: &[],
        empty: "The next instruction is none that works on the fields of registers.",
        takes: &[Takes::Cursor, Takes::Unit, Takes::Radix],
        shows: &[],
    },
    answer: fields,
};

/// An operand of the fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Register(u8),
    /// An integer register, the same for all fields.
    Integer(u8),
    Number(i32),
    Memory,
}

fn fields(scene: &dyn Scene, question: &Question) -> Figure {
    let nothing = || Figure::empty(FIELDS.about.empty);
    let pc = scene.cursor().state(question.unit).and_then(|state| state.pc);
    let Some((pc, inst)) = pc.and_then(|pc| Some((pc, read(scene.code().text(pc))?))) else {
        return nothing();
    };
    let (before, after) = (scene.cursor().registers(question.unit), scene.cursor().foreseen(question.unit));
    let found = before.zip(after).and_then(|(before, after)| table(&inst, &before, &after, question.radix));
    let Some((bits, table)) = found else { return nothing() };
    let says = format!("{} · {} fields of {bits} bits", scene.code().text(pc).trim(), table.rows.len());
    let mut figure = Figure::from(Form::Text(Text::saying(says)));
    figure.push("", Form::Table(table));
    figure
}

/// The instruction that a line is, whichever generation has it.
pub(super) fn read(text: &str) -> Option<Inst> {
    let generations = [Generation::Amx, Generation::Rvp, Generation::Lee].into_iter();
    let read = |generation| asm::assemble(text, generation).0.code.first().copied();
    generations.filter_map(read).find(|inst| inst.packed().is_some())
}

/// Does an instruction work on the fields of registers?
const fn is_of_fields(op: POp, form: PForm) -> bool {
    let works = matches!(
        op.work(),
        Work::Lanes(_)
            | Work::Each(_)
            | Work::Fused(..)
            | Work::Compare(_)
            | Work::IsZero
            | Work::BelowInteger
            | Work::ShiftAll(_)
            | Work::ShiftEach(_)
            | Work::Splat
            | Work::BlendBits
            | Work::BlendSign
            | Work::Permute { .. }
            | Work::PermuteImm
            | Work::ShufflePair
            | Work::PermuteHalves
            | Work::Unpack { .. }
            | Work::Pack { .. }
            | Work::AddPairs
            | Work::InsertBlock
    );
    works && !form.shape.stores()
}

/// Does an instruction take its fields as numbers without sign?
const fn is_unsigned(op: POp) -> bool {
    match op.work() {
        Work::Lanes(lane) => {
            matches!(lane, Lane::AddU | Lane::SubU | Lane::MinU | Lane::MaxU | Lane::AvgU | Lane::MulHighU)
        }
        Work::Pack { signed, .. } => !signed,
        Work::Compare(test) => matches!(test, Test::GtU),
        _ => false,
    }
}

/// The sources of an instruction in the order of its text, with what their columns are called. A product that adds to its
/// destination has that as a source, too.
fn sources(inst: &Inst, op: POp) -> Vec<(&'static str, Source)> {
    let named = inst.form.row().args.iter().filter_map(|arg| {
        Some(match *arg {
            Arg::F2 | Arg::V2 | Arg::W2 => Source::Register(inst.rs2),
            Arg::F3 | Arg::V3 | Arg::W3 => Source::Register(inst.rs3),
            Arg::F1 | Arg::V1 | Arg::W1 | Arg::Narrow1 => Source::Register(inst.rs1),
            Arg::X1 | Arg::Amount => Source::Integer(inst.rs1),
            Arg::Number => Source::Number(inst.imm),
            Arg::Load => Source::Memory,
            _ => return None,
        })
    });
    let titles = ["first source", "second source", "third source"];
    let mut all: Vec<_> = titles.into_iter().zip(named).collect();
    if matches!(op.work(), Work::Fused(order, ..) if order != FmaForm::Four) {
        all.insert(0, ("destination before", Source::Register(inst.rd)));
    }
    all
}

/// The fields of an instruction, with the bits of each; `None` if it does not work on fields.
fn table(inst: &Inst, before: &Registers, after: &Registers, radix: Radix) -> Option<(u32, Table)> {
    let (op, form) = inst.packed().filter(|(op, form)| is_of_fields(*op, *form))?;
    let class = before.class("packed")?;
    let elem = form.elem;
    let bits = elem.bits().min(64);
    let bytes = if inst.width == 0 { class.columns } else { u32::from(inst.width).min(class.columns) };
    let sources = sources(inst, op);
    let radix = match radix {
        Radix::Auto if elem.is_float() => Radix::Float,
        Radix::Auto if is_unsigned(op) => Radix::Unsigned,
        radix => radix,
    };
    let cell = |bits: u32, value: u64| TableCell {
        bits: Some(value),
        ..TableCell::text(number::value(value, bits, radix))
    };
    // Packed elements come from elements twice as wide.
    let wide = if matches!(op.work(), Work::Pack { .. }) { 2 * bits } else { bits };
    let row = |at: u32| -> Option<Vec<TableCell>> {
        let source = |source: Source| match source {
            _ if at >= 8 * bytes / wide => TableCell::text(""),
            Source::Register(number) => {
                let value = class.across(number.into(), at as usize, wide);
                value.map_or(TableCell::text(""), |value| cell(wide, value))
            }
            Source::Integer(number) => {
                let value = before.class("integer").and_then(|class| class.value(number.into(), 0, 0));
                value.map_or(TableCell::text(""), |value| cell(64, value))
            }
            Source::Number(number) => TableCell::text(format!("{number}")),
            Source::Memory => TableCell::text("memory"),
        };
        let result = match form.shape {
            Shape::KTest | Shape::KTestMem | Shape::LTestP | Shape::LTestX => {
                let mask = after.class("mask")?.value(inst.rd.into(), 0, 0)?;
                TableCell::text(format!("{}", mask >> at & 1)).holding(mask >> at & 1)
            }
            _ => cell(bits, after.class("packed")?.across(inst.rd.into(), at as usize, bits)?),
        };
        let (words, look) = match end(inst, (op, form), before, bytes, at) {
            End::Nothing => (String::new(), Look::Plain),
            End::Cut => ("carry cut".into(), Look::On),
            End::Held => ("held".into(), Look::On),
            End::LeftOut(true) => ("left out: 0".into(), Look::Plain),
            End::LeftOut(false) => ("left out: as before".into(), Look::Plain),
            End::From(place) => (place, Look::Plain),
        };
        let number = TableCell::text(format!("{at}"));
        let sources = sources.iter().map(|(_, of)| source(*of));
        let ends = [result, TableCell::text(words).looking(look)];
        Some([number].into_iter().chain(sources).chain(ends).collect())
    };
    let titles = sources.iter().map(|(title, _)| *title);
    let titles = ["field"].into_iter().chain(titles).chain(["result", "what happens"]);
    let columns = titles.map(Column::new).collect();
    Some((bits, Table { columns, rows: (0..8 * bytes / bits).map(row).collect::<Option<_>>()? }))
}

//! The registers of the selected unit: a row for each register, a column for each lane.

use super::{
    MachinePanel, Scene,
    radix::{is_float_register, of_register},
};
use crate::{
    figure::{
        About, Figure, Form, Mark, Pages, Panel, Question, Table, Takes,
        legend::Entry,
        number::{self, Radix},
        table::{Column, TableCell},
    },
    machines::Registers,
};

/// Rows of a page.
const PAGE: u64 = 64;

/// The row of the registers.
pub const REGISTERS: MachinePanel = Panel {
    about: About {
        id: "registers",
        title: "Registers",
        says: "Each register of the selected unit in every lane; what the last cycle changed is marked.",
        label: "Registers of the selected unit by lanes.",
        help: &[
            ("Rows", "Registers of the selected unit, by their names in the assembly."),
            ("Columns", "Lanes. A lane whose number is struck out takes no part in the next instruction."),
            (
                "Numbers",
                "Automatic: as the instruction says that wrote the register last; addresses are hexadecimal.",
            ),
        ],
        legend: &[Entry::Token("fresh", "changed since the last stop")],
        empty: "Registers appear while the selected unit has work.",
        takes: &[Takes::Cursor, Takes::Unit, Takes::Radix, Takes::Page(PAGE)],
    },
    answer: registers,
};

fn registers(scene: &dyn Scene, question: &Question) -> Figure {
    let Some(registers) = scene.registers(question.unit).filter(|registers| !registers.names.is_empty())
    else {
        return Figure::empty(REGISTERS.about.empty);
    };
    let state = scene.state(question.unit);
    let pc = state.as_ref().and_then(|state| state.pc).unwrap_or(u32::MAX);
    let column = |lane| Column {
        title: alloc::format!("{lane}"),
        mark: Some(Mark::Lane(question.unit, lane)),
        off: state.as_ref().is_some_and(|state| !state.active.has(lane)),
    };
    let lanes = (0..registers.lanes).map(column);
    let columns = core::iter::once(Column::new("register")).chain(lanes).collect();
    let row = |at: usize| {
        let radix = |bits| match question.radix {
            Radix::Auto => of_register(scene.code(), &registers.names[at], pc, bits),
            chosen => chosen,
        };
        row(&registers, at, radix, question.radix == Radix::Auto)
    };
    let pages = Pages::of("registers", question, registers.names.len() as u64);
    let rows = pages.range().map(|at| row(at as usize)).collect();
    Figure { pages: pages.partial(), ..Figure::from(Form::Table(Table { columns, rows })) }
}

fn row(
    registers: &Registers,
    at: usize,
    radix: impl Fn(u32) -> Radix,
    automatic: bool,
) -> alloc::vec::Vec<TableCell> {
    let (lanes, name) = (registers.lanes as usize, &registers.names[at]);
    let bits = u32::from(registers.bits.get(at).copied().unwrap_or(32));
    let radix = radix(bits);
    let write = |value: &u64| {
        let text =
            if automatic { value_of(*value, bits, name, radix) } else { number::value(*value, bits, radix) };
        TableCell::of(text, Mark::Register(at)).holding(*value)
    };
    let values = registers.values.get(at * lanes..(at + 1) * lanes).unwrap_or_default();
    core::iter::once(TableCell::of(name.as_str(), Mark::Register(at)))
        .chain(values.iter().map(write))
        .collect()
}

/// A value as its register and the program say. A short float in a long register has ones above.
fn value_of(value: u64, bits: u32, name: &str, radix: Radix) -> alloc::string::String {
    let boxed = bits == 64 && value >> 32 == 0xFFFF_FFFF && is_float_register(name);
    match radix {
        Radix::Float if boxed => number::value(value & 0xFFFF_FFFF, 32, radix),
        Radix::Hex => number::word(value, bits),
        radix => number::value(value, bits, radix),
    }
}

//! The registers of the selected unit: a row for each register, a column for each lane.

use alloc::{format, string::String, vec::Vec};

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
    machines::RegisterClass,
};

/// Rows of a page.
const PAGE: u64 = 64;
/// Lanes side by side where a unit has more than twice as many: the others of a register stand in rows below.
const FOLD: u32 = 64;
/// Rows and elements of the table of a class whose registers have more than one element.
const MOST_ROWS: usize = 256;
const MOST_ELEMENTS: u32 = 64;

/// The row of the registers.
pub const REGISTERS: MachinePanel = Panel {
    about: About {
        id: "registers",
        title: "Registers",
        says: "Each register of the selected unit in every lane; what the last cycle changed is marked.",
        label: "Registers of the selected unit by lanes.",
        help: &[
            ("Rows", "Registers of the selected unit, by their names in the assembly."),
            (
                "Columns",
                "Lanes. A lane whose number is struck out takes no part in the next instruction. Of very many lanes 64 stand side by side, and the others in rows below: the row's name says its first lane.",
            ),
            (
                "Numbers",
                "Automatic: as the instruction says that wrote the register last; addresses are hexadecimal.",
            ),
        ],
        legend: &[Entry::Token("fresh", "changed since the last stop")],
        empty: "Registers appear while the selected unit has work.",
        takes: &[Takes::Cursor, Takes::Unit, Takes::Radix, Takes::Page(PAGE)],
        shows: &[],
    },
    answer: registers,
};

fn registers(scene: &dyn Scene, question: &Question) -> Figure {
    let registers = scene.cursor().registers(question.unit).unwrap_or_default();
    let listed: Vec<&RegisterClass> = registers.classes.iter().filter(|class| !class.pictured).collect();
    let (scalars, wide): (Vec<&RegisterClass>, Vec<&RegisterClass>) =
        listed.into_iter().partition(|class| class.elements() == 1);
    let lanes = scalars.iter().map(|class| class.lanes.unwrap_or(1)).max().unwrap_or(0);
    let across = if lanes > 2 * FOLD { FOLD } else { lanes };
    let all = scalars.iter().flat_map(|class| (0..class.names.len()).map(move |at| (*class, at)));
    let rows: Vec<Row> =
        all.enumerate().flat_map(|(mark, (class, at))| Row::all(class, at, mark, across)).collect();
    if rows.is_empty() && wide.is_empty() {
        return Figure::empty(REGISTERS.about.empty);
    }
    let pages = Pages::of("registers", question, rows.len() as u64);
    let shown = pages.range().map(|at| cells(scene, question, &rows[at as usize], across)).collect();
    let table = Table { columns: columns(scene, question, across, lanes > across), rows: shown };
    let mut figure = Figure { pages: pages.partial(), ..Figure::from(Form::Table(table)) };
    for class in &wide {
        figure.push(class.id.as_str(), Form::Table(elements(class, question)));
    }
    let is_cut =
        |class: &&RegisterClass| class.columns > MOST_ELEMENTS || rows_of(class).nth(MOST_ROWS).is_some();
    if wide.iter().any(is_cut) {
        return figure.with_remark(format!(
            "At most {MOST_ROWS} rows of {MOST_ELEMENTS} elements of each class are shown."
        ));
    }
    figure
}

/// A column for each lane, or for each of those that stand side by side.
fn columns(scene: &dyn Scene, question: &Question, lanes: u32, folded: bool) -> Vec<Column> {
    let state = scene.cursor().state(question.unit);
    let column = |lane| {
        if folded {
            return Column::new(format!("+{lane}"));
        }
        Column {
            title: format!("{lane}"),
            mark: Some(Mark::Lane(question.unit, lane)),
            off: state.as_ref().is_some_and(|state| !state.active.has(lane)),
        }
    };
    core::iter::once(Column::new("register")).chain((0..lanes).map(column)).collect()
}

/// A register of one element, in the lanes that stand side by side.
struct Row<'a> {
    class: &'a RegisterClass,
    /// Its place in the class, and among all.
    at: usize,
    mark: usize,
    first_lane: u32,
}

impl<'a> Row<'a> {
    /// The rows of a register.
    fn all(class: &'a RegisterClass, at: usize, mark: usize, across: u32) -> impl Iterator<Item = Row<'a>> {
        let firsts = (0..class.lanes.unwrap_or(1)).step_by(across.max(1) as usize);
        firsts.map(move |first_lane| Row { class, at, mark, first_lane })
    }
}

/// Its name, and what it holds in each lane.
fn cells(scene: &dyn Scene, question: &Question, row: &Row, across: u32) -> Vec<TableCell> {
    let Row { class, at, mark, first_lane } = row;
    let (name, bits) = (&class.names[*at], class.bits);
    let pc = scene.cursor().state(question.unit).and_then(|state| state.pc).unwrap_or(u32::MAX);
    let automatic = question.radix == Radix::Auto;
    let radix = if automatic { of_register(scene.code(), name, pc, bits) } else { question.radix };
    let write = |value: u64| {
        let text =
            if automatic { value_of(value, bits, name, radix) } else { number::value(value, bits, radix) };
        TableCell::of(text, Mark::Register(*mark)).holding(value)
    };
    let lanes = class.lanes.unwrap_or(1);
    let value = |lane: u32| (lane < lanes).then(|| class.value(*at, lane, 0)).flatten();
    let values =
        (*first_lane..first_lane + across).map(|lane| value(lane).map_or_else(TableCell::default, write));
    let name = if lanes > across { format!("{name} {first_lane}") } else { name.clone() };
    core::iter::once(TableCell::of(name.as_str(), Mark::Register(*mark))).chain(values).collect()
}

/// The rows of all registers of a class: register, lane, row.
fn rows_of(class: &RegisterClass) -> impl Iterator<Item = (usize, u32, u32)> {
    let (lanes, rows) = (class.lanes.unwrap_or(1), class.rows);
    (0..class.names.len())
        .flat_map(move |at| (0..lanes).flat_map(move |lane| (0..rows).map(move |row| (at, lane, row))))
}

/// A row for each row of each register (and of each lane's, if they have their own), a column for each element.
fn elements(class: &RegisterClass, question: &Question) -> Table {
    let columns = class.columns.min(MOST_ELEMENTS);
    let column = |index: u32| Column::new(format!("{index}"));
    let heads = core::iter::once(Column::new("register")).chain((0..columns).map(column)).collect();
    let row = |(at, lane, row): (usize, u32, u32)| {
        let name = &class.names[at];
        let lane_name = class.lanes.map_or(String::new(), |_| format!(" lane {lane}"));
        let row_name = if class.rows > 1 { format!(" row {row}") } else { String::new() };
        let head = TableCell::text(format!("{name}{lane_name}{row_name}"));
        let element = |column: u32| {
            let value = class.value(at, lane, (row * class.columns + column) as usize);
            value.map_or_else(TableCell::default, |value| {
                TableCell::text(number::value(value, class.bits, question.radix)).holding(value)
            })
        };
        core::iter::once(head).chain((0..columns).map(element)).collect()
    };
    Table { columns: heads, rows: rows_of(class).take(MOST_ROWS).map(row).collect() }
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

//! The memory access of the selected unit: which lanes need which segments and sectors, or which banks in which pass.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::{MachinePanel, Scene};
use crate::{
    base::Lanes,
    figure::{
        About, Figure, Form, Mark, Matrix, Panel, Question, Table, Takes, Text,
        legend::Entry,
        matrix::{Line, Marks, State},
        rows::Row,
        table::{Column, TableCell},
        text,
    },
    machines::{Access, Segment},
    trace::Causes,
};

/// Bytes of a sector.
const SECTOR: u64 = 32;

/// The row of the accesses.
pub const ACCESSES: MachinePanel = Panel {
    about: About {
        id: "accesses",
        title: "Accesses",
        says: "Which memory segments or banks the selected unit's access needs. Fewer is better.",
        label: "The access of the selected unit: segments, banks, and the address of each lane.",
        help: &[
            (
                "Segments",
                "The blocks of memory that the access needs, one row each: each is a request of its own. Sectors that were asked for are filled.",
            ),
            (
                "Banks",
                "Work-group memory, one column a bank: lanes that want different words of one bank wait for another pass.",
            ),
            (
                "Constants",
                "The constant cache serves one address in a pass: lanes that want another one wait for the next pass.",
            ),
            (
                "Which access",
                "The next memory instruction of the selected unit, or the one that it made last.",
            ),
        ],
        legend: &[
            Entry::Token("lane-on", "a sector that is asked for, or a lane that is served in a pass"),
            Entry::Token("lane-off", "a sector that is not needed"),
        ],
        empty: "The selected unit makes no memory access here. Run to its next load or store, or choose another unit.",
        takes: &[Takes::Cursor, Takes::Unit],
        shows: &[],
    },
    answer: accesses,
};

fn accesses(scene: &dyn Scene, question: &Question) -> Figure {
    let Some(access) = scene.cursor().access(question.unit) else {
        return Figure::empty(ACCESSES.about.empty);
    };
    let name = scene.code().name(access.pc);
    // Without the remark that a compiler has left behind an instruction.
    let line = format!("{} {}", name.split(" //").next().unwrap_or_default(), words(&access));
    let line = text::Line { text: line, mark: Some(Mark::Pc(access.pc)) };
    let mut figure = Figure::from(Form::Text(Text { lines: Vec::from([line]) }));
    if !access.segments.is_empty() {
        let count = access.segments.len();
        let plural = if count == 1 { "" } else { "s" };
        figure.push(format!("{count} memory segment{plural}"), Form::Matrix(segments(&access)));
    }
    if access.banks.0 > 0 {
        figure.push(passes_title(access.passes.len()), Form::Matrix(passes(&access)));
    } else if !access.passes.is_empty() {
        figure.push(distinct_title(access.passes.len()), Form::Table(distinct(&access)));
    }
    figure.push("Addresses", Form::Table(addresses(&access, question.unit)));
    figure
}

fn many(n: usize, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}

fn words(access: &Access) -> String {
    let verb = if access.write { "writes" } else { "reads" };
    let (bytes, lanes) = (many(access.bytes as usize, "byte"), many(access.addresses.len(), "lane"));
    format!("{verb} {bytes} of {} memory in {lanes}", access.space.name())
}

fn passes_title(passes: usize) -> String {
    if passes <= 1 {
        "One pass: no bank conflict".into()
    } else {
        format!("Bank conflict: {passes} passes, as lanes wait for the same bank")
    }
}

/// Of memory that is not banked a pass serves the lanes that want one address.
fn distinct_title(passes: usize) -> String {
    match passes {
        1 => "One pass: all lanes want one address".into(),
        _ => format!("{passes} passes, one for each distinct address"),
    }
}

/// A row for each pass: its address and its lanes.
fn distinct(access: &Access) -> Table {
    let row = |(pass, lanes): (usize, &Lanes)| {
        let served = || access.addresses.iter().filter(|(lane, _)| lanes.has(*lane));
        let at = served().next().map_or(0, |(_, at)| *at);
        let some: Vec<String> = served().map(|(lane, _)| lane.to_string()).collect();
        Vec::from([
            TableCell::text((pass + 1).to_string()),
            TableCell::of(format!("{at:#x}"), Mark::Bytes(at, u64::from(access.bytes))),
            TableCell::text(some.join(" ")),
        ])
    };
    Table {
        columns: ["pass", "address", "lanes"].into_iter().map(Column::new).collect(),
        rows: access.passes.iter().enumerate().map(row).collect(),
    }
}

/// A row for each segment, a column for each of its sectors with the lanes that touch it.
fn segments(access: &Access) -> Matrix {
    let sectors = |segment: &Segment| u64::from(segment.bytes).div_ceil(SECTOR).clamp(1, 8) as u32;
    let line = |segment: &Segment| {
        let lanes = |sector: u32| {
            let from = segment.base + u64::from(sector) * SECTOR;
            let touches = |at: u64| at < from + SECTOR && from < at + u64::from(access.bytes);
            let some: Vec<String> = access
                .addresses
                .iter()
                .filter(|(_, at)| touches(*at))
                .map(|(lane, _)| lane.to_string())
                .collect();
            some.join(" ")
        };
        let state = |sector: u32| if segment.sectors >> sector & 1 == 1 { State::On } else { State::Off };
        let mark = Mark::Bytes(segment.base, u64::from(segment.bytes));
        Line {
            row: Row::new(format!("{:#x}", segment.base), Some(mark)),
            cells: (0..sectors(segment)).map(state).collect(),
            texts: (0..sectors(segment)).map(lanes).collect(),
            marks: Marks::Bytes(segment.base, SECTOR),
            items: None,
            cause: None,
            note: many(segment.lanes.count() as usize, "lane"),
        }
    };
    let rows: Vec<Line> = access.segments.iter().map(line).collect();
    let columns = access.segments.iter().map(sectors).max().unwrap_or(1);
    Matrix {
        column: "sector".into(),
        columns,
        first: 0,
        all: rows.len() as u32,
        causes: Causes::SHARED,
        rows,
    }
}

/// A row for each pass, a column for each bank with the lanes that it serves.
fn passes(access: &Access) -> Matrix {
    let (count, width) = access.banks;
    let bank = |at: u64| (at / u64::from(width.max(1)) % u64::from(count.max(1))) as u32;
    let line = |(pass, mask): (usize, &Lanes)| {
        let served = |column: u32| {
            let here = access.addresses.iter().filter(|(lane, at)| mask.has(*lane) && bank(*at) == column);
            here.map(|(lane, _)| lane.to_string()).collect::<Vec<_>>().join(" ")
        };
        let texts: Vec<String> = (0..count).map(served).collect();
        let state = |text: &String| if text.is_empty() { State::Off } else { State::On };
        Line {
            row: Row::new(format!("pass {}", pass + 1), None),
            cells: texts.iter().map(state).collect(),
            texts,
            marks: Marks::Banks,
            items: None,
            cause: None,
            note: String::new(),
        }
    };
    let rows: Vec<Line> = access.passes.iter().enumerate().map(line).collect();
    Matrix {
        column: "bank".into(),
        columns: count,
        first: 0,
        all: rows.len() as u32,
        causes: Causes::SHARED,
        rows,
    }
}

/// The address of each lane that takes part.
fn addresses(access: &Access, unit: u32) -> Table {
    let head = |(lane, _): &(u32, u64)| Column {
        title: lane.to_string(),
        mark: Some(Mark::Lane(unit, *lane)),
        off: false,
    };
    let cell =
        |(_, at): &(u32, u64)| TableCell::of(format!("{at:x}"), Mark::Bytes(*at, u64::from(access.bytes)));
    let columns = core::iter::once(Column::new("lane")).chain(access.addresses.iter().map(head));
    let cells = core::iter::once(TableCell::text("address")).chain(access.addresses.iter().map(cell));
    Table { columns: columns.collect(), rows: Vec::from([cells.collect()]) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Space;

    fn access() -> Access {
        Access {
            pc: 3,
            space: Space::Global,
            write: false,
            bytes: 4,
            addresses: [(0, 0x100), (1, 0x104), (2, 0x160)].into(),
            segments: Vec::new(),
            passes: Vec::new(),
            banks: (0, 4),
        }
    }

    #[test]
    fn a_sector_names_the_lanes_that_touch_it() {
        let segment =
            Segment { base: 0x100, bytes: 128, lanes: Lanes::first_n(3), sectors: 0b1001, home: (0, 0) };
        let matrix = segments(&Access { segments: [segment].into(), ..access() });
        assert_eq!((matrix.columns, matrix.rows[0].note.as_str()), (4, "3 lanes"));
        assert_eq!(matrix.rows[0].texts, ["0 1", "", "", "2"]);
        assert_eq!(matrix.rows[0].cells, [State::On, State::Off, State::Off, State::On]);
    }

    #[test]
    fn a_pass_over_constants_serves_one_address() {
        // Lanes 0 and 2 want one address, lane 1 another.
        let addresses = [(0, 0x40), (1, 0x44), (2, 0x40)].into();
        let passes = [[0, 2].into_iter().collect(), [1].into_iter().collect()].into();
        let table = distinct(&Access { space: Space::Constant, addresses, passes, ..access() });
        let texts = |row: &Vec<TableCell>| row.iter().map(|cell| cell.text.clone()).collect::<Vec<_>>();
        let rows: Vec<Vec<String>> = table.rows.iter().map(texts).collect();
        assert_eq!(rows, [["1", "0x40", "0 2"], ["2", "0x44", "1"]]);
        assert_eq!(distinct_title(2), "2 passes, one for each distinct address");
        assert_eq!(distinct_title(1), "One pass: all lanes want one address");
    }

    #[test]
    fn a_pass_serves_a_bank_once() {
        // Words of 4 bytes in 8 banks: lanes 0 and 2 want bank 0, lane 1 bank 1.
        let access = Access {
            passes: [Lanes::first_n(2), [2].into_iter().collect()].into(),
            banks: (8, 4),
            ..access()
        };
        let matrix = passes(&access);
        assert_eq!(matrix.rows[0].texts[..2], ["0", "1"]);
        assert_eq!(matrix.rows[1].texts[..2], ["2", ""]);
        // In numbers too, a bank that serves nobody is not one that serves lane 0.
        let numbers = |row: usize| {
            matrix.table().rows[row][1..4].iter().map(|cell| cell.text.clone()).collect::<Vec<_>>()
        };
        assert_eq!([numbers(0), numbers(1)], [["0", "1", ""], ["2", "", ""]]);
        assert!(passes_title(matrix.rows.len()).starts_with("Bank conflict: 2 passes"));
        assert!(passes_title(1).ends_with("no bank conflict"));
        assert_eq!(words(&access), "reads 4 bytes of global memory in 3 lanes");
    }
}

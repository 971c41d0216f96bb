//! Buffers and work-group memory, typed, a page at a time, with what the run has changed marked.

use alloc::{format, string::ToString, vec::Vec};

use super::LaboratoryPanel;
use crate::{
    figure::{
        About, Figure, Form, Mark, Pages, Panel, Question, Region, Table, Takes,
        legend::Entry,
        number,
        table::{Column, Look, TableCell},
    },
    image::Buffer,
    ir::Type,
    session::Session,
};

/// Bytes of a page, and of an answer to who does not say how many.
const PAGE: u64 = 512;
/// Most bytes of an answer.
const MOST: u64 = 1 << 20;

/// The row of the memory.
pub const MEMORY: LaboratoryPanel = Panel {
    about: About {
        id: "memory",
        title: "Memory",
        says: "The buffers and the group's shared memory; bytes that the run has changed are marked.",
        label: "Contents of memory.",
        help: &[
            ("Rows", "The elements of a buffer, or of a group's work-group memory, at the cursor."),
            (
                "Hand",
                "Point at an element to see which lanes access it; choose the buffer and the page above.",
            ),
        ],
        legend: &[
            Entry::Token("changed", "changed since the start of the run"),
            Entry::Token("fresh", "changed since the last stop"),
        ],
        empty: "This launch has no buffers.",
        takes: &[Takes::Cursor, Takes::Memory, Takes::Radix, Takes::Page(PAGE)],
        shows: &[],
    },
    answer: memory,
};

/// How a region's bytes are read.
struct Reading {
    base: u64,
    bytes: u64,
    element: Type,
    unsigned: bool,
}

impl Reading {
    fn of(session: &Session, region: Region) -> Option<Reading> {
        let run = session.run()?;
        match region {
            Region::Buffer(at) => {
                let Buffer { base, bytes, element, unsigned, .. } = *run.buffers.get(at as usize)?;
                Some(Reading { base, bytes, element, unsigned })
            }
            Region::Local(_) => Some(Reading {
                base: 0,
                bytes: u64::from(run.local_bytes),
                element: Type::I32,
                unsigned: false,
            }),
        }
    }
}

fn memory(session: &Session, question: &Question) -> Figure {
    let Some(reading) = Reading::of(session, question.region) else {
        return Figure::empty(MEMORY.about.empty);
    };
    let size = u64::from(reading.element.bytes());
    let count = if question.count == u64::MAX { PAGE } else { question.count.min(MOST) };
    let offset = question.offset - question.offset % size;
    let pages = Pages::of("bytes", &Question { offset, count, ..question.clone() }, reading.bytes);
    let offset = pages.first;
    let contents = session.contents(question.region, offset, pages.shown);
    if contents.bytes.is_empty() {
        return Figure::empty(MEMORY.about.empty);
    }
    let columns = if size == 1 { 16 } else { 8 };
    let head = |column| Column::new(format!("+{column}"));
    let heads = core::iter::once(Column::new("element")).chain((0..columns).map(head));
    let mut table = Table { columns: heads.collect(), rows: Vec::new() };
    let bytes_of_row = columns * size as usize;
    let changed = contents.changed.chunks(bytes_of_row);
    for (at, (bytes, changed)) in contents.bytes.chunks(bytes_of_row).zip(changed).enumerate() {
        let first = offset + (at * bytes_of_row) as u64;
        let cell = |(at, (bytes, changed)): (usize, (&[u8], &[bool]))| {
            let word = bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
            let text = number::element(word, reading.element, reading.unsigned, question.radix);
            let mark = Mark::Bytes(reading.base + first + at as u64 * size, size);
            let look = if changed.contains(&true) { Look::Changed } else { Look::Plain };
            TableCell::of(text, mark).looking(look).holding(word)
        };
        let elements = bytes.chunks(size as usize).zip(changed.chunks(size as usize)).enumerate().map(cell);
        let row = Mark::Bytes(reading.base + first, bytes.len() as u64);
        let name = TableCell::of((first / size).to_string(), row);
        let mut row: Vec<TableCell> = core::iter::once(name).chain(elements).collect();
        row.resize(columns + 1, TableCell::default());
        table.rows.push(row);
    }
    Figure { pages: pages.partial(), ..Figure::from(Form::Table(table)) }
}

//! The stack of the selected unit: a row for each entry, bottom first, with the machine's columns. A machine declares the
//! panel, whose words say what its stack is for; the answer is here.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::Scene;
use crate::{
    figure::{
        Figure, Form, Mark, Question, Table,
        table::{Column, Look, TableCell},
    },
    machines::{StackCell, StackColumn},
};

/// The answer.
pub fn stack(scene: &dyn Scene, question: &Question) -> Figure {
    let state = scene.cursor().state(question.unit);
    let works = state.as_ref().is_some_and(|state| state.live.count() > 0);
    let stack = state.map(|state| state.stack).unwrap_or_default();
    let lanes = scene.units().get(question.unit as usize).map_or(0, |unit| unit.lanes);
    let cells = |(column, cell): (&StackColumn, &StackCell)| match cell {
        StackCell::Place(Some(pc)) => Vec::from([TableCell::of(scene.code().name(*pc), Mark::Pc(*pc))]),
        StackCell::Place(None) => Vec::from([TableCell::text(column.nowhere)]),
        StackCell::Number(number) => Vec::from([TableCell::text(number.to_string())]),
        StackCell::Lanes(set) => {
            let bits = format!("{set:width$}", width = lanes as usize);
            Vec::from([TableCell::text(bits).looking(Look::Bits), TableCell::text(set.count().to_string())])
        }
    };
    let row = |(at, row): (usize, &Vec<StackCell>)| {
        let top = at + 1 == stack.len();
        let name: String = if top { "top".into() } else { at.to_string() };
        let head = TableCell::text(name).looking(if top { Look::On } else { Look::Plain });
        core::iter::once(head).chain(scene.cursor().stack().iter().zip(row).flat_map(cells)).collect()
    };
    let rows: Vec<Vec<TableCell>> = stack.iter().enumerate().map(row).collect();
    if rows.is_empty() {
        return Figure::empty(match works {
            true => "The stack of the selected unit is empty at this cycle.",
            false => "The selected unit has no work at this cycle, so its stack is empty.",
        });
    }
    Figure::from(Form::Table(Table { columns: columns(scene.cursor().stack(), &stack), rows }))
}

/// A column for each of the machine's; a set of lanes has a second one with their number.
fn columns(stack: &[StackColumn], rows: &[Vec<StackCell>]) -> Vec<Column> {
    let is_lanes = |at: usize| matches!(rows.first().and_then(|row| row.get(at)), Some(StackCell::Lanes(_)));
    let titles = stack.iter().enumerate().flat_map(|(at, column)| {
        let count = is_lanes(at).then(|| format!("number of {}", column.title));
        core::iter::once(String::from(column.title)).chain(count)
    });
    core::iter::once("entry".into()).chain(titles).map(|title: String| Column::new(title)).collect()
}

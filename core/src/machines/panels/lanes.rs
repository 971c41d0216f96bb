//! The lane grid: which lanes of each unit take part in its next instruction.

use alloc::{string::String, vec::Vec};

use super::{MachinePanel, Scene, listed, part, row};
use crate::{
    figure::{
        About, Figure, Form, Ink, Matrix, Panel, Question, Takes,
        legend::{Entry, Swatch},
        matrix::{Line, Marks, State},
    },
    machines::UnitState,
};

/// The row of the lane grid.
pub const LANES: MachinePanel = Panel {
    about: About {
        id: "lanes",
        title: "Lanes",
        says: "Which lanes take part in each unit's next instruction. Look for rows that are half empty.",
        label: "Lane grid: units by lanes at the cursor. Arrow keys select.",
        help: &[
            ("Rows", "The units, with what each does at the cursor and its next instruction."),
            ("Columns", "Lanes: one work-item each."),
            ("Hand", "Click a lane to see its work-item; arrow keys move the selection."),
        ],
        legend: &[
            Entry::Swatch(Swatch::Square, Ink::LaneOn, "takes part"),
            Entry::Swatch(Swatch::Square, Ink::LaneOff, "switched off"),
        ],
        empty: "This machine has no units.",
        takes: &[Takes::Cursor, Takes::Rows],
        shows: &[],
    },
    answer: lanes,
};

fn lanes(scene: &dyn Scene, question: &Question) -> Figure {
    let list = listed(scene, question.idle);
    let (first, units) = part(&list, question.rows);
    if units.is_empty() {
        return Figure::empty(LANES.about.empty);
    }
    let (states, infos) = (scene.states(), scene.units());
    let line = |unit: &u32| {
        let count = infos.get(*unit as usize).map_or(1, |info| info.lanes);
        let state = states.get(*unit as usize);
        let note = state.and_then(|state| state.pc).map_or(String::new(), |pc| scene.code().name(pc));
        Line {
            row: row(scene, *unit),
            cells: state.map_or(Vec::new(), |state| cells(state, count)),
            texts: Vec::new(),
            marks: Marks::Lanes(*unit),
            items: state.and_then(|state| Some((state.group?, state.first_item))),
            cause: state.map(|state| state.cause),
            note,
        }
    };
    let columns = infos.iter().map(|info| info.lanes).max().unwrap_or(1);
    let rows = units.iter().map(line).collect();
    Figure::from(Form::Matrix(Matrix {
        column: "lane".into(),
        columns,
        rows,
        first,
        all: list.len() as u32,
        causes: scene.summary().causes().clone(),
    }))
}

fn cells(state: &UnitState, count: u32) -> Vec<State> {
    let cell = |lane| match (state.active.has(lane), state.live.has(lane)) {
        (true, _) => State::On,
        (false, true) => State::Off,
        (false, false) => State::Absent,
    };
    (0..count).map(cell).collect()
}

//! The lane grid: which lanes of each unit take part in its next instruction.

use alloc::{format, string::String, vec, vec::Vec};

use super::radix::{destination, guard, of_register};

use super::{MachinePanel, Scene, listed, part, row};
use crate::{
    figure::{
        About, Figure, Form, Ink, Matrix, Panel, Question, Takes,
        legend::{Entry, Swatch},
        matrix::{Line, Marks, State},
        number::{self, Radix},
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
            (
                "Numbers",
                "Where there is room, what the instruction computes in each lane that takes part: the address of an access, the predicate of a branch, else the result. Of the selected lane it is also said below.",
            ),
            ("Hand", "Click a lane to see its work-item; arrow keys move the selection."),
        ],
        legend: &[
            Entry::Swatch(Swatch::Square, Ink::LaneOn, "takes part"),
            Entry::Swatch(Swatch::Square, Ink::LaneOff, "switched off"),
        ],
        empty: "This machine has no units.",
        takes: &[Takes::Cursor, Takes::Rows, Takes::Radix],
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
    let (states, infos) = (scene.cursor().states(), scene.units());
    let line = |unit: &u32| {
        let count = infos.get(*unit as usize).map_or(1, |info| info.lanes);
        let state = states.get(*unit as usize);
        let note = state.and_then(|state| state.pc).map_or(String::new(), |pc| scene.code().name(pc));
        Line {
            row: row(scene, *unit),
            cells: state.map_or(Vec::new(), |state| cells(state, count)),
            texts: state.map_or(Vec::new(), |state| computed(scene, question, *unit, state)),
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

/// What the next instruction of a unit computes in each of its lanes, as texts: addresses, predicates, or results.
fn computed(scene: &dyn Scene, question: &Question, unit: u32, state: &UnitState) -> Vec<String> {
    let Some(pc) = state.pc else { return Vec::new() };
    let lanes = state.active.iter().max().map_or(0, |last| last as usize + 1);
    let mut texts = vec![String::new(); lanes];
    if let Some(access) = scene.cursor().access(unit).filter(|access| access.pc == pc) {
        for (lane, address) in access.addresses {
            if let Some(text) = texts.get_mut(lane as usize) {
                *text = format!("{address:x}");
            }
        }
        return texts;
    }
    let text = scene.code().text(pc);
    let foreseen = scene.cursor().foreseen(unit);
    // What decides is there already.
    let (name, registers) = match (foreseen, guard(text)) {
        (Some(after), _) => (destination(text), Some(after)),
        (None, Some(guard)) => (Some(guard), scene.cursor().registers(unit)),
        (None, None) => (None, None),
    };
    let (Some(name), Some(registers)) = (name, registers) else { return Vec::new() };
    let place = registers.classes.iter().find_map(|class| {
        Some((class, class.names.iter().position(|known| known == name)?)).filter(|_| class.lanes.is_some())
    });
    let Some((class, at)) = place else { return Vec::new() };
    let radix = match question.radix {
        // The result has the type of this instruction: it is the last that writes before the next one.
        Radix::Auto => of_register(scene.code(), name, pc.saturating_add(1), class.bits),
        chosen => chosen,
    };
    for lane in state.active.iter() {
        if let (Some(value), Some(text)) = (class.value(at, lane, 0), texts.get_mut(lane as usize)) {
            *text = number::value(value, class.bits, radix);
        }
    }
    texts
}

fn cells(state: &UnitState, count: u32) -> Vec<State> {
    let cell = |lane| match (state.active.has(lane), state.live.has(lane)) {
        (true, _) => State::On,
        (false, true) => State::Off,
        (false, false) => State::Absent,
    };
    (0..count).map(cell).collect()
}

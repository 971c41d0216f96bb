//! The timeline: units by cycles, each cell an issue or the reason why there was none.

use super::{MachinePanel, Scene, listed, part, row};
use crate::figure::{About, Cells, Figure, Form, Panel, Question, Takes, legend::CAUSES, panel::Place};

/// The row of the timeline.
pub const TIMELINE: MachinePanel = Panel {
    about: About {
        id: "timeline",
        title: "Timeline",
        says: "Units down, cycles to the right: a cell says that the unit issued an instruction, or why it did not.",
        label: "Timeline: units by cycles. Arrow keys move the cursor and select a unit, plus and minus zoom.",
        help: &[
            ("Rows", "The units that a scheduler picks from, core by core."),
            (
                "Columns",
                "Cycles. Seen from afar a column holds several: it is filled as far as the unit had work in them, from the bottom the share with an issue, above it the most frequent cause of the rest.",
            ),
            ("Cursor", "The cycle that every other view shows. Click a cell to go there and to see why."),
            (
                "Hand",
                "Wheel or pinch zooms, drag or Shift with the wheel moves in time; on the names the wheel moves through the units.",
            ),
        ],
        legend: CAUSES,
        empty: "No cycle of this window is recorded yet.",
        takes: &[Takes::Cycles, Takes::Rows],
        shows: &[Place::First, Place::Beside],
    },
    answer: timeline,
};

fn timeline(scene: &dyn Scene, question: &Question) -> Figure {
    let list = listed(scene, question.idle);
    let (first, units) = part(&list, question.rows);
    let (from, to) = question.cycles;
    let grid = scene.rows(from, to, question.columns, &units);
    if grid.columns == 0 {
        return Figure::empty(TIMELINE.about.empty);
    }
    let known = grid.cells.iter().map(|cell| cell.pc).filter(|pc| *pc != u32::MAX);
    let figure = Figure::from(Form::Cells(Cells {
        rows: units.iter().map(|unit| row(scene, *unit)).collect(),
        first,
        all: list.len() as u32,
        from: grid.from,
        cycles_per_column: grid.cycles_per_column,
        columns: grid.columns,
        causes: scene.summary().causes().clone(),
        code: scene.code().part(known),
        cells: grid.cells,
    }));
    Figure { coarse: grid.coarse, ..figure }
}

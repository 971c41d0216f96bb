//! The divergence stack of the selected warp, bottom first as it grew.

use alloc::{
    format,
    string::{String, ToString},
};

use crate::{
    figure::{
        About, Figure, Form, Mark, Panel, Question, Table, Takes,
        legend::Entry,
        table::{Look, TableCell},
    },
    machines::panels::{MachinePanel, Scene},
};

/// The row of the stack.
pub const STACK: MachinePanel = Panel {
    about: About {
        id: "stack",
        title: "SIMT stack",
        says: "The paths of the selected warp that still have to run, top last, with the place where their lanes meet again.",
        label: "Divergence stack of the selected warp.",
        help: &[
            (
                "Rows",
                "One path that lanes of the selected warp still have to take, the newest last; only the top one runs.",
            ),
            (
                "Joins at",
                "The instruction where the lanes of this entry meet the others again (the immediate post-dominator of the branch).",
            ),
            ("Next", "Where the lanes of this entry go on."),
        ],
        legend: &[
            Entry::Token("lane-on", "the lane takes part"),
            Entry::Token("lane-off", "the lane is switched off, or has no work-item"),
        ],
        empty: "This warp has no work at this cycle, so its stack is empty.",
        takes: &[Takes::Cursor, Takes::Unit],
    },
    answer: stack,
};

fn stack(scene: &dyn Scene, question: &Question) -> Figure {
    let stack = scene.state(question.unit).map(|state| state.stack).unwrap_or_default();
    if stack.is_empty() {
        return Figure::empty(STACK.about.empty);
    }
    let lanes = scene.units().get(question.unit as usize).map_or(0, |unit| unit.lanes) as usize;
    let mut table = Table::new(&["entry", "joins at", "next", "lanes", "number of lanes"]);
    let place = |pc: u32| TableCell::of(scene.code().name(pc), Mark::Pc(pc));
    for (at, row) in stack.iter().enumerate() {
        let top = at + 1 == stack.len();
        let look = if top { Look::On } else { Look::Plain };
        let name: String = if top { "top".into() } else { at.to_string() };
        let mask: String = format!("{:width$}", row.lanes, width = lanes);
        table.rows.push(
            [
                TableCell::text(name).looking(look),
                row.reconverge.map_or_else(|| TableCell::text("exit"), place),
                place(row.next),
                TableCell::text(mask).looking(Look::Bits),
                TableCell::text(row.lanes.count().to_string()),
            ]
            .into(),
        );
    }
    Figure::from(Form::Table(table))
}

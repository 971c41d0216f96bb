//! Everything that is recorded in a strip: how the issue slots were used, and the functional units where there are some.

use alloc::vec::Vec;

use super::LaboratoryPanel;
use crate::{
    figure::{About, Figure, Form, Panel, Question, Stacks, Takes, legend::CAUSES, stacks::Band},
    session::Session,
    trace::window::Strip,
};

/// The row of the strip.
pub const RUN: LaboratoryPanel = Panel {
    about: About {
        id: "run",
        title: "Whole run",
        says: "Slots by cause over all that is recorded: the height of the lowest part is the utilisation.",
        label: "Slots by cause over time. Arrow keys move the cursor.",
        help: &[
            ("Columns", "Stretches of cycles of the whole recorded run."),
            ("Height", "Shares of the slots by cause, issued at the bottom; what is empty had no work."),
            ("Bands", "On a machine with functional units: these above, its front end below."),
        ],
        legend: CAUSES,
        empty: "Nothing is recorded yet.",
        takes: &[Takes::Cycles],
        shows: &[],
    },
    answer: run,
};

fn run(session: &Session, question: &Question) -> Figure {
    let strip = session.strip(question.columns);
    if strip.columns.is_empty() {
        return Figure::empty(RUN.about.empty);
    }
    Figure::from(Form::Stacks(stacks(&strip)))
}

/// The bands of a strip.
pub fn stacks(strip: &Strip) -> Stacks {
    let band = |name: &str, columns: &[Vec<u32>]| Band { name: name.into(), columns: columns.to_vec() };
    let bands = match strip.units.is_empty() {
        true => Vec::from([band("slots", &strip.columns)]),
        false => Vec::from([band("units", &strip.units), band("front end", &strip.columns)]),
    };
    let causes = strip.causes.clone();
    Stacks { from: strip.from, end: strip.end, cycles_per_column: strip.cycles_per_column, causes, bands }
}

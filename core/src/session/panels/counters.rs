//! The numbers up to the cursor: where the issue slots went, and every counter.

use alloc::string::{String, ToString};
use core::cmp::Reverse;

use super::LaboratoryPanel;
use crate::{
    figure::{
        About, Figure, Form, Mark, Panel, Part, Question, Table, Takes,
        number::{grouped, percent, quantity},
        table::TableCell,
    },
    session::{Report, Session},
    trace::Cause,
};

/// The row of the breakdown of slots.
pub const SLOTS: LaboratoryPanel = Panel {
    about: About {
        id: "slots",
        title: "Where the issue slots went",
        says: "Every issue slot of every cycle up to the cursor has exactly one cause; the causes add up to all slots.",
        label: "Issue slots by cause.",
        help: &[
            ("Slots", "A scheduler has one slot, or several, in each cycle."),
            ("Share", "Of the slots of schedulers that have had work."),
            ("By part", "Where the machine has several cores, the slots of each add up by themselves."),
        ],
        legend: &[],
        empty: "Counters count up to the cursor, which is at the start of the run.",
        takes: &[Takes::Cursor],
        shows: &[],
    },
    answer: slots,
};

/// The row of the counters.
pub const COUNTERS: LaboratoryPanel = Panel {
    about: About {
        id: "counters",
        title: "Counters",
        says: "What the machine has counted up to the cursor, and the measures that follow from it.",
        label: "Counters and measures.",
        help: &[("Meaning", "What a counter counts, and in which unit.")],
        legend: &[],
        empty: "Counters count up to the cursor, which is at the start of the run.",
        takes: &[Takes::Cursor],
        shows: &[],
    },
    answer: counters,
};

fn slots(session: &Session, _: &Question) -> Figure {
    let Some(report) = session.report().filter(|report| report.cycles > 0) else {
        return Figure::empty(SLOTS.about.empty);
    };
    let all = report.slots_total - report.slots_idle;
    let mut table = Table::new(&["cause", "slots", "share", "meaning"]);
    for ((cause, row), slots) in report.causes.rows().zip(&report.slots) {
        let slots = if cause == Cause::EMPTY { slots - report.slots_idle } else { *slots };
        if slots > 0 {
            let name = TableCell::of(&*row.label, Mark::Cause(cause));
            let rest = [slots.to_string(), percent(slots, all), row.doc.to_string()];
            table.rows.push(core::iter::once(name).chain(rest.map(TableCell::text)).collect());
        }
    }
    let idle = report.slots_idle;
    let remark = if idle > 0 {
        alloc::format!("{} slots of idle schedulers are left out.", grouped(idle))
    } else {
        "".into()
    };
    let mut figure = Figure::from(Form::Table(table)).with_remark(remark);
    if report.slot_groups.len() > 1 {
        figure.parts.push(Part { title: "By part".into(), form: Form::Table(by_part(&report)) });
    }
    figure
}

/// A row for each part that has had work: how much of its slots issued, and what most of the others waited for.
fn by_part(report: &Report) -> Table {
    let mut table = Table::new(&["part", "slots", "issued", "share", "most are lost to", "share"]);
    for part in report.slot_groups.iter().filter(|part| part.has_worked()) {
        let (all, issued) = (part.total(), part.causes[Cause::ISSUED.index()]);
        let lost = report.causes.rows().zip(&part.causes).filter(|((cause, _), _)| *cause != Cause::ISSUED);
        // The first of the largest.
        let most = lost.min_by_key(|(_, count)| Reverse(**count)).filter(|(_, count)| **count > 0);
        let (cause, share) = most.map_or((TableCell::text(""), String::new()), |((cause, row), count)| {
            (TableCell::of(&*row.label, Mark::Cause(cause)), percent(*count, all))
        });
        let numbers = [part.name.clone(), all.to_string(), issued.to_string(), percent(issued, all)];
        let cells = numbers.map(TableCell::text).into_iter();
        table.rows.push(cells.chain([cause, TableCell::text(share)]).collect());
    }
    table
}

fn counters(session: &Session, _: &Question) -> Figure {
    let Some(report) = session.report().filter(|report| report.cycles > 0) else {
        return Figure::empty(COUNTERS.about.empty);
    };
    let mut table = Table::new(&["id", "value", "unit", "meaning"]);
    let mut push = |id: &str, value: alloc::string::String, unit: &str, doc: &str| {
        table.push([id.into(), value, unit.into(), doc.trim().into()]);
    };
    push("cycles", report.cycles.to_string(), "cycles", "Cycles up to the cursor.");
    for counter in &report.counters {
        push(&counter.id, counter.value.to_string(), &counter.unit, &counter.doc);
    }
    for measure in &report.derived {
        push(&measure.id, quantity(measure.value), &measure.unit, &measure.doc);
    }
    Figure::from(Form::Table(table))
}

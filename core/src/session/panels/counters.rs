//! The numbers up to the cursor: where the issue slots went, and every counter.

use alloc::string::{String, ToString};
use core::cmp::Reverse;

use super::LaboratoryPanel;
use crate::{
    figure::{
        About, Figure, Form, Mark, Panel, Question, Subfigure, Table, Takes,
        number::{grouped, percent, quantity},
        table::TableCell,
    },
    session::{Report, Session, SlotCounts},
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
            (
                "By part",
                "The slots of each scheduler, front end and functional unit add up by themselves: slots in a cycle times cycles. \
                 The parts of a core that take instructions add up to the core, the cores to the machine. A functional unit \
                 takes element groups; they are not added to instructions.",
            ),
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
    let parts = report.slot_rows();
    if !parts.is_empty() {
        figure.parts.push(Subfigure { title: "By part".into(), form: Form::Table(by_part(&report, &parts)) });
        figure
            .parts
            .push(Subfigure { title: "Causes by part".into(), form: Form::Table(by_cause(&report, &parts)) });
    }
    figure
}

/// A row for each part: how many of its slots took something, and what most of the others waited for.
fn by_part(report: &Report, parts: &[SlotCounts]) -> Table {
    let mut table = Table::new(&["part", "takes", "slots", "taken", "share", "most are lost to", "share"]);
    for part in parts {
        let (all, issued) = (part.total(), part.causes[Cause::ISSUED.index()]);
        let lost = report.causes.rows().zip(&part.causes).filter(|((cause, _), _)| *cause != Cause::ISSUED);
        // The first of the largest.
        let most = lost.min_by_key(|(_, count)| Reverse(**count)).filter(|(_, count)| **count > 0);
        let (cause, share) = most.map_or((TableCell::text(""), String::new()), |((cause, row), count)| {
            (TableCell::of(&*row.label, Mark::Cause(cause)), percent(*count, all))
        });
        let (name, takes) = (part.name.clone(), part.kind.takes().to_string());
        let numbers = [name, takes, all.to_string(), issued.to_string(), percent(issued, all)];
        let cells = numbers.map(TableCell::text).into_iter();
        table.rows.push(cells.chain([cause, TableCell::text(share)]).collect());
    }
    table
}

/// A row for each cause that a part has: all slots of each part, so that they can be added up.
fn by_cause(report: &Report, parts: &[SlotCounts]) -> Table {
    let mut table = Table::new(&["part", "cause", "slots", "share"]);
    for part in parts {
        let all = part.total();
        for ((cause, row), slots) in report.causes.rows().zip(&part.causes).filter(|(_, slots)| **slots > 0) {
            let name = TableCell::of(&*row.label, Mark::Cause(cause));
            let rest = [slots.to_string(), percent(*slots, all)].map(TableCell::text);
            let cells = [TableCell::text(part.name.clone()), name].into_iter();
            table.rows.push(cells.chain(rest).collect());
        }
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
    let infos = session.run().map_or(&[][..], |run| &run.counters);
    for (counter, info) in report.counters.iter().zip(infos) {
        push(&counter.id, counter.value.to_string(), &info.unit, &info.doc);
    }
    for (measure, info) in report.derived.iter().filter_map(|one| Some((one, one.info()?))) {
        push(&measure.id, quantity(measure.value), info.unit, info.doc);
    }
    Figure::from(Form::Table(table))
}

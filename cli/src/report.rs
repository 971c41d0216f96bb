//! The numbers of a run, for people and as one JSON object. The object has the same keys whatever ran and on whatever
//! machine, and one block of the machine's own, under its id; what a run without timing cannot know is null.

use std::fmt::Write;

use lanescope_core::session::{
    self, Check, Compiled, Functional, Report, Session, SlotCounts, SlotGroupCounts, printed,
    vocabulary::{Cause, Clock, CounterInfo, Work},
};
use serde_json::{Map, Value, json};

use crate::{args::Style, drive::Stop, tables};

/// What was measured.
pub enum Numbers {
    /// A run with timing.
    Timed(Box<Report>),
    /// A run without.
    Functional(Functional),
}

impl Numbers {
    fn work(&self) -> Work {
        match self {
            Numbers::Timed(report) => report.work,
            Numbers::Functional(functional) => functional.work,
        }
    }
}

/// How a run ended.
pub struct Outcome<'a> {
    /// Its numbers.
    pub numbers: Numbers,
    /// The comparison with the reference, if there was one.
    pub check: Option<&'a Check>,
    /// Why it ended early.
    pub stop: Option<&'a Stop>,
    /// Wall time of the run.
    pub wall_seconds: f64,
}

/// Are these the numbers of a whole run, and not of its part up to a limit or a halt?
fn is_whole(session: &Session, numbers: &Numbers) -> bool {
    match numbers {
        Numbers::Timed(_) => {
            let status = session.status();
            status.complete && status.halt.is_none()
        }
        Numbers::Functional(functional) => functional.halt.is_none(),
    }
}

fn hex(digest: u64) -> String {
    format!("{digest:016x}")
}

/// As one JSON object.
pub fn json(session: &Session, outcome: &Outcome) -> Value {
    let document = session.document();
    let compiled = session.compiled();
    let kernel = compiled.chosen.and_then(|at| compiled.kernels.get(at)).map(|kernel| kernel.name.clone());
    let settings: Map<String, Value> =
        session.settings().into_iter().map(|(key, value)| (key, Value::String(value))).collect();
    let machine = document.machine.preset.split('/').next().unwrap_or_default();
    let mut object = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "machine": machine,
        "clocks": clocks(session),
        "preset": document.machine.preset,
        "settings": settings,
        "kernel": kernel,
        "functional": matches!(outcome.numbers, Numbers::Functional(_)),
        "check": outcome.check.map(
            |check| json!({ "verdict": check.verdict.name(), "pass": check.verdict.passes(), "mismatches": check.mismatches, "largest_ulps": check.largest_ulps, "remark": check.remark })
        ),
        "complete": is_whole(session, &outcome.numbers),
        "halt": outcome.stop.map(Stop::message),
        "wall_seconds": outcome.wall_seconds,
        "console": session.console().map(characters),
        "printf": session.printed().map(printed),
        machine: own(session, compiled, &outcome.numbers),
    });
    let numbers = match &outcome.numbers {
        Numbers::Timed(report) => timed(session, report),
        Numbers::Functional(functional) => untimed(functional),
    };
    if let (Value::Object(object), Value::Object(numbers)) = (&mut object, numbers) {
        object.extend(numbers);
        object.insert("instructions".into(), instructions(machine, &outcome.numbers));
    }
    object
}

/// The clocks of the machine: id, and its period as a fraction of picoseconds.
fn clocks(session: &Session) -> Vec<Value> {
    let clocks = session.run().map_or(&[][..], |run| &run.clocks);
    let clock = |clock: &Clock| json!({ "id": clock.id, "picoseconds": [clock.picoseconds, clock.parts] });
    clocks.iter().map(clock).collect()
}

/// Instructions of units, and what one is on this machine.
fn instructions(machine: &str, numbers: &Numbers) -> Value {
    let infos = session::machines();
    let unit = infos.iter().find(|info| info.id == machine).map(|info| info.instructions.as_str());
    json!({ "count": numbers.work().instructions, "unit": unit })
}

/// What only this machine has: remarks on its program, its counters with their units, and its counts by names of its own.
fn own(session: &Session, compiled: &Compiled, numbers: &Numbers) -> Value {
    let preset = &session.document().machine.preset;
    let facts: Map<String, Value> =
        compiled.facts.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect();
    let units = match numbers {
        Numbers::Timed(_) => units(session),
        Numbers::Functional(_) => Value::Null,
    };
    let mut block = json!({ "program": facts, "counter_units": units });
    let counters = match numbers {
        Numbers::Timed(report) => report.counters.as_slice(),
        Numbers::Functional(_) => &[],
    };
    for (name, value) in session::own_counts(preset, counters) {
        let value = if counters.is_empty() { Value::Null } else { value.into() };
        let (outer, inner) = name.split_once('.').map_or((name, None), |(outer, inner)| (outer, Some(inner)));
        match inner {
            Some(inner) => block[outer][inner] = value,
            None => block[outer] = value,
        }
    }
    for (name, data) in session.details() {
        block[name] = serde_json::to_value(data).unwrap_or_default();
    }
    block
}

fn units(session: &Session) -> Value {
    let unit = |counter: &CounterInfo| (counter.id.clone(), counter.unit.clone().into());
    Value::Object(session.run().iter().flat_map(|run| &run.counters).map(unit).collect())
}

fn timed(session: &Session, report: &Report) -> Value {
    let lost = report.causes.rows().zip(&report.slots).filter(|((cause, _), _)| *cause != Cause::ISSUED);
    let stalls: Map<String, Value> =
        lost.map(|((_, row), count)| (row.id.to_string(), (*count).into())).collect();
    let counters: Map<String, Value> =
        report.counters.iter().map(|counter| (counter.id.clone(), counter.value.into())).collect();
    let issued = report.slots.get(Cause::ISSUED.index()).copied().unwrap_or(0);
    json!({
        "cycles": report.cycles,
        "seconds_simulated": report.seconds,
        "warp_instructions": report.work.instructions,
        "lane_operations": report.work.lane_operations,
        "slots": { "total": report.slots_total, "issued": issued, "stalls": stalls, "parts": parts(report) },
        "counters": &counters,
        "memory": counters,
        "digest": { "memory": session.memory_digest().map(hex), "log": hex(session.fingerprint()) },
    })
}

/// Where the slots of each core went that has had work, and those of its parts.
fn parts(report: &Report) -> Vec<Value> {
    let causes = |part: &SlotCounts| {
        let counts = report.causes.rows().zip(&part.causes).filter(|(_, count)| **count > 0);
        counts.map(|((_, row), count)| (row.id.to_string(), (*count).into())).collect::<Map<String, Value>>()
    };
    let part = |part: &SlotCounts| {
        let takes = part.kind.takes();
        json!({ "name": part.name, "takes": takes, "slots": part.slots, "causes": causes(part) })
    };
    let core = |group: &SlotGroupCounts| {
        let SlotGroupCounts { issue, parts } = group;
        let parts: Vec<Value> = parts.iter().map(part).collect();
        json!({ "name": issue.name, "slots": issue.slots, "causes": causes(issue), "parts": parts })
    };
    report.slot_groups.iter().filter(|group| group.issue.has_worked()).map(core).collect()
}

fn untimed(functional: &Functional) -> Value {
    json!({
        "cycles": null,
        "seconds_simulated": null,
        "warp_instructions": functional.work.instructions,
        "lane_operations": functional.work.lane_operations,
        "slots": null,
        "counters": null,
        "memory": null,
        "digest": { "memory": hex(functional.memory_digest), "log": null },
    })
}

/// For people. What the program wrote to its console is in it byte for byte, but for what would steer a terminal.
pub fn text(session: &Session, outcome: &Outcome, terminal: bool) -> Vec<u8> {
    let work = outcome.numbers.work();
    let digest = match &outcome.numbers {
        Numbers::Timed(_) => session.memory_digest().unwrap_or_default(),
        Numbers::Functional(functional) => functional.memory_digest,
    };
    let mut lines = vec![("machine", session.document().machine.preset)];
    if let Numbers::Timed(report) = &outcome.numbers {
        lines.push(("cycles", report.cycles.to_string()));
    }
    if !is_whole(session, &outcome.numbers) {
        lines.extend(outcome.stop.map(|stop| ("not whole", stop.message())));
    }
    lines.push(("instructions", work.instructions.to_string()));
    lines.push(("lane operations", format!("{} of {}", work.lane_operations, work.lane_slots)));
    lines.push(("memory digest", hex(digest)));
    lines.extend(outcome.check.into_iter().map(|check| ("check", check.words())));
    let mut text = String::new();
    for (name, value) in lines {
        let _ = writeln!(text, "{name:15}  {value}");
    }
    let facts = &session.compiled().facts;
    if !facts.is_empty() {
        let rows: Vec<Vec<String>> =
            facts.iter().map(|(name, value)| vec![name.clone(), value.clone()]).collect();
        let _ = write!(text, "\n{}", tables::render(Style::Text, &["program", ""], &rows));
    }
    let mut bytes = text.into_bytes();
    if let Some(output) = session.console().filter(|output| !output.is_empty()) {
        bytes.extend(b"\nconsole\n");
        bytes.extend(if terminal { harmless(output).into_bytes() } else { output.into() });
        if !output.ends_with(b"\n") {
            bytes.push(b'\n');
        }
    }
    if let Some(output) = session.printed().filter(|output| !output.printed.is_empty() || output.is_cut) {
        bytes.extend(b"\nprintf\n");
        for (item, line) in printed::lines(&output, session.compiled().launch.global) {
            let line = if terminal { harmless(line.as_bytes()) } else { line };
            bytes.extend(format!("{item:14} {line}\n").bytes());
        }
        if output.is_cut {
            bytes.extend(format!("{}\n", printed::CUT).bytes());
        }
    }
    if let Numbers::Timed(report) = &outcome.numbers {
        bytes.extend(tables(session, report).into_bytes());
    }
    bytes
}

/// What a kernel has printed: the text of each call, by the linear global number of its work-item.
fn printed(output: printed::Output) -> Value {
    let one =
        |one: &printed::Printed| json!({ "item": one.item, "text": String::from_utf8_lossy(&one.text) });
    json!({ "is_cut": output.is_cut, "calls": output.printed.iter().map(one).collect::<Vec<_>>() })
}

/// A character for each byte: nothing that a program has written is lost.
fn characters(output: &[u8]) -> String {
    output.iter().copied().map(char::from).collect()
}

/// What a program has written, for a terminal; what would move its cursor is escaped.
fn harmless(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    let shown = |char: char| match char {
        '\n' | '\t' => char.to_string(),
        char if char.is_control() => char.escape_unicode().to_string(),
        char => char.to_string(),
    };
    text.chars().map(shown).collect()
}

/// How many of the slots of each part took something, for machines with several.
fn of_parts(report: &Report) -> String {
    // A part by itself: its share of all slots is in the table of causes.
    let row = |part: &SlotCounts| {
        let issued = part.causes.get(Cause::ISSUED.index()).copied().unwrap_or(0);
        let share = format!("{:.1} %", 100.0 * issued as f64 / part.total().max(1) as f64);
        let takes = part.kind.takes().to_string();
        vec![part.name.clone(), takes, part.total().to_string(), issued.to_string(), share]
    };
    let rows: Vec<Vec<String>> = report.slot_rows().iter().map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    format!("{}\n", tables::render(Style::Text, &["part", "takes", "slots", "taken", "of its slots"], &rows))
}

fn tables(session: &Session, report: &Report) -> String {
    let share = |count: u64| format!("{:.1} %", report.share(count));
    let used = report.causes.rows().zip(&report.slots).filter(|(_, count)| **count > 0);
    let slots: Vec<Vec<String>> =
        used.map(|((_, row), count)| vec![row.label.to_string(), count.to_string(), share(*count)]).collect();
    let counted = report.counters.iter().zip(session.run().into_iter().flat_map(|run| &run.counters));
    let counters: Vec<Vec<String>> = counted
        .filter(|(counter, _)| counter.value > 0)
        .map(|(counter, info)| vec![counter.id.clone(), counter.value.to_string(), info.unit.clone()])
        .collect();
    let slots = tables::render(Style::Text, &["issue slots", "count", "of all slots"], &slots);
    let counters = tables::render(Style::Text, &["counter", "value", "unit"], &counters);
    format!("\n{slots}\n{}{counters}", of_parts(report))
}

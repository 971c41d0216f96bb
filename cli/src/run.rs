//! `lanescope run`: a run and its numbers.

use std::{
    fs,
    io::IsTerminal,
    time::{Duration, Instant},
};

use lanescope_core::session::{
    Check, HaltInfo, Report, Session,
    vocabulary::{Cause, Document, Halt, Limits, Type},
};
use serde_json::{Map, Value, json};

use crate::{
    Failure,
    args::{Run, Style},
    diagnostics, document, tables,
};

/// Cycles between two looks at the clock.
const SLICE: u64 = 50_000;

/// What to do with a run.
pub struct Wanted<'a> {
    /// Compare with the reference.
    pub check: bool,
    /// Buffers to print or write.
    pub dump: &'a [String],
    /// Without timing.
    pub functional: bool,
    /// As JSON.
    pub json: bool,
    /// Most wall time.
    pub max_seconds: Option<f64>,
}

/// Runs what the arguments say.
pub fn run(options: &Run) -> Result<(), Failure> {
    let (name, document) = document::read(&options.input)?;
    let wanted = Wanted {
        check: options.check,
        dump: &options.dump,
        functional: options.functional,
        json: options.json,
        max_seconds: options.input.max_seconds,
    };
    run_document(&name, document, document::limits(&options.input), &wanted)
}

/// Runs a document and prints what is wanted.
pub fn run_document(name: &str, document: Document, limits: Limits, wanted: &Wanted) -> Result<(), Failure> {
    let mut session = document::open(name, document, limits)?;
    let started = Instant::now();
    let halt = if wanted.functional {
        functional(&mut session, name, wanted, started)?
    } else {
        timed(&mut session, name, wanted, started)?
    };
    wanted.dump.iter().try_for_each(|buffer| dump(&session, buffer))?;
    match halt {
        Some(halt) => Err(halt_failure(name, &session, &halt)),
        None => Ok(()),
    }
}

/// Starts a session; what is wrong with launch or settings is printed.
pub fn start(session: &mut Session, name: &str) -> Result<(), Failure> {
    let Err(found) = session.start().map(|_| ()) else { return Ok(()) };
    diagnostics::print(name, &session.document().source, &found);
    Err(diagnostics::failure(&found))
}

/// Runs to the end, with a progress line on a terminal.
pub fn to_end(session: &mut Session, max_seconds: Option<f64>) -> Result<Option<HaltInfo>, Failure> {
    let started = Instant::now();
    let progress = progress();
    loop {
        let status = session.advance(u64::MAX, SLICE);
        progress.set_message(format!("cycle {}", status.frontier));
        progress.tick();
        if status.complete {
            progress.finish_and_clear();
            return Ok(status.halt);
        }
        within(started, max_seconds)?;
    }
}

fn progress() -> indicatif::ProgressBar {
    match std::io::stderr().is_terminal() {
        true => indicatif::ProgressBar::new_spinner(),
        false => indicatif::ProgressBar::hidden(),
    }
}

fn within(started: Instant, max_seconds: Option<f64>) -> Result<(), Failure> {
    match max_seconds {
        Some(limit) if started.elapsed() > Duration::from_secs_f64(limit.max(0.0)) => {
            Err(Failure::Limit(format!("the run takes more than max-seconds = {limit}")))
        }
        _ => Ok(()),
    }
}

fn timed(
    session: &mut Session,
    name: &str,
    wanted: &Wanted,
    started: Instant,
) -> Result<Option<HaltInfo>, Failure> {
    start(session, name)?;
    let halt = to_end(session, wanted.max_seconds)?;
    let wall = started.elapsed().as_secs_f64();
    let check = if wanted.check && halt.is_none() { Some(checked(session, wanted)?) } else { None };
    let report = session.report().ok_or_else(|| "there is no report of the run".to_string())?;
    if wanted.json {
        println!("{:#}", to_json(session, &report, check.as_ref(), halt.as_ref(), wall));
    } else {
        print_report(session, &report, check.as_ref());
    }
    failed(check)?;
    Ok(halt)
}

fn checked(session: &mut Session, wanted: &Wanted) -> Result<Check, Failure> {
    let started = Instant::now();
    loop {
        if let Some(check) = session.check(1_000_000) {
            return Ok(check);
        }
        within(started, wanted.max_seconds)?;
    }
}

fn failed(check: Option<Check>) -> Result<(), Failure> {
    match check {
        Some(check) if !check.pass && check.remark.is_none() => {
            Err(Failure::Message(format!("{} elements differ from the reference", check.mismatches)))
        }
        _ => Ok(()),
    }
}

fn functional(
    session: &mut Session,
    name: &str,
    wanted: &Wanted,
    started: Instant,
) -> Result<Option<HaltInfo>, Failure> {
    let outcome = session.functional();
    let result = outcome.map_err(|found| {
        diagnostics::print(name, &session.document().source, &found);
        diagnostics::failure(&found)
    })?;
    let wall = started.elapsed().as_secs_f64();
    if wanted.json {
        let mut object = head(session);
        object.insert("functional".into(), true.into());
        object.insert("warp_instructions".into(), result.work.instructions.into());
        object.insert("lane_operations".into(), result.work.lane_operations.into());
        object.insert("digest".into(), json!({ "memory": hex(result.memory_digest) }));
        object.insert("wall_seconds".into(), wall.into());
        println!("{:#}", Value::Object(object));
    } else {
        println!("instructions     {}", result.work.instructions);
        println!("lane operations  {}", result.work.lane_operations);
        println!("memory digest    {}", hex(result.memory_digest));
    }
    Ok(result.halt)
}

fn hex(digest: u64) -> String {
    format!("{digest:016x}")
}

/// What every JSON object begins with.
fn head(session: &Session) -> Map<String, Value> {
    let document = session.document();
    let compiled = session.compiled();
    let kernel = compiled.chosen.and_then(|at| compiled.kernels.get(at)).map(|kernel| kernel.name.clone());
    let settings: Map<String, Value> =
        session.settings().into_iter().map(|(key, value)| (key, Value::String(value))).collect();
    let mut object = Map::new();
    object.insert("version".into(), env!("CARGO_PKG_VERSION").into());
    object.insert("machine".into(), document.machine.preset.split('/').next().unwrap_or_default().into());
    object.insert("preset".into(), document.machine.preset.as_str().into());
    object.insert("settings".into(), Value::Object(settings));
    object.insert("kernel".into(), kernel.into());
    object
}

fn to_json(
    session: &Session,
    report: &Report,
    check: Option<&Check>,
    halt: Option<&HaltInfo>,
    wall: f64,
) -> Value {
    let stalls: Map<String, Value> = Cause::ALL
        .iter()
        .zip(&report.slots)
        .filter(|(cause, _)| **cause != Cause::Issued)
        .map(|(cause, count)| (cause.id().to_string(), (*count).into()))
        .collect();
    let counters: Map<String, Value> =
        report.counters.iter().map(|counter| (counter.id.clone(), counter.value.into())).collect();
    let mut object = head(session);
    object.insert("cycles".into(), report.cycles.into());
    object.insert("seconds_simulated".into(), report.seconds.into());
    object.insert("warp_instructions".into(), report.work.instructions.into());
    object.insert("lane_operations".into(), report.work.lane_operations.into());
    let issued = report.slots.get(Cause::Issued as usize).copied().unwrap_or(0);
    object.insert("slots".into(), json!({ "total": report.slots_total, "issued": issued, "stalls": stalls }));
    object.insert("memory".into(), Value::Object(counters));
    object.insert(
        "digest".into(),
        json!({ "memory": hex(report.memory_digest), "log": hex(report.log_digest) }),
    );
    let check = check
        .map(|check| json!({ "pass": check.pass, "mismatches": check.mismatches, "remark": check.remark }));
    object.insert("check".into(), check.into());
    object.insert("halt".into(), halt.map(|halt| halt.message.clone()).into());
    object.insert("wall_seconds".into(), wall.into());
    Value::Object(object)
}

fn print_report(session: &Session, report: &Report, check: Option<&Check>) {
    println!("machine          {}", session.document().machine.preset);
    println!("cycles           {}", report.cycles);
    println!("instructions     {}", report.work.instructions);
    println!("lane operations  {} of {}", report.work.lane_operations, report.work.lane_slots);
    println!("memory digest    {}", hex(report.memory_digest));
    if let Some(check) = check {
        let result = if check.pass {
            "equal to the reference".into()
        } else {
            format!("{} elements differ", check.mismatches)
        };
        println!("check            {}", check.remark.clone().unwrap_or(result));
    }
    println!();
    let share = |count: u64| format!("{:.1} %", 100.0 * count as f64 / report.slots_total.max(1) as f64);
    let used = Cause::ALL.iter().zip(&report.slots).filter(|(_, count)| **count > 0);
    let slots: Vec<Vec<String>> =
        used.map(|(cause, count)| vec![cause.label().into(), count.to_string(), share(*count)]).collect();
    tables::print(Style::Text, &["issue slots", "count", "share"], &slots);
    println!();
    let counters: Vec<Vec<String>> = report
        .counters
        .iter()
        .filter(|counter| counter.value > 0)
        .map(|counter| vec![counter.id.clone(), counter.value.to_string(), counter.unit.clone()])
        .collect();
    tables::print(Style::Text, &["counter", "value", "unit"], &counters);
}

/// Prints what halted the run, as a diagnostic at its place.
pub fn halt_failure(name: &str, session: &Session, halt: &HaltInfo) -> Failure {
    if let Halt::Limit { .. } = halt.halt {
        return Failure::Limit(halt.message.clone());
    }
    let diagnostic =
        lanescope_core::session::vocabulary::Diagnostic::error("run::halt", halt.span, halt.message.clone());
    diagnostics::print(name, &session.document().source, &[diagnostic]);
    Failure::Reported
}

/// `BUFFER` prints numbers, `BUFFER:FILE` writes bytes.
fn dump(session: &Session, wanted: &str) -> Result<(), Failure> {
    let (buffer, file) = wanted.split_once(':').map_or((wanted, None), |(buffer, file)| (buffer, Some(file)));
    let unknown = || format!("there is no buffer `{buffer}`");
    let bytes = session.dump(buffer).ok_or_else(unknown)?;
    if let Some(file) = file {
        return fs::write(file, bytes).map_err(|error| format!("{file}: {error}").into());
    }
    let (element, unsigned) = session.element(buffer).ok_or_else(unknown)?;
    for (index, chunk) in bytes.chunks_exact(element.bytes() as usize).enumerate() {
        println!("{buffer}[{index}] = {}", show(chunk, element, unsigned));
    }
    Ok(())
}

fn show(bytes: &[u8], element: Type, unsigned: bool) -> String {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    lanescope_core::session::show_number(u64::from_le_bytes(word), element, unsigned)
}

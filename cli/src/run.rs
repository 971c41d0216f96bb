//! `lanescope run`: a run to its end, with timing or without.

use std::{
    fs,
    io::{BufWriter, IsTerminal, Write},
    time::Instant,
};

use lanescope_core::session::{
    Check, HaltInfo, Session,
    vocabulary::{Diagnostic, Document, Halt, Limits, Type},
};

use crate::{
    Failure,
    args::Run,
    diagnostics, document,
    report::{self, Numbers},
};

/// Cycles between two looks at the clock.
const SLICE: u64 = 50_000;

/// Instructions of the reference between two looks at the clock.
const CHECK_SLICE: u64 = 1_000_000;

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

/// Why a run ended before its work was done.
pub enum Stop {
    /// The machine halted.
    Halt(HaltInfo),
    /// It took too long: the limit in seconds.
    Time(f64),
}

impl Stop {
    /// In a sentence.
    pub fn message(&self) -> String {
        match self {
            Stop::Halt(halt) => halt.message.clone(),
            Stop::Time(limit) => format!("the run takes more wall time than limit `max-seconds` = {limit}"),
        }
    }
}

/// The wall time of a run and its limit.
#[derive(Clone, Copy)]
pub struct Clock {
    started: Instant,
    limit: Option<f64>,
}

impl Clock {
    /// Starts.
    pub fn start(limit: Option<f64>) -> Clock {
        Clock { started: Instant::now(), limit }
    }

    fn seconds(self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    fn stop(self) -> Option<Stop> {
        self.limit.filter(|limit| self.seconds() > *limit).map(Stop::Time)
    }
}

/// Runs what the arguments say.
pub fn run(options: &Run, out: &mut dyn Write) -> Result<(), Failure> {
    let (name, document) = document::read_one(&options.input)?;
    let wanted = Wanted {
        check: options.check,
        dump: &options.dump,
        functional: options.functional,
        json: options.json,
        max_seconds: options.input.max_seconds,
    };
    run_document(&name, document, document::limits(&options.input), &wanted, out)
}

/// Runs a document and prints what is wanted.
pub fn run_document(
    name: &str,
    document: Document,
    limits: Limits,
    wanted: &Wanted,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let mut session = document::open(name, document, limits)?;
    let dumps = dumps(&session, wanted)?;
    let clock = Clock::start(wanted.max_seconds);
    let (numbers, mut stop) = match wanted.functional {
        true => functional(&mut session, name, clock)?,
        false => timed(&mut session, name, clock)?,
    };
    let wall_seconds = clock.seconds();
    let check = match (wanted.check, &stop) {
        (true, None) => checked(&mut session, clock, &mut stop),
        _ => None,
    };
    let outcome = report::Outcome { numbers, check: check.as_ref(), stop: stop.as_ref(), wall_seconds };
    match wanted.json {
        true => writeln!(out, "{:#}", report::json(&session, &outcome))?,
        false => write!(out, "{}", report::text(&session, &outcome))?,
    }
    dumps.iter().try_for_each(|dump| dump.write(&session, out))?;
    match (stop, check) {
        (Some(stop), _) => Err(failure(name, &session, &stop)),
        (None, Some(check)) if check.mismatches > 0 => {
            Err(Failure::Message(format!("{} elements differ from the reference", check.mismatches)))
        }
        (None, _) => Ok(()),
    }
}

/// Starts a session; what is wrong with launch or settings is printed.
pub fn start(session: &mut Session, name: &str) -> Result<(), Failure> {
    session.start().map(|_| ()).map_err(|found| said(session, name, &found))
}

fn said(session: &Session, name: &str, found: &[Diagnostic]) -> Failure {
    diagnostics::print(name, &session.document().source, found);
    diagnostics::failure(found)
}

/// Runs to the end, with a progress line on a terminal.
pub fn to_end(session: &mut Session, clock: Clock) -> Option<Stop> {
    let progress = progress();
    let stop = loop {
        let status = session.advance(u64::MAX, SLICE);
        progress.set_message(format!("cycle {}", status.frontier));
        progress.tick();
        if status.complete {
            break status.halt.map(Stop::Halt);
        }
        if let Some(stop) = clock.stop() {
            break Some(stop);
        }
    };
    progress.finish_and_clear();
    stop
}

fn progress() -> indicatif::ProgressBar {
    match std::io::stderr().is_terminal() {
        true => indicatif::ProgressBar::new_spinner(),
        false => indicatif::ProgressBar::hidden(),
    }
}

fn timed(session: &mut Session, name: &str, clock: Clock) -> Result<(Numbers, Option<Stop>), Failure> {
    start(session, name)?;
    let stop = to_end(session, clock);
    let report = session.report().ok_or_else(|| "there is no report of the run".to_string())?;
    Ok((Numbers::Timed(Box::new(report)), stop))
}

fn functional(session: &mut Session, name: &str, clock: Clock) -> Result<(Numbers, Option<Stop>), Failure> {
    let mut stop = None;
    let mut go_on = || {
        stop = clock.stop();
        stop.is_none()
    };
    let result = session.functional(&mut go_on).map_err(|found| said(session, name, &found))?;
    let Some(result) = result else {
        return Err(Failure::Limit(stop.map(|stop| stop.message()).unwrap_or_default()));
    };
    let halt = result.halt.clone().map(Stop::Halt);
    Ok((Numbers::Functional(result), halt))
}

fn checked(session: &mut Session, clock: Clock, stop: &mut Option<Stop>) -> Option<Check> {
    loop {
        if let Some(check) = session.check(CHECK_SLICE) {
            return Some(check);
        }
        *stop = clock.stop();
        if stop.is_some() {
            return None;
        }
    }
}

/// The failure that a stop is; what halted the machine is printed as a diagnostic at its place.
pub fn failure(name: &str, session: &Session, stop: &Stop) -> Failure {
    match stop {
        Stop::Halt(halt) if !matches!(halt.halt, Halt::Limit { .. }) => {
            said(session, name, &[Diagnostic::error("run::halt", halt.span, halt.message.clone())])
        }
        stop => Failure::Limit(stop.message()),
    }
}

/// A `--dump`: `BUFFER` prints numbers, `BUFFER:FILE` writes bytes.
struct Dump<'a> {
    buffer: &'a str,
    file: Option<&'a str>,
}

/// The dumps that are wanted; a buffer that does not exist is said before the run.
fn dumps<'a>(session: &Session, wanted: &Wanted<'a>) -> Result<Vec<Dump<'a>>, String> {
    let params = session.compiled().chosen.map(|at| session.compiled().kernels[at].params.as_slice());
    let buffers: Vec<&str> = params
        .unwrap_or_default()
        .iter()
        .filter(|param| param.kind == lanescope_core::session::ParamKind::Buffer)
        .map(|param| param.name.as_str())
        .collect();
    let one = |text: &'a String| {
        let (buffer, file) =
            text.split_once(':').map_or((text.as_str(), None), |(buffer, file)| (buffer, Some(file)));
        if !buffers.contains(&buffer) {
            return Err(format!("there is no buffer `{buffer}`; there are {}", buffers.join(", ")));
        }
        if wanted.json && file.is_none() {
            return Err(format!(
                "with --json nothing else is printed: write --dump {buffer}:FILE to dump `{buffer}` to a file"
            ));
        }
        Ok(Dump { buffer, file })
    };
    wanted.dump.iter().map(one).collect()
}

impl Dump<'_> {
    fn write(&self, session: &Session, out: &mut dyn Write) -> Result<(), Failure> {
        let unknown = || format!("there is no buffer `{}`", self.buffer);
        let bytes = session.dump(self.buffer).ok_or_else(unknown)?;
        if let Some(file) = self.file {
            return fs::write(file, bytes).map_err(|error| format!("{file}: {error}").into());
        }
        let (element, unsigned) = session.element(self.buffer).ok_or_else(unknown)?;
        let mut out = BufWriter::new(out);
        for (index, chunk) in bytes.chunks_exact(element.bytes() as usize).enumerate() {
            writeln!(out, "{}[{index}] = {}", self.buffer, show(chunk, element, unsigned))?;
        }
        Ok(out.flush()?)
    }
}

fn show(bytes: &[u8], element: Type, unsigned: bool) -> String {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    lanescope_core::session::show_number(u64::from_le_bytes(word), element, unsigned)
}

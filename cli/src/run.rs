//! `lanescope run`: a run to its end, with timing or without.

use std::{
    io::{self, BufWriter, IsTerminal, Write},
    path::{Path, PathBuf},
    time::Instant,
};

use lanescope_core::session::{
    ParamKind, Session, Verdict,
    vocabulary::{Document, Limits, Type},
};

use crate::{
    Failure,
    args::Run,
    diagnostics, document,
    drive::{self, Clock, Quiet, Stop},
    files,
    report::{self, Numbers},
};

/// What to do with a run.
pub struct Wanted<'a> {
    /// More texts that the program must have.
    pub more: &'a [PathBuf],
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
pub fn run(options: &Run, out: &mut dyn Write) -> Result<(), Failure> {
    let (name, document) = document::read_one_undecided(&options.input)?;
    let wanted = Wanted {
        more: &options.input.linked,
        check: options.check,
        dump: &options.dump,
        functional: options.functional,
        json: options.json,
        max_seconds: options.input.limits.max_seconds,
    };
    run_document(&name, document, options.input.limits.all(), &wanted, out)
}

/// Runs a document and prints what is wanted.
pub fn run_document(
    name: &str,
    document: Document,
    limits: Limits,
    wanted: &Wanted,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let clock = Clock::start(wanted.max_seconds);
    let mut session = document::open(name, document, limits, clock)?;
    document::are_linked(&session, wanted.more)?;
    let dumps = dumps(&session, wanted)?;
    let compiled = clock.seconds();
    let (numbers, mut stop) = match wanted.functional {
        true => functional(&mut session, name, clock)?,
        false => timed(&mut session, name, clock)?,
    };
    let wall_seconds = clock.seconds() - compiled;
    let check = match (wanted.check, &stop) {
        (true, None) => drive::checked(&mut session, clock, &mut stop),
        _ => None,
    };
    let outcome = report::Outcome { numbers, check: check.as_ref(), stop: stop.as_ref(), wall_seconds };
    match wanted.json {
        true => writeln!(out, "{:#}", report::json(&session, &outcome))?,
        false => out.write_all(&report::text(&session, &outcome, io::stdout().is_terminal()))?,
    }
    dumps.iter().try_for_each(|dump| dump.write(&session, out))?;
    match (stop, check) {
        (Some(stop), _) => Err(drive::failure(name, &session, &stop)),
        (None, Some(check)) if check.verdict == Verdict::Different => Err(Failure::Different(check.words())),
        (None, _) => Ok(()),
    }
}

fn timed(session: &mut Session, name: &str, clock: Clock) -> Result<(Numbers, Option<Stop>), Failure> {
    drive::start(session, name)?;
    let stop = drive::to_end(session, clock);
    let report = session.report().ok_or_else(|| "there is no report of the run".to_string())?;
    Ok((Numbers::Timed(Box::new(report)), stop))
}

fn functional(session: &mut Session, name: &str, clock: Clock) -> Result<(Numbers, Option<Stop>), Failure> {
    let mut stop = None;
    let mut quiet = Quiet::new(Instant::now());
    let mut go_on = |contents: &dyn Fn() -> u64| {
        if quiet.is_new(Instant::now(), || Some(contents())) {
            diagnostics::say(&drive::quiet_in_words(None));
        }
        stop = clock.stop();
        stop.is_none()
    };
    let result = session.functional(&mut go_on).map_err(|found| drive::said(session, name, &found))?;
    let Some(result) = result else {
        return Err(Failure::Limit(stop.map(|stop| stop.message()).unwrap_or_default()));
    };
    let halt = result.halt.clone().map(Stop::Halt);
    Ok((Numbers::Functional(result), halt))
}

/// A `--dump`: `BUFFER` or `LABEL` prints numbers, `LABEL:COUNT` so many, and `:FILE` behind either writes bytes.
struct Dump<'a> {
    name: &'a str,
    /// Is it a name of data in the program?
    label: bool,
    count: Option<u64>,
    file: Option<&'a str>,
}

/// The dumps that are wanted; a buffer that does not exist is said before the run.
fn dumps<'a>(session: &Session, wanted: &Wanted<'a>) -> Result<Vec<Dump<'a>>, String> {
    let params = session.compiled().chosen.map(|at| session.compiled().kernels[at].params.as_slice());
    let of_launch = params.unwrap_or_default().iter();
    let mut buffers: Option<Vec<String>> = Some(
        of_launch
            .filter(|param| matches!(param.kind, ParamKind::Buffer | ParamKind::Image))
            .map(|param| param.name.clone())
            .collect(),
    );
    let labels: Vec<String> = session.labels().into_iter().map(|(label, _)| label.name).collect();
    let named = |text: &String| {
        let name = text.split(':').next().unwrap_or_default();
        labels.iter().chain(buffers.iter().flatten()).any(|known| known == name)
    };
    if !wanted.dump.iter().all(named) {
        // A program may declare buffers itself. Nobody knows them if something is wrong with the launch, which is said when it starts.
        buffers = session.buffers().ok();
    }
    let one = |text: &'a String| {
        let (name, rest) =
            text.split_once(':').map_or((text.as_str(), None), |(name, rest)| (name, Some(rest)));
        if rest == Some("") {
            return Err(format!("--dump {text}: behind the colon stands the name of a file"));
        }
        // A buffer comes before a label of the same name.
        let label =
            labels.iter().any(|known| known == name) && !buffers.iter().flatten().any(|known| known == name);
        if let Some(buffers) =
            buffers.as_ref().filter(|known| !label && known.iter().all(|known| known != name))
        {
            let known: Vec<&str> = buffers.iter().chain(&labels).map(String::as_str).collect();
            return Err(format!("there is no buffer `{name}`; there are {}", known.join(", ")));
        }
        let count = rest.filter(|_| label).and_then(|rest| rest.parse().ok());
        let file = rest.filter(|_| count.is_none());
        if wanted.json && file.is_none() {
            return Err(format!(
                "with --json nothing else is printed: write --dump {name}:FILE to dump `{name}` to a file"
            ));
        }
        Ok(Dump { name, label, count, file })
    };
    wanted.dump.iter().map(one).collect()
}

impl Dump<'_> {
    fn write(&self, session: &Session, out: &mut dyn Write) -> Result<(), Failure> {
        let unknown = || format!("there is no buffer `{}`", self.name);
        let Contents { bytes, element, unsigned, rest } = self.contents(session).ok_or_else(unknown)?;
        if let Some(file) = self.file {
            let written = files::write(Path::new(file), |out| out.write_all(&bytes));
            return written.map_err(|error| format!("{file}: {error}").into());
        }
        let mut out = BufWriter::new(out);
        let size = element.bytes() as usize;
        let shown = if rest { bytes.len() } else { bytes.len() / size * size };
        for (index, chunk) in bytes[..shown].chunks(size).enumerate() {
            writeln!(out, "{}[{index}] = {}", self.name, show(chunk, element, unsigned))?;
        }
        Ok(out.flush()?)
    }

    fn contents(&self, session: &Session) -> Option<Contents> {
        if self.label {
            let (label, bytes) = session.labels().into_iter().find(|(label, _)| label.name == self.name)?;
            let bytes = match self.count {
                Some(count) => count.saturating_mul(label.element.bytes().into()),
                None => bytes,
            };
            return Some(Contents {
                bytes: session.bytes_at(label.address, bytes)?,
                element: label.element,
                unsigned: false,
                rest: label.end.is_some(),
            });
        }
        let (element, unsigned) = session.element(self.name)?;
        Some(Contents { bytes: session.dump(self.name)?, element, unsigned, rest: false })
    }
}

/// What is dumped.
struct Contents {
    bytes: Vec<u8>,
    /// The type of the numbers.
    element: Type,
    unsigned: bool,
    /// Is what is left at the end data, too: a number of fewer bytes?
    rest: bool,
}

fn show(bytes: &[u8], element: Type, unsigned: bool) -> String {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    lanescope_core::session::show_number(u64::from_le_bytes(word), element, unsigned)
}

//! `lanescope trace`: what happened, as a file for other tools.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use flate2::{Compression, write::GzEncoder};
use lanescope_core::session::{Format, Session, WHOLE};

use crate::{
    Failure,
    args::{Style, Trace},
    document,
    drive::{self, Clock},
    figure, files, states,
};

/// Runs as far as the file goes and writes it.
pub fn run(options: &Trace, printed: &mut dyn Write) -> Result<(), Failure> {
    if let Some(wanted) = options.follow {
        return follow(options, wanted, printed);
    }
    let Some(path) = &options.out else { return Err(Failure::Message("--out is missing".into())) };
    let (format, packs) = kind_of(path)?;
    if options.events.is_some() && format != Some(Format::Csv) {
        return Err(Failure::Message("--events goes with an --out that ends in .csv".into()));
    }
    let (name, document) = document::read_one_undecided(&options.input)?;
    let clock = Clock::start(options.input.limits.max_seconds);
    let mut session = document::open(&name, document, options.input.limits.all(), clock)?;
    drive::start(&mut session, &name)?;
    let cycles = options.cycles.unwrap_or(WHOLE);
    let mut stop = drive::to(&mut session, cycles.1, clock);
    let (from, end) = (cycles.0, session.status().frontier);
    if options.cycles.is_some() && from >= end {
        return Err(format!("--cycles: the run ends before cycle {from}; it has {end} cycles").into());
    }
    let named = |error| format!("{}: {error}", path.display());
    match format {
        Some(_) if options.events.is_some() => {
            let id = options.events.as_deref().unwrap_or_default();
            if !session.has_events(id) {
                let message = format!("this machine has no events `{id}` (see lanescope list events)");
                return Err(Failure::Message(message));
            }
            save(path, packs, |out| events(&session, id, cycles, out)).map_err(named)?;
        }
        Some(format) => save(path, packs, |out| write(&session, format, cycles, out)).map_err(named)?,
        None => {
            let states = |out: &mut dyn Write| {
                stop = states::write(&mut session, cycles, clock, out)?.or(stop.take());
                Ok(())
            };
            save(path, packs, states).map_err(named)?;
        }
    }
    stop.map_or(Ok(()), |stop| Err(drive::failure(&name, &session, &stop)))
}

/// What the name of a file asks for: a format, or the states of units, and whether it is packed.
fn kind_of(path: &Path) -> Result<(Option<Format>, bool), Failure> {
    let packs = ending(path) == Some("gz");
    let inner = if packs { path.with_extension("") } else { PathBuf::from(path) };
    let format = match ending(&inner) {
        Some("json") => Some(Format::Json),
        Some("perfetto" | "pftrace" | "perfetto-trace") => Some(Format::Perfetto),
        Some("kanata") => Some(Format::Kanata),
        Some("csv") => Some(Format::Csv),
        Some("jsonl") => None,
        _ => {
            let message = "--out must end in .json, .perfetto, .kanata, .csv or .jsonl, and .gz behind it packs the file";
            return Err(Failure::Message(message.into()));
        }
    };
    Ok((format, packs))
}

fn ending(path: &Path) -> Option<&str> {
    path.extension()?.to_str()
}

/// Writes a file, packed with gzip if that is asked for.
fn save(path: &Path, packs: bool, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    files::write(path, |out| {
        if !packs {
            return fill(out);
        }
        let mut packed = GzEncoder::new(out, Compression::default());
        fill(&mut packed)?;
        packed.finish().map(drop)
    })
}

/// Follows an instruction: the cycles that each part cost it, printed or as a file.
fn follow(options: &Trace, (unit, pc, nth): (u32, u32, u64), printed: &mut dyn Write) -> Result<(), Failure> {
    let (name, document) = document::read_one_undecided(&options.input)?;
    let clock = Clock::start(options.input.limits.max_seconds);
    let mut session = document::open(&name, document, options.input.limits.all(), clock)?;
    drive::start(&mut session, &name)?;
    let stop = drive::to_end(&mut session, clock);
    let units = session.run().map_or(0, |run| run.units.len());
    if unit as usize >= units {
        return Err(format!("--follow: the machine has the units 0 to {}", units.max(1) - 1).into());
    }
    let figure = session.follow(unit, pc, nth).map_err(|why| format!("--follow: {why}"))?;
    match &options.out {
        Some(path) => {
            let words = ("Follow", figure.remark.clone());
            figure::save(&figure, path, options.theme, (words.0, &words.1))?;
        }
        None => write!(printed, "{}", figure::text(&figure, Style::Text))?,
    }
    stop.map_or(Ok(()), |stop| Err(drive::failure(&name, &session, &stop)))
}

/// Writes the events of a kind.
fn events(session: &Session, id: &str, cycles: (u64, u64), out: &mut dyn Write) -> io::Result<()> {
    let mut written = Ok(());
    session.export_events(id, cycles, &mut |bytes| {
        written = out.write_all(bytes);
        written.is_ok()
    });
    written
}

fn write(session: &Session, format: Format, cycles: (u64, u64), out: &mut dyn Write) -> io::Result<()> {
    let mut written = Ok(());
    session.export(format, cycles, &mut |bytes| {
        written = out.write_all(bytes);
        written.is_ok()
    });
    written
}

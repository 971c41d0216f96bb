//! `lanescope trace`: what happened, as a file for other tools.

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::Path,
};

use lanescope_core::session::{Format, Session};

use crate::{
    Failure,
    args::Trace,
    diagnostics, document,
    drive::{self, Clock},
};

/// Runs and writes the file.
pub fn run(options: &Trace) -> Result<(), Failure> {
    let format = match options.out.extension().and_then(|ending| ending.to_str()) {
        Some("json") => Format::Json,
        Some("perfetto" | "pftrace") => Format::Perfetto,
        Some("kanata") => Format::Kanata,
        Some("csv") => Format::Csv,
        _ => return Err(Failure::Message("--out must end in .json, .perfetto, .kanata or .csv".into())),
    };
    let (name, document) = document::read_one(&options.input)?;
    let mut session = document::open(&name, document, document::limits(&options.input))?;
    drive::start(&mut session, &name)?;
    let stop = drive::to_end(&mut session, Clock::start(options.input.max_seconds));
    let named = |error| format!("{}: {error}", options.out.display());
    let bytes = write(&session, format, &options.out).map_err(named)?;
    match session.status().remark {
        Some(remark) if bytes == 0 => return Err(Failure::Limit(remark)),
        Some(remark) => diagnostics::say(&format!("warning: {remark}")),
        None => {}
    }
    stop.map_or(Ok(()), |stop| Err(drive::failure(&name, &session, &stop)))
}

/// Writes the file and says how many bytes it has: none if the recorded details were dropped at a limit.
fn write(session: &Session, format: Format, path: &Path) -> io::Result<u64> {
    let mut out = BufWriter::new(File::create(path)?);
    let (mut written, mut total) = (Ok(()), 0);
    session.export(format, &mut |bytes| {
        written = out.write_all(bytes);
        total += bytes.len() as u64;
        written.is_ok()
    });
    written?;
    out.flush()?;
    Ok(total)
}

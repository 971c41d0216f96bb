//! `lanescope trace`: what happened, as a file for other tools.

use std::{
    fs::File,
    io::{BufWriter, Write},
};

use lanescope_core::session::Format;

use crate::{Failure, args::Trace, document, run};

/// Runs and writes the file.
pub fn run(options: &Trace) -> Result<(), Failure> {
    let format = match options.out.extension().and_then(|ending| ending.to_str()) {
        Some("json") => Format::Json,
        Some("perfetto" | "pftrace") => Format::Perfetto,
        Some("kanata") => Format::Kanata,
        Some("csv") => Format::Csv,
        _ => return Err(Failure::Message("--out must end in .json, .perfetto, .kanata or .csv".into())),
    };
    let (name, document) = document::read(&options.input)?;
    let mut session = document::open(&name, document, document::limits(&options.input))?;
    run::start(&mut session, &name)?;
    let halt = run::to_end(&mut session, options.input.max_seconds)?;
    let mut out = BufWriter::new(File::create(&options.out)?);
    let mut written = Ok(());
    session.export(format, &mut |bytes| {
        written = out.write_all(bytes);
        written.is_ok()
    });
    written?;
    out.flush()?;
    match halt {
        Some(halt) => Err(run::halt_failure(&name, &session, &halt)),
        None => Ok(()),
    }
}

//! `lanescope asm` and `lanescope disasm`: programs in the binary form of a machine.

use std::{
    fs::File,
    io::{self, Read, Write},
    path::Path,
};

use lanescope_core::session::{self, vocabulary::Diagnostic};

use crate::{
    Failure,
    args::{Asm, Disasm},
    document, files,
};

/// Translates a program and prints its words with its listing, or writes them to a file.
pub fn asm(options: &Asm, out: &mut dyn Write) -> Result<(), Failure> {
    let (name, document) = document::read_one_undecided(&options.input)?;
    let session = document::open(&name, document, options.input.limits.all())?;
    document::are_linked(&session, &options.more)?;
    let machine = session.document().machine.preset;
    let bytes = session.binary().ok_or_else(|| format!("{machine} has no binary form"))?;
    if let Some(path) = &options.out {
        let named = |error| format!("{}: {error}", path.display());
        return Ok(files::write(path, |out| out.write_all(&bytes)).map_err(named)?);
    }
    for (line, bytes) in session.compiled().assembly.lines.iter().zip(session.binary_of_lines(&bytes)) {
        // A number, as the processor reads it: the last byte first.
        let number: String = bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect();
        writeln!(out, "{number:8}  {}", line.text)?;
    }
    Ok(())
}

/// Prints the assembly of a binary.
pub fn disasm(options: &Disasm, out: &mut dyn Write) -> Result<(), Failure> {
    let bytes = read(&options.file, options.limits.all().source_bytes)?;
    let choice = document::machine(&options.machine)?;
    let read = |bytes: &[u8]| session::disassemble(&choice, bytes).map_err(wrong);
    if read(&[])?.is_none() {
        return Err(format!("{} has no binary form", choice.machine()).into());
    }
    let listing = read(&bytes)?.ok_or_else(|| {
        format!("{}: {} bytes are no whole number of words", options.file.display(), bytes.len())
    })?;
    Ok(listing.lines.iter().try_for_each(|line| writeln!(out, "{}", line.text))?)
}

/// What is wrong with a choice of a machine, in a line.
fn wrong(found: Vec<Diagnostic>) -> Failure {
    found.into_iter().map(|one| one.message).collect::<Vec<_>>().join("; ").into()
}

/// The bytes of a file, or of standard input.
fn read(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let named = |error: io::Error| format!("{}: {error}", path.display());
    let mut bytes = Vec::new();
    let from: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(path).map_err(named)?)
    };
    from.take(most + 1).read_to_end(&mut bytes).map_err(named)?;
    if bytes.len() as u64 > most {
        return Err(Failure::Limit(format!(
            "{} is larger than limit `source_bytes` ({most})",
            path.display()
        )));
    }
    Ok(bytes)
}

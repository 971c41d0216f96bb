//! `lanescope asm` and `lanescope disasm`: programs in the binary form of a machine.

use std::{
    fs::File,
    io::{self, Read, Write},
    path::Path,
};

use lanescope_core::session::{
    self,
    vocabulary::{Diagnostic, Document, Language, MachineChoice},
};

use crate::{
    Failure,
    args::{Asm, Disasm},
    diagnostics, document,
    drive::Clock,
    files,
};

/// The machine whose instructions words are that say nothing.
const USUAL: &str = "rvv";

/// Bytes from which on zeros are written as one digit.
const LONG: usize = 8;

/// Translates a program and prints its words with its listing, or writes them to a file.
pub fn asm(options: &Asm, out: &mut dyn Write) -> Result<(), Failure> {
    let (name, document) = document::read_one_undecided(&options.input)?;
    let named = |path: &Path, error: io::Error| format!("{}: {error}", path.display());
    if let Some(path) = options.out.as_ref().filter(|path| ends(path, "gz")) {
        return Err(format!("{}: `asm` packs nothing: leave .gz out of the name", path.display()).into());
    }
    if let Some(path) = options.out.as_ref().filter(|_| options.alone) {
        let clock = Clock::start(options.input.limits.max_seconds);
        let bytes = alone(&name, document, options, clock, !is_object(path))?;
        return Ok(files::write(path, |out| out.write_all(&bytes)).map_err(|error| named(path, error))?);
    }
    if let Some(path) = options.out.as_ref().filter(|path| is_object(path)) {
        if let Some(more) = options.input.linked.first() {
            let more = more.display();
            return Err(format!("an object file has one text: translate {more} by itself").into());
        }
        if matches!(document.language, Language::OpenCl | Language::Cuda) {
            let message = "an object file is made of a text in assembly, and this is one of kernels (with another ending `asm` writes the whole program)";
            return Err(format!("{name}: {message}").into());
        }
        let bytes = object(&name, &document)?;
        return Ok(files::write(path, |out| out.write_all(&bytes)).map_err(|error| named(path, error))?);
    }
    let clock = Clock::start(options.input.limits.max_seconds);
    let session = document::open(&name, document, options.input.limits.all(), clock)?;
    document::are_linked(&session, &options.input.linked)?;
    let machine = session.document().machine.preset;
    let bytes = session.binary().ok_or_else(|| format!("{machine} has no binary form"))?;
    if let Some(path) = &options.out {
        return Ok(files::write(path, |out| out.write_all(&bytes)).map_err(|error| named(path, error))?);
    }
    for (line, bytes) in session.compiled().assembly.lines.iter().zip(session.binary_of_lines(&bytes)) {
        // A number, as the processor reads it: the last byte first.
        let number: String = match bytes.iter().all(|byte| *byte == 0) {
            true if bytes.len() > LONG => "0".into(),
            _ => bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect(),
        };
        writeln!(out, "{number:8}  {}", line.text)?;
    }
    Ok(())
}

/// A kernel with its launch, as a program that runs alone.
fn alone(
    name: &str,
    document: Document,
    options: &Asm,
    clock: Clock,
    linked: bool,
) -> Result<Vec<u8>, Failure> {
    let session = document::open(name, document, options.input.limits.all(), clock)?;
    let document = session.document();
    let machine = document.machine.machine();
    match session.alone(linked) {
        Some(Ok(bytes)) => Ok(bytes),
        Some(Err(said)) => {
            diagnostics::print(&diagnostics::Text::of(name, &document, &[]), &said);
            Err(diagnostics::failure(&said))
        }
        None => {
            Err(format!("{machine} makes no programs of kernels that run alone, or {name} is no kernel")
                .into())
        }
    }
}

/// Is it the name of an object file?
fn is_object(path: &Path) -> bool {
    ends(path, "hof")
}

fn ends(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending))
}

/// The text of a document as an object file.
fn object(name: &str, document: &Document) -> Result<Vec<u8>, Failure> {
    let (object, said) = session::object(document);
    diagnostics::print(&diagnostics::Text::of(name, document, &[]), &said);
    let machine = document.machine.machine();
    match object {
        Some(bytes) => Ok(bytes),
        None if said.is_empty() => Err(format!("{machine} has no object files").into()),
        None => Err(diagnostics::failure(&said)),
    }
}

/// Prints the assembly of a binary.
pub fn disasm(options: &Disasm, out: &mut dyn Write) -> Result<(), Failure> {
    let bytes = read(&options.file, options.limits.all().source_bytes)?;
    let named = options.machine.as_deref().map(document::machine).transpose()?;
    let path = options.file.display();
    let choice = match (machine_of(&bytes), named) {
        (Some(own), Some(named)) if own.machine() != named.machine() => {
            let (own, named) = (own.machine(), named.machine());
            return Err(format!("{path}: this is an object file of {own}, not of {named}").into());
        }
        (None, _) if is_object(&options.file) => {
            return Err(format!("{path}: this is no object file: it does not begin as one does").into());
        }
        (own, named) => named.or(own).map_or_else(|| document::machine(USUAL), Ok)?,
    };
    let wrong = |found: Vec<Diagnostic>| {
        // What is wrong with the choice of a machine is not the file's.
        let is_of_file = found.iter().all(|one| one.code == "binary::form");
        let why = found.into_iter().map(|one| one.message).collect::<Vec<_>>().join("; ");
        Failure::Message(if is_of_file { format!("{path}: {why}") } else { why })
    };
    let listing = session::disassemble(&choice, &bytes).map_err(wrong)?;
    let listing = listing.ok_or_else(|| format!("{} has no binary form", choice.machine()))?;
    Ok(listing.lines.iter().try_for_each(|line| writeln!(out, "{}", line.text))?)
}

/// The machine that a binary is for, if it says so.
fn machine_of(bytes: &[u8]) -> Option<MachineChoice> {
    let machines = session::machines();
    let presets = machines.iter().filter_map(|machine| machine.presets.first());
    let text = presets.into_iter().find_map(|preset| session::stands_for(&preset.id, "", bytes))?;
    Some(session::document_of(text).machine)
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

//! Runs programs of HARP until the command line of the laboratory does: texts (`.s`) and object files (`.HOF`) are linked in their order, or one
//! flat image (`.bin`) is taken as it is. What the program writes to the console is printed.
//!
//! `cargo run -p lanescope-harp --example harp -- [-a ARCHID] [-b] [-s] [--reference] [--steps N] [-o IMAGE] FILE...`
//!
//! `-b` turns translation off and `-s` prints what was counted, as with the original emulator; `-o` writes the image and runs nothing;
//! `--reference` takes the rules of the reference.

use std::{error::Error, fs, io::Write, process::ExitCode};

use lanescope_harp::{
    asm::{self, Image, Object},
    exec::{Config, Cube},
    isa::ArchId,
    rules::Rules,
};
use lanescope_parts::source::{Diagnostic, LineIndex};

/// What is asked for.
struct Options {
    arch: String,
    vm: bool,
    statistics: bool,
    rules: Rules,
    steps: u64,
    out: Option<String>,
    files: Vec<String>,
}

fn options() -> Result<Options, Box<dyn Error>> {
    let (arch, rules, steps) = ("8w32/32/8/8".into(), Rules::HARPTOOL, 1_000_000_000);
    let mut found = Options { arch, vm: true, statistics: false, rules, steps, out: None, files: Vec::new() };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} takes a value"));
        match word.as_str() {
            "-a" | "--arch" => found.arch = value()?,
            "-b" => found.vm = false,
            "-s" => found.statistics = true,
            "--reference" => (found.rules, found.vm) = (Rules::REFERENCE, false),
            "--steps" => found.steps = value()?.parse()?,
            "-o" => found.out = Some(value()?),
            _ => found.files.push(word),
        }
    }
    Ok(found)
}

/// Says what there is to say of a text. Is nothing an error?
fn say(file: &str, text: &str, said: &[Diagnostic]) -> bool {
    let lines = LineIndex::new(text);
    for one in said {
        let at = if one.span().is_none() { 0 } else { lines.line(one.span().start) + 1 };
        eprintln!("{file}:{at}: {:?}: {}", one.severity, one.message);
    }
    !said.iter().any(Diagnostic::is_error)
}

fn object(file: &str, arch: ArchId, rules: &Rules) -> Result<Object, Box<dyn Error>> {
    let bytes = fs::read(file)?;
    if bytes.starts_with(asm::MAGIC.as_bytes()) {
        return Ok(asm::read_object(&bytes).map_err(|message| format!("{file}: {message}"))?);
    }
    let text = String::from_utf8(bytes)?;
    let (object, said) = asm::assemble(&text, 0, arch, rules);
    say(file, &text, &said);
    Ok(object.ok_or_else(|| format!("{file} is not assembled"))?)
}

fn image(options: &Options, arch: ArchId) -> Result<Image, Box<dyn Error>> {
    if let [file] = &options.files[..]
        && file.ends_with(".bin")
    {
        return Ok(Image::flat(arch, fs::read(file)?));
    }
    let objects = options.files.iter().map(|file| object(file, arch, &options.rules));
    let objects = objects.collect::<Result<Vec<_>, _>>()?;
    let (image, said) = asm::link(&objects, 0, &options.rules);
    say("link", "", &said);
    Ok(image.ok_or("nothing is linked")?)
}

fn run() -> Result<(), Box<dyn Error>> {
    let options = options()?;
    let arch = ArchId::parse(&options.arch)?;
    let image = image(&options, arch)?;
    if let Some(out) = options.out {
        return Ok(fs::write(out, image.bytes)?);
    }
    let arch = arch.complete().ok_or("a machine has registers and predicates")?;
    let config = Config { rules: options.rules, vm: options.vm, ..Config::reference(arch) };
    let mut core = Cube::new(config, &image.bytes);
    let end = core.run(options.steps);
    std::io::stdout().write_all(&core.ram.output)?;
    if options.statistics {
        print!("{}", core.statistics());
    }
    match end {
        Ok(true) => Ok(()),
        Ok(false) => Err(format!("it has not ended after {} steps", options.steps).into()),
        Err(fault) => Err(fault.to_string().into()),
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

//! The command line as a table.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use lanescope_core::session::vocabulary::{Choice, Limits};

/// A laboratory for data-parallel computer architectures, in a terminal.
#[derive(Debug, Parser)]
#[command(name = "lanescope", version, about)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Compile a kernel and print what became of it.
    Compile(Compile),
    /// Translate a program into the binary form of its machine.
    Asm(Asm),
    /// Print the assembly of a program in binary form.
    Disasm(Disasm),
    /// Run a kernel and print its numbers.
    Run(Run),
    /// Run a kernel on several machines and print their numbers side by side.
    Compare(Compare),
    /// Run a kernel and write what happened to a file.
    Trace(Trace),
    /// Draw a panel: the picture that the page shows, as a file, or its numbers.
    Figure(Figure),
    /// Make several runs and say what they show together.
    Study(Study),
    /// Bound the time of a launch before it runs, on machines that have such an analysis.
    Wcet(Wcet),
    /// Print the link that opens this document in the page.
    Link(Link),
    /// Run the document of a link.
    Open(Open),
    /// Print what there is.
    List(List),
    /// Work out a closed formula, such as Amdahl's law.
    Model(Model),
}

/// Options of `asm`.
#[derive(Args, Debug)]
pub struct Asm {
    /// What to translate.
    #[command(flatten)]
    pub input: Input,
    /// More texts of the program, in their order, on machines that link several.
    #[arg(value_name = "FILE")]
    pub more: Vec<PathBuf>,
    /// Write the words of the instructions to this file, little-endian, instead of printing them with the listing; an object file, not
    /// linked, where its name ends with .hof.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// The kernel with its launch and data, as a program that runs alone, on machines that make one; an object file with a label for each buffer
    /// where the name of --out ends with .hof.
    #[arg(long, requires = "out")]
    pub alone: bool,
}

/// Options of `disasm`.
#[derive(Args, Debug)]
pub struct Disasm {
    /// The words of instructions, little-endian; - is standard input.
    pub file: PathBuf,
    /// The machine whose they are, with settings that say how instructions look (default: as an object file says, else rvv).
    #[arg(long, value_name = "ID|PRESET[,KEY=VALUE...]")]
    pub machine: Option<String>,
    /// The limits.
    #[command(flatten)]
    pub limits: LimitOptions,
}

/// What to compile, for which machine.
#[derive(Args, Debug)]
pub struct Input {
    /// Kernel file (.cl, .cu, or .s, .sas and .ptx with the machine's assembly; .hof and .bin in HARP's binary form), or gallery:NAME.
    pub file: String,
    /// Which kernel of the file (default: the first).
    #[arg(long)]
    pub kernel: Option<String>,
    /// Machine or preset, such as simt, teaching or simt/teaching, with changed settings if any; `compare` takes several.
    #[arg(long, value_name = "ID|PRESET[,KEY=VALUE...]")]
    pub machine: Vec<String>,
    /// Changes a setting of the machine; of several machines, of those that have it.
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Launch and data as TOML.
    #[arg(long, value_name = "FILE.toml")]
    pub launch: Option<PathBuf>,
    /// Defines a macro.
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// A folder in which includes are looked for, after the file's own.
    #[arg(short = 'I', value_name = "FOLDER")]
    pub include: Vec<PathBuf>,
    /// Another text of the program, which is assembled by itself and linked behind the others, on machines that link several.
    #[arg(long = "link", value_name = "FILE")]
    pub linked: Vec<PathBuf>,
    /// Another file of the program. (Files that are included are found without this.)
    #[arg(long, value_name = "FILE")]
    pub with: Vec<PathBuf>,
    /// A folder with the files of data that the program names; without it they are looked for beside the program.
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// What the program reads from its console, on machines that have one; - is standard input.
    #[arg(long, value_name = "FILE")]
    pub console: Option<PathBuf>,
    /// Decides something about a line of the program; what it is, the machine or the study says that uses it.
    #[arg(long, value_name = "ID@[FILE:]LINE=VALUE", value_parser = choice)]
    pub choice: Vec<Choice>,
    /// Allows a * b + c to be fused into one rounding.
    #[arg(long)]
    pub contract: bool,
    /// The limits.
    #[command(flatten)]
    pub limits: LimitOptions,
}

/// Limits other than the usual ones.
#[derive(Args, Debug)]
pub struct LimitOptions {
    /// Sets a limit; `list limits` prints them all.
    #[arg(long, value_name = "NAME=N", value_parser = limit)]
    pub limit: Vec<(String, u64)>,
    /// Most cycles of a run: the same as --limit cycles=N.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub max_cycles: Option<u64>,
    /// Most bytes of all buffers: the same as --limit memory_bytes=N.
    #[arg(long, value_name = "BYTES", allow_negative_numbers = true)]
    pub max_memory: Option<u64>,
    /// Most seconds of wall time.
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    pub max_seconds: Option<f64>,
}

impl LimitOptions {
    /// All limits, with those of the command line.
    pub fn all(&self) -> Limits {
        let short = [("cycles", self.max_cycles), ("memory_bytes", self.max_memory)];
        let short = short.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let mut limits = Limits::default();
        for (name, value) in short.chain(self.limit.iter().map(|(name, value)| (name.as_str(), *value))) {
            limits.by_name(name).into_iter().for_each(|limit| *limit = value);
        }
        limits
    }
}

/// A limit and its value.
fn limit(text: &str) -> Result<(String, u64), String> {
    let (name, value) = text.split_once('=').ok_or("it takes NAME=N")?;
    if Limits::TABLE.iter().all(|limit| limit.name != name) {
        let names: Vec<&str> = Limits::TABLE.iter().map(|limit| limit.name).collect();
        return Err(format!("there is no limit `{name}`; there are {}", names.join(", ")));
    }
    let value = value.parse().map_err(|_| format!("limit `{name}` takes a whole number, not `{value}`"))?;
    Ok((name.into(), value))
}

/// What is decided about a line.
fn choice(text: &str) -> Result<Choice, String> {
    let wrong = || format!("it takes ID@LINE=VALUE or ID@FILE:LINE=VALUE, not `{text}`");
    let (place, value) = text.split_once('=').ok_or_else(wrong)?;
    let (id, place) = place.split_once('@').ok_or_else(wrong)?;
    let (file, line) = place.rsplit_once(':').unwrap_or(("", place));
    let line = line.parse().ok().filter(|line| *line > 0).ok_or_else(wrong)?;
    Ok(Choice { id: id.into(), file: file.into(), line, value: value.into() })
}

/// A time that a run can take.
fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds > 0.0 => Ok(seconds),
        _ => Err("it takes a number of seconds above 0".into()),
    }
}

/// `lanescope compile`.
#[derive(Args, Debug)]
pub struct Compile {
    /// What.
    #[command(flatten)]
    pub input: Input,
    /// What to print.
    #[arg(long, value_enum, default_value_t = Emit::Asm)]
    pub emit: Emit,
}

/// What `compile` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// The checked tree.
    Ast,
    /// The IR after optimisation.
    Ir,
    /// The machine's assembly.
    Asm,
    /// The profile of the branches that the compiler has used.
    Profile,
    /// Nothing: only diagnostics.
    None,
}

/// `lanescope run`.
#[derive(Args, Debug)]
pub struct Run {
    /// What.
    #[command(flatten)]
    pub input: Input,
    /// More texts of the program, in their order, on machines that link several.
    #[arg(value_name = "FILE")]
    pub more: Vec<PathBuf>,
    /// Compare the result with the reference interpreter's.
    #[arg(long)]
    pub check: bool,
    /// Print a buffer, or data by their name in an assembly program, as numbers (of a name so many), or write the bytes to a file.
    #[arg(long, value_name = "BUFFER[:FILE]|LABEL[:COUNT]")]
    pub dump: Vec<String>,
    /// Run without timing.
    #[arg(long)]
    pub functional: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// `lanescope compare`.
#[derive(Args, Debug)]
pub struct Compare {
    /// What.
    #[command(flatten)]
    pub input: Input,
    /// Another kernel file or gallery:NAME, with its own launch: then the rates of all kernels are compared, and their
    /// harmonic means.
    #[arg(long, value_name = "FILE")]
    pub also: Vec<String>,
    /// How.
    #[arg(long, value_enum, default_value_t = Style::Text)]
    pub format: Style,
    /// Print one JSON object.
    #[arg(long, conflicts_with = "out")]
    pub json: bool,
    /// Colours of an image.
    #[arg(long, value_enum, default_value_t = Colours::Light)]
    pub theme: Colours,
    /// The file: .svg is an image of the table, .csv its numbers (default: print the table).
    #[arg(long)]
    pub out: Option<PathBuf>,
}

/// `lanescope trace`.
#[derive(Args, Debug)]
pub struct Trace {
    /// What.
    #[command(flatten)]
    pub input: Input,
    /// The file; its ending chooses the format: .json (Chrome trace), .perfetto, .kanata, .csv, .jsonl (states), each packed with .gz
    /// behind it; with --follow .svg or .csv.
    #[arg(long, required_unless_present = "follow")]
    pub out: Option<PathBuf>,
    /// Follow an instruction through the machine instead, with its requests: the unit that issues it, the instruction, and the how
    /// manieth time (default: 1). Prints the cycles that each part cost it.
    #[arg(long, value_name = "UNIT:PC[@N]", value_parser = followed, conflicts_with_all = ["events", "cycles"])]
    pub follow: Option<(u32, u32, u64)>,
    /// Colours of an image.
    #[arg(long, value_enum, default_value_t = Colours::Light)]
    pub theme: Colours,
    /// Write the events of this kind (`lanescope list events`) instead of the states of units; the file is .csv.
    #[arg(long)]
    pub events: Option<String>,
    /// Write these cycles only: the first one and one past the last (default: the whole run).
    #[arg(long, value_name = "A..B", value_parser = range)]
    pub cycles: Option<(u64, u64)>,
}

/// `lanescope figure`.
#[derive(Args, Debug)]
pub struct Figure {
    /// What.
    #[command(flatten)]
    pub input: Input,
    /// The panel; `list panels` prints them all.
    #[arg(long, value_name = "ID")]
    pub panel: String,
    /// The window: first cycle and one past the last (default: the whole run).
    #[arg(long, value_name = "A..B", value_parser = range)]
    pub cycles: Option<(u64, u64)>,
    /// The cycle that pictures of an instant show, and where the cursor stands (default: the middle of the window).
    #[arg(long, value_name = "N")]
    pub cycle: Option<u64>,
    /// The selected unit, by number.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub unit: u32,
    /// The instruction that is followed, by its number in the listing (default: the one that the unit is at).
    #[arg(long, value_name = "N")]
    pub pc: Option<u32>,
    /// The rows of pictures that scroll: first row and one past the last.
    #[arg(long, value_name = "A..B", value_parser = range)]
    pub rows: Option<(u64, u64)>,
    /// Gives units that have had no work a row, too.
    #[arg(long)]
    pub idle: bool,
    /// How numbers are written: auto, dec, udec, hex, float or bin.
    #[arg(long, default_value = "auto")]
    pub radix: String,
    /// Bits of the elements that vector registers are cut into: 8, 16, 32 or 64 (default: as the vector type says).
    #[arg(long, value_name = "N", value_parser = element_bits)]
    pub bits: Option<u32>,
    /// Which memory: a buffer by name, or local (default: the first buffer).
    #[arg(long, value_name = "BUFFER|local")]
    pub memory: Option<String>,
    /// The first thing of what has pages: a byte of the memory, a register, an element.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub offset: u64,
    /// Most of these things (default: all; of memory 512 bytes).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub count: Option<u64>,
    /// How near a diagram looks: chip, or the permanent name of a box, such as core0 or core0/l1; the diagram lists them.
    #[arg(long, value_name = "BOX")]
    pub zoom: Option<String>,
    /// An animated image of the cycles of the window, at most 200: so many cycles in a second, 1 to 60.
    #[arg(long, value_name = "RATE", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub animate: Option<u32>,
    /// The unit in which the time axis of an image counts: a clock of the machine (core, dram), or ns.
    #[arg(long, value_name = "UNIT", default_value = "core")]
    pub time: String,
    /// Colours of an image.
    #[arg(long, value_enum, default_value_t = Colours::Light)]
    pub theme: Colours,
    /// Width of an image in pixels (default: 960, or what a graph needs).
    #[arg(long, value_name = "PIXELS", allow_negative_numbers = true, value_parser = pixels)]
    pub width: Option<f64>,
    /// Height of an image in pixels (default: what its rows need, up to 1200, or what a graph needs).
    #[arg(long, value_name = "PIXELS", allow_negative_numbers = true, value_parser = pixels)]
    pub height: Option<f64>,
    /// The file: .svg is an image, .csv its numbers (default: print the numbers).
    #[arg(long)]
    pub out: Option<PathBuf>,
}

/// `lanescope study`.
#[derive(Args, Debug)]
pub struct Study {
    /// Which one; `list studies` prints them with what they take.
    pub id: String,
    /// What.
    #[command(flatten)]
    pub input: Input,
    /// What the study is given.
    #[arg(value_name = "KEY=VALUE", value_parser = pair)]
    pub inputs: Vec<(String, String)>,
    /// Colours of an image.
    #[arg(long, value_enum, default_value_t = Colours::Light)]
    pub theme: Colours,
    /// The file: .svg is an image, .csv its numbers (default: print the numbers).
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// The answer as JSON, in the place of the figure: all that an analysis has to say, or the numbers by their names.
    #[arg(long, conflicts_with = "out")]
    pub json: bool,
}

/// `lanescope wcet`.
#[derive(Args, Debug)]
pub struct Wcet {
    /// What.
    #[command(flatten)]
    pub input: Input,
    /// Most times that a loop goes back to its beginning of which nothing else is known. (Of a line: --choice bound@LINE=N.)
    #[arg(long, value_name = "N")]
    pub turns: Option<u32>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// A theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colours {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// A side of a picture.
fn pixels(text: &str) -> Result<f64, String> {
    let side = text.parse::<f64>().ok().filter(|side| side.is_finite() && *side > 0.0);
    side.ok_or_else(|| format!("it takes a number of pixels above 0, not `{text}`"))
}

/// First and one past the last of a range that is not empty.
fn range(text: &str) -> Result<(u64, u64), String> {
    let wrong = || format!("it takes A..B with A below B, not `{text}`");
    let (from, to) = text.split_once("..").ok_or_else(wrong)?;
    let (from, to) = (from.trim().parse().map_err(|_| wrong())?, to.trim().parse().map_err(|_| wrong())?);
    if from < to { Ok((from, to)) } else { Err(wrong()) }
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or_else(|| format!("it takes KEY=VALUE, not `{text}`"))?;
    Ok((key.trim().into(), value.trim().into()))
}

fn element_bits(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(bits @ (8 | 16 | 32 | 64)) => Ok(bits),
        _ => Err(format!("it takes 8, 16, 32 or 64, not `{text}`")),
    }
}

/// `lanescope link`.
#[derive(Args, Debug)]
pub struct Link {
    /// What.
    #[command(flatten)]
    pub input: Input,
    /// More texts of the program, in their order, on machines that link several.
    #[arg(value_name = "FILE")]
    pub more: Vec<PathBuf>,
    /// The cycle under the cursor.
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    pub cycle: u64,
    /// Address of the page, before the #.
    #[arg(long, default_value = "")]
    pub page: String,
}

/// `lanescope open`.
#[derive(Args, Debug)]
pub struct Open {
    /// A link, or its part after the #; - reads it from standard input, where it may be of any length.
    pub link: String,
    /// Print the main text instead of running it.
    #[arg(long)]
    pub source: bool,
    /// Write the files of the program into this new folder instead of running it.
    #[arg(long, value_name = "FOLDER", conflicts_with = "source")]
    pub save: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Compare the result with the reference interpreter's.
    #[arg(long)]
    pub check: bool,
    /// The limits.
    #[command(flatten)]
    pub limits: LimitOptions,
}

/// `lanescope model`.
#[derive(Args, Debug)]
pub struct Model {
    /// Which one (default: print all with what they take).
    pub name: Option<String>,
    /// Numbers; those that are not given have the values of a worked example.
    #[arg(value_name = "KEY=VALUE", allow_negative_numbers = true)]
    pub numbers: Vec<String>,
    /// How.
    #[arg(long, value_enum, default_value_t = Style::Text)]
    pub format: Style,
}

/// `lanescope list`.
#[derive(Args, Debug)]
pub struct List {
    /// What.
    #[arg(value_enum)]
    pub what: Listed,
    /// Only of this machine.
    #[arg(long)]
    pub machine: Option<String>,
    /// How.
    #[arg(long, value_enum, default_value_t = Style::Text)]
    pub format: Style,
}

/// What `list` knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Listed {
    /// The machines.
    Machines,
    /// Their presets.
    Presets,
    /// Their settings.
    Settings,
    /// The gallery.
    Gallery,
    /// Their instructions.
    Ops,
    /// The directives of their assemblers.
    Directives,
    /// The operators of expressions in assembly.
    Operators,
    /// The panels that `figure` draws.
    Panels,
    /// The studies and what they take.
    Studies,
    /// Causes of used and lost issue slots.
    Causes,
    /// The events that are recorded, with their fields.
    Events,
    /// The limits that --limit sets.
    Limits,
}

/// How tables are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Style {
    /// Aligned columns.
    Text,
    /// A Markdown table.
    Markdown,
    /// JSON.
    Json,
}

/// An instruction to follow: unit, instruction, and the how manieth time from 1 on.
fn followed(text: &str) -> Result<(u32, u32, u64), String> {
    let wrong = || format!("`{text}` is not UNIT:PC or UNIT:PC@N, with N from 1 on");
    let (place, nth) = text.split_once('@').unwrap_or((text, "1"));
    let (unit, pc) = place.split_once(':').ok_or_else(wrong)?;
    let nth = nth.parse().ok().filter(|nth| *nth > 0);
    match (unit.parse(), pc.parse(), nth) {
        (Ok(unit), Ok(pc), Some(nth)) => Ok((unit, pc, nth)),
        _ => Err(wrong()),
    }
}

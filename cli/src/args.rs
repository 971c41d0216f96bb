//! The command line as a table.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use lanescope_core::session::vocabulary::Limits;

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
    /// Run a kernel and print its numbers.
    Run(Run),
    /// Run a kernel on several machines and print their numbers side by side.
    Compare(Compare),
    /// Run a kernel and write what happened to a file.
    Trace(Trace),
    /// Print the link that opens this document in the page.
    Link(Link),
    /// Run the document of a link.
    Open(Open),
    /// Print what there is.
    List(List),
    /// Work out a closed formula, such as Amdahl's law.
    Model(Model),
}

/// What to compile, for which machine.
#[derive(Args, Debug)]
pub struct Input {
    /// Kernel file (.cl, .cu, or .s and .ptx with the machine's assembly), or gallery:NAME.
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
    /// A folder in which `#include` looks, after the file's own.
    #[arg(short = 'I', value_name = "FOLDER")]
    pub include: Vec<PathBuf>,
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

/// A time that a run can take.
fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds >= 0.0 => Ok(seconds),
        _ => Err("it takes a number of seconds, 0 or more".into()),
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
    /// Nothing: only diagnostics.
    None,
}

/// `lanescope run`.
#[derive(Args, Debug)]
pub struct Run {
    /// What.
    #[command(flatten)]
    pub input: Input,
    /// Compare the result with the reference interpreter's.
    #[arg(long)]
    pub check: bool,
    /// Print a buffer as numbers, or write its bytes to a file.
    #[arg(long, value_name = "BUFFER[:FILE]")]
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
    #[arg(long)]
    pub json: bool,
}

/// `lanescope trace`.
#[derive(Args, Debug)]
pub struct Trace {
    /// What.
    #[command(flatten)]
    pub input: Input,
    /// The file; its ending chooses the format: .json (Chrome trace), .perfetto, .kanata, .csv, .jsonl (states).
    #[arg(long)]
    pub out: PathBuf,
}

/// `lanescope link`.
#[derive(Args, Debug)]
pub struct Link {
    /// What.
    #[command(flatten)]
    pub input: Input,
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
    /// A link, or its part after the #.
    pub link: String,
    /// Print the source instead of running it.
    #[arg(long)]
    pub source: bool,
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
    /// Causes of used and lost issue slots.
    Causes,
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

//! The laboratory in a terminal: the same core as the page, so the same numbers.
//!
//! Exit codes (a table in docs/check.md): 0 it worked; 1 the text, the launch or the run has an error, said on
//! standard error; 2 the command line is wrong; 3 a limit was passed, and the message names it; 4 `--check` found that the
//! result is different.

mod args;
mod binary;
mod compare;
mod compile;
mod diagnostics;
mod document;
mod drive;
mod figure;
mod files;
mod include;
mod launch_file;
mod link;
mod list;
mod model;
mod output;
mod report;
mod run;
mod states;
mod study;
mod tables;
mod trace;

use std::{
    io::{self, IsTerminal, Write},
    process::ExitCode,
};

use args::{Cli, Command};
use clap::Parser;

/// Why a command ended early; what there is to say has been said on standard error, or is said by `main`.
#[derive(Debug)]
pub enum Failure {
    /// Diagnostics were printed.
    Reported,
    /// Diagnostics were printed, and one of them says which limit was passed.
    LimitReported,
    /// A sentence.
    Message(String),
    /// A limit was passed: a sentence that names it.
    Limit(String),
    /// The result is not the reference's: the verdict.
    Different(String),
    /// Whoever read standard output has gone (`| head`): no reason to complain.
    NobodyReads,
}

impl Failure {
    /// The same, of something with a name.
    fn of(self, name: &str) -> Failure {
        match self {
            Failure::Message(message) => Failure::Message(format!("{name}: {message}")),
            Failure::Limit(message) => Failure::Limit(format!("{name}: {message}")),
            Failure::Different(message) => Failure::Different(format!("{name}: {message}")),
            other => other,
        }
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::Message(message)
    }
}

/// Of standard output; of files it is said which.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::NobodyReads,
            _ => Failure::Message(format!("standard output: {error}")),
        }
    }
}

fn main() -> ExitCode {
    let mut out = output::stdout();
    let outcome = match Cli::try_parse() {
        Ok(cli) => run(cli.command, &mut out),
        Err(error) if error.use_stderr() => error.exit(),
        Err(help) => print_help(&help, &mut out),
    };
    let outcome = outcome.and_then(|()| Ok(out.flush()?));
    match outcome {
        Ok(()) | Err(Failure::NobodyReads) => ExitCode::SUCCESS,
        Err(Failure::Reported) => ExitCode::from(1),
        Err(Failure::LimitReported) => ExitCode::from(3),
        Err(Failure::Message(message)) => {
            diagnostics::say(&format!("error: {message}"));
            ExitCode::from(1)
        }
        Err(Failure::Limit(message)) => {
            diagnostics::say(&format!("limit: {message}"));
            ExitCode::from(3)
        }
        Err(Failure::Different(message)) => {
            diagnostics::say(&format!("error: {message}"));
            ExitCode::from(4)
        }
    }
}

fn run(command: Command, out: &mut dyn Write) -> Result<(), Failure> {
    match command {
        Command::Compile(options) => compile::run(&options, out),
        Command::Asm(mut options) => {
            document::more(&mut options.input, &options.more);
            binary::asm(&options, out)
        }
        Command::Disasm(options) => binary::disasm(&options, out),
        Command::Run(mut options) => {
            document::more(&mut options.input, &options.more);
            run::run(&options, out)
        }
        Command::Compare(options) => compare::run(&options, out),
        Command::Trace(options) => trace::run(&options, out),
        Command::Figure(options) => figure::run(&options, out),
        Command::Study(options) => study::run(&options, out),
        Command::Wcet(options) => study::wcet(&options, out),
        Command::Link(mut options) => {
            document::more(&mut options.input, &options.more);
            link::make(&options, out)
        }
        Command::Open(options) => link::open(&options, out),
        Command::List(options) => list::run(&options, out),
        Command::Model(options) => model::run(&options, out),
    }
}

/// Prints what `--help` and `--version` ask for.
fn print_help(help: &clap::Error, out: &mut dyn Write) -> Result<(), Failure> {
    let text = help.render();
    match io::stdout().is_terminal() {
        true => write!(out, "{}", text.ansi())?,
        false => write!(out, "{text}")?,
    }
    Ok(())
}

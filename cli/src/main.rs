//! The laboratory in a terminal: the same core as the page, so the same numbers.
//!
//! Exit codes: 0 it worked; 1 the text, the launch or the run has an error (or `--check` found a difference), said on
//! standard error; 2 the command line is wrong; 3 a limit was passed, and the message names it.

mod args;
mod compare;
mod compile;
mod diagnostics;
mod document;
mod drive;
mod launch_file;
mod link;
mod list;
mod model;
mod report;
mod run;
mod tables;
mod trace;

use std::{io, process::ExitCode};

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
    /// Whoever read standard output has gone (`| head`): no reason to complain.
    NobodyReads,
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::Message(message)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::NobodyReads,
            _ => Failure::Message(error.to_string()),
        }
    }
}

fn main() -> ExitCode {
    let out = &mut io::stdout().lock();
    let outcome = match Cli::parse().command {
        Command::Compile(options) => compile::run(&options, out),
        Command::Run(options) => run::run(&options, out),
        Command::Compare(options) => compare::run(&options, out),
        Command::Trace(options) => trace::run(&options),
        Command::Link(options) => link::make(&options, out),
        Command::Open(options) => link::open(&options, out),
        Command::List(options) => list::run(&options, out),
        Command::Model(options) => model::run(&options, out),
    };
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
    }
}

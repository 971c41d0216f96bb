//! The laboratory in a terminal: the same core as the page, so the same numbers.
//!
//! Exit codes: 0 it worked; 1 the text, the launch or the run has an error (or `--check` found a difference), said on
//! standard error; 2 the command line is wrong; 3 a limit was passed, and the message names it.

mod args;
mod compile;
mod diagnostics;
mod document;
mod launch_file;
mod link;
mod list;
mod run;
mod tables;
mod trace;

use std::process::ExitCode;

use args::{Cli, Command};
use clap::Parser;

/// Why a command ended early; what there is to say has been said on standard error, or is said by `main`.
#[derive(Debug)]
pub enum Failure {
    /// Diagnostics were printed.
    Reported,
    /// A sentence.
    Message(String),
    /// A limit was passed: a sentence that names it.
    Limit(String),
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::Message(message)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        Failure::Message(error.to_string())
    }
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Compile(options) => compile::run(&options),
        Command::Run(options) => run::run(&options),
        Command::Trace(options) => trace::run(&options),
        Command::Link(options) => link::make(&options),
        Command::Open(options) => link::open(&options),
        Command::List(options) => list::run(&options),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Reported) => ExitCode::from(1),
        Err(Failure::Message(message)) => {
            eprintln!("error: {message}");
            ExitCode::from(1)
        }
        Err(Failure::Limit(message)) => {
            eprintln!("limit: {message}");
            ExitCode::from(3)
        }
    }
}

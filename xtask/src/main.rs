//! The project's chores: `cargo xtask COMMAND`. Standard library only, so that it compiles in seconds.
//!
//! One file per command. [`setup`] brings in what the commands need, [`shell`] runs programs, [`page`] builds the
//! static site, [`http`] serves it.

mod assemble;
mod bench;
mod bless;
mod browser;
mod count;
mod fuzz;
mod r#gen;
mod http;
mod links;
mod native;
mod offline;
mod page;
mod policy;
mod programs;
mod serve;
mod setup;
mod shell;
mod size;
mod test;
mod timings;

use std::process::ExitCode;

use shell::{Outcome, Shell};

/// A command: name, arguments, what it does, and the function.
struct Command {
    name: &'static str,
    arguments: &'static str,
    meaning: &'static str,
    run: fn(&Shell, &[String]) -> Outcome,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "serve",
        arguments: "[--port N] [--quick]",
        meaning: "install what is missing, build the page (--quick: to change it, not to measure it) and serve it on http://127.0.0.1:8080",
        run: serve::run,
    },
    Command {
        name: "test",
        arguments: "[--keep-going] [--only STAGE]..",
        meaning: "install what is missing and run every check; one closing line per stage",
        run: test::run,
    },
    Command {
        name: "dist",
        arguments: "",
        meaning: "write dist/: a static folder that works from any path of any host, and offline",
        run: page::dist,
    },
    Command {
        name: "bench",
        arguments: "[--native | --wasm]",
        meaning: "measure speed; each number beside its target and beside the ceiling",
        run: bench::run,
    },
    Command {
        name: "gen",
        arguments: "[--check]",
        meaning: "write the tables of docs/ that follow from tables in the code",
        run: r#gen::run,
    },
    Command {
        name: "bless",
        arguments: "",
        meaning: "run the tests and take their output as the expected output",
        run: bless::run,
    },
    Command {
        name: "fuzz",
        arguments: "[--seconds N] [--seed N] [--all] [TEST]..",
        meaning: "the random tests for N seconds each; --all: every kernel on every preset instead of a sample",
        run: fuzz::run,
    },
    Command {
        name: "setup",
        arguments: "",
        meaning: "only install what is missing",
        run: |shell, _| setup::everything(shell),
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((name, rest)) = arguments.split_first() else {
        help();
        return ExitCode::from(2);
    };
    if matches!(name.as_str(), "help" | "--help" | "-h") {
        help();
        return ExitCode::SUCCESS;
    }
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else {
        eprintln!("there is no command `{name}`\n");
        help();
        return ExitCode::from(2);
    };
    match (command.run)(&Shell::new(), rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("\n{name}: {message}");
            ExitCode::FAILURE
        }
    }
}

fn help() {
    println!("cargo xtask COMMAND\n");
    for Command { name, arguments, meaning, .. } in COMMANDS {
        println!("  {:<38} {meaning}", format!("{name} {arguments}"));
    }
}

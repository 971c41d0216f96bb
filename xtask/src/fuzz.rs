//! `cargo xtask fuzz`: the random tests for as long as wanted, and whole products instead of samples.

use crate::shell::{self, Outcome, Shell};

/// The tests whose extent this command sets, as program and file: those that use `lanescope_tests::fuzz`.
const FILES: &[(&str, &str)] = &[
    ("machines", "conformance::"),
    ("machines", "digests::"),
    ("machines", "guards::"),
    ("language", "pasted::"),
    ("language", "random_kernels::"),
    ("sim_d", "wcet::"),
    ("memory", "small_texts"),
];

/// The options, each with the variable that the tests read; `None` as value means that the option takes none.
const OPTIONS: &[(&str, &str, Option<&str>)] = &[
    ("--seconds", "LANESCOPE_FUZZ_SECONDS", Some("a number of seconds")),
    ("--count", "LANESCOPE_FUZZ_COUNT", Some("a number of seeds")),
    ("--seed", "LANESCOPE_FUZZ_SEED", Some("a whole number")),
    ("--all", "LANESCOPE_FUZZ_ALL", None),
];

/// Runs the tests as `cargo test` builds them: the core at full optimisation, with assertions.
pub fn run(shell: &Shell, arguments: &[String]) -> Outcome {
    let mut command = shell.command("cargo", &["test", "-p", "lanescope-tests"]);
    for (program, _) in FILES {
        command.args(["--test", program]);
    }
    let mut rest = arguments.iter();
    let mut names = Vec::new();
    while let Some(argument) = rest.next() {
        match OPTIONS.iter().find(|(option, ..)| option == argument) {
            Some((_, variable, None)) => drop(command.env(variable, "1")),
            Some((option, variable, Some(what))) => {
                let number = rest.next().filter(|text| text.parse::<u64>().is_ok());
                command.env(variable, number.ok_or_else(|| format!("{option} takes {what}"))?);
            }
            None if argument.starts_with('-') => {
                return Err(format!(
                    "`{argument}`? It takes --seconds N, --count N, --seed N, --all and names of tests"
                ));
            }
            None => names.push(argument.as_str()),
        }
    }
    command.args(["--no-fail-fast", "--"]);
    match names[..] {
        [] => command.args(FILES.iter().map(|(_, file)| file)),
        _ => command.args(&names),
    };
    shell::run(command)?;
    if !arguments.iter().any(|argument| argument == "--all") {
        return Ok(());
    }
    // The long tests of the core, which `cargo test` leaves out; a measurement means nothing with assertions.
    let mut command = shell.command(
        "cargo",
        &["test", "--workspace", "--exclude", "lanescope-tests", "--lib", "--", "--ignored"],
    );
    command.args(["--skip", "speed"]).args(names);
    shell::run(command)
}

//! `cargo xtask bless`: what the tests print now becomes what they expect. Read the difference before you commit it.

use crate::shell::{self, Outcome, Shell};

/// Runs the native tests with the word that tells them to write, then shows which files are different.
pub fn run(shell: &Shell, _: &[String]) -> Outcome {
    let mut command = shell.command("cargo", &["test", "--workspace", "--no-fail-fast"]);
    command.env("LANESCOPE_BLESS", "1");
    shell::run(command)?;
    shell::run(shell.command("git", &["--no-pager", "diff", "--stat"]))
}

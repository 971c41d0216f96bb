//! Programs that come from crates.io: installed under `target/tools/` unless a copy of the right version is in `PATH`.

use std::fs;

use super::LIMIT;
use crate::shell::{Outcome, Shell, run_logged, say, with_path};

/// A program: its crate, the program to ask for its version, the version, and how long installing takes.
pub struct Tool {
    package: &'static str,
    program: &'static str,
    version: Version,
    minutes: &'static str,
}

/// Which version is right.
enum Version {
    /// This one.
    Is(&'static str),
    /// That of a crate in `Cargo.lock`.
    Locked(&'static str),
}

/// What building the page takes.
pub const PAGE: &[Tool] = &[Tool {
    package: "wasm-bindgen-cli",
    program: "wasm-bindgen",
    version: Version::Locked("wasm-bindgen"),
    minutes: "1 to 5",
}];

/// What tests take besides: those in a browser, and the comparison with trunk's page.
pub const TEST: &[Tool] = &[
    Tool { package: "wasm-pack", program: "wasm-pack", version: Version::Is("0.15.1"), minutes: "1 to 3" },
    // 0.22 wants a newer rustc than the workspace.
    Tool { package: "trunk", program: "trunk", version: Version::Is("0.21.14"), minutes: "2 to 12" },
];

/// Installs those that are missing or have another version.
pub fn ensure(shell: &Shell, tools: &[Tool]) -> Outcome {
    tools.iter().try_for_each(|tool| ensure_one(shell, tool))
}

fn ensure_one(shell: &Shell, tool: &Tool) -> Outcome {
    let version = match tool.version {
        Version::Is(version) => version.to_string(),
        Version::Locked(name) => locked_version(shell, name)?,
    };
    let answer = shell.ask(tool.program, &["--version"]).unwrap_or_default();
    if answer.split_whitespace().nth(1) == Some(version.as_str()) {
        return Ok(());
    }
    say(&format!(
        "installing {} {version} from source into target/tools ({} min)",
        tool.package, tool.minutes
    ));
    // A lock file may name a crate version that a mirror lacks: then without it.
    install(shell, tool.package, &version, true).or_else(|_| install(shell, tool.package, &version, false))
}

fn install(shell: &Shell, package: &str, version: &str, locked: bool) -> Outcome {
    let root = shell.tools();
    let root = root.to_string_lossy();
    let mut arguments =
        vec!["install", package, "--no-default-features", "--version", version, "--root", &root];
    arguments.extend(locked.then_some("--locked"));
    let mut command = shell.command("cargo", &arguments);
    // These programs run for seconds: compile them quickly, and without what they would download with.
    command
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_TARGET_DIR", shell.path("target/xtask/tools"));
    let log = shell.path("target/xtask/setup.log");
    run_logged(command, &log, LIMIT).map_err(|error| format!("{error} (log: {})", log.display()))
}

/// The version of a crate in `Cargo.lock`.
fn locked_version(shell: &Shell, name: &str) -> Result<String, String> {
    let path = shell.path("Cargo.lock");
    let text = with_path(&path, fs::read_to_string(&path))?;
    version_in(&text, name).ok_or_else(|| format!("Cargo.lock does not name {name}"))
}

fn version_in(lock: &str, name: &str) -> Option<String> {
    let wanted = format!("name = \"{name}\"");
    let mut lines = lock.lines().skip_while(|line| *line != wanted);
    lines.next()?;
    Some(lines.next()?.strip_prefix("version = \"")?.strip_suffix('"')?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_file_tells_versions() {
        let lock = "[[package]]\nname = \"ab\"\nversion = \"1.2.3\"\n\n[[package]]\nname = \"a\"\nversion = \"0.1.0\"\n";
        assert_eq!(version_in(lock, "a").as_deref(), Some("0.1.0"));
        assert_eq!(version_in(lock, "ab").as_deref(), Some("1.2.3"));
        assert_eq!(version_in(lock, "b"), None);
    }
}

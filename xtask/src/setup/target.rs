//! The wasm targets. rustup adds them where it can; where it cannot (a closed network), Debian's rustc with its library
//! sources does the same work.

use std::{path::Path, time::Duration};

use super::debian;
use crate::shell::{Outcome, Shell, run_logged, say};

/// What the page is compiled for.
pub const WEB: &str = "wasm32-unknown-unknown";
/// What the `no_std` proof is compiled for: a target that has no `std` at all.
pub const BARE: &str = "wasm32v1-none";

/// With which toolchain a target is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// The person's own toolchain has it.
    Own,
    /// Debian's compiler, building the library from its sources.
    Debian,
}

/// Makes the page's target available and tells the shell how to compile for it.
pub fn ensure(shell: &Shell) -> Outcome {
    if add(shell, WEB) {
        return Ok(());
    }
    debian::install(shell)?;
    shell.use_for_web(debian::environment(shell));
    debian::build_library(shell)
}

/// Makes the `no_std` target available.
pub fn bare(shell: &Shell) -> Result<Route, String> {
    if add(shell, BARE) {
        return Ok(Route::Own);
    }
    debian::install(shell)?;
    Ok(Route::Debian)
}

/// Is the target there, or can rustup add it?
fn add(shell: &Shell, target: &str) -> bool {
    if has(shell, target) {
        return true;
    }
    say(&format!("adding the Rust target {target} (rustup target add {target})"));
    let log = shell.path("target/xtask/setup.log");
    let added =
        run_logged(shell.command("rustup", &["target", "add", target]), &log, Duration::from_secs(180));
    if added.is_err() {
        say("rustup cannot add it here");
    }
    added.is_ok() && has(shell, target)
}

fn has(shell: &Shell, target: &str) -> bool {
    let folder = shell.ask("rustc", &["--print", "target-libdir", "--target", target]);
    folder.is_some_and(|folder| Path::new(&folder).read_dir().is_ok_and(|mut files| files.next().is_some()))
}

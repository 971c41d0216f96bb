//! Brings in what the other commands need: checks what is there, installs what is missing, says what it does. What it
//! may not install it names, with the command for the person.
//!
//! When everything is there the checks take well under a second.

mod browser;
mod debian;
mod disk;
mod npm;
mod target;
mod tools;

pub use browser::{chromedriver, chromium};
pub use target::{Route, WEB as WEB_TARGET};

use std::{sync::Mutex, time::Duration};

use crate::shell::{Outcome, Shell};

/// Nothing that setup starts may take longer than this.
const LIMIT: Duration = Duration::from_secs(40 * 60);

/// Everything that compiling a program to wasm and running it in Node.js takes.
pub fn node(shell: &Shell) -> Outcome {
    npm::node(shell)?;
    target::ensure(shell)
}

/// Everything that building the page takes. Who comes while it is brought in waits.
pub fn page(shell: &Shell) -> Outcome {
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock();
    node(shell)?;
    npm::ensure(shell)?;
    tools::ensure(shell, tools::PAGE)
}

/// Everything that the tests take.
pub fn everything(shell: &Shell) -> Outcome {
    disk::ensure(shell);
    page(shell)?;
    tools::ensure(shell, tools::TEST)?;
    browser::ensure(shell)
}

/// With which toolchain the page is compiled.
pub fn web_route(shell: &Shell) -> Route {
    if shell.web_is_set() { Route::Debian } else { Route::Own }
}

/// How the `no_std` proof compiles; see [`target`].
pub fn bare_target(shell: &Shell) -> Result<Route, String> {
    target::bare(shell)
}

//! Node.js, and npm packages: exactly those of `package-lock.json`, installed again only when it has changed.

use std::fs;

use super::LIMIT;
use crate::shell::{Outcome, Shell, digest, run_logged, say, with_path};

/// Asks for Node.js, which is installed by the person.
pub fn node(shell: &Shell) -> Outcome {
    match shell.find("node").and(shell.find("npm")) {
        Some(_) => Ok(()),
        None => {
            Err("Node.js (20 or newer) with npm is missing: please install it (https://nodejs.org, or on \
                     Debian: sudo apt-get install nodejs npm)"
                .into())
        }
    }
}

/// Installs the packages if the lock file is not the one that was installed last.
pub fn ensure(shell: &Shell) -> Outcome {
    let lock = shell.path("package-lock.json");
    let wanted = format!("{:016x}", digest(&with_path(&lock, fs::read(&lock))?));
    let mark = shell.path("node_modules/.installed");
    if fs::read_to_string(&mark).is_ok_and(|found| found == wanted) {
        return Ok(());
    }
    say("installing npm packages (npm ci)");
    let log = shell.path("target/xtask/setup.log");
    run_logged(shell.command("npm", &["ci", "--no-audit", "--no-fund"]), &log, LIMIT)
        .map_err(|error| format!("{error} (log: {})", log.display()))?;
    with_path(&mark, fs::write(&mark, wanted))
}

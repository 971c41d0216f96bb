//! Chromium and its driver, for the tests in a browser.

use std::path::PathBuf;

use super::debian;
use crate::shell::{Outcome, Shell};

/// The browser, if there is one.
pub fn chromium(shell: &Shell) -> Option<PathBuf> {
    ["chromium", "chromium-browser", "google-chrome"].iter().find_map(|name| shell.find(name))
}

/// Its driver, if there is one.
pub fn chromedriver(shell: &Shell) -> Option<PathBuf> {
    shell.find("chromedriver")
}

/// Installs both where that is possible.
pub fn ensure(shell: &Shell) -> Outcome {
    if chromium(shell).is_some() && chromedriver(shell).is_some() {
        return Ok(());
    }
    debian::apt(shell, &["chromium", "chromium-driver"])
}

//! The same document gives the same bytes on every platform: native runs are compared with `tests/digests.txt`, and
//! so are the shipped workers in a browser (`app/src/page/browser/workers.rs`).

use lanescope_core::session;
use lanescope_tests::{bless, fuzz, runs};

#[test]
fn native_runs_have_the_blessed_digests() {
    if fuzz::all() || bless::is_on() {
        return bless::expect("tests/digests.txt", &runs::all());
    }
    for (expected, found) in runs::blessed_sample().lines().zip(runs::sample().lines()) {
        assert_eq!(expected, found, "tests/digests.txt (cargo xtask bless takes what was found)");
    }
}

/// A kernel or a preset without a line would never be compared.
#[test]
fn every_run_has_a_line() {
    let lines = runs::BLESSED.lines().count();
    assert_eq!(lines, session::gallery().len() * runs::presets().len());
    assert_eq!(runs::blessed_sample().lines().count(), runs::documents().len());
}

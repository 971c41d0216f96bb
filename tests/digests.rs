//! The same document gives the same bytes on every platform: native runs are compared with `tests/digests.txt`, and
//! `app/tests/digests.rs` compares the runs of a browser with the same file.
#![cfg(not(target_arch = "wasm32"))]

use lanescope_tests::{bless, runs};

#[test]
fn native_runs_have_the_blessed_digests() {
    bless::expect("tests/digests.txt", &runs::all());
}

//! Random kernels as source text on every machine: control flow in free shapes, judged by the reference interpreter on the
//! IR that no pass has changed. A second's worth here, more with `cargo xtask fuzz`.
#![cfg(not(target_arch = "wasm32"))]

use lanescope_tests::{fuzz, random::judge};

/// Wrong texts that are shown before the search ends.
const SHOWN: usize = 5;

#[test]
fn random_kernels_on_every_machine_equal_the_reference() {
    let mut wrong: Vec<String> = vec![];
    fuzz::seeds(|seed| {
        let found = judge::runs_of(seed).iter().find_map(|run| judge::fault(seed, run));
        if let Some((source, found)) = found {
            println!("seed {seed}: {found}");
            wrong.push(format!("{source}\n// seed {seed}: {found}"));
        }
        assert!(wrong.len() < SHOWN, "{}", wrong.join("\n"));
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

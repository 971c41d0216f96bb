//! Random kernels as source text on every machine: control flow in free shapes, judged by the reference interpreter on the
//! IR that no pass has changed. A second's worth here, more with `cargo xtask fuzz`: for some
//! time, or `--count` seeds.

use lanescope_tests::{
    fuzz,
    random::judge::{self, Run},
};

/// Wrong texts that are shown before the search ends.
const SHOWN: usize = 5;

#[test]
fn random_kernels_on_every_machine_equal_the_reference() {
    equal_the_reference(judge::runs_of, judge::fault);
}

#[test]
fn random_kernels_on_packed_simd_equal_the_reference() {
    equal_the_reference(|seed| judge::runs_of_machine(seed, "packed"), judge::fault);
}

#[test]
fn random_kernels_whose_lanes_meet_equal_the_reference() {
    equal_the_reference(judge::runs_of_lanes, judge::fault_of_lanes);
}

/// Tries the runs of one seed after another.
fn equal_the_reference(
    runs: impl Fn(u64) -> Vec<Run>,
    fault: impl Fn(u64, &Run) -> Option<(String, String)>,
) {
    let mut wrong: Vec<String> = vec![];
    let tried = fuzz::seeds(|seed| {
        let found = runs(seed).iter().find_map(|run| fault(seed, run));
        if let Some((source, found)) = found {
            println!("seed {seed}: {found}");
            wrong.push(format!("{source}\n// seed {seed}: {found}"));
        }
        assert!(wrong.len() < SHOWN, "{}", wrong.join("\n"));
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("{tried} seeds");
}

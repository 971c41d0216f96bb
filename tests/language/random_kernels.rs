//! Random kernels as source text on every machine: control flow in free shapes, judged by the reference interpreter on the
//! IR that no pass has changed; and texts with objects, whose results are worked out apart. A second's worth here, more with `cargo xtask fuzz`: for some
//! time, or `--count` seeds.

use lanescope_core::session::{Session, vocabulary::*};
use lanescope_tests::{
    fuzz,
    random::{
        judge::{self, Run},
        objects,
    },
    runs,
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
    equal_the_reference(judge::runs_of, judge::fault_of_lanes);
}

#[test]
fn random_kernels_with_barriers_that_some_have_left_equal_the_reference() {
    equal_the_reference(judge::runs_of, judge::fault_of_leaving);
}

/// More cycles than any text with objects needs.
const CYCLES: u64 = 20_000_000;

/// Machines that run the same IR in ways that differ much.
const OBJECTS_ON: [&str; 2] = ["simt/teaching", "rvv/textbook-4-lanes"];

/// What classes, their templates and pointers in objects do is worked out apart from the front end.
#[test]
fn random_texts_with_objects_leave_what_cpp_says() {
    let mut refused = 0;
    let tried = fuzz::seeds(|seed| {
        let (source, expected) = objects::text(seed);
        for preset in OBJECTS_ON {
            let mut session = Session::open(runs::document(&source, preset), Limits::default());
            if let Err(found) = session.start() {
                // A pointer may be one of those whose memory is not known: that is said.
                let known = found.iter().all(|one| one.code == "type::pointer-space");
                assert!(known, "{source}\n// seed {seed} on {preset}: {found:#?}");
                refused += 1;
                continue;
            }
            let status = session.advance(CYCLES, CYCLES);
            let left = session.dump("out").unwrap_or_default();
            let left: Vec<u32> = left.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
            assert!(status.halt.is_none(), "{source}\n// seed {seed} on {preset}: {:?}", status.halt);
            assert_eq!(left, expected, "{source}\n// seed {seed} on {preset}");
        }
    });
    assert!(refused * 10 <= tried * OBJECTS_ON.len() as u64 + 10, "{refused} of {tried} seeds are refused");
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

//! Kernels as people paste them, without a word about their launch (`cases/pasted/bare`): what is filled in lets them
//! run to their end, or the message says what does not fit.
#![cfg(not(target_arch = "wasm32"))]

use std::fs;

use lanescope_core::session::{Session, vocabulary::*};
use lanescope_tests::{bless, runs};

/// More cycles than any of these kernels needs.
const CYCLES: u64 = 4_000_000;

/// Kernels whose work-items race with the data that is filled in: whole programs give them data in which they do not.
const RACES: &[&str] = &["bfs_frontier.cl", "nw_like.cu", "transpose_sample.cu"];

const FOLDER: &str = "tests/cases/pasted/bare";

fn names() -> Vec<String> {
    bless::texts(FOLDER).into_iter().map(|(name, _)| name).collect()
}

fn open(name: &str, preset: &str) -> Session {
    let source = fs::read_to_string(bless::project(&format!("{FOLDER}/{name}"))).unwrap();
    assert!(!source.contains("lanescope:"), "{name} says something about its launch");
    Session::open(runs::document(&source, preset), Limits::default())
}

#[test]
fn kernels_without_a_launch_run_to_their_end_or_say_what_does_not_fit() {
    let presets = runs::presets();
    for (name, preset) in names().iter().flat_map(|name| presets.iter().map(move |preset| (name, preset))) {
        let mut session = open(name, preset);
        if let Err(found) = session.start() {
            let codes: Vec<&str> = found.iter().map(|diagnostic| diagnostic.code.as_ref()).collect();
            assert!(codes == ["launch::fit"] && preset == "simt/teaching", "{name} on {preset}: {found:#?}");
            continue;
        }
        let status = session.advance(CYCLES, CYCLES);
        assert!(status.complete && status.halt.is_none(), "{name} on {preset}: {status:#?}");
        let check = (0..1000).find_map(|_| session.check(1_000_000)).expect("the reference ends");
        assert!(check.pass || RACES.contains(&name.as_str()), "{name} on {preset}: {check:#?}");
    }
}

fn launch(name: &str) -> Launch {
    open(name, "simt/fermi").compiled().launch.clone()
}

#[test]
fn groups_have_the_size_that_arrays_are_made_for() {
    let cases = [
        ("small_shared.cu", [16, 1, 1]),
        ("tiled_mm.cu", [8, 8, 1]),
        // 10 x 10 with a border of one on each side.
        ("hotspot_like.cl", [8, 8, 1]),
        // 17 x 17 with a row and a column before it.
        ("nw_like.cu", [16, 1, 1]),
        // 16 x 17, of which 4 rows are filled at a time.
        ("transpose_sample.cu", [16, 4, 1]),
        // 64 bins, but the kernel asks how large its group is.
        ("histogram_shared.cu", [32, 1, 1]),
    ];
    cases.iter().for_each(|(name, local)| assert_eq!(launch(name).local, *local, "{name}"));
}

#[test]
fn buffers_are_as_long_as_the_kernel_reaches() {
    let length = |name: &str, buffer: &str| {
        let launch = launch(name);
        let value = launch.args.into_iter().find(|arg| arg.name == buffer).map(|arg| arg.value);
        let Some(ArgValue::Buffer { len, .. }) = value else { panic!("{name}: {buffer}: {value:?}") };
        len
    };
    let cases = [
        // 16 x 16 work-items in rows of 64 elements; b is read in all 64 rows.
        ("gemm_const.cl", "a", 15 * 64 + 63 + 1),
        ("gemm_const.cl", "b", 63 * 64 + 15 + 1),
        // Four rows of 50 elements, each read by 32 work-items in turn; the 50 stands in the launch.
        ("softmax_rows.cu", "x", 4 * 50),
        ("softmax_rows.cu", "y", 4 * 50),
        // The guard lets 128 work-items pass.
        ("atax.cu", "A", 128 * 128),
        // One row pointer more than rows, the last one 4 * 256.
        ("csr_spmv.cl", "row_ptr", 257),
        ("csr_spmv.cl", "cols", 1024),
        ("csr_spmv.cl", "vals", 1024),
        ("csr_spmv.cl", "x", 256),
        // Dynamic shared memory; a sum of two halves.
        ("reduce_sample.cu", "g_idata", 256),
    ];
    cases.iter().for_each(|(name, buffer, len)| assert_eq!(length(name, buffer), *len, "{name}: {buffer}"));
}

//! Kernels against a GPU: `oracles/gpu/results.txt` holds of each buffer what a real one leaves there, and `counts.txt` what a
//! profiler counts of their accesses that does not depend on time. Where the two may differ, a row here says why, and the test
//! fails when they no longer do.

use std::collections::BTreeMap;

use lanescope_core::session::{Session, vocabulary::*};
use lanescope_tests::{outside, runs, shorthand::counter};

const FOLDER: &str = "tests/oracles/gpu";

/// The units of the last place that functions of the GPU's mathematical library may be off: theirs are not correctly rounded.
const FUNCTIONS: &str = "a function that is not exact";
/// PTX defines a NaN as the most negative number if one of both types has 64 bits, C leaves it open, OpenCL recommends 0.
const NAN: &str = "a NaN as an integer";

/// Buffers in which a GPU leaves something else, and why.
const OTHER: &[(&str, &str, &str)] = &[
    ("gallery/nbody_step.cu", "velocity", FUNCTIONS),
    ("gallery/waves.cl", "im", FUNCTIONS),
    ("gallery/waves.cl", "re", FUNCTIONS),
    ("opencl/convert_double_char.cl", "o", NAN),
    ("opencl/convert_double_int.cl", "o", NAN),
    ("opencl/convert_double_long.cl", "o", NAN),
    ("opencl/convert_double_short.cl", "o", NAN),
    ("opencl/convert_double_uchar.cl", "o", NAN),
    ("opencl/convert_double_uint.cl", "o", NAN),
    ("opencl/convert_double_ulong.cl", "o", NAN),
    ("opencl/convert_double_ushort.cl", "o", NAN),
    ("opencl/convert_float_long.cl", "o", NAN),
    ("opencl/convert_float_ulong.cl", "o", NAN),
];

/// The rows of a table, without what is said above them.
fn rows(table: &str) -> Vec<Vec<String>> {
    let text = outside::read(&format!("{FOLDER}/{table}"));
    let rows = text.lines().filter(|row| !row.starts_with('#'));
    rows.map(|row| row.split(' ').map(String::from).collect()).collect()
}

#[test]
fn kernels_leave_what_a_gpu_leaves() {
    let mut table: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    for row in rows("results.txt") {
        table.entry(row[0].clone()).or_default().push(row);
    }
    let (mut compared, mut other) = (0, Vec::new());
    for case in outside::cases() {
        // What is new here no GPU has run yet.
        let Some(rows) = table.remove(&case.name) else { continue };
        let left = case.work().left;
        for [_, name, ty, digest] in rows.iter().map(|row| <&[String; 4]>::try_from(&row[..]).unwrap()) {
            let same = left.as_ref().is_some_and(|left| {
                let buffer = left.buffers().iter().find(|buffer| buffer.name == *name);
                let buffer = buffer.unwrap_or_else(|| panic!("{} has no {name}", case.name));
                outside::digest(outside::bytes(left, buffer), ty) == *digest
            });
            compared += 1;
            if !same {
                other.push((case.name.clone(), name.clone()));
            }
        }
    }
    assert!(table.is_empty(), "no longer there: {:?}", table.keys());
    assert!(compared >= 300, "{compared}");
    other.sort();
    let expected: Vec<_> =
        OTHER.iter().map(|(kernel, buffer, _)| (kernel.to_string(), buffer.to_string())).collect();
    assert_eq!(other, expected);
}

/// What the profiler counts, in the order of its columns, by the counters here.
const COUNTS: [&str; 4] = ["memory_accesses", "sectors", "shared_accesses", "shared_passes"];

/// The preset whose warps, sectors and banks are the GPU's: 32 lanes, 32 bytes, 32 banks.
const PRESET: &str = "simt/fermi";

const PRIVATE: &str =
    "arrays of a thread stay in memory, where the other compiler unrolls loops to the end and has registers";
const JOINED: &str = "the other compiler joins loads of neighbours to one of up to 16 bytes";

/// Kernels of which the other compiler makes code with other accesses, which column begins to differ, and why.
const OTHER_CODE: &[(&str, &str, &str)] = &[
    ("gallery/matmul_tiled.cu", "shared_accesses", JOINED),
    ("gallery/spin_lock.cu", "memory_accesses", "it ends there"),
    (
        "gallery/stencil2d.cu",
        "memory_accesses",
        "a load that both sides of a branch have is made once, in front of it",
    ),
    ("gpu/arrays.cu", "memory_accesses", PRIVATE),
    ("gpu/atomics.cu", "memory_accesses", "atomic operations are counted apart there"),
    ("gpu/blocks.cu", "shared_accesses", JOINED),
    (
        "gpu/floats.cu",
        "memory_accesses",
        "a table of a thread that is never written is in constant memory there",
    ),
    (
        "gpu/integers.cu",
        "memory_accesses",
        "a table of a thread that is never written is in constant memory there",
    ),
    ("gpu/search.cu", "memory_accesses", PRIVATE),
    ("gpu/sha256.cu", "memory_accesses", PRIVATE),
    ("gpu/sort.cu", "memory_accesses", "a load that does not change in a loop is made once, in front of it"),
    ("gpu/structures.cu", "memory_accesses", PRIVATE),
];

#[test]
fn accesses_are_as_many_as_a_gpu_counts() {
    let mut other = Vec::new();
    let cases: BTreeMap<String, String> =
        outside::cases().into_iter().map(|case| (case.name, case.source)).collect();
    let table = rows("counts.txt");
    assert!(table.len() >= 20, "{}", table.len());
    for row in &table {
        let source = cases.get(&row[0]).unwrap_or_else(|| panic!("no longer there: {}", row[0]));
        let mut session = Session::open(runs::document(source, PRESET), Limits::default());
        session.start().unwrap_or_else(|found| panic!("{}: {found:#?}", row[0]));
        while !session.advance(u64::MAX, u64::MAX).complete {}
        let here = COUNTS.map(|id| counter(&session, id).to_string());
        if let Some(at) = (0..COUNTS.len()).find(|at| here[*at] != row[1 + at]) {
            other.push((row[0].clone(), COUNTS[at].to_string()));
        }
    }
    other.sort();
    let expected: Vec<_> =
        OTHER_CODE.iter().map(|(kernel, column, _)| (kernel.to_string(), column.to_string())).collect();
    assert_eq!(other, expected);
}

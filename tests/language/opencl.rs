//! Kernels of OpenCL C against a compiler of others: `oracles/opencl` holds kernels in the manner of benchmark suites, some of them
//! one text for several types, and of each buffer what PoCL leaves there. Where C leaves a result open the kernels do not ask.

use std::collections::BTreeMap;

use lanescope_core::session::{Session, vocabulary::*};
use lanescope_tests::{bless, outside, runs};

/// More cycles than any of these kernels needs.
const CYCLES: u64 = 20_000_000;
const FOLDER: &str = "tests/oracles/opencl";

/// Of each kernel its buffers: name, type of its elements, digest of what is left.
fn table() -> BTreeMap<String, Vec<(String, String, String)>> {
    let text = outside::read(&format!("{FOLDER}/results.txt"));
    let mut table: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for row in text.lines().filter(|row| !row.starts_with('#')) {
        let [kernel, buffer, ty, digest] = row.split(' ').collect::<Vec<_>>()[..] else { panic!("{row}") };
        table.entry(kernel.into()).or_default().push((buffer.into(), ty.into(), digest.into()));
    }
    table
}

/// A kernel with its launch on a preset.
fn open(source: &str, preset: &str, included: &[File]) -> Session {
    let mut document = runs::document(source, preset);
    document.files = included.to_vec();
    if preset.starts_with("sim_d/") {
        document.machine.changes = vec![("instruction_memory".into(), "65536".into())];
    }
    Session::open(document, Limits::default())
}

/// What a machine says that does not take a kernel: that it has no room for it, or not what is in it.
fn refusal(found: &[Diagnostic], name: &str, preset: &str) -> String {
    let of_machine = |one: &Diagnostic| runs::is_of_machine(std::slice::from_ref(one), preset);
    let room = |one: &Diagnostic| matches!(one.code.as_ref(), "launch::fit" | "lower::lacks");
    assert!(found.iter().all(|one| room(one) || of_machine(one)), "{name} on {preset}: {found:#?}");
    found.iter().map(|one| one.code.as_ref()).collect::<Vec<_>>().join(",")
}

/// Holds what a run has left against the table.
fn compare(session: &Session, name: &str, preset: &str, buffers: &[(String, String, String)]) {
    for (buffer, ty, expected) in buffers {
        let left = session.dump(buffer).unwrap_or_else(|| panic!("{name} has no {buffer}"));
        assert_eq!(outside::digest(left, ty), *expected, "{buffer} of {name} on {preset}");
    }
}

fn source(name: &str) -> String {
    outside::read(&format!("{FOLDER}/{name}.cl"))
}

/// Kernels in which work-items race, with the machines that carry them out in another order than whoever made the table: in
/// `pointers` work-item 31 reads what 8 writes, and on HARP they are in two warps.
const RACES: &[(&str, &str)] = &[("pointers", "harp")];

/// Each kernel on a preset of every machine, one after the other of its presets.
#[test]
fn kernels_leave_what_another_compiler_leaves() {
    let (table, included, presets) = (table(), outside::included(FOLDER), runs::kernel_presets());
    let mut machines: BTreeMap<&str, Vec<&String>> = BTreeMap::new();
    presets
        .iter()
        .for_each(|preset| machines.entry(preset.split('/').next().unwrap()).or_default().push(preset));
    let mut ran = BTreeMap::new();
    assert!(table.len() >= 80, "{}", table.len());
    for (at, (name, buffers)) in table.iter().enumerate() {
        for (machine, presets) in &machines {
            let preset = presets[at % presets.len()];
            let mut session = open(&source(name), preset, &included);
            if let Err(found) = session.start() {
                refusal(&found, name, preset);
                continue;
            }
            let status = session.advance(CYCLES, CYCLES);
            assert!(status.complete && status.halt.is_none(), "{name} on {preset}: {status:#?}");
            *ran.entry(*machine).or_insert(0) += 1;
            if RACES.contains(&(name, machine)) {
                continue;
            }
            compare(&session, name, preset, buffers);
        }
    }
    // Most run: what a machine lacks is little.
    assert!(ran.len() == machines.len() && ran.values().all(|count| *count >= 8), "{ran:?}");
}

/// Families of short kernels, one text for several types: searches that end early, loops in loops that work-items leave at
/// different turns, narrow and wide numbers in one loop, work-groups of odd sizes that share memory.
const FAMILIES: [&str; 4] = ["searches_", "nests_", "widths_", "groups_"];

/// Each kernel of these families on every preset, without timing. What is refused is listed.
#[test]
fn families_leave_it_on_every_preset() {
    let (table, included, presets) = (table(), outside::included(FOLDER), runs::kernel_presets());
    let mut refused = String::new();
    for (name, buffers) in &table {
        if !FAMILIES.iter().any(|family| name.starts_with(family)) {
            continue;
        }
        let source = source(name);
        for preset in &presets {
            let mut session = open(&source, preset, &included);
            match session.functional(&mut |_| true) {
                Ok(Some(done)) => assert!(done.halt.is_none(), "{name} on {preset}: {done:#?}"),
                Ok(None) => panic!("{name} on {preset} was given up"),
                Err(found) => {
                    refused += &format!("{name} {preset} {}\n", refusal(&found, name, preset));
                    continue;
                }
            }
            compare(&session, name, preset, buffers);
        }
    }
    bless::expect(&format!("{FOLDER}/refused.txt"), &refused);
}

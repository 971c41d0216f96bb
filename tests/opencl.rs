//! Kernels of OpenCL C against a compiler of others: `oracles/opencl` holds kernels in the manner of benchmark suites, some of them
//! one text for several types, and of each buffer what PoCL leaves there. Where C leaves a result open the kernels do not ask.
#![cfg(not(target_arch = "wasm32"))]

use std::{collections::BTreeMap, fs};

use lanescope_core::session::{Session, vocabulary::*};
use lanescope_tests::{bless, runs, shorthand::fnv};

/// More cycles than any of these kernels needs.
const CYCLES: u64 = 20_000_000;
const FOLDER: &str = "tests/oracles/opencl";

/// Of each kernel its buffers: name, type of its elements, digest of what is left.
fn table() -> BTreeMap<String, Vec<(String, String, String)>> {
    let text = fs::read_to_string(bless::project(&format!("{FOLDER}/results.txt"))).expect("it is there");
    let mut table: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for row in text.lines().filter(|row| !row.starts_with('#')) {
        let [kernel, buffer, ty, digest] = row.split(' ').collect::<Vec<_>>()[..] else { panic!("{row}") };
        table.entry(kernel.into()).or_default().push((buffer.into(), ty.into(), digest.into()));
    }
    table
}

/// The digest of a buffer in which every NaN is the canonical one.
fn digest(mut bytes: Vec<u8>, ty: &str) -> String {
    let (float, double) = (f32::NAN.to_bits().to_le_bytes(), f64::NAN.to_bits().to_le_bytes());
    match ty {
        "float" => bytes
            .as_chunks_mut()
            .0
            .iter_mut()
            .filter(|one| f32::from_le_bytes(**one).is_nan())
            .for_each(|one| *one = float),
        "double" => bytes
            .as_chunks_mut()
            .0
            .iter_mut()
            .filter(|one| f64::from_le_bytes(**one).is_nan())
            .for_each(|one| *one = double),
        _ => {}
    }
    format!("{:016x}", fnv(&bytes))
}

/// The texts that kernels include.
fn included() -> Vec<File> {
    let texts = bless::texts(FOLDER).into_iter().filter(|(name, _)| name.ends_with(".h"));
    texts.map(|(name, text)| File { name, contents: Contents::Text(text) }).collect()
}

/// A run to its end; `None` if the machine has no room for the kernel or for what is in it.
fn run(name: &str, source: &str, preset: &str, changes: &[(&str, &str)]) -> Option<Session> {
    let mut document = runs::document(source, preset);
    document.files = included();
    document.machine.changes =
        changes.iter().map(|(id, value)| (id.to_string(), value.to_string())).collect();
    let mut session = Session::open(document, Limits::default());
    if let Err(found) = session.start() {
        let room = found.iter().all(|one| matches!(one.code.as_ref(), "launch::fit" | "lower::lacks"));
        assert!(room || runs::is_of_machine(&found, preset), "{name} on {preset}: {found:#?}");
        return None;
    }
    let status = session.advance(CYCLES, CYCLES);
    assert!(status.complete && status.halt.is_none(), "{name} on {preset}: {status:#?}");
    Some(session)
}

/// Each kernel on a preset of every machine, one after the other of its presets.
#[test]
fn kernels_leave_what_another_compiler_leaves() {
    let presets = runs::kernel_presets();
    let mut machines: BTreeMap<&str, Vec<&String>> = BTreeMap::new();
    presets
        .iter()
        .for_each(|preset| machines.entry(preset.split('/').next().unwrap()).or_default().push(preset));
    let (table, mut ran) = (table(), BTreeMap::new());
    assert!(table.len() >= 50, "{}", table.len());
    for (at, (name, buffers)) in table.iter().enumerate() {
        let source = fs::read_to_string(bless::project(&format!("{FOLDER}/{name}.cl"))).expect("it is there");
        for (machine, presets) in &machines {
            let changes: &[_] = if *machine == "sim_d" { &[("instruction_memory", "65536")] } else { &[] };
            let preset = presets[at % presets.len()];
            let Some(session) = run(name, &source, preset, changes) else { continue };
            *ran.entry(*machine).or_insert(0) += 1;
            for (buffer, ty, expected) in buffers {
                let left = session.dump(buffer).unwrap_or_else(|| panic!("{name} has no {buffer}"));
                assert_eq!(digest(left, ty), *expected, "{buffer} of {name} on {preset}");
            }
        }
    }
    // Most run: what a machine lacks is little.
    assert!(ran.len() == machines.len() && ran.values().all(|count| *count >= 8), "{ran:?}");
}

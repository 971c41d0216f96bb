//! The corpus: kernels as people write them (`tests/cases/kernels`, a folder for each subject), each with a reference of its own.
//!
//! A reference is a function in Rust that works out from what the kernel was given what it has to leave, in another way where there is
//! one: it shares nothing with the compiler. Each kernel runs on one preset of every machine (on all of them in
//! `cargo xtask fuzz --all`), and what a machine refuses is listed in `refused.txt` of the folder. On the GPU the interpreter of
//! unoptimised IR has to leave the same memory.
#![cfg(not(target_arch = "wasm32"))]

mod atomics;
mod ciphers;
mod cpp;
mod fft;
mod games;
mod generic;
mod given;
mod graphs;
mod half;
mod hash;
mod idioms;
mod image;
mod integer;
mod lanes;
mod language;
mod linear;
mod memory;
mod mixing;
mod neural;
mod numbers;
mod orders;
mod physics;
mod prefix;
mod programs;
mod scan;
mod search;
mod semantics;
mod shared;
mod solvers;
mod sort;
mod syntax;
mod texts;
mod tree;
mod vectors;
mod warps;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use given::{Data, Row};
use lanescope_core::session::{Session, vocabulary::*};
use lanescope_tests::{bless, fuzz, runs, shorthand::fnv};

/// More cycles than any of these kernels needs.
const CYCLES: u64 = 20_000_000;
const FOLDER: &str = "tests/cases/kernels";

/// The subjects: a folder each, with the references of the kernels that lie there.
const SUBJECTS: &[(&str, &[Row])] = &[
    ("atomics", atomics::ROWS),
    ("cpp", cpp::ROWS),
    ("fft", fft::ROWS),
    ("generic", generic::ROWS),
    ("hash", hash::ROWS),
    ("image", image::ROWS),
    ("integer", integer::ROWS),
    ("lanes", lanes::ROWS),
    ("linear", linear::ROWS),
    ("memory", memory::ROWS),
    ("neural", neural::ROWS),
    ("physics", physics::ROWS),
    ("programs", programs::ROWS),
    ("scan", scan::ROWS),
    ("search", search::ROWS),
    ("solvers", solvers::ROWS),
    ("sort", sort::ROWS),
    ("syntax", syntax::ROWS),
    ("tree", tree::ROWS),
    ("vectors", vectors::ROWS),
];

/// The presets of a machine on which a kernel is tried: all, or one that its name chooses.
fn tried<'a>(name: &str, of_machine: &'a [String]) -> &'a [String] {
    let file = name.rsplit('/').next().unwrap_or(name);
    let at = (fnv(file.as_bytes()) % of_machine.len() as u64) as usize;
    if fuzz::all() { of_machine } else { &of_machine[at..=at] }
}

/// A GPU whose warps and cores take every kernel of the corpus.
const ROOMY: &str = "simt/fermi";

/// Does a small GPU refuse a kernel because its groups are too large for a core, or its warps too short for lanes that meet?
fn is_too_large(codes: &str, preset: &str) -> bool {
    preset == "simt/teaching" && ["launch::fit", "simt::lanes"].contains(&codes)
}

/// Runs a kernel on a preset and holds what it leaves against its reference; the codes of what is refused.
fn try_on(name: &str, source: &str, reference: fn(&Data), preset: &str) -> Result<(), String> {
    try_with(name, source, reference, (preset, &[]))
}

/// The same with other settings.
fn try_with(
    name: &str,
    source: &str,
    reference: fn(&Data),
    (preset, settings): (&str, &[(&str, &str)]),
) -> Result<(), String> {
    let mut document = runs::document(source, preset);
    for (id, value) in settings {
        document.machine = document.machine.with(id, value);
    }
    let mut session = Session::open(document, Limits::default());
    let unread = session.compiled().diagnostics.iter().find(|one| one.code.starts_with("header::"));
    assert!(unread.is_none(), "{name}: {unread:#?}");
    if let Err(found) = session.start() {
        let lacks = |one: &Diagnostic| one.code == "launch::fit" || one.code == "lower::lacks";
        let of_machine = |one: &Diagnostic| runs::is_of_machine(std::slice::from_ref(one), preset);
        assert!(found.iter().all(|one| lacks(one) || of_machine(one)), "{name} on {preset}: {found:#?}");
        return Err(found.iter().map(|one| one.code.as_ref()).collect::<Vec<_>>().join(","));
    }
    let given = Data::of(&session);
    let status = session.advance(CYCLES, CYCLES);
    assert!(status.complete && status.halt.is_none(), "{name} on {preset}: {status:#?}");
    println!("{name} on {preset}");
    reference(&Data::left(given, &session));
    if preset.starts_with("simt/") {
        let check = (0..1000).find_map(|_| session.check(1_000_000)).expect("the reference ends");
        assert!(check.pass, "{name}: {check:#?}");
    }
    Ok(())
}

/// Runs a kernel on every machine; a line for each that refuses it.
fn on_every_machine(name: &str, reference: fn(&Data), machines: &[&[String]]) -> String {
    let source = std::fs::read_to_string(bless::project(&format!("{FOLDER}/{name}")));
    let source = source.unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut refused = String::new();
    for preset in machines.iter().flat_map(|of_machine| tried(name, of_machine)) {
        let Err(codes) = try_on(name, &source, reference, preset) else { continue };
        if preset.starts_with("simt/") {
            assert!(is_too_large(&codes, preset), "{name} on {preset}: {codes}");
            assert_eq!(try_on(name, &source, reference, ROOMY), Ok(()), "{name}");
        }
        refused += &format!("{name} {preset} {codes}\n");
    }
    refused
}

/// One core after the other takes the next kernel.
#[test]
fn kernels_leave_what_their_references_work_out() {
    let presets = runs::kernel_presets();
    let machines: Vec<&[String]> =
        presets.chunk_by(|a, b| a.split('/').next() == b.split('/').next()).collect();
    let rows = SUBJECTS.iter().flat_map(|(subject, rows)| rows.iter().map(move |row| (*subject, row)));
    let rows: Vec<_> =
        rows.map(|(subject, (name, reference))| (format!("{subject}/{name}"), *reference)).collect();
    let (next, refused) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some((name, reference)) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let lines = on_every_machine(name, *reference, &machines);
                    refused.lock().expect("no other has failed").insert(name, lines);
                }
            });
        }
    });
    if !fuzz::all() {
        let refused = refused.into_inner().expect("no kernel has failed");
        bless::expect(&format!("{FOLDER}/refused.txt"), &refused.into_values().collect::<String>());
    }
}

/// On HARP, optimised further and with all loops structurised, kernels leave what their references work out, and none is refused for that: a sample, or all.
#[test]
fn kernels_of_harp_leave_the_same_optimised_further_and_structurised() {
    let settings = [("structurise", "all"), ("aggressive_opts", "on")];
    let rows = SUBJECTS.iter().flat_map(|(subject, rows)| rows.iter().map(move |row| (*subject, row)));
    let step = if fuzz::all() { 1 } else { 12 };
    let mut ran = 0;
    for (at, (subject, (name, reference))) in rows.step_by(step).enumerate() {
        let name = format!("{subject}/{name}");
        let source = std::fs::read_to_string(bless::project(&format!("{FOLDER}/{name}"))).expect("a kernel");
        for preset in ["harp/harp32", "harp/harp64"].iter().skip(at % 2).take(if fuzz::all() { 2 } else { 1 })
        {
            let found = try_with(&name, &source, *reference, (preset, &settings));
            ran += u32::from(found.is_ok());
            if found.is_err() {
                assert_eq!(found, try_on(&name, &source, *reference, preset), "{name} on {preset}");
            }
        }
    }
    assert!(ran > 10, "{ran} kernels have been run");
}

/// No kernel lies in the folder without a reference.
#[test]
fn every_kernel_has_a_reference() {
    for (subject, rows) in SUBJECTS {
        let known: BTreeSet<&str> = rows.iter().map(|(name, _)| *name).collect();
        let there = bless::texts(&format!("{FOLDER}/{subject}"));
        let there: BTreeSet<&str> = there.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(known, there, "{subject}");
    }
}

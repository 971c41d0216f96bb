//! Every kernel on every machine against the reference interpreter, bit for bit, and what must hold of every run:
//! slots add up, stepping equals running, forward and back and forward gives the same state.

#![cfg(not(target_arch = "wasm32"))]

use lanescope_core::session::{self, Session, vocabulary::*};
use lanescope_tests::{bless, runs};

/// More cycles than any of these kernels needs.
const CYCLES: u64 = 2_000_000;
/// Gallery kernels that are there because they never end.
const ENDLESS: &[&str] = &["spin_lock"];

/// Gallery kernels that end, and kernels as people paste them.
fn kernels() -> Vec<(String, String)> {
    let gallery = session::gallery().into_iter().filter(|item| !ENDLESS.contains(&item.name.as_str()));
    gallery.map(|item| (item.name, item.source)).chain(bless::texts("tests/cases/pasted")).collect()
}

fn start(name: &str, source: &str, preset: &str) -> Session {
    let mut session = Session::open(runs::document(source, preset), Limits::default());
    if let Err(found) = session.start() {
        panic!("{name} on {preset}: {found:#?}");
    }
    session
}

fn finish(session: &mut Session, name: &str, preset: &str) {
    let status = session.advance(CYCLES, CYCLES);
    assert!(status.complete && status.halt.is_none(), "{name} on {preset}: {status:#?}");
}

#[test]
fn every_kernel_on_every_machine_equals_the_reference() {
    for (name, source) in kernels() {
        for preset in runs::presets() {
            let mut session = start(&name, &source, &preset);
            finish(&mut session, &name, &preset);
            let check = (0..1000).find_map(|_| session.check(1_000_000)).expect("the reference ends");
            assert!(check.pass, "{name} on {preset}: {check:#?}");
        }
    }
}

/// Mechanisms of the vector machine that no preset has.
const MECHANISMS: &[&[(&str, &str)]] = &[&[("register_file", "banked")]];

#[test]
fn every_kernel_with_every_mechanism_of_the_vector_machine_equals_the_reference() {
    for (name, source) in kernels() {
        for changes in MECHANISMS {
            let mut document = runs::document(&source, "rvv/textbook");
            let change = |(id, value): &(&str, &str)| (id.to_string(), value.to_string());
            document.machine.changes = changes.iter().map(change).collect();
            let mut session = Session::open(document, Limits::default());
            session.start().unwrap_or_else(|found| panic!("{name} with {changes:?}: {found:#?}"));
            finish(&mut session, &name, "rvv/textbook");
            let check = (0..1000).find_map(|_| session.check(1_000_000)).expect("the reference ends");
            assert!(check.pass, "{name} with {changes:?}: {check:#?}");
            let report = session.report().expect("a run has a report");
            assert_eq!(report.slots.iter().sum::<u64>(), report.slots_total, "{name} with {changes:?}");
        }
    }
}

#[test]
fn slots_add_up_on_every_run() {
    for (name, source) in kernels() {
        for preset in runs::presets() {
            let mut session = start(&name, &source, &preset);
            let slots = session.run().map_or(0, |run| run.slots.len() as u64);
            finish(&mut session, &name, &preset);
            let report = session.report().expect("a run has a report");
            assert_eq!(report.slots.iter().sum::<u64>(), report.slots_total, "{name} on {preset}");
            assert_eq!(report.slots_total, report.cycles * slots, "{name} on {preset}");
        }
    }
}

#[test]
fn stepping_equals_running() {
    for (name, source) in kernels() {
        let preset = "simt/teaching";
        let mut whole = start(&name, &source, preset);
        finish(&mut whole, &name, preset);
        let mut stepped = start(&name, &source, preset);
        while !stepped.advance(stepped.status().cycle + 1, 1).complete {}
        let (whole, stepped) = (whole.report().expect("report"), stepped.report().expect("report"));
        assert_eq!(whole, stepped, "{name}");
    }
}

#[test]
fn forward_back_forward_gives_the_same_state() {
    for (name, source) in kernels() {
        let preset = "simt/teaching";
        let mut session = start(&name, &source, preset);
        finish(&mut session, &name, preset);
        let end = session.status().frontier;
        let digest = |session: &mut Session, cycle: u64| {
            while session.seek(cycle, CYCLES).cycle != cycle {}
            session.report().expect("report").state_digest
        };
        let stops = [end / 3, end / 2, 1, end / 2, end / 3, end];
        let digests: Vec<u64> = stops.iter().map(|cycle| digest(&mut session, *cycle)).collect();
        assert_eq!((digests[0], digests[1]), (digests[4], digests[3]), "{name}");
        let mut fresh = start(&name, &source, preset);
        fresh.advance(end / 2, CYCLES);
        assert_eq!(fresh.report().expect("report").state_digest, digests[1], "{name}");
    }
}

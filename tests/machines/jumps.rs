//! Jumps to what is counted: each cycle that they lead to is one in which the count grows, found here by looking at every cycle.

use lanescope_core::session::{EventKind, Found, Session, gallery, vocabulary::*};
use lanescope_tests::runs;

/// What is looked for, on which preset and in which kernel of the gallery.
const ROWS: &[(EventKind, &str, &str)] = &[
    (EventKind::BankConflict, "simt/teaching", "transpose_tiled"),
    (EventKind::RowMiss, "simt/teaching", "saxpy"),
    (EventKind::RowMiss, "simt/fermi", "transpose_naive"),
    (EventKind::RowMiss, "packed/i7-920", "saxpy"),
];

/// A count as the report of a run up to the cursor has it.
fn count(session: &Session, kind: EventKind) -> u64 {
    let report = session.report().expect("there is a run");
    let known = report.well_known;
    match kind {
        EventKind::BankConflict => known.shared_passes.unwrap() - known.shared_accesses.unwrap(),
        _ => known.dram_reads.unwrap() + known.dram_writes.unwrap() - known.dram_row_hits.unwrap(),
    }
}

fn open(preset: &str, kernel: &str) -> Session {
    let source = gallery().into_iter().find(|item| item.name == kernel).expect("it is in the gallery").source;
    let mut session = Session::open(runs::document(&source, preset), Limits::default());
    session.start().unwrap_or_else(|found| panic!("{preset}: {found:#?}"));
    session
}

/// Every cycle in which the count grows, by looking at each.
fn grows(session: &mut Session, kind: EventKind) -> Vec<u64> {
    let (mut found, mut before) = (vec![], count(session, kind));
    for cycle in 0.. {
        let complete = session.advance(cycle + 1, u64::MAX).complete;
        let now = count(session, kind);
        if now > before {
            found.push(cycle);
        }
        before = now;
        if complete {
            return found;
        }
    }
    found
}

#[test]
fn every_cycle_in_which_a_count_grows_is_jumped_to() {
    for (kind, preset, kernel) in ROWS {
        let mut session = open(preset, kernel);
        let expected = grows(&mut session, *kind);
        assert!(!expected.is_empty(), "{kernel} on {preset} has some");
        session.seek(0, u64::MAX);
        let mut found = vec![];
        // The count may grow in cycle 0 itself, where the cursor is.
        while let Found::At { cycle, unit } = session.next_event(*kind, None) {
            assert_eq!(unit.is_some(), *kind == EventKind::BankConflict, "{kernel} on {preset}");
            found.push(cycle);
            session.seek(cycle, u64::MAX);
        }
        let behind: Vec<u64> = expected.into_iter().filter(|cycle| *cycle > 0).collect();
        assert_eq!(found, behind, "{kernel} on {preset}");
    }
}

/// On a machine whose main memory has banks, a wait for a bank is one event, however long it lasts.
#[test]
fn a_wait_for_a_bank_is_jumped_to_once() {
    let source = "// lanescope: global 256\n// lanescope: local 256\n// lanescope: arg a [8192]\n// lanescope: arg b [256]\n\
        __kernel void k(__global const float *a, __global float *b) { int i = get_global_id(0); b[i] = a[32 * i]; }";
    let mut session = Session::open(runs::document(source, "rvv/textbook-8-banks"), Limits::default());
    session.start().unwrap_or_else(|found| panic!("{found:#?}"));
    while !session.advance(u64::MAX, u64::MAX).complete {}
    let end = session.status().frontier;
    session.seek(0, u64::MAX);
    let mut found = vec![];
    while let Found::At { cycle, .. } = session.next_event(EventKind::BankConflict, None) {
        assert!(found.last().is_none_or(|last| *last < cycle) && cycle < end);
        found.push(cycle);
        session.seek(cycle, u64::MAX);
    }
    assert!(!found.is_empty(), "all loads of a stride of 32 words fall into one bank");
    let waits = |cycle: u64, session: &mut Session| {
        session.seek(cycle, u64::MAX);
        let (before, after) = (slots(session), {
            session.seek(cycle + 1, u64::MAX);
            slots(session)
        });
        after > before
    };
    for cycle in &found {
        assert!(waits(*cycle, &mut session), "in {cycle} somebody begins to wait");
        assert!(!waits(*cycle - 1, &mut session), "in the cycle before {cycle} nobody waits");
    }
}

/// Slots that have waited for a bank up to the cursor.
fn slots(session: &Session) -> u64 {
    let report = session.report().expect("there is a run");
    let busy = |id: &str| report.causes.rows().find(|(_, row)| row.id == id).map(|(cause, _)| cause.index());
    let at = busy("bank-busy").expect("the machine has the cause");
    report.slot_groups.iter().flat_map(|core| &core.parts).filter_map(|part| part.causes.get(at)).sum()
}

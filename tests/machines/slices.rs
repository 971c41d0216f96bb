//! A run is the same however it is cut into pieces: the worker simulates as many cycles at a time as fit in a few
//! milliseconds, which differ from machine to machine and from moment to moment.

use lanescope_core::session::{Session, vocabulary::*};
use lanescope_tests::runs;

/// Cycles of a piece: some small, some as the worker takes them, some that fit no power of two.
const PIECES: [u64; 4] = [7, 256, 1000, 4096];

fn in_pieces(document: Document, cycles: u64) -> String {
    let mut session = Session::open(document, Limits::default());
    if let Err(diagnostics) = session.start() {
        return runs::refusal(&diagnostics);
    }
    loop {
        let status = session.seek(u64::MAX, cycles);
        if status.complete && status.cycle >= status.frontier {
            return runs::with_log(&runs::outcome(&status, runs::digests(&session)), session.fingerprint());
        }
    }
}

#[test]
fn a_run_in_pieces_has_the_digests_of_a_whole_one() {
    let mut wrong = Vec::new();
    for (kernel, preset, document) in runs::documents() {
        let start = format!("{kernel} {preset} ");
        let expected =
            runs::BLESSED.lines().find_map(|line| line.strip_prefix(&start)).expect("it is blessed");
        for cycles in PIECES {
            let found = in_pieces(document.clone(), cycles);
            if found != expected {
                wrong.push(format!("{start}in pieces of {cycles}:\n  {expected}\n  {found}"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

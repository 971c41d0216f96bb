//! The workers as they are shipped, compiled with 128-bit vectors and without: each gives the digests of native runs. (That
//! of all events is not sent; the session gives it in a test of its own.)

use std::{cell::RefCell, rc::Rc};

use lanescope_core::session::vocabulary::Document;
use lanescope_tests::runs;
use wasm_bindgen_futures::spawn_local;
use wasm_bindgen_test::wasm_bindgen_test;

use super::{
    until,
    wire::{Plain, Talk, told, whole},
};
use crate::{
    protocol::{Ask, Told},
    state::Action,
};

/// Where `cargo xtask test` puts the workers of the built page.
const SHIPPED: &str = "tests/served/dist/";

/// The numbers of a run, or why there is none.
fn outcome(action: &Action) -> Option<String> {
    match told(action)? {
        Told::Frame(frame) if frame.status.complete || frame.status.halt.is_some() => {
            frame.report.as_ref().map(|report| runs::outcome(&frame.status, report))
        }
        Told::Opened { run: Err(diagnostics), .. } => Some(runs::refusal(diagnostics)),
        _ => None,
    }
}

async fn lines(talk: Talk, documents: Vec<(String, String, Document)>) -> String {
    let mut lines = String::new();
    for (ticket, (kernel, preset, document)) in (1..).zip(documents) {
        talk.wire.ask(Ask::Open { ticket, document: Box::new(document) });
        talk.wire.ask(whole(ticket));
        let outcome = talk.hear(&kernel, outcome).await;
        lines += &format!("{kernel} {preset} {outcome}\n");
    }
    lines
}

/// Starts all runs on a worker; what comes out is put into the cell.
fn start(talk: Talk) -> Rc<RefCell<Option<String>>> {
    let cell = Rc::new(RefCell::new(None));
    let result = cell.clone();
    spawn_local(async move {
        let found = lines(talk, runs::documents()).await;
        result.replace(Some(found));
    });
    cell
}

#[wasm_bindgen_test]
#[ignore = "needs the built page: cargo xtask test puts it in place"]
async fn both_builds_of_the_worker_give_the_digests_of_native_runs() {
    let vectors = start(Talk::new(SHIPPED));
    let plain = {
        let _plain = Plain::now();
        start(Talk::new(SHIPPED))
    };
    until("both workers", || vectors.borrow().is_some() && plain.borrow().is_some()).await;
    for found in [vectors.take(), plain.take()] {
        let found = found.expect("it is there");
        for (expected, found) in runs::BLESSED.lines().zip(found.lines()) {
            assert_eq!(runs::without_log(expected), found);
        }
        assert_eq!(runs::BLESSED.lines().count(), found.lines().count());
    }
}

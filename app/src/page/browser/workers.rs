//! The workers as they are shipped, one for each machine, compiled with 128-bit vectors: each gives the digests of
//! native runs. (That of all events is not sent; the session gives it in a test of its own.) Beside them lies the catalogue,
//! which says what the core says.

use std::{cell::RefCell, rc::Rc};

use js_sys::Uint8Array;
use lanescope_core::{
    catalog::Catalog,
    session::{
        studies::Study,
        vocabulary::{Document, Limits},
    },
};
use lanescope_tests::runs;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;

use super::wire::{hear, own_workers, whole};
use crate::{
    page::{Send, exchange::Exchange, js},
    protocol::{Ask, STUDIES, Told},
    state::Action,
};

/// Where `cargo xtask test` puts the workers of the built page.
const SHIPPED: &str = "tests/served/dist/";

/// All shipped workers, and what the page has heard of them.
struct Talk {
    exchange: Rc<Exchange>,
    heard: Rc<RefCell<Vec<Action>>>,
}

impl Talk {
    /// Loads one worker after the other: the server of the tests is a small one.
    async fn new() -> Talk {
        own_workers();
        let heard: Rc<RefCell<Vec<Action>>> = Rc::default();
        let kept = heard.clone();
        let send = Send::from(move |action| kept.borrow_mut().push(action));
        let machines = Catalog::of_this_program().machines.into_iter().map(|machine| machine.id).collect();
        let talk = Talk { exchange: Exchange::new(SHIPPED, machines, send), heard };
        // Each is loaded now.
        for (at, presets) in (10..).zip(Catalog::of_this_program().presets()) {
            let document = lanescope_core::share::decode(&format!("ex=saxpy&m={}", presets[0]));
            let document = Box::new(document.expect("it is in the gallery"));
            talk.exchange.ask(Ask::Aside(at, Box::new(Ask::Open { ticket: 0, document })));
            let is_loaded = |action: &Action| matches!(action, Action::Loaded(_)).then_some(());
            talk.hear(&presets[0], is_loaded).await;
        }
        talk
    }

    async fn hear<T>(&self, what: &str, wanted: impl FnMut(&Action) -> Option<T>) -> T {
        hear(&self.heard, what, wanted).await
    }
}

fn told(action: &Action) -> Option<&Told> {
    match action {
        Action::Told(told) => Some(told),
        _ => None,
    }
}

/// The numbers of a run, or why there is none.
fn outcome(action: &Action) -> Option<String> {
    match told(action)? {
        Told::Frame(frame) if frame.status.complete || frame.status.halt.is_some() => {
            frame.digests.map(|digests| runs::outcome(&frame.status, digests))
        }
        Told::Opened { run: Err(diagnostics), .. } => Some(runs::refusal(diagnostics)),
        _ => None,
    }
}

async fn lines(talk: Talk, documents: Vec<(String, String, Document)>) -> String {
    let mut lines = String::new();
    for (ticket, (kernel, preset, document)) in (1..).zip(documents) {
        talk.exchange.ask(Ask::Open { ticket, document: Box::new(document) });
        talk.exchange.ask(whole(ticket));
        let outcome = talk.hear(&kernel, outcome).await;
        lines += &format!("{kernel} {preset} {outcome}\n");
    }
    lines
}

#[wasm_bindgen_test]
#[ignore = "needs the built page: cargo xtask test puts it in place"]
async fn the_workers_give_the_digests_of_native_runs() {
    let found = lines(Talk::new().await, runs::documents()).await;
    let expected = runs::blessed_sample();
    for (expected, found) in expected.lines().zip(found.lines()) {
        assert_eq!(runs::without_log(expected), found);
    }
    assert_eq!(expected.lines().count(), found.lines().count());
}

#[wasm_bindgen_test]
#[ignore = "needs the built page: cargo xtask test puts it in place"]
async fn the_shipped_catalogue_says_what_the_core_says() {
    let file = JsFuture::from(js::bytes("tests/served/dist/catalog.bin")).await.expect("it is there");
    let shipped = Catalog::unpack(&Uint8Array::new(&file).to_vec());
    assert!(shipped == Some(Catalog::of_this_program()));
}

/// A study of several machines is done by their workers together, and says what it says in one program.
#[wasm_bindgen_test]
#[ignore = "needs the built page: cargo xtask test puts it in place"]
async fn a_study_of_all_machines_says_what_it_says_in_one_program() {
    let document = lanescope_core::share::decode("ex=saxpy").expect("it is in the gallery");
    let mut alone = Study::new("compare", &document, &[], Limits::default()).expect("it can be planned");
    while !alone.advance(10_000).complete() {}
    let talk = Talk::new().await;
    let presets = Catalog::of_this_program().presets();
    let (id, inputs) = (String::from("compare"), Vec::new());
    let ask = Ask::Study { ticket: 3, id, document: Box::new(document), inputs, presets };
    talk.exchange.ask(Ask::Aside(STUDIES, Box::new(ask)));
    let known = |action: &Action| match told(action)? {
        Told::Aside(STUDIES, told) => match &**told {
            Told::Study { ticket: 3, said: Ok(known) } if known.progress.complete() => Some(known.clone()),
            _ => None,
        },
        _ => None,
    };
    let known = talk.hear("the study", known).await;
    assert_eq!((known.figure, known.numbers), (alone.figure(), alone.numbers()));
}

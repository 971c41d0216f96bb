//! The workers as they are shipped, one for each machine, compiled with 128-bit vectors: each gives the numbers of native runs, and a
//! study of them all those of the terminal. Beside them lies the catalogue, which says what the core says.
//!
//! The program of these tests has one machine. Which others there are it reads in the catalogue.

use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

use js_sys::Uint8Array;
use lanescope_core::{
    catalog::Catalog,
    session::{figure::csv, vocabulary::Document},
};
use lanescope_tests::runs::{self, Sample};
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

/// The bytes of a file beside the shipped workers.
async fn file(name: &str) -> Vec<u8> {
    let bytes = JsFuture::from(js::bytes(&format!("{SHIPPED}{name}"))).await;
    Uint8Array::new(&bytes.unwrap_or_else(|error| panic!("{name}: {error:?}"))).to_vec()
}

/// The catalogue beside them.
async fn catalog() -> Catalog {
    Catalog::unpack(&file("catalog.bin").await).expect("it is of this build")
}

/// All shipped workers, and what the page has heard of them.
struct Talk {
    exchange: Rc<Exchange>,
    heard: Rc<RefCell<Vec<Action>>>,
}

impl Talk {
    /// Loads one worker after the other: the server of the tests is a small one.
    async fn new(catalog: &Catalog) -> Talk {
        own_workers();
        let heard: Rc<RefCell<Vec<Action>>> = Rc::default();
        let kept = heard.clone();
        let send = Send::from(move |action| kept.borrow_mut().push(action));
        let machines = catalog.machines.iter().map(|machine| machine.id.clone()).collect();
        let talk = Talk { exchange: Exchange::new(SHIPPED, machines, None, send), heard };
        // Each is loaded now.
        for (at, presets) in (10..).zip(catalog.presets()) {
            let document = Box::new(saxpy(catalog, &presets[0]));
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

/// A kernel of the gallery on a preset.
fn saxpy(catalog: &Catalog, preset: &str) -> Document {
    let kernel = catalog.gallery.iter().find(|item| item.name == "saxpy").expect("it is in the gallery");
    runs::document(&kernel.source, preset)
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
            let (digests, log) = frame.digests.zip(frame.log)?;
            Some(runs::with_log(&runs::outcome(&frame.status, digests), log))
        }
        Told::Opened { run: Err(diagnostics), .. } => Some(runs::refusal(diagnostics)),
        _ => None,
    }
}

#[wasm_bindgen_test]
#[ignore = "needs the built page: cargo xtask test puts it in place"]
async fn the_workers_give_the_digests_of_native_runs() {
    let catalog = catalog().await;
    let sample = Sample::new(catalog.presets());
    let talk = Talk::new(&catalog).await;
    let (documents, blessed) = (sample.documents(), sample.blessed());
    assert!(documents.len() > catalog.gallery.len(), "{} runs", documents.len());
    assert_eq!(blessed.lines().count(), documents.len());
    for ((ticket, (kernel, preset, document)), expected) in (1..).zip(documents).zip(blessed.lines()) {
        talk.exchange.ask(Ask::Open { ticket, document: Box::new(document) });
        talk.exchange.ask(whole(ticket));
        let outcome = talk.hear(&kernel, outcome).await;
        assert_eq!(expected, format!("{kernel} {preset} {outcome}"));
    }
}

/// What this program has of it: one of the machines.
#[wasm_bindgen_test]
#[ignore = "needs the built page: cargo xtask test puts it in place"]
async fn the_shipped_catalogue_says_what_the_core_says() {
    let (shipped, own) = (catalog().await, Catalog::of_this_program());
    let has = |id: &String| own.machines.iter().any(|machine| machine.id == *id);
    assert!(!own.machines.is_empty() && shipped.machines.len() > own.machines.len());
    let of_own = Catalog {
        machines: shipped.machines.into_iter().filter(|machine| has(&machine.id)).collect(),
        ops: shipped.ops.into_iter().filter(|(id, _)| has(id)).collect(),
        ..shipped
    };
    assert!(of_own == own);
}

/// A study of several machines is done by their workers together, and says what it says in one program: `lanescope study` has written
/// its figure and its numbers.
#[wasm_bindgen_test]
#[ignore = "needs the built page: cargo xtask test puts it in place"]
async fn a_study_of_all_machines_says_what_it_says_in_the_terminal() {
    let catalog = catalog().await;
    let talk = Talk::new(&catalog).await;
    let presets = catalog.presets();
    let document = saxpy(&catalog, &presets[0][0]);
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
    assert_eq!(csv::write(&known.figure), String::from_utf8_lossy(&file("compare.csv").await));
    let numbers: BTreeMap<String, f64> = known.numbers.into_iter().collect();
    let expected = String::from_utf8_lossy(&file("compare.json").await).into_owned();
    let expected = js_sys::JSON::parse(&expected).expect("JSON");
    assert_eq!(numbers, serde_wasm_bindgen::from_value(expected).expect("numbers by names"));
}

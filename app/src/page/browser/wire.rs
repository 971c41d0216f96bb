//! Page and worker speak through real messages.

use std::{cell::RefCell, rc::Rc};

use lanescope_core::session::{
    Report, Session, document_of,
    vocabulary::{Document, Limits},
};
use wasm_bindgen_test::wasm_bindgen_test;
use yew::Callback;

use super::{pause, run, until};
use crate::{
    page::wire::{Heard, Wire},
    protocol::{Ask, END, Told, View},
    text,
};

/// A wire, and what the page has heard through it.
pub struct Talk {
    /// The wire.
    pub wire: Rc<Wire>,
    heard: Rc<RefCell<Vec<Heard>>>,
}

impl Talk {
    /// With the worker of this folder.
    pub fn new(home: &'static str) -> Talk {
        own_workers();
        let heard: Rc<RefCell<Vec<Heard>>> = Rc::default();
        let kept = heard.clone();
        let hear = Callback::from(move |heard| kept.borrow_mut().push(heard));
        Talk { wire: Wire::new(home.into(), false, hear), heard }
    }

    /// Waits for an answer and takes it.
    async fn hear<T>(&self, what: &str, wanted: impl FnMut(&Heard) -> Option<T>) -> T {
        hear(&self.heard, what, wanted).await
    }

    async fn ready(&self) {
        self.hear("a worker", |heard| ready(heard).then_some(())).await;
    }

    fn rest(&self) -> Vec<Heard> {
        self.heard.take()
    }
}

/// The runner of the tests wraps every worker, to hear its console: this takes the browser's own.
pub fn own_workers() {
    run("globalThis.Worker = Worker.prototype.constructor");
}

/// Waits until something wanted is among what was heard, and takes it with all that was heard before.
pub async fn hear<H, T>(heard: &RefCell<Vec<H>>, what: &str, mut wanted: impl FnMut(&H) -> Option<T>) -> T {
    let mut found = None;
    until(what, || {
        let mut heard = heard.borrow_mut();
        let at = heard.iter().position(|heard| {
            found = wanted(heard);
            found.is_some()
        });
        at.map(|at| drop(heard.drain(..=at))).is_some()
    })
    .await;
    found.expect("it was found")
}

/// What was told, if something was.
fn told(heard: &Heard) -> Option<&Told> {
    match heard {
        Heard::Told(told) => Some(told),
        _ => None,
    }
}

fn ready(heard: &Heard) -> bool {
    told(heard) == Some(&Told::Ready)
}

/// The run's numbers in an answer to [`whole`].
fn totals(heard: &Heard) -> Option<Report> {
    match told(heard)? {
        Told::Frame(frame) => frame.totals.clone().filter(|_| frame.status.complete),
        _ => None,
    }
}

/// A question for the end of a run.
pub fn whole(ticket: u32) -> Ask {
    Ask::Look(View {
        ticket,
        cycle: END,
        totals: true,
        digests: true,
        log: true,
        strip: 100,
        ..View::default()
    })
}

fn open(ticket: u32, document: &Document) -> Ask {
    Ask::Open { ticket, document: Box::new(document.clone()) }
}

fn saxpy() -> Document {
    lanescope_core::share::decode("ex=saxpy&m=simt/fermi").expect("it is in the gallery")
}

/// The same run in the page's own thread.
fn here(document: &Document) -> Session {
    let mut session = Session::open(document.clone(), Limits::default());
    assert!(session.start().is_ok());
    while !session.advance(END, 10_000).complete {}
    session
}

#[wasm_bindgen_test]
async fn the_worker_answers_as_a_session_in_the_page_does() {
    let talk = Talk::new("tests/served/");
    let document = saxpy();
    // Asked before the worker is up: the questions wait.
    talk.wire.ask(open(7, &document));
    talk.wire.ask(whole(7));
    let session = here(&document);
    let compiled = talk
        .hear("the compiler", |heard| match told(heard)? {
            Told::Opened { ticket: 7, compiled, run: Ok(_) } => Some(compiled.clone()),
            _ => None,
        })
        .await;
    assert_eq!(&*compiled, session.compiled());
    assert_eq!(Some(talk.hear("the run", totals).await), session.totals());
}

#[wasm_bindgen_test]
async fn a_newer_document_takes_the_place_of_a_long_run() {
    let talk = Talk::new("tests/served/");
    let long = "__kernel void spin(__global float *x) { float s = 0; for (int k = 0; k < 1000000; k++) s = s * 0.5f + x[k & 63]; x[0] = s; }";
    talk.wire.ask(open(1, &document_of(long.into())));
    talk.wire.ask(whole(1));
    let started = |heard: &Heard| matches!(told(heard), Some(Told::Progress { ticket: 1, .. })).then_some(());
    talk.hear("progress", started).await;
    talk.wire.ask(open(2, &saxpy()));
    talk.wire.ask(whole(2));
    assert_eq!(Some(talk.hear("the second run", totals).await), here(&saxpy()).totals());
}

#[wasm_bindgen_test]
async fn what_does_not_compile_comes_back_with_its_mistakes() {
    let talk = Talk::new("tests/served/");
    talk.wire.ask(open(1, &document_of("__kernel void k(__global int *p) { p[0] = y; }".into())));
    let found = talk
        .hear("the compiler", |heard| match told(heard)? {
            Told::Opened { ticket: 1, run: Err(diagnostics), .. } => Some(diagnostics.len()),
            _ => None,
        })
        .await;
    assert!(found > 0);
}

#[wasm_bindgen_test]
async fn a_worker_that_breaks_is_replaced() {
    let talk = Talk::new("tests/served/breaks/");
    talk.ready().await;
    talk.wire.ask(Ask::Stop);
    let lost = |heard: &Heard| match heard {
        Heard::Lost(reason) => Some(reason.clone()),
        _ => None,
    };
    let reason = talk.hear("the loss", lost).await;
    assert!(reason.contains("broken by a test"), "{reason}");
    talk.ready().await;
}

#[wasm_bindgen_test]
async fn a_worker_that_never_comes_up_is_not_tried_for_ever() {
    let talk = Talk::new("tests/served/missing/");
    let gone = Heard::Nothing(text::WORKER_NONE);
    talk.hear("the notice", |heard| (*heard == gone).then_some(())).await;
    talk.wire.ask(Ask::Stop);
    pause(300).await;
    assert_eq!(talk.rest(), Vec::new());
}

#[wasm_bindgen_test]
async fn a_worker_of_another_build_is_told() {
    let talk = Talk::new("tests/served/other/");
    let old = Heard::Nothing(text::WORKER_OLD);
    talk.hear("the notice", |heard| (*heard == old).then_some(())).await;
}

/// While it lives, the browser says that it has no 128-bit vectors.
pub struct Plain;

impl Plain {
    /// From now on.
    pub fn now() -> Plain {
        run("globalThis.validates = WebAssembly.validate; WebAssembly.validate = () => false");
        Plain
    }
}

impl Drop for Plain {
    fn drop(&mut self) {
        run("WebAssembly.validate = globalThis.validates");
    }
}

#[wasm_bindgen_test]
async fn a_browser_without_vectors_is_told_which_have_them() {
    assert!(crate::page::js::has_simd(), "the browser of the tests has them");
    let talk = {
        let _plain = Plain::now();
        Talk::new("tests/served/other/")
    };
    let gone = Heard::Nothing(text::WORKER_NO_SIMD);
    talk.hear("the notice", |heard| (*heard == gone).then_some(())).await;
}

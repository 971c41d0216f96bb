//! The wire to one worker: starts it, sends it questions, and starts a new one when it breaks.

use std::{cell::RefCell, rc::Rc};

use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, prelude::Closure};
use web_sys::{ErrorEvent, Event, MessageEvent, Worker, WorkerOptions};
use yew::Callback;

use super::js;
use crate::{
    protocol::{Ask, Told, pack, unpack},
    text,
};

/// What comes through a wire.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// The worker says this.
    Told(Box<Told>),
    /// The worker is gone for this reason, with what it was asked; a new one has been started.
    Lost(String),
    /// There will be no worker, and why.
    Nothing(&'static str),
}

/// A worker as the page sees it.
pub struct Wire {
    worker: RefCell<Option<Worker>>,
    /// Questions that were asked before it was up.
    waiting: RefCell<Option<Vec<Ask>>>,
    home: String,
    /// Begins it with a text of which the front end's answer is shipped?
    known: bool,
    hear: Callback<Heard>,
}

impl Wire {
    /// Starts a worker. `home` is the folder that holds it, as an address relative to the page, with its slash. One that begins with a
    /// `known` text does not wait for the front end (`static/worker_loader.js`).
    pub fn new(home: String, known: bool, hear: Callback<Heard>) -> Rc<Wire> {
        let (worker, waiting) = (RefCell::default(), RefCell::new(Some(Vec::new())));
        let wire = Rc::new(Wire { worker, waiting, home, known, hear });
        wire.start();
        wire
    }

    /// Is there no worker, and will none come?
    pub fn is_gone(&self) -> bool {
        self.worker.borrow().is_none()
    }

    /// Sends a question, or keeps it until the worker is up.
    pub fn ask(&self, ask: Ask) {
        if let Some(waiting) = self.waiting.borrow_mut().as_mut() {
            waiting.push(ask);
        } else if let Some(worker) = self.worker.borrow().as_ref() {
            let bytes = Uint8Array::from(pack(&ask).as_slice()).buffer();
            let _ = worker.post_message_with_transfer(&bytes, &js_sys::Array::of1(&bytes));
        }
    }

    fn start(self: &Rc<Wire>) {
        if !js::has_simd() {
            return self.hear.emit(Heard::Nothing(text::WORKER_NO_SIMD));
        }
        let options = WorkerOptions::new();
        options.set_name(if self.known { "known" } else { "" });
        let loader = format!("{}worker_loader.js", self.home);
        let Ok(worker) = Worker::new_with_options(&loader, &options) else {
            return self.hear.emit(Heard::Nothing(text::WORKER_NONE));
        };
        let wire = self.clone();
        let on_message =
            Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| wire.hear(&event));
        worker.set_onmessage(Some(on_message.into_js_value().unchecked_ref()));
        let wire = self.clone();
        let on_error = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            event.prevent_default();
            // A file that does not come has no words for it.
            wire.lost(event.dyn_ref().map(ErrorEvent::message).unwrap_or_default());
        });
        worker.set_onerror(Some(on_error.into_js_value().unchecked_ref()));
        self.worker.replace(Some(worker));
    }

    fn hear(self: &Rc<Wire>, event: &MessageEvent) {
        let told: Option<Told> = unpack(&Uint8Array::new(&event.data()).to_vec());
        match told {
            Some(Told::Broken(reason)) => self.lost(reason),
            Some(told) => {
                let ready = told == Told::Ready;
                self.hear.emit(Heard::Told(Box::new(told)));
                if ready {
                    let waiting = self.waiting.take().unwrap_or_default();
                    waiting.into_iter().for_each(|ask| self.ask(ask));
                }
            }
            None => self.hear.emit(Heard::Nothing(text::WORKER_OLD)),
        }
    }

    /// A broken worker is replaced; what it was asked is forgotten, the page asks again. Not so one that never came up:
    /// the next would fare no better.
    fn lost(self: &Rc<Wire>, reason: String) {
        let Some(worker) = self.worker.take() else { return };
        worker.set_onmessage(None);
        worker.set_onerror(None);
        worker.terminate();
        let was_up = self.waiting.replace(Some(Vec::new())).is_none();
        self.hear.emit(Heard::Lost(reason));
        if was_up {
            self.start();
        } else {
            self.hear.emit(Heard::Nothing(text::WORKER_NONE));
        }
    }
}

//! The wire to the worker: starts it, sends it questions, and starts a new one when it breaks.

use std::{cell::RefCell, rc::Rc};

use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, prelude::Closure};
use web_sys::{ErrorEvent, MessageEvent, Worker};

use super::{Send, js};
use crate::{
    protocol::{Ask, Told, pack, unpack},
    state::Action,
    text,
};

/// The worker as the page sees it.
pub struct Wire {
    worker: RefCell<Option<Worker>>,
    /// Questions that were asked before it was up.
    waiting: RefCell<Option<Vec<Ask>>>,
    send: Send,
}

impl Wire {
    /// Starts a worker.
    pub fn new(send: Send) -> Rc<Wire> {
        let wire =
            Rc::new(Wire { worker: RefCell::default(), waiting: RefCell::new(Some(Vec::new())), send });
        wire.start();
        wire
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
        // The same worker lies beside the page twice: compiled with 128-bit vectors, and without.
        let path = if js::has_simd() { "simd/worker_loader.js" } else { "worker_loader.js" };
        let Ok(worker) = Worker::new(path) else { return };
        let wire = self.clone();
        let on_message =
            Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| wire.hear(&event));
        worker.set_onmessage(Some(on_message.into_js_value().unchecked_ref()));
        let wire = self.clone();
        let on_error = Closure::<dyn FnMut(ErrorEvent)>::new(move |event: ErrorEvent| {
            event.prevent_default();
            wire.lost(event.message());
        });
        worker.set_onerror(Some(on_error.into_js_value().unchecked_ref()));
        self.worker.replace(Some(worker));
    }

    fn hear(self: &Rc<Wire>, event: &MessageEvent) {
        let told: Option<Told> = unpack(&Uint8Array::new(&event.data()).to_vec());
        match told {
            Some(Told::Broken(reason)) => self.lost(reason),
            Some(Told::Exported(format, bytes)) => save(format, &bytes),
            Some(told) => {
                let ready = matches!(told, Told::Ready(_));
                self.send.emit(Action::Told(Box::new(told)));
                if ready {
                    let waiting = self.waiting.take().unwrap_or_default();
                    waiting.into_iter().for_each(|ask| self.ask(ask));
                }
            }
            None => self.send.emit(Action::Notice(Some((text::WORKER_OLD.into(), true)))),
        }
    }

    /// A broken worker is replaced; what it was asked is forgotten, the page asks again.
    fn lost(self: &Rc<Wire>, reason: String) {
        let Some(worker) = self.worker.take() else { return };
        worker.set_onmessage(None);
        worker.set_onerror(None);
        worker.terminate();
        self.waiting.replace(Some(Vec::new()));
        self.send.emit(Action::WorkerLost(reason));
        self.start();
    }
}

fn save(format: lanescope_core::session::Format, bytes: &[u8]) {
    use lanescope_core::session::Format;
    let name = match format {
        Format::Json => "lanescope.json",
        Format::Perfetto => "lanescope.perfetto-trace",
        Format::Kanata => "lanescope.kanata",
        Format::Csv => "lanescope.csv",
    };
    js::save(name, Uint8Array::from(bytes));
}

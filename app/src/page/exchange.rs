//! All workers of the page: each is started when something is asked of its machine for the first time.

use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

use js_sys::Uint8Array;
use lanescope_core::session::{Format, vocabulary::Limits};
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use yew::Callback;

use super::{
    Send, js,
    wire::{Heard, Wire},
};
use crate::{
    post::{Letter, Post},
    protocol::{Ask, Exported, Told},
    state::{
        Action,
        export::{PLAIN, Saved},
    },
};

/// See the module.
pub struct Exchange {
    post: RefCell<Post>,
    wires: RefCell<BTreeMap<String, Rc<Wire>>>,
    /// The folder of the workers' folders, as an address relative to the page.
    home: String,
    /// The text that a page begins with, if the front end's answer to it is shipped.
    begun: Option<String>,
    send: Send,
    /// The file that is being written.
    file: RefCell<Option<File>>,
}

/// A file that is being written: its number, and who puts its pieces together.
struct File {
    number: u32,
    saving: js::Saving,
    /// What that one calls; it lives as long as the file.
    _told: Closure<dyn FnMut(String)>,
}

impl Drop for File {
    fn drop(&mut self) {
        self.saving.stop();
    }
}

impl Exchange {
    /// No worker yet. `machines` are those that have one; its folder in `home` is named as the machine. `begun` is the text of which the
    /// front end's answer is shipped.
    pub fn new(home: &str, machines: Vec<String>, begun: Option<String>, send: Send) -> Rc<Exchange> {
        let post = RefCell::new(Post::new(machines));
        Rc::new(Exchange {
            post,
            wires: RefCell::default(),
            home: home.into(),
            begun,
            send,
            file: RefCell::default(),
        })
    }

    /// Asks whom it concerns. A file is begun before its pieces come.
    pub fn ask(self: &Rc<Exchange>, ask: Ask) {
        match ask {
            Ask::Export { number, format, on_disk: true, .. } => return self.choose(number, format, ask),
            Ask::Export { number, format, .. } => self.begin(number, format, &JsValue::NULL),
            Ask::ExportStop => drop(self.file.take()),
            _ => {}
        }
        self.post(ask);
    }

    fn post(self: &Rc<Exchange>, ask: Ask) {
        let letters = self.post.borrow_mut().send(ask);
        self.deliver(letters);
    }

    fn deliver(self: &Rc<Exchange>, letters: Vec<Letter>) {
        for (machine, ask) in letters {
            let known = self.is_begun(&ask);
            self.wire(machine, known).ask(ask);
        }
    }

    /// Does a worker that begins with this need no front end yet?
    fn is_begun(&self, ask: &Ask) -> bool {
        matches!(ask, Ask::Open { document, .. } if document.files.is_empty() && self.begun.as_ref() == Some(&document.source))
    }

    fn wire(self: &Rc<Exchange>, machine: String, known: bool) -> Rc<Wire> {
        // One that did not come is tried again when something is asked of it again.
        if let Some(wire) = self.wires.borrow().get(&machine).filter(|wire| !wire.is_gone()) {
            return wire.clone();
        }
        self.send.emit(Action::Loading(machine.clone()));
        let (exchange, name) = (self.clone(), machine.clone());
        let hear = Callback::from(move |heard| exchange.hear(&name, heard));
        let wire = Wire::new(format!("{}{machine}/", self.home), known, hear);
        self.wires.borrow_mut().insert(machine, wire.clone());
        wire
    }

    fn hear(self: &Rc<Exchange>, machine: &str, heard: Heard) {
        match heard {
            Heard::Told(told) => {
                let delivery = self.post.borrow_mut().receive(machine, *told);
                match delivery.told {
                    Some(Told::Ready) => self.send.emit(Action::Loaded(machine.into())),
                    Some(Told::Exported(mut told)) => {
                        self.collect(&mut told);
                        self.send.emit(Action::Told(Box::new(Told::Exported(told))));
                    }
                    Some(told) => self.send.emit(Action::Told(Box::new(told))),
                    None => {}
                }
                self.deliver(delivery.letters);
            }
            Heard::Lost(reason) => {
                let letters = self.post.borrow_mut().lose(machine, &reason);
                self.send.emit(Action::WorkerLost(machine.into(), reason));
                self.deliver(letters);
            }
            Heard::Nothing(why) => {
                self.send.emit(Action::Loaded(machine.into()));
                self.send.emit(Action::Notice(Some((why.into(), true))));
            }
        }
    }

    /// Has the person choose a file on disk, and begins it.
    fn choose(self: &Rc<Exchange>, number: u32, format: Format, ask: Ask) {
        let exchange = self.clone();
        let name = format!("{}.gz", file_name(format));
        js::settle(js::choose(&name), move |chosen| match chosen {
            Ok(handle) => {
                exchange.begin(number, format, &handle);
                exchange.post(ask);
            }
            Err(why) => {
                let why = why.dyn_into::<js_sys::Error>().ok();
                // What was left without a choice needs no words.
                let why = why.filter(|why| why.name() != "AbortError").map(|why| String::from(why.message()));
                let saved = why.map_or(Saved::Nowhere, Saved::Failed);
                exchange.send.emit(Action::Saved(number, saved));
            }
        });
    }

    fn begin(self: &Rc<Exchange>, number: u32, format: Format, handle: &JsValue) {
        let exchange = self.clone();
        let told = Closure::<dyn FnMut(String)>::new(move |told: String| {
            let saved = match told.as_str() {
                "taken" => return exchange.post(Ask::ExportTaken(number)),
                "whole" => Saved::Whole,
                "long" => Saved::TooLong,
                _ => Saved::Failed(told),
            };
            exchange.send.emit(Action::Saved(number, saved));
        });
        let limit = Limits::default().export_bytes;
        let (name, listener) = (file_name(format), told.as_ref());
        let saving = js::Saving::new(name, handle, PLAIN as f64, limit as f64, listener);
        self.file.replace(Some(File { number, saving, _told: told }));
    }

    /// Takes the piece of a file out of what a worker says.
    fn collect(&self, told: &mut Exported) {
        let piece = std::mem::take(&mut told.piece);
        let file = self.file.borrow();
        let Some(file) = file.as_ref().filter(|file| file.number == told.number) else { return };
        if !piece.is_empty() {
            file.saving.add(Uint8Array::from(piece.as_slice()));
        }
        if told.whole {
            file.saving.end();
        }
    }
}

fn file_name(format: Format) -> &'static str {
    match format {
        Format::Json => "lanescope.json",
        Format::Perfetto => "lanescope.perfetto-trace",
        Format::Kanata => "lanescope.kanata",
        Format::Csv => "lanescope.csv",
    }
}

//! All workers of the page: each is started when something is asked of its machine for the first time.

use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

use js_sys::{Array, Uint8Array};
use lanescope_core::session::Format;
use yew::Callback;

use super::{
    Send, js,
    wire::{Heard, Wire},
};
use crate::{
    post::{Letter, Post},
    protocol::{Ask, Exported, Rest, Told},
    state::Action,
};

/// See the module.
pub struct Exchange {
    post: RefCell<Post>,
    wires: RefCell<BTreeMap<String, Rc<Wire>>>,
    /// The folder of the workers' folders, as an address relative to the page.
    home: String,
    send: Send,
    /// The file that is being written: its number and its pieces until now.
    file: RefCell<Option<(u32, Array)>>,
}

impl Exchange {
    /// No worker yet. `machines` are those that have one; its folder in `home` is named as the machine.
    pub fn new(home: &str, machines: Vec<String>, send: Send) -> Rc<Exchange> {
        let post = RefCell::new(Post::new(machines));
        Rc::new(Exchange {
            post,
            wires: RefCell::default(),
            home: home.into(),
            send,
            file: RefCell::default(),
        })
    }

    /// Asks whom it concerns.
    pub fn ask(self: &Rc<Exchange>, ask: Ask) {
        match ask {
            Ask::Export(number, ..) => drop(self.file.replace(Some((number, Array::new())))),
            Ask::ExportStop => drop(self.file.take()),
            _ => {}
        }
        let letters = self.post.borrow_mut().send(ask);
        self.deliver(letters);
    }

    fn deliver(self: &Rc<Exchange>, letters: Vec<Letter>) {
        for (machine, ask) in letters {
            self.wire(machine).ask(ask);
        }
    }

    fn wire(self: &Rc<Exchange>, machine: String) -> Rc<Wire> {
        // One that did not come is tried again when something is asked of it again.
        if let Some(wire) = self.wires.borrow().get(&machine).filter(|wire| !wire.is_gone()) {
            return wire.clone();
        }
        self.send.emit(Action::Loading(machine.clone()));
        let (exchange, name) = (self.clone(), machine.clone());
        let hear = Callback::from(move |heard| exchange.hear(&name, heard));
        let wire = Wire::new(format!("{}{machine}/", self.home), hear);
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

    /// Takes the piece of a file out of what a worker says. The last one makes the file, if it is whole.
    fn collect(&self, told: &mut Exported) {
        let piece = std::mem::take(&mut told.piece);
        let mut file = self.file.borrow_mut();
        let Some((_, pieces)) = file.as_ref().filter(|(number, _)| *number == told.number) else { return };
        if !piece.is_empty() {
            pieces.push(&js::piece(Uint8Array::from(piece.as_slice())));
        }
        if told.rest == Rest::Whole {
            js::save(file_name(told.format), pieces);
        }
        if told.rest != Rest::More {
            *file = None;
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

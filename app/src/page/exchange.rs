//! All workers of the page: each is started when something is asked of its machine for the first time.

use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

use js_sys::Uint8Array;
use lanescope_core::session::Format;
use yew::Callback;

use super::{
    Send, js,
    wire::{Heard, Wire},
};
use crate::{
    post::{Letter, Post},
    protocol::{Ask, Told},
    state::Action,
};

/// See the module.
pub struct Exchange {
    post: RefCell<Post>,
    wires: RefCell<BTreeMap<String, Rc<Wire>>>,
    /// The folder of the workers' folders, as an address relative to the page.
    home: String,
    send: Send,
}

impl Exchange {
    /// No worker yet. `machines` are those that have one; its folder in `home` is named as the machine.
    pub fn new(home: &str, machines: Vec<String>, send: Send) -> Rc<Exchange> {
        let post = RefCell::new(Post::new(machines));
        Rc::new(Exchange { post, wires: RefCell::default(), home: home.into(), send })
    }

    /// Asks whom it concerns.
    pub fn ask(self: &Rc<Exchange>, ask: Ask) {
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
                    Some(Told::Exported(format, bytes)) => save(format, &bytes),
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
}

fn save(format: Format, bytes: &[u8]) {
    let name = match format {
        Format::Json => "lanescope.json",
        Format::Perfetto => "lanescope.perfetto-trace",
        Format::Kanata => "lanescope.kanata",
        Format::Csv => "lanescope.csv",
    };
    js::save(name, Uint8Array::from(bytes));
}

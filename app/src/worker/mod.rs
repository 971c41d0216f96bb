//! The worker: owns the sessions of a machine, so that the page never waits for a simulation.
//!
//! A message from the page is put on the `desk`; a message that the worker sends itself through a channel is the next
//! slice of work. (A timer would do as well, but browsers stretch nested timers to 4 ms.)

mod desk;
mod desks;
mod forecast;
mod pace;
#[cfg(test)]
mod tests;

use std::{cell::RefCell, rc::Rc};

use desks::Desks;
use js_sys::Uint8Array;
use lanescope_core::session::reader::{self, Known};
use wasm_bindgen::{
    JsCast, JsValue,
    prelude::{Closure, wasm_bindgen},
};
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent, MessagePort};

use crate::protocol::{Told, pack, unpack};

#[wasm_bindgen]
extern "C" {
    /// The front end beside this program (`static/worker_loader.js`).
    #[wasm_bindgen(js_namespace = lanescope_reader, js_name = answer, catch)]
    fn answer_of_front(question: &[u8]) -> Result<Vec<u8>, JsValue>;
    /// The file of known answers, if this program has started without the front end.
    #[wasm_bindgen(js_namespace = lanescope_reader, js_name = known)]
    fn known_answers() -> Option<Vec<u8>>;
    /// The first picture is there: the front end may follow.
    #[wasm_bindgen(js_namespace = lanescope_reader, js_name = ahead)]
    fn load_front();
}

thread_local! {
    static KNOWN: Known = known_answers().map(|file| Known::unpack(&file)).unwrap_or_default();
}

/// Carries a question to the front end, if its answer is not known. If the front end breaks this worker breaks, too, and the page starts
/// another.
fn carry(question: &[u8]) -> Vec<u8> {
    if let Some(answer) = KNOWN.with(|known| known.answer(question).map(<[u8]>::to_vec)) {
        return answer;
    }
    answer_of_front(question).unwrap_or_else(|error| panic!("the front end broke: {error:?}"))
}

/// Starts the worker in the current scope and tells the page that it is there.
pub fn start() {
    std::panic::set_hook(Box::new(|panic| {
        console_error_panic_hook::hook(panic);
        tell(Told::Broken(panic.to_string()));
    }));
    reader::install(carry);
    let Ok(channel) = MessageChannel::new() else { return };
    let worker =
        Rc::new(Worker { desks: RefCell::default(), knock: channel.port2(), wakes: RefCell::new(false) });

    let on_slice = {
        let worker = worker.clone();
        Closure::<dyn FnMut()>::new(move || worker.clone().slice())
    };
    channel.port1().set_onmessage(Some(on_slice.into_js_value().unchecked_ref()));
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        if let Some(ask) = unpack(&Uint8Array::new(&event.data()).to_vec()) {
            worker.desks.borrow_mut().take(ask, now(), &mut tell);
            worker.wake();
        }
    });
    scope().set_onmessage(Some(on_message.into_js_value().unchecked_ref()));
    tell(Told::Ready);
}

struct Worker {
    desks: RefCell<Desks>,
    knock: MessagePort,
    /// Is a message to ourselves under way?
    wakes: RefCell<bool>,
}

impl Worker {
    fn wake(&self) {
        if !self.wakes.replace(true) {
            let _ = self.knock.post_message(&JsValue::NULL);
        }
    }

    fn slice(self: Rc<Worker>) {
        self.wakes.replace(false);
        let wait = self.desks.borrow_mut().work(&now, &mut tell);
        match wait {
            Some(0.0) => self.wake(),
            Some(wait) => {
                let later = Closure::once_into_js(move || self.wake());
                let (later, wait) = (later.unchecked_ref(), wait.ceil() as i32);
                let _ = scope().set_timeout_with_callback_and_timeout_and_arguments_0(later, wait);
            }
            None => {}
        }
    }
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn now() -> f64 {
    scope().performance().map_or_else(js_sys::Date::now, |performance| performance.now())
}

/// Sends a message to the page; its bytes are moved, not copied.
fn tell(told: Told) {
    let bytes = Uint8Array::from(pack(&told).as_slice()).buffer();
    let _ = scope().post_message_with_transfer(&bytes, &js_sys::Array::of1(&bytes));
    if matches!(told, Told::Frame(_)) {
        load_front();
    }
}

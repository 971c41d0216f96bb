//! Tests of what only a browser shows: real messages between page and worker, storage, addresses, the editor's boundary,
//! the pixels of a canvas. `wasm-pack test --headless --chrome app` runs them, one after the other in one page; each
//! leaves the page as it has found it.
//!
//! The files of `app/tests/served` stand where the page looks for its worker and its editor.

mod address;
mod canvas;
mod editor;
mod store;
mod wire;
mod workers;

use gloo::utils::{body, document, window};
use js_sys::{JSON, Promise};
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test_configure;
use web_sys::{HtmlElement, Storage};

wasm_bindgen_test_configure!(run_in_browser);

/// What a worker of these tests runs.
#[wasm_bindgen]
pub fn start_worker() {
    crate::worker::start();
}

/// Runs a line of JavaScript.
fn run(script: &str) -> JsValue {
    js_sys::eval(script).unwrap_or_else(|error| panic!("{script}: {error:?}"))
}

/// A value as JSON.
fn json(value: &JsValue) -> String {
    JSON::stringify(value).ok().and_then(|text| text.as_string()).unwrap_or_default()
}

/// Lets the browser do other things.
async fn pause(milliseconds: i32) {
    let promise = Promise::new(&mut |done, _| {
        let set = window().set_timeout_with_callback_and_timeout_and_arguments_0(&done, milliseconds);
        assert!(set.is_ok());
    });
    assert!(JsFuture::from(promise).await.is_ok());
}

/// Milliseconds after which nothing will come: all runs of the gallery on two workers take a tenth of it.
const PATIENCE: f64 = 120_000.0;

/// Waits until something is so.
async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let end = js_sys::Date::now() + PATIENCE;
    while !is_so() {
        assert!(js_sys::Date::now() < end, "{what}: nothing came");
        pause(2).await;
    }
}

/// A box on the page.
fn place() -> HtmlElement {
    let element: HtmlElement = document().create_element("div").expect("an element").unchecked_into();
    body().append_child(&element).expect("a place on the page");
    element
}

/// The browser's storage, emptied.
fn storage() -> Storage {
    let storage = window().local_storage().ok().flatten().expect("the browser of the tests keeps things");
    storage.clear().expect("it can be emptied");
    storage
}

/// While it lives, asking for the browser's storage runs this instead, and is counted.
struct Storing;

impl Storing {
    fn does(script: &str) -> Storing {
        run(&format!(
            "globalThis.asked = 0; globalThis.storing = Object.getOwnPropertyDescriptor(window, 'localStorage'); \
             Object.defineProperty(window, 'localStorage', \
             {{ configurable: true, get() {{ globalThis.asked += 1; {script} }} }})"
        ));
        Storing
    }

    /// How often it was asked for.
    fn asked(&self) -> u32 {
        run("globalThis.asked").as_f64().unwrap_or_default() as u32
    }
}

impl Drop for Storing {
    fn drop(&mut self) {
        run("Object.defineProperty(window, 'localStorage', globalThis.storing)");
    }
}

const FORBID: &str = "throw new DOMException('Access is denied for this document.', 'SecurityError');";

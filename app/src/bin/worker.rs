//! The worker: owns the session, so that the page never waits for a simulation.

use js_sys::global;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::DedicatedWorkerGlobalScope;

fn main() {
    let scope: DedicatedWorkerGlobalScope = global().unchecked_into();
    // The page may send requests from now on.
    let _ = scope.post_message(&JsValue::from_str("ready"));
}

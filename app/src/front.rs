//! The front end as a program of its own. The worker of each machine loads it into its scope and asks it in bytes
//! (`session::reader` of the core).

use lanescope_core::session::reader;
use wasm_bindgen::prelude::wasm_bindgen;

/// What breaks here breaks the question: the worker that asked tells why.
pub fn start() {
    std::panic::set_hook(Box::new(|panic| {
        console_error_panic_hook::hook(panic);
        wasm_bindgen::throw_str(&panic.to_string());
    }));
}

/// The answer to a question.
#[wasm_bindgen]
pub fn answer(question: &[u8]) -> Vec<u8> {
    reader::answer(question)
}

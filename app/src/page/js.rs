//! The page's calls into JavaScript: the bundles and the few functions that have no Rust binding.
//!
//! What crosses as an object is a struct here: `serde-wasm-bindgen` makes the object of it, and an array of a list.

use js_sys::{Promise, Uint8Array};
use serde::Serialize;
use serde_wasm_bindgen::preserve;
use wasm_bindgen::{JsCast, JsValue, prelude::*};
use web_sys::Element;

#[wasm_bindgen(module = "/src/page/boundary.js")]
extern "C" {
    /// Loads a bundle beside the page.
    pub fn load(name: &str) -> Promise;
    /// The bytes of a file beside the page.
    pub fn bytes(name: &str) -> Promise;
    /// Does this browser have 128-bit vectors?
    #[wasm_bindgen(js_name = hasSimd)]
    pub fn has_simd() -> bool;
    /// Opens the list of a select; false where the browser cannot do so.
    #[wasm_bindgen(js_name = showRows)]
    pub fn show_rows(select: &JsValue) -> bool;
    /// Tells the page's other scripts that the first picture is there.
    pub fn shown();
    /// The files of a drop (folders are walked) or of a field: a list of `{ name, bytes }`, at most so many files and bytes.
    #[wasm_bindgen(js_name = readFiles)]
    pub fn read_files(from: &JsValue, files: u32, bytes: f64) -> Promise;
    /// Can this browser write a file on disk as it is made?
    #[wasm_bindgen(js_name = canChoose)]
    pub fn can_choose() -> bool;
    /// Asks the person for a file on disk; the promise gives what [`Saving::new`] takes.
    pub fn choose(name: &str) -> Promise;

    /// A file that is made piece by piece.
    pub type Saving;
    /// Of this name; with a file on disk it is written to that. `told` hears `taken`, `whole`, `long` or what went wrong.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, handle: &JsValue, plain: f64, limit: f64, told: &JsValue) -> Saving;
    /// The next piece.
    #[wasm_bindgen(method)]
    pub fn add(this: &Saving, bytes: Uint8Array);
    /// It was the last piece.
    #[wasm_bindgen(method)]
    pub fn end(this: &Saving);
    /// Leave off.
    #[wasm_bindgen(method)]
    pub fn stop(this: &Saving);
}

#[wasm_bindgen]
extern "C" {
    /// What `editor.js` exports.
    pub type EditorBundle;
    #[wasm_bindgen(method)]
    fn mount(
        this: &EditorBundle,
        parent: &Element,
        name: &str,
        text: &str,
        label: &str,
        events: &JsValue,
    ) -> Editor;

    /// A mounted editor.
    #[derive(Clone, PartialEq)]
    pub type Editor;
    /// Shows the text of a file. Each file has its own undo history, caret and place.
    #[wasm_bindgen(method)]
    pub fn show(this: &Editor, name: &str, text: &str);
    #[wasm_bindgen(method, js_name = setDiagnostics)]
    fn set_diagnostics(this: &Editor, list: &JsValue);
    #[wasm_bindgen(method, js_name = setLinks)]
    fn set_links(this: &Editor, hues: &JsValue);
    #[wasm_bindgen(method, js_name = setLines)]
    fn set_lines(this: &Editor, lit: i32, here: &JsValue);
    /// Scrolls the text, and nothing else, so that a line shows.
    #[wasm_bindgen(method)]
    pub fn reveal(this: &Editor, line: u32);
    /// Puts the caret at a line that the person asked for, and brings it and the editor into sight.
    #[wasm_bindgen(method, js_name = goTo)]
    pub fn go_to(this: &Editor, line: u32);
    /// Scrolls the text, and nothing else, so that a line is the first that shows.
    #[wasm_bindgen(method)]
    pub fn top(this: &Editor, line: u32);
}

/// What the editor tells.
pub struct EditorEvents {
    /// The text of a file has changed: name and text.
    pub change: Box<dyn FnMut(String, String)>,
    /// The pointer is on a line, or on none (-1).
    pub hover: Box<dyn FnMut(i32)>,
    /// The cursor has moved to a line.
    pub line: Box<dyn FnMut(u32)>,
}

/// The same as functions of JavaScript, under the names that the bundle calls.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Listeners {
    #[serde(with = "preserve")]
    on_change: JsValue,
    #[serde(with = "preserve")]
    on_hover: JsValue,
    #[serde(with = "preserve")]
    on_line: JsValue,
}

/// A mark of the compiler in the text; places in UTF-16 units.
#[derive(Serialize)]
pub struct EditorMark {
    /// First unit.
    pub from: u32,
    /// One past the last.
    pub to: u32,
    /// `error`, `warning` or `info`.
    pub severity: &'static str,
    /// What it says.
    pub message: String,
}

/// Mounts an editor. The callbacks live as long as the page.
pub fn mount_editor(
    bundle: &JsValue,
    parent: &Element,
    (name, text): (&str, &str),
    label: &str,
    events: EditorEvents,
) -> Editor {
    let listeners = Listeners {
        on_change: Closure::wrap(events.change).into_js_value(),
        on_hover: Closure::wrap(events.hover).into_js_value(),
        on_line: Closure::wrap(events.line).into_js_value(),
    };
    bundle.unchecked_ref::<EditorBundle>().mount(parent, name, text, label, &value(&listeners))
}

impl Editor {
    /// Shows what the compiler says.
    pub fn mark(&self, marks: &[EditorMark]) {
        self.set_diagnostics(&value(marks));
    }

    /// Shows the link colours of lines.
    pub fn link(&self, hues: &[Option<u8>]) {
        let hues: Vec<i32> = hues.iter().map(|hue| hue.map_or(-1, i32::from)).collect();
        self.set_links(&value(&hues));
    }

    /// Lights up a line, and marks the lines where warps are.
    pub fn light(&self, lit: Option<u32>, here: &[u32]) {
        self.set_lines(lit.map_or(-1, |line| line as i32), &value(here));
    }
}

fn value<T: Serialize + ?Sized>(data: &T) -> JsValue {
    // Plain structs and lists: making values of them cannot fail.
    serde_wasm_bindgen::to_value(data).unwrap_or_default()
}

/// Calls a function with the result of a promise.
pub fn settle(promise: Promise, done: impl FnOnce(Result<JsValue, JsValue>) + 'static) {
    wasm_bindgen_futures::spawn_local(
        async move { done(wasm_bindgen_futures::JsFuture::from(promise).await) },
    );
}

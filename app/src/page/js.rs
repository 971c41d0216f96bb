//! The page's calls into JavaScript: the bundles and three functions that have no Rust binding.

use js_sys::{Object, Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue, prelude::*};
use web_sys::Element;

#[wasm_bindgen(module = "/src/page/boundary.js")]
extern "C" {
    /// Loads a bundle beside the page.
    pub fn load(name: &str) -> Promise;
    /// Does this browser have 128-bit vectors?
    #[wasm_bindgen(js_name = hasSimd)]
    pub fn has_simd() -> bool;
    /// Offers bytes as a file to save.
    pub fn save(name: &str, bytes: Uint8Array);
}

#[wasm_bindgen]
extern "C" {
    /// What `editor.js` exports.
    pub type EditorBundle;
    #[wasm_bindgen(method)]
    fn mount(this: &EditorBundle, parent: &Element, text: &str, label: &str, events: &Object) -> Editor;

    /// A mounted editor.
    #[derive(Clone, PartialEq)]
    pub type Editor;
    /// Replaces the text, if it is another.
    #[wasm_bindgen(method, js_name = setText)]
    pub fn set_text(this: &Editor, text: &str);
    #[wasm_bindgen(method, js_name = setDiagnostics)]
    fn set_diagnostics(this: &Editor, list: &js_sys::Array);
    #[wasm_bindgen(method, js_name = setLinks)]
    fn set_links(this: &Editor, hues: &js_sys::Array);
    #[wasm_bindgen(method, js_name = setLines)]
    fn set_lines(this: &Editor, lit: i32, here: &js_sys::Array);
    /// Shows a line.
    #[wasm_bindgen(method)]
    pub fn reveal(this: &Editor, line: u32);
    /// Scrolls so that a line is the first that shows.
    #[wasm_bindgen(method)]
    pub fn top(this: &Editor, line: u32);
}

/// What the editor tells.
pub struct EditorEvents {
    /// The text has changed.
    pub change: Box<dyn FnMut(String)>,
    /// The pointer is on a line, or on none (-1).
    pub hover: Box<dyn FnMut(i32)>,
    /// The cursor has moved to a line.
    pub line: Box<dyn FnMut(u32)>,
}

/// A mark of the compiler in the text; places in UTF-16 units.
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
    text: &str,
    label: &str,
    events: EditorEvents,
) -> Editor {
    let object = Object::new();
    set(&object, "onChange", &Closure::wrap(events.change).into_js_value());
    set(&object, "onHover", &Closure::wrap(events.hover).into_js_value());
    set(&object, "onLine", &Closure::wrap(events.line).into_js_value());
    bundle.unchecked_ref::<EditorBundle>().mount(parent, text, label, &object)
}

impl Editor {
    /// Shows what the compiler says.
    pub fn mark(&self, marks: &[EditorMark]) {
        let list = marks.iter().map(|mark| {
            let object = Object::new();
            set(&object, "from", &mark.from.into());
            set(&object, "to", &mark.to.into());
            set(&object, "severity", &mark.severity.into());
            set(&object, "message", &mark.message.as_str().into());
            object
        });
        self.set_diagnostics(&list.collect());
    }

    /// Shows the link colours of lines.
    pub fn link(&self, hues: &[Option<u8>]) {
        let list = hues.iter().map(|hue| JsValue::from(hue.map_or(-1, i32::from)));
        self.set_links(&list.collect());
    }

    /// Lights up a line, and marks the lines where warps are.
    pub fn light(&self, lit: Option<u32>, here: &[u32]) {
        let here = here.iter().map(|line| JsValue::from(*line)).collect();
        self.set_lines(lit.map_or(-1, |line| line as i32), &here);
    }
}

fn set(object: &Object, key: &str, value: &JsValue) {
    // Setting a property of a fresh object cannot fail.
    let _ = Reflect::set(object, &key.into(), value);
}

/// Calls a function with the result of a promise.
pub fn settle(promise: Promise, done: impl FnOnce(Result<JsValue, JsValue>) + 'static) {
    wasm_bindgen_futures::spawn_local(
        async move { done(wasm_bindgen_futures::JsFuture::from(promise).await) },
    );
}

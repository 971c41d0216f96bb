//! Programs from files of the person's disk: a button, and dropping files or a folder anywhere on the page. What was in the
//! editor is one step of undo away, and among the earlier documents.

use gloo::{
    events::{EventListener, EventListenerOptions},
    utils::{document_element, window},
};
use js_sys::Uint8Array;
use lanescope_core::session::vocabulary::{Contents, File};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DragEvent, HtmlInputElement};
use yew::prelude::*;

use super::{Model, Send, icon::icon, js, store::Store};
use crate::{
    state::{Action, Edit, State},
    text,
};

/// Files and bytes that are still read; the compiler's own limits are lower and say so.
const MOST_FILES: u32 = 1000;
const MOST_BYTES: f64 = 16e6;

/// A file as JavaScript reads it.
#[derive(serde::Deserialize)]
struct Read {
    name: String,
    #[serde(with = "serde_wasm_bindgen::preserve")]
    bytes: JsValue,
}

/// The button; it looks like its neighbours and is a field for a file.
pub fn button(state: &State, send: &Send) -> Html {
    let (send, state) = (send.clone(), state.clone());
    let change = Callback::from(move |event: Event| {
        let Some(input) = event.target_dyn_into::<HtmlInputElement>() else { return };
        if let Some(files) = input.files() {
            open(&files, &state, &send);
        }
        // The same file may be chosen again after it has changed.
        input.set_value("");
    });
    html! {
        <label class="button quiet" title={text::OPEN_FILE_DOC}>
            { icon("folder") }<span>{ text::OPEN_FILE }</span>
            <input type="file" multiple=true class="hidden" aria-label={text::OPEN_FILE_DOC} onchange={change} />
        </label>
    }
}

/// Puts the files of a field or a drop into the document.
fn open(from: &JsValue, state: &State, send: &Send) {
    let (document, embed, send) = (state.document(), state.embed, send.clone());
    js::settle(js::read_files(from, MOST_FILES, MOST_BYTES), move |read| {
        let read = read
            .map_err(drop)
            .and_then(|list| serde_wasm_bindgen::from_value::<Vec<Read>>(list).map_err(drop));
        let Ok(read) = read else {
            return send.emit(Action::Notice(Some((text::FILES_REFUSED.into(), true))));
        };
        Store::of(embed).keep(&document);
        let file = |read: Read| File {
            name: read.name,
            contents: Contents::of(Uint8Array::new(&read.bytes).to_vec()),
        };
        let files = read.into_iter().map(file).collect();
        send.emit(Action::Edit(Edit::Files(files), js_sys::Date::now()));
    });
}

/// The first file of a drop.
pub fn dropped(event: &DragEvent) -> Option<web_sys::File> {
    event.data_transfer()?.files()?.get(0)
}

/// Takes files that are dropped anywhere; a field that wants a file itself has taken its own before.
#[hook]
pub fn use_drop(model: &UseReducerHandle<Model>, send: &Send) {
    let latest = use_mut_ref(|| model.clone());
    latest.replace(model.clone());
    let send = send.clone();
    use_effect_with((), move |()| {
        let on = |kind: &'static str, act: Box<dyn Fn(&DragEvent)>| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&window(), kind, options, move |event| {
                if let Some(event) = event.dyn_ref::<DragEvent>().filter(|event| holds_files(event)) {
                    event.prevent_default();
                    act(event);
                }
            })
        };
        let mark = |on: bool| {
            let _ = document_element().toggle_attribute_with_force("data-drop", on);
        };
        let listeners = [
            on("dragover", Box::new(move |_| mark(true))),
            on("dragleave", Box::new(move |event| mark(event.related_target().is_some()))),
            on(
                "drop",
                Box::new(move |event| {
                    mark(false);
                    if let Some(transfer) = event.data_transfer() {
                        open(&transfer, &latest.borrow().0, &send);
                    }
                }),
            ),
        ];
        || drop(listeners)
    });
}

fn holds_files(event: &DragEvent) -> bool {
    event.data_transfer().is_some_and(|transfer| transfer.types().includes(&"Files".into(), 0))
}

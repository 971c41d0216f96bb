//! Kernels from files of the person's disk: a button, and dropping a file anywhere on the page. What was in the editor
//! is one step of undo away, and among the earlier documents.

use gloo::{
    events::{EventListener, EventListenerOptions},
    utils::{document_element, window},
};
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, File, HtmlInputElement};
use yew::prelude::*;

use super::{Model, Send, icon::icon, js, store::Store};
use crate::{
    state::{Action, Edit, State},
    text,
};

/// Bytes of a text that is still opened; the compiler's own limit is lower and says so.
const LIMIT: f64 = 16e6;

/// The button; it looks like its neighbours and is a field for a file.
pub fn button(state: &State, send: &Send) -> Html {
    let (send, state) = (send.clone(), state.clone());
    let change = Callback::from(move |event: Event| {
        let Some(input) = event.target_dyn_into::<HtmlInputElement>() else { return };
        if let Some(file) = input.files().and_then(|files| files.get(0)) {
            open(&file, &state, &send);
        }
        // The same file may be chosen again after it has changed.
        input.set_value("");
    });
    html! {
        <label class="button quiet" title={text::OPEN_FILE_DOC}>
            { icon("folder") }<span>{ text::OPEN_FILE }</span>
            <input type="file" class="hidden" accept=".cl,.cu,.cuh,.h,.c,.cpp,.txt,.s,.asm" aria-label={text::OPEN_FILE_DOC} onchange={change} />
        </label>
    }
}

/// Puts a file's text into the document.
fn open(file: &File, state: &State, send: &Send) {
    let (name, document, embed, send) = (file.name(), state.document(), state.embed, send.clone());
    if file.size() > LIMIT {
        return send.emit(Action::Notice(Some((text::file_too_large(&name), true))));
    }
    js::settle(file.text(), move |read| {
        let Some(source) = read.ok().and_then(|read| read.as_string()) else {
            return send.emit(Action::Notice(Some((text::file_unreadable(&name), true))));
        };
        Store::of(embed).keep(&document);
        send.emit(Action::Edit(Edit::File(name.clone(), source), js_sys::Date::now()));
        send.emit(Action::Notice(Some((text::file_opened(&name), false))));
    });
}

/// The first file of a drop.
pub fn dropped(event: &DragEvent) -> Option<File> {
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
                    if let Some(file) = dropped(event) {
                        open(&file, &latest.borrow().0, &send);
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

//! The keyboard: one listener for the whole page, before any component sees the key.

use gloo::{
    events::{EventListener, EventListenerOptions},
    utils::{document, window},
};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

use super::{Model, Send};
use crate::{keys, state::Action};

/// Listens while the page lives.
#[hook]
pub fn use_keyboard(model: &UseReducerHandle<Model>, send: &Send) {
    let latest = use_mut_ref(|| model.clone());
    latest.replace(model.clone());
    let send = send.clone();
    use_effect_with((), move |()| {
        let options = EventListenerOptions { passive: false, ..EventListenerOptions::run_in_capture_phase() };
        let listener = EventListener::new_with_options(&window(), "keydown", options, move |event| {
            if let Some(event) = event.dyn_ref::<KeyboardEvent>() {
                let model = latest.borrow().clone();
                if let Some(action) = action(event, &model) {
                    send.emit(action);
                    event.prevent_default();
                    event.stop_propagation();
                }
            }
        });
        || drop(listener)
    });
}

fn action(event: &KeyboardEvent, model: &Model) -> Option<Action> {
    let state = &model.0;
    let focus = document().active_element();
    let typing = focus.as_ref().is_some_and(takes_text);
    let ctrl = event.ctrl_key() || event.meta_key();
    let chord = keys::chord(&event.key(), ctrl, event.shift_key(), event.alt_key());
    // A dialog has its own keys.
    if state.dialog.is_some() && !matches!(chord.as_str(), "F1" | "Ctrl+K") {
        return None;
    }
    if chord == "Escape" && typing {
        return None;
    }
    if focus.as_ref().is_some_and(|focus| is_its_own(focus, &chord)) {
        return None;
    }
    let native = chord == "Space" && focus.as_ref().is_some_and(is_pressed_with_space);
    let plain = !typing && !ctrl && !event.alt_key() && state.prefs.single_keys;
    if let Some((digit, forget)) =
        keys::bookmark(&event.key(), &event.code(), event.shift_key()).filter(|_| plain)
    {
        return Some(if forget { Action::ForgetBookmark(digit) } else { Action::Bookmark(digit) });
    }
    let command = keys::find(&chord, typing || native, state.prefs.single_keys)?;
    Some((command.act)(state))
}

/// A picture with the focus has keys of its own.
fn is_its_own(element: &Element, chord: &str) -> bool {
    element.get_attribute("data-keys").is_some_and(|keys| keys.split(' ').any(|key| key == chord))
}

fn takes_text(element: &Element) -> bool {
    match element.tag_name().as_str() {
        "TEXTAREA" | "SELECT" => true,
        "INPUT" => !matches!(element.get_attribute("type").as_deref(), Some("checkbox" | "range" | "button")),
        _ => element.closest("[contenteditable=true]").ok().flatten().is_some(),
    }
}

fn is_pressed_with_space(element: &Element) -> bool {
    matches!(element.tag_name().as_str(), "BUTTON" | "A" | "INPUT")
}

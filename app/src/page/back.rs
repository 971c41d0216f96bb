//! The browser's Back closes a lesson, and its Forward opens the text again; the document stays as it is.
//!
//! Each entry of the history notes the lesson that was opened with it, or that none was. A button makes an entry for its lesson, which
//! closing takes away again; the entry of a link was made by the person, and stays. An entry without a note is a target on the page: it
//! says nothing of lessons.

use gloo::{
    events::EventListener,
    utils::{history, window},
};
use wasm_bindgen::JsValue;
use yew::prelude::*;

use super::{Model, Send};
use crate::state::{Action, lesson::Step};

/// Begins the note of an entry whose lesson a link opened.
const LINK: char = '@';

/// Listens while the page lives, and takes the entry of a lesson away that gave way to something else. The reduced page has no lessons.
#[hook]
pub fn use_back(model: &UseReducerHandle<Model>, send: &Send) {
    let lesson = model.0.panes.lesson.clone();
    let latest = use_mut_ref(|| None);
    let before = latest.replace(lesson.clone());
    let send = send.clone();
    use_effect_with(model.0.embed, move |embed| {
        let listener = (!embed).then(|| {
            if noted().is_none() {
                note("");
            }
            EventListener::new(&window(), "popstate", move |_| {
                let Some(note) = noted() else { return };
                match note.trim_start_matches(LINK) {
                    "" if latest.borrow().is_some() => send.emit(Action::Lesson(Step::Close)),
                    "" => {}
                    name => send.emit(Action::Lesson(Step::Resume(name.into()))),
                }
            })
        });
        || drop(listener)
    });
    use_effect_with(lesson, move |lesson| {
        let entry = noted().is_some_and(|note| is_of_button(&note));
        if before.is_some() && lesson.is_none() && entry {
            let _ = history().back();
        }
    });
}

/// A lesson opens: a new entry, or the one of the lesson before it.
pub fn enter(name: &str) {
    match noted() {
        Some(entry) if is_of_button(&entry) => note(name),
        _ => drop(history().push_state(&JsValue::from_str(name), "")),
    }
}

/// Was an entry made when a button opened its lesson?
fn is_of_button(note: &str) -> bool {
    !note.is_empty() && !note.starts_with(LINK)
}

/// The note of an entry that a link made.
pub fn of_link(lesson: Option<&str>) -> String {
    lesson.map_or(String::new(), |name| format!("{LINK}{name}"))
}

/// Notes at the entry that is shown that it has this lesson, or none (an empty name).
fn note(name: &str) {
    let _ = history().replace_state(&JsValue::from_str(name), "");
}

/// The note of the entry that is shown.
fn noted() -> Option<String> {
    history().state().ok()?.as_string()
}

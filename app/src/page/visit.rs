//! How a visit begins and goes on: the preferences, the document of the address or of the last visit, and addresses that
//! come later.
//!
//! The reduced page (`embed=1`) stands on other people's pages: it neither shows nor changes what is kept here.

use gloo::{
    events::EventListener,
    utils::{history, window},
};
use js_sys::Uint8Array;
use lanescope_core::{
    catalog::Catalog,
    share::{self, Opened},
};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::HashChangeEvent;
use yew::prelude::*;

use super::{Model, Send, back, effects::save, js, store::Store};
use crate::{
    state::{Action, Address, Prefs, State},
    text,
};

/// What an address asks for: how to show the page, and a document or why there is none.
pub type Asked = (Address, Option<Result<Opened, String>>);

/// The state before the first picture: what kind of page this is, and the preferences.
pub fn first() -> State {
    let address = Address::read(&fragment());
    let mut state = State::default();
    for action in preferences(Store::of(address.embed).prefs()) {
        state.apply(action);
    }
    state.apply(Action::Visit(address.embed, address.theme));
    state
}

fn preferences(prefs: Prefs) -> [Action; 2] {
    [Action::Theme(prefs.theme), Action::SingleKeys(prefs.single_keys)]
}

/// The file of the catalogue, beside the page.
const CATALOG: &str = "catalog.bin";

/// The part of it that a first picture needs.
const BRIEF: &str = "first.bin";

/// The part of it that a first picture needs if the address names a kernel or a lesson.
const LINKED: &str = "linked.bin";

/// Fetches the part of the catalogue that is enough to begin with; then opens the document of the address, else of the last visit,
/// and later addresses as they come: an address may name a kernel or a lesson, and settings by names that they once had. The whole
/// catalogue comes when the first picture is there.
#[hook]
pub fn use_visit(model: &UseReducerHandle<Model>, send: &Send) {
    {
        let send = send.clone();
        use_effect_with((), move |()| {
            let link = Address::read(&fragment()).link;
            let named = link.split('&').any(|part| part.starts_with("ex=") || part.starts_with("lesson="));
            fetch(if named { LINKED } else { BRIEF }, send);
        });
    }
    let briefly = !model.0.catalog.machines.is_empty() && !model.0.catalog.whole;
    {
        let send = send.clone();
        use_effect_with(briefly && model.0.answered(), move |now| {
            if *now {
                fetch(CATALOG, send);
            }
        });
    }
    let latest = use_mut_ref(State::default);
    latest.replace(model.0.clone());
    let send = send.clone();
    let known = !model.0.catalog.machines.is_empty();
    // The address as it was opened first: another one may come before somebody listens.
    let opened = use_mut_ref(String::new);
    {
        let (latest, opened, send) = (latest.clone(), opened.clone(), send.clone());
        use_effect_with(known, move |known| {
            if *known {
                opened.replace(fragment());
                begin(&latest.borrow(), &send);
            }
        });
    }
    use_effect_with(model.0.catalog.whole, move |whole| {
        let listener = whole.then(|| {
            // What was asked for while the catalogue was brief. The reduced page keeps its address, which was opened.
            let before = latest.borrow().clone();
            let is_new = !before.embed || *opened.borrow() != fragment();
            if let Some(asked) = is_new.then(|| asked(&before.catalog)).flatten() {
                go_on(&before, asked, &send);
            }
            EventListener::new(&window(), "hashchange", move |event| {
                let before = latest.borrow().clone();
                match asked(&before.catalog) {
                    Some(asked) => go_on(&before, asked, &send),
                    None if before.embed => stay(event),
                    None => {}
                }
            })
        });
        || drop(listener)
    });
}

fn fetch(file: &str, send: Send) {
    js::settle(js::bytes(file), move |file| {
        let bytes = file.ok().map(|file| Uint8Array::new(&file).to_vec());
        send.emit(match bytes.and_then(|bytes| Catalog::unpack(&bytes)) {
            Some(catalog) => Action::Catalog(Box::new(catalog)),
            None => Action::Notice(Some((text::NO_CATALOG.into(), true))),
        });
    });
}

fn begin(state: &State, send: &Send) {
    let (address, linked) = asked(&state.catalog).unwrap_or_default();
    open(linked, &Store::of(address.embed), true, send);
    send.emit(Action::Begin);
}

/// Another address while the page is open.
pub fn go_on(before: &State, (address, linked): Asked, send: &Send) {
    save(before, true);
    let store = Store::of(address.embed);
    // A reduced page that becomes a whole one finds what is the person's own.
    let fresh = before.embed && !address.embed;
    if fresh {
        preferences(store.prefs()).into_iter().for_each(|action| send.emit(action));
    }
    send.emit(Action::Visit(address.embed, address.theme));
    let replaces = matches!(&linked, Some(Ok(opened)) if opened.remarks.is_empty()) && !address.embed;
    open(linked, &store, fresh, send);
    if replaces {
        send.emit(Action::Notice(Some((text::LINK_OPENED.into(), false))));
    }
}

/// Opens the document of an address; what was saved goes to the earlier ones. Where there is none, a fresh page shows
/// what was saved.
fn open(linked: Option<Result<Opened, String>>, store: &Store, fresh: bool, send: &Send) {
    let (document, notice) = match linked {
        Some(Ok(Opened { document, remarks })) => {
            store.load().iter().for_each(|saved| store.keep(saved));
            let remarks = (!remarks.is_empty()).then(|| (remarks.join(" "), false));
            (Some(document), remarks)
        }
        Some(Err(reason)) => (None, Some((reason, true))),
        None => (None, None),
    };
    if let Some(document) = document.or_else(|| store.load().filter(|_| fresh)) {
        send.emit(Action::OpenDocument(Box::new(document)));
    }
    if notice.is_some() {
        send.emit(Action::Notice(notice));
    }
}

/// A target on the page is no address of a document: the reduced page keeps its own, which a reload needs.
pub fn stay(event: &web_sys::Event) {
    if let Some(event) = event.dyn_ref::<HashChangeEvent>() {
        show_address(&event.old_url(), None);
    }
}

/// What the page's address asks for; `None` if it is a plain one. The address is cleared, so that a reload shows the saved
/// work and not the link; that of the reduced page stays, for there is no saved work.
pub fn asked(catalog: &Catalog) -> Option<Asked> {
    let address = Address::read(&fragment());
    if !address.says_something() {
        return None;
    }
    if !address.embed {
        let location = window().location();
        let path = location.pathname().unwrap_or_default() + &location.search().unwrap_or_default();
        show_address(&path, address.lesson());
    }
    let linked = (!address.link.is_empty()).then(|| share::read(&address.link, catalog));
    Some((address, linked))
}

fn fragment() -> String {
    window().location().hash().unwrap_or_default()
}

/// Puts an address into the browser's bar without going there. It has no lesson, or one that a link opened.
fn show_address(url: &str, lesson: Option<&str>) {
    let note = JsValue::from_str(&back::of_link(lesson));
    let _ = history().replace_state_with_url(&note, "", Some(url));
}

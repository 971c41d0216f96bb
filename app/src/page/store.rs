//! What the browser keeps for the page: earlier documents and preferences ([`super::tabs`] keeps the open ones). Documents
//! are kept as links, so that they open in every later release.
//!
//! A browser may keep nothing: it forbids storage to this page, its storage is full, or what it holds is damaged. Then
//! nothing is found and nothing is saved, and the page works on. A reduced page has the same: it stands on other
//! people's pages and does not touch what is kept here.

use gloo::utils::window;
use js_sys::JSON;
use lanescope_core::{session::vocabulary::Document, share};
use serde::{Serialize, de::DeserializeOwned};
use web_sys::Storage;

use crate::state::{Prefs, Theme};

const RECENT: &str = "lanescope.recent";
const THEME: &str = "lanescope.theme";
const LESSONS: &str = "lanescope.lessons";
const SINGLE_KEYS: &str = "lanescope.single-keys";
/// Earlier documents that are kept.
const RECENT_COUNT: usize = 20;

/// See the module.
pub struct Store {
    /// What all tabs share.
    pub(super) storage: Option<Storage>,
    /// What this tab alone has.
    pub(super) tab: Option<Storage>,
}

impl Store {
    /// The browser's storage; that of a reduced page keeps nothing.
    pub fn of(embed: bool) -> Store {
        // Asking for forbidden storage is an error already.
        let (storage, tab) = match embed {
            true => (None, None),
            false => (window().local_storage().ok().flatten(), window().session_storage().ok().flatten()),
        };
        Store { storage, tab }
    }

    /// Keeps a document that gives way to another. The same text is kept once; where room is short, the oldest go.
    pub fn keep(&self, document: &Document) {
        if document.source.trim().is_empty() {
            return;
        }
        let mut links = self.links();
        let same =
            |link: &String| share::read(link, &()).is_ok_and(|known| same_texts(&known.document, document));
        links.retain(|link| share::read(link, &()).is_ok() && !same(link));
        links.insert(0, share::write(document, &()));
        links.truncate(RECENT_COUNT);
        while !links.is_empty() && !self.set(RECENT, &links) {
            links.pop();
        }
    }

    /// Documents that gave way to others, the last first.
    pub fn earlier(&self) -> Vec<Document> {
        self.links()
            .iter()
            .filter_map(|link| share::read(link, &()).ok())
            .map(|opened| opened.document)
            .collect()
    }

    /// Saves preferences that have changed.
    pub fn save_prefs(&self, prefs: &Prefs) {
        if *prefs != self.prefs() {
            self.set(THEME, &prefs.theme.id());
            self.set(SINGLE_KEYS, &prefs.single_keys);
        }
    }

    /// The preferences of the last visit.
    pub fn prefs(&self) -> Prefs {
        let theme: String = self.get(THEME).unwrap_or_default();
        let theme = [Theme::Light, Theme::Dark].into_iter().find(|known| known.id() == theme);
        Prefs { theme: theme.unwrap_or_default(), single_keys: self.get(SINGLE_KEYS).unwrap_or(true) }
    }

    /// Questions of lessons that were answered.
    pub fn answered(&self) -> Vec<String> {
        self.get(LESSONS).unwrap_or_default()
    }

    /// Keeps which questions were answered, with those that another tab has added meanwhile. What is in `before` and no longer in
    /// `done` was forgotten.
    pub fn save_answered(&self, before: &[String], done: &[String]) {
        let kept = self.answered();
        let others = kept.iter().filter(|key| !done.contains(key) && !before.contains(key));
        let all: Vec<String> = done.iter().chain(others).cloned().collect();
        if all != kept {
            self.set(LESSONS, &all);
        }
    }

    /// Makes room. False if there is none to make.
    pub(super) fn forget_oldest(&self) -> bool {
        let mut links = self.links();
        links.pop().is_some() && self.set(RECENT, &links)
    }

    fn links(&self) -> Vec<String> {
        self.get(RECENT).unwrap_or_default()
    }

    /// A value of all tabs as it was set.
    pub(super) fn get<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        get(self.storage.as_ref()?, key)
    }

    /// Keeps a value for all tabs. False if the browser does not.
    pub(super) fn set<T: Serialize>(&self, key: &str, value: &T) -> bool {
        self.storage.as_ref().is_some_and(|storage| set(storage, key, value))
    }
}

/// Have two documents the same texts, whatever else differs?
pub(super) fn same_texts(one: &Document, other: &Document) -> bool {
    one.source == other.source && one.files == other.files
}

/// A value as it was set; `None` if there is none, or another kind of value.
pub(super) fn get<T: DeserializeOwned>(storage: &Storage, key: &str) -> Option<T> {
    let text = storage.get_item(key).ok()??;
    serde_wasm_bindgen::from_value(JSON::parse(&text).ok()?).ok()
}

/// Keeps a value as JSON. False if the browser does not.
pub(super) fn set<T: Serialize>(storage: &Storage, key: &str, value: &T) -> bool {
    let text = || JSON::stringify(&serde_wasm_bindgen::to_value(value).ok()?).ok();
    text().is_some_and(|text| storage.set_item(key, &String::from(text)).is_ok())
}

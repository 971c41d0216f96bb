//! What the browser keeps for the page: the document, earlier documents and preferences. Documents are kept as links,
//! so that they open in every later release.

use gloo::storage::{LocalStorage, Storage};
use lanescope_core::{session::vocabulary::Document, share};

use crate::state::{Prefs, Theme};

const DOCUMENT: &str = "lanescope.document";
const RECENT: &str = "lanescope.recent";
const THEME: &str = "lanescope.theme";
const SINGLE_KEYS: &str = "lanescope.single-keys";
/// Earlier documents that are kept.
const RECENT_COUNT: usize = 20;

/// Saves the document. False if the browser keeps nothing.
pub fn save(document: &Document) -> bool {
    LocalStorage::set(DOCUMENT, share::encode(document)).is_ok()
}

/// The document of the last visit.
pub fn load() -> Option<Document> {
    let link: String = LocalStorage::get(DOCUMENT).ok()?;
    share::decode(&link).ok().filter(|document| !document.source.is_empty())
}

/// Keeps a document that gives way to another. The same text is kept once.
pub fn keep(document: &Document) {
    if document.source.trim().is_empty() {
        return;
    }
    let mut links: Vec<String> = LocalStorage::get(RECENT).unwrap_or_default();
    links.retain(|link| share::decode(link).is_ok_and(|known| known.source != document.source));
    links.insert(0, share::encode(document));
    links.truncate(RECENT_COUNT);
    let _ = LocalStorage::set(RECENT, links);
}

/// Earlier documents, the last first.
pub fn recent() -> Vec<Document> {
    let links: Vec<String> = LocalStorage::get(RECENT).unwrap_or_default();
    links.iter().filter_map(|link| share::decode(link).ok()).collect()
}

/// Saves the preferences.
pub fn save_prefs(prefs: &Prefs) {
    let _ = LocalStorage::set(THEME, prefs.theme.id());
    let _ = LocalStorage::set(SINGLE_KEYS, prefs.single_keys);
}

/// The preferences of the last visit.
pub fn prefs() -> Prefs {
    let theme: String = LocalStorage::get(THEME).unwrap_or_default();
    let theme = [Theme::Light, Theme::Dark].into_iter().find(|known| known.id() == theme);
    Prefs { theme: theme.unwrap_or_default(), single_keys: LocalStorage::get(SINGLE_KEYS).unwrap_or(true) }
}

//! Keeps the document of this tab of the browser: [`crate::state::tabs`] decides under which name.

use std::cell::RefCell;

use lanescope_core::{session::vocabulary::Document, share};

use super::store::{self, Store};
use crate::state::tabs::{Kept, Shelf, claim, newest, surplus};

/// Before the name of a tab: the key of its document.
const PREFIX: &str = "lanescope.tab.";
/// The name of this tab, in the storage that is its own.
const NAME: &str = "lanescope.tab";
/// Where a single document was kept before each tab had its own.
const FORMER: &str = "lanescope.document";

thread_local! {
    /// The name of this tab, once it has one.
    static OWN: RefCell<Option<String>> = const { RefCell::new(None) };
}

impl Store {
    /// The document that this tab goes on with: its own, or when it is new a copy of another one's.
    pub fn load(&self) -> Option<Document> {
        let (name, copied) = self.own();
        let kept: Option<Kept> = self.get(&key(&name)).or(copied);
        read(&kept.map(|kept| kept.link).or_else(|| self.get(FORMER))?)
    }

    /// Saves the document of this tab, if need be in the place of earlier ones; `open` says whether the tab stays. False
    /// if the browser does not keep it.
    pub fn save(&self, document: &Document, open: bool) -> bool {
        let (own, _) = self.own();
        let kept = Kept { link: share::write(document, &()), saved: js_sys::Date::now(), open };
        while !self.set(&key(&own), &kept) {
            if !self.forget_oldest() {
                return false;
            }
        }
        for (name, kept) in surplus(&self.shelf(), &own) {
            read(&kept.link).iter().for_each(|document| self.keep(document));
            self.storage.iter().for_each(|storage| drop(storage.remove_item(&key(name))));
        }
        true
    }

    /// Every document that is kept and not this tab's: those of other tabs, then earlier ones. The same text comes once.
    pub fn recent(&self) -> Vec<Document> {
        let (shelf, (own, _)) = (self.shelf(), self.own());
        let others = newest(&shelf).into_iter().filter(|(name, _)| *name != own);
        let mut list: Vec<Document> = Vec::new();
        for document in others.filter_map(|(_, kept)| read(&kept.link)).chain(self.earlier()) {
            if !list.iter().any(|known| store::same_texts(known, &document)) {
                list.push(document);
            }
        }
        list
    }

    /// The name of this tab, and what it begins with if it has just got its name.
    fn own(&self) -> (String, Option<Kept>) {
        if let Some(name) = OWN.with(|own| own.borrow().clone()) {
            return (name, None);
        }
        let known: Option<String> = self.tab.as_ref().and_then(|tab| store::get(tab, NAME));
        let fresh = format!("{:x}", (js_sys::Math::random() * 2f64.powi(52)) as u64);
        let shelf = self.shelf();
        let (name, kept) = claim(&shelf, known.as_deref(), &fresh);
        if self.storage.is_some() {
            OWN.with(|own| own.replace(Some(name.clone())));
        }
        // Without storage of its own the tab has its name until it is loaded again.
        let _ = self.tab.as_ref().map(|tab| store::set(tab, NAME, &name));
        (name, kept.cloned())
    }

    /// What is kept of every tab; what cannot be read is passed over.
    fn shelf(&self) -> Shelf {
        let Some(storage) = &self.storage else { return Shelf::new() };
        let keys = (0..storage.length().unwrap_or(0)).filter_map(|at| storage.key(at).ok().flatten());
        let names: Vec<String> =
            keys.filter_map(|key| key.strip_prefix(PREFIX).map(str::to_string)).collect();
        names.into_iter().filter_map(|name| Some((name.clone(), self.get(&key(&name))?))).collect()
    }
}

fn key(name: &str) -> String {
    format!("{PREFIX}{name}")
}

fn read(link: &str) -> Option<Document> {
    let document = share::read(link, &()).ok()?.document;
    Some(document).filter(|document| !document.source.is_empty())
}

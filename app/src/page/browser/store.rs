//! What the browser keeps, and a browser that does not.

use lanescope_core::session::{document_of, vocabulary::Document};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Storage;

use super::{FORBID, Storing, place, storage, until};
use crate::{
    page::{Page, store::Store},
    state::{Prefs, Theme},
};

/// Documents that differ from the first character of their links on.
fn documents() -> Vec<Document> {
    let text =
        |number: u32| format!("{number:08}\n__kernel void k{number}(__global int *p) {{ p[0] = {number}; }}");
    (1..=4).map(|number| document_of(text(number))).collect()
}

fn sources(documents: &[Document]) -> Vec<&str> {
    documents.iter().map(|document| document.source.as_str()).collect()
}

const DARK: Prefs = Prefs { theme: Theme::Dark, single_keys: false };

/// Fills storage to the last byte.
fn fill(storage: &Storage) {
    let mut size = 1 << 22;
    for number in 0.. {
        while size > 0 && storage.set_item(&format!("filler {number}"), &"x".repeat(size)).is_err() {
            size /= 2;
        }
        if size == 0 {
            return;
        }
    }
}

#[wasm_bindgen_test]
fn what_is_kept_is_found_again() {
    let storage = storage();
    let (store, documents) = (Store::of(false), documents());
    assert!(store.save(&documents[0], true));
    documents.iter().for_each(|document| store.keep(document));
    store.keep(&documents[1]);
    store.save_prefs(&DARK);
    let later = Store::of(false);
    assert_eq!(later.load().as_ref(), Some(&documents[0]));
    let expected: Vec<&str> = [1, 3, 2, 0].map(|at| documents[at].source.as_str()).to_vec();
    assert_eq!(sources(&later.recent()), expected);
    assert_eq!(later.prefs(), DARK);
    // The form of every release: JSON, so that the theme is known before the program is there.
    assert_eq!(storage.get_item("lanescope.theme"), Ok(Some("\"dark\"".into())));
    storage.clear().expect("emptied");
}

#[wasm_bindgen_test]
fn full_storage_keeps_the_newest_document_in_place_of_the_oldest() {
    let storage = storage();
    let (store, documents) = (Store::of(false), documents());
    documents[1..].iter().for_each(|document| store.keep(document));
    fill(&storage);
    assert!(store.save(&documents[0], true), "room is made");
    assert_eq!(store.load().as_ref(), Some(&documents[0]));
    let left = store.recent();
    assert!(
        left.len() < 3
            && sources(&left)
                == [3, 2][..left.len()].iter().map(|at| documents[*at].source.as_str()).collect::<Vec<_>>()
    );
    storage.clear().expect("emptied");
}

#[wasm_bindgen_test]
fn storage_that_others_have_filled_keeps_nothing_and_says_so() {
    let storage = storage();
    let (store, documents) = (Store::of(false), documents());
    fill(&storage);
    assert!(!store.save(&documents[0], true));
    store.keep(&documents[0]);
    store.save_prefs(&DARK);
    assert_eq!((store.load(), store.recent(), store.prefs()), (None, Vec::new(), Prefs::default()));
    storage.clear().expect("emptied");
    assert!(store.save(&documents[0], true), "it works again when there is room");
    storage.clear().expect("emptied");
}

#[wasm_bindgen_test]
fn damaged_storage_is_like_empty_storage_and_heals() {
    let storage = storage();
    let (store, documents) = (Store::of(false), documents());
    for damage in ["", "{", "null", "[1, 2]", "\"2.AAAA\"", "{\"a\": 1}", "\u{0}", "[\"2.AAAA\", 7]"] {
        let known = (0..storage.length().expect("a number")).filter_map(|at| storage.key(at).ok().flatten());
        let known: Vec<String> = known.collect();
        let always = ["document", "recent", "theme", "single-keys"].map(|key| format!("lanescope.{key}"));
        for key in known.iter().chain(&always) {
            storage.set_item(key, damage).expect("there is room");
        }
        assert_eq!(
            (store.load(), store.recent(), store.prefs()),
            (None, Vec::new(), Prefs::default()),
            "{damage}"
        );
        store.keep(&documents[1]);
        store.save_prefs(&DARK);
        assert!(store.save(&documents[0], true));
        assert_eq!(store.load().as_ref(), Some(&documents[0]), "{damage}");
        assert_eq!((sources(&store.recent()), store.prefs()), (sources(&documents[1..2]), DARK), "{damage}");
    }
    storage.clear().expect("emptied");
}

#[wasm_bindgen_test]
fn forbidden_storage_keeps_nothing_and_breaks_nothing() {
    for script in [FORBID, "return null;"] {
        let _storing = Storing::does(script);
        let (store, documents) = (Store::of(false), documents());
        assert!(!store.save(&documents[0], true));
        store.keep(&documents[0]);
        store.save_prefs(&DARK);
        assert_eq!((store.load(), store.recent(), store.prefs()), (None, Vec::new(), Prefs::default()));
    }
}

#[wasm_bindgen_test]
fn the_store_of_a_reduced_page_does_not_ask_for_storage() {
    let storing = Storing::does(FORBID);
    let (store, documents) = (Store::of(true), documents());
    assert!(!store.save(&documents[0], true));
    store.keep(&documents[0]);
    store.save_prefs(&DARK);
    assert_eq!((store.load(), store.recent(), store.prefs()), (None, Vec::new(), Prefs::default()));
    assert_eq!(storing.asked(), 0);
}

#[wasm_bindgen_test]
async fn the_page_opens_where_storage_is_forbidden() {
    let storing = Storing::does(FORBID);
    let place = place();
    let handle = yew::Renderer::<Page>::with_root(place.clone().into()).render();
    until("the page", || place.query_selector("main .kernel textarea").is_ok_and(|found| found.is_some()))
        .await;
    // There is no catalogue beside the page of the tests: the page says so, and stays.
    let words = crate::text::NO_CATALOG;
    until("a notice", || place.text_content().is_some_and(|text| text.contains(words))).await;
    assert!(storing.asked() > 0);
    handle.destroy();
    place.remove();
}

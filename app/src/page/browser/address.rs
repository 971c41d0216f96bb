//! Links in the real address of a real page.

use std::{cell::RefCell, rc::Rc};

use gloo::{
    events::EventListener,
    utils::{document_element, history, window},
};
use lanescope_core::{
    catalog::Catalog,
    session::{document_of, vocabulary::Document},
    share,
};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use super::{FORBID, Storing, run, storage, until};
use crate::{
    page::{
        Send,
        store::Store,
        visit::{asked, first, go_on, stay},
    },
    state::{Action, Prefs, State, Theme},
    text,
};

fn shelf() -> Catalog {
    Catalog::of_this_program()
}

/// The address of the page while a test has its own.
struct Visiting;

impl Visiting {
    fn at(fragment: &str) -> Visiting {
        let url = format!("/#{fragment}");
        history().replace_state_with_url(&JsValue::NULL, "", Some(&url)).expect("an address of this host");
        Visiting
    }
}

impl Drop for Visiting {
    fn drop(&mut self) {
        history().replace_state_with_url(&JsValue::NULL, "", Some("/")).expect("an address of this host");
    }
}

fn fragment() -> String {
    window().location().hash().unwrap_or_default()
}

/// What a page in this state does when the address is another.
fn then(before: &State) -> Vec<Action> {
    let said = Rc::new(RefCell::new(Vec::new()));
    let kept = said.clone();
    let send = Send::from(move |action| kept.borrow_mut().push(action));
    go_on(before, asked(&shelf()).expect("the address says something"), &send);
    said.take()
}

fn opened(actions: &[Action]) -> Option<&Document> {
    actions.iter().find_map(|action| match action {
        Action::OpenDocument(document) => Some(&**document),
        _ => None,
    })
}

/// A page that shows a document.
fn page(embed: bool, text: &str) -> State {
    let mut state = State::default();
    state.apply(Action::Visit(embed, None));
    state.apply(Action::OpenDocument(Box::new(document_of(text.into()))));
    state
}

#[wasm_bindgen_test]
fn links_of_every_version_survive_the_browsers_address() {
    let links = [
        include_str!("../../../../tests/links/v1.txt"),
        include_str!("../../../../tests/links/v2.txt"),
        include_str!("../../../../tests/links/v3.txt"),
        include_str!("../../../../tests/links/v4.txt"),
        "ex=saxpy&m=simt/fermi&cycle=12",
    ];
    for link in links.map(str::trim) {
        let _visiting = Visiting::at(link);
        let (address, linked) = asked(&shelf()).expect("the address says something");
        assert!(!address.embed);
        assert_eq!(linked, Some(share::open(link)), "{link}");
        assert!(linked.is_some_and(|document| document.is_ok()), "{link}");
        assert_eq!(fragment(), "", "the saved work is shown after a reload");
    }
}

#[wasm_bindgen_test]
fn any_text_survives_the_way_through_an_address() {
    let long: String = (0..20_000u32).map(|n| format!("{:x} ", n.wrapping_mul(0x9E37_79B9))).collect();
    for source in ["// \"<&#%27'>\u{1F980}\u{0} ä\n\t", &long] {
        let document = document_of(source.into());
        let _visiting = Visiting::at(&share::encode(&document));
        let opened = share::Opened { document, remarks: Vec::new() };
        assert_eq!(asked(&shelf()).map(|(_, linked)| linked), Some(Some(Ok(opened))));
    }
}

#[wasm_bindgen_test]
fn what_was_corrected_since_a_link_was_made_is_told() {
    for (link, told) in [(include_str!("../../../../tests/links/v3.txt").trim(), true), ("ex=saxpy", false)] {
        let _visiting = Visiting::at(link);
        let actions = then(&page(false, "int x;"));
        let last = actions.iter().rev().find_map(|action| match action {
            Action::Notice(Some((text, false))) => Some(text.contains("corrected")),
            _ => None,
        });
        assert_eq!(last, Some(told), "{link}");
    }
    storage();
}

#[wasm_bindgen_test]
fn a_damaged_link_is_told_and_nothing_opens() {
    for link in ["2.AAAA", "9.AAAA", "ex=no-such-kernel", "2.%F0%9F&theme=dark"] {
        let _visiting = Visiting::at(link);
        let actions = then(&page(false, "int x;"));
        assert_eq!(opened(&actions), None, "{link}");
        assert!(actions.iter().any(|action| matches!(action, Action::Notice(Some((_, true))))), "{link}");
    }
    storage();
}

#[wasm_bindgen_test]
fn the_first_picture_knows_what_the_address_and_the_person_want() {
    let storage = storage();
    Store::of(false).save_prefs(&Prefs { theme: Theme::Dark, single_keys: false });
    let _visiting = Visiting::at("ex=saxpy&embed=1&theme=light");
    let reduced = first();
    assert!(reduced.embed && !reduced.dark() && reduced.prefs == Prefs::default());
    let _visiting = Visiting::at("ex=saxpy");
    let whole = first();
    assert!(!whole.embed && whole.dark() && !whole.prefs.single_keys);
    storage.clear().expect("emptied");
}

/// Before the program is there a script sets the colours; the two must agree.
#[wasm_bindgen_test]
fn the_script_before_the_first_picture_reads_the_address_as_the_program_does() {
    let (storage, root) = (storage(), document_element());
    Store::of(false).save_prefs(&Prefs { theme: Theme::Dark, single_keys: true });
    let parts =
        ["ex=saxpy", "embed=1", "embed=0", "embed=01", "embed", "theme=light", "theme=dark", "theme=pink"];
    for fragment in parts.iter().flat_map(|one| parts.map(|other| format!("{one}&{other}"))) {
        let _visiting = Visiting::at(&fragment);
        run(include_str!("../../../../static/first.js"));
        let (state, theme) = (first(), root.get_attribute("data-theme"));
        assert_eq!(root.has_attribute("data-embed"), state.embed, "{fragment}");
        assert_eq!(theme.as_deref(), Some(if state.dark() { "dark" } else { "light" }), "{fragment}");
    }
    storage.clear().expect("emptied");
    let _storing = Storing::does(FORBID);
    run(include_str!("../../../../static/first.js"));
    root.remove_attribute("data-embed").expect("an attribute");
}

#[wasm_bindgen_test]
fn a_reduced_page_that_gets_another_address_does_not_ask_for_storage() {
    let storing = Storing::does(FORBID);
    let _visiting = Visiting::at("ex=saxpy&embed=1&cycle=3");
    let actions = then(&page(true, "int mine;"));
    assert_eq!(opened(&actions), share::decode("ex=saxpy&cycle=3").as_ref().ok());
    assert_eq!(fragment(), "#ex=saxpy&embed=1&cycle=3", "its address stays");
    assert_eq!(storing.asked(), 0);
}

#[wasm_bindgen_test]
fn a_whole_page_keeps_the_work_that_a_link_replaces() {
    let storage = storage();
    let _visiting = Visiting::at("ex=saxpy");
    let actions = then(&page(false, "int typed_just_now;"));
    assert!(opened(&actions).is_some());
    assert!(actions.contains(&Action::Notice(Some((text::LINK_OPENED.into(), false)))));
    let recent = Store::of(false).recent();
    assert_eq!(recent.iter().map(|known| known.source.as_str()).collect::<Vec<_>>(), ["int typed_just_now;"]);
    storage.clear().expect("emptied");
}

#[wasm_bindgen_test]
fn a_reduced_page_that_becomes_whole_takes_over_what_is_kept() {
    let dark = Prefs { theme: Theme::Dark, single_keys: false };
    let saved = "int of_the_last_visit;";
    // With a document in the address the saved one is among the earlier ones; without, it is shown.
    for (fragment, shown, earlier) in
        [("ex=saxpy", "saxpy", Some(saved)), ("ex=none", saved, None), ("theme=dark", saved, None)]
    {
        let storage = storage();
        Store::of(false).save_prefs(&dark);
        Store::of(false).save(&document_of(saved.into()), true);
        let _visiting = Visiting::at(fragment);
        let mut state = page(true, "int part_of_another_page;");
        then(&state.clone()).into_iter().for_each(|action| state.apply(action));
        assert_eq!((state.embed, &state.prefs), (false, &dark), "{fragment}");
        assert!(state.doc.source.contains(shown), "{fragment}");
        let recent = Store::of(false).recent();
        assert_eq!(recent.first().map(|known| known.source.as_str()), earlier, "{fragment}");
        storage.clear().expect("emptied");
    }
}

#[wasm_bindgen_test]
async fn a_target_on_the_reduced_page_leaves_its_address() {
    let _visiting = Visiting::at("ex=saxpy&embed=1");
    let heard = Rc::new(RefCell::new(0));
    let count = heard.clone();
    let _listener = EventListener::new(&window(), "hashchange", move |event| {
        assert!(asked(&shelf()).is_none(), "it says nothing of a document");
        stay(event);
        *count.borrow_mut() += 1;
    });
    window().location().set_hash("transport").expect("an address of this page");
    until("the event", || *heard.borrow() > 0).await;
    assert_eq!(fragment(), "#ex=saxpy&embed=1");
}

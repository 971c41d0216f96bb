//! The boundary to the editor: what the page says arrives as plain values, and what the editor says comes back.

use std::{cell::RefCell, rc::Rc};

use js_sys::Reflect;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Event, HtmlElement};

use super::{json, place};
use crate::page::js::{self, Editor, EditorEvents, EditorMark};

struct Mounted {
    bundle: JsValue,
    place: HtmlElement,
    editor: Editor,
    heard: Rc<RefCell<Vec<String>>>,
}

impl Mounted {
    async fn new() -> Mounted {
        let bundle = JsFuture::from(js::load("tests/served/editor.js")).await.expect("the bundle is there");
        let (place, heard) = (place(), Rc::new(RefCell::new(Vec::new())));
        let keep = |name: &'static str| {
            let heard = heard.clone();
            move |what: String| heard.borrow_mut().push(format!("{name} {what}"))
        };
        let (hover, line) = (keep("hover"), keep("line"));
        let events = EditorEvents {
            change: {
                let change = keep("change");
                Box::new(move |name, text| change(format!("{name}: {text}")))
            },
            hover: Box::new(move |at| hover(at.to_string())),
            line: Box::new(move |at| line(at.to_string())),
        };
        let editor = js::mount_editor(&bundle, &place, ("k.cl", "a \u{1F980}"), "the label", events);
        let mounted = Mounted { bundle, place, editor, heard };
        assert_eq!(
            mounted.told(),
            r#"[["mount","k.cl","a 🦀","the label",["onChange","onHover","onLine"]]]"#
        );
        mounted
    }

    /// What the editor was told since the last time, as JSON.
    fn told(&self) -> String {
        let told = Reflect::get(&self.bundle, &"told".into()).expect("the bundle keeps it");
        let text = json(&told);
        Reflect::set(&told, &"length".into(), &0.into()).expect("a list can be emptied");
        text
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        self.place.remove();
    }
}

#[wasm_bindgen_test]
async fn marks_and_lines_arrive_as_plain_lists_and_objects() {
    let mounted = Mounted::new().await;
    let editor = &mounted.editor;
    let mark =
        |severity, message: &str| EditorMark { from: 1, to: 70_000, severity, message: message.into() };
    editor.mark(&[mark("error", "no \"x\"\n\u{1F980}"), mark("info", "")]);
    editor.mark(&[]);
    assert_eq!(
        mounted.told(),
        r#"[["setDiagnostics",[{"from":1,"to":70000,"severity":"error","message":"no \"x\"\n🦀"},{"from":1,"to":70000,"severity":"info","message":""}]],["setDiagnostics",[]]]"#
    );
    editor.link(&[Some(0), None, Some(7)]);
    editor.light(Some(4), &[0, 9]);
    editor.light(None, &[]);
    assert_eq!(mounted.told(), r#"[["setLinks",[0,-1,7]],["setLines",4,[0,9]],["setLines",-1,[]]]"#);
    editor.show("x.h", "b");
    editor.reveal(12);
    editor.top(0);
    assert_eq!(mounted.told(), r#"[["show","x.h","b"],["reveal",12],["top",0]]"#);
}

#[wasm_bindgen_test]
async fn what_a_hand_does_in_the_editor_comes_back() {
    let mounted = Mounted::new().await;
    for name in ["typed", "pointed", "moved"] {
        let event = Event::new(name).expect("an event");
        mounted.place.dispatch_event(&event).expect("it arrives");
    }
    assert_eq!(*mounted.heard.borrow(), ["change k.cl: typed text", "hover 3", "hover -1", "line 5"]);
}

#[wasm_bindgen_test]
async fn the_real_editor_has_the_methods_that_are_called() {
    let mounted = Mounted::new().await;
    let real = include_str!("../../../../static/bundles/editor.js");
    assert!(real.contains("export function mount(parent, name, text, label, events)"));
    let editor: &JsValue = mounted.editor.as_ref();
    let methods = js_sys::Object::keys(editor.unchecked_ref::<js_sys::Object>());
    assert_eq!(methods.length(), 7);
    for method in methods.iter().filter_map(|name| name.as_string()) {
        let written = [format!("\n    {method}("), format!("\n    {method}: (")];
        assert!(written.iter().any(|one| real.contains(one)), "{method}");
    }
    for event in ["onChange", "onHover", "onLine"] {
        assert!(real.contains(&format!("events.{event}(")), "{event}");
    }
}

#[wasm_bindgen_test]
async fn a_bundle_that_is_missing_is_an_error_and_no_panic() {
    let heard = Rc::new(RefCell::new(None));
    let kept = heard.clone();
    js::settle(js::load("tests/served/missing.js"), move |result| {
        kept.replace(Some(result.is_err()));
    });
    super::until("an answer", || heard.borrow().is_some()).await;
    assert_eq!(*heard.borrow(), Some(true));
}

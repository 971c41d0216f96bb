//! The page in the browser: components that show the state and send actions, and the few effects that carry questions
//! to the workers and the document to its storage. Nothing here decides anything; [`crate::state`] does.

mod about;
mod back;
#[cfg(all(test, target_arch = "wasm32"))]
mod browser;
mod canvas;
mod compare;
mod controls;
mod counters;
mod dialogs;
mod editor;
mod effects;
mod entry;
mod exchange;
mod figure;
mod file_tabs;
mod files;
mod icon;
mod inspector;
mod isa;
mod js;
mod keyboard;
mod launch;
mod legend;
mod lesson;
mod listing;
mod marked;
mod options;
mod palette;
mod panel;
mod phase;
mod readable;
mod settings;
mod store;
mod strip;
mod study;
mod tabs;
mod top;
mod visit;
mod wire;

use std::rc::Rc;

use yew::prelude::*;

use crate::{
    state::{Action, State},
    text,
};

/// Where actions go.
pub type Send = Callback<Action>;

/// Mounts the page.
pub fn start() {
    std::panic::set_hook(Box::new(console_error_panic_hook::hook));
    yew::Renderer::<Page>::new().render();
}

/// The state as Yew keeps it.
#[derive(Default, PartialEq)]
pub struct Model(pub State);

impl Reducible for Model {
    type Action = Action;

    fn reduce(self: Rc<Model>, action: Action) -> Rc<Model> {
        let mut state = self.0.clone();
        state.apply(action);
        Rc::new(Model(state))
    }
}

#[component]
fn Page() -> Html {
    let model = use_reducer(|| Model(visit::first()));
    let send: Send = {
        let dispatch = model.dispatcher();
        (*use_memo((), |()| Callback::from(move |action| dispatch.dispatch(action)))).clone()
    };
    effects::use_effects(&model, &send);
    keyboard::use_keyboard(&model, &send);
    files::use_drop(&model, &send);

    let state = &model.0;
    let snapshot = state.frame.as_ref().and_then(|frame| frame.snapshot.as_ref());
    let mark = state.hover.or(state.picked);
    let lit = Rc::new(crate::state::mark::lit(mark, &state.build.map, snapshot, state.panes.unit));
    html! {
        <>
            <a class="skip" href="#transport">{ text::SKIP }</a>
            { if state.embed { top::embed_bar(state, &send) } else { top::bar(state, &send) } }
            <main class={state.embed.then_some("embed")}>
                <div class={classes!("left", state.lesson().is_some().then_some("learning"))}>
                    if !state.embed { { lesson::section(state, &send) } }
                    { editor::section(state, &send, &lit) }
                    if !state.embed {
                        { listing::section(state, &send, &lit) }
                        { launch::section(state, &send) }
                    }
                </div>
                <div class="right">
                    { if state.comparing() { compare::section(state, &send) } else { panel::places(state, &send, &lit) } }
                    { inspector::section(state, &send) }
                </div>
                <div class="bottom">
                    { strip::section(state, &send) }
                    if !state.embed { { counters::section(state, &send) } }
                </div>
            </main>
            { notice(state, &send) }
            { dialogs::open(state, &send) }
        </>
    }
}

/// The one sentence at the lower edge; screen readers hear it when it comes.
fn notice(state: &State, send: &Send) -> Html {
    let close = send.reform(|_: MouseEvent| Action::Notice(None));
    let class = classes!("notice", state.notice.as_ref().is_some_and(|notice| notice.bad).then_some("bad"));
    html! {
        <div role="status" {class}>
            if let Some(notice) = &state.notice {
                <span>{ &notice.text }</span>
                <button class="quiet" onclick={close}>{ text::CLOSE }</button>
            }
        </div>
    }
}

//! The places for views: tabs of the panels that the machine declares, one or two at a time.

use std::rc::Rc;

use lanescope_core::session::{
    EventKind, PanelInfo,
    figure::Takes,
    vocabulary::{Cause, UnitState},
};
use yew::prelude::*;

use super::{
    Send,
    controls::{Props, StudyProps},
    figure::FigurePanel,
    icon::icon,
    marked::marked,
    study,
};
use crate::{
    state::{Action, Dialog, Lit, State},
    text,
};

/// Both places.
pub fn places(state: &State, send: &Send, lit: &Rc<Lit>) -> Html {
    let props = Props {
        frame: state.frame.clone(),
        rows: state.rows.clone(),
        figures: state.figures.iter().cloned().chain(state.studying.answers()).collect(),
        study: studies(state),
        run: state.build.run.clone(),
        map: state.build.map.clone(),
        panes: state.panes.clone(),
        lit: lit.clone(),
        cursor: state.cursor(),
        pace: state.play.on.then(|| 1000.0 / state.play.rate()),
        window: state.window_exact(),
        time: Rc::new(state.time()),
        dark: state.dark(),
        send: send.clone(),
    };
    let places = if state.panes.split { 2 } else { 1 };
    html! {
        <div class={classes!("places", state.panes.split.then_some("split"))}>
            { for (0..places).map(|place| one(state, send, &props, place)) }
        </div>
    }
}

/// What the forms of open studies show.
fn studies(state: &State) -> Rc<StudyProps> {
    if state.open_panels().all(|panel| panel.study.is_none()) {
        return Rc::default();
    }
    let old = state.studying.outcomes.iter().filter(|outcome| state.study_is_old(outcome));
    let old = old.map(|outcome| outcome.study.clone()).collect();
    Rc::new(StudyProps { studying: state.studying.clone(), old, offers: study::offers(state) })
}

fn one(state: &State, send: &Send, props: &Props, place: usize) -> Html {
    let info = state.panel(place);
    let shown = info.map_or(String::new(), |info| info.id.to_string());
    let doc = info.map(|panel| panel.doc.to_string()).unwrap_or_default();
    let id = format!("panel-{place}");
    let split = send.reform({
        let split = !state.panes.split;
        move |_: MouseEvent| Action::Split(split)
    });
    html! {
        <section class="panel" aria-label={info.map(|panel| panel.title.to_string())}>
            <header>
                <Tabs panels={state.panels().to_vec()} {shown} {place} controls={id.clone()} send={send.clone()} />
                if place == 0 {
                    <button class="quiet icon" title={text::SPLIT} aria-label={text::SPLIT}
                        aria-pressed={state.panes.split.to_string()} onclick={split}>{ icon("split") }</button>
                }
            </header>
            <p class="says">
                <span>{ marked(&doc) }</span>
                <button class="quiet icon" title={text::ABOUT_VIEW} aria-label={text::ABOUT_VIEW}
                    onclick={send.reform(move |_: MouseEvent| Action::Dialog(Some(Dialog::About(place))))}>
                    { icon("info") }
                </button>
            </p>
            <div class="view" id={id} role="tabpanel">
                if let Some(info) = info.filter(|_| props.run.is_some()) {
                    { idle(state, info, send) }
                    <FigurePanel key={info.id.to_string()} info={info.clone()} page={props.clone()} />
                } else {
                    <p class="empty">{ text::PANEL_EMPTY }</p>
                }
            </div>
        </section>
    }
}

/// Before the first and after the last work the views of what units do are empty: says so, and where to go.
fn idle(state: &State, info: &PanelInfo, send: &Send) -> Html {
    let of_units = info.takes(Takes::Cursor) && (info.takes(Takes::Unit) || info.takes(Takes::Rows));
    let snapshot = state.frame.as_ref().and_then(|frame| frame.snapshot.as_ref()).filter(|_| of_units);
    let works = |unit: &UnitState| unit.group.is_some() || unit.pc.is_some() || unit.cause != Cause::EMPTY;
    if snapshot.is_none_or(|snapshot| snapshot.units.iter().any(works)) {
        return html! {};
    }
    let begun = state
        .frame
        .as_ref()
        .and_then(|frame| frame.report.as_ref())
        .is_some_and(|report| report.work.instructions > 0);
    let click = send.reform(|_: MouseEvent| Action::Find(EventKind::Issue, true));
    html! {
        <p class="idle">
            if state.at_end() {
                { text::ALL_DONE }
            } else if begun {
                { text::DRAINING }
            } else {
                { text::NOT_STARTED }
                <button onclick={click}>{ text::FIRST_INSTRUCTION }</button>
            }
        </p>
    }
}

#[derive(Properties, PartialEq)]
struct TabProps {
    panels: Vec<PanelInfo>,
    shown: String,
    place: usize,
    controls: String,
    send: Send,
}

/// The tabs of a place. Where there is no room for all of them, the one that is open is scrolled into sight.
#[component]
fn Tabs(props: &TabProps) -> Html {
    let node = use_node_ref();
    use_effect_with((node.clone(), props.shown.clone(), props.panels.len()), |(node, ..)| {
        let list = node.cast::<web_sys::HtmlElement>();
        let open = list.as_ref().and_then(|list| list.query_selector("[aria-selected=true]").ok().flatten());
        if let Some((list, open)) = list.zip(open) {
            let (outer, inner) = (list.get_bounding_client_rect(), open.get_bounding_client_rect());
            let hidden = (inner.right() - outer.right()).max(0.0) + (inner.left() - outer.left()).min(0.0);
            list.set_scroll_left(list.scroll_left() + hidden.round() as i32);
        }
    });
    html! {
        <div ref={node} class="tabs" role="tablist" aria-label={text::PANELS}>
            { for props.panels.iter().map(|panel| tab(panel, props)) }
        </div>
    }
}

fn tab(info: &PanelInfo, props: &TabProps) -> Html {
    let (id, place) = (info.id.to_string(), props.place);
    let on = id == props.shown;
    let open = props.send.reform({
        let id = id.clone();
        move |_: MouseEvent| Action::Panel(place, id.clone())
    });
    html! {
        <button role="tab" key={id.clone()} data-panel={id} aria-selected={on.to_string()}
            aria-controls={on.then(|| props.controls.clone())} title={info.doc.to_string()} onclick={open}>
            { &*info.title }
        </button>
    }
}

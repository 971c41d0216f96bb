//! The places for views: tabs of the panels that the machine declares, one or two at a time.

use std::rc::Rc;

use lanescope_core::session::{
    EventKind, PanelInfo, PanelKind,
    vocabulary::{Cause, UnitState},
};
use yew::prelude::*;

use super::{
    Send,
    accesses::Accesses,
    controls::Props,
    dram::Dram,
    icon::icon,
    lanes::Lanes,
    memory::Memory,
    registers::RegisterTable,
    roofline::RooflineView,
    stack::Stack,
    timeline::TimelineView,
    vector::{Banks, Convoys, Groups, Strips},
    vectors::Vectors,
};
use crate::{
    state::{Action, Dialog, Lit, State, view::panel_name},
    text,
};

/// The panels that the machine declares; all, until it is known.
pub fn panels(state: &State) -> Vec<PanelInfo> {
    if let Some(machine) = state.machine().filter(|machine| !machine.panels.is_empty()) {
        return machine.panels.clone();
    }
    use PanelKind::*;
    [Timeline, Lanes, Stack, Registers, Memory, Accesses, Dram]
        .into_iter()
        .map(|kind| {
            let (title, doc) = text::panel(kind);
            PanelInfo { kind, title: title.into(), doc: doc.into() }
        })
        .collect()
}

/// Both places.
pub fn places(state: &State, send: &Send, lit: &Rc<Lit>) -> Html {
    let panels = panels(state);
    let props = Props {
        frame: state.frame.clone(),
        timeline: state.timeline.clone(),
        rows: state.rows.clone(),
        vector: state.vector.clone(),
        dram: state.dram.clone(),
        before: state.before.clone(),
        run: state.build.run.clone(),
        map: state.build.map.clone(),
        panes: state.panes.clone(),
        lit: lit.clone(),
        cursor: state.cursor(),
        window: state.window_exact(),
        dark: state.dark(),
        send: send.clone(),
    };
    let places = if state.panes.split { 2 } else { 1 };
    html! {
        <div class={classes!("places", state.panes.split.then_some("split"))}>
            { for (0..places).map(|place| one(state, send, &panels, &props, place)) }
        </div>
    }
}

fn one(state: &State, send: &Send, panels: &[PanelInfo], props: &Props, place: usize) -> Html {
    let shown = state.panes.panels[place];
    let info = panels.iter().find(|panel| panel.kind == shown);
    let doc = info.map(|panel| panel.doc.clone()).unwrap_or_default();
    let id = format!("panel-{place}");
    let split = send.reform({
        let split = !state.panes.split;
        move |_: MouseEvent| Action::Split(split)
    });
    html! {
        <section class="panel" aria-label={info.map(|panel| panel.title.clone())}>
            <header>
                <Tabs panels={panels.to_vec()} {shown} {place} controls={id.clone()} send={send.clone()} />
                if place == 0 {
                    <button class="quiet icon" title={text::SPLIT} aria-label={text::SPLIT}
                        aria-pressed={state.panes.split.to_string()} onclick={split}>{ icon("split") }</button>
                }
            </header>
            <p class="says">
                { doc }
                <button class="quiet icon" title={text::ABOUT_VIEW} aria-label={text::ABOUT_VIEW}
                    onclick={send.reform(move |_: MouseEvent| Action::Dialog(Some(Dialog::About(shown))))}>
                    { icon("info") }
                </button>
            </p>
            <div class="view" id={id} role="tabpanel">
                if props.run.is_some() {
                    { idle(state, shown, send) }
                    { view(shown, props) }
                } else {
                    <p class="empty">{ text::PANEL_EMPTY }</p>
                }
            </div>
        </section>
    }
}

/// Before the first and after the last work the views of what units do are empty: says so, and where to go.
fn idle(state: &State, kind: PanelKind, send: &Send) -> Html {
    use PanelKind::{Accesses, Lanes, Registers, Stack};
    let of_units = matches!(kind, Lanes | Stack | Registers | Accesses);
    let snapshot = state.frame.as_ref().and_then(|frame| frame.snapshot.as_ref()).filter(|_| of_units);
    let works = |unit: &UnitState| unit.group.is_some() || unit.pc.is_some() || unit.cause != Cause::Empty;
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
    shown: PanelKind,
    place: usize,
    controls: String,
    send: Send,
}

/// The tabs of a place. Where there is no room for all of them, the one that is open is scrolled into sight.
#[component]
fn Tabs(props: &TabProps) -> Html {
    let node = use_node_ref();
    use_effect_with((node.clone(), props.shown, props.panels.len()), |(node, ..)| {
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

fn tab(panel: &PanelInfo, props: &TabProps) -> Html {
    let (kind, place) = (panel.kind, props.place);
    let on = kind == props.shown;
    let open = props.send.reform(move |_: MouseEvent| Action::Panel(place, kind));
    html! {
        <button role="tab" key={panel_name(kind)} data-panel={panel_name(kind)} aria-selected={on.to_string()}
            aria-controls={on.then(|| props.controls.clone())} title={panel.doc.clone()} onclick={open}>
            { &panel.title }
        </button>
    }
}

fn view(kind: PanelKind, props: &Props) -> Html {
    let props = props.clone();
    match kind {
        PanelKind::Timeline => html! { <TimelineView ..props /> },
        PanelKind::Lanes => html! { <Lanes ..props /> },
        PanelKind::Stack => html! { <Stack ..props /> },
        PanelKind::Registers => html! { <RegisterTable ..props /> },
        PanelKind::Memory => html! { <Memory ..props /> },
        PanelKind::Accesses => html! { <Accesses ..props /> },
        PanelKind::Dram => html! { <Dram ..props /> },
        PanelKind::Convoys => html! { <Convoys ..props /> },
        PanelKind::Groups => html! { <Groups ..props /> },
        PanelKind::Vectors => html! { <Vectors ..props /> },
        PanelKind::Banks => html! { <Banks ..props /> },
        PanelKind::Strips => html! { <Strips ..props /> },
        PanelKind::Roofline => html! { <RooflineView ..props /> },
    }
}

//! The top bar: what runs, on what, and the transport. On a phone the transport is at the bottom of the screen.

use std::rc::Rc;

use lanescope_core::{session::EventKind, share};
use web_sys::Element;
use yew::prelude::*;

use super::{Send, panel::chosen};
use crate::{
    format::{grouped, rate},
    keys,
    state::{Action, Dialog, Edit, State, play::SPEEDS},
    text,
};

/// The bar.
pub fn bar(state: &State, send: &Send) -> Html {
    html! {
        <header class="top">
            <h1>{ icon("mark") }{ text::NAME }</h1>
            <div class="what">
                { opens(send, Dialog::Gallery, "book", text::GALLERY) }
                { presets(state, send) }
                { opens(send, Dialog::Settings, "sliders", text::SETTINGS) }
                { super::compare::button(state, send) }
                { opens_small(send, Dialog::Lessons, "lesson", text::LESSONS) }
            </div>
            { transport(state, send) }
            <div class="more">
                { undo(send, text::UNDO, "undo", Action::Undo, state.history.can().0) }
                { undo(send, text::REDO, "redo", Action::Redo, state.history.can().1) }
                { opens(send, Dialog::Share, "link", text::SHARE) }
                { theme(state, send) }
                { opens_small(send, Dialog::Palette, "command", text::COMMANDS) }
                { opens_small(send, Dialog::Help, "help", text::HELP) }
            </div>
        </header>
    }
}

/// The bar of the reduced page: what it is, the transport, and the way to the whole page with everything as it is here.
pub fn embed_bar(state: &State, send: &Send) -> Html {
    let document = Rc::new(state.document());
    // The link is made when it is followed: until then everything may change.
    let follow = Callback::from(move |event: MouseEvent| {
        if let Some(link) = event.target_dyn_into::<Element>().and_then(|at| at.closest("a").ok().flatten()) {
            let _ = link.set_attribute("href", &share::encode(&document));
        }
    });
    html! {
        <header class="top">
            <h1>{ icon("mark") }{ text::NAME }</h1>
            { transport(state, send) }
            <div class="more">
                <a class="button" href="#" target="_blank" rel="noopener" onclick={follow}>{ icon("open") }{ text::OPEN_IN }</a>
            </div>
        </header>
    }
}

fn opens(send: &Send, dialog: Dialog, sign: &str, label: &'static str) -> Html {
    let click = send.reform(move |_: MouseEvent| Action::Dialog(Some(dialog)));
    html! { <button class="quiet" title={label} onclick={click}>{ icon(sign) }<span>{ label }</span></button> }
}

fn opens_small(send: &Send, dialog: Dialog, sign: &str, label: &'static str) -> Html {
    let click = send.reform(move |_: MouseEvent| Action::Dialog(Some(dialog)));
    html! { <button class="quiet icon" title={label} aria-label={label} onclick={click}>{ icon(sign) }</button> }
}

fn undo(send: &Send, label: &'static str, sign: &str, action: Action, can: bool) -> Html {
    let click = send.reform(move |_: MouseEvent| action.clone());
    let title = format!("{label} ({})", keys::hint(label));
    html! { <button class="quiet icon" {title} aria-label={label} disabled={!can} onclick={click}>{ icon(sign) }</button> }
}

fn theme(state: &State, send: &Send) -> Html {
    let next = state.prefs.theme.next();
    let label = format!("{}: {}", text::THEME, state.prefs.theme.id());
    let click = send.reform(move |_: MouseEvent| Action::Theme(next));
    html! { <button class="quiet icon" title={label.clone()} aria-label={label} onclick={click}>{ icon("theme") }</button> }
}

fn presets(state: &State, send: &Send) -> Html {
    let now = edit(send, |event: Event| Edit::Preset(chosen(&event)));
    let chosen_id = &state.doc.machine.preset;
    let known = state.machine().is_some();
    html! {
        <label class="field preset">
            <span>{ text::MACHINE }</span>
            <select onchange={now} title={text::MACHINE}>
                if !known { <option selected=true>{ chosen_id }</option> }
                { preset_options(state, chosen_id) }
            </select>
        </label>
    }
}

/// Every preset as an option, by machine.
pub fn preset_options(state: &State, chosen_id: &str) -> Html {
    state
        .catalog
        .machines
        .iter()
        .map(|machine| {
            html! {
                <optgroup label={machine.name.clone()}>
                    { for machine.presets.iter().map(|preset| html! {
                        <option value={preset.id.clone()} selected={preset.id == chosen_id} title={preset.doc.clone()}>
                            { &preset.name }
                        </option>
                    }) }
                </optgroup>
            }
        })
        .collect()
}

/// An action that edits the document, with the time that undo needs.
pub fn edit<E: 'static>(send: &Send, make: impl Fn(E) -> Edit + 'static) -> Callback<E> {
    send.reform(move |event| Action::Edit(make(event), js_sys::Date::now()))
}

fn transport(state: &State, send: &Send) -> Html {
    let has_run = state.build.run.is_some();
    let playing = state.play.on;
    let busy = !state.settled() && has_run && state.goal > state.status.cycle;
    let (sign, label) = if playing { ("pause", text::PAUSE) } else { ("play", text::PLAY) };
    let button = |sign: &str, label: &'static str, keys: &str, action: Action| {
        let click = send.reform(move |_: MouseEvent| action.clone());
        let title = format!("{label} ({keys})");
        html! { <button class="icon" {title} aria-label={label} disabled={!has_run} onclick={click}>{ icon(sign) }</button> }
    };
    html! {
        <div class="transport" id="transport" role="group" aria-label={text::PLAY} tabindex="-1">
            { button("start", text::TO_START, "Home", Action::Seek(0)) }
            { button("back", text::BACK, "Shift+F9, comma", Action::Step(-1)) }
            <button class="run" title={format!("{label} ({})", keys::hint("Play or pause"))} disabled={!has_run}
                onclick={send.reform(|_: MouseEvent| Action::TogglePlay)}>{ icon(sign) }<span>{ label }</span></button>
            { button("step", text::FORWARD, "F9, full stop", Action::Step(1)) }
            { button("end", text::TO_END, "End", Action::ToEnd) }
            if busy || state.finding.is_some() {
                <button class="icon" title={format!("{} (Escape)", text::STOP)} aria-label={text::STOP}
                    onclick={send.reform(|_: MouseEvent| Action::Stop)}>{ icon("stop") }</button>
            }
            <span class="find">
                { find(send, has_run, text::NEXT_STALL, "s", EventKind::Stall, true) }
                { find(send, has_run, text::NEXT_CHANGE, "n", EventKind::Change, false) }
            </span>
            { speed(state, send) }
            <span class="where"><b>{ grouped(state.cursor()) }</b><small>{ text::progress(&state.status) }</small></span>
        </div>
    }
}

fn find(send: &Send, has_run: bool, label: &'static str, key: &str, kind: EventKind, any: bool) -> Html {
    let click = send.reform(move |_: MouseEvent| Action::Find(kind, any));
    let title = format!("{}: {label} ({key})", text::NEXT_EVENT);
    html! {
        <button class="quiet" {title} aria-label={format!("{}: {label}", text::NEXT_EVENT)} disabled={!has_run} onclick={click}>
            { icon("next") }<span>{ label }</span>
        </button>
    }
}

fn speed(state: &State, send: &Send) -> Html {
    let at = state.play.speed;
    let change = send.reform(move |event: Event| {
        Action::Faster(chosen(&event).parse::<i32>().map_or(0, |index| index - at as i32))
    });
    let options = SPEEDS.iter().enumerate().map(|(index, speed)| {
        html! { <option value={index.to_string()} selected={index == at}>{ rate(*speed) }</option> }
    });
    html! {
        <label class="field speed" title={text::SPEED}>
            <span class="hidden">{ text::SPEED }</span><select onchange={change}>{ for options }</select>
        </label>
    }
}

/// A sign of 16 x 16, drawn in the colour of the text.
pub fn icon(name: &str) -> Html {
    let path = match name {
        "mark" => "M1 3h5v2H1zM8 3h7v2H8zM1 7h9v2H1zM12 7h3v2h-3zM1 11h3v2H1zM6 11h9v2H6z",
        "play" => "M4 2.5v11l9-5.5z",
        "pause" => "M4 3h3v10H4zM9 3h3v10H9z",
        "stop" => "M4 4h8v8H4z",
        "start" => "M3 3h2v10H3zM13 3v10L6 8z",
        "end" => "M11 3h2v10h-2zM3 3v10l7-5z",
        "back" => "M10 3v10L4 8zM11 3h2v10h-2z",
        "step" => "M6 3v10l6-5zM3 3h2v10H3z",
        "next" => "M2 4v8l5-4zM8 4v8l5-4zM13 4h1.5v8H13z",
        "undo" => "M6 3 2 6.5 6 10V7.5h4a2 2 0 0 1 0 4H5V13h5a3.5 3.5 0 0 0 0-7H6z",
        "redo" => "M10 3l4 3.5-4 3.5V7.5H6a2 2 0 0 0 0 4h5V13H6a3.5 3.5 0 0 1 0-7h4z",
        "link" => {
            "M6.5 4.5 8 3a3.5 3.5 0 0 1 5 5l-1.5 1.5-1-1L12 7a2 2 0 0 0-3-3L7.5 5.5zM9.5 11.5 8 13a3.5 3.5 0 0 1-5-5l1.5-1.5 1 1L4 9a2 2 0 0 0 3 3l1.5-1.5zM5.5 9.5l4-4 1 1-4 4z"
        }
        "book" => "M2 3h5l1 1 1-1h5v10H9l-1 1-1-1H2zM3.5 4.5v7h3.8V5.2l-.6-.7zM12.5 4.5H9.3l-.6.7v6.3h3.8z",
        "sliders" => {
            "M2 4h6v1.5H2zM11 4h3v1.5h-3zM8.5 2.5H10.5v4.5H8.5zM2 10.5h2v1.5H2zM7 10.5h7V12H7zM4.5 9H6.5v4.5H4.5z"
        }
        "theme" => "M8 2a6 6 0 1 0 0 12zM8 1a7 7 0 0 1 0 14z",
        "command" => "M2 3h12v1.5H2zM2 7.250h12v1.5H2zM2 11.5h8V13H2z",
        "help" => {
            "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zm0 1.3a5.2 5.2 0 1 1 0 10.4A5.2 5.2 0 0 1 8 2.8zM7.3 10.5h1.4v1.4H7.3zM8 4.3c-1.4 0-2.3.9-2.4 2.1H7c.1-.6.4-.9 1-.9s1 .4 1 .9c0 .8-1.7 1-1.7 2.7v.5h1.3v-.4c0-1 1.8-1.2 1.8-2.9C10.4 5 9.4 4.3 8 4.3z"
        }
        "info" => {
            "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zm0 1.3a5.2 5.2 0 1 1 0 10.4A5.2 5.2 0 0 1 8 2.8zM7.3 4.3h1.4v1.4H7.3zM7.3 6.9h1.4v4.9H7.3z"
        }
        "split" => "M2 3h12v10H2zM3.3 4.3v7.4h4.1V4.3zM8.6 4.3v7.4h4.1V4.3z",
        "folder" => "M1.5 3h5l1.5 2h6.500v8.500h-13zM2.800 6.300v5.900h10.400V6.300z",
        "open" => {
            "M3 3h4v1.300H4.300v7.400h7.400V9H13v4H3zM9 3h4v4h-1.300V5.200L7.900 9 7 8.100l3.800-3.800H9z"
        }
        "lesson" => "M1 6l7-3.500L15 6l-7 3.500zM4 8.500l4 2 4-2V12l-4 2-4-2z",
        "compare" => "M2 3h8v3H2zM2 7.500h12v3H2zM2 12h5v1.500H2z",
        "plus" => "M7.250 3h1.5v4.250H13v1.5H8.750V13h-1.5V8.750H3v-1.5h4.250z",
        "minus" => "M3 7.250h10v1.5H3z",
        "fit" => "M2 3h1.5v10H2zM12.5 3H14v10h-1.5zM4.5 8l2.5-2.5v1.750h2V5.5L11.5 8 9 10.5V8.750H7v1.750z",
        _ => "",
    };
    html! { <svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path fill-rule="evenodd" d={path} /></svg> }
}

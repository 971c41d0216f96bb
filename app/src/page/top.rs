//! The top bar: what runs, on what, and the transport. On a phone the transport is at the bottom of the screen.

use std::rc::Rc;

use lanescope_core::{session::EventKind, share};
use web_sys::Element;
use yew::prelude::*;

use super::{
    Send,
    controls::{chosen, edit, preset_options, reset},
    icon::icon,
    js,
};
use crate::{
    format::rate,
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
                { opens(send, Dialog::Lessons, "lesson", text::LESSONS) }
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
    let (document, catalog) = (Rc::new(state.document()), state.catalog.clone());
    // The link is made when it is followed: until then everything may change.
    let follow = Callback::from(move |event: MouseEvent| {
        if let Some(link) = event.target_dyn_into::<Element>().and_then(|at| at.closest("a").ok().flatten()) {
            let _ = link.set_attribute("href", &share::write(&document, &*catalog));
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
    // The focus goes back to the lessons.
    let id = (dialog == Dialog::Lessons).then_some("lessons");
    html! { <button {id} class="quiet" title={label} onclick={click}>{ icon(sign) }<span>{ label }</span></button> }
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

fn transport(state: &State, send: &Send) -> Html {
    let has_run = state.build.run.is_some();
    let (cycle, progress) = state.whereabouts();
    let playing = state.play.on;
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
            // It keeps its place while there is nothing to stop: nothing else moves when it comes.
            <button class="icon" title={format!("{} (Escape)", text::STOP)} aria-label={text::STOP} disabled={!state.busy()}
                onclick={send.reform(|_: MouseEvent| Action::Stop)}>{ icon("stop") }</button>
            <span class="find">
                { find(send, has_run, text::NEXT_STALL, ("stall", "s"), EventKind::Stall, true) }
                { find(send, has_run, text::NEXT_CHANGE, ("change", "n"), EventKind::Change, false) }
                { jumps(state, send, has_run) }
            </span>
            { speed(state, send) }
            { time(state, send) }
            <span class="where">
                <b>{ cycle }</b><small>{ progress }</small>
                <span class="awaited" role="status">{ for state.awaited().map(|machine| text::loading(&machine.name)) }</span>
            </span>
        </div>
    }
}

fn find(
    send: &Send,
    has_run: bool,
    label: &'static str,
    (sign, key): (&str, &str),
    kind: EventKind,
    any: bool,
) -> Html {
    let click = send.reform(move |_: MouseEvent| Action::Find(kind, any));
    let title = format!("{}: {label} ({key})", text::NEXT_EVENT);
    html! {
        <button class="quiet" {title} aria-label={format!("{}: {label}", text::NEXT_EVENT)} disabled={!has_run} onclick={click}>
            { icon(sign) }<span>{ label }</span>
        </button>
    }
}

/// Everything that can be jumped to, as a menu.
fn jumps(state: &State, send: &Send, has_run: bool) -> Html {
    let rows = || keys::COMMANDS.iter().filter(|command| command.group == keys::FIND);
    let acts: Vec<Action> = rows().map(|command| (command.act)(state)).collect();
    let send = send.clone();
    let jump = Callback::from(move |event: Event| {
        if let Some(action) = chosen(&event).parse::<usize>().ok().and_then(|at| acts.get(at)) {
            send.emit(action.clone());
        }
        // The menu shows its name again, and the same row can be chosen once more.
        reset(&event);
    });
    // Arrow keys open the menu: in a closed one each would choose a row at once, and no other than the first could be reached.
    let open = Callback::from(|event: KeyboardEvent| {
        let is_plain = !(event.alt_key() || event.ctrl_key() || event.meta_key());
        if is_plain
            && ["ArrowDown", "ArrowUp"].contains(&event.key().as_str())
            && js::show_rows(&event.target().into())
        {
            event.prevent_default();
        }
    });
    let option = |(at, command): (usize, &keys::Command)| {
        html! { <option value={at.to_string()}>{ format!("{} ({})", command.label, keys::hint(command.label)) }</option> }
    };
    html! {
        <select class="jumps" title={text::NEXT_EVENT} aria-label={text::NEXT_EVENT} disabled={!has_run} onchange={jump} onkeydown={open}>
            <option value="" selected=true>{ text::NEXT_OTHER }</option>
            { for rows().enumerate().map(option) }
        </select>
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

/// The unit of time that axes count in, if there is a choice.
fn time(state: &State, send: &Send) -> Html {
    let (times, now) = (state.times(), state.time());
    if times.len() < 2 {
        return html! {};
    }
    let title = format!("{} ({})", text::TIME, keys::hint("Count time in the next unit"));
    let change = send.reform(|event: Event| Action::Time(chosen(&event)));
    let options = times.iter().map(|unit| {
        html! { <option value={unit.id.to_string()} selected={unit.id == now.id}>{ &*unit.label }</option> }
    });
    html! {
        <label class="field time" {title}>
            <span class="hidden">{ text::TIME }</span><select onchange={change}>{ for options }</select>
        </label>
    }
}

//! The settings form, made from the machine's table.

use lanescope_core::session::{
    MachineInfo,
    vocabulary::{Info, SettingKind},
};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::{
    Send,
    controls::{chosen, edit},
    entry::Entry,
    marked::marked,
};
use crate::{
    state::{Edit, State},
    text,
};

/// The body of the dialog.
pub fn form(state: &State, send: &Send) -> Html {
    let Some(machine) = state.machine() else { return html! { <p class="empty">{ text::PANEL_EMPTY }</p> } };
    let preset = machine.presets.iter().find(|preset| preset.id == state.doc.machine.preset);
    let changes = state.doc.machine.changes.len();
    html! {
        <>
            <p>{ &machine.doc }</p>
            if let Some(preset) = preset {
                <p><b>{ &preset.name }</b>{ ": " }{ &preset.doc }{ " " }<small>{ &preset.source }</small></p>
            }
            <p>
                <button disabled={changes == 0} onclick={edit(send, |_: MouseEvent| Edit::ResetSettings)}>{ text::RESET_ALL }</button>
                { " " }{ text::changes(changes) }
            </p>
            { for groups(machine).into_iter().map(|group| html! {
                <fieldset class="settings">
                    <legend>{ group }</legend>
                    { for machine.settings.iter().filter(|row| row.group == group).map(|row| setting(state, send, row)) }
                </fieldset>
            }) }
        </>
    }
}

/// Headings in the order of the table.
fn groups(machine: &MachineInfo) -> Vec<&str> {
    let mut groups: Vec<&str> = Vec::new();
    for row in &machine.settings {
        if !groups.contains(&row.group.as_str()) {
            groups.push(&row.group);
        }
    }
    groups
}

fn setting(state: &State, send: &Send, row: &Info) -> Html {
    let value = state.setting(&row.id).unwrap_or_else(|| row.default.clone());
    let changed = state.doc.machine.changes.iter().any(|(id, _)| *id == row.id);
    let reset = {
        let id = row.id.clone();
        edit(send, move |_: MouseEvent| Edit::ResetSetting(id.clone()))
    };
    html! {
        <div class={classes!("setting", changed.then_some("changed"))} key={row.id.clone()}>
            <label for={format!("set-{}", row.id)} title={row.source.clone()}>{ marked(&row.doc) }</label>
            <span class="input">{ input(send, row, &value) }<small>{ &row.unit }</small></span>
            if changed {
                <button class="quiet" title={state.preset_value(&row.id).unwrap_or_default()} onclick={reset}>{ text::RESET }</button>
            }
        </div>
    }
}

fn input(send: &Send, row: &Info, value: &str) -> Html {
    let id = format!("set-{}", row.id);
    let key = row.id.clone();
    let change = edit(send, move |event: Event| Edit::Setting(key.clone(), chosen(&event)));
    match &row.kind {
        SettingKind::Integer { min, max } => html! {
            <Entry {id} kind="number" min={min.to_string()} max={max.to_string()} value={value.to_string()} onchange={change} />
        },
        SettingKind::Fraction { .. } | SettingKind::Text { .. } => html! {
            <Entry {id} kind="text" value={value.to_string()} onchange={change} />
        },
        SettingKind::Switch => {
            let key = row.id.clone();
            let flip = edit(send, move |event: Event| {
                let on = event.target_dyn_into::<HtmlInputElement>().is_some_and(|input| input.checked());
                Edit::Setting(key.clone(), if on { "on" } else { "off" }.into())
            });
            html! { <input {id} type="checkbox" checked={value == "on"} onchange={flip} /> }
        }
        SettingKind::Choice(names) => html! {
            <select {id} onchange={change}>
                { for names.iter().map(|name| html! { <option value={name.clone()} selected={name == value}>{ name }</option> }) }
            </select>
        },
    }
}

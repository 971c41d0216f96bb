//! What a view shows, what its colours mean, and what the hand can do with it: the help behind each view's own button.

use lanescope_core::session::{
    figure::legend::Key,
    vocabulary::{CauseRow, Causes},
};
use yew::prelude::*;

use super::{legend::swatch, marked::marked};
use crate::{state::State, text};

/// The body of the dialog.
pub fn body(state: &State, place: usize) -> Html {
    let Some(info) = state.panel(place) else { return html! {} };
    html! {
        <>
            <p class="lead">{ marked(&info.doc) }</p>
            <dl class="about">
                { for info.help.iter().map(|(name, words)| html! { <div><dt>{ &**name }</dt><dd>{ marked(words) }</dd></div> }) }
            </dl>
            { colours(&info.legend, state.causes()) }
        </>
    }
}

/// The title of the dialog.
pub fn title(state: &State, place: usize) -> String {
    state.panel(place).map_or(String::new(), |info| info.title.to_string())
}

/// The legend; where there are causes, all of them.
fn colours(legend: &[Key], causes: &Causes) -> Html {
    let keys: Vec<&Key> = legend.iter().filter(|key| key.cause.is_none()).collect();
    let causes: Vec<&CauseRow> = match keys.len() < legend.len() {
        true => causes.rows().map(|(_, row)| row).collect(),
        false => Vec::new(),
    };
    if legend.is_empty() {
        return html! {};
    }
    html! {
        <>
            <h3>{ text::COLOURS }</h3>
            <dl class="about">
                { for keys.iter().map(|key| html! {
                    <div>
                        <dt><i class="patch" style={format!("background: var(--{})", key.token)}></i></dt>
                        <dd>{ &*key.words }{ if key.doc.is_empty() { "" } else { ": " } }{ &*key.doc }</dd>
                    </div>
                }) }
                { for causes.iter().map(|row| html! {
                    <div><dt>{ swatch(row) }{ &*row.label }</dt><dd>{ &*row.doc }</dd></div>
                }) }
            </dl>
        </>
    }
}

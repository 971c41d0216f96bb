//! What a view shows, what its colours mean, and what the hand can do with it: the help behind each view's own button.

use lanescope_core::session::{figure::legend::Key, vocabulary::Cause};
use yew::prelude::*;

use super::legend::swatch;
use crate::{state::State, text};

/// The body of the dialog.
pub fn body(state: &State, place: usize) -> Html {
    let Some(info) = state.panel(place) else { return html! {} };
    html! {
        <>
            <p class="lead">{ info.doc.to_string() }</p>
            <dl class="about">
                { for info.help.iter().map(|(name, words)| html! { <div><dt>{ &**name }</dt><dd>{ &**words }</dd></div> }) }
            </dl>
            { colours(&info.legend) }
        </>
    }
}

/// The title of the dialog.
pub fn title(state: &State, place: usize) -> String {
    state.panel(place).map_or(String::new(), |info| info.title.to_string())
}

/// The legend; where there are causes, all of them.
fn colours(legend: &[Key]) -> Html {
    let keys: Vec<&Key> = legend.iter().filter(|key| key.cause.is_none()).collect();
    let causes: &[Cause] = if keys.len() < legend.len() { Cause::ALL } else { &[] };
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
                { for causes.iter().map(|cause| html! {
                    <div><dt>{ swatch(*cause) }{ cause.label() }</dt><dd>{ cause.doc().trim() }</dd></div>
                }) }
            </dl>
        </>
    }
}

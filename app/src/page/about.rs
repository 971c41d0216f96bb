//! What a view shows, what its colours mean, and what the hand can do with it: the help behind each view's own button.

use lanescope_core::session::{PanelKind, vocabulary::Cause};
use yew::prelude::*;

use super::{legend::swatch, panel::panels};
use crate::{state::State, text};

/// The body of the dialog.
pub fn body(state: &State, kind: PanelKind) -> Html {
    let panels = panels(state);
    let lead = panels.iter().find(|panel| panel.kind == kind).map(|panel| panel.doc.clone());
    html! {
        <>
            <p class="lead">{ lead }</p>
            <dl class="about">
                { for text::about(kind).iter().map(|(name, words)| html! { <div><dt>{ *name }</dt><dd>{ *words }</dd></div> }) }
            </dl>
            { colours(kind) }
        </>
    }
}

/// The title of the dialog.
pub fn title(state: &State, kind: PanelKind) -> String {
    let title = panels(state).into_iter().find(|panel| panel.kind == kind).map(|panel| panel.title);
    title.unwrap_or_else(|| text::panel(kind).0.into())
}

fn colours(kind: PanelKind) -> Html {
    let rows = text::colours(kind);
    let causes: &[Cause] =
        if matches!(kind, PanelKind::Timeline | PanelKind::Lanes) { Cause::ALL } else { &[] };
    if rows.is_empty() && causes.is_empty() {
        return html! {};
    }
    html! {
        <>
            <h3>{ text::COLOURS }</h3>
            <dl class="about">
                { for rows.iter().map(|(token, words)| html! {
                    <div><dt><i class="patch" style={format!("background: var(--{token})")}></i></dt><dd>{ *words }</dd></div>
                }) }
                { for causes.iter().map(|cause| html! {
                    <div><dt>{ swatch(*cause) }{ cause.label() }</dt><dd>{ cause.doc().trim() }</dd></div>
                }) }
            </dl>
        </>
    }
}

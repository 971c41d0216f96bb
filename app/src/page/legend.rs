//! Swatches: the colour and pattern of a cause, the same as on the canvases.

use lanescope_core::session::vocabulary::Cause;
use yew::prelude::*;

use super::Send;
use crate::{
    layout::pattern,
    state::{Action, Mark},
};

/// A square of a cause's colour and pattern.
pub fn swatch(cause: Cause) -> Html {
    let lines: String =
        pattern(cause).iter().map(|[x1, y1, x2, y2]| format!("M{x1} {y1}L{x2} {y2}")).collect();
    let fill = format!("var(--cause-{})", cause.id());
    html! {
        <svg class="swatch" viewBox="0 0 8 8" aria-hidden="true">
            <rect width="8" height="8" style={format!("fill: {fill}")} />
            <path d={lines} />
        </svg>
    }
}

/// A row of causes; pointing at one lights it up everywhere.
pub fn causes(which: &[Cause], send: &Send) -> Html {
    which
        .iter()
        .map(|cause| {
            let cause = *cause;
            let enter = send.reform(move |_: MouseEvent| Action::Hover(Some(Mark::Cause(cause))));
            let leave = send.reform(|_: MouseEvent| Action::Hover(None));
            html! {
                <span class="key" title={cause.doc().trim()} onmouseenter={enter} onmouseleave={leave}>
                    { swatch(cause) }{ cause.label() }
                </span>
            }
        })
        .collect()
}

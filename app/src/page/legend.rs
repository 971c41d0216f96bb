//! Swatches: the colour and pattern of a cause, and the shapes of other pictures, the same as on the canvases.

use lanescope_core::session::{
    figure::legend::{Key, pattern},
    vocabulary::Cause,
};
use yew::prelude::*;

use super::Send;
use crate::state::{Action, Mark};

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

/// The keys of a figure: causes, which light up everywhere, and shapes in their colours.
pub fn keys(keys: &[Key], send: &Send) -> Html {
    let some: Vec<Cause> = keys.iter().filter_map(|key| key.cause).collect();
    let shape = |key: &Key| {
        let (path, filled) = key.shape.path();
        let colour = format!("var(--{})", key.token);
        let style = match filled {
            true => format!("fill: {colour}"),
            false => format!("fill: none; stroke: {colour}; stroke-width: 1.5"),
        };
        html! {
            <span class="key" title={key.doc.to_string()}>
                <svg class="shape" viewBox="0 0 24 12" aria-hidden="true"><path d={path} {style} /></svg>
                { &*key.words }
            </span>
        }
    };
    html! { <>{ causes(&some, send) }{ for keys.iter().filter(|key| key.cause.is_none()).map(shape) }</> }
}

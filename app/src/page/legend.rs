//! Swatches: the colour and pattern of a cause, and the shapes of other pictures, the same as on the canvases.

use lanescope_core::session::{
    figure::{legend::Key, palette},
    vocabulary::{CauseRow, Swatch},
};
use yew::prelude::*;

use super::Send;
use crate::state::{Action, Mark};

/// The colour of a swatch for a style.
pub fn fill(swatch: Swatch) -> String {
    format!("var(--{})", palette::token(swatch.colour))
}

/// A square of a cause's colour and pattern.
pub fn swatch(row: &CauseRow) -> Html {
    html! {
        <svg class="swatch" viewBox="0 0 8 8" aria-hidden="true">
            <rect width="8" height="8" style={format!("fill: {}", fill(row.swatch))} />
            <path d={row.swatch.pattern.path()} />
        </svg>
    }
}

/// The key of a cause; pointing at it lights it up everywhere.
fn cause(key: &Key, send: &Send) -> Option<Html> {
    let (cause, pattern) = (key.cause?, key.pattern?);
    let enter = send.reform(move |_: MouseEvent| Action::Hover(Some(Mark::Cause(cause))));
    let leave = send.reform(|_: MouseEvent| Action::Hover(None));
    Some(html! {
        <span class="key" title={key.doc.to_string()} onmouseenter={enter} onmouseleave={leave}>
            <svg class="swatch" viewBox="0 0 8 8" aria-hidden="true">
                <rect width="8" height="8" style={format!("fill: var(--{})", key.token)} />
                <path d={pattern.path()} />
            </svg>
            { &*key.words }
        </span>
    })
}

/// The keys of a figure: causes, which light up everywhere, and shapes in their colours.
pub fn keys(keys: &[Key], send: &Send) -> Html {
    let swatch = |key: &Key| {
        let (path, filled) = key.swatch.path();
        let colour = format!("var(--{})", key.token);
        let style = match filled {
            true => format!("fill: {colour}"),
            false => format!("fill: none; stroke: {colour}; stroke-width: 1.5"),
        };
        let width = key.swatch.width().to_string();
        html! {
            <span class="key" title={key.doc.to_string()}>
                <svg class="shape" width={width.clone()} viewBox={format!("0 0 {width} 12")} aria-hidden="true"><path d={path} {style} /></svg>
                { &*key.words }
            </span>
        }
    };
    html! { <>{ for keys.iter().filter_map(|key| cause(key, send)) }{ for keys.iter().filter(|key| key.cause.is_none()).map(swatch) }</> }
}

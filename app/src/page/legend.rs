//! Swatches: the colour and pattern of a cause, and the shapes of other pictures, the same as on the canvases.

use lanescope_core::session::{PanelKind, vocabulary::Cause};
use yew::prelude::*;

use super::Send;
use crate::{
    layout::pattern,
    state::{Action, Mark},
    text,
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

/// A shape of a picture in a box of 24 x 12, the style that it is drawn with, and what it means.
type Key = (&'static str, &'static str, &'static str);

const CONVOYS: &[Key] = &[
    ("M0 1h24v10h-24z", "fill: var(--link-0)", text::KEY_BAR),
    ("M0 5h24v3h-24z", "fill: var(--link-0)", text::KEY_TAIL),
    ("M12 0v11M8.5 5L12 11L15.5 5", "fill: none; stroke: var(--ink); stroke-width: 1.5", text::KEY_ARROW),
    ("M0 0h24v12h-24z", "fill: var(--selection)", text::KEY_GROUND),
];
const GROUPS: &[Key] = &[
    ("M0 0h12v12h-12z", "fill: var(--link-0)", text::KEY_ELEMENT),
    ("M0 0h12v12h-12z", "fill: var(--lane-off)", text::KEY_ELEMENT_OFF),
];
const BANKS: &[Key] = &[
    ("M0 0h12v12h-12z", "fill: var(--lane-on)", text::KEY_ACCESS),
    ("M0 0h12v12h-12z", "fill: var(--lane-off)", text::KEY_BUSY),
];
const STRIPS: &[Key] = &[
    ("M0 0h12v12h-12z", "fill: var(--lane-on)", text::KEY_STRIP),
    ("M0 0h12v12h-12z", "fill: var(--lane-off)", text::KEY_ROOM),
];
const ROOFLINE: &[Key] = &[
    ("M0 11L12 2H24", "fill: none; stroke: var(--ink); stroke-width: 1.5", text::KEY_ROOFS),
    ("M2 2h8v8h-8z", "fill: var(--cursor)", text::KEY_RUN),
    ("M6 0v12", "fill: none; stroke: var(--cursor); stroke-width: 1.5", text::KEY_INTENSITY),
];

/// The keys of a picture that is not made of causes.
pub fn keys(kind: PanelKind) -> Html {
    let keys = match kind {
        PanelKind::Convoys => CONVOYS,
        PanelKind::Groups => GROUPS,
        PanelKind::Banks => BANKS,
        PanelKind::Strips => STRIPS,
        PanelKind::Roofline => ROOFLINE,
        _ => &[],
    };
    keys.iter()
        .map(|(path, style, words)| {
            html! {
                <span class="key">
                    <svg class="shape" viewBox="0 0 24 12" aria-hidden="true"><path d={*path} style={*style} /></svg>
                    { *words }
                </span>
            }
        })
        .collect()
}

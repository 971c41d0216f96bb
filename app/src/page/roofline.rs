//! The roofline: its picture, and the same in numbers.

use lanescope_core::session::PanelKind;
use yew::prelude::*;

use super::{
    canvas::{Canvas, use_canvas_size},
    controls::Props,
    legend,
};
use crate::{format::quantity, layout::roofline, text};

/// See the module.
#[component]
pub fn RooflineView(props: &Props) -> Html {
    let (size, onsize) = use_canvas_size();
    let report = props.frame.as_ref().and_then(|frame| frame.report.as_ref());
    let Some(roofs) = report.and_then(|report| report.roofline()) else {
        return html! { <p class="empty">{ text::ROOFLINE_EMPTY }</p> };
    };
    let picture = roofline::draw(size, &roofs);
    let share = roofs.reached();
    let numbers = [
        (text::ROOF_FLOAT, Some(quantity(roofs.peak_gflops)), "GFLOP/s"),
        (text::ROOF_MEMORY, Some(quantity(roofs.peak_gbytes)), "GB/s"),
        (text::ROOF_RIDGE, Some(quantity(roofs.ridge())), "FLOP/B"),
        (text::ROOF_INTENSITY, roofs.intensity.map(quantity), "FLOP/B"),
        (text::ROOF_REACHED, Some(quantity(roofs.gflops)), "GFLOP/s"),
        (text::ROOF_SHARE, share.map(|share| format!("{:.1}", share * 100.0)), "%"),
    ];
    let value = if share.is_some_and(|share| share > 1.0) {
        text::ROOFLINE_ABOVE
    } else if roofs.intensity.is_none() {
        text::ROOFLINE_NO_PLACE
    } else if roofs.intensity < Some(roofs.ridge()) {
        text::ROOFLINE_MEMORY
    } else {
        text::ROOFLINE_FLOAT
    };
    html! {
        <>
            <Canvas {picture} dark={props.dark} label={text::ROOFLINE_LABEL} {value} {onsize}
                ontouch={Callback::noop()} onkey={Callback::from(|_: String| false)} />
            <div class="legend">{ legend::keys(PanelKind::Roofline) }</div>
            <dl class="roofs">
                { for numbers.iter().map(|(name, value, unit)| html! {
                    <div><dt>{ *name }</dt><dd>{ for value.clone() }{ " " }{ value.as_ref().map_or("–", |_| *unit) }</dd></div>
                }) }
            </dl>
        </>
    }
}

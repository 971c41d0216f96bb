//! The views of vector machines over time: convoy chart, elements in lanes, banks, strips. They share the timeline's window,
//! its keys and what the hand does.

use lanescope_core::session::vocabulary::UnitInfo;
use yew::prelude::*;

use super::{
    canvas::{Canvas, Touch, use_canvas_size},
    panel::{Props, unit_select},
};
use crate::{
    format::grouped,
    layout::{
        Picture,
        vector::{self, Scene},
    },
    state::Action,
    text,
};

/// Vector instructions in their units.
#[component]
pub fn Convoys(props: &Props) -> Html {
    let (size, onsize) = use_canvas_size();
    let Some(chart) = props.vector.chart.clone().filter(|chart| !chart.bars.is_empty()) else {
        return empty(text::CONVOYS_EMPTY, props, onsize);
    };
    let units = units(props);
    let at = props.cursor;
    let here = chart.bars.iter().filter(|bar| bar.first <= at && at <= bar.last);
    let words: Vec<String> = here
        .map(|bar| {
            let unit = units.get(bar.unit as usize).map_or("", |unit| unit.name.as_str());
            let chained = if bar.chained.is_empty() { "" } else { text::CHAINED };
            format!(
                "{unit}: {} ({}{chained})",
                props.map.text(bar.pc),
                text::convoy(bar.convoy, bar.elements)
            )
        })
        .collect();
    let picture = vector::convoys(&scene(props, size), &chart);
    canvas(props, picture, size, onsize, text::CONVOYS_LABEL, words.join("; "), chart.cut)
}

/// Elements of the selected unit.
#[component]
pub fn Groups(props: &Props) -> Html {
    let (size, onsize) = use_canvas_size();
    let Some(chart) = props.vector.chart.clone().filter(|chart| !chart.bars.is_empty()) else {
        return empty(text::CONVOYS_EMPTY, props, onsize);
    };
    let units = units(props);
    let lanes = units.get(props.panes.unit as usize).map_or(1, |unit| unit.lanes.max(1));
    let at = props.cursor;
    let here =
        chart.bars.iter().find(|bar| bar.unit == props.panes.unit && bar.first <= at && at <= bar.last);
    let words = here.map_or_else(
        || text::GROUPS_NONE.to_string(),
        |bar| {
            let first = (at - bar.first) as u32 * lanes;
            let last = (first + lanes).min(bar.elements).saturating_sub(1);
            text::group(props.map.text(bar.pc), first.min(last), last, bar.elements)
        },
    );
    let picture = vector::groups(&scene(props, size), &chart);
    html! {
        <>
            <div class="tools">{ unit_select(props) }</div>
            { canvas(props, picture, size, onsize, text::GROUPS_LABEL, words, chart.cut) }
        </>
    }
}

/// Banks of memory.
#[component]
pub fn Banks(props: &Props) -> Html {
    let (size, onsize) = use_canvas_size();
    let Some(banks) = props.vector.banks.clone().filter(|banks| banks.banks > 0) else {
        return empty(text::BANKS_EMPTY, props, onsize);
    };
    let at = props.cursor;
    let here = banks.accesses.iter().filter(|a| a.cycle <= at && at < a.cycle + u64::from(a.busy));
    let busy: Vec<String> = here.map(|access| access.bank.to_string()).collect();
    let words = text::busy_banks(&busy, banks.banks);
    let picture = vector::banks(&scene(props, size), &banks);
    canvas(props, picture, size, onsize, text::BANKS_LABEL, words, banks.cut)
}

/// Strips of loops.
#[component]
pub fn Strips(props: &Props) -> Html {
    let (size, onsize) = use_canvas_size();
    let Some(strips) = props.vector.strips.clone().filter(|strips| !strips.strips.is_empty()) else {
        return empty(text::STRIPS_EMPTY, props, onsize);
    };
    let at = props.cursor;
    let here = strips.strips.iter().filter(|strip| strip.from <= at && at < strip.to);
    let words: Vec<String> = here.map(|strip| text::strip(strip.number, strip.vl, strip.vlmax)).collect();
    let picture = vector::strips(&scene(props, size), &strips);
    canvas(props, picture, size, onsize, text::STRIPS_LABEL, words.join("; "), strips.cut)
}

fn units(props: &Props) -> &[UnitInfo] {
    props.run.as_ref().map_or(&[], |run| &run.units)
}

fn scene(props: &Props, size: (f64, f64)) -> Scene<'_> {
    Scene {
        size,
        window: props.window,
        units: units(props),
        selected: props.panes.unit,
        cursor: props.cursor,
        map: &props.map,
    }
}

fn empty(words: &'static str, props: &Props, _: Callback<(f64, f64)>) -> Html {
    let words = if props.run.is_some() { words } else { text::PANEL_EMPTY };
    html! { <p class="empty">{ words }</p> }
}

/// The canvas with what all of them have in common.
fn canvas(
    props: &Props,
    picture: Picture,
    size: (f64, f64),
    onsize: Callback<(f64, f64)>,
    label: &'static str,
    words: String,
    cut: bool,
) -> Html {
    let scale = scene(props, size).scale();
    let value = format!("{} {} · {words}", text::CYCLE, grouped(props.cursor));
    let ontouch = {
        let send = props.send.clone();
        Callback::from(move |touch| {
            let action = match touch {
                Touch::Click(x, _) if x >= scale.left => Action::Seek(scale.cycle(x).max(0.0) as u64),
                Touch::Drag(dx, ..) => Action::Pan(-dx / scale.pixels()),
                Touch::Wheel(delta, _, true) => Action::Pan(delta / scale.pixels()),
                Touch::Wheel(delta, x, false) => Action::Zoom((delta * 0.0025).exp(), scale.cycle(x)),
                Touch::Pinch(factor, x) => Action::Zoom(1.0 / factor, scale.cycle(x)),
                Touch::Click(..) | Touch::Hover(..) | Touch::Leave => return,
            };
            send.emit(action);
        })
    };
    let onkey = {
        let (send, around) = (props.send.clone(), props.cursor as f64);
        let (page, unit) = ((props.window.1 / 4.0) as i64, props.panes.unit);
        Callback::from(move |key: String| {
            let action = match key.as_str() {
                "ArrowRight" => Action::Step(1),
                "ArrowLeft" => Action::Step(-1),
                "PageDown" => Action::Step(page),
                "PageUp" => Action::Step(-page),
                "ArrowDown" => Action::Unit(unit + 1),
                "ArrowUp" => Action::Unit(unit.saturating_sub(1)),
                "+" | "=" => Action::Zoom(0.5, around),
                "-" => Action::Zoom(2.0, around),
                _ => return false,
            };
            send.emit(action);
            true
        })
    };
    html! {
        <>
            <Canvas {picture} dark={props.dark} {label} {value} {onsize} {ontouch} {onkey} />
            if cut { <p class="note">{ text::VECTOR_CUT }</p> }
        </>
    }
}

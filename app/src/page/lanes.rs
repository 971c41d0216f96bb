//! The lane grid: the picture of [`crate::layout::lanes`] and its keys.

use yew::prelude::*;

use super::{
    canvas::{Canvas, Touch, use_canvas_size},
    controls::Props,
};
use crate::{
    layout::lanes::{self, Geometry, Scene},
    state::{Action, Mark},
    text,
};

/// See the module.
#[component]
pub fn Lanes(props: &Props) -> Html {
    let (size, onsize) = use_canvas_size();
    let Some(run) = &props.run else { return html! {} };
    let geometry = Geometry::new(size, &run.units, &props.rows, props.panes.first_row);
    let snapshot = props.frame.as_ref().and_then(|frame| frame.snapshot.as_ref());
    let scene = Scene {
        size,
        units: &run.units,
        rows: &props.rows,
        first_row: props.panes.first_row,
        selected: (props.panes.unit, props.panes.lane),
        lit: &props.lit,
        map: &props.map,
    };
    let picture = lanes::draw(&scene, snapshot);
    let lanes = geometry.lanes;
    let ontouch = {
        let props = props.clone();
        Callback::from(move |touch| touched(&props, &geometry, touch))
    };
    let onkey = {
        let props = props.clone();
        Callback::from(move |key: String| pressed(&props, &key, lanes))
    };
    html! {
        <Canvas {picture} dark={props.dark} label={text::LANES_LABEL} value={words(props)} {onsize} {ontouch} {onkey}
            style="touch-action: pan-y" />
    }
}

/// What the selected lane does, in words.
fn words(props: &Props) -> String {
    let (unit, lane) = (props.panes.unit, props.panes.lane);
    let state =
        props.frame.as_ref().and_then(|frame| frame.snapshot.as_ref()?.units.get(unit as usize).cloned());
    let name =
        props.run.as_ref().and_then(|run| run.units.get(unit as usize)).map_or("", |unit| unit.name.as_str());
    let Some(state) = state.filter(|_| lane < 64) else { return format!("{name} · {} {lane}", text::LANE) };
    let does = text::lane(state.active.has(lane), state.live.has(lane));
    let item = state.group.map(|group| text::work_item(group, state.first_item + lane)).unwrap_or_default();
    format!(
        "{name} · {} {lane} {does}{item} · {}",
        text::LANE,
        text::active(state.active.count(), state.live.count())
    )
}

fn touched(props: &Props, geometry: &Geometry, touch: Touch) {
    let mark = |x, y| {
        geometry.at(x, y).map(|(unit, lane)| lane.map_or(Mark::Unit(unit), |lane| Mark::Lane(unit, lane)))
    };
    let scroll = |by: f64| {
        props.send.emit(Action::Scroll(by / geometry.rows.height, geometry.rows.last_first()));
    };
    match touch {
        Touch::Hover(x, y) => props.send.emit(Action::Hover(mark(x, y))),
        Touch::Leave => props.send.emit(Action::Hover(None)),
        Touch::Click(x, y) => props.send.emit(Action::Pick(mark(x, y))),
        Touch::Wheel(delta, ..) => scroll(delta),
        Touch::Drag(_, dy, _) => scroll(-dy),
        Touch::Pinch(..) => {}
    }
}

fn pressed(props: &Props, key: &str, lanes: u32) -> bool {
    let (unit, lane) = (props.panes.unit, props.panes.lane);
    let action = match key {
        "ArrowRight" => Action::Lane((lane + 1).min(lanes.saturating_sub(1))),
        "ArrowLeft" => Action::Lane(lane.saturating_sub(1)),
        "ArrowDown" => Action::NextUnit(1),
        "ArrowUp" => Action::NextUnit(-1),
        "Enter" => Action::Pick(Some(Mark::Lane(unit, lane))),
        _ => return false,
    };
    props.send.emit(action);
    true
}

//! The views of vector machines over time: convoy chart, elements in lanes, banks, strips. They share the timeline's window,
//! its keys and what the hand does.

use lanescope_core::session::{Chart, PanelKind, vocabulary::UnitInfo};
use yew::prelude::*;

use super::{
    canvas::{Canvas, Touch, use_canvas_size},
    controls::{Props, unit_select, zoom},
    legend,
};
use crate::{
    format::grouped,
    layout::{
        Picture,
        vector::{self, Scene},
    },
    state::{Action, Mark, Panes, Shared, view::functional},
    text,
};

/// Vector instructions in their units.
#[component]
pub fn Convoys(props: &Props) -> Html {
    let (size, onsize) = use_canvas_size();
    let Some(chart) = props.vector.chart.clone().filter(|chart| !chart.bars.is_empty()) else {
        return empty(text::CONVOYS_EMPTY, props);
    };
    let (units, at) = (units(props), props.cursor);
    let here = chart.bars.iter().filter(|bar| bar.first <= at && at <= bar.last);
    let words: Vec<String> = here
        .map(|bar| {
            let unit = units.get(bar.unit as usize).map_or("", |unit| unit.name.as_str());
            text::convoy(unit, props.map.text(bar.pc), bar.convoy, !bar.chained.is_empty())
        })
        .collect();
    let words = if words.is_empty() { text::CONVOYS_NONE.into() } else { words.join("; ") };
    let picture = vector::convoys(&scene(props, size), &chart);
    let thicket = !vector::arrows_fit(&chart, size.0);
    let remark = (chart.cut || thicket).then_some(text::VECTOR_CUT);
    let shown = Shown { kind: PanelKind::Convoys, picture, size, words, remark, chart: Some(chart) };
    canvas(props, shown, onsize)
}

/// Elements of the selected unit.
#[component]
pub fn Groups(props: &Props) -> Html {
    let (size, onsize) = use_canvas_size();
    let Some(chart) = props.vector.chart.clone().filter(|chart| !chart.bars.is_empty()) else {
        return empty(text::CONVOYS_EMPTY, props);
    };
    let (units, at) = (units(props), props.cursor);
    let unit = functional(units, props.panes.unit);
    let lanes = units.get(unit as usize).map_or(1, |unit| unit.lanes.max(1));
    let cells = props.vector.cells.as_deref();
    let here = chart.bars.iter().filter(|bar| bar.unit == unit).find(|bar| bar.first <= at && at <= bar.last);
    let words = here.map_or_else(
        || text::GROUPS_NONE.to_string(),
        |bar| {
            let entered =
                cells.and_then(|cells| vector::entries(cells, unit, bar, lanes)).unwrap_or_default();
            let now = entered.iter().find(|(cycle, ..)| *cycle == at);
            let instruction = props.map.text(bar.pc);
            match now {
                Some((_, group, on)) => {
                    let first = group * lanes;
                    let last = (first + lanes).min(bar.elements).saturating_sub(1);
                    text::group(instruction, (first.min(last), last), bar.elements, on.count())
                }
                None => text::group_waits(instruction),
            }
        },
    );
    let scene = Scene { selected: unit, ..scene(props, size) };
    let picture = vector::groups(&scene, &chart, cells);
    let remark = if vector::shows_elements(&scene) {
        chart.cut.then_some(text::VECTOR_CUT)
    } else {
        Some(text::GROUPS_AFAR)
    };
    let shown = Shown { kind: PanelKind::Groups, picture, size, words, remark, chart: None };
    let behind = Props { panes: Panes { unit, ..props.panes.clone() }, ..props.clone() };
    html! {
        <>
            <div class="tools">{ unit_select(&behind) }</div>
            { canvas(&behind, shown, onsize) }
        </>
    }
}

/// Banks of memory.
#[component]
pub fn Banks(props: &Props) -> Html {
    let (size, onsize) = use_canvas_size();
    let Some(banks) = props.vector.banks.clone().filter(|banks| banks.banks > 0) else {
        return empty(text::BANKS_EMPTY, props);
    };
    let at = props.cursor;
    let here = banks.accesses.iter().filter(|a| a.cycle <= at && at < a.cycle + u64::from(a.busy));
    let mut busy: Vec<u32> = here.map(|access| access.bank).collect();
    busy.sort_unstable();
    let words = text::busy_banks(&busy, banks.banks);
    let picture = vector::banks(&scene(props, size), &banks);
    let remark = banks.cut.then_some(text::VECTOR_CUT);
    canvas(props, Shown { kind: PanelKind::Banks, picture, size, words, remark, chart: None }, onsize)
}

/// Strips of loops.
#[component]
pub fn Strips(props: &Props) -> Html {
    let (size, onsize) = use_canvas_size();
    let Some(strips) = props.vector.strips.clone().filter(|strips| !strips.strips.is_empty()) else {
        return empty(text::STRIPS_EMPTY, props);
    };
    let at = props.cursor;
    let here = strips.strips.iter().filter(|strip| strip.from <= at && at < strip.to);
    let words: Vec<String> = here.map(|strip| text::strip(strip.number, strip.vl, strip.vlmax)).collect();
    let words = if words.is_empty() { text::STRIPS_NONE.into() } else { words.join("; ") };
    let picture = vector::strips(&scene(props, size), &strips);
    let remark = strips.cut.then_some(text::VECTOR_CUT);
    canvas(props, Shown { kind: PanelKind::Strips, picture, size, words, remark, chart: None }, onsize)
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
        lit: &props.lit,
        map: &props.map,
    }
}

fn empty(words: &'static str, props: &Props) -> Html {
    html! {
        <>
            <p class="empty">{ words }</p>
            <div class="legend">{ zoom(&props.send, props.cursor) }</div>
        </>
    }
}

/// What a view shows.
struct Shown {
    kind: PanelKind,
    picture: Picture,
    size: (f64, f64),
    /// What is at the cursor.
    words: String,
    /// What is not drawn.
    remark: Option<&'static str>,
    /// The instructions that can be pointed at.
    chart: Option<Shared<Chart>>,
}

/// The canvas with what all of them have in common.
fn canvas(props: &Props, shown: Shown, onsize: Callback<(f64, f64)>) -> Html {
    let Shown { kind, picture, size, words, remark, chart } = shown;
    let value = format!("{} {} · {words}", text::CYCLE, grouped(props.cursor));
    let ontouch = {
        let props = props.clone();
        Callback::from(move |touch| touched(&props, size, chart.as_deref(), touch))
    };
    let onkey = {
        let props = props.clone();
        Callback::from(move |key: String| pressed(&props, &key))
    };
    html! {
        <>
            <Canvas {picture} dark={props.dark} label={text::picture(kind)} {value} {onsize} {ontouch} {onkey} />
            <div class="legend">
                { legend::keys(kind) }
                if let Some(remark) = remark { <b class="remark">{ remark }</b> }
                { zoom(&props.send, props.cursor) }
            </div>
        </>
    }
}

fn touched(props: &Props, size: (f64, f64), chart: Option<&Chart>, touch: Touch) {
    let scene = scene(props, size);
    let scale = scene.scale();
    let send = |action| props.send.emit(action);
    let at = |x, y| chart.and_then(|chart| vector::convoy_at(&scene, chart, x, y));
    match touch {
        Touch::Click(x, y) => {
            let found = at(x, y);
            if let Some((unit, bar)) = found {
                send(Action::Unit(unit));
                send(Action::Pick(bar.map(|bar| Mark::Pc(bar.pc))));
            }
            if x >= scale.left {
                send(Action::Seek(scale.cycle(x).max(0.0) as u64));
            }
        }
        Touch::Hover(x, y) => {
            let bar = at(x, y).and_then(|(_, bar)| bar);
            send(Action::Hover(bar.map(|bar| Mark::Pc(bar.pc))));
        }
        Touch::Leave => send(Action::Hover(None)),
        Touch::Drag(dx, ..) => send(Action::Pan(-dx / scale.pixels())),
        Touch::Wheel(delta, _, true) => send(Action::Pan(delta / scale.pixels())),
        Touch::Wheel(delta, x, false) => send(Action::Zoom((delta * 0.0025).exp(), scale.cycle(x))),
        Touch::Pinch(factor, x) => send(Action::Zoom(1.0 / factor, scale.cycle(x))),
    }
}

/// Arrow keys move cursor and selection; plus and minus zoom. True if the key was one of these.
fn pressed(props: &Props, key: &str) -> bool {
    let (page, around) = ((props.window.1 / 4.0) as i64, props.cursor as f64);
    let unit = props.panes.unit;
    let action = match key {
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
    props.send.emit(action);
    true
}

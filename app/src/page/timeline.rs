//! The timeline: the picture of [`crate::layout::timeline`], its keys, and words for what is under the cursor.

use lanescope_core::session::{Cell, vocabulary::Cause};
use yew::prelude::*;

use super::{
    canvas::{Canvas, Touch, use_canvas_size},
    controls::{Props, zoom},
    legend,
};
use crate::{
    format::grouped,
    layout::timeline::{self, Geometry, Scene},
    state::{Action, Mark},
    text,
};

/// Causes of the legend under the timeline.
const LEGEND: &[Cause] = &[
    Cause::Issued,
    Cause::Replay,
    Cause::NotPicked,
    Cause::Arithmetic,
    Cause::Memory,
    Cause::UnitBusy,
    Cause::MemoryFull,
    Cause::Fetch,
    Cause::Barrier,
    Cause::Draining,
];

/// See the module.
#[component]
pub fn TimelineView(props: &Props) -> Html {
    let (size, onsize) = use_canvas_size();
    let Some(run) = &props.run else { return html! {} };
    let columns = (size.0 - timeline::gutter(size.0)).max(0.0) as u32;
    let geometry = Geometry::new(size, props.window, &props.rows, props.panes.first_row);
    {
        let send = props.send.clone();
        use_effect_with((columns, geometry.rows.count), move |(columns, rows)| {
            send.emit(Action::TimelineSize(*columns, *rows));
        });
    }
    let answer = props.timeline.as_deref();
    let picture = timeline::draw(
        &Scene {
            size,
            window: props.window,
            units: &run.units,
            rows: &props.rows,
            first_row: props.panes.first_row,
            cursor: props.cursor,
            selected: props.panes.unit,
            lit: &props.lit,
            map: &props.map,
        },
        answer,
    );
    let here = answer.and_then(|answer| timeline::cell(answer, props.panes.unit, props.cursor));
    let cycles = answer.map_or(1, |answer| answer.grid.cycles_per_column);
    let unit = &run.units[props.panes.unit.min(run.units.len() as u32 - 1) as usize].name;
    let value = words(props, unit, here, cycles);
    let ontouch = {
        let props = props.clone();
        Callback::from(move |touch| touched(&props, &geometry, touch))
    };
    let onkey = {
        let props = props.clone();
        Callback::from(move |key: String| pressed(&props, &key))
    };
    html! {
        <>
            <Canvas {picture} dark={props.dark} label={text::TIMELINE_LABEL} {value} {onsize} {ontouch} {onkey} />
            <div class="legend">{ legend::causes(LEGEND, &props.send) }{ all_units(props) }{ zoom(&props.send, props.cursor) }</div>
        </>
    }
}

/// Shows the units without work too; on machines where all have work there is nothing to choose.
fn all_units(props: &Props) -> Html {
    let all = props.run.as_ref().map_or(0, |run| run.units.len());
    let hidden = all - props.rows.len().min(all);
    if hidden == 0 && !props.panes.all_units {
        return html! {};
    }
    let flip = props.send.reform({
        let on = !props.panes.all_units;
        move |_: MouseEvent| Action::AllUnits(on)
    });
    let pressed = props.panes.all_units.to_string();
    html! {
        <button class="quiet idlers" aria-pressed={pressed} title={text::ALL_UNITS_DOC} onclick={flip}>
            { text::all_units(hidden) }
        </button>
    }
}

/// What the selected unit does at the cursor, in words.
fn words(props: &Props, unit: &str, cell: Option<&Cell>, cycles: u64) -> String {
    let cycle = format!("{} {}", text::CYCLE, grouped(props.cursor));
    match cell {
        Some(cell) if cycles > 1 => {
            let column = text::column(cycles, cell.issued, cell.busy, cell.wait.label());
            format!("{cycle} · {unit} · {column}")
        }
        Some(cell) if cell.pc != u32::MAX => {
            format!("{cycle} · {unit} · {} · {:03} {}", cell.cause.label(), cell.pc, props.map.text(cell.pc))
        }
        Some(cell) => format!("{cycle} · {unit} · {}", cell.cause.label()),
        None => format!("{cycle} · {unit}"),
    }
}

fn touched(props: &Props, geometry: &Geometry, touch: Touch) {
    let send = |action| props.send.emit(action);
    match touch {
        Touch::Hover(x, y) => send(Action::Hover(mark(props, geometry, x, y))),
        Touch::Leave => send(Action::Hover(None)),
        Touch::Click(x, y) => match mark(props, geometry, x, y) {
            Some(mark) => send(Action::Pick(Some(mark))),
            None if x >= geometry.scale.left => send(Action::Seek(geometry.scale.cycle(x).max(0.0) as u64)),
            None => {}
        },
        Touch::Drag(dx, dy, _) => {
            send(Action::Pan(-dx / geometry.scale.pixels()));
            send(Action::Scroll(-dy / geometry.rows.height, geometry.rows.last_first()));
        }
        Touch::Wheel(delta, x, false) if x < geometry.scale.left => {
            send(Action::Scroll(delta / geometry.rows.height, geometry.rows.last_first()));
        }
        Touch::Wheel(delta, _, true) => send(Action::Pan(delta / geometry.scale.pixels())),
        Touch::Wheel(delta, x, false) => send(Action::Zoom((delta * 0.0025).exp(), geometry.scale.cycle(x))),
        Touch::Pinch(factor, x) => send(Action::Zoom(1.0 / factor, geometry.scale.cycle(x))),
    }
}

fn mark(props: &Props, geometry: &Geometry, x: f64, y: f64) -> Option<Mark> {
    let (unit, cycle) = geometry.at(x, y)?;
    let Some(cycle) = cycle else { return Some(Mark::Unit(unit)) };
    let answer = props.timeline.as_deref()?;
    let cell = timeline::cell(answer, unit, cycle)?;
    Some(Mark::Cell(unit, cycle, cell.cause, cell.pc))
}

/// Arrow keys move cursor and selection; plus and minus zoom. True if the key was one of these.
fn pressed(props: &Props, key: &str) -> bool {
    let actions = match key {
        "ArrowRight" => vec![Action::Step(1)],
        "ArrowLeft" => vec![Action::Step(-1)],
        "PageDown" => vec![Action::Step((props.window.1 / 4.0) as i64)],
        "PageUp" => vec![Action::Step(-((props.window.1 / 4.0) as i64))],
        "ArrowDown" => vec![Action::NextUnit(1)],
        "ArrowUp" => vec![Action::NextUnit(-1)],
        "+" | "=" => vec![Action::Zoom(0.5, props.cursor as f64)],
        "-" => vec![Action::Zoom(2.0, props.cursor as f64)],
        "Enter" => mark_here(props).map(|mark| Action::Pick(Some(mark))).into_iter().collect(),
        _ => return false,
    };
    actions.into_iter().for_each(|action| props.send.emit(action));
    true
}

fn mark_here(props: &Props) -> Option<Mark> {
    let answer = props.timeline.as_deref()?;
    let cell = timeline::cell(answer, props.panes.unit, props.cursor)?;
    Some(Mark::Cell(props.panes.unit, props.cursor, cell.cause, cell.pc))
}

//! DRAM commands: the picture of [`crate::layout::dram`].

use yew::prelude::*;

use super::{
    canvas::{Canvas, Touch, use_canvas_size},
    controls::Props,
};
use crate::{
    layout::dram::{self, COMMANDS, Geometry, Scene},
    state::{Action, Mark},
    text,
};

/// See the module.
#[component]
pub fn Dram(props: &Props) -> Html {
    let (size, onsize) = use_canvas_size();
    let answer = props.dram.clone();
    let none = answer.as_ref().is_some_and(|answer| answer.banks == 0);
    let Some(answer) = answer.filter(|_| !none) else {
        return html! { <p class="empty">{ if none { text::DRAM_NONE } else { text::DRAM_EMPTY } }</p> };
    };
    let geometry = Geometry::new(size, props.window, &answer);
    let scene = Scene { size, window: props.window, cursor: props.cursor, lit: props.lit.dram };
    let picture = dram::draw(&scene, &answer);
    let remark = match (answer.commands.is_empty(), answer.cut) {
        (true, _) => text::DRAM_EMPTY.to_string(),
        (_, true) => text::DRAM_CUT.to_string(),
        _ => text::dram_commands(answer.commands.len()),
    };
    let ontouch = {
        let (props, answer) = (props.clone(), answer.clone());
        Callback::from(move |touch| {
            let mark = |x, y| {
                dram::nearest(&geometry, &answer, x, y).map(|index| {
                    let (cycle, channel, bank, _, row) = answer.commands[index];
                    Mark::Dram(channel, bank, cycle, row)
                })
            };
            let scale = &geometry.scale;
            let action = match touch {
                Touch::Hover(x, y) => Action::Hover(mark(x, y)),
                Touch::Leave => Action::Hover(None),
                Touch::Click(x, y) => match mark(x, y) {
                    Some(mark) => Action::Pick(Some(mark)),
                    None => Action::Seek(scale.cycle(x).max(0.0) as u64),
                },
                Touch::Drag(dx, ..) => Action::Pan(-dx / scale.pixels()),
                Touch::Wheel(delta, _, true) => Action::Pan(delta / scale.pixels()),
                Touch::Wheel(delta, x, false) => Action::Zoom((delta * 0.0025).exp(), scale.cycle(x)),
                Touch::Pinch(factor, x) => Action::Zoom(1.0 / factor, scale.cycle(x)),
            };
            props.send.emit(action);
        })
    };
    let onkey = {
        let send = props.send.clone();
        Callback::from(move |key: String| {
            let by = match key.as_str() {
                "ArrowRight" => 1,
                "ArrowLeft" => -1,
                _ => return false,
            };
            send.emit(Action::Step(by));
            true
        })
    };
    let legend = COMMANDS.iter().enumerate().map(|(index, (_, short, long))| {
        html! {
            <span class="key" title={*long}>
                <span class="swatch" style={format!("background: var(--command-{index})")}></span>{ *short }
            </span>
        }
    });
    html! {
        <>
            <Canvas {picture} dark={props.dark} label={text::DRAM_LABEL} value={remark} {onsize} {ontouch} {onkey} />
            <div class="legend">{ for legend }</div>
        </>
    }
}

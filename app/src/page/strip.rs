//! The whole-run strip: drag it to go to any cycle.

use std::rc::Rc;

use lanescope_core::session::{
    Strip,
    figure::{Ink, Picture, Stacks, View, picture::Align, stacks::AXIS},
    panels::stacks,
    vocabulary::TimeUnit,
};
use yew::prelude::*;

use super::{
    Send,
    canvas::{Canvas, Touch, use_canvas_size},
};
use crate::{
    state::{Action, Recording, Shared, State},
    text,
};

#[derive(Properties, PartialEq)]
struct Props {
    strip: Shared<Strip>,
    frontier: u64,
    label: String,
    cursor: u64,
    window: Option<(f64, f64)>,
    bookmarks: [Option<u64>; 10],
    time: Rc<TimeUnit>,
    dark: bool,
    value: String,
    send: Send,
}

/// Width of a column in pixels.
const COLUMN: f64 = 3.0;

/// The strip with its heading.
pub fn section(state: &State, send: &Send) -> Html {
    let (_, progress) = state.whereabouts();
    let value = match state.build.run {
        Some(_) => format!("{} {progress}", text::at_cycle(state.cursor(), &state.time())),
        None => progress,
    };
    let (part, label) = (text::recording(state.recording()), text::strip_of(state.recording()));
    let two = !state.strip.units.is_empty();
    html! {
        <section class={classes!("strip", two.then_some("two"))} aria-label={label.clone()}>
            { recorded(state, part, send) }
            // It lies on the strip: nothing moves when it comes and goes.
            { for state.to_go().map(|seconds| html! { <p class="to-go">{ text::to_go(seconds) }</p> }) }
            <StripView {label} strip={state.strip.clone()} frontier={state.status.frontier} cursor={state.cursor()}
                window={state.panes.window} bookmarks={state.bookmarks} time={Rc::new(state.time())} dark={state.dark()} {value} send={send.clone()} />
        </section>
    }
}

/// What a strip that is not the whole run tells of.
fn recorded(state: &State, part: Option<String>, send: &Send) -> Html {
    let Some(part) = part else { return html! {} };
    let go_on = matches!(state.recording(), Recording::Begun(_)) && !state.busy();
    let click = send.reform(|_: MouseEvent| Action::ToEnd);
    html! {
        <p class="recorded">
            <b>{ part }</b>
            if go_on { <button onclick={click}>{ text::GO_ON }</button> }
        </p>
    }
}

#[component]
fn StripView(props: &Props) -> Html {
    let (size, onsize) = use_canvas_size();
    let columns = (size.0 / COLUMN) as u32;
    {
        let send = props.send.clone();
        use_effect_with(columns, move |columns| send.emit(Action::StripSize(*columns)));
    }
    // The run may be known a little further than what is recorded of it.
    let stacks = Stacks { end: props.frontier, ..stacks(&props.strip) };
    let picture = picture(props, &stacks, size);
    let scale = stacks.scale(size.0);
    let frontier = props.frontier;
    let to = move |x: f64| (scale.cycle(x).max(0.0) as u64).min(frontier);
    let ontouch = {
        let send = props.send.clone();
        Callback::from(move |touch| match touch {
            Touch::Click(x, _) => send.emit(Action::Seek(to(x))),
            Touch::Drag(_, _, x) => send.emit(Action::Scrub(to(x))),
            Touch::Wheel(delta, ..) => send.emit(Action::Step(delta.signum() as i64)),
            Touch::Hover(..) | Touch::Leave | Touch::Pinch(..) => {}
        })
    };
    let onkey = {
        let send = props.send.clone();
        let page = (frontier / 20).max(1) as i64;
        Callback::from(move |key: String| {
            let action = match key.as_str() {
                "ArrowRight" => Action::Step(1),
                "ArrowLeft" => Action::Step(-1),
                "PageDown" => Action::Step(page),
                "PageUp" => Action::Step(-page),
                _ => return false,
            };
            send.emit(action);
            true
        })
    };
    let value = props.value.clone();
    html! {
        <Canvas {picture} dark={props.dark} label={format!("{} {}", props.label, text::STRIP_LABEL)} {value} {onsize} {ontouch} {onkey} style="touch-action: none" />
    }
}

/// The strip with the part that the timeline shows and the remembered cycles.
fn picture(props: &Props, stacks: &Stacks, size: (f64, f64)) -> Picture {
    let mut picture =
        stacks.draw(&View { cursor: Some(props.cursor), time: &props.time, ..View::plain(size) });
    let (scale, height) = (stacks.scale(size.0), (size.1 - AXIS).max(1.0));
    if let Some((from, cycles)) = props.window {
        let width = (cycles * scale.pixels()).max(3.0);
        picture.outline(Ink::Text, scale.x(from), 0.5, width, height - 1.0);
    }
    for (digit, cycle) in (0u8..).zip(props.bookmarks) {
        let Some(x) = cycle.map(|cycle| scale.x(cycle as f64)) else { continue };
        picture.fill(Ink::Text, x, 0.0, 1.0, height);
        picture.label(Ink::Text, Align::Left, x + 3.0, 7.0, digit.to_string());
    }
    picture
}

//! How far what moves in a cycle has come: a number that goes from 0 to 1 while a cycle of playback lasts, and halfway after a
//! step by hand. For people who wish less motion it stands still.

use std::{cell::RefCell, rc::Rc};

use gloo::{
    render::{AnimationFrame, request_animation_frame},
    utils::window,
};
use yew::prelude::*;

/// In a picture that stands still.
pub const STILL: f64 = 0.5;
/// Milliseconds that a step by hand takes.
const STEP: f64 = 350.0;
/// Of cycles that last fewer milliseconds nothing is seen to travel.
const SHORTEST: f64 = 60.0;

/// The frame that comes next, as long as somebody waits for it.
type Frame = Rc<RefCell<Option<AnimationFrame>>>;

/// See the module. `moves` says whether anything does in this picture, `pace` how many milliseconds a cycle lasts.
#[hook]
pub fn use_phase(moves: bool, cursor: u64, pace: Option<f64>) -> f64 {
    let phase = use_state_eq(|| STILL);
    let setter = phase.setter();
    let key = (moves, cursor, pace.map(f64::to_bits));
    use_effect_with(key, move |(moves, ..)| {
        let (length, end) = pace.map_or((STEP, STILL), |pace| (pace, 1.0));
        let frame = Frame::default();
        if *moves && length >= SHORTEST && !less_motion() {
            setter.set(0.0);
            next(
                frame.clone(),
                None,
                Rc::new(move |passed: f64| {
                    setter.set((passed / length).min(1.0) * end);
                    passed < length
                }),
            );
        } else if *moves {
            setter.set(STILL);
        }
        move || drop(frame.take())
    });
    *phase
}

/// Calls with the milliseconds since the first frame, frame after frame, as long as the answer is true.
fn next(frame: Frame, first: Option<f64>, step: Rc<dyn Fn(f64) -> bool>) {
    let held = frame.clone();
    let asked = request_animation_frame(move |now| {
        let first = first.unwrap_or(now);
        // Nobody waits any more: the handle was taken away.
        if step(now - first) && held.borrow().is_some() {
            next(held.clone(), Some(first), step);
        }
    });
    frame.replace(Some(asked));
}

/// Does the person wish less motion?
fn less_motion() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    query.is_some_and(|query| query.matches())
}

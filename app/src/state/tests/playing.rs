//! Playback with a clock of the test's own.

use super::*;
use crate::state::play::{Metronome, SPEEDS};

/// Milliseconds between two pictures of a screen.
const PICTURE: f64 = 1000.0 / 60.0;

/// The cycle that playback has come to after so many seconds, from cycle 0 of a long run, with a worker that answers each
/// look before the next picture.
fn played(state: &mut State, seconds: f64) -> u64 {
    let (mut metronome, mut now) = (Metronome::default(), 0.0);
    state.apply(Action::Seek(0));
    answer(state, 0, 10_000_000, true);
    state.apply(Action::TogglePlay);
    while now < seconds * 1000.0 {
        if let Some(tick) = metronome.beat(now, state) {
            state.apply(tick);
            answer(state, state.goal, 10_000_000, true);
        }
        now += PICTURE;
    }
    state.cursor()
}

#[test]
fn every_speed_plays_as_many_cycles_as_it_says() {
    for embed in [false, true] {
        for (speed, rate) in SPEEDS.iter().enumerate() {
            let mut state = opened();
            state.apply(Action::Visit(embed, None));
            state.apply(Action::Faster(i32::MIN));
            state.apply(Action::Faster(speed as i32));
            let cycles = played(&mut state, 8.0) as f64;
            // The press of the key is the first cycle; then as many as the time has, up to one picture's worth.
            let most = 1.0 + 8.0 * rate;
            let least = most - (rate * PICTURE / 1000.0).max(1.0) - 1.0;
            assert!((least..=most).contains(&cycles), "{rate}/s: {cycles} cycles in 8 s");
            assert!(state.play.on, "{rate}/s");
        }
    }
}

#[test]
fn a_picture_in_which_no_cycle_is_due_tells_the_state_nothing() {
    let mut state = opened();
    state.apply(Action::Faster(i32::MIN));
    answer(&mut state, 0, 100, true);
    state.apply(Action::TogglePlay);
    let mut metronome = Metronome::default();
    let first = metronome.beat(0.0, &state).expect("the press of the key is answered at once");
    state.apply(first);
    assert_eq!(metronome.beat(1.0, &state), None, "the worker has not answered yet");
    answer(&mut state, 1, 100, true);
    let beats: Vec<bool> =
        (1..=61).map(|n| metronome.beat(f64::from(n) * PICTURE, &state).is_some()).collect();
    assert_eq!(beats.iter().position(|told| *told), Some(59), "a second is 60 pictures");
}

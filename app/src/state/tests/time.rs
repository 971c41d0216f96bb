//! The unit of time that axes count in.

use lanescope_core::session::vocabulary::Clock;

use super::*;

/// A page with a run of two clocks: two cycles of the core take as long as three of the memory.
fn with_clocks() -> State {
    let mut state = opened();
    let clocks = vec![Clock::of_mhz("core", "cycles", 800), Clock::of_mhz("dram", "DRAM cycles", 1200)];
    let run = Run { clocks, ..(**state.build.run.as_ref().unwrap()).clone() };
    let ticket = state.build.wanted;
    tell(&mut state, Told::Opened { ticket, compiled: Box::new(compiled()), run: Ok(run) });
    state
}

#[test]
fn a_key_goes_round_the_units_of_the_run() {
    let mut state = with_clocks();
    let mut seen = Vec::new();
    for _ in 0..4 {
        seen.push((state.time().id.to_string(), state.time().per_cycle));
        state.apply(Action::Time(state.next_time()));
    }
    let expected = [("core", 1.0), ("dram", 1.5), ("ns", 1.25), ("core", 1.0)];
    assert_eq!(seen, expected.map(|(id, per_cycle)| (id.to_string(), per_cycle)));
}

#[test]
fn the_choice_outlasts_a_machine_without_that_clock() {
    let mut state = with_clocks();
    state.apply(Action::Time("dram".into()));
    reopen(&mut state);
    assert_eq!((&*state.time().id, state.panes.time.as_str()), ("core", "dram"));
    let saved = state.document();
    assert!(saved.view.contains(&("time".into(), "dram".into())));
}

#[test]
fn another_unit_asks_the_worker_nothing() {
    let before = with_clocks();
    let mut after = before.clone();
    after.apply(Action::Time("ns".into()));
    assert_eq!(asks(&before, &after), []);
}

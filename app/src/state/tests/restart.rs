//! A changed document while its run is not there yet: what is wished for then, and what is kept.

use super::*;

/// A run of 57 cycles that is wholly known, with the cursor at 12, and then a changed launch whose run is not there yet.
fn restarting() -> State {
    let mut state = opened();
    answer(&mut state, 0, 57, true);
    state.apply(Action::Seek(12));
    answer(&mut state, 12, 57, true);
    state.apply(Action::Edit(Edit::Global(0, 4096), 0.0));
    state
}

/// The launch is at fault.
fn refuse(state: &mut State) {
    let ticket = state.build.wanted;
    tell(state, Told::Opened { ticket, compiled: Box::new(compiled()), run: Err(Vec::new()) });
}

#[test]
fn a_restart_without_a_wish_stays_at_its_cycle() {
    let mut state = restarting();
    assert!(!state.busy(), "nobody waits");
    reopen(&mut state);
    assert_eq!((state.cursor(), state.look().cycle), (12, 12));
}

#[test]
fn the_end_that_was_reached_before_the_change_is_a_cycle_in_the_new_run() {
    let mut state = opened();
    state.apply(Action::ToEnd);
    answer(&mut state, 57, 57, true);
    state.apply(Action::Edit(Edit::Global(0, 4096), 0.0));
    reopen(&mut state);
    assert_eq!(state.look().cycle, 57);
}

#[test]
fn the_end_that_is_asked_for_after_the_change_is_that_of_the_new_run() {
    let mut state = restarting();
    state.apply(Action::ToEnd);
    assert!(state.busy() && !state.at_end());
    // The old run still answers what it was asked before.
    answer(&mut state, 57, 57, true);
    state.apply(Action::Edit(Edit::Local(0, 2), 10.0));
    let before = state.clone();
    reopen(&mut state);
    assert!(matches!(asks(&before, &state)[..], [Ask::Look(View { cycle: END, .. })]));
    answer(&mut state, 8000, 8000, true);
    assert_eq!((state.cursor(), state.at_end(), state.busy()), (8000, true, false));
}

#[test]
fn a_cycle_beyond_the_old_run_is_kept_for_the_new_one() {
    let mut state = restarting();
    state.apply(Action::Seek(5000));
    state.apply(Action::Step(1));
    assert_eq!((state.cursor(), state.look().cycle), (5001, 12));
    reopen(&mut state);
    assert_eq!(state.look().cycle, 5001);
    state.apply(Action::Seek(3));
    answer(&mut state, 3, 8000, true);
    state.apply(Action::Edit(Edit::ResetLaunch, 5000.0));
    reopen(&mut state);
    assert_eq!(state.look().cycle, 3, "a wish comes true once");
}

#[test]
fn a_stop_withdraws_what_the_new_run_was_asked_for() {
    let mut state = restarting();
    state.apply(Action::ToEnd);
    state.apply(Action::Stop);
    assert!(!state.busy());
    reopen(&mut state);
    assert_eq!(state.look().cycle, 12);
}

#[test]
fn a_stop_on_the_way_stays_there_until_something_else_is_wished() {
    let mut state = opened();
    answer(&mut state, 0, 100, false);
    state.apply(Action::ToEnd);
    let status = Status { cycle: 500, frontier: 500, complete: false, halt: None, groups: None };
    let (ticket, strip) = (state.look().ticket, Strip::default());
    tell(&mut state, Told::Progress { ticket, status, strip, seconds: None });
    assert!(state.busy());
    // What was asked before the stop comes after it, and says how far it had come.
    let (end, late) = (state.look(), frame(&state, 520, 520, false));
    state.apply(Action::Stop);
    tell(&mut state, Told::Frame(Box::new(late)));
    assert_eq!((end.cycle, state.look().cycle, state.busy()), (END, 500, false));
    answer(&mut state, 500, 520, false);
    assert!(state.settled());
    let before = state.clone();
    state.apply(Action::ToEnd);
    assert!(state.busy());
    assert!(matches!(&asks(&before, &state)[..], [Ask::Look(view)] if view.cycle == END));
}

#[test]
fn a_fault_of_the_new_launch_keeps_the_wish_until_there_is_a_run() {
    let mut state = restarting();
    state.apply(Action::ToEnd);
    refuse(&mut state);
    assert!(!state.busy(), "nothing runs that a stop would end");
    state.apply(Action::Edit(Edit::Global(0, 64), 10.0));
    reopen(&mut state);
    assert_eq!(state.look().cycle, END);
}

#[test]
fn another_document_is_not_shown_at_the_cycle_that_was_wished_for_the_last_one() {
    let mut state = restarting();
    state.apply(Action::ToEnd);
    state.apply(Action::OpenDocument(Box::new(Document { cycle: 40, ..empty_document() })));
    reopen(&mut state);
    assert_eq!(state.look().cycle, 40);
}

#[test]
fn an_event_and_a_check_that_are_asked_for_early_wait_for_the_new_run() {
    let mut state = restarting();
    let before = state.clone();
    state.apply(Action::Find(EventKind::Barrier, true));
    state.apply(Action::Check);
    assert_eq!(asks(&before, &state), []);
    tell(&mut state, Told::Found(Found::At { cycle: 40, unit: Some(2) }));
    assert_eq!((state.cursor(), state.finding.is_some()), (12, true), "an event of the old run");
    let before = state.clone();
    reopen(&mut state);
    assert!(matches!(asks(&before, &state)[..], [Ask::Look(_), Ask::Find { from: 12, .. }, Ask::Check]));
}

#[test]
fn nothing_is_found_checked_or_played_in_a_launch_that_is_at_fault() {
    let mut state = restarting();
    state.apply(Action::Find(EventKind::Barrier, true));
    state.apply(Action::Check);
    state.apply(Action::TogglePlay);
    refuse(&mut state);
    assert_eq!((state.finding, state.check.clone(), state.play.on), (None, Checking::No, false));
    assert!(!state.busy());
}

#[test]
fn playback_that_is_started_early_begins_with_the_run() {
    let mut state = State::default();
    state.apply(Action::OpenDocument(Box::new(Document { cycle: 20, ..empty_document() })));
    state.apply(Action::TogglePlay);
    assert!(!state.due(1000.0));
    reopen(&mut state);
    assert!(!state.due(1000.0), "the frame of cycle 20 has not come");
    answer(&mut state, 20, 99, true);
    state.apply(Action::Tick(0.0));
    assert_eq!(state.cursor(), 21);
}

#[test]
fn playback_waits_for_the_worker() {
    let mut state = opened();
    answer(&mut state, 0, 0, false);
    state.apply(Action::TogglePlay);
    state.apply(Action::Tick(0.0));
    assert_eq!(state.cursor(), 1);
    state.apply(Action::Tick(1000.0));
    assert_eq!(state.cursor(), 1, "the frame of cycle 1 has not come");
    answer(&mut state, 1, 1, false);
    state.apply(Action::Tick(250.0));
    assert_eq!(state.cursor(), 3, "8 cycles a second");
}

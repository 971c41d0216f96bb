//! Runs beside the own one.

use super::*;

/// A second machine beside the own one, with its run.
fn compared() -> State {
    let mut state = opened();
    let machine = MachineChoice { preset: "simt/fermi".into(), changes: Vec::new() };
    state.apply(Action::Edit(Edit::Compare(machine), 0.0));
    let run = state.build.run.as_deref().unwrap().clone();
    let opened = Told::Opened { ticket: state.beside_ticket, compiled: Box::new(compiled()), run: Ok(run) };
    tell(&mut state, Told::Aside(BESIDE, Box::new(opened)));
    answer(&mut state, 0, 100, true);
    answer_beside(&mut state, 400);
    state
}

fn answer_beside(state: &mut State, frontier: u64) {
    let view = state.look_beside(0);
    let frame = Frame {
        status: Status {
            cycle: view.cycle.min(frontier),
            frontier,
            complete: true,
            halt: None,
            groups: None,
        },
        view,
        snapshot: None,
        busy: None,
        strip: None,
        figures: Vec::new(),
        report: None,
        totals: None,
        digests: None,
        log: None,
    };
    tell(state, Told::Aside(BESIDE, Box::new(Told::Frame(Box::new(frame)))));
}

#[test]
fn comparing_leaves_the_own_run_and_asks_for_the_other() {
    let before = opened();
    let state = compared();
    assert_eq!(state.build.wanted, before.build.wanted);
    assert_eq!(state.documents_beside()[0].machine.preset, "simt/fermi");
    assert!(state.look().totals);
    let mut moved = state.clone();
    moved.apply(Action::Seek(50));
    let aside = |ask: &Ask| matches!(ask, Ask::Aside(BESIDE, look) if matches!(&**look, Ask::Look(view) if view.cycle == 50));
    assert!(asks(&state, &moved).iter().any(aside));
}

#[test]
fn runs_are_shown_by_the_panel_that_is_chosen() {
    let mut state = compared();
    state.apply(Action::Catalog(Box::new(Catalog::of_this_program())));
    let asked = |state: &State| {
        let ids = |view: View| view.figures.into_iter().map(|(id, _)| id).collect::<Vec<_>>();
        [ids(state.look()), ids(state.look_beside(0))]
    };
    state.apply(Action::BesideSize(100, 10));
    assert_eq!(asked(&state), [["timeline"], ["timeline"]]);
    state.apply(Action::BesidePanel("diagram".into()));
    assert_eq!(asked(&state), [["diagram"], ["diagram"]]);
    let (kept, first) = (state.panes.save(), String::new());
    state.apply(Action::BesidePanel(first));
    state.panes.restore(&kept);
    assert_eq!(state.panel_beside().map(|panel| &*panel.id), Some("diagram"));
    state.apply(Action::BesideSize(100, 10));
    // A panel that is not for runs beside each other is none of the choices.
    state.apply(Action::BesidePanel("registers".into()));
    assert_eq!(asked(&state), [["timeline"], ["timeline"]]);
}

#[test]
fn by_cycle_the_cursor_goes_on_to_the_end_of_the_longest_run() {
    let mut state = compared();
    state.apply(Action::Seek(1000));
    assert_eq!((state.cursor(), state.cursor_beside(0)), (400, 400));
    answer(&mut state, 100, 100, true);
    assert_eq!(state.cursor(), 400, "the own run has ended, the other has not");
    assert!(state.at_end());
    state.apply(Action::Seek(150));
    assert!(!state.at_end());
    assert_eq!(state.cursor_beside(0), 150);
}

#[test]
fn by_share_both_runs_end_together() {
    let mut state = compared();
    state.apply(Action::Pace(beside::Pace::Share));
    state.apply(Action::Seek(25));
    assert_eq!((state.cursor(), state.cursor_beside(0)), (25, 100));
    assert_eq!(state.window_beside(0), (0.0, 401.0));
    state.apply(Action::Seek(1000));
    assert_eq!((state.cursor(), state.cursor_beside(0)), (100, 400));
}

#[test]
fn playback_waits_for_every_run() {
    let mut state = compared();
    state.apply(Action::TogglePlay);
    assert!(state.due(1000.0));
    state.apply(Action::Tick(1000.0));
    let at = state.cursor();
    assert!(at > 0 && !state.due(1000.0));
    answer(&mut state, at, 100, true);
    assert!(!state.due(1000.0), "the other run is not there yet");
    answer_beside(&mut state, 400);
    assert!(state.due(1000.0));
}

#[test]
fn the_comparison_is_part_of_the_document() {
    let mut state = compared();
    state.apply(Action::Pace(beside::Pace::Share));
    let link = lanescope_core::share::encode(&state.document());
    let mut other = State::default();
    other.apply(Action::OpenDocument(Box::new(lanescope_core::share::decode(&link).unwrap())));
    assert_eq!(other.doc.compare, state.doc.compare);
    assert_eq!((other.panes.pace, other.beside.len()), (beside::Pace::Share, 1));
    state.apply(Action::Edit(Edit::CompareNone, 5000.0));
    assert!(!state.comparing() && state.beside.is_empty());
    state.apply(Action::Undo);
    assert!(state.comparing());
}

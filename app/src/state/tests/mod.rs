//! The reducer, seen from outside: actions in, state and questions out.

use lanescope_core::session::{
    Compiled, Found, GalleryItem, KernelInfo, Listing, Run, Status, Strip,
    vocabulary::{Contents, File, Language, Launch, Span, UnitInfo},
};

mod comparing;
mod files;
mod lessons;
mod machines;
mod pasting;
mod places;
mod playing;
mod restart;
mod time;

use super::*;
use crate::protocol::{Ask, BESIDE, TUTOR, Told, View};

pub(crate) fn compiled() -> Compiled {
    Compiled {
        diagnostics: Vec::new(),
        kernels: vec![KernelInfo {
            name: "k".into(),
            params: Vec::new(),
            grid: Default::default(),
            span: Span::NONE,
        }],
        chosen: Some(0),
        launch: Launch::default(),
        ir: Listing::default(),
        passes: Vec::new(),
        assembly: Listing::default(),
        facts: Vec::new(),
        binaries: Vec::new(),
    }
}

fn tell(state: &mut State, told: Told) {
    state.apply(Action::Told(Box::new(told)));
}

fn edit(state: &mut State, text: &str, now: f64) {
    state.apply(Action::Edit(Edit::Text(String::new(), text.into()), now));
}

/// A page with one gallery kernel, compiled, with a run of four units.
fn opened() -> State {
    let mut state = State::default();
    let item = GalleryItem {
        name: "a".into(),
        title: "A".into(),
        doc: String::new(),
        source: "kernel".into(),
        machine: None,
        language: Language::Auto,
    };
    state.apply(Action::Catalog(Box::new(Catalog { gallery: vec![item], ..Catalog::default() })));
    state.apply(Action::Begin);
    reopen(&mut state);
    state
}

fn reopen(state: &mut State) {
    let unit = |n| UnitInfo { name: format!("warp {n}"), ..UnitInfo::new(0, "warp", Some(n), 8) };
    let run = Run {
        clocks: Vec::new(),
        units: (0..4).map(unit).collect(),
        slots: vec!["s".into()],
        counters: Vec::new(),
        buffers: Vec::new(),
        local_bytes: 0,
    };
    let ticket = state.build.wanted;
    tell(state, Told::Opened { ticket, compiled: Box::new(compiled()), run: Ok(run) });
}

fn answer(state: &mut State, cycle: u64, frontier: u64, complete: bool) {
    let frame = frame(state, cycle, frontier, complete);
    tell(state, Told::Frame(Box::new(frame)));
}

fn frame(state: &State, cycle: u64, frontier: u64, complete: bool) -> Frame {
    Frame {
        view: state.look(),
        status: Status { cycle, frontier, complete, halt: None, groups: None },
        snapshot: None,
        busy: None,
        strip: Some(Strip::default()),
        figures: Vec::new(),
        report: None,
        totals: None,
        digests: None,
        log: None,
    }
}

#[test]
fn an_empty_page_opens_the_first_kernel_of_the_gallery() {
    let state = opened();
    assert_eq!(state.doc.source, "kernel");
    assert!(!state.stale());
    assert_eq!(state.build.run.as_ref().unwrap().units.len(), 4);
}

/// A link may name a cycle of a run that its text, which has errors now, does not have.
#[test]
fn a_cycle_of_a_document_that_cannot_run_is_no_place() {
    let mut state = State::default();
    let document = Document { source: "wrong".into(), cycle: 60, ..empty_document() };
    state.apply(Action::OpenDocument(Box::new(document)));
    assert_eq!(state.cursor(), 60);
    assert_eq!(state.whereabouts(), (String::new(), String::new()), "nobody knows yet whether it runs");
    let ticket = state.build.wanted;
    tell(&mut state, Told::Opened { ticket, compiled: Box::new(compiled()), run: Err(Vec::new()) });
    assert_eq!(state.whereabouts(), (String::new(), "no run".to_string()));
    reopen(&mut state);
    assert_eq!(state.whereabouts().1, "of 0 so far");
}

#[test]
fn a_restored_text_is_not_replaced_by_the_gallery() {
    let mut state = State::default();
    state.apply(Action::OpenDocument(Box::new(Document { source: "mine".into(), ..empty_document() })));
    let item = GalleryItem {
        name: "a".into(),
        title: "A".into(),
        doc: String::new(),
        source: "kernel".into(),
        machine: None,
        language: Default::default(),
    };
    state.apply(Action::Catalog(Box::new(Catalog { gallery: vec![item], ..Catalog::default() })));
    state.apply(Action::Begin);
    assert_eq!(state.doc.source, "mine");
}

#[test]
fn quick_typing_is_one_step_of_undo_and_a_pause_begins_another() {
    let mut state = opened();
    edit(&mut state, "k", 0.0);
    edit(&mut state, "ke", 300.0);
    edit(&mut state, "ker", 2000.0);
    state.apply(Action::Undo);
    assert_eq!(state.doc.source, "ke");
    state.apply(Action::Undo);
    assert_eq!(state.doc.source, "kernel");
    state.apply(Action::Redo);
    state.apply(Action::Redo);
    assert_eq!(state.doc.source, "ker");
    state.apply(Action::Redo);
    assert_eq!(state.doc.source, "ker");
}

#[test]
fn an_answer_to_an_older_text_is_not_shown() {
    let mut state = opened();
    edit(&mut state, "x", 0.0);
    let old = state.build.wanted;
    edit(&mut state, "xy", 1.0);
    tell(&mut state, Told::Opened { ticket: old, compiled: Box::new(compiled()), run: Err(Vec::new()) });
    assert!(state.stale());
}

#[test]
fn a_move_of_the_cursor_asks_for_one_view_and_its_answer_settles_it() {
    let mut state = opened();
    let before = state.clone();
    state.apply(Action::Step(1));
    assert!(matches!(asks(&before, &state)[..], [Ask::Look(View { cycle: 1, .. })]));
    assert!(!state.settled());
    answer(&mut state, 1, 1, false);
    assert!(state.settled());
    assert!(asks(&state.clone(), &state).is_empty());
}

#[test]
fn stepping_back_at_the_start_stays_there() {
    let mut state = opened();
    state.apply(Action::Step(-1));
    assert_eq!(state.cursor(), 0);
}

#[test]
fn the_end_of_the_run_becomes_a_cycle_and_stops_playback() {
    let mut state = opened();
    state.apply(Action::TogglePlay);
    state.apply(Action::ToEnd);
    answer(&mut state, 57, 57, true);
    assert_eq!((state.cursor(), state.play.on, state.at_end()), (57, false, true));
    state.apply(Action::Step(1));
    assert_eq!(state.cursor(), 57);
    state.apply(Action::TogglePlay);
    assert_eq!((state.cursor(), state.play.on), (0, true));
}

#[test]
fn zooming_keeps_the_cycle_under_the_pointer_and_stays_inside_the_run() {
    let mut state = opened();
    answer(&mut state, 0, 999, true);
    state.apply(Action::Zoom(0.5, 200.0));
    assert_eq!(state.panes.window, Some((100.0, 500.0)));
    state.apply(Action::Pan(-1000.0));
    assert_eq!(state.panes.window, Some((0.0, 500.0)));
    state.apply(Action::Zoom(0.0, 10.0));
    assert_eq!(state.panes.window.unwrap().1, 4.0);
    state.apply(Action::Zoom(f64::MAX, 10.0));
    assert_eq!(state.panes.window, None);
}

#[test]
fn the_window_follows_the_cursor() {
    let mut state = opened();
    answer(&mut state, 0, 999, true);
    state.apply(Action::Window(Some((0.0, 100.0))));
    state.apply(Action::Seek(100));
    assert_eq!(state.panes.window, Some((80.0, 100.0)));
    state.apply(Action::Seek(100));
    assert_eq!(state.panes.window, Some((80.0, 100.0)));
}

#[test]
fn a_launch_edit_keeps_the_other_fields() {
    let mut state = opened();
    state.apply(Action::Edit(Edit::Global(1, 4), 0.0));
    let launch = state.doc.launch.clone().unwrap();
    assert_eq!((launch.global, launch.local), ([64, 4, 1], [16, 1, 1]));
    state.apply(Action::Edit(Edit::ResetLaunch, 0.0));
    assert_eq!(state.doc.launch, None);
}

#[test]
fn two_quick_launch_edits_both_count() {
    let mut state = opened();
    state.apply(Action::Edit(Edit::Global(0, 4), 0.0));
    state.apply(Action::Edit(Edit::Local(0, 2), 10.0));
    let launch = state.doc.launch.clone().unwrap();
    assert_eq!((launch.global[0], launch.local[0]), (4, 2));
}

#[test]
fn the_event_that_was_found_becomes_the_cursor() {
    let mut state = opened();
    let before = state.clone();
    state.apply(Action::Find(EventKind::Barrier, true));
    assert!(matches!(asks(&before, &state)[..], [Ask::Find { unit: None, .. }]));
    tell(&mut state, Told::Found(Found::At { cycle: 40, unit: Some(2) }));
    assert_eq!((state.cursor(), state.finding), (40, None));
}

#[test]
fn a_lost_worker_keeps_the_text_and_says_so() {
    let mut state = opened();
    edit(&mut state, "x", 0.0);
    state.apply(Action::WorkerLost("simt".into(), "boom".into()));
    assert_eq!(state.doc.source, "x");
    assert!(state.build.broken && state.notice.as_ref().unwrap().bad);
    state.apply(Action::Compile);
    assert!(!state.build.broken);
}

#[test]
fn a_link_holds_cycle_and_panes() {
    let mut state = opened();
    answer(&mut state, 0, 99, true);
    state.apply(Action::Seek(12));
    state.apply(Action::Unit(3));
    let document = state.document();
    let mut other = State::default();
    other.apply(Action::OpenDocument(Box::new(document)));
    reopen(&mut other);
    assert_eq!((other.goal, other.panes.unit), (12, 3));
    assert!(matches!(other.look(), View { cycle: 12, unit: 3, .. }));
}

#[test]
fn going_back_in_time_returns_to_where_a_jump_began() {
    let mut state = opened();
    answer(&mut state, 0, 999, true);
    state.apply(Action::Step(1));
    state.apply(Action::Seek(500));
    (501..520).for_each(|cycle| state.apply(Action::Scrub(cycle)));
    state.apply(Action::Back);
    assert_eq!(state.cursor(), 500);
    state.apply(Action::Back);
    assert_eq!(state.cursor(), 1, "steps are no jumps");
    state.apply(Action::Onward);
    assert_eq!(state.cursor(), 500);
}

#[test]
fn a_file_replaces_the_text_and_undo_brings_everything_back() {
    let mut state = opened();
    state.apply(Action::Edit(Edit::Global(0, 128), 0.0));
    let before = state.doc.clone();
    let text = Contents::Text("__global__ void f() {}".into());
    state.apply(Action::Edit(Edit::Files(vec![File { name: "mine.cu".into(), contents: text }]), 1.0));
    assert_eq!((state.doc.language, state.doc.launch.clone()), (Language::Cuda, None));
    state.apply(Action::Undo);
    assert_eq!(state.doc, before);
}

#[test]
fn the_theme_of_the_address_counts_for_the_visit_and_is_not_kept() {
    let mut state = opened();
    state.apply(Action::Visit(true, Some(Theme::Dark)));
    assert!(state.embed && state.dark());
    assert_eq!(state.prefs.theme, Theme::System);
    state.apply(Action::Theme(Theme::Light));
    assert!(!state.dark());
}

#[test]
fn selecting_a_unit_scrolls_to_it_and_fractions_of_rows_add_up() {
    let mut state = opened();
    state.apply(Action::TimelineSize(100, 2));
    state.apply(Action::Unit(3));
    assert_eq!(state.panes.first_row, 2);
    state.apply(Action::Unit(1));
    assert_eq!(state.panes.first_row, 1);
    (0..4).for_each(|_| state.apply(Action::Scroll(0.25, 2)));
    assert_eq!((state.panes.first_row, state.panes.unit), (2, 1));
    state.apply(Action::Scroll(-99.0, 2));
    assert_eq!(state.panes.first_row, 0);
}

#[test]
fn only_units_with_work_have_rows_unless_all_are_wished() {
    let mut state = opened();
    assert_eq!(*state.rows, [0, 1, 2, 3], "nothing has run yet");
    state.apply(Action::TimelineSize(100, 8));
    let frame = Frame { busy: Some(vec![0, 2]), ..frame(&state, 1, 9, true) };
    tell(&mut state, Told::Frame(Box::new(frame)));
    assert_eq!(*state.rows, [0, 2]);
    state.apply(Action::NextUnit(1));
    assert_eq!(state.panes.unit, 2);
    state.apply(Action::NextUnit(1));
    assert_eq!(state.panes.unit, 2);
    state.apply(Action::AllUnits(true));
    assert_eq!(*state.rows, [0, 1, 2, 3]);
    state.apply(Action::NextUnit(1));
    assert_eq!(state.panes.unit, 3);
}

#[test]
fn the_next_event_of_any_unit_selects_that_unit_and_the_inspector_goes_with_it() {
    let mut state = opened();
    edit(&mut state, "kernel 2", 0.0);
    state.apply(Action::Caret(7));
    assert_eq!(state.picked, Some(Mark::Line(7)));
    reopen(&mut state);
    state.apply(Action::Find(EventKind::Stall, true));
    tell(&mut state, Told::Found(Found::At { cycle: 9, unit: Some(3) }));
    assert_eq!((state.cursor(), state.panes.unit, state.picked), (9, 3, None));
    // The next one of the selected unit stays with it.
    state.apply(Action::Find(EventKind::Change, false));
    tell(&mut state, Told::Found(Found::At { cycle: 12, unit: Some(3) }));
    assert_eq!((state.cursor(), state.panes.unit), (12, 3));
}

#[test]
fn a_step_leaves_the_line_of_the_caret_and_keeps_what_was_selected_in_the_run() {
    for action in [Action::Step(1), Action::Seek(30), Action::Scrub(9), Action::ToEnd] {
        let mut state = opened();
        state.apply(Action::Caret(2));
        state.apply(action.clone());
        assert_eq!(state.picked, None, "{action:?}");
        state.apply(Action::Pick(Some(Mark::Unit(2))));
        state.apply(action);
        assert_eq!(state.picked, Some(Mark::Unit(2)));
    }
}

#[test]
fn the_editor_goes_to_a_line_that_is_asked_for_and_not_to_the_carets() {
    let mut state = opened();
    state.apply(Action::Caret(2));
    assert_eq!(state.sought, (0, 0));
    state.apply(Action::Pick(Some(Mark::Line(14))));
    assert_eq!(state.sought, (14, 1));
    state.apply(Action::Step(1));
    state.apply(Action::Pick(Some(Mark::Line(14))));
    assert_eq!(state.sought, (14, 2), "the same line is a wish again");
}

#[test]
fn a_recording_that_ended_early_is_not_called_the_whole_run() {
    let mut state = opened();
    let words = |state: &State| {
        (crate::text::recording(state.recording()), crate::text::stalls_ahead(state.recording()))
    };
    answer(&mut state, 0, crate::protocol::EXPLORED, false);
    assert_eq!(state.recording(), Recording::Begun(20_000_000));
    let thin = |text: &str| text.replace(' ', "\u{202F}");
    assert_eq!(
        words(&state).0.unwrap().replace('\u{202F}', " "),
        "First 20 000 000 cycles recorded; the run goes on."
    );
    assert!(words(&state).1.ends_with(&format!("first {} cycles", thin("20 000 000"))));
    answer(&mut state, 0, 100, false);
    assert_eq!(state.recording(), Recording::Growing(100), "it is being simulated");
    assert_eq!(words(&state), (None, "Where the issue slots go in the first 100 cycles, so far".to_string()));
    assert_eq!(crate::text::strip_of(state.recording()), "The run so far");
    let mut column = |columns: usize| {
        state.strip = Shared::new(Strip {
            end: 16 * columns as u64,
            cycles_per_column: 16,
            columns: vec![Vec::new(); columns],
            ..Strip::default()
        });
        state.status = Status { frontier: 100, complete: true, ..state.status.clone() };
        state.recording()
    };
    assert_eq!(column(7), Recording::Whole);
    assert_eq!(column(3), Recording::Cut(48, 100));
}

#[test]
fn how_long_the_rest_takes_is_said_while_it_is_recorded() {
    let mut state = opened();
    answer(&mut state, 0, 100, false);
    let told = |state: &mut State, seconds| {
        let (ticket, strip) = (state.look().ticket, Strip::default());
        tell(state, Told::Progress { ticket, status: state.status.clone(), strip, seconds });
        state.to_go().map(crate::text::to_go)
    };
    assert_eq!(told(&mut state, None), None);
    let words = [(1, "1 s"), (119, "119 s"), (120, "2 min"), (7199, "120 min"), (7200, "2 h")];
    for (seconds, words) in words {
        assert_eq!(told(&mut state, Some(seconds)), Some(format!("The rest takes about {words}.")));
    }
    answer(&mut state, 0, crate::protocol::EXPLORED, false);
    assert_eq!(state.to_go(), None, "the desk has stopped");
    answer(&mut state, 0, 100, true);
    assert_eq!(state.to_go(), None, "all of it is there");
}

//! Which panel shows where nobody has chosen one, and which one shows runs side by side.

use super::*;

fn shown(state: &State) -> [String; 2] {
    [0, 1].map(|place| state.panel(place).map_or_else(String::new, |panel| panel.id.to_string()))
}

/// A page with every machine, on this preset.
fn on(preset: &str) -> State {
    let mut state = State::default();
    state.apply(Action::Catalog(Box::new(Catalog::of_this_program())));
    state.apply(Action::Begin);
    state.apply(Action::Edit(Edit::Preset(preset.into()), 0.0));
    reopen(&mut state);
    state
}

#[test]
fn rows_of_panels_say_where_they_show() {
    for preset in ["simt/teaching", "rvv/textbook"] {
        let state = on(preset);
        assert_eq!(shown(&state), ["timeline", "diagram"], "{preset}");
        assert!(state.panes.save().iter().all(|(key, _)| key != "panels"));
    }
}

#[test]
fn what_showed_by_itself_stays_when_the_other_place_gets_a_panel() {
    let mut state = on("simt/teaching");
    state.apply(Action::Panel(1, "dram".into()));
    assert_eq!(shown(&state), ["timeline", "dram"]);
    state.apply(Action::Panel(1, "timeline".into()));
    assert_eq!(shown(&state), ["dram", "timeline"]);
    assert!(state.panes.save().contains(&("panels".into(), "dram timeline".into())));
}

#[test]
fn a_chosen_panel_that_the_machine_lacks_gives_way_to_the_usual_one() {
    let mut state = on("rvv/textbook");
    state.panes.panels = ["stack", "convoys"].map(String::from);
    assert_eq!(shown(&state), ["timeline", "convoys"]);
}

#[test]
fn each_of_several_runs_is_asked_for_the_picture_of_its_machine() {
    let mut state = on("simt/teaching");
    let machine = MachineChoice { preset: "rvv/textbook".into(), changes: Vec::new() };
    state.apply(Action::Edit(Edit::Compare(machine), 0.0));
    assert!(state.look().figures.is_empty(), "there is no room yet");
    state.apply(Action::BesideSize(300, 7));
    for view in [state.look(), state.look_beside(0)] {
        let [(panel, question)] = &view.figures[..] else { panic!("{:?}", view.figures) };
        assert_eq!((panel.as_str(), question.columns, question.rows), ("timeline", 300, (0, 7)));
    }
}

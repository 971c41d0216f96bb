//! A text that is pasted, dropped or typed brings its machine along.

use lanescope_core::catalog::Catalog;

use super::*;

const OTHER: &str = "// lanescope: machine rvv/textbook\n// lanescope: set vlen 256\n__kernel void other(__global float *y) { y[0] = 1; }\n";
const PLAIN: &str = "__kernel void plain(__global int *x) { x[get_global_id(0)] = 3; }\n";

/// A page with all machines and a text of its own, the cursor somewhere in its run.
fn page(text: &str) -> State {
    let mut state = State::default();
    state.apply(Action::Catalog(Box::new(Catalog::of_this_program())));
    state.apply(Action::OpenDocument(Box::new(Document { source: text.into(), ..empty_document() })));
    reopen(&mut state);
    answer(&mut state, 0, 900, true);
    state.apply(Action::Seek(400));
    answer(&mut state, 400, 900, true);
    state
}

fn machine(state: &State) -> (&str, usize) {
    (&state.doc.machine.preset, state.doc.machine.changes.len())
}

#[test]
fn a_pasted_text_brings_its_machine_and_begins_at_cycle_0() {
    let mut state = page(PLAIN);
    edit(&mut state, OTHER, 0.0);
    assert_eq!((machine(&state), state.cursor()), (("rvv/textbook", 1), 0));
    // One that names none stays on the machine that is chosen.
    state.apply(Action::Edit(Edit::Preset("packed/mmx".into()), 9e3));
    let chosen = state.doc.machine.preset.clone();
    edit(&mut state, PLAIN, 9e4);
    assert_eq!(state.doc.machine.preset, chosen);
    // The machine of the text was left by hand: the same text, pasted again, brings it again.
    edit(&mut state, OTHER, 9e5);
    assert_eq!(machine(&state), ("rvv/textbook", 1));
    state.apply(Action::Undo);
    assert_eq!(state.doc.machine.preset, chosen, "with the text goes its machine");
}

#[test]
fn a_dropped_file_brings_its_machine() {
    let mut state = page(PLAIN);
    let file = File { name: "other.cl".into(), contents: Contents::Text(OTHER.into()) };
    state.apply(Action::Edit(Edit::Files(vec![file]), 0.0));
    assert_eq!((machine(&state), state.cursor()), (("rvv/textbook", 1), 0));
}

#[test]
fn a_line_that_is_typed_counts_when_it_names_a_machine_and_other_typing_leaves_the_chosen_one() {
    let mut state = page(PLAIN);
    for typed in [
        "// lanescope: machine rvv",
        "// lanescope: machine rvv/textboo",
        "// lanescope: machine rvv/textbook",
    ] {
        assert_eq!(state.doc.machine.preset, "simt/teaching", "{typed}");
        edit(&mut state, &format!("{typed}\n{PLAIN}"), 0.0);
    }
    assert_eq!((machine(&state), state.cursor()), (("rvv/textbook", 0), 400));
    assert_eq!(state.notice, None);
    state.apply(Action::Edit(Edit::Preset("simt/fermi".into()), 1.0));
    let text = state.doc.source.replace("= 3", "= 34");
    edit(&mut state, &text, 2.0);
    assert_eq!(state.doc.machine.preset, "simt/fermi");
}

#[test]
fn a_machine_that_there_is_none_of_is_said() {
    let mut state = page(PLAIN);
    edit(&mut state, &OTHER.replace("rvv/textbook", "cray/one"), 0.0);
    assert_eq!(state.doc.machine.preset, "simt/teaching");
    let notice = state.notice.as_ref().unwrap();
    assert!(notice.bad && notice.text.contains("cray/one"), "{}", notice.text);
}

#[test]
fn a_text_is_replaced_if_most_of_both_is_new() {
    use crate::state::program::replaced;
    assert!(replaced(PLAIN, OTHER) && replaced(OTHER, PLAIN));
    assert!(!replaced(PLAIN, &PLAIN.replace("= 3", "= 4")) && !replaced("", PLAIN) && !replaced(PLAIN, ""));
    assert!(!replaced(PLAIN, &format!("{OTHER}{PLAIN}")) && !replaced(PLAIN, PLAIN));
}

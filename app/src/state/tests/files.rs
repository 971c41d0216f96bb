//! Several files: what tabs do to the document, and which lines belong to the one that is open.

use super::*;

fn act(state: &mut State, edit: Edit, now: f64) {
    state.apply(Action::Edit(edit, now));
}

/// A page with `k.cl` of three lines and `lib/a.h` of two, compiled.
fn program() -> State {
    let mut state = opened();
    let file = |name: &str, text: &str| File { name: name.into(), contents: Contents::Text(text.into()) };
    let files = vec![file("k.cl", "1\n2\n3"), file("lib/a.h", "4\n5")];
    act(&mut state, Edit::Files(files), 0.0);
    reopen(&mut state);
    state
}

#[test]
fn each_file_is_edited_by_its_name_and_undone_on_its_own() {
    let mut state = program();
    act(&mut state, Edit::Text("lib/a.h".into(), "x".into()), 10_000.0);
    act(&mut state, Edit::Text("k.cl".into(), "y".into()), 10_100.0);
    act(&mut state, Edit::Text("lib/a.h".into(), "xx".into()), 10_200.0);
    act(&mut state, Edit::Text("gone.h".into(), "z".into()), 10_300.0);
    let texts = |state: &State| {
        let file = program::text(&state.doc, "lib/a.h").unwrap().to_string();
        (state.doc.source.clone(), file)
    };
    assert_eq!(texts(&state), ("y".into(), "xx".into()));
    state.apply(Action::Undo);
    assert_eq!(texts(&state), ("y".into(), "x".into()));
    state.apply(Action::Undo);
    assert_eq!(texts(&state), ("1\n2\n3".into(), "x".into()));
    assert_eq!((state.doc.name.as_str(), state.doc.language), ("k.cl", Language::OpenCl));
}

#[test]
fn tabs_open_and_lines_count_in_the_open_text() {
    let mut state = program();
    assert_eq!(state.open_file(), "k.cl");
    state.apply(Action::Caret(2));
    assert_eq!(state.picked, Some(Mark::Line(2)));
    state.apply(Action::OpenFile("lib/a.h".into()));
    assert_eq!(state.open_file(), "lib/a.h");
    state.apply(Action::Caret(1));
    assert_eq!(state.picked, Some(Mark::Line(4)));
    state.apply(Action::HoverLine(Some(0)));
    assert_eq!(state.hover, Some(Mark::Line(3)));
    state.apply(Action::HoverLine(None));
    assert_eq!(state.hover, None);
    // A thing in the main text opens its tab, and back.
    state.apply(Action::Pick(Some(Mark::Line(1))));
    assert_eq!((state.open_file(), state.sought), ("k.cl", (1, 1)));
    state.apply(Action::Pick(Some(Mark::Line(4))));
    assert_eq!((state.open_file(), state.sought), ("lib/a.h", (1, 2)));
    // The open tab goes with a link; a name that is not there shows the main text.
    let saved = state.document();
    state.apply(Action::OpenDocument(Box::new(saved)));
    assert_eq!(state.open_file(), "lib/a.h");
    state.apply(Action::OpenFile("none".into()));
    assert_eq!(state.open_file(), "k.cl");
}

#[test]
fn files_are_added_renamed_chosen_and_taken_away() {
    let mut state = program();
    act(&mut state, Edit::AddFile, 0.0);
    assert_eq!(state.open_file(), "file1.h");
    act(&mut state, Edit::RenameFile("file1.h".into(), "b.h".into()), 0.0);
    assert_eq!(state.open_file(), "b.h");
    let before = state.doc.clone();
    act(&mut state, Edit::RenameFile("b.h".into(), "lib/a.h".into()), 0.0);
    assert!(state.doc == before && state.notice.as_ref().is_some_and(|notice| notice.bad));
    act(&mut state, Edit::ChooseMain("lib/a.h".into()), 0.0);
    assert_eq!((state.doc.name.as_str(), state.doc.source.as_str()), ("lib/a.h", "4\n5"));
    assert!(state.stale(), "it is another program");
    act(&mut state, Edit::RemoveFile("b.h".into()), 0.0);
    assert_eq!(state.open_file(), "lib/a.h");
    act(&mut state, Edit::Example("a".into()), 0.0);
    assert_eq!((state.doc.name.as_str(), state.doc.files.len()), ("", 0));
}

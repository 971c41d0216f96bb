//! Lessons and their questions.

use lanescope_core::session::{Report, Session, vocabulary::Limits};

use super::*;

/// A lesson whose question is answered by a run of 40 cycles.
fn learning() -> State {
    let mut state = opened();
    let mut lesson = lanescope_core::lessons::lesson("chaining").unwrap();
    lesson.questions[0].number = "cycles".into();
    let document = lesson.document.clone();
    let mut catalog = (*state.catalog).clone();
    catalog.lessons = vec![lesson];
    state.catalog = Shared::new(catalog);
    state.apply(Action::OpenDocument(Box::new(document)));
    state
}

#[test]
fn a_lesson_asks_its_question_at_a_desk_of_its_own() {
    let before = learning();
    let mut state = before.clone();
    state.apply(Action::Lesson(lesson::Step::Typed("41".into())));
    state.apply(Action::Lesson(lesson::Step::Ask));
    let asked = asks(&before, &state);
    let opens = |ask: &Ask| matches!(ask, Ask::Aside(TUTOR, ask) if matches!(&**ask, Ask::Open { .. }));
    assert!(asked.iter().any(opens));
    assert_eq!(state.tutoring.outcome, lesson::Outcome::Running);
    assert!(!state.comparing() && state.build.wanted == before.build.wanted);
    state.apply(Action::Lesson(lesson::Step::Close));
    assert_eq!((state.lesson(), state.tutoring.outcome), (None, lesson::Outcome::None));
}

#[test]
fn a_lesson_begins_without_the_answer_to_another() {
    let mut state = learning();
    state.apply(Action::Lesson(lesson::Step::Typed("41".into())));
    state.apply(Action::Lesson(lesson::Step::Ask));
    state.tutoring.outcome = lesson::Outcome::Judged(lanescope_core::lessons::Verdict::Low);
    let next = lanescope_core::lessons::lesson("masks").unwrap().document;
    state.apply(Action::OpenDocument(Box::new(next)));
    assert_eq!((state.tutoring.typed.as_str(), state.tutoring.outcome), ("", lesson::Outcome::None));
    // The last lesson's run may still be under way.
    tell(&mut state, Told::Aside(TUTOR, Box::new(Told::Frame(Box::new(frame(&opened(), 40, 40, true))))));
    assert_eq!(state.tutoring.outcome, lesson::Outcome::None);
}

/// The numbers of a run of the open lesson's document.
fn numbers(state: &State) -> Report {
    let mut session = Session::open(state.lesson().unwrap().document.clone(), Limits::default());
    assert!(session.start().is_ok());
    session.advance(u64::MAX, 1_000_000);
    session.totals().unwrap()
}

/// What the run of the open question says at its end: 40 cycles.
fn answered(state: &mut State, typed: &str) {
    state.apply(Action::Lesson(lesson::Step::Typed(typed.into())));
    let before = state.clone();
    state.apply(Action::Lesson(lesson::Step::Ask));
    let ticket = asks(&before, state).iter().find_map(|ask| match ask {
        Ask::Aside(TUTOR, ask) => match &**ask {
            Ask::Look(view) => Some(view.ticket),
            _ => None,
        },
        _ => None,
    });
    let mut told = frame(&opened(), 40, 40, true);
    told.view.ticket = ticket.expect("a run is asked for");
    told.totals = Some(Report { cycles: 40, ..numbers(state) });
    tell(state, Told::Aside(TUTOR, Box::new(Told::Frame(Box::new(told)))));
}

#[test]
fn answers_are_helped_by_a_hint_the_way_and_an_explanation() {
    let mut state = learning();
    let question = state.asked().unwrap().clone();
    assert_eq!(state.help(), None);
    answered(&mut state, "80");
    assert_eq!(state.help(), Some(question.hint.as_str()));
    answered(&mut state, "80");
    answered(&mut state, "80");
    assert_eq!(state.help(), Some(question.way.as_str()));
    assert_eq!(state.tutoring.done, None);
    answered(&mut state, "40");
    assert_eq!(state.help(), Some(question.why.as_str()));
    assert!(state.tutoring.is_done("chaining", 0));
    state.apply(Action::Lesson(lesson::Step::StartOver));
    assert!(!state.tutoring.is_done("chaining", 0));
}

#[test]
fn the_run_that_answered_takes_the_document_s_place_and_the_verdict_stays() {
    let mut state = learning();
    answered(&mut state, "40");
    state.apply(Action::Lesson(lesson::Step::ShowRun));
    assert_eq!(state.doc.machine.changes, [("chaining".to_string(), "none".to_string())]);
    assert_eq!(state.lesson().map(|lesson| lesson.name.as_str()), Some("chaining"));
    assert_eq!(state.tutoring.outcome, lesson::Outcome::Judged(lanescope_core::lessons::Verdict::Right));
}

/// A lesson of the GPU, at one of its questions.
fn at_question(name: &str, at: usize) -> State {
    let mut state = opened();
    let lesson = lanescope_core::lessons::lesson(name).unwrap();
    let document = lesson.document.clone();
    let mut catalog = (*state.catalog).clone();
    catalog.lessons = vec![lesson];
    state.catalog = Shared::new(catalog);
    state.apply(Action::OpenDocument(Box::new(document)));
    state.apply(Action::Lesson(lesson::Step::Question(at)));
    state
}

#[test]
fn what_is_built_begins_with_the_lesson_s_document_and_not_with_a_run_that_was_shown() {
    let mut state = at_question("nested-divergence", 0);
    let own = state.doc.source.clone();
    state.apply(Action::Lesson(lesson::Step::ShowRun));
    assert_ne!(state.doc.source, own, "the first question is about another kernel");
    state.apply(Action::Lesson(lesson::Step::Question(1)));
    assert_ne!(state.doc.source, own, "nothing is built here");
    state.apply(Action::Lesson(lesson::Step::Question(2)));
    assert_eq!((&state.doc.source, state.tutoring.at), (&own, 2));
    // What a person has written stays.
    let written = format!("{own}\n");
    state.apply(Action::Edit(Edit::Text(state.doc.name.clone(), written.clone()), 0.0));
    state.apply(Action::Lesson(lesson::Step::Question(0)));
    state.apply(Action::Lesson(lesson::Step::Question(2)));
    assert_eq!(state.doc.source, written);
}

#[test]
fn a_verdict_on_what_was_built_ends_with_the_next_change() {
    let right = lesson::Outcome::Judged(lanescope_core::lessons::Verdict::Right);
    let mut state = at_question("nested-divergence", 2);
    state.apply(Action::Edit(Edit::Setting("push_order".into(), "majority-first".into()), 0.0));
    state.tutoring.outcome = right;
    state.apply(Action::Lesson(lesson::Step::ShowRun));
    state.apply(Action::Seek(3));
    assert_eq!(state.tutoring.outcome, right);
    state.apply(Action::Edit(Edit::ResetSetting("push_order".into()), 0.0));
    assert_eq!(state.tutoring.outcome, lesson::Outcome::None);
}

#[test]
fn another_text_of_a_lesson_s_kernel_keeps_the_launch() {
    let mut state = at_question("divergence", 2);
    let text = "kernel void other(global const int *in, global int *out, int n) {\n  int i = get_global_id(0);\n  if (i < n) out[i] = in[i];\n}\n";
    state.apply(Action::Edit(Edit::Text(state.doc.name.clone(), text.into()), 0.0));
    assert!(state.doc.launch.is_some());
    state.apply(Action::Lesson(lesson::Step::Close));
    state.apply(Action::Undo);
    state.apply(Action::Edit(Edit::Text(state.doc.name.clone(), text.into()), 0.0));
    assert_eq!(state.doc.launch, None);
}

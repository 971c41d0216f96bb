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
    assert_eq!(state.tutoring.attempt.outcome, tutoring::Outcome::Running);
    assert!(!state.comparing() && state.build.wanted == before.build.wanted);
    state.apply(Action::Lesson(lesson::Step::Close));
    assert_eq!((state.lesson(), state.tutoring.attempt.outcome), (None, tutoring::Outcome::None));
}

#[test]
fn without_an_answer_nothing_runs_and_the_focus_goes_to_the_field() {
    let mut state = learning();
    let before = state.tutoring.focus.0;
    state.apply(Action::Lesson(lesson::Step::Typed(" ".into())));
    state.apply(Action::Lesson(lesson::Step::Ask));
    assert_eq!(state.tutoring.attempt.outcome, tutoring::Outcome::None);
    assert_eq!(state.tutoring.focus, (before + 1, tutoring::Focus::Answer));
}

#[test]
fn a_lesson_begins_without_the_answer_to_another() {
    let mut state = learning();
    state.apply(Action::Lesson(lesson::Step::Typed("41".into())));
    state.apply(Action::Lesson(lesson::Step::Ask));
    state.tutoring.attempt.outcome = tutoring::Outcome::Judged(lanescope_core::lessons::Verdict::Low);
    let next = lanescope_core::lessons::lesson("masks").unwrap().document;
    state.apply(Action::OpenDocument(Box::new(next)));
    assert_eq!(
        (state.tutoring.attempt.typed.as_str(), state.tutoring.attempt.outcome),
        ("", tutoring::Outcome::None)
    );
    // The last lesson's run may still be under way.
    tell(&mut state, Told::Aside(TUTOR, Box::new(Told::Frame(Box::new(frame(&opened(), 40, 40, true))))));
    assert_eq!(state.tutoring.attempt.outcome, tutoring::Outcome::None);
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
}

#[test]
fn the_run_that_answered_takes_the_document_s_place_and_the_verdict_stays() {
    let mut state = learning();
    answered(&mut state, "40");
    state.apply(Action::Lesson(lesson::Step::ShowRun));
    assert_eq!(state.doc.machine.changes, [("chaining".to_string(), "none".to_string())]);
    assert_eq!(state.lesson().map(|lesson| lesson.name.as_str()), Some("chaining"));
    assert_eq!(
        state.tutoring.attempt.outcome,
        tutoring::Outcome::Judged(lanescope_core::lessons::Verdict::Right)
    );
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
    let right = tutoring::Outcome::Judged(lanescope_core::lessons::Verdict::Right);
    let mut state = at_question("nested-divergence", 2);
    state.apply(Action::Edit(Edit::Setting("push_order".into(), "majority-first".into()), 0.0));
    state.tutoring.attempt.outcome = right;
    state.apply(Action::Lesson(lesson::Step::ShowRun));
    state.apply(Action::Seek(3));
    assert_eq!(state.tutoring.attempt.outcome, right);
    state.apply(Action::Edit(Edit::ResetSetting("push_order".into()), 0.0));
    assert_eq!(state.tutoring.attempt.outcome, tutoring::Outcome::None);
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

#[test]
fn a_question_is_found_again_as_it_was_left() {
    use tutoring::{Attempt, Outcome};
    let mut state = at_question("divergence", 0);
    let low = Outcome::Judged(lanescope_core::lessons::Verdict::Low);
    state.tutoring.attempt = Attempt { typed: "3".into(), outcome: low, wrong: 2 };
    let hint = state.help().map(String::from);
    assert!(hint.is_some());
    state.apply(Action::Lesson(lesson::Step::Question(1)));
    assert_eq!((state.tutoring.attempt.clone(), state.help()), (Attempt::default(), None));
    state.apply(Action::Lesson(lesson::Step::Question(0)));
    assert_eq!((state.tutoring.attempt.typed.as_str(), state.tutoring.attempt.wrong), ("3", 2));
    assert_eq!(state.help().map(String::from), hint);
    // So is the lesson, which comes to the question that was asked; one that was being run is not waited for.
    state.apply(Action::Lesson(lesson::Step::Ask));
    let document = state.lesson().unwrap().document.clone();
    state.apply(Action::Lesson(lesson::Step::Close));
    assert_eq!(state.tutoring.attempt, Attempt::default());
    state.apply(Action::OpenDocument(Box::new(document)));
    let left = Attempt { typed: "3".into(), outcome: Outcome::None, wrong: 2 };
    assert_eq!((state.tutoring.at, &state.tutoring.attempt), (0, &left));
}

#[test]
fn a_verdict_on_what_was_built_is_not_found_again_behind_a_change() {
    let right = tutoring::Outcome::Judged(lanescope_core::lessons::Verdict::Right);
    let mut state = at_question("divergence", 2);
    state.tutoring.attempt.outcome = right;
    for at in [0, 2] {
        state.apply(Action::Lesson(lesson::Step::Question(at)));
    }
    assert_eq!(state.tutoring.attempt.outcome, right);
    state.apply(Action::Lesson(lesson::Step::Question(0)));
    state.apply(Action::Edit(Edit::Setting("warp_size".into(), "4".into()), 0.0));
    state.apply(Action::Lesson(lesson::Step::Question(2)));
    assert_eq!(state.tutoring.attempt.outcome, tutoring::Outcome::None);
}

#[test]
fn one_starts_over_when_one_is_sure_and_in_this_lesson_alone() {
    use tutoring::{Attempt, Focus, Over};
    let mut state = at_question("divergence", 1);
    let kept = ["divergence 1", "divergence 2", "divergence-of-another 1"].map(String::from).to_vec();
    let apply = |state: &mut State, step| state.apply(Action::Lesson(step));
    apply(&mut state, lesson::Step::Kept(kept.clone()));
    state.tutoring.attempt.wrong = 1;
    apply(&mut state, lesson::Step::StartOver(Over::Lesson));
    assert_eq!(
        (state.tutoring.focus.1, state.tutoring.done.as_ref()),
        (Focus::Keep(Over::Lesson), Some(&kept))
    );
    apply(&mut state, lesson::Step::Keep);
    assert_eq!((state.tutoring.forgetting, state.tutoring.done.as_ref()), (None, Some(&kept)));
    // Without having been asked nothing is forgotten.
    apply(&mut state, lesson::Step::Forget);
    assert_eq!((state.tutoring.attempt.wrong, state.tutoring.done.as_ref()), (1, Some(&kept)));
    apply(&mut state, lesson::Step::StartOver(Over::Lesson));
    apply(&mut state, lesson::Step::Forget);
    assert_eq!(state.tutoring.done.as_deref(), Some(&kept[2..]));
    assert_eq!((state.tutoring.at, &state.tutoring.attempt), (0, &Attempt::default()));
    assert_eq!(state.tutoring.focus.1, Focus::Answer);
    assert!(!state.tutoring.has_begun("divergence"));
    apply(&mut state, lesson::Step::StartOver(Over::All));
    apply(&mut state, lesson::Step::Forget);
    assert_eq!((state.tutoring.done.as_deref(), state.tutoring.focus.1), (Some(&[][..]), Focus::List));
}

#[test]
fn the_focus_goes_on_from_a_verdict_and_to_the_lessons_from_a_closed_one() {
    use tutoring::Focus;
    let mut state = learning();
    answered(&mut state, "80");
    assert_eq!(state.tutoring.focus, (1, Focus::Again));
    answered(&mut state, "40");
    assert_eq!(state.tutoring.focus, (2, Focus::Onward(0)));
    state.apply(Action::Lesson(lesson::Step::Close));
    assert_eq!(state.tutoring.focus, (3, Focus::Lessons));
}

#[test]
fn an_open_lesson_that_is_chosen_again_has_the_focus() {
    let mut state = learning();
    let name = state.panes.lesson.clone().expect("a lesson is open");
    let before = state.tutoring.focus.0;
    state.apply(Action::Lesson(lesson::Step::Resume(name)));
    assert_eq!(state.tutoring.focus, (before + 1, tutoring::Focus::Title));
}

#[test]
fn a_lesson_s_text_opens_again_beside_what_is_there() {
    let mut state = at_question("divergence", 0);
    state.apply(Action::Edit(Edit::Setting("warp_size".into(), "4".into()), 0.0));
    let own = state.doc.clone();
    state.apply(Action::Lesson(lesson::Step::Close));
    state.apply(Action::Lesson(lesson::Step::Resume("no such lesson".into())));
    assert_eq!(state.lesson(), None);
    state.apply(Action::Lesson(lesson::Step::Resume("divergence".into())));
    assert_eq!((state.lesson().map(|lesson| lesson.name.as_str()), &state.doc), (Some("divergence"), &own));
}

//! Lessons and their questions.

use super::*;

/// A lesson whose question is answered by a run of 40 cycles.
fn learning() -> State {
    let mut state = opened();
    let mut lesson = lanescope_core::lessons::lesson("chaining").unwrap();
    lesson.question.number = "cycles".into();
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

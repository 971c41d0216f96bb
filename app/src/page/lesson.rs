//! The open lesson: its text above the kernel, and its question.

use lanescope_core::{
    lessons::{Lesson, Verdict},
    share,
};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::{Send, marked::marked, store::Store};
use crate::{
    state::{Action, State, lesson::Outcome, lesson::Step},
    text,
};

/// The section; nothing if no lesson is open.
pub fn section(state: &State, send: &Send) -> Html {
    let Some(lesson) = state.lesson() else { return html! {} };
    let close = send.reform(|_: MouseEvent| Action::Lesson(Step::Close));
    html! {
        <section class="lesson" aria-label={text::lesson(&lesson.title)}>
            <header>
                <h2>{ text::lesson(&lesson.title) }</h2>
                { next(state, lesson, send) }
                <button class="quiet" onclick={close}>{ text::CLOSE }</button>
            </header>
            <div class="words" tabindex="0" role="group" aria-label={text::LESSON_TEXT}>
                { for lesson.text.iter().map(|words| html! { <p>{ marked(words) }</p> }) }
            </div>
            { question(state, lesson, send) }
        </section>
    }
}

/// A button to the lesson that follows.
fn next(state: &State, lesson: &Lesson, send: &Send) -> Html {
    let all = &state.catalog.lessons;
    let at = all.iter().position(|known| known.name == lesson.name);
    let Some(next) = at.and_then(|at| all.get(at + 1)) else { return html! {} };
    let click = opens(state, next, send);
    html! { <button class="quiet next" title={next.title.clone()} onclick={click}>{ text::LESSON_NEXT }</button> }
}

/// Opens a lesson in place of what is there, which is kept.
fn opens(state: &State, lesson: &Lesson, send: &Send) -> Callback<MouseEvent> {
    let (send, before, embed) = (send.clone(), state.document(), state.embed);
    let document = lesson.document.clone();
    Callback::from(move |_: MouseEvent| {
        Store::of(embed).keep(&before);
        send.emit(Action::OpenDocument(Box::new(document.clone())));
        send.emit(Action::Dialog(None));
    })
}

fn question(state: &State, lesson: &Lesson, send: &Send) -> Html {
    let typed = send.reform(|event: InputEvent| {
        let field = event.target_dyn_into::<HtmlInputElement>();
        Action::Lesson(Step::Typed(field.map(|field| field.value()).unwrap_or_default()))
    });
    let ask = send.reform(|event: SubmitEvent| {
        event.prevent_default();
        Action::Lesson(Step::Ask)
    });
    let tutoring = &state.tutoring;
    let running = tutoring.outcome == Outcome::Running;
    let (words, class) = match tutoring.outcome {
        Outcome::None => ("", ""),
        Outcome::Running => (text::LESSON_RUNNING, ""),
        Outcome::Judged(Verdict::Right) => (text::LESSON_RIGHT, "good"),
        Outcome::Judged(Verdict::Low) => (text::LESSON_LOW, "bad"),
        Outcome::Judged(Verdict::High) => (text::LESSON_HIGH, "bad"),
        Outcome::Judged(Verdict::Unreadable) => (text::LESSON_UNREADABLE, "bad"),
        Outcome::Failed => (text::LESSON_FAILED, "bad"),
    };
    html! {
        <form class="question" onsubmit={ask}>
            <p><b>{ text::LESSON_QUESTION }</b>{ " " }{ marked(&lesson.question.text) }{ " " }<small>{ text::tolerance(lesson.question.within) }</small></p>
            <p class="row">
                <label class="field">{ text::LESSON_ANSWER }
                    <input id="answer" inputmode="decimal" autocomplete="off" value={tutoring.typed.clone()} oninput={typed} />
                </label>
                <button disabled={running || tutoring.typed.trim().is_empty()}>{ text::LESSON_CHECK }</button>
                <output class={classes!("verdict", class)} aria-live="polite">{ words }</output>
            </p>
        </form>
    }
}

/// The list of lessons.
pub fn list(state: &State, send: &Send) -> Html {
    html! {
        <ul class="cards">
            { for state.catalog.lessons.iter().map(|lesson| {
                let click = opens(state, lesson, send);
                let current = state.panes.lesson.as_ref() == Some(&lesson.name);
                let first = lesson.text.first().map(|words| words.replace(['`', '*'], "")).unwrap_or_default();
                html! {
                    <li key={lesson.name.clone()}>
                        <button aria-current={current.then_some("true")} data-lesson={lesson.name.clone()} title={share::lesson_link(&lesson.name)} onclick={click}>
                            <b>{ &lesson.title }</b><span>{ first }</span>
                        </button>
                    </li>
                }
            }) }
        </ul>
    }
}

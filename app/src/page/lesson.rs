//! The open lesson: its text above the kernel, and its questions; what the browser keeps of them.

use gloo::{
    events::EventListener,
    timers::callback::Timeout,
    utils::{document, window},
};
use lanescope_core::{
    lessons::{Lesson, Part, Question, Task, Verdict},
    share,
};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement};
use yew::prelude::*;

use super::{Model, Send, marked::marked, store::Store};
use crate::{
    state::{Action, State, lesson::Outcome, lesson::Step},
    text,
};

/// Takes the focus to a lesson that opens and to the answer that is called for, and keeps which questions were answered.
#[hook]
pub fn use_lessons(model: &UseReducerHandle<Model>, send: &Send) {
    let state = &model.0;
    use_effect_with(state.lesson().map(|lesson| lesson.name.clone()), |lesson| {
        // The dialog that it was chosen in has closed then.
        let timer = lesson.is_some().then(|| Timeout::new(0, || focus("lesson-title")));
        || drop(timer)
    });
    use_effect_with(state.tutoring.called, |called| {
        if *called > 0 {
            focus("answer");
        }
    });
    let first = send.clone();
    use_effect_with(state.embed, move |embed| {
        first.emit(Action::Lesson(Step::Kept(Store::of(*embed).answered())))
    });
    let (send, embed) = (send.clone(), state.embed);
    use_effect_with(embed, move |embed| {
        let embed = *embed;
        // What another tab keeps, or forgets, holds here too.
        let listener = EventListener::new(&window(), "storage", move |_| {
            send.emit(Action::Lesson(Step::Kept(Store::of(embed).answered())))
        });
        || drop(listener)
    });
    use_effect_with(state.tutoring.done.clone(), move |done| {
        if let Some(done) = done {
            Store::of(embed).save_answered(done);
        }
    });
}

fn focus(id: &str) {
    let element = document().get_element_by_id(id).and_then(|element| element.dyn_into::<HtmlElement>().ok());
    if let Some(element) = element {
        let _ = element.focus();
    }
}

/// The section; nothing if no lesson is open.
pub fn section(state: &State, send: &Send) -> Html {
    let Some(lesson) = state.lesson() else { return html! {} };
    let close = send.reform(|_: MouseEvent| Action::Lesson(Step::Close));
    html! {
        <section class="lesson" aria-label={text::lesson(&lesson.title)}>
            <header>
                <h2 id="lesson-title" tabindex="-1">{ text::lesson(&lesson.title) }</h2>
                { next(state, lesson, send) }
                <button class="quiet" onclick={close}>{ text::CLOSE }</button>
            </header>
            <div class="words" tabindex="0" role="group" aria-label={text::LESSON_TEXT}>
                { for lesson.text.iter().enumerate().map(|(at, part)| told(at, part, send)) }
            </div>
            { for state.asked().map(|question| asked(state, lesson, question, send)) }
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

/// A paragraph, or what leads to its scene.
fn told(at: usize, part: &Part, send: &Send) -> Html {
    match part {
        Part::Words(words) => html! { <p>{ marked(words) }</p> },
        Part::Show(scene) => {
            let click = send.reform(move |_: MouseEvent| Action::Lesson(Step::Scene(at)));
            html! { <p><button class="quiet scene" onclick={click}>{ marked(&scene.label) }</button></p> }
        }
    }
}

/// The question that is asked, the way to the others, and what helps.
fn asked(state: &State, lesson: &Lesson, question: &Question, send: &Send) -> Html {
    let ask = send.reform(|event: SubmitEvent| {
        event.prevent_default();
        Action::Lesson(Step::Ask)
    });
    let builds = matches!(question.task, Task::Build { .. });
    let (words, class) = verdict(state.tutoring.outcome, builds);
    html! {
        <form class="question" onsubmit={ask}>
            { others(state, lesson, send) }
            <p><b>{ if builds { text::LESSON_BUILD } else { text::LESSON_QUESTION } }</b>{ " " }{ marked(&question.text) }{ " " }{ tolerance(question) }</p>
            <p class="row">
                { entry(state, builds, send) }
                <output class={classes!("verdict", class)} aria-live="polite">{ words }</output>
            </p>
            <div class="help" aria-live="polite">
                { for state.help().map(|help| html! { <p>{ marked(help) }</p> }) }
                { shows_run(state, question, send) }
            </div>
        </form>
    }
}

fn tolerance(question: &Question) -> Html {
    match question.task {
        Task::Tell { within, .. } => html! { <small>{ text::tolerance(within) }</small> },
        Task::Build { .. } => html! {},
    }
}

/// The field and the button that checks; only the button where something is built.
fn entry(state: &State, builds: bool, send: &Send) -> Html {
    let tutoring = &state.tutoring;
    let running = tutoring.outcome == Outcome::Running;
    if builds {
        return html! { <button id="answer" disabled={running}>{ text::LESSON_CHECK_BUILT }</button> };
    }
    let typed = send.reform(|event: InputEvent| {
        let field = event.target_dyn_into::<HtmlInputElement>();
        Action::Lesson(Step::Typed(field.map(|field| field.value()).unwrap_or_default()))
    });
    html! {
        <>
            <label class="field">{ text::LESSON_ANSWER }
                <input id="answer" inputmode="decimal" autocomplete="off" value={tutoring.typed.clone()} oninput={typed} />
            </label>
            <button disabled={running || tutoring.typed.trim().is_empty()}>{ text::LESSON_CHECK }</button>
        </>
    }
}

fn verdict(outcome: Outcome, builds: bool) -> (&'static str, &'static str) {
    match outcome {
        Outcome::None => ("", ""),
        Outcome::Running => (text::LESSON_RUNNING, ""),
        Outcome::Judged(Verdict::Right) => {
            (if builds { text::LESSON_BUILT } else { text::LESSON_RIGHT }, "good")
        }
        Outcome::Judged(Verdict::Low) => {
            (if builds { text::LESSON_BUILT_LOW } else { text::LESSON_LOW }, "bad")
        }
        Outcome::Judged(Verdict::High) => {
            (if builds { text::LESSON_BUILT_HIGH } else { text::LESSON_HIGH }, "bad")
        }
        Outcome::Judged(Verdict::Unreadable) => (text::LESSON_UNREADABLE, "bad"),
        Outcome::Judged(Verdict::Changed) => (text::LESSON_CHANGED, "bad"),
        Outcome::Judged(Verdict::Elsewhere) => (text::LESSON_ELSEWHERE, "bad"),
        Outcome::Failed => (text::LESSON_FAILED, "bad"),
    }
}

/// Opens the run that answered, after a right answer. Of a study there is no one run.
fn shows_run(state: &State, question: &Question, send: &Send) -> Html {
    let study = matches!(question.task, Task::Tell { study: Some(_), .. });
    if study || state.tutoring.outcome != Outcome::Judged(Verdict::Right) {
        return html! {};
    }
    let (send, before, embed) = (send.clone(), state.document(), state.embed);
    let click = Callback::from(move |_: MouseEvent| {
        Store::of(embed).keep(&before);
        send.emit(Action::Lesson(Step::ShowRun));
    });
    let seen = question.show.as_ref().map(|scene| html! { <>{ ": " }{ marked(&scene.label) }</> });
    html! { <p><button type="button" class="quiet" onclick={click}>{ text::LESSON_SHOW_RUN }</button>{ for seen }</p> }
}

/// The questions by their numbers, where there are several.
fn others(state: &State, lesson: &Lesson, send: &Send) -> Html {
    if lesson.questions.len() < 2 {
        return html! {};
    }
    html! {
        <p class="row" role="group" aria-label={text::LESSON_QUESTIONS}>
            { for (0..lesson.questions.len()).map(|at| {
                let click = send.reform(move |_: MouseEvent| Action::Lesson(Step::Question(at)));
                let done = state.tutoring.is_done(&lesson.name, at);
                let current = (state.tutoring.at == at).then_some("true");
                let name = text::lesson_question(at, done);
                let sign = if done { format!("{} ✓", at + 1) } else { (at + 1).to_string() };
                html! { <button type="button" class="quiet" aria-current={current} aria-label={name} onclick={click}>{ sign }</button> }
            }) }
        </p>
    }
}

/// The list of lessons.
pub fn list(state: &State, send: &Send) -> Html {
    let over = send.reform(|_: MouseEvent| Action::Lesson(Step::StartOver));
    let fresh = state.tutoring.done.iter().flatten().next().is_none();
    html! {
        <>
        <p class="row"><button class="quiet" disabled={fresh} onclick={over}>{ text::LESSON_START_OVER }</button></p>
        <ul class="cards">
            { for state.catalog.lessons.iter().map(|lesson| {
                let click = opens(state, lesson, send);
                let current = state.panes.lesson.as_ref() == Some(&lesson.name);
                let first = first_words(lesson);
                let all = lesson.questions.len();
                let done = (0..all).filter(|at| state.tutoring.is_done(&lesson.name, *at)).count();
                let progress = (done > 0).then(|| html! { <small>{ " " }{ text::lesson_progress(done, all) }</small> });
                html! {
                    <li key={lesson.name.clone()}>
                        <button aria-current={current.then_some("true")} data-lesson={lesson.name.clone()} title={share::lesson_link(&lesson.name)} onclick={click}>
                            <b>{ &lesson.title }{ for progress }</b><span>{ first }</span>
                        </button>
                    </li>
                }
            }) }
        </ul>
        </>
    }
}

/// What a lesson begins with.
fn first_words(lesson: &Lesson) -> String {
    let words = |part: &Part| match part {
        Part::Words(words) => Some(words.replace(['`', '*'], "")),
        Part::Show(_) => None,
    };
    lesson.text.iter().find_map(words).unwrap_or_default()
}

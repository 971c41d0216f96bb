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
use web_sys::{Element, HtmlElement, HtmlInputElement};
use yew::prelude::*;

use super::{Model, Send, back, marked::marked, store::Store};
use crate::{
    state::{
        Action, State,
        lesson::Step,
        tutoring::{Focus, Outcome, Over},
    },
    text,
};

/// Takes the focus to a lesson that opens and to where it is called, and keeps which questions were answered.
#[hook]
pub fn use_lessons(model: &UseReducerHandle<Model>, send: &Send) {
    let state = &model.0;
    use_effect_with(state.lesson().map(|lesson| lesson.name.clone()), |lesson| {
        // The dialog that it was chosen in has closed then.
        let timer = lesson.is_some().then(|| Timeout::new(0, || focus(&["lesson-title"])));
        || drop(timer)
    });
    use_effect_with(state.tutoring.focus, |(calls, to)| {
        let (called, to) = (*calls > 0, *to);
        // What it is called to may come with this picture.
        let timer = called.then(|| Timeout::new(0, move || call(to)));
        || drop(timer)
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
    let known = use_mut_ref(Vec::new);
    use_effect_with(state.tutoring.done.clone(), move |done| {
        if let Some(done) = done {
            let before = known.replace(done.clone());
            Store::of(embed).save_answered(&before, done);
        }
    });
}

/// Takes the focus to where it is called. A verdict that comes late does not take it from somebody who works elsewhere.
fn call(to: Focus) {
    let inside = |element: Element| {
        element.tag_name() == "BODY" || element.closest(".lesson").ok().flatten().is_some()
    };
    let near = || document().active_element().is_none_or(inside);
    match to {
        Focus::Again | Focus::Onward(_) if !near() => {}
        Focus::Answer | Focus::Again => focus(&["answer"]),
        Focus::Onward(at) => focus(&["show-run", &question_id(at + 1), "next-lesson", "answer"]),
        Focus::Title => focus(&["lesson-title"]),
        Focus::Lessons => focus(&["lessons"]),
        Focus::List => focus(&["first-lesson"]),
        Focus::Keep(over) => focus(&[keep_id(over)]),
        Focus::StartOver(over) => focus(&[start_over_id(over)]),
    }
}

/// Gives the first of these elements that is there the focus.
fn focus(ids: &[&str]) {
    let element = |id: &&str| document().get_element_by_id(id)?.dyn_into::<HtmlElement>().ok();
    if let Some(element) = ids.iter().find_map(element) {
        let _ = element.focus();
    }
}

fn question_id(at: usize) -> String {
    format!("question-{}", at + 1)
}

fn keep_id(over: Over) -> &'static str {
    if over == Over::All { "keep-all" } else { "keep-lesson" }
}

fn start_over_id(over: Over) -> &'static str {
    if over == Over::All { "start-over-all" } else { "start-over-lesson" }
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
    html! { <button id="next-lesson" class="quiet next" title={next.title.clone()} onclick={click}>{ text::LESSON_NEXT }</button> }
}

/// Opens a lesson in place of what is there, which is kept.
fn opens(state: &State, lesson: &Lesson, send: &Send) -> Callback<MouseEvent> {
    let (send, before, embed) = (send.clone(), state.document(), state.embed);
    let (document, name) = (lesson.document.clone(), lesson.name.clone());
    Callback::from(move |_: MouseEvent| {
        Store::of(embed).keep(&before);
        back::enter(&name);
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
    let (words, class) = verdict(state.tutoring.attempt.outcome, builds);
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
    let attempt = &state.tutoring.attempt;
    let running = attempt.outcome == Outcome::Running;
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
                <input id="answer" inputmode="decimal" autocomplete="off" value={attempt.typed.clone()} oninput={typed} />
            </label>
            // A form whose button is disabled takes no Enter: it would be lost if it came before the picture with the answer.
            <button disabled={running}>{ text::LESSON_CHECK }</button>
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
    if study || state.tutoring.attempt.outcome != Outcome::Judged(Verdict::Right) {
        return html! {};
    }
    let (send, before, embed) = (send.clone(), state.document(), state.embed);
    let click = Callback::from(move |_: MouseEvent| {
        Store::of(embed).keep(&before);
        send.emit(Action::Lesson(Step::ShowRun));
    });
    let seen = question.show.as_ref().map(|scene| html! { <>{ ": " }{ marked(&scene.label) }</> });
    html! { <p><button id="show-run" type="button" class="quiet" onclick={click}>{ text::LESSON_SHOW_RUN }</button>{ for seen }</p> }
}

/// The questions by their numbers, where there are several, and the way to start over, where something was done.
fn others(state: &State, lesson: &Lesson, send: &Send) -> Html {
    let begun = state.tutoring.has_begun(&lesson.name);
    let numbers = if lesson.questions.len() > 1 {
        numbers(state, lesson, send)
    } else {
        html! {}
    };
    html! {
        <div class="row others">
            { numbers }
            if begun { { start_over(state, Over::Lesson, false, send) } }
        </div>
    }
}

fn numbers(state: &State, lesson: &Lesson, send: &Send) -> Html {
    html! {
        <p class="row" role="group" aria-label={text::LESSON_QUESTIONS}>
            { for (0..lesson.questions.len()).map(|at| {
                let click = send.reform(move |_: MouseEvent| Action::Lesson(Step::Question(at)));
                let done = state.tutoring.is_done(&lesson.name, at);
                let current = (state.tutoring.at == at).then_some("true");
                let name = text::lesson_question(at, done);
                let sign = if done { format!("{} ✓", at + 1) } else { (at + 1).to_string() };
                html! { <button id={question_id(at)} type="button" class="quiet" aria-current={current} aria-label={name} onclick={click}>{ sign }</button> }
            }) }
        </p>
    }
}

/// Forgets what was done, when the person has said twice that it should.
fn start_over(state: &State, over: Over, fresh: bool, send: &Send) -> Html {
    let step = |step: Step| send.reform(move |_: MouseEvent| Action::Lesson(step.clone()));
    if state.tutoring.forgetting != Some(over) {
        let ask = step(Step::StartOver(over));
        return html! { <button id={start_over_id(over)} type="button" class="quiet over" disabled={fresh} onclick={ask}>{ text::LESSON_START_OVER }</button> };
    }
    let sure = if over == Over::All { text::LESSON_FORGET_ALL } else { text::LESSON_FORGET_THIS };
    html! {
        <span class="row over" role="group" aria-label={sure}>
            <span>{ sure }</span>
            <button type="button" onclick={step(Step::Forget)}>{ text::LESSON_FORGET }</button>
            <button id={keep_id(over)} type="button" onclick={step(Step::Keep)}>{ text::LESSON_KEEP }</button>
        </span>
    }
}

/// The list of lessons.
pub fn list(state: &State, send: &Send) -> Html {
    let fresh = state.tutoring.done.iter().flatten().next().is_none();
    html! {
        <>
        <p class="row">{ start_over(state, Over::All, fresh, send) }</p>
        <ul class="cards">
            { for state.catalog.lessons.iter().enumerate().map(|(place, lesson)| {
                let id = (place == 0).then_some("first-lesson");
                let click = opens(state, lesson, send);
                let current = state.panes.lesson.as_ref() == Some(&lesson.name);
                let first = first_words(lesson);
                let all = lesson.questions.len();
                let done = (0..all).filter(|at| state.tutoring.is_done(&lesson.name, *at)).count();
                let progress = (done > 0).then(|| html! { <small>{ " " }{ text::lesson_progress(done, all) }</small> });
                html! {
                    <li key={lesson.name.clone()}>
                        <button {id} aria-current={current.then_some("true")} data-lesson={lesson.name.clone()} title={share::lesson_link(&lesson.name)} onclick={click}>
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

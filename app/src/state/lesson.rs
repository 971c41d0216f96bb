//! The open lesson: what was typed, and what a run of the question's document says to it.
//!
//! Which lesson is open is part of the view ([`super::Panes::lesson`]), and so of links. The question is run at a desk of
//! its own, so that the page's run stays where it is.

use lanescope_core::lessons::{Asked, Lesson, Question, Verdict};

use super::State;
use crate::protocol::{Ask, END, TUTOR, Told, View};

/// What can happen to a lesson.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// The answer field has another text.
    Typed(String),
    /// Check the answer.
    Ask,
    /// Close the lesson.
    Close,
}

/// See the module.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tutoring {
    /// What was typed.
    pub typed: String,
    /// The verdict on it.
    pub outcome: Outcome,
    /// Number of the question that is being run, for its messages.
    ticket: u32,
}

impl Tutoring {
    /// What was typed and said belongs to the lesson that gives way.
    pub(super) fn forget(&mut self) {
        *self = Tutoring { ticket: self.ticket, ..Tutoring::default() };
    }
}

/// What became of the question.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Outcome {
    /// Not asked.
    #[default]
    None,
    /// Its run is under way.
    Running,
    /// The verdict.
    Judged(Verdict),
    /// The question cannot be run.
    Failed,
}

impl State {
    /// The lesson that is open.
    pub fn lesson(&self) -> Option<&Lesson> {
        let name = self.panes.lesson.as_ref()?;
        self.catalog.lessons.iter().find(|lesson| lesson.name == *name)
    }

    pub(super) fn tutor(&mut self, step: Step) {
        let tutoring = &mut self.tutoring;
        match step {
            Step::Typed(typed) => (tutoring.typed, tutoring.outcome) = (typed, Outcome::None),
            Step::Ask => {
                tutoring.outcome = Outcome::Running;
                tutoring.ticket += 1;
            }
            Step::Close => {
                tutoring.forget();
                self.panes.lesson = None;
            }
        }
    }

    pub(super) fn told_tutor(&mut self, told: Told) {
        let outcome = match told {
            Told::Opened { ticket, run: Err(_), .. } if ticket == self.tutoring.ticket => Outcome::Failed,
            Told::Frame(frame) if frame.view.ticket == self.tutoring.ticket => {
                self.judged(|question| question.answer(frame.totals.as_ref()?))
            }
            Told::Study { ticket, said: Err(_) } if ticket == self.tutoring.ticket => Outcome::Failed,
            Told::Study { ticket, said: Ok(known) } if ticket == self.tutoring.ticket => {
                if !known.progress.complete() {
                    return;
                }
                self.judged(|question| question.answer_of(&known.numbers))
            }
            _ => return,
        };
        if self.tutoring.outcome == Outcome::Running {
            self.tutoring.outcome = outcome;
        }
    }
}

impl State {
    /// What was typed, beside the answer.
    fn judged(&self, answer: impl Fn(&Question) -> Option<f64>) -> Outcome {
        let question = self.lesson().map(|lesson| &lesson.question);
        let verdict = |question: &Question| Some(question.judge(answer(question)?, &self.tutoring.typed));
        question.and_then(verdict).map_or(Outcome::Failed, Outcome::Judged)
    }
}

/// Runs the question when it is asked.
pub(super) fn asks(before: &State, now: &State) -> Vec<Ask> {
    let ticket = now.tutoring.ticket;
    let Some(lesson) = now.lesson().filter(|_| before.tutoring.ticket != ticket) else { return Vec::new() };
    let view = View { ticket, cycle: END, totals: true, ..View::default() };
    let document = Box::new(lesson.question.document.clone());
    let aside = |ask| Ask::Aside(TUTOR, Box::new(ask));
    if let Some(Asked { id, inputs }) = lesson.question.study.clone() {
        let presets = now.catalog.presets();
        return vec![aside(Ask::Study { ticket, id, document, inputs, presets })];
    }
    vec![aside(Ask::Open { ticket, document }), aside(Ask::Look(view))]
}

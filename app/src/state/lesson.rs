//! The open lesson: which of its questions is asked, what was typed or built, and what a run says to it.
//!
//! Which lesson is open is part of the view ([`super::Panes::lesson`]), and so of links. Questions are run at a desk of
//! their own, so that the page's run stays where it is. What was built is judged by two runs: that of the lesson's
//! document, whose memory it must leave, and that of the document as it is now.

use lanescope_core::{
    lessons::{Asked, Lesson, PATIENCE, Part, Question, Scene, Task, Verdict},
    session::{Report, vocabulary::Document},
};

use super::{
    State,
    tutoring::{Focus, Outcome, Over, key},
};
use crate::protocol::{Ask, END, Frame, TUTOR, Told, View};

/// What can happen to a lesson.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// The answer field has another text.
    Typed(String),
    /// Check the answer, or what was built. Where nothing was typed, the focus goes to where it is.
    Ask,
    /// Go to the question of this place.
    Question(usize),
    /// Look at what the text shows in this place.
    Scene(usize),
    /// Show the run that answered.
    ShowRun,
    /// Take the focus to the answer.
    Answer,
    /// What the browser kept of earlier visits.
    Kept(Vec<String>),
    /// Ask whether to start over.
    StartOver(Over),
    /// Do not.
    Keep,
    /// Do: forget what was answered.
    Forget,
    /// Open the text of the lesson of this name again, beside the document that is there.
    Resume(String),
    /// Close the lesson.
    Close,
}

impl State {
    /// The lesson that is open.
    pub fn lesson(&self) -> Option<&Lesson> {
        let name = self.panes.lesson.as_ref()?;
        self.catalog.lessons.iter().find(|lesson| lesson.name == *name)
    }

    /// The question that is asked.
    pub fn asked(&self) -> Option<&Question> {
        self.lesson()?.questions.get(self.tutoring.at)
    }

    /// What helps with it now: a hint after a wrong answer, the way to the answer after some, the explanation after the right
    /// one.
    pub fn help(&self) -> Option<&str> {
        let question = self.asked()?;
        match self.tutoring.attempt.outcome {
            Outcome::Judged(Verdict::Right) => Some(&question.why),
            _ if self.tutoring.attempt.wrong >= PATIENCE => Some(&question.way),
            _ if self.tutoring.attempt.wrong > 0 => Some(&question.hint),
            _ => None,
        }
    }

    pub(super) fn tutor(&mut self, step: Step) {
        if matches!(step, Step::Ask) && !self.builds() && self.tutoring.attempt.typed.trim().is_empty() {
            return self.tutoring.call(Focus::Answer);
        }
        let tutoring = &mut self.tutoring;
        match step {
            Step::Typed(typed) => (tutoring.attempt.typed, tutoring.attempt.outcome) = (typed, Outcome::None),
            Step::Ask => {
                (tutoring.attempt.outcome, tutoring.expected) = (Outcome::Running, None);
                tutoring.ticket += 1;
            }
            Step::Question(at) => {
                self.leave_question();
                let lesson = self.panes.lesson.clone().unwrap_or_default();
                self.tutoring.enter(&lesson, Some(at));
                self.leave_shown_run();
            }
            Step::Scene(at) => self.show_scene(at),
            Step::ShowRun => self.show_run(),
            Step::Answer => tutoring.call(Focus::Answer),
            Step::Kept(done) => tutoring.done = Some(done),
            Step::StartOver(over) => {
                tutoring.forgetting = Some(over);
                tutoring.call(Focus::Keep(over));
            }
            Step::Keep => {
                if let Some(over) = tutoring.forgetting.take() {
                    tutoring.call(Focus::StartOver(over));
                }
            }
            Step::Forget => {
                if let Some(over) = tutoring.forgetting.take() {
                    tutoring.forget(over, self.panes.lesson.as_deref());
                    tutoring.call(if over == Over::All { Focus::List } else { Focus::Answer });
                }
            }
            Step::Resume(name) => {
                if self.catalog.lessons.iter().any(|lesson| lesson.name == name) {
                    self.go_to_lesson(Some(name));
                }
            }
            Step::Close => {
                self.go_to_lesson(None);
                self.tutoring.call(Focus::Lessons);
            }
        }
    }

    /// Another lesson is open, or none; its questions are as they were left.
    pub(super) fn go_to_lesson(&mut self, lesson: Option<String>) {
        if self.panes.lesson == lesson {
            if lesson.is_some() {
                self.tutoring.call(Focus::Title);
            }
            return;
        }
        self.leave_question();
        self.forget_search();
        if let Some(name) = &lesson {
            self.tutoring.enter(name, None);
        }
        self.panes.lesson = lesson;
    }

    fn leave_question(&mut self) {
        let builds = self.builds();
        if let Some(lesson) = &self.panes.lesson {
            self.tutoring.leave(lesson, builds);
        }
    }

    /// Is something to be built?
    fn builds(&self) -> bool {
        self.asked().is_some_and(|question| matches!(question.task, Task::Build { .. }))
    }

    /// What is built begins with the lesson's document, not with the run that another question was shown.
    fn leave_shown_run(&mut self) {
        let Some((lesson, question)) = self.lesson().zip(self.asked()) else { return };
        if !matches!(question.task, Task::Build { .. }) || plain(&lesson.document) == *self.doc {
            return;
        }
        let shown = lesson.questions.iter().any(|other| match &other.task {
            Task::Tell { document, .. } => plain(document) == *self.doc,
            Task::Build { .. } => false,
        });
        if shown {
            let (document, at) = (lesson.document.clone(), self.tutoring.at);
            self.open(document);
            self.tutoring.at = at;
        }
    }

    /// A verdict on what was built says nothing of another document.
    pub(super) fn forget_verdict_on(&mut self, before: &Document) {
        if *before != *self.doc {
            let builds = self.builds();
            self.tutoring.forget_built(builds);
        }
    }

    pub(super) fn told_tutor(&mut self, told: Told) {
        if self.tutoring.attempt.outcome != Outcome::Running {
            return;
        }
        let outcome = match told {
            Told::Opened { ticket, run: Err(_), .. } if ticket == self.tutoring.ticket => Outcome::Failed,
            Told::Frame(frame) if frame.view.ticket == self.tutoring.ticket => match self.told_run(&frame) {
                Some(outcome) => outcome,
                None => return,
            },
            Told::Study { ticket, said: Err(_) } if ticket == self.tutoring.ticket => Outcome::Failed,
            Told::Study { ticket, said: Ok(known) } if ticket == self.tutoring.ticket => {
                if !known.progress.complete() {
                    return;
                }
                self.told_number(|question| question.answer_of(&known.numbers))
            }
            _ => return,
        };
        self.take_outcome(outcome);
    }

    /// What the end of a run says; nothing if another run must follow.
    fn told_run(&mut self, frame: &Frame) -> Option<Outcome> {
        let Some(totals) = &frame.totals else { return Some(Outcome::Failed) };
        let builds = matches!(self.asked()?.task, Task::Build { .. });
        let memory = frame.digests.map(|(memory, _)| memory);
        match (self.tutoring.expected, memory) {
            _ if !builds => Some(self.told_number(|question| question.answer(totals))),
            _ if frame.status.halt.is_some() => Some(Outcome::Failed),
            (_, None) => Some(Outcome::Failed),
            (Some(expected), Some(memory)) => Some(self.told_built(totals, memory == expected)),
            (None, memory) => {
                self.tutoring.expected = memory;
                self.tutoring.ticket += 1;
                None
            }
        }
    }

    /// What was typed, beside the answer.
    fn told_number(&self, answer: impl Fn(&Question) -> Option<f64>) -> Outcome {
        let verdict =
            |question: &Question| Some(question.task.judge(answer(question)?, &self.tutoring.attempt.typed));
        self.asked().and_then(verdict).map_or(Outcome::Failed, Outcome::Judged)
    }

    /// What was built, beside its bounds.
    fn told_built(&self, totals: &Report, same: bool) -> Outcome {
        let Some(lesson) = self.lesson() else { return Outcome::Failed };
        // A counter that never counted has no row.
        let verdict = |question: &Question| {
            let number = question.answer(totals).unwrap_or(0.0);
            question.task.judge_built(&lesson.document, &self.document(), number, same)
        };
        self.asked().map_or(Outcome::Failed, |question| Outcome::Judged(verdict(question)))
    }

    fn take_outcome(&mut self, outcome: Outcome) {
        self.tutoring.attempt.outcome = outcome;
        match outcome {
            Outcome::Judged(Verdict::Right) => {
                let key = key(self.panes.lesson.as_deref().unwrap_or_default(), self.tutoring.at);
                let done = self.tutoring.done.get_or_insert_default();
                if !done.contains(&key) {
                    done.push(key);
                }
            }
            Outcome::Judged(Verdict::Low | Verdict::High | Verdict::Changed | Verdict::Elsewhere) => {
                self.tutoring.attempt.wrong += 1
            }
            // What cannot be run needs help as well as what misses its goal.
            Outcome::Failed if self.builds() => self.tutoring.attempt.wrong += 1,
            _ => {}
        }
        let right = outcome == Outcome::Judged(Verdict::Right);
        self.tutoring.call(if right { Focus::Onward(self.tutoring.at) } else { Focus::Again });
    }

    /// The run that answered takes the place of the document that is there.
    fn show_run(&mut self) {
        let Some((lesson, question)) = self.lesson().zip(self.asked()) else { return };
        let scene = question.show.clone().unwrap_or_default();
        let document = match &question.task {
            Task::Tell { document, .. } => (**document).clone(),
            Task::Build { .. } => Document { view: lesson.document.view.clone(), ..self.document() },
        };
        let cycle = scene.cycle.unwrap_or(lesson.document.cycle);
        self.open(staged(Document { cycle, ..document }, &scene));
        self.tutoring.line = scene.line;
    }

    /// What the text speaks of: in the lesson's document, which is opened again if another one is there.
    fn show_scene(&mut self, at: usize) {
        let Some(lesson) = self.lesson() else { return };
        let Some(Part::Show(scene)) = lesson.text.get(at).cloned() else { return };
        let document = lesson.document.clone();
        if plain(&document) != *self.doc {
            let cycle = scene.cycle.unwrap_or(document.cycle);
            self.open(staged(Document { cycle, ..document }, &scene));
            self.tutoring.line = scene.line;
            return;
        }
        for (place, id) in scene.panels.split_whitespace().take(2).enumerate() {
            self.open_panel(place, id);
        }
        if let Some(unit) = scene.unit {
            self.select(unit);
        }
        if let Some(cycle) = scene.cycle {
            self.jump(cycle);
        }
        self.tutoring.line = scene.line;
        self.mark_shown_line();
    }

    /// Marks the line of a scene, if the text is known to the compiler; else when it is.
    pub(super) fn mark_shown_line(&mut self) {
        if self.stale() {
            return;
        }
        if let Some(mark) = self.tutoring.line.take().and_then(|line| self.line_mark(line.checked_sub(1)?)) {
            self.pick(Some(mark));
        }
    }
}

/// A document without what belongs to the view, as the page keeps it.
fn plain(document: &Document) -> Document {
    Document { view: Vec::new(), cycle: 0, ..document.clone() }
}

/// A document with the views and the unit of a scene.
fn staged(mut document: Document, scene: &Scene) -> Document {
    let unit = scene.unit.map(|unit| unit.to_string());
    let panels = Some(scene.panels.clone()).filter(|panels| !panels.is_empty());
    for (key, value) in [("panels", panels), ("unit", unit)] {
        if let Some(value) = value {
            document.view.retain(|(known, _)| known != key);
            document.view.push((key.into(), value));
        }
    }
    document
}

/// Runs the question when it is asked.
pub(super) fn asks(before: &State, now: &State) -> Vec<Ask> {
    let ticket = now.tutoring.ticket;
    if before.tutoring.ticket == ticket {
        return Vec::new();
    }
    let Some((lesson, question)) = now.lesson().zip(now.asked()) else { return Vec::new() };
    let aside = |ask| Ask::Aside(TUTOR, Box::new(ask));
    let document = match &question.task {
        Task::Tell { document, .. } => document.clone(),
        Task::Build { .. } if now.tutoring.expected.is_none() => Box::new(lesson.document.clone()),
        Task::Build { .. } => Box::new(now.document()),
    };
    if let Task::Tell { study: Some(Asked { id, inputs }), .. } = question.task.clone() {
        let presets = now.catalog.presets();
        return vec![aside(Ask::Study { ticket, id, document, inputs, presets })];
    }
    let digests = matches!(question.task, Task::Build { .. });
    let view = View { ticket, cycle: END, totals: true, digests, ..View::default() };
    vec![aside(Ask::Open { ticket, document }), aside(Ask::Look(view))]
}

//! The open lesson: which of its questions is asked, what was typed or built, and what a run says to it.
//!
//! Which lesson is open is part of the view ([`super::Panes::lesson`]), and so of links. Questions are run at a desk of
//! their own, so that the page's run stays where it is. What was built is judged by two runs: that of the lesson's
//! document, whose memory it must leave, and that of the document as it is now.

use lanescope_core::{
    lessons::{Asked, Lesson, PATIENCE, Part, Question, Scene, Task, Verdict},
    session::{Report, vocabulary::Document},
};

use super::State;
use crate::protocol::{Ask, END, Frame, TUTOR, Told, View};

/// What can happen to a lesson.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// The answer field has another text.
    Typed(String),
    /// Check the answer, or what was built.
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
    /// Forget which questions were answered, in all lessons.
    StartOver,
    /// Close the lesson.
    Close,
}

/// See the module.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tutoring {
    /// The question that is asked, by its place.
    pub at: usize,
    /// What was typed.
    pub typed: String,
    /// The verdict on it.
    pub outcome: Outcome,
    /// Wrong answers to this question.
    pub wrong: u32,
    /// Questions that were answered, as [`key`] names them; `None` until the browser has been asked.
    pub done: Option<Vec<String>>,
    /// How often the focus was called to the answer.
    pub called: u32,
    /// Number of the question that is being run, for its messages.
    ticket: u32,
    /// The digest of the memory that the lesson's document leaves, while what was built is run.
    expected: Option<u64>,
}

/// How a question is kept.
pub fn key(lesson: &str, at: usize) -> String {
    format!("{lesson} {}", at + 1)
}

impl Tutoring {
    /// What was typed and said belongs to the question that gives way.
    pub(super) fn forget(&mut self) {
        let done = self.done.take();
        *self = Tutoring { ticket: self.ticket, called: self.called, done, ..Tutoring::default() };
    }

    /// Has this question of a lesson been answered?
    pub fn is_done(&self, lesson: &str, at: usize) -> bool {
        self.done.iter().flatten().any(|known| *known == key(lesson, at))
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

    /// The question that is asked.
    pub fn asked(&self) -> Option<&Question> {
        self.lesson()?.questions.get(self.tutoring.at)
    }

    /// What helps with it now: a hint after a wrong answer, the way to the answer after some, the explanation after the right
    /// one.
    pub fn help(&self) -> Option<&str> {
        let question = self.asked()?;
        match self.tutoring.outcome {
            Outcome::Judged(Verdict::Right) => Some(&question.why),
            _ if self.tutoring.wrong >= PATIENCE => Some(&question.way),
            _ if self.tutoring.wrong > 0 => Some(&question.hint),
            _ => None,
        }
    }

    pub(super) fn tutor(&mut self, step: Step) {
        let tutoring = &mut self.tutoring;
        match step {
            Step::Typed(typed) => (tutoring.typed, tutoring.outcome) = (typed, Outcome::None),
            Step::Ask => {
                (tutoring.outcome, tutoring.expected) = (Outcome::Running, None);
                tutoring.ticket += 1;
            }
            Step::Question(at) => {
                tutoring.forget();
                tutoring.at = at;
                self.leave_shown_run();
            }
            Step::Scene(at) => self.show_scene(at),
            Step::ShowRun => self.show_run(),
            Step::Answer => tutoring.called += 1,
            Step::Kept(done) => tutoring.done = Some(done),
            Step::StartOver => {
                tutoring.forget();
                tutoring.done = Some(Vec::new());
            }
            Step::Close => {
                tutoring.forget();
                self.panes.lesson = None;
            }
        }
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
        let builds = |question: &Question| matches!(question.task, Task::Build { .. });
        if self.tutoring.outcome != Outcome::None && *before != *self.doc && self.asked().is_some_and(builds)
        {
            self.tutoring.outcome = Outcome::None;
        }
    }

    pub(super) fn told_tutor(&mut self, told: Told) {
        if self.tutoring.outcome != Outcome::Running {
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
            |question: &Question| Some(question.task.judge(answer(question)?, &self.tutoring.typed));
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
        self.tutoring.outcome = outcome;
        match outcome {
            Outcome::Judged(Verdict::Right) => {
                let Some(name) = self.panes.lesson.clone() else { return };
                let key = key(&name, self.tutoring.at);
                let done = self.tutoring.done.get_or_insert_default();
                if !done.contains(&key) {
                    done.push(key);
                }
            }
            Outcome::Judged(Verdict::Low | Verdict::High | Verdict::Changed | Verdict::Elsewhere) => {
                self.tutoring.wrong += 1
            }
            // What cannot be run needs help as well as what misses its goal.
            Outcome::Failed
                if self.asked().is_some_and(|question| matches!(question.task, Task::Build { .. })) =>
            {
                self.tutoring.wrong += 1
            }
            _ => {}
        }
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
    }

    /// What the text speaks of: in the lesson's document, which is opened again if another one is there.
    fn show_scene(&mut self, at: usize) {
        let Some(lesson) = self.lesson() else { return };
        let Some(Part::Show(scene)) = lesson.text.get(at).cloned() else { return };
        let document = lesson.document.clone();
        if plain(&document) != *self.doc {
            let cycle = scene.cycle.unwrap_or(document.cycle);
            self.open(staged(Document { cycle, ..document }, &scene));
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
        if let Some(mark) = scene.line.and_then(|line| self.line_mark(line)) {
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

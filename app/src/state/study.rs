//! Studies: what was entered, the one that is under way, and what became of each.
//!
//! A study's panel is open like any other; its runs begin when somebody asks for them, at a desk of their own, so that the page's run
//! stays where it is. What was entered is part of the view ([`super::Panes::entered`]), and so of links.

use std::rc::Rc;

use lanescope_core::session::{Figure, Question, studies::Progress, vocabulary::Document};

use super::{Answer, Shared, State};
use crate::protocol::{Ask, STUDIES, Told};

/// What can happen to a study.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// An input of a study has another value: ids of the study and of the input, and the value.
    Entered(String, String, String),
    /// Begin the study of this id.
    Begin(String),
    /// Leave off; what is known stays.
    Stop,
}

/// See the module.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Studying {
    /// Number of the study that was begun last, for its messages.
    ticket: u32,
    /// Its id, and what it is a study of.
    begun: Option<(String, Rc<Document>)>,
    /// Is it under way?
    running: bool,
    /// How far it is.
    pub progress: Option<Progress>,
    /// What became of studies.
    pub outcomes: Vec<Outcome>,
}

/// What became of a study.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Its id.
    pub study: String,
    /// What it is a study of.
    pub document: Rc<Document>,
    /// What is known, or what is wrong with what was entered.
    pub figure: Result<Shared<Figure>, String>,
}

impl Studying {
    /// The study that is under way.
    pub fn running(&self) -> Option<&str> {
        self.begun.as_ref().filter(|_| self.running).map(|(study, _)| study.as_str())
    }

    /// What became of a study.
    pub fn outcome(&self, study: &str) -> Option<&Outcome> {
        self.outcomes.iter().find(|outcome| outcome.study == study)
    }

    /// The figures of studies, as answers of panels.
    pub fn answers(&self) -> impl Iterator<Item = Answer> {
        self.outcomes.iter().filter_map(|outcome| {
            let figure = outcome.figure.as_ref().ok()?.clone();
            let question = Question::default();
            Some(Answer::of_no_cycle(outcome.study.clone(), question, figure))
        })
    }

    /// The runs are gone, with the worker that did them.
    pub(super) fn lost(&mut self) {
        self.running = false;
    }
}

impl State {
    pub(super) fn study(&mut self, change: Change) {
        match change {
            Change::Entered(study, input, value) => {
                self.panes.entered.retain(|known| (&known.0, &known.1) != (&study, &input));
                self.panes.entered.push((study, input, value));
            }
            Change::Begin(study) => {
                self.studying.ticket += 1;
                self.studying.outcomes.retain(|outcome| outcome.study != study);
                self.studying.begun = Some((study, self.doc.clone()));
                (self.studying.running, self.studying.progress) = (true, None);
            }
            Change::Stop => self.studying.running = false,
        }
    }

    /// Is what a study says of another document than the one that is open?
    pub fn study_is_old(&self, outcome: &Outcome) -> bool {
        // What is compared beside the run is no part of what a study runs.
        let runs = |document: &Document| Document { compare: Vec::new(), ..document.clone() };
        !Rc::ptr_eq(&outcome.document, &self.doc) && runs(&outcome.document) != runs(&self.doc)
    }

    pub(super) fn told_study(&mut self, told: Told) {
        let Told::Study { ticket, said } = told else { return };
        if ticket != self.studying.ticket {
            return;
        }
        let studying = &mut self.studying;
        let Some((study, document)) = studying.begun.clone() else { return };
        let figure = match said {
            Ok(known) => {
                // What is told of a study that was stopped is what was known by then.
                studying.running &= !known.progress.complete();
                studying.progress = Some(known.progress);
                Ok(Shared::new(known.figure))
            }
            Err(why) => {
                studying.running = false;
                Err(why)
            }
        };
        studying.outcomes.retain(|outcome| outcome.study != study);
        studying.outcomes.push(Outcome { study, document, figure });
    }
}

/// Begins and stops studies.
pub(super) fn asks(before: &State, now: &State) -> Vec<Ask> {
    let aside = |ask| Ask::Aside(STUDIES, Box::new(ask));
    let ticket = now.studying.ticket;
    match now.studying.running() {
        Some(id) if before.studying.ticket != ticket => {
            let entered = now.panes.entered.iter().filter(|known| known.0 == id);
            let inputs = entered.map(|(_, input, value)| (input.clone(), value.clone())).collect();
            let (document, presets) = (Box::new((*now.doc).clone()), now.catalog.presets());
            vec![aside(Ask::Study { ticket, id: id.into(), document, inputs, presets })]
        }
        None if before.studying.running().is_some() => vec![aside(Ask::Stop)],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Known;

    fn told(state: &mut State, ticket: u32, done: usize) {
        let progress = Progress { done, all: 2, now: None, steps: false };
        let figure = Figure::empty(format!("{done} runs"));
        let known = Known { progress, figure, numbers: Vec::new() };
        state.told_study(Told::Study { ticket, said: Ok(Box::new(known)) });
    }

    fn known(state: &State, study: &str) -> Option<String> {
        let figure = state.studying.outcome(study)?.figure.as_ref().ok()?.clone();
        Some(figure.remark.clone())
    }

    #[test]
    fn a_study_is_asked_once_with_what_was_entered_and_tells_what_is_known() {
        let (mut state, idle) = (State::default(), State::default());
        state.study(Change::Entered("sweep".into(), "values".into(), "1".into()));
        state.study(Change::Entered("sweep".into(), "values".into(), "1,2".into()));
        state.study(Change::Entered("presets".into(), "machine".into(), "simt".into()));
        state.study(Change::Begin("sweep".into()));
        let wanted = vec![("values".to_string(), "1,2".to_string())];
        let asked = asks(&idle, &state);
        let is_study = |ask: &Ask| matches!(ask, Ask::Study { ticket: 1, inputs, .. } if *inputs == wanted);
        assert!(matches!(&asked[..], [Ask::Aside(STUDIES, ask)] if is_study(ask)), "{asked:?}");
        assert_eq!(asks(&state, &state), []);
        told(&mut state, 1, 1);
        assert_eq!(
            (state.studying.running(), known(&state, "sweep")),
            (Some("sweep"), Some("1 runs".into()))
        );
        told(&mut state, 1, 2);
        assert_eq!((state.studying.running(), known(&state, "sweep")), (None, Some("2 runs".into())));
    }

    #[test]
    fn a_study_that_was_stopped_keeps_what_was_known() {
        let mut state = State::default();
        state.study(Change::Begin("presets".into()));
        told(&mut state, 1, 2);
        state.study(Change::Begin("sweep".into()));
        let before = state.clone();
        state.study(Change::Stop);
        assert!(matches!(&asks(&before, &state)[..], [Ask::Aside(STUDIES, ask)] if **ask == Ask::Stop));
        told(&mut state, 2, 0);
        // An answer to the study before comes too late.
        told(&mut state, 1, 1);
        assert_eq!(
            (known(&state, "presets"), known(&state, "sweep")),
            (Some("2 runs".into()), Some("0 runs".into()))
        );
        assert_eq!(state.studying.running(), None);
    }

    #[test]
    fn what_a_study_says_of_another_document_is_old() {
        let mut state = State::default();
        state.study(Change::Begin("sweep".into()));
        told(&mut state, 1, 2);
        let outcome = state.studying.outcomes[0].clone();
        assert!(!state.study_is_old(&outcome));
        state.doc = Rc::new(Document { compare: vec![state.doc.machine.clone()], ..(*state.doc).clone() });
        assert!(!state.study_is_old(&outcome));
        state.doc = Rc::new(Document { source: "other".into(), ..(*state.doc).clone() });
        assert!(state.study_is_old(&outcome));
    }
}

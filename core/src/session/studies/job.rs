//! One run of a study, in slices.

use alloc::{
    boxed::Box,
    string::{String, ToString},
};

use crate::{
    document::{Document, Limits},
    session::{Session, data::Report},
};

/// The numbers of a whole run, or why there are none.
pub type Outcome = Result<Report, String>;

/// A document that is run to its end.
#[derive(Debug)]
pub struct Job {
    state: State,
}

#[derive(Debug)]
enum State {
    Waiting(Box<(Document, Limits)>),
    Running(Box<Session>),
    Done,
}

impl Job {
    /// A run that has not begun: that takes its first slice.
    pub fn new(document: Document, limits: Limits) -> Job {
        Job { state: State::Waiting(Box::new((document, limits))) }
    }

    /// Goes on for at most `budget` cycles. Its numbers when it is done, once.
    pub fn advance(&mut self, budget: u64) -> Option<Outcome> {
        let mut session = match core::mem::replace(&mut self.state, State::Done) {
            State::Done => return None,
            State::Running(session) => session,
            State::Waiting(made_of) => match started(made_of.0, made_of.1) {
                Ok(session) => Box::new(session),
                Err(why) => return Some(Err(why)),
            },
        };
        if session.advance(u64::MAX, budget).complete {
            return Some(finished(&session));
        }
        self.state = State::Running(session);
        None
    }

    /// The furthest cycle simulated.
    pub fn cycle(&self) -> u64 {
        match &self.state {
            State::Running(session) => session.status().frontier,
            State::Waiting(_) | State::Done => 0,
        }
    }
}

fn started(document: Document, limits: Limits) -> Result<Session, String> {
    let mut session = Session::open(document, limits);
    match session.start() {
        Ok(_) => Ok(session),
        Err(found) => {
            Err(found.first().map_or_else(|| "it cannot run".into(), |first| first.message.clone()))
        }
    }
}

fn finished(session: &Session) -> Outcome {
    match session.status().halt {
        Some(halt) => Err(halt.message),
        None => session.totals().ok_or_else(|| "there are no numbers".to_string()),
    }
}

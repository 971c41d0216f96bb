//! Drives a session to its end, with an eye on the clock, and says why it did not get there.

use std::{
    io::IsTerminal,
    time::{Duration, Instant},
};

use lanescope_core::session::{
    Check, HaltInfo, Session,
    vocabulary::{Diagnostic, Halt},
};

use crate::{
    Failure,
    diagnostics::{self, Text},
};

/// Cycles between two looks at the clock.
const SLICE: u64 = 50_000;

/// Instructions of the reference between two looks at the clock.
const CHECK_SLICE: u64 = 1_000_000;

/// How often what a run holds is looked at.
const LOOK: Duration = Duration::from_secs(1);

/// For how long it may be the same before that is said.
const QUIET: Duration = Duration::from_secs(10);

/// Why a run ended before its work was done.
pub enum Stop {
    /// The machine halted.
    Halt(HaltInfo),
    /// It took too long: the limit in seconds.
    Time(f64),
}

impl Stop {
    /// In a sentence.
    pub fn message(&self) -> String {
        match self {
            Stop::Halt(halt) => halt.message.clone(),
            Stop::Time(limit) => format!("the run takes more wall time than limit `max-seconds` = {limit}"),
        }
    }
}

/// The wall time of a run and its limit.
#[derive(Clone, Copy)]
pub struct Clock {
    started: Instant,
    limit: Option<f64>,
}

impl Clock {
    /// Starts.
    pub fn start(limit: Option<f64>) -> Clock {
        Clock { started: Instant::now(), limit }
    }

    /// Seconds since then.
    pub fn seconds(self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Is the time over?
    pub fn stop(self) -> Option<Stop> {
        self.limit.filter(|limit| self.seconds() > *limit).map(Stop::Time)
    }
}

/// Starts a session; what is wrong with launch or settings is printed.
pub fn start(session: &mut Session, name: &str) -> Result<(), Failure> {
    session.start().map(|_| ()).map_err(|found| said(session, name, &found))
}

/// Prints what was found; the failure that it is.
pub fn said(session: &Session, name: &str, found: &[Diagnostic]) -> Failure {
    diagnostics::print(&Text::of(name, &session.document(), &session.compiled().binaries), found);
    diagnostics::failure(found)
}

/// Runs to the end, with a progress line on a terminal.
pub fn to_end(session: &mut Session, clock: Clock) -> Option<Stop> {
    to(session, u64::MAX, clock)
}

/// Runs to a cycle, or to the end if that is earlier, with a progress line on a terminal.
pub fn to(session: &mut Session, cycle: u64, clock: Clock) -> Option<Stop> {
    let progress = progress();
    let mut quiet = Quiet::new(Instant::now());
    let stop = loop {
        let status = session.advance(cycle, SLICE);
        if quiet.is_new(Instant::now(), || session.contents_digest()) {
            progress.suspend(|| diagnostics::say(&quiet_in_words(Some(status.frontier))));
        }
        progress.set_message(format!("cycle {}", status.frontier));
        progress.tick();
        if status.complete {
            break status.halt.map(Stop::Halt);
        }
        if status.frontier >= cycle {
            break None;
        }
        if let Some(stop) = clock.stop() {
            break Some(stop);
        }
    };
    progress.finish_and_clear();
    stop
}

/// Said of a run in which nothing happens.
pub fn quiet_in_words(cycle: Option<u64>) -> String {
    let (at, limit) = match cycle {
        Some(cycle) => (format!(" (cycle {cycle})"), "--max-cycles"),
        None => (String::new(), "--limit functional_instructions=N"),
    };
    format!(
        "note: for {} s no register, flag or memory has been seen to change{at}; the run goes on ({limit} and --max-seconds \
         end it)",
        QUIET.as_secs()
    )
}

/// Finds out that a run changes nothing: a digest of what it holds is taken now and then.
pub struct Quiet {
    looked: Instant,
    /// The digest, and since when it is the same.
    last: (Option<u64>, Instant),
    said: bool,
}

impl Quiet {
    /// From now on.
    pub fn new(now: Instant) -> Quiet {
        Quiet { looked: now, last: (None, now), said: false }
    }

    /// Has nothing changed for so long that it is to be said? It is once.
    pub fn is_new(&mut self, now: Instant, digest: impl FnOnce() -> Option<u64>) -> bool {
        if self.said || now.duration_since(self.looked) < LOOK {
            return false;
        }
        self.looked = now;
        let digest = digest();
        if digest.is_none() || digest != self.last.0 {
            self.last = (digest, now);
            return false;
        }
        self.said = now.duration_since(self.last.1) >= QUIET;
        self.said
    }
}

/// A progress line, if somebody looks.
pub fn progress() -> indicatif::ProgressBar {
    match std::io::stderr().is_terminal() {
        true => indicatif::ProgressBar::new_spinner(),
        false => indicatif::ProgressBar::hidden(),
    }
}

/// Compares with the reference, to the end; `stop` says why it was not reached.
pub fn checked(session: &mut Session, clock: Clock, stop: &mut Option<Stop>) -> Option<Check> {
    loop {
        if let Some(check) = session.check(CHECK_SLICE) {
            return Some(check);
        }
        *stop = clock.stop();
        if stop.is_some() {
            return None;
        }
    }
}

/// The failure that a stop is; what halted the machine is printed as a diagnostic at its place.
pub fn failure(name: &str, session: &Session, stop: &Stop) -> Failure {
    match stop {
        Stop::Halt(halt) if !matches!(halt.halt, Halt::Limit { .. }) => {
            said(session, name, &[Diagnostic::error("run::halt", halt.span, halt.message.clone())])
        }
        Stop::Halt(halt) => {
            let text = Text::of(name, &session.document(), &session.compiled().binaries);
            let place = text.place(halt.span).map_or(String::new(), |place| format!("{place}: "));
            Failure::Limit(format!("{place}{}", halt.message))
        }
        Stop::Time(_) => Failure::Limit(stop.message()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The second at which a run is said to change nothing; `digest` is what it holds in each second.
    fn said(digest: impl Fn(u64) -> Option<u64>) -> Vec<u64> {
        let start = Instant::now();
        let mut quiet = Quiet::new(start);
        (0..60)
            .filter(|second| quiet.is_new(start + Duration::from_secs(*second), || digest(*second)))
            .collect()
    }

    #[test]
    fn a_run_that_changes_nothing_is_said_once_after_ten_seconds() {
        assert_eq!(said(|_| Some(7)), [11], "looked at from second 1 on");
        assert_eq!(said(|second| Some(second.min(20))), [30]);
        assert!(said(|second| Some(second / 10)).is_empty(), "a change every ten seconds");
        assert!(said(|_| None).is_empty());
    }
}

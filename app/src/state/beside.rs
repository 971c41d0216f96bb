//! The runs beside the page's own: the same document on the machines that it is compared with.
//!
//! They follow the page's cursor, by cycle or by share of the run, and show the same part of time. The cursor may go on
//! to the end of the longest run.

use lanescope_core::session::{
    Figure, Question, Report, Run, Status, Strip,
    vocabulary::{Diagnostic, Document, MachineChoice},
};

use super::{Shared, State, outbox};
use crate::protocol::{Ask, BESIDE, END, Frame, Told, View};

/// Most machines that a document is compared with.
pub const MOST: usize = 3;

/// How compared runs keep step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// All are at the same cycle.
    #[default]
    Cycle,
    /// All have done the same share of their run.
    Share,
}

impl Pace {
    /// Both, with their names in links.
    pub const ALL: [(Pace, &str); 2] = [(Pace::Cycle, "cycle"), (Pace::Share, "share")];

    /// The name in links.
    pub fn name(self) -> &'static str {
        Pace::ALL.iter().find(|(pace, _)| *pace == self).map_or("", |(_, name)| name)
    }

    /// By its name in links.
    pub fn named(name: &str) -> Option<Pace> {
        Pace::ALL.iter().find(|(_, known)| *known == name).map(|(pace, _)| *pace)
    }
}

/// A run beside the page's own.
#[derive(Clone, Debug, PartialEq)]
pub struct Beside {
    /// The run, or what is wrong; none until the worker has compiled it.
    pub run: Option<Result<Shared<Run>, Shared<Vec<Diagnostic>>>>,
    /// How far it is.
    pub status: Status,
    /// The whole run by causes.
    pub strip: Shared<Strip>,
    /// What its machine shows of it, as last sent.
    pub picture: Option<Shared<Figure>>,
    /// The numbers at its frontier.
    pub totals: Option<Shared<Report>>,
    /// The view of the last frame.
    shown: Option<View>,
}

impl Default for Beside {
    fn default() -> Beside {
        Beside {
            run: None,
            status: super::no_status(),
            strip: Shared::new(lanescope_core::session::Strip::default()),
            picture: None,
            totals: None,
            shown: None,
        }
    }
}

impl Beside {
    /// Has it a run?
    pub fn runs(&self) -> bool {
        matches!(self.run, Some(Ok(_)))
    }

    /// Takes what the worker says of it.
    fn told(&mut self, told: Told, wanted: u32) {
        match told {
            Told::Opened { ticket, run, .. } if ticket == wanted => {
                self.run = Some(run.map(Shared::new).map_err(Shared::new));
            }
            Told::Progress { ticket, status, strip, .. } if ticket == wanted => {
                (self.status, self.strip) = (status, Shared::new(strip));
            }
            Told::Frame(frame) if frame.view.ticket == wanted => self.show(*frame),
            _ => {}
        }
    }

    fn show(&mut self, frame: Frame) {
        self.status = frame.status;
        let picture = frame.figures.into_iter().next().map(|(_, figure)| Shared::new(figure));
        self.picture = picture.or(self.picture.take());
        self.totals = frame.totals.map(Shared::new).or(self.totals.take());
        self.strip = frame.strip.map_or_else(|| self.strip.clone(), Shared::new);
        self.shown = Some(frame.view);
    }
}

impl State {
    /// Is the document compared with other machines?
    pub fn comparing(&self) -> bool {
        !self.doc.compare.is_empty()
    }

    /// Every machine of the comparison: the document's own first.
    pub fn machines_compared(&self) -> impl Iterator<Item = &MachineChoice> {
        std::iter::once(&self.doc.machine).chain(&self.doc.compare)
    }

    /// The documents that run beside the page's own.
    pub fn documents_beside(&self) -> Vec<Document> {
        self.doc.compare.iter().map(|machine| self.doc.on(machine)).collect()
    }

    /// The last cycle that the cursor can go to, as far as it is known: of the own run, or of the longest one if all are
    /// compared by cycle.
    pub fn reach(&self) -> u64 {
        let others = self.beside.iter().filter(|_| self.panes.pace == Pace::Cycle);
        others.map(|run| run.status.frontier).fold(self.status.frontier, u64::max)
    }

    /// Is that the end of all runs?
    pub fn all_complete(&self) -> bool {
        let others = self.beside.iter().filter(|run| self.panes.pace == Pace::Cycle && run.runs());
        others.fold(self.status.complete, |all, run| all && run.status.complete)
    }

    /// Have all runs arrived where they should be?
    pub fn all_settled(&self) -> bool {
        let arrived = |at: usize| {
            let goal = self.look_beside(at);
            let shown = |view: &View| (view.ticket, view.cycle) == (goal.ticket, goal.cycle);
            !self.beside[at].runs() || self.beside[at].shown.as_ref().is_some_and(shown)
        };
        (0..self.beside.len()).all(arrived)
    }

    /// The cycle of a run beside the own one.
    pub fn cursor_beside(&self, at: usize) -> u64 {
        let Some(run) = self.beside.get(at).map(|run| &run.status) else { return 0 };
        match self.panes.pace {
            Pace::Cycle if run.complete => self.cursor().min(run.frontier),
            Pace::Cycle => self.cursor(),
            Pace::Share => share(self.cursor(), self.status.frontier, run.frontier),
        }
    }

    /// The part of its time that a run beside the own one shows: first cycle and number.
    pub fn window_beside(&self, at: usize) -> (f64, f64) {
        let own = self.window_exact();
        let Some(run) = self.beside.get(at).filter(|_| self.panes.pace == Pace::Share) else { return own };
        let scale = whole(run.status.frontier) / whole(self.status.frontier);
        (own.0 * scale, own.1 * scale)
    }

    /// What the screen shows of a run beside the own one.
    pub fn look_beside(&self, at: usize) -> View {
        let (from, cycles) = self.window_beside(at);
        let (from, to) = (from.floor() as u64, (from + cycles).ceil() as u64);
        View {
            ticket: self.beside_ticket,
            cycle: if self.goal == END { END } else { self.cursor_beside(at) },
            figures: self.question_beside(at, (from, to)),
            strip: self.panes.strip_size,
            totals: true,
            ..View::default()
        }
    }

    /// What its machine is asked for: the picture that shows runs beside others.
    fn question_beside(&self, at: usize, cycles: (u64, u64)) -> Vec<(String, Question)> {
        let choice = self.doc.compare.get(at);
        let machine = choice.and_then(|choice| self.catalog.machine(&choice.preset));
        let panel = machine.and_then(|machine| outbox::beside(&machine.panels, &self.panes.beside));
        panel.map_or_else(Vec::new, |panel| outbox::picture(panel, cycles, self.beside_size))
    }

    /// The runs beside the own one that were on this machine are gone.
    pub(super) fn lose_beside(&mut self, machine: &str) {
        for (run, choice) in self.beside.iter_mut().zip(&self.doc.compare) {
            if choice.machine() == machine {
                *run = Beside::default();
            }
        }
    }

    /// All runs beside the own one begin anew.
    pub(super) fn reopen_beside(&mut self) {
        self.beside = vec![Beside::default(); self.doc.compare.len()];
        self.beside_ticket += 1;
    }

    pub(super) fn told_beside(&mut self, at: u32, told: Told) {
        let wanted = self.beside_ticket;
        if let Some(run) = at.checked_sub(BESIDE).and_then(|at| self.beside.get_mut(at as usize)) {
            run.told(told, wanted);
        }
    }
}

/// What must be asked of the runs beside the own one.
pub(super) fn asks(before: &State, now: &State) -> Vec<Ask> {
    let look = |state: &State, at: usize| {
        state.beside.get(at).filter(|run| run.runs()).map(|_| state.look_beside(at))
    };
    let changed = (0..now.beside.len()).filter_map(|at| {
        let (old, new) = (look(before, at), look(now, at)?);
        let more =
            before.beside.get(at).map(|run| run.status.complete) != Some(now.beside[at].status.complete);
        let ask =
            |new| if outbox::moved(before, now) || old.is_none() { Ask::Look(new) } else { Ask::Grown(new) };
        (old.as_ref() != Some(&new) || more).then(|| Ask::Aside(BESIDE + at as u32, Box::new(ask(new))))
    });
    changed.collect()
}

fn whole(frontier: u64) -> f64 {
    (frontier as f64 + 1.0).max(16.0)
}

/// The same share of another run; both ends fall on ends.
fn share(cycle: u64, of: u64, other: u64) -> u64 {
    let scaled = u128::from(cycle.min(of)) * u128::from(other) / u128::from(of.max(1));
    u64::try_from(scaled).unwrap_or(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_map_ends_to_ends() {
        assert_eq!((share(0, 100, 1000), share(100, 100, 1000), share(50, 100, 1000)), (0, 1000, 500));
        assert_eq!(share(7, 0, 9), 0);
        assert_eq!(share(u64::MAX, 10, u64::MAX), u64::MAX);
    }

    #[test]
    fn paces_have_names() {
        for (pace, name) in Pace::ALL {
            assert_eq!((pace.name(), Pace::named(name)), (name, Some(pace)));
        }
    }
}

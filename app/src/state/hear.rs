//! What workers say: that a document was compiled, how far its run is, what the screen shows of it, and that they are gone.

use super::{Build, Checking, Notice, Shared, SourceMap, State};
use crate::{
    protocol::{Frame, STUDIES, TUTOR, Told},
    text,
};

impl State {
    pub(super) fn told(&mut self, told: Told) {
        match told {
            Told::Opened { ticket, .. } if ticket != self.build.wanted => {}
            Told::Opened { ticket, compiled, run } => {
                let map = SourceMap::new(self.doc.program_with(&compiled.binaries), &compiled);
                let (run, problems) = match run {
                    Ok(run) => {
                        self.goal = self.wish.take().unwrap_or(self.goal);
                        (Some(Shared::new(run)), Vec::new())
                    }
                    Err(problems) => {
                        (self.play.on, self.finding, self.check) = (false, None, Checking::No);
                        (None, problems)
                    }
                };
                self.build = Build {
                    have: Some(ticket),
                    machine: self.machine().map(|machine| machine.id.clone()),
                    compiled: Some(Shared::new(*compiled)),
                    run,
                    problems: Shared::new(problems),
                    map: Shared::new(map),
                    ..self.build.clone()
                };
                self.forget_run();
                self.mark_shown_line();
            }
            Told::Progress { ticket, .. } if Some(ticket) != self.build.have => {}
            Told::Progress { status, strip, seconds, .. } => {
                let halted = self.status.halt.is_some();
                (self.status, self.seconds) = (status, seconds);
                self.strip = Shared::new(strip);
                self.hear_halt(halted, false);
            }
            Told::Frame(frame) => self.show(*frame),
            Told::Found(found) if self.runs() && self.finding.is_some() => self.found(found),
            Told::Found(_) => {}
            // What was asked of a run that is gone, or was stopped, is no answer.
            Told::Checked(check) if self.runs() && self.check == Checking::Running => {
                self.check = Checking::Done(Shared::new(check));
            }
            Told::Checked(_) => {}
            Told::Ir(pass, listing) => {
                if self.pass.as_ref().is_some_and(|(wanted, _)| *wanted == pass) {
                    self.pass = Some((pass, Shared::new(listing)));
                }
            }
            Told::Aside(TUTOR, told) => self.told_tutor(*told),
            Told::Aside(STUDIES, told) => self.told_study(*told),
            Told::Aside(at, told) => self.told_beside(at, *told),
            // Studies have desks of their own, and the rest is for the post.
            Told::Study { .. } | Told::Wanted(..) | Told::Ran(..) => {}
            Told::Exported(told) => self.told_export(&told),
            Told::Ready | Told::Broken(_) => {}
        }
    }

    fn forget_run(&mut self) {
        let units = self.units();
        (self.status, self.seconds) = (super::no_status(), None);
        self.strip = Shared::new(lanescope_core::session::Strip::default());
        self.busy = Vec::new();
        self.list_rows();
        self.figures.clear();
        self.frame = None;
        self.pass = None;
        self.totals = None;
        self.panes.unit = self.panes.unit.min(units.saturating_sub(1));
        self.panes.first_row = self.panes.first_row.min(units.saturating_sub(1));
    }

    fn show(&mut self, mut frame: Frame) {
        if Some(frame.view.ticket) != self.build.have {
            return;
        }
        let newest = frame.view.cycle == self.goal;
        // A longer run that it is compared with goes on.
        let beyond = self.comparing() && frame.status.complete && self.goal <= self.reach();
        // The run ended (or was stopped) before the cycle that was asked for.
        let ended = newest && frame.status.cycle != self.goal && !beyond;
        if ended {
            self.goal = frame.status.cycle;
            self.follow();
        }
        let halted = self.status.halt.is_some();
        self.status = frame.status.clone();
        let strip = frame.strip.take();
        self.take_figures(&mut frame);
        self.totals = frame.totals.take().map(Shared::new).or(self.totals.take());
        self.strip = strip.map(Shared::new).unwrap_or_else(|| self.strip.clone());
        if let Some(busy) = frame.busy.take() {
            self.busy = busy;
            self.list_rows();
        }
        self.frame = Some(Shared::new(frame));
        let played = self.play.on && self.at_end();
        if played {
            self.play.on = false;
        }
        self.hear_halt(halted, ended || played);
    }

    /// Nothing is sent again by itself: not to the worker that broke, and not to those whose runs stand beside its own.
    pub(super) fn worker_lost(&mut self, machine: &str, reason: &str) {
        self.loading.retain(|known| known != machine);
        self.build.broken = true;
        self.play.on = false;
        if self.doc.machine.machine() == machine || self.build.machine.as_deref() == Some(machine) {
            self.build.run = None;
            self.finding = None;
            self.check = Checking::No;
        }
        self.exporting.now = None;
        self.lose_beside(machine);
        self.studying.lost();
        self.notice = Some(Notice { text: text::worker_lost(reason), bad: true });
    }
}

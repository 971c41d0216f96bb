//! The cursor moves: by a wish of the person, while it plays, to a cycle that was marked.

use super::{Checking, Mark, Notice, State, trail::Trail};
use crate::text;

impl State {
    /// Goes to a cycle that is not beside this one, which is remembered.
    pub(super) fn jump(&mut self, cycle: u64) {
        let from = self.cursor();
        if cycle.abs_diff(from) > 1 {
            self.trail.leave(from);
        }
        self.seek(cycle);
    }

    pub(super) fn retrace(&mut self, way: fn(&mut Trail, u64) -> Option<u64>) {
        let from = self.cursor();
        match way(&mut self.trail, from) {
            Some(cycle) => self.seek(cycle),
            None => self.notice = Some(Notice { text: text::NO_TRAIL.into(), bad: false }),
        }
    }

    pub(super) fn seek(&mut self, cycle: u64) {
        match self.runs() {
            true => self.goal = if self.all_complete() { cycle.min(self.reach()) } else { cycle },
            false => self.wish = Some(cycle),
        }
        self.finding = None;
        self.forget_search();
        // A line of the text says nothing about the new cycle.
        self.picked = self.picked.filter(|mark| !matches!(mark, Mark::Line(_)));
        if self.at_end() {
            self.play.on = false;
        }
        self.follow();
    }

    /// That a search found nothing was said of the place where it began.
    pub(super) fn forget_search(&mut self) {
        self.notice.take_if(|notice| [text::NO_MORE_EVENTS, text::NO_TRAIL].contains(&&*notice.text));
    }

    pub(super) fn toggle_play(&mut self) {
        if self.play.on {
            self.play.on = false;
        } else if self.build.run.is_some() || self.stale() && !self.build.broken {
            if self.at_end() {
                self.jump(0);
            }
            self.play.start();
        }
    }

    /// Stops what goes on. A cursor that is on its way stays where the run has come to: the cycle that was wished for would
    /// be asked for again as soon as anything else of the picture changes.
    pub(super) fn stop(&mut self) {
        self.play.on = false;
        if self.runs() && self.busy() {
            self.goal = self.goal.min(self.status.cycle);
        }
        self.wish = None;
        self.finding = None;
        if self.check == Checking::Running {
            self.check = Checking::No;
        }
        self.stops += 1;
    }

    /// Would a tick of so many milliseconds move the cursor?
    pub fn due(&self, milliseconds: f64) -> bool {
        let mut play = self.play;
        play.on && self.settled() && self.all_settled() && play.tick(milliseconds) > 0
    }

    pub(super) fn tick(&mut self, milliseconds: f64) {
        if self.play.on && self.settled() && self.all_settled() {
            let due = self.play.tick(milliseconds);
            if due > 0 {
                self.seek(self.cursor().saturating_add(due));
            }
        }
    }

    pub(super) fn bookmark(&mut self, digit: u8) {
        let slot = usize::from(digit % 10);
        match self.bookmarks[slot] {
            Some(cycle) => self.jump(cycle),
            None => {
                self.bookmarks[slot] = Some(self.cursor());
                self.notice = Some(Notice { text: text::bookmarked(digit, self.cursor()), bad: false });
            }
        }
    }
}

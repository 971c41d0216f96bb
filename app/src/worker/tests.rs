//! Page and worker together in one thread, with a clock of the tests' own: what the page's state asks, the worker's desk answers.

use std::cell::Cell;

use lanescope_core::{catalog::Catalog, session::vocabulary::Document};

use super::desks::Desks;
use crate::{
    protocol::{Ask, BESIDE, Told},
    state::{Action, State, asks},
};

/// Milliseconds that pass between two looks at the clock.
const TICK: f64 = 1.0;

/// A page, its worker, and the time.
struct Visit {
    state: State,
    desks: Desks,
    now: Cell<f64>,
    told: Vec<Told>,
}

impl Visit {
    fn new(document: Document) -> Visit {
        let mut state = State::default();
        state.apply(Action::Catalog(Box::new(Catalog::of_this_program())));
        state.apply(Action::TimelineSize(600, 8));
        state.apply(Action::StripSize(300));
        let mut visit = Visit { state, desks: Desks::default(), now: Cell::new(0.0), told: Vec::new() };
        visit.does(Action::OpenDocument(Box::new(document.clone())));
        let ticket = visit.state.build.wanted;
        visit.ask(Ask::Open { ticket, document: Box::new(document) });
        let (ticket, others) = (visit.state.beside_ticket, visit.state.documents_beside());
        for (at, document) in (BESIDE..).zip(others) {
            visit.ask(Ask::Aside(at, Box::new(Ask::Open { ticket, document: Box::new(document) })));
        }
        visit
    }

    fn ask(&mut self, ask: Ask) {
        self.desks.take(ask, self.now.get(), &mut |told| self.told.push(told));
    }

    /// Something happens on the page, and what follows from it is asked.
    fn does(&mut self, action: Action) {
        let before = self.state.clone();
        self.state.apply(action);
        asks(&before, &self.state).into_iter().for_each(|ask| self.ask(ask));
    }

    /// A slice of the worker's work, and the page hears what came of it. When to come again.
    fn slice(&mut self) -> Option<f64> {
        let clock = || {
            self.now.set(self.now.get() + TICK);
            self.now.get()
        };
        let wait = self.desks.work(&clock, &mut |told| self.told.push(told));
        for told in std::mem::take(&mut self.told) {
            self.does(Action::Told(Box::new(told)));
        }
        wait
    }

    /// Works until nothing is left: the milliseconds for which the worker was idle before the run was whole, and how often.
    fn until_whole(&mut self) -> (f64, u32) {
        let (mut idle, mut times) = (0.0, 0);
        while let Some(wait) = self.slice() {
            let whole = self.state.status.complete && self.state.all_complete();
            if wait > 0.0 && !whole {
                (idle, times) = (idle + wait, times + 1);
            }
            self.now.set(self.now.get() + wait);
        }
        assert!(self.state.status.complete && self.state.all_complete());
        (idle, times)
    }
}

/// A run of some hundred thousand cycles.
fn long(preset: &str) -> Document {
    let text = "// lanescope: global 32\n// lanescope: local 32\n// lanescope: arg x [32] zeros\n\
        __kernel void k(__global int *x) { for (int a = 0; a < 20000; a++) x[get_global_id(0)] += a; }\n";
    let mut document = lanescope_core::session::document_of(text.into());
    document.machine.preset = preset.into();
    document
}

/// Progress makes the page look again, for its window reaches to the end of what is known. No hand has moved anything then.
#[test]
fn the_rest_of_a_run_is_explored_without_a_pause_on_every_machine() {
    for machine in Catalog::of_this_program().machines {
        let mut visit = Visit::new(long(&machine.presets[0].id));
        let (idle, times) = visit.until_whole();
        let (id, frontier) = (&machine.id, visit.state.status.frontier);
        assert!(visit.now.get() > 500.0, "{id}: {frontier} cycles are several reports of progress");
        // Once, a moment after the person's last look.
        assert!(times <= 1 && idle <= 250.0, "{id}: idle {times} times, {idle} ms in {frontier} cycles");
        assert_eq!((visit.state.cursor(), visit.state.settled()), (0, true), "{id}");
    }
}

#[test]
fn compared_runs_are_explored_without_a_pause() {
    let mut document = long("simt/teaching");
    document.compare = vec![long("rvv/textbook").machine];
    let (idle, times) = Visit::new(document).until_whole();
    assert!(times <= 1 && idle <= 250.0, "idle {times} times, {idle} ms");
}

/// While a person moves the cursor the worker has its hands free for that.
#[test]
fn a_look_of_a_person_makes_exploring_wait() {
    let mut visit = Visit::new(long("simt/teaching"));
    while visit.state.status.frontier < 20_000 {
        assert!(visit.slice().is_some(), "the run is longer than that");
    }
    visit.does(Action::Seek(10));
    assert!(
        std::iter::repeat_with(|| visit.slice()).take(20).any(|wait| wait.is_some_and(|wait| wait > 100.0))
    );
}

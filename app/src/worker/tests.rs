//! Page and worker together in one thread, with a clock of the tests' own: what the page's state asks, the worker's desk answers.

use std::cell::Cell;

use lanescope_core::{
    catalog::Catalog,
    session::{
        document_of,
        figure::Form,
        vocabulary::{Causes, Document},
    },
};

use super::desks::Desks;
use crate::{
    protocol::{Ask, BESIDE, Told},
    state::{Action, Mark, State, asks, verdict::Tone},
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
    let mut document = document_of(text.into());
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

/// A run that halts in work-item 37, on every machine: memory that may not be written is nowhere dropped silently.
fn halting(preset: &str) -> Document {
    let text = "// lanescope: global 64\n// lanescope: local 32\n// lanescope: arg x [64] zeros\n// lanescope: arg y [64] iota\n\
        __kernel void k(__global int *x, __global const int *y) {\n\
          int i = get_global_id(0);\n  x[i] = y[i];\n  if (x[i] == 37) ((__global int *)y)[i] = i;\n}\n";
    let mut document = document_of(text.into());
    document.machine.preset = preset.into();
    document
}

/// Is the page where the run halted, with the unit and the lane selected whose work it was?
fn is_at_the_halt(state: &State, machine: &str) {
    let halt = &state.status.halt.as_ref().unwrap_or_else(|| panic!("{machine}: no halt")).halt;
    let place = halt.place().unwrap_or_else(|| panic!("{machine}: {halt:?} is nowhere"));
    let unit = place.unit.unwrap_or_else(|| panic!("{machine}: no unit"));
    assert_eq!(
        (state.cursor(), state.panes.unit, state.panes.lane),
        (place.cycle, unit, place.lane),
        "{machine}"
    );
    assert!(matches!(state.picked, Some(Mark::Lane(at, _) | Mark::Unit(at)) if at == unit), "{machine}");
    let frame = state.frame.as_ref().unwrap();
    assert_eq!(
        (frame.status.cycle, frame.view.unit),
        (place.cycle, unit),
        "{machine}: what is shown is of that cycle"
    );
    assert_eq!(state.verdict(&[]).0, Tone::Bad, "{machine}");
}

#[test]
fn a_halt_is_gone_to_where_it_happened_on_every_machine() {
    for machine in Catalog::of_this_program().machines {
        let mut visit = Visit::new(halting(&machine.presets[0].id));
        visit.until_whole();
        is_at_the_halt(&visit.state, &machine.id);
        // Who goes elsewhere stays there, and who goes on to the end comes back to it.
        visit.does(Action::Seek(1));
        while visit.slice().is_some() {}
        assert_eq!(visit.state.cursor(), 1, "{}", machine.id);
        for way in [Action::ToEnd, Action::ToHalt] {
            visit.does(Action::Unit(0));
            visit.does(Action::Seek(0));
            visit.does(way);
            while visit.slice().is_some() {}
            is_at_the_halt(&visit.state, &machine.id);
        }
    }
}

/// Cursor, counters and pictures tell of one cycle while the rest is simulated.
#[test]
fn on_the_way_to_the_end_everything_is_of_one_cycle_on_every_machine() {
    for machine in Catalog::of_this_program().machines {
        let mut visit = Visit::new(long(&machine.presets[0].id));
        visit.does(Action::Step(7));
        while visit.state.frame.as_ref().is_none_or(|frame| frame.status.cycle != 7) {
            assert!(visit.slice().is_some());
        }
        visit.does(Action::ToEnd);
        let mut on_the_way = 0;
        while visit.slice().is_some() {
            let (state, frame) = (&visit.state, visit.state.frame.as_ref().unwrap());
            assert_eq!(frame.status.cycle, state.cursor(), "{}", machine.id);
            assert_eq!(
                frame.report.as_ref().map(|report| report.cycles),
                Some(state.cursor()),
                "{}",
                machine.id
            );
            // The words of causes came with the machine.
            assert_eq!(frame.report.as_ref().map(|report| &report.causes), Some(&Causes::SHARED));
            assert_eq!(frame.report.as_ref().map(|report| report.slots.len()), Some(state.causes().count()));
            on_the_way += u32::from(!state.status.complete && state.status.frontier > state.cursor());
        }
        assert!(on_the_way > 2, "{}: {on_the_way}", machine.id);
        assert_eq!(
            (visit.state.cursor(), visit.state.at_end()),
            (visit.state.status.frontier, true),
            "{}",
            machine.id
        );
    }
}

/// The instruction that the open panel of that name follows.
fn followed(state: &State) -> Option<u32> {
    let answer = state.figures.iter().find(|answer| answer.panel == "follow")?;
    answer.figure.parts.iter().find_map(|part| match &part.form {
        Form::Bars(bars) => bars.notes.first().and_then(|note| match note.mark {
            Some(Mark::Pc(pc)) => Some(pc),
            _ => None,
        }),
        _ => None,
    })
}

#[test]
fn the_instruction_that_is_followed_is_that_of_the_inspector_on_the_gpu() {
    let text = "// lanescope: global 64\n// lanescope: local 32\n// lanescope: arg x [64] zeros\n// lanescope: arg y [64] iota\n\
        __kernel void k(__global int *x, __global const int *y) {\n\
          int i = get_global_id(0);\n  for (int a = 0; a < 4; a++) x[i] += y[i] * a;\n}\n";
    for machine in Catalog::of_this_program().machines.into_iter().filter(|machine| machine.id == "simt") {
        let mut document = document_of(text.into());
        document.machine.preset = machine.presets[0].id.to_string();
        let (mut visit, id) = (Visit::new(document), &machine.id);
        visit.does(Action::Panel(0, "follow".into()));
        visit.until_whole();
        let end = visit.state.status.frontier;
        let mut seen = Vec::new();
        for cycle in (0..end).step_by((end / 40).max(1) as usize) {
            visit.does(Action::Seek(cycle));
            while visit.slice().is_some() {}
            let state = &visit.state;
            let snapshot = state.frame.as_ref().unwrap().snapshot.as_ref().unwrap();
            let at = snapshot.units[state.panes.unit as usize].pc;
            // What takes no cycle has no course.
            seen.extend(at.zip(followed(state)).map(|(at, followed)| (cycle, at, followed)));
        }
        assert!(seen.len() > 10, "{id}: {seen:?}");
        for (nth, (cycle, at, followed)) in seen.iter().enumerate() {
            // A unit that stays at an instruction and never issues it has ended with the one before.
            let stays = seen[nth..].iter().all(|(_, later, _)| later == at);
            assert!(followed == at || stays, "{id}: in cycle {cycle} at {at}, not {followed}");
        }
        let picked = (0..40).filter(|pc| {
            visit.does(Action::Pick(Some(Mark::Pc(*pc))));
            while visit.slice().is_some() {}
            let followed = followed(&visit.state);
            assert!(followed.is_none_or(|followed| followed == *pc), "{id}: {followed:?} for {pc}");
            followed.is_some()
        });
        assert!(picked.count() > 4, "{id}");
    }
}

/// Groups of equal work on every machine: where the machine hands them out, what is forecast on the way comes true, about.
#[test]
fn how_long_a_run_still_takes_is_forecast_where_groups_are_handed_out() {
    let mut forecast = 0;
    for machine in Catalog::of_this_program().machines {
        // Sim-D has groups of its own size.
        let local = if machine.id == "sim_d" { 1024 } else { 16 };
        let text = format!(
            "// lanescope: global {}\n// lanescope: local {local}\n// lanescope: arg x [{0}] zeros\n\
            __kernel void k(__global int *x) {{ int s = 0; for (int a = 0; a < 300; a++) s += s ^ a;\n\
            x[get_global_id(0)] = s; }}\n",
            1024 * local
        );
        let mut document = document_of(text);
        document.machine.preset = machine.presets[0].id.clone();
        let (mut visit, mut said) = (Visit::new(document), Vec::new());
        while visit.slice().is_some() && (visit.now.get() < 2000.0 || visit.state.status.groups.is_some()) {
            said.extend(visit.state.seconds.map(|seconds| (visit.now.get() / 1000.0, f64::from(seconds))));
        }
        let (end, id) = (visit.now.get() / 1000.0, &machine.id);
        if visit.state.status.groups.is_none() {
            assert!(said.is_empty() && end >= 2.0, "{id}: {end} s");
            continue;
        }
        forecast += 1;
        assert_eq!(visit.state.status.groups, Some((1024, 1024)), "{id}: all have ended");
        assert!(said.len() > 10, "{id}: {end} s");
        for (now, left) in &said[said.len() / 2..] {
            assert!((now + left - end).abs() <= 1.0 + end / 4.0, "{id}: {left} s at {now} of {end}");
        }
    }
    assert!(forecast >= 2, "{forecast} machines");
}

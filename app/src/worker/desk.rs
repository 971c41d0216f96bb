//! The worker's desk: what was asked and not yet answered, and the order in which it is done.
//!
//! Work is done in slices. A slice is one call of [`Desk::work`]: it takes the first thing in the order of the `match`
//! there, works on it for at most [`SLICE`] milliseconds, and says whether more is left. Between two slices the worker
//! reads its messages; so a stop or a newer question is seen at once. The clock is an argument: tests bring their own.

use lanescope_core::session::{
    Exporting, Figure, Format, Found, Question, Report, Run, Session, Slice,
    figure::Takes,
    studies::{Job, Machines, Study},
    vocabulary::{Document, Limits, UnitInfo},
};

use super::{forecast::Forecast, pace::Pace};
use crate::protocol::{Ask, END, EXPLORED, Errand, Exported, Frame, Known, Told, View};

/// Milliseconds of a slice.
pub const SLICE: f64 = 8.0;
/// Milliseconds between two reports of progress.
const REPORT: f64 = 100.0;
/// Milliseconds without a question after which the desk goes on exploring the rest of the run.
const IDLE: f64 = 250.0;
/// Bytes of a file that are sent in one message, about.
const PIECE: usize = 1 << 18;
/// Pieces that are sent before the page has said of the first that it has found its place.
const AHEAD: u32 = 16;
/// Instructions of the reference interpreter that are executed between two looks at the clock.
const CHECK_STEPS: u64 = 100_000;
/// See the module.
#[derive(Default)]
pub struct Desk {
    ticket: u32,
    session: Option<Session>,
    opening: Option<Box<Document>>,
    look: Option<View>,
    shown: Option<View>,
    find: Option<(u64, lanescope_core::session::EventKind, Option<u32>)>,
    checking: bool,
    /// Are there figures to come that are better than those that were shown?
    refining: bool,
    exploring: bool,
    study: Option<(u32, Study)>,
    /// Runs of it that were done when it was last told that it rests.
    rested: Option<usize>,
    errand: Option<(Errand, Job)>,
    /// The file that waits until its cycles are known: number, format and cycles.
    asked: Option<(u32, Format, (u64, u64))>,
    /// The file that is being written.
    file: Option<Writing>,
    sent: Sent,
    last_look: f64,
    last_report: f64,
    pace: Pace,
    forecast: Forecast,
    limits: Limits,
}

/// A file that is being written.
struct Writing {
    number: u32,
    format: Format,
    exporting: Exporting,
    /// Pieces that are on their way.
    ahead: u32,
}

impl Desk {
    /// Puts a question on the desk, or answers it if that is quick.
    pub fn take(&mut self, ask: Ask, now: f64, tell: &mut dyn FnMut(Told)) {
        match ask {
            Ask::Open { ticket, document } => {
                *self = Desk { ticket, opening: Some(document), ..self.cleared() };
            }
            Ask::Look(view) => {
                self.last_look = now;
                self.look = Some(view);
            }
            Ask::Grown(view) => self.look = Some(view),
            Ask::Stop => self.stop(tell),
            Ask::Find { from, kind, unit } => self.find = Some((from, kind, unit)),
            Ask::Check => self.checking = true,
            Ask::IrAfter(pass) => {
                let listing = self.session.as_ref().map(|session| session.ir_after(pass as usize));
                tell(Told::Ir(pass, listing.unwrap_or_default()));
            }
            Ask::Study { ticket, id, document, inputs, presets } => {
                let machines = Machines::among(presets);
                match Study::with(machines, &id, &document, &inputs, self.limits.clone()) {
                    Ok(study) => (self.study, self.rested) = (Some((ticket, study)), None),
                    Err(why) => {
                        self.study = None;
                        tell(Told::Study { ticket, said: Err(why) });
                    }
                }
            }
            Ask::Ran(errand, outcome) => {
                if let Some((_, study)) = self.study.as_mut().filter(|(ticket, _)| *ticket == errand.ticket) {
                    study.give(errand.run as usize, *outcome);
                }
            }
            Ask::Run(errand, document) => {
                self.errand = Some((errand, Job::new(*document, self.limits.clone())));
            }
            Ask::Close => *self = self.cleared(),
            // The other desks are not on this one.
            Ask::Aside(..) | Ask::Dismiss(_) | Ask::Recall(_) => {}
            Ask::Export { number, format, cycles, .. } => {
                (self.asked, self.file) = (Some((number, format, cycles)), None);
            }
            Ask::ExportTaken(number) => {
                if let Some(file) = self.file.as_mut().filter(|file| file.number == number) {
                    file.ahead = file.ahead.saturating_sub(1);
                }
            }
            Ask::ExportStop => (self.asked, self.file) = (None, None),
        }
    }

    /// A desk with nothing on it.
    fn cleared(&self) -> Desk {
        Desk { pace: self.pace, limits: self.limits.clone(), ..Desk::default() }
    }

    /// One slice of work. Returns when to come again: after so many milliseconds, or `None` when nothing is left.
    pub fn work(&mut self, clock: &dyn Fn() -> f64, tell: &mut dyn FnMut(Told)) -> Option<f64> {
        if let Some(document) = self.opening.take() {
            self.open(*document, tell);
            return Some(0.0);
        }
        let started = clock();
        if self.errand.is_some() {
            self.errand(started, clock, tell);
            return Some(0.0);
        }
        if self.study.is_some() && self.study(started, clock, tell) {
            return Some(0.0);
        }
        let mut session = self.session.take()?;
        let wait = self.slice(&mut session, started, clock, tell);
        self.session = Some(session);
        wait
    }

    fn slice(
        &mut self,
        session: &mut Session,
        started: f64,
        clock: &dyn Fn() -> f64,
        tell: &mut dyn FnMut(Told),
    ) -> Option<f64> {
        if let Some(view) = self.look.take() {
            let there = view.ticket != self.ticket || self.pace.go(session, view.cycle, started, clock);
            if !there {
                self.look = Some(view);
                self.progress(session, clock(), tell);
            } else if view.ticket == self.ticket {
                tell(Told::Frame(Box::new(self.sent.frame(session, &view))));
                self.refining = !self.sent.exact;
                self.shown = Some(view);
            }
            return Some(0.0);
        }
        if let Some((from, kind, unit)) = self.find.take() {
            let there = self.pace.go(session, from, started, clock);
            match if there { session.next_event(kind, unit) } else { Found::NotYet } {
                Found::NotYet if !there || self.pace.extend(session, END, started, clock) => {
                    self.find = Some((from, kind, unit));
                    self.progress(session, clock(), tell);
                }
                found => tell(Told::Found(if found == Found::NotYet { Found::Never } else { found })),
            }
            return Some(0.0);
        }
        if self.refining {
            self.refine(session, started, clock);
            return Some(0.0);
        }
        if let Some((number, format, cycles)) = self.asked {
            let (goal, status) = (cycles.1.min(EXPLORED), session.status());
            let known = status.complete || status.frontier >= goal;
            if !known && !self.pace.go(session, goal, started, clock) {
                self.progress(session, clock(), tell);
                return Some(0.0);
            }
            self.look = self.look.take().or_else(|| self.shown.clone());
            self.asked = None;
            let exporting = session.exporting(format, cycles);
            self.file = exporting.map(|exporting| Writing { number, format, exporting, ahead: 0 });
            return Some(0.0);
        }
        if self.file.as_ref().is_some_and(|file| file.ahead < AHEAD) {
            self.write(started, clock, tell);
            return Some(0.0);
        }
        if self.checking {
            return self.check(session, started, clock, tell);
        }
        self.explore(session, started, clock, tell)
    }

    /// Records what the figures in sight want to show for the rest of a slice; when all is there, they are shown again.
    fn refine(&mut self, session: &Session, started: f64, clock: &dyn Fn() -> f64) {
        let mut before = started;
        while self.refining {
            if session.refine(self.pace.cycles) {
                self.refining = false;
                self.look = self.look.take().or_else(|| self.shown.clone());
            }
            let now = clock();
            self.pace.learn(now - before);
            before = now;
            if now - started >= SLICE {
                break;
            }
        }
    }

    /// Goes on with the file, and sends what is written of it.
    fn write(&mut self, started: f64, clock: &dyn Fn() -> f64, tell: &mut dyn FnMut(Told)) {
        let Some(mut file) = self.file.take() else { return };
        let (mut piece, mut before, mut whole) = (Vec::new(), started, false);
        while !whole && before - started < SLICE && piece.len() < PIECE {
            let slice = file.exporting.advance(self.pace.cycles, &mut |bytes| {
                piece.extend_from_slice(bytes);
                true
            });
            whole = slice == Slice::Done;
            let now = clock();
            if slice == Slice::Told {
                self.pace.learn(now - before);
            }
            before = now;
        }
        file.ahead += u32::from(!piece.is_empty());
        if whole || !piece.is_empty() || before - self.last_report >= REPORT {
            self.last_report = before;
            let Writing { number, format, ref exporting, .. } = file;
            let (bytes, thousandths) = (exporting.bytes(), exporting.thousandths());
            tell(Told::Exported(Exported { number, format, piece, bytes, thousandths, whole }));
        }
        self.file = (!whole).then_some(file);
    }

    /// Compiles the document, starts its run, and makes ready to explore it.
    fn open(&mut self, document: Document, tell: &mut dyn FnMut(Told)) {
        let mut session = Session::open(document, self.limits.clone());
        let shown = |run: &Run| Run { units: UnitInfo::shown(&run.units), ..run.clone() };
        let run = session.start().map(shown);
        let compiled = Box::new(session.compiled().clone());
        self.exploring = run.is_ok();
        self.session = run.is_ok().then_some(session);
        tell(Told::Opened { ticket: self.ticket, compiled, run });
    }

    /// Goes on with the study, and asks for the runs that are not made here. What is known of it is told now and then, when
    /// nothing is left to do here, and when it is done. False if it waits, or is done.
    fn study(&mut self, started: f64, clock: &dyn Fn() -> f64, tell: &mut dyn FnMut(Told)) -> bool {
        let Some((ticket, mut study)) = self.study.take() else { return false };
        while let Some((run, document)) = study.next_abroad() {
            tell(Told::Wanted(ticket, run as u32, Box::new(document)));
        }
        let mut before = started;
        while !study.rests() && before - started < SLICE {
            study.advance(self.pace.cycles);
            let now = clock();
            self.pace.learn(now - before);
            before = now;
        }
        let rests = study.rests();
        // A study that waits is looked at in every slice of its worker: it has something to say when a run was done.
        let done = rests.then_some(study.progress().done);
        let news = if rests { self.rested != done } else { before - self.last_report >= REPORT };
        self.rested = done;
        if news {
            self.last_report = before;
            tell(known(ticket, &study));
        }
        self.study = Some((ticket, study)).filter(|(_, study)| !study.progress().complete());
        !rests
    }

    /// Goes on with a run for a study at another desk.
    fn errand(&mut self, started: f64, clock: &dyn Fn() -> f64, tell: &mut dyn FnMut(Told)) {
        let Some((errand, mut job)) = self.errand.take() else { return };
        let mut before = started;
        while before - started < SLICE {
            if let Some(outcome) = job.advance(self.pace.cycles) {
                return tell(Told::Ran(errand, Box::new(outcome)));
            }
            let now = clock();
            self.pace.learn(now - before);
            before = now;
        }
        self.errand = Some((errand, job));
    }

    /// Leaves off: shows the cycle that was reached.
    fn stop(&mut self, tell: &mut dyn FnMut(Told)) {
        self.find = None;
        self.refining = false;
        self.checking = false;
        self.exploring = false;
        if let Some((ticket, study)) = self.study.take() {
            tell(known(ticket, &study));
        }
        if let (Some(view), Some(session)) = (self.look.take(), &self.session) {
            tell(Told::Frame(Box::new(self.sent.frame(session, &view))));
        }
    }

    /// The check needs the end of the run; afterwards the cursor goes back to where the page has it.
    fn check(
        &mut self,
        session: &mut Session,
        started: f64,
        clock: &dyn Fn() -> f64,
        tell: &mut dyn FnMut(Told),
    ) -> Option<f64> {
        if !self.pace.go(session, END, started, clock) {
            self.progress(session, clock(), tell);
            return Some(0.0);
        }
        while clock() - started < SLICE {
            if let Some(check) = session.check(CHECK_STEPS) {
                self.checking = false;
                tell(Told::Checked(check));
                self.look = self.shown.clone();
                break;
            }
        }
        Some(0.0)
    }

    /// Simulates what nobody has asked for yet, so that the whole-run strip is whole and every later seek is short.
    fn explore(
        &mut self,
        session: &mut Session,
        started: f64,
        clock: &dyn Fn() -> f64,
        tell: &mut dyn FnMut(Told),
    ) -> Option<f64> {
        let status = session.status();
        if !self.exploring || status.complete || status.frontier >= EXPLORED {
            self.exploring = false;
            return None;
        }
        let idle = started - self.last_look;
        if self.shown.is_some() && idle < IDLE {
            return Some(IDLE - idle);
        }
        let more = self.pace.extend(session, EXPLORED, started, clock);
        self.progress(session, clock(), tell);
        if !more {
            // Show the page's cycle again, now with the whole run around it.
            self.look = self.look.take().or_else(|| self.shown.clone());
        }
        Some(0.0)
    }

    fn progress(&mut self, session: &Session, now: f64, tell: &mut dyn FnMut(Told)) {
        if now - self.last_report >= REPORT {
            self.last_report = now;
            let columns = self.shown.as_ref().map_or(0, |view| view.strip);
            let (status, strip) = (session.status(), session.strip(columns));
            let seconds = self.forecast.seconds(now, status.groups);
            // The page shows this strip now.
            self.sent.strip = None;
            tell(Told::Progress { ticket: self.ticket, status, strip, seconds });
        }
    }
}

/// What is known of a study.
fn known(ticket: u32, study: &Study) -> Told {
    let known = Known { progress: study.progress(), figure: study.figure(), numbers: study.numbers() };
    Told::Study { ticket, said: Ok(Box::new(known)) }
}

/// What the page has already: these parts follow from the question and from how much of the run is known, and stay the
/// same while only the cursor moves.
#[derive(Default)]
struct Sent {
    busy: Option<u64>,
    strip: Option<(u32, u64)>,
    totals: Option<u64>,
    figures: Vec<Answered>,
    /// Are the figures as good as they can be?
    exact: bool,
}

/// What an answer that was sent depends on: the panel, its question, how much of the run was known, and the cursor if the
/// panel takes it.
#[derive(Clone, PartialEq)]
struct Answered {
    panel: String,
    question: Question,
    frontier: u64,
    cursor: Option<u64>,
}

impl Sent {
    /// The figures that the open panels ask for, less those that the page has.
    fn figures(&mut self, session: &Session, view: &View, frontier: u64) -> Vec<(String, Figure)> {
        let cursor = session.status().cycle;
        let answered = |(panel, question): &(String, Question)| {
            let takes = session.takes(panel);
            let cursor = takes.contains(&Takes::Cursor).then_some(cursor);
            // A panel that takes nothing of the run has one answer.
            let frontier = if takes.is_empty() { 0 } else { frontier };
            Answered { panel: panel.clone(), question: question.clone(), frontier, cursor }
        };
        let asked: Vec<Answered> = view.figures.iter().map(answered).collect();
        let (mut known, fresh): (Vec<Answered>, Vec<Answered>) =
            asked.into_iter().partition(|asked| self.figures.contains(asked));
        let questions: Vec<_> = fresh.iter().map(|asked| (asked.panel.as_str(), &asked.question)).collect();
        let sketches = session.sketches(&questions);
        self.exact = sketches.iter().all(|sketch| sketch.exact);
        let mut answers = Vec::new();
        for (asked, sketch) in fresh.into_iter().zip(sketches) {
            answers.extend(sketch.figure.map(|figure| (asked.panel.clone(), figure)));
            known.extend(Some(asked).filter(|_| sketch.exact));
        }
        self.figures = known;
        answers
    }

    /// Everything that a view shows, less what the page has.
    fn frame(&mut self, session: &Session, view: &View) -> Frame {
        let status = session.status();
        let frontier = status.frontier;
        Frame {
            view: view.clone(),
            snapshot: session.snapshot(view.unit),
            busy: fresh(&mut self.busy, Some(frontier)).map(|_| session.busy()),
            strip: fresh(&mut self.strip, Some((view.strip, frontier)))
                .map(|(columns, _)| session.strip(columns)),
            figures: self.figures(session, view, frontier),
            report: session.report().map(Report::without_words),
            totals: fresh(&mut self.totals, view.totals.then_some(frontier)).and_then(|_| session.totals()),
            digests: view.digests.then(|| session.memory_digest().zip(session.state_digest())).flatten(),
            log: view.log.then(|| session.fingerprint()),
            status,
        }
    }
}

/// What is asked for, if it is not what was sent; then it counts as sent.
fn fresh<T: Clone + PartialEq>(sent: &mut Option<T>, asked: Option<T>) -> Option<T> {
    let asked = asked?;
    let is_new = sent.as_ref() != Some(&asked);
    is_new.then(|| sent.insert(asked).clone())
}

#[cfg(test)]
mod tests {
    use lanescope_core::session::WHOLE;

    use super::*;

    #[test]
    fn the_pace_adapts_to_the_time_that_cycles_take() {
        let mut pace = Pace::default();
        pace.learn(0.1);
        assert_eq!(pace.cycles, 512);
        pace.learn(3.0);
        assert_eq!(pace.cycles, 512);
        pace.learn(7.0);
        assert_eq!(pace.cycles, 256);
    }

    #[test]
    fn what_the_page_has_is_not_sent_again() {
        let mut sent = None;
        assert_eq!(fresh(&mut sent, Some(1)), Some(1));
        assert_eq!(fresh(&mut sent, Some(1)), None);
        assert_eq!(fresh(&mut sent, None), None);
        assert_eq!(fresh(&mut sent, Some(2)), Some(2));
    }

    /// A desk with a run, and the file of it that is begun.
    fn writing() -> Desk {
        // Long enough for more stretches, and so pieces, than are sent ahead.
        let kernel = "// lanescope: global 32\n// lanescope: arg x [32] zeros\n\
            __kernel void k(__global int *x) { for (int a = 0; a < 1000; a++) x[get_global_id(0)] += a; }\n";
        let document = Box::new(lanescope_core::session::document_of(kernel.into()));
        let mut desk = Desk::default();
        desk.take(Ask::Open { ticket: 1, document }, 0.0, &mut |_| ());
        while desk.work(&|| 0.0, &mut |_| ()).is_some() {}
        let ask = Ask::Export { number: 1, format: Format::Json, cycles: WHOLE, on_disk: false };
        desk.take(ask, 0.0, &mut |_| ());
        desk
    }

    /// Works until nothing is left to do: the pieces that were sent, and whether the last one makes the file whole.
    fn pieces(desk: &mut Desk) -> (Vec<Vec<u8>>, bool) {
        let (mut pieces, mut done) = (Vec::new(), false);
        // Each look at the clock is a slice later: pieces are as short as can be.
        let time = core::cell::Cell::new(0.0);
        let clock = || time.replace(time.get() + SLICE);
        let mut tell = |told| {
            if let Told::Exported(told) = told {
                pieces.extend(Some(told.piece).filter(|piece| !piece.is_empty()));
                done |= told.whole;
            }
        };
        while desk.work(&clock, &mut tell).is_some() {}
        (pieces, done)
    }

    #[test]
    fn a_file_waits_for_its_pieces_to_find_their_place() {
        let mut desk = writing();
        let (mut all, mut whole) = pieces(&mut desk);
        assert_eq!((all.len(), whole), (AHEAD as usize, false));
        assert_eq!(pieces(&mut desk), (Vec::new(), false), "nothing more is sent");
        desk.take(Ask::ExportTaken(2), 0.0, &mut |_| ());
        assert_eq!(pieces(&mut desk), (Vec::new(), false), "that is another file");
        for _ in 0..100_000 {
            if whole {
                break;
            }
            desk.take(Ask::ExportTaken(1), 0.0, &mut |_| ());
            let (more, end) = pieces(&mut desk);
            assert!(more.len() <= 1);
            all.extend(more);
            whole = end;
        }
        assert!(whole && desk.file.is_none());
        let mut expected = Vec::new();
        desk.session.as_ref().unwrap().export(Format::Json, WHOLE, &mut |bytes| {
            expected.extend_from_slice(bytes);
            true
        });
        assert_eq!(all.concat(), expected);
    }

    #[test]
    fn an_empty_desk_has_nothing_to_do() {
        let mut desk = Desk::default();
        assert_eq!(desk.work(&|| 0.0, &mut |_| panic!("nothing was asked")), None);
    }
}

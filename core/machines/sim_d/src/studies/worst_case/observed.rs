//! Many runs of a launch beside its bound: other data, other places of the buffers, other phases of the refresh (simd 10; facts 14).
//!
//! Of each place of the buffers the bound is worked out first, whatever the refresh does; then the runs at this place follow. What
//! scalars are read from stays as it is, since scalars decide about branches; where a person says how often a loop turns, all data do.
//! A run that is not over after twice its bound is given up.

use alloc::{
    boxed::Box,
    format,
    string::{String, ToString},
    sync::Arc,
    vec::Vec,
};

use lanescope_parts::{
    base::rng::Rng,
    figure::Figure,
    image::{BASE, Buffer, Memory, Permission, Placed},
    machines::studies::{Analysis, Data, Decision, Steps},
    source::{Diagnostic, Span},
};

use super::histogram;
use crate::{
    dram::bounds::ALIGNMENTS,
    family::Begun,
    isa::{Instruction, Op, Operand, Program},
    spec::Spec,
    timing::run::Run,
    wcet::{marks::Given, plan::Plan, sweep::Delays},
};

/// Most runs.
const MOST_RUNS: u64 = 4096;

/// What is wanted.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Runs in all.
    pub runs: u64,
    /// Places of the buffers.
    pub places: u64,
    /// Are data in a random order?
    pub shuffle: bool,
    /// Where the random numbers begin.
    pub seed: u64,
    /// How often loops turn of which nothing else is known.
    pub turns: Option<u32>,
    /// What a person has decided about lines.
    pub decisions: Vec<Decision>,
}

/// A run that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct One {
    /// Words by which the buffers lie further on.
    pub moved: u64,
    /// How far the refresh counter was at the beginning.
    pub refresh: u32,
    /// The bound at this place.
    pub bound: u64,
    /// Its cycles, or why it has none.
    pub cycles: Result<u64, String>,
}

/// A place of the buffers, with what is bounded or run there.
#[derive(Debug)]
struct Place {
    moved: u64,
    program: Arc<Program>,
    memory: Memory,
    bound: u64,
}

#[derive(Debug)]
enum Now {
    /// The next place begins.
    Next,
    Bounding(Box<(Plan, Place)>),
    At(Box<Place>),
    Running(Box<(Run, Place, One, u64)>),
    Failed,
}

/// The study under way.
#[derive(Debug)]
pub struct Observed {
    begun: Begun,
    spec: Spec,
    wanted: Wanted,
    rng: Rng,
    /// Delays that the places share.
    delays: Option<Delays>,
    placed: u64,
    done: Vec<One>,
    now: Now,
}

impl Observed {
    /// Nothing is done yet.
    ///
    /// # Errors
    /// There would be too many runs, or none.
    pub fn new(begun: Begun, spec: &Spec, wanted: Wanted) -> Result<Observed, Diagnostic> {
        let wrong = |message: String| Err(Diagnostic::error("wcet::input", Span::NONE, message));
        if !(1..=MOST_RUNS).contains(&wanted.runs) {
            return wrong(format!("`runs` is from 1 to {MOST_RUNS}, not {}", wanted.runs));
        }
        if wanted.places == 0 {
            return wrong("`places` is at least 1".into());
        }
        let wanted = Wanted { places: wanted.places.min(wanted.runs), ..wanted };
        let rng = Rng::new(wanted.seed);
        Ok(Observed {
            begun,
            spec: spec.clone(),
            wanted,
            rng,
            delays: None,
            placed: 0,
            done: Vec::new(),
            now: Now::Next,
        })
    }

    /// The runs that were made.
    pub fn done(&self) -> &[One] {
        &self.done
    }

    /// Are data in a random order?
    fn shuffles(&self) -> bool {
        self.wanted.shuffle && self.wanted.turns.is_none() && self.wanted.decisions.is_empty()
    }

    /// The first run behind those of a place.
    fn last_at(&self, place: u64) -> u64 {
        self.wanted.runs * place / self.wanted.places
    }

    /// The next place: the first one is where the buffers are.
    fn place(&mut self) -> Result<(Plan, Place), Diagnostic> {
        let moved = if self.placed == 0 { 0 } else { self.rng.below(ALIGNMENTS) };
        self.placed += 1;
        let (program, memory) = match moved {
            0 => (self.begun.program.clone(), self.begun.memory.clone()),
            _ => moved_on(&self.begun, moved)?,
        };
        let given =
            Given { decisions: &self.wanted.decisions, turns: self.wanted.turns, refresh_start: None };
        let mut plan = Plan::new(program.clone(), self.begun.launch, &self.spec, &given)?.without_author();
        if let Some(delays) = self.delays.take() {
            plan = plan.with_delays(delays);
        }
        Ok((plan, Place { moved, program, memory, bound: 0 }))
    }

    /// Cycles of the DRAM from a refresh to the next one.
    fn interval(&self) -> u32 {
        self.spec.timing.dram.part.standard().timing.refi
    }

    /// The next run at a place.
    fn run(&mut self, place: Place) -> (Run, Place, One, u64) {
        let interval = if self.spec.timing.dram.refresh { self.interval() } else { 0 };
        let refresh = self.rng.below(interval.into()) as u32;
        let mut memory = place.memory.clone();
        if self.shuffles() {
            shuffle(&mut memory, &place.program, &mut self.rng);
        }
        let spec = &self.spec;
        let mut timing = spec.timing.clone();
        timing.dram.refresh_start = refresh;
        let program = place.program.clone();
        let run =
            Run::new(program, self.begun.launch, memory, spec.behaviour, spec.scratchpad_bytes, &timing);
        let one = One { moved: place.moved, refresh, bound: place.bound, cycles: Ok(0) };
        (run, place, one, 0)
    }

    fn step(&mut self, budget: u64) -> Result<(), Diagnostic> {
        self.now = match core::mem::replace(&mut self.now, Now::Failed) {
            Now::Failed => Now::Failed,
            Now::Next => Now::Bounding(Box::new(self.place()?)),
            Now::Bounding(mut both) => {
                both.0.advance(budget)?;
                match both.0.report().map(|report| report.bound) {
                    None => Now::Bounding(both),
                    Some(bound) => {
                        let (plan, place) = *both;
                        self.delays = Some(plan.into_delays());
                        Now::At(Box::new(Place { bound, ..place }))
                    }
                }
            }
            Now::At(_) if self.done.len() as u64 == self.wanted.runs => Now::Failed,
            Now::At(_) if self.done.len() as u64 == self.last_at(self.placed) => Now::Next,
            Now::At(place) => Now::Running(Box::new(self.run(*place))),
            Now::Running(mut all) => {
                let (run, _, one, until) = &mut *all;
                *until = until.saturating_add(budget.max(1)).min(one.bound.saturating_mul(2).max(1));
                match run.advance(*until) {
                    Ok(false) if *until < one.bound.saturating_mul(2) => {
                        self.now = Now::Running(all);
                        return Ok(());
                    }
                    Ok(false) => one.cycles = Err("not over after twice its bound".into()),
                    Ok(true) => one.cycles = Ok(run.cycles().unwrap_or(0)),
                    Err(halt) => one.cycles = Err(halt.why()),
                }
                let (_, place, one, _) = *all;
                self.done.push(one);
                Now::At(Box::new(place))
            }
        };
        Ok(())
    }
}

impl Analysis for Observed {
    fn advance(&mut self, budget: u64) -> Result<Steps, Diagnostic> {
        if (self.done.len() as u64) < self.wanted.runs {
            self.step(budget)?;
        }
        let all = self.wanted.runs as usize;
        let now = match &self.now {
            Now::Bounding(_) | Now::Next => format!("bounds at place {}", self.placed.max(1)),
            _ => format!("run {}", self.done.len() + 1),
        };
        Ok(Steps { done: self.done.len(), all, now })
    }

    fn figure(&self) -> Figure {
        histogram::figure(&self.done, self.shuffles())
    }

    fn numbers(&self) -> Vec<(String, f64)> {
        histogram::numbers(&self.done)
    }

    fn answer(&self) -> Vec<(String, Data)> {
        let one = |one: &One| {
            let cycles = match &one.cycles {
                Ok(cycles) => Data::Number(*cycles),
                Err(why) => Data::Text(why.clone()),
            };
            Data::map([
                ("cycles", cycles),
                ("bound", one.bound.into()),
                ("moved_words", one.moved.into()),
                ("refresh_start", u64::from(one.refresh).into()),
            ])
        };
        Vec::from([("runs".to_string(), Data::List(self.done.iter().map(one).collect()))])
    }
}

/// A program by hand with its memory, all buffers so many words further on.
fn moved_on(begun: &Begun, words: u64) -> Result<(Arc<Program>, Memory), Diagnostic> {
    let failed = |_| {
        let message = format!("The buffers cannot lie {words} words further on: memory ends there.");
        Diagnostic::error("wcet::places", Span::NONE, message)
    };
    let by = 4 * words;
    let old = &begun.memory;
    let range = |buffer: &Buffer| Placed {
        at: buffer.base + by,
        bytes: buffer.bytes,
        need: Permission::ReadWrite,
        said: None,
    };
    let mut memory = Memory::default();
    memory.place(&old.buffers().iter().map(range).collect::<Vec<_>>()).map_err(failed)?;
    for (at, buffer) in old.buffers().iter().enumerate() {
        let named = memory.name(Buffer { base: buffer.base + by, ..buffer.clone() });
        memory.copy_in(named, &old.copy_out(at, 0, buffer.bytes));
    }
    memory.close_launch();
    let mut program = (*begun.program).clone();
    for buffer in &mut program.buffers {
        // The end was in memory just now.
        buffer.address = buffer.address.wrapping_add(by as u32);
    }
    Ok((Arc::new(program), memory))
}

/// Puts the words of each buffer of the launch in another order, but of those that scalars are read from.
fn shuffle(memory: &mut Memory, program: &Program, rng: &mut Rng) {
    let kept = scalars(program);
    for at in 0..memory.launched().len() {
        let Buffer { base, bytes, .. } = memory.launched()[at];
        if kept.iter().any(|(from, to)| base < *to && *from < base + bytes) {
            continue;
        }
        let mut words: Vec<[u8; 4]> = memory
            .copy_out(at, 0, bytes)
            .chunks_exact(4)
            .map(|word| [word[0], word[1], word[2], word[3]])
            .collect();
        for last in (1..words.len()).rev() {
            words.swap(last, rng.below(last as u64 + 1) as usize);
        }
        memory.copy_in(at, words.as_flattened());
    }
}

/// The first byte of each buffer that scalars are read from, directly or through a scratchpad, and one past its last.
fn scalars(program: &Program) -> Vec<(u64, u64)> {
    let through = program.instructions.iter().any(|one| one.op == Op::Sldsp);
    let reads = |one: &&Instruction| one.op == Op::Sldg || through && one.op == Op::Ldg2sptile;
    let range = |one: &Instruction| {
        let Some(Operand::Immediate(id)) = one.sources[0] else { return None };
        let buffer = program.buffer(id)?;
        let from = BASE + u64::from(buffer.address);
        Some((from, from + 4 * buffer.words()))
    };
    program.instructions.iter().filter(reads).filter_map(range).collect()
}

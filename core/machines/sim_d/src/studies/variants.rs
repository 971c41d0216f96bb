//! Several ways to run a launch, one after the other: with other settings or with loops written out, each with its bound if that is
//! asked for. Studies make their tables of what comes of them.

use alloc::{boxed::Box, string::String, sync::Arc, vec::Vec};

use lanescope_parts::{
    codegen::turns::Turns,
    launch::bind::Bound,
    machines::studies::{Asked, Decision, Steps},
};

use crate::{
    exec::Launch,
    family::Function,
    isa::Program,
    spec::Spec,
    timing::run::{Counts, Run},
    wcet::{marks::Given, plan::Plan, sweep::Delays},
};

/// Cycles after which a run is given up.
const MOST_CYCLES: u64 = 1 << 32;

/// A way to run a launch.
#[derive(Clone, Debug)]
pub struct Variant {
    /// What tells it from the others.
    pub name: String,
    /// The settings.
    pub spec: Spec,
    /// How far loops are written out, whatever the settings say.
    pub turns: Option<Turns>,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Cycles of the run.
    pub cycles: u64,
    /// What was counted.
    pub counts: Counts,
    /// How the launch is cut.
    pub launch: Launch,
    /// The program.
    pub program: Arc<Program>,
    /// The bound of its cycles, or why it has none; nothing if none was asked for.
    pub bound: Option<Result<u64, String>>,
}

#[derive(Debug)]
enum Now {
    Next,
    Running(Box<(Run, Outcome)>, u64),
    Bounding(Box<(Plan, Outcome)>),
}

/// Ways to run a launch, some of which are done.
#[derive(Debug)]
pub struct Variants {
    function: Function,
    launch: Bound,
    /// Most turns of loops of which nothing else is known, and what a person has decided: of bounds, if they are asked for.
    given: Option<(Option<u32>, Vec<Decision>)>,
    /// Delays of requests, for all with the same DRAM.
    delays: Option<Delays>,
    list: Vec<Variant>,
    done: Vec<Result<Outcome, String>>,
    now: Now,
}

impl Variants {
    /// Nothing is run yet.
    pub fn new(function: &Function, launch: Bound, list: Vec<Variant>) -> Variants {
        let function = function.clone();
        Variants { function, launch, given: None, delays: None, list, done: Vec::new(), now: Now::Next }
    }

    /// The same with the bound of each. All must have the same DRAM.
    pub fn bounded(self, turns: Option<u32>, asked: &Asked) -> Variants {
        Variants { given: Some((turns, asked.decisions.clone())), ..self }
    }

    /// The ways that are done, each with what came of it, or why nothing did.
    pub fn done(&self) -> impl Iterator<Item = (&Variant, &Result<Outcome, String>)> {
        self.list.iter().zip(&self.done)
    }

    /// Goes on for about so many cycles.
    pub fn advance(&mut self, budget: u64) -> Steps {
        if let Some(variant) = self.list.get(self.done.len()) {
            let variant = variant.clone();
            match self.step(&variant, budget) {
                Ok(now) => self.now = now,
                Err(why) => self.end(Err(why)),
            }
        }
        let now = self.list.get(self.done.len()).map_or_else(String::new, |variant| variant.name.clone());
        Steps { done: self.done.len(), all: self.list.len(), now }
    }

    fn end(&mut self, outcome: Result<Outcome, String>) {
        self.done.push(outcome);
        self.now = Now::Next;
    }

    fn step(&mut self, variant: &Variant, budget: u64) -> Result<Now, String> {
        let spec = &variant.spec;
        Ok(match core::mem::replace(&mut self.now, Now::Next) {
            Now::Next => {
                let begun = self.function.begin_with(spec, self.launch.clone(), variant.turns);
                let begun = begun.map_err(|found| found.message)?;
                let outcome = Outcome {
                    cycles: 0,
                    counts: Counts::default(),
                    launch: begun.launch,
                    program: begun.program.clone(),
                    bound: None,
                };
                let (behaviour, bytes) = (spec.behaviour, spec.scratchpad_bytes);
                let timing = &spec.timing;
                let run = Run::new(begun.program, begun.launch, begun.memory, behaviour, bytes, timing);
                Now::Running(Box::new((run, outcome)), 0)
            }
            Now::Running(mut both, until) => {
                let until = until.saturating_add(budget.max(1));
                let (run, outcome) = &mut *both;
                match run.advance(until) {
                    Ok(false) if until < MOST_CYCLES => return Ok(Now::Running(both, until)),
                    Ok(false) => return Err("it does not end".into()),
                    Ok(true) => {}
                    Err(halt) => return Err(halt.why()),
                }
                (outcome.cycles, outcome.counts) = (run.cycles().unwrap_or(0), run.counts());
                self.bound(spec, both.1)
            }
            Now::Bounding(mut both) => match both.0.advance(budget) {
                Err(found) => self.with_bound(both.1, Err(found.message)),
                Ok(_) => match both.0.report().map(|report| report.bound) {
                    None => Now::Bounding(both),
                    Some(bound) => {
                        let (plan, outcome) = *both;
                        self.delays = Some(plan.into_delays());
                        self.with_bound(outcome, Ok(bound))
                    }
                },
            },
        })
    }

    /// A run is over: its bound is next, if it is asked for.
    fn bound(&mut self, spec: &Spec, outcome: Outcome) -> Now {
        let Some((turns, decisions)) = &self.given else {
            self.end(Ok(outcome));
            return Now::Next;
        };
        let given = Given { decisions, turns: *turns, refresh_start: None };
        let plan = Plan::new(outcome.program.clone(), outcome.launch, spec, &given);
        match plan.map(Plan::without_author) {
            Err(found) => self.with_bound(outcome, Err(found.message)),
            Ok(plan) => {
                let plan = match self.delays.take() {
                    Some(delays) => plan.with_delays(delays),
                    None => plan,
                };
                Now::Bounding(Box::new((plan, outcome)))
            }
        }
    }

    fn with_bound(&mut self, outcome: Outcome, bound: Result<u64, String>) -> Now {
        self.end(Ok(Outcome { bound: Some(bound), ..outcome }));
        Now::Next
    }
}

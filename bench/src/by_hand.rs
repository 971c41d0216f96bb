//! Programs in assembly of one machine: a saxpy that each has in its own instructions, with and without timing.

use lanescope_core::{
    document::{Document, Language, Limits, MachineChoice},
    ir::Type,
    launch::{Arg, ArgValue, Init, Launch, Number, bind::Bound, bind::bind_behind, header::Header, open},
    machines::{
        Machine,
        family::{Family, Untimed},
    },
    run::configure,
    trace::Deaf,
};

use crate::{
    interaction,
    measure::{Done, Run},
};

/// Elements of a run without timing, and of one with it.
pub const ELEMENTS: u32 = 1 << 20;
pub const TIMED: u32 = 1 << 16;

pub fn random(seed: u64) -> Init {
    Init::Random { seed, low: Number::Float(0.0), high: Number::Float(1.0) }
}

/// Whole numbers, whose sums and products are exact.
pub fn whole(_: u64) -> Init {
    Init::Iota { start: Number::Float(0.0), step: Number::Float(1.0) }
}

/// Costs little where a session makes the data each time.
pub fn half(_: u64) -> Init {
    Init::Fill(Number::Float(0.5))
}

/// A saxpy: `n` in `a0`, `x` and `y` in `a1` and `a2`, `a` in `fa0`. `data` is what an element is made of.
pub fn saxpy(text: &str, preset: &str, elements: u32, data: fn(u64) -> Init) -> Document {
    let arg = |name: &str, value| Arg::new(name, value);
    let buffer = |seed| ArgValue::Buffer { len: elements.into(), element: Some(Type::F32), init: data(seed) };
    let args = vec![
        arg("n", ArgValue::Scalar(Number::Int(elements.into()))),
        arg("x", buffer(1)),
        arg("y", buffer(2)),
        arg("a", ArgValue::Scalar(Number::Float(2.5))),
    ];
    Document {
        language: Language::Assembly,
        launch: Some(Launch { global: [1; 3], local: [1; 3], args, ..Launch::default() }),
        ..Document::new(text.into(), MachineChoice { preset: preset.into(), changes: Vec::new() })
    }
}

/// A document that is assembled.
struct Ready<F: Family> {
    spec: F::Spec,
    program: F::Program,
    launch: Launch,
}

impl<F: Family> Ready<F> {
    fn new(document: Document) -> Result<Ready<F>, String> {
        let spec = configure::<F>(&document.machine).map_err(|found| found[0].message.clone())?;
        let (programs, found) = F::assemble(&document.program(), &spec);
        let wrong = || found.first().map_or("there is no function".into(), |found| found.message.clone());
        let program = programs.into_iter().next().ok_or_else(wrong)?;
        Ok(Ready { spec, program, launch: document.launch.ok_or("there is no launch")? })
    }

    fn bind(&self) -> Result<Bound, String> {
        let params = open::params(Some(&self.launch), &Header::default());
        let grid = F::signature(&self.program).grid;
        let bound = bind_behind(&[], &self.launch, &params, &grid, None, &Limits::default());
        bound.map_err(|found| found[0].message.clone())
    }

    /// Cycles of a run that nobody listens to.
    fn timed(&self, bound: Bound) -> Result<Done, String> {
        let mut machine = F::start(&self.program, &self.spec, bound).map_err(|error| error.message)?;
        machine.run(u64::MAX, &mut Deaf).map_err(|halt| format!("{halt:?}"))?;
        Ok((machine.cycle() as f64).into())
    }
}

pub fn functional<F: Family>(document: Document) -> Result<Run, String> {
    let ready = Ready::<F>::new(document)?;
    let bound = ready.bind()?;
    Ok(Box::new(move || {
        let run = F::untimed(&ready.program, &ready.spec, bound.clone());
        let mut run = run.map_err(|error| error.message)?;
        while !run.advance(u64::MAX).map_err(|halt| format!("{halt:?}"))? {}
        Ok(Done { work: ELEMENTS.into(), steps: run.work().lane_operations as f64 })
    }))
}

pub fn timed<F: Family>(document: Document) -> Result<Run, String> {
    let ready = Ready::<F>::new(document)?;
    let bound = ready.bind()?;
    Ok(Box::new(move || ready.timed(bound.clone())))
}

/// What a recording is compared with: as it does, it makes the buffers each time.
pub fn unrecorded<F: Family>(document: Document) -> Result<Run, String> {
    let ready = Ready::<F>::new(document)?;
    Ok(Box::new(move || ready.timed(ready.bind()?)))
}

/// A session, which sums the run up and keeps keyframes of it.
pub fn recorded(document: Document) -> Result<Run, String> {
    let mut session = interaction::open(document)?;
    Ok(Box::new(move || Ok((interaction::record(&mut session)? as f64).into())))
}

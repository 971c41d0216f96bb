//! The vector machine: a saxpy by hand, with and without timing.

use lanescope_core::{
    document::{Document, Language, Limits, MachineChoice},
    ir::Type,
    launch::{Arg, ArgValue, Init, Launch, Number, bind::Bound, bind::bind, header::Header, open},
    machines::{
        Machine,
        registry::{Family, Untimed, configure},
        rvv::Rvv,
    },
    trace::Deaf,
};

use crate::{
    ceiling, interaction,
    measure::{Done, Measure, Prepare, Run, Target},
};

const ELEMENTS: u32 = 1 << 20;
const TIMED: u32 = 1 << 16;

const SAXPY: &str = "
saxpy:
    vsetvli t0, a0, e32, m8, ta, ma
    vle32.v v0, (a1)
    vle32.v v8, (a2)
    vfmacc.vf v8, fa0, v0
    vse32.v v8, (a2)
    slli t1, t0, 2
    add a1, a1, t1
    add a2, a2, t1
    sub a0, a0, t0
    bnez a0, saxpy
    ret
";

/// Elements per second without timing, cycles per second of the cycle-level model on ideal and on banked memory.
pub fn measures() -> Vec<Measure> {
    let measure = |name, unit, must, stretch, wasm, beside: Option<Prepare>, prepare: Prepare| Measure {
        name,
        unit,
        target: Target::Rate { must, wasm, stretch },
        beside,
        prepare,
    };
    vec![
        measure(
            "vector, functional: saxpy",
            "elements",
            40e6,
            150e6,
            0.5,
            Some(ceiling::lanes::stream),
            || functional("rvv/long-vector"),
        ),
        measure("vector, timing: saxpy", "cycles", 1e6, 5e6, 0.7, None, || timed("rvv/long-vector")),
        measure("vector, timing: saxpy with banks", "cycles", 1e6, 5e6, 0.7, None, || {
            timed("rvv/textbook-16-banks")
        }),
        Measure {
            name: "vector, timing, recorded: saxpy",
            unit: "cycles",
            target: Target::Share(0.85, 0.95),
            beside: Some(|| unrecorded("rvv/long-vector")),
            prepare: || recorded("rvv/long-vector"),
        },
    ]
}

fn random(seed: u64) -> Init {
    Init::Random { seed, low: Number::Float(0.0), high: Number::Float(1.0) }
}

fn half(_: u64) -> Init {
    Init::Fill(Number::Float(0.5))
}

/// `data` is what an element is made of: where a session makes it each time, it should cost little.
fn document(preset: &str, elements: u32, data: fn(u64) -> Init) -> Document {
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
        ..Document::new(SAXPY.into(), MachineChoice { preset: preset.into(), changes: Vec::new() })
    }
}

/// A document that is assembled.
struct Ready {
    spec: <Rvv as Family>::Spec,
    program: <Rvv as Family>::Program,
    launch: Launch,
}

impl Ready {
    fn new(document: Document) -> Result<Ready, String> {
        let spec = configure::<Rvv>(&document.machine).map_err(|found| found[0].message.clone())?;
        let (programs, _) = Rvv::assemble(&document.program(), &spec);
        let program = programs.into_iter().next().ok_or("there is no function")?;
        Ok(Ready { spec, program, launch: document.launch.ok_or("there is no launch")? })
    }

    fn bind(&self) -> Result<Bound, String> {
        let params = open::params(Some(&self.launch), &Header::default());
        bind(&self.launch, &params, None, &Limits::default()).map_err(|found| found[0].message.clone())
    }

    /// Cycles of a run that nobody listens to.
    fn timed(&self, bound: Bound) -> Result<Done, String> {
        let mut machine = Rvv::start(&self.program, &self.spec, bound).map_err(|error| error.message)?;
        machine.run(u64::MAX, &mut Deaf).map_err(|halt| format!("{halt:?}"))?;
        Ok((machine.cycle() as f64).into())
    }
}

fn functional(preset: &str) -> Result<Run, String> {
    let ready = Ready::new(document(preset, ELEMENTS, random))?;
    let bound = ready.bind()?;
    Ok(Box::new(move || {
        let run = Rvv::untimed(&ready.program, &ready.spec, bound.clone());
        let mut run = run.map_err(|error| error.message)?;
        while !run.advance(u64::MAX).map_err(|halt| format!("{halt:?}"))? {}
        Ok(Done { work: ELEMENTS.into(), steps: run.work().lane_operations as f64 })
    }))
}

fn timed(preset: &str) -> Result<Run, String> {
    let ready = Ready::new(document(preset, TIMED, random))?;
    let bound = ready.bind()?;
    Ok(Box::new(move || ready.timed(bound.clone())))
}

/// What a recording is compared with: as it does, it makes the buffers each time.
fn unrecorded(preset: &str) -> Result<Run, String> {
    let ready = Ready::new(document(preset, TIMED, half))?;
    Ok(Box::new(move || ready.timed(ready.bind()?)))
}

/// A session, which sums the run up and keeps keyframes of it.
fn recorded(preset: &str) -> Result<Run, String> {
    let mut session = interaction::open(document(preset, TIMED, half))?;
    Ok(Box::new(move || Ok((interaction::record(&mut session)? as f64).into())))
}

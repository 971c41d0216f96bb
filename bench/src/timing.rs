//! The timing mode, caches, network and DRAM on: 4 cores of 32 warps of 32 lanes, or one core of 16 warps.

use lanescope_core::{document::Document, machines::simt::Simt};

use crate::{
    interaction::{open, record},
    kernels,
    measure::{Measure, Prepare, Run, Target},
    workshop::Ready,
};

const ITEMS: u32 = 1 << 16;
const ROUNDS: i64 = 50;

/// Core-cycles and warp instructions per second; the cost of a recording.
pub fn measures() -> Vec<Measure> {
    let measure = |name, unit, (must, stretch), prepare: Prepare| Measure {
        name,
        unit,
        target: Target::Rate { must, wasm: 0.7, stretch },
        beside: None,
        prepare,
    };
    let recording = |name, beside: Prepare, prepare: Prepare| Measure {
        name,
        unit: "core-cycles",
        target: Target::Share(0.85, 0.95),
        beside: Some(beside),
        prepare,
    };
    vec![
        measure("timing: saxpy", "core-cycles", (400e3, 2e6), || cycles(four(saxpy()), FOUR)),
        measure("timing: saxpy, instructions", "warp instr", (100e3, 500e3), || instructions(four(saxpy()))),
        measure("timing: FFMA loop", "core-cycles", (600e3, 3e6), || cycles(four(ffma()), FOUR)),
        measure("timing: FFMA loop, instructions", "warp instr", (1.1e6, 5e6), || instructions(four(ffma()))),
        measure("timing: random gather", "core-cycles", (400e3, 2e6), || cycles(four(gather()), FOUR)),
        measure("timing, 1 core: FP loop", "cycles", (750e3, 2e6), || cycles(one(alu()), 1.0)),
        measure("timing, 1 core: FP loop, instructions", "warp instr", (500e3, 2e6), || {
            instructions(one(alu()))
        }),
        measure("timing, 1 core: saxpy", "cycles", (750e3, 2e6), || cycles(one(saxpy()), 1.0)),
        measure("timing, 1 core: saxpy, instructions", "warp instr", (500e3, 2e6), || {
            instructions(one(saxpy()))
        }),
        recording("recorded: saxpy", || cycles(four(saxpy()), FOUR), || recorded(four(saxpy()))),
        recording("recorded: FFMA loop", || cycles(four(ffma()), FOUR), || recorded(four(ffma()))),
    ]
}

/// Cores of the machine of most rows.
const FOUR: f64 = 4.0;

fn four(document: Document) -> Document {
    kernels::on_four_cores(document)
}

fn one(document: Document) -> Document {
    kernels::on_cores(document, "1", "16")
}

fn saxpy() -> Document {
    kernels::saxpy(ITEMS)
}

fn gather() -> Document {
    kernels::gather(ITEMS)
}

fn alu() -> Document {
    kernels::alu(ITEMS / 8, ROUNDS)
}

fn ffma() -> Document {
    kernels::ffma(ITEMS / 8, ROUNDS)
}

fn cycles(document: Document, cores: f64) -> Result<Run, String> {
    let ready = Ready::<Simt>::new(&document)?;
    Ok(Box::new(move || ready.timed().map(|(cycles, _)| (cycles * cores).into())))
}

fn instructions(document: Document) -> Result<Run, String> {
    let ready = Ready::<Simt>::new(&document)?;
    Ok(Box::new(move || ready.timed().map(|(_, instructions)| instructions.into())))
}

/// A session, which sums the run up and keeps keyframes of it.
fn recorded(document: Document) -> Result<Run, String> {
    let mut session = open(document)?;
    Ok(Box::new(move || Ok((record(&mut session)? as f64 * FOUR).into())))
}

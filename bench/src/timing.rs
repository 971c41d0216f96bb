//! The timing mode: caches, network and DRAM on, 4 cores of 32 warps of 32 lanes.

use lanescope_core::{document::Document, machines::simt::Simt};

use crate::{
    interaction::open,
    kernels::{self, CORES},
    measure::{Measure, Prepare, Run, Target},
    workshop::Ready,
};

const ITEMS: u32 = 1 << 16;
const ROUNDS: i64 = 50;
/// Recording every event may cost two thirds of the speed.
const RECORDED: f64 = 1.0 / 3.0;

/// Core-cycles and warp instructions per second, with and without a recording.
pub fn measures() -> Vec<Measure> {
    let measure = |name, unit, must, stretch, prepare: Prepare| Measure {
        name,
        unit,
        target: Target::Rate { must, wasm: 0.7, stretch },
        beside: None,
        prepare,
    };
    vec![
        measure("timing: saxpy", "core-cycles", 400e3, 2e6, || cycles(kernels::saxpy(ITEMS))),
        measure("timing: saxpy", "warp-instructions", 100e3, 500e3, || instructions(kernels::saxpy(ITEMS))),
        measure("timing: ALU loop", "core-cycles", 600e3, 3e6, || cycles(kernels::alu(ITEMS / 8, ROUNDS))),
        measure("timing: ALU loop", "warp-instructions", 1.1e6, 5e6, || {
            instructions(kernels::alu(ITEMS / 8, ROUNDS))
        }),
        measure("timing: random gather", "core-cycles", 400e3, 2e6, || cycles(kernels::gather(ITEMS))),
        measure("timing, recorded: saxpy", "core-cycles", 400e3 * RECORDED, 1.2e6, || {
            recorded(kernels::saxpy(ITEMS))
        }),
        measure("timing, recorded: ALU loop", "core-cycles", 600e3 * RECORDED, 1.8e6, || {
            recorded(kernels::alu(ITEMS / 8, ROUNDS))
        }),
    ]
}

fn cycles(document: Document) -> Result<Run, String> {
    let ready = Ready::<Simt>::new(&kernels::on_four_cores(document))?;
    Ok(Box::new(move || ready.timed().map(|(cycles, _)| (cycles * CORES).into())))
}

fn instructions(document: Document) -> Result<Run, String> {
    let ready = Ready::<Simt>::new(&kernels::on_four_cores(document))?;
    Ok(Box::new(move || ready.timed().map(|(_, instructions)| instructions.into())))
}

/// A session records every event.
fn recorded(document: Document) -> Result<Run, String> {
    let mut session = open(kernels::on_four_cores(document))?;
    Ok(Box::new(move || {
        session.start().map_err(|found| found[0].message.clone())?;
        while !session.advance(u64::MAX, u64::MAX).complete {}
        let report = session.report().ok_or("there is no report")?;
        Ok((report.cycles as f64 * CORES).into())
    }))
}

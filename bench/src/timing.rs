//! The timing mode: caches, network and DRAM on.

use lanescope_core::session::vocabulary::Document;

use crate::{
    functional::open,
    kernels,
    measure::{Group, Measure, Target},
};

/// The machine of the targets: 4 cores of 32 warps of 32 lanes.
const MACHINE: &[(&str, &str)] = &[("cores", "4"), ("warps_per_core", "32"), ("warp_size", "32")];
const CORES: f64 = 4.0;
const ITEMS: u32 = 1 << 16;

type Run = Box<dyn FnMut() -> Result<f64, String>>;

/// Core-cycles and warp instructions per second, every event recorded.
pub fn measures() -> Vec<Measure> {
    let measure = |name, unit, must, stretch, prepare| Measure {
        name,
        unit,
        group: Group::Alone,
        is_ceiling: false,
        target: Target::Rate { must, wasm: 0.7, stretch },
        prepare,
    };
    vec![
        measure("timing, recorded: saxpy, 4x32x32", "core-cycles", 400e3 / 3.0, 1.2e6, || {
            cycles(kernels::saxpy(ITEMS))
        }),
        measure("timing, recorded: saxpy, 4x32x32", "warp-instructions", 100e3 / 3.0, 300e3, || {
            instructions(kernels::saxpy(ITEMS))
        }),
        measure("timing, recorded: ALU loop, 4x32x32", "core-cycles", 200e3, 1.8e6, || {
            cycles(kernels::alu(ITEMS / 8, 20))
        }),
        measure("timing, recorded: random gather, 4x32x32", "core-cycles", 400e3 / 3.0, 1.2e6, || {
            cycles(kernels::gather(ITEMS))
        }),
    ]
}

fn cycles(document: Document) -> Result<Run, String> {
    run(document, |cycles, _| cycles * CORES)
}

fn instructions(document: Document) -> Result<Run, String> {
    run(document, |_, instructions| instructions)
}

/// Runs to the end; the work is made from cycles and warp instructions.
fn run(mut document: Document, work: fn(f64, f64) -> f64) -> Result<Run, String> {
    document.machine.changes =
        MACHINE.iter().map(|(id, value)| (id.to_string(), value.to_string())).collect();
    let mut session = open(document)?;
    Ok(Box::new(move || {
        session.start().map_err(|found| found[0].message.clone())?;
        loop {
            let status = session.advance(u64::MAX, u64::MAX);
            if let Some(halt) = status.halt {
                return Err(halt.message);
            }
            if status.complete {
                break;
            }
        }
        let report = session.report().ok_or("there is no report")?;
        Ok(work(report.cycles as f64, report.work.instructions as f64))
    }))
}

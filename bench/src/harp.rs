//! Split and join: the ALU loop and a saxpy on 16 warps of 16 lanes, without timing and with the scratchpad behind the pipeline.

use lanescope_core::{document::Document, machines::harp::family::Harp};

use crate::{
    ceiling, kernels,
    measure::{Measure, Run, Target},
    workshop::Ready,
};

const ITEMS: u32 = 1 << 12;
const ROUNDS: i64 = 100;
const ELEMENTS: u32 = 1 << 15;

/// Instructions of lanes per second without timing, core-cycles per second with it.
pub fn measures() -> Vec<Measure> {
    let rate = |must, stretch| Target::Rate { must, wasm: 0.5, stretch };
    vec![
        Measure {
            name: "split and join, functional: ALU loop",
            unit: "lane-instructions",
            target: rate(150e6, 300e6),
            beside: Some(ceiling::lanes::alu),
            prepare: || functional(kernels::alu(ITEMS, ROUNDS)),
        },
        Measure {
            name: "split and join, timing: ALU loop",
            unit: "core-cycles",
            target: rate(2e6, 5e6),
            beside: None,
            prepare: || timed(kernels::alu(ITEMS, ROUNDS / 4)),
        },
        Measure {
            name: "split and join, timing: saxpy",
            unit: "core-cycles",
            target: rate(2e6, 5e6),
            beside: None,
            prepare: || timed(kernels::saxpy(ELEMENTS)),
        },
    ]
}

fn ready(document: Document) -> Result<Ready<Harp>, String> {
    Ready::new(&kernels::on_preset(document, "harp/harp32"))
}

fn functional(document: Document) -> Result<Run, String> {
    let ready = ready(document)?;
    Ok(Box::new(move || ready.functional().map(|work| (work.lane_operations as f64).into())))
}

fn timed(document: Document) -> Result<Run, String> {
    let ready = ready(document)?;
    Ok(Box::new(move || ready.timed().map(|(cycles, _)| cycles.into())))
}

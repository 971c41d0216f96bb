//! The functional mode: what happens, without when.

use lanescope_core::{document::Document, machines::simt::Simt};

use crate::{
    kernels,
    measure::{Group, Measure, Run, Target},
    workshop::Ready,
};

const ITEMS: u32 = 1 << 14;
const ROUNDS: i64 = 400;
const ELEMENTS: u32 = 1 << 20;

/// The ALU loop in three forms, and saxpy.
pub fn measures() -> Vec<Measure> {
    let loops = |name, must, stretch, prepare| Measure {
        name,
        unit: "lane-instructions",
        group: Group::Alu,
        is_ceiling: false,
        target: Target::Rate { must, wasm: 0.5, stretch },
        prepare,
    };
    vec![
        loops("functional: ALU loop, 32 lanes", 500e6, 1.5e9, || {
            lane_operations(&kernels::alu(ITEMS, ROUNDS))
        }),
        loops("functional: the same, fused exactly", 300e6, 800e6, || {
            lane_operations(&kernels::fused(ITEMS, ROUNDS))
        }),
        Measure {
            name: "functional: saxpy",
            unit: "elements",
            group: Group::Stream,
            is_ceiling: false,
            target: Target::Rate { must: 40e6, wasm: 0.5, stretch: 150e6 },
            prepare: || {
                let ready = Ready::<Simt>::new(&kernels::saxpy(ELEMENTS))?;
                Ok(Box::new(move || ready.functional().map(|_| f64::from(ELEMENTS))))
            },
        },
    ]
}

fn lane_operations(document: &Document) -> Result<Run, String> {
    let ready = Ready::<Simt>::new(document)?;
    Ok(Box::new(move || ready.functional()))
}

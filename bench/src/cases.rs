//! The table of cases, with the targets they are held against.

use lanescope_core::mem::dram::{
    controller::Config,
    traffic::{Pattern, Stream, traffic},
};

use crate::{Case, ceiling};

/// Every case: ceilings first, then what is held against them.
pub const CASES: &[Case] = &[
    Case { run: ceiling_alu, ..free("ceiling: ALU loop, 32 lanes", "lane instructions/s") },
    Case { run: ceiling_saxpy, ..free("ceiling: saxpy, 32 lanes", "elements/s") },
    Case {
        name: "DRAM: 1 rank DDR4-2400, linear reads",
        unit: "requests/s",
        must: 0.55e6,
        stretch: 2.7e6,
        wasm_share: 0.7,
        run: |scale| dram(Pattern::Linear, scale),
    },
    Case {
        name: "DRAM: 1 rank DDR4-2400, random reads",
        unit: "requests/s",
        must: 0.29e6,
        stretch: 0.7e6,
        wasm_share: 0.7,
        run: |scale| dram(Pattern::Random, scale),
    },
];

/// A case without a target.
const fn free(name: &'static str, unit: &'static str) -> Case {
    Case { name, unit, must: 0.0, stretch: 0.0, wasm_share: 0.0, run: |_| 0.0 }
}

fn ceiling_alu(scale: u32) -> f64 {
    ceiling::alu(scale.saturating_mul(100)) as f64
}

fn ceiling_saxpy(scale: u32) -> f64 {
    ceiling::saxpy(scale.saturating_mul(100)) as f64
}

fn dram(pattern: Pattern, scale: u32) -> f64 {
    let requests = scale.saturating_mul(10_000);
    let stream = Stream { pattern, requests, write_every: 0, seed: 1, every_cycle: false };
    traffic(Config::default(), stream, |_| {});
    f64::from(requests)
}

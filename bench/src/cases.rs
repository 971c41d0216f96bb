//! The table of cases, with the targets they are held against.

use crate::{Case, ceiling};

/// Every case: ceilings first, then what is held against them.
pub const CASES: &[Case] = &[
    Case { run: ceiling_alu, ..free("ceiling: ALU loop, 32 lanes", "lane instructions/s") },
    Case { run: ceiling_saxpy, ..free("ceiling: saxpy, 32 lanes", "elements/s") },
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

//! Ceilings: small programs that can do nothing but one thing, as fast as plain Rust does it. What the laboratory
//! reaches is told as a share of the ceiling that does the same kind of work.

pub mod lanes;

use crate::measure::{Measure, Prepare, Target};

/// Every ceiling for itself.
pub fn measures() -> Vec<Measure> {
    let ceiling =
        |name, unit, prepare: Prepare| Measure { name, unit, target: Target::None, beside: None, prepare };
    vec![
        ceiling("ceiling: ALU loop, 32 lanes", "lane-instructions", lanes::alu),
        ceiling("ceiling: saxpy, unit stride", "lane-instructions", lanes::stream),
    ]
}

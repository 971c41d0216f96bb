//! What is measured. A [`Case`] does an amount of work that it is asked for and says how much it did; who calls it
//! holds the clock. So the same list runs natively (`main.rs`) and as wasm in Node.js (`node.mjs`).
//!
//! Rates drift with the machine: read the ratio to the ceiling and the ratio wasm to native, not single numbers.

pub mod cases;
pub mod ceiling;
#[cfg(target_family = "wasm")]
mod exports;

/// One thing to measure.
#[derive(Clone, Copy)]
pub struct Case {
    /// What it is.
    pub name: &'static str,
    /// Unit of the work, per second.
    pub unit: &'static str,
    /// The rate that it must reach natively; 0 if there is none (ceilings).
    pub must: f64,
    /// The rate that a good design reaches natively.
    pub stretch: f64,
    /// The share of `must` that it must reach as wasm.
    pub wasm_share: f64,
    /// Does `scale` times a small amount of work and returns how much it was, in units.
    pub run: fn(scale: u32) -> f64,
}

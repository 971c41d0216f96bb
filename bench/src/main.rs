//! Measures the laboratory's speed and prints each number beside its target and beside the ceiling: what a tight
//! interpreter without any of the laboratory's features reaches on the same machine at the same time.
//!
//! The same program runs natively and, compiled to wasm, in Node.js (`cargo xtask bench`). Numbers are the median of
//! several runs; a machine's speed drifts, so compare ratios, not single numbers of two days.

mod ceiling;
mod dram;
mod functional;
mod host;
mod interaction;
mod kernels;
mod measure;
mod timing;
mod workshop;

use measure::{Group, Measure};

/// Every measurement, in the order of the report.
fn measures() -> Vec<Measure> {
    [
        ceiling::measures(),
        functional::measures(),
        timing::measures(),
        dram::measures(),
        interaction::measures(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn main() {
    host::say(&format!(
        "{:<46}{:>12}{:>12}{:>12}{:>10}",
        host::NAME,
        "measured",
        "must",
        "stretch",
        "ceiling"
    ));
    let mut ceilings: Vec<(Group, f64)> = Vec::new();
    for measure in measures() {
        let result = measure.take();
        if let (Ok(rate), true) = (&result, measure.is_ceiling) {
            ceilings.push((measure.group, *rate));
        }
        let ceiling = ceilings.iter().find(|(group, _)| *group == measure.group).map(|(_, rate)| *rate);
        host::say(&measure.line(result, ceiling));
    }
}

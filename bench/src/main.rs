//! Measures the laboratory's speed and prints each number beside its target and beside the ceiling: what a tight
//! interpreter without any of the laboratory's features reaches on the same machine at the same time.
//!
//! The same program runs natively and, compiled to wasm, in Node.js (`cargo xtask bench`). Rates are per second of
//! processor time; a machine's speed drifts all the same, so compare ratios, not single numbers of two days. With an
//! argument only the measurements whose name contains it are taken.

mod ceiling;
mod dram;
mod functional;
mod host;
mod interaction;
mod kernels;
mod measure;
mod report;
mod timing;
mod vector;
mod workshop;

use measure::Measure;

/// Every measurement, in the order of the report.
fn measures() -> Vec<Measure> {
    [
        ceiling::measures(),
        functional::measures(),
        timing::measures(),
        vector::measures(),
        dram::measures(),
        interaction::measures(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn main() {
    let wanted = host::wanted();
    host::say(&report::head());
    for measure in measures().iter().filter(|measure| measure.name.contains(&wanted)) {
        let taken = measure.take();
        if let Ok(taken) = &taken {
            host::record(measure.name, measure.unit, taken.value);
        }
        host::say(&report::line(measure, taken));
    }
}

//! Measures the laboratory's speed and prints each number beside its target and beside the ceiling: what a tight
//! interpreter without any of the laboratory's features reaches on the same machine at the same time.
//!
//! The same program runs natively and, compiled to wasm, in Node.js (`cargo xtask bench`). Rates are per second of
//! processor time; a machine's speed drifts all the same, so compare ratios, not single numbers of two days. With an
//! argument only the measurements whose name contains it are taken; `=` in front wants the whole name.

mod by_hand;
mod ceiling;
mod dram;
mod functional;
mod harp;
mod host;
mod interaction;
mod kernels;
mod measure;
mod packed;
mod report;
mod sim_d;
mod strips;
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
        packed::measures(),
        strips::measures(),
        sim_d::measures(),
        harp::measures(),
        dram::measures(),
        interaction::measures(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn main() {
    match host::argument().as_str() {
        "--head" => host::say(&report::head()),
        "--names" => measures().iter().for_each(|measure| host::say(measure.name)),
        wanted => take(wanted),
    }
}

/// Takes the measurements whose name contains a text, or, after `=`, is that text.
fn take(wanted: &str) {
    let exact = wanted.strip_prefix('=');
    let is_wanted = |name: &str| exact.map_or(name.contains(wanted), |wanted| name == wanted);
    if exact.is_none() {
        host::say(&report::head());
    }
    for measure in measures().iter().filter(|measure| is_wanted(measure.name)) {
        let taken = measure.take();
        if let Ok(taken) = &taken {
            host::record(measure.name, measure.unit, taken.value);
        }
        host::say(&report::line(measure, taken));
    }
}

//! The DRAM part alone: one channel of DDR4-2400, first-ready first-come-first-served.

use lanescope_core::mem::dram::{
    controller::Config,
    traffic::{Pattern, Stream, traffic},
};

use crate::measure::{Done, Measure, Prepare, Target};

const REQUESTS: u32 = 200_000;

/// 200,000 reads, linear and random.
pub fn measures() -> Vec<Measure> {
    let measure = |name, must, stretch, prepare: Prepare| Measure {
        name,
        unit: "requests",
        target: Target::Rate { must, wasm: 0.7, stretch },
        beside: None,
        prepare,
    };
    vec![
        measure("DRAM: linear reads", 0.55e6, 2.7e6, || Ok(Box::new(|| play(Pattern::Linear)))),
        measure("DRAM: random reads", 0.29e6, 0.7e6, || Ok(Box::new(|| play(Pattern::Random)))),
    ]
}

fn play(pattern: Pattern) -> Result<Done, String> {
    let stream = Stream { pattern, requests: REQUESTS, write_every: 0, seed: 1, every_cycle: false };
    std::hint::black_box(traffic(Config::default(), stream, |_| {}));
    Ok(f64::from(REQUESTS).into())
}

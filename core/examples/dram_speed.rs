//! How fast the DRAM model is on this machine: requests per second of wall time, for linear and random reads.
//!
//! `cargo run --release -p lanescope-core --example dram_speed`

use std::time::Instant;

use lanescope_core::mem::dram::{
    controller::Config,
    traffic::{Pattern, Stream, traffic},
};

const REQUESTS: u32 = 200_000;

fn main() {
    for &pattern in Pattern::ALL {
        let stream = Stream { pattern, requests: REQUESTS, write_every: 0, seed: 1, every_cycle: false };
        let start = Instant::now();
        let cycles = traffic(Config::default(), stream, |_| {});
        let rate = f64::from(REQUESTS) / start.elapsed().as_secs_f64() / 1e6;
        println!("{REQUESTS} {} reads: {cycles} DRAM cycles, {rate:.2} M requests/s", pattern.name());
    }
}

//! The native half: times each case and prints it beside its target.

use std::time::{Duration, Instant};

use lanescope_bench::{Case, cases::CASES};

/// A measurement is long enough to trust from here on.
const LONG: Duration = Duration::from_millis(300);
/// Measurements of a case; the best counts, since everything else on the machine only makes it slower.
const ROUNDS: u32 = 3;

fn main() {
    let only: Vec<String> = std::env::args().skip(1).collect();
    println!("{:44} {:>12} {:22} {:>8} {:>8}", "case", "rate", "unit", "/must", "/stretch");
    for case in CASES
        .iter()
        .filter(|case| only.is_empty() || only.iter().any(|word| case.name.contains(word.as_str())))
    {
        let rate = rate(case);
        let ratio = |target: f64| if target > 0.0 { format!("{:.2}", rate / target) } else { "-".into() };
        println!(
            "{:44} {:>12} {:22} {:>8} {:>8}",
            case.name,
            short(rate),
            case.unit,
            ratio(case.must),
            ratio(case.stretch)
        );
    }
}

/// Units per second.
fn rate(case: &Case) -> f64 {
    let mut scale = 1;
    let mut best = 0.0_f64;
    let mut rounds = 0;
    while rounds < ROUNDS {
        let start = Instant::now();
        let work = (case.run)(scale);
        let time = start.elapsed();
        best = best.max(work / time.as_secs_f64());
        match time < LONG && scale < 1 << 24 {
            true => scale *= 2,
            false => rounds += 1,
        }
    }
    best
}

/// Three digits and a power of thousand.
fn short(rate: f64) -> String {
    let (scaled, letter) = match rate {
        r if r >= 1e9 => (r / 1e9, "G"),
        r if r >= 1e6 => (r / 1e6, "M"),
        r if r >= 1e3 => (r / 1e3, "k"),
        r => (r, " "),
    };
    format!("{scaled:.2} {letter}")
}

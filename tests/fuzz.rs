//! How long the random tests run, and whether whole products are tried: a second each in `cargo test`, as long as a person
//! wants with `cargo xtask fuzz`.

use std::{
    env,
    time::{Duration, Instant},
};

/// Seconds that each random test runs (`cargo xtask fuzz --seconds N`).
pub const SECONDS: &str = "LANESCOPE_FUZZ_SECONDS";
/// How many seeds each random test tries instead (`cargo xtask fuzz --count N`).
pub const COUNT: &str = "LANESCOPE_FUZZ_COUNT";
/// The seed that random tests begin with (`cargo xtask fuzz --seed N`).
pub const SEED: &str = "LANESCOPE_FUZZ_SEED";
/// Set if whole products are tried, such as every kernel on every preset (`cargo xtask fuzz --all`).
pub const ALL: &str = "LANESCOPE_FUZZ_ALL";

/// Are whole products tried?
pub fn all() -> bool {
    env::var_os(ALL).is_some()
}

/// Calls `case` with one seed after another until the time is over, or for as many as asked for; at least once. Returns how
/// many there were.
///
/// A case panics when it finds something, and names its seed: `cargo xtask fuzz --seed N` begins with it.
pub fn seeds(mut case: impl FnMut(u64)) -> u64 {
    let number = |name| env::var(name).ok().map(|text| text.parse::<u64>().expect("a whole number"));
    let (first, time) = (number(SEED).unwrap_or(0), Duration::from_secs(number(SECONDS).unwrap_or(1)));
    let start = Instant::now();
    let mut tried = 0;
    let count = number(COUNT);
    while tried == 0 || count.map_or_else(|| start.elapsed() < time, |count| tried < count) {
        case(first + tried);
        tried += 1;
    }
    tried
}

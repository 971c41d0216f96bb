//! Closed formulas of the literature (hp_ch4 6.1, 6.9 and 7): what a machine needs, or what a program gains.

/// Least number of banks that serve so many references in a cycle, when a bank is busy for `busy` of `clock` units of time
/// (HM02).
pub fn least_banks(references: u64, busy: f64, clock: f64) -> u64 {
    references.saturating_mul(bank_cycles(busy, clock))
}

/// Cycles that a bank is busy (HM02).
pub fn bank_cycles(busy: f64, clock: f64) -> u64 {
    if clock > 0.0 { rounded_up(busy / clock) } else { 0 }
}

/// The least whole number that is not smaller.
fn rounded_up(number: f64) -> u64 {
    let whole = number as u64;
    if (whole as f64) < number { whole.saturating_add(1) } else { whole }
}

/// Share of the wanted references that so many banks can serve at most (HM02).
pub fn bank_share(banks: u64, least: u64) -> f64 {
    if least == 0 { 1.0 } else { (banks as f64 / least as f64).min(1.0) }
}

/// Distinct banks that a stride visits (HM03); a stride conflicts if and only if they are fewer than the cycles that a bank
/// is busy.
pub fn distinct_banks(banks: u64, stride: u64) -> u64 {
    let (mut a, mut b) = (banks, stride % banks.max(1));
    while b > 0 {
        (a, b) = (b, a % b);
    }
    banks / a.max(1)
}

/// Cycles of a load of `elements` words that lie `stride` words apart, an address in each cycle (HM03).
pub fn stride_time(banks: u64, busy: u64, latency: u64, stride: u64, elements: u64) -> u64 {
    let distinct = distinct_banks(banks, stride).max(1);
    let Some(last) = elements.checked_sub(1) else { return 0 };
    let time = latency.saturating_add(1);
    match distinct < busy {
        true => time.saturating_add((last / distinct).saturating_mul(busy)).saturating_add(last % distinct),
        false => time.saturating_add(last),
    }
}

/// Speed-up when a share of the work runs so many times faster (HA05).
pub fn amdahl(share: f64, faster: f64) -> f64 {
    1.0 / (1.0 - share + share / faster)
}

/// Units that hide a latency when each issues once in `interval` cycles (HA08).
pub fn units_to_hide(latency: u64, interval: u64) -> u64 {
    latency.div_ceil(interval.max(1))
}

/// The time of `n` elements on a pipeline: start-up, then so much for each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Linear {
    /// Time before the first element.
    pub start_up: f64,
    /// Time of each element.
    pub each: f64,
}

impl Linear {
    /// The time of `n` elements.
    pub fn time(self, n: u64) -> f64 {
        self.start_up + self.each * n as f64
    }

    /// The length that reaches half of the rate without end, n½ (HA11).
    pub fn half_length(self) -> u64 {
        if self.each > 0.0 { rounded_up(self.start_up / self.each) } else { 0 }
    }

    /// The smallest length for which this takes no longer than another one (HA11); `None` if there is none.
    pub fn crossover(self, other: Linear) -> Option<u64> {
        if self.start_up <= other.start_up {
            return Some(0);
        }
        let gain = other.each - self.each;
        (gain > 0.0).then(|| rounded_up((self.start_up - other.start_up) / gain))
    }
}

/// Mean rate of work that is done in equal amounts at different rates (HA12).
pub fn harmonic_mean(rates: &[f64]) -> f64 {
    let sum: f64 = rates.iter().map(|rate| 1.0 / rate).sum();
    if sum > 0.0 { rates.len() as f64 / sum } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Roofline;

    #[test]
    fn we13_bank_sizing() {
        // 4 processors with 2 loads and a store each; 9 ns of 2.5 ns.
        assert_eq!(bank_cycles(9.0, 2.5), 4);
        let least = least_banks(4 * (2 + 1), 9.0, 2.5);
        assert_eq!(least, 48);
        assert!((bank_share(32, least) - 0.67).abs() < 0.005);
        assert_eq!(bank_share(64, least), 1.0);
    }

    #[test]
    fn we12_bank_strides() {
        assert_eq!([1, 2, 4].map(|stride| stride_time(8, 6, 12, stride, 64)), [76, 106, 200]);
        assert_eq!([1, 2, 3, 8, 0].map(|stride| distinct_banks(8, stride)), [8, 4, 8, 1, 1]);
        // At the edge: 8 distinct banks serve a busy time of 8, not of 9.
        assert_eq!([8, 9].map(|busy| stride_time(8, busy, 12, 1, 64)), [76, 12 + 1 + 7 * 9 + 7]);
    }

    fn intensity(operations: f64, bytes: f64) -> f64 {
        Roofline::new(1.0, 1.0, operations, bytes, 1.0).intensity.unwrap_or(0.0)
    }

    #[test]
    fn we34_batch_norm_intensity() {
        // Five operations on halves: one read and one written, or all six arrays.
        assert_eq!(intensity(5.0, 2.0 * 2.0), 1.25);
        assert!((intensity(5.0, 6.0 * 2.0) - 0.417).abs() < 0.001);
    }

    #[test]
    fn we37_complex_multiply_intensity() {
        // Four products, a sum, a difference; four floats read, two written.
        assert_eq!(intensity(6.0, 6.0 * 4.0), 0.25);
    }

    #[test]
    fn ha05_speed_up_by_vectorization() {
        assert_eq!(amdahl(0.5, 2.0), 1.0 / 0.75);
        assert!((amdahl(0.9, 1e12) - 10.0).abs() < 1e-9);
    }

    #[test]
    fn ha08_units_that_hide_a_latency() {
        assert_eq!([units_to_hide(24, 4), units_to_hide(25, 4), units_to_hide(0, 4)], [6, 7, 0]);
    }

    #[test]
    fn ha11_crossover_is_the_first_length_that_pays() {
        let (long, short) = (Linear { start_up: 100.0, each: 1.0 }, Linear { start_up: 10.0, each: 4.0 });
        assert_eq!(long.crossover(short), Some(30));
        assert!(long.time(30) <= short.time(30) && long.time(29) > short.time(29));
        assert_eq!((long.half_length(), short.crossover(long)), (100, Some(0)));
        // At n½ a result takes twice the time of an endless vector.
        assert_eq!(long.time(100) / 100.0, 2.0 * long.each);
    }

    #[test]
    fn ha12_harmonic_mean() {
        assert_eq!(harmonic_mean(&[1.0, 1.0]), 1.0);
        assert!((harmonic_mean(&[30.0, 60.0]) - 40.0).abs() < 1e-9);
    }
}

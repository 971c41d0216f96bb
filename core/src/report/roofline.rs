//! The roofline (hp_ch4 HA03, HA04): what a machine can reach at most, given how many float operations a kernel does for
//! each byte of main memory.
//!
//! A machine has two roofs: its float units, flat, and its memory, slanted on logarithmic axes. They meet at the ridge;
//! left of it memory is what limits. The memory roof is the peak of the machine's data bus.

use serde::{Deserialize, Serialize};

/// The roofs of a machine and where a run is below them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Roofline {
    /// Float operations in a second, in thousands of millions, at most.
    pub peak_gflops: f64,
    /// Bytes of main memory in a second, in thousands of millions, at most.
    pub peak_gbytes: f64,
    /// Float operations for each byte of main memory; none if the run has moved no byte or done no operation.
    pub intensity: Option<f64>,
    /// Float operations in a second, in thousands of millions, that the run reached.
    pub gflops: f64,
}

impl Roofline {
    /// Of a run: float operations, bytes and seconds.
    pub fn new(peak_gflops: f64, peak_gbytes: f64, flops: f64, bytes: f64, seconds: f64) -> Roofline {
        let intensity = (flops > 0.0 && bytes > 0.0).then(|| flops / bytes);
        let gflops = if seconds > 0.0 { flops / seconds / 1e9 } else { 0.0 };
        Roofline { peak_gflops, peak_gbytes, intensity, gflops }
    }

    /// What is attainable with so many operations for each byte.
    pub fn attainable(&self, intensity: f64) -> f64 {
        (self.peak_gbytes * intensity).min(self.peak_gflops)
    }

    /// The intensity from which on the float units limit.
    pub fn ridge(&self) -> f64 {
        if self.peak_gbytes > 0.0 { self.peak_gflops / self.peak_gbytes } else { 0.0 }
    }

    /// Share of the attainable that the run reached, if it has a place.
    pub fn reached(&self) -> Option<f64> {
        let roof = self.attainable(self.intensity?);
        (roof > 0.0).then(|| self.gflops / roof)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// hp_ch4 7, HA04: DAXPY does 2 operations for 24 bytes, SAXPY 2 for 12.
    #[test]
    fn ha04_intensity_of_daxpy_and_saxpy() {
        let at = |flops, bytes| Roofline::new(1.0, 1.0, flops, bytes, 1.0).intensity.unwrap();
        assert!((at(2.0, 24.0) - 0.0833).abs() < 1e-4);
        assert!((at(2.0, 12.0) - 0.167).abs() < 1e-3);
        assert_eq!(Roofline::new(1.0, 1.0, 0.0, 24.0, 1.0).intensity, None);
    }

    /// hp_ch4 7, HA03: the lower of bandwidth times intensity and peak; they meet at peak by bandwidth.
    #[test]
    fn ha03_the_lower_roof_counts() {
        let roofs = Roofline::new(40.0, 16.0, 32.0, 64.0, 1e-8);
        assert_eq!(roofs.ridge(), 2.5);
        assert_eq!(
            (roofs.attainable(1.0), roofs.attainable(2.5), roofs.attainable(10.0)),
            (16.0, 40.0, 40.0)
        );
        // 32 operations in 10 ns, and memory allows 8 GFLOP/s at half an operation a byte.
        assert_eq!((roofs.intensity, roofs.gflops), (Some(0.5), 3.2));
        assert_eq!(roofs.reached(), Some(0.4));
    }
}

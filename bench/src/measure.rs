//! A measurement: what is done, how often, what it stands beside, and what it should reach.
//!
//! A machine's speed drifts, with what else runs on it and how warm it is. So a measurement and its yardstick (a ceiling,
//! or the same work done otherwise) are taken by turns, in processor time, and the ratio that counts is the median of
//! the ratios of neighbours.

use crate::host;

/// Samples of which the median counts.
const SAMPLES: usize = 5;

/// Seconds that a sample takes at least.
const SECONDS: f64 = 0.04;

/// What one run has done.
#[derive(Clone, Copy, Debug, Default)]
pub struct Done {
    /// In the unit of the measurement.
    pub work: f64,
    /// In the unit of the yardstick.
    pub steps: f64,
}

impl From<f64> for Done {
    /// The same in both units.
    fn from(work: f64) -> Done {
        Done { work, steps: work }
    }
}

/// What is measured: each call does it once and says how much work that was.
pub type Run = Box<dyn FnMut() -> Result<Done, String>>;

/// Makes everything ready, which is not measured.
pub type Prepare = fn() -> Result<Run, String>;

/// What a number should reach.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    /// At least.
    Rate {
        /// The gate, native.
        must: f64,
        /// The gate in wasm as a share of `must`, and of what was measured natively.
        wasm: f64,
        /// What a good design reaches, native.
        stretch: f64,
    },
    /// At most so many milliseconds: native, wasm.
    Milliseconds(f64, f64),
    /// At most so many of something that is counted, not timed.
    Count(f64),
    /// At least this share of the yardstick: the gate, and what a good design reaches.
    Share(f64, f64),
    /// Only to compare with.
    None,
}

/// A measurement.
pub struct Measure {
    /// Name.
    pub name: &'static str,
    /// Unit of work (per second), `ms` for durations, or what is counted.
    pub unit: &'static str,
    /// What it should reach.
    pub target: Target,
    /// What it stands beside.
    pub beside: Option<Prepare>,
    /// The work.
    pub prepare: Prepare,
}

/// What was measured.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// Work per second, milliseconds, or a count.
    pub value: f64,
    /// Steps of the yardstick per second, and the share of them that was reached.
    pub beside: Option<(f64, f64)>,
}

impl Measure {
    /// A functional run whose results are all exact, beside that with random data: where floats have flags, exact results must not
    /// go a long way.
    pub fn of_exact(name: &'static str, unit: &'static str, random: Prepare, prepare: Prepare) -> Measure {
        Measure { name, unit, target: Target::Share(1.0 / 1.5, 0.9), beside: Some(random), prepare }
    }

    /// Is it a number that a clock has no part in?
    pub fn is_count(&self) -> bool {
        matches!(self.target, Target::Count(_))
    }

    /// Measures.
    ///
    /// # Errors
    /// Why it cannot be measured.
    pub fn take(&self) -> Result<Taken, String> {
        let mut run = (self.prepare)()?;
        let mut yardstick = self.beside.map(|prepare| prepare()).transpose()?;
        let (mut values, mut rates, mut shares) = (Vec::new(), Vec::new(), Vec::new());
        let first = run()?;
        if self.is_count() {
            return Ok(Taken { value: first.work, beside: None });
        }
        for _ in 0..SAMPLES {
            let (done, seconds) = sample(&mut run)?;
            values.push(if self.is_duration() { seconds * 1e3 / done.work } else { done.work / seconds });
            if let Some(yardstick) = &mut yardstick {
                let (other, other_seconds) = sample(yardstick)?;
                rates.push(other.steps / other_seconds);
                shares.push(done.steps / seconds / (other.steps / other_seconds));
            }
        }
        let beside = yardstick.is_some().then(|| (median(rates), median(shares)));
        Ok(Taken { value: median(values), beside })
    }

    /// Is it a time that a person waits, not a rate?
    pub fn is_duration(&self) -> bool {
        self.unit == "ms"
    }
}

/// Runs as often as a sample needs; what was done and the seconds it took.
fn sample(run: &mut Run) -> Result<(Done, f64), String> {
    let start = host::now();
    let mut sum = Done::default();
    loop {
        let done = run()?;
        sum = Done { work: sum.work + done.work, steps: sum.steps + done.steps };
        let seconds = host::now() - start;
        if seconds >= SECONDS {
            return Ok((sum, seconds));
        }
    }
}

fn median(mut list: Vec<f64>) -> f64 {
    list.sort_by(f64::total_cmp);
    list.get(list.len() / 2).copied().unwrap_or_default()
}

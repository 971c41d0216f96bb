//! A measurement: what is done, how often, and what it should reach.

use crate::host;

/// Runs of which the median counts.
const RUNS: usize = 5;

/// Measurements that share a ceiling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Lane arithmetic.
    Alu,
    /// Unit-stride memory traffic.
    Stream,
    /// None.
    Alone,
}

/// What a number should reach.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    /// At least: natively, and as a share of that in wasm; and what a good design reaches.
    Rate {
        /// The gate, native.
        must: f64,
        /// The gate in wasm as a share of `must`.
        wasm: f64,
        /// What a good design reaches, native.
        stretch: f64,
    },
    /// At most so many milliseconds: native, wasm.
    Milliseconds(f64, f64),
    /// Only to compare with.
    None,
}

/// What is measured: each call does it once and says how much work that was.
pub type Run = Box<dyn FnMut() -> Result<f64, String>>;

/// A measurement.
pub struct Measure {
    /// Name.
    pub name: &'static str,
    /// Unit of work (per second), or `ms` for durations.
    pub unit: &'static str,
    /// Which ceiling it stands beside.
    pub group: Group,
    /// Is it that ceiling?
    pub is_ceiling: bool,
    /// What it should reach.
    pub target: Target,
    /// Makes everything ready, which is not measured.
    pub prepare: fn() -> Result<Run, String>,
}

impl Measure {
    /// Work per second, or milliseconds.
    ///
    /// # Errors
    /// Why it cannot be measured.
    pub fn take(&self) -> Result<f64, String> {
        let mut run = (self.prepare)()?;
        run()?;
        let mut results = Vec::with_capacity(RUNS);
        for _ in 0..RUNS {
            let start = host::now();
            let work = run()?;
            let seconds = (host::now() - start).max(1e-9);
            results.push(if self.is_duration() { seconds * 1e3 / work } else { work / seconds });
        }
        results.sort_by(f64::total_cmp);
        Ok(results[RUNS / 2])
    }

    fn is_duration(&self) -> bool {
        self.unit == "ms"
    }

    /// The line of the report.
    pub fn line(&self, result: Result<f64, String>, ceiling: Option<f64>) -> String {
        let value = match result {
            Ok(value) => value,
            Err(reason) => return format!("{:<46}not measured: {reason}", self.name),
        };
        let (must, stretch) = self.bounds();
        let reached = must.is_none_or(|must| if self.is_duration() { value <= must } else { value >= must });
        let ceiling = match ceiling {
            Some(ceiling) if !self.is_ceiling => format!("{:.0} %", 100.0 * value / ceiling),
            _ => String::new(),
        };
        let show = |number: Option<f64>| number.map(amount).unwrap_or_default();
        format!(
            "{:<46}{:>12}{:>12}{:>12}{ceiling:>10}  {}{}",
            self.name,
            amount(value),
            show(must),
            show(stretch),
            self.unit,
            if self.is_duration() { "" } else { "/s" },
        ) + if reached { "" } else { "  BELOW ITS TARGET" }
    }

    /// The gate and the stretch on this platform.
    fn bounds(&self) -> (Option<f64>, Option<f64>) {
        let wasm_build = cfg!(target_arch = "wasm32");
        match self.target {
            Target::Rate { must, wasm, .. } if wasm_build => (Some(must * wasm), None),
            Target::Rate { must, stretch, .. } => (Some(must), Some(stretch)),
            Target::Milliseconds(native, wasm) => (Some(if wasm_build { wasm } else { native }), None),
            Target::None => (None, None),
        }
    }
}

/// A number with three digits and k, M or G.
fn amount(number: f64) -> String {
    let (scaled, letter) = match number {
        n if n >= 1e9 => (n / 1e9, " G"),
        n if n >= 1e6 => (n / 1e6, " M"),
        n if n >= 1e3 => (n / 1e3, " k"),
        n => (n, ""),
    };
    format!("{scaled:.2}{letter}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(amount(5.2e9), "5.20 G");
        assert_eq!(amount(400_000.0), "400.00 k");
        assert_eq!(amount(1.5), "1.50");
    }
}

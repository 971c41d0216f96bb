//! The report: a line for each measurement, with its target, its yardstick and a verdict.

use crate::{
    host,
    measure::{Measure, Taken, Target},
};

/// The heads of the columns.
pub fn head() -> String {
    let [build, measured, must, ratio, stretch, beside, share] =
        ["build", "measured", "must", "x must", "stretch", "beside", "share"];
    format!(
        "{build:<9}{:<42}{measured:>10}{must:>10}{ratio:>8}{stretch:>10}{beside:>10}{share:>8}  verdict   unit",
        "measurement"
    )
}

/// The line of a measurement.
pub fn line(measure: &Measure, taken: Result<Taken, String>) -> String {
    let taken = match taken {
        Ok(taken) => taken,
        Err(reason) => return format!("{:<9}{:<42}not measured: {reason}", host::NAME, measure.name),
    };
    let bounds = bounds(measure.target);
    let counts = counts(measure, taken);
    let show = |number: Option<f64>| number.map(amount).unwrap_or_default();
    let ratio = bounds.must.map(|must| format!("{:.2}", counts / must)).unwrap_or_default();
    let (beside, share) = taken
        .beside
        .map(|(rate, share)| (amount(rate), format!("{:.0} %", 100.0 * share)))
        .unwrap_or_default();
    format!(
        "{:<9}{:<42}{:>10}{:>10}{ratio:>8}{:>10}{beside:>10}{share:>8}  {:<8}  {}{}",
        host::NAME,
        measure.name,
        amount(taken.value),
        show(bounds.must),
        show(bounds.stretch),
        verdict(counts, bounds),
        measure.unit,
        if measure.is_duration() || measure.is_count() { "" } else { "/s" },
    )
}

/// The number that the target is about.
fn counts(measure: &Measure, taken: Taken) -> f64 {
    match (measure.target, taken.beside) {
        (Target::Share(..), Some((_, share))) => share,
        _ => taken.value,
    }
}

/// The gate and the stretch on this platform.
#[derive(Clone, Copy, Debug, Default)]
struct Bounds {
    must: Option<f64>,
    stretch: Option<f64>,
    /// Is less better?
    most: bool,
}

fn bounds(target: Target) -> Bounds {
    let wasm_build = cfg!(target_arch = "wasm32");
    match target {
        Target::Rate { must, wasm, .. } if wasm_build => {
            Bounds { must: Some(must * wasm), ..Bounds::default() }
        }
        Target::Rate { must, stretch, .. } | Target::Share(must, stretch) => {
            Bounds { must: Some(must), stretch: Some(stretch), most: false }
        }
        Target::Milliseconds(native, wasm) => {
            Bounds { must: Some(if wasm_build { wasm } else { native }), stretch: None, most: true }
        }
        Target::Count(most) => Bounds { must: Some(most), stretch: None, most: true },
        Target::None => Bounds::default(),
    }
}

fn verdict(value: f64, bounds: Bounds) -> &'static str {
    let reached = |bound: f64| if bounds.most { value <= bound } else { value >= bound };
    match (bounds.must.map(reached), bounds.stretch.map(reached)) {
        (Some(false), _) => "BELOW",
        (_, Some(true)) => "stretch",
        (Some(true), _) => "met",
        (None, _) => "",
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
    let digits = if scaled >= 100.0 { 0 } else { 2 };
    format!("{scaled:.digits$}{letter}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(amount(5.2e9), "5.20 G");
        assert_eq!(amount(400_000.0), "400 k");
        assert_eq!(amount(1.5), "1.50");
    }

    #[test]
    fn a_verdict_is_told_at_the_edge() {
        let rate = bounds(Target::Rate { must: 2.0, wasm: 0.5, stretch: 4.0 });
        let verdicts = [1.99, 2.0, 3.99, 4.0].map(|value| verdict(value, rate));
        assert_eq!(verdicts, ["BELOW", "met", "met", "stretch"]);
        let wait = bounds(Target::Milliseconds(5.0, 10.0));
        assert_eq!([5.0, 5.01].map(|value| verdict(value, wait)), ["met", "BELOW"]);
        assert_eq!(verdict(1.0, bounds(Target::None)), "");
    }
}

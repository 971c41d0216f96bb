//! The roofline: float operations a second over float operations a byte, both axes logarithmic, with the roofs of the
//! machine and the place of the run.

use lanescope_core::session::Roofline;

use super::{Align, Ink, Picture};
use crate::text;

/// Room for the numbers of the axes.
const LEFT: f64 = 64.0;
const BOTTOM: f64 = 28.0;
const TOP: f64 = 28.0;
const RIGHT: f64 = 16.0;
/// Width of a character, near enough to place a text.
const CHARACTER: f64 = 6.7;

/// A logarithmic axis: powers of ten at its ends, and pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Log {
    low: i32,
    high: i32,
    from: f64,
    to: f64,
}

impl Log {
    /// Around all of these numbers.
    fn around(values: &[f64], from: f64, to: f64) -> Log {
        let sane = values.iter().copied().filter(|value| *value > 0.0 && value.is_finite());
        let (mut low, mut high) = (i32::MAX, i32::MIN);
        for power in sane.map(|value| value.log10().floor() as i32) {
            (low, high) = (low.min(power), high.max(power + 1));
        }
        if low > high { Log { low: -1, high: 1, from, to } } else { Log { low, high, from, to } }
    }

    /// Where a number is.
    pub fn at(&self, value: f64) -> f64 {
        let share = (value.log10() - f64::from(self.low)) / f64::from(self.high - self.low);
        self.from + share * (self.to - self.from)
    }
}

/// Both axes of a picture.
pub fn axes(size: (f64, f64), roofline: &Roofline) -> (Log, Log) {
    let intensities = [roofline.ridge() / 8.0, roofline.ridge() * 8.0, roofline.intensity.unwrap_or(0.0)];
    let x = Log::around(&intensities, LEFT, (size.0 - RIGHT).max(LEFT + 1.0));
    let left = 10f64.powi(x.low);
    let rates = [roofline.attainable(left), roofline.peak_gflops, roofline.gflops];
    (x, Log::around(&rates, (size.1 - BOTTOM).max(TOP + 1.0), TOP))
}

/// Draws it.
pub fn draw(size: (f64, f64), roofline: &Roofline) -> Picture {
    let mut picture = Picture::default();
    let (x, y) = axes(size, roofline);
    for power in x.low..=x.high {
        let at = x.at(10f64.powi(power)).round();
        picture.fill(Ink::Rule, at, y.to, 1.0, y.from - y.to);
        picture.label(Ink::Faint, Align::Centre, at, y.from + 12.0, number(power));
    }
    for power in y.low..=y.high {
        let at = y.at(10f64.powi(power)).round();
        picture.fill(Ink::Rule, x.from, at, x.to - x.from, 1.0);
        picture.label(Ink::Faint, Align::Left, 8.0, at, number(power));
    }
    picture.label(Ink::Text, Align::Left, 8.0, TOP / 2.0 - 2.0, text::ROOF_RATE_AXIS);
    let width = |words: &str| words.chars().count() as f64 * CHARACTER;
    let fits = |words: &&&str| width(words) < x.to - x.from;
    let names = [text::ROOF_INTENSITY_AXIS, text::ROOF_INTENSITY_UNIT];
    if let Some(words) = names.iter().find(fits) {
        picture.label(Ink::Text, Align::Left, x.to - width(words), y.from - 10.0, *words);
    }
    let (low, high, ridge) = (10f64.powi(x.low), 10f64.powi(x.high), roofline.ridge());
    if ridge > 0.0 {
        let (corner, peak) = (x.at(ridge), y.at(roofline.peak_gflops));
        picture.line(Ink::Text, x.at(low), y.at(roofline.attainable(low)), corner, peak);
        picture.line(Ink::Text, corner, peak, x.at(high), peak);
        picture.label(Ink::Text, Align::Left, corner + 6.0, peak + 12.0, text::ROOF_RIDGE);
    }
    if let Some(intensity) = roofline.intensity {
        let at = x.at(intensity);
        picture.line(Ink::Cursor, at, y.from, at, y.at(roofline.attainable(intensity)));
        if roofline.gflops > 0.0 {
            picture.fill(Ink::Cursor, at - 4.0, y.at(roofline.gflops) - 4.0, 8.0, 8.0);
        }
    }
    picture
}

fn number(power: i32) -> String {
    match power {
        0..=3 => 10u32.pow(power as u32).to_string(),
        -3..=-1 => format!("{:.*}", -power as usize, 10f64.powi(power)),
        _ => format!("1e{power}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decades_are_equally_far_apart() {
        let axis = Log::around(&[0.02, 30.0], 0.0, 400.0);
        assert_eq!((axis.at(0.01), axis.at(0.1), axis.at(100.0)), (0.0, 100.0, 400.0));
    }

    #[test]
    fn the_roofs_meet_at_the_ridge_and_the_run_is_below() {
        let roofline = Roofline::new(40.0, 16.0, 32.0, 64.0, 1e-8);
        let picture = draw((480.0, 300.0), &roofline);
        let (slope, flat) = (picture.lines[0].1, picture.lines[1].1);
        assert_eq!((slope[2], slope[3]), (flat[0], flat[1]));
        assert_eq!(flat[1], flat[3]);
        let (x, y) = axes((480.0, 300.0), &roofline);
        let run = picture.fills.iter().find(|(ink, _)| *ink == Ink::Cursor).unwrap().1[0];
        assert_eq!((run.x + 4.0, run.y + 4.0), (x.at(0.5), y.at(3.2)));
        assert!(run.y > picture.lines[2].1[3], "below the roof");
    }

    #[test]
    fn a_machine_without_numbers_is_no_trouble() {
        let nothing = Roofline::new(0.0, 0.0, 0.0, 0.0, 0.0);
        assert!(draw((100.0, 50.0), &nothing).lines.is_empty());
    }
}

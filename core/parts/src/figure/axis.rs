//! Axes: where a cycle is in a picture, and at which cycles the ticks are.

use alloc::format;

use super::{
    number::grouped,
    picture::{Align, Ink, Picture},
};
use crate::base::{
    TimeUnit,
    num::plane::{ceil, round},
};

/// Height of the band of an axis of cycles.
pub const AXIS: f64 = 24.0;

/// A linear scale from cycles to pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Cycle at the left edge.
    pub from: f64,
    /// Cycles of the whole width.
    pub cycles: f64,
    /// Left edge in pixels.
    pub left: f64,
    /// Width in pixels.
    pub width: f64,
}

impl Scale {
    /// Of a window of cycles in a picture of a width, with room for names on the left.
    pub fn new(width: f64, (from, cycles): (f64, f64), left: f64) -> Scale {
        Scale { from, cycles, left, width: (width - left).max(1.0) }
    }

    /// Pixels of a cycle.
    pub fn pixels(&self) -> f64 {
        self.width / self.cycles.max(1e-9)
    }

    /// Where a cycle begins.
    pub fn x(&self, cycle: f64) -> f64 {
        self.left + (cycle - self.from) * self.pixels()
    }

    /// The (fractional) cycle at a place.
    pub fn cycle(&self, x: f64) -> f64 {
        self.from + (x - self.left) / self.pixels()
    }

    /// Right edge in pixels.
    pub fn right(&self) -> f64 {
        self.left + self.width
    }

    /// Left edge and width of the cycles `from..to` as far as they are in the window.
    pub fn span(&self, from: f64, to: f64) -> Option<(f64, f64)> {
        let (x, end) = (self.x(from).max(self.left), self.x(to).min(self.right()));
        (end > x).then_some((x, end - x))
    }
}

/// Width of the column of names in a picture of a width.
pub fn gutter(width: f64) -> f64 {
    if width < 480.0 { 56.0 } else { 104.0 }
}

/// The smallest of 1, 2, 5, 10, … that is not below `least`.
pub fn step(least: f64) -> u64 {
    let mut power = 1u64;
    loop {
        for digit in [1, 2, 5] {
            let step = power.saturating_mul(digit);
            if step as f64 >= least || step == u64::MAX {
                return step;
            }
        }
        power = power.saturating_mul(10);
    }
}

/// Draws ticks and numbers in a unit of time into a band whose lower edge is `bottom`; the rules go on down to `rules`. Numbers
/// of cycles stand alone, others have their unit.
pub fn draw(picture: &mut Picture, scale: &Scale, time: &TimeUnit, (bottom, rules): (f64, f64)) {
    let text = |at: u64| match &*time.label {
        "cycles" => grouped(at),
        unit => format!("{} {unit}", grouped(at)),
    };
    let each = time.per_cycle.max(1e-9);
    let (first, end) = (scale.from.max(0.0) * each, (scale.from + scale.cycles) * each);
    let label_width = text(end as u64).chars().count() as f64 * 6.7 + 24.0;
    let step = step(label_width * each / scale.pixels());
    let mut at = (ceil(first) as u64).div_ceil(step).saturating_mul(step);
    while (at as f64) < end {
        let x = scale.x(at as f64 / each);
        picture.fill(Ink::Rule, round(x), bottom - 16.0, 1.0, rules - bottom + 16.0);
        if x + label_width - 16.0 < scale.right() {
            picture.label(Ink::Faint, Align::Left, x + 4.0, bottom - 11.0, text(at));
        }
        at = at.saturating_add(step);
    }
}

/// Draws the cursor as a line with a rim, from `top` to `bottom`, if its cycle is in sight.
pub fn cursor(picture: &mut Picture, scale: &Scale, cursor: u64, top: f64, bottom: f64) {
    let x = scale.x(cursor as f64 + 0.5);
    if (scale.left..=scale.right()).contains(&x) {
        picture.fill(Ink::Halo, x - 2.0, top, 4.0, bottom - top);
        picture.fill(Ink::Cursor, x - 1.0, top, 2.0, bottom - top);
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn steps_are_one_two_five() {
        assert_eq!([0.3, 1.0, 1.1, 3.0, 5.5, 77.0, 201.0].map(step), [1, 1, 2, 5, 10, 100, 500]);
    }

    #[test]
    fn the_scale_goes_both_ways() {
        let scale = Scale { from: 10.0, cycles: 40.0, left: 80.0, width: 400.0 };
        assert_eq!((scale.x(10.0), scale.x(50.0)), (80.0, 480.0));
        assert_eq!(scale.cycle(scale.x(23.0)), 23.0);
        assert_eq!(scale.span(0.0, 20.0), Some((80.0, 100.0)));
        assert_eq!((scale.span(0.0, 10.0), scale.span(50.0, 60.0)), (None, None));
    }

    #[test]
    fn ticks_are_at_round_numbers_of_their_unit() {
        // A cycle of 1.25 ns has 2 pixels: 50 ns are 40 cycles. A number takes 64 pixels, which are 40 ns.
        let time = TimeUnit { id: "ns".into(), label: "ns".into(), per_cycle: 1.25 };
        let mut picture = Picture::default();
        let scale = Scale { from: 0.0, cycles: 400.0, left: 0.0, width: 800.0 };
        draw(&mut picture, &scale, &time, (20.0, 100.0));
        let found: Vec<(&str, f64)> =
            picture.labels.iter().map(|label| (label.text.as_str(), label.x)).collect();
        assert_eq!(found.len(), 10);
        assert_eq!((found[0], found[1], found[9]), (("0 ns", 4.0), ("50 ns", 84.0), ("450 ns", 724.0)));
    }

    #[test]
    fn ticks_do_not_crowd() {
        let mut picture = Picture::default();
        draw(
            &mut picture,
            &Scale { from: 3.0, cycles: 1e6, left: 0.0, width: 800.0 },
            TimeUnit::CYCLES,
            (20.0, 100.0),
        );
        assert!((4..=12).contains(&picture.labels.len()), "{}", picture.labels.len());
    }
}

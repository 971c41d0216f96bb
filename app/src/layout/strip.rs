//! The whole run in a strip: each column is a stack of causes, issued at the bottom, so that the height of the lowest
//! part is the utilisation. A machine with functional units has two bands: its front end, and the units behind it.

use lanescope_core::session::{Strip, vocabulary::Cause};

use super::{Align, Ink, Picture, axis, axis::Scale};
use crate::text;

/// Height of the axis, which is below.
pub const AXIS: f64 = 20.0;
/// Width of a column in pixels.
pub const COLUMN: f64 = 3.0;
/// Between two bands.
const GAP: f64 = 3.0;
/// Room for the names of two bands.
const NAMES: f64 = 64.0;
/// From this width on there is room for them.
const WIDE: f64 = 480.0;

/// What the strip is drawn from, apart from the answer.
pub struct Scene {
    /// Size in CSS pixels.
    pub size: (f64, f64),
    /// The furthest cycle that is known.
    pub frontier: u64,
    /// The cycle under the cursor.
    pub cursor: u64,
    /// The part that the timeline shows: first cycle and number.
    pub window: Option<(f64, f64)>,
    /// Remembered cycles: digit and cycle.
    pub bookmarks: Vec<(usize, u64)>,
}

/// From cycles to pixels.
pub fn scale(width: f64, frontier: u64, strip: &Strip) -> Scale {
    let left = if strip.units.is_empty() || width < WIDE { 0.0 } else { NAMES };
    Scale { from: 0.0, cycles: (frontier as f64 + 1.0).max(16.0), left, width: (width - left).max(1.0) }
}

/// Draws the strip.
pub fn draw(scene: &Scene, strip: &Strip) -> Picture {
    let mut picture = Picture::default();
    let (width, height) = (scene.size.0, (scene.size.1 - AXIS).max(1.0));
    let scale = scale(width, scene.frontier, strip);
    axis::draw(&mut picture, &scale, height + AXIS, height + AXIS);
    // Whole pixels: no gaps between neighbours.
    bands(&mut picture, strip, height, |from, to| {
        let x = scale.x(from as f64).round();
        let right = scale.x(to as f64).min(width).round();
        Some((x, (right - x).max(1.0)))
    });
    if scale.left > 0.0 {
        for (name, (_, top, height)) in
            [text::BAND_UNITS, text::BAND_FRONT_END].into_iter().zip(of(strip, height))
        {
            picture.label(Ink::Faint, Align::Left, 0.0, top + height / 2.0, name);
        }
    }
    if let Some((from, cycles)) = scene.window {
        let x = scale.x(from);
        picture.outline(Ink::Text, x, 0.5, (cycles * scale.pixels()).max(3.0), height - 1.0);
    }
    for (digit, cycle) in &scene.bookmarks {
        let x = scale.x(*cycle as f64);
        picture.fill(Ink::Text, x, 0.0, 1.0, height);
        picture.label(Ink::Text, Align::Left, x + 3.0, 7.0, digit.to_string());
    }
    let x = scale.x(scene.cursor as f64 + 0.5).clamp(4.0, width.max(8.0) - 4.0);
    picture.fill(Ink::Halo, x - 2.0, 0.0, 4.0, height);
    picture.fill(Ink::Cursor, x - 1.0, 0.0, 2.0, height + 3.0);
    picture.fill(Ink::Cursor, x - 4.0, 0.0, 8.0, 5.0);
    picture
}

/// The bands of a strip from top to bottom in a space of this height: columns, upper edge, height.
fn of(strip: &Strip, height: f64) -> Vec<(&[Vec<u32>], f64, f64)> {
    if strip.units.is_empty() {
        return vec![(&strip.columns, 0.0, height)];
    }
    let each = ((height - GAP) / 2.0).max(1.0);
    vec![(&strip.units, 0.0, each), (&strip.columns, height - each, each)]
}

/// Draws the bands of a strip; `place` gives the left edge and the width of a column from its first cycle and the one
/// past its last, or nothing for a column that is not in sight.
pub fn bands(
    picture: &mut Picture,
    strip: &Strip,
    height: f64,
    place: impl Fn(u64, u64) -> Option<(f64, f64)>,
) {
    for (columns, top, height) in of(strip, height) {
        for (at, column) in (0u64..).zip(columns) {
            let from = strip.from + at * strip.cycles_per_column;
            if let Some((x, w)) = place(from, from + strip.cycles_per_column) {
                stack(picture, column, (x, w), (top, height));
            }
        }
    }
}

/// A column of causes, issued at the bottom.
fn stack(picture: &mut Picture, column: &[u32], (x, w): (f64, f64), (top, height): (f64, f64)) {
    let total: u64 = column.iter().map(|n| u64::from(*n)).sum();
    let mut bottom = top + height;
    for (cause, slots) in
        Cause::ALL.iter().zip(column).filter(|(cause, n)| **n > 0 && **cause != Cause::Empty)
    {
        let h = height * f64::from(*slots) / total as f64;
        bottom -= h;
        picture.fill(Ink::Cause(*cause), x, bottom, w, h);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_height_of_a_band_is_its_share() {
        let mut column = vec![0; Cause::COUNT];
        column[Cause::Issued as usize] = 1;
        column[Cause::Memory as usize] = 2;
        column[Cause::Empty as usize] = 1;
        let strip = Strip {
            from: 0,
            end: 4,
            complete: true,
            cycles_per_column: 4,
            columns: vec![column],
            units: Vec::new(),
        };
        let scene = scene((160.0, 60.0));
        let picture = draw(&scene, &strip);
        let rect = |cause| picture.fills.iter().find(|(ink, _)| *ink == Ink::Cause(cause)).map(|(_, r)| r[0]);
        let issued = rect(Cause::Issued).unwrap();
        assert_eq!((issued.y, issued.h, issued.w), (30.0, 10.0, 40.0));
        assert_eq!(rect(Cause::Memory).map(|r| (r.y, r.h)), Some((10.0, 20.0)));
        assert_eq!(rect(Cause::Empty), None);
    }

    fn scene(size: (f64, f64)) -> Scene {
        Scene { size, frontier: 15, cursor: 0, window: None, bookmarks: Vec::new() }
    }

    #[test]
    fn a_machine_with_functional_units_shows_them_above_its_front_end() {
        let column = |cause: Cause, empty: u32| {
            let mut column = vec![0; Cause::COUNT];
            (column[cause as usize], column[Cause::Empty as usize]) = (4, empty);
            vec![column]
        };
        let (columns, units) = (column(Cause::UnitBusy, 0), column(Cause::Issued, 4));
        let strip = Strip { end: 8, cycles_per_column: 4, columns, units, ..Strip::default() };
        let picture = draw(&scene((544.0, AXIS + 43.0)), &strip);
        let rect = |cause| picture.fills.iter().find(|(ink, _)| *ink == Ink::Cause(cause)).map(|(_, r)| r[0]);
        // Two bands of 20 pixels; the units are busy for half of their cycles.
        assert_eq!(rect(Cause::Issued).map(|r| (r.x, r.y, r.h)), Some((64.0, 10.0, 10.0)));
        assert_eq!(rect(Cause::UnitBusy).map(|r| (r.y, r.h, r.w)), Some((23.0, 20.0, 120.0)));
        assert!(picture.labels.iter().any(|label| label.text == text::BAND_FRONT_END));
        // A narrow one has no room for names.
        let narrow = draw(&scene((390.0, 60.0)), &strip);
        assert!(!narrow.labels.iter().any(|label| label.text == text::BAND_UNITS));
        assert_eq!(
            narrow.fills.iter().find(|(ink, _)| *ink == Ink::Cause(Cause::Issued)).unwrap().1[0].x,
            0.0
        );
    }
}

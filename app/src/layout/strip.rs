//! The whole run in a strip: each column is a stack of causes, issued at the bottom, so that the height of the lowest
//! band is the utilisation.

use lanescope_core::session::{Strip, vocabulary::Cause};

use super::{Align, Ink, Picture, axis, axis::Scale};

/// Height of the axis, which is below.
pub const AXIS: f64 = 20.0;
/// Width of a column in pixels.
pub const COLUMN: f64 = 3.0;

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
pub fn scale(width: f64, frontier: u64) -> Scale {
    Scale { from: 0.0, cycles: (frontier as f64 + 1.0).max(16.0), left: 0.0, width: width.max(1.0) }
}

/// Draws the strip.
pub fn draw(scene: &Scene, strip: &Strip) -> Picture {
    let mut picture = Picture::default();
    let (width, height) = (scene.size.0, (scene.size.1 - AXIS).max(1.0));
    let scale = scale(width, scene.frontier);
    axis::draw(&mut picture, &scale, height + AXIS, height + AXIS);
    for (at, column) in strip.columns.iter().enumerate() {
        let from = strip.from + at as u64 * strip.cycles_per_column;
        // Whole pixels: no gaps between neighbours.
        let x = scale.x(from as f64).round();
        let right = scale.x((from + strip.cycles_per_column) as f64).min(width).round();
        stack(&mut picture, column, x, (right - x).max(1.0), height);
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

/// A column of causes, issued at the bottom, standing at `height`.
pub fn stack(picture: &mut Picture, column: &[u32], x: f64, w: f64, height: f64) {
    let total: u64 = column.iter().map(|n| u64::from(*n)).sum();
    let mut bottom = height;
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
        let strip = Strip { from: 0, cycles_per_column: 4, columns: vec![column] };
        let scene =
            Scene { size: (160.0, 60.0), frontier: 15, cursor: 0, window: None, bookmarks: Vec::new() };
        let picture = draw(&scene, &strip);
        let rect = |cause| picture.fills.iter().find(|(ink, _)| *ink == Ink::Cause(cause)).map(|(_, r)| r[0]);
        let issued = rect(Cause::Issued).unwrap();
        assert_eq!((issued.y, issued.h, issued.w), (30.0, 10.0, 40.0));
        assert_eq!(rect(Cause::Memory).map(|r| (r.y, r.h)), Some((10.0, 20.0)));
        assert_eq!(rect(Cause::Empty), None);
    }
}

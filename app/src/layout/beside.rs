//! One of several runs that are shown above each other: a band with its slots by cause, so that runs of any number of
//! units can be compared at a glance, and below it as many of its units as there is room for. All runs have the same axis.

use lanescope_core::session::Strip;

use super::{Ink, Picture, axis::Scale, strip, timeline};
use crate::protocol::Cells;

/// Height of the band.
pub const BAND: f64 = 36.0;
/// Gap between the band and the axis.
const GAP: f64 = 4.0;

/// Where the units begin.
pub const TOP: f64 = BAND + GAP;

/// The scale of cycles.
pub fn scale(width: f64, window: (f64, f64)) -> Scale {
    let left = timeline::gutter(width);
    Scale { from: window.0, cycles: window.1, left, width: (width - left).max(1.0) }
}

/// Rows that fit: what to ask the worker for.
pub fn rows(height: f64) -> u32 {
    ((height - TOP - timeline::AXIS - 2.0) / super::rows::LEAST).max(1.0) as u32
}

/// Draws a run: the timeline's scene (with the size of the whole picture), its band and its cells.
pub fn draw(scene: &timeline::Scene, bands: &Strip, frontier: u64, cells: Option<&Cells>) -> Picture {
    let (width, height) = scene.size;
    let below = timeline::Scene { size: (width, (height - TOP).max(1.0)), ..*scene };
    let mut picture = timeline::draw(&below, cells);
    picture.lower(TOP);
    let scale = scale(width, scene.window);
    let (left, right) = (scale.left, scale.left + scale.width);
    let inside = |cycle: u64| scale.x(cycle as f64).clamp(left, right).round();
    strip::bands(&mut picture, bands, BAND, |from, to| {
        let (x, end) = (inside(from), inside(to.min(frontier)));
        (end > x).then_some((x, end - x))
    });
    let x = scale.x(scene.cursor as f64 + 0.5);
    if (left..=right).contains(&x) {
        picture.fill(Ink::Halo, x - 2.0, 0.0, 4.0, BAND);
        picture.fill(Ink::Cursor, x - 1.0, 0.0, 2.0, BAND);
    }
    picture
}

#[cfg(test)]
mod tests {
    use lanescope_core::session::vocabulary::Cause;

    use super::*;
    use crate::state::{Lit, Shared, SourceMap};

    #[test]
    fn the_band_ends_where_the_run_ends_and_keeps_inside_the_window() {
        let mut column = vec![0; Cause::COUNT];
        column[Cause::Issued as usize] = 8;
        let bands = Strip {
            from: 0,
            end: 16,
            complete: true,
            cycles_per_column: 8,
            columns: vec![column.clone(), column],
            units: Vec::new(),
        };
        let (lit, map, rows) = (Lit::default(), SourceMap::default(), Shared::default());
        let scene = |window| timeline::Scene {
            size: (504.0, 100.0),
            window,
            units: &[],
            rows: &rows,
            first_row: 0,
            cursor: 99,
            selected: 0,
            lit: &lit,
            map: &map,
        };
        let issued = |picture: &Picture| {
            picture.fills.iter().find(|(ink, _)| *ink == Ink::Cause(Cause::Issued)).unwrap().1.clone()
        };
        // 400 pixels hold 40 cycles; the run has 12.
        let bars = issued(&draw(&scene((0.0, 40.0)), &bands, 12, None));
        assert_eq!((bars[0].x, bars[0].w, bars[1].x, bars[1].w), (104.0, 80.0, 184.0, 40.0));
        assert_eq!((bars[0].y, bars[0].h), (0.0, BAND));
        // A window that begins at cycle 4 shows the second half of the first column.
        let bars = issued(&draw(&scene((4.0, 4.0)), &bands, 12, None));
        assert_eq!((bars.len(), bars[0].x, bars[0].w), (1, 104.0, 400.0));
    }

    #[test]
    fn as_many_rows_are_asked_for_as_fit() {
        assert_eq!(rows(TOP + timeline::AXIS + 2.0 + 28.0), 2);
        assert_eq!(rows(0.0), 1);
    }
}

//! One of several runs that are shown above each other: a band with its slots by cause, so that runs of any number of
//! units can be compared at a glance, and below it as many of its units as there is room for. All runs have the same axis.

use super::{
    Form, Stacks, View,
    axis::{self, AXIS, Scale, gutter},
    picture::Picture,
    rows::LEAST,
};
use crate::base::num::plane::round;

/// Height of the band.
const BAND: f64 = 36.0;
/// Gap between the band and the axis.
const GAP: f64 = 4.0;
/// Where the units begin.
const TOP: f64 = BAND + GAP;

/// The scale of cycles.
pub fn scale(width: f64, window: (f64, f64)) -> Scale {
    Scale::new(width, window, gutter(width))
}

/// Rows that fit: what to ask for.
pub fn rows(height: f64) -> u32 {
    ((height - TOP - AXIS - 2.0) / LEAST).max(1.0) as u32
}

/// The height that a run needs in a width, if its form says: that of a diagram follows from its boxes.
pub fn height(form: &Form, width: f64) -> Option<f64> {
    match form {
        Form::Diagram(diagram) => Some(TOP + diagram.whole_height(width)),
        _ => None,
    }
}

/// Draws a run in a view of the whole picture: its band, which ends at its furthest cycle, and the form below it.
pub fn draw(view: &View, bands: &Stacks, frontier: u64, form: &Form) -> Picture {
    let (width, height) = view.size;
    let mut picture = form.draw(&View { size: (width, (height - TOP).max(1.0)), ..view.clone() });
    picture.lower(TOP);
    let scale = scale(width, view.window);
    let inside = |cycle: u64| round(scale.x(cycle as f64).clamp(scale.left, scale.right()));
    bands.draw_bands(&mut picture, BAND, |from, to| {
        let (x, end) = (inside(from), inside(to.min(frontier)));
        (end > x).then_some((x, end - x))
    });
    if let Some(cursor) = view.cursor {
        axis::cursor(&mut picture, &scale, cursor, 0.0, BAND);
    }
    picture
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::{
        figure::{Cells, picture::Ink, stacks::Band},
        trace::{Cause, Causes},
    };

    #[test]
    fn the_band_ends_where_the_run_ends_and_keeps_inside_the_window() {
        let mut column = vec![0; Cause::SHARED];
        column[Cause::ISSUED.index()] = 8;
        let bands = vec![Band { name: "slots".into(), columns: vec![column.clone(), column] }];
        let stacks = Stacks { from: 0, end: 16, cycles_per_column: 8, causes: Causes::SHARED, bands };
        let issued = |window| {
            let view = View { window, cursor: Some(99), ..View::plain((504.0, 100.0)) };
            draw(&view, &stacks, 12, &Form::Cells(Cells::default()))
                .filled(Ink::Swatch(Causes::SHARED.swatch(Cause::ISSUED)))
                .to_vec()
        };
        // 400 pixels hold 40 cycles; the run has 12.
        let bars = issued((0.0, 40.0));
        assert_eq!((bars[0].x, bars[0].w, bars[1].x, bars[1].w), (104.0, 80.0, 184.0, 40.0));
        assert_eq!((bars[0].y, bars[0].h), (0.0, BAND));
        // A window that begins at cycle 4 shows the second half of the first column.
        let bars = issued((4.0, 4.0));
        assert_eq!((bars.len(), bars[0].x, bars[0].w), (1, 104.0, 400.0));
    }

    #[test]
    fn as_many_rows_are_asked_for_as_fit() {
        assert_eq!((rows(TOP + AXIS + 2.0 + 28.0), rows(0.0)), (2, 1));
    }
}

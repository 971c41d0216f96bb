//! From data to drawing: pure functions that turn an answer of the worker and the size of the screen into a
//! [`Picture`], a list of rectangles by colour and of labels. Painting it takes no thought; testing it takes no browser.
//!
//! Where the marks are too many for one rectangle each, the picture is a small image instead, a pixel to a cell, that
//! the painter stretches.

pub mod axis;
pub mod beside;
pub mod dram;
pub mod lanes;
pub mod roofline;
pub mod rows;
pub mod strip;
pub mod timeline;
pub mod vector;

use lanescope_core::session::vocabulary::Cause;

/// Most rectangles of a frame; above, cells become pixels.
pub const RECTANGLES: usize = 3000;
/// Most labels of a frame.
pub const LABELS: usize = 1000;

/// A colour, by meaning. The painter looks it up in the page's tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ink {
    /// A cause, with its pattern.
    Cause(Cause),
    /// A thin rule.
    Rule,
    /// Behind what is selected.
    Selected,
    /// Around what the pointer is on.
    Hover,
    /// The cursor.
    Cursor,
    /// The shown part of a longer list, at its edge.
    Thumb,
    /// A clear rim beside the cursor.
    Halo,
    /// Text.
    Text,
    /// Text that steps back.
    Faint,
    /// Program text.
    Code,
    /// Text on an issued cell.
    OnIssued,
    /// Text on any other cell.
    OnCause,
    /// A lane that takes part.
    LaneOn,
    /// A lane that does not.
    LaneOff,
    /// A DRAM command, by its place in the legend.
    Command(u8),
    /// What is linked with a source line of this colour.
    Link(u8),
}

/// A rectangle in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Left.
    pub x: f64,
    /// Top.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

/// How a label stands on its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Begins there.
    Left,
    /// Is centred there.
    Centre,
}

/// A piece of text; `y` is its middle.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Where.
    pub x: f64,
    /// Where.
    pub y: f64,
    /// What.
    pub text: String,
    /// Colour.
    pub ink: Ink,
    /// How it stands on its point.
    pub align: Align,
}

/// Cells as pixels, stretched over `at`.
#[derive(Clone, Debug, PartialEq)]
pub struct Pixels {
    /// Where it is drawn.
    pub at: Rect,
    /// Pixels of a row.
    pub width: u32,
    /// Row after row; the second number is the strength, 0 to 255.
    pub cells: Vec<(Cause, u8)>,
}

/// A picture, back to front: pixels, filled rectangles, outlines, labels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// An image below all else.
    pub pixels: Option<Pixels>,
    /// Filled rectangles by colour, in the order in which the colours first appear.
    pub fills: Vec<(Ink, Vec<Rect>)>,
    /// Lines from point to point.
    pub lines: Vec<(Ink, [f64; 4])>,
    /// Outlined rectangles.
    pub outlines: Vec<(Ink, Rect)>,
    /// Labels.
    pub labels: Vec<Label>,
}

impl Picture {
    /// Adds a filled rectangle to the batch of its colour.
    pub fn fill(&mut self, ink: Ink, x: f64, y: f64, w: f64, h: f64) {
        let rect = Rect { x, y, w, h };
        match self.fills.iter_mut().find(|(known, _)| *known == ink) {
            Some((_, rects)) => rects.push(rect),
            None => self.fills.push((ink, vec![rect])),
        }
    }

    /// Moves everything down.
    pub fn lower(&mut self, by: f64) {
        self.pixels.iter_mut().for_each(|pixels| pixels.at.y += by);
        self.fills.iter_mut().flat_map(|(_, rects)| rects).for_each(|rect| rect.y += by);
        self.outlines.iter_mut().for_each(|(_, rect)| rect.y += by);
        self.lines.iter_mut().for_each(|(_, [_, y1, _, y2])| (*y1, *y2) = (*y1 + by, *y2 + by));
        self.labels.iter_mut().for_each(|label| label.y += by);
    }

    /// Adds a line.
    pub fn line(&mut self, ink: Ink, x1: f64, y1: f64, x2: f64, y2: f64) {
        self.lines.push((ink, [x1, y1, x2, y2]));
    }

    /// Adds an outline.
    pub fn outline(&mut self, ink: Ink, x: f64, y: f64, w: f64, h: f64) {
        self.outlines.push((ink, Rect { x, y, w, h }));
    }

    /// Adds a label, unless there are too many already.
    pub fn label(&mut self, ink: Ink, align: Align, x: f64, y: f64, text: impl Into<String>) {
        if self.labels.len() < LABELS {
            self.labels.push(Label { x, y, text: text.into(), ink, align });
        }
    }
}

/// The lines of a cause's pattern in a tile of 8 x 8: the second cue beside the colour, the same in every view and
/// legend. No lines: a plain surface.
pub fn pattern(cause: Cause) -> &'static [[f64; 4]] {
    const RISING: &[[f64; 4]] = &[[0.0, 8.0, 8.0, 0.0], [-1.0, 1.0, 1.0, -1.0], [7.0, 9.0, 9.0, 7.0]];
    const FALLING: &[[f64; 4]] = &[[0.0, 0.0, 8.0, 8.0], [7.0, -1.0, 9.0, 1.0], [-1.0, 7.0, 1.0, 9.0]];
    const CROSS: &[[f64; 4]] = &[[0.0, 8.0, 8.0, 0.0], [0.0, 0.0, 8.0, 8.0]];
    const LEVEL: &[[f64; 4]] = &[[0.0, 2.0, 8.0, 2.0], [0.0, 6.0, 8.0, 6.0]];
    const UPRIGHT: &[[f64; 4]] = &[[2.0, 0.0, 2.0, 8.0], [6.0, 0.0, 6.0, 8.0]];
    const GRID: &[[f64; 4]] = &[[0.0, 4.0, 8.0, 4.0], [4.0, 0.0, 4.0, 8.0]];
    const DOTS: &[[f64; 4]] = &[[1.0, 2.0, 3.0, 2.0], [5.0, 6.0, 7.0, 6.0]];
    const DASHES: &[[f64; 4]] = &[[0.0, 4.0, 4.0, 4.0]];
    const WIDE: &[[f64; 4]] = &[[4.0, 0.0, 4.0, 8.0]];
    match cause {
        Cause::Issued | Cause::Empty => &[],
        Cause::Replay | Cause::Throttled => RISING,
        Cause::NotPicked | Cause::Draining => DASHES,
        Cause::Arithmetic => UPRIGHT,
        Cause::Memory => FALLING,
        Cause::UnitBusy => WIDE,
        Cause::MemoryFull => CROSS,
        Cause::Fetch => DOTS,
        Cause::Barrier => LEVEL,
        Cause::Collector | Cause::RegisterBank => GRID,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_of_a_colour_are_one_batch() {
        let mut picture = Picture::default();
        picture.fill(Ink::Rule, 0.0, 0.0, 1.0, 1.0);
        picture.fill(Ink::Cursor, 0.0, 0.0, 1.0, 1.0);
        picture.fill(Ink::Rule, 1.0, 0.0, 1.0, 1.0);
        assert_eq!(picture.fills.iter().map(|(_, rects)| rects.len()).collect::<Vec<_>>(), [2, 1]);
    }

    #[test]
    fn the_common_reasons_differ_in_more_than_colour() {
        let common = [
            Cause::Arithmetic,
            Cause::Memory,
            Cause::UnitBusy,
            Cause::MemoryFull,
            Cause::Fetch,
            Cause::Barrier,
        ];
        for (at, cause) in common.iter().enumerate() {
            assert!(common[..at].iter().all(|other| pattern(*other) != pattern(*cause)));
        }
    }
}

//! The draw list: what a figure looks like, as rectangles by colour, lines and labels in pixels. Painting it takes no
//! thought, so a canvas and an SVG file show the same; testing it takes no browser.
//!
//! Where the marks are too many for one rectangle each, the picture is a small image instead, a pixel to a cell, that
//! the painter stretches.

use alloc::{string::String, vec, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::trace::{Swatch, swatch::Colour};

/// Most rectangles that a picture should have; above, cells become pixels.
pub const RECTANGLES: usize = 3000;
/// Most labels of a picture.
pub const LABELS: usize = 1000;
/// Width of a character of a label in pixels, near enough to decide what fits.
pub const CHARACTER: f64 = 6.7;
/// Height of a line of text in pixels: labels that are as far apart do not touch.
pub const LINE: f64 = 12.0;

/// A colour, by meaning. [`super::theme`] knows which token of the page it is and its value in each theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Ink {
    /// A colour of the palette of causes, with a pattern.
    Swatch(Swatch),
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
    /// A clear rim beside the cursor; text on a dark bar.
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
    /// A value that has changed since the start of the run.
    Changed,
    /// A DRAM command, by its place in the legend.
    Command(u8),
    /// What belongs to a source line of this colour.
    Link(u8),
}

impl Ink {
    /// Every ink that is neither of a list nor of the palette.
    pub const NAMED: [Ink; 14] = [
        Ink::Rule,
        Ink::Selected,
        Ink::Hover,
        Ink::Cursor,
        Ink::Halo,
        Ink::Thumb,
        Ink::Text,
        Ink::Faint,
        Ink::Code,
        Ink::OnIssued,
        Ink::OnCause,
        Ink::LaneOn,
        Ink::LaneOff,
        Ink::Changed,
    ];
}

/// A rectangle in pixels.
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

impl Rect {
    /// Does no point lie in both, with so many pixels between them sideways?
    pub fn apart(&self, other: &Rect, gap: f64) -> bool {
        self.x + self.w + gap <= other.x
            || other.x + other.w + gap <= self.x
            || self.y + self.h <= other.y
            || other.y + other.h <= self.y
    }
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

impl Label {
    /// The box that the text takes, as near as its number of characters says.
    pub fn extent(&self) -> Rect {
        let w = self.text.chars().count() as f64 * CHARACTER;
        let x = if self.align == Align::Centre { self.x - w / 2.0 } else { self.x };
        Rect { x, y: self.y - LINE / 2.0, w, h: LINE }
    }
}

/// Cells as pixels, stretched over `at`.
#[derive(Clone, Debug, PartialEq)]
pub struct Pixels {
    /// Where it is drawn.
    pub at: Rect,
    /// Pixels of a row.
    pub width: u32,
    /// Row after row; the second number is the strength, 0 to 255.
    pub cells: Vec<(Colour, u8)>,
}

/// A picture, back to front: pixels, filled rectangles, lines, outlines, labels.
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

    /// The filled rectangles of a colour.
    pub fn filled(&self, ink: Ink) -> &[Rect] {
        self.fills.iter().find(|(known, _)| *known == ink).map_or(&[], |(_, rects)| rects)
    }

    /// Moves everything down.
    pub fn lower(&mut self, by: f64) {
        self.pixels.iter_mut().for_each(|pixels| pixels.at.y += by);
        self.fills.iter_mut().flat_map(|(_, rects)| rects).for_each(|rect| rect.y += by);
        self.outlines.iter_mut().for_each(|(_, rect)| rect.y += by);
        self.lines.iter_mut().for_each(|(_, [_, y1, _, y2])| (*y1, *y2) = (*y1 + by, *y2 + by));
        self.labels.iter_mut().for_each(|label| label.y += by);
    }

    /// Adds another picture on top of this one.
    pub fn add(&mut self, other: Picture) {
        self.pixels = self.pixels.take().or(other.pixels);
        for (ink, rects) in other.fills {
            rects.into_iter().for_each(|rect| self.fill(ink, rect.x, rect.y, rect.w, rect.h));
        }
        self.lines.extend(other.lines);
        self.outlines.extend(other.outlines);
        self.labels.extend(other.labels);
    }

    /// What has been added since it was like `before`.
    pub fn since(&self, before: &Picture) -> Picture {
        let fills = self.fills.iter().map(|(ink, rects)| (*ink, rects[before.filled(*ink).len()..].to_vec()));
        Picture {
            pixels: None,
            fills: fills.filter(|(_, rects)| !rects.is_empty()).collect(),
            lines: self.lines[before.lines.len()..].to_vec(),
            outlines: self.outlines[before.outlines.len()..].to_vec(),
            labels: self.labels[before.labels.len()..].to_vec(),
        }
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

/// A text in so many characters; what is left out is shown as three dots.
pub fn cut(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.into();
    }
    text.chars().take(room.saturating_sub(1)).chain(['…']).collect()
}

/// Characters that fit into a width.
pub fn room(width: f64) -> usize {
    (width / CHARACTER).max(0.0) as usize
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
        assert_eq!((picture.filled(Ink::Rule).len(), picture.filled(Ink::Text).len()), (2, 0));
    }

    #[test]
    fn a_picture_below_another_keeps_its_shape() {
        let (mut above, mut below) = (Picture::default(), Picture::default());
        above.fill(Ink::Rule, 0.0, 0.0, 10.0, 10.0);
        below.fill(Ink::Rule, 1.0, 2.0, 3.0, 4.0);
        below.line(Ink::Text, 0.0, 1.0, 2.0, 3.0);
        below.lower(10.0);
        above.add(below);
        assert_eq!(above.filled(Ink::Rule)[1], Rect { x: 1.0, y: 12.0, w: 3.0, h: 4.0 });
        assert_eq!(above.lines, [(Ink::Text, [0.0, 11.0, 2.0, 13.0])]);
    }
}

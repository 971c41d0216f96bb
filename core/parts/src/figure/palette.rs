//! The fixed palette of causes as it looks: the token of each colour, whose values in both themes are rows of
//! [`super::theme`], and the lines of each pattern, the second cue beside the colour.
//!
//! Two swatches can be told apart when their patterns differ, or when their colours are far enough from each other for
//! every eye. Colours are compared as differences in CIELAB (CIE 15:2004, 8.2.1), as they are and as two kinds of
//! colour-blind eyes see them (Viénot, Brettel and Mollon 1999).

use alloc::{format, string::String};

use super::picture::Ink;
use crate::trace::swatch::{Colour, Pattern, Swatch};

/// Inks of curves in one picture, one after the other. Where there are more curves they begin again: each curve has its name
/// beside it.
pub const CURVES: [Ink; 5] = [
    curve(Colour::Blue),
    curve(Colour::Orange),
    curve(Colour::Green),
    curve(Colour::Rose),
    curve(Colour::Lavender),
];

const fn curve(colour: Colour) -> Ink {
    Ink::Swatch(Swatch { colour, pattern: Pattern::Plain })
}

/// The token of a colour in the style sheet, without the two dashes.
pub fn token(colour: Colour) -> String {
    format!("fill-{}", colour.id())
}

impl Pattern {
    /// Its lines in a tile of 8 x 8, from point to point. No lines: a plain surface.
    pub const fn lines(self) -> &'static [[f64; 4]] {
        match self {
            Pattern::Plain => &[],
            Pattern::Rising => &[[0.0, 8.0, 8.0, 0.0], [-1.0, 1.0, 1.0, -1.0], [7.0, 9.0, 9.0, 7.0]],
            Pattern::Falling => &[[0.0, 0.0, 8.0, 8.0], [7.0, -1.0, 9.0, 1.0], [-1.0, 7.0, 1.0, 9.0]],
            Pattern::Cross => &[[0.0, 8.0, 8.0, 0.0], [0.0, 0.0, 8.0, 8.0]],
            Pattern::Level => &[[0.0, 2.0, 8.0, 2.0], [0.0, 6.0, 8.0, 6.0]],
            Pattern::Upright => &[[2.0, 0.0, 2.0, 8.0], [6.0, 0.0, 6.0, 8.0]],
            Pattern::Grid => &[[0.0, 4.0, 8.0, 4.0], [4.0, 0.0, 4.0, 8.0]],
            Pattern::Dots => &[[1.0, 2.0, 3.0, 2.0], [5.0, 6.0, 7.0, 6.0]],
            Pattern::Dashes => &[[0.0, 4.0, 4.0, 4.0]],
            Pattern::Wide => &[[4.0, 0.0, 4.0, 8.0]],
        }
    }

    /// Its lines as the path of an SVG tile of 8 x 8.
    pub fn path(self) -> String {
        self.lines().iter().map(|[x1, y1, x2, y2]| format!("M{x1} {y1}L{x2} {y2}")).collect()
    }
}

//! The fixed palette of causes, by name: a *swatch* is a colour and a pattern over it, so that what differs can be told
//! apart without seeing colours. What a colour looks like in each theme, and the lines of a pattern, are
//! [`crate::figure::palette`]'s matter.

use serde::{Deserialize, Serialize};

/// Declares names in the order of their numbers.
macro_rules! names {
    ($(#[doc = $doc:literal])+ $kind:ident: $($variant:ident = $id:literal,)+) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum $kind { $($variant,)+ }

        impl $kind {
            /// Every one, in the order of their numbers.
            pub const ALL: &'static [$kind] = &[$($kind::$variant,)+];

            /// Its name in files and style sheets.
            pub const fn id(self) -> &'static str {
                match self { $($kind::$variant => $id,)+ }
            }
        }
    };
}

names! {
    /// A colour of the palette. Any two can be told apart, also by colour-blind eyes, or else their causes need different
    /// patterns; a test of [`crate::figure::palette`] says which.
    Colour:
    Blue = "blue",
    Sky = "sky",
    Ice = "ice",
    Gold = "gold",
    Orange = "orange",
    Lemon = "lemon",
    Rose = "rose",
    Lavender = "lavender",
    Green = "green",
    Olive = "olive",
    Cyan = "cyan",
    Tan = "tan",
    Grey = "grey",
    Mist = "mist",
}

names! {
    /// A pattern of thin lines over a colour.
    Pattern:
    Plain = "plain",
    Rising = "rising",
    Falling = "falling",
    Cross = "cross",
    Level = "level",
    Upright = "upright",
    Grid = "grid",
    Dots = "dots",
    Dashes = "dashes",
    Wide = "wide",
}

/// A colour and the pattern over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Swatch {
    /// The colour.
    pub colour: Colour,
    /// The pattern.
    pub pattern: Pattern,
}

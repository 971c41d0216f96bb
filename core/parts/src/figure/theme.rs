//! The colours of both themes: one table, by the names of the page's tokens. A file that is drawn here and the page, whose
//! style sheet has the same names and values, look the same; a test holds them equal.

use alloc::{borrow::Cow, format};

use serde::{Deserialize, Serialize};

use super::{palette, picture::Ink};

/// A theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// A colour of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its name in the style sheet, without the two dashes.
    pub name: &'static str,
    /// In the light theme.
    pub light: &'static str,
    /// In the dark theme.
    pub dark: &'static str,
}

impl Theme {
    /// The colour of a token; grey if there is none of this name.
    pub fn token(self, name: &str) -> &'static str {
        let Some(token) = TOKENS.iter().find(|token| token.name == name) else { return "#808080" };
        match self {
            Theme::Light => token.light,
            Theme::Dark => token.dark,
        }
    }

    /// The colour of an ink.
    pub fn ink(self, ink: Ink) -> &'static str {
        self.token(&ink.token())
    }
}

impl Ink {
    /// The token that it is.
    pub fn token(self) -> Cow<'static, str> {
        match self {
            Ink::Swatch(swatch) => palette::token(swatch.colour).into(),
            Ink::Command(index) => format!("command-{index}").into(),
            Ink::Link(index) => format!("link-{index}").into(),
            Ink::Rule => "rule".into(),
            Ink::Selected => "selection".into(),
            Ink::Hover => "hover".into(),
            Ink::Cursor => "cursor".into(),
            Ink::Halo => "surface".into(),
            Ink::Thumb => "rule-strong".into(),
            Ink::Text => "ink".into(),
            Ink::Faint => "ink-faint".into(),
            Ink::Code => "ink-soft".into(),
            Ink::OnIssued => "on-issued".into(),
            Ink::OnCause => "on-cause".into(),
            Ink::LaneOn => "lane-on".into(),
            Ink::LaneOff => "lane-off".into(),
            Ink::Changed => "changed".into(),
        }
    }

    /// Is text of this colour program text, in letters of one width?
    pub fn is_code(self) -> bool {
        matches!(self, Ink::OnIssued | Ink::OnCause | Ink::Code)
    }
}

/// Declares the colours.
macro_rules! tokens {
    ($($name:literal $light:literal $dark:literal;)+) => {
        /// Every colour of the page.
        pub const TOKENS: &[Token] = &[$(Token { name: $name, light: $light, dark: $dark },)+];
    };
}

tokens! {
    "ground" "#f3f4f6" "#0e1116";
    "surface" "#ffffff" "#14181e";
    "raised" "#f5f7f9" "#1b2027";
    "rule" "#dde1e6" "#2a313a";
    "rule-strong" "#8a939e" "#6d7783";
    "ink" "#15191e" "#e6eaef";
    "ink-soft" "#414a54" "#bcc5cf";
    "ink-faint" "#5b6570" "#98a3af";
    "accent" "#0b5394" "#7cb8f0";
    "on-accent" "#ffffff" "#0e1116";
    "cursor" "#c2185b" "#ff6fa8";
    "hover" "#15191e" "#f2f5f8";
    "selection" "#dbe7f3" "#233a52";
    "lit" "#fff1c2" "#4a3f17";
    "here" "#fdeaf2" "#3b1f2c";
    "focus" "#0b5394" "#7cb8f0";
    "good" "#14663f" "#6fd3a2";
    "bad" "#a61b1b" "#ff9a92";
    "bad-ground" "#fdeeee" "#351a1c";
    "changed" "#cbe6d2" "#23492f";
    "fresh" "#ffe2a6" "#5c4511";
    "lane-on" "#1a6faf" "#59aef0";
    "lane-off" "#c9d0d8" "#343c46";
    "pattern" "rgb(21 25 30 / 0.28)" "rgb(14 17 22 / 0.42)";
    "on-issued" "#ffffff" "#0e1116";
    "on-cause" "#15191e" "#0e1116";
    "fill-blue" "#0f5f9e" "#59aef0";
    "fill-sky" "#7fb8e6" "#2f86c9";
    "fill-ice" "#c5dbee" "#6b8299";
    "fill-gold" "#f3c13a" "#d9a526";
    "fill-orange" "#ee8f5d" "#d97742";
    "fill-lemon" "#f6e58d" "#cdbb55";
    "fill-rose" "#d98cae" "#c4749a";
    "fill-lavender" "#c4b2e6" "#9d88cc";
    "fill-green" "#67c3a0" "#45a583";
    "fill-olive" "#b7c567" "#94a344";
    "fill-cyan" "#8fd0d8" "#4f9aa3";
    "fill-tan" "#cbab83" "#a98a62";
    "fill-grey" "#b9c0c8" "#7d8792";
    "fill-mist" "#eceff2" "#1f252c";
    "command-0" "#f3c13a" "#d9a526";
    "command-1" "#b9c0c8" "#7d8792";
    "command-2" "#7fb8e6" "#59aef0";
    "command-3" "#ee8f5d" "#d97742";
    "command-4" "#c4b2e6" "#9d88cc";
    "link-0" "#1a6faf" "#59aef0";
    "link-1" "#94610f" "#e0a94a";
    "link-2" "#1a7a59" "#4fc596";
    "link-3" "#a1478f" "#d98bc9";
    "link-4" "#b34e25" "#f0875a";
    "link-5" "#5a63c0" "#969ff0";
    "link-6" "#627013" "#b3c454";
    "link-7" "#11717f" "#4cc3d4";
    "code-comment" "#5b6570" "#98a3af";
    "code-keyword" "#7a2a86" "#dba0e6";
    "code-type" "#0b5394" "#7cb8f0";
    "code-literal" "#8a4b08" "#e8b06a";
    "code-macro" "#14663f" "#6fd3a2";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::swatch::{Colour, Pattern, Swatch};

    #[test]
    fn every_ink_is_a_token() {
        let swatch = |colour: &Colour| Ink::Swatch(Swatch { colour: *colour, pattern: Pattern::Plain });
        let numbered = (0..5).map(Ink::Command).chain((0..8).map(Ink::Link));
        for ink in Colour::ALL.iter().map(swatch).chain(numbered).chain(Ink::NAMED) {
            assert!(TOKENS.iter().any(|token| token.name == ink.token()), "{ink:?}");
        }
    }
}

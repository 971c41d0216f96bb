//! Texts as settings, such as the name of a file: one line, with a limit on its length.

use alloc::string::String;

use super::{Setting, SettingKind};

/// Most characters of a text whose row has no range.
pub const MOST_TEXT: u64 = 4096;

/// A line of text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Text(String);

impl Text {
    /// A line; what stands behind it is left out.
    pub fn new(text: &str) -> Text {
        Text(text.lines().next().unwrap_or_default().into())
    }

    /// The characters.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Setting for Text {
    /// The range is that of its length in characters.
    fn kind(min: u64, max: u64) -> SettingKind {
        SettingKind::Text { min, max: max.min(MOST_TEXT) }
    }

    fn show(&self) -> String {
        self.0.clone()
    }

    fn read(text: &str) -> Option<Text> {
        (!text.chars().any(char::is_control)).then(|| Text(text.into()))
    }

    fn fits(&self, min: u64, max: u64) -> bool {
        (min..=max.min(MOST_TEXT)).contains(&(self.0.chars().count() as u64))
    }
}

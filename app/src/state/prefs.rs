//! What stays from visit to visit and belongs to the person, not to the document.

use serde::{Deserialize, Serialize};

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Theme {
    /// As the system has it.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// The next one in turn.
    pub fn next(self) -> Theme {
        match self {
            Theme::System => Theme::Light,
            Theme::Light => Theme::Dark,
            Theme::Dark => Theme::System,
        }
    }

    /// Value of the page's `data-theme` attribute.
    pub fn id(self) -> &'static str {
        match self {
            Theme::System => "system",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }
}

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prefs {
    /// Light or dark.
    pub theme: Theme,
    /// Do single-letter keys work? (They can get in the way of speech input.)
    pub single_keys: bool,
}

impl Default for Prefs {
    fn default() -> Prefs {
        Prefs { theme: Theme::System, single_keys: true }
    }
}

//! The form *text*: lines, each of which may stand for something.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};

use serde::{Deserialize, Serialize};

use super::{
    View,
    mark::Mark,
    picture::{Align, Ink, Picture, cut, room},
    table::{ROW, Table},
};

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Text {
    /// The lines.
    pub lines: Vec<Line>,
}

/// A line.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// What it says.
    pub text: String,
    /// What it stands for.
    pub mark: Option<Mark>,
}

impl Text {
    /// One line that only says something.
    pub fn saying(text: impl Into<String>) -> Text {
        Text { lines: Vec::from([Line { text: text.into(), mark: None }]) }
    }

    /// Height that it needs.
    pub fn height(&self) -> f64 {
        self.lines.len() as f64 * ROW + 4.0
    }

    /// Draws the lines that fit.
    pub fn draw(&self, view: &View) -> Picture {
        let mut picture = Picture::default();
        let fit = (view.size.1 / ROW).max(0.0) as usize;
        for (at, line) in self.lines.iter().take(fit).enumerate() {
            let y = at as f64 * ROW;
            if line.mark.is_some_and(|mark| view.lit.shows(&mark)) {
                picture.outline(Ink::Hover, 2.0, y + 1.5, view.size.0 - 4.0, ROW - 3.0);
            }
            let text = cut(&line.text, room(view.size.0 - 16.0));
            picture.label(Ink::Text, Align::Left, 8.0, y + ROW / 2.0, text);
        }
        picture
    }

    /// What is at a place.
    pub fn at(&self, y: f64) -> Option<Mark> {
        self.lines.get((y / ROW) as usize)?.mark
    }

    /// A row for each line.
    pub fn table(&self) -> Table {
        let mut table = Table::new(&["text"]);
        self.lines.iter().for_each(|line| table.push([line.text.to_string()]));
        table
    }
}

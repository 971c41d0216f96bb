//! The keys of each form as data: what a key does is the same in every panel of that form.

use serde::{Deserialize, Serialize};

use super::Form;

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Move {
    /// The cursor by so many cycles.
    Cycle(i32),
    /// The cursor by so many quarters of the window.
    Page(i32),
    /// The selection by so many rows.
    Row(i32),
    /// The selection by so many columns.
    Column(i32),
    /// Half as many cycles in sight.
    Nearer,
    /// Twice as many cycles in sight.
    Further,
    /// Pick what is at the cursor.
    Pick,
    /// The line in a plot, or the choice of a box, by so many steps.
    Marker(i32),
    /// No line in the plot, no box chosen.
    NoMarker,
    /// Look into the chosen box.
    Into,
    /// Look at what is around this.
    Out,
}

/// A key, by the name that browsers give it, and its move.
type Binding = (&'static str, Move);

const TIME: &[Binding] = &[
    ("ArrowRight", Move::Cycle(1)),
    ("ArrowLeft", Move::Cycle(-1)),
    ("PageDown", Move::Page(1)),
    ("PageUp", Move::Page(-1)),
    ("ArrowDown", Move::Row(1)),
    ("ArrowUp", Move::Row(-1)),
    ("+", Move::Nearer),
    ("=", Move::Nearer),
    ("-", Move::Further),
    ("Enter", Move::Pick),
];

const MATRIX: &[Binding] = &[
    ("ArrowRight", Move::Column(1)),
    ("ArrowLeft", Move::Column(-1)),
    ("ArrowDown", Move::Row(1)),
    ("ArrowUp", Move::Row(-1)),
    ("Enter", Move::Pick),
];

const WHOLE_RUN: &[Binding] = &[
    ("ArrowRight", Move::Cycle(1)),
    ("ArrowLeft", Move::Cycle(-1)),
    ("PageDown", Move::Page(1)),
    ("PageUp", Move::Page(-1)),
];

const PLOT: &[Binding] = &[
    ("ArrowRight", Move::Marker(1)),
    ("ArrowLeft", Move::Marker(-1)),
    ("PageDown", Move::Marker(10)),
    ("PageUp", Move::Marker(-10)),
    ("Delete", Move::NoMarker),
];

const DIAGRAM: &[Binding] = &[
    ("ArrowRight", Move::Cycle(1)),
    ("ArrowLeft", Move::Cycle(-1)),
    ("ArrowDown", Move::Marker(1)),
    ("ArrowUp", Move::Marker(-1)),
    ("Enter", Move::Into),
    ("+", Move::Into),
    ("=", Move::Into),
    ("-", Move::Out),
    ("Backspace", Move::Out),
    ("Delete", Move::NoMarker),
];

impl Form {
    /// Its keys. Forms without any are read and scrolled by the keys of every page.
    pub fn keys(&self) -> &'static [Binding] {
        match self {
            Form::Cells(_) | Form::Bars(_) => TIME,
            Form::Matrix(_) => MATRIX,
            Form::Stacks(_) => WHOLE_RUN,
            Form::Plot(_) => PLOT,
            Form::Diagram(_) => DIAGRAM,
            Form::Table(_) | Form::Graph(_) | Form::Text(_) => &[],
        }
    }

    /// What a key does.
    pub fn pressed(&self, key: &str) -> Option<Move> {
        self.keys().iter().find(|(known, _)| *known == key).map(|(_, does)| *does)
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Bars, *};

    #[test]
    fn a_key_does_one_thing() {
        for keys in [TIME, MATRIX, WHOLE_RUN, PLOT, DIAGRAM] {
            for (at, (key, _)) in keys.iter().enumerate() {
                assert!(keys[..at].iter().all(|(other, _)| other != key), "{key}");
            }
        }
        let form = Form::Bars(Bars::default());
        assert_eq!((form.pressed("+"), form.pressed("x")), (Some(Move::Nearer), None));
    }
}

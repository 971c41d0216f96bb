//! Legends: the colours and shapes of a figure and what they mean.

use alloc::{borrow::Cow, vec::Vec};

use serde::{Deserialize, Serialize};

use super::picture::Ink;
use crate::trace::{Cause, DramCommand};

/// The DRAM commands in the order of the legend: short and long name.
pub const COMMANDS: [(DramCommand, &str, &str); 5] = [
    (DramCommand::Activate, "ACT", "activate: opens a row"),
    (DramCommand::Precharge, "PRE", "precharge: closes it"),
    (DramCommand::Read, "RD", "read a burst"),
    (DramCommand::Write, "WR", "write a burst"),
    (DramCommand::Refresh, "REF", "refresh"),
];

/// Place of a command in the legend, which is the number of its colour, and its short name.
pub fn command(command: DramCommand) -> (u8, &'static str) {
    let at = COMMANDS.iter().position(|(known, ..)| *known == command).unwrap_or(0);
    (at as u8, COMMANDS[at].1)
}

/// An entry of a legend as a panel's row declares it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Entry {
    /// A cause, with its pattern; its name and meaning are those of the table of causes.
    Cause(Cause),
    /// Every DRAM command.
    Commands,
    /// A shape of a colour.
    Shape(Shape, Ink, &'static str),
    /// A token of the page and what it means: a ground that a view of the page has and the draw list does not know.
    Token(&'static str, &'static str),
}

/// The causes of a slot, as pictures of units over time explain them.
pub const CAUSES: &[Entry] = &[
    Entry::Cause(Cause::Issued),
    Entry::Cause(Cause::Replay),
    Entry::Cause(Cause::NotPicked),
    Entry::Cause(Cause::Arithmetic),
    Entry::Cause(Cause::Memory),
    Entry::Cause(Cause::UnitBusy),
    Entry::Cause(Cause::MemoryFull),
    Entry::Cause(Cause::Fetch),
    Entry::Cause(Cause::Barrier),
    Entry::Cause(Cause::Draining),
];

/// Shapes of legends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shape {
    /// A filled square.
    Square,
    /// A wide bar.
    Bar,
    /// A thin line along the bottom.
    Tail,
    /// An arrow downwards.
    Arrow,
    /// The ground behind a group.
    Ground,
    /// Two roofs.
    Roofs,
    /// A point.
    Point,
    /// An upright line.
    Upright,
}

impl Shape {
    /// Its path in a box of 24 x 12, and whether it is filled or only a line.
    pub const fn path(self) -> (&'static str, bool) {
        match self {
            Shape::Square => ("M0 0h12v12h-12z", true),
            Shape::Bar => ("M0 1h24v10h-24z", true),
            Shape::Tail => ("M0 5h24v3h-24z", true),
            Shape::Arrow => ("M12 0v11M8.5 5L12 11L15.5 5", false),
            Shape::Ground => ("M0 0h24v12h-24z", true),
            Shape::Roofs => ("M0 11L12 2H24", false),
            Shape::Point => ("M2 2h8v8h-8z", true),
            Shape::Upright => ("M6 0v12", false),
        }
    }
}

/// An entry of a legend for user interfaces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Key {
    /// The cause whose colour and pattern it is, if it is one.
    pub cause: Option<Cause>,
    /// The shape, if it is no cause.
    pub shape: Shape,
    /// The token of its colour.
    pub token: Cow<'static, str>,
    /// What it is.
    pub words: Cow<'static, str>,
    /// What it means, if there is more to say.
    pub doc: Cow<'static, str>,
}

/// The keys of the entries.
pub fn keys(entries: &[Entry]) -> Vec<Key> {
    let shape = |shape, token: Cow<'static, str>, words: &'static str, doc: &'static str| Key {
        cause: None,
        shape,
        token,
        words: words.into(),
        doc: doc.into(),
    };
    let mut keys = Vec::new();
    for entry in entries {
        match *entry {
            Entry::Cause(cause) => keys.push(Key {
                cause: Some(cause),
                ..shape(Shape::Square, Ink::Cause(cause).token(), cause.label(), cause.doc().trim_ascii())
            }),
            Entry::Commands => keys.extend((0u8..).zip(COMMANDS).map(|(index, (_, short, long))| {
                shape(Shape::Square, Ink::Command(index).token(), short, long)
            })),
            Entry::Shape(kind, ink, words) => keys.push(shape(kind, ink.token(), words, "")),
            Entry::Token(token, words) => keys.push(shape(Shape::Square, token.into(), words, "")),
        }
    }
    keys
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

    #[test]
    fn each_command_has_a_colour_of_its_own() {
        let all = keys(&[Entry::Commands]);
        assert_eq!(all.len(), 5);
        assert_eq!((all[2].words.as_ref(), all[2].token.as_ref()), ("RD", "command-2"));
    }
}

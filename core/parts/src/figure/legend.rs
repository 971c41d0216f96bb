//! Legends: the colours and shapes of a figure and what they mean.

use alloc::{borrow::Cow, vec::Vec};

use serde::{Deserialize, Serialize};

use super::picture::Ink;
use crate::trace::{Cause, Causes, DramCommand, swatch::Pattern};

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
    /// Every cause that only the machine has.
    OwnCauses,
    /// Every DRAM command.
    Commands,
    /// A shape of a colour.
    Swatch(Swatch, Ink, &'static str),
    /// A token of the page and what it means: a ground that a view of the page has and the draw list does not know.
    Token(&'static str, &'static str),
}

/// The causes of a slot, as pictures of units over time explain them.
pub const CAUSES: &[Entry] = &[
    Entry::Cause(Cause::ISSUED),
    Entry::Cause(Cause::REPLAY),
    Entry::Cause(Cause::NOT_PICKED),
    Entry::Cause(Cause::ARITHMETIC),
    Entry::Cause(Cause::MEMORY),
    Entry::Cause(Cause::UNIT_BUSY),
    Entry::Cause(Cause::MEMORY_FULL),
    Entry::Cause(Cause::FETCH),
    Entry::Cause(Cause::BARRIER),
    Entry::Cause(Cause::CONTENTION),
    Entry::Cause(Cause::REGISTER_BANK),
    Entry::Cause(Cause::THROTTLED),
    Entry::Cause(Cause::DRAINING),
    Entry::OwnCauses,
];

/// Shapes of legends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Swatch {
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

impl Swatch {
    /// The width that it takes of that box.
    pub const fn width(self) -> u32 {
        if matches!(self, Swatch::Square | Swatch::Point | Swatch::Upright) { 12 } else { 24 }
    }

    /// Its path in a box of 24 x 12, and whether it is filled or only a line.
    pub const fn path(self) -> (&'static str, bool) {
        match self {
            Swatch::Square => ("M0 0h12v12h-12z", true),
            Swatch::Bar => ("M0 1h24v10h-24z", true),
            Swatch::Tail => ("M0 5h24v3h-24z", true),
            Swatch::Arrow => ("M12 0v11M8.5 5L12 11L15.5 5", false),
            Swatch::Ground => ("M0 0h24v12h-24z", true),
            Swatch::Roofs => ("M0 11L12 2H24", false),
            Swatch::Point => ("M2 2h8v8h-8z", true),
            Swatch::Upright => ("M6 0v12", false),
        }
    }
}

/// An entry of a legend for user interfaces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Key {
    /// The cause that it is, if it is one.
    pub cause: Option<Cause>,
    /// The pattern over its colour, if it has one.
    pub pattern: Option<Pattern>,
    /// The shape, if it is no cause.
    pub swatch: Swatch,
    /// The token of its colour.
    pub token: Cow<'static, str>,
    /// What it is.
    pub words: Cow<'static, str>,
    /// What it means, if there is more to say.
    pub doc: Cow<'static, str>,
}

fn swatch(swatch: Swatch, token: Cow<'static, str>, words: &'static str, doc: &'static str) -> Key {
    Key { cause: None, pattern: None, swatch, token, words: words.into(), doc: doc.into() }
}

/// The key of a cause.
pub fn cause(cause: Cause, causes: &Causes) -> Key {
    let row = causes.row(cause);
    Key {
        cause: Some(cause),
        pattern: Some(row.swatch.pattern),
        swatch: Swatch::Square,
        token: Ink::Swatch(row.swatch).token(),
        words: row.label.clone(),
        doc: row.doc.clone(),
    }
}

/// The keys of the entries on a machine with these causes.
pub fn keys(entries: &[Entry], causes: &Causes) -> Vec<Key> {
    let mut keys = Vec::new();
    for entry in entries {
        match *entry {
            Entry::Cause(one) => keys.extend(causes.has(one).then(|| cause(one, causes))),
            Entry::OwnCauses => keys.extend(causes.all().skip(Cause::SHARED).map(|own| cause(own, causes))),
            Entry::Commands => keys.extend((0u8..).zip(COMMANDS).map(|(index, (_, short, long))| {
                swatch(Swatch::Square, Ink::Command(index).token(), short, long)
            })),
            Entry::Swatch(kind, ink, words) => keys.push(swatch(kind, ink.token(), words, "")),
            Entry::Token(token, words) => keys.push(swatch(Swatch::Square, token.into(), words, "")),
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    mod machine {
        crate::causes! {
            /// Waits for the tide.
            TIDE = "tide", "waits for the tide", Waiting, Blue Cross;
        }
    }

    #[test]
    fn the_causes_of_a_machine_end_the_list_of_all() {
        let all = keys(CAUSES, &machine::CAUSES);
        let own = all.last().unwrap();
        assert_eq!((all.len(), own.cause), (CAUSES.len(), Some(machine::TIDE)));
        assert_eq!((own.words.as_ref(), own.doc.as_ref()), ("waits for the tide", "Waits for the tide."));
        assert_eq!((own.token.as_ref(), own.pattern.map(Pattern::id)), ("fill-blue", Some("cross")));
        assert_eq!(keys(CAUSES, &Causes::SHARED), all[..all.len() - 1]);
    }

    #[test]
    fn each_command_has_a_colour_of_its_own() {
        let all = keys(&[Entry::Commands], &Causes::SHARED);
        assert_eq!(all.len(), 5);
        assert_eq!((all[2].words.as_ref(), all[2].token.as_ref()), ("RD", "command-2"));
    }
}

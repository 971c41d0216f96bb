//! Settings tables: every number and choice of a machine is declared once, with its meaning, range and source, and
//! everything else follows: the struct, validation, the form in the page, command-line keys, documentation, links.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use serde::{Deserialize, Serialize};

use crate::lang::suggest::suggest;

/// What values a setting takes, for forms and messages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Kind {
    /// A whole number in a range, both ends included.
    Integer {
        /// Smallest.
        min: u64,
        /// Largest.
        max: u64,
    },
    /// On or off.
    Switch,
    /// One of these names.
    Choice(Vec<String>),
}

/// A row of a settings table, as the user interfaces see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Info {
    /// Permanent name (links contain it).
    pub id: String,
    /// Names that it had before: they are read for ever and never get another meaning.
    pub was: Vec<String>,
    /// Heading in the form.
    pub group: String,
    /// One sentence.
    pub doc: String,
    /// Unit, or empty.
    pub unit: String,
    /// Default, as text.
    pub default: String,
    /// Allowed values.
    pub kind: Kind,
    /// Where the default comes from.
    pub source: String,
}

/// The type of a setting: a whole number, a switch, or a choice.
pub trait Setting: Copy + PartialEq {
    /// What it takes; `min` and `max` apply to numbers.
    fn kind(min: u64, max: u64) -> Kind;
    /// As text, the way [`Setting::read`] takes it.
    fn show(self) -> String;
    /// From text; `None` if it is no such value.
    fn read(text: &str) -> Option<Self>;
    /// The number to hold against the range, if it is a number.
    fn number(self) -> Option<u64>;
}

macro_rules! integer {
    ($($ty:ty)*) => {$(
        impl Setting for $ty {
            fn kind(min: u64, max: u64) -> Kind {
                Kind::Integer { min, max }
            }
            fn show(self) -> String {
                self.to_string()
            }
            fn read(text: &str) -> Option<$ty> {
                text.trim().replace('_', "").parse().ok()
            }
            fn number(self) -> Option<u64> {
                Some(u64::from(self))
            }
        }
    )*};
}
integer!(u32 u64);

impl Setting for bool {
    fn kind(_: u64, _: u64) -> Kind {
        Kind::Switch
    }
    fn show(self) -> String {
        if self { "on".into() } else { "off".into() }
    }
    fn read(text: &str) -> Option<bool> {
        match text.trim() {
            "on" | "true" | "1" => Some(true),
            "off" | "false" | "0" => Some(false),
            _ => None,
        }
    }
    fn number(self) -> Option<u64> {
        None
    }
}

/// A row of a settings table, as it is declared: the value is a field of `S`.
pub struct Row<S> {
    /// Permanent name.
    pub id: &'static str,
    /// Names that it had before.
    pub was: &'static [&'static str],
    /// Heading in the form.
    pub group: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// Unit, or empty.
    pub unit: &'static str,
    /// Where the default comes from.
    pub source: &'static str,
    /// What it takes.
    pub kind: fn() -> Kind,
    /// Its value as text.
    pub show: fn(&S) -> String,
    /// Reads its value; the sentence of the error is complete.
    pub read: fn(&mut S, &str) -> Result<(), String>,
}

/// A table of settings.
pub trait Settings: Clone + Default + PartialEq + 'static {
    /// The rows in form order.
    const ROWS: &'static [Row<Self>];

    /// The rows as the user interfaces see them.
    fn table() -> Vec<Info> {
        let default = Self::default();
        let info = |row: &Row<Self>| Info {
            id: row.id.into(),
            was: row.was.iter().map(|id| (*id).into()).collect(),
            group: row.group.into(),
            doc: row.doc.trim().into(),
            unit: row.unit.into(),
            default: (row.show)(&default),
            kind: (row.kind)(),
            source: row.source.into(),
        };
        Self::ROWS.iter().map(info).collect()
    }

    /// The row of a setting, by its name or one that it had before.
    fn row(id: &str) -> Option<&'static Row<Self>> {
        Self::ROWS.iter().find(|row| row.id == id || row.was.contains(&id))
    }

    /// The value of a setting as text.
    fn get(&self, id: &str) -> Option<String> {
        Self::row(id).map(|row| (row.show)(self))
    }

    /// Changes one setting.
    ///
    /// # Errors
    /// A sentence that names the setting and what it takes.
    fn set(&mut self, id: &str, text: &str) -> Result<(), String> {
        match Self::row(id) {
            Some(row) => (row.read)(self, text),
            None => Err(unknown(id, Self::ROWS.iter().map(|row| row.id))),
        }
    }

    /// Every setting as (id, value).
    fn all(&self) -> Vec<(String, String)> {
        Self::ROWS.iter().map(|row| (row.id.into(), (row.show)(self))).collect()
    }
}

/// Reads and checks one value; the sentence of the error is complete.
///
/// # Errors
/// Not a value of the type, or out of range.
pub fn read_checked<T: Setting>(id: &str, text: &str, (min, max): (u64, u64)) -> Result<T, String> {
    let takes = match T::kind(min, max) {
        Kind::Integer { min, max } => format!("a whole number from {min} to {max}"),
        Kind::Switch => "on or off".into(),
        Kind::Choice(names) => format!("one of {}", names.join(", ")),
    };
    T::read(text)
        .filter(|value| value.number().is_none_or(|n| (min..=max).contains(&n)))
        .ok_or_else(|| format!("setting `{id}` takes {takes}, not `{text}`"))
}

/// Declares a choice: an enum whose variants have permanent names and a line of meaning each.
#[macro_export]
macro_rules! choice {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[doc = $doc:literal])+ $variant:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $name { $($(#[doc = $doc])+ $variant,)+ }

        impl $name {
            /// Every one, in table order.
            pub const ALL: &'static [$name] = &[$($name::$variant,)+];

            /// The permanent name.
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)+ }
            }

            /// One line of meaning.
            pub const fn doc(self) -> &'static str {
                match self { $($name::$variant => concat!($($doc),+),)+ }
            }
        }

        impl $crate::machines::settings::Setting for $name {
            fn kind(_: u64, _: u64) -> $crate::machines::settings::Kind {
                $crate::machines::settings::Kind::Choice($name::ALL.iter().map(|c| c.name().into()).collect())
            }
            fn show(self) -> alloc::string::String {
                self.name().into()
            }
            fn read(text: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|choice| choice.name() == text.trim())
            }
            fn number(self) -> Option<u64> {
                None
            }
        }
    };
}

/// Declares a settings table. See `simt::spec` for one.
#[macro_export]
macro_rules! settings {
    ($(#[$meta:meta])* pub struct $name:ident { $(group $group:literal { $(
        $(#[doc = $doc:literal])+
        $id:ident: $ty:ty = $default:expr, $(range $min:literal..=$max:literal,)? $(unit $unit:literal,)?
        $(was $was:literal,)* source $source:literal;
    )* })* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name { $($($(#[doc = $doc])+ pub $id: $ty,)*)* }

        impl Default for $name {
            fn default() -> $name {
                $name { $($($id: $default,)*)* }
            }
        }

        impl $crate::machines::settings::Settings for $name {
            const ROWS: &'static [$crate::machines::settings::Row<$name>] = &[$($({
                #[allow(unused_mut, unused_assignments)]
                const RANGE: (u64, u64) = {
                    let mut range = (0, u64::MAX);
                    $(range = ($min, $max);)?
                    range
                };
                $crate::machines::settings::Row {
                    id: stringify!($id),
                    was: &[$($was),*],
                    group: $group,
                    doc: concat!($($doc),+),
                    unit: concat!($($unit)?),
                    source: $source,
                    kind: || <$ty as $crate::machines::settings::Setting>::kind(RANGE.0, RANGE.1),
                    show: |table| $crate::machines::settings::Setting::show(table.$id),
                    read: |table, text| {
                        table.$id = $crate::machines::settings::read_checked(stringify!($id), text, RANGE)?;
                        Ok(())
                    },
                }
            },)*)*];
        }
    };
}

/// A sentence for a setting that is not there, with the one that may be meant.
fn unknown<'a>(id: &str, known: impl Iterator<Item = &'a str>) -> String {
    match suggest(id, known) {
        Some(near) => format!("there is no setting `{id}`; did you mean `{near}`?"),
        None => format!("there is no setting `{id}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    choice! {
        /// Colours.
        pub enum Colour {
            /// As blood.
            Red = "red",
            /// As grass.
            Green = "green",
        }
    }

    settings! {
        /// A test table.
        pub struct Table {
            group "First" {
                /// How many.
                count: u32 = 4, range 1..=8, unit "things", was "number", was "amount", source "test";
                /// Which.
                colour: Colour = Colour::Green, source "test";
            }
            group "Second" {
                /// Whether.
                fast: bool = true, source "test";
            }
        }
    }

    #[test]
    fn a_table_describes_itself() {
        let rows = Table::table();
        assert_eq!(rows.len(), 3);
        assert_eq!(
            (rows[0].id.as_str(), rows[0].unit.as_str(), rows[0].doc.as_str()),
            ("count", "things", "How many.")
        );
        assert_eq!(rows[1].kind, Kind::Choice(["red".into(), "green".into()].into()));
        assert_eq!(Colour::Red.doc().trim(), "As blood.");
        assert_eq!(rows[2].default, "on");
        assert_eq!(Colour::Red.doc().trim(), "As blood.");
    }

    #[test]
    fn names_from_before_are_read() {
        let mut table = Table::default();
        table.set("amount", "7").unwrap();
        assert_eq!((table.count, table.get("number").as_deref()), (7, Some("7")));
        assert_eq!(Table::table()[0].was, ["number", "amount"]);
        assert!(table.set("number", "9").unwrap_err().starts_with("setting `count` takes"));
    }

    #[test]
    fn values_are_checked_with_a_sentence() {
        let mut table = Table::default();
        table.set("count", "8").unwrap();
        table.set("colour", "red").unwrap();
        assert_eq!((table.count, table.colour), (8, Colour::Red));
        assert_eq!(
            table.set("count", "9").unwrap_err(),
            "setting `count` takes a whole number from 1 to 8, not `9`"
        );
        assert_eq!(
            table.set("colour", "blue").unwrap_err(),
            "setting `colour` takes one of red, green, not `blue`"
        );
        assert_eq!(table.set("weight", "1").unwrap_err(), "there is no setting `weight`");
        assert_eq!(
            table.set("cuont", "1").unwrap_err(),
            "there is no setting `cuont`; did you mean `count`?"
        );
        assert_eq!(table.get("colour").as_deref(), Some("red"));
    }
}

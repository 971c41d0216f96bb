//! Settings tables: every number and choice of a machine is declared once, with its meaning, range and source, and
//! everything else follows: the struct, validation, the form in the page, command-line keys, documentation, links.
//!
//! What several machines have in common, such as caches and DRAM channels, brings a table of its own ([`Part`]). A machine
//! takes it into its table as a field; the permanent names stay one flat list.

mod fraction;
mod table;
mod text;

pub use fraction::Fraction;
pub use table::{Line, Part, Row, Settings, Table, unknown};
pub use text::{MOST_TEXT, Text};

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;

use serde::{Deserialize, Serialize};

/// What values a setting takes, for forms and messages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SettingKind {
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
    /// A fraction in a range of whole numbers, both ends included: `3/4`, `0.75`.
    Fraction {
        /// Smallest.
        min: u64,
        /// Largest.
        max: u64,
    },
    /// A line of so many characters.
    Text {
        /// Fewest.
        min: u64,
        /// Most.
        max: u64,
    },
}

/// What a setting takes, in words, behind "takes".
impl fmt::Display for SettingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingKind::Integer { min, max } => write!(f, "a whole number from {min} to {max}"),
            SettingKind::Switch => f.write_str("on or off"),
            SettingKind::Choice(names) => write!(f, "one of {}", names.join(", ")),
            SettingKind::Fraction { min, max } => {
                write!(f, "a fraction from {min} to {max}, such as 3/4 or 0.75")
            }
            SettingKind::Text { min, max } => write!(f, "a line of {min} to {max} characters"),
        }
    }
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
    pub kind: SettingKind,
    /// Where the default comes from.
    pub source: String,
}

/// A value as text.
pub type Shown = String;

/// The type of a setting: a whole number, a fraction, a switch, a choice, or a line of text.
pub trait Setting: Clone + PartialEq {
    /// What it takes; `min` and `max` are the range of a number, or of the length of a text.
    fn kind(min: u64, max: u64) -> SettingKind;
    /// As text, the way [`Setting::read`] takes it.
    fn show(&self) -> String;
    /// From text; `None` if it is no such value.
    fn read(text: &str) -> Option<Self>;
    /// Is it in the range, if it has one?
    fn fits(&self, _min: u64, _max: u64) -> bool {
        true
    }
}

macro_rules! integer {
    ($($ty:ty)*) => {$(
        impl Setting for $ty {
            fn kind(min: u64, max: u64) -> SettingKind {
                SettingKind::Integer { min, max }
            }
            fn show(&self) -> String {
                self.to_string()
            }
            fn read(text: &str) -> Option<$ty> {
                text.trim().replace('_', "").parse().ok()
            }
            fn fits(&self, min: u64, max: u64) -> bool {
                (min..=max).contains(&u64::from(*self))
            }
        }
    )*};
}
integer!(u32 u64);

impl Setting for bool {
    fn kind(_: u64, _: u64) -> SettingKind {
        SettingKind::Switch
    }
    fn show(&self) -> String {
        if *self { "on".into() } else { "off".into() }
    }
    fn read(text: &str) -> Option<bool> {
        match text.trim() {
            "on" | "true" | "1" => Some(true),
            "off" | "false" | "0" => Some(false),
            _ => None,
        }
    }
}

/// Reads and checks one value; the sentence of the error is complete.
///
/// # Errors
/// Not a value of the type, or out of range.
pub fn read_checked<T: Setting>(id: &str, text: &str, (min, max): (u64, u64)) -> Result<T, String> {
    T::read(text)
        .filter(|value| value.fits(min, max))
        .ok_or_else(|| format!("setting `{id}` takes {}, not `{text}`", T::kind(min, max)))
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
                match self { $($name::$variant => $crate::base::prose(concat!($($doc),+)),)+ }
            }
        }

        impl $crate::machines::settings::Setting for $name {
            fn kind(_: u64, _: u64) -> $crate::machines::settings::SettingKind {
                $crate::machines::settings::SettingKind::Choice($name::ALL.iter().map(|c| c.name().into()).collect())
            }
            fn show(&self) -> $crate::machines::settings::Shown {
                self.name().into()
            }
            fn read(text: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|choice| choice.name() == text.trim())
            }
        }
    };
}

/// Declares a settings table: groups of rows, and the tables of parts. See `simt::spec` for one.
///
/// A part has its own defaults and its own headings; a machine can give it others: `part "Heading" field: Table { setting =
/// default, source "..."; }`, with `part.setting` for a part of the part.
#[macro_export]
macro_rules! settings {
    ($(#[$meta:meta])* pub struct $name:ident {
        $(
            $(#[doc = $first_doc:literal])+
            part $($first_heading:literal)? $first:ident: $first_ty:ty {
                $($($first_path:ident).+ = $first_value:expr, source $first_source:literal;)*
            }
        )*
        $(
            group $group:literal { $(
                $(#[doc = $doc:literal])+
                $id:ident: $ty:ty = $default:expr, $(range $min:literal..=$max:literal,)? $(unit $unit:literal,)?
                $(was $was:literal,)* source $source:literal;
            )* }
            $(
                $(#[doc = $part_doc:literal])+
                part $($heading:literal)? $part:ident: $part_ty:ty {
                    $($($path:ident).+ = $value:expr, source $part_source:literal;)*
                }
            )*
        )*
    }) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq)]
        pub struct $name {
            $($(#[doc = $first_doc])+ pub $first: $first_ty,)*
            $($($(#[doc = $doc])+ pub $id: $ty,)* $($(#[doc = $part_doc])+ pub $part: $part_ty,)*)*
        }

        impl Default for $name {
            fn default() -> $name {
                $name {
                    $($first: $crate::settings!(@default $first_ty { $($($first_path).+ = $first_value;)* }),)*
                    $(
                        $($id: $default,)*
                        $($part: $crate::settings!(@default $part_ty { $($($path).+ = $value;)* }),)*
                    )*
                }
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let mut fields = f.debug_struct(stringify!($name));
                $crate::machines::settings::Table::debug(self, &mut fields);
                fields.finish()
            }
        }

        impl $crate::machines::settings::Settings for $name {
            const LINES: &'static [$crate::machines::settings::Line<$name>] = &[
                $($crate::settings!(@part $first, [$($first_heading)?], [$(($($first_path).+, $first_source))*]),)*
                $(
                    $($crate::machines::settings::Line::Row({
                        #[allow(unused_mut, unused_assignments)]
                        const RANGE: (u64, u64) = {
                            let mut range = (0, u64::MAX);
                            $(range = ($min, $max);)?
                            range
                        };
                        $crate::machines::settings::Row {
                            id: stringify!($id),
                            was: &[$($was),*],
                            group: $crate::base::prose($group),
                            doc: $crate::base::prose(concat!($($doc),+)),
                            unit: concat!($($unit)?),
                            source: $crate::base::prose($source),
                            kind: || <$ty as $crate::machines::settings::Setting>::kind(RANGE.0, RANGE.1),
                            field: |table| &table.$id,
                            show: |table| $crate::machines::settings::Setting::show(&table.$id),
                            read: |table, text| {
                                table.$id = $crate::machines::settings::read_checked(stringify!($id), text, RANGE)?;
                                Ok(())
                            },
                        }
                    }),)*
                    $($crate::settings!(@part $part, [$($heading)?], [$(($($path).+, $part_source))*]),)*
                )*
            ];
        }
    };
    (@default $ty:ty { $($($path:ident).+ = $value:expr;)* }) => {{
        #[allow(unused_mut)]
        let mut part = <$ty>::default();
        $(part.$($path).+ = $value;)*
        part
    }};
    (@part $part:ident, [$($heading:literal)?], [$(($($path:ident).+, $source:literal))*]) => {
        $crate::machines::settings::Line::Part($crate::machines::settings::Part {
            group: $crate::settings!(@heading $($heading)?),
            sources: $crate::base::prose::prose_list(&[$((stringify!($($path).+), $source)),*]),
            table: |table| &table.$part,
            table_mut: |table| &mut table.$part,
        })
    };
    (@heading) => {
        None
    };
    (@heading $heading:literal) => {
        Some($crate::base::prose($heading))
    };
}

#[cfg(test)]
mod tests;

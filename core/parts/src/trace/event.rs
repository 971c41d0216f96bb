//! Events as tables: what can happen, declared once.
//!
//! A row says what an event is called, what its fields are, and for how long it counts. From the rows follow
//! the events themselves, the columns in which the log keeps them, their order in its digest, what they read back as,
//! their files ([`super::export::events`]) and the documentation.
//!
//! The shared rows are those of [`super::Event`]. A machine declares rows of its own with [`events!`](crate::events) in its
//! folder; each is a plain struct that is a [`Record`]. On its way to the log it travels as [`Own`], a few words whose
//! meaning only the machine's rows know.
//!
//! Deliberately absent: states. What a unit or an issue slot does holds until the next change and is kept in
//! [tracks](super::track), not in columns.

use alloc::vec::Vec;
use core::fmt;

use serde::{Deserialize, Serialize};

use super::{DramCommand, Event, LaneKey, Lookup, MemoryPart, Site, Sites, Stage, Station};
use crate::base::{LaneMask, prose};

/// The most fields that an event may have.
pub const MOST_FIELDS: usize = 12;

/// What a field holds: a number of at most 64 bits, which is how it is kept.
pub trait Field: Copy {
    /// Does it take more than 32 bits?
    const WIDE: bool = false;
    /// Is it the key of a set of lanes?
    const LANES: bool = false;
    /// As it is kept.
    fn word(self) -> u64;
    /// The value from the number that is kept; `None` if no value has this number.
    fn of_word(word: u64) -> Option<Self>;
    /// For people, on a machine with these places.
    ///
    /// # Errors
    /// Those of `out`.
    fn show(self, sites: Sites, out: &mut dyn fmt::Write) -> fmt::Result;
}

/// Declares fields that are numbers, and fields that are names.
macro_rules! fields {
    (numbers { $($number:ty, $wide:literal;)+ } names { $($name:ty;)+ } places { $($place:ty;)+ }) => {
        $(impl Field for $number {
            const WIDE: bool = $wide;
            fn word(self) -> u64 {
                self.into()
            }
            fn of_word(word: u64) -> Option<Self> {
                word.try_into().ok()
            }
            fn show(self, _: Sites, out: &mut dyn fmt::Write) -> fmt::Result {
                write!(out, "{self}")
            }
        })+
        $(impl Field for $name {
            fn word(self) -> u64 {
                self as u64
            }
            fn of_word(word: u64) -> Option<Self> {
                <$name>::from_number(word)
            }
            fn show(self, _: Sites, out: &mut dyn fmt::Write) -> fmt::Result {
                write!(out, "{self:?}")
            }
        })+
        $(impl Field for $place {
            fn word(self) -> u64 {
                self.number()
            }
            fn of_word(word: u64) -> Option<Self> {
                <$place>::from_number(word)
            }
            fn show(self, sites: Sites, out: &mut dyn fmt::Write) -> fmt::Result {
                match self.site() {
                    Some(own) => sites.show(own, out),
                    None => write!(out, "{self:?}"),
                }
            }
        })+
    };
}

fields! {
    numbers {
        u16, false;
        u32, false;
        u64, true;
    }
    names {
        Lookup;
        DramCommand;
    }
    places {
        Stage;
        MemoryPart;
        Station;
    }
}

impl Field for Site {
    fn word(self) -> u64 {
        self.index() as u64
    }
    fn of_word(word: u64) -> Option<Site> {
        Site::from_index(word)
    }
    fn show(self, sites: Sites, out: &mut dyn fmt::Write) -> fmt::Result {
        sites.show(self, out)
    }
}

impl Field for bool {
    fn word(self) -> u64 {
        self.into()
    }
    fn of_word(word: u64) -> Option<bool> {
        (word < 2).then_some(word == 1)
    }
    fn show(self, _: Sites, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}", u8::from(self))
    }
}

impl Field for LaneMask {
    const WIDE: bool = true;
    const LANES: bool = true;
    fn word(self) -> u64 {
        self.0
    }
    fn of_word(word: u64) -> Option<LaneMask> {
        Some(LaneMask(word))
    }
    fn show(self, _: Sites, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{:#x}", self.0)
    }
}

impl Field for LaneKey {
    const WIDE: bool = true;
    const LANES: bool = true;
    fn word(self) -> u64 {
        self.0
    }
    fn of_word(word: u64) -> Option<LaneKey> {
        Some(LaneKey(word))
    }
    fn show(self, _: Sites, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{:#x}", self.0)
    }
}

/// For how long an event counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Level {
    /// It happens and is over, at once or after some cycles: only who looks at these cycles asks for it.
    Passing,
    /// It holds until the next event of its kind with the same first field: whoever looks at later cycles asks for it, too.
    Standing,
}

/// A row of a table.
#[derive(Clone, Copy, Debug)]
pub struct EventRow {
    /// Permanent id: its name on the command line.
    pub id: &'static str,
    /// What happened, in a sentence.
    pub doc: &'static str,
    /// For how long it counts.
    pub level: Level,
    /// Its fields.
    pub fields: &'static [FieldRow],
    /// The field that says for how many cycles it lasts, if it does.
    pub lasts: Option<usize>,
}

/// A field of an event.
#[derive(Clone, Copy, Debug)]
pub struct FieldRow {
    /// Its name.
    pub name: &'static str,
    /// Its unit; empty if it has none.
    pub unit: &'static str,
    /// What it says.
    pub doc: &'static str,
    /// Does it take more than 32 bits?
    pub wide: bool,
    /// Is it the key of a set of lanes, which a log shows in whole?
    pub lanes: bool,
    /// Writes its number for people, on a machine with these places.
    pub show: fn(u64, Sites, &mut dyn fmt::Write) -> fmt::Result,
}

impl FieldRow {
    /// The row of a field of this type.
    pub const fn of<F: Field>(name: &'static str, unit: &'static str, doc: &'static str) -> FieldRow {
        FieldRow { name, unit, doc: prose(doc.trim_ascii()), wide: F::WIDE, lanes: F::LANES, show: show::<F> }
    }
}

/// Writes a number as a value of this field type; a number that is no such value is written as it is.
fn show<F: Field>(word: u64, sites: Sites, out: &mut dyn fmt::Write) -> fmt::Result {
    match F::of_word(word) {
        Some(field) => field.show(sites, out),
        None => write!(out, "{word}"),
    }
}

impl EventRow {
    /// A row that is compiled in; `lasts` is the name of at most one field.
    pub const fn new(
        (id, doc): (&'static str, &'static str),
        level: Level,
        fields: &'static [FieldRow],
        lasts: &[&str],
    ) -> EventRow {
        assert!(fields.len() <= MOST_FIELDS, "too many fields");
        let mut place = None;
        let mut at = 0;
        while at < fields.len() {
            if lasts.len() == 1 && super::cause::same(fields[at].name, lasts[0]) {
                place = Some(at);
            }
            at += 1;
        }
        EventRow { id, doc: prose(doc.trim_ascii()), level, fields, lasts: place }
    }
}

/// An event that only one machine has, as its table declares it.
pub trait Record: Copy {
    /// Its place among the machine's own rows.
    const NUMBER: usize;
    /// Its row.
    const ROW: EventRow;
    /// As it is told.
    fn event(self) -> Event;
    /// The event from the numbers of its fields, in the order of the row; `None` if one of them is no value of its field.
    fn of_words(words: &[u64]) -> Option<Self>;
}

/// A machine's own event on its way: the place of its row, and the fields in words of 32 bits, wide ones low half first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Own {
    number: u8,
    used: u8,
    halves: [u32; MOST_FIELDS],
}

impl Own {
    /// An event of the row at this place, without fields.
    pub const fn new(number: usize) -> Own {
        Own { number: number as u8, used: 0, halves: [0; MOST_FIELDS] }
    }

    /// Appends a field.
    #[must_use]
    pub fn with<F: Field>(mut self, field: F) -> Own {
        let word = field.word();
        for half in [Some(word as u32), F::WIDE.then_some((word >> 32) as u32)].into_iter().flatten() {
            if let Some(place) = self.halves.get_mut(usize::from(self.used)) {
                *place = half;
            }
            self.used += 1;
        }
        self
    }

    /// The place of its row.
    pub fn number(&self) -> usize {
        self.number.into()
    }

    /// Its fields as they are kept.
    pub fn words(&self, row: &EventRow) -> [u64; MOST_FIELDS] {
        let mut halves = self.halves.into_iter();
        let mut half = || u64::from(halves.next().unwrap_or(0));
        let mut words = [0; MOST_FIELDS];
        for (word, field) in words.iter_mut().zip(row.fields) {
            *word = half() | if field.wide { half() << 32 } else { 0 };
        }
        words
    }
}

/// Declares the events that only one machine has: a struct for each, which is a [`Record`](crate::trace::event::Record),
/// and `EVENTS`, their rows. Wide fields (of 64 bits) count double; all fields of an event together count at most
/// [`MOST_FIELDS`](crate::trace::event::MOST_FIELDS).
#[macro_export]
macro_rules! events {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident = $id:literal, $level:ident $(, lasts $lasts:ident)? {
            $($(#[doc = $about:literal])+ $field:ident: $type:ty = $unit:literal,)+
        }
    )+) => {
        /// The events that only this machine has.
        pub const EVENTS: &[$crate::trace::event::EventRow] =
            &[$(<$name as $crate::trace::event::Record>::ROW),+];
        $(
            $(#[doc = $doc])+
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub struct $name { $($(#[doc = $about])+ pub $field: $type,)+ }
        )+
        const _: () = {
            use $crate::trace::{
                Event,
                event::{EventRow, Field, FieldRow, Level, MOST_FIELDS, Own, Record},
            };
            #[allow(dead_code)]
            enum Number { $($name),+ }
            $(
                const _: () = assert!(0 $(+ 1 + <$type as Field>::WIDE as usize)+ <= MOST_FIELDS, "too many fields");
                impl Record for $name {
                    const NUMBER: usize = Number::$name as usize;
                    const ROW: EventRow = EventRow::new(
                        ($id, concat!($($doc),+)),
                        Level::$level,
                        &[$(FieldRow::of::<$type>(stringify!($field), $unit, concat!($($about),+)),)+],
                        &[$(stringify!($lasts))?],
                    );
                    fn event(self) -> Event {
                        Event::Own(Own::new(Self::NUMBER)$(.with(self.$field))+)
                    }
                    fn of_words(words: &[u64]) -> Option<$name> {
                        let mut words = words.iter();
                        Some($name { $($field: Field::of_word(*words.next()?)?,)+ })
                    }
                }
            )+
        };
    };
}

/// A row for user interfaces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EventInfo {
    /// Permanent id.
    pub id: alloc::string::String,
    /// What happened, in a sentence.
    pub doc: alloc::string::String,
    /// For how long it counts.
    pub level: Level,
    /// Name, unit and meaning of its fields.
    pub fields: Vec<[alloc::string::String; 3]>,
}

/// The shared rows and a machine's own for user interfaces, in the order of the log's streams.
pub fn infos(own: &[EventRow]) -> Vec<EventInfo> {
    let field = |field: &FieldRow| [field.name, field.unit, field.doc].map(Into::into);
    let info = |row: &EventRow| EventInfo {
        id: row.id.into(),
        doc: row.doc.into(),
        level: row.level,
        fields: row.fields.iter().map(field).collect(),
    };
    super::SHARED.iter().chain(own).map(info).collect()
}

//! Counter tables: each counter is declared once, with id, unit and meaning. What a run tells again and again are ids and values: the
//! words ([`CounterInfo`]) stay the same.

use alloc::{format, string::String, vec::Vec};

use serde::{Deserialize, Serialize};

/// What a counter says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CounterInfo {
    /// Permanent id: key in JSON and CSV.
    pub id: String,
    /// What it counts, in a sentence.
    pub doc: String,
    /// What one count is.
    pub unit: String,
}

/// A counter with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// Permanent id.
    pub id: String,
    /// The value.
    pub value: u64,
}

/// A counter as it is declared: id, meaning and unit.
pub type CounterRow = (&'static str, &'static str, &'static str);

/// Counters of a machine, or of a part of it whose name stands in front of their ids.
#[derive(Clone, Copy, Debug)]
pub struct CounterTable {
    part: &'static str,
    rows: &'static [CounterRow],
}

/// The traffic that is not in `memory_bytes` yet: a program's results that are still in caches which write back late. What a run costs
/// memory is the sum of both; the roofline takes it.
pub const TO_COME: CounterTable = CounterTable::of(&[(
    "memory_bytes_to_come",
    "Bytes that writing back the dirty lines of all caches would still move.",
    "bytes",
)]);

impl CounterTable {
    /// Counters that have their ids for themselves.
    pub const fn of(rows: &'static [CounterRow]) -> CounterTable {
        CounterTable { part: "", rows }
    }

    /// Counters of a part.
    pub const fn of_part(part: &'static str, rows: &'static [CounterRow]) -> CounterTable {
        CounterTable { part, rows }
    }

    fn id(&self, id: &str) -> String {
        if self.part.is_empty() { id.into() } else { format!("{}_{id}", self.part) }
    }
}

/// What the counters of some tables say of themselves.
pub fn infos(tables: &[CounterTable]) -> Vec<CounterInfo> {
    let info = |table: &CounterTable, (id, doc, unit): &CounterRow| CounterInfo {
        id: table.id(id),
        doc: doc.trim().into(),
        unit: (*unit).into(),
    };
    tables.iter().flat_map(|table| table.rows.iter().map(move |row| info(table, row))).collect()
}

/// The counters of some tables with their values.
pub fn readings(tables: &[CounterTable], values: &[u64]) -> Vec<Reading> {
    let ids = tables.iter().flat_map(|table| table.rows.iter().map(|(id, ..)| table.id(id)));
    ids.zip(values).map(|(id, value)| Reading { id, value: *value }).collect()
}

/// Has a counter counted nothing? One that came later than others stays out of the digest of a state until it counts.
pub const fn is_nothing(count: &u64) -> bool {
    *count == 0
}

/// Declares a struct of counters (`u64` each, all starting at 0). Behind the unit of one may stand an attribute of its field.
#[macro_export]
macro_rules! counters {
    ($(#[$meta:meta])* pub struct $name:ident { $($(#[doc = $doc:literal])+ $id:ident: $unit:literal $(#[$field:meta])?,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
        pub struct $name { $($(#[doc = $doc])+ $(#[$field])? pub $id: u64,)* }

        impl $name {
            /// Id, meaning and unit of each, in table order.
            pub const ROWS: &'static [$crate::machines::counters::CounterRow] = &[$((stringify!($id), concat!($($doc),+), $unit)),*];

            /// The values, in table order.
            pub const fn values(&self) -> [u64; $name::COUNT] {
                [$(self.$id),*]
            }

            /// How many counters there are.
            pub const COUNT: usize = $name::ROWS.len();

            /// Adds the counts of another.
            pub fn add(&mut self, other: &$name) {
                $(self.$id += other.$id;)*
            }
        }
    };
}

//! Counter tables: each counter is declared once, with id, unit and meaning.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

/// A counter with its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// Permanent id: key in JSON and CSV.
    pub id: String,
    /// What it counts, in a sentence.
    pub doc: String,
    /// What one count is.
    pub unit: String,
    /// The value.
    pub value: u64,
}

impl Reading {
    /// The traffic that is not in `memory_bytes` yet: a program's results that are still in caches which write back late.
    /// What a run costs memory is the sum of both; the roofline takes it.
    pub fn to_come(bytes: u64) -> Reading {
        Reading {
            id: "memory_bytes_to_come".into(),
            doc: "Bytes that writing back the dirty lines of all caches would still move.".into(),
            unit: "bytes".into(),
            value: bytes,
        }
    }
}

/// Every counter of a machine with its value.
pub type Readings = Vec<Reading>;

/// The rows of a table of counters with their values. One function for all tables: code that fills in each row would be longer than
/// the tables are.
pub fn readings(rows: &[(&str, &str, &str)], values: &[u64]) -> Readings {
    let reading = |(&(id, doc, unit), &value): (&(&str, &str, &str), &u64)| Reading {
        id: id.into(),
        doc: doc.trim().into(),
        unit: unit.into(),
        value,
    };
    rows.iter().zip(values).map(reading).collect()
}

/// Declares a struct of counters (`u64` each, all starting at 0).
#[macro_export]
macro_rules! counters {
    ($(#[$meta:meta])* pub struct $name:ident { $($(#[doc = $doc:literal])+ $id:ident: $unit:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
        pub struct $name { $($(#[doc = $doc])+ pub $id: u64,)* }

        impl $name {
            /// Id, meaning and unit of each, in table order.
            const ROWS: &[(&str, &str, &str)] = &[$((stringify!($id), concat!($($doc),+), $unit)),*];

            /// Every counter with its value, in table order.
            pub fn readings(&self) -> $crate::machines::counters::Readings {
                $crate::machines::counters::readings($name::ROWS, &self.values())
            }

            /// The values alone, in table order.
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

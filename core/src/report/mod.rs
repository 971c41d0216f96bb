//! Pure numbers: what follows from counters, as data that a user interface shows and an exporter writes.

pub mod derived;
pub mod formulas;
pub mod models;
pub mod roofline;
pub mod text;

pub use derived::{Measure, derive};
pub use roofline::Roofline;
pub use text::TextSize;

//! Pure numbers: what follows from counters, as data that a user interface shows and an exporter writes.

pub mod derived;
pub mod formulas;
pub mod models;
pub mod roofline;

pub use derived::{Measure, derive};
pub use roofline::Roofline;

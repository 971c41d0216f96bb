//! What tests of several modules need.

pub(crate) mod graph;
pub(crate) mod random;

//! What tests of several modules need.

pub(crate) mod random;

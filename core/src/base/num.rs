//! Numerics.

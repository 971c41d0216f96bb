//! Code generation as far as scalar instructions go.

//! The page of Lanescope, and the worker that owns the session.
//!
//! [`state`] is what the page knows and how it changes: plain Rust, tested natively. What figures look like is the core's
//! (`session::figure`). [`page`] is the thin part that touches the browser; [`worker`] runs the laboratory beside it; they
//! speak [`protocol`]. Every string that a person reads is in [`text`], every key and command in [`keys`].

pub mod format;
pub mod keys;
pub mod page;
pub mod protocol;
pub mod state;
pub mod text;
pub mod worker;

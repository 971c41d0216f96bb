//! The page of Lanescope, and the workers that own the sessions: one program for each machine.
//!
//! [`state`] is what the page knows and how it changes: plain Rust, tested natively. What figures look like is the core's
//! (`session::figure`). `page` is the thin part that touches the browser; [`worker`] runs the laboratory beside it; they
//! speak [`protocol`], and [`post`] brings each question to the worker of its machine. Every string that a person reads is in
//! [`text`], every key and command in [`keys`].
//!
//! A program is made of this with features: `page` without a machine, a worker with one, or the front end that the workers ask.

pub mod format;
#[cfg(feature = "front")]
pub mod front;
pub mod keys;
#[cfg(feature = "page")]
pub mod page;
pub mod post;
pub mod protocol;
pub mod state;
pub mod text;
pub mod worker;

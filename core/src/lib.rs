//! Lanescope's core: the whole laboratory without input or output.
//!
//! Kernel text flows one way: the front end, `lang`, turns it into a checked tree and lowers it to [`ir`]; [`analysis`] and [`opt`]
//! work on the IR; a machine in [`machines`] generates its own program, executes it (what happens) and times it
//! (when it happens) with the memory parts of [`mem`]; [`trace`] records events, [`report`] turns them into numbers and
//! [`figure`] says what pictures are, and [`session`] is the façade that every user interface sees.
//!
//! The crate is `no_std`, reads no clock and no randomness that it was not given, and prints nothing: the same
//! document gives the same bytes on every platform.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

#[cfg(feature = "share")]
pub mod catalog;
pub mod gallery;
pub mod lessons;
pub mod machines;
pub mod report;
pub mod session;
#[cfg(feature = "share")]
pub mod share;

#[cfg(feature = "front")]
pub use lanescope_front::lang;
pub use lanescope_parts::*;

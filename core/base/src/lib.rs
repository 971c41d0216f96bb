//! Ground floor of Lanescope: what knows neither a language nor a machine.
//!
//! [`base`] has sets of lanes, clocks, numerics and ordered maps, [`source`] texts, places in them and what is said of them, [`files`]
//! the files of a document.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod base;
pub mod files;
pub mod source;

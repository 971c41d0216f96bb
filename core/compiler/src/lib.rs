//! What every machine of Lanescope is given: a kernel as IR and a launch of it.
//!
//! A kernel is [`ir`], whatever text it was; [`analysis`] and [`opt`] work on it. A [`launch`] binds arguments to an [`image`] of memory; [`document`] is what a person writes: texts, launch, machine, and [`front`] what a front end makes of its
//! texts. [`asm`] has what the assemblers of all machines share, [`halt`] why a run ends early.
//!
//! The floor below is part of it: `base`, `source` and `files` have the same names here.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod analysis;
pub mod asm;
pub mod document;
pub mod front;
pub mod halt;
pub mod image;
pub mod ir;
pub mod launch;
pub mod opt;
pub mod printed;

pub use lanescope_base::*;

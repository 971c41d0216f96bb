//! The façade: everything that a user interface asks of the laboratory goes through here.
//!
//! A [`Session`] holds one [`Document`], what the compiler made of it, and one run of it. Time travel is keyframes and
//! re-execution: the machine at any cycle is a clone of the nearest earlier keyframe, run up to that cycle.

pub mod data;

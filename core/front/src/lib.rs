//! The front end of Lanescope: a kernel's text becomes IR.
//!
//! It stands beside the machines, not below them: a machine is given IR and knows no text. So a change of the language compiles no
//! machine again, and what simulates nothing is compiled for size where the page is built.
//!
//! What the IR is, documents and launches come from the compiler's crate and have the same names here.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod lang;

pub use lanescope_compiler::*;

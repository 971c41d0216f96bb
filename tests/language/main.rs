//! The language of kernels and programs, whatever machine runs them: cases of the front end and the optimiser, other compilers' results,
//! random and pasted texts, and the console.
#![cfg(not(target_arch = "wasm32"))]

mod cases;
mod console;
mod front_end;
mod gotos;
mod gpu;
mod images;
mod lanes;
mod opencl;
mod pasted;
mod printed;
mod private_arrays;
mod random_kernels;
mod types;

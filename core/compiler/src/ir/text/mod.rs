//! The text form of the IR: what the page shows, what tests are written in.
//!
//! ```text
//! kernel scale(x: ptr.global f32, n: i32 unsigned) {
//!   slot s0 tile: local 64 align 4 f32
//! b0:
//!   v0: i32 = global_id 0
//!   v1: i32 = arg 1
//!   v2: bool = lt.u v0, v1
//!   v4: f32 = call f0(v8, v9)
//!   branch v2, b1(v0), b2
//! b1(v3: i32):
//!   ...
//!   jump b2
//! b2:
//!   return
//! }
//! ```
//! A kernel's functions follow it, with numbers of values and blocks of their own:
//!
//! ```text
//! function f0 half(ptr.private, f32) -> f32 {
//! b0:
//!   v0: f32 = param 1
//!   return v0
//! }
//! ```
//! Integers are written as signed decimals, floats as decimals that read back to the same bits, everything else (and
//! what has no decimal form) as `0x` and bits. A conversion's result type is the value's type; math functions are
//! written `math.sqrt`. After a parameter's type follows its element type (of a buffer), and then, as far as they
//! apply: `unsigned`, `x3` (components), `const`, `len 64`.
//!
//! Deliberately absent from the text: spans (they are beside each line, see [`Line`]) and the source's type names.
//! Values are numbered as in the kernel; reading numbers them in the order of the text.

mod parse;
mod print;
#[cfg(test)]
mod tests;
mod words;

pub use parse::{ParseError, parse};
pub use print::{Line, lines, print};

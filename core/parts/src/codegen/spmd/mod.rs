//! Work-items as elements of vectors: what a machine that runs one kernel for many elements at a time must know before it
//! writes code (single program, multiple data on vectors; also called whole-function vectorisation).
//!
//! The work-items of a group are cut into *strips*: runs of neighbouring work-items of one row, which become neighbouring
//! elements. [`Facts`] says all that does not depend on instructions:
//! 1. [`normal`] brings the kernel into a normal form, [`regions`] cuts it at barriers: the strips of a region are carried
//!    out one after another, and only then those of the next.
//! 2. [`variability`] says which values are scalars, affine, or vectors, and how often they change; [`trust`] where a sign
//!    extension may be taken for granted; [`kept`] which values live from region to region.
//! 3. [`masks`] makes straight code of the branches of a region and says under which mask each block is, [`waits`] where
//!    code goes on, [`plan`] puts both together; [`ways`] what happens between blocks; [`guard`] finds a guard
//!    that a shorter vector length replaces, [`inside`] branches at bounds that whole strips are inside of.
//! 4. [`access`] classifies addresses, [`indexed`] takes them apart for gathers and scatters, [`piece`] finds what
//!    scalar code may do element after element.
//!
//! A machine asks these and writes code for the answers. It tells what it is by a [`super::target::TargetMachine`].
//!
//! Absent: work across elements (reductions). Where only some work-items come to a barrier, all barriers become one first
//! ([`crate::opt::meeting`]).

pub mod access;
pub mod facts;
pub mod guard;
pub mod indexed;
pub mod inside;
pub mod kept;
pub mod masks;
mod meet;
pub mod normal;
pub mod piece;
pub mod plan;
pub mod regions;
#[cfg(test)]
pub(crate) mod tests;
pub mod trust;
pub mod variability;
pub mod waits;
pub mod ways;

pub use facts::Facts;

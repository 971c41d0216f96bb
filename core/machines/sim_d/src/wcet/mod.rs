//! The worst-case execution time of a launch: a bound that is known before it runs (simd 7.6, 7.7; facts 15).
//!
//! A group goes through phases: it computes, or it waits for one request. Both have a longest time that depends on nothing that
//! other groups do: the pipeline serves a group until it waits, and a request begins and ends with all rows closed. So the
//! longest way of a group through the program bounds the group, and how groups may overlap bounds the launch.
//!
//! 1. [`blocks`] cuts the program into basic blocks, 2. [`graph`] connects them, with what is on the stack of masks; [`loops`]
//!    finds loops, [`marks`] what is said of them.
//! 3. [`issue`] and [`costs`] say what a block and an edge cost in the pipeline, [`access`] what a request costs, by runs of
//!    the DRAM controller ([`sweep`]) where [`affine`] or [`values`] know its place, or a part of it ([`places`]).
//! 4. [`unroll`] takes loops apart and 5. finds the longest way.
//! 6. [`phases`] lists its phases, 7. [`formulas`] makes a bound of them, and 8. adds refreshes.
//! - [`plan`] goes through all steps in slices, [`report`] holds what comes out; the study [`worst_case`](mod@crate::studies::worst_case) shows it,
//!   [`picture`] draws the graph.
//!   [`between`] bounds each phase of computation by itself.
//! - [`schedule`] has schedules of phases by themselves, with the theorems that the bounds rest on.
//!
//! Two kinds of bound come out. `best`, `single`, `sp_as_access` and `sp_as_compute` are those of the author's tool, whose
//! model of pipeline and requests differs from the machine in places: it is no bound where a request is cut at the edge of a
//! buffer, for instance. `bound` is ours, for the settings as they are, and no run exceeds it, if what is said of branches and loops
//! is true and indexes of iterated transfers lie in their buffer. [`report::Rule`] says when it is which formula.
//!
//! Absent: values of scalars that depend on memory (a request at such a place is bounded as if it lay anywhere), which entry of the stack a pop stops at by its type, the functions of the thesis's `bra`.

pub mod access;
pub mod affine;
pub mod between;
pub mod blocks;
pub mod costs;
pub mod formulas;
pub mod graph;
pub mod issue;
pub mod loops;
pub mod marks;
pub mod phases;
pub mod picture;
pub mod places;
pub mod plan;
pub mod report;
mod scalars;
pub mod schedule;
pub mod sweep;
#[cfg(test)]
pub mod tests;
pub mod unroll;
pub mod values;

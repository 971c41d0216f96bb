//! In-order issue of a thread's instructions, for a core whose next issue is certain as soon as one has issued.
//!
//! - [`Board`] is the scoreboard of the scalar registers.
//! - [`Front`] is the front end between two issues: what the next instruction waits for and until when ([`Waits`]), or that it stalls
//!   until an extension answers, or that all is issued.
//! - [`Issued`] is what it has done: its slots with their causes, the numbers of instructions, how many issued together.
//!
//! An instruction of an extension that is answered later ([`super::hart::Answer`]) issues like any other; the thread goes on up to one
//! that reads the answer, or for which there is no room. Its step is then [`super::hart::Flow::Wait`]: it has not issued, and the front
//! end [stalls](Issued::stall). Whoever carries the answer to the thread lets it [go on](Issued::resume).
//!
//! What happens is told as it becomes certain, each event with its cycle: for an [`Agenda`](crate::machines::chassis::agenda::Agenda), or
//! whatever a machine keeps until then.
//!
//! Used by: `rvv`. Packed SIMD has several threads in a core, which take turns, and waits in which a border of memory counts by itself: its
//! own.
//!
//! Absent: fetch and decode (every instruction is there in time), prediction, and what the units behind the front end do.

mod board;
mod front;

pub use board::Board;
pub use front::{Front, Issued, NO_PC, Row, Waits};

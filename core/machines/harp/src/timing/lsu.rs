//! The load/store unit and the memory behind it, as far as they take time (HARP 5.2, 6.1, 6.2).
//!
//! Requests leave at most one in a cycle, from the cycle behind that in which the unit has accepted their instruction. A load has its result in the
//! cycle behind that of the last answer, a store in the cycle behind its last request, and an instruction without lanes in the next cycle.
//! What [`memory`](super::memory) cannot take yet waits at the port, and all that is behind it.
//!
//! The unit works on one instruction at a time, or on as many as a setting says: their requests leave in the order in which they came.

use lanescope_parts::keep;
use serde::Serialize;

use super::{memory::Memory, token::Token};
use crate::isa::Op;

/// The port through which requests leave.
#[derive(Clone, Debug, Serialize)]
pub struct Port {
    /// The first cycle in which a request can leave.
    free: u64,
    /// What is behind it.
    pub memory: Memory,
}

keep!(Port { memory });

impl Port {
    /// The port of a memory.
    pub const fn new(memory: Memory) -> Port {
        Port { free: 0, memory }
    }

    /// The cycle of the result of an instruction that the unit accepts now. The cycle in which each of its requests leaves goes to `leaves`.
    pub fn send(
        &mut self,
        token: &Token,
        now: u64,
        line_bytes: u64,
        mut leaves: impl FnMut(u64, u64),
    ) -> u64 {
        let write = token.op != Some(Op::Ld);
        let mut over = now;
        for line in &token.lines {
            let sent = self.memory.request(*line, line_bytes, write, self.free.max(now + 1));
            self.free = sent.leaves + 1;
            over = over.max(if write { sent.leaves } else { sent.there });
            leaves(*line, sent.leaves);
        }
        over + 1
    }
}

//! The load/store unit and the memory behind it, as far as they take time (HARP 5.2, 6.1, 6.2).
//!
//! Requests leave one in a cycle, from the cycle behind that in which the unit has accepted their instruction. A load has its result in the
//! cycle behind that of the last answer, a store in the cycle behind its last request, and an instruction without lanes in the next cycle.
//! Memory answers each request after the same number of cycles, and takes one in each cycle.
//!
//! The unit works on one instruction at a time, or on as many as a setting says: their requests leave in the order in which they came.

use serde::Serialize;

use super::token::Token;
use crate::isa::Op;

/// The port through which requests leave.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Port {
    /// The first cycle in which a request can leave.
    free: u64,
}

impl Port {
    /// The cycle of the result of an instruction that the unit accepts now, and that in which its first request leaves.
    pub fn send(&mut self, token: &Token, now: u64, memory_latency: u64) -> (u64, u64) {
        let first = self.free.max(now + 1);
        let Some(more) = (token.lines.len() as u64).checked_sub(1) else { return (now + 1, now + 1) };
        let last = first + more;
        self.free = last + 1;
        (last + 1 + if token.op == Some(Op::Ld) { memory_latency } else { 0 }, first)
    }
}

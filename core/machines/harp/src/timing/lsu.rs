//! The load/store unit and the memory behind it, as far as they take time (HARP 5.2, 6.1, 6.2).
//!
//! Requests leave at most one in a cycle, from the cycle behind that in which the unit has accepted their instruction. A load has its result in the
//! cycle behind that of the last answer, a store in the cycle behind its last request, and an instruction without lanes in the next cycle.
//! What [`memory`](super::memory) cannot take yet waits at the port, and all that is behind it.
//!
//! Where several cores share memory, requests wait in a queue ([`Requests`]) until it is their turn.
//!
//! The unit works on one instruction at a time, or on as many as a setting says: their requests leave in the order in which they came.

use alloc::boxed::Box;

use lanescope_parts::{base::keep::Keep, keep, pipe::queue::Queue};
use serde::Serialize;

use super::{memory::Memory, settings::Settings, token::Token};
use crate::isa::Op;

/// How the requests of a core get to memory.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum MemoryPath {
    /// Through a port: memory is the core's, so that all is certain when the unit accepts an instruction.
    Own(Box<Port>),
    /// One by one, when it is their turn: other cores ask as well.
    Shared(Requests),
}

impl Keep for MemoryPath {
    fn keep(&mut self, before: Option<&MemoryPath>) {
        if let MemoryPath::Own(port) = self {
            Port::keep(port, before.and_then(MemoryPath::port));
        }
    }

    fn restore(&mut self) {
        if let MemoryPath::Own(port) = self {
            Port::restore(port);
        }
    }

    fn own_bytes(&self, before: Option<&MemoryPath>) -> usize {
        self.port().map_or(0, |port| port.own_bytes(before.and_then(MemoryPath::port)))
    }
}

impl MemoryPath {
    /// The port, if memory is the core's.
    pub fn port(&self) -> Option<&Port> {
        match self {
            MemoryPath::Own(port) => Some(port),
            MemoryPath::Shared(_) => None,
        }
    }
}

/// Requests that wait for their turn.
#[derive(Clone, Debug, Serialize)]
pub struct Requests {
    /// The first cycle in which a request can leave.
    free: u64,
    /// The latest cycle that counts for the instruction whose requests leave.
    over: u64,
    waiting: Queue<Request>,
}

/// A request for a line.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Request {
    /// The instruction.
    pub id: u64,
    /// Its warp.
    pub warp: u16,
    /// Its address.
    pub pc: u64,
    /// The line.
    pub line: u64,
    /// Is it a store?
    pub write: bool,
    /// Is it the last one of its instruction?
    last: bool,
}

impl Requests {
    /// An empty queue. It has room for all requests of the instructions that the unit works on: each lane may want
    /// two lines of its own.
    pub fn new(settings: &Settings, lanes: u16) -> Requests {
        let room = settings.lsu_outstanding.max(1) as usize * usize::from(lanes.max(1)) * 2;
        Requests { free: 0, over: 0, waiting: Queue::growing(room) }
    }

    /// The requests of an instruction that the unit accepts now. The cycle of its result, if it has no request.
    pub fn accept(&mut self, token: &Token, now: u64) -> Option<u64> {
        let write = token.op != Some(Op::Ld);
        for (at, line) in token.lines.iter().enumerate() {
            let last = at + 1 == token.lines.len();
            let Token { id, warp, pc, .. } = *token;
            let fits = self.waiting.offer(now + 1, Request { id, warp, pc, line: *line, write, last });
            debug_assert!(fits, "the unit accepts no more instructions than it has room for");
        }
        token.lines.is_empty().then_some(now + 1)
    }

    /// Requests that wait.
    pub const fn waiting(&self) -> &Queue<Request> {
        &self.waiting
    }

    /// The first cycle in which the next request could leave.
    pub fn next(&self) -> Option<u64> {
        (!self.waiting.is_empty()).then(|| self.waiting.next_event().max(self.free))
    }

    /// The next request leaves. It, the cycle in which it does so, and that of its instruction's result if it is the last one.
    pub fn send(
        &mut self,
        now: u64,
        core: usize,
        line_bytes: u64,
        memory: &mut Memory,
    ) -> Option<(Request, u64, Option<u64>)> {
        let request = self.waiting.take(now)?;
        let Request { line, write, last, .. } = request;
        let sent = memory.request(core, (line, line_bytes, write), now);
        self.free = sent.leaves + 1;
        self.over = self.over.max(if write { sent.leaves } else { sent.there });
        let result = last.then(|| core::mem::take(&mut self.over) + 1);
        Some((request, sent.leaves, result))
    }
}

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
            let sent = self.memory.request(0, (*line, line_bytes, write), self.free.max(now + 1));
            self.free = sent.leaves + 1;
            over = over.max(if write { sent.leaves } else { sent.there });
            leaves(*line, sent.leaves);
        }
        over + 1
    }
}

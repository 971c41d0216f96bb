//! Step 3: what a block costs in the pipeline (SD-88).
//!
//! A block is run through a model of the pipeline that knows of registers only until when they are pending. It begins *cold*,
//! with nothing pending, or *warm*, with what the block before it in the text may leave pending at most. More pending never lets
//! anything issue earlier, so that the warm cost with the most that may be pending bounds every way into the block.

use alloc::vec::Vec;

use crate::{
    isa::{Category, Destination, Instruction, Issue, Op, OperandKind, Register, WORK_ITEMS},
    timing::settings::{Decoder, Settings},
};

/// Edges from the beginning of a division to its end, without the stages that every instruction passes.
const DIVISION: u64 = 8;

/// Rules of the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Edges from decoding to commit.
    pub commit: u64,
    /// Edges from the decoding of an instruction to that of one that needs its result at once.
    pub result: u64,
    /// Edges by which the second and third source are read later than the one before.
    pub staged: bool,
    /// Execute stages.
    pub stages: u64,
    /// Warps of a vector instruction.
    pub warps: u64,
    /// Parts of a warp of a special unit's instruction.
    pub parts: u64,
}

impl Rules {
    /// Those of the machine.
    pub fn machine(settings: &Settings) -> Rules {
        let commit = u64::from(settings.commit());
        Rules {
            commit,
            result: commit + 1,
            staged: settings.decoder == Decoder::ThreeStage,
            stages: settings.execute_stages.into(),
            warps: (WORK_ITEMS as u64).div_ceil(settings.warp_lanes.into()),
            parts: u64::from(settings.warp_lanes).div_ceil(settings.special_units.into()),
        }
    }

    /// Those of the author's tool: a result is there an edge earlier.
    pub fn author(settings: &Settings) -> Rules {
        let rules = Rules::machine(settings);
        Rules { result: rules.result - 1, ..rules }
    }
}

/// What is pending, in edges from the one at which the next instruction may be decoded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pending {
    /// Registers with a warp, and from when on each may be read.
    registers: Vec<(Register, u64, u64)>,
    /// From when on a pop finds no push.
    pushed: u64,
    /// From when on the divider is free, and other instructions may be decoded.
    divider: u64,
    behind_division: u64,
}

/// A block that was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// The edge at which its first instruction was decoded.
    pub first: u64,
    /// The edge behind that of its last warp.
    pub edges: u64,
    /// What is pending then.
    pub pending: Pending,
}

/// The register that an instruction enters on the scoreboard.
fn entered(one: &Instruction) -> Option<Register> {
    let written = matches!(one.op.row().destination, Destination::Written(_));
    let memory = one.op.row().category == Category::Memory;
    one.written().filter(|_| written && !memory)
}

const fn has_warps(kind: OperandKind) -> bool {
    matches!(kind, OperandKind::Vector | OperandKind::Predicate | OperandKind::VectorSpecial)
}

impl Pending {
    fn readable(&self, register: Register, warp: u64) -> u64 {
        let own = |(known, of, _): &&(Register, u64, u64)| {
            *known == register && (*of == warp || !has_warps(register.kind))
        };
        self.registers.iter().filter(own).map(|(.., edge)| *edge).max().unwrap_or(0)
    }

    fn stride(&self) -> u64 {
        let special = |(register, ..): &&(Register, u64, u64)| register.kind == OperandKind::ScalarSpecial;
        self.registers.iter().filter(special).map(|(.., edge)| *edge).max().unwrap_or(0)
    }

    /// A register may be read from an edge on; what could be read until `now` is forgotten.
    fn write(&mut self, register: Register, warp: u64, edge: u64, now: u64) {
        self.registers.retain(|(known, of, until)| *until > now && (*known, *of) != (register, warp));
        self.registers.push((register, warp, edge));
    }

    /// The same from so many edges later on.
    pub fn later(self, edges: u64) -> Pending {
        let left = |edge: u64| edge.saturating_sub(edges);
        let registers = self.registers.into_iter().map(|(register, warp, edge)| (register, warp, left(edge)));
        Pending {
            registers: registers.filter(|(.., edge)| *edge > 0).collect(),
            pushed: left(self.pushed),
            divider: left(self.divider),
            behind_division: left(self.behind_division),
        }
    }

    /// The most of both.
    pub fn most(mut self, other: &Pending) -> Pending {
        for (register, warp, edge) in &other.registers {
            if self.readable(*register, *warp) < *edge {
                self.write(*register, *warp, *edge, 0);
            }
        }
        self.pushed = self.pushed.max(other.pushed);
        self.divider = self.divider.max(other.divider);
        self.behind_division = self.behind_division.max(other.behind_division);
        self
    }
}

impl Rules {
    /// Runs instructions with something pending.
    pub fn run(&self, instructions: &[Instruction], pending: &Pending) -> Ran {
        let mut pending = pending.clone();
        let (mut edge, mut first) = (0, None);
        for one in instructions {
            let (begun, end) = self.issue(one, edge, &mut pending);
            first.get_or_insert(begun);
            edge = end;
        }
        Ran { first: first.unwrap_or(0), edges: edge, pending: pending.later(edge) }
    }

    /// The most that may be pending where an instruction goes on that goes somewhere else: of what stands behind it, each warp that may
    /// be decoded in the very edge of its commit stays on the scoreboard, though it is killed (facts 6.4); and a division, or a push, goes
    /// its way.
    pub fn left_by_flush(&self, behind: &[Instruction]) -> Pending {
        let mut left = Pending::default();
        let held = u64::from(self.staged);
        // From the edge of the commit to that of the target.
        let gap = 2;
        // Nothing is decoded earlier than without stalls.
        let mut earliest = 0;
        for one in behind {
            let row = one.op.row();
            let warps = if row.issue == Issue::Vector { self.warps } else { 1 };
            let parts = if row.category == Category::Reciprocal { self.parts } else { 1 };
            for warp in 0..warps {
                earliest += parts;
                if earliest > self.commit {
                    return left;
                }
                if let Some(register) = entered(one) {
                    left.write(register, warp, self.commit + 1 + held - gap, 0);
                }
            }
            if matches!(one.op, Op::Cpush | Op::Bra | Op::Call) {
                left.pushed = self.stages + 1 - gap;
            }
            if row.issue == Issue::Divider {
                left.divider = DIVISION + 1 - gap;
                left.behind_division = (1 + DIVISION.saturating_sub(self.stages)).saturating_sub(gap);
            }
        }
        left
    }

    /// Decodes an instruction from an edge on: its first edge, and the one behind its last.
    pub fn issue(&self, one: &Instruction, from: u64, pending: &mut Pending) -> (u64, u64) {
        let row = one.op.row();
        let warps = if row.issue == Issue::Vector { self.warps } else { 1 };
        let parts = if row.category == Category::Reciprocal { self.parts } else { 1 };
        let (mut edge, mut first) = (from, None);
        for warp in 0..warps {
            let start = self.wait(one, warp, edge, pending);
            first.get_or_insert(start);
            edge = start + parts;
            self.write(one, warp, edge - 1, pending);
        }
        let first = first.unwrap_or(from);
        if matches!(one.op, Op::Cpush | Op::Bra | Op::Call) {
            // Its stages, however many decode.
            pending.pushed = edge - 1 + self.result - (self.commit - self.stages);
        }
        if row.issue == Issue::Divider {
            pending.divider = first + DIVISION + 1;
            pending.behind_division = first + 1 + DIVISION.saturating_sub(self.stages);
        }
        (first, edge)
    }

    fn wait(&self, one: &Instruction, warp: u64, from: u64, pending: &Pending) -> u64 {
        let mut ready = from;
        for (at, source) in one.sources.iter().enumerate() {
            let Some(register) = source.and_then(|source| source.register()) else { continue };
            let early = if self.staged { at as u64 } else { 0 };
            ready = ready.max(pending.readable(register, warp).saturating_sub(early));
        }
        if matches!(one.op, Op::Ldgcidx | Op::Stgcidx | Op::Sldsp) {
            ready = ready.max(pending.stride());
        }
        let free = match one.op.row().issue {
            Issue::Divider => pending.divider,
            _ => pending.behind_division,
        };
        ready = ready.max(free);
        if one.op == Op::Cpop { ready.max(pending.pushed) } else { ready }
    }

    fn write(&self, one: &Instruction, warp: u64, edge: u64, pending: &mut Pending) {
        let Some(register) = entered(one) else { return };
        let more = match one.op.row().issue {
            Issue::Divider => DIVISION.saturating_sub(self.result - (self.commit - self.stages)),
            _ => 0,
        };
        pending.write(register, warp, edge + self.result + more, edge);
    }
}

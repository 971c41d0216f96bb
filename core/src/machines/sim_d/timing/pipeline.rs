//! The pipeline: at which edges the warps of an instruction are decoded (facts 6).
//!
//! An instruction that is decoded at edge `d` commits at `d +` [`Pipeline::commit`]; what it writes may be read by one that is
//! decoded an edge later. One warp is decoded per edge; of an instruction for the few special units a part of a warp, so that
//! it takes several edges. A warp whose source is pending waits in the decoder, and all behind it.

use alloc::vec::Vec;

use serde::Serialize;

use super::{
    SLOTS,
    scoreboard::Scoreboard,
    settings::{Decoder, Settings},
};
use crate::{
    machines::sim_d::{
        causes,
        isa::{Category, Destination, Instruction, Issue, Op, Register, WORK_ITEMS},
    },
    trace::Cause,
};

/// Edges from the beginning of a division to its end, without the stages that every instruction passes.
pub const DIVISION: u64 = 8;

/// Counts of the pipeline (facts 13).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Warps that were committed; of the special units' instructions their parts.
    #[serde(skip)]
    pub warps: u64,
    /// Operations of lanes that this was.
    pub lane_operations: u64,
    /// Scalar instructions that were committed, without `nop`.
    pub scalars: u64,
    /// Edges at which the decoder waited for a register.
    pub register_stalls: u64,
    /// Edges at which it waited for one with an instruction that was killed then.
    #[serde(skip)]
    pub vain_stalls: u64,
    /// Edges at which it waited for the divider.
    pub divider_stalls: u64,
}

/// The edges at which an instruction was decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Issued {
    /// The first warp.
    pub first: u64,
    /// The last part of the last warp.
    pub last: u64,
    /// Parts of warps.
    pub parts: u64,
}

/// See the module.
#[derive(Clone, Debug, Serialize)]
pub struct Pipeline {
    /// From decoding to commit.
    #[serde(skip)]
    commit: u64,
    /// Is operand `k` read `k` edges later?
    #[serde(skip)]
    staged: bool,
    warps: usize,
    #[serde(skip)]
    lanes: u64,
    #[serde(skip)]
    special_units: u64,
    boards: [Scoreboard; SLOTS],
    /// From when on a pop of each slot finds no push in the pipeline.
    pushed: [u64; SLOTS],
    /// The edge behind the last warp of the last push of each slot; and did the decoder wait at it?
    behind_push: [u64; SLOTS],
    stuck: [bool; SLOTS],
    /// From when on the next division may be decoded, and any other instruction behind the last one.
    divider: u64,
    behind_division: u64,
    /// What was counted.
    pub counts: Counts,
    /// Of the last instruction: what the decoder did from which edge on.
    #[serde(skip)]
    turns: Vec<(u64, Cause)>,
    /// Of the last instruction: each warp's first edge, and its edges.
    #[serde(skip)]
    decoded: Vec<(u64, u32)>,
}

impl Pipeline {
    /// An empty one.
    pub fn new(settings: &Settings) -> Pipeline {
        let staged = settings.decoder == Decoder::ThreeStage;
        let warps = WORK_ITEMS.div_ceil(settings.warp_lanes as usize);
        Pipeline {
            commit: settings.commit().into(),
            staged,
            warps,
            lanes: settings.warp_lanes.into(),
            special_units: settings.special_units.into(),
            boards: core::array::from_fn(|_| Scoreboard::new(warps)),
            pushed: [0; SLOTS],
            behind_push: [0; SLOTS],
            stuck: [false; SLOTS],
            divider: 0,
            behind_division: 0,
            counts: Counts::default(),
            turns: Vec::new(),
            decoded: Vec::new(),
        }
    }

    /// Of the instruction that was decoded last: what the decoder did from which edge on.
    pub fn turns(&self) -> &[(u64, Cause)] {
        &self.turns
    }

    /// Of the instruction that was decoded last: each warp's first edge, and the edges that it took.
    pub fn warps(&self) -> &[(u64, u32)] {
        &self.decoded
    }

    fn turn(&mut self, edge: u64, cause: Cause) {
        if self.turns.last().is_none_or(|(_, last)| *last != cause) {
            self.turns.push((edge, cause));
        }
    }

    /// Edges from the decoding of a warp to its first execute stage.
    pub const fn execute(&self) -> u64 {
        if self.staged { 3 } else { 1 }
    }

    /// Edges from the decoding of a warp to its commit.
    pub const fn commit(&self) -> u64 {
        self.commit
    }

    /// Where an instruction goes on that went somewhere else: the edge at which the target is decoded.
    pub const fn behind_jump(&self, last: u64) -> u64 {
        last + self.commit + 2
    }

    /// The edge at which the decoder sees that a warp turned off the last work-item.
    pub const fn sees_off(&self, last: u64) -> u64 {
        last + self.commit + 2
    }

    /// A new group is in a slot.
    pub fn begin(&mut self, slot: usize) {
        self.stuck[slot] = false;
    }

    /// Does a pop of a slot's group wait without end? The simulator's decoder of one stage counts a push again at each edge
    /// at which it waits directly behind it, so that pops see pushes for ever (facts 16, 1).
    pub const fn never_pops(&self, slot: usize) -> bool {
        self.stuck[slot]
    }

    /// Would a pop at an edge stand directly behind a push, so that it waits and each edge counts the push again?
    pub const fn pops_too_early(&self, slot: usize, edge: u64) -> bool {
        !self.staged && edge == self.behind_push[slot] && edge < self.pushed[slot]
    }

    /// Decodes an instruction of a slot's group, from an edge on.
    pub fn issue(&mut self, slot: usize, one: &Instruction, from: u64) -> Issued {
        let row = one.op.row();
        let warps = if row.issue == Issue::Vector { self.warps } else { 1 };
        let parts = match row.category {
            Category::Reciprocal => self.lanes.div_ceil(self.special_units),
            _ => 1,
        };
        let mut edge = from;
        let mut first = None;
        self.turns.clear();
        self.decoded.clear();
        for warp in 0..warps {
            let start = self.wait(slot, one, warp, edge);
            first.get_or_insert(start);
            self.turn(start, Cause::ISSUED);
            self.decoded.push((start, parts as u32));
            edge = start + parts;
            self.write(slot, one, warp, edge - 1);
        }
        let late = first.is_some_and(|first| first > from);
        self.stuck[slot] |= late && !self.staged && from == self.behind_push[slot];
        let issued = Issued { first: first.unwrap_or(from), last: edge - 1, parts: parts * warps as u64 };
        if matches!(one.op, Op::Cpush | Op::Bra | Op::Call) {
            self.pushed[slot] = issued.last + self.commit + 1;
            self.behind_push[slot] = issued.last + 1;
        }
        if row.issue == Issue::Divider {
            let stages = self.commit - if self.staged { 2 } else { 0 };
            self.divider = issued.first + DIVISION + 1;
            self.behind_division = issued.first + 1 + DIVISION.saturating_sub(stages);
        }
        issued
    }

    /// Counts an instruction that commits.
    pub fn count(&mut self, one: &Instruction, issued: &Issued) {
        match (one.op, one.op.row().issue) {
            (_, Issue::Vector) => self.count_warps(one, issued.parts),
            (Op::Nop, _) => {}
            _ => self.counts.scalars += 1,
        }
    }

    /// Counts so many parts of warps of an instruction.
    pub fn count_warps(&mut self, one: &Instruction, parts: u64) {
        let special = one.op.row().category == Category::Reciprocal;
        self.counts.warps += parts;
        self.counts.lane_operations +=
            parts * if special { self.special_units.min(self.lanes) } else { self.lanes };
    }

    /// The edge at which a warp goes on, and what it waited for.
    fn wait(&mut self, slot: usize, one: &Instruction, warp: usize, from: u64) -> u64 {
        let board = &self.boards[slot];
        let mut ready = from;
        for (at, source) in one.sources.iter().enumerate() {
            let Some(register) = source.and_then(|source| source.register()) else { continue };
            let early = if self.staged { at as u64 } else { 0 };
            ready = ready.max(board.readable(register, warp).saturating_sub(early));
        }
        if matches!(one.op, Op::Ldgcidx | Op::Stgcidx | Op::Sldsp) {
            ready = ready.max(board.stride_readable());
        }
        self.counts.register_stalls += ready - from;
        if ready > from {
            self.turn(from, Cause::ARITHMETIC);
        }
        let free = match one.op.row().issue {
            Issue::Divider => self.divider,
            _ => self.behind_division,
        };
        let free = free.max(ready);
        self.counts.divider_stalls += free - ready;
        if free > ready {
            self.turn(ready, Cause::UNIT_BUSY);
        }
        if one.op == Op::Cpop && self.pushed[slot] > free {
            self.turn(free, causes::POP);
            return self.pushed[slot];
        }
        free
    }

    /// Counts the edges at which instructions wait for registers that are decoded from an edge on and killed by the commit of the
    /// one before.
    pub fn wait_in_vain(&mut self, slot: usize, behind: &[Instruction], from: u64) {
        let end = from + self.commit;
        let mut edge = from;
        let mut written: Vec<(Register, u64)> = Vec::new();
        for one in behind {
            let row = one.op.row();
            let mut ready = edge;
            for (at, source) in one.sources.iter().enumerate() {
                let Some(register) = source.and_then(|source| source.register()) else { continue };
                let early = if self.staged { at as u64 } else { 0 };
                let here = written.iter().rfind(|(known, _)| *known == register).map_or(0, |(_, edge)| *edge);
                let readable = here.max(self.boards[slot].readable(register, 0));
                ready = ready.max(readable.saturating_sub(early));
            }
            if matches!(one.op, Op::Ldgcidx | Op::Stgcidx | Op::Sldsp) {
                ready = ready.max(self.boards[slot].stride_readable());
            }
            self.counts.vain_stalls += ready.min(end) - edge;
            // What takes several edges outlasts the time until the commit, or is followed by what does.
            if ready + 1 >= end || row.issue == Issue::Vector || row.issue == Issue::Divider {
                break;
            }
            if let Some(register) = one.written().filter(|_| row.category != Category::Memory) {
                written.push((register, ready + self.commit + 1));
            }
            edge = ready + 1;
        }
    }

    fn write(&mut self, slot: usize, one: &Instruction, warp: usize, edge: u64) {
        // What memory brings is there when the group goes on.
        let written = matches!(one.op.row().destination, Destination::Written(_));
        let memory = one.op.row().category == Category::Memory;
        let Some(register) = one.written().filter(|_| written && !memory) else { return };
        let stages = self.commit - if self.staged { 2 } else { 0 };
        let more = match one.op.row().issue {
            Issue::Divider => DIVISION.saturating_sub(stages + 1),
            _ => 0,
        };
        self.boards[slot].write(register, warp, edge + self.commit + 1 + more);
    }
}

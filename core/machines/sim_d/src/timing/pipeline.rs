//! The pipeline: at which edges the warps of an instruction are decoded (facts 6).
//!
//! An instruction that is decoded at edge `d` commits at `d +` [`Pipeline::commit`]; what it writes may be read by one that is
//! decoded an edge later. One warp is decoded per edge; of an instruction for the few special units a part of a warp, so that
//! it takes several edges. A warp whose source is pending waits in the decoder, and all behind it.

use alloc::vec::Vec;

use lanescope_parts::trace::Cause;
use serde::Serialize;

use super::{
    SLOTS,
    scoreboard::{Scoreboard, has_warps},
    settings::{Decoder, Settings},
};
use crate::{
    causes,
    isa::{Category, Destination, Instruction, Issue, Op, OperandKind, Register, WORK_ITEMS},
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
    /// Edges at which it waited for the divider, or a pop for a push.
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

/// The register that an instruction enters on the scoreboard. What memory brings is there when the group goes on.
fn entered(one: &Instruction) -> Option<Register> {
    let written = matches!(one.op.row().destination, Destination::Written(_));
    let memory = one.op.row().category == Category::Memory;
    one.written().filter(|_| written && !memory)
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
        let (warps, parts) = self.warps_and_parts(one);
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
        self.occupy(slot, one, issued.first, issued.last);
        if matches!(one.op, Op::Cpush | Op::Bra | Op::Call) {
            self.behind_push[slot] = issued.last + 1;
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
        let ready = self.readable(slot, one, warp, from, &[]);
        self.counts.register_stalls += ready - from;
        if ready > from {
            self.turn(from, Cause::ARITHMETIC);
        }
        let free = self.free(slot, one, ready);
        self.counts.divider_stalls += free - ready;
        if free > ready {
            let pops = one.op == Op::Cpop && self.pushed[slot] == free;
            self.turn(ready, if pops { causes::POP } else { Cause::UNIT_BUSY });
        }
        free
    }

    /// The first edge, from one on, at which a warp finds its sources: on the scoreboard, and among what else is being written.
    fn readable(
        &self,
        slot: usize,
        one: &Instruction,
        warp: usize,
        from: u64,
        written: &[(Register, usize, u64)],
    ) -> u64 {
        let board = &self.boards[slot];
        let mut ready = from;
        for (at, source) in one.sources.iter().enumerate() {
            let Some(register) = source.and_then(|source| source.register()) else { continue };
            let early = if self.staged { at as u64 } else { 0 };
            let own = |(known, of, _): &&(Register, usize, u64)| {
                *known == register && (*of == warp || !has_warps(register.kind))
            };
            let here = written.iter().filter(own).map(|(.., edge)| *edge).max();
            let readable = board.readable(register, warp).max(here.unwrap_or(0));
            ready = ready.max(readable.saturating_sub(early));
        }
        if matches!(one.op, Op::Ldgcidx | Op::Stgcidx | Op::Sldsp) {
            let special = |(known, ..): &&(Register, usize, u64)| known.kind == OperandKind::ScalarSpecial;
            let here = written.iter().filter(special).map(|(.., edge)| *edge).max();
            ready = ready.max(board.stride_readable()).max(here.unwrap_or(0));
        }
        ready
    }

    /// The first edge, from one on, at which neither the divider is in the way nor a push that a pop waits for.
    fn free(&self, slot: usize, one: &Instruction, from: u64) -> u64 {
        let free = match one.op.row().issue {
            Issue::Divider => self.divider,
            _ => self.behind_division,
        };
        from.max(free).max(if one.op == Op::Cpop { self.pushed[slot] } else { 0 })
    }

    /// Edges from the decoding of a push until a pop behind it may be decoded: its stages, however many decode.
    fn push_latency(&self) -> u64 {
        self.stages() + 1
    }

    /// Execute stages.
    const fn stages(&self) -> u64 {
        self.commit - if self.staged { 2 } else { 0 }
    }

    /// What the decoder takes of the instructions behind one that goes somewhere else, or that waits for memory: from an edge on until
    /// that commits and what is behind it is killed. The edges at which it waits count all the same.
    ///
    /// The scoreboard forgets what was killed, but for the warp that was decoded in the very edge of the commit, which is entered behind
    /// that: its register is pending until it would have been written (facts 6.4). With three stages to decode the flush holds what it
    /// finds in them for an edge.
    pub fn decode_in_vain(&mut self, slot: usize, behind: &[Instruction], from: u64) {
        let end = from + self.commit;
        let mut edge = from;
        let mut written: Vec<(Register, usize, u64)> = Vec::new();
        'all: for one in behind {
            let (warps, parts) = self.warps_and_parts(one);
            let mut first = None;
            for warp in 0..warps {
                let ready = self.readable(slot, one, warp, edge, &written);
                let start = self.free(slot, one, ready);
                self.counts.vain_stalls += ready.min(end) - edge;
                self.counts.divider_stalls += start.min(end) - ready.min(end);
                let last = start + parts - 1;
                // With three stages a warp is entered when it comes, with one when it goes.
                let enters = if self.staged && parts == 1 { edge } else { last };
                if let Some(register) = entered(one).filter(|_| enters + 1 == end) {
                    self.boards[slot].write(register, warp, end + self.commit + u64::from(self.staged));
                }
                if last >= end {
                    break 'all;
                }
                first.get_or_insert(start);
                edge = last + 1;
                written.extend(entered(one).map(|register| (register, warp, edge + self.commit)));
                if edge == end && warp + 1 < warps {
                    break 'all;
                }
            }
            self.occupy(slot, one, first.unwrap_or(edge), edge - 1);
            if edge == end {
                break;
            }
        }
    }

    /// How many warps an instruction has, and edges that each takes.
    fn warps_and_parts(&self, one: &Instruction) -> (usize, u64) {
        let row = one.op.row();
        let parts = match row.category {
            Category::Reciprocal => self.lanes.div_ceil(self.special_units),
            _ => 1,
        };
        (if row.issue == Issue::Vector { self.warps } else { 1 }, parts)
    }

    /// What an instruction keeps busy that was decoded from one edge to another.
    fn occupy(&mut self, slot: usize, one: &Instruction, first: u64, last: u64) {
        if matches!(one.op, Op::Cpush | Op::Bra | Op::Call) {
            self.pushed[slot] = last + self.push_latency();
        }
        if one.op.row().issue == Issue::Divider {
            self.divider = first + DIVISION + 1;
            self.behind_division = first + 1 + DIVISION.saturating_sub(self.stages());
        }
    }

    fn write(&mut self, slot: usize, one: &Instruction, warp: usize, edge: u64) {
        let Some(register) = entered(one) else { return };
        let more = match one.op.row().issue {
            Issue::Divider => DIVISION.saturating_sub(self.stages() + 1),
            _ => 0,
        };
        self.boards[slot].write(register, warp, edge + self.commit + 1 + more);
    }
}

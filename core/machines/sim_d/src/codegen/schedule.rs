//! The order of instructions (simd C9): where an instruction would wait for a scalar, another goes first.
//!
//! A piece of code that is run through from its first line to its last is brought into the order of a list schedule: of the
//! lines that would not wait, the one behind which the longest chain of waits hangs goes next. What it waits for is what the
//! pipeline's scoreboard knows (simd 5.3): a scalar can be read so many edges after it was decoded as there are stages
//! to its commit and one more, a vector its warps later anyway. A piece that would take no fewer edges stays as it was.
//!
//! Nothing passes a request of memory, or an instruction that reads or writes the masks, their stack or the place in the
//! program. Behind one that may turn all work-items off a vector instruction stays first: a scalar one would be
//! executed by the author's simulator (see `quirks`).
//!
//! That happens before registers have numbers, so that only what a value is used for keeps lines in order.
//!
//! Absent: moving instructions from one piece into another.

use alloc::{vec, vec::Vec};

use super::code::{Arg, Code, Line};
use crate::{
    isa::{Category, Issue, Op, WORK_ITEMS},
    timing::{
        pipeline::DIVISION,
        settings::{Decoder, Settings},
    },
};

/// Lines that are looked at together, at most.
const MOST: usize = 192;

/// What takes how long.
pub struct Times {
    /// Edges from decoding to commit.
    commit: u32,
    /// Those of the execute stages.
    stages: u32,
    /// Is operand `k` read `k` edges later?
    staged: bool,
    warps: u32,
    /// Edges of a warp of an instruction for the special units.
    parts: u32,
}

impl Times {
    /// In a pipeline.
    pub fn new(timing: &Settings) -> Times {
        let staged = timing.decoder == Decoder::ThreeStage;
        Times {
            commit: timing.commit(),
            stages: timing.execute_stages,
            staged,
            warps: (WORK_ITEMS as u32).div_ceil(timing.warp_lanes),
            parts: timing.warp_lanes.div_ceil(timing.special_units),
        }
    }

    /// Edges from an instruction that goes elsewhere, or asks memory, to the next.
    pub const fn restart(&self) -> u32 {
        self.commit + 1
    }

    /// Edges of a warp.
    fn part(&self, op: Op) -> u32 {
        if op.row().category == Category::Reciprocal { self.parts } else { 1 }
    }

    /// Edges for which an instruction keeps the decoder.
    pub fn edges(&self, op: Op) -> u32 {
        match op.row().issue {
            Issue::Scalar => 1,
            Issue::Divider => 1 + (DIVISION as u32).saturating_sub(self.stages),
            Issue::Vector => self.warps * self.part(op),
        }
    }

    /// Edges from the first of an instruction to the first of one that reads its result as source `at`.
    fn distance(&self, from: Op, to: Op, at: usize) -> u32 {
        let early = if self.staged { at as u32 } else { 0 };
        let more = match from.row().issue {
            Issue::Divider => (DIVISION as u32).saturating_sub(self.stages + 1),
            _ => 0,
        };
        let both = from.row().issue == Issue::Vector && to.row().issue == Issue::Vector;
        let warps = if both { [0, self.warps - 1] } else { [0, 0] };
        let behind = |warp: u32| {
            let (written, read) = ((warp + 1) * self.part(from) + self.commit + more, warp * self.part(to));
            written.saturating_sub(read + early)
        };
        warps.map(behind).into_iter().max().unwrap_or(0).max(1)
    }
}

/// Does nothing pass it?
fn stands(op: Op) -> bool {
    matches!(op.row().category, Category::Memory | Category::Control | Category::Debug)
}

/// What an operand is, if it is anything that is written.
fn written_thing(arg: Arg) -> bool {
    !matches!(arg, Arg::Number(_) | Arg::Label(_))
}

/// Edges that must lie between the first edges of two lines, of which the first comes first; 0 if none.
fn tie(times: &Times, first: &Line, second: &Line) -> u32 {
    let writes = |line: &Line| line.to.filter(|to| !stands(line.op) && written_thing(*to));
    let (wrote, writes) = (writes(first), writes(second));
    let reads = |line: &Line, what: Option<Arg>| what.is_some() && line.from.contains(&what);
    let waits = |at: usize| times.distance(first.op, second.op, at);
    let read = (0..3).filter(|at| wrote.is_some() && second.from[*at] == wrote).map(waits).max();
    let stride =
        matches!(second.op, Op::Ldgcidx | Op::Stgcidx | Op::Sldsp) && matches!(wrote, Some(Arg::Scalar(_)));
    let order = reads(first, writes) || wrote.is_some() && wrote == writes || stands(second.op);
    let least = if stride { waits(0) } else { u32::from(order) };
    read.unwrap_or(0).max(least)
}

/// A piece of code, and what stands behind it.
struct Piece<'c> {
    times: &'c Times,
    lines: &'c [Line],
    /// For each line, lines before it and the edges between.
    ties: Vec<Vec<(usize, u32)>>,
    /// Must a vector instruction come first?
    vector_first: bool,
}

impl Piece<'_> {
    fn edges(&self, at: usize) -> u32 {
        self.times.edges(self.lines[at].op)
    }

    /// When a line can go, by when those before it went.
    fn ready(&self, at: usize, starts: &[Option<u32>]) -> Option<u32> {
        self.ties[at].iter().try_fold(0, |ready, (before, edges)| Some(ready.max(starts[*before]? + edges)))
    }

    /// The edge behind the last line, in an order.
    fn end(&self, order: &[usize]) -> u32 {
        let (mut time, mut starts) = (0, vec![None; self.lines.len()]);
        for at in order.iter().copied() {
            let start = self.ready(at, &starts).unwrap_or(0).max(time);
            starts[at] = Some(start);
            time = start + self.edges(at);
        }
        time
    }

    /// The longest way from each line to the end: edges for which its readers, and theirs, wait beyond what the lines
    /// take themselves.
    fn ways(&self) -> Vec<u32> {
        let mut ways = vec![0; self.lines.len()];
        for at in (0..self.lines.len()).rev() {
            for (before, edges) in &self.ties[at] {
                let waits = edges.saturating_sub(self.edges(*before));
                ways[*before] = ways[*before].max(ways[at] + waits);
            }
        }
        ways
    }

    /// The order of a list schedule.
    fn order(&self) -> Vec<usize> {
        let (ways, count) = (self.ways(), self.lines.len());
        let (mut time, mut starts, mut order) = (0, vec![None; count], Vec::with_capacity(count));
        while order.len() < count {
            let ready = (0..count).filter(|at| starts[*at].is_none());
            let mut ready: Vec<(usize, u32)> =
                ready.filter_map(|at| Some((at, self.ready(at, &starts)?.max(time)))).collect();
            let is_vector = |at: usize| self.lines[at].op.row().issue == Issue::Vector;
            if self.vector_first && order.is_empty() && ready.iter().any(|(at, _)| is_vector(*at)) {
                ready.retain(|(at, _)| is_vector(*at));
            }
            let best = ready.into_iter().min_by_key(|(at, start)| (*start, u32::MAX - ways[*at], *at));
            let Some((at, start)) = best else { break };
            starts[at] = Some(start);
            time = start + self.edges(at);
            order.push(at);
        }
        order
    }
}

/// Brings each piece into an order in which less waits.
pub fn schedule(code: &mut Code, timing: &Settings) {
    let times = Times::new(timing);
    let mut begins = vec![false; code.lines.len() + 1];
    for at in code.labels.iter().copied() {
        if let Some(begins) = begins.get_mut(at) {
            *begins = true;
        }
    }
    let mut start = 0;
    while start < code.lines.len() {
        let mut end = start;
        // The line that stands behind a piece belongs to it: it may wait, too.
        while end < code.lines.len() && end - start < MOST && (end == start || !begins[end]) {
            end += 1;
            if stands(code.lines[end - 1].op) {
                break;
            }
        }
        let lines = code.lines[start..end].to_vec();
        let tied = |second: usize| {
            let edges = |first: usize| tie(&times, &lines[first], &lines[second]);
            (0..second).map(|first| (first, edges(first))).filter(|(_, edges)| *edges > 0).collect()
        };
        let ties = (0..lines.len()).map(tied).collect();
        let vector_first = start > 0 && matches!(code.lines[start - 1].op, Op::Cmask | Op::Brk | Op::Exit);
        let piece = Piece { times: &times, lines: &lines, ties, vector_first };
        let order = piece.order();
        let old: Vec<usize> = (0..lines.len()).collect();
        if order.len() == old.len() && piece.end(&order) < piece.end(&old) {
            order.iter().enumerate().for_each(|(at, from)| code.lines[start + at] = lines[*from].clone());
        }
        start = end;
    }
}

//! Order of instructions for few chimes (hp_ch4 4.11, HC16).
//!
//! Each straight piece of code is brought into the order of a list schedule, so that its vector instructions share
//! convoys: a load goes along with a computation on what was loaded before. Instructions of a convoy have the same
//! element width, because another one needs a `vsetvli`, which ends the convoy. Scalar instructions go where the first
//! vector instruction needs them. That happens before registers are chosen, and no more operands and masks live at a
//! time than there are registers for (or than lived before). A piece that gets no fewer convoys stays as it was.
//!
//! What sets the vector length or waits for others, atomics and the ends of blocks stay where they are, and nothing
//! passes them.
//!
//! Absent: moving instructions from one strip or block into another.

use alloc::{vec, vec::Vec};

use lanescope_parts::{
    base::{OrdMap, order::sort},
    codegen::{
        Effects,
        flow::Blocks,
        liveness::{Range, ranges},
    },
    source::Diagnostic,
};

use super::{
    code::{Class, Line, What},
    depend::{Webs, is_vector, through_scalars, ties},
};
use crate::isa::ClassNames;
use crate::{
    isa::{Arg, Class as Kind, Op},
    spec::Spec,
    timing::{
        Unit,
        packing::{Job, Tie, Wishes, in_order, pack},
    },
};

/// Lines that are looked at together, at most.
const MOST: usize = 256;
/// The classes whose registers are few.
const SCARCE: [Class; 2] = [Class::V, Class::M];

/// Lines with what is known of their values.
pub(super) struct Code<'a> {
    pub lines: &'a [Line],
    pub classes: &'a [Class],
    /// The same lines as the allocator sees them.
    pub steps: &'a [Effects],
    /// Registers for operands and for masks.
    pub registers: [u32; 2],
}

/// The lines in an order with fewer convoys. `None`: there is none that is better.
///
/// # Errors
/// What `go_on` says, who is asked before each piece.
pub(super) fn schedule(
    code: &Code<'_>,
    spec: &Spec,
    go_on: &dyn Fn() -> Result<(), Diagnostic>,
) -> Result<Option<Vec<Line>>, Diagnostic> {
    let lines = settled(code);
    let live = ranges(code.steps, &Blocks::new(code.steps), code.classes.len());
    let pressure = SCARCE.map(|class| pressure(&live, code, class));
    let webs = Webs::new(&lines, code.classes.len());
    let mut result = Vec::with_capacity(code.lines.len());
    let mut changed = false;
    for lines in pieces(&lines) {
        go_on()?;
        let (start, end) = (result.len(), result.len() + lines.len());
        let limits = [0, 1].map(|class| {
            let points = &pressure[class][2 * start..=2 * end];
            points.iter().copied().max().unwrap_or(0).max(code.registers[class])
        });
        let held =
            Held::new(code, &live, (start, end), [0, 1].map(|class| pressure[class][2 * start]), limits);
        let order = reordered(lines, &ties(lines, &webs), held, spec);
        changed |= order.is_some();
        match order {
            Some(order) => result.extend(order.into_iter().map(|at| lines[at])),
            None => result.extend_from_slice(lines),
        }
    }
    Ok(changed.then_some(result))
}

/// The lines, where those on vectors that take any width have the one that they would have: what belongs together may
/// come apart.
fn settled(code: &Code<'_>) -> Vec<Line> {
    let mut width = code.lines.iter().map(|line| line.sew).find(|width| *width != 0).unwrap_or(0);
    let on_vectors = |line: &Line| {
        let mut values = line.uses().into_iter().chain(line.def());
        is_vector(line) && line.width == 0 && values.any(|value| code.classes[value as usize] == Class::V)
    };
    let settle = |line: &Line| {
        if line.sew != 0 {
            width = line.sew;
        }
        Line { sew: if on_vectors(line) { width } else { line.sew }, ..*line }
    };
    code.lines.iter().map(settle).collect()
}

/// Values of a class that live at each point.
fn pressure(live: &[Range], code: &Code<'_>, class: Class) -> Vec<u32> {
    let mut change = vec![0i32; 2 * code.lines.len() + 2];
    for (range, _) in live.iter().zip(code.classes).filter(|(_, of)| **of == class) {
        for (start, end) in range {
            change[*start as usize] += 1;
            change[*end as usize] -= 1;
        }
    }
    let sum = change.iter().scan(0i32, |sum, change| {
        *sum += change;
        Some(*sum as u32)
    });
    sum.collect()
}

/// Straight pieces; a line that nothing passes is one by itself.
fn pieces(lines: &[Line]) -> impl Iterator<Item = &[Line]> {
    lines.chunk_by(|a, b| !is_fixed(a) && !is_fixed(b)).flat_map(|piece| piece.chunks(MOST))
}

/// Must it stay where it is, and everything on its side of it?
fn is_fixed(line: &Line) -> bool {
    match line.what {
        What::Machine(op, form) => {
            matches!(op.class(), Kind::Branch | Kind::Config | Kind::Atomic)
                || op == Op::Fence
                || form.row().args.contains(&Arg::Csr)
        }
        What::Place(_) | What::Argument(_) | What::Pass { .. } | What::Save(_) | What::Restore(_) => true,
        What::Number(_) | What::Own(_) | What::Anything => false,
    }
}

/// A better order of a piece.
fn reordered(lines: &[Line], ties: &[Vec<(usize, Tie)>], held: Held<'_>, spec: &Spec) -> Option<Vec<usize>> {
    let vectors: Vec<usize> = (0..lines.len()).filter(|at| is_vector(&lines[*at])).collect();
    if vectors.len() < 3 {
        return None;
    }
    let place: OrdMap<usize, usize> = vectors.iter().enumerate().map(|(job, at)| (*at, job)).collect();
    let through = through_scalars(lines, ties);
    let job = |at: &usize| Job {
        unit: unit(&lines[*at]),
        after: through[*at].iter().map(|(earlier, tie)| (place[earlier], *tie)).collect(),
    };
    let jobs: Vec<Job> = vectors.iter().map(job).collect();
    let program: Vec<usize> = (0..jobs.len()).collect();
    let widths = Widths::new(vectors.iter().map(|at| lines[*at].sew).collect());
    let cost = |order: &[usize]| {
        let mut widths = widths.clone();
        (in_order(&jobs, order, spec, &mut widths).len(), widths.switches)
    };
    let before = cost(&program);
    let mut list = Listing {
        held,
        widths: widths.clone(),
        vectors: &vectors,
        ties,
        order: vec![],
        done: vec![false; lines.len()],
    };
    let packed: Vec<usize> = pack(&jobs, spec, &mut list).concat();
    if packed.len() < jobs.len() || cost(&packed) >= before {
        return None;
    }
    (0..lines.len()).for_each(|at| list.write(at));
    Some(list.order)
}

/// The unit that a vector line needs. Copies of values mostly vanish.
fn unit(line: &Line) -> Option<Unit> {
    match line.what {
        _ if line.copy().is_some() => None,
        What::Machine(op, _) => Unit::of(op.class()),
        _ => Some(Unit::Logical),
    }
}

/// The element widths of jobs: those of a convoy agree.
#[derive(Clone)]
struct Widths {
    of: Vec<u32>,
    now: u32,
    switches: usize,
}

impl Widths {
    fn new(of: Vec<u32>) -> Widths {
        let now = of.iter().copied().find(|width| *width != 0).unwrap_or(0);
        Widths { of, now, switches: 0 }
    }

    fn stays(&self, job: usize) -> bool {
        self.of[job] == 0 || self.of[job] == self.now
    }
}

impl Wishes for Widths {
    fn rank(&self, job: usize, first: bool) -> Option<u32> {
        (self.stays(job) || first).then(|| self.stays(job).into())
    }

    fn take(&mut self, job: usize) {
        if !self.stays(job) {
            self.now = self.of[job];
            self.switches += 1;
        }
    }
}

/// The values that live while a piece is written.
struct Held<'a> {
    code: &'a Code<'a>,
    start: usize,
    /// Reads of each value that are still to come, one more if it is needed behind the piece.
    reads: OrdMap<u32, u32>,
    live: OrdMap<u32, bool>,
    now: [u32; 2],
    limits: [u32; 2],
}

impl<'a> Held<'a> {
    fn new(
        code: &'a Code<'a>,
        ranges: &[Range],
        piece: (usize, usize),
        now: [u32; 2],
        limits: [u32; 2],
    ) -> Held<'a> {
        let (start, end) = (2 * piece.0 as u32, 2 * piece.1 as u32);
        let mut held = Held { code, start: piece.0, reads: OrdMap::new(), live: OrdMap::new(), now, limits };
        for step in &code.steps[piece.0..piece.1] {
            for value in step.uses.iter().chain(&step.defs) {
                held.live.entry(*value).or_insert_with(|| lives(&ranges[*value as usize], start));
                let later = || u32::from(is_needed(&ranges[*value as usize], end));
                held.reads.entry(*value).or_insert_with(later);
            }
            step.uses.iter().for_each(|value| *held.reads.entry(*value).or_default() += 1);
        }
        held
    }

    fn scarce(&self, value: u32) -> Option<usize> {
        SCARCE.iter().position(|class| *class == self.code.classes[value as usize])
    }

    /// How many more values of each scarce class live when a line has been written.
    fn growth(&self, at: usize) -> [i32; 2] {
        let step = &self.code.steps[self.start + at];
        let mut growth = [0; 2];
        let mut uses = step.uses.clone();
        sort(&mut uses);
        uses.dedup();
        for value in uses.into_iter().filter(|value| !step.defs.contains(value)) {
            let reads = step.uses.iter().filter(|read| **read == value).count() as u32;
            if let (Some(class), true) = (self.scarce(value), self.reads[&value] == reads) {
                growth[class] -= 1;
            }
        }
        for value in step.defs.iter().filter(|value| !self.live[value]) {
            if let Some(class) = self.scarce(*value) {
                growth[class] += 1;
            }
        }
        growth
    }

    fn fits(&self, at: usize) -> bool {
        let growth = self.growth(at);
        (0..2).all(|class| {
            growth[class] <= 0 || self.now[class] as i32 + growth[class] <= self.limits[class] as i32
        })
    }

    fn take(&mut self, at: usize) {
        let growth = self.growth(at);
        (0..2).for_each(|class| self.now[class] = self.now[class].saturating_add_signed(growth[class]));
        let step = &self.code.steps[self.start + at];
        for value in &step.uses {
            self.reads.entry(*value).and_modify(|reads| *reads = reads.saturating_sub(1));
            self.live.insert(*value, self.reads[value] > 0);
        }
        step.defs.iter().for_each(|value| {
            self.live.insert(*value, true);
        });
    }
}

/// Does a value live at a point?
fn lives(range: &Range, point: u32) -> bool {
    range.iter().any(|(start, end)| *start <= point && point < *end)
}

/// Is a value needed behind a point, or somewhere else after it?
fn is_needed(range: &Range, point: u32) -> bool {
    range.iter().any(|(start, end)| *start < point && point <= *end)
}

/// Writes the lines of a piece in a new order, scalar ones where they are needed.
struct Listing<'a> {
    held: Held<'a>,
    widths: Widths,
    vectors: &'a [usize],
    ties: &'a [Vec<(usize, Tie)>],
    order: Vec<usize>,
    done: Vec<bool>,
}

impl Listing<'_> {
    /// Writes a line, before it all that it hangs on.
    fn write(&mut self, at: usize) {
        if self.done[at] {
            return;
        }
        self.done[at] = true;
        let ties = self.ties;
        ties[at].iter().for_each(|(earlier, _)| self.write(*earlier));
        self.held.take(at);
        self.order.push(at);
    }
}

impl Wishes for Listing<'_> {
    fn rank(&self, job: usize, first: bool) -> Option<u32> {
        self.widths.rank(job, first).filter(|_| self.held.fits(self.vectors[job]))
    }

    fn take(&mut self, job: usize) {
        self.widths.take(job);
        self.write(self.vectors[job]);
    }
}

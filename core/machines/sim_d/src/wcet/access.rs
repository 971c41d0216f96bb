//! Step 3: how long each request of memory takes at most.
//!
//! The author's tool takes the rectangle of a full group, as if nothing were cut, and the longest delay over all places from the
//! buffer's beginning on; of what streams whole buffers, or asks for indexes, closed equations (facts 15, 1). That is no bound where a
//! rectangle is cut: one that is cut to no words makes all the bursts up to its end.
//!
//! Ours asks for the rectangles of every group of the launch as the machine cuts them, each after whatever was served
//! before. Where a program computes a place from what is not known before the launch, the bound is that of any rectangle of
//! the instruction, cut in any way.

use alloc::{format, vec::Vec};

use lanescope_parts::{base::order::sort_by_key, source::Diagnostic};

use super::{
    affine::{Affine, Known},
    costs::is_scratchpad,
    graph::Graph,
    places,
    sweep::Sweep,
    values::At,
};
use crate::{
    dram::{
        bounds::{self, Alignment, OVERHEAD, bursts, indexed_least_issue_delay, least_issue_delay},
        request::{Stride, Transfer},
        settings::Settings as Dram,
    },
    exec::{
        Direction, Group, GroupTransfer, Launch, Side, Stride as Asked, geometry,
        orders::{self, Service, lines, order},
    },
    isa::{Bound, Buffer, Instruction, Op, Operand, OperandKind, Program, WORK_ITEMS},
    rules::Behaviour,
    spec::Spec,
    timing::settings::Scratchpad,
};

/// Most groups of a launch whose rectangles are looked at one by one.
const MOST_GROUPS: u64 = 1 << 16;
/// Most places of an instruction that are looked at one by one.
const MOST_PLACES: usize = 1 << 20;
/// Most bursts at all places that are found out group by group: some seconds' worth. Of more the bound is that of any rectangle.
const MOST_BURSTS: u64 = 1 << 25;

/// What has to be found out of a request.
#[derive(Clone, Debug)]
pub enum Need {
    /// Its delay in DRAM cycles: a closed equation.
    Known(u64),
    /// The longest of runs of the controller, and of a closed equation.
    Sweep(Sweep, u64),
}

/// Requests of a launch.
#[derive(Clone, Copy, Debug)]
pub struct Requests<'p> {
    /// The program.
    pub program: &'p Program,
    /// Its launch.
    pub launch: Launch,
    /// The DRAM.
    pub dram: &'p Dram,
    /// Words of a scratchpad's line.
    pub bus: u64,
    /// Does a transfer wait until all before it are complete?
    pub serial: bool,
    /// Who says what is cut.
    pub behaviour: Behaviour,
}

/// The registers of the custom stride as the author's tool has them at an instruction: what was written last in the text.
fn custom(program: &Program, at: u32) -> Result<[u32; 3], Diagnostic> {
    let mut stride = [1; 3];
    for one in &program.instructions[..at as usize] {
        let Some(to) =
            one.written().filter(|to| one.op == Op::Smovssp && to.kind == OperandKind::ScalarSpecial)
        else {
            continue;
        };
        let place = usize::from(to.number).wrapping_sub(5);
        let value = match (one.bound, one.immediate(0)) {
            (Some(Bound::Value(most)), _) => most,
            (_, Some(number)) => number,
            _ => return Err(unbounded(one)),
        };
        if let Some(register) = stride.get_mut(place) {
            *register = value;
        }
    }
    Ok(stride)
}

fn unbounded(one: &Instruction) -> Diagnostic {
    let message = "Nothing says how large this value of the custom stride gets.";
    Diagnostic::error("wcet::stride", one.span, message)
        .help("Write `#bound value N` in front of the instruction")
}

fn writes(one: &Instruction) -> bool {
    matches!(
        one.op,
        Op::Stglin | Op::Stgbidx | Op::Stgcidx | Op::Stgidxit | Op::Stg2sptile | Op::Stsplin | Op::Stspbidx
    )
}

const fn asks_stride(op: Op) -> bool {
    matches!(op, Op::Ldgcidx | Op::Stgcidx | Op::Sldsp)
}

fn refused(one: &Instruction) -> Diagnostic {
    Diagnostic::error(
        "wcet::request",
        one.span,
        "This request leaves the address space: no bound is known of it.",
    )
}

/// The rectangle of a request, if it can be served.
fn served(one: &Instruction, asked: &Asked) -> Result<Stride, Diagnostic> {
    orders::rectangle(asked).map_err(|error| {
        Diagnostic::error("wcet::request", one.span, format!("No bound is known of this request: {error}."))
    })
}

impl<'p> Requests<'p> {
    /// Those of a launch with these settings.
    pub fn new(program: &'p Program, launch: Launch, spec: &'p Spec) -> Requests<'p> {
        let timing = &spec.timing;
        Requests {
            program,
            launch,
            dram: &timing.dram,
            bus: timing.scratchpad_bus.clamp(1, 64).into(),
            serial: timing.scratchpad_phases == Scratchpad::AsAccess,
            behaviour: spec.behaviour,
        }
    }

    /// Edges of the DRAM until so many lines have moved, and that is told. The first one goes at the edge behind the commit; a
    /// transfer that waited for another goes an edge later.
    const fn scratchpad_edges(&self, lines: u64) -> u64 {
        lines + if self.serial { 3 } else { 2 }
    }

    fn main(&self, one: &Instruction) -> Result<&'p Buffer, Diagnostic> {
        let id = one.immediate(0).unwrap_or(u32::MAX);
        let missing = || {
            Diagnostic::error("wcet::buffer", one.span, "There is no buffer of main memory with this number.")
        };
        self.program.buffer(id).ok_or_else(missing)
    }

    fn scratchpad(&self, one: &Instruction) -> Result<&'p Buffer, Diagnostic> {
        let id = match (one.op, one.destination) {
            (Op::Ldg2sptile | Op::Stg2sptile, Some(Operand::Immediate(id))) => id,
            _ => one.immediate(0).unwrap_or(u32::MAX),
        };
        let missing =
            || Diagnostic::error("wcet::buffer", one.span, "There is no scratchpad buffer with this number.");
        self.program.scratchpad(id).ok_or_else(missing)
    }

    /// The delay of a request as the author's tool bounds it; of a scratchpad its lines and one.
    ///
    /// # Errors
    /// There is no such buffer, or nothing says how large a custom stride is.
    pub fn author(&self, at: u32, one: &Instruction) -> Result<Need, Diagnostic> {
        let standard = self.dram.part.standard();
        let [width, height] = [self.launch.width, self.launch.height()];
        let rectangle = |buffer: &Buffer, words: u32, period: u32, periods: u32| {
            let stride = served(one, &Asked { address: buffer.address, words, period, periods })?;
            Ok(Need::Sweep(Sweep::alignments(stride, writes(one)), 0))
        };
        let whole = |words: u64| {
            let delay = least_issue_delay(
                &standard,
                bursts(words, Alignment::Unknown),
                writes(one),
                Alignment::Unknown,
            );
            // The front end is in the equation already, and is added once more.
            Need::Known(delay + 2 * OVERHEAD)
        };
        Ok(match one.op {
            Op::Ldgidxit | Op::Stgidxit => {
                let words = self.main(one)?.words();
                let delay = indexed_least_issue_delay(&standard, WORK_ITEMS as u64, words, writes(one));
                Need::Known(delay + OVERHEAD)
            }
            Op::Ldgbidx | Op::Stgbidx => whole(self.main(one)?.words()),
            Op::Ldgcidx | Op::Stgcidx => {
                let [words, period, periods] = custom(self.program, at)?;
                rectangle(self.main(one)?, words, period, periods)?
            }
            Op::Sldg => {
                let words = one.immediate(1).unwrap_or(1);
                let address = self.main(one)?.address;
                let stride = served(one, &Asked { address, words, period: words, periods: 1 })?;
                Need::Sweep(Sweep::of(Vec::from([stride]), false, Vec::from([Default::default()])), 0)
            }
            Op::Ldg2sptile | Op::Stg2sptile => {
                let (buffer, tile) = (self.main(one)?, self.scratchpad(one)?);
                rectangle(buffer, tile.width.min(buffer.width), buffer.width, tile.height)?
            }
            Op::Sldsp => Need::Known(u64::from(custom(self.program, at)?[0]).div_ceil(self.bus) + 1),
            Op::Ldspbidx | Op::Stspbidx => Need::Known(self.scratchpad(one)?.words().div_ceil(self.bus) + 1),
            Op::Ldsplin | Op::Stsplin => {
                let buffer = self.scratchpad(one)?;
                let [words, periods] = [width.min(buffer.width), height.min(buffer.height)];
                let stride = served(one, &Asked { address: 0, words, period: buffer.width, periods })?;
                Need::Known(lines(stride, self.bus) + 1)
            }
            _ => {
                let buffer = self.main(one)?;
                rectangle(buffer, (one.elements() * width).min(buffer.width), buffer.width, height)?
            }
        })
    }

    /// A delay of a request that no run exceeds; of a scratchpad the DRAM cycles from its commit to its end.
    ///
    /// # Errors
    /// As [`Requests::author`].
    pub fn machine(&self, graph: &Graph, known: &Known<'_>, node: usize) -> Result<(Need, bool), Diagnostic> {
        let at = graph.nodes[node].block.last;
        let one = &self.program.instructions[at as usize];
        let (offset, stride) = known.at_end(graph, node);
        if matches!(one.op, Op::Ldgidxit | Op::Stgidxit) {
            return Ok((self.author(at, one)?, true));
        }
        let free = matches!(one.op, Op::Sldg | Op::Ldgbidx | Op::Stgbidx | Op::Ldspbidx | Op::Stspbidx);
        let [columns, rows] = self.launch.groups().map(u64::from);
        let places = match offset {
            _ if free => Some([Affine::default(); 2]),
            [Some(x), Some(y)] if columns * rows <= MOST_GROUPS => Some([x, y]),
            _ => None,
        };
        let custom = match stride {
            _ if !asks_stride(one.op) => Some([1; 3]),
            [Some(a), Some(b), Some(c)] => {
                let numbers = [a, b, c].map(|one| (one.column == 0 && one.row == 0).then_some(one.number));
                if let [Some(a), Some(b), Some(c)] = numbers { Some([a, b, c]) } else { None }
            }
            _ => None,
        };
        match (places, custom) {
            (Some(places), Some(custom)) => {
                let at = |group: Group| (group, places.map(|place| place.of(&group) as i32), custom);
                Ok((self.all_of(one, self.launch.all_groups().map(at))?, true))
            }
            _ => Ok((Need::Known(self.anywhere(at, one)?), false)),
        }
    }

    /// The same of a node whose places are found out [group by group](super::values); `None` if that says no more.
    ///
    /// # Errors
    /// As [`Requests::author`].
    pub fn found(&self, graph: &Graph, node: usize, list: &[At]) -> Result<Option<(Need, bool)>, Diagnostic> {
        let at = graph.nodes[node].block.last;
        let one = &self.program.instructions[at as usize];
        let (mut places, mut whole) = (Vec::new(), Vec::new());
        let mut known = true;
        for at in list {
            if places.len() > MOST_PLACES {
                return Ok(None);
            }
            let custom = match at.stride {
                _ if !asks_stride(one.op) => [1; 3],
                // Of a scratchpad, how many words is all that counts.
                [Some(words), _, _] if one.op == Op::Sldsp => [words; 3],
                [Some(words), Some(period), Some(periods)] => [words, period, periods],
                _ => return Ok(None),
            };
            let group = self.launch.group(at.group);
            let (axis, other) = match at.offset {
                [Some(x), Some(y)] => {
                    places.push((group, [x as i32, y as i32], custom));
                    continue;
                }
                [Some(x), None] => (1, x as i32),
                [None, Some(y)] => (0, y as i32),
                [None, None] => return Ok(None),
            };
            known = false;
            let at = |along: i32| if axis == 0 { [along, other] } else { [other, along] };
            let (offsets, uncut) = self.along(one, axis, group)?;
            whole.extend(uncut.into_iter().map(|along| (group, at(along), custom)));
            let offsets: Vec<[i32; 2]> = offsets.into_iter().map(at).collect();
            if offsets.is_empty() {
                return Ok(None);
            }
            places.extend(offsets.into_iter().map(|offset| (group, offset, custom)));
        }
        let need = match self.all_of(one, places)? {
            Need::Sweep(sweep, least) => Need::Sweep(sweep.with_whole(self.strides(one, whole)?.0), least),
            known => known,
        };
        Ok(Some((need, known))
            .filter(|(need, _)| !matches!(need, Need::Sweep(sweep, _) if sweep.bursts() > MOST_BURSTS)))
    }

    /// Offsets along an axis that stand for all, none if there is no list of them; and some at which nothing is cut, whose place in
    /// banks and rows may be any: one behind the edge, and one inside, for who is behind the edge may be refused.
    fn along(
        &self,
        one: &Instruction,
        axis: usize,
        group: Group,
    ) -> Result<(Vec<i32>, Vec<i32>), Diagnostic> {
        let buffer = if is_scratchpad(one.op) { self.scratchpad(one)? } else { self.main(one)? };
        let room = [buffer.width, buffer.height];
        let words = [1, buffer.width];
        let launch = [self.launch.width, self.launch.height()];
        let (size, words, from) = match one.op {
            Op::Ldg2sptile | Op::Stg2sptile => {
                let tile = self.scratchpad(one)?;
                ([tile.width, tile.height], words, [0; 2])
            }
            Op::Ldsplin | Op::Stsplin => (launch, words, [0; 2]),
            Op::Ldgcidx | Op::Stgcidx | Op::Sldsp => ([0; 2], words, [0; 2]),
            _ => (launch, [one.elements(), buffer.width], group.offset),
        };
        // Where each work-item moves several words, columns are counted in work-items.
        let room = [room[0].div_ceil(words[0].max(1)), room[1]];
        let period = places::period(&self.dram.part.standard());
        let mut offsets = places::cut(size[axis], room[axis], from[axis]).unwrap_or_default();
        let behind = places::behind(room[axis], words[axis], from[axis], period).unwrap_or_default();
        // A scratchpad has no rows of banks: how many lines a rectangle touches is soon counted.
        if is_scratchpad(one.op) {
            let inside = places::inside(size[axis], room[axis], from[axis], period);
            offsets.extend(inside.unwrap_or_default().into_iter().chain(behind));
            return Ok((offsets, Vec::new()));
        }
        if behind.is_empty() {
            return Ok(Default::default());
        }
        let last_inside = i64::from(room[axis]) - i64::from(size[axis]) - i64::from(from[axis]);
        let inside = i32::try_from(last_inside).ok().filter(|_| room[axis] > size[axis]);
        Ok((offsets, behind.first().copied().into_iter().chain(inside).collect()))
    }

    /// What has to be found out of the rectangles of an instruction at places of groups, as they are cut.
    fn all_of(
        &self,
        one: &Instruction,
        places: impl IntoIterator<Item = (Group, [i32; 2], [u32; 3])>,
    ) -> Result<Need, Diagnostic> {
        let (strides, most) = self.strides(one, places)?;
        if is_scratchpad(one.op) {
            return Ok(Need::Known(self.scratchpad_edges(most)));
        }
        let pairs = self.dram.part.standard().organization.total_banks() as u16 / 2;
        Ok(Need::Sweep(Sweep::after_all(strides, writes(one), pairs), 0))
    }

    /// Those rectangles, and the most lines of a scratchpad.
    fn strides(
        &self,
        one: &Instruction,
        places: impl IntoIterator<Item = (Group, [i32; 2], [u32; 3])>,
    ) -> Result<(Vec<Stride>, u64), Diagnostic> {
        let mut strides: Vec<Stride> = Vec::new();
        let mut most = 0;
        for (group, offset, custom) in places {
            let asked = self.asked(one, offset, group, custom)?;
            let direction = if writes(one) { Direction::Write } else { Direction::Read };
            let request = match is_scratchpad(one.op) {
                true => GroupTransfer::Scratchpad(asked, direction, Side::Vectors),
                false => GroupTransfer::Main(asked, direction, Side::Vectors),
            };
            // What cannot be served ends the run.
            match order(&request, 0, self.bus) {
                Ok(Service::Scratchpad(found)) => most = most.max(found.lines),
                Ok(Service::Dram(request)) => {
                    let Transfer::Stride(stride) = request.transfer else { continue };
                    if strides.last() != Some(&stride) {
                        strides.push(stride);
                    }
                }
                Err(_) => {}
            }
        }
        sort_by_key(&mut strides, |stride| (stride.address, stride.words, stride.period, stride.periods));
        strides.dedup();
        Ok((strides, most))
    }

    fn asked(
        &self,
        one: &Instruction,
        offset: [i32; 2],
        group: Group,
        custom: [u32; 3],
    ) -> Result<Asked, Diagnostic> {
        let launch = &self.launch;
        Ok(match one.op {
            Op::Ldgbidx | Op::Stgbidx => geometry::whole(self.main(one)?),
            Op::Ldspbidx | Op::Stspbidx => geometry::whole(self.scratchpad(one)?),
            Op::Ldgcidx | Op::Stgcidx => geometry::custom(self.main(one)?, offset, custom),
            Op::Sldsp => geometry::custom(self.scratchpad(one)?, offset, [custom[0], custom[0], 1]),
            Op::Sldg => {
                let words = one.immediate(1).unwrap_or(1);
                Asked { address: self.main(one)?.address, words, period: words, periods: 1 }
            }
            Op::Ldg2sptile | Op::Stg2sptile => {
                let tile = self.scratchpad(one)?;
                geometry::rectangle(self.main(one)?, offset, [tile.width, tile.height], self.behaviour).stride
            }
            Op::Ldsplin | Op::Stsplin => {
                let size = [launch.width, launch.height()];
                geometry::rectangle(self.scratchpad(one)?, offset, size, self.behaviour).stride
            }
            _ => {
                let elements = one.elements();
                geometry::linear(self.main(one)?, offset, elements, (launch, group), self.behaviour).stride
            }
        })
    }

    /// The delay of any rectangle that an instruction may ask for, cut in any way.
    fn anywhere(&self, at: u32, one: &Instruction) -> Result<u64, Diagnostic> {
        let [width, height] = [self.launch.width, self.launch.height()].map(u64::from);
        let (words, period, periods) = match one.op {
            Op::Sldsp => {
                let words = u64::from(custom(self.program, at)?[0]);
                // The lines are counted from its first word on, and there is always one.
                return Ok(self.scratchpad_edges(words.div_ceil(self.bus).max(1)));
            }
            Op::Ldsplin | Op::Stsplin => {
                let row = u64::from(self.scratchpad(one)?.width);
                // Cut to no words, it moves every line up to its end; behind the edge nothing is cut at all.
                let span = width + row * (height - 1);
                return Ok(self.scratchpad_edges(span.div_ceil(self.bus)));
            }
            Op::Ldgcidx | Op::Stgcidx => {
                let [words, period, periods] = custom(self.program, at)?.map(u64::from);
                (words, period, periods)
            }
            Op::Ldg2sptile | Op::Stg2sptile => {
                let tile = self.scratchpad(one)?;
                (tile.width.into(), self.main(one)?.width.into(), tile.height.into())
            }
            _ => (u64::from(one.elements()) * width, self.main(one)?.width.into(), height),
        };
        let span = words + period * periods.saturating_sub(1);
        if span > u64::from(u32::MAX) {
            return Err(refused(one));
        }
        Ok(bounds::longest_of_any(self.dram, span, words, periods, writes(one)))
    }
}

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

use super::{
    affine::{Affine, Known},
    costs::is_scratchpad,
    graph::Graph,
    sweep::Sweep,
};
use crate::{
    machines::sim_d::{
        behaviour::Behaviour,
        dram::{
            bounds::{self, Alignment, OVERHEAD, bursts, indexed_least_issue_delay, least_issue_delay},
            request::{Stride, Transfer},
            settings::Settings as Dram,
        },
        exec::{Direction, Launch, Request, Side, Stride as Asked, geometry},
        isa::{Bound, Buffer, Instruction, Op, Operand, OperandKind, Program, WORK_ITEMS},
        transfers::{self, Order, lines, order},
    },
    source::Diagnostic,
};

/// Most groups of a launch whose rectangles are looked at one by one.
const MOST_GROUPS: u64 = 1 << 16;

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

fn refused(one: &Instruction) -> Diagnostic {
    Diagnostic::error(
        "wcet::request",
        one.span,
        "This request leaves the address space: no bound is known of it.",
    )
}

/// The rectangle of a request, if it can be served.
fn served(one: &Instruction, asked: &Asked) -> Result<Stride, Diagnostic> {
    transfers::rectangle(asked).map_err(|error| {
        Diagnostic::error("wcet::request", one.span, format!("No bound is known of this request: {error}."))
    })
}

impl<'p> Requests<'p> {
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
        let asks_stride = matches!(one.op, Op::Ldgcidx | Op::Stgcidx | Op::Sldsp);
        let free = matches!(one.op, Op::Sldg | Op::Ldgbidx | Op::Stgbidx | Op::Ldspbidx | Op::Stspbidx);
        let [columns, rows] = self.launch.groups().map(u64::from);
        let places = match offset {
            _ if free => Some([Affine::default(); 2]),
            [Some(x), Some(y)] if columns * rows <= MOST_GROUPS => Some([x, y]),
            _ => None,
        };
        let custom = match stride {
            _ if !asks_stride => Some([1; 3]),
            [Some(a), Some(b), Some(c)] => {
                let numbers = [a, b, c].map(|one| (one.column == 0 && one.row == 0).then_some(one.number));
                if let [Some(a), Some(b), Some(c)] = numbers { Some([a, b, c]) } else { None }
            }
            _ => None,
        };
        match (places, custom) {
            (Some(places), Some(custom)) => Ok((self.every_group(one, places, custom)?, true)),
            _ => Ok((Need::Known(self.anywhere(at, one)?), false)),
        }
    }

    /// The rectangles of an instruction in every group, as they are cut.
    fn every_group(
        &self,
        one: &Instruction,
        places: [Affine; 2],
        custom: [u32; 3],
    ) -> Result<Need, Diagnostic> {
        let mut strides: Vec<Stride> = Vec::new();
        let mut most = 0;
        for group in self.launch.all_groups() {
            let offset = places.map(|place| place.of(&group) as i32);
            let asked = self.asked(one, offset, group, custom)?;
            let direction = if writes(one) { Direction::Write } else { Direction::Read };
            let request = match is_scratchpad(one.op) {
                true => Request::Scratchpad(asked, direction, Side::Vectors),
                false => Request::Main(asked, direction, Side::Vectors),
            };
            // What cannot be served ends the run.
            match order(&request, 0, self.bus) {
                Ok(Order::Scratchpad(found)) => most = most.max(found.lines),
                Ok(Order::Dram(request)) => {
                    let Transfer::Stride(stride) = request.transfer else { continue };
                    if strides.last() != Some(&stride) {
                        strides.push(stride);
                    }
                }
                Err(_) => {}
            }
        }
        if is_scratchpad(one.op) {
            return Ok(Need::Known(most + 3));
        }
        let pairs = self.dram.part.standard().organization.total_banks() as u16 / 2;
        Ok(Need::Sweep(Sweep::after_all(strides, writes(one), pairs), 0))
    }

    fn asked(
        &self,
        one: &Instruction,
        offset: [i32; 2],
        group: crate::machines::sim_d::exec::Group,
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
                return Ok(words.div_ceil(self.bus) + 4);
            }
            Op::Ldsplin | Op::Stsplin => {
                let row = u64::from(self.scratchpad(one)?.width);
                // Cut to no words, it moves every line up to its end; behind the edge nothing is cut at all.
                let span = width + row * (height - 1);
                return Ok(span.div_ceil(self.bus) + 4);
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

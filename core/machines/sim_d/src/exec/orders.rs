//! From what an executed instruction asks of memory to what the memory serves: a request of the DRAM controller, or
//! lines of the slot's scratchpad (facts 8, 11, 12; simd 5.7, 6.3.1).
//!
//! Execution has cut a transfer at the edges of its buffer, of the launch and of the group already. Here nothing is cut:
//! each transfer of a group is one order, whoever takes part. A work-item that is off changes no rectangle; only in a
//! list of indexes it asks for nothing, and takes its edge all the same.
//!
//! | Instruction | Service |
//! |---|---|
//! | linear, of one, two or four words; tile; scalars | the rectangle |
//! | indexed, of a buffer or of a part | the rectangle that streams past the index memory |
//! | iterated | one burst for each work-item that is on, from a register file that gives one index per edge |
//! | any with the scratchpad on the other side than registers | lines of the scratchpad's bus |
//!
//! A rectangle that was cut to no words is not skipped: all bursts from its beginning to its end are served and move
//! nothing. One of no rows serves the burst that its first word is in. Tiles cost only what the DRAM takes.
//!
//! Absent: when an order is given and to whom its end is told, which the timing decides; the words themselves, which
//! execution moves.

use alloc::vec;

use crate::{
    dram::{
        request::{Error, Feed, Request, Stride, Transfer},
        stride::Bursts,
    },
    exec::{self, Direction},
    isa::WORK_ITEMS,
};

#[cfg(test)]
mod tests;

/// What serves a transfer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Service {
    /// The DRAM controller.
    Dram(Request),
    /// The scratchpad of the group's slot.
    Scratchpad(Lines),
}

/// A transfer between a scratchpad and registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    /// Into the scratchpad, or out of it.
    pub write: bool,
    /// Lines of the bus, one per DRAM edge.
    pub lines: u64,
    /// Words that are asked for.
    pub words: u64,
}

/// The order for a transfer.
///
/// `tag` is told again when the DRAM has served it; `bus_words` are the words that a scratchpad moves per edge, 1 to 64.
///
/// # Errors
/// The rectangle has no period to step by, or leaves the address space.
pub fn order(request: &exec::GroupTransfer, tag: u64, bus_words: u64) -> Result<Service, Error> {
    match request {
        exec::GroupTransfer::Main(stride, direction, _) => {
            let transfer = Transfer::Stride(rectangle(stride)?);
            Ok(Service::Dram(Request { tag, write: is_write(*direction), transfer }))
        }
        exec::GroupTransfer::Iterated(asked, direction) => {
            let transfer = iterated(asked);
            transfer.check()?;
            Ok(Service::Dram(Request { tag, write: is_write(*direction), transfer }))
        }
        exec::GroupTransfer::Scratchpad(stride, direction, _) => {
            let stride = rectangle(stride)?;
            let lines = lines(stride, bus_words);
            Ok(Service::Scratchpad(Lines { write: is_write(*direction), lines, words: wanted(&stride) }))
        }
    }
}

/// Into memory, seen from the registers or, for a tile, from the scratchpad?
fn is_write(direction: Direction) -> bool {
    direction == Direction::Write
}

/// The rectangle of a stride, as the sequencer takes it.
///
/// # Errors
/// As [`order`].
pub fn rectangle(stride: &exec::Stride) -> Result<Stride, Error> {
    let [address, words, period, periods] =
        [stride.address, stride.words, stride.period, stride.periods].map(u64::from);
    // A count of no periods ends before it begins: the first burst is made before the end is looked at.
    let stride = match periods {
        0 => Stride { address, words: 0, period, periods: 1 },
        _ => Stride { address, words, period, periods },
    };
    stride.check().map(|()| stride)
}

/// Words of a rectangle that are wanted, as many times as they are.
pub fn wanted(stride: &Stride) -> u64 {
    let Stride { words, period, periods, .. } = *stride;
    // Where a period's words reach into the next period, all words up to the end are wanted.
    if words >= period { words + period * (periods - 1) } else { words * periods }
}

/// One index for each work-item, from address 0 on.
fn iterated(asked: &[(u16, u32)]) -> Transfer {
    let mut indexes = vec![None; WORK_ITEMS];
    for (item, address) in asked {
        if let Some(index) = indexes.get_mut(usize::from(*item)) {
            *index = Some(address / 4);
        }
    }
    Transfer::Indexed { base: 0, indexes, feed: Feed::Serial }
}

/// Lines of `bus_words` words of a checked rectangle: counted as bursts are, from its first word on.
pub fn lines(stride: Stride, bus_words: u64) -> u64 {
    Bursts::from_start(stride, bus_words.clamp(1, 64)).count() as u64
}

impl Lines {
    /// The DRAM edge at which the end is told, for a transfer whose first line goes at edge `first`.
    pub const fn end(&self, first: u64) -> u64 {
        first + self.lines + 1
    }
}

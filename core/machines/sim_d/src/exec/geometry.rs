//! Which words a memory instruction asks for.
//!
//! Offsets are added to the group's place in the launch where each work-item moves its own words of main memory, and are places in the
//! buffer elsewhere. What lies before the first column or row is cut. Behind the last one the simulator's differences have no
//! sign: an offset that passes the edge asks for as many words as if there were no edge. The thesis moves nothing there. Rows end with the
//! launch, not with the buffer; those of the thesis with both.

use super::{Group, Launch, Stride};
use crate::{isa::Buffer, rules::Behaviour};

/// The words of a request as a rectangle: which of them there are of what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub stride: Stride,
    /// Columns, in words, and rows that were cut before the first.
    pub cut: [u32; 2],
}

/// Some of a row's words, or some rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    from: u32,
    count: u32,
    cut: u32,
}

/// `count` words from `from` on, as far as there are so many: `room` in all.
fn piece(count: u32, from: i64, room: u32, behaviour: Behaviour) -> Piece {
    let cut = u32::try_from(from.min(0).unsigned_abs()).unwrap_or(u32::MAX);
    let from = u32::try_from(from.max(0)).unwrap_or(u32::MAX);
    let left = match behaviour {
        Behaviour::Simulator => room.wrapping_sub(from),
        Behaviour::Thesis => room.saturating_sub(from),
    };
    Piece { from, count: count.saturating_sub(cut).min(left), cut }
}

fn block(buffer: &Buffer, columns: Piece, rows: Piece) -> Block {
    let first = rows.from.wrapping_mul(buffer.width).wrapping_add(columns.from);
    let address = buffer.address.wrapping_add(first.wrapping_mul(4));
    let stride = Stride { address, words: columns.count, period: buffer.width, periods: rows.count };
    Block { stride, cut: [columns.cut, rows.cut] }
}

/// The words of a group's work-items, `elements` of each, at their places in the launch and an offset of work-items.
pub(crate) fn linear(
    buffer: &Buffer,
    offset: [i32; 2],
    elements: u32,
    (launch, group): (&Launch, Group),
    behaviour: Behaviour,
) -> Block {
    let [x, y] = [0, 1].map(|at| i64::from(group.offset[at]) + i64::from(offset[at]));
    let columns = piece(elements * launch.width, x * i64::from(elements), buffer.width, behaviour);
    let mut rows = piece(launch.height(), y, u32::MAX, Behaviour::Thesis);
    rows.count = rows.count.min(launch.size[1].saturating_sub(group.offset[1]));
    if behaviour == Behaviour::Thesis {
        rows.count = rows.count.min(buffer.height.saturating_sub(rows.from));
    }
    block(buffer, columns, rows)
}

/// A rectangle of a buffer.
pub(crate) fn rectangle(buffer: &Buffer, at: [i32; 2], size: [u32; 2], behaviour: Behaviour) -> Block {
    let columns = piece(size[0], at[0].into(), buffer.width, behaviour);
    let rows = piece(size[1], at[1].into(), buffer.height, behaviour);
    block(buffer, columns, rows)
}

/// A whole buffer.
pub(crate) const fn whole(buffer: &Buffer) -> Stride {
    Stride { address: buffer.address, words: buffer.width, period: buffer.width, periods: buffer.height }
}

/// A stride that the program made, from a place in a buffer on.
pub(crate) fn custom(buffer: &Buffer, at: [i32; 2], [words, period, periods]: [u32; 3]) -> Stride {
    let first = (at[1] as u32).wrapping_mul(buffer.width).wrapping_add(at[0] as u32);
    Stride { address: buffer.address.wrapping_add(first.wrapping_mul(4)), words, period, periods }
}

impl Stride {
    /// Is the word at a byte one of the stride?
    pub fn has(&self, byte: u32) -> bool {
        let Some(last) = self.periods.checked_sub(1) else { return false };
        let index = byte.wrapping_sub(self.address) / 4;
        let inside = u64::from(index) < u64::from(last) * u64::from(self.period) + u64::from(self.words);
        inside && (self.words >= self.period || index.checked_rem(self.period).unwrap_or(index) < self.words)
    }
}

//! Words outside of their buffers, where a program halts at them: that of a compiled kernel, unless a setting says otherwise.
//!
//! A transfer is cut at the edges of its buffer, and what is cut nobody gets. A person who wrote the program knows that; one who wrote
//! a kernel has made a mistake. So before a transfer each work-item that is on is asked which word it wants: one that would not
//! be moved ends the run. A tile is another matter: it brings words that nobody may ask for. Those that it could not bring are
//! missing in the scratchpad, and whoever reads one of them halts.

use alloc::{boxed::Box, vec::Vec};

use lanescope_parts::{
    image::{BASE, Fault, FaultKind, Memory},
    ir::Space,
};

use super::{
    Cluster, Direction, Trap,
    geometry::Block,
    memory::{Access, direction},
    slot::MEM_IDX,
};
use crate::isa::{Buffer, Instruction, Op, Operand, WORK_ITEMS};

/// A word that a work-item wants: its byte, wherever that is, and does the transfer move it?
struct Wanted {
    byte: i64,
    moved: bool,
}

/// The words of a tile that are missing in a slot's scratchpad: the word there, and its address.
pub(super) type Missing = Vec<(u32, u64)>;

/// An index of words as it was meant: addresses have 32 bits.
const fn signed(index: u32) -> i64 {
    (index.wrapping_mul(4) as i32 / 4) as i64
}

/// The address of a byte of the machine's main memory.
const fn address(byte: i64) -> u64 {
    (BASE as i64).wrapping_add(byte) as u64
}

fn outside(space: Space, address: u64, write: bool) -> Fault {
    Fault { kind: FaultKind::OutOfBounds, space, address, bytes: 4, write, near: None }
}

/// Does a block move the word of a column and a row of what was asked for?
fn moves(block: &Block, column: u32, row: u32) -> bool {
    let [left, above] = block.cut;
    column.checked_sub(left).is_some_and(|column| column < block.stride.words)
        && row.checked_sub(above).is_some_and(|row| row < block.stride.periods)
}

impl Cluster {
    /// May every work-item that is on have the word of main memory that it wants? `offset` is the place of the first one, in columns
    /// and rows of the buffer.
    ///
    /// # Errors
    /// The first one that may not.
    pub(super) fn check_main(
        &self,
        slot: usize,
        one: &Instruction,
        (way, buffer): (&Access, &Buffer),
        offset: [i64; 2],
        memory: &Memory,
    ) -> Result<(), Trap> {
        let write = direction(one.op) == Direction::Write;
        if !self.checks(write) {
            return Ok(());
        }
        let (first, width) = (i64::from(buffer.address), i64::from(buffer.width));
        let elements = one.elements();
        match way {
            Access::Block(block, _) => {
                for element in 0..elements {
                    self.each_may(slot, memory, write, |item| {
                        let [x, y] = self.launch.place_in_group(item);
                        let column = x * elements + element;
                        let words = (offset[1] + i64::from(y)) * width + offset[0] + i64::from(column);
                        Wanted { byte: first + 4 * words, moved: moves(block, column, y) }
                    })?;
                }
                Ok(())
            }
            Access::Indexed(stream) => {
                let indexes = self.slots[slot].indexed(MEM_IDX);
                self.each_may(slot, memory, write, |item| {
                    let index = indexes[item];
                    Wanted { byte: first + 4 * signed(index), moved: stream.word(index).is_some() }
                })
            }
            Access::Scalars(stride, _) => {
                let last = stride.words.saturating_sub(1);
                let words = 0..=last;
                for word in words {
                    let byte = i64::from(stride.address) + 4 * i64::from(word);
                    self.each_may(slot, memory, write, |_| Wanted { byte, moved: true })?;
                }
                Ok(())
            }
        }
    }

    /// The same of words by indexes, a burst each.
    pub(super) fn check_iterated(
        &self,
        slot: usize,
        one: &Instruction,
        buffer: &Buffer,
        memory: &Memory,
    ) -> Result<(), Trap> {
        let write = direction(one.op) == Direction::Write;
        if !self.checks(write) {
            return Ok(());
        }
        let indexes = self.slots[slot].indexed(MEM_IDX);
        let byte = |item: usize| i64::from(buffer.address) + 4 * signed(indexes[item]);
        self.each_may(slot, memory, write, |item| Wanted { byte: byte(item), moved: true })
    }

    /// The same of words of a scratchpad, which may be missing there.
    pub(super) fn check_scratchpad(
        &self,
        slot: usize,
        one: &Instruction,
        (way, buffer): (&Access, &Buffer),
        offset: [i32; 2],
        memory: &Memory,
    ) -> Result<(), Trap> {
        let write = direction(one.op) == Direction::Write;
        let Some(checked) = self.program.checked.filter(|_| self.checks(write)) else { return Ok(()) };
        let (width, words) = (i64::from(buffer.width), buffer.words() as i64);
        let [x, y] = offset.map(i64::from);
        let indexes = self.slots[slot].indexed(MEM_IDX);
        let own = |item: usize| {
            let [column, row] = self.launch.place_in_group(item).map(i64::from);
            match way {
                Access::Block(..) => (y + row) * width + x + column,
                Access::Indexed(_) => signed(indexes[item]),
                Access::Scalars(..) => y * width + x,
            }
        };
        let missing = &self.missing[slot];
        for item in self.slots[slot].active().iter() {
            let word = own(item);
            // What a group has of its own is a part of what groups have that share the scratchpad.
            let local = u32::from(buffer.id) == checked.local;
            let (from, to) = if local { checked.part(self.launch.place_in_group(item)) } else { (0, words) };
            if !(from..to).contains(&word) {
                let byte = (4 * (word - from)) as u64;
                let fault = match self.tile_of(buffer.id) {
                    _ if local => outside(Space::Local, byte, write),
                    Some(main) => self.refused(memory, address(i64::from(main.address) + 4 * word), write),
                    // The words of all work-items with one place in their arrays lie in a row.
                    None => outside(Space::Private, (4 * word.div_euclid(WORK_ITEMS as i64)) as u64, write),
                };
                return Err(Trap::Outside(Box::new(fault), item as u16));
            }
            if missing.is_empty() || write {
                continue;
            }
            let place = buffer.address / 4 + word as u32;
            if let Ok(at) = missing.binary_search_by_key(&place, |(word, _)| *word) {
                let fault = self.refused(memory, missing[at].1, write);
                return Err(Trap::Outside(Box::new(fault), item as u16));
            }
        }
        Ok(())
    }

    /// Takes note of the words of a tile that do not come to the scratchpad.
    pub(super) fn note_missing(
        &mut self,
        slot: usize,
        (buffer, tile): (&Buffer, &Buffer),
        (offset, block): ([i32; 2], &Block),
        memory: &Memory,
    ) {
        if !self.checks(false) {
            return;
        }
        let first = tile.address / 4;
        let missing = &mut self.missing[slot];
        let inside = first..first + tile.words() as u32;
        missing.retain(|(word, _)| !inside.contains(word));
        let whole =
            block.cut == [0; 2] && [block.stride.words, block.stride.periods] == [tile.width, tile.height];
        let end = (u64::from(tile.height - 1) * u64::from(buffer.width) + u64::from(tile.width)) * 4;
        if whole && memory.contains(address(block.stride.address.into()), end, false) {
            return;
        }
        for row in 0..tile.height {
            for column in 0..tile.width {
                let [x, y] =
                    [(offset[0], column), (offset[1], row)].map(|(a, b)| i64::from(a) + i64::from(b));
                let place = address(i64::from(buffer.address) + 4 * (y * i64::from(buffer.width) + x));
                if !moves(block, column, row) || !memory.contains(place, 4, false) {
                    missing.push((first + row * tile.width + column, place));
                }
            }
        }
        lanescope_parts::base::order::sort(missing);
    }

    /// May every word of a tile of results go out that belongs to a work-item that is on? Each has as many words in a row as there are
    /// for each column.
    ///
    /// # Errors
    /// The first one whose word may not.
    pub(super) fn check_results(
        &self,
        slot: usize,
        (buffer, tile): (&Buffer, &Buffer),
        (offset, block): ([i32; 2], &Block),
        memory: &Memory,
    ) -> Result<(), Trap> {
        if !self.checks(true) {
            return Ok(());
        }
        let each = tile.width / self.launch.width.max(1);
        for element in 0..each {
            self.each_may(slot, memory, true, |item| {
                let [x, row] = self.launch.place_in_group(item);
                let column = x * each + element;
                let [x, y] =
                    [(offset[0], column), (offset[1], row)].map(|(a, b)| i64::from(a) + i64::from(b));
                let byte = i64::from(buffer.address) + 4 * (y * i64::from(buffer.width) + x);
                Wanted { byte, moved: moves(block, column, row) }
            })?;
        }
        Ok(())
    }

    /// Does the program halt at a load, or a store, outside of a buffer?
    fn checks(&self, write: bool) -> bool {
        self.program.checked.is_some_and(|checked| write || checked.loads)
    }

    /// The buffer of main memory of which a buffer of the scratchpad is a tile.
    fn tile_of(&self, id: u8) -> Option<&Buffer> {
        let brings = |one: &&Instruction| {
            matches!(one.op, Op::Ldg2sptile | Op::Stg2sptile)
                && one.destination == Some(Operand::Immediate(id.into()))
        };
        let one = self.program.instructions.iter().find(brings)?;
        self.program.buffer(one.immediate(0)?)
    }

    /// Why a word of main memory is refused that was not moved. It is told by the buffers of the launch alone: what the compiler puts
    /// behind them nobody knows.
    fn refused(&self, memory: &Memory, address: u64, write: bool) -> Fault {
        let fault = memory.check(address, 4, write).err();
        let fault = fault.unwrap_or_else(|| outside(Space::Global, address, write));
        let below = memory.launched().iter().filter(|buffer| buffer.base <= address);
        let nearest = below.max_by_key(|buffer| (address - buffer.base < buffer.bytes, buffer.base));
        Fault { near: nearest.map(|buffer| (buffer.name.clone(), address - buffer.base)), ..fault }
    }

    /// May each work-item that is on have its word?
    fn each_may(
        &self,
        slot: usize,
        memory: &Memory,
        write: bool,
        wanted: impl Fn(usize) -> Wanted,
    ) -> Result<(), Trap> {
        let on = self.slots[slot].active();
        let (mut least, mut most, mut all) = (i64::MAX, i64::MIN, true);
        for Wanted { byte, moved } in on.iter().map(&wanted) {
            (least, most, all) = (least.min(byte), most.max(byte), all && moved);
        }
        // One question for all, as long as nothing is wrong.
        if least > most || all && memory.contains(address(least), (most - least) as u64 + 4, write) {
            return Ok(());
        }
        for item in on.iter() {
            let Wanted { byte, moved } = wanted(item);
            if !moved || memory.check(address(byte), 4, write).is_err() {
                let fault = self.refused(memory, address(byte), write);
                return Err(Trap::Outside(Box::new(fault), item as u16));
            }
        }
        Ok(())
    }
}

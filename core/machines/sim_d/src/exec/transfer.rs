//! Moving words between memory and registers.
//!
//! Words that are in no buffer are not moved: a load leaves the register as it is. In the thesis only words of the buffer that the
//! instruction names are moved. A word of a read-only region is not moved either, but the run ends: a person has said that
//! nobody writes there.

use alloc::boxed::Box;
use core::ops::Range;

use lanescope_parts::image::{BASE, Fault, Memory};

use super::{
    Launch, Mask, Slot, Stride, Trap,
    geometry::Block,
    slot::{MEM_DATA, MEM_IDX},
};
use crate::isa::{Operand, OperandKind, Register, WORK_ITEMS};

/// Words by their addresses.
pub(super) trait Words {
    fn get(&self, address: u32) -> Option<u32>;
    fn set(&mut self, address: u32, word: u32);
    /// Reads words in a row, if all of them are there.
    fn get_all(&self, address: u32, to: &mut [u32]) -> bool;
    /// Writes words in a row, if all of them are there.
    fn set_all(&mut self, address: u32, words: &[u32]) -> bool;
}

/// Main memory, of which a range of bytes may be reached.
pub(super) struct Main<'m> {
    memory: &'m mut Memory,
    reach: Range<u64>,
    /// The first store to a read-only region.
    refused: Option<Fault>,
}

impl<'m> Main<'m> {
    pub fn new(memory: &'m mut Memory, reach: Range<u64>) -> Main<'m> {
        Main { memory, reach, refused: None }
    }

    /// What was asked for, if no store was refused.
    pub fn unless_refused<T>(self, asked: T) -> Result<T, Trap> {
        self.refused.map_or(Ok(asked), |fault| Err(Trap::Fault(fault.into())))
    }

    fn place(&self, address: u32) -> Option<u64> {
        let place = BASE + u64::from(address);
        let reached = self.reach.contains(&u64::from(address));
        (reached && self.memory.contains(place, 4, false)).then_some(place)
    }

    /// The place of so many words in a row.
    fn places(&self, address: u32, words: usize, write: bool) -> Option<u64> {
        let bytes = 4 * words as u64;
        let place = BASE + u64::from(address);
        let reached = self.reach.start <= address.into() && u64::from(address) + bytes <= self.reach.end;
        (reached && self.memory.contains(place, bytes, write)).then_some(place)
    }
}

impl Words for Main<'_> {
    fn get(&self, address: u32) -> Option<u32> {
        self.place(address).map(|place| self.memory.load(place, 4) as u32)
    }

    fn set(&mut self, address: u32, word: u32) {
        let Some(place) = self.place(address) else { return };
        if let Err(fault) = self.memory.write(place, 4, word.into()) {
            self.refused.get_or_insert(fault);
        }
    }

    fn get_all(&self, address: u32, to: &mut [u32]) -> bool {
        let place = self.places(address, to.len(), false);
        place.is_some_and(|place| {
            self.memory.load_words(place, to);
            true
        })
    }

    fn set_all(&mut self, address: u32, words: &[u32]) -> bool {
        let place = self.places(address, words.len(), true);
        place.is_some_and(|place| {
            self.memory.store_words(place, words);
            true
        })
    }
}

impl Words for [u32] {
    fn get(&self, address: u32) -> Option<u32> {
        <[u32]>::get(self, address as usize / 4).copied()
    }

    fn set(&mut self, address: u32, word: u32) {
        if let Some(place) = self.get_mut(address as usize / 4) {
            *place = word;
        }
    }

    fn get_all(&self, address: u32, to: &mut [u32]) -> bool {
        let at = address as usize / 4;
        let words = <[u32]>::get(self, at..at + to.len());
        words.is_some_and(|words| {
            to.copy_from_slice(words);
            true
        })
    }

    fn set_all(&mut self, address: u32, words: &[u32]) -> bool {
        let at = address as usize / 4;
        let place = <[u32]>::get_mut(self, at..at + words.len());
        place.is_some_and(|place| {
            place.copy_from_slice(words);
            true
        })
    }
}

/// Words that stream past the index memory. An index counts words from the first one of the buffer, not of the stream: what
/// an offset leaves out nobody gets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stream {
    /// Which words.
    pub stride: Stride,
    /// The byte of index 0.
    pub origin: u32,
}

impl Stream {
    /// The byte of the word of an index, if that is of the stream.
    pub fn word(&self, index: u32) -> Option<u32> {
        let byte = self.origin.wrapping_add(index.wrapping_mul(4));
        self.stride.has(byte).then_some(byte)
    }
}

/// Every row of a block whose work-items have a word each: its first byte, and its work-items.
fn rows<'l>(block: &Block, launch: &'l Launch) -> impl Iterator<Item = (u32, Range<usize>)> + use<'l> {
    let Block { stride, cut } = *block;
    let columns = stride.words.min(launch.width.saturating_sub(cut[0]));
    let most = (WORK_ITEMS as u32 / launch.width).saturating_sub(cut[1]);
    (0..stride.periods.min(most)).map(move |row| {
        let first = (cut[1] + row) * launch.width + cut[0].min(launch.width);
        let address = stride.address.wrapping_add(row.wrapping_mul(stride.period).wrapping_mul(4));
        (address, first as usize..(first + columns) as usize)
    })
}

/// Every word of a block: its column and row in what was asked for, and its byte.
fn places(block: &Block) -> impl Iterator<Item = ([u32; 2], u32)> + use<> {
    let Block { stride, cut } = *block;
    (0..stride.periods).flat_map(move |row| {
        (0..stride.words).map(move |column| {
            let index = row.wrapping_mul(stride.period).wrapping_add(column);
            let place = [cut[0].wrapping_add(column), cut[1].wrapping_add(row)];
            (place, stride.address.wrapping_add(index.wrapping_mul(4)))
        })
    })
}

/// The work-item and the number of the word among its own that a place in a block belongs to.
fn owner([column, row]: [u32; 2], elements: u32, launch: &Launch) -> Option<(usize, u32)> {
    let item = u64::from(row) * u64::from(launch.width) + u64::from(column / elements);
    (item < WORK_ITEMS as u64 && column / elements < launch.width)
        .then_some((item as usize, column % elements))
}

impl Slot {
    /// Each work-item that is on gets its words of a block into registers in a row.
    pub(super) fn load_block(
        &mut self,
        words: &(impl Words + ?Sized),
        block: &Block,
        to: Register,
        elements: u32,
        launch: &Launch,
    ) {
        if elements == 1 {
            return self.load_rows(words, block, to, launch);
        }
        for element in 0..elements {
            let mut new = Box::new([0; WORK_ITEMS]);
            let mut got = Mask::NONE;
            for (place, address) in places(block) {
                let owner = owner(place, elements, launch).filter(|(_, number)| *number == element);
                if let Some(((item, _), word)) = owner.zip(words.get(address)) {
                    new[item] = word;
                    got.0[item / 64] |= 1 << (item % 64);
                }
            }
            let register = Register::new(to.kind, to.number + element as u8);
            self.write_vector(register, &new, got & self.active());
        }
    }

    /// The same with one word of each, row by row.
    fn load_rows(&mut self, words: &(impl Words + ?Sized), block: &Block, to: Register, launch: &Launch) {
        let mut new = [0; WORK_ITEMS];
        let mut got = Mask::NONE;
        for (address, items) in rows(block, launch) {
            if words.get_all(address, &mut new[items.clone()]) {
                got = got | Mask::range(items);
                continue;
            }
            for (item, column) in items.zip(0..) {
                if let Some(word) = words.get(address.wrapping_add(4 * column)) {
                    new[item] = word;
                    got.0[item / 64] |= 1 << (item % 64);
                }
            }
        }
        self.write_vector(to, &new, got & self.active());
    }

    /// The same with one word of each, row by row.
    fn store_rows(&self, words: &mut (impl Words + ?Sized), block: &Block, from: Register, launch: &Launch) {
        let on = self.active();
        let values = self.words(Some(Operand::Register(from)), launch);
        for (address, items) in rows(block, launch) {
            let all = Mask::range(items.clone()).without(on).is_empty();
            if all && words.set_all(address, &values[items.clone()]) {
                continue;
            }
            for (item, column) in items.zip(0..).filter(|(item, _)| on.has(*item)) {
                words.set(address.wrapping_add(4 * column), values[item]);
            }
        }
    }

    /// Each work-item that is on gives its words of a block.
    pub(super) fn store_block(
        &self,
        words: &mut (impl Words + ?Sized),
        block: &Block,
        from: Register,
        elements: u32,
        launch: &Launch,
    ) {
        if elements == 1 {
            return self.store_rows(words, block, from, launch);
        }
        let on = self.active();
        for element in 0..elements {
            let register = Register::new(from.kind, from.number + element as u8);
            let values = self.words(Some(Operand::Register(register)), launch);
            for (place, address) in places(block) {
                let owner = owner(place, elements, launch);
                if let Some((item, _)) = owner.filter(|(item, number)| *number == element && on.has(*item)) {
                    words.set(address, values[item]);
                }
            }
        }
    }

    /// Each work-item that is on gets the word of its index, if that is of the stream.
    pub(super) fn load_indexed(&mut self, words: &(impl Words + ?Sized), stream: &Stream) {
        let on = self.active();
        let mut data = *self.indexed(MEM_DATA);
        let indices = self.indexed(MEM_IDX);
        for item in on.iter() {
            if let Some(word) = stream.word(indices[item]).and_then(|address| words.get(address)) {
                data[item] = word;
            }
        }
        *self.indexed_mut(MEM_DATA) = data;
    }

    /// Each work-item that is on gives the word of its index. Of those with the same index the lowest wins.
    pub(super) fn store_indexed(&self, words: &mut (impl Words + ?Sized), stream: &Stream) {
        let on = self.active();
        let [indices, data] = [MEM_IDX, MEM_DATA].map(|register| self.indexed(register));
        for item in (0..WORK_ITEMS).rev().filter(|item| on.has(*item)) {
            if let Some(address) = stream.word(indices[item]) {
                words.set(address, data[item]);
            }
        }
    }

    /// Scalar registers in a row get the words of a stride. Are there enough?
    pub(super) fn load_scalars(
        &mut self,
        words: &(impl Words + ?Sized),
        stride: &Stride,
        to: Register,
    ) -> bool {
        debug_assert_eq!(to.kind, OperandKind::Scalar);
        let registers = self.scalars.get_mut(usize::from(to.number)..).unwrap_or(&mut []);
        if stride.words as usize > registers.len() {
            return false;
        }
        for (index, register) in (0..stride.words).zip(registers) {
            let address = stride.address.wrapping_add(4 * index);
            *register = words.get(address).unwrap_or(*register);
        }
        true
    }
}

/// Copies a block to the place of its words in a scratchpad buffer.
pub(super) fn tile_in(main: &Main<'_>, block: &Block, scratchpad: &mut [u32], first: u32, width: u32) {
    for (row, address, to) in tile_rows(block, first, width) {
        let at = to as usize / 4;
        let whole = scratchpad.get_mut(at..at + row as usize);
        if whole.is_some_and(|whole| main.get_all(address, whole)) {
            continue;
        }
        for column in 0..row {
            if let Some(word) = main.get(address.wrapping_add(4 * column)) {
                scratchpad.set(to.wrapping_add(4 * column), word);
            }
        }
    }
}

/// Copies the words of a scratchpad buffer to a block.
pub(super) fn tile_out(main: &mut Main<'_>, block: &Block, scratchpad: &[u32], first: u32, width: u32) {
    for (row, address, from) in tile_rows(block, first, width) {
        let at = from as usize / 4;
        let whole = scratchpad.get(at..at + row as usize);
        if whole.is_some_and(|whole| main.set_all(address, whole)) {
            continue;
        }
        for column in 0..row {
            if let Some(word) = Words::get(scratchpad, from.wrapping_add(4 * column)) {
                main.set(address.wrapping_add(4 * column), word);
            }
        }
    }
}

/// Every row of a tile: its words, the first byte in main memory, and that in the scratchpad.
fn tile_rows(block: &Block, first: u32, width: u32) -> impl Iterator<Item = (u32, u32, u32)> + use<> {
    let Block { stride, cut } = *block;
    (0..stride.periods).map(move |row| {
        let main = stride.address.wrapping_add(row.wrapping_mul(stride.period).wrapping_mul(4));
        let word = cut[1].wrapping_add(row).wrapping_mul(width).wrapping_add(cut[0]);
        (stride.words, main, first.wrapping_add(word.wrapping_mul(4)))
    })
}

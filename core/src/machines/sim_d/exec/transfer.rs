//! Moving words between memory and registers.
//!
//! Words that are in no buffer are not moved: a load leaves the register as it is. In the thesis only words of the buffer that the
//! instruction names are moved. A word of a read-only region is not moved either, but the run ends: a person has said that
//! nobody writes there.

use alloc::boxed::Box;
use core::ops::Range;

use super::{
    Launch, Mask, Slot, Stride, Trap,
    geometry::Block,
    slot::{MEM_DATA, MEM_IDX},
};
use crate::{
    image::{BASE, Fault, Memory},
    machines::sim_d::isa::{Kind, Operand, Register, WORK_ITEMS},
};

/// Words by their addresses.
pub(super) trait Words {
    fn get(&self, address: u32) -> Option<u32>;
    fn set(&mut self, address: u32, word: u32);
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

    /// Each work-item that is on gives its words of a block.
    pub(super) fn store_block(
        &self,
        words: &mut (impl Words + ?Sized),
        block: &Block,
        from: Register,
        elements: u32,
        launch: &Launch,
    ) {
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

    /// Each work-item that is on gets the word of its index, if that is of the stride.
    pub(super) fn load_indexed(&mut self, words: &(impl Words + ?Sized), stride: &Stride) {
        for item in self.active().iter() {
            let address = stride.word(self.indexed(MEM_IDX)[item]);
            if let Some(word) = address.and_then(|address| words.get(address)) {
                self.indexed_mut(MEM_DATA)[item] = word;
            }
        }
    }

    /// Each work-item that is on gives the word of its index. Of those with the same index the lowest wins.
    pub(super) fn store_indexed(&self, words: &mut (impl Words + ?Sized), stride: &Stride) {
        let on = self.active();
        for item in (0..WORK_ITEMS).rev().filter(|item| on.has(*item)) {
            if let Some(address) = stride.word(self.indexed(MEM_IDX)[item]) {
                words.set(address, self.indexed(MEM_DATA)[item]);
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
        debug_assert_eq!(to.kind, Kind::Scalar);
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
    for (place, address) in places(block) {
        if let Some(word) = main.get(address) {
            scratchpad.set(in_tile(place, first, width), word);
        }
    }
}

/// Copies the words of a scratchpad buffer to a block.
pub(super) fn tile_out(main: &mut Main<'_>, block: &Block, scratchpad: &[u32], first: u32, width: u32) {
    for (place, address) in places(block) {
        if let Some(word) = Words::get(scratchpad, in_tile(place, first, width)) {
            main.set(address, word);
        }
    }
}

/// The byte of a place of a scratchpad buffer.
const fn in_tile([column, row]: [u32; 2], first: u32, width: u32) -> u32 {
    first.wrapping_add(4 * row.wrapping_mul(width).wrapping_add(column))
}

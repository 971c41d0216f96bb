//! Memory instructions: what each asks for, and the words moved at once. When they move is nobody's business here: the group
//! waits until they have.

use alloc::vec::Vec;

use lanescope_parts::image::Memory;

use super::{
    Cluster, Direction, Group, GroupTransfer, Side, Slot, Stride, Trap,
    geometry::{self, Block},
    orders,
    slot::{MEM_DATA, MEM_IDX},
    transfer::{Main, Stream, Words, tile_in, tile_out},
};
use crate::{
    dram::controller::Refused,
    isa::{Buffer, Instruction, Op, Operand, OperandKind, Register},
    rules::Behaviour,
};

/// What an instruction moves, and where to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Access {
    /// Each work-item its words.
    Block(Block, Register),
    /// Each work-item the word of its index.
    Indexed(Stream),
    /// Scalars in a row.
    Scalars(Stride, Register),
}

/// Does the instruction read memory?
pub(super) const fn direction(op: Op) -> Direction {
    match op {
        Op::Stglin
        | Op::Stgbidx
        | Op::Stgcidx
        | Op::Stgidxit
        | Op::Stg2sptile
        | Op::Stsplin
        | Op::Stspbidx => Direction::Write,
        _ => Direction::Read,
    }
}

/// Can the memory step through a stride?
fn served(stride: &Stride) -> Result<(), Trap> {
    orders::rectangle(stride).map(drop).map_err(|error| Trap::Transfer(Refused::Invalid(error)))
}

/// The register that an instruction names in the place of its destination.
fn named(one: &Instruction) -> Register {
    one.destination.and_then(Operand::register).unwrap_or(Register::new(OperandKind::Vector, 0))
}

impl Cluster {
    /// Executes a memory instruction of the group in a slot.
    pub(super) fn access(
        &mut self,
        slot: usize,
        one: &Instruction,
        memory: &mut Memory,
    ) -> Result<GroupTransfer, Trap> {
        let program = self.program.clone();
        let group = self.slots[slot].group.unwrap_or_default();
        let id = one.immediate(0).unwrap_or(u32::MAX);
        let offset = [1, 2].map(|at| self.slots[slot].value(one.sources[at], &self.launch) as i32);
        let main = || program.buffer(id).ok_or(Trap::NoBuffer(id));
        match one.op {
            Op::Ldg2sptile | Op::Stg2sptile => {
                let tile =
                    one.destination.map_or(u32::MAX, |to| self.slots[slot].value(Some(to), &self.launch));
                let tile = program.scratchpad(tile).ok_or(Trap::NoScratchpad(tile))?;
                self.tile(slot, one.op, (main()?, tile), offset, memory)
            }
            Op::Ldgidxit | Op::Stgidxit => self.iterate(slot, one, main()?, memory),
            Op::Ldsplin | Op::Stsplin | Op::Ldspbidx | Op::Stspbidx | Op::Sldsp => {
                let buffer = program.scratchpad(id).ok_or(Trap::NoScratchpad(id))?;
                let way = self.scratchpad_way(slot, one, buffer, offset);
                self.check_scratchpad(slot, one, (&way, buffer), offset, memory)?;
                let scratchpad = &mut self.scratchpads[slot][..];
                let moved = self.slots[slot].transfer(one, way, scratchpad, &self.launch);
                moved.map(|(stride, side)| GroupTransfer::Scratchpad(stride, direction(one.op), side))
            }
            _ => {
                let buffer = main()?;
                let way = self.main_way(slot, group, one, buffer, offset);
                let [x, y] = [0, 1].map(|at| i64::from(group.offset[at]) + i64::from(offset[at]));
                let first = [x * i64::from(one.elements()), y];
                self.check_main(slot, one, (&way, buffer), first, memory)?;
                let mut words = Main::new(memory, self.reach(buffer));
                let (stride, side) = self.slots[slot].transfer(one, way, &mut words, &self.launch)?;
                words.unless_refused(GroupTransfer::Main(stride, direction(one.op), side))
            }
        }
    }

    /// The bytes that an instruction can reach that names a buffer.
    fn reach(&self, buffer: &Buffer) -> core::ops::Range<u64> {
        match self.behaviour {
            Behaviour::Simulator => 0..1 << 32,
            Behaviour::Thesis => buffer.address.into()..u64::from(buffer.address) + 4 * buffer.words(),
        }
    }

    fn main_way(
        &self,
        slot: usize,
        group: Group,
        one: &Instruction,
        buffer: &Buffer,
        offset: [i32; 2],
    ) -> Access {
        let to = named(one);
        match one.op {
            Op::Ldgbidx | Op::Stgbidx => Access::indexed(geometry::whole(buffer), buffer),
            Op::Ldgcidx | Op::Stgcidx => {
                Access::indexed(geometry::custom(buffer, offset, self.slots[slot].stride), buffer)
            }
            Op::Sldg => {
                let words = one.immediate(1).unwrap_or(1);
                Access::Scalars(Stride { address: buffer.address, words, period: words, periods: 1 }, to)
            }
            _ => {
                let at = (&self.launch, group);
                Access::block(
                    geometry::linear(buffer, offset, one.elements(), at, self.behaviour),
                    to,
                    buffer,
                )
            }
        }
    }

    fn scratchpad_way(&self, slot: usize, one: &Instruction, buffer: &Buffer, offset: [i32; 2]) -> Access {
        match one.op {
            Op::Ldspbidx | Op::Stspbidx => Access::indexed(geometry::whole(buffer), buffer),
            Op::Sldsp => {
                let words = self.slots[slot].stride[0];
                Access::Scalars(geometry::custom(buffer, offset, [words, words, 1]), named(one))
            }
            _ => {
                let size = [self.launch.width, self.launch.height()];
                let block = geometry::rectangle(buffer, offset, size, self.behaviour);
                Access::block(block, named(one), buffer)
            }
        }
    }

    /// A tile between main memory and the slot's scratchpad.
    fn tile(
        &mut self,
        slot: usize,
        op: Op,
        (buffer, tile): (&Buffer, &Buffer),
        offset: [i32; 2],
        memory: &mut Memory,
    ) -> Result<GroupTransfer, Trap> {
        let block = geometry::rectangle(buffer, offset, [tile.width, tile.height], self.behaviour);
        served(&block.stride)?;
        match direction(op) {
            Direction::Read => self.note_missing(slot, (buffer, tile), (offset, &block), memory),
            Direction::Write => self.check_results(slot, (buffer, tile), (offset, &block), memory)?,
        }
        let mut main = Main::new(memory, self.reach(buffer));
        let scratchpad = &mut self.scratchpads[slot][..];
        match direction(op) {
            Direction::Read => tile_in(&main, &block, scratchpad, tile.address, tile.width),
            Direction::Write => tile_out(&mut main, &block, scratchpad, tile.address, tile.width),
        }
        main.unless_refused(GroupTransfer::Main(block.stride, direction(op), Side::Scratchpad))
    }

    /// One word for each work-item that is on, in their order.
    fn iterate(
        &mut self,
        slot: usize,
        one: &Instruction,
        buffer: &Buffer,
        memory: &mut Memory,
    ) -> Result<GroupTransfer, Trap> {
        self.check_iterated(slot, one, buffer, memory)?;
        let mut main = Main::new(memory, self.reach(buffer));
        let slot = &mut self.slots[slot];
        let way = direction(one.op);
        let register = named(one);
        let address = |index: u32| buffer.address.wrapping_add(index.wrapping_mul(4));
        let active = slot.active();
        let asked: Vec<(u16, u32)> =
            active.iter().map(|item| (item as u16, address(slot.indexed(MEM_IDX)[item]))).collect();
        for (item, address) in &asked {
            let item = usize::from(*item);
            match way {
                Direction::Write => main.set(*address, slot.vector(register.number)[item]),
                Direction::Read => {
                    if let Some(word) = main.get(*address) {
                        slot.vector_mut(register.number)[item] = word;
                    }
                }
            }
        }
        main.unless_refused(GroupTransfer::Iterated(asked, way))
    }
}

impl Access {
    /// Words of a buffer stream past the index memory.
    const fn indexed(stride: Stride, buffer: &Buffer) -> Access {
        Access::Indexed(Stream { stride, origin: buffer.address })
    }

    /// A block of a buffer. One that goes to the data register, or comes from it, is indexed: what each work-item has is the word
    /// of its index.
    const fn block(block: Block, register: Register, buffer: &Buffer) -> Access {
        match register {
            Register { kind: OperandKind::VectorSpecial, number: MEM_DATA } => {
                Access::indexed(block.stride, buffer)
            }
            _ => Access::Block(block, register),
        }
    }
}

impl Slot {
    /// Moves words: what was asked for, and who took part.
    fn transfer(
        &mut self,
        one: &Instruction,
        way: Access,
        words: &mut (impl Words + ?Sized),
        launch: &super::Launch,
    ) -> Result<(Stride, Side), Trap> {
        let elements = one.elements();
        let (Access::Block(Block { stride: asked, .. }, _)
        | Access::Indexed(Stream { stride: asked, .. })
        | Access::Scalars(asked, _)) = way;
        served(&asked)?;
        match (way, direction(one.op)) {
            (Access::Block(block, to), Direction::Read) => {
                self.load_block(words, &block, to, elements, launch)
            }
            (Access::Block(block, from), Direction::Write) => {
                self.store_block(words, &block, from, elements, launch);
            }
            (Access::Indexed(stream), Direction::Read) => self.load_indexed(words, &stream),
            (Access::Indexed(stream), Direction::Write) => self.store_indexed(words, &stream),
            (Access::Scalars(stride, to), _) => {
                if !self.load_scalars(words, &stride, to) {
                    return Err(Trap::NoScalars);
                }
            }
        }
        let side = match way {
            Access::Block(..) => Side::Vectors,
            Access::Indexed(_) => Side::Indexed,
            Access::Scalars(..) => Side::Scalars,
        };
        Ok((asked, side))
    }
}

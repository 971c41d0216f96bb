//! What a slot for a work-group holds: registers, masks, the stack of masks. Its scratchpad lies beside it in the cluster.
//!
//! Registers keep what the group before left in them. At the first start they hold zeros; the simulator's first slot
//! has one bit of `p0` and all bits of `p1` set. Masks, the stack and the custom stride begin anew with each group.

use alloc::vec::Vec;

use lanescope_parts::{base::Bulk, keep};
use serde::Serialize;

use super::{Group, Launch, Mask};
use crate::{
    isa::{OperandKind, WORK_ITEMS},
    rules::Behaviour,
};

/// What a mask says of a work-item, in the order of the special vector registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Control {
    /// A condition left it on.
    Run,
    /// It has not left its loop.
    Break,
    /// It has not returned.
    Return,
    /// It has not ended.
    Exit,
}

/// An entry of the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Where it goes on.
    pub at: u32,
    /// What the mask will be.
    pub mask: Mask,
    /// Which mask.
    pub control: Control,
}

/// What comes next of itself where no work-item is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) enum Pending {
    /// Nothing: the next instruction of the program.
    Nothing,
    /// The instruction behind the one that turned the last work-item off, if it is a scalar one; then a pop.
    Straggler,
    /// A pop of the stack.
    Pop,
}

/// See the module.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Slot {
    /// The group that is in it.
    pub(super) group: Option<Group>,
    pub(super) pc: u32,
    pub(super) pending: Pending,
    vectors: Bulk<u32>,
    /// `vc.mem_idx` and `vc.mem_data`.
    indexed: Bulk<u32>,
    pub(super) scalars: [u32; OperandKind::Scalar.registers()],
    pub(super) predicates: [Mask; OperandKind::Predicate.registers()],
    pub(super) masks: [Mask; 4],
    pub(super) stack: Vec<Entry>,
    /// `sc.sd_words`, `sc.sd_period`, `sc.sd_period_cnt`.
    pub(super) stride: [u32; 3],
}

keep!(Slot { vectors, indexed });

/// The number of the first special vector register that is kept as words of work-items.
pub(super) const MEM_IDX: u8 = 10;
/// The register of data that indexed transfers bring and take.
pub(super) const MEM_DATA: u8 = 11;

impl Slot {
    /// Slot `number` before the first group.
    pub(super) fn new(number: usize, behaviour: Behaviour) -> Slot {
        let mut predicates = [Mask::NONE; OperandKind::Predicate.registers()];
        if number == 0 && behaviour == Behaviour::Simulator {
            predicates[0] = Mask::of(|item| item == 0);
            predicates[1] = Mask::ALL;
        }
        Slot {
            group: None,
            pc: 0,
            pending: Pending::Nothing,
            vectors: Bulk::filled(0, OperandKind::Vector.registers() * WORK_ITEMS),
            indexed: Bulk::filled(0, 2 * WORK_ITEMS),
            scalars: [0; OperandKind::Scalar.registers()],
            predicates,
            masks: [Mask::ALL; 4],
            stack: Vec::new(),
            stride: [1; 3],
        }
    }

    /// Takes a group in.
    pub(super) fn start(&mut self, group: Group) {
        self.group = Some(group);
        (self.pc, self.pending) = (0, Pending::Nothing);
        self.masks = [Mask::ALL; 4];
        self.stack.clear();
        self.stride = [1; 3];
    }

    /// The work-items that are on: all four masks have them.
    pub(super) fn active(&self) -> Mask {
        let [run, left, returned, ended] = self.masks;
        run & left & returned & ended
    }

    /// One of the four masks.
    pub(super) const fn mask(&self, control: Control) -> Mask {
        self.masks[control as usize]
    }

    /// A vector register: a word of each work-item.
    pub(super) fn vector(&self, number: u8) -> &[u32; WORK_ITEMS] {
        words(&self.vectors, number)
    }

    /// A predicate.
    pub(super) const fn predicate(&self, number: u8) -> Mask {
        self.predicates[number as usize % OperandKind::Predicate.registers()]
    }

    pub(super) fn vector_mut(&mut self, number: u8) -> &mut [u32; WORK_ITEMS] {
        words_mut(&mut self.vectors, number)
    }

    /// `vc.mem_idx` or `vc.mem_data`.
    pub(super) fn indexed(&self, number: u8) -> &[u32; WORK_ITEMS] {
        words(&self.indexed, number - MEM_IDX)
    }

    pub(super) fn indexed_mut(&mut self, number: u8) -> &mut [u32; WORK_ITEMS] {
        words_mut(&mut self.indexed, number - MEM_IDX)
    }

    /// The value of a special vector register for a work-item.
    pub(super) fn vector_special(&self, number: u8, item: usize, launch: &Launch) -> u32 {
        let [x, y] = launch.place_in_group(item);
        let group = self.group.unwrap_or_default();
        match number {
            0..=3 => u32::from(self.masks[usize::from(number)].has(item)),
            4 => group.offset[0].wrapping_add(x),
            5 => group.offset[1].wrapping_add(y),
            6 => x,
            7 => y,
            9 => 1,
            MEM_IDX | MEM_DATA => self.indexed(number)[item],
            _ => 0,
        }
    }

    /// The value of a special scalar register.
    pub(super) fn scalar_special(&self, number: u8, launch: &Launch) -> u32 {
        let group = self.group.unwrap_or_default();
        match number {
            0 | 1 => launch.size[usize::from(number)],
            2 | 3 => group.offset[usize::from(number) - 2],
            4 => launch.width,
            _ => self.stride[usize::from(number).saturating_sub(5).min(2)],
        }
    }
}

/// A register of a list of registers; the first if there are not so many.
fn words(list: &[u32], number: u8) -> &[u32; WORK_ITEMS] {
    let rows = list.as_chunks::<WORK_ITEMS>().0;
    &rows[usize::from(number).min(rows.len() - 1)]
}

fn words_mut(list: &mut [u32], number: u8) -> &mut [u32; WORK_ITEMS] {
    let rows = list.as_chunks_mut::<WORK_ITEMS>().0;
    let last = rows.len() - 1;
    &mut rows[usize::from(number).min(last)]
}

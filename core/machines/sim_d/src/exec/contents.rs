//! What slots hold, for people to look at.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::machines::{RegisterClass, Registers, chassis::look::Look};

use super::{Cluster, Entry, Mask, Slot};
use crate::isa::{
    Buffer, OperandKind, WORK_ITEMS,
    registers::{SCALAR_SPECIALS, VECTOR_SPECIALS},
};

/// The contents of all slots.
#[derive(Clone, Copy, Debug)]
pub struct Contents<'a>(&'a Cluster);

impl Look for Cluster {
    type Contents<'a> = Contents<'a>;

    fn look(&self) -> Contents<'_> {
        Contents(self)
    }
}

impl<'a> Contents<'a> {
    fn slot(&self, slot: usize) -> &'a Slot {
        &self.0.slots[slot]
    }

    /// The words of a slot's scratchpad.
    pub fn scratchpad(&self, slot: usize) -> &'a [u32] {
        &self.0.scratchpads[slot]
    }

    /// The stack of masks of the group in a slot, the top last.
    pub fn stack(&self, slot: usize) -> &'a [Entry] {
        &self.slot(slot).stack
    }

    /// The masks of the group in a slot, in the order of [`super::Control`].
    pub fn masks(&self, slot: usize) -> [Mask; 4] {
        self.slot(slot).masks
    }

    /// The work-items of the group in a slot that are on.
    pub fn active(&self, slot: usize) -> Mask {
        self.slot(slot).active()
    }

    /// A vector register of a slot: a word of each work-item.
    pub fn vector(&self, slot: usize, number: u8) -> &'a [u32; WORK_ITEMS] {
        self.slot(slot).vector(number)
    }

    /// All registers of a slot, class by class; masks are among the special vector registers.
    pub fn registers(&self, slot: usize) -> Registers {
        let (slot, launch) = (self.slot(slot), &self.0.launch);
        let items = Some(WORK_ITEMS as u32);
        let names = |kind: OperandKind, letter: &str| -> Vec<String> {
            (0..kind.registers()).map(|number| format!("{letter}{number}")).collect()
        };
        let specials = |prefix: &str, list: &[crate::isa::registers::Special]| {
            list.iter().map(|one| format!("{prefix}{}", one.name)).collect::<Vec<String>>()
        };
        let vector = |number: u32, item: u32| slot.vector(number as u8)[item as usize].into();
        let special =
            |number: u32, item: u32| slot.vector_special(number as u8, item as usize, launch).into();
        let predicate = |number: u32, item: u32| slot.predicates[number as usize].has(item as usize).into();
        Registers {
            classes: Vec::from([
                RegisterClass::scalars("vector", names(OperandKind::Vector, "v"), 32, items, vector),
                RegisterClass::scalars("predicate", names(OperandKind::Predicate, "p"), 1, items, predicate),
                RegisterClass::scalars("special", specials("vc.", &VECTOR_SPECIALS), 32, items, special),
                RegisterClass::scalars("scalar", names(OperandKind::Scalar, "s"), 32, None, |number, _| {
                    slot.scalars[number as usize].into()
                }),
                RegisterClass::scalars("launch", specials("sc.", &SCALAR_SPECIALS), 32, None, |number, _| {
                    slot.scalar_special(number as u8, launch).into()
                }),
                self.buffers(),
            ]),
        }
    }

    /// The table of buffers, of main memory (`d`) and of the scratchpad (`sp`): first byte, words of a row, rows.
    fn buffers(&self) -> RegisterClass {
        let program = &self.0.program;
        let named = |name: &'static str, list: &'a [Buffer]| list.iter().map(move |one| (name, one));
        let all = || named("d", &program.buffers).chain(named("sp", &program.scratchpads));
        let words = all().flat_map(|(_, one)| [one.address, one.width, one.height]);
        RegisterClass {
            id: "buffer".into(),
            names: all().map(|(name, one)| format!("{name}{}", one.id)).collect(),
            bits: 32,
            columns: 3,
            rows: 1,
            lanes: None,
            pictured: true,
            bytes: words.flat_map(u32::to_le_bytes).collect(),
        }
    }
}

//! Private memory of a compiled kernel: the parts of the work-items of a group lie side by side, and no instruction says whose
//! part it means. The compiler says which instructions access private memory, the thread for which work-item it executes them:
//! so an access that leaves the part of its own work-item is found before it is done. It is no work of the machine and costs
//! no cycle.

use alloc::{string::String, vec::Vec};

use super::{
    abi::{Field, Items, NO_ELEMENT},
    hart::{Extension, Hart},
    isa::Program,
};
use crate::{
    image::{Fault, FaultKind, Memory},
    ir::{self, Space, layout::Layout},
};

/// What is known of the private memory of a kernel.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Private {
    /// Bytes of the arrays of one work-item.
    pub bytes: u64,
    /// Bytes from the part of a work-item to that of the next one.
    pub stride: u64,
    /// The arrays in order: name and place in the part.
    pub arrays: Vec<(String, u64)>,
    /// For each instruction whether it accesses private memory; empty if none does.
    pub accesses: Vec<bool>,
}

impl Private {
    /// That of a kernel whose work-items lie so many bytes apart.
    pub fn new(kernel: &ir::Kernel, layout: &Layout, stride: u64, accesses: Vec<bool>) -> Private {
        let slots = kernel.slots.iter().zip(&layout.offsets);
        let private = slots.filter(|(slot, _)| slot.space == Space::Private);
        let arrays = private.map(|(slot, offset)| (slot.name.clone(), *offset)).collect();
        Private { bytes: layout.private_bytes, stride, arrays, accesses }
    }

    /// The array that begins nearest below an address of a work-item's part, and the distance from its start.
    pub fn near(&self, address: u64) -> Option<(String, u64)> {
        let below = self.arrays.iter().rfind(|(_, offset)| *offset <= address)?;
        Some((below.0.clone(), address - below.1))
    }
}

/// The parts of the work-items for which an instruction accesses private memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parts {
    /// Address of the first one's.
    start: u64,
    /// From one element's to the next one's.
    stride: u64,
    bytes: u64,
}

impl Parts {
    /// Holds an access of an element against the part of its work-item; `aligned`: must it be at a multiple of its size?
    fn check(&self, element: u32, (address, bytes): (u64, u32), aligned: bool, write: bool) -> Option<Fault> {
        let own = self.start.wrapping_add(self.stride.wrapping_mul(element.into()));
        let address = address.wrapping_sub(own);
        let inside = address.checked_add(bytes.into()).is_some_and(|end| end <= self.bytes);
        let kind = match inside {
            false => FaultKind::OutOfBounds,
            true if aligned && !address.is_multiple_of(bytes.into()) => FaultKind::Misaligned,
            true => return None,
        };
        Some(Fault { kind, space: Space::Private, address, bytes, write, near: None })
    }
}

impl<X: Extension> Hart<X> {
    /// Finds the parts of private memory that the next instruction may access.
    #[inline(always)]
    pub(super) fn enter_private(&mut self, pc: u32, program: &Program<X>, memory: &Memory) {
        if program.kernel.as_ref().is_some_and(|kernel| !kernel.private.accesses.is_empty()) {
            self.parts = self.parts_of(pc, program, memory);
        }
    }

    #[inline(never)]
    fn parts_of(&self, pc: u32, program: &Program<X>, memory: &Memory) -> Option<Parts> {
        let kernel = program.kernel.as_ref()?;
        let Private { bytes, stride, accesses, .. } = &kernel.private;
        if !accesses.get(pc as usize).copied().unwrap_or(false) {
            return None;
        }
        // Of one work-item alone, or of as many as there are elements.
        let (first, each) = match (self.single_element(memory), kernel.items_of(pc)) {
            (Some(element), _) => (element, 0),
            (None, Items::One(at)) if at > 0 => (at.into(), 0),
            (None, _) => (0, *stride),
        };
        let items = memory.read(self.get_x(4).wrapping_add(Field::Items.offset() as u64), 8).ok()?;
        let before = self.get_x(3).wrapping_add(first.into()).wrapping_mul(*stride);
        Some(Parts { start: items.wrapping_add(before), stride: each, bytes: *bytes })
    }

    /// The element for which scalar code of a compiled kernel works alone, if the launch block says one.
    pub fn single_element(&self, memory: &Memory) -> Option<u32> {
        let element = memory.read(self.get_x(4).wrapping_add(Field::Element.offset() as u64), 8).ok()?;
        u32::try_from(element).ok().filter(|_| element != NO_ELEMENT)
    }

    /// Does an access of an element stay in the private memory of its work-item, if it is one there?
    ///
    /// # Errors
    /// It does not; the address is one of the work-item's part.
    #[inline]
    pub fn check_private(
        &self,
        element: u32,
        access: (u64, u32),
        aligned: bool,
        write: bool,
    ) -> Result<(), Fault> {
        match self.parts.and_then(|parts| parts.check(element, access, aligned, write)) {
            None => Ok(()),
            Some(fault) => Err(fault),
        }
    }

    /// Does the instruction access private memory?
    pub const fn is_private(&self) -> bool {
        self.parts.is_some()
    }
}

//! The four address spaces as one work-item sees them.

use alloc::boxed::Box;

use super::races::{Access, Item, Races, Touch};
use crate::{
    image::{Fault, FaultKind, Memory},
    ir::{Space, layout::CONSTANT_LIMIT},
};

/// Memory that a work-item reaches.
pub(super) struct Spaces<'a> {
    pub memory: &'a mut Memory,
    pub constants: &'a [u8],
    pub local: &'a mut [u8],
    pub private: &'a mut [u8],
    /// Where private arrays lie, if an access between them is a fault.
    pub arrays: Option<&'a [(u64, u64)]>,
    /// Who takes note of the accesses of this work-item, if anybody does.
    pub races: Option<(&'a mut Races, Item)>,
    /// Does the result of an atomic decide that the work-item is where it is?
    pub guarded: bool,
}

impl Spaces<'_> {
    /// Tells of an access, if anybody takes note.
    #[inline]
    fn tell(&mut self, space: Space, address: u64, bytes: u8, touch: Touch, changes: bool) {
        let guarded = self.guarded;
        if let Some((races, item)) = &mut self.races {
            races.touch(space, address, bytes, Access { item: *item, touch, guarded, changes });
        }
    }

    /// Reads 1, 2, 4 or 8 bytes.
    #[inline]
    pub fn read(&mut self, space: Space, address: u64, bytes: u8) -> Result<u64, Box<Fault>> {
        self.tell(space, address, bytes, Touch::Read, false);
        self.get(space, address, bytes)
    }

    #[inline]
    fn get(&self, space: Space, address: u64, bytes: u8) -> Result<u64, Box<Fault>> {
        match space {
            Space::Global => self.memory.read(address, bytes.into()).map_err(Box::new),
            Space::Constant if address >= CONSTANT_LIMIT => {
                self.memory.read(address, bytes.into()).map_err(|fault| Box::new(Fault { space, ..fault }))
            }
            Space::Constant => read_flat(self.constants, space, address, bytes),
            Space::Local => read_flat(self.local, space, address, bytes),
            Space::Private => {
                self.within_array(address, bytes, false)?;
                read_flat(self.private, space, address, bytes)
            }
        }
    }

    /// Writes 1, 2, 4 or 8 bytes.
    #[inline]
    pub fn write(&mut self, space: Space, address: u64, bytes: u8, value: u64) -> Result<(), Box<Fault>> {
        if self.races.is_some() {
            let unused = 64 - 8 * u32::from(bytes.clamp(1, 8));
            let as_write = |fault: Box<Fault>| Box::new(Fault { write: true, ..*fault });
            let changes = self.get(space, address, bytes).map_err(as_write)? << unused != value << unused;
            self.tell(space, address, bytes, Touch::Write, changes);
        }
        self.put(space, address, bytes, value)
    }

    #[inline]
    fn put(&mut self, space: Space, address: u64, bytes: u8, value: u64) -> Result<(), Box<Fault>> {
        match space {
            Space::Global => self.memory.write(address, bytes.into(), value).map_err(Box::new),
            Space::Constant => Err(fault(FaultKind::ReadOnly, space, address, bytes, true)),
            Space::Local => write_flat(self.local, space, address, bytes, value),
            Space::Private => {
                self.within_array(address, bytes, true)?;
                write_flat(self.private, space, address, bytes, value)
            }
        }
    }

    /// Does an access of private memory lie in one array, if anybody looks?
    #[inline]
    fn within_array(&self, address: u64, bytes: u8, write: bool) -> Result<(), Box<Fault>> {
        let Some(arrays) = self.arrays else { return Ok(()) };
        let before = arrays.partition_point(|(begin, _)| *begin <= address);
        let inside =
            |(_, end): &(u64, u64)| address.checked_add(bytes.into()).is_some_and(|last| last <= *end);
        match before.checked_sub(1).map(|at| &arrays[at]).is_some_and(inside) {
            true => Ok(()),
            false => Err(fault(FaultKind::OutOfBounds, Space::Private, address, bytes, write)),
        }
    }

    /// Replaces a value by what `new` makes of it; returns the old one.
    #[inline]
    pub fn modify(
        &mut self,
        space: Space,
        address: u64,
        bytes: u8,
        new: impl FnOnce(u64) -> u64,
    ) -> Result<u64, Box<Fault>> {
        let as_write = |fault: Box<Fault>| Box::new(Fault { write: true, ..*fault });
        self.tell(space, address, bytes, Touch::Atomic, false);
        let old = self.get(space, address, bytes).map_err(as_write)?;
        self.put(space, address, bytes, new(old))?;
        Ok(old)
    }
}

#[inline]
fn read_flat(memory: &[u8], space: Space, address: u64, bytes: u8) -> Result<u64, Box<Fault>> {
    let range = range(memory.len(), space, address, bytes, false)?;
    let mut word = [0; 8];
    word[..usize::from(bytes)].copy_from_slice(&memory[range]);
    Ok(u64::from_le_bytes(word))
}

#[inline]
fn write_flat(
    memory: &mut [u8],
    space: Space,
    address: u64,
    bytes: u8,
    value: u64,
) -> Result<(), Box<Fault>> {
    let range = range(memory.len(), space, address, bytes, true)?;
    memory[range].copy_from_slice(&value.to_le_bytes()[..usize::from(bytes)]);
    Ok(())
}

/// The bytes of an access, if it lies inside and is aligned.
#[inline]
fn range(
    len: usize,
    space: Space,
    address: u64,
    bytes: u8,
    write: bool,
) -> Result<core::ops::Range<usize>, Box<Fault>> {
    let end = address.checked_add(bytes.into()).filter(|end| *end <= len as u64);
    match end {
        None => Err(fault(FaultKind::OutOfBounds, space, address, bytes, write)),
        Some(_) if !address.is_multiple_of(u64::from(bytes)) => {
            Err(fault(FaultKind::Misaligned, space, address, bytes, write))
        }
        Some(end) => Ok(address as usize..end as usize),
    }
}

#[cold]
fn fault(kind: FaultKind, space: Space, address: u64, bytes: u8, write: bool) -> Box<Fault> {
    Box::new(Fault { kind, space, address, bytes: bytes.into(), write, near: None })
}

//! The registers of a unit as people look at them: classes of equal registers, their contents as bytes.
//!
//! One form serves all: a scalar register has one element, a vector or packed register many, a tile rows of them; an
//! element may have a single bit, as predicates and masks have. Each lane has its own registers of a class, or all lanes
//! share one set. How the same bytes are best cut into elements (a vector type, a suffix of an instruction) is for the
//! panel that shows them.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

/// The registers of a unit, class by class.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registers {
    /// The classes, in the order in which people read them.
    pub classes: Vec<RegisterClass>,
}

/// Registers of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegisterClass {
    /// Permanent id, such as `vector`.
    pub id: String,
    /// The registers, by their names in the assembly.
    pub names: Vec<String>,
    /// Bits of an element.
    pub bits: u32,
    /// Elements of a row.
    pub columns: u32,
    /// Rows of a register: more than one for tiles.
    pub rows: u32,
    /// Lanes that each have their own; `None` if the unit has one set.
    pub lanes: Option<u32>,
    /// Has it a picture of its own? Then the list of registers leaves it out.
    pub pictured: bool,
    /// The contents: register after register, in each lane after lane, in each element after element, in each the lowest
    /// byte first. An element takes whole bytes.
    pub bytes: Vec<u8>,
}

impl Registers {
    /// A class by its id.
    pub fn class(&self, id: &str) -> Option<&RegisterClass> {
        self.classes.iter().find(|class| class.id == id)
    }

    /// Is there none to look at?
    pub fn is_empty(&self) -> bool {
        self.classes.iter().all(|class| class.names.is_empty())
    }
}

impl RegisterClass {
    /// Registers of one element of `bits` bits; `value` gives what register and lane hold.
    pub fn scalars(
        id: &str,
        names: Vec<String>,
        bits: u32,
        lanes: Option<u32>,
        value: impl Fn(u32, u32) -> u64,
    ) -> RegisterClass {
        let size = bits.div_ceil(8).min(8) as usize;
        let places =
            (0..names.len() as u32).flat_map(|at| (0..lanes.unwrap_or(1)).map(move |lane| (at, lane)));
        let bytes =
            places.flat_map(|(at, lane)| value(at, lane).to_le_bytes().into_iter().take(size)).collect();
        RegisterClass { id: id.into(), names, bits, columns: 1, rows: 1, lanes, pictured: false, bytes }
    }

    /// Bytes of an element.
    pub fn element_bytes(&self) -> usize {
        self.bits.div_ceil(8) as usize
    }

    /// Elements of a register.
    pub fn elements(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// The bytes of a register in a lane (0 where all lanes share it); nothing if there is no such register.
    pub fn register(&self, at: usize, lane: u32) -> &[u8] {
        let lanes = self.lanes.unwrap_or(1) as usize;
        let size = self.elements() * self.element_bytes();
        let start = (at * lanes + lane as usize) * size;
        let there = at < self.names.len() && (lane as usize) < lanes;
        there.then(|| self.bytes.get(start..start + size)).flatten().unwrap_or_default()
    }

    /// An element of a register in a lane; `None` if there is no such element, or it has more than 64 bits.
    pub fn value(&self, at: usize, lane: u32, element: usize) -> Option<u64> {
        word(self.register(at, lane), self.element_bytes(), element)
    }

    /// What begins at byte `index * bits / 8` of the class, `bits` wide, wherever elements and registers begin: registers side
    /// by side form one operand. `None` behind the last register, and for widths that are not 8, 16, 32 or 64.
    pub fn across(&self, register: usize, index: usize, bits: u32) -> Option<u64> {
        let size = matches!(bits, 8 | 16 | 32 | 64).then_some(bits as usize / 8)?;
        let start = register * self.elements() * self.element_bytes();
        word(self.bytes.get(start..)?, size, index)
    }
}

/// Element `index` of elements of `size` bytes.
fn word(bytes: &[u8], size: usize, index: usize) -> Option<u64> {
    let element = bytes.get(index.checked_mul(size)?..)?.get(..size).filter(|_| (1..=8).contains(&size))?;
    Some(element.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn class(bits: u32, (columns, rows): (u32, u32), lanes: Option<u32>, bytes: Vec<u8>) -> RegisterClass {
        let names = vec!["a".into(), "b".into()];
        RegisterClass { id: "some".into(), names, bits, columns, rows, lanes, pictured: false, bytes }
    }

    #[test]
    fn scalars_of_every_lane_read_back() {
        for (bits, lanes) in [(1, Some(3)), (32, Some(3)), (64, None), (16, None)] {
            let names = vec!["a".into(), "b".into()];
            let held = |at: u32, lane: u32| {
                0xFEDC_BA98_7654_3210_u64.rotate_left(at * 8 + lane) & (u64::MAX >> (64 - bits))
            };
            let class = RegisterClass::scalars("some", names, bits, lanes, held);
            for (at, lane) in (0..2).flat_map(|at| (0..lanes.unwrap_or(1)).map(move |lane| (at, lane))) {
                assert_eq!(class.value(at as usize, lane, 0), Some(held(at, lane)), "{bits} bits");
            }
            let beyond = [class.value(2, 0, 0), class.value(0, lanes.unwrap_or(1), 0), class.value(0, 0, 1)];
            assert_eq!(beyond, [None; 3]);
        }
    }

    #[test]
    fn a_tile_is_read_row_by_row() {
        // Two tiles of 2 rows of 3 elements of 16 bits: element 4 is row 1, column 1.
        let bytes = (0..24).collect();
        let tiles = class(16, (3, 2), None, bytes);
        assert_eq!(tiles.value(0, 0, 4), Some(0x0908));
        assert_eq!((tiles.value(1, 0, 0), tiles.value(1, 0, 6)), (Some(0x0D0C), None));
        assert_eq!(tiles.register(1, 0).len(), 12);
    }

    #[test]
    fn registers_side_by_side_are_cut_in_any_width() {
        let vectors = class(64, (2, 1), None, (0..32).collect());
        assert_eq!(vectors.across(1, 0, 8), Some(16));
        assert_eq!(vectors.across(0, 9, 16), Some(0x1312), "in the second register");
        assert_eq!((vectors.across(0, 4, 64), vectors.across(0, 0, 7)), (None, None));
    }

    #[test]
    fn elements_of_more_than_64_bits_are_bytes_only() {
        let wide = class(128, (1, 1), None, vec![1; 32]);
        assert_eq!((wide.value(0, 0, 0), wide.register(0, 0).len()), (None, 16));
    }
}

//! The state that packed instructions add to a hardware thread.

use easy_ext::ext;
use lanescope_parts::{base::Bulk, keep};
use serde::Serialize;

use super::Hart;
use crate::isa::PackedInst;
use crate::isa::{Family, Generation, Inst, InstructionSet};

/// Bytes of the widest register.
pub const WIDEST: usize = 64;
/// Bytes of a register of the textbook's style.
pub const RVP_BYTES: usize = 32;
/// Tiles.
pub const TILES: usize = 8;
/// Rows of a tile at most.
pub const TILE_ROWS: usize = 16;
/// Bytes from a row of a tile to the next in the state: as many as a row can have.
pub const ROW: usize = 64;

/// The contents of a register; what is behind its end is 0.
pub type Value = [u8; WIDEST];

/// The shape of a tile: rows, and bytes of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TileShape {
    /// Rows.
    pub rows: u8,
    /// Bytes of a row.
    pub row_bytes: u8,
}

/// What packed instructions add to the state of a hardware thread.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PState {
    /// Which instructions there are.
    #[serde(skip)]
    pub set: InstructionSet,
    /// Has the machine every instruction of the program? Then none is held against its instruction set.
    #[serde(skip)]
    pub lawful: bool,
    /// May a packed access be at any address?
    #[serde(skip)]
    pub relaxed: bool,
    /// Bytes of a row of tiles.
    #[serde(skip)]
    pub tile_row_bytes: u8,
    /// Mask registers; predicates of Lee's machine in the first four.
    pub masks: [u64; 8],
    /// The shapes of tiles; `None` before they are configured.
    pub shapes: Option<[TileShape; TILES]>,
    /// 32 registers of 64 bytes. In the textbook's style the low 8 bytes of each are the scalar core's.
    #[serde(serialize_with = "lanescope_parts::base::digest::bytes")]
    registers: Bulk<u8>,
    /// The rows of all tiles.
    #[serde(serialize_with = "lanescope_parts::base::digest::bytes")]
    tiles: Bulk<u8>,
}

keep!(PState { registers, tiles });

impl PState {
    /// Before the first instruction, with tiles whose rows have so many bytes.
    pub fn new(set: impl Into<InstructionSet>, relaxed: bool, tile_row_bytes: u8) -> PState {
        let set = set.into();
        let tiles = if set.generation.has_tiles() { TILES * TILE_ROWS * ROW } else { 0 };
        PState {
            set,
            lawful: false,
            relaxed,
            tile_row_bytes: tile_row_bytes.min(ROW as u8),
            masks: [0; 8],
            shapes: None,
            registers: Bulk::filled(0, 32 * WIDEST),
            tiles: Bulk::filled(0, tiles),
        }
    }

    /// The 64 bytes of a register.
    #[inline]
    pub fn whole_register(&self, register: u8) -> &[u8] {
        let at = usize::from(register & 31) * WIDEST;
        self.registers.get(at..at + WIDEST).unwrap_or(&[])
    }

    #[inline]
    pub(super) fn whole_register_mut(&mut self, register: u8) -> &mut [u8] {
        let at = usize::from(register & 31) * WIDEST;
        self.registers.get_mut(at..at + WIDEST).unwrap_or(&mut [])
    }

    /// A scalar instruction has written a float register: in the textbook's style the bits above it become 0.
    pub(super) fn clear_above(&mut self, register: u8) {
        if self.set.generation.family() == Family::Rvp {
            self.whole_register_mut(register).fill(0);
        }
    }

    /// A row of a tile, as long as rows can be.
    pub fn row(&self, tile: u8, row: usize) -> &[u8] {
        let at = (usize::from(tile & 7) * TILE_ROWS + row) * ROW;
        self.tiles.get(at..at + ROW).unwrap_or(&[])
    }

    /// A row of a tile, to write.
    pub(super) fn row_mut(&mut self, tile: u8, row: usize) -> &mut [u8] {
        let at = (usize::from(tile & 7) * TILE_ROWS + row) * ROW;
        self.tiles.get_mut(at..at + ROW).unwrap_or(&mut [])
    }

    /// All rows of a tile become 0.
    pub(super) fn clear_tile(&mut self, tile: u8) {
        (0..TILE_ROWS).for_each(|row| self.row_mut(tile, row).fill(0));
    }
}

/// The packed registers.
#[ext(PackedState)]
impl Hart {
    /// Bytes of an instruction's registers.
    #[inline]
    pub fn register_bytes(inst: &Inst) -> usize {
        if inst.width != 0 {
            return inst.width.into();
        }
        match inst.packed().map(|(op, _)| op.first().family()) {
            Some(Family::Rvp) => RVP_BYTES,
            Some(Family::Lee) => 16,
            _ => 0,
        }
    }

    /// The contents of a register of so many bytes: of 8, that of MMX; of the textbook's style with its scalar part.
    pub fn packed(&self, register: u8, bytes: usize) -> Value {
        let mut value = [0; WIDEST];
        let scalar = self.f[usize::from(register & 31)].to_le_bytes();
        if bytes == 8 {
            value[..8].copy_from_slice(&scalar);
            return value;
        }
        copy(&mut value, self.ext.whole_register(register), bytes);
        if self.ext.set.generation.family() == Family::Rvp {
            value[..8].copy_from_slice(&scalar);
        }
        value
    }

    /// Writes a register of so many bytes; those above become 0. (MMX has none.)
    pub fn set_packed(&mut self, register: u8, bytes: usize, value: &Value) {
        let low = value.first_chunk().copied().unwrap_or_default();
        if bytes == 8 {
            self.f[usize::from(register & 31)] = u64::from_le_bytes(low);
            return;
        }
        let rvp = self.ext.set.generation.family() == Family::Rvp;
        let to = self.ext.whole_register_mut(register);
        to.fill(0);
        copy(to, value, bytes);
        if rvp {
            self.ext.whole_register_mut(register)[..8].fill(0);
            self.f[usize::from(register & 31)] = u64::from_le_bytes(low);
        }
    }
}

/// Copies so many bytes: as many as registers have in few moves.
#[inline]
pub(super) fn copy(to: &mut [u8], from: &[u8], bytes: usize) {
    #[inline(always)]
    fn whole<const N: usize>(to: &mut [u8], from: &[u8]) {
        if let (Some(to), Some(from)) = (to.first_chunk_mut::<N>(), from.first_chunk::<N>()) {
            *to = *from;
        }
    }
    match bytes {
        16 => whole::<16>(to, from),
        32 => whole::<32>(to, from),
        64 => whole::<64>(to, from),
        _ => to.iter_mut().zip(from).take(bytes).for_each(|(to, from)| *to = *from),
    }
}

/// Element `index` of a value, of 1, 2, 4 or 8 bytes.
#[inline]
pub fn element(value: &Value, index: usize, bytes: usize) -> u64 {
    let mut word = [0; 8];
    let bytes = bytes.min(8);
    if let Some(from) = value.get(index * bytes..(index + 1) * bytes) {
        word[..bytes].copy_from_slice(from);
    }
    u64::from_le_bytes(word)
}

/// Writes an element.
#[inline]
pub fn set_element(value: &mut Value, index: usize, bytes: usize, to: u64) {
    let bytes = bytes.min(8);
    if let Some(place) = value.get_mut(index * bytes..(index + 1) * bytes) {
        place.copy_from_slice(&to.to_le_bytes()[..bytes]);
    }
}

impl PState {
    /// Of a thread without work.
    pub fn idle() -> PState {
        PState::new(Generation::Rvp, false, 0)
    }
}

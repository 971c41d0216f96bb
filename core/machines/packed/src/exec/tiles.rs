//! Tiles and their products (hp_ch4 3.4, packed_facts B8).

use easy_ext::ext;
use lanescope_parts::{
    base::num,
    image::Memory,
    ir::{Binary, Type},
};

use super::{
    Hart, Outcome, Trap,
    memory::{of_all, read_bytes, write_bytes},
    state::{ROW, TILE_ROWS, TILES, TileShape},
    work::Step,
};
use crate::isa::{Inst, Program, Work};

/// Bytes of the block that says the shapes.
const BLOCK: usize = 64;

/// Instructions of tiles.
#[ext(TileWork)]
impl Hart {
    /// Reads the shapes of tiles: palette, start row, and for each tile bytes of a row and rows.
    pub(super) fn configure_tiles(&mut self, inst: &Inst, _: &Program, memory: &Memory) -> Outcome<()> {
        let address = self.get_x(inst.rs1).wrapping_add(inst.imm as i64 as u64);
        self.note_access(BLOCK as u32, address);
        let byte = |at: u64| memory.check(address.wrapping_add(at), 1, false);
        let all = |fault| Trap::Fault(of_all(fault, address, BLOCK as u32), None);
        (0..BLOCK as u64).try_for_each(byte).map_err(all)?;
        let block = read_bytes(memory, address, BLOCK);
        if block[0] > 1 {
            return Err(Trap::Illegal("there is no palette of tiles above 1"));
        }
        if block[0] == 0 {
            self.ext.shapes = None;
            return Ok(());
        }
        let mut shapes = [TileShape::default(); TILES];
        for (tile, shape) in shapes.iter_mut().enumerate() {
            let bytes = u16::from_le_bytes([block[16 + 2 * tile], block[17 + 2 * tile]]);
            let rows = block[48 + tile];
            // A tile of which nothing is said is not used.
            if bytes == 0 && rows == 0 {
                continue;
            }
            let fits = (1..=TILE_ROWS as u8).contains(&rows)
                && (4..=u16::from(self.ext.tile_row_bytes)).contains(&bytes)
                && bytes.is_multiple_of(4);
            if !fits {
                return Err(Trap::Illegal(
                    "a tile has 1 to 16 rows of a multiple of 4 bytes, no longer than a row",
                ));
            }
            *shape = TileShape { rows, row_bytes: bytes as u8 };
        }
        self.ext.shapes = Some(shapes);
        (0..TILES as u8).for_each(|tile| self.ext.clear_tile(tile));
        Ok(())
    }

    pub(super) fn shape(&self, tile: u8) -> Outcome<TileShape> {
        let shapes = self.ext.shapes.ok_or(Trap::Illegal("tiles have no shape before `ldtilecfg`"))?;
        let shape = shapes[usize::from(tile & 7)];
        if shape.rows == 0 { Err(Trap::Illegal("this tile has no rows")) } else { Ok(shape) }
    }

    /// A tile instruction; gives the number of rows that it works on.
    pub(super) fn tiles(&mut self, step: &Step<'_>, _: &Program, memory: &mut Memory) -> Outcome<u32> {
        let inst = step.inst;
        match step.work {
            Work::TileZero => {
                let shape = self.shape(inst.rd)?;
                self.ext.clear_tile(inst.rd);
                Ok(shape.rows.into())
            }
            Work::TileLoad => self.move_rows(inst, inst.rd, false, memory),
            Work::TileStore => self.move_rows(inst, inst.rs3, true, memory),
            _ => self.multiply(step),
        }
    }

    pub(super) fn move_rows(
        &mut self,
        inst: &Inst,
        tile: u8,
        write: bool,
        memory: &mut Memory,
    ) -> Outcome<u32> {
        let shape = self.shape(tile)?;
        let base = self.get_x(inst.rs1).wrapping_add(inst.imm as i64 as u64);
        let (distance, bytes) = (self.get_x(inst.rs2), usize::from(shape.row_bytes));
        self.note_accesses(bytes as u32, []);
        if !write {
            self.ext.clear_tile(tile);
        }
        for row in 0..usize::from(shape.rows) {
            let address = base.wrapping_add((row as u64).wrapping_mul(distance));
            self.note_access(bytes as u32, address);
            let byte = |at: usize| memory.check(address.wrapping_add(at as u64), 1, write);
            let all = |fault| Trap::Fault(of_all(fault, address, bytes as u32), Some(row as u32));
            (0..bytes).try_for_each(byte).map_err(all)?;
            if write {
                let from: [u8; ROW] = self.ext.row(tile, row).try_into().unwrap_or([0; ROW]);
                write_bytes(memory, address, &from[..bytes]);
            } else {
                let value = read_bytes(memory, address, bytes);
                self.ext.row_mut(tile, row)[..bytes].copy_from_slice(&value[..bytes]);
            }
        }
        Ok(shape.rows.into())
    }

    /// d = d + a * b: sums by rows of a and slots of b, four bytes or two BF16 numbers of each slot at a time.
    pub(super) fn multiply(&mut self, step: &Step<'_>) -> Outcome<u32> {
        let inst = step.inst;
        if inst.rd == inst.rs1 || inst.rd == inst.rs2 || inst.rs1 == inst.rs2 {
            return Err(Trap::Illegal("the three tiles of a product must be different ones"));
        }
        let [c, a, b] = [self.shape(inst.rd)?, self.shape(inst.rs2)?, self.shape(inst.rs1)?];
        if c.rows != a.rows || c.row_bytes != b.row_bytes || a.row_bytes / 4 != b.rows {
            return Err(Trap::Illegal("the shapes of the three tiles do not fit together"));
        }
        for m in 0..usize::from(c.rows) {
            for n in 0..usize::from(c.row_bytes / 4) {
                let mut sum = self.slot(inst.rd, m, n);
                for k in 0..usize::from(b.rows) {
                    let (left, right) = (self.slot(inst.rs2, m, k), self.slot(inst.rs1, k, n));
                    sum = add_products(step.work, sum, left, right);
                }
                self.ext.row_mut(inst.rd, m)[4 * n..4 * n + 4].copy_from_slice(&sum.to_le_bytes());
            }
        }
        Ok(c.rows.into())
    }

    pub(super) fn slot(&self, tile: u8, row: usize, at: usize) -> u32 {
        let bytes = self.ext.row(tile, row).get(4 * at..).and_then(<[u8]>::first_chunk).copied();
        u32::from_le_bytes(bytes.unwrap_or_default())
    }
}

/// A sum with the products of a slot of one tile and a slot of another: of four bytes, or of two BF16 numbers.
pub fn add_products(work: Work, sum: u32, left: u32, right: u32) -> u32 {
    match work {
        Work::TileBytes(of_a, of_b) => sum.wrapping_add(products(left, right, of_a, of_b)),
        _ => add_floats(sum, left, right),
    }
}

/// The sum of the products of four bytes.
fn products(a: u32, b: u32, of_a: bool, of_b: bool) -> u32 {
    let byte = |value: u8, signed: bool| if signed { i32::from(value as i8) } else { i32::from(value) };
    let pairs = a.to_le_bytes().into_iter().zip(b.to_le_bytes());
    pairs.map(|(a, b)| byte(a, of_a) * byte(b, of_b)).sum::<i32>() as u32
}

/// A single precision sum with the products of two BF16 numbers: the even one first, each rounded to the nearest.
fn add_floats(sum: u32, a: u32, b: u32) -> u32 {
    let parts = |value: u32| [value << 16, value & 0xFFFF_0000];
    parts(a).into_iter().zip(parts(b)).fold(sum, |sum, (a, b)| {
        let product = num::binary(Binary::FMul, Type::F32, a.into(), b.into());
        num::binary(Binary::FAdd, Type::F32, sum.into(), product) as u32
    })
}

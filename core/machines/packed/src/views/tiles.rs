//! Tiles of the selected thread: each that has a shape as a matrix of its 32-bit slots. If the next instruction is a product of
//! tiles, the three that take part, and the sums as the product leaves them (hp_ch4 HS09, packed_facts B8).
//!
//! Deliberately absent: single bytes or BF16 numbers of a slot. Hexadecimal numbers show them side by side.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{
    figure::{
        About, Figure, Form, Panel, Question, Table, Takes, Text,
        number::{self, Radix},
        table::{Column, Look, TableCell},
    },
    machines::{
        RegisterClass, Registers,
        panels::{MachinePanel, Scene},
    },
};

use crate::isa::PackedInst;
use crate::{
    exec::tiles::add_products,
    isa::{Inst, Work},
};

/// The row of the tiles.
pub const TILES: MachinePanel = Panel {
    about: About {
        id: "tiles",
        title: "Tiles",
        says: "The tiles of the selected thread as matrices; before a product also the sums that it leaves.",
        label: "Tiles of the selected thread",
        help: &[
            ("Rows and columns", "Rows of the tile, and its slots of 32 bits."),
            ("After", "The sums as the next instruction leaves them. Those that it changes are marked."),
        ],
        legend: &[],
        empty: "No tile has a shape here: there are tiles on AMX alone, and from `ldtilecfg` to `tilerelease`.",
        takes: &[Takes::Cursor, Takes::Unit, Takes::Radix],
        shows: &[],
    },
    answer: tiles,
};

/// The registers of a thread that matter here.
struct Tiles<'a> {
    contents: &'a RegisterClass,
    shapes: &'a RegisterClass,
}

impl Tiles<'_> {
    fn of(registers: &Registers) -> Option<Tiles<'_>> {
        Some(Tiles { contents: registers.class("tile")?, shapes: registers.class("shape")? })
    }

    /// Rows and slots of a row.
    fn shape(&self, tile: usize) -> (usize, usize) {
        let part = |at| self.shapes.value(tile, 0, at).unwrap_or(0) as usize;
        (part(0), part(1) / 4)
    }

    fn slot(&self, tile: usize, row: usize, at: usize) -> u32 {
        let slots = self.contents.columns as usize / 4;
        self.contents.across(tile, row * slots + at, 32).unwrap_or(0) as u32
    }

    /// The slots of a tile, row after row.
    fn matrix(&self, tile: usize) -> Vec<Vec<u32>> {
        let (rows, slots) = self.shape(tile);
        (0..rows).map(|row| (0..slots).map(|at| self.slot(tile, row, at)).collect()).collect()
    }

    /// The sums after a product; `None` if the shapes do not fit together.
    fn after(&self, product: &Product) -> Option<Vec<Vec<u32>>> {
        let [sums, a, b] = [product.sums, product.a, product.b].map(|tile| self.shape(tile));
        let fits = sums.0 == a.0 && sums.1 == b.1 && a.1 == b.0;
        let one = |row: usize, at: usize| {
            let products = (0..b.0).map(|k| (self.slot(product.a, row, k), self.slot(product.b, k, at)));
            let add = |sum, (left, right)| add_products(product.work, sum, left, right);
            products.fold(self.slot(product.sums, row, at), add)
        };
        let row = |row| (0..sums.1).map(|at| one(row, at)).collect();
        fits.then(|| (0..sums.0).map(row).collect())
    }
}

/// A product of tiles.
struct Product {
    work: Work,
    sums: usize,
    a: usize,
    b: usize,
}

impl Product {
    fn of(inst: &Inst) -> Option<Product> {
        let work = inst.packed()?.0.work();
        let tile = |register: u8| usize::from(register & 7);
        matches!(work, Work::TileBytes(..) | Work::TileFloats).then(|| Product {
            work,
            sums: tile(inst.rd),
            a: tile(inst.rs2),
            b: tile(inst.rs1),
        })
    }
}

fn tiles(scene: &dyn Scene, question: &Question) -> Figure {
    let registers = scene.cursor().registers(question.unit).unwrap_or_default();
    let shown = |tiles: &Tiles<'_>| (0..tiles.shapes.names.len()).any(|tile| tiles.shape(tile).0 > 0);
    let Some(tiles) = Tiles::of(&registers).filter(shown) else { return Figure::empty(TILES.about.empty) };
    let pc = scene.cursor().state(question.unit).and_then(|state| state.pc);
    let text = pc.map(|pc| scene.code().text(pc)).unwrap_or_default();
    let product = super::fields::read(text).and_then(|inst| Product::of(&inst));
    picture(&tiles, product.as_ref(), text.trim(), question.radix)
}

fn picture(tiles: &Tiles<'_>, product: Option<&Product>, text: &str, radix: Radix) -> Figure {
    let name = |tile: usize| tiles.shapes.names.get(tile).map_or("", String::as_str);
    let all = (0..tiles.shapes.names.len()).filter(|tile| tiles.shape(*tile).0 > 0);
    let after = product.and_then(|product| Some((product, tiles.after(product)?)));
    let (says, list) = match &after {
        Some((product, _)) => (format!("next: {text}"), Vec::from([product.sums, product.a, product.b])),
        None => ("Every tile that has a shape.".into(), all.collect()),
    };
    let mut figure = Figure::from(Form::Text(Text::saying(says)));
    for tile in list {
        let matrix = tiles.matrix(tile);
        figure.push(name(tile), Form::Table(table(&matrix, &matrix, radix)));
    }
    if let Some((product, sums)) = after {
        let title = format!("{} after the product", name(product.sums));
        figure.push(title, Form::Table(table(&sums, &tiles.matrix(product.sums), radix)));
    }
    figure
}

/// A matrix, in which what differs from another one is marked.
fn table(matrix: &[Vec<u32>], before: &[Vec<u32>], radix: Radix) -> Table {
    let slots = matrix.first().map_or(0, Vec::len);
    let heads = (0..slots).map(|at| Column::new(format!("{at}")));
    let mut table =
        Table { columns: [Column::new("row")].into_iter().chain(heads).collect(), rows: Vec::new() };
    for (number, (row, old)) in matrix.iter().zip(before).enumerate() {
        let cell = |(value, old): (&u32, &u32)| {
            let text = TableCell::text(number::value((*value).into(), 32, radix)).holding((*value).into());
            if value == old { text } else { text.looking(Look::On) }
        };
        let head = [TableCell::text(format!("{number}"))];
        table.rows.push(head.into_iter().chain(row.iter().zip(old).map(cell)).collect());
    }
    table
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    /// Three tiles: sums of 2 rows of 2 slots, a of 2 rows of 1 slot, b of 1 row of 2 slots. Rows are 64 bytes apart.
    fn registers() -> Registers {
        let mut bytes = vec![0; 8 * 16 * 64];
        let mut set = |tile: usize, row: usize, at: usize, slot: [u8; 4]| {
            let place = (tile * 16 + row) * 64 + 4 * at;
            bytes[place..place + 4].copy_from_slice(&slot);
        };
        set(0, 0, 0, [100, 0, 0, 0]);
        set(1, 0, 0, [1, 2, 3, 4]);
        set(1, 1, 0, [0, 0, 0, 255]);
        set(2, 0, 0, [5, 6, 7, 8]);
        set(2, 0, 1, [0, 0, 0, 2]);
        let names: Vec<String> = (0..8).map(|at| format!("tmm{at}")).collect();
        let class = |id, columns, rows, bytes| {
            let blank = RegisterClass::scalars(id, names.clone(), 64, None, |_, _| 0);
            RegisterClass { bits: 8, columns, rows, bytes, ..blank }
        };
        let mut shapes = vec![0; 16];
        shapes[..6].copy_from_slice(&[2, 8, 2, 4, 1, 8]);
        Registers { classes: vec![class("tile", 64, 16, bytes), class("shape", 2, 1, shapes)] }
    }

    fn product(text: &str) -> Product {
        Product::of(&super::super::fields::read(text).unwrap()).unwrap()
    }

    #[test]
    fn hs09_sums_after_a_product_of_tiles() {
        let registers = registers();
        let tiles = Tiles::of(&registers).unwrap();
        // 100 + 1*5 + 2*6 + 3*7 + 4*8, 4*2; 255*8, 255*2 without sign, -8, -2 with it.
        let after = |text| tiles.after(&product(text));
        assert_eq!(after("tdpbuud tmm0, tmm1, tmm2").unwrap(), [[170, 8], [2040, 510]]);
        assert_eq!(after("tdpbssd tmm0, tmm1, tmm2").unwrap(), [[170, 8], [-8_i32 as u32, -2_i32 as u32]]);
        assert_eq!(after("tdpbssd tmm0, tmm2, tmm1"), None);
    }

    #[test]
    fn before_a_product_three_tiles_and_the_sums_are_shown() {
        let registers = registers();
        let tiles = Tiles::of(&registers).unwrap();
        let text = "tdpbuud tmm0, tmm1, tmm2";
        let titles = |product: Option<&Product>| -> Vec<String> {
            picture(&tiles, product, text, Radix::Auto).parts.iter().map(|part| part.title.clone()).collect()
        };
        let expected = ["", "tmm0", "tmm1", "tmm2", "tmm0 after the product"];
        assert_eq!(titles(Some(&product(text))), expected);
        assert_eq!(titles(None), expected[..4]);
    }

    #[test]
    fn what_is_no_product_has_none() {
        assert!(Product::of(&super::super::fields::read("tilezero tmm0").unwrap()).is_none());
    }
}

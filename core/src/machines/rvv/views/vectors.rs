//! The mask and the vector registers. A group of registers that forms one operand is one row; it is cut into elements as
//! the vector type says, or into those of another width that is chosen, for the same bits can be read in many ways.

use alloc::{format, string::String, vec::Vec};

use crate::{
    figure::{
        About, Code, Figure, Form, Ink, Pages, Panel, Question, Table, Takes, Text,
        legend::{Entry, Shape},
        number::{self, Radix},
        table::{Column, Look, TableCell},
    },
    machines::{
        VectorFile,
        panels::{
            MachinePanel, Scene,
            radix::{has_masks, of_elements},
        },
    },
};

/// Elements of a page of columns.
const PAGE: u64 = 64;
/// Number of vector registers.
const REGISTERS: u32 = 32;
const NO_MASKS: &str = "No instruction of this program works under a mask: v0 is a register like the others.";

/// The row of the vector registers.
pub const VECTORS: MachinePanel = Panel {
    about: About {
        id: "vectors",
        title: "Vectors",
        says: "The mask and the vector registers of the selected unit's core, divided into elements by vector length and type.",
        label: "Mask and vector registers",
        help: &[
            ("Rows", "Operands: with LMUL above 1 several registers form one."),
            (
                "Columns",
                "Elements; those at and beyond the vector length step back. The number of an element that the mask switches off is struck out.",
            ),
            (
                "Elements",
                "As the vector type divides the registers, or with another width: the same bits as bytes, words, double words or floats.",
            ),
            (
                "When",
                "The results of every instruction that has issued. In which cycle an element is really there is what the other views show.",
            ),
        ],
        legend: &[
            Entry::Shape(Shape::Square, Ink::LaneOn, "the mask's bit is on"),
            Entry::Shape(Shape::Square, Ink::LaneOff, "it is off"),
            Entry::Token("fresh", "changed since the last stop"),
        ],
        empty: "The selected unit has no vector registers.",
        takes: &[Takes::Cursor, Takes::Unit, Takes::Radix, Takes::ElementBits, Takes::Page(PAGE)],
    },
    answer: vectors,
};

fn vectors(scene: &dyn Scene, question: &Question) -> Figure {
    let Some(file) = scene.registers(question.unit).and_then(|registers| registers.vector) else {
        return Figure::empty(VECTORS.about.empty);
    };
    let cut = Cut::new(&file, question.element_bits);
    let pages = Pages::of("elements", question, u64::from(cut.elements));
    let masked = has_masks(scene.code());
    let mut figure = Figure::from(Form::Text(Text::saying(state(&file))));
    figure.push("", mask(&file, masked));
    let pc = scene.state(question.unit).and_then(|state| state.pc).unwrap_or(u32::MAX);
    let masked = masked && cut.own;
    figure.push("", Form::Table(table(&file, cut, masked, scene.code(), (question.radix, pc), &pages)));
    Figure { pages: pages.partial(), ..figure }
}

/// Vector type, length, and what fits.
fn state(file: &VectorFile) -> String {
    if file.vlmax == 0 {
        return format!("no vector type set yet · registers of {} bits", file.vlen);
    }
    format!("{} · vl {} of {} · registers of {} bits", file.vtype, file.vl, file.vlmax, file.vlen)
}

/// The bits of the mask register for the elements below the vector length.
fn mask(file: &VectorFile, used: bool) -> Form {
    if !used {
        return Form::Text(Text::saying(NO_MASKS));
    }
    let on = file.mask.iter().filter(|bit| **bit).count();
    let bits: String = file.mask.iter().map(|bit| if *bit { '1' } else { '0' }).collect();
    let mut table = Table::new(&["register", "bits", "on"]);
    let count = format!("{on} of {} elements are on", file.mask.len());
    table.rows.push(
        [TableCell::text("mask v0"), TableCell::text(bits).looking(Look::Bits), TableCell::text(count)]
            .into(),
    );
    Form::Table(table)
}

/// How the registers are cut.
#[derive(Clone, Copy)]
struct Cut {
    /// Bits of an element.
    bits: u32,
    /// Registers of a row.
    step: u32,
    /// Elements of a row.
    elements: u32,
    /// Elements from this one on are beyond the vector length.
    end: u32,
    /// Is it what the vector type says?
    own: bool,
}

impl Cut {
    fn new(file: &VectorFile, wanted: u32) -> Cut {
        // Before a vector type is set: double words.
        let sew = if file.sew == 0 { 64 } else { file.sew };
        let wanted = if matches!(wanted, 8 | 16 | 32 | 64) { wanted } else { sew };
        let (bits, step) = (wanted, file.registers.max(1));
        let own = bits == file.sew;
        let elements = if own { file.vlmax } else { step * file.vlen / bits };
        // A part of an element that is within the length is within it too.
        let end = u64::from(file.vl) * u64::from(file.sew) / u64::from(bits);
        Cut { bits, step, elements: elements.max(1), end: end as u32, own }
    }
}

fn table(
    file: &VectorFile,
    cut: Cut,
    masked: bool,
    code: &Code,
    (radix, pc): (Radix, u32),
    pages: &Pages,
) -> Table {
    let elements = || pages.range().map(|index| index as u32);
    let head = |index: u32| Column {
        title: format!("{index}"),
        mark: None,
        off: masked && file.mask.get(index as usize) == Some(&false),
    };
    let columns = core::iter::once(Column::new("register")).chain(elements().map(head)).collect();
    let row = |register: u32| {
        let name = match cut.step {
            1 => format!("v{register}"),
            step => format!("v{register}–v{}", register + step - 1),
        };
        let radix = match radix {
            Radix::Auto if cut.own => of_elements(code, &format!("v{register}"), pc),
            chosen => chosen,
        };
        let cell = |index: u32| {
            let value = file.element(register, index, cut.bits);
            let text = value.map(|value| number::value(value, cut.bits, radix)).unwrap_or_default();
            let look = if index >= cut.end { Look::Off } else { Look::Plain };
            TableCell { bits: value, ..TableCell::text(text).looking(look) }
        };
        core::iter::once(TableCell::text(name)).chain(elements().map(cell)).collect::<Vec<_>>()
    };
    Table { columns, rows: (0..REGISTERS).step_by(cut.step as usize).map(row).collect() }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    fn file(sew: u32, registers: u32) -> VectorFile {
        let vlmax = (registers * 2048).checked_div(sew).unwrap_or(0);
        VectorFile {
            vlen: 2048,
            vl: vlmax / 2,
            vlmax,
            sew,
            registers,
            vtype: String::new(),
            bytes: vec![0; 32 * 256],
            mask: Vec::new(),
        }
    }

    #[test]
    fn hv25_a_register_is_cut_into_elements_of_any_width() {
        // The register of 2048 bits of the text: 32 x 64, 64 x 32, 128 x 16 or 256 x 8 bits.
        let elements = [64, 32, 16, 8].map(|bits| Cut::new(&file(64, 1), bits).elements);
        assert_eq!(elements, [32, 64, 128, 256]);
        assert_eq!(Cut::new(&file(64, 8), 8).elements, 8 * 256);
    }

    #[test]
    fn the_vector_length_ends_at_the_same_byte_in_every_width() {
        let ends = [0, 64, 32, 8].map(|bits| Cut::new(&file(64, 1), bits).end);
        assert_eq!(ends, [16, 16, 32, 128]);
    }

    #[test]
    fn without_a_vector_type_there_are_double_words() {
        let cut = Cut::new(&file(0, 1), 0);
        assert_eq!((cut.bits, cut.elements, cut.end, cut.own), (64, 32, 0, false));
    }
}

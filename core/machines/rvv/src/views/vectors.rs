//! The mask and the vector registers. A group of registers that forms one operand is one row; it is cut into elements as
//! the vector type says, or into those of another width that is chosen, for the same bits can be read in many ways.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{
    figure::{
        About, Code, Figure, Form, Ink, Pages, Panel, Question, Table, Takes, Text,
        legend::{Entry, Swatch},
        number::{self, Radix},
        table::{Column, Look, TableCell},
    },
    machines::{
        RegisterClass, Registers,
        panels::{
            MachinePanel, Scene,
            radix::{has_masks, of_elements},
        },
    },
};

use crate::isa::Vtype;

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
            Entry::Swatch(Swatch::Square, Ink::LaneOn, "the mask's bit is on"),
            Entry::Swatch(Swatch::Square, Ink::LaneOff, "it is off"),
            Entry::Token("fresh", "changed since the last stop"),
        ],
        empty: "The selected unit has no vector registers.",
        takes: &[Takes::Cursor, Takes::Unit, Takes::Radix, Takes::ElementBits, Takes::Page(PAGE)],
        shows: &[],
    },
    answer: vectors,
};

fn vectors(scene: &dyn Scene, question: &Question) -> Figure {
    let registers = scene.cursor().registers(question.unit).unwrap_or_default();
    let Some(file) = File::of(&registers) else { return Figure::empty(VECTORS.about.empty) };
    let cut = Cut::new(&file, question.element_bits);
    let pages = Pages::of("elements", question, u64::from(cut.elements));
    let masked = has_masks(scene.code());
    let mut figure = Figure::from(Form::Text(Text::saying(state(&file))));
    figure.push("", mask(&file, masked));
    let pc = scene.cursor().state(question.unit).and_then(|state| state.pc).unwrap_or(u32::MAX);
    let masked = masked && cut.own;
    figure.push("", Form::Table(table(&file, cut, masked, scene.code(), (question.radix, pc), &pages)));
    Figure { pages: pages.partial(), ..figure }
}

/// The vector registers as vector length and type divide them. The same bytes can be read with any other width.
struct File<'a> {
    class: &'a RegisterClass,
    vl: u32,
    /// `None` while it is illegal.
    vtype: Option<Vtype>,
}

impl<'a> File<'a> {
    fn of(registers: &'a Registers) -> Option<File<'a>> {
        let control = registers.class("control")?;
        let value = |name: &str| control.value(control.names.iter().position(|one| one == name)?, 0, 0);
        let (vl, vtype) = (value("vl")? as u32, Vtype::from_bits(value("vtype")?));
        Some(File { class: registers.class("vector")?, vl, vtype })
    }

    /// Bits of a register.
    fn vlen(&self) -> u32 {
        self.class.columns * self.class.bits
    }

    /// Elements that an operand could have.
    fn vlmax(&self) -> u32 {
        self.vtype.map_or(0, |vtype| vtype.vlmax(self.vlen()))
    }

    /// Registers that form an operand: 1 also for fractions.
    fn registers(&self) -> u32 {
        self.vtype.map_or(1, |vtype| vtype.lmul.registers())
    }

    /// The bits of `v0` for the elements below the vector length.
    fn mask(&self) -> impl Iterator<Item = bool> + '_ {
        (0..self.vl).map(|element| self.mask_bit(element))
    }

    fn mask_bit(&self, element: u32) -> bool {
        self.class.across(0, element as usize / 8, 8).is_some_and(|byte| byte >> (element % 8) & 1 == 1)
    }
}

/// Vector type, length, and what fits.
fn state(file: &File) -> String {
    let bits = file.vlen();
    let Some(vtype) = file.vtype else {
        return format!("no vector type set yet · registers of {bits} bits");
    };
    format!("{} · vl {} of {} · registers of {bits} bits", vtype.name(), file.vl, file.vlmax())
}

/// The bits of the mask register for the elements below the vector length.
fn mask(file: &File, used: bool) -> Form {
    if !used {
        return Form::Text(Text::saying(NO_MASKS));
    }
    let on = file.mask().filter(|bit| *bit).count();
    let bits: String = file.mask().map(|bit| if bit { '1' } else { '0' }).collect();
    let mut table = Table::new(&["register", "bits", "on"]);
    let count = format!("{on} of {} elements are on", file.vl);
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
    fn new(file: &File, wanted: u32) -> Cut {
        // Before a vector type is set: double words.
        let sew = file.vtype.map_or(64, |vtype| vtype.sew);
        let wanted = if matches!(wanted, 8 | 16 | 32 | 64) { wanted } else { sew };
        let (bits, step) = (wanted, file.registers());
        let own = file.vtype.is_some_and(|vtype| vtype.sew == bits);
        let elements = if own { file.vlmax() } else { step * file.vlen() / bits };
        // A part of an element that is within the length is within it too.
        let length = u64::from(file.vl) * u64::from(file.vtype.map_or(0, |vtype| vtype.sew));
        Cut { bits, step, elements: elements.max(1), end: (length / u64::from(bits)) as u32, own }
    }
}

fn table(
    file: &File,
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
        off: masked && index < file.vl && !file.mask_bit(index),
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
            let value = file.class.across(register as usize, index as usize, cut.bits);
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
    use crate::isa::Lmul;

    /// Registers of 2048 bits with a vector type (none for elements of 0 bits), half of an operand long; cut for elements of
    /// the wanted width.
    fn cut(sew: u32, lmul: i32, wanted: u32) -> Cut {
        let lmul = Lmul::from_log2(lmul).unwrap();
        let vtype = (sew > 0).then_some(Vtype { sew, lmul, tail_agnostic: true, mask_agnostic: true });
        let vl = vtype.map_or(0, |vtype| vtype.vlmax(2048) / 2);
        let values = [vl.into(), vtype.map_or(1 << 63, |vtype| vtype.bits().into())];
        let names = vec!["vl".into(), "vtype".into()];
        let control = RegisterClass::scalars("control", names, 64, None, |at, _| values[at as usize]);
        let names = (0..32).map(|at| format!("v{at}")).collect();
        let (id, bytes) = ("vector".into(), vec![0; 32 * 256]);
        let vector = RegisterClass { id, names, bits: 8, columns: 256, bytes, ..control.clone() };
        let registers = Registers { classes: vec![control, vector] };
        Cut::new(&File::of(&registers).unwrap(), wanted)
    }

    #[test]
    fn hv25_a_register_is_cut_into_elements_of_any_width() {
        // The register of 2048 bits of the text: 32 x 64, 64 x 32, 128 x 16 or 256 x 8 bits.
        let elements = [64, 32, 16, 8].map(|bits| cut(64, 0, bits).elements);
        assert_eq!(elements, [32, 64, 128, 256]);
        assert_eq!(cut(64, 3, 8).elements, 8 * 256);
    }

    #[test]
    fn the_vector_length_ends_at_the_same_byte_in_every_width() {
        let ends = [0, 64, 32, 8].map(|bits| cut(64, 0, bits).end);
        assert_eq!(ends, [16, 16, 32, 128]);
    }

    #[test]
    fn without_a_vector_type_there_are_double_words() {
        let cut = cut(0, 0, 0);
        assert_eq!((cut.bits, cut.elements, cut.end, cut.own), (64, 32, 0, false));
    }
}

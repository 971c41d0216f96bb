//! The packed registers, cut into elements as the selected thread's next packed instruction cuts them, or into those of another
//! width that is chosen: the same bits can be read in many ways.

use alloc::{format, vec::Vec};

use lanescope_parts::{
    figure::{
        About, Figure, Form, Panel, Question, Table, Takes, Text,
        legend::Entry,
        number::{self, Radix},
        table::{Column, TableCell},
    },
    machines::{
        RegisterClass,
        panels::{MachinePanel, Scene},
    },
};

use crate::isa::PackedInst;

/// Bits of an element where nothing says otherwise.
const USUAL: u32 = 32;

/// The row of the packed registers.
pub const PACKED: MachinePanel = Panel {
    about: About {
        id: "packed",
        title: "Packed",
        says: "The packed registers of the selected thread, cut into elements as its next packed instruction cuts them.",
        label: "Packed registers",
        help: &[
            ("Rows", "Registers."),
            ("Columns", "Elements, the lowest bits first."),
            (
                "Elements",
                "Of the type of the next instruction, else of 32 bits; or of another width, the same bits as bytes, words or floats.",
            ),
        ],
        legend: &[Entry::Token("fresh", "changed since the last stop")],
        empty: "Packed registers appear while the selected thread has work.",
        takes: &[Takes::Cursor, Takes::Unit, Takes::Radix, Takes::ElementBits],
        shows: &[],
    },
    answer: packed,
};

fn packed(scene: &dyn Scene, question: &Question) -> Figure {
    let registers = scene.cursor().registers(question.unit).unwrap_or_default();
    let Some(class) = registers.class("packed") else { return Figure::empty(PACKED.about.empty) };
    let pc = scene.cursor().state(question.unit).and_then(|state| state.pc);
    let inst = pc.and_then(|pc| super::fields::read(scene.code().text(pc)));
    let elem = inst.and_then(|inst| inst.packed()).map(|(_, form)| (form.elem.bits(), form.elem.is_float()));
    let (bits, radix) = cut(elem, question.element_bits, question.radix);
    let says = format!("Registers of {} bits, cut into elements of {bits} bits.", 8 * class.columns);
    let mut figure = Figure::from(Form::Text(Text::saying(says)));
    figure.push("", Form::Table(table(class, bits, radix)));
    figure
}

/// Bits of an element and how it is written: as the next instruction has it (bits, and whether they are a float) unless another
/// width or form is chosen.
fn cut(elem: Option<(u32, bool)>, chosen: u32, radix: Radix) -> (u32, Radix) {
    let (own, is_float) = elem.filter(|(bits, _)| is_width(*bits)).unwrap_or((USUAL, false));
    let bits = if is_width(chosen) { chosen } else { own };
    let radix = if radix == Radix::Auto && is_float && bits == own { Radix::Float } else { radix };
    (bits, radix)
}

const fn is_width(bits: u32) -> bool {
    matches!(bits, 8 | 16 | 32 | 64)
}

fn table(class: &RegisterClass, bits: u32, radix: Radix) -> Table {
    let count = 8 * class.columns / bits;
    let heads = (0..count).map(|at| Column::new(format!("{at}")));
    let row = |(at, name): (usize, &str)| -> Vec<TableCell> {
        let value = |element: u32| {
            let value = class.across(at, element as usize, bits).unwrap_or(0);
            TableCell::text(number::value(value, bits, radix)).holding(value)
        };
        [TableCell::text(name)].into_iter().chain((0..count).map(value)).collect()
    };
    Table {
        columns: [Column::new("register")].into_iter().chain(heads).collect(),
        rows: class.names.iter().map(|name| name.as_str()).enumerate().map(row).collect(),
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    #[test]
    fn registers_are_cut_as_the_next_instruction_cuts_them() {
        assert_eq!(cut(Some((64, true)), 0, Radix::Auto), (64, Radix::Float));
        assert_eq!(cut(Some((64, true)), 8, Radix::Auto), (8, Radix::Auto));
        assert_eq!(cut(Some((16, false)), 0, Radix::Hex), (16, Radix::Hex));
        // Whole registers of bits have no element; nothing is cut into 3 bits.
        assert_eq!(cut(Some((128, false)), 3, Radix::Auto), (USUAL, Radix::Auto));
        assert_eq!(cut(None, 0, Radix::Auto), (USUAL, Radix::Auto));
    }

    #[test]
    fn the_same_bits_are_elements_of_any_width() {
        let names = vec!["xmm0".into(), "xmm1".into()];
        let blank = RegisterClass::scalars("packed", names, 64, None, |_, _| 0);
        let mut bytes = vec![0; 32];
        bytes[16..20].copy_from_slice(&[1, 2, 0, 0x80]);
        let class = RegisterClass { bits: 8, columns: 16, bytes, ..blank };
        let held = |bits: u32| -> Vec<u64> {
            table(&class, bits, Radix::Auto).rows[1].iter().filter_map(|cell| cell.bits).collect()
        };
        assert_eq!(held(8)[..5], [1, 2, 0, 0x80, 0]);
        assert_eq!(held(16)[..2], [0x201, 0x8000]);
        assert_eq!(held(32), [0x8000_0201, 0, 0, 0]);
        assert_eq!(held(64), [0x8000_0201, 0]);
    }
}

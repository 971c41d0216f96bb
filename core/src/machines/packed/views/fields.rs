//! The register cut into fields: what the selected thread's next instruction does to each. One wide adder does for all widths,
//! with its carries cut where fields meet (hp_ch4 HS10); where a sum would leave the range of its field, instructions that
//! saturate hold it at the end.
//!
//! Shown are instructions that work on fields by themselves: arithmetic, logic and comparisons of registers. Absent: moves across
//! a register, shifts, conversions, and instructions with memory operands or under a mask.

use alloc::{format, string::String, vec::Vec};

use crate::{
    figure::{
        About, Figure, Form, Panel, Question, Table, Takes, Text,
        number::{self, Radix},
        table::{Look, TableCell},
    },
    machines::{
        Registers,
        packed::{
            asm,
            exec::lane,
            isa::{Elem, Generation, Inst, Lane, Shape, Work},
        },
        panels::{MachinePanel, Scene},
    },
};

/// The row of the fields.
pub const FIELDS: MachinePanel = Panel {
    about: About {
        id: "fields",
        title: "Fields",
        says: "The register cut into fields, as the selected thread's next instruction cuts it: both sources, the result, and the carries that are cut.",
        label: "Fields of the next packed instruction",
        help: &[
            ("Rows", "Fields, the lowest bits first."),
            (
                "Carry cut",
                "The sum is longer than its field: the adder of the whole register does not pass the carry on.",
            ),
            ("Held", "The result would leave the range of its field: it is the end of the range instead."),
        ],
        legend: &[],
        empty: "The next instruction is none that works on the fields of two registers.",
        takes: &[Takes::Cursor, Takes::Unit, Takes::Radix],
        shows: &[],
    },
    answer: fields,
};

/// What happens to a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Field {
    a: u64,
    b: u64,
    result: u64,
    end: End,
}

/// What happens at the border of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Nothing,
    /// A carry or borrow is cut.
    Cut,
    /// The result is held at the end of the range.
    Held,
}

fn fields(scene: &dyn Scene, question: &Question) -> Figure {
    let pc = scene.state(question.unit).and_then(|state| state.pc);
    let inst = pc.and_then(|pc| read(scene.code().text(pc)));
    let registers = scene.registers(question.unit).unwrap_or_default();
    let found = inst.and_then(|inst| Some((inst.packed()?.1.elem, of(&inst, &registers)?)));
    let Some((elem, list)) = found else { return Figure::empty(FIELDS.about.empty) };
    let text = pc.map(|pc| scene.code().text(pc)).unwrap_or_default();
    let says = format!("{} · {} fields of {} bits", text.trim(), list.len(), elem.bits());
    let mut figure = Figure::from(Form::Text(Text::saying(says)));
    figure.push("", Form::Table(table(elem, &list, question.radix)));
    figure
}

/// The instruction that a line is, whichever generation has it.
pub(super) fn read(text: &str) -> Option<Inst> {
    let generations = [Generation::Amx, Generation::Rvp, Generation::Lee].into_iter();
    let read = |generation| asm::assemble(text, generation).0.code.first().copied();
    generations.filter_map(read).find(|inst| inst.packed().is_some())
}

/// The fields of an instruction on two registers that works on each by itself.
fn of(inst: &Inst, registers: &Registers) -> Option<Vec<Field>> {
    let (op, form) = inst.packed()?;
    let two = matches!(form.shape, Shape::F2 | Shape::V2 | Shape::VTest | Shape::KTest | Shape::L2);
    let class = registers.class("packed").filter(|_| two && !inst.masked)?;
    let bits = form.elem.bits().min(64);
    let bytes = if inst.width == 0 { class.columns } else { u32::from(inst.width).min(class.columns) };
    let source = |register: u8, at: u32| class.across(register.into(), at as usize, bits);
    let field = |at: u32| {
        let (a, b) = (source(inst.rs2, at)?, source(inst.rs1, at)?);
        let (result, end) = match op.work() {
            Work::Lanes(lane) => done(lane, form.elem, a, b),
            Work::Compare(test) => {
                let ones = u64::MAX >> (64 - bits);
                (if lane::test(test, form.elem, a, b).0 { ones } else { 0 }, End::Nothing)
            }
            _ => return None,
        };
        Some(Field { a, b, result, end })
    };
    (0..8 * bytes / bits).map(field).collect()
}

/// The result of an operation, and what happens at the border of the field.
fn done(op: Lane, elem: Elem, a: u64, b: u64) -> (u64, End) {
    let result = |op| lane::lane(op, elem, 0, a, b).0;
    let cut = |is| if is { End::Cut } else { End::Nothing };
    let held = |plain| if result(op) == result(plain) { End::Nothing } else { End::Held };
    let end = match op {
        Lane::Add => cut(result(Lane::Add) < a),
        Lane::Sub => cut(a < b),
        Lane::AddS | Lane::AddU => held(Lane::Add),
        Lane::SubS | Lane::SubU => held(Lane::Sub),
        _ => End::Nothing,
    };
    (result(op), end)
}

fn table(elem: Elem, list: &[Field], radix: Radix) -> Table {
    let radix = match radix {
        Radix::Auto if elem.is_float() => Radix::Float,
        radix => radix,
    };
    let mut table = Table::new(&["field", "first source", "second source", "result", "at its border"]);
    let value = |bits: u64| {
        let text = number::value(bits, elem.bits().min(64), radix);
        TableCell { bits: Some(bits), ..TableCell::text(text) }
    };
    for (at, field) in list.iter().enumerate() {
        let (words, look) = match field.end {
            End::Nothing => (String::new(), Look::Plain),
            End::Cut => ("carry cut".into(), Look::On),
            End::Held => ("held".into(), Look::On),
        };
        let number = TableCell::text(format!("{at}"));
        let border = TableCell::text(words).looking(look);
        table.rows.push([number, value(field.a), value(field.b), value(field.result), border].into());
    }
    table
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::machines::RegisterClass;

    /// Registers of 32 bytes: f1 has 200, 100, 128 in its first bytes, f2 has 100, 100, 128.
    fn registers() -> Registers {
        let mut bytes = vec![0; 32 * 32];
        bytes[32..35].copy_from_slice(&[200, 100, 128]);
        bytes[64..67].copy_from_slice(&[100, 100, 128]);
        let names = (0..32).map(|at| format!("f{at}")).collect::<Vec<_>>();
        let blank = RegisterClass::scalars("packed", names, 64, None, |_, _| 0);
        Registers { classes: vec![RegisterClass { bits: 8, columns: 32, bytes, ..blank }] }
    }

    fn first(text: &str) -> Vec<(u64, End)> {
        let inst = read(text).unwrap();
        of(&inst, &registers()).unwrap().into_iter().take(3).map(|field| (field.result, field.end)).collect()
    }

    #[test]
    fn hs10_carries_are_cut_where_fields_meet() {
        use End::{Cut, Held, Nothing};
        assert_eq!(first("padd.32B f3, f1, f2"), [(44, Cut), (200, Nothing), (0, Cut)]);
        // In halves the first carry stays within its field: 100 * 256 + 200 and 100 * 256 + 100.
        assert_eq!(first("padd.16H f3, f1, f2")[0], (200 * 256 + 300, Nothing));
        assert_eq!(first("paddsu.32B f3, f1, f2"), [(255, Held), (200, Nothing), (255, Held)]);
        // -56 + 100, 100 + 100 above 127, -128 + -128 below -128.
        assert_eq!(first("padds.32B f3, f1, f2"), [(44, Nothing), (127, Held), (128, Held)]);
        assert_eq!(first("psub.32B f3, f2, f1"), [(156, Cut), (0, Nothing), (0, Nothing)]);
        assert_eq!(first("pcmpeq.32B f3, f1, f2"), [(0, Nothing), (255, Nothing), (255, Nothing)]);
    }

    #[test]
    fn what_does_not_work_on_fields_has_none() {
        assert!(of(&read("fmv.4D f1, f2").unwrap(), &registers()).is_none());
        assert!(read("addi a0, a0, 1").is_none());
    }
}

use alloc::{string::String, vec::Vec};

use lanescope_parts::image::Memory;

use super::{super::super::exec::state::WIDEST, *};
use crate::{
    exec::{Hart, PState, PackedState},
    isa::InstructionSet,
    machine::classes,
};

/// The rows of an instruction's table before it, with the registers that its machine leaves behind it.
fn rows(text: &str, generation: Generation, prepare: &dyn Fn(&mut Hart)) -> Option<Vec<Vec<String>>> {
    let (program, diagnostics) = asm::assemble(text, generation);
    assert_eq!(diagnostics, [], "{text}");
    let mut hart = Hart::with(PState::new(generation, true, 32));
    prepare(&mut hart);
    let registers = |hart: &Hart| Registers { classes: classes(hart, InstructionSet::from(generation)) };
    let before = registers(&hart);
    hart.step(&program, &mut Memory::default()).ok()?;
    let (_, table) = table(&read(text)?, &before, &registers(&hart), Radix::Auto)?;
    let texts = |row: Vec<TableCell>| row.into_iter().map(|cell| cell.text).collect();
    Some(table.rows.into_iter().map(texts).collect())
}

/// Register 1 has 200, 100, 128 in its first bytes, register 2 has 100, 100, 128; the scalar part of the textbook's style.
fn bytes(hart: &mut Hart) {
    hart.f[1] = u64::from_le_bytes([200, 100, 128, 0, 0, 0, 0, 0]);
    hart.f[2] = u64::from_le_bytes([100, 100, 128, 0, 0, 0, 0, 0]);
}

/// Result and what happens, of the first fields.
fn first(text: &str, count: usize) -> Vec<[String; 2]> {
    let rows = rows(text, Generation::Rvp, &bytes).unwrap();
    rows.into_iter().take(count).filter_map(|row| row.last_chunk().cloned()).collect()
}

#[test]
fn hs10_carries_are_cut_where_fields_meet() {
    assert_eq!(first("padd.32B f3, f1, f2", 3), [["44", "carry cut"], ["-56", ""], ["0", "carry cut"]]);
    // In halves the first carry stays within its field: 100 * 256 + 200 and 100 * 256 + 100
    // are 51500, with sign 51500 - 65536.
    assert_eq!(first("padd.16H f3, f1, f2", 1), [["-14036", ""]]);
    assert_eq!(first("paddsu.32B f3, f1, f2", 3), [["255", "held"], ["200", ""], ["255", "held"]]);
    // -56 + 100, 100 + 100 above 127, -128 + -128 below -128.
    assert_eq!(first("padds.32B f3, f1, f2", 3), [["44", ""], ["127", "held"], ["-128", "held"]]);
    assert_eq!(first("psub.32B f3, f2, f1", 3), [["-100", "carry cut"], ["0", ""], ["0", ""]]);
    assert_eq!(first("pcmpeq.32B f3, f1, f2", 3), [["0", ""], ["-1", ""], ["-1", ""]]);
}

/// Words 10, 11, … in xmm1 and 20, 21, … in xmm2, 0b0101 in k1.
fn words(hart: &mut Hart) {
    for (register, first) in [(1, 10), (2, 20)] {
        let value: Vec<u8> = (first..first + 16u32).flat_map(u32::to_le_bytes).collect();
        let value = value.try_into().unwrap();
        hart.set_packed(register, WIDEST, &value);
    }
    hart.ext.masks[1] = 0b0101;
}

fn columns(text: &str, count: usize) -> Vec<String> {
    let rows = rows(text, Generation::Amx, &words).unwrap();
    rows.into_iter().take(count).map(|row| row[1..].join(" ")).collect()
}

#[test]
fn hs05_moves_say_where_each_field_comes_from() {
    // The low halves in turn (unpack), two bits a field (shuffle), sums of neighbours.
    let low = ["10 20 10 field 0 of the first source", "11 21 20 field 0 of the second source"];
    assert_eq!(columns("vpunpckldq xmm0, xmm1, xmm2", 2), low);
    let chosen = ["10 27 13 field 3 of the first source", "11 27 12 field 2 of the first source"];
    assert_eq!(columns("vpshufd xmm0, xmm1, 27", 2), chosen);
    // Words 10 and 11 are halves 10, 0, 11, 0: packed they are the low halves of the four words.
    let packed = "10 20 10 field 0 of the first source";
    assert_eq!(columns("vpackssdw xmm0, xmm1, xmm2", 1), [packed]);
    assert_eq!(columns("vpackssdw xmm0, xmm1, xmm2", 8)[7], "  23 field 3 of the second source");
}

#[test]
fn hs07_a_mask_leaves_fields_out() {
    let merged = ["10 20 30 ", "11 21 0 left out: as before", "12 22 34 "];
    assert_eq!(columns("vpaddd xmm0{k1}, xmm1, xmm2", 3), merged);
    assert_eq!(columns("vpaddd xmm1{k1}{z}, xmm1, xmm2", 2)[1], "11 21 0 left out: 0");
}

#[test]
fn shifts_products_and_comparisons_have_fields() {
    assert_eq!(columns("vpslld xmm0, xmm1, 2", 1), ["10 2 40 "]);
    // 10 << 20; the count of each field is its own.
    assert_eq!(columns("vpsllvd xmm0, xmm1, xmm2", 1), ["10 20 10485760 "]);
    assert_eq!(columns("vpcmpgtd k2, xmm2, xmm1", 1), ["20 10 1 "]);
    let fused = rows("vfmadd231ps xmm0, xmm1, xmm2", Generation::Amx, &|_| {}).unwrap();
    assert_eq!(
        (fused[0].len(), fused.len()),
        (6, 4),
        "field, destination before, two sources, result, what happens"
    );
}

#[test]
fn what_does_not_work_on_fields_has_none() {
    assert!(rows("fmv.4D f1, f2", Generation::Rvp, &bytes).is_none());
    assert!(rows("kmov k1, k2", Generation::Amx, &words).is_none());
    assert!(read("addi a0, a0, 1").is_none());
}

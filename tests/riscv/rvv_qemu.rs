//! Vector instructions against a program of others: `oracles/rvv_qemu.txt` holds what each of 2,236 forms leaves behind, with element
//! widths, register groups, lengths, masks and rounding modes of its own, and `oracles/rvv_programs.txt` random programs with loops, branches, atomics,
//! segments and indexes, changes of the vector type, scalar floats with their flags, macros and relocations.

use std::fmt::Write as _;

use lanescope_core::session::vocabulary::*;
use lanescope_tests::{
    runs,
    shorthand::{buffer, finish, fnv, function, int},
};

const TABLE: &str = include_str!("../oracles/rvv_qemu.txt");
/// Double words of a record, records, and bytes that a record leaves.
const RECORD: usize = 102;
const RECORDS: usize = 4;
const LEAVES: usize = 304 + 2048;
/// Place of `fcsr` in that, and its flags: vector instructions add nothing to them.
const FCSR: usize = 272;
const FLAGS: u8 = 0x1F;

/// The generator SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// Bits of all kinds: any, floats at the edges, small integers, floats of a few binary orders.
    fn word(&mut self) -> u64 {
        const EDGES: [u64; 20] = [
            0,
            0x8000_0000_0000_0000,
            0x7FF0_0000_0000_0000,
            0xFFF0_0000_0000_0000,
            0x7FF8_0000_0000_0000,
            0x7FF0_0000_0000_0001,
            0x3FF0_0000_0000_0000,
            0xBFF0_0000_0000_0000,
            0x7F80_0000_FF80_0000,
            0x7FC0_0000_7F80_0001,
            0x0000_0001_8000_0000,
            0x3F80_0000_4F00_0000,
            0x7FFF_FFFF_FFFF_FFFF,
            0xFFFF_FFFF_FFFF_FFFF,
            0x43E0_0000_0000_0000,
            0x3FE0_0000_0000_0000,
            0x0010_0000_0000_0000,
            0x0000_0000_0000_0001,
            0x0080_0000_BF00_0000,
            0xCF00_0000_4120_0000,
        ];
        let (kind, x) = (self.next() % 4, self.next());
        match kind {
            0 => x,
            1 => EDGES[x as usize % EDGES.len()],
            2 => x & 0x0F0F_0F0F_0F0F_0F0F,
            _ => 0x4000_0000_4000_0000 ^ x & 0x83FF_FFFF_83FF_FFFF,
        }
    }
}

/// Places of 32 doubles in an order without system, as indices of 8, 16, 32 and 64 bits: 256 bytes of each.
fn indices() -> Vec<u8> {
    let mut random = Random(7);
    let mut bytes = vec![];
    for width in [1, 2, 4, 8] {
        let mut places: Vec<u64> = (0..32).collect();
        (1..32).rev().for_each(|at| places.swap(at, (random.next() % (at as u64 + 1)) as usize));
        for at in 0..256 / width {
            bytes.extend(&(places[at % 32] * 8).to_le_bytes()[..width]);
        }
    }
    bytes
}

/// The data of all programs.
fn data() -> String {
    let mut random = Random(2024);
    let mut text = String::from(" .data\n .align 6\ninp:\n");
    (0..RECORDS * RECORD).for_each(|_| writeln!(text, " .dword {:#x}", random.word()).unwrap());
    text += "idx:\n";
    indices()
        .as_chunks()
        .0
        .iter()
        .for_each(|word| writeln!(text, " .dword {:#x}", u64::from_le_bytes(*word)).unwrap());
    text
}

/// A program that carries out the instruction of a row on each record.
fn program(row: &str, data: &str) -> String {
    let (fields, text) = row.split_once(" | ").expect("a text");
    let [_, avl, frm, vxrm, vtype, memory, index] = fields.split(' ').collect::<Vec<_>>()[..] else {
        panic!("{row}")
    };
    let index = match index {
        "-" => String::new(),
        place => format!(" la t0, idx\n addi t0, t0, {place}\n vl8re8.v v16, (t0)\n"),
    };
    let memory = match memory {
        "load" => " addi t4, a2, 32\n",
        "store" => " addi t4, a1, 304\n",
        _ => "",
    };
    let text = text.replace(" ; ", "\n ");
    format!(
        "{data} .text\n .globl t\nt: la a2, inp\nagain:
 vl1re8.v v0, (a2)
 addi t0, a2, 32
 vl8re8.v v8, (t0)
 addi t0, a2, 288
 vl8re8.v v16, (t0)
 addi t0, a2, 544
 vl8re8.v v24, (t0)
{index} ld t5, 800(a2)
 fld ft0, 808(a2)
 fmv.d.x ft1, x0
 li t6, 0
 csrwi fcsr, 0
 csrwi frm, {frm}
 csrwi vxrm, {vxrm}
 csrwi vxsat, 0
 li t2, {avl}
 vsetvli t3, t2, {vtype}, tu, mu
{memory} {text}
 csrr t0, fcsr
 csrr t1, vxsat
 csrr t2, vl
 csrr t3, vstart
 vs8r.v v8, (a1)
 sd t6, 256(a1)
 fsd ft1, 264(a1)
 sd t0, 272(a1)
 sd t1, 280(a1)
 sd t2, 288(a1)
 sd t3, 296(a1)
 addi a0, a0, -1
 addi a2, a2, {}
 li t0, {LEAVES}
 add a1, a1, t0
 bnez a0, again
 ret
",
        8 * RECORD
    )
}

#[test]
fn every_form_leaves_what_another_emulator_leaves() {
    let data = data();
    let rows: Vec<&str> = TABLE.lines().filter_map(|line| line.strip_prefix("form ")).collect();
    assert_eq!(rows.len(), 2236);
    let differs = |row: &&&str| {
        let out = buffer((LEAVES * RECORDS) as u64, Type::I8, Init::Zeros);
        let args = [("n", int(RECORDS as i64)), ("out", out)];
        let mut session = function(&program(row, &data), "rvv/textbook", &[("vlen", "256")], &args);
        finish(&mut session);
        let mut left = session.dump("out").expect("it is an argument");
        left.chunks_mut(LEAVES).for_each(|record| record[FCSR] &= !FLAGS);
        format!("{:016x}", fnv(&left)) != row[..16]
    };
    let wrong: Vec<&&str> = rows.iter().filter(differs).collect();
    assert!(wrong.is_empty(), "{} forms differ: {wrong:#?}", wrong.len());
}

const PROGRAMS: &str = include_str!("../oracles/rvv_programs.txt");

#[test]
fn whole_programs_leave_what_another_emulator_leaves_on_every_preset() {
    let presets = runs::presets().into_iter().filter(|preset| preset.starts_with("rvv/")).collect::<Vec<_>>();
    let programs: Vec<&str> = PROGRAMS.split("\nprogram ").skip(1).collect();
    assert!(programs.len() >= 30, "{}", programs.len());
    for (at, program) in programs.into_iter().enumerate() {
        let (head, text) = program.split_once('\n').expect("lines");
        let (seed, digest) = head.split_once(' ').expect("seed and digest");
        let mut random = Random(seed.parse().expect("a number"));
        let bytes: Vec<u8> = (0..1024).flat_map(|_| random.word().to_le_bytes()).collect();
        let args = [("data", buffer(8192, Type::I8, Init::Bytes(bytes)))];
        let preset = &presets[at % presets.len()];
        // Its programs were drawn without a look at what is reserved.
        let changes = [("vlen", "256"), ("misaligned", "split"), ("reserved", "count")];
        let mut session = function(&format!(" .globl t\nt:\n{text}\n"), preset, &changes, &args);
        finish(&mut session);
        let left = session.dump("data").expect("it is an argument");
        assert_eq!(format!("{:016x}", fnv(&left)), digest, "program {seed} on {preset}");
    }
}

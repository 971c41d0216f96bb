//! Reading and writing assembly: known words, round trips, pseudo-instructions, data, messages.

use alloc::{string::String, vec::Vec};

use super::*;
use crate::{
    base::rng::Rng,
    image::BASE,
    machines::rvv::{
        encode::{decode, encode},
        isa::{Inst, Program, TEXT, ops::TABLE},
    },
    source::Span,
};

/// Words and their assembly, every instruction in every form: the words that the GNU assembler 2.40 makes of the texts
/// (`riscv64-unknown-elf-as -march=rv64gcv_zfh`, with `.option norvc` and `.option norelax` in front).
const KNOWN: &str = include_str!("known.txt");

/// The same for Zacas and Zvbb, put together by hand from the fields in their manuals.
const EXTENSIONS: &str = "28b6252f amocas.w a0, a1, (a2)
28b6352f amocas.d a0, a1, (a2)
4a2620d7 vclz.v v1, v2
4a26a0d7 vctz.v v1, v2
4a2720d7 vcpop.v v1, v2";

fn read(text: &str) -> Program {
    let (program, diagnostics) = assemble(text);
    assert_eq!(diagnostics, [], "{text}");
    program
}

fn words(text: &str) -> Vec<u32> {
    read(text).code.iter().map(encode).collect()
}

fn error(text: &str) -> (&'static str, Span) {
    let (_, diagnostics) = assemble(text);
    let first = diagnostics.first().expect("an error");
    let code = match &first.code {
        alloc::borrow::Cow::Borrowed(code) => *code,
        alloc::borrow::Cow::Owned(_) => "",
    };
    (code, first.span())
}

#[test]
fn known_words_are_assembled_and_disassembled() {
    let mut seen = Vec::new();
    for line in KNOWN.lines().chain(EXTENSIONS.lines()) {
        let (word, text) = line.split_once(' ').unwrap();
        let word = u32::from_str_radix(word, 16).unwrap();
        assert_eq!(words(text), [word], "{text}");
        let inst = decode(word).unwrap();
        seen.push((inst.op, inst.form));
        let shown = print_inst(&inst, 0, |pc| Some(alloc::format!(".{:+}", i64::from(pc as i32) * 4)));
        assert_eq!(shown, text);
    }
    for row in TABLE {
        for form in row.forms {
            let ours = row.mnemonic.starts_with("xl.");
            assert!(ours || seen.contains(&(row.op, *form)), "{:?} {form:?} has no known word", row.op);
        }
    }
}

/// The order of an atomic, with words of the same assembler.
#[test]
fn atomics_name_their_order() {
    for (word, text) in [
        (0x00b6_252f, "amoadd.w a0, a1, (a2)"),
        (0x06b6_252f, "amoadd.w.aqrl a0, a1, (a2)"),
        (0x0cb6_352f, "amoswap.d.aq a0, a1, (a2)"),
        (0xe2b6_252f, "amomaxu.w.rl a0, a1, (a2)"),
    ] {
        assert_eq!(words(text), [word], "{text}");
        assert_eq!(print_inst(&decode(word).unwrap(), 0, |_| None), text);
    }
}

#[test]
fn abi_and_plain_names_are_the_same() {
    assert_eq!(words("add a0, s0, t6"), words("add x10, x8, x31"));
    assert_eq!(words("fadd.d fa0, fs0, ft11"), words("fadd.d f10, f8, f31"));
}

#[test]
fn pseudo_instructions_stand_for_others() {
    for (pseudo, plain) in [
        ("mv a0, a1", "addi a0, a1, 0"),
        ("bgt a0, a1, .+8", "blt a1, a0, .+8"),
        ("beqz a0, .-4", "beq a0, zero, .-4"),
        ("ret", "jalr zero, 0(ra)"),
        ("jr t0", "jalr zero, 0(t0)"),
        ("jalr a0, t0, 4", "jalr a0, 4(t0)"),
        ("fmv.d fa0, fa1", "fsgnj.d fa0, fa1, fa1"),
        ("csrr a0, vlenb", "csrrs a0, vlenb, zero"),
        ("vneg.v v1, v2, v0.t", "vrsub.vx v1, v2, zero, v0.t"),
        ("vnot.v v1, v2", "vxor.vi v1, v2, -1"),
        ("vmslt.vi v1, v2, 5", "vmsle.vi v1, v2, 4"),
        ("vmsgt.vv v1, v2, v3", "vmslt.vv v1, v3, v2"),
        ("vmset.m v0", "vmxnor.mm v0, v0, v0"),
        ("jr 8(t0)", "jalr zero, 8(t0)"),
        ("jalr 8(t0)", "jalr ra, 8(t0)"),
        ("jalr a0, t0", "jalr a0, 0(t0)"),
        ("sll a0, a1, 3", "slli a0, a1, 3"),
        ("sltu a0, a1, 5", "sltiu a0, a1, 5"),
        ("addw a0, a1, -(4)", "addiw a0, a1, -4"),
        ("zext.w a0, a1", "slli a0, a1, 32\nsrli a0, a0, 32"),
        ("sext.b a0, a1", "slli a0, a1, 56\nsrai a0, a0, 56"),
        ("fsrm a0, a1", "csrrw a0, frm, a1"),
        ("vl2r.v v2, (a0)", "vl2re8.v v2, (a0)"),
        ("vmandnot.mm v1, v2, v3", "vmandn.mm v1, v2, v3"),
        ("vmsge.vx v1, v2, a0", "vmslt.vx v1, v2, a0\nvmnand.mm v1, v1, v1"),
        ("vmsgeu.vx v1, v2, a0, v0.t", "vmsltu.vx v1, v2, a0, v0.t\nvmxor.mm v1, v1, v0"),
    ] {
        assert_eq!(words(pseudo), words(plain), "{pseudo}");
    }
}

/// What the steps for a number leave in the register.
fn loaded(text: &str) -> i64 {
    read(text).code.iter().fold(0i64, |value, inst| {
        let imm = i64::from(inst.imm);
        match mnemonic(inst).as_str() {
            "lui" => i64::from((inst.imm as u32) << 12) << 32 >> 32,
            "addi" => value.wrapping_add(imm),
            "addiw" => i64::from(value.wrapping_add(imm) as i32),
            "slli" => value << imm,
            other => panic!("{other}"),
        }
    })
}

#[test]
fn numbers_of_any_size_are_loaded() {
    let edges = [0, 1, -1, 2047, 2048, -2048, -2049, 0x7FFF_FFFF, 0x8000_0000, i64::MAX, i64::MIN];
    let more = [0x7FFF_F800, -0x8000_0000, 0x1234_5678_9ABC_DEF0, 0xFFFF_FFFF, 1 << 40, -(1 << 40) + 5];
    for value in edges.into_iter().chain(more) {
        assert_eq!(loaded(&alloc::format!("li a0, {value}")), value);
    }
    assert_eq!(words("li a0, 5").len(), 1);
    assert_eq!(words("li a0, 4096").len(), 1);
    assert_eq!(words("li a0, 4097").len(), 2);
}

/// Operators bind as the manual of the GNU assembler has them: `|`, `&` and `^` before `+` and `-`.
#[test]
fn numbers_can_be_worked_out() {
    for (text, value) in [
        ("8*4", 32),
        ("-8*4", -32),
        ("-(8*4)", -32),
        ("1+2*3", 7),
        ("10-3-2", 5),
        ("1|2+4", 7),
        ("6&3^1", 3),
        ("(2+3)*(4-1)", 15),
        ("(1<<12)-1", 4095),
        ("0x100 >> 2", 64),
        ("100/3", 33),
        ("100%7", 2),
        ("~5", -6),
        ("N/2", 5),
        ("M-N", 2),
        ("','", 44),
        ("'#'", 35),
        ("';' + 1", 60),
        ("'\\''", 39),
        ("'\\n'", 10),
    ] {
        assert_eq!(loaded(&alloc::format!(".equ N, 10\nM = N + 2\nli a0, {text}")), value, "{text}");
    }
    for wrong in ["1/0", "1<<64", "(1", "1)", "2*", "a*2", "-a", "4-a", "a+a"] {
        let (_, diagnostics) = assemble(&alloc::format!("a: li a0, {wrong}"));
        assert!(!diagnostics.is_empty(), "{wrong}");
    }
    let deep = alloc::format!("li a0, {}1{}", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(error(&deep).0, "asm::expression");
}

#[test]
fn data_is_what_compilers_write() {
    let program = read(
        ".section .rodata.str1.8,\"aMS\",@progbits,1\na: .ascii \"\\001\\012\\x41\\101\\n\\\\\\\"\"\n.Lend:\n\
         .equ length, . - a\nb: .byte length, .Lend - a\n.half b-a\n.word a-b\n.section \".sbss\",\"aw\",@nobits\n\
         .fill 2, 2, 0x0102\n.local c\n.comm c, 4, 8\n.section \".note.GNU-stack\",\"\",@progbits\n\
         .text\n.globl f\n.hidden f\nf: ret\n.addrsig\n",
    );
    let text = [1, 10, 65, 65, 10, 92, 34];
    let counts = [7, 7, 7, 0, 0xF9, 0xFF, 0xFF, 0xFF];
    let rest = [2, 1, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(program.data, [&text[..], &counts, &rest].concat());
    // 7 + 8 + 4 bytes, and to the next multiple of 8.
    assert_eq!(program.symbol("c"), Some(BASE + 24));
    assert_eq!(error(".data\na: .zero 300\nb: .byte b-a").0, "asm::data");
}

#[test]
fn addresses_by_distance_go_through_the_label_of_their_upper_part() {
    let program = read(
        ".data\n.zero 4\nx: .word 5\n.text\nnop\n.L1: auipc a0, %pcrel_hi(x)\nlw a1, %pcrel_lo(.L1)(a0)\n\
         call f@plt\nf: ret",
    );
    let distance = (BASE + 4) as i64 - (TEXT + 4) as i64;
    let (upper, lower) = (i64::from(program.code[1].imm), i64::from(program.code[2].imm));
    assert_eq!(((upper << 12) << 32 >> 32) + lower, distance);
    assert_eq!(program.code[3].imm, 4);
    assert_eq!(error("lw a1, %pcrel_lo(x)(a0)\nx: nop").0, "asm::operand");
}

#[test]
fn suffixes_that_the_textbook_leaves_out_are_found() {
    assert_eq!(words("vle64 v0, (x5)"), words("vle64.v v0, (t0)"));
    assert_eq!(words("vfmul v8, v0, fa0"), words("vfmul.vf v8, v0, fa0"));
    assert_eq!(words("vfadd v24, v8, v16"), words("vfadd.vv v24, v8, v16"));
    assert_eq!(words("vadd v1, v2, a0, v0.t"), words("vadd.vx v1, v2, a0, v0.t"));
    assert_eq!(words("vadd v1, v2, 7"), words("vadd.vi v1, v2, 7"));
    assert_eq!(words("vsetvl t0, a0, e64, m8"), words("vsetvli t0, a0, e64, m8, tu, mu"));
}

#[test]
fn labels_go_forwards_and_backwards() {
    let program = read("a: 1: nop\n bnez a0, 1b\n j 1f\n nop\n1: j a // end\n");
    let distances: Vec<i32> = program.code.iter().map(|inst| inst.imm).collect();
    assert_eq!(distances, [0, -4, 8, 0, -16]);
    assert_eq!(program.symbol("a"), Some(TEXT));
}

#[test]
fn data_has_the_bytes_of_its_directives() {
    let program = read(
        ".data\nx: .byte 1, -1\n.align 2\ny: .word 0x01020304 # comment, with comma\n.half 'a'\n.balign 8\n\
         .dword y+1\n.float 1.5\n.double -2.0\n.zero 2\n.asciz \"a#,b\"\n.text\n.globl main\nmain: la a0, y\n",
    );
    let mut expected = alloc::vec![1, 255, 0, 0, 4, 3, 2, 1, 97, 0, 0, 0, 0, 0, 0, 0];
    expected.extend((BASE + 5).to_le_bytes());
    expected.extend(1.5f32.to_le_bytes());
    expected.extend((-2.0f64).to_le_bytes());
    expected.extend(b"\0\0a#,b\0");
    assert_eq!(program.data, expected);
    assert_eq!(program.symbol("y"), Some(BASE + 4));
    assert!(program.symbols.iter().any(|symbol| symbol.name == "main" && symbol.global));
    assert_eq!(program.code.iter().map(encode).collect::<Vec<_>>(), words("lui a0, 16\naddi a0, a0, 4"));
}

#[test]
fn loads_from_names_go_through_a_register() {
    let program = read(".data\n.zero 8\nx: .double 1.0\n.text\nfld fa0, x, t0\nlw a0, x\n");
    let again = read("lui t0, 16\nfld fa0, 8(t0)\nlui a0, 16\nlw a0, 8(a0)\n");
    let words = |program: &Program| program.code.iter().map(encode).collect::<Vec<_>>();
    assert_eq!(words(&program), words(&again));
}

#[test]
fn printing_and_reading_gives_the_same_program() {
    let text = ".data\nx: .word 1\ny: .word 2\n.text\n.globl f\nf: vsetvli t0, a0, e32, m4, ta, ma\n\
                vle32.v v8, (a1)\nbeqz a0, out\nj f\nout: ret\n";
    let strip = |program: Program| -> Program {
        let code = program.code.iter().map(|inst| Inst { span: Span::NONE, ..*inst }).collect();
        Program { code, ..program }
    };
    let program = strip(read(text));
    let again: String = print(&program);
    assert_eq!(strip(read(&again)), program, "{again}");
}

#[test]
fn errors_point_at_their_place() {
    assert_eq!(error("nop\nfoo a0"), ("asm::mnemonic", Span::new(4, 7)));
    assert_eq!(error("add a0, a1, fa2"), ("asm::operand", Span::new(12, 15)));
    assert_eq!(error("add a0, a1"), ("asm::operand", Span::new(0, 10)));
    assert_eq!(error("addi a0, a1, 2048").0, "asm::operand");
    assert_eq!(error("j nowhere"), ("asm::name", Span::new(2, 9)));
    assert_eq!(error("a: nop\na: nop").0, "asm::label");
    assert_eq!(error(".word 1").0, "asm::data");
    assert_eq!(error("fadd.d fa0, fa1, fa2, rtz").0, "asm::operand");
    assert_eq!(error(".data\n.byte 256").0, "asm::data");
    assert_eq!(error("vsetvli a0, a1, e32, ma, ta").0, "asm::operand");
}

/// Any text is read or refused with a message.
#[test]
fn mangled_text_is_no_surprise() {
    let text = ".data\nx: .word 1, 'a', x+4 # c\n.asciz \"a\\n\"\n.equ N, -0x10\n.text\n1: li a0, N\n\
                la a1, x /* c */; bnez a0, 1b\nvsetvli t0, a0, e32, mf2, ta, ma\nvlseg2e32.v v2, (a1), v0.t\n\
                lw a0, %lo(x)(a1)\nfcvt.w.d a0, fa0, rtz\nµ: ret";
    let pieces =
        ["(", ")", "%hi(", "\"", "'", "$1", ",", "-", ":", "#", "/*", "9999999999999999999", "µ", "."];
    let mut rng = Rng::new(3);
    for _ in 0..300 {
        let mut mangled: Vec<char> = text.chars().collect();
        for _ in 0..3 {
            let at = rng.below(mangled.len() as u64) as usize;
            let piece = pieces[rng.below(pieces.len() as u64) as usize];
            let cut = (at + rng.below(4) as usize).min(mangled.len());
            mangled.splice(at..cut, piece.chars());
        }
        let mangled: String = mangled.into_iter().collect();
        let (program, diagnostics) = assemble(&mangled);
        if diagnostics.is_empty() {
            print(&program);
        }
    }
}

#[test]
fn hv29_operands_begin_at_an_element_by_their_control_registers() {
    let by_hand =
        "csrw vs1from, t1\nvfadd.vv v8, v8, v8\ncsrwi vdfrom, 1\ncsrwi vs2from, 2\nvadd.vi v8, v4, 1";
    assert_eq!(words("vfadd.vv v8, v8, v8(t1)\nvadd v8(1), v4(2), 1"), words(by_hand));
    // The multiply-adds have their sources the other way round.
    assert_eq!(words("vfmacc.vv v8, v4(t0), v2"), words("csrw vs1from, t0\nvfmacc.vv v8, v4, v2"));
    assert_eq!(error("vfadd.vv v8, v8, v8(32)").0, "asm::operand");
    assert_eq!(error("vneg.v v8, v8(1)").0, "asm::operand");
}

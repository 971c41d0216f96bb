//! Reading and writing assembly: known words, round trips, pseudo-instructions, data, messages.

use alloc::{string::String, vec::Vec};

use lanescope_parts::{
    base::rng::Rng,
    image::BASE,
    riscv::{
        binary,
        encode::{decode, encode},
        isa::Isa,
    },
    source::Span,
};

use super::*;
use crate::isa::{Inst, Program, Symbol, TEXT, V};

/// Words and their assembly, every vector instruction in every form: the words that the GNU assembler 2.40 makes of the texts
/// (`riscv64-unknown-elf-as -march=rv64gcv_zfh`, with `.option norvc` and `.option norelax` in front).
const KNOWN: &str = include_str!("known.txt");

/// The same for Zvbb, put together by hand from the fields in its manual.
const EXTENSIONS: &str = "4a2620d7 vclz.v v1, v2
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
    for row in V::OPS {
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
        assert_eq!(print_inst::<V>(&decode(word).unwrap(), 0, |_| None), text);
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
        ("zext.w a0, a1", "add.uw a0, a1, zero"),
        ("frflags a0", "csrrs a0, fflags, zero"),
        ("fsflags a0", "csrrw zero, fflags, a0"),
        ("jump .+8, t0", "jal zero, .+8"),
        ("call t0, .+8", "jal t0, .+8"),
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
    for (text, value) in
        [("3 > 2", -1), ("3 <= 2", 0), ("1 && 2", 1), ("0 || 0", 0), ("!3", 0), ("~-6", 5), ("-~5", 6)]
    {
        assert_eq!(loaded(&alloc::format!("li a0, {text}")), value, "{text}");
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

/// As GNU as 2.40 has it: data is filled as the directive says, or not at all if too much is missing (0 is no limit), and texts in a row are one.
#[test]
fn data_is_filled_as_it_says_and_texts_in_a_row_are_one() {
    let program = read(
        ".data\nx: .byte 1\n.balign 4, 0xaa\n.byte 2\n.balign 4,0,2\n.byte 3\n.p2align 2,,3\n.byte 4\n.balign 4,1,0\n\
         .ascii \"a\" \"b\\\"\" \"c\"\n",
    );
    let expected = [1, 0xAA, 0xAA, 0xAA, 2, 3, 0, 0, 4, 1, 1, 1, b'a', b'b', b'"', b'c'];
    assert_eq!(program.data, expected);
    assert_eq!(error(".data\n.ascii \"a\" b").0, "asm::data");
    // Nothing behind a comma is 0 bytes, and no number at all is one; the fill of an alignment may be left out behind its comma.
    let program = read(".data\n.fill 3,,5\n.fill 3,\n.byte 1\n.fill 2\n.fill 2,1,7\n.balign 16,\n.byte 2");
    let mut expected = [[1, 0, 0, 7, 7].as_slice(), &[0; 11], &[2]].concat();
    assert_eq!(program.data, expected);
    // 8 and 9 count as octal digits.
    let program = read(".data\n.ascii \"\\8\\9\\19\\08\\777\\400\\18x\\128\"");
    expected = Vec::from([8, 9, 0o10 + 9, 8, 0xff, 0, 0o10 + 8, b'x', 0o120 + 8]);
    assert_eq!(program.data, expected);
}

/// As GNU as 2.40 has it: a number of bytes below 0 is none, with a warning.
#[test]
fn room_of_less_than_nothing_is_a_warning() {
    for text in [".space -1", ".skip -1", ".zero -2, 5", ".fill -1, 4"] {
        let (program, said) = assemble(&alloc::format!(".data\n.byte 1\n{text}\n.byte 2\n.text\nnop"));
        assert!(said.len() == 1 && said[0].code == "asm::data" && !said[0].is_error(), "{said:?}");
        assert_eq!(program.data, [1, 2], "{text}");
    }
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
        // Data are printed as bytes, whatever a directive made them.
        let symbols =
            program.symbols.iter().map(|symbol| Symbol { element: None, ..symbol.clone() }).collect();
        Program { code, symbols, ..program }
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
    assert_eq!(error("nop\n.byte 1\nnop"), ("asm::align", Span::new(12, 15)));
    assert_eq!(error("a: nop\na: nop").0, "asm::label");
    assert_eq!(error("fadd.d fa0, fa1, fa2, near").0, "asm::operand");
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

/// What a name that is defined nowhere is good for: a warning at its place, and a program.
#[test]
fn what_is_not_defined_is_a_warning() {
    let (program, diagnostics) = assemble("beqz a0, 1f\ncall printf\n1: ret\n.data\nx: .dword printf");
    let said: Vec<_> = diagnostics.iter().map(|found| (found.is_error(), found.message.as_str())).collect();
    assert_eq!(said, [(false, "`printf` is defined nowhere: a run that comes to it ends.")]);
    let address = program.symbol("printf").unwrap();
    assert_eq!(program.undefined(address), Some("printf"));
    assert_eq!((program.pc(address), program.read(address, 4)), (None, None));
    assert_eq!(program.data, address.to_le_bytes());
}

/// A branch over `count` instructions, forwards and backwards.
#[test]
fn far_branches_are_turned_round() {
    let far = |count: usize| {
        let text =
            alloc::format!("bltu a0, a1, 1f\n{}1: ret\nbne a0, a1, .-4*{count}-8\n", "nop\n".repeat(count));
        read(&text)
            .code
            .iter()
            .filter(|inst| inst.op != crate::isa::Op::Addi)
            .map(|inst| print_inst(inst, 0, |_| Some(alloc::format!("{:+}", inst.imm))))
            .collect::<Vec<_>>()
    };
    assert_eq!(far(1022), ["bltu a0, a1, +4092", "jalr zero, 0(ra)", "bne a0, a1, -4096"]);
    assert_eq!(far(1023)[..3], ["bgeu a0, a1, +8", "jal zero, +4096", "jalr zero, 0(ra)"]);
    assert_eq!(far(5000)[3..], ["beq a0, a1, +8", "jal zero, -20012"]);
}

#[test]
fn longer_branches_move_what_lies_behind_them() {
    let nops = "nop\n".repeat(2000);
    let text = alloc::format!(
        "f: beqz a0, out\n.balign 16\nt: .dword out\n.word out - f, t - f\n{nops}out: ret\n.size f, .-f\n.equ length, . - f\n.data\n.dword length"
    );
    let program = read(&text);
    let (out, t) = (program.symbol("out").unwrap(), program.symbol("t").unwrap());
    assert_eq!(t % 16, 0);
    assert_eq!(program.read(t, 8), Some(out));
    assert_eq!(program.read(t + 8, 8), Some((t - TEXT) << 32 | (out - TEXT)));
    assert_eq!(program.data, (out + 4 - TEXT).to_le_bytes());
    assert_eq!(Program::address(program.code.len() as u32), out + 4);
}

#[test]
fn data_stands_among_instructions() {
    let program =
        read("j f\nt: .word 0x00150513, 0, 0x3f800000\n.byte 1, 2\n.align 2\nf: addi a0, a0, 1\nunimp");
    let word = |at: u64| program.read(TEXT + 4 * at, 4);
    assert_eq!(
        [word(1), word(2), word(3), word(4)],
        [Some(0x0015_0513), Some(0), Some(0x3f80_0000), Some(0x0201)]
    );
    // What is an instruction can be executed, as code can be read.
    assert_eq!(encode(&program.code[1]), 0x0015_0513);
    assert_eq!(program.read(TEXT + 20, 4), Some(0x0015_0513));
    assert_eq!(word(6), Some(0xC000_1073));
    assert_eq!((program.read(TEXT + 4, 1), program.read(TEXT + 18, 2)), (Some(0x13), Some(0)));
    assert_eq!((program.read(TEXT + 2, 4), program.read(TEXT + 28, 1)), (None, None));
    let text = print(&program);
    assert!(text.contains(".word 0x3f800000") && text.contains(".word 0x150513"), "{text}");
    assert_eq!(read(&text).words, program.words);
}

/// What is printed of any words assembles to the same words: of random ones, and of instructions with a few bits changed.
#[test]
fn any_words_are_there_again_after_printing_and_reading() {
    let known: Vec<u32> = KNOWN.lines().map(|line| u32::from_str_radix(&line[..8], 16).unwrap()).collect();
    let mut rng = Rng::new(17);
    for _ in 0..100 {
        let mut bytes = Vec::new();
        for _ in 0..40 {
            let near = known[rng.below(known.len() as u64) as usize];
            let word = match rng.below(4) {
                0 => rng.next_u64() as u32,
                // The control registers, most of which are not there.
                1 => 0x0000_2073 | (rng.next_u64() as u32) << 7,
                _ => near ^ 1 << rng.below(32) ^ 1 << rng.below(32),
            };
            bytes.extend(word.to_le_bytes());
        }
        let program = binary::program::<V>(&bytes).unwrap();
        assert_eq!(binary::bytes(&read(&print(&program))), bytes);
    }
}

#[test]
fn sections_lie_in_the_order_of_their_first_names() {
    let program = read(
        ".data\n.byte 1\n.pushsection .rodata, \"a\"\n.byte 10\n.popsection\n.byte 2\n.section .mine,\"aw\"\n.byte 20\n\
         .previous\n.byte 3\n.previous\n.byte 21\n.data\n.subsection 2\n.byte 6\n.subsection 1\n.byte 5\n.data\n.byte 4\n\
         .text\nj b\n.section .text.cold,\"ax\"\nb: ret\n.text 1\na: ret\n.text\nj a",
    );
    assert_eq!(program.data, [1, 2, 3, 4, 5, 6, 10, 20, 21]);
    let imms: Vec<i32> = program.code.iter().map(|inst| inst.imm).collect();
    assert_eq!(imms, [12, 4, 0, 0]);
    assert_eq!(error(".popsection").0, "asm::section");
    assert_eq!(error(".section .strange").0, "asm::section");
}

#[test]
fn the_table_of_addresses_has_an_entry_for_each_name() {
    let load = |name: &str| alloc::format!("1: auipc a0, %got_pcrel_hi({name})\nld a0, %pcrel_lo(1b)(a0)\n");
    let program =
        read(&alloc::format!("{}{}{}ret\n.data\nx: .byte 1\ny: .byte 2", load("x"), load("y"), load("x")));
    let entry = |at: usize| {
        let (upper, lower) = (i64::from(program.code[at].imm), i64::from(program.code[at + 1].imm));
        let address = (TEXT + 4 * at as u64) as i64 + ((upper << 44) >> 32) + lower;
        let from = address as u64 - BASE;
        u64::from_le_bytes(program.data[from as usize..from as usize + 8].try_into().unwrap())
    };
    assert_eq!([entry(0), entry(2), entry(4)], [BASE, BASE + 1, BASE]);
    assert_eq!(program.data.len(), 8 + 2 * 8);
}

#[test]
fn values_may_be_set_from_what_comes_later() {
    let program = read(
        ".set later, end - start\n.data\n.word later\nstart: .byte 1, 2, 3\nend:\n.equiv once, 5\n.byte once, . - end",
    );
    assert_eq!(program.data, [3, 0, 0, 0, 1, 2, 3, 5, 1]);
    assert_eq!(error(".equiv a, 1\n.equiv a, 2").0, "asm::label");
    assert_eq!(error(".set a, b\n.set b, a\nli t0, 1\n.data\n.dword a").0, "asm::name");
    assert_eq!(error("a: beqz a0, a\n.if . - a\n.endif").0, "asm::constant");
    assert_eq!(read("a: nop\n.if . - a == 4\nret\n.endif").code.len(), 2);
}

/// Every function of the library is read, is there under its name, and calls only what is there.
#[test]
fn every_function_of_the_library_is_linked() {
    for name in super::library::names() {
        let program = read(&alloc::format!("main: tail {name}"));
        assert_eq!(program.library, Some(1), "{name}");
        assert!(program.symbol(&name).is_some_and(|address| program.undefined(address).is_none()), "{name}");
        let listing = print(&program);
        let mark = listing.find("# Linked").expect("the listing says so");
        assert!(listing.find(&alloc::format!("\n{name}:")).is_some_and(|at| at > mark), "{listing}");
    }
    let own = read("main: tail memcpy\nmemcpy: ret");
    assert_eq!((own.library, own.code.len()), (None, 2));
    // The library's own labels are none of the text.
    let (program, diagnostics) = assemble("j 1f\ncall memcpy");
    assert_eq!(diagnostics.len(), 1);
    assert!(program.undefined(Program::address(1).wrapping_add(program.code[0].imm as u64 - 4)).is_some());
}

/// The numbers 0 to 12 of saved registers have frames of 16 to 112 bytes, which the calling convention fixes.
#[test]
fn saved_registers_have_their_frames() {
    for (count, bytes) in [(0, 16), (1, 16), (2, 32), (3, 32), (4, 48), (7, 64), (9, 80), (11, 96), (12, 112)]
    {
        let listing = print(&read(&alloc::format!(
            "main: call t0, __riscv_save_{count}\n tail __riscv_restore_{count}"
        )));
        for line in ["sp, sp, -", "sp, sp, "].map(|start| alloc::format!("addi {start}{bytes}")) {
            assert!(listing.contains(&line), "{count}: {line}\n{listing}");
        }
        let moves = |op: &str| listing.lines().filter(|line| line.trim_start().starts_with(op)).count();
        assert_eq!((moves("sd "), moves("ld ")), (count + 1, count + 1), "{listing}");
        assert!(listing.contains(&alloc::format!("ra, {}(sp)", bytes - 8)), "{listing}");
    }
    let (_, diagnostics) = assemble("main: call t0, __riscv_save_13\n tail __riscv_restore_03");
    assert_eq!(diagnostics.len(), 2);
}

/// Texts that are made to be slow or large end in time, or at a limit with a name.
#[test]
fn hostile_programs_are_bounded() {
    let ladder: String =
        (0..20_000).map(|at| alloc::format!("l{at}: beqz a0, l{}\n", (at * 7919) % 20_000)).collect();
    assert!(read(&ladder).code.len() > 20_000);
    for text in [".rept 70000\nnop\n.endr", ".rept 100\n.balign 4096\nnop\n.endr", ".zero 1000000"] {
        assert_eq!(error(text).0, "limit::instructions", "{text}");
    }
    assert_eq!(error(".data\n.rept 100\n.zero 10000000\n.endr").0, "limit::data");
    let asked = "a: .rept 30000\nnop\n.endr\n.rept 30000\n.if . - a < 0\n.endif\n.endr";
    assert_eq!(read(asked).code.len(), 30_000);
}

/// `.include` reads statements, `.incbin` bytes; places lie in the row of all texts.
#[test]
fn other_files_are_read() {
    let texts = [
        ("lib/m.inc", ".macro two\nnop\nnop\n.endm\n.include \"n.inc\""),
        ("lib/n.inc", "n: addi a0, a0, 1"),
        ("t.txt", "ab"),
    ];
    let main = ".if 1\n.include \"lib/m.inc\"\n.endif\ntwo\n.rept 2\n.include \"lib/n2.inc\"\n.endr\n.data\n\
                .incbin \"t.txt\"\n.incbin \"d/t.bin\", 1, 2\n.incbin \"d/t.bin\", 4\n.incbin \"d/t.bin\", 0, 0";
    let data = [("d/t.bin", &[1, 2, 255, 4][..])];
    let files = Files::new(("", main), texts.into_iter().chain([("lib/n2.inc", "addi a1, a1, 2")]), data);
    let (program, diagnostics) = assemble_files(&files);
    assert_eq!(diagnostics, []);
    let words: Vec<u32> = program.code.iter().map(encode).collect();
    assert_eq!(words, self::words("addi a0, a0, 1\nnop\nnop\naddi a1, a1, 2\naddi a1, a1, 2"));
    assert_eq!(program.data, [b'a', b'b', 2, 255]);
    let first = program.code[0].span;
    assert_eq!(&files.text()[first.start as usize..first.end as usize], "addi a0, a0, 1");
    assert_eq!(files.parts()[files.part_at(first.start)].name, "lib/n.inc");
}

#[test]
fn wrong_files_of_assembly_are_told() {
    let code = |main: &str, texts: &[(&str, &str)]| {
        let (_, diagnostics) = assemble_files(&Files::new(("", main), texts.iter().copied(), []));
        diagnostics.first().map(|first| first.code.clone().into_owned())
    };
    assert_eq!(code(".include \"no\"", &[]).as_deref(), Some("asm::file"));
    assert_eq!(code(".include x", &[("x", "nop")]).as_deref(), Some("asm::file"));
    assert_eq!(code(".data\n.incbin \"no\"", &[]).as_deref(), Some("asm::file"));
    assert_eq!(code(".incbin", &[]).as_deref(), Some("asm::directive"));
    for part in ["5", "-1", "0, 5", "2, 3", "1, -1", "0x7fffffffffffffff", "0, 0x7fffffffffffffff"] {
        let text = alloc::format!(".data\n.incbin \"x\", {part}");
        assert_eq!(code(&text, &[("x", "abcd")]).as_deref(), Some("asm::file"), "{part}");
    }
    assert_eq!(code(".include \"x\"", &[("x", ".if 1\nnop")]).as_deref(), Some("asm::condition"));
    let circle = [("x", ".include \"y\""), ("y", "nop\n.include \"x\"")];
    assert_eq!(code(".include \"x\"", &circle).as_deref(), Some("limit::include-depth"));
    let large = alloc::format!("#{}", "x".repeat(1 << 20));
    assert_eq!(
        code(".rept 100\n.include \"x\"\n.endr", &[("x", &large)]).as_deref(),
        Some("limit::included-bytes")
    );
}

//! Lines as they should be: numbers, registers, places, buffers, annotations, exits.

use alloc::{format, vec, vec::Vec};

use super::*;
use crate::isa::{Bound, Contents, Op};

#[test]
fn a_whole_program_prints_and_reads_back() {
    let source = ".data\n31 0x1000 16 2 d \"a \\\"b\\\".csv\"\n0 0 64 4 f\n.sp_data\n2 0x80 8 8\n.text\nback:\n  sisub s0, s0, 1\n\
        #bound branchcycle 3 1 2\n  sicj.g back, s0\n#bound value 77\n  nop\n  smovssp sc.sd_words, s1\n  stglin v0, 0\n  exit\nend:\n";
    let (program, diagnostics) = assemble(source, Options::default());
    assert_eq!(diagnostics, []);
    let branch = Bound::Branch { taken: 3, not_taken: 1, start: 2 };
    let bounds: Vec<Option<Bound>> = program.instructions.iter().map(|one| one.bound).collect();
    assert_eq!(bounds, [None, Some(branch), None, Some(Bound::Value(77)), None, None]);
    let ids: Vec<u8> = program.buffers.iter().map(|buffer| buffer.id).collect();
    assert_eq!(ids, [0, 31]);
    assert_eq!(program.buffers[1].file.as_deref(), Some("a \"b\".csv"));
    assert_eq!((program.buffers[0].contents, program.buffers[0].words()), (Some(Contents::Words), 256));
    assert_eq!((program.labels[1].name.as_str(), program.labels[1].at), ("end", 6));
    let (again, diagnostics) = assemble(&text(&program), Options::default());
    assert_eq!(diagnostics, []);
    assert_eq!(text(&again), text(&program));
    let all = |program: &Program| program.instructions.iter().map(placeless).collect::<Vec<_>>();
    assert_eq!(all(&again), all(&program));
}

#[test]
fn every_float_of_a_float_instruction_keeps_its_bits() {
    for bits in
        [0, 1, 0x3F80_0000, 0x8000_0000, 0x7F7F_FFFF, 0xFF7F_FFFF, 0x7F80_0000, 0xFFC0_0001, 0x3DCC_CCCD]
    {
        let mut form = Instruction::new(Op::Mul);
        form.destination = Some(operand(OperandKind::Vector, 1));
        form.sources = [Some(operand(OperandKind::Vector, 0)), Some(Operand::Immediate(bits)), None];
        let printed = text(&Program { instructions: vec![form], ..Program::default() });
        let (read, diagnostics) = assemble(&printed, Options::default());
        assert_eq!((diagnostics, read.instructions[0].immediate(1)), (vec![], Some(bits)), "{printed}");
    }
}

/// Facts 5: numbers are patterns of bits; a float needs a dot.
#[test]
fn numbers_are_those_of_c_and_constants_have_names() {
    let value = |text: &str| one(&format!("mov v0, {text}")).immediate(0).unwrap();
    for (text, bits) in
        [("2", 2), ("-3", -3i32 as u32), ("0x1f", 31), ("010", 8), ("0", 0), ("-0x10", -16i32 as u32)]
    {
        assert_eq!(value(text), bits, "{text}");
    }
    for (text, float) in [("2.5", 2.5f32), (".5", 0.5), ("-1.0", -1.0), ("M_PI_F", core::f32::consts::PI)] {
        assert_eq!(value(text), float.to_bits(), "{text}");
    }
    assert_eq!((value("-FLT_MAX"), value("FLT_MIN_EXP")), (f32::MIN.to_bits(), -125i32 as u32));
    assert_eq!(value("-2147483648"), 1 << 31);
}

/// Facts 5: commas are optional, blanks may stand around the suffix's dot, registers have two spellings.
#[test]
fn commas_blanks_and_spellings_are_free() {
    let wanted = placeless(&one("ldglin.vec2 v4, 0, s1, 2"));
    for text in ["ldglin .vec2 v4 0 s1 2", "ldglin. vec2 v4,0 s1,2 // word", "  ldglin.vec2\tv4 ,0,s1,2,"] {
        assert_eq!(placeless(&one(text)), wanted, "{text}");
    }
    let wanted = placeless(&one("movvsp vc.ctrl_break, 1"));
    for text in ["movvsp vc1, 1", "movvsp vc.1, 1", "movvsp vc.ctrl_brk, 1"] {
        assert_eq!(placeless(&one(text)), wanted, "{text}");
    }
}

/// Facts 5: `stsplin` takes a number alone as x, so a scalar goes to y.
#[test]
fn an_optional_source_that_does_not_fit_goes_to_the_next_place() {
    let store = one("stsplin v0, 1, s3");
    assert_eq!((store.sources[1], store.sources[2]), (None, Some(operand(OperandKind::Scalar, 3))));
    assert_eq!(one("stsplin v0, 1, 3").sources[1], Some(Operand::Immediate(3)));
}

#[test]
fn lines_of_a_data_section() {
    let read = |line: &str| assemble(&format!("{line}\n"), Options::default());
    let (program, diagnostics) = read("3 0x300000 4 010 none // word");
    assert_eq!(diagnostics, []);
    let buffer = &program.buffers[0];
    assert_eq!((buffer.id, buffer.address, buffer.width, buffer.height), (3, 0x30_0000, 4, 8));
    assert_eq!((buffer.contents, &buffer.file), (Some(Contents::Nothing), &None));
    let (program, _) = read("0 0 4 4 float32 dir/a.bin // word");
    assert_eq!(program.buffers[0].file.as_deref(), Some("dir/a.bin"));
    for bad in [
        "32 0 4 4",
        "0, 0, 4, 4",
        "0 0 4",
        "0 0 4 x",
        "0 0 4 4 x",
        "0 0 4 4 f a b",
        "0 0 4 4 f \"a",
        "0 0xfffffffc 2 1",
        "0 0 4294967295 4294967295",
        "0 0 4294967296 1",
        "0 2 4 4",
        "0 0 0 4",
        "0 0 4 0",
    ] {
        for section in ["", ".sp_data\n"] {
            let source = format!("// a line\n{section}{bad}\n");
            let (program, diagnostics) = assemble(&source, Options::default());
            let lists = [&program.buffers, &program.scratchpads].map(Vec::len);
            assert_eq!((lists, program.dropped, diagnostics.len()), ([0; 2], 1, 1), "{bad}");
            // The line, whatever mistakes of instructions are.
            let at = source[..diagnostics[0].span().start as usize].matches('\n').count();
            assert_eq!((diagnostics[0].is_error(), at), (true, 1 + section.lines().count()), "{bad}");
        }
    }
    let (program, diagnostics) = read("0 0 4 4\n1 60 4 4\n1 64 4 4");
    assert_eq!((program.buffers.len(), program.buffers[1].address, diagnostics.len()), (2, 64, 2));
}

/// Facts 5: only an `exit` without operand directly behind a store to main memory is folded.
#[test]
fn exits_are_folded_into_stores_to_main_memory() {
    let folded = |text: &str| clean(text).instructions.iter().map(|one| one.exits).collect::<Vec<_>>();
    assert_eq!(folded("stglin v0, 0\nexit"), [true, false]);
    assert_eq!(folded("stg2sptile 0, 0\nhere:\nexit"), [true, false]);
    assert_eq!(folded("stglin v0, 0\nnop\nexit"), [false, false, false]);
    assert_eq!(folded("stglin v0, 0\nexit p0\nstsplin v0, 0\nexit"), [false; 4]);
}

//! Random programs, texts and files.

use alloc::{format, string::String};

use lanescope_parts::{base::rng::Rng, files::Files, source::Diagnostic};

use super::super::*;
use crate::isa::{
    Arch,
    tests::{ARCHS, random},
};

/// Text, object, text and object again; and each instruction by itself.
#[test]
fn random_programs_come_back_from_text_and_bytes() {
    let mut rng = Rng::new(3);
    for text in ARCHS {
        let arch = Arch::parse(text).expect(text);
        let mut program = String::from(".perm x\n");
        for at in 0..300 {
            let one = random(arch, &mut rng);
            let room = arch.immediate_bits(one.op.row().format);
            let label = (rng.below(3) == 0 && room >= 11).then_some("l0");
            if at % 50 == 0 {
                program += &format!("l{at}:\n");
            }
            program += &format!("{}\n", print_instruction(arch, &one, label));
        }
        program += ".perm rw\ndata: .word 1 -1\n.byte 7\n.align 16\n.string \"x\"\nend:\n";
        let read = |text: &str| {
            assemble(text, 0, arch.id(), &Rules::REFERENCE).0.unwrap_or_else(|| panic!("{text}"))
        };
        let object = read(&program);
        let again = read(&disassemble(&object, Style::Own).expect("a text"));
        assert_eq!(again.chunks.len(), object.chunks.len(), "{text}");
        for (one, two) in object.chunks.iter().zip(&again.chunks) {
            let of = |chunk: &Chunk| {
                (
                    chunk.name.clone(),
                    chunk.alignment,
                    chunk.permission,
                    chunk.data.clone(),
                    chunk.references.len(),
                )
            };
            assert_eq!(of(one), of(two), "{text}");
        }
        let linked = link(&[object], 0, &Rules::REFERENCE).0.map(|image| image.bytes);
        assert_eq!(linked, link(&[again], 0, &Rules::REFERENCE).0.map(|image| image.bytes), "{text}");
        let mut at = 0;
        let bytes = linked.expect("linked");
        let mut count = 0;
        while count < 300 {
            let crate::isa::Decoded::Instruction(one, size) = arch.decode(&bytes[at..]) else {
                panic!("{text}: {at}")
            };
            assert_eq!(arch.encode(&one), bytes[at..at + size as usize]);
            (at, count) = (at + size as usize, count + 1);
        }
    }
}

#[test]
fn any_text_and_any_file_is_answered() {
    let mut rng = Rng::new(4);
    let pieces = [
        "add ",
        "%r1",
        "@p0",
        "?",
        "#",
        "1",
        ",",
        ";",
        "\n",
        "(",
        ")",
        "a:",
        ".word ",
        ".string ",
        "\"",
        "\\",
        "/*",
        "*/",
        "-",
        "+",
        "a",
        ".def ",
        ".space 3\n",
        ".align 5\n",
        "halt\n",
        "0x",
        "é",
        "\u{0}",
        "%",
        "@",
        "`",
        "jmpi a\n",
        ".global\n",
        "to ",
    ];
    for _ in 0..3000 {
        let text: String =
            (0..rng.below(30)).map(|_| pieces[rng.below(pieces.len() as u64) as usize]).collect();
        for arch in ["4w8/8", "4b8/8", "2w4/2"] {
            let (image, said) =
                program(&Files::one(&text), ArchId::parse(arch).expect(arch), &Rules::HARPTOOL);
            assert!(image.is_some() || said.iter().any(Diagnostic::is_error), "{text}");
        }
    }
    let good = assemble("a: jmpi a\n.word 1\n", 0, ArchId::parse("4w8/8").expect("an id"), &Rules::HARPTOOL)
        .0
        .expect("an object");
    let good = write_object(&good);
    for _ in 0..3000 {
        let mut file = good.clone();
        for _ in 0..=rng.below(4) {
            let at = rng.below(file.len() as u64) as usize;
            file[at] = rng.next_u64() as u8;
        }
        if let Ok(object) = read_object(&file) {
            let (image, said) = link(core::slice::from_ref(&object), 0, &Rules::HARPTOOL);
            assert!(image.is_some() || !said.is_empty());
            if let Ok(text) = disassemble(&object, Style::Own) {
                let (again, said) = assemble(&text, 0, object.arch, &Rules::HARPTOOL);
                assert!(again.is_some(), "{text}\n{said:?}");
            }
        }
    }
}

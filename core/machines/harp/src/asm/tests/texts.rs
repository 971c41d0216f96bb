//! Binary forms as text, which assembles to the same bytes.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{base::rng::Rng, files::Files};

use super::super::*;
use crate::isa::{
    Arch, Op,
    tests::{ARCHS, random},
};

fn assembled(text: &str, arch: ArchId) -> Object {
    let (object, said) = assemble(text, 0, arch, &Rules::REFERENCE);
    object.unwrap_or_else(|| panic!("{text}\n{said:?}"))
}

fn comes_back(id: &str, bytes: &[u8]) {
    let arch = Arch::parse(id).expect(id);
    let text = print_image(arch, bytes);
    let (image, said) = program(&Files::one(&text), arch.id(), &Rules::REFERENCE);
    let image = image.unwrap_or_else(|| panic!("{id}\n{text}\n{said:?}"));
    assert_eq!(image.bytes, bytes, "{id}\n{text}");
}

/// A flat image does not say for which machine it is; who reads it does.
#[test]
fn flat_images_come_back_as_text() {
    let text = ".perm x\n.entry\n.global\nstart: ldi %r0, #5;\n@p0 ? addi %r1, %r0, #-1;\nhalt;\n";
    let data = ".perm x\nstart: ldi %r0, #-1\n addi %r1, %r0, #300\n jmpi start\n.perm rw\nw: .word 1 -1 0x12345678\n\
                .align 8\ns: .string \"hello world\"\n.space 3\n";
    for text in [text, data] {
        for id in ["4w8/8/16/16", "8b32/32/16/16", "8b16/8/8/8", "4b8/8/16/16", "8w8/8/1/1"] {
            let arch = ArchId::parse(id).expect(id);
            let image = program(&Files::one(text), arch, &Rules::REFERENCE).0.expect("an image");
            comes_back(id, &image.bytes);
        }
    }
}

/// Instructions with any bytes between them.
#[test]
fn any_bytes_come_back_as_text() {
    let mut rng = Rng::new(12);
    for id in ARCHS {
        let arch = Arch::parse(id).expect(id);
        for _ in 0..200 {
            let mut bytes: Vec<u8> = Vec::new();
            for _ in 0..rng.below(12) {
                match rng.below(3) {
                    0 => bytes.extend((0..rng.below(10)).map(|_| rng.next_u64() as u8)),
                    _ => bytes.extend(arch.encode(&random(arch, &mut rng))),
                }
            }
            if !bytes.is_empty() {
                comes_back(id, &bytes);
            }
        }
    }
}

/// What is no instruction stays in its chunk, so that labels stay where they are.
#[test]
fn damaged_code_comes_back_as_text() {
    let mut rng = Rng::new(13);
    // A name needs an immediate of eight bits and a sign.
    for id in
        ARCHS.iter().filter(|id| Arch::parse(id).expect("an id").immediate_bits(Op::Jmpi.row().format) > 8)
    {
        let arch = Arch::parse(id).expect(id);
        for _ in 0..50 {
            let mut program = String::from(".perm x\n.global\nf:\n");
            for _ in 0..8 {
                program += &format!("{}\n", print_instruction(arch, &random(arch, &mut rng), None));
            }
            program += ".align 16\n.global\ng: jmpi f\n.perm rw\n.entry\nd: .word 1 2\n.byte 3\n";
            let mut object = assembled(&program, arch.id());
            let code = &mut object.chunks[0].data;
            for _ in 0..3 {
                let at = rng.below(code.len() as u64) as usize;
                code[at] = rng.next_u64() as u8;
            }
            let text = disassemble(&object, Style::Own).expect("a text");
            let again = assembled(&text, arch.id());
            assert_eq!(write_object(&again), write_object(&object), "{id}\n{text}");
        }
    }
}

#[test]
fn bytes_that_count_as_instructions() {
    let arch = ArchId::parse("4w8/8").expect("an id");
    let object = assembled(".perm x\na: halt\n.raw 0 0 0x80 0x0f 255\nb: jmpi a\n", arch);
    let sizes: Vec<(&str, u64)> =
        object.chunks.iter().map(|chunk| (chunk.name.as_str(), chunk.bytes)).collect();
    assert_eq!(sizes, [("a", 9), ("b", 4)]);
    assert_eq!(object.chunks[0].data[4..], [0, 0, 0x80, 0x0f, 255]);
    assert!(assemble(".raw x\n", 0, arch, &Rules::REFERENCE).1[0].message.contains("`.raw` takes bytes"));
}

/// An object of two pieces, the first of which names itself, with something changed.
fn changed(change: fn(&mut Object)) -> Object {
    let arch = ArchId::parse("4w8/8").expect("an id");
    let mut object = assembled(".perm x\na: ldi %r0, a\nhalt\n.global\nb: .word 1\n", arch);
    change(&mut object);
    object
}

#[test]
fn damaged_object_files_are_told() {
    let said = |change: fn(&mut Object)| {
        read_object(&write_object(&changed(change))).map(|_| ()).expect_err("it is damaged")
    };
    assert!(said(|object| object.chunks[0].name = "a\u{1b}[2J".into()).contains(r"`a\u{1b}[2J` is no name"));
    assert!(
        said(|object| object.chunks[0].references[0].name = "a\nb".into()).contains(r"`a\nb` is no name")
    );
    assert!(said(|object| object.chunks[0].references[0].name.clear()).contains("`` is no name"));
    assert!(said(|object| object.entry = 2).contains("its entry is piece 2 of 2"));
    let outside = "the place for `a` lies outside of `a`";
    assert!(said(|object| object.chunks[0].references[0].next = 9).contains(outside));
    assert!(said(|object| object.chunks[0].references[0].at = 5).contains(outside));
    assert!(said(|object| object.chunks[0].references[0].bits = 33).contains(outside));
    assert_eq!(read_object(&write_object(&changed(|_| ()))).expect("an object").entry, 0);
}

#[test]
fn what_cannot_be_written_is_said() {
    let refused = |change: fn(&mut Object)| {
        disassemble(&changed(change), Style::Own).expect_err("it cannot be written")
    };
    let lost = "where no instruction has a number";
    assert!(refused(|object| object.chunks[0].references[0].next = 8).contains(lost));
    assert!(refused(|object| object.chunks[0].references[0].relative = true).contains(lost));
    assert!(refused(|object| object.chunks[0].references[0].bits = 8).contains(lost));
    assert!(refused(|object| object.chunks[0].data[..4].fill(0xff)).contains(lost));
    assert!(refused(|object| object.chunks[0].bytes += 4).contains("not stored"));
    assert!(refused(|object| object.chunks[1].name.clear()).contains("without a name"));
    assert!(refused(|object| object.arch.registers = None).contains("must be said"));
}

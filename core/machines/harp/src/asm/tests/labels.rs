//! What names of data are names of.

use alloc::{string::String, vec::Vec};

use lanescope_parts::{files::Files, image::BASE, ir::Type};

use super::{super::*, image};

/// Names with their addresses in the image and the types of their numbers.
fn labels(image: &Image) -> Vec<(String, core::ops::Range<u64>, Type)> {
    let own = |label: lanescope_parts::image::DataLabel| {
        (label.name, label.address - BASE..label.end.expect("an end") - BASE, label.element)
    };
    data_labels(image).into_iter().map(own).collect()
}

#[test]
fn data_are_what_directives_say_and_end_with_their_piece() {
    let text = ".perm x\nstart: halt\n.perm r\ntab: .word 1 -2 3\nfl: .word 0.5\nby: .byte 200\n.byte 7\nmsg: .string \"abc\"\n\
                last: .byte 9\n.perm x\nend: halt\n";
    let row = |name: &str, at, element| (String::from(name), at, element);
    assert_eq!(
        labels(&image("4w8/8", text, &Rules::HARPTOOL)),
        [
            row("tab", 4..16, Type::I32),
            row("fl", 16..20, Type::F32),
            row("by", 20..22, Type::I8),
            row("msg", 24..28, Type::I8),
            row("last", 28..29, Type::I8),
        ]
    );
    let wide = labels(&image("8w8/8", text, &Rules::REFERENCE));
    assert_eq!(wide[..2], [row("tab", 8..32, Type::I64), row("fl", 32..40, Type::F64)]);
    let narrow = labels(&image("2b8/8", "a: .word 1\nb: .space 2\n", &Rules::HARPTOOL));
    assert_eq!(narrow, [row("a", 0..2, Type::I16), row("b", 2..6, Type::I16)]);
    // No type has three bytes.
    assert_eq!(labels(&image("3w8/8", "a: .word 1\n", &Rules::HARPTOOL)), [row("a", 0..3, Type::I8)]);
    // A name means its last piece, and a label with nothing behind it the next one.
    let twice = image("4w8/8", "a: .word 1\n.align 8\n.word 2 3\nb:\nc: .word 4\n", &Rules::HARPTOOL);
    assert_eq!(
        labels(&twice),
        [row("a", 8..16, Type::I32), row("b", 16..20, Type::I32), row("c", 16..20, Type::I32)]
    );
}

/// An object file has no directives.
#[test]
fn data_of_object_files_are_words_or_else_bytes() {
    let arch = ArchId::parse("4w8/8").expect("an id");
    let text = ".global\na: .word 1 2\nb: .string \"hello\"\n";
    let object = assemble(text, 0, arch, &Rules::HARPTOOL).0.expect("an object");
    let file = write_object(&object);
    let files = Files::new(("", ".object \"a.hof\"\n"), [], [("a.hof", &file[..])]);
    let image = program(&files, arch, &Rules::HARPTOOL).0.expect("an image");
    assert_eq!(labels(&image), [("a".into(), 0..8, Type::I32), ("b".into(), 8..14, Type::I8)]);
}

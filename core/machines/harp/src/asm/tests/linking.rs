//! Chunks, addresses, object files and what the disassembler makes of them (facts C5 to C12).

use alloc::{string::String, vec::Vec};

use lanescope_parts::files::Files;

use super::{super::*, *};

#[test]
fn facts_c5_chunks_and_alignment() {
    // Data are aligned to a word, instructions to nothing.
    assert_eq!(address("4w8/8", ".byte 1\na: nop\n", "a"), 1);
    assert_eq!(address("4w8/8", ".byte 1\na: .byte 1\n", "a"), 4);
    assert_eq!(address("4b8/8", "join\na: .byte 1\n", "a"), 4);
    assert_eq!(address("8w8/8", ".byte 1\na: .word 1\n", "a"), 8);
    assert_eq!(address("4w8/8", "nop\n.align 16\na: nop\n", "a"), 16);
    // The last chunk of a name gives the symbol.
    assert_eq!(address("4w8/8", "foo: halt\n.word 9\n", "foo"), 4);
    assert_eq!(words("foo: halt\n.word 9\nx: ldi %r0, foo\n")[2], words("ldi %r0, #4\n")[0]);
    let (_, diagnostics) =
        said("4w8/8", "foo: halt\n.word 9\nx: ldi %r0, foo\nldi %r0, x\n", &Rules::HARPTOOL);
    assert_eq!(diagnostics.iter().map(|one| &*one.code).collect::<Vec<_>>(), ["harp::label"]);
    // A label with nothing behind it takes the alignment with it.
    assert_eq!(address("4w8/8", ".byte 1\n.align 64\na:\nb: nop\n", "b"), 1);
    assert_eq!(address("4w8/8", ".byte 1\na:\n.align 64\nb: nop\n", "b"), 1);
    assert_eq!(address("4w8/8", ".byte 1\n.align 64\na: .byte 1\n", "a"), 64);
    assert_eq!(address("4w8/8", "nop\na:\n", "a"), 4);
}

#[test]
fn facts_c5_global_holds_until_something_was_emitted() {
    let globals = |text: &str| {
        let (object, _) = assemble(text, 0, ArchId::parse("4w8/8").expect("an id"), &Rules::HARPTOOL);
        let chunks = object.expect("no error").chunks;
        let chunks = chunks.into_iter().map(|chunk| (chunk.name, chunk.global, chunk.permission));
        chunks.collect::<Vec<_>>()
    };
    let row = |name: &str, global, permission| (String::from(name), global, permission);
    assert_eq!(
        globals(".global\n.perm x\na: nop\n.word 1\nb: nop\n.entry\n.global\nc:\nd: nop\n"),
        [row("a", true, 4), row("a", true, 4), row("b", false, 4), row("c", true, 4), row("d", true, 4)]
    );
    assert_eq!(globals("nop\n.perm rw\nnop\n"), [row("", false, READ), row("", false, READ | WRITE)]);
}

#[test]
fn facts_c6_texts_are_linked_in_their_order() {
    let link = |texts: &[&str]| {
        let rest = texts[1..].iter().map(|text| ("x", *text));
        let (image, said) = program(
            &Files::new(("", texts[0]), rest, []).with_all_units(),
            ArchId::parse("4w8/8").expect("an id"),
            &Rules::HARPTOOL,
        );
        image.map(|image| image.bytes).ok_or_else(|| said[0].message.clone())
    };
    let ldi = |value: u32| (0x0940_0000 | value).to_le_bytes();
    assert_eq!(link(&["ldi %r0, a\n", ".global\na: nop\n"]).expect("linked"), [ldi(4), [0; 4]].concat());
    // A name of the same text wins, then the last global one.
    assert_eq!(link(&["ldi %r0, a\na: nop\n", ".global\na: nop\n"]).expect("linked")[..4], ldi(4));
    assert_eq!(
        link(&["ldi %r0, a\n", ".global\na: nop\n", ".global\na: nop\n"]).expect("linked")[..4],
        ldi(8)
    );
    assert!(
        link(&["ldi %r0, a\n", "a: nop\n"])
            .expect_err("a is not global")
            .contains("`a` is defined in no text that this one sees")
    );
    // An image begins at its base.
    let object = assemble("a: ldi %r0, a\n", 0, ArchId::parse("4w8/8").expect("an id"), &Rules::HARPTOOL)
        .0
        .expect("an object");
    let (image, _) = super::link(&[object], 0x100, &Rules::HARPTOOL);
    let image = image.expect("an image");
    assert_eq!((image.base, image.bytes), (0x100, ldi(0x100).to_vec()));
}

/// What one ArchID leaves out another says, whatever their order is.
#[test]
fn objects_share_what_their_arch_ids_say() {
    let object = |id: &str, text: &str| {
        assemble(text, 0, ArchId::parse(id).expect(id), &Rules::HARPTOOL).0.expect("an object")
    };
    let of = |ids: [&str; 3]| {
        let objects = ids.map(|id| object(id, "nop\n"));
        let (image, said) = super::link(&objects, 0, &Rules::HARPTOOL);
        image.map(|image| image.arch).ok_or_else(|| said[0].message.clone())
    };
    let whole = ArchId::parse("4w8/8/16/4");
    for ids in [
        ["4w8/8", "4w8/8/16", "4w8/8/16/4"],
        ["4w8/8/16/4", "4w8/8", "4w8/8/16"],
        ["4w8/8/16", "4w8/8/16/4", "4w8/8"],
    ] {
        assert_eq!(of(ids), whole);
    }
    // Each of the last two fits the first, but not the other.
    let apart = of(["4w8/8", "4w8/8/16/16", "4w8/8/1/1"]).expect_err("they differ");
    assert_eq!(apart, "objects for `4w8/8/16/16` and for `4w8/8/1/1` do not go together");
    assert_eq!(of(["4w8/8"; 3]), ArchId::parse("4w8/8"));
}

#[test]
fn facts_c7_object_files() {
    let text = ".global\n.perm x\nf: ldi %r0, g\njmpi f\ng: .byte 5\n";
    let object = assemble(text, 0, ArchId::parse("4w8/8/16/16").expect("an id"), &Rules::HARPTOOL)
        .0
        .expect("an object");
    // By hand: the head, the entry, two chunks and where they are.
    let number = u32::to_le_bytes;
    let mut expected = b"HARP4w8/8/16/16\0".to_vec();
    [0, 2, 32, 112].map(number).iter().for_each(|word| expected.extend(word));
    expected.extend(b"f\0\0\0");
    [0, 4, 1, 0, 8, 8, 2].map(number).iter().for_each(|word| expected.extend(word));
    expected.extend(b"g\0\0\0");
    [0, 4, 0, 19].map(number).iter().for_each(|word| expected.extend(word));
    expected.extend(b"f\0\0\0");
    [1, 8, 4, 22].map(number).iter().for_each(|word| expected.extend(word));
    // `ldi %r0` and `jmpi`, with 0xa5 in the place of the immediates.
    [0x0940_00a5, 0x0740_00a5].map(number).iter().for_each(|word| expected.extend(word));
    expected.extend(b"g\0\0\0");
    [4, 4, 0, 0, 1, 1, 0].map(number).iter().for_each(|word| expected.extend(word));
    expected.extend([5, 0, 0, 0]);
    let file = write_object(&object);
    assert_eq!(file, expected);
    let mut back = read_object(&file).expect("an object file");
    for (chunk, original) in back.chunks.iter_mut().zip(&object.chunks) {
        chunk.places.clone_from(&original.places);
        chunk
            .references
            .iter_mut()
            .zip(&original.references)
            .for_each(|(one, original)| one.span = original.span);
    }
    assert_eq!(back, object);
    for length in 0..file.len() - 3 {
        assert!(read_object(&file[..length]).is_err(), "{length}");
    }
}

#[test]
fn facts_c7_a_label_needs_an_immediate_of_eight_bits() {
    // 4w128/4: 1, 2, 6 and 3 fields of 7 bits leave 9 bits for two registers and a number; 4w128/16 leaves 7.
    assert!(said("4w128/4", "a: addi %r0, %r0, a\n", &Rules::HARPTOOL).0);
    assert!(!said("4w128/16", "a: addi %r0, %r0, a\n", &Rules::HARPTOOL).0);
    assert!(said("4w128/16", "a: jmpi a\n", &Rules::HARPTOOL).0);
}

#[test]
fn facts_c9_disassembly() {
    let text =
        ".perm x\na: @p1 ? addi %r1, %r2, #-1\njmpi a\nadd %r1, %r2, %r3\nhalt\n.perm r\n.word 1\n.byte 2\n";
    let object =
        assemble(text, 0, ArchId::parse("4w8/8").expect("an id"), &Rules::HARPTOOL).0.expect("an object");
    let original = disassemble(&object, Style::Harptool).expect("a text");
    for line in [
        "\t@p1 ? addi %r1 %r2 #0xffffffffffffffff ;\n",
        "\tjmpi a ;\n",
        "\tadd %r1 %r2 %r3 ;\n",
        "\thalt ;\n",
        "\t.word 0x1\n",
        "\t.word 0x2\n",
    ] {
        assert!(original.contains(line), "{line} in {original}");
    }
    let bytes =
        assemble(".perm x\nldi %r1, #-1\n", 0, ArchId::parse("4b8/8").expect("an id"), &Rules::HARPTOOL)
            .0
            .expect("an object");
    assert!(disassemble(&bytes, Style::Harptool).expect("a text").contains("\tldi %r1 #0xffffffff ;\n"));
    let own = disassemble(&object, Style::Own).expect("a text");
    assert!(own.contains("\t@p1 ? addi %r1, %r2, #-1\n") && own.contains("\t.byte 2\n"), "{own}");
}

#[test]
fn facts_c12_immediates_at_the_edge() {
    for (text, usable, warns) in [
        ("ldi %r0, #262143\n", true, false),
        ("ldi %r0, #262144\n", true, true),
        ("ldi %r0, #524287\n", true, true),
        ("ldi %r0, #524288\n", false, false),
        ("ldi %r0, #-524288\n", true, true),
        ("ldi %r0, #-524289\n", false, false),
        (".space 16383\na: addi %r0, %r0, a\n", true, true),
        (".space 8191\na: addi %r0, %r0, a\n", true, false),
        (".space 16384\na: addi %r0, %r0, a\n", false, false),
    ] {
        let (found, diagnostics) = said("4w8/8", text, &Rules::HARPTOOL);
        assert_eq!((found, found && !diagnostics.is_empty()), (usable, warns), "{text}: {diagnostics:?}");
        let (found, _) = said("4w8/8", text, &Rules::REFERENCE);
        assert_eq!(found, usable && !warns, "{text}");
    }
    // In the byte encoding the number is a word, with or without sign.
    assert_eq!(
        exact("4b8/8", "ldi %r0, #-1\nldi %r0, #4294967295\n")[..7],
        exact("4b8/8", "ldi %r0, #4294967295\n")
    );
}

/// What a listing shows of data makes the same bytes again, also where they are no whole number of words.
#[test]
fn lines_of_data_make_its_bytes() {
    let arch = ArchId::parse("4w8/8/16/16").unwrap().complete().unwrap();
    let lines = |bytes: &[u8]| print_lines(arch, bytes, false);
    let shown = |lines: &[(&str, usize)]| -> Vec<(String, usize)> {
        lines.iter().map(|(text, length)| ((*text).into(), *length)).collect()
    };
    let wanted = [(".word 1819043176", 4), (".byte 111", 1), (".byte 10", 1), (".byte 0", 1)];
    assert_eq!(lines(b"hello\n\0"), shown(&wanted));
    assert_eq!(lines(&[0; 13]), shown(&[(".space 3", 12), (".byte 0", 1)]));
}

//! Against the facts, with values by hand.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{base::OrdSet, files::Files, source::Diagnostic};

use super::*;

mod labels;
mod linking;
mod random;
mod texts;

/// The image of a text that has no error.
pub(crate) fn image(arch: &str, text: &str, rules: &Rules) -> Image {
    let id = ArchId::parse(arch).expect(arch);
    let (image, said) = program(&Files::one(text), id, rules);
    image.unwrap_or_else(|| panic!("{text}\n{said:#?}"))
}

fn exact(arch: &str, text: &str) -> Vec<u8> {
    image(arch, text, &Rules::HARPTOOL).bytes
}

fn words(text: &str) -> Vec<u32> {
    let bytes = exact("4w8/8", text);
    bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().expect("whole words"))).collect()
}

fn said(arch: &str, text: &str, rules: &Rules) -> (bool, Vec<Diagnostic>) {
    let (image, said) = program(&Files::one(text), ArchId::parse(arch).expect(arch), rules);
    (image.is_some(), said)
}

fn refused(text: &str) -> String {
    let (usable, said) = said("4w8/8", text, &Rules::HARPTOOL);
    assert!(!usable, "{text}");
    let first = said.iter().find(|one| one.is_error()).expect("an error");
    assert!(!first.message.is_empty());
    first.message.clone()
}

fn address(arch: &str, text: &str, name: &str) -> u64 {
    let image = image(arch, text, &Rules::HARPTOOL);
    image.names.iter().rev().find(|known| known.name == name).expect(name).at.start
}

#[test]
fn w3_texts_assemble_to_the_words_of_the_reference() {
    let rows = [
        ("@p0 ? addi %r7, %r1, #1", 0x8539_0001),
        ("addi %r0, %r0, #3", 0x0500_0003),
        ("@p0 ? addi %r0, %r0, #3", 0x8500_0003),
        ("ldi %r3, #-1", 0x095f_ffff),
        ("@p1 ? jmpi #-8", 0x977f_fff8),
        ("st %r1, %r2, #10", 0x090a_000a),
        ("add %r1, %r2, %r3", 0x028a_6000),
        ("@p1 ? split", 0x9ec0_0000),
        ("join", 0x0f00_0000),
        ("wspawn %r0, %r1, %r2", 0x0e81_4000),
        ("notp @p1, @p0", 0x0a88_0000),
        ("@p5 ? andp @p0, @p1, @p2", 0xd9c1_4000),
        ("jalis %r5, %r1, #64", 0x0829_0040),
    ];
    for (text, word) in rows {
        assert_eq!(words(&format!("{text}\n")), [word], "{text}");
    }
}

#[test]
fn w4_texts_assemble_to_the_bytes_of_the_reference() {
    let text = "@p0 ? addi %r7, %r1, #1\njoin\nldi %r3, #-1\n@p5 ? andp @p0, @p1, @p2\n";
    let expected =
        [0, 0x14, 7, 1, 1, 0, 0, 0, 0xff, 0x3c, 0xff, 0x25, 3, 0xff, 0xff, 0xff, 0xff, 5, 0x27, 0, 1, 2];
    assert_eq!(exact("4b8/8", text), expected);
}

#[test]
fn facts_c1_lexical_rules() {
    let nop = words("nop\n")[0];
    assert_eq!(words("/* one\n * two */ nop /* three */\r\n\tnop;nop\n").len(), 3);
    assert_eq!(words("a: b: nop\n.c_1:\n").len(), 1);
    assert_eq!(words("addi %r0 %r0 #3\naddi %r0,%r0,#3;\naddi to %r0 to %r0 #3\n"), [0x0500_0003; 3]);
    // The last line must end.
    assert_eq!(words("nop\nnop"), [nop]);
    assert_eq!(words("nop\nnop;").len(), 2);
    assert_eq!(image("4w8/8", "nop\nnop", &Rules::REFERENCE).bytes.len(), 8);
    // Numbers.
    let text = ".word #1\n";
    assert!(refused(text).contains("`.word` takes numbers"));
    let expected = [7, 63, 0xff, 0xffff_fff0, 9, 0x4120_0000, 0x3ea8_f5c2, 0xffff_ffff];
    assert_eq!(words(".word 7 077 0xff -0x10 +9 10f 0.33 0xffffffffffffffff\n"), expected);
    // 0.1 in a word of 4 bytes.
    assert_eq!(words(".word 0.1\n"), [0x3dcc_cccc]);
    assert_eq!(
        exact("8w8/8", ".word 0xffffffffffffffff -1\n"),
        [&[0xff; 7][..], &[0x7f], &[0xff; 8]].concat()
    );
    for text in [".word 0xFF\n", ".word 1.5f\n", ".word 3.\n", ".word 089\n", ".word 1e5\n", ".word .25\n"] {
        assert!(refused(text).contains("number"), "{text}");
    }
    for text in [
        "// x\n",
        "# x\n",
        "nop /* open\n",
        "NOP\n",
        "addi %r0 , %r0, #1\n",
        "a : nop\n",
        "nop $\n",
        "\u{e9}\n",
    ] {
        refused(text);
    }
}

#[test]
fn facts_c1_a_semicolon_behind_a_register_is_a_comma() {
    refused("jmpr %r5; halt\n");
    assert_eq!(words("trap; halt\na: jmpi a; halt\n").len(), 4);
    assert_eq!(words("jmpr %r5;\nhalt\n").len(), 2);
    assert_eq!(words("jmpr %r5 ; halt\n").len(), 2);
    refused(".word 1;\n");
}

#[test]
fn facts_c2_directives() {
    assert_eq!(
        exact("4w8/8", ".byte 1\n.byte 258\n.string \"a\\n\\t\\0\\\\\\\"\"\n.byte -1\n"),
        b"\x01\x02a\nt0\\\"\0\xff"
    );
    assert_eq!(exact("4w8/8", ".word\n.space 1 2\n"), [0; 12]);
    assert_eq!(
        words(".def N 3\n.def N 4\naddi %r0, %r0, N\nN: ldi %r0, __WORD\n"),
        [0x0500_0004, 0x0940_0004]
    );
    assert_eq!(exact("4w8/8", ".byte 1\n.align 3\n.byte 2\n"), [1, 0, 0, 2]);
    for text in [
        ".byte 1 2\n",
        ".byte\n",
        ".string a\n",
        ".align\n",
        ".align a\n",
        ".align -1\n",
        ".perm q\n",
        ".perm 1\n",
        ".entry a\n",
        ".global 1\n",
        ".def N\n",
        ".def N M\n",
        ".word N\n",
        ".word (1)\n",
        ".foo\n",
        ".space -1\n",
        ".space 99999999999\n",
        ".string \"a\n",
    ] {
        refused(text);
    }
}

#[test]
fn facts_c3_operands() {
    assert_eq!(words("@p0 ?\n\n addi %r0, %r0, #3\n@p0\n? addi %r0, %r0, #3\n"), [0x8500_0003; 2]);
    // Missing operands are zeros in a word, and missing bytes in the byte encoding.
    assert_eq!(words("add %r1,%r2\n"), words("add %r1,%r2,%r0\n"));
    assert_eq!(words("jmpi\n"), words("jmpi #0\n"));
    assert_eq!(exact("4b8/8", "add %r1,%r2\nldi %r3\n"), [0xff, 0x0a, 1, 2, 0xff, 0x25, 3]);
    let (usable, said) = said("4w8/8", "add %r1\n", &Rules::HARPTOOL);
    assert!(usable && said[0].message.contains("has 3 operands, and 1 are given"));
    for text in [
        "addi %r0, %r0, 3\n",
        "addi %r0, %r0, #N\n",
        "addi %r0, %r0, -N\n",
        "add %r1, %r2, #3\n",
        "add %r1, %r2, @p1\n",
        "rtop %r1, %r2\n",
        "jmpi %r1\n",
        "nop %r1\n",
        "add %r1,%r2,%r3,%r4\n",
        "add %r1, %r2, %r8\n",
        "add %r1, %x, %r1\n",
        "@p8 ? nop\n",
        "@p0 nop\n",
        "@p0 ? @p1 ? nop\n",
        "#1\n",
        "jmpi nowhere\n",
    ] {
        refused(text);
    }
    assert_eq!(words("add %fp, %sp, %ra\n"), words("add %r5, %r6, %r7\n"));
    // A number is the distance itself; a label is made one.
    assert_eq!(
        words("nop\nnop\na: jmpi a\njmpi #-8\n")[2..],
        [words("jmpi #-4\n")[0], words("jmpi #-8\n")[0]]
    );
    // A constant wins over a label.
    assert_eq!(words(".def a 4\na: jmpi a\n"), words("jmpi #4\n"));
}

#[test]
fn facts_c11_numbers_of_registers() {
    // Three registers have fields of 2 bits, nine predicates of 4: both have 4, and guards too.
    let narrow = crate::isa::Arch::parse("4w3/9").expect("an id");
    assert_eq!((narrow.guard_bits(), narrow.field_bits()), (4, 4));
    assert!(said("4w3/9", "@p15 ? add %r15, %r0, %r1\n", &Rules::HARPTOOL).0);
    assert!(!said("4w3/9", "add %r16, %r0, %r1\n", &Rules::HARPTOOL).0);
    assert_eq!(exact("4b8/8", "neg %r257, %r255\n"), [0xff, 5, 1, 255]);
    // Labels can be linked with words of 8 bytes, too.
    assert_eq!(
        exact("8b8/8", "nop\na: jmpi a\n")[2..],
        [0xff, 0x1d, 0xf6, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]
    );
}

#[test]
fn facts_c16_a_link_that_is_its_own_target_is_told() {
    for text in ["jalr %r2, %r2\n", "jalrs %r2, %r3, %r2\n"] {
        let codes =
            |rules| said("4w8/8", text, rules).1.iter().map(|one| one.code.clone()).collect::<Vec<_>>();
        assert_eq!(codes(&Rules::REFERENCE), ["harp::link-first"]);
        assert!(codes(&Rules::HARPTOOL).is_empty());
    }
}

#[test]
fn facts_c4_expressions() {
    let value = |text: &str| super::expression::evaluate(text, &|name| (name == "__WORD").then_some(4));
    for (text, expected) in [
        ("10-3-2", 10 - (3 - 2)),
        ("10-2+3", 5),
        ("8/2/2", 8),
        ("20/3*2", 3),
        ("64>>2>>1", 32),
        ("1<<2+1", 8),
        ("7&3|8", 11),
        ("-__WORD*8", -32),
        ("`__WORD*2", 4),
        ("0xFF", 255),
        ("2.9", 2),
        ("--3", 3),
        ("`1", 0),
        ("`9", 3),
        ("(1+2)*3", 9),
        (" 6 % 4 ^ 1 ", 3),
    ] {
        assert_eq!(value(text), Ok(expected), "{text}");
    }
    for text in ["", "1+", "+1", "1 2", "1/0", "1%0", "`0", "`-4", "(1", "a", "1)"] {
        assert!(value(text).is_err(), "{text}");
    }
    assert!(value(&"(".repeat(100_000)).is_err());
    assert_eq!(value(&format!("{}1", "1-".repeat(100_000))), Ok(1));
    assert_eq!(value(&format!("{}1", "-".repeat(100_000))), Ok(1));
    assert_eq!(words(".def N 5\naddi %r0, %r0, ((N - 3) - -1)\n"), [0x0500_0003]);
    refused("addi %r0, %r0, (1\n)\n");
}

/// A name is that of one row, and all say what they take.
#[test]
fn facts_c2_every_directive_has_one_row() {
    let rows = super::directive::DIRECTIVES;
    let known: OrdSet<&str> = rows.iter().flat_map(|row| row.names).copied().collect();
    assert_eq!(known.len(), rows.len());
    for row in rows {
        let wrong = refused(&format!("{} @p0\n", row.names[0]));
        assert_eq!(wrong, format!("`{}` takes {}", row.names[0], row.takes));
    }
}

/// The original tool cuts numbers of data (facts C2): that is a warning, and by the rules of the reference an error. `.raw` is no directive of the tool.
#[test]
fn facts_c2_numbers_that_are_cut_are_said() {
    for (text, bytes) in [
        (".byte 256\n", &[0][..]),
        (".byte -129\n", &[0x7f]),
        (".word 99999999999999\n", &[0xff, 0x3f, 0x7a, 0x10]),
    ] {
        let (usable, found) = said("4w8/8", text, &Rules::HARPTOOL);
        assert!(
            usable && !found[0].is_error() && found[0].message.contains("does not fit into"),
            "{text}: {found:?}"
        );
        assert_eq!(exact("4w8/8", text), bytes, "{text}");
        let (usable, found) = said("4w8/8", text, &Rules::REFERENCE);
        assert!(!usable && found[0].message.contains("does not fit into"), "{text}: {found:?}");
    }
    for text in [".byte 255\n.byte -128\n", ".word 0xffffffff -0x80000000 0.1\n"] {
        assert_eq!(said("4w8/8", text, &Rules::REFERENCE).1, [], "{text}");
    }
    assert_eq!(said("8w8/8", ".word 99999999999999\n", &Rules::REFERENCE).1, []);
    assert!(refused(".raw 300\n").contains("8 bits"));
}

/// Slips: a name that is nearly that of a directive or an instruction, and two instructions in a line.
#[test]
fn messages_say_what_was_meant() {
    let help = |text: &str| {
        let (_, said) = said("4w8/8", text, &Rules::HARPTOOL);
        said.first().and_then(|one| one.help.clone()).unwrap_or_default()
    };
    assert_eq!(help(".wrod 1\n"), "did you mean `.word`?");
    assert_eq!(help("iszreo @p0, %r0\n"), "did you mean `iszero`?");
    for text in ["halt halt\n", "jmpr %r5; halt\n", "add %r0, %r1, %r2 halt\n"] {
        assert!(help(text).contains("new line"), "{text}");
    }
    assert_eq!(help(".entirely_else\n"), "");
}

//! Against the tables of the reference and its worked examples.

use alloc::{collections::BTreeSet, format, string::ToString, vec::Vec};

use lanescope_parts::base::rng::Rng;

use super::*;

pub(crate) const ARCHS: &[&str] = &[
    "4w8/8/16/16",
    "4b8/8/16/16",
    "4w16/2/16/16",
    "4b16/16/2/1",
    "8w32/32/8/8",
    "8b32/32/8/8",
    "8w32/32/64/4",
    "4w3/9/4/4",
    "2w4/2/2/2",
    "4w5/1",
    "3b200/200/4/4",
];

fn arch(text: &str) -> Arch {
    Arch::parse(text).expect(text)
}

fn word(arch: Arch, one: Instruction) -> u64 {
    little_endian(&arch.encode(&one))
}

fn one(guard: Option<u8>, op: &str, registers: [u8; 3], immediate: i64) -> Instruction {
    Instruction { guard, op: Op::named(op).expect(op), registers, immediate }
}

#[test]
fn w1_arch_id() {
    let id = ArchId::parse("4w8/8/16/16").expect("W1");
    let arch = id.complete().expect("W1");
    assert_eq!((arch.bits(), arch.word_bytes, arch.encoding), (32, 4, Encoding::Word));
    assert_eq!((arch.registers, arch.predicates, arch.lanes, arch.warps), (8, 8, 16, 16));
    assert_eq!(id.to_string(), "4w8/8/16/16");
    assert!(id.fits(ArchId::parse("4w8/8").expect("W1")));
}

#[test]
fn arch_ids_print_as_they_are_written_and_compare_by_what_both_say() {
    for text in [
        "4w8/8/16/16",
        "4w16/2/16/16",
        "4b16/16/2/1",
        "8w32/32/8/8",
        "4w8/8/16",
        "4w8/8",
        "4w8",
        "4w",
        "8b1/1",
    ] {
        assert_eq!(ArchId::parse(text).map(|id| id.to_string()).as_deref(), Ok(text));
    }
    let fits = |one, other| ArchId::parse(one).expect(one).fits(ArchId::parse(other).expect(other));
    assert!(fits("4w8/8/16", "4w8/8/16/3") && fits("4w8/8/16/2", "4w8/8"));
    for (one, other) in
        [("4w8/8/16", "4w8/8/8"), ("4w8/8", "4b8/8"), ("4w8/8", "8w8/8"), ("4w8/8/1/2", "4w8/8/1/3")]
    {
        assert!(!fits(one, other), "{one} {other}");
    }
    let both = |one, other| {
        let with = ArchId::parse(one).expect(one).with(ArchId::parse(other).expect(other));
        with.map(|id| id.to_string())
    };
    for (one, other) in [("4w8/8", "4w8/8/16/3"), ("4w8/8/16", "4w8/8/16/3"), ("4w8/8/16/3", "4w8/8/16/3")] {
        assert_eq!(both(one, other).as_deref(), Some("4w8/8/16/3"));
        assert_eq!(both(other, one).as_deref(), Some("4w8/8/16/3"));
    }
    assert_eq!((both("4w8/8", "4w8/8").as_deref(), both("4w8/8/1", "4w8/8/2")), (Some("4w8/8"), None));
    for short in ["4w8", "4w"] {
        assert!(!fits(short, short) && !fits(short, "4w8/8"), "{short} does not reach the predicates");
    }
}

#[test]
fn what_is_wrong_with_an_arch_id_is_said_by_name() {
    for (text, part) in [
        ("", "`w` or `b`"),
        ("4", "`w` or `b`"),
        ("4x8/8", "`w` or `b`"),
        ("w8/8", "1 to 8 bytes"),
        ("0w8/8", "1 to 8 bytes"),
        ("9w8/8", "1 to 8 bytes"),
        ("4w8/8/65/1", "lanes are 1 to 64"),
        ("4w8/8/0", "lanes are 1 to 64"),
        ("4w8/8/8/257", "warps are 1 to 256"),
        ("4w8/8/8/8/8", "nothing follows"),
        ("4w/8", "registers are 1 to 256"),
        ("4w8/", "predicates are 1 to 255"),
        ("4w+8/8", "registers"),
        ("4w8/99999999999999999999", "predicates"),
        ("2w32/32", "no room"),
        ("1w1/2", "no room"),
        ("4wé", "registers"),
    ] {
        let error = ArchId::parse(text).expect_err(text);
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn w2_field_widths_of_harp32() {
    let harp32 = arch("4w8/8");
    let bits =
        [Format::I1, Format::I2, Format::I3, Format::I3Source].map(|format| harp32.immediate_bits(format));
    assert_eq!((harp32.guard_bits(), harp32.field_bits(), bits), (3, 3, [22, 19, 16, 16]));
    for (format, low, high) in
        [(Format::I1, -2097152, 2097151), (Format::I2, -262144, 262143), (Format::I3, -32768, 32767)]
    {
        let reach = |value| Reach::of(value, harp32.immediate_bits(format));
        assert_eq!([low, high].map(reach), [Reach::Fits; 2]);
        assert_eq!([low - 1, high + 1].map(reach), [Reach::Cut; 2]);
    }
    // By hand: 64-1-5-6, less 5 and less 10.
    let harp64 = arch("8w32/32");
    assert_eq!(
        [Format::I1, Format::I2, Format::I3].map(|format| harp64.immediate_bits(format)),
        [52, 47, 42]
    );
}

#[test]
fn facts_c12_one_bit_more_than_there_is_is_let_in() {
    for bits in [1, 8, 16, 19, 22, 42, 62, 63] {
        let (low, high) = (-(1i128 << bits), (1i128 << bits) - 1);
        let reach = |value: i128| i64::try_from(value).map_or(Reach::TooWide, |value| Reach::of(value, bits));
        assert!(reach(low) != Reach::TooWide && reach(high) != Reach::TooWide, "{bits}");
        assert_eq!([low - 1, high + 1].map(reach), [Reach::TooWide; 2], "{bits}");
    }
    // `ldi %r0, #524287` is taken on 4w8/8, and loads -1.
    let harp32 = arch("4w8/8");
    assert_eq!(Reach::of(524_287, 19), Reach::Cut);
    let bytes = harp32.encode(&one(None, "ldi", [0; 3], 524_287));
    assert_eq!(harp32.decode(&bytes), Decoded::Instruction(one(None, "ldi", [0; 3], -1), 4));
}

#[test]
fn w3_word_encodings() {
    let rows = [
        (one(Some(0), "addi", [7, 1, 0], 1), 0x8539_0001),
        (one(None, "addi", [0, 0, 0], 3), 0x0500_0003),
        (one(Some(0), "addi", [0, 0, 0], 3), 0x8500_0003),
        (one(None, "ldi", [3, 0, 0], -1), 0x095f_ffff),
        (one(Some(1), "jmpi", [0, 0, 0], -8), 0x977f_fff8),
        (one(None, "st", [1, 2, 0], 10), 0x090a_000a),
        (one(None, "add", [1, 2, 3], 0), 0x028a_6000),
        (one(Some(1), "split", [0, 0, 0], 0), 0x9ec0_0000),
        (one(None, "join", [0, 0, 0], 0), 0x0f00_0000),
        (one(None, "wspawn", [0, 1, 2], 0), 0x0e81_4000),
        (one(None, "notp", [1, 0, 0], 0), 0x0a88_0000),
        (one(Some(5), "andp", [0, 1, 2], 0), 0xd9c1_4000),
        (one(None, "jalis", [5, 1, 0], 64), 0x0829_0040),
    ];
    for (instruction, expected) in rows {
        let harp32 = arch("4w8/8");
        let found = word(harp32, instruction);
        assert_eq!(found, expected, "{instruction:?} is {found:#x}, not {expected:#x}");
        let back = harp32.decode(&(expected as u32).to_le_bytes());
        assert_eq!(back, Decoded::Instruction(instruction, 4));
    }
}

#[test]
fn w4_byte_encodings() {
    let bytes = arch("4b8/8");
    let rows: [(Instruction, &[u8]); 4] = [
        (one(Some(0), "addi", [7, 1, 0], 1), &[0, 0x14, 7, 1, 1, 0, 0, 0]),
        (one(None, "join", [0; 3], 0), &[0xff, 0x3c]),
        (one(None, "ldi", [3, 0, 0], -1), &[0xff, 0x25, 3, 0xff, 0xff, 0xff, 0xff]),
        (one(Some(5), "andp", [0, 1, 2], 0), &[5, 0x27, 0, 1, 2]),
    ];
    for (instruction, expected) in rows {
        assert_eq!(bytes.encode(&instruction), expected);
        let Decoded::Instruction(back, size) = bytes.decode(expected) else { panic!("{instruction:?}") };
        assert_eq!(size as usize, expected.len());
        assert_eq!(Instruction { immediate: bytes.signed(back.immediate as u64), ..back }, instruction);
    }
    assert_eq!(bytes.decode(&[0xff, 0x25, 3, 0xff]), Decoded::Short);
}

#[test]
fn sixty_two_operations_are_numbered_without_a_gap() {
    assert_eq!(ROWS.len(), 62);
    let names: BTreeSet<&str> = ROWS.iter().map(|row| row.name).collect();
    assert_eq!(names.len(), 62);
    for (number, row) in (0..).zip(ROWS) {
        assert_eq!(
            (row.code, row.op as u8, Op::numbered(number), Op::named(row.name)),
            (number, number, Some(row.op), Some(row.op))
        );
    }
    assert_eq!((Op::numbered(0x3e), Op::numbered(0x3f), Op::numbered(0xff)), (None, None, None));
    assert_eq!(arch("4w8/8").decode(&(0x3e_u32 << 22).to_le_bytes()), Decoded::Undefined(0x3e, 4));
    assert_eq!(arch("4b8/8").decode(&[0xff, 0x40]), Decoded::Undefined(0x40, 2));
}

/// The flags of the reference's table, by hand.
#[test]
fn flags_are_those_of_the_table() {
    let named = |is: fn(&Row) -> bool| {
        ROWS.iter().filter(|row| is(row)).map(|row| row.name).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(named(Row::is_privileged), "di ei tlbadd tlbflush jmpru skep reti tlbrm");
    assert_eq!(named(Row::is_relative), "jali jmpi jalis");
    assert_eq!(named(Row::is_branch), "jali jalr jmpi jmpr clone jalis jalrs jmprt trap reti");
    let of = |format| ROWS.iter().filter(|row| row.format == format).count();
    assert_eq!(Format::ALL.iter().map(|format| of(*format)).sum::<usize>(), 62);
    assert_eq!(
        (of(Format::I3Source), of(Format::R3Source), of(Format::R2Source), of(Format::P3)),
        (1, 1, 1, 3)
    );
}

#[test]
fn named_registers_are_the_highest() {
    let of = |text| ["fp", "sp", "ra", "r0"].map(|name| arch(text).named_register(name));
    assert_eq!(of("4w8/8"), [Some(5), Some(6), Some(7), None]);
    assert_eq!(of("8w32/32"), [Some(29), Some(30), Some(31), None]);
    assert_eq!(of("4w4/4"), [None, Some(2), Some(3), None]);
    assert_eq!(of("4w1/4"), [None, None, Some(0), None]);
}

/// A random instruction of an ArchID whose numbers fit.
pub(crate) fn random(arch: Arch, rng: &mut Rng) -> Instruction {
    let below = |rng: &mut Rng, count: u16| rng.below(count.into()) as u8;
    let op = ROWS[rng.below(62) as usize].op;
    let format = op.row().format;
    let mut registers = [0; 3];
    for (register, kind) in registers.iter_mut().zip(format.operands()).take(format.registers()) {
        *register = below(rng, if kind.is_predicate() { arch.predicates } else { arch.registers });
    }
    let immediate = match arch.immediate_bits(format) {
        0 => 0,
        bits => (rng.next_u64() as i64) >> (64 - bits),
    };
    let guard = (rng.below(2) == 0).then(|| below(rng, arch.predicates));
    Instruction { guard, op, registers, immediate }
}

#[test]
fn random_instructions_come_back_from_both_encodings() {
    let mut rng = Rng::new(1);
    for text in ARCHS {
        let arch = arch(text);
        for _ in 0..2000 {
            let instruction = random(arch, &mut rng);
            let bytes = arch.encode(&instruction);
            let Decoded::Instruction(back, size) = arch.decode(&bytes) else {
                panic!("{text}: {instruction:?}")
            };
            assert_eq!(size, arch.instruction_bytes(instruction.op.row().format));
            assert_eq!(size as usize, bytes.len());
            let immediate = arch.signed(back.immediate as u64);
            assert_eq!(Instruction { immediate, ..back }, instruction, "{text}");
            assert_eq!(arch.encode(&back), bytes, "{text}");
        }
    }
}

#[test]
fn any_bytes_decode_to_something() {
    let mut rng = Rng::new(2);
    for text in ARCHS {
        for _ in 0..2000 {
            let bytes = rng.next_u64().to_le_bytes();
            let length = rng.below(9) as usize;
            let decoded = arch(text).decode(&bytes[..length]);
            assert!(!format!("{decoded:?}").is_empty());
        }
    }
}

/// Table 1: caller-saved registers, in which arguments are passed, are R0 to R3 of `harp32` and R0 to R15 of `harp64`; the highest registers have names.
#[test]
fn table_1_registers_have_roles() {
    for (id, of_caller, names) in
        [("4w8/8/16/16", 4, [7, 6, 5]), ("8w32/32/8/8", 16, [31, 30, 29]), ("4w16/4/4/4", 8, [15, 14, 13])]
    {
        let arch = Arch::parse(id).expect(id);
        assert_eq!(arch.of_caller(), of_caller, "{id}");
        assert_eq!(["ra", "sp", "fp"].map(|name| arch.named_register(name)), names.map(Some), "{id}");
        assert_eq!([Role::Link, Role::Stack, Role::Frame].map(|role| arch.role(role)), names, "{id}");
    }
    let few = Arch::parse("4w4/4/4/4").expect("an ArchID");
    assert_eq!(["ra", "sp", "fp", "r0"].map(|name| few.named_register(name)), [Some(3), Some(2), None, None]);
    assert!(roles::is_role("fp") && !roles::is_role("r0") && !roles::is_role("FP"));
}

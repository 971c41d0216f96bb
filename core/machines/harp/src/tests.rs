//! The machine as the registry and a person see it.

use alloc::{format, string::String, vec, vec::Vec};

use lanescope_parts::{
    files::Files,
    image::{Console, Memory},
    ir::{Space, Type},
    launch::{Launch, bind::Bound},
    machines::{
        Halt,
        family::{Family, Untimed},
        settings::Settings,
        studies::Data,
    },
};

use crate::{
    asm,
    family::Harp,
    isa::ROWS,
    rules::Rules,
    spec::{Spec, preset},
};

fn spec(changes: &[(&str, &str)]) -> Spec {
    let mut spec = Spec::default();
    changes.iter().for_each(|(id, value)| spec.set(id, value).expect(id));
    spec
}

fn bound(arguments: &[(u64, Type)]) -> Bound {
    let (args, types) = arguments.iter().copied().unzip();
    Bound { args, types, local_args: [false].repeat(arguments.len()), ..no_arguments(b"in") }
}

/// A launch that gives a program by hand only what it reads from its console.
pub(crate) fn no_arguments(console: &[u8]) -> Bound {
    Bound {
        launch: Launch::default(),
        args: Vec::new(),
        types: Vec::new(),
        local_args: Vec::new(),
        memory: Memory::default(),
        console: Console::new(console, 100),
    }
}

/// What a program prints, and how its run ended.
fn run(texts: &[&str], spec: &Spec) -> (String, Result<bool, Halt>) {
    let rest = texts[1..].iter().map(|text| ("x.s", *text));
    let (programs, said) = Harp::assemble(&Files::new(("", texts[0]), rest, []).with_all_units(), spec);
    let program = programs.first().unwrap_or_else(|| panic!("{said:?}"));
    let mut run = Harp::untimed(program, spec, bound(&[])).expect("a run");
    let mut end = run.advance(3);
    while end == Ok(false) && run.work().instructions < 10_000 {
        end = run.advance(100);
    }
    let console = run.memory().console().expect("a console");
    (String::from_utf8_lossy(console.output()).into(), end)
}

const PRINT: &str = ".global\nprint: ldi %r7, #1\nshli %r7, %r7, (__WORD*8-1)\nst %r0, %r7, #0\njmpr %r5\n";

#[test]
fn programs_of_several_texts_run_without_timing() {
    let main = "ldi %r0, #72\njali %r5, print\nldi %r0, #10\njali %r5, print\nhalt\n";
    for arch in ["4w8/8/16/16", "4b8/8/1/1", "8w32/32/8/8"] {
        let spec = spec(&[("archid", arch), ("vm", "off")]);
        assert_eq!(run(&[main, PRINT], &spec), ("H\n".into(), Ok(true)), "{arch}");
    }
    // With translation the page of the console is not known.
    let (printed, end) = run(&[main, PRINT], &spec(&[("vm", "on")]));
    let Err(Halt::Illegal { reason, at }) = end else { panic!("{end:?}") };
    assert!(
        printed.is_empty() && reason.contains("interrupt 1") && reason.contains("mask 1111111111111111"),
        "{reason}"
    );
    let text = format!("{main}\n{PRINT}");
    let line = &text[at.span.start as usize..at.span.end as usize];
    assert_eq!((line, at.pc, at.unit), ("st %r0, %r7, #0", Some(28), Some(0)));
}

#[test]
fn what_is_not_there_is_refused_by_a_sentence() {
    let (programs, _) = Harp::assemble(&Files::one("halt\n"), &Spec::default());
    let (none, said) = Harp::assemble(&Files::one("/* nothing */\n"), &Spec::default());
    assert!(none.is_empty() && said[0].message.contains("no instruction"));
    let error =
        Harp::untimed(&programs[0], &Spec::default(), bound(&[(1, Type::I32)])).expect_err("no arguments");
    assert!(error.message.contains("harptool_exact"));
    let off = spec(&[("harptool_exact", "off")]);
    let error =
        Harp::untimed(&programs[0], &off, bound(&[(1, Type::Ptr(Space::Local))])).expect_err("no groups");
    assert!(error.message.contains("work-group memory"));
    let run = Harp::untimed(&programs[0], &off, bound(&[(5, Type::I32), (6, Type::I32)])).expect("a run");
    assert_eq!([0, 1].map(|register| run.core().warps()[0].get(register, 0)), [5, 6]);
    assert_eq!(run.core().ram.input.len(), 2);
    for (id, value, part) in [
        ("archid", "4w8/8/65/1", "lanes are 1 to 64"),
        ("archid", "4x", "`w` or `b`"),
        ("start_lanes", "17", "at most the 16 lanes"),
        ("line_words", "12", "power of two"),
        ("lsu_outstanding", "17", "at most the 16 warps"),
    ] {
        let error = Harp::check(&spec(&[(id, value)])).expect_err(value);
        assert!(error.contains(part) && error.contains(id), "{error}");
    }
}

/// Lane 0 finds where buffers lie from R0 on; what it leaves there is seen.
#[test]
fn a_program_by_hand_finds_its_buffers() {
    let text = "ld %r3, %r0, #0\nadd %r3, %r3, %r2\nst %r3, %r1, #8\nhalt\n";
    let off = spec(&[("harptool_exact", "off")]);
    let (programs, said) = Harp::assemble(&Files::one(text), &off);
    let mut launch = bound(&[]);
    let given = ["in", "out"].map(|name| launch.memory.allocate(name, 16, Type::I32, false, true));
    launch.memory.copy_in(given[0], &40u32.to_le_bytes());
    let bases = given.map(|at| launch.memory.buffers()[at].base);
    let global = Type::Ptr(Space::Global);
    (launch.args, launch.types) = (vec![bases[0], bases[1], 2], vec![global, global, Type::I32]);
    launch.local_args = vec![false; 3];
    let program = programs.first().unwrap_or_else(|| panic!("{said:?}"));
    let mut run = Harp::untimed(program, &off, launch.clone()).expect("a run");
    assert_eq!(run.advance(100), Ok(true));
    let names: Vec<&str> = run.memory().buffers().iter().map(|buffer| buffer.name.as_str()).collect();
    assert_eq!(names, ["ram", "in", "out"]);
    assert_eq!(run.memory().copy_out(2, 0, 16), [[0; 8].as_slice(), &42u64.to_le_bytes()].concat());
    let small = spec(&[("harptool_exact", "off"), ("archid", "2b8/8/1/1")]);
    let (programs, said) = Harp::assemble(&Files::one(text), &small);
    let program = programs.first().unwrap_or_else(|| panic!("{said:?}"));
    let error = Harp::untimed(program, &small, launch.clone()).expect_err("no room");
    assert!(error.help.is_some_and(|help| help.contains("ram_kib")), "{}", error.message);
    // Words of two bytes have addresses up to the console at 32768: a buffer of 40,000 bytes never fits.
    launch.memory.allocate("large", 40_000, Type::I8, false, true);
    let error = Harp::untimed(program, &small, launch).expect_err("no room");
    assert_eq!(error.help.as_deref(), Some("choose smaller buffers"), "{}", error.message);
}

#[test]
fn settings_choose_whose_word_counts() {
    assert_eq!(Spec::default().rules(), Rules::HARPTOOL);
    let off = spec(&[("harptool_exact", "off")]);
    assert_eq!(off.rules(), Rules::REFERENCE);
    let some = spec(&[("harptool_exact", "off"), ("uni_all_lanes", "on"), ("shr64", "arithmetic")]);
    assert_eq!(some.rules(), Rules { uni_all_lanes: true, arithmetic_shr64: true, ..Rules::REFERENCE });
    let some = spec(&[("uni_all_lanes", "off"), ("shr64", "logical")]);
    assert_eq!(some.rules(), Rules { uni_all_lanes: false, arithmetic_shr64: false, ..Rules::HARPTOOL });
    for id in ["harp32", "harp64"] {
        assert_eq!(Harp::check(&preset(id).expect(id)), Ok(()));
    }
    let printed = "ldi %r0, #1\nshli %r0, %r0, #63\nshri %r0, %r0, #57\nldi %r7, #1\nshli %r7, %r7, #63\nst %r0, %r7, #0\nhalt\n";
    for (shr, byte) in [("logical", "@"), ("arithmetic", "\u{fffd}")] {
        let spec = spec(&[("archid", "8w8/8/1/1"), ("vm", "off"), ("shr64", shr)]);
        assert_eq!(run(&[printed], &spec), (byte.into(), Ok(true)));
    }
}

#[test]
fn listings_images_and_object_files_are_shown() {
    let text = "a: @p1 ? jmpi a\nb: .word 7\n.byte 1\n";
    let (programs, _) = Harp::assemble(&Files::one(text), &Spec::default());
    let listing = Harp::listing(&programs[0]);
    let lines: Vec<&str> = listing.lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!((lines[0], lines[1], lines.len()), ("@p1 ? jmpi #-4", ".word 7", 3));
    let data: Vec<_> =
        Harp::labels(&programs[0]).into_iter().map(|label| (label.name, label.address)).collect();
    let base = lanescope_parts::image::BASE;
    assert_eq!(data, [("b".into(), base + 4)], "`a` is an instruction");
    assert_eq!([0, 1].map(|line: usize| listing.lines[line].pc), [Some(0), None], "data have no number");
    assert_eq!(Harp::binary(&programs[0]).expect("an image").len(), 9);
    let arch = crate::isa::ArchId::parse("4w8/8").expect("an id");
    let object = asm::assemble(text, 0, arch, &Rules::HARPTOOL).0.expect("an object");
    let shown =
        Harp::disassemble(&asm::write_object(&object), &Spec::default()).expect("a form").expect("a listing");
    assert!(shown.lines.iter().any(|line| line.text == "\t@p1 ? jmpi a"), "{shown:?}");
    let lines = |bytes: &[u8]| {
        Harp::disassemble(bytes, &Spec::default()).expect("a form").map(|found| found.lines.len())
    };
    assert_eq!((lines(&[0; 8]), lines(&[])), (Ok(4), Ok(0)));
    let cut = &asm::write_object(&object)[..40];
    assert!(lines(cut).is_err_and(|why| why.contains("cut off")), "a damaged object file is no flat image");
    assert_eq!(Harp::ops().len(), ROWS.len());
    assert!(Harp::ops().iter().any(|op| op.syntax == "addi %rd, %ra, #i" && op.class == "Integer"));
}

/// What is asked of a text that stands for an object file or for an image.
#[test]
fn texts_that_stand_for_files_say_what_they_are() {
    let settings = Spec::default();
    let text = ".perm x\n.global\na: jmpi a\n";
    let object = Harp::object(&Files::one(text), &settings).0.expect("an object");
    let files = |main: &'static str| Files::new(("", main), [], [("a.hof", &object[..])]);
    let stands = "/* of a.s */\n.object \"a.hof\"\n";
    assert_eq!(Harp::data_files(stands), ["a.hof"]);
    assert_eq!(Harp::data_files(text), [""; 0]);
    assert_eq!(Harp::object(&files(stands), &settings), (Some(object.clone()), Vec::new()), "a copy");
    let said = |main| Harp::object(&files(main), &settings).1.remove(0).message;
    assert!(said(".image \"a.hof\"\n").contains("`a.hof` is a flat image, which has no names"));
    assert!(said(".object \"b.hof\"\n").contains("there is no file `b.hof` beside this text"));
    for wrong in [".image \"a.hof\"\nhalt\n", "a: .image \"a.hof\"\n", ".image a.hof\n"] {
        assert!(
            said(wrong)
                .contains("`.image` takes the name of a file in quotes, and nothing else stands in its text")
        );
    }
    let shown = |id| {
        Harp::disassemble(&object, &spec(&[("archid", id)])).expect("a form").map(|found| found.lines.len())
    };
    assert!(shown("4w8/8").is_ok() && shown("4w8/8/16/16").is_ok());
    let why = shown("8w32/32/16/16").expect_err("another machine");
    assert_eq!(why, "the object is for `4w8/8/16/16`, and setting `archid` is `8w32/32/16/16`");
}

/// Lanes and warps of object files in either order, where the settings leave them out; and in the head of an object.
#[test]
fn what_an_arch_id_leaves_out_another_says() {
    let short = spec(&[("archid", "4w8/8"), ("vm", "off")]);
    let object = |text: &str, id: &str| {
        Harp::object(&Files::one(text), &spec(&[("archid", id)])).0.expect("an object")
    };
    let whole = object(".perm x\n.global\na: jmpi b\n", "4w8/8/2/3");
    let part = object(".perm x\n.global\nb: halt\n", "4w8/8");
    assert!(part.starts_with(b"HARP4w8/8\0"));
    for (first, second) in [(&whole, &part), (&part, &whole)] {
        let data = [("1.hof", &first[..]), ("2.hof", &second[..])];
        let files =
            Files::new(("", ".object \"1.hof\"\n"), [("x.s", ".object \"2.hof\"\n")], data).with_all_units();
        let (programs, said) = Harp::assemble(&files, &short);
        let program = programs.first().unwrap_or_else(|| panic!("{said:?}"));
        assert_eq!(format!("{}", program.arch), "4w8/8/2/3");
        let run = Harp::untimed(program, &short, bound(&[])).expect("a run");
        let counts = Untimed::details(&run, &files);
        let warps = counts.iter().find(|(name, _)| name == "warps").map(|(_, warps)| warps.clone());
        assert!(matches!(warps, Some(Data::List(warps)) if warps.len() == 3));
        assert!(Harp::start(program, &short, bound(&[])).is_ok());
    }
}

/// A program of the gallery: lane n takes as many turns as n + 1 takes steps to 1 (OEIS A006577).
#[test]
fn lanes_leave_a_loop_by_split_and_join() {
    let text = include_str!("../../../kernels/harp_lanes_leave.s");
    let steps = [0, 1, 7, 2, 5, 8, 16, 3, 19, 6, 14, 9, 9, 17, 17, 4];
    let letters: String = steps.iter().map(|count| char::from(b'a' + count)).collect();
    for arch in ["4w8/8/16/16", "8w8/8/16/1", "4b8/8/16/1"] {
        assert_eq!(run(&[text], &spec(&[("archid", arch)])), (letters.clone() + "\n", Ok(true)), "{arch}");
    }
}

/// W16 with each instruction on a line: each line of the body is executed ten times by eight lanes; the guarded jump twice as often, since lanes
/// that did not jump come to it again; `add` and `sub` by the four lanes that are theirs. All lines together have what the program has.
#[test]
fn w16_each_line_has_its_share() {
    let launch = "ldi %r1, #8\nldi %r0, #1\ncl: clone %r0\naddi %r0, %r0, #1\nsub %r2, %r1, %r0\nrtop @p0, %r2\n@p0 ? jmpi cl\nldi %r0, #0\n\
                  jalis %r5, %r1, body\nhalt\n";
    let body = "body: ldi %r7, #10\nldi %r6, #0\nagain: andi %r4, %r0, #1\nrtop @p1, %r4\n@p1 ? split\n@p1 ? jmpi odd\nadd %r6, %r6, %r0\n\
                jmpi end\nodd: sub %r6, %r6, %r0\nend: join\nsubi %r7, %r7, #1\nrtop @p1, %r7\n@p1 ? jmpi again\nshli %r3, %r0, #2\n\
                st %r6, %r3, #512\njmprt %r5\n";
    let files = Files::one(&format!("{launch}{body}"));
    let spec = spec(&[("archid", "4w8/8/8/1"), ("harptool_exact", "off")]);
    let (programs, said) = Harp::assemble(&files, &spec);
    let program = programs.first().unwrap_or_else(|| panic!("{said:?}"));
    let mut run = Harp::untimed(program, &spec, bound(&[])).expect("a run");
    assert_eq!(run.advance(1000), Ok(true));
    let numbers = run.details(&files);
    let of =
        |name: &str| numbers.iter().find(|(known, _)| known == name).map(|(_, data)| data).expect("a number");
    let Data::List(rows) = of("per_line") else { panic!("lines") };
    let field = |row: &Data, name: &str| {
        let Data::Map(fields) = row else { panic!("{row:?}") };
        match fields.iter().find(|(known, _)| known == name) {
            Some((_, Data::Number(number))) => *number,
            other => panic!("{name}: {other:?}"),
        }
    };
    let line = |number: u64| {
        let row = rows.iter().find(|row| field(row, "line") == number).expect("a line");
        (field(row, "kdic"), field(row, "ldic"))
    };
    // Lines 13 to 23 are the loop: andi, rtop, split, jmpi, add, jmpi, sub, join, subi, rtop, jmpi.
    assert_eq!(
        [13, 14, 15, 17, 18, 19].map(line),
        [(10, 80), (10, 80), (10, 80), (10, 40), (10, 40), (10, 40)]
    );
    // Of the lanes at the guarded jump four take it, and none of the others.
    assert_eq!([16, 20, 21].map(line), [(20, 40), (20, 80), (10, 80)]);
    let sum = |name: &str| rows.iter().map(|row| field(row, name)).sum::<u64>();
    assert_eq!((sum("kdic"), sum("ldic"), sum("lane_slots")), (175, 791, 175 * 8));
}

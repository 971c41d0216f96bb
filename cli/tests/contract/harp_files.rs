//! Object files and flat images of HARP: how they are found, copied, read as text and named.

use super::folder::Folder;

const CODE: &str =
    ".perm x\n.entry\n.global\nstart: ldi %r0, tab\nld %r1, %r0, #4\nst %r1, %r0, #0\njmpi end\n";
const DATA: &str = ".perm rw\n.global\ntab: .word 5 6 7\n.perm x\n.global\nend: halt\n";

/// A program of two texts, with `b` as an object file in two folders and the whole as an image.
fn program(test: &str) -> Folder {
    let files: [(&str, &[u8]); 7] = [
        ("a.s", CODE.as_bytes()),
        ("b.s", DATA.as_bytes()),
        ("ob.s", b".object \"b.HOF\"\n"),
        ("im.s", b".image \"x.bin\"\n"),
        ("far/ob.s", b"/* the same */\n.object \"b.HOF\"\n"),
        ("away/im.s", b".image \"x.bin\"\n"),
        ("lost.s", b".object \"no.HOF\"\n"),
    ];
    let folder = Folder::new(test, &files);
    folder.ends(0, "asm a.s --machine harp --out a.HOF");
    for to in ["b.HOF", "far/b.HOF"] {
        folder.ends(0, &format!("asm b.s --machine harp --out {to}"));
    }
    folder.ends(0, "asm a.s b.s --machine harp --out x.bin");
    folder
}

/// What a name has are the numbers of its directive, up to the end of its piece.
#[test]
fn data_are_dumped_as_they_are_written() {
    let text = ".perm x\nstart: halt\n.perm r\nfl: .word 0.5\nby: .byte 200\n.byte 7\nmsg: .string \"ab\"\n\
                mixed: .word 3\n.byte 4\nlast: .byte 9\n";
    let folder = Folder::new("harp_dump", &[("d.s", text.as_bytes())]);
    for set in ["vm=off", "harptool_exact=off"] {
        for (name, wanted) in [
            ("fl", "fl[0] = 0.5\n"),
            ("by", "by[0] = -56\nby[1] = 7\n"),
            ("msg", "msg[0] = 97\nmsg[1] = 98\nmsg[2] = 0\n"),
            ("mixed", "mixed[0] = 3\nmixed[1] = 4\n"),
            ("last", "last[0] = 9\n"),
        ] {
            let (out, _) =
                folder.ends(0, &format!("run d.s --machine harp,{set} --dump {name} --functional"));
            assert!(
                out.ends_with(wanted) && out.matches(&format!("{name}[")).count() == wanted.lines().count(),
                "{out}"
            );
        }
    }
}

/// A text that stands for a file finds it beside itself, below `--data`, or among the files that are given.
#[test]
fn texts_find_the_files_that_they_stand_for() {
    let folder = program("harp_stand_ins");
    folder.all_leave_the_same(&[
        "run a.s b.s --machine harp",
        "run a.s ob.s --machine harp",
        "run a.s far/ob.s --machine harp",
        "run a.s ob.s --with b.HOF --machine harp",
        "run im.s --machine harp",
        "run im.s --with x.bin --machine harp",
        "run away/im.s --data . --machine harp",
        "run away/im.s --with x.bin --machine harp",
    ]);
    let (_, err) = folder.ends(1, "run a.s lost.s --machine harp");
    assert!(err.contains("there is no file `no.HOF` beside this text"), "{err}");
}

#[test]
fn object_files_and_images_are_copied_or_refused() {
    let folder = program("harp_copies");
    folder.ends(0, "asm b.HOF --out copy.HOF");
    assert_eq!(folder.bytes("copy.HOF"), folder.bytes("b.HOF"));
    folder.ends(0, "asm a.HOF b.HOF --out linked.bin");
    folder.ends(0, "asm x.bin --machine harp --out copy.bin");
    for image in ["linked.bin", "copy.bin"] {
        assert_eq!(folder.bytes(image), folder.bytes("x.bin"));
    }
    folder.refuses(&[
        ("asm x.bin --machine harp --out y.HOF", "`x.bin` is a flat image, which has no names"),
        ("asm a.s --machine harp --out y.hof.gz", "y.hof.gz: `asm` packs nothing"),
    ]);
}

/// An object file says for which machine it is, and what it is not is said by its own name.
#[test]
fn object_files_are_read_for_their_own_machine() {
    let folder = program("harp_own");
    folder.ends(0, "disasm b.HOF --machine harp");
    folder.ends(0, "disasm b.HOF --machine harp,archid=4w8/8");
    folder.ends(0, "asm b.s --machine harp/harp64 --out wide.HOF");
    for (name, bytes) in [("empty.HOF", &b""[..]), ("one.HOF", b"H"), ("three.HOF", b"HAR")] {
        std::fs::write(folder.0.join(name), bytes).unwrap();
        let (_, err) = folder.ends(1, &format!("disasm {name}"));
        assert!(err.contains(&format!("{name}: this is no object file")), "{err}");
    }
    folder.refuses(&[
        (
            "disasm b.HOF --machine harp/harp64",
            "the object is for `4w8/8/16/16`, and setting `archid` is `8w32/32/16/16`",
        ),
        ("disasm b.HOF --machine rvv", "b.HOF: this is an object file of harp, not of rvv"),
        ("run a.s wide.HOF --machine harp", "--> wide.HOF:"),
    ]);
}

/// A run that stops in an object file says its name, and no line.
#[test]
fn places_in_object_files_have_their_names() {
    let damaged = b".perm x\n.global\nend: .raw 0 0 0x80 0x0f\n.perm rw\n.global\ntab: .word 5 6\n";
    let folder = Folder::new("harp_places", &[("a.s", CODE.as_bytes()), ("d.s", damaged)]);
    folder.ends(0, "asm d.s --machine harp --out d.HOF");
    let run = folder.json(1, "run a.s d.HOF --machine harp,harptool_exact=off --json");
    let interrupt = &run["harp"]["interrupt"];
    assert_eq!((&interrupt["number"], &interrupt["file"]), (&3.into(), &"d.HOF".into()), "{run}");
    assert!(interrupt["line"].is_null());
    let (_, err) = folder.ends(1, "run a.s d.HOF --machine harp,harptool_exact=off");
    assert!(err.contains("at d.HOF: interrupt 3") && !err.contains("d.HOF.s"), "{err}");
}

#[test]
fn what_is_no_decision_is_said() {
    let kernel = "__kernel void k(__global int *o) { if (o[0]) o[1] = 2; }";
    let folder = Folder::new("harp_choice", &[("k.cl", kernel.as_bytes())]);
    for command in ["run", "compare", "asm"] {
        let (_, err) = folder.ends(1, &format!("{command} k.cl --machine harp --choice brunch@1=split"));
        assert!(
            err.contains("--choice brunch: there is no such decision; there are ")
                && err.contains("branch (harp)"),
            "{err}"
        );
    }
}

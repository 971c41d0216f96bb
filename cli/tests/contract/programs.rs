//! Programs of several files, and where their buffers lie.

use std::fs;

use lanescope_core::{
    session::vocabulary::{Contents, Document, File, Language},
    share::{decode, encode},
};

use super::folder::Folder;

/// Assembly that stores the words of a file, through a macro of another one.
const MAIN: &str = "# lanescope: arg out int[4] zeros()\n.include \"lib/copy.inc\"\n.global main\nmain: copy 4\n ret\n\
                    .data\n.balign 4\ntable: .incbin \"table.bin\", 4\n";
const COPY: &str = ".macro copy n\n la t0, table\n li t1, \\n\n1: lw t2, 0(t0)\n sw t2, 0(a0)\n addi t0, t0, 4\n \
                    addi a0, a0, 4\n addi t1, t1, -1\n bnez t1, 1b\n.endm\n";

#[test]
fn assembly_of_several_files_runs_from_the_disk_and_from_a_link() {
    let table: Vec<u8> = [9u32, 10, 20, 30, 40].iter().flat_map(|word| word.to_le_bytes()).collect();
    let folder = Folder::new("assembly_files", &[("main.s", MAIN.as_bytes()), ("table.bin", &table)]);
    fs::create_dir_all(folder.0.join("lib")).unwrap();
    fs::write(folder.0.join("lib/copy.inc"), COPY).unwrap();
    let (out, _) = folder.ends(0, "run main.s --machine rvv --dump out");
    assert!(out.contains("out[0] = 10") && out.contains("out[3] = 40"), "{out}");
    let (link, _) = folder.ends(0, "link main.s --machine rvv");
    let elsewhere = Folder::new("assembly_link", &[]);
    let opened = elsewhere.json(0, &format!("open {} --json", link.trim()));
    assert_eq!(opened["digest"], folder.json(0, "run main.s --machine rvv --json")["digest"]);
    fs::write(folder.0.join("lib/copy.inc"), format!("{COPY}\n nonsense a0")).unwrap();
    let (_, err) = folder.ends(1, "compile main.s --machine rvv");
    assert!(err.contains("lib/copy.inc:12:2"), "{err}");
}

/// Each name has the bytes up to the next one, of the type that its directive puts there; a count goes further, up to the end of the
/// section. A parameter comes before data of the same name.
#[test]
fn data_of_a_program_by_hand_are_printed_by_their_names() {
    const TEXT: &str = "# lanescope: arg out int[2] zeros()\n.global main\nmain:\n la t0, v\n lw t1, 0(t0)\n \
        addi t1, t1, 41\n sw t1, 4(t0)\n sw t1, 0(a0)\n ret\n\
        .data\nv: .word 1, 2, 3\n.balign 8\nd: .double 1.5, -2.25\nb: .byte -1, 7\nout: .byte 9\nrest: .zero 5\n";
    let folder = Folder::new("dump_labels", &[("p.s", TEXT.as_bytes())]);
    for machine in ["rvv", "packed"] {
        let lines = |dump: &str, functional: &str| {
            let line = format!("run p.s --machine {machine} --dump {dump} {functional}");
            let (out, _) = folder.ends(0, &line);
            let name = dump.split(':').next().unwrap_or_default();
            let own = out.lines().filter(|line| line.starts_with(&format!("{name}["))).map(String::from);
            own.collect::<Vec<_>>()
        };
        for functional in ["", "--functional"] {
            assert_eq!(lines("v:3", functional), ["v[0] = 1", "v[1] = 42", "v[2] = 3"]);
            // With the bytes that align what follows.
            assert_eq!(lines("v", functional), ["v[0] = 1", "v[1] = 42", "v[2] = 3", "v[3] = 0"]);
            assert_eq!(lines("d", functional), ["d[0] = 1.5", "d[1] = -2.25"]);
            assert_eq!(lines("d:1", functional), ["d[0] = 1.5"]);
            assert_eq!(lines("b", functional), ["b[0] = -1", "b[1] = 7"]);
            assert_eq!(lines("b:4", functional), ["b[0] = -1", "b[1] = 7", "b[2] = 9", "b[3] = 0"]);
            assert_eq!(lines("rest", functional), ["rest[0] = 0"]);
            assert_eq!(lines("out", functional), ["out[0] = 42", "out[1] = 0"]);
        }
        folder.ends(0, &format!("run p.s --machine {machine} --dump d:d.bin"));
        assert_eq!(fs::read(folder.0.join("d.bin")).unwrap()[8..], (-2.25f64).to_le_bytes());
        let (_, err) = folder.ends(1, &format!("run p.s --machine {machine} --dump main"));
        assert!(
            err.contains("there is no buffer `main`; there are ")
                && err.contains("out")
                && err.contains("v, d, b"),
            "{err}"
        );
        folder.ends(1, &format!("run p.s --machine {machine} --json --dump v:2"));
    }
}

#[test]
fn files_that_nothing_asks_for_go_into_the_link_too() {
    let kernel = b"__kernel void k(__global int *x) { x[0] = 1; }\n";
    let folder = Folder::new("with_files", &[("k.cl", kernel), ("notes.txt", b"n"), ("in.txt", b"12 34")]);
    let line = "link k.cl --with notes.txt --console in.txt --choice bound@2=16 --choice bound@a.h:3=4";
    let (link, _) = folder.ends(0, line);
    let document = decode(link.trim()).unwrap();
    assert_eq!((document.name.as_str(), document.files[0].name.as_str()), ("k.cl", "notes.txt"));
    assert_eq!(document.console, b"12 34");
    let choices: Vec<_> =
        document.choices.iter().map(|c| (c.file.as_str(), c.line, c.value.as_str())).collect();
    assert_eq!(choices, [("", 2, "16"), ("a.h", 3, "4")]);
    folder.ends(2, "link k.cl --choice bound=16");
    folder.ends(2, "link k.cl --choice bound@0=16");
    folder.ends(1, "link k.cl --with none.h");
    folder.ends(1, "link gallery:saxpy --with none.h");
    let (link, _) = folder.ends(0, "link gallery:saxpy --with notes.txt");
    let document = decode(link.trim()).unwrap();
    assert_eq!((document.name.as_str(), document.files[0].name.as_str()), ("", "notes.txt"));
    folder.ends(3, "link k.cl --with notes.txt --limit file_bytes=0");
}

#[test]
fn one_name_is_one_file() {
    let folder = Folder::new(
        "one_name",
        &[
            ("k.cl", b"#include \"a.h\"\n#include <a.h>\n__kernel void k(__global int *x) { x[0] = 1; }\n"),
            ("a.h", b"// here\n"),
        ],
    );
    fs::create_dir_all(folder.0.join("inc")).unwrap();
    fs::write(folder.0.join("inc/a.h"), "// there\n").unwrap();
    let (_, err) = folder.ends(1, "run k.cl -I inc");
    assert!(err.contains("`a.h`") && err.contains("inc/a.h"), "{err}");
    folder.ends(0, "run k.cl");
}

#[test]
fn a_saved_file_never_leads_out_of_its_folder() {
    let folder = Folder::new(
        "save_inside",
        &[("k.cl", b"#include \"../up.h\"\n__kernel void k(__global int *x) { x[0] = 1; }\n")],
    );
    fs::write(folder.0.join("../up.h"), "// up\n").unwrap();
    let (link, _) = folder.ends(0, "link k.cl");
    let (_, err) = folder.ends(1, &format!("open {} --save saved", link.trim()));
    assert!(err.contains("../up.h") && !folder.0.join("saved").exists(), "{err}");
}

#[test]
fn a_text_without_a_name_is_saved_under_the_ending_of_its_language() {
    let folder = Folder::new("save_unnamed", &[]);
    let names = [
        (Language::Auto, "main"),
        (Language::OpenCl, "main.cl"),
        (Language::Cuda, "main.cu"),
        (Language::Assembly, "main.s"),
    ];
    for (language, name) in names {
        let _ = fs::remove_dir_all(folder.0.join("saved"));
        let document = Document { language, ..decode("#ex=saxpy").unwrap() };
        folder.ends(0, &format!("open {} --save saved", encode(&document)));
        assert_eq!(folder.bytes(&format!("saved/{name}")), document.source.as_bytes());
    }
}

/// A link may be longer than any argument of a command.
#[test]
fn a_link_of_any_length_comes_by_standard_input() {
    let mut document = decode("#ex=saxpy").unwrap();
    let mut rng = lanescope_core::base::rng::Rng::new(1);
    let noise = (0..200_000).map(|_| rng.next_u64() as u8).collect();
    document.files.push(File { name: "noise.bin".into(), contents: Contents::Bytes(noise) });
    let link = encode(&document);
    assert!(link.len() > 200_000);
    let folder = Folder::new("long_link", &[("link.txt", link.as_bytes())]);
    let _ = fs::remove_dir_all(folder.0.join("saved"));
    let mut command = folder.command("open - --save saved");
    let output = command.stdin(fs::File::open(folder.0.join("link.txt")).unwrap()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(folder.bytes("saved/noise.bin"), document.files[0].contents.bytes());
    assert_eq!(folder.bytes("saved/main"), document.source.as_bytes());
}

/// The name of a file in a link is shown and not obeyed by a terminal.
#[test]
fn control_characters_of_a_link_are_shown_as_pictures() {
    let document = Document { name: "k\x1B[31m\u{9B}2J\x7F.cl".into(), ..decode("#ex=saxpy").unwrap() };
    let folder = Folder::new("save_control", &[]);
    let (_, err) = folder.ends(1, &format!("open {} --save saved", encode(&document)));
    assert!(err.contains("`k␛[31m\u{FFFD}2J␡.cl`"), "{err}");
    assert!(!err.trim_end().contains(char::is_control), "{err}");
}

/// What cannot be written wholly leaves no folder: here a name that is too long for the disk.
#[test]
fn files_are_saved_all_or_none() {
    let mut document = decode("#ex=saxpy").unwrap();
    document.files.push(File { name: "x".repeat(300), contents: Contents::Text("x".into()) });
    let folder = Folder::new("save_long", &[]);
    let (_, err) = folder.ends(1, &format!("open {} --save saved", encode(&document)));
    assert!(err.contains("xxx") && !folder.0.join("saved").exists(), "{err}");
}

#[test]
fn macros_name_the_files_that_are_included() {
    let kernel: &[u8] = b"#define HERE \"a.h\"\n#define TEXT(x) #x\n#define NAME(x) TEXT(x)\n#include HERE\n#include NAME(c.h)\n\
        #include GIVEN\n#define TOP <lib/d.h>\n#include TOP\n__kernel void k(__global int *x) { x[0] = A + B + C + D; }\n";
    let folder = Folder::new(
        "include_macros",
        &[
            ("k.cl", kernel),
            ("a.h", b"#define A 1000\n"),
            ("b.h", b"#define B 200\n"),
            ("c.h", b"#define C 30\n"),
        ],
    );
    fs::create_dir_all(folder.0.join("lib")).unwrap();
    fs::write(folder.0.join("lib/d.h"), "#define D 4\n").unwrap();
    let line = "run k.cl --with c.h -I . --dump x -DGIVEN=\"b.h\"";
    let (out, err) = folder.ends(0, line);
    assert!(out.contains("x[0] = 1234"), "{out}{err}");
    let (_, err) = folder.ends(1, "run k.cl --with c.h -I .");
    assert!(err.contains("`GIVEN` names no header"), "{err}");
}

#[test]
fn a_message_in_an_included_file_shows_the_way_there() {
    let kernel = b"// main\n#include \"a.h\"\n__kernel void k(__global int *x) { x[0] = f(1); }\n";
    let folder = Folder::new(
        "include_chain",
        &[("k.cl", kernel), ("a.h", b"\n#include \"b.h\"\n"), ("b.h", b"int f(int a) { return a + b; }\n")],
    );
    let (_, err) = folder.ends(1, "run k.cl");
    for place in ["b.h:1:27", "a.h:2:1", "k.cl:2:1"] {
        assert!(err.contains(place), "{place}: {err}");
    }
}

/// Two buffers over the same memory, on each machine: the second sees what the first wrote.
#[test]
fn buffers_lie_where_they_are_put() {
    let kernel =
        b"__kernel void k(__global int *a, __global int *b) { int i = get_global_id(0); b[i] = a[i] + 1; }\n";
    let launch = |at: &str| {
        format!(
            "global = 8\nlocal = 8\n[[arg]]\nname = 'a'\nlen = 8\nvalues = [5]\nat = 0x80000000\n[[arg]]\nname = 'b'\nlen = 8\n{at}"
        )
    };
    let (apart, same) = (launch(""), launch("at = 0x80000000\n"));
    let folder = Folder::new(
        "placed",
        &[
            ("k.cl", kernel),
            ("apart.toml", apart.as_bytes()),
            ("same.toml", same.as_bytes()),
            ("low.toml", launch("at = 64").as_bytes()),
        ],
    );
    for machine in ["simt", "rvv", "rvv/textbook-dram"] {
        let run = |file: &str| {
            folder
                .ends(0, &format!("run k.cl --machine {machine} --launch {file} --check --dump a --dump b"))
                .0
        };
        let (apart, same) = (run("apart.toml"), run("same.toml"));
        assert!(apart.contains("a[7] = 5") && apart.contains("b[7] = 6"), "{machine}: {apart}");
        // The list fills `a`; the zeros of `b` come behind it into the same memory.
        assert!(same.contains("a[7] = 1") && same.contains("b[7] = 1"), "{machine}: {same}");
        let (_, err) = folder.ends(1, &format!("run k.cl --machine {machine} --launch low.toml"));
        assert!(err.contains("`b`") && err.contains("0x40"), "{err}");
    }
}

//! Programs of several files, and where their buffers lie.

use std::fs;

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

#[test]
fn files_that_nothing_asks_for_go_into_the_link_too() {
    let kernel = b"__kernel void k(__global int *x) { x[0] = 1; }\n";
    let folder = Folder::new("with_files", &[("k.cl", kernel), ("notes.txt", b"n"), ("in.txt", b"12 34")]);
    let line = "link k.cl --with notes.txt --console in.txt --choice bound@2=16 --choice bound@a.h:3=4";
    let (link, _) = folder.ends(0, line);
    let document = lanescope_core::share::decode(link.trim()).unwrap();
    assert_eq!((document.name.as_str(), document.files[0].name.as_str()), ("k.cl", "notes.txt"));
    assert_eq!(document.console, b"12 34");
    let choices: Vec<_> =
        document.choices.iter().map(|c| (c.file.as_str(), c.line, c.value.as_str())).collect();
    assert_eq!(choices, [("", 2, "16"), ("a.h", 3, "4")]);
    folder.ends(2, "link k.cl --choice bound=16");
    folder.ends(2, "link k.cl --choice bound@0=16");
    folder.ends(1, "link k.cl --with none.h");
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

//! Programs of several texts: which are linked, by whom, and what a link keeps of them.

use lanescope_core::share;

use super::folder::Folder;

const MAIN: &str = "# lanescope: machine rvv/textbook\n.globl main\nmain: mv s0, ra\nla a0, table\ncall total\nla t0, sum\nsw a0, 0(t0)\n\
                    jr s0\n.data\n.globl sum\nsum: .word 0\n";
const TOTAL: &str = ".include \"four.inc\"\n.globl total\ntotal: li t0, four\nli t1, 0\nloop: lw t2, 0(a0)\nadd t1, t1, t2\naddi a0, a0, 4\n\
                     addi t0, t0, -1\nbnez t0, loop\nmv a0, t1\nret\n";
const TABLE: &str = ".data\n.globl table\ntable: .word 1, 20, 300, 4000\n";

fn program(test: &str) -> Folder {
    let files: [(&str, &[u8]); 8] = [
        ("a.s", MAIN.as_bytes()),
        ("b.s", TOTAL.as_bytes()),
        ("c.s", TABLE.as_bytes()),
        ("four.inc", b".equ four, 4\n"),
        ("twice.s", b"nop\n.globl total\ntotal: ret\n"),
        ("pre.S", b"#define TABLE table\n.data\n.globl TABLE\nTABLE: .word 2, 2, 2, 2\n"),
        ("k.sas", b".data\n.text\nexit\n"),
        ("k.ptx", b".entry k(.param .u64 p) { ret; }\n"),
    ];
    Folder::new(test, &files)
}

#[test]
fn texts_are_linked_on_every_machine_whose_assembler_knows_it() {
    let folder = program("units");
    for machine in ["rvv", "rvv/cray-8-banks", "packed", "packed/avx2"] {
        for way in ["", " --functional"] {
            let (out, _) = folder.ends(0, &format!("run a.s b.s c.s --machine {machine}{way} --dump sum"));
            assert!(out.contains("sum[0] = 4321\n"), "{machine}: {out}");
        }
        let (out, _) =
            folder.ends(0, &format!("run a.s --link b.s --link pre.S --machine {machine} --dump sum:1"));
        assert!(out.ends_with("sum[0] = 8\n"), "{machine}: {out}");
    }
    // In the order of the texts, whatever is called first.
    folder.ends(0, "asm a.s b.s c.s --machine rvv --out x.bin");
    folder.ends(0, "asm b.s a.s c.s --machine rvv --out y.bin");
    let (x, y) = (folder.bytes("x.bin"), folder.bytes("y.bin"));
    assert_eq!((x.len(), &x[x.len() - 36..]), (y.len(), &y[..36]), "nine instructions of b.s");
}

#[test]
fn mistakes_of_linking_say_text_and_line() {
    let folder = program("units_wrong");
    for machine in ["rvv", "packed"] {
        let (_, err) = folder.ends(1, &format!("run a.s c.s --machine {machine}"));
        assert!(
            err.contains("`total` is defined in no text that this one sees") && err.contains("a.s:5:"),
            "{err}"
        );
        let (_, err) = folder.ends(1, &format!("asm a.s b.s twice.s c.s --machine {machine}"));
        assert!(err.contains("`total` is defined in two texts") && err.contains("twice.s:3:"), "{err}");
        assert!(err.contains("b.s:3:") && err.contains("first here"), "{err}");
    }
}

#[test]
fn machines_that_link_nothing_say_so() {
    let folder = program("units_none");
    folder.refuses(&[
        (
            "run k.sas b.s --machine sim_d",
            "sim_d links no texts: a program is one text, and `b.s` is another",
        ),
        ("run k.ptx b.s --machine simt", "simt links no texts: a program is one text, and `b.s` is another"),
        ("link k.ptx b.s --machine simt", "simt links no texts"),
        ("run a.s b.s c.s a.s --machine rvv", "a.s: the program has this file already"),
    ]);
    // A file that is only there is no unit.
    let (_, err) = folder.ends(1, "run a.s b.s --with c.s --machine rvv");
    assert!(err.contains("`table` is defined in no text"), "{err}");
}

#[test]
fn links_keep_the_units_in_their_order() {
    let folder = program("units_link");
    let (link, _) = folder.ends(0, "link a.s b.s c.s");
    let document = share::decode(link.trim()).expect("a document");
    assert_eq!(document.units, ["a.s", "b.s", "c.s"]);
    let names: Vec<&str> = document.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["b.s", "c.s", "four.inc"]);
    let runs =
        [folder.json(0, "run a.s b.s c.s --json"), folder.json(0, &format!("open {} --json", link.trim()))];
    assert_eq!((&runs[0]["digest"], &runs[0]["cycles"]), (&runs[1]["digest"], &runs[1]["cycles"]));
}

/// Every byte value, each once: on standard output as they are, in JSON a character each.
#[test]
fn a_console_writes_bytes() {
    let text = ".globl main\nmain: li t0, 0x10000000\nli t1, 0\nli t2, 256\nloop: sb t1, 0(t0)\naddi t1, t1, 1\nbne t1, t2, loop\nret\n";
    let folder = Folder::new("console_bytes", &[("c.s", text.as_bytes())]);
    let all: Vec<u8> = (0..=255).collect();
    for machine in ["rvv", "packed"] {
        for way in ["", " --functional"] {
            let line = format!("run c.s --machine {machine}{way}");
            let out = folder.run(&line).stdout;
            let console = [&b"\nconsole\n"[..], &all, b"\n"].concat();
            assert!(out.windows(console.len()).any(|part| part == console), "{line}");
            let said = folder.json(0, &format!("{line} --json"))["console"].clone();
            let wanted: String = all.iter().map(|byte| char::from(*byte)).collect();
            assert_eq!(said, wanted, "{line}");
        }
    }
}

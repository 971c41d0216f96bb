//! Wrong commands: each ends with its exit code, and its message has the words that help.

use super::folder::{Folder, SQUARE};

/// The files that they name.
const FILES: &[(&str, &str)] = &[
    ("sq.cl", SQUARE),
    ("long.toml", "global = 1\n[[arg]]\nname = \"n\"\nvalue = 99999999999999999999\n"),
    ("four.toml", "global = [1,2,3,4]\n"),
    ("twice.toml", "global = 1\n[[arg]]\nname = \"n\"\nvalue = 1\n[[arg]]\nname = \"n\"\nvalue = 1\n"),
    ("scalar.toml", "global = 1\n[[arg]]\nname = \"x\"\nvalue = 1\n[[arg]]\nname = \"n\"\nvalue = 1\n"),
    ("buffer.toml", "global = 1\n[[arg]]\nname = \"n\"\nlen = 1\n"),
    (
        "number.cl",
        "// lanescope: global 8\n// lanescope: arg x 5\n__kernel void f(__global int *x) { x[0] = 1; }",
    ),
    (
        "buffer.cl",
        "// lanescope: global 8\n// lanescope: arg n [4] zeros\n__kernel void f(__global int *x, int n) { x[0] = n; }",
    ),
    ("none.toml", "local = 1\n"),
    ("word.toml", "globl = 1\n"),
    ("init.toml", "global = 1\n[[arg]]\nname = \"x\"\nlen = 3\ninit = \"sevens\"\n"),
    (
        "call.s",
        "# A program that makes a system call and goes on.\n# lanescope: arg out int[1] zeros\n    .globl main\nmain:\n    mv s1, a0\n    li a0, 42\n    li a7, 1\n    ecall\n    li t0, 5\n    sw t0, 0(s1)\n    ret\n",
    ),
    (
        "reserved.s",
        "# A reserved encoding.\n# lanescope: arg out int[4] zeros\n    .globl f\nf:  vsetivli t0, 4, e8, m1, ta, ma\n    vwsubu.wv v8, v14, v15\n    li t1, 1\n    sw t1, 0(a0)\n    ret\n",
    ),
    ("text.s", "# lanescope: arg out int[1] zeros\n .globl f\nf: la t0, f\n lw t1, 1(t0)\n ret\n"),
    ("exit.s", "# lanescope: arg out int[1] zeros\n .globl f\nf: li a0, 3\n li a7, 93\n ecall\n ret\n"),
];

/// Exit code, command, words. (A warning ends with 0.)
const WRONG: &[(i32, &str, &str)] = &[
    (1, "run sq.cl --machine ,", "--machine ',': it names no machine or preset"),
    (1, "run sq.cl --machine rvv,", "--machine 'rvv,': behind each comma stands KEY=VALUE"),
    (1, "run sq.cl --machine rvv,lanes=2,,", "--machine 'rvv,lanes=2,,': behind each comma stands KEY=VALUE"),
    (1, "run sq.cl --machine rvv,lanes", "--machine: lanes: write KEY=VALUE"),
    (1, "run sq.cl --machine rvv,=2", "there is no setting ``"),
    (1, "run sq.cl --machine rvv,lanes=", "setting `lanes` takes a whole number from 1 to 64, not ``"),
    (1, "run sq.cl --machine rvv,lanes=0", "setting `lanes` takes a whole number from 1 to 64, not `0`"),
    (
        1,
        "run sq.cl --machine rvv,vlen=100",
        "setting `vlen` takes a whole number from 128 to 65536, not `100`",
    ),
    (1, "run sq.cl --machine rvv,reserved=maybe", "setting `reserved` takes one of halt, count, not `maybe`"),
    (1, "run sq.cl --machine nosuch/textbook", "there is no machine or preset `nosuch/textbook`"),
    (1, "run sq.cl --machine simt --machine rvv", "only `compare` and `link` take --machine more than once"),
    (1, "run sq.cl --set =1", "there is no setting ``"),
    (1, "run sq.cl --kernel nosuch", "there is no kernel `nosuch`"),
    (1, "run sq.cl --launch .", ".: Is a directory"),
    (
        1,
        "run sq.cl --launch long.toml",
        "long.toml: `99999999999999999999` is too large: a whole number goes from -9223372036854775808 to 922",
    ),
    (1, "run sq.cl --launch four.toml", "four.toml: a size has one to three numbers, not 4"),
    (1, "run sq.cl --launch twice.toml", "twice.toml: argument `n` is given twice"),
    (1, "run sq.cl --launch none.toml", "none.toml: missing field `global`: how many work-items there are"),
    (1, "run sq.cl --launch word.toml", "word.toml: TOML parse error at line 1, column 1"),
    (
        1,
        "run sq.cl --launch init.toml",
        "init.toml: argument `x`: `init = \"sevens\"` is not one of zeros, iota, random, permutation, fill, lis",
    ),
    (1, "run nosuch.cl", "nosuch.cl: No such file or directory"),
    (1, "run .", ".: Is a directory"),
    (1, "compile gallery:", "the gallery has no ``"),
    (1, "compile sq.cl --with nosuch.h", "nosuch.h: No such file or directory"),
    (1, "compile sq.cl --console nosuch", "nosuch: No such file or directory"),
    (1, "asm sq.cl --machine nosuch", "there is no machine or preset `nosuch`"),
    (1, "disasm nosuch.bin", "nosuch.bin: No such file or directory"),
    (1, "disasm sq.cl --machine nosuch", "there is no machine or preset `nosuch`"),
    (1, "compare sq.cl --machine ,", "--machine ',': it names no machine or preset"),
    (1, "compare sq.cl --also nosuch.cl", "give --machine at least twice"),
    (1, "figure sq.cl --panel nosuch", "this machine has no panel `nosuch`"),
    (1, "figure sq.cl --panel sweep", "`sweep` is a study: `lanescope study sweep FILE`"),
    (2, "figure sq.cl --panel timeline --width nan", "it takes a number of pixels above 0, not `nan`"),
    (2, "figure sq.cl --panel timeline --width inf", "it takes a number of pixels above 0, not `inf`"),
    (2, "figure sq.cl --panel timeline --width -1", "it takes a number of pixels above 0, not `-1`"),
    (2, "figure sq.cl --panel timeline --width 0", "it takes a number of pixels above 0, not `0`"),
    (2, "figure sq.cl --panel timeline --height nan", "it takes a number of pixels above 0, not `nan`"),
    (2, "figure sq.cl --panel timeline --height x", "it takes a number of pixels above 0, not `x`"),
    (
        1,
        "figure sq.cl --panel timeline --width 10 --out a.svg",
        "a picture has 64 to 16384 pixels in each direction",
    ),
    (
        1,
        "figure sq.cl --panel timeline --width 99999 --out a.svg",
        "a picture has 64 to 16384 pixels in each direction",
    ),
    (2, "figure sq.cl --panel timeline --cycles 5", "it takes A..B with A below B, not `5`"),
    (2, "figure sq.cl --panel timeline --cycles 5..5", "it takes A..B with A below B, not `5..5`"),
    (
        1,
        "figure sq.cl --panel timeline --cycles 100000..100001",
        "--cycles: the run ends before cycle 100000",
    ),
    (1, "figure sq.cl --panel timeline --cycle 100000", "--cycle 100000: the run has 725 cycles"),
    (1, "figure sq.cl --panel timeline --unit 99", "--unit 99: the machine has the units 0 to 3"),
    (1, "figure sq.cl --panel timeline --out a.png", "--out must end in .svg or .csv"),
    (
        1,
        "figure sq.cl --panel timeline --radix nosuch",
        "--radix nosuch: it takes one of auto, dec, udec, hex, float, bin",
    ),
    (2, "figure sq.cl --panel memory --bits 7", "it takes 8, 16, 32 or 64, not `7`"),
    (1, "figure sq.cl --panel memory --memory nosuch", "there is no buffer `nosuch`"),
    (1, "figure sq.cl --panel memory --offset 99999999", "--offset 99999999: `x` has 1024 bytes"),
    (
        1,
        "figure sq.cl --panel registers --offset 999",
        "--offset 999: the panel `registers` has fewer than that",
    ),
    (
        1,
        "figure sq.cl --panel timeline --offset 1",
        "--offset: the panel `timeline` has no pages; memory is one",
    ),
    (
        1,
        "figure sq.cl --panel timeline --count 1",
        "--count: the panel `timeline` has no pages; memory is one",
    ),
    (2, "figure sq.cl --panel memory --count 0", "0 is not in 1..18446744073709551615"),
    (1, "figure sq.cl --panel timeline --animate 1", "--animate goes with an --out that ends in .svg"),
    (2, "figure sq.cl --panel timeline --animate 0 --out a.svg", "0 is not in 1..=60"),
    (2, "figure sq.cl --panel timeline --rows 5..1", "it takes A..B with A below B, not `5..1`"),
    (
        1,
        "trace sq.cl --out a.csv --events nosuch",
        "this machine has no events `nosuch` (see lanescope list events)",
    ),
    (2, "trace sq.cl --follow 0", "`0` is not UNIT:PC or UNIT:PC@N, with N from 1 on"),
    (2, "trace sq.cl --follow 0:0@0", "`0:0@0` is not UNIT:PC or UNIT:PC@N, with N from 1 on"),
    (2, "trace sq.cl --out a.csv --cycles 3..1", "it takes A..B with A below B, not `3..1`"),
    (1, "study nosuch sq.cl", "there is no study `nosuch` on machine `simt`"),
    (1, "study sweep sq.cl", "Enter a setting and its values: `setting=ID values=A,B,C`."),
    (1, "study sweep sq.cl setting=cores", "Enter a setting and its values: `setting=ID values=A,B,C`."),
    (
        1,
        "study sweep sq.cl setting=cores values=0",
        "0: setting `cores` takes a whole number from 1 to 64, not `0`",
    ),
    (
        1,
        "study sweep sq.cl setting=cores values=many",
        "many: setting `cores` takes a whole number from 1 to 64, not `many`",
    ),
    (
        1,
        "study sweep sq.cl setting=cores values=1 measure=colour",
        "no run has a number `colour`; `figure --panel counters` shows all",
    ),
    (
        2,
        "study sweep sq.cl values",
        "invalid value 'values' for '[KEY=VALUE]...': it takes KEY=VALUE, not `values`",
    ),
    (1, "study jitter sq.cl runs=x", "`runs` is a whole number, not `x`"),
    (1, "wcet sq.cl", "there is no study `wcet` on machine `simt`"),
    (2, "wcet sq.cl --turns x", "invalid digit found in string"),
    (1, "model nosuch", "there is no formula `nosuch`"),
    (1, "model amdahl share", "`share`: it takes KEY=VALUE with a number"),
    (1, "model amdahl share=x", "`share=x`: it takes KEY=VALUE with a number"),
    (1, "model amdahl nosuch=1", "`amdahl` takes no `nosuch`; it takes share, faster"),
    (1, "list gallery --machine nosuch", "there is no machine `nosuch`"),
    (2, "list nosuch", "invalid value 'nosuch' for '<WHAT>'"),
    (2, "open link --source --save a", "the argument '--source' cannot be used with '--save <FOLDER>'"),
    (1, "link nosuch.cl", "nosuch.cl: No such file or directory"),
    (2, "run sq.cl --choice x", "it takes ID@LINE=VALUE or ID@FILE:LINE=VALUE, not `x`"),
    (2, "run sq.cl --choice x@0=1", "it takes ID@LINE=VALUE or ID@FILE:LINE=VALUE, not `x@0=1`"),
    (1, "run call.s --data nosuch", "--data nosuch: there is no such folder"),
    (1, "run sq.cl --data nosuch", "--data nosuch: there is no such folder"),
    (1, "run number.cl", "argument `x` (__global int *) takes a buffer such as `[100] zeros`"),
    (1, "run buffer.cl", "argument `n` (int) takes a number"),
    (
        1,
        "figure sq.cl --panel timeline --pc 3",
        "--pc 3: the panel `timeline` follows no instruction; follow is one",
    ),
    (1, "figure sq.cl --panel follow --pc 9999", "--pc 9999: the listing has no instruction of this number"),
    (1, "figure sq.cl --panel timeline --zoom nosuch", "--zoom nosuch: the panel `timeline` has no boxes"),
    (
        1,
        "figure sq.cl --panel diagram --zoom nosuch",
        "--zoom: There is no box `nosuch` that can be looked into",
    ),
    (
        1,
        "figure sq.cl --panel timeline --rows 500..600",
        "--rows: there are 4 rows, from 0 on; none is row 500",
    ),
    (1, "figure sq.cl --panel timeline --time nosuch", "--time nosuch: it takes one of core, dram, ns"),
    (
        1,
        "figure sq.cl --panel timeline --time nosuch --out a.svg",
        "--time nosuch: it takes one of core, dram, ns",
    ),
    (1, "figure sq.cl --panel memory --memory local --offset 1", "--offset 1: `local` has 0 bytes"),
    (1, "study sweep sq.cl setting=cores values=1,,2", "`values=1,,2`: between two commas stands a value"),
    (1, "study sweep sq.cl setting=cores values=1,", "`values=1,`: between two commas stands a value"),
    (2, "run sq.cl --max-memory 99999999999999999999", "number too large to fit in target type"),
    (2, "run sq.cl --limit nosuch=1", "there is no limit `nosuch`"),
    (
        1,
        "run /dev/zero --limit source_bytes=999999999999",
        "/dev/zero: this is a device that does not end (268435456 bytes were read)",
    ),
    (
        1,
        "run /dev/urandom --limit source_bytes=999999999999",
        "/dev/urandom: this is a device that does not end (268435456 bytes were read)",
    ),
    (1, "run sq.cl -I nofolder", "-I nofolder: there is no such folder"),
    (1, "run sq.cl --data nofolder", "--data nofolder: there is no such folder"),
    (1, "run sq.cl --dump x:", "--dump x:: behind the colon stands the name of a file"),
    (2, "run sq.cl --max-seconds 0", "it takes a number of seconds above 0"),
    (2, "run sq.cl --max-seconds -1", "it takes a number of seconds above 0"),
    (
        0,
        "run sq.cl --choice bound@1=3",
        "--choice decides something for `study`; this command does not use it",
    ),
    (
        1,
        "figure sq.cl --panel diagram --zoom nosuch",
        "--zoom: There is no box `nosuch` that can be looked into",
    ),
    (1, "run call.s --machine rvv", "system call 1, the number in `a7`"),
    (1, "run reserved.s --machine rvv", "reserved: a register is a source with elements of two widths"),
    (1, "run text.s --machine rvv", "misaligned"),
    (1, "run exit.s --machine rvv", "exit status 3"),
    (1, "run call.s --machine packed", "system call 1, the number in `a7`"),
    (1, "run call.s --machine rvv --functional", "system call 1, the number in `a7`"),
    (1, "run sq.cl --launch scalar.toml", "takes a buffer"),
    (1, "run sq.cl --launch buffer.toml", "takes a number"),
];

#[test]
fn wrong_commands_say_what_is_wrong() {
    let files: Vec<(&str, &[u8])> = FILES.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    let folder = Folder::new("wrong", &files);
    assert!(WRONG.len() >= 80);
    for (code, line, words) in WRONG {
        let (_, err) = folder.ends(*code, line);
        assert!(err.contains(words), "lanescope {line}: {err}");
    }
    // Words of one letter or none, which no line with blanks between them can hold.
    for machine in ["", " "] {
        let output = folder.command("run sq.cl --machine").arg(machine).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(1) && err.contains("it names no machine or preset"), "{err}");
    }
    let output = folder.command("run").arg("").output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && err.contains("FILE is empty"), "{err}");
}

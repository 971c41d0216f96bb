//! Programs in the binary form of a machine.

use std::fs;

use super::folder::Folder;

const SUM: &str = "# lanescope: arg out int[4] zeros()\n.global main\nmain: li t0, 4\nli t1, 0\nloop: add t1, t1, t0\naddi t0, t0, -1\n\
                   bnez t0, loop\nsw t1, 0(a0)\nvsetvli t2, t1, e32, m1, ta, ma\nvle32.v v8, (a0)\nret\n.word 0xffffffff\n";

/// The words are those that GNU as 2.40 makes of the text (`-march=rv64gcv`, `.option norvc`).
#[test]
fn words_are_printed_with_the_listing_and_written_to_a_file() {
    let folder = Folder::new("asm", &[("sum.s", SUM.as_bytes())]);
    let (out, _) = folder.ends(0, "asm sum.s --machine rvv");
    for (word, text) in [
        ("00400293", "t0"),
        ("fff28293", "-1"),
        ("00652023", "sw"),
        ("02056407", "vle32.v"),
        ("ffffffff", ".word"),
    ] {
        let found = out.lines().any(|line| line.starts_with(word) && line.contains(text));
        assert!(found, "{word} {text}:\n{out}");
    }
    folder.ends(0, "asm sum.s --machine rvv --out sum.bin");
    let bytes = folder.bytes("sum.bin");
    assert_eq!((bytes.len(), &bytes[..4]), (40, &[0x93, 0x02, 0x40, 0][..]));
}

/// For a program by hand and every kernel of the gallery: what is disassembled assembles to the same bytes.
#[test]
fn disassembled_programs_assemble_to_the_same_bytes() {
    let folder = Folder::new("disasm", &[("sum.s", SUM.as_bytes())]);
    let list = folder.json(0, "list gallery --format json");
    let items = list.as_array().expect("a list").iter();
    let gallery = items.filter_map(|item| Some(format!("gallery:{}", item["name"].as_str()?)));
    let mut tried = 0;
    for file in gallery.chain(["sum.s".into()]) {
        let line = format!("asm {file} --machine rvv --out a.bin");
        // Some kernels are for other machines.
        if !folder.run(&line).status.success() {
            continue;
        }
        let (text, _) = folder.ends(0, "disasm a.bin --machine rvv");
        fs::write(folder.0.join("b.s"), text).unwrap();
        folder.ends(0, "asm b.s --machine rvv --out b.bin");
        assert!(folder.bytes("a.bin") == folder.bytes("b.bin"), "{file}");
        tried += 1;
    }
    assert!(tried > 20, "{tried} programs");
}

#[test]
fn what_has_no_binary_form_is_said() {
    let folder = Folder::new("no_asm", &[("odd.bin", b"12345"), ("sum.s", SUM.as_bytes())]);
    let (_, err) = folder.ends(1, "asm gallery:saxpy --machine simt");
    assert!(err.contains("simt/teaching has no binary form"), "{err}");
    let (_, err) = folder.ends(1, "disasm odd.bin --machine simt");
    assert!(err.contains("simt has no binary form"), "{err}");
    let (_, err) = folder.ends(1, "disasm odd.bin");
    assert!(err.contains("5 bytes are no whole number of words"), "{err}");
    let (_, err) = folder.ends(1, "disasm odd.bin --machine cray");
    assert!(err.contains("no machine or preset `cray`"), "{err}");
    let (_, err) = folder.ends(1, "asm sum.s --machine rvv --out nowhere/x.bin");
    assert!(err.contains("nowhere/x.bin"), "{err}");
}

/// Texts are linked in their order, data are found by their names, and a flat image comes back as text for its machine alone.
#[test]
fn texts_of_harp_are_linked_and_read_again() {
    let code = ".perm x\n.entry\n.global\nstart: ldi %r0, tab\nld %r1, %r0, #4\nst %r1, %r0, #0\nhalt\n";
    let data = ".perm rw\n.global\ntab: .word 5 6 7\n";
    let files: [(&str, &[u8]); 3] = [
        ("a.s", code.as_bytes()),
        ("b.s", data.as_bytes()),
        ("sq.cl", b"__kernel void k(__global int *o) { o[0] = 1; }"),
    ];
    let folder = Folder::new("harp_texts", &files);
    for way in ["", " --functional"] {
        let (out, _) = folder.ends(0, &format!("run a.s b.s --machine harp --dump tab:3{way}"));
        assert!(out.contains("tab[0] = 6") && out.contains("tab[2] = 7"), "{out}");
    }
    folder.ends(0, "asm a.s b.s --machine harp --out x.bin");
    let (out, _) = folder.ends(0, "disasm x.bin --machine harp,archid=4w8/8/16/16");
    assert!(out.contains("ld %r1, %r0, #4") && out.contains(".word 7"), "{out}");
    let (_, err) = folder.ends(1, "run sq.cl b.s");
    assert!(err.contains("nothing of b.s is in the program"), "{err}");
    let (_, err) = folder.ends(1, "run sq.cl --machine harp --choice branch@99=split");
    assert!(err.contains("has no line 99"), "{err}");
}

/// A flat image runs as its disassembly: by itself, from a link, and behind a text.
#[test]
fn flat_images_run_and_are_shared() {
    let text = b"li t0, 0x10000000\nli t1, 72\nsb t1, 0(t0)\nbnez t1, 1f\nnop\n1: ret\n";
    let more = b".globl main\nmain: li t0, 0x10000000\nli t1, 71\nsb t1, 0(t0)\nret\n";
    let files: [(&str, &[u8]); 3] = [("h.s", text), ("g.s", more), ("odd.bin", b"12345")];
    let folder = Folder::new("run_bin", &files);
    for machine in ["rvv", "rvv/cray-8-banks"] {
        folder.ends(0, &format!("asm h.s --machine {machine} --out h.bin"));
        let run = |line: &str| folder.json(0, &format!("{line} --json"));
        let (from_text, image) =
            (run(&format!("run h.s --machine {machine}")), run(&format!("run h.bin --machine {machine}")));
        assert_eq!((&image["console"], &image["cycles"]), (&"H".into(), &from_text["cycles"]), "{machine}");
        let (link, _) = folder.ends(0, &format!("link h.bin --machine {machine}"));
        let document = lanescope_core::share::decode(link.trim()).expect("a document");
        assert_eq!((document.units.join(" "), document.source.as_str()), ("h.bin".into(), ""));
        assert_eq!(document.files[0].contents.bytes(), folder.bytes("h.bin"));
        assert_eq!(run(&format!("open {}", link.trim()))["digest"], image["digest"]);
        let saved = folder.0.join("saved");
        let _ = std::fs::remove_dir_all(&saved);
        folder.ends(0, &format!("open {} --save saved", link.trim()));
        assert_eq!(std::fs::read_dir(&saved).unwrap().count(), 1);
        assert_eq!(folder.bytes("saved/h.bin"), folder.bytes("h.bin"));
        // A copy, and one behind the other.
        folder.ends(0, &format!("asm h.bin --machine {machine} --out copy.bin"));
        assert_eq!(folder.bytes("copy.bin"), folder.bytes("h.bin"));
        folder.ends(0, &format!("asm g.s --machine {machine} --out g.bin"));
        folder.ends(0, &format!("asm g.s h.bin --machine {machine} --out both.bin"));
        assert_eq!(folder.bytes("both.bin"), [folder.bytes("g.bin"), folder.bytes("h.bin")].concat());
        assert_eq!(run(&format!("run g.s h.bin --machine {machine}"))["console"], "G");
    }
    folder.refuses(&[
        ("run h.bin --machine simt", "`h.bin` is no text, and simt has no binary form"),
        ("run h.bin --machine packed", "`h.bin` is no text, and packed has no binary form"),
        ("run odd.bin --machine rvv", "`odd.bin`: 5 bytes are no whole number of words"),
    ]);
}

//! Programs of several texts: linked, they are the program of one text that somebody wrote with all names told apart.

use alloc::{string::String, vec::Vec};

use super::*;
use crate::{files::Files, riscv::asm::assemble_files, riscv::isa::Symbol, source::Diagnostic};

/// The program of some units, which are texts `a`, `b`, ….
fn units(texts: &[&str]) -> (Program<Plain>, Vec<Diagnostic>, Files) {
    let names = ["a", "b", "c", "d"];
    let rest = names.iter().zip(texts).skip(1).map(|(name, text)| (*name, *text));
    let files = Files::new((names[0], texts[0]), rest, []).with_all_units();
    let (program, diagnostics) = assemble_files(&files);
    (program, diagnostics, files)
}

/// Do the units mean what one text means?
fn same(texts: &[&str], one: &str) -> Program<Plain> {
    let (program, diagnostics, _) = units(texts);
    assert_eq!(diagnostics, [], "{texts:?}");
    let wanted = super::program::<Plain>(one);
    let bare =
        |program: &Program<Plain>| program.code.iter().map(crate::riscv::encode::encode).collect::<Vec<_>>();
    assert_eq!(bare(&program), bare(&wanted), "{texts:?}");
    assert_eq!(program.data, wanted.data, "{texts:?}");
    program
}

/// The code and the places of the errors of some units: the name of the text with the line, for each label of a diagnostic.
fn wrong(texts: &[&str]) -> Vec<(String, Vec<(String, u32)>)> {
    let (_, diagnostics, files) = units(texts);
    let origins = files.origins(false);
    let place = |span: crate::source::Span| {
        let place = origins.place(files.text(), span.start);
        (place.file.unwrap_or_else(|| "a".into()), place.line)
    };
    let errors = diagnostics.into_iter().filter(Diagnostic::is_error);
    errors
        .map(|one| (one.code.clone().into(), one.labels.iter().map(|label| place(label.span)).collect()))
        .collect()
}

#[test]
fn sections_of_a_name_lie_in_the_order_of_the_texts() {
    let a = ".globl main\nmain: la a0, x\n call f\n.data\n.byte 1\n.globl x\nx: .byte 2\n.text\nend: nop\n.bss\n.zero 3\n";
    let b = ".data\n.byte 3\n.balign 4\n.word x\n.text\n.globl f\nf: la a1, y\n j f\n.bss\ny: .zero 1\n";
    // Each part of `.data` begins at a multiple of its own alignment, and is filled from there.
    let one = ".globl main\nmain: la a0, x\n call f\n end: nop\n.globl f\nf: la a1, y\n j f\n.data\n.byte 1\n.globl x\n\
               x: .byte 2\n.balign 4\n.byte 3\n.zero 3\n.word x\n.bss\n.zero 3\ny: .zero 1\n";
    let program = same(&[a, b], one);
    let global = |symbol: &&Symbol| symbol.global;
    let names: Vec<&str> = program.symbols.iter().filter(global).map(|symbol| symbol.name.as_str()).collect();
    assert_eq!(names, ["x", "main", "f"]);
    // The other order is another program.
    let (other, said, _) = units(&[b, a]);
    assert_eq!((said.len(), other.symbol("f")), (0, Some(super::super::isa::TEXT)));
}

#[test]
fn names_that_are_not_global_are_of_their_text_alone() {
    let a = ".globl a\na: beqz a0, loop\nloop: j 1f\n1: bnez a0, 1b\n.equ n, 3\nli a1, n\nla a2, t\n.data\nt: .word t - loop2\nloop2: .byte n\n";
    let b = "loop: j 1f\nnop\n1: bnez a0, loop\n.ifdef a\nerror\n.endif\n.ifdef n\nerror\n.endif\n.equ n, 4\nli a1, n\ncall a\n.data\nt: .byte n\n";
    let one = ".globl a\na: beqz a0, loop\nloop: j 1f\n1: bnez a0, 1b\nli a1, 3\nla a2, t\n\
               loop_b: j 1f\nnop\n1: bnez a0, loop_b\nli a1, 4\ncall a\n.data\nt: .word t - loop2\nloop2: .byte 3\n.byte 4\n";
    let program = same(&[a, b], one);
    let names: Vec<&str> = program.symbols.iter().map(|symbol| symbol.name.as_str()).collect();
    assert_eq!(names, ["t$1", "loop2", "t$2", "a", "loop$1", "loop$2"]);
}

#[test]
fn values_and_announced_data_are_shared() {
    let a = ".globl size\n.equ size, 12\n.comm pool, 4, 4\n.text\nla a0, pool\nla a1, size\nla a2, none\nbeqz a2, 1f\ncall none\n1: .weak none\n.extern far\n";
    let b = ".data\nw: .word size\n.comm pool, 8, 8\n.local mine\n.comm mine, 4, 4\n.text\nla a3, pool\nla a4, mine\n";
    let c = ".comm mine, 16, 4\n.weak f\nf: ret\nla a5, mine\n";
    let d = ".globl f\nf: call f\n";
    let (program, said, _) = units(&[a, b, c, d]);
    assert_eq!(said, []);
    let data = |name: &str| program.symbol(name).expect(name);
    // `lui` and `addi` of each address.
    let loaded = |register: u8| {
        let high =
            program.code.iter().find(|inst| inst.op == super::super::isa::Op::Lui && inst.rd == register);
        let low = program.code.iter().find(|inst| inst.rd == register && inst.rs1 == register);
        ((i64::from(high.expect("lui").imm) << 12) as i32 as i64 + i64::from(low.expect("addi").imm)) as u64
    };
    assert_eq!((loaded(10), loaded(13)), (data("pool"), data("pool")), "the larger one");
    assert_eq!((loaded(11), loaded(12)), (12, 0));
    assert_eq!(data("pool") % 8, 0);
    assert_ne!(loaded(14), loaded(15), "one is of its text alone");
    let word = (data("w") - crate::image::BASE) as usize;
    assert_eq!(program.data[word..word + 4], [12, 0, 0, 0]);
    let last = program.code.len() - 1;
    assert_eq!(
        (program.symbol("f"), program.code[last].imm),
        (Some(Program::<Plain>::address(last as u32)), 0)
    );
}

/// The ABI's rule of linkers: the larger size and the greater alignment, whichever texts say them.
#[test]
fn announced_data_has_the_greatest_alignment_of_all_texts() {
    let (large, aligned) =
        (".comm d, 100, 8\n.comm b, 4, 4\nnop\n", ".data\n.byte 1\n.comm d, 40, 32\n.text\nnop\n");
    for texts in [[large, aligned], [aligned, large]] {
        let (program, said, _) = units(&texts);
        let (d, b) = (program.symbol("d").expect("d"), program.symbol("b").expect("b"));
        assert_eq!((said.len(), d % 32, d.abs_diff(b) >= 4), (0, 0, true), "{texts:?}");
        assert!(b < d || b >= d + 100, "{texts:?}");
    }
}

/// The place comes first where the mistake is, then where the other definition is.
#[test]
fn mistakes_of_linking_have_their_places() {
    let at = |name: &str, line| (String::from(name), line);
    let one = |code: &str, places: &[(&str, u32)]| {
        Vec::from([(
            String::from(code),
            places.iter().map(|(name, line)| at(name, *line)).collect::<Vec<_>>(),
        )])
    };
    assert_eq!(wrong(&["nop\ncall f\ncall f", "nop"]), one("link::undefined", &[("a", 2)]));
    assert_eq!(wrong(&["nop\ncall f", "nop\n\nf: ret"]), one("link::undefined", &[("a", 2), ("b", 3)]));
    assert_eq!(wrong(&["nop", "nop\n.data\n.dword f"]), one("link::undefined", &[("b", 3)]));
    assert_eq!(wrong(&["nop\nj 1f", "1: nop"]), one("link::undefined", &[("a", 2)]));
    assert_eq!(wrong(&["nop", "j 1b"]), one("link::undefined", &[("b", 1)]));
    let twice = one("link::twice", &[("b", 2), ("a", 1)]);
    assert_eq!(wrong(&["f: ret\n.globl f", ".globl f\nf: ret"]), twice);
    assert_eq!(wrong(&["f = 3\n.globl f", ".globl f\nf: ret"]), twice);
    assert_eq!(wrong(&["f: ret", "f: ret\nf: ret"]), one("asm::label", &[("b", 2), ("b", 1)]));
    // A text alone may call what is nowhere, until a run comes to it.
    let (_, said, _) = units(&["call f"]);
    assert_eq!((said[0].code.as_ref(), said[0].is_error()), ("asm::name", false));
}

/// Functions of the library are linked once for all texts.
#[test]
fn a_program_of_texts_runs() {
    let a = ".globl main\nmain: mv s0, ra\nla a0, to\nla a1, from\nli a2, 3\ncall copy\nlbu a0, 2(a0)\njr s0\n.data\n.globl to\nto: .zero 3\n";
    let b = ".globl copy\ncopy: mv t6, ra\nli t0, 1\ncall again\nmv ra, t6\nret\nagain: beqz t0, done\ndone: j own\n.data\n.globl from\nfrom: .ascii \"xyz\"\n";
    let c = "own: nop\n.text\n.globl own\nloop: lbu t1, 0(a1)\nsb t1, 0(a0)\naddi a0, a0, 1\naddi a1, a1, 1\naddi a2, a2, -1\nbnez a2, loop\naddi a0, a0, -3\nret\n";
    let (program, said, _) = units(&[a, b, c]);
    assert_eq!(said, []);
    let mut memory = Memory::default();
    let buffer = memory.allocate("data", program.data.len() as u64, crate::ir::Type::I8, true, true);
    memory.copy_in(buffer, &program.data);
    let mut hart = Hart::<Plain>::with(());
    finish(&mut hart, &program, &mut memory).expect("an end");
    assert_eq!(hart.x[10], u64::from(b'z'));
}

//! Lines with mistakes: what each costs, and who says so.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::source::{LineIndex, Severity};

use super::*;
use crate::isa::INSTRUCTIONS;

/// Facts 5 and 16: what each mistake costs, one line or none, and where it is.
#[test]
fn lines_that_the_original_drops_are_counted_warnings_or_errors() {
    let cases = [
        ("ldsplin.vec2 v0, 0", "There is no `ldsplin.vec2`.", 1),
        ("frob v0", "There is no instruction `frob`.", 1),
        ("test p0, v0", "`test` needs one of these behind a dot: ez, nz, g, ge, l, le.", 1),
        ("add v0, s0, v1", "`add` takes a vector register here, not a scalar register.", 9),
        (
            "add v0, v1",
            "`add` needs a vector register or a scalar register or a number as its next operand.",
            1,
        ),
        ("mov v64, 1", "There is no register `v64`: the last is number 63.", 5),
        ("movvsp vc.tid_x, 1", "A program cannot write `tid_x`.", 8),
        ("mov v0, vc.tidx", "There is no register `vc.tidx`.", 9),
        ("sand s0, s1, 0x80000000", "2147483648 is more than the assembler reads: 2147483647 at most.", 14),
        ("mad v0, v1, 2.0f, v2", "`f` cannot be jumped to: it consists of hexadecimal digits alone.", 16),
        ("mad v0, v1, 1e3, v2", "`e3` cannot be jumped to: it consists of hexadecimal digits alone.", 14),
        ("printtrace -x", "A minus stands before a number; `x` is none.", 12),
        ("exit 1", "`exit` has no place for a number.", 6),
        ("#bound twice 3", "There is no such annotation.", 1),
        ("here: nop", "What stands behind a label on its line is not read.", 7),
    ];
    for (line, message, column) in cases {
        let source = format!(".text\n nop\n{line}\n exit\n");
        for bad_lines in [BadLines::Warnings, BadLines::Errors] {
            let (program, diagnostics) = assemble(&source, Options { bad_lines, ..Options::default() });
            let said = diagnostics.first().unwrap_or_else(|| panic!("{line}"));
            assert!(said.message.ends_with(message), "{line}: {}", said.message);
            let place = LineIndex::new(&source).line_column(&source, said.span().start);
            assert_eq!(place, (3, column), "{line}");
            assert_eq!((program.dropped, program.instructions.len()), (1, 2), "{line}");
            let severity = match bad_lines {
                BadLines::Warnings => Severity::Warning,
                BadLines::Errors => Severity::Error,
            };
            assert_eq!(said.severity, severity, "{line}");
        }
    }
}

/// A count below zero is named as it was written.
#[test]
fn a_negative_count_of_scalars_is_named() {
    for (line, count) in [("sldg s0, 0, -1", "-1"), ("sldg s3, 0, -2147483648", "-2147483648")] {
        let (_, diagnostics) =
            assemble(&format!(".data\n0 0 4 4\n.text\n{line}\nexit\n"), Options::default());
        let said: Vec<(bool, &str)> =
            diagnostics.iter().map(|said| (said.is_error(), &said.message[..])).collect();
        assert_eq!(said, [(true, &format!("`sldg` loads so many words, not {count}.")[..])]);
    }
}

/// A group has 1,024 work-items, whatever its width.
#[test]
fn a_work_item_that_no_group_has_cannot_be_shown() {
    let said = |line: &str| {
        let (_, diagnostics) = assemble(&format!(".text\n{line}\nexit\n"), Options::default());
        diagnostics.first().map(|said| (said.is_error(), said.message.clone()))
    };
    let wrong = |item: &str| {
        let message = format!("`printvgpr` shows a work-item of the group, 0 to 1023; there is no {item}.");
        Some((true, message))
    };
    assert_eq!(said("printvgpr v0, 1023"), None);
    assert_eq!(said("printvgpr v0, 1024"), wrong("1024"));
    assert_eq!(said("printvgpr v0, 5000"), wrong("5000"));
    assert_eq!(said("printvgpr v0, -1"), wrong("-1"));
    assert_eq!(said("printtrace 5000"), None);
}

/// What the thesis allows, the simulator does not read.
#[test]
fn the_thesis_reads_more_than_the_simulator() {
    let source = ".sp\n0 0 4 4\n.text\nface: mad v0, v1, 1.5e1f, v2\n sand s0, s0, 0xffffffff\n j face\n";
    let (program, diagnostics) = assemble(source, THESIS);
    assert_eq!(diagnostics, []);
    assert_eq!((program.scratchpads.len(), program.instructions.len(), program.dropped), (1, 3, 0));
    assert_eq!(program.instructions[0].immediate(1), Some(15f32.to_bits()));
    assert_eq!(
        (program.instructions[1].immediate(1), program.instructions[2].target()),
        (Some(u32::MAX), Some(0))
    );
    let (program, diagnostics) = assemble(source, Options::default());
    assert_eq!((program.scratchpads.len(), program.instructions.len(), program.dropped), (0, 0, 3));
    assert_eq!(diagnostics[0].code, "asm::section");
}

/// Facts 5: what is left of a line behind its last operand is not read.
#[test]
fn the_end_of_a_line_is_not_read_by_the_original() {
    for line in ["mul v0, v1, 2.0f", "add v0, v1, v2, v3"] {
        let (program, diagnostics) = assemble(&format!(".text\n{line}"), Options::default());
        assert_eq!((program.instructions.len(), program.dropped), (1, 0), "{line}");
        assert_eq!((diagnostics.len(), diagnostics[0].severity), (1, Severity::Warning), "{line}");
    }
    assert_eq!(assemble(".text\nmul v0, v1, 2.0f", THESIS).1, []);
    assert!(assemble(".text\nadd v0, v1, v2, v3", THESIS).1[0].is_error());
}

#[test]
fn what_no_run_could_survive_is_an_error_always() {
    let many: String = " nop\n".repeat(INSTRUCTIONS as usize + 9);
    for (line, code) in [
        ("j nowhere", "asm::label"),
        ("x:\nx:", "asm::label"),
        ("7:", "asm::label"),
        ("ldglin.vec4 v61, 0", "asm::register"),
        ("sldg s30, 0, 3", "asm::register"),
        ("stglin.vec2 vc.mem_idx, 0", "asm::register"),
        (many.as_str(), "limit::instructions"),
    ] {
        let (_, diagnostics) = assemble(&format!(".text\n{line}"), Options::default());
        assert_eq!((diagnostics.len(), &*diagnostics[0].code), (1, code));
        assert!(diagnostics[0].is_error());
    }
    assert_eq!(clean("ldglin.vec4 v60, 0\nsldg s29, 0, 3").instructions.len(), 2);
}

/// No text stops the assembler, makes it panic, or lets it talk without end.
#[test]
fn any_text_is_read() {
    let parts = [
        "add",
        ".",
        " v0",
        ",",
        "-",
        "0x",
        "1e",
        "#bound",
        "\"",
        "//",
        "\n",
        ":",
        "é",
        "vc.",
        "9",
        " .text\n",
        "branchcycle 1",
    ];
    let mut random = lanescope_parts::base::rng::Rng::new(11);
    for _ in 0..2_000 {
        let text: String =
            (0..random.below(24)).map(|_| parts[random.below(parts.len() as u64) as usize]).collect();
        for options in [Options::default(), THESIS] {
            let (_, diagnostics) = assemble(&text, options);
            assert!(diagnostics.len() < 300);
        }
    }
    let source = String::from(".text\n") + &"?\n".repeat(9_999);
    let (program, diagnostics) = assemble(&source, Options::default());
    assert_eq!((program.dropped, diagnostics.len()), (9_999, 200));
}

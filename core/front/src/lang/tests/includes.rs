//! Several files: what `#include` reads, where it looks, and where it stops.

use alloc::{format, string::String, vec, vec::Vec};

use super::{Arg, run};
use crate::{
    document::{CompileOptions, Language, Limits},
    files::Files,
    lang::{Front, Target, compile_files},
};

fn files(main: &str, others: &[(&str, &str)]) -> Files {
    Files::new(("k.cl", main), others.iter().copied(), [])
}

fn front(files: &Files) -> Front {
    compile_files(
        files,
        Language::OpenCl,
        (&CompileOptions::default(), Target::default()),
        &Limits::default(),
    )
}

/// What a kernel that sets `out[0]` to this expression computes, with these lines in front.
fn value(prelude: &str, expression: &str, others: &[(&str, &str)]) -> i32 {
    let main = format!("{prelude}\n__kernel void test(__global int *out) {{ out[0] = {expression}; }}");
    let front = front(&files(&main, others));
    assert_eq!(front.diagnostics, [], "{main}");
    run(&front.kernels[0], [1; 3], [1; 3], &[Arg::Words(vec![0])])[0][0] as i32
}

/// Code and place (file and line) of what is said.
fn said(main: &str, others: &[(&str, &str)]) -> Vec<(String, String, u32)> {
    let files = files(main, others);
    let origins = files.origins(true);
    let place = |offset| origins.place(files.text(), offset);
    let list = front(&files).diagnostics;
    let one = |found: crate::source::Diagnostic| {
        let place = place(found.span().start);
        (found.code.into_owned(), place.file.unwrap_or_default(), place.line)
    };
    list.into_iter().map(one).collect()
}

#[test]
fn a_file_is_read_in_the_place_of_its_directive() {
    let header = ("lib/a.h", "int a(void) { return N + 1; }");
    assert_eq!(value("#define N 4\n#include \"lib/a.h\"\n#undef N\n#define N 9", "a() * N", &[header]), 45);
    // A file without a line end does not swallow what follows; a file may be part of an expression.
    assert_eq!(value("", "1 +\n#include \"b\"\n+ 2", &[("b", "(3) // c")]), 6);
    // A macro's arguments may come from two files.
    assert_eq!(value("#define F(a, b) a - b", "\n#include \"c\"\n, 2)", &[("c", "F(7")]), 5);
}

#[test]
fn files_are_found_beside_then_from_the_top() {
    let others = [
        ("lib/a.h", "#include \"x.h\"\n#include <x.h>\n#include \"top.h\"\n#include \"../up.h\""),
        ("lib/x.h", "int beside(void) { return 1; }"),
        ("x.h", "int top(void) { return 2; }"),
        ("top.h", "int only(void) { return 4; }"),
        ("up.h", "int up(void) { return 8; }"),
    ];
    assert_eq!(value("#include \"lib/a.h\"", "beside() + top() + only() + up()", &others), 15);
}

#[test]
fn a_file_is_read_again_unless_it_says_otherwise() {
    let others = [
        ("count.h", "#ifdef C\n#define D 2\n#else\n#define C\n#define D 1\n#endif"),
        ("once.h", "#pragma once\nint once(void) { return 3; }"),
        ("guard.h", "#ifndef G\n#define G\n#include \"guard.h\"\nint guard(void) { return 5; }\n#endif"),
    ];
    assert_eq!(value("#include \"count.h\"", "D", &others), 1);
    assert_eq!(value("#include \"count.h\"\n#include \"count.h\"", "D", &others), 2);
    let twice = "#include \"once.h\"\n#include \"once.h\"\n#include \"guard.h\"\n#include \"guard.h\"";
    assert_eq!(value(twice, "once() + guard()", &others), 8);
}

#[test]
fn what_is_said_names_the_file_and_its_line() {
    let kernel = "__kernel void k(__global int *x) { x[0] = wrong(1); }";
    let wrong = ("lib/wrong.h", "\n\nint wrong(int x) { return y; }");
    let found = said(&format!("#include \"lib/wrong.h\"\n{kernel}"), &[("a.h", "1\n2\n3"), wrong]);
    assert_eq!(found, [("name::unknown".into(), "lib/wrong.h".into(), 3)]);
    let found =
        said(&format!("#include \"a.h\"\n{kernel}"), &[("a.h", "int wrong(int x) { return x; }\n\"open")]);
    assert!(found.iter().any(|(_, file, line)| (file.as_str(), *line) == ("a.h", 2)), "{found:?}");
    // Line markers in a file count in that file.
    let marked = ("m.h", "# 40 \"far.h\"\nint wrong(int x) { return y; }");
    assert_eq!(said(&format!("#include \"m.h\"\n{kernel}"), &[marked])[0].1, "far.h");
    assert_eq!(
        value(
            "#include \"l.h\"",
            "line() * 100 + __LINE__",
            &[("l.h", "\n\nint line(void) { return __LINE__; }")]
        ),
        302
    );
}

#[test]
fn a_condition_ends_in_the_file_in_which_it_begins() {
    let kernel = "__kernel void k(__global int *x) { x[0] = 1; }";
    for (header, code, file) in [
        ("#if 1", "preproc::unclosed", "a.h"),
        ("#endif", "preproc::unbalanced", "a.h"),
        ("#else", "preproc::unbalanced", "a.h"),
        ("#elif 1", "preproc::unbalanced", "a.h"),
    ] {
        let found = said(&format!("#if 1\n#include \"a.h\"\n#endif\n{kernel}"), &[("a.h", header)]);
        assert_eq!(found.len(), 1, "{header}: {found:?}");
        assert_eq!((found[0].0.as_str(), found[0].1.as_str()), (code, file), "{header}");
    }
}

#[test]
fn circles_and_floods_end_at_limits_with_names() {
    let code = |main: &str, others: &[(&str, &str)]| said(main, others).first().map(|first| first.0.clone());
    assert_eq!(code("#include \"k.cl\"", &[]).as_deref(), Some("limit::include-depth"));
    let circle = [("a.h", "#include \"b.h\""), ("b.h", "#include \"a.h\"")];
    assert_eq!(code("#include \"a.h\"", &circle).as_deref(), Some("limit::include-depth"));
    // Each file twice in the next: 2^60 lines.
    let names: Vec<String> = (0..=60).map(|n| format!("f{n}.h")).collect();
    let texts: Vec<String> =
        names.iter().map(|name| format!("#include \"{name}\"\n#include \"{name}\"")).collect();
    let doubled: Vec<(&str, &str)> =
        (0..60).map(|n| (names[n + 1].as_str(), texts[n].as_str())).chain([("f0.h", "//")]).collect();
    assert_eq!(code("#include \"f60.h\"", &doubled).as_deref(), Some("limit::included-tokens"));
    let long = format!("/*{}*/", " ".repeat(1 << 19));
    let many = "#include \"long.h\"\n".repeat(200);
    assert_eq!(code(&many, &[("long.h", &long)]).as_deref(), Some("limit::included-bytes"));
    let tokens = "; ".repeat(1 << 18);
    let some = "#include \"many.h\"\n".repeat(9);
    assert_eq!(code(&some, &[("many.h", &tokens)]).as_deref(), Some("limit::included-tokens"));
}

#[test]
fn a_file_that_is_missing_is_a_warning() {
    let kernel = "__kernel void k(__global int *x) { x[0] = 1; }";
    let found =
        said(&format!("\n#include \"none.h\"\n#include <stdio.h>\n#include \"math.h\"\n{kernel}"), &[]);
    assert_eq!(found, [("preproc::include".into(), String::new(), 2)]);
}

//! The reference with its private arrays apart, which finds the reason of results that differ: right texts come to the same, and an
//! access beyond an array is a fault at its own place.

use lanescope_core::{
    halt::Halt,
    ir::interp::{Interpreter, Limits},
};
use lanescope_kit::kernels;
use lanescope_tests::random;

/// Texts that are right and look as if they were not.
const RIGHT: &[(&str, &str)] = &[
    (
        "bytes read as a word",
        "char a[5]; char b[8]; for (int j = 0; j < 8; j++) b[j] = j + i; a[i % 5] = 1; out[i] = *(int *)b + a[4];",
    ),
    (
        "a pointer one past the end",
        "int a[4]; int c = 0; for (int *p = a; p != a + 4; p++) *p = c++; out[i] = a[i & 3];",
    ),
    ("rows of rows", "int a[3][5]; for (int j = 0; j < 15; j++) a[0][j] = j; out[i] = a[2][i % 5];"),
    (
        "structures",
        "struct { char c; long l; short s[3]; } a[3]; a[i % 3].l = i; a[2].s[i % 3] = 7; out[i] = a[i % 3].l + a[2].s[0];",
    ),
    ("in a function", "int a[4] = {1, 2, 3, 4}; out[i] = sum(a, 4) + sum(a + 1, 3);"),
    ("no array has it", "out[i] = i;"),
];

fn text(body: &str) -> String {
    format!(
        "// lanescope: global 64\n// lanescope: local 16\n// lanescope: arg n 3\n// lanescope: arg out [64] zeros\n\
         int sum(const int *p, int n) {{ int s = 0; for (int j = 0; j < n; j++) s += p[j]; return s; }}\n\
         __kernel void k(__global int *out, int n) {{\nint i = get_global_id(0);\n{body}\n}}"
    )
}

/// What the reference comes to, with its private arrays together or apart: the digest of its memory.
fn run(name: &str, source: &str, apart: bool) -> Result<u64, Halt> {
    let (kernel, bound) = kernels::written(name, source);
    let limits = Limits { steps: 20_000_000, ..Limits::default() };
    let mut run = Interpreter::new(&kernel, &bound.launch, &bound.args, bound.memory, &limits)?;
    if apart {
        run.part_arrays(&kernel, &bound.args);
    }
    run.advance(u64::MAX)?;
    Ok(run.memory().digest())
}

#[test]
fn right_texts_come_to_the_same_with_arrays_apart() {
    let gallery = kernels::of_gallery().map(|(name, text)| (name.to_string(), text.to_string()));
    let own = RIGHT.iter().map(|(name, body)| (name.to_string(), text(body)));
    let random = (0..60).map(|seed| (format!("seed {seed}"), random::text(seed)));
    for (name, source) in gallery.chain(kernels::pasted()).chain(own).chain(random) {
        let together = run(&name, &source, false);
        // What never ends, or halts, is no right text.
        if together.is_ok() {
            assert_eq!(run(&name, &source, true), together, "{name}\n{source}");
        }
    }
    RIGHT.iter().for_each(|(name, body)| assert!(run(name, &text(body), false).is_ok(), "{name}"));
}

/// At the edge: the last element is no fault, one behind it is, on either side of an array and with arrays on both of its sides.
#[test]
fn an_access_beyond_an_array_is_a_fault_of_its_own() {
    let rows = [
        ("int a[4], b[4], c[4]; a[i & 3] = 1; b[@] = 2; c[i & 3] = 3; out[i] = a[0] + b[0] + c[0];", 4, "b"),
        (
            "char a[3]; short b[5]; long c[2]; a[i % 3] = 1; b[@] = 2; c[i & 1] = 3; out[i] = a[0] + b[0];",
            5,
            "b",
        ),
        ("struct { int x, y; } a[2], b[2]; a[@].y = 1; b[i & 1].x = 2; out[i] = b[0].x;", 2, "a"),
        ("int a[4] = {0}, b[3]; b[i % 3] = i; out[i] = sum(a, 1 + @);", 4, "a"),
    ];
    for (body, count, array) in rows {
        let at = |place: &str| run(body, &text(&body.replace('@', place)), true);
        // The number comes with the launch: no pass and no warning sees it.
        let inside = format!("n + {}", count - 1 - 3);
        assert!(at(&inside).is_ok(), "{body}: the last element");
        let behind = format!("n + {}", count - 3);
        let Err(Halt::Fault { fault, at }) = at(&behind) else { panic!("{body}: behind the last element") };
        let (name, offset) = fault.near.expect("an array is near");
        assert!(name == array && offset as i64 >= 0 && at.item == [0, 0, 0], "{body}: {name} {offset}");
    }
    let Err(Halt::Fault { fault, .. }) =
        run("before", &text("int a[4], b[4]; a[i & 3] = 1; b[n - 4] = 2; out[i] = a[0] + b[0];"), true)
    else {
        panic!("before the first element")
    };
    assert_eq!(fault.near, Some(("b".into(), 0_u64.wrapping_sub(4))));
}

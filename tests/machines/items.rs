//! Which work-item a halt names, and which line and buffer: on every preset, in kernels where one known work-item alone does
//! what is not allowed.

use lanescope_core::session::{HaltInfo, Session, vocabulary::*};
use lanescope_tests::runs;

/// Ways out of a buffer for the one work-item, at the line with the mark `HERE`: what, the argument line, the body. `i` is the
/// work-item, `far` the one that goes out of bounds, `N` how many there are. Some go far away, some where a machine may keep what the
/// launch adds to memory: a stack of some KiB, the launch block, tables.
const WAYS: &[(&str, &str, &str)] = &[
    ("a store behind the last element", "x [N-1] zeros", "x[i] = i; // HERE"),
    ("a load behind the last element", "x [N-1] zeros", "int y = x[i]; // HERE\n  x[i % (N - 1)] = y + 1;"),
    ("a scatter", "x [N] zeros", "x[i == far ? i + 1000 : i] = i; // HERE"),
    ("a gather", "x [N] zeros", "int y = x[i == far ? i + 200 : i]; // HERE\n  x[i] = y + 1;"),
    ("a store under a condition", "x [N] zeros", "if (i == far)\n    x[i + 1100] = i; // HERE"),
    (
        "a load under a condition",
        "x [N] zeros",
        "int y = 0;\n  if (i == far)\n    y = x[i + 90000]; // HERE\n  x[i] = y;",
    ),
    (
        "a store of bytes",
        "x [N] zeros",
        "__global char *b = (__global char *)x;\n  b[i == far ? i + 4500 : i] = 1; // HERE",
    ),
    (
        "a load of doubles",
        "x [2*N-2] zeros",
        "__global long *w = (__global long *)x;\n  long y = w[i]; // HERE\n  w[i % (N - 1)] = y + 1;",
    ),
    (
        "a loop",
        "x [N] zeros",
        "int y = 0;\n  for (int k = 0; k < 3; k++)\n    y += x[i == far && k == 2 ? i + 90000 : i]; // HERE\n  x[i] = y;",
    ),
    (
        "a division beside it",
        "x [N] zeros",
        "int y = 1000 / (i + 1);\n  x[i == far ? y + 90000 : i] = y; // HERE",
    ),
];

/// The same with an atomic.
const ATOMIC: (&str, &str, &str) =
    ("an atomic", "x [N] zeros", "atomic_add(x + (i == far ? i + 90000 : i), 1); // HERE");

const LOCAL: u32 = 32;
const GROUPS: u32 = 3;

fn source(arg: &str, body: &str, far: u32, two_dimensions: bool) -> String {
    let items = LOCAL * GROUPS;
    let arg = arg.replace("2*N-2", &(2 * items - 2).to_string());
    let arg = arg.replace("N-1", &(items - 1).to_string()).replace('N', &items.to_string());
    let (launch, index) = match two_dimensions {
        false => (format!("// lanescope: global {items}\n// lanescope: local {LOCAL}"), "get_global_id(0)"),
        true => (
            format!("// lanescope: global 8 {}\n// lanescope: local 8 4", items / 8),
            "get_global_id(1) * 8 + get_global_id(0)",
        ),
    };
    format!(
        "{launch}\n// lanescope: arg {arg}\n#define N {items}\n#define far {far}\n\
         __kernel void k(__global int *x) {{\n  int i = {index};\n  {body}\n}}\n"
    )
}

fn halt(source: &str, preset: &str, timed: bool) -> Result<HaltInfo, String> {
    let limits = Limits { cycles: 1 << 20, functional_instructions: 1 << 20, ..Limits::default() };
    let mut session = Session::open(runs::document(source, preset), limits);
    session.start().map_err(|found| format!("{found:#?}"))?;
    let halt = match timed {
        true => session.advance(u64::MAX, u64::MAX).halt,
        false => {
            let run = session.functional(&mut |_| true).map_err(|found| format!("{found:#?}"))?;
            run.and_then(|run| run.halt)
        }
    };
    halt.ok_or_else(|| "no halt".into())
}

/// What is wrong with a halt, if anything.
fn wrong(source: &str, halt: &HaltInfo, item: [u32; 3]) -> Option<String> {
    says(source, halt, item, "`x`")
}

/// As [`wrong`], of a halt whose message has to say something.
fn says(source: &str, halt: &HaltInfo, item: [u32; 3], what: &str) -> Option<String> {
    let line = 1 + source.lines().position(|line| line.contains("HERE"))? as u32;
    let place = halt.place.as_ref().map(|place| place.line);
    let [x, y, z] = item;
    let right = place == Some(line)
        && halt.message.contains(what)
        && halt.message.starts_with(&format!("Work-item ({x}, {y}, {z})"));
    (!right).then(|| format!("line {place:?} for {line}, item {item:?}: {}", halt.message))
}

#[test]
fn halts_name_the_work_item_that_goes_out_of_bounds() {
    let mut found = Vec::new();
    for (what, arg, body) in WAYS.iter().chain([&ATOMIC]) {
        for two_dimensions in [false, true] {
            // What lies behind the last element is the last one's.
            let last = LOCAL * GROUPS - 1;
            let far = if body.contains("far") { 45 } else { last };
            let source = source(arg, body, far, two_dimensions);
            let item = if two_dimensions { [far % 8, far / 8, 0] } else { [far, 0, 0] };
            for preset in runs::kernel_presets() {
                if runs::lacks(&source, &preset) {
                    continue;
                }
                for timed in [true, false] {
                    let wrong = match halt(&source, &preset, timed) {
                        Ok(halt) => wrong(&source, &halt, item),
                        Err(why) => Some(why),
                    };
                    found.extend(wrong.map(|why| format!("{what} on {preset}, timed {timed}: {why}")));
                }
            }
        }
    }
    assert!(found.is_empty(), "{} wrong:\n{}", found.len(), found.join("\n"));
}

/// Ways out of the private memory of the one work-item `far`: what, what the halt says of the access, and the
/// body. The work-items beside it have arrays of their own where it goes.
const PRIVATE_WAYS: &[(&str, &str, &str)] = &[
    (
        "a store behind the array",
        "write of 4 bytes out of bounds: private address 0x10, byte 16 of `a`",
        "int a[4] = { i, i, i, i };\n  a[i == far ? 4 : i & 3] = 99; // HERE\n  x[i] = a[0] + a[i & 3];",
    ),
    (
        "a load behind the array",
        "read of 4 bytes out of bounds: private address 0x14, byte 20 of `a`",
        "int a[4] = { i, i, i, i };\n  x[i] = a[i == far ? 5 : i & 3]; // HERE",
    ),
    (
        "a store in front of the array",
        "write of 4 bytes out of bounds: private address 0xfffffffffffffff8, 8 bytes before its start",
        "int a[4] = { i, i, i, i };\n  a[i == far ? -2 : i & 3] = 99; // HERE\n  x[i] = a[0] + a[i & 3];",
    ),
    (
        "a load under a condition",
        "read of 4 bytes out of bounds: private address 0x1c, byte 28 of `a`",
        "int a[3] = { i, i, i };\n  int y = 0;\n  if (x[i] == 0 && i == far)\n    y = a[far - 38]; // HERE\n  a[i & 1] = y;\n  x[i] = a[0];",
    ),
    (
        "bytes",
        "write of 1 bytes out of bounds: private address 0x5, byte 5 of `a`",
        "char a[5] = { 1, 2, 3, 4, 5 };\n  a[i == far ? 5 : i & 3] = 99; // HERE\n  x[i] = a[0] + a[i & 3];",
    ),
    (
        "doubles in one line with those of the neighbours",
        "read of 8 bytes out of bounds: private address 0x8, byte 8 of `a`",
        "long a[1] = { i };\n  a[i == far ? 1 : 0] += 99; // HERE\n  x[i] = (int)a[i < 0 ? i : 0];",
    ),
    (
        "a loop",
        "read of 4 bytes out of bounds: private address 0x20, byte 32 of `a`",
        "int a[8];\n  for (int k = 0; k < 8; k++)\n    a[k] = k * i;\n  int y = 0;\n  for (int k = 0; k < (i == far ? 9 : 8); k++)\n    y += a[k]; // HERE\n  x[i] = y;",
    ),
    (
        "behind a barrier",
        "write of 4 bytes out of bounds: private address 0x10, byte 16 of `a`",
        "int a[4] = { i, i, i, i };\n  int y = x[i] + i;\n  barrier(CLK_GLOBAL_MEM_FENCE);\n  a[i == far ? 4 : i & 3] = y; // HERE\n  x[i] = a[0] + a[i & 3];",
    ),
    (
        "a division beside it",
        "write of 4 bytes out of bounds: private address 0x10, byte 16 of `a`",
        "int a[4] = { i, i, i, i };\n  int y = 1000 / (i + 1);\n  a[i == far ? 4 : y & 3] = y; // HERE\n  x[i] = a[0] + a[i & 3];",
    ),
];

/// The private memories of work-items lie side by side on machines without such memory: an access stays in the own part, or halts.
#[test]
fn an_access_outside_of_the_own_private_memory_halts_with_its_work_item() {
    let (mut found, far) = (Vec::new(), 45);
    for (what, message, body) in PRIVATE_WAYS {
        for two_dimensions in [false, true] {
            let source = source("x [N] zeros", body, far, two_dimensions);
            let item = if two_dimensions { [far % 8, far / 8, 0] } else { [far, 0, 0] };
            for preset in runs::kernel_presets() {
                if runs::lacks(&source, &preset) {
                    continue;
                }
                for timed in [true, false] {
                    // Sim-D keeps no names of arrays: all of them together are a buffer of its scratchpad.
                    let unnamed = message.split_once(", ").map_or(*message, |(access, _)| access);
                    let message = if preset.starts_with("sim_d/") { unnamed } else { *message };
                    // With words of 32 bits a number of 64 is two accesses.
                    let half = message.replace("read of 8 bytes", "read of 4 bytes");
                    let message = if preset == "harp/harp32" { &half } else { message };
                    let wrong = match halt(&source, &preset, timed) {
                        Ok(halt) => says(&source, &halt, item, message),
                        Err(why) => Some(why),
                    };
                    found.extend(wrong.map(|why| format!("{what} on {preset}, timed {timed}: {why}")));
                }
            }
        }
    }
    assert!(found.is_empty(), "{} wrong:\n{}", found.len(), found.join("\n"));
}

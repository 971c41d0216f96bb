//! Assembly for the vector machine as people and compilers write it, from files: directives, sections, labels,
//! pseudo-instructions, calls, and arguments by the calling convention.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

const MACHINES: [&str; 3] = ["rvv/textbook", "rvv/short-vector", "rvv/textbook-8-lanes"];

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases/asm")
}

/// The numbers of a buffer after a program has run.
fn numbers(program: &str, machine: &str, buffer: &str) -> Vec<f64> {
    let output = Command::new(env!("CARGO_BIN_EXE_lanescope"))
        .current_dir(cases())
        .args(["run", &format!("{program}.s"), "--machine", machine])
        .args(["--launch", &format!("{program}.toml"), "--dump", buffer])
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{program} on {machine}: {err}");
    let value = |line: &str| line.strip_prefix(buffer)?.split_once("] = ")?.1.parse().ok();
    out.lines().filter_map(value).collect()
}

#[test]
fn a_loop_as_a_compiler_writes_it() {
    let expected: Vec<f64> = (0..37).map(f64::from).map(|i| 2.5 * i + 100.0 + 0.5 * i).collect();
    MACHINES
        .into_iter()
        .for_each(|machine| assert_eq!(numbers("saxpy", machine, "y"), expected, "{machine}"));
}

/// Its launch file says no size.
#[test]
fn a_string_that_ends_before_memory_does() {
    MACHINES
        .into_iter()
        .for_each(|machine| assert_eq!(numbers("strlen", machine, "where"), [100.0], "{machine}"));
}

#[test]
fn calls_stack_tables_and_data() {
    // Fibonacci numbers, in turn doubled, squared and negated; the first is replaced by how many there are.
    let fibonacci = [0.0, 1.0, 1.0, 2.0, 3.0, 5.0, 8.0, 13.0, 21.0, 34.0];
    let change = |(at, f): (usize, f64)| [2.0 * f, f * f, -f][at % 3];
    let changed: Vec<f64> = fibonacci.into_iter().enumerate().map(change).collect();
    let halves: Vec<f64> = changed.iter().map(|number| number / 2.0).collect();
    let mut numbers_found = changed;
    numbers_found[0] = 10.0;
    for machine in MACHINES {
        assert_eq!(numbers("calls", machine, "numbers"), numbers_found, "{machine}");
        assert_eq!(numbers("calls", machine, "halves"), halves, "{machine}");
    }
}

#[test]
fn bytes_of_structures_become_gray() {
    let gray = |i: i32| f64::from((77 * 3 * i + 150 * (3 * i + 1) + 29 * (3 * i + 2)) >> 8);
    // The dump shows bytes with their sign.
    let signed = |value: f64| if value > 127.0 { value - 256.0 } else { value };
    let expected: Vec<f64> = (0..50).map(gray).map(signed).collect();
    MACHINES
        .into_iter()
        .for_each(|machine| assert_eq!(numbers("gray", machine, "gray"), expected, "{machine}"));
}

#[test]
fn what_a_compiler_prints_is_run_as_it_is() {
    for machine in MACHINES {
        // The checksum of these digits is the check value of CRC-32; 0.5 + 0.5 + 0.375 + 4.
        assert_eq!(numbers("crc", machine, "out"), [f64::from(0xCBF4_3926u32)], "{machine}");
        assert_eq!(numbers("crc", machine, "sum"), [5.375], "{machine}");
    }
}

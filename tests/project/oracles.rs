//! Numbers of outside programs (`tests/oracles`): each file says in its first lines which program, version and command they
//! come from.

use std::{collections::BTreeMap, fs};

use lanescope_core::session::{Session, vocabulary::*};
use lanescope_tests::{
    bless::project,
    runs,
    shorthand::{buffer, finish},
};

fn oracle(name: &str) -> String {
    let path = project(&format!("tests/oracles/{name}"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rows of a file, without those that say where they come from.
fn rows(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

/// What the only buffer of a function holds behind its run.
fn left(text: &str, function: &str, preset: &str, buffer: ArgValue) -> Vec<u8> {
    let changes = vec![("misaligned".into(), "split".into())];
    let document = Document {
        language: Language::Assembly,
        kernel: Some(function.into()),
        launch: Some(Launch {
            global: [1; 3],
            local: [1; 3],
            args: vec![Arg::new("data", buffer)],
            ..Launch::default()
        }),
        ..Document::new(text.into(), MachineChoice { preset: preset.into(), changes })
    };
    let mut session = Session::open(document, Limits::default());
    assert_eq!(session.compiled().diagnostics, []);
    session.start().expect("it starts");
    finish(&mut session);
    session.dump("data").expect("there is such a buffer")
}

/// Functions of scalar instructions leave the same bits and flags as on an emulator of RISC-V, on every preset.
#[test]
fn scalar_functions_leave_what_they_leave_on_qemu() {
    let (text, numbers) = (oracle("scalar.s"), oracle("scalar.txt"));
    let bits = |word: &str| u64::from_str_radix(word, 16).expect("a number in base 16");
    let start: Vec<u64> = rows(&numbers)
        .filter_map(|row| row.strip_prefix("in "))
        .flat_map(|row| row.split(' ').map(bits))
        .collect();
    assert_eq!(start.len(), 128);
    let mut expected: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for row in rows(&numbers).filter(|row| !row.starts_with("in ")) {
        let [name, at, value] = row.split(' ').collect::<Vec<_>>()[..] else { panic!("{row}") };
        expected.entry(name).or_insert(start.clone())[at.parse::<usize>().unwrap()] = bits(value);
    }
    assert!(expected.len() >= 10);
    let start = start.iter().flat_map(|word| word.to_le_bytes()).collect();
    let data = buffer(128, Type::I64, Init::Bytes(start));
    let presets: Vec<String> =
        runs::presets().into_iter().filter(|preset| preset.starts_with("rvv/")).collect();
    for (at, (name, expected)) in expected.into_iter().enumerate() {
        let preset = &presets[at % presets.len()];
        let bytes = left(&text, name, preset, data.clone());
        let found: Vec<u64> = bytes.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect();
        assert_eq!(found, expected, "{name} on {preset}");
    }
}

/// Data, expressions and alignment are the bytes that the GNU assembler makes of them.
#[test]
fn data_has_the_bytes_of_the_gnu_assembler() {
    let numbers = oracle("data.txt");
    let byte = |word| u8::from_str_radix(word, 16).expect("a byte in base 16");
    let expected: Vec<u8> = rows(&numbers).flat_map(|row| row.split_whitespace().map(byte)).collect();
    assert!(expected.len() > 1000);
    let room = buffer(expected.len() as u64 + 64, Type::I8, Init::Zeros);
    let mut found = left(&oracle("data.s"), "copy", "rvv/textbook", room);
    found.truncate(expected.len());
    let differs = found.iter().zip(&expected).position(|(a, b)| a != b);
    assert_eq!(differs, None, "{:02x?}", differs.map(|at| &found[at.saturating_sub(8)..at + 1]));
}

//! Files that hold expected output. With `LANESCOPE_BLESS` set (`cargo xtask bless`) they are written instead of compared.

use std::{fs, path::PathBuf};

/// A path of the project.
pub fn project(relative: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(relative)
}

/// The files of a folder, by name: name and text.
///
/// # Panics
/// When the folder cannot be read: then the project is not whole.
pub fn texts(folder: &str) -> Vec<(String, String)> {
    let entries = fs::read_dir(project(folder)).unwrap().map(|entry| entry.unwrap().path());
    let mut texts: Vec<(String, String)> = entries
        .filter(|path| path.is_file())
        .map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).unwrap())
        })
        .collect();
    texts.sort();
    texts
}

/// Are files written?
pub fn is_on() -> bool {
    std::env::var_os("LANESCOPE_BLESS").is_some()
}

/// The files of a folder of cases: above `line` stands the input, below it what comes of it, which is [expected](expect).
///
/// # Panics
/// When there is no case, or one comes to something else.
pub fn cases(folder: &str, line: &str, outcome: impl Fn(&str, &str) -> String) {
    let files = texts(folder);
    assert!(!files.is_empty(), "{folder} has no cases");
    for (name, file) in files {
        let path = format!("{folder}/{name}");
        let input = file.split_once(line).map_or(file.trim_end(), |(input, _)| input);
        expect(&path, &format!("{input}{line}{}", outcome(&path, input)));
    }
}

/// Compares with the file, or writes it.
///
/// # Panics
/// When the file is different: that is the failing test.
pub fn expect(relative: &str, actual: &str) {
    let path = project(relative);
    if is_on() {
        fs::write(&path, actual).unwrap_or_else(|error| panic!("{relative}: {error}"));
        return;
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    let difference = expected.lines().zip(actual.lines()).position(|(old, new)| old != new);
    let line = difference.unwrap_or(expected.lines().count().min(actual.lines().count()));
    assert!(
        expected == actual,
        "{relative}:{}: expected `{}`, found `{}` (cargo xtask bless takes what was found)",
        line + 1,
        expected.lines().nth(line).unwrap_or("the end"),
        actual.lines().nth(line).unwrap_or("the end"),
    );
}

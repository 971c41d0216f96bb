//! Known differences from outside simulators and from the references (`tests/oracles/DEVIATIONS.md`): each has a number,
//! a reason, and a test with its number in the name that asserts that the difference still exists.

use std::fs;

use lanescope_tests::{bless::project, source::files};

const PAGE: &str = "tests/oracles/DEVIATIONS.md";

#[test]
fn every_deviation_is_asserted_by_a_test() {
    let page = fs::read_to_string(project(PAGE)).unwrap_or_else(|error| panic!("{PAGE}: {error}"));
    let source: String =
        ["core", "tests"].iter().flat_map(|folder| files(folder)).map(|file| file.text).collect();
    for (at, row) in page.lines().filter(|line| line.starts_with("| D")).enumerate() {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        assert_eq!(cells.len(), 5, "{PAGE}: {row}");
        assert_eq!(cells[0], format!("D{:03}", at + 1), "{PAGE}: numbers follow each other");
        let test = cells[4].trim_matches('`');
        let prefix = format!("d{:03}_", at + 1);
        assert!(test.starts_with(&prefix), "{PAGE}: the test of {} begins with {prefix}", cells[0]);
        assert!(source.contains(&format!("fn {test}()")), "{PAGE}: there is no test `{test}`");
    }
}

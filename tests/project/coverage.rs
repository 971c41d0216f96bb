//! The coverage pages (`docs/coverage/`) are complete and true: one row per feature id of the reference's list
//! (`tests/coverage/NAME.txt`), a state, for what works a place and a test that exists.

use std::{collections::BTreeSet, fs};

use lanescope_tests::{bless::project, source::files};

const REFERENCES: &[&str] = &["gpgpu", "hp_ch4", "hwacha", "harp", "simd"];

/// A row of a page.
struct Row {
    place: String,
    id: String,
    state: String,
    place_in_code: String,
    test: String,
}

#[test]
fn every_feature_has_one_row() {
    for reference in REFERENCES {
        let wanted = text(&format!("tests/coverage/{reference}.txt"));
        let rows = rows(reference);
        let found: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
        assert_eq!(found, wanted.lines().collect::<Vec<_>>(), "docs/coverage/{reference}.md");
    }
}

#[test]
fn every_row_is_true() {
    let tests = test_names();
    let wrong: Vec<String> = REFERENCES
        .iter()
        .flat_map(|reference| rows(reference))
        .filter_map(|row| {
            problem(&row, &tests).map(|problem| format!("{}: {}: {problem}", row.place, row.id))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_worked_example_has_a_test_or_waits_for_a_part() {
    let (page, tests) = (text("docs/coverage/hp_ch4_examples.md"), test_names());
    let rows = page.lines().filter(|line| line.starts_with("| WE-"));
    let ids: Vec<String> = (1..=47).map(|number| format!("WE-{number:02}")).collect();
    let mut found = Vec::new();
    for line in rows {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [id, _, waits, named] = cells[..] else { panic!("four cells: {line}") };
        assert!(waits.is_empty() != named.is_empty(), "{line}");
        for name in named.split(", ").filter(|name| !name.is_empty()) {
            assert!(tests.contains(name.trim_matches('`')), "{id}: there is no test {name}");
        }
        found.push(id);
    }
    assert_eq!(found, ids);
}

fn problem(row: &Row, tests: &BTreeSet<String>) -> Option<String> {
    let unknown = |name: &&str| !tests.contains(*name);
    let missing = || {
        row.test.split(", ").filter(|name| !name.is_empty()).map(|name| name.trim_matches('`')).find(unknown)
    };
    match row.state.as_str() {
        "absent" if row.test.is_empty() => None,
        "absent" => Some("absent, but has a test".into()),
        "works" | "partial" if row.place_in_code.is_empty() => Some("does not say where it is".into()),
        "works" if row.test.is_empty() => Some("works, but no test shows it".into()),
        "works" | "partial" => missing().map(|name| format!("there is no test `{name}`")),
        other => Some(format!("the state is works, partial or absent, not `{other}`")),
    }
}

fn rows(reference: &str) -> Vec<Row> {
    let path = format!("docs/coverage/{reference}.md");
    let text = text(&path);
    let rows =
        text.lines().enumerate().filter(|(_, line)| line.starts_with("| ") && !line.starts_with("| id |"));
    rows.map(|(at, line)| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let cell = |n: usize| cells.get(n).copied().unwrap_or_default().to_string();
        let last = cells.len().saturating_sub(3);
        let place = format!("{path}:{}", at + 1);
        Row { place, id: cell(0), state: cell(last), place_in_code: cell(last + 1), test: cell(last + 2) }
    })
    .collect()
}

/// Names of functions that follow a test attribute, and of the end-to-end tests.
fn test_names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for file in ["core", "cli", "app", "tests", "xtask", "bench"].iter().flat_map(|folder| files(folder)) {
        let after = file.text.split("test]").skip(1);
        names.extend(after.filter_map(|rest| {
            let name = rest.split_once("fn ")?.1.split('(').next()?;
            Some(name.to_string())
        }));
    }
    names
}

fn text(path: &str) -> String {
    fs::read_to_string(project(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

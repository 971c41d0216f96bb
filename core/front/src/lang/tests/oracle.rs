//! Programs of C++ whose answers a compiler for the host has given: `tests/oracles/cpp`.

use super::*;

const RESULTS: &str = include_str!("../../../../../tests/oracles/cpp/results.txt");

/// The programs of a file, each with its title.
fn programs(file: &str) -> impl Iterator<Item = (&str, &str)> {
    file.split("\n//// ").skip(1).map(|part| part.split_once('\n').unwrap_or((part, "")))
}

/// Runs every program of a file for 0 to 3.
fn compare(file: &str) {
    let mut wrong = vec![];
    for (title, program) in programs(file) {
        let known = RESULTS.lines().find_map(|line| line.strip_prefix(title)?.strip_prefix(": "));
        let expected = known.unwrap_or_else(|| panic!("no answers for: {title}"));
        let source = alloc::format!(
            "{program}\n__global__ void test(int *out) {{ for (int i = 0; i < 4; i++) out[i] = answer(i); }}"
        );
        let front = front(&source);
        let errors: Vec<_> = front.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).collect();
        if !errors.is_empty() {
            let said: Vec<_> =
                errors.iter().map(|error| alloc::format!("{}: {}", error.code, error.message)).collect();
            wrong.push(alloc::format!("{title}: {}", said.join(" / ")));
            continue;
        }
        let kernel = kernel(&source);
        let out = run(&kernel, [1; 3], [1; 3], &[Arg::Words(vec![0; 4])]);
        let found: Vec<String> = out[0].iter().map(|word| alloc::format!("{}", *word as i32)).collect();
        if found.join(" ") != expected {
            wrong.push(alloc::format!("{title}: {} instead of {expected}", found.join(" ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn names_mean_what_they_mean_in_cpp() {
    compare(include_str!("../../../../../tests/oracles/cpp/names.cu"));
}

#[test]
fn constructs_do_what_they_do_in_cpp() {
    compare(include_str!("../../../../../tests/oracles/cpp/constructs.cu"));
}

#[test]
fn classes_do_what_they_do_in_cpp() {
    compare(include_str!("../../../../../tests/oracles/cpp/classes.cu"));
}

#[test]
fn templates_of_classes_do_what_they_do_in_cpp() {
    compare(include_str!("../../../../../tests/oracles/cpp/templates.cu"));
}

#[test]
fn packs_do_what_they_do_in_cpp() {
    compare(include_str!("../../../../../tests/oracles/cpp/packs.cu"));
}

#[test]
fn lambdas_do_what_they_do_in_cpp() {
    compare(include_str!("../../../../../tests/oracles/cpp/lambdas.cu"));
}

#[test]
fn pointers_in_objects_do_what_they_do_in_cpp() {
    compare(include_str!("../../../../../tests/oracles/cpp/pointers.cu"));
}

#[test]
fn values_do_what_they_do_in_cpp() {
    compare(include_str!("../../../../../tests/oracles/cpp/values.cu"));
}

#[test]
fn kinds_of_types_and_values_do_what_they_do_in_cpp() {
    compare(include_str!("../../../../../tests/oracles/cpp/kinds.cu"));
}

#[test]
fn bit_fields_are_what_they_are_in_cpp() {
    compare(include_str!("../../../../../tests/oracles/cpp/bits.cu"));
}

#[test]
fn gotos_lead_where_they_lead_in_cpp() {
    compare(include_str!("../../../../../tests/oracles/cpp/gotos.cu"));
}

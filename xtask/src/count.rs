//! Counts tests by what the test runners print.

use std::ops::AddAssign;

/// How many tests passed and failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Passed.
    pub passed: u64,
    /// Failed.
    pub failed: u64,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

/// Adds up the lines `test result: …. N passed; M failed; …` that cargo, wasm-pack and our own runner print.
pub fn tests(log: &str) -> Count {
    let mut count = Count::default();
    for line in log.lines().filter_map(|line| line.trim_start().strip_prefix("test result:")) {
        count += Count { passed: number_before(line, "passed"), failed: number_before(line, "failed") };
    }
    count
}

fn number_before(line: &str, word: &str) -> u64 {
    let words: Vec<&str> = line.split([' ', ';']).filter(|word| !word.is_empty()).collect();
    words.windows(2).find(|pair| pair[1] == word).and_then(|pair| pair[0].parse().ok()).unwrap_or(0)
}

/// What the runners say of the tests that failed: everything from a line `failures:` to the result of its program.
pub fn failures(log: &str) -> Vec<&str> {
    let mut inside = false;
    let mut said = Vec::new();
    for line in log.lines() {
        inside |= line.trim() == "failures:";
        if inside {
            said.push(line);
        }
        inside &= !line.trim_start().starts_with("test result:");
    }
    said
}

/// The slowest tests of runners that print seconds behind each (`test NAME ... ok <1.234s>`), slowest first.
pub fn slowest(log: &str, most: usize) -> Vec<(f64, &str)> {
    let timed = |line| {
        let (name, rest): (&str, &str) = str::strip_prefix(line, "test ")?.split_once(" ... ")?;
        let seconds = rest.split_once('<')?.1.strip_suffix("s>")?.parse().ok()?;
        Some((seconds, name))
    };
    let mut all: Vec<(f64, &str)> = log.lines().filter_map(timed).collect();
    all.sort_by(|one, other| other.0.total_cmp(&one.0));
    all.truncate(most);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_several_runners_add_up() {
        let log = "running 2 tests\ntest result: ok. 2 passed; 0 failed; 0 ignored; 0 measured\n\
                   test result: FAILED. 1 passed; 3 failed; 0 ignored\nunrelated 9 passed";
        assert_eq!(tests(log), Count { passed: 3, failed: 3 });
    }

    #[test]
    fn what_failed_is_found_far_from_the_end() {
        let log = "test a ... ok\nfailures:\n\n---- b stdout ----\nwhy\n\nfailures:\n    b\n\n\
                   test result: FAILED. 1 passed; 1 failed\ntest c ... ok\ntest result: ok. 1 passed; 0 failed";
        let said = failures(log);
        assert_eq!((said[0], said[3]), ("failures:", "why"));
        assert_eq!(said.last().copied(), Some("test result: FAILED. 1 passed; 1 failed"));
    }

    #[test]
    fn the_slowest_tests_come_first() {
        let log = "test a ... ok <0.100s>\ntest b - should panic ... FAILED <2.000s>\ntest c ... ok\ntest d ... ok <1.5s>";
        assert_eq!(slowest(log, 2), [(2.0, "b - should panic"), (1.5, "d")]);
    }
}

//! What cargo says of the seconds that crates took to compile (`--timings`, a page with a list in it).

use std::fs;

use crate::shell::{Shell, say};

/// Where cargo puts the newest page.
const PAGE: &str = "cargo-timings/cargo-timing.html";

/// How a crate of the project is called.
const OURS: &str = "lanescope-";

/// What compiling a machine natively may take, in seconds of one processor: its crate and its tests.
const OF_A_MACHINE: f64 = 90.0;

/// Prints the seconds of the project's crates, and which machine takes more than it may. Without the page nothing is said.
pub fn say_by_crate(shell: &Shell) {
    let Ok(page) = fs::read_to_string(shell.target_dir().join(PAGE)) else { return };
    let crates = by_crate(&page);
    let words: Vec<String> = crates.iter().map(|(name, seconds)| format!("{name} {seconds:.0}")).collect();
    say(&format!("seconds of compiling by crate: {}", words.join(", ")));
    let is_machine = |name: &str| shell.path("core/machines").join(name).is_dir();
    for (name, _) in crates.iter().filter(|(name, seconds)| *seconds > OF_A_MACHINE && is_machine(name)) {
        say(&format!("{name} takes more than the {OF_A_MACHINE} s that compiling a machine may take"));
    }
}

/// The project's crates with the sum of their seconds, the slowest first.
fn by_crate(page: &str) -> Vec<(String, f64)> {
    let mut sums: Vec<(String, f64)> = Vec::new();
    for unit in page.split("\"name\":").skip(1) {
        let name = unit.trim_start().trim_start_matches('"').split('"').next().unwrap_or_default();
        let duration = unit.split_once("\"duration\":").map(|(_, rest)| rest.trim_start());
        let number = duration.map(|rest| rest.split([',', '}', '\n']).next().unwrap_or_default().trim());
        let (Some(name), Some(seconds)) =
            (name.strip_prefix(OURS), number.and_then(|text| text.parse::<f64>().ok()))
        else {
            continue;
        };
        match sums.iter_mut().find(|(known, _)| known == name) {
            Some((_, sum)) => *sum += seconds,
            None => sums.push((name.into(), seconds)),
        }
    }
    sums.sort_by(|one, other| other.1.total_cmp(&one.1));
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_units_of_a_crate_are_added_and_others_left_out() {
        let unit = |name: &str, seconds: f64| {
            format!(
                "{{\n \"i\": 0,\n \"name\": \"{name}\",\n \"target\": \" (test)\",\n \"duration\": {seconds},\n \"unblocked_units\": []\n}}"
            )
        };
        let units = [
            unit("syn", 9.0),
            unit("lanescope-rvv", 1.5),
            unit("lanescope-base", 3.0),
            unit("lanescope-rvv", 2.0),
        ];
        let page = format!("<script>const UNIT_DATA = [{}];</script>", units.join(","));
        assert_eq!(by_crate(&page), [("rvv".to_string(), 3.5), ("base".into(), 3.0)]);
        assert_eq!(by_crate("<html></html>"), []);
    }
}

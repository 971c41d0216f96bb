//! Room on the disk: what a whole check takes, and how it takes less.
//!
//! Where nothing will be built a second time (a machine that checks one commit), and where room is scarce, cargo's
//! incremental caches and the line numbers of backtraces are left out: they are most of what a check writes. A disk that is too small
//! even then is named before the first compiler runs into its end.

use crate::shell::{Shell, say};

/// Kilobytes from which on room is no concern: several times what a check from nothing writes with the caches, because others may
/// write to the same disk meanwhile.
const ROOMY: u64 = 20_000_000;
/// What a check from nothing takes without the caches (3 GB), with what installing the tools takes for a while.
const TIGHT: u64 = 4_000_000;

/// Decides how much a check may leave behind, and warns where the room may not do.
pub fn ensure(shell: &Shell) {
    let free = free(shell);
    let scarce = free.is_some_and(|free| free < ROOMY);
    if scarce || std::env::var_os("CI").is_some() {
        shell.build_once();
    }
    if let Some(free) = free.filter(|free| *free < TIGHT && !shell.target_dir().join("debug/deps").exists()) {
        say(&format!(
            "only {:.1} GB are free here; a whole check from nothing takes about {} GB",
            free as f64 / 1e6,
            TIGHT / 1_000_000
        ));
    }
}

/// Free kilobytes where the project lies, if the system tells.
fn free(shell: &Shell) -> Option<u64> {
    available(&shell.ask("df", &["-Pk", "."])?)
}

/// The column of available blocks in what `df -Pk` prints.
fn available(table: &str) -> Option<u64> {
    table.lines().nth(1)?.split_whitespace().nth(3)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fourth_column_is_what_is_free() {
        let table = "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/sda1 263174212 23068672 73400320 24% /";
        assert_eq!(available(table), Some(73_400_320));
        assert_eq!(available("df: no such file"), None);
    }
}

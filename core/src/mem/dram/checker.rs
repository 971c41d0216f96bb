//! An independent judge of command logs: reads a log from the beginning and holds every command against the rules of
//! the standard, in the plainest way. It shares the rows of data with [`super::device`], and no code.

use alloc::{format, string::String, vec, vec::Vec};

use super::{
    Command, Issued,
    standard::{Rule, Scope, Standard},
};

/// Everything that is wrong with a log, one sentence each.
pub fn violations(standard: &Standard, log: &[Issued]) -> Vec<String> {
    let mut found = Vec::new();
    order(log, &mut found);
    rows(standard, log, &mut found);
    times(standard, log, &mut found);
    bus(standard, log, &mut found);
    refreshes(standard, log, &mut found);
    found
}

/// The same for a log in which the column commands at the places `closing` close their row by themselves. The bank does
/// that as soon as tRAS and the time after the data are over, counted from the log's own commands.
pub fn violations_with_auto_precharge(standard: &Standard, log: &[Issued], closing: &[usize]) -> Vec<String> {
    let mut found = Vec::new();
    order(log, &mut found);
    bus(standard, log, &mut found);
    refreshes(standard, log, &mut found);
    let mut opened = vec![0; standard.organization.total_banks() as usize];
    let mut closing = closing.iter().copied().peekable();
    let mut inside = Vec::new();
    for (at, entry) in log.iter().enumerate() {
        if entry.command == Command::Activate {
            opened[usize::from(entry.bank)] = entry.cycle;
        }
        if closing.next_if_eq(&at).is_some() {
            let cycle = closes(standard, entry, opened[usize::from(entry.bank)]);
            inside.push(Issued { cycle, command: Command::Precharge, ..*entry });
        }
    }
    if closing.peek().is_some() {
        found.push(String::from("the places of closing commands are not in order, or beyond the log"));
    }
    let mut all = [log, inside.as_slice()].concat();
    crate::base::order::sort_by_key(&mut all, |entry| entry.cycle);
    rows(standard, &all, &mut found);
    times(standard, &all, &mut found);
    found
}

/// When a bank closes its row by itself after a column command.
fn closes(standard: &Standard, column: &Issued, opened: u64) -> u64 {
    let timing = &standard.timing;
    let data = match column.command {
        Command::Write => timing.cwl + timing.burst + timing.wr,
        _ => timing.rtp,
    };
    (column.cycle + u64::from(data)).max(opened + u64::from(timing.ras))
}

/// One command in a cycle, and time goes on.
fn order(log: &[Issued], found: &mut Vec<String>) {
    for pair in log.windows(2) {
        if pair[1].cycle <= pair[0].cycle {
            found.push(format!("{:?} is not after {:?}", pair[1], pair[0]));
        }
    }
}

/// Commands fit the open rows.
fn rows(standard: &Standard, log: &[Issued], found: &mut Vec<String>) {
    let organization = &standard.organization;
    let mut open: Vec<Option<u32>> = vec![None; organization.total_banks() as usize];
    for entry in log {
        let bank = usize::from(entry.bank);
        let fits = match entry.command {
            Command::Activate => open[bank].is_none(),
            Command::Precharge => open[bank].is_some(),
            Command::Read | Command::Write => open[bank] == Some(entry.row),
            Command::Refresh => (0..open.len())
                .filter(|other| organization.rank_of(*other as u32) == organization.rank_of(bank as u32))
                .all(|other| open[other].is_none()),
        };
        if !fits {
            found.push(format!("{entry:?} does not fit the open row {:?}", open[bank]));
        }
        match entry.command {
            Command::Activate => open[bank] = Some(entry.row),
            Command::Precharge => open[bank] = None,
            _ => {}
        }
    }
}

/// Every command keeps its distance to those before.
fn times(standard: &Standard, log: &[Issued], found: &mut Vec<String>) {
    let rules = standard.rules();
    let longest = rules.iter().map(|rule| u64::from(rule.cycles)).max().unwrap_or(0);
    for (at, entry) in log.iter().enumerate() {
        let recent = log[..at].iter().rev().take_while(|old| old.cycle + longest > entry.cycle);
        let recent: Vec<&Issued> = recent.collect();
        for rule in rules.iter().filter(|rule| rule.after.contains(&entry.command)) {
            let mut before = recent
                .iter()
                .filter(|old| rule.before.contains(&old.command) && holds(standard, rule, old, entry));
            if let Some(old) = before.nth(rule.window as usize - 1)
                && entry.cycle < old.cycle + u64::from(rule.cycles)
            {
                found.push(format!("{}: {entry:?} is too early after {old:?}", rule.name));
            }
        }
    }
}

/// Is a command in the scope of a rule that an earlier one started?
fn holds(standard: &Standard, rule: &Rule, old: &Issued, new: &Issued) -> bool {
    let organization = &standard.organization;
    let (old, new) = (u32::from(old.bank), u32::from(new.bank));
    let same_group = organization.group_of(old) == organization.group_of(new);
    let same_rank = organization.rank_of(old) == organization.rank_of(new);
    match rule.scope {
        Scope::Bank => old == new,
        Scope::Group => same_group,
        Scope::OtherGroups => same_rank && !same_group,
        Scope::Rank => same_rank,
        Scope::OtherRanks => !same_rank,
    }
}

/// Bursts do not overlap on the data bus.
fn bus(standard: &Standard, log: &[Issued], found: &mut Vec<String>) {
    let timing = &standard.timing;
    let mut bursts: Vec<(u64, &Issued)> = log
        .iter()
        .filter_map(|entry| match entry.command {
            Command::Read => Some((entry.cycle + u64::from(timing.cl), entry)),
            Command::Write => Some((entry.cycle + u64::from(timing.cwl), entry)),
            _ => None,
        })
        .collect();
    crate::base::order::sort_by_key(&mut bursts, |(start, _)| *start);
    for pair in bursts.windows(2) {
        if pair[1].0 < pair[0].0 + u64::from(timing.burst) {
            found.push(format!("the data of {:?} and {:?} overlap", pair[0].1, pair[1].1));
        }
    }
}

/// Refreshes are at most nine intervals apart: so many may be put off.
fn refreshes(standard: &Standard, log: &[Issued], found: &mut Vec<String>) {
    let refi = u64::from(standard.timing.refi);
    let Some(end) = log.last().map(|entry| entry.cycle).filter(|_| refi > 0) else { return };
    for rank in 0..standard.organization.ranks {
        let of_rank = |entry: &&Issued| {
            entry.command == Command::Refresh && standard.organization.rank_of(u32::from(entry.bank)) == rank
        };
        let mut last = 0;
        for cycle in log.iter().filter(of_rank).map(|entry| entry.cycle).chain([end]) {
            if cycle - last > 9 * refi {
                found.push(format!("rank {rank} is not refreshed from cycle {last} to {cycle}"));
            }
            last = cycle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mem::dram::standard::DDR4_2400;
    use Command::{Activate, Precharge, Read, Refresh, Write};

    fn log(entries: &[(u64, Command, u16, u32)]) -> Vec<Issued> {
        entries
            .iter()
            .map(|&(cycle, command, bank, row)| Issued { cycle, command, bank, row, request: 0 })
            .collect()
    }

    /// The log has exactly one violation, with this word in it.
    fn says(entries: &[(u64, Command, u16, u32)], word: &str) {
        let found = violations(&DDR4_2400, &log(entries));
        assert!(found.len() == 1 && found[0].contains(word), "{found:?}");
    }

    #[test]
    fn a_correct_log_has_no_violation() {
        let good = [
            (0, Activate, 0, 1),
            (4, Activate, 4, 2),
            (16, Read, 0, 1),
            (20, Read, 4, 2),
            (39, Precharge, 0, 1),
            (43, Precharge, 4, 2),
            (59, Refresh, 0, 0),
            (479, Activate, 0, 3),
            (495, Write, 0, 3),
        ];
        assert_eq!(violations(&DDR4_2400, &log(&good)), Vec::<String>::new());
    }

    #[test]
    fn each_kind_of_violation_is_found_at_its_edge() {
        says(&[(0, Activate, 0, 1), (15, Read, 0, 1)], "tRCD");
        says(&[(0, Activate, 0, 1), (38, Precharge, 0, 1)], "tRAS");
        says(&[(0, Activate, 0, 1), (5, Activate, 1, 1)], "tRRD_L");
        says(&[(0, Activate, 0, 1), (3, Activate, 4, 1)], "tRRD_S");
        says(&[(0, Activate, 0, 1), (16, Read, 0, 1), (21, Read, 0, 1)], "tCCD_L");
        says(&[(0, Activate, 0, 1), (16, Write, 0, 1), (40, Read, 0, 1)], "tWTR_L");
        says(&[(0, Activate, 0, 1), (40, Write, 0, 1), (73, Precharge, 0, 1)], "tWR");
        says(&[(0, Activate, 0, 1), (45, Precharge, 0, 1), (60, Refresh, 0, 0)], "tRP");
        says(&[(0, Refresh, 0, 0), (419, Activate, 7, 1)], "tRFC");
        let four = [(0, Activate, 0, 1), (4, Activate, 4, 1), (8, Activate, 8, 1), (12, Activate, 12, 1)];
        says(&[four.as_slice(), &[(25, Activate, 1, 1)]].concat(), "tFAW");
    }

    #[test]
    fn a_row_that_closes_by_itself_needs_no_command_and_keeps_its_distance() {
        let again = |cycle| log(&[(0, Activate, 0, 1), (16, Read, 0, 1), (cycle, Activate, 0, 2)]);
        let check =
            |log: &[Issued], closing: &[usize]| violations_with_auto_precharge(&DDR4_2400, log, closing);
        assert_eq!(check(&again(55), &[1]), Vec::<String>::new());
        assert!(check(&again(54), &[1]).iter().any(|text| text.contains("tRC")));
        assert!(check(&again(55), &[]).iter().any(|text| text.contains("open row")));
        assert!(check(&again(55), &[7]).iter().any(|text| text.contains("beyond the log")));
        let late = log(&[(0, Activate, 0, 1), (60, Write, 0, 1), (60 + 34 + 15, Activate, 0, 1)]);
        assert!(check(&late, &[1]).iter().any(|text| text.contains("tRP")));
    }

    #[test]
    fn states_order_and_refresh_are_watched() {
        says(&[(0, Read, 0, 1)], "open row");
        says(&[(0, Activate, 0, 1), (16, Read, 0, 2)], "open row");
        says(&[(5, Precharge, 0, 0)], "open row");
        says(&[(0, Activate, 0, 1), (90, Refresh, 4, 0)], "open row");
        says(
            &[(0, Activate, 0, 1), (4, Activate, 4, 1), (60, Read, 0, 1), (60, Precharge, 4, 1)],
            "not after",
        );
        says(&[(9 * 9360 + 1, Refresh, 0, 0)], "not refreshed");
    }

    #[test]
    fn overlapping_data_is_found() {
        let mut standard = DDR4_2400;
        (standard.timing.ccd_l, standard.timing.ccd_s) = (0, 0);
        let found = violations(&standard, &log(&[(0, Activate, 0, 1), (16, Read, 0, 1), (19, Read, 0, 1)]));
        assert!(found.len() == 1 && found[0].contains("overlap"), "{found:?}");
    }
}

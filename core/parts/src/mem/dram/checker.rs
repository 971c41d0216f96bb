//! An independent judge of commands: reads them from the beginning, as a log or as they are sent, and holds each against the rules
//! of the standard, in the plainest way. It shares the rows of data with [`super::device`], and no code.

use alloc::{collections::VecDeque, format, string::String, vec, vec::Vec};

use super::{
    Command, Issued,
    standard::{Rule, Scope, Standard},
};

/// Everything that is wrong with a log, one sentence each.
pub fn violations(standard: &Standard, log: &[Issued]) -> Vec<String> {
    violations_with_auto_precharge(standard, log, &[])
}

/// The same for a log in which the column commands at the places `closing` close their row by themselves.
pub fn violations_with_auto_precharge(standard: &Standard, log: &[Issued], closing: &[usize]) -> Vec<String> {
    let mut judge = Judge::new(standard);
    let mut found = Vec::new();
    let mut closing = closing.iter().copied().peekable();
    for (at, entry) in log.iter().enumerate() {
        let closes = closing.next_if_eq(&at).is_some();
        judge.take(*entry, closes, &mut found);
    }
    if closing.peek().is_some() {
        found.push(String::from("the places of closing commands are not in order, or beyond the log"));
    }
    judge.finish(&mut found);
    found
}

/// Holds commands against the rules one after the other, as they are sent. It remembers no more of them than rules reach back.
#[derive(Clone, Debug)]
pub struct Judge {
    standard: Standard,
    rules: Vec<Rule>,
    /// How far rules reach back, in cycles.
    reach: u64,
    /// Commands that later ones may have to keep their distance to, in order.
    recent: VecDeque<Issued>,
    /// The open row of each bank, and when it was opened.
    open: Vec<Option<u32>>,
    opened: Vec<u64>,
    /// Rows that will close by themselves.
    inside: Vec<Issued>,
    /// First beats on the data bus that others could still meet.
    data: VecDeque<(u64, Issued)>,
    /// The last refresh of each rank.
    refreshed: Vec<u64>,
    last: Option<Issued>,
}

impl Judge {
    /// At the beginning of a log: all rows are closed.
    pub fn new(standard: &Standard) -> Judge {
        let organization = &standard.organization;
        let (banks, ranks) = (organization.total_banks() as usize, organization.ranks as usize);
        let rules = standard.rules();
        Judge {
            reach: rules.iter().map(|rule| u64::from(rule.cycles)).max().unwrap_or(0),
            rules,
            recent: VecDeque::new(),
            open: vec![None; banks],
            opened: vec![0; banks],
            inside: Vec::new(),
            data: VecDeque::new(),
            refreshed: vec![0; ranks],
            last: None,
            standard: *standard,
        }
    }

    /// The next command, and what is wrong with it; a closing one is a column command that closes its row by itself. The bank
    /// does that as soon as tRAS and the time after the data are over, counted from the commands themselves.
    pub fn take(&mut self, entry: Issued, closing: bool, found: &mut Vec<String>) {
        if let Some(last) = self.last.replace(entry)
            && entry.cycle <= last.cycle
        {
            found.push(format!("{entry:?} is not after {last:?}"));
        }
        self.close_until(entry.cycle, found);
        self.row(&entry, found);
        self.times(&entry, found);
        self.bus(&entry, found);
        self.remember(entry);
        if entry.command == Command::Refresh {
            let rank = self.standard.organization.rank_of(u32::from(entry.bank)) as usize;
            self.refresh(rank, entry.cycle, found);
        }
        if closing {
            let cycle = self.closes(&entry);
            self.inside.push(Issued { cycle, command: Command::Precharge, ..entry });
        }
    }

    /// There are no more commands.
    pub fn finish(&mut self, found: &mut Vec<String>) {
        self.close_until(u64::MAX, found);
        let end = self.last.map_or(0, |last| last.cycle);
        (0..self.refreshed.len()).for_each(|rank| self.refresh(rank, end, found));
    }

    /// Rows that close by themselves before a cycle.
    fn close_until(&mut self, cycle: u64, found: &mut Vec<String>) {
        loop {
            let due = (0..self.inside.len()).filter(|at| self.inside[*at].cycle < cycle);
            let Some(first) = due.min_by_key(|at| self.inside[*at].cycle) else { return };
            let entry = self.inside.remove(first);
            self.row(&entry, found);
            self.times(&entry, found);
            self.remember(entry);
        }
    }

    /// When a bank closes its row by itself after a column command.
    fn closes(&self, column: &Issued) -> u64 {
        let timing = &self.standard.timing;
        let data = match column.command {
            Command::Write => timing.cwl + timing.burst + timing.wr,
            _ => timing.rtp,
        };
        let opened = self.opened[usize::from(column.bank)];
        (column.cycle + u64::from(data)).max(opened + u64::from(timing.ras))
    }

    fn remember(&mut self, entry: Issued) {
        while self.recent.front().is_some_and(|old| old.cycle + self.reach <= entry.cycle) {
            self.recent.pop_front();
        }
        self.recent.push_back(entry);
    }

    /// Commands fit the open rows.
    fn row(&mut self, entry: &Issued, found: &mut Vec<String>) {
        let organization = &self.standard.organization;
        let (bank, open) = (usize::from(entry.bank), &mut self.open);
        let rank = organization.rank_of(bank as u32);
        let fits = match entry.command {
            Command::Activate => open[bank].is_none(),
            Command::Precharge => open[bank].is_some(),
            Command::Read | Command::Write => open[bank] == Some(entry.row),
            Command::Refresh => (0..open.len())
                .filter(|other| organization.rank_of(*other as u32) == rank)
                .all(|other| open[other].is_none()),
        };
        if !fits {
            found.push(format!("{entry:?} does not fit the open row {:?}", open[bank]));
        }
        match entry.command {
            Command::Activate => {
                open[bank] = Some(entry.row);
                self.opened[bank] = entry.cycle;
            }
            Command::Precharge => open[bank] = None,
            _ => {}
        }
    }

    /// A command keeps its distance to those before.
    fn times(&self, entry: &Issued, found: &mut Vec<String>) {
        for rule in self.rules.iter().filter(|rule| rule.after.contains(&entry.command)) {
            let near = |old: &&Issued| old.cycle + u64::from(rule.cycles) > entry.cycle;
            let before = self.recent.iter().rev().take_while(near);
            let mut before = before
                .filter(|old| rule.before.contains(&old.command) && holds(&self.standard, rule, old, entry));
            if let Some(old) = before.nth(rule.window as usize - 1) {
                found.push(format!("{}: {entry:?} is too early after {old:?}", rule.name));
            }
        }
    }

    /// Bursts do not overlap on the data bus.
    fn bus(&mut self, entry: &Issued, found: &mut Vec<String>) {
        let timing = &self.standard.timing;
        let latency = match entry.command {
            Command::Read => timing.cl,
            Command::Write => timing.cwl,
            _ => return,
        };
        let (start, burst) = (entry.cycle + u64::from(latency), u64::from(timing.burst));
        // No later command has data before that.
        let soonest = entry.cycle + u64::from(timing.cl.min(timing.cwl));
        while self.data.front().is_some_and(|(old, _)| old + burst <= soonest) {
            self.data.pop_front();
        }
        if let Some((_, old)) = self.data.iter().find(|(old, _)| old.abs_diff(start) < burst) {
            found.push(format!("the data of {old:?} and {entry:?} overlap"));
        }
        self.data.push_back((start, *entry));
    }

    /// Refreshes are at most nine intervals apart: so many may be put off.
    fn refresh(&mut self, rank: usize, cycle: u64, found: &mut Vec<String>) {
        let refi = u64::from(self.standard.timing.refi);
        let last = core::mem::replace(&mut self.refreshed[rank], cycle);
        if refi > 0 && cycle.saturating_sub(last) > 9 * refi {
            found.push(format!("rank {rank} is not refreshed from cycle {last} to {cycle}"));
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

//! Commands against the rules of a standard, one by one.

use super::*;
use crate::mem::dram::standard::DDR4_2400;
use Command::{Activate, Precharge, Read, Refresh, Write};

fn after(commands: &[(u64, Command, u16)]) -> Device {
    let mut device = Device::new(&DDR4_2400);
    commands.iter().for_each(|&(now, command, bank)| device.issue(now, command, bank, 0));
    device
}

#[test]
fn a_bank_is_held_back_by_its_own_commands() {
    let device = after(&[(100, Activate, 0)]);
    let ready = |command| device.earliest_ready_at(command, 0) - 100;
    assert_eq!((ready(Read), ready(Write), ready(Precharge), ready(Activate)), (16, 16, 39, 55));
    let device = after(&[(100, Read, 0)]);
    assert_eq!(device.earliest_ready_at(Precharge, 0), 109);
    let device = after(&[(100, Write, 0)]);
    assert_eq!(device.earliest_ready_at(Precharge, 0), 100 + 12 + 4 + 18);
    let device = after(&[(100, Precharge, 0)]);
    assert_eq!((device.earliest_ready_at(Activate, 0), device.earliest_ready_at(Refresh, 5)), (116, 116));
}

/// JESD79-4: a read with auto-precharge lets its bank open again tRTP + tRP later, but not before tRC is over.
#[test]
fn auto_precharge_waits_for_the_row_and_for_the_data() {
    for (read, open) in [(116, 155), (140, 140 + 9 + 16)] {
        let mut device = after(&[(100, Activate, 0), (read, Read, 0)]);
        let closed = device.auto_precharge(0);
        assert_eq!(closed, open - 16);
        assert_eq!((device.row(0), device.earliest_ready_at(Activate, 0)), (None, open));
        assert_eq!(device.earliest_ready_at(Refresh, 7), open);
    }
}

#[test]
fn bank_groups_make_the_long_and_short_times() {
    let device = after(&[(100, Activate, 0), (100, Read, 0)]);
    for (bank, activate, read) in [(1, 106, 106), (4, 104, 104), (15, 104, 104)] {
        assert_eq!(device.earliest_ready_at(Activate, bank), activate, "bank {bank}");
        assert_eq!(device.earliest_ready_at(Read, bank), read, "bank {bank}");
        assert_eq!(device.earliest_ready_at(Write, bank), 100 + 16 + 4 + 2 - 12, "bank {bank}");
    }
    let device = after(&[(100, Write, 0)]);
    assert_eq!(device.earliest_ready_at(Read, 1), 100 + 12 + 4 + 9);
    assert_eq!(device.earliest_ready_at(Read, 4), 100 + 12 + 4 + 3);
}

#[test]
fn the_fifth_activate_waits_for_the_window() {
    let three = [(0, Activate, 0), (4, Activate, 4), (8, Activate, 8)];
    assert_eq!(after(&three).earliest_ready_at(Activate, 12), 12);
    let four = [(0, Activate, 0), (4, Activate, 4), (8, Activate, 8), (12, Activate, 12)];
    assert_eq!(after(&four).earliest_ready_at(Activate, 1), 26);
}

#[test]
fn other_ranks_share_only_the_data_bus() {
    let mut standard = DDR4_2400;
    standard.organization.ranks = 2;
    let mut device = Device::new(&standard);
    device.issue(0, Activate, 0, 0);
    device.issue(16, Read, 0, 0);
    assert_eq!(device.earliest_ready_at(Activate, 16), 0);
    assert_eq!(device.earliest_ready_at(Read, 16), 16 + 4 + 2);
    assert_eq!(device.earliest_ready_at(Write, 16), 16 + 16 + 4 + 2 - 12);
    device.issue(30, Write, 16, 0);
    assert_eq!(device.earliest_ready_at(Read, 0), 30 + 12 + 4 + 2 - 16);
}

/// Sixty-four banks in eight ranks.
#[test]
fn rules_and_state_take_no_more_than_is_said() {
    let mut standard = DDR4_2400;
    standard.organization.ranks = 8;
    standard.organization.groups = 4;
    standard.organization.banks = 2;
    let Device { rules, windows, banks, groups, ranks, rows, .. } = Device::new(&standard);
    assert_eq!(banks.len(), 64);
    let effects: usize = rules.effects.iter().map(|effects| effects.capacity() * size_of::<Effect>()).sum();
    let apart = rules.windows.capacity() * size_of::<Apart>();
    let constant = size_of::<Rules>() + effects + apart + size_of_val(&*rules.place);
    assert!((constant as u64) < RULES_BYTES, "{constant}");
    let histories = windows.iter().flat_map(|window| &window.history);
    let histories: usize = histories.map(|list| size_of_val(list) + 8 * list.capacity()).sum();
    let times = 8 * COMMANDS * (banks.len() + groups.len() + ranks.len());
    let state = histories + times + size_of_val(&*windows) + size_of_val(&*rows);
    assert!((state as u64) < STATE_BYTES, "{state}");
}

#[test]
fn a_refresh_holds_the_rank_back() {
    let device = after(&[(100, Refresh, 0)]);
    assert_eq!((device.earliest_ready_at(Activate, 9), device.earliest_ready_at(Refresh, 0)), (520, 520));
}

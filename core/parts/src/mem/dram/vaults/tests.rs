//! Vaults by hand (harp 6.2, W34), and what they send against the rules.

use alloc::string::String;

use super::*;
use crate::{
    base::rng::Rng,
    machines::settings::Settings as _,
    mem::dram::checker::{violations, violations_with_auto_precharge},
};

fn settings(changes: &[(&str, &str)]) -> Settings {
    let mut settings = Settings::default();
    changes.iter().for_each(|(id, value)| settings.set(id, value).expect(id));
    settings
}

/// Idle vaults below a core of 500 MHz, whose cycles have 2 ns.
fn vaults(changes: &[(&str, &str)]) -> Vaults {
    Vaults::new(&settings(changes), 500)
}

fn sent(leaves: u64, there: u64) -> Sent {
    Sent { leaves, there }
}

impl Vaults {
    fn read(&mut self, address: u64, bytes: u64, cycle: u64) -> Sent {
        self.request((address, bytes, false), cycle, &mut |_| {})
    }

    fn write(&mut self, address: u64, cycle: u64) -> Sent {
        self.request((address, BLOCK, true), cycle, &mut |_| {})
    }
}

#[test]
fn the_settings_are_those_of_the_row() {
    assert_eq!(Settings::default().standard(), HMC_VAULT);
    // 16 bytes in 1.6 ns are 10 GB/s.
    assert_eq!(HMC_VAULT.peak_mb(1_000_000), 10_000);
}

/// 13.75 + 13.75 + 6.4 ns are 17 cycles of 2 ns; a bank is busy for 41.25 ns, which are 21.
#[test]
fn w34_hmc_vault_read() {
    assert_eq!(vaults(&[]).read(0, 64, 5), sent(5, 22));
    // The same bank again, 20 and 21 cycles later: 41.25 + 33.9 ns behind cycle 5 are in cycle 43.
    for (cycle, there) in [(6, 43), (25, 43), (26, 43), (27, 44)] {
        let mut vaults = vaults(&[]);
        vaults.read(0, 64, 5);
        assert_eq!(vaults.read(8192, 64, cycle), sent(cycle, there), "{cycle}");
    }
}

#[test]
fn addresses_lie_in_vaults_banks_and_rows_in_turn() {
    let vaults = vaults(&[]);
    for (address, place) in [
        (0, (0, 0, 0, 0)),
        (63, (0, 0, 0, 0)),
        (64, (1, 0, 0, 0)),
        (1023, (15, 0, 0, 0)),
        (1024, (0, 1, 0, 0)),
        (8191, (15, 7, 0, 0)),
        (8192, (0, 0, 0, 4)),
        (32767, (15, 7, 0, 12)),
        (32768, (0, 0, 1, 0)),
    ] {
        let (vault, Location { bank, row, column }) = vaults.place(address);
        assert_eq!((vault, bank, row, column), place, "{address}");
    }
}

/// Another vault is a hop away; another bank of the same vault waits for the bus.
#[test]
fn vaults_have_a_bus_and_a_way_to_them() {
    let mut cube = vaults(&[]);
    assert_eq!(cube.read(0, 64, 5), sent(5, 22));
    // From 12 ns on: 45.9 ns are in cycle 23, and 4 more.
    assert_eq!(cube.read(64, 64, 6), sent(6, 27));
    // The bus of vault 0 is free at 43.9 ns: 50.3 ns.
    assert_eq!(cube.read(1024, 64, 7), sent(7, 26));
    // An older access that waits for its bank takes the bus from 68.75 ns on; a younger one of another bank comes before it.
    let mut cube = vaults(&[]);
    assert_eq!(cube.read(0, 64, 0), sent(0, 17));
    assert_eq!(cube.read(8192, 64, 1), sent(1, 38));
    assert_eq!(cube.read(1024, 64, 2), sent(2, 21));
    // 16 bytes take the bus for 1.6 ns.
    assert_eq!(vaults(&[]).read(0, 16, 0), sent(0, 15));
}

/// With room for one access the next one leaves when that is over; with room for two it does not wait.
#[test]
fn a_full_vault_lets_requests_wait_in_the_core() {
    for (queue, expected) in [("1", sent(22, 39)), ("2", sent(6, 26))] {
        let mut cube = vaults(&[("hmc_queue", queue)]);
        cube.read(0, 64, 5);
        assert_eq!(cube.read(1024, 64, 6), expected, "{queue}");
    }
}

/// Data of a write goes with its command: 13.75 + 6.4 ns are in cycle 11. Its bank is busy as long as that of a read. A read of another bank is sent
/// when the data is over, at 20.15 ns: 20.15 + 13.75 + 6.4 ns are in cycle 21.
#[test]
fn writes_have_the_bus_before_reads_that_come_behind() {
    let mut cube = vaults(&[]);
    assert_eq!([cube.write(0, 0), cube.read(1024, 64, 1)], [sent(0, 11), sent(1, 21)]);
    assert_eq!(cube.read(8192, 64, 1), sent(1, 38), "41.25 + 33.9 ns");
    // The other way round the write has the bus 2 ps behind 33.9 ns, which is in the same cycle as 40.3 ns.
    let mut cube = vaults(&[]);
    assert_eq!([cube.read(0, 64, 0), cube.write(1024, 9)], [sent(0, 17), sent(9, 21)]);
}

/// A row stays open until its last burst is over: on a bus of 1 GB/s that is 64 ns behind the first command.
#[test]
fn a_slow_bus_keeps_rows_open() {
    let mut cube = vaults(&[("hmc_vault_mb", "1000")]);
    assert_eq!(cube.read(0, 64, 0), sent(0, 46), "27.5 + 64 ns");
    // Closed at 13.75 + 64 ns, opened 13.75 ns later; then 27.5 + 64 ns: 183 ns.
    assert_eq!(cube.read(8192, 64, 1), sent(1, 92));
}

/// A refresh is due 1 us behind the start and takes 200 ns. An access that opens its row before is not held back, one that would open it at that time waits
/// for the end of the refresh, and one that comes when it is over for nothing.
#[test]
fn a_refresh_holds_back_who_opens_a_row_behind_it() {
    let changes = [("hmc_trefi", "1000000"), ("hmc_trfc", "200000")];
    for (cycle, there) in [
        // 998 ns + 33.9 ns.
        (499, 516),
        // 1200 ns + 33.9 ns.
        (500, 617),
        (550, 617),
        (600, 617),
        (601, 618),
    ] {
        let mut cube = vaults(&changes);
        assert_eq!(cube.read(0, 64, cycle), sent(cycle, there), "{cycle}");
        assert_eq!(cube.counters.refreshes, u64::from(cycle >= 500));
    }
    // The refresh itself waits for a row that is open: 998 ns + tRAS + tRP = 1039.25 ns, and 200 ns.
    let mut cube = vaults(&changes);
    cube.read(0, 64, 499);
    assert_eq!(cube.read(1024, 64, 501), sent(501, (1_239_250 + 33_900_u64).div_ceil(2000)));
    // Each vault by itself; and as often as it was due.
    let mut cube = vaults(&changes);
    cube.read(0, 64, 5010);
    assert_eq!(cube.counters.refreshes, 10);
    cube.read(64, 64, 5010);
    assert_eq!(cube.counters.refreshes, 20);
    let refused = settings(&[("hmc_trefi", "300000")]).check().expect_err("less than two refreshes long");
    assert!(refused.contains("`hmc_trefi`"), "{refused}");
    assert!(settings(&[]).check().is_ok() && settings(&changes).check().is_ok());
}

/// A clock whose cycle is no whole number of picoseconds keeps exact time: at 300 MHz cycle 3k begins at 10k ns, and at 700 MHz cycle 7k.
#[test]
fn cycles_that_are_no_whole_picoseconds_do_not_drift() {
    for (mhz, cycles) in [(300_u32, 3_u64), (700, 7), (600, 6), (1_100, 11)] {
        for turns in [1_u64, 1000, 10_000_000] {
            let mut cube = Vaults::new(&settings(&[]), mhz);
            let from = cycles * turns;
            // 33.9 ns behind the start of the cycle, which is at 10 ns times the turns.
            let there = (turns * 10_000 + 33_900).saturating_mul(mhz.into()).div_ceil(1_000_000);
            assert_eq!(cube.read(0, 64, from), sent(from, there), "{mhz} MHz, cycle {from}");
        }
    }
}

/// Streams: one bank serves a block in 41.25 ns, all banks of a vault one in 6.4 ns, and vaults do not hold each other back.
#[test]
fn throughput_is_that_of_the_bank_and_of_the_bus() {
    let end = |step: u64, blocks: u64| {
        let mut cube = vaults(&[("hmc_hop", "0")]);
        let mut last = sent(0, 0);
        for at in 0..blocks {
            last = cube.read(at * step, 64, last.leaves);
        }
        last.there
    };
    assert_eq!(end(8192, 100), (99 * 41_250 + 33_900_u64).div_ceil(2000));
    assert_eq!(end(1024, 1000), (999 * 6_400 + 33_900_u64).div_ceil(2000));
    assert_eq!(end(64, 16), 17);
    assert_eq!(end(64, 16 * 1000), end(1024, 1000));
}

/// Reads and writes of all sizes at random times: no rule is broken, in no vault. Without the rows that close by themselves the judge finds what
/// is wrong.
#[test]
fn the_checker_finds_no_violation() {
    for changes in [
        &[][..],
        &[("hmc_queue", "256"), ("hmc_vaults", "1"), ("hmc_vault_mb", "700")],
        &[("hmc_banks", "2"), ("hmc_vaults", "3"), ("hmc_tras", "1"), ("hmc_tcl", "1")],
        &[("hmc_trcd", "100000"), ("hmc_trp", "1"), ("hmc_vault_mb", "1000000")],
        &[("hmc_trefi", "1000000"), ("hmc_trfc", "160000")],
        &[("hmc_trefi", "400000"), ("hmc_trfc", "200000"), ("hmc_vaults", "1"), ("hmc_queue", "256")],
    ] {
        let (mut cube, mut rng, mut log, mut cycle) = (vaults(changes), Rng::new(11), Vec::new(), 0);
        for _ in 0..3000 {
            let region = if rng.below(2) == 0 { 1 << 15 } else { 1 << 26 };
            let (address, bytes) = (rng.below(region) / 64 * 64, 16 << rng.below(3));
            cycle += rng.below(12) * rng.below(3);
            let asked = cube.request((address, bytes, rng.below(3) == 0), cycle, &mut |told| log.push(told));
            assert!(asked.leaves >= cycle && asked.there > asked.leaves);
            cycle = asked.leaves;
        }
        let Counters { activates, precharges, reads, writes, refreshes, .. } = cube.counters;
        assert_eq!(refreshes > 0, cube.settings.hmc_trefi > 0);
        assert_eq!([activates, precharges, reads + writes], [3000; 3]);
        log.sort_by_key(|told| (told.vault, told.issued.cycle));
        for vault in log.chunk_by(|one, other| one.vault == other.vault) {
            let issued: Vec<Issued> = vault.iter().map(|told| told.issued).collect();
            let closing: Vec<usize> = (0..vault.len()).filter(|at| vault[*at].closes).collect();
            let found = violations_with_auto_precharge(&cube.standard, &issued, &closing);
            assert_eq!(found, Vec::<String>::new(), "{changes:?}");
            assert!(!violations(&cube.standard, &issued).is_empty());
        }
    }
}

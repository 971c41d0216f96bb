//! Memory behind the load/store unit: vaults by hand (HARP 6.2, W34), and the cache in front of DRAM.

use super::*;
use crate::timing::vaults::{self, Sent, Vaults};

fn vaults(changes: &[(&str, &str)]) -> Vaults {
    let mut settings = vaults::Settings::default();
    changes.iter().for_each(|(id, value)| settings.set(id, value).expect(id));
    Vaults::new(&settings, 500)
}

fn sent(leaves: u64, there: u64) -> Sent {
    Sent { leaves, there }
}

/// 13.75 + 13.75 + 6.4 ns are 17 cycles of 2 ns; a bank is busy for 41.25 ns, which are 21.
#[test]
fn w34_hmc_vault_read() {
    assert_eq!(vaults(&[]).request(0, 64, 5), sent(5, 22));
    // The same bank again, 20 and 21 cycles later: 41.25 + 33.9 ns behind cycle 5 are in cycle 43.
    for (cycle, there) in [(6, 43), (25, 43), (26, 43), (27, 44)] {
        let mut vaults = vaults(&[]);
        vaults.request(0, 64, 5);
        assert_eq!(vaults.request(8192, 64, cycle), sent(cycle, there), "{cycle}");
    }
    let mut bench =
        Bench::prepared("4w8/8/1/1", &[("mem_model", "hmc")], "ld %r2, %r1, #0\nhalt\n", |core| {
            all(core, 1, |_, _| 0x8000);
        });
    // k + M + 1 with k = 1 and M = 17.
    assert_eq!(bench.issues(4), [(0, 5 + 19)]);
}

#[test]
fn addresses_lie_in_vaults_and_banks_in_turn() {
    let vaults = vaults(&[]);
    for (address, place) in [
        (0, (0, 0)),
        (63, (0, 0)),
        (64, (1, 0)),
        (1023, (15, 0)),
        (1024, (0, 1)),
        (8191, (15, 7)),
        (8192, (0, 0)),
    ] {
        assert_eq!(vaults.place(address), place, "{address}");
    }
}

/// Another vault is a hop away; another bank of the same vault waits for the bus.
#[test]
fn vaults_have_a_bus_and_a_way_to_them() {
    let mut cube = vaults(&[]);
    assert_eq!(cube.request(0, 64, 5), sent(5, 22));
    // From 12 ns on: 45.9 ns are in cycle 23, and 4 more.
    assert_eq!(cube.request(64, 64, 6), sent(6, 27));
    // The bus of vault 0 is free at 43.9 ns: 50.3 ns.
    assert_eq!(cube.request(1024, 64, 7), sent(7, 26));
    // An older access that waits for its bank takes the bus from 68.75 ns on; a younger one of another bank comes before it.
    let mut cube = vaults(&[]);
    assert_eq!(cube.request(0, 64, 0), sent(0, 17));
    assert_eq!(cube.request(8192, 64, 1), sent(1, 38));
    assert_eq!(cube.request(1024, 64, 2), sent(2, 21));
    // 16 bytes take the bus for 1.6 ns.
    assert_eq!(vaults(&[]).request(0, 16, 0), sent(0, 15));
}

/// With room for one access the next one leaves when that is over; with room for two it does not wait.
#[test]
fn a_full_vault_lets_requests_wait_in_the_core() {
    for (queue, expected) in [("1", sent(22, 39)), ("2", sent(6, 26))] {
        let mut cube = vaults(&[("hmc_queue", queue)]);
        cube.request(0, 64, 5);
        assert_eq!(cube.request(1024, 64, 6), expected, "{queue}");
    }
}

/// A load that finds its line has it after the depth of the cache; stores bring nothing.
#[test]
fn loads_find_lines_that_loads_have_brought() {
    let text = "st %r2, %r1, #0\nld %r2, %r1, #0\nld %r2, %r1, #4\nld %r2, %r1, #64\nhalt\n";
    let changes = [("mem_model", "dram")];
    let mut bench = Bench::prepared("4w8/8/1/1", &changes, text, |core| all(core, 1, |_, _| 4096));
    let times = bench.times();
    let f: Vec<u64> = times.iter().map(|times| times.result - times.accept).collect();
    assert_eq!((f[0], f[2]), (2, 1 + 4 + 1), "a store is over when it is sent; a hit takes 4 cycles");
    assert!(f[1] > 6 && f[3] > 6, "{f:?}");
    let counted = bench.machine.counted();
    assert_eq!((counted.cache_hits, counted.cache_misses), (1, 2));
    // Lines and bursts have 64 bytes.
    assert_eq!((counted.dram_reads, counted.dram_writes, counted.memory_bytes), (2, 1, 192));
    let known = bench.machine.well_known();
    assert_eq!((known.l1_loads, known.l1_load_hits, known.dram_reads), (Some(3), Some(1), Some(2)));
    // Without a cache each load goes to memory.
    let changes = [("mem_model", "dram"), ("vector_cache", "0")];
    let mut bench = Bench::prepared("4w8/8/1/1", &changes, text, |core| all(core, 1, |_, _| 4096));
    bench.cycles();
    assert_eq!((bench.machine.counted().dram_reads, bench.machine.well_known().l1_loads), (3, None));
}

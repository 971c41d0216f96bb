//! Memory behind the load/store unit: a vault (HARP 6.2, W34), and the cache in front of DRAM.

use super::*;

/// W34 in a core: a load takes k + M + 1 cycles with k = 1 and M = 17, and the access is one of the first vault.
#[test]
fn w34_hmc_vault_read_of_a_core() {
    let text = "ld %r2, %r1, #0\nst %r2, %r1, #0\nhalt\n";
    let mut bench =
        Bench::prepared("4w8/8/1/1", &[("mem_model", "hmc")], text, |core| all(core, 1, |_, _| 0x8000));
    assert_eq!(bench.issues(4), [(0, 5 + 19)]);
    let counted = bench.machine.counted();
    assert_eq!((counted.dram_reads, counted.dram_writes, counted.memory_bytes), (1, 1, 128));
    assert_eq!(bench.machine.well_known().dram_row_hits, Some(0));
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

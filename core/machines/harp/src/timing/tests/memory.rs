//! Memory behind the load/store unit: a vault (HARP 6.2, W34), and the cache in front of DRAM.

use lanescope_parts::trace::DramCommand;

use super::{super::memory::Memory, *};

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

/// The commands of memory that a program gives rise to: channel, command, and its time by memory's clock behind the first.
fn commands(changes: &[(&str, &str)], text: &str) -> (Bench, Vec<(u16, DramCommand, u64)>) {
    let mut bench = Bench::prepared("4w8/8/1/1", changes, text, |core| all(core, 1, |_, _| 0x8000));
    let mut tape = Tape::default();
    bench.machine.run(CYCLES, &mut tape).expect("an end");
    let told = tape.0.iter().filter_map(|(cycle, event)| match event {
        Event::Dram { channel, command, time, .. } => Some((*cycle, *channel, *command, *time)),
        _ => None,
    });
    let told: Vec<_> = told.collect();
    assert!(told.is_sorted_by_key(|(cycle, ..)| *cycle), "{told:?}");
    let first = told.first().map_or(0, |told| told.3);
    (bench, told.into_iter().map(|(_, channel, command, time)| (channel, command, time - first)).collect())
}

/// What channels and vaults are sent is told: a vault opens a row and reads the line behind tRCD, in bursts of 16 bytes, each
/// 1.6 ns long; a channel that has its row open uses it again.
#[test]
fn commands_of_memory_are_told() {
    use DramCommand::{Activate, Read, Write};
    let text = "ld %r2, %r1, #0\nhalt\n";
    let (bench, told) = commands(&[("mem_model", "hmc")], text);
    let read = |at: u64| (0, Read, 13_750 + at * 1_600);
    assert_eq!(told, [(0, Activate, 0), read(0), read(1), read(2), read(3)]);
    assert_eq!(bench.machine.cores().memory().and_then(|memory| memory.under_way(0)), Some((1, 16 * 16)));
    // Behind four bursts, which lie in the four groups of banks, the same row goes on.
    let text = "ld %r2, %r1, #0\nst %r2, %r1, #256\nhalt\n";
    let (bench, told) = commands(&[("mem_model", "dram")], text);
    assert_eq!(told.iter().map(|told| told.1).collect::<Vec<_>>(), [Activate, Read, Write]);
    let counted = bench.machine.cores().memory().and_then(Memory::dram).expect("channels");
    assert_eq!((counted.activates, counted.reads, counted.writes), (1, 1, 1));
    assert_eq!(commands(&[("mem_model", "fixed")], text).1, []);
}

//! The memory of the host that a machine takes, part by part: an upper bound, from the settings and the program.

use lanescope_parts::machines::footprint::{Footprint, total};

use super::{
    exec::state::{ROW, TILE_ROWS, TILES, WIDEST},
    isa::Program,
    spec::{MemoryModel, Spec},
    timing::{core, memory},
};

/// Bytes of the host for each instruction that is under way in memory, and for what will be told of it: at most 16 elements or rows,
/// each with two bursts, of each of which three events are told.
const UNDER_WAY: u64 = 16 << 10;

/// The parts of a machine that runs this program.
pub fn parts(program: &Program, spec: &Spec) -> [Footprint; 5] {
    let cores = u64::from(spec.chip.cores);
    let threads = cores * u64::from(spec.threads);
    let part = |what, bytes, lower, raise| Footprint { what, bytes, lower, raise };
    let core = size_of::<core::Core>() as u64 + (16 << 10) + UNDER_WAY * u64::from(spec.outstanding);
    [
        part(
            "threads",
            threads * (lists(spec) + 8 * program.code.len() as u64 + (16 << 10)),
            &["cores", "threads"],
            &[],
        ),
        part("caches", cores * cache(spec), &["cores", "vector_cache"], &["cache_line"]),
        part("shared cache", memory::shared_cache_bytes(spec), &["shared_cache"], &["cache_line"]),
        part(
            "channels of memory",
            memory::main_memory(spec).host_bytes().0,
            &["channels", "dram_queue"],
            &[],
        ),
        part("cores", cores * core, &["cores", "outstanding"], &[]),
    ]
}

/// Bytes of a machine less what its copies share: its long lists (packed registers, tiles and caches) and the rules of its
/// channels.
pub fn without_lists(program: &Program, spec: &Spec) -> u64 {
    let cores = u64::from(spec.chip.cores);
    let lists =
        cores * (u64::from(spec.threads) * lists(spec) + cache(spec)) + memory::shared_cache_bytes(spec);
    total(&parts(program, spec)).saturating_sub(lists + memory::main_memory(spec).host_bytes().1)
}

/// Packed registers and tiles of a thread.
fn lists(spec: &Spec) -> u64 {
    let tiles = if spec.generation.has_tiles() { TILES * TILE_ROWS * ROW } else { 0 };
    (32 * WIDEST + tiles) as u64
}

fn cache(spec: &Spec) -> u64 {
    if spec.main_memory == MemoryModel::Dram { spec.cache.host_bytes() } else { 0 }
}

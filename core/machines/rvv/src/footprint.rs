//! The memory of the host that a machine takes, part by part: an upper bound, from the settings and the program. What the
//! instructions under way take is not in it: [`super::timing::under_way`] counts that while a program runs.

use lanescope_parts::machines::footprint::{Footprint, total};

use super::{
    isa::Program,
    spec::Spec,
    timing::{Unit, core, memory, pipeline},
};

/// The parts of a machine that runs this program.
pub fn parts(program: &Program, spec: &Spec) -> [Footprint; 6] {
    let cores = u64::from(spec.chip.cores);
    let part = |what, bytes, lower, raise| Footprint { what, bytes, lower, raise };
    let units = cores * Unit::all(spec).count() as u64 * pipeline::unit_bytes(spec);
    [
        part("vector registers", cores * registers(program, spec), &["cores", "vlen"], &[]),
        part("functional units", units, &["cores", "queue"], &[]),
        part("vector caches", cores * spec.cache.host_bytes(), &["cores", "vector_cache"], &["cache_line"]),
        part("translation tables", cores * spec.translation.host_bytes(), &["cores", "tlb_entries"], &[]),
        part(
            "banks and channels of memory",
            memory::main_memory(spec).host_bytes().0,
            &["banks", "channels", "dram_queue"],
            &[],
        ),
        part("cores", cores * (size_of::<core::Core>() as u64 + (16 << 10)), &["cores"], &[]),
    ]
}

/// Bytes of a machine with nothing under way, less what its copies share: its long lists (vector registers and vector
/// caches) and the rules of its channels.
pub fn without_lists(program: &Program, spec: &Spec) -> u64 {
    let lists = vector_registers(spec) + spec.cache.host_bytes();
    let shared = u64::from(spec.chip.cores) * lists + memory::main_memory(spec).host_bytes().1;
    total(&parts(program, spec)).saturating_sub(shared)
}

/// The vector registers of a core.
fn vector_registers(spec: &Spec) -> u64 {
    32 * u64::from(spec.vlen) / 8
}

/// The registers of a core's thread, the addresses of its last access, and what the deadlock detector keeps.
fn registers(program: &Program, spec: &Spec) -> u64 {
    // An access has at most a byte of eight registers for each element; lists grow by doubling.
    let (bits, code) = (u64::from(spec.vlen), program.code.len() as u64);
    vector_registers(spec) + 2 * 8 * bits + 8 * code + (4 << 10)
}

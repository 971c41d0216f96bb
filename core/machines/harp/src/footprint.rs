//! The memory of the host that a run takes, part by part: an upper bound, from the settings.

use lanescope_parts::machines::footprint::Footprint;

use super::{
    asm::Image,
    exec::{Config, MAX_STACK},
    timing::{self, memory::Memory, token::Token},
};

/// The parts of a run of this program, whose launch takes so many bytes of memory, that of the settings with it.
pub fn parts(image: &Image, config: &Config, pipeline: &timing::Config, all: u64) -> [Footprint; 6] {
    let arch = config.arch;
    let (lanes, warps) = (u64::from(arch.lanes), u64::from(config.warps()));
    let registers =
        warps * (lanes + 1) * u64::from(arch.registers) * 8 + warps * u64::from(arch.predicates) * 9;
    let lower: &[&str] = if config.rules.boundless_stack { &["archid", "cores"] } else { &["ipdom_entries"] };
    let entries = if config.rules.boundless_stack { MAX_STACK } else { config.stack_entries };
    // Memory lies in the core, and as a copy for who looks.
    let memory = config.ram_bytes.max(2 * (image.bytes.len() as u64 + 16));
    // An instruction needs two lines for each lane at most; what stands of its warp takes some more.
    let in_flight = 2 * (size_of::<Token>() as u64 + 2 * 2 * 8 * lanes + 64);
    let (behind, _) = Memory::host_bytes(&pipeline.settings);
    let part = |what, bytes, lower| Footprint { what, bytes, lower, raise: &[] };
    [
        part("registers of the warps", registers, &["archid", "cores"]),
        part("stacks of the warps", warps * entries as u64 * 24, lower),
        part("memory", 2 * memory, &["ram_kib"]),
        part("memory of the launch: choose smaller buffers", 2 * all.saturating_sub(memory), &[]),
        part("instructions in the pipeline", warps * in_flight, &["archid", "cores"]),
        part("cache, channels and vaults", behind, &["vector_cache", "channels", "hmc_vaults"]),
    ]
}

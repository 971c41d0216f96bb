//! Machines with settings drawn at random from their table: whatever a person sets, a run ends with the right result.

use alloc::{
    format,
    string::{String, ToString},
};

use lanescope_parts::{
    base::rng::Rng,
    machines::{
        Machine,
        settings::{Info, SettingKind, Settings},
    },
    trace::Deaf,
};

use super::{
    kit::*,
    programs::{PROGRAMS, compile, expected, fits, machine},
};
use crate::spec::Spec;

/// A setting's smallest value, its default, or one of the lower part of its range, where things get tight.
fn draw(rng: &mut Rng, row: &Info) -> String {
    match &row.kind {
        SettingKind::Switch => (if rng.below(2) == 0 { "on" } else { "off" }).into(),
        SettingKind::Choice(names) => names[rng.below(names.len() as u64) as usize].clone(),
        SettingKind::Fraction { .. } | SettingKind::Text { .. } => row.default.clone(),
        SettingKind::Integer { min, max } => match rng.below(3) {
            0 => min.to_string(),
            1 => row.default.clone(),
            _ => format!("{}", min + rng.below((max - min + 1).min(40))),
        },
    }
}

/// A machine with any settings, but with room for a group.
fn any_machine(rng: &mut Rng) -> Spec {
    let mut spec = Spec::default();
    for row in Spec::table() {
        spec.set(&row.id, &draw(rng, &row)).unwrap();
    }
    spec.chip.cores = spec.chip.cores.min(3);
    spec.warps_per_core = spec.warps_per_core.max(100_u32.div_ceil(spec.warp_size)).min(64);
    spec.registers_per_core = 1 << 20;
    spec.shared_kb = spec.shared_kb.max(64);
    spec.stack_depth = spec.stack_depth.max(128);
    spec.mem.channel.dram_mhz = spec.mem.channel.dram_mhz.max(100);
    spec.watch.spin_limit = spec.watch.spin_limit.max(1000);
    spec
}

fn run(seed: u64) {
    let mut rng = Rng::new(seed);
    let spec = any_machine(&mut rng);
    let (name, text) = PROGRAMS[rng.below(PROGRAMS.len() as u64) as usize];
    let program = compile(text);
    let local = 32 + 4 * rng.below(18) as u32;
    if !fits(&spec, local) {
        return;
    }
    let wanted = expected(&program, &spec, local);
    let mut gpu = machine(&program, &spec, local);
    let start = gpu.clone();
    let result = gpu.run(LIMIT, &mut Deaf);
    assert_eq!(result, Ok(()), "seed {seed}, {name}: {spec:?}");
    assert!(gpu.finished(), "seed {seed}, {name}: {spec:?}");
    check_end(&gpu);
    assert_eq!(gpu.memory().digest(), wanted, "seed {seed}, {name}: {spec:?}");
    if gpu.cycle() > 50_000 {
        return;
    }
    let mut stepped = start.ticking();
    stepped.run(gpu.cycle(), &mut Deaf).unwrap();
    assert_eq!(stepped.counters(), gpu.counters(), "seed {seed}, {name}: {spec:?}");
    assert_eq!(stepped.digest(), gpu.digest(), "seed {seed}, {name}: {spec:?}");
}

#[test]
fn machines_with_random_settings_end_with_the_right_result() {
    (0..60).for_each(run);
}

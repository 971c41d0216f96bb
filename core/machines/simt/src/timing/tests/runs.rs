//! Whole runs: right results, and the same run however it is made.

use alloc::vec::Vec;
use core::ops::Range;

use lanescope_parts::{
    machines::Machine,
    pipe::{scheduler::Policy, throttle},
    trace::{Deaf, Event, Sink},
};

use super::kit::*;
use crate::{
    spec::{self, Spec},
    timing::Gpu,
};

/// Floats 0.0, 1.0, … in two buffers.
fn saxpy_on(spec: &Spec, n: u32, groups: u32, local: u32) -> Gpu {
    let (mut memory, bases) = buffers(&[u64::from(n), u64::from(n)]);
    for index in 0..2 {
        let data: Vec<u8> = (0..n).flat_map(|i| ((i * (index + 1)) as f32).to_le_bytes()).collect();
        memory.copy_in(index as usize, &data);
    }
    let args = [bases[0], bases[1], u64::from(n), u64::from(2.5f32.to_bits())];
    gpu(&saxpy(), spec, groups, local, memory, &args)
}

fn check_saxpy(gpu: &Gpu, n: u32) {
    let out = gpu.memory().copy_out(1, 0, u64::MAX);
    for i in 0..n {
        let at = i as usize * 4;
        let value = f32::from_le_bytes(out[at..at + 4].try_into().unwrap());
        assert_eq!(value, 2.5 * i as f32 + (2 * i) as f32, "element {i}");
    }
}

/// Every preset and the settings that change the pipeline's shape.
pub fn machines() -> Vec<Spec> {
    let mut specs: Vec<Spec> = spec::PRESETS.iter().map(|preset| spec::preset(preset.id).unwrap()).collect();
    let base = with(&plain_spec(), &[("cores", "2")]);
    specs.extend([
        Spec { pipeline: spec::Pipeline::OneLoop, ..base.clone() },
        with(&base, &[("replay_from", "ibuffer")]),
        with(&base, &[("scoreboard", "coon"), ("scoreboard_entries", "1")]),
        with(&base, &[("scoreboard", "coon"), ("scoreboard_entries", "2"), ("scoreboard_full", "stall")]),
        with(&base, &[("icache_bytes", "128"), ("icache_ways", "1"), ("icache_mshrs", "1")]),
        with(&base, &[("l1_kb", "0"), ("schedulers", "3"), ("simd_width", "8")]),
        with(&base, &[("l1_global", "none"), ("prt_entries", "1"), ("miss_queue", "1")]),
        with(&base, &[("dram", "ddr4-2400"), ("channels", "2")]),
    ]);
    for policy in Policy::ALL {
        let mut spec = Spec { schedulers: 2, ..base.clone() };
        (spec.scheduling.policy, spec.scheduling.pool_warps) = (*policy, 2);
        specs.push(spec);
    }
    for throttle in throttle::ThrottleKind::ALL {
        let mut spec = with(&base, &[("l1_kb", "1"), ("warp_limit", "1"), ("schedulers", "2")]);
        spec.scheduling.throttle = *throttle;
        specs.push(spec);
    }
    specs
}

#[test]
fn saxpy_is_right_on_every_machine() {
    for spec in machines() {
        let gpu = finish_quietly(saxpy_on(&spec, 1000, 32, 32));
        check_saxpy(&gpu, 1000);
    }
}

#[test]
fn skipping_idle_cycles_changes_nothing() {
    for spec in machines() {
        let (jumped, log) = finish(saxpy_on(&spec, 500, 16, 32));
        let (stepped, full_log) = finish(saxpy_on(&spec, 500, 16, 32).ticking());
        assert_eq!(log, full_log, "{spec:?}");
        assert_eq!(jumped.counters(), stepped.counters());
        assert_eq!((jumped.cycle(), jumped.slots()), (stepped.cycle(), stepped.slots()));
        assert_eq!(jumped.digest(), stepped.digest());
    }
}

/// Hears some units and slots only.
struct Partly {
    units: Range<usize>,
    slots: Range<usize>,
    told: Recorder,
}

impl Sink for Partly {
    const ON: bool = true;

    fn hears(&self, units: Range<usize>, slots: Range<usize>) -> bool {
        units == self.units || slots == self.slots
    }

    fn tell(&mut self, cycle: u64, event: Event) {
        self.told.tell(cycle, event);
    }
}

#[test]
fn a_core_that_nobody_hears_is_silent_and_runs_as_ever() {
    for spec in machines() {
        let (whole, log) = finish(saxpy_on(&spec, 500, 16, 32));
        let (warps, slots) = (spec.warps_per_core as usize, spec.schedulers as usize);
        for core in [0, spec.chip.cores as usize - 1] {
            let of = |count: usize| core * count..(core + 1) * count;
            let mut heard = Partly { units: of(warps), slots: of(slots), told: Recorder::default() };
            let mut gpu = saxpy_on(&spec, 500, 16, 32);
            gpu.run(u64::MAX, &mut heard).unwrap();
            assert_eq!((gpu.digest(), gpu.counters()), (whole.digest(), whole.counters()));
            let states = |log: &Recorder, own: bool| {
                let wanted = |(_, event): &&(u64, Event)| match event {
                    Event::Unit { unit, .. } => heard.units.contains(&(*unit as usize)) == own,
                    Event::Slot { slot, .. } => heard.slots.contains(&(*slot as usize)) == own,
                    _ => false,
                };
                log.0.iter().filter(wanted).copied().collect::<Vec<_>>()
            };
            assert_eq!(states(&heard.told, true), states(&log, true), "{core} {spec:?}");
            assert_eq!(states(&heard.told, false), [], "{core} {spec:?}");
        }
    }
}

#[test]
fn one_cycle_at_a_time_is_the_same_run() {
    for spec in machines() {
        let (whole, log) = finish(saxpy_on(&spec, 300, 10, 32));
        let mut gpu = saxpy_on(&spec, 300, 10, 32);
        let mut single_log = Recorder::default();
        while !gpu.finished() {
            let next = gpu.cycle() + 1;
            gpu.run(next, &mut single_log).unwrap();
            assert_eq!(gpu.cycle(), next);
            check_slots(&gpu);
        }
        assert_eq!(log, single_log);
        assert_eq!((whole.counters(), whole.digest()), (gpu.counters(), gpu.digest()));
    }
}

#[test]
fn a_clone_goes_on_the_same_way_and_recording_changes_nothing() {
    for spec in machines() {
        let whole = finish_quietly(saxpy_on(&spec, 300, 10, 32));
        for at in [1, 37, whole.cycle() / 2, whole.cycle() - 1] {
            let mut gpu = saxpy_on(&spec, 300, 10, 32);
            gpu.run(at, &mut Deaf).unwrap();
            let (copy, _) = finish(gpu.clone());
            assert_eq!((copy.digest(), copy.counters()), (whole.digest(), whole.counters()));
            assert_eq!(finish_quietly(gpu).digest(), whole.digest());
        }
    }
}

//! Data with timing are those without: on every program of the tests of [`crate::exec`], and on random ones. And a run is the same however it
//! is run: cycle by cycle, from event to event, in pieces, listened to or not.

use lanescope_parts::{
    base::rng::Rng,
    image::Digest,
    machines::PartSlots,
    trace::{Deaf, Fingerprint},
};

use super::*;
use crate::{
    exec::tests::STEPS,
    isa::{
        Arch,
        tests::{ARCHS, random},
    },
    timing::settings::{Model, Policy},
};

fn digest(core: &Cube) -> u64 {
    let mut digest = Digest::default();
    core.digest(&mut digest);
    digest.0
}

/// Runs a core without timing and with it, as it stands: end or fault, contents and counts are the same, whatever goes first and however
/// long memory takes.
pub(crate) fn check(core: &Cube) {
    let mut untimed = core.clone();
    let end = untimed.run(STEPS);
    for (sched_policy, mem_model) in
        [(Policy::Fifo, Model::Scratchpad), (Policy::Rr, Model::Hmc), (Policy::Gto, Model::Dram)]
    {
        let settings = Settings { barriers: 16, sched_policy, mem_model, ..Settings::default() };
        let config = Config::new(&settings, &core.config().arch);
        let (timed, stopped) = timed(core.clone(), config, CYCLES);
        match (&end, &stopped) {
            (Ok(ended), Ok(over)) => assert_eq!(ended, over),
            (Err(fault), Err(Stopped::Fault(found))) => assert_eq!(fault, found),
            _ => panic!("{end:?} and {stopped:?}"),
        }
        assert_eq!(timed.counts(), untimed.counts());
        assert_eq!(digest(&timed), digest(&untimed));
    }
}

/// A random program.
fn bytes(arch: Arch, rng: &mut Rng) -> Vec<u8> {
    let one = |rng: &mut Rng| {
        let mut one = random(arch, rng);
        if rng.below(2) == 0 {
            one.immediate %= 64;
        }
        arch.encode(&one)
    };
    (0..80).flat_map(|_| one(rng)).collect()
}

fn configs(text: &str, warps: u16) -> [exec::Config; 3] {
    let arch = Arch { warps: arch(text).warps.min(warps), ..arch(text) };
    [
        exec::Config { start_lanes: arch.lanes, reset_ids: true, ..exec::Config::reference(arch) },
        exec::Config::harptool(arch, false),
        exec::Config::harptool(arch, true),
    ]
}

/// One warp has one order: as many instructions as with timing have the same effect without.
#[test]
fn random_programs_of_one_warp_leave_the_same_data() {
    let mut rng = Rng::new(15);
    for text in ARCHS {
        for core in configs(text, 1) {
            for _ in 0..60 {
                let program = bytes(core.arch, &mut rng);
                let config = Config::new(&Settings { barriers: 16, ..Settings::default() }, &core.arch);
                let (timed, stopped) = timed(Cube::new(core, &program), config, 3000);
                let mut untimed = Cube::new(core, &program);
                match stopped {
                    Ok(true) => assert!(matches!(untimed.run(STEPS), Ok(true))),
                    Ok(false) => assert!(untimed.run(timed.counts().steps).is_ok()),
                    Err(Stopped::Fault(fault)) => assert_eq!(untimed.run(STEPS), Err(fault)),
                    // The unit has no such barrier, and the instruction has not been executed.
                    Err(Stopped::NoBarrier(..)) => {
                        assert!(untimed.run(timed.counts().steps).is_ok())
                    }
                }
                assert_eq!(timed.counts(), untimed.counts());
                assert_eq!(digest(&timed), digest(&untimed));
            }
        }
    }
}

/// A machine with a random program whose warps are all ready, with random settings.
fn machine(text: &str, rng: &mut Rng) -> Timed {
    let [core, ..] = configs(text, 12);
    let id = alloc::string::ToString::to_string(&core.arch);
    let mut program = image(&id, "halt\n", &core.rules);
    program.bytes = bytes(core.arch, rng);
    let mut run = Functional::new(Arc::new(program), core, no_arguments(b"ab")).expect("a run");
    for number in 0..rng.below(u64::from(core.arch.warps)) as usize {
        let warp = run.core_mut().warp_mut(number).expect("a warp");
        (warp.active, warp.spawned) = (core.arch.lanes.into(), true);
    }
    let pick = |rng: &mut Rng, choices: &[&'static str]| choices[rng.below(choices.len() as u64) as usize];
    let changes = [
        ("sched_policy", pick(rng, &["fifo", "rr", "gto"])),
        ("f_alu", pick(rng, &["1", "2", "8"])),
        ("mul_mode", pick(rng, &["serial", "fixed"])),
        ("mem_model", pick(rng, &["scratchpad", "fixed", "dram", "hmc"])),
        ("lsu_outstanding", pick(rng, &["1", "2", "16"])),
        ("barriers", "16"),
    ];
    Timed::new(run, config(&id, &changes))
}

fn fingerprint(machine: &Timed) -> Fingerprint {
    Fingerprint::new(Timed::EVENTS, machine.units().len(), 1)
}

/// Everything that can be asked.
fn seen(machine: &Timed) -> (u64, u64, Vec<u64>, Vec<PartSlots>, Vec<lanescope_parts::trace::Cause>) {
    let causes = (0..machine.units().len() as u32).map(|unit| machine.cause(unit)).collect();
    (machine.now(), machine.digest(), machine.counter_values(), machine.slot_parts(), causes)
}

#[test]
fn random_programs_run_the_same_however_they_are_run() {
    let mut rng = Rng::new(16);
    for text in ARCHS {
        for _ in 0..25 {
            let start = machine(text, &mut rng);
            let (mut skipping, mut ticking, mut pieces) =
                (start.clone(), start.clone().ticking(), start.clone());
            let (mut one, mut other) = (fingerprint(&start), fingerprint(&start));
            let end = skipping.run(2500, &mut one);
            assert_eq!(ticking.run(2500, &mut other), end);
            assert_eq!(one.at(2500), other.at(2500));
            let mut until = 0;
            while until < 2500 {
                until += 1 + rng.below(90);
                let _ = pieces.run(until.min(2500), &mut Deaf);
                let slots: u64 = pieces.slots().iter().sum();
                assert_eq!(slots, pieces.now(), "every cycle has one cause");
                let units = pieces.units().len() as u32;
                let ahead = pieces.ahead();
                for unit in 0..units {
                    let state = pieces.unit(unit, &ahead);
                    assert!(Timed::CAUSES.has(state.cause));
                    let _ = (pieces.access(unit, &ahead), pieces.registers(unit));
                }
            }
            assert_eq!(pieces.run(2500, &mut Deaf), end);
            let expected = seen(&skipping);
            assert_eq!(seen(&ticking), expected);
            assert_eq!(seen(&pieces), expected);
        }
    }
}

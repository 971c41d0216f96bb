//! Any program ends, faults or goes on within its steps; and what must hold of each step.

use alloc::vec::Vec;

use lanescope_parts::base::rng::Rng;

use super::*;
use crate::isa::tests::{ARCHS, random};

/// Runs an image for some steps and looks at every warp behind each instruction.
fn check(config: Config, image: &[u8]) {
    let mut core = Cube::new(config, image);
    while core.steps() < 200 {
        whatever_memory_has_is_next(&core);
        let before = core.counts();
        match core.issue() {
            Ok(Some(issued)) => {
                let after = core.counts();
                assert_eq!(after.steps, before.steps + 1);
                assert_eq!(issued.exec & !issued.live, 0);
                assert!(after.lanes >= before.lanes && after.lane_instructions >= before.lane_instructions);
            }
            Ok(None) => break,
            Err(fault) => {
                assert_eq!(core.issue(), Err(fault));
                break;
            }
        }
        for warp in core.warps() {
            assert!(warp.active <= config.arch.lanes.into() && warp.mask & !config.arch.all_lanes() == 0);
            assert!(warp.stack.len() <= config.most_entries());
            assert!(warp.pc <= config.arch.mask());
        }
    }
}

/// What a warp executes next is what memory has at its place now, whatever was there before.
fn whatever_memory_has_is_next(core: &Cube) {
    let arch = core.config().arch;
    let is_plain = !core.config().vm;
    for (number, warp) in core.warps().iter().enumerate().filter(|(_, warp)| is_plain && warp.runs()) {
        let room = usize::try_from(arch.mask() - warp.pc).map_or(usize::MAX, |left| left.saturating_add(1));
        let bytes = core.ram.bytes().get(warp.pc as usize..).unwrap_or_default();
        let decoded = arch.decode(&bytes[..bytes.len().min(room)]);
        let names = |register: u8| matches!(decoded, Decoded::Instruction(one, _) if one.registers().contains(&register));
        let guard = if let Decoded::Instruction(one, _) = decoded { one.guard } else { None };
        match core.fetch(number) {
            _ if decoded == Decoded::Short => {}
            Err(Why::NoRegister(none)) => assert!(u16::from(none) >= arch.registers && names(none)),
            Err(Why::NoPredicate(none)) => {
                assert!(u16::from(none) >= arch.predicates && (names(none) || guard == Some(none)));
            }
            found => assert_eq!(found, Ok(Ok(decoded)), "at {:#x}", warp.pc),
        }
    }
}

fn configs(text: &str) -> [Config; 3] {
    let arch = arch(text);
    let few = Arch { warps: arch.warps.min(4), ..arch };
    [
        Config { start_lanes: few.lanes, reset_ids: true, ..Config::reference(few) },
        Config::harptool(few, false),
        Config::harptool(few, true),
    ]
}

#[test]
fn random_programs_keep_the_rules() {
    let mut rng = Rng::new(5);
    for text in ARCHS {
        for config in configs(text) {
            for _ in 0..60 {
                let image: Vec<u8> = (0..80)
                    .flat_map(|_| {
                        let mut one = random(config.arch, &mut rng);
                        if rng.below(2) == 0 {
                            one.immediate %= 64;
                        }
                        config.arch.encode(&one)
                    })
                    .collect();
                check(config, &image);
            }
        }
    }
}

#[test]
fn random_bytes_keep_the_rules() {
    let mut rng = Rng::new(6);
    for text in ARCHS {
        for config in configs(text) {
            for _ in 0..60 {
                let image: Vec<u8> = (0..rng.below(64)).map(|_| rng.next_u64() as u8).collect();
                check(config, &image);
            }
        }
    }
}

/// A program means the same in both encodings: registers, predicates and counts.
#[test]
fn both_encodings_do_the_same() {
    use crate::isa::{Class, Format};
    let mut rng = Rng::new(7);
    let (word, byte) = (arch("4w8/8/4/1"), arch("4b8/8/4/1"));
    let is_plain = |op: Op| {
        let row = op.row();
        matches!(row.class, Class::Integer | Class::Multiply | Class::Divide | Class::Real | Class::Predicate)
            && row.format != Format::None
    };
    for _ in 0..300 {
        let mut program: Vec<_> =
            (0..30).map(|_| random(word, &mut rng)).filter(|one| is_plain(one.op)).collect();
        program.push(Instruction::new(Op::Halt));
        for rules in [crate::rules::Rules::REFERENCE, crate::rules::Rules::HARPTOOL] {
            let run = |arch: Arch| {
                let image: Vec<u8> = program.iter().flat_map(|one| arch.encode(one)).collect();
                let config = Config { rules, start_lanes: 4, reset_ids: true, ..Config::reference(arch) };
                let mut core = Cube::new(config, &image);
                let end = core.run(STEPS).map_err(|fault| fault.why);
                let warp = &core.warps()[0];
                let registers: Vec<u64> =
                    (0..8).flat_map(|register| (0..4).map(move |lane| warp.get(register, lane))).collect();
                let predicates: Vec<u64> = (0..8).map(|number| warp.predicate(number)).collect();
                (end, registers, predicates, warp.counts)
            };
            assert_eq!(run(word), run(byte), "{program:?}");
        }
    }
}

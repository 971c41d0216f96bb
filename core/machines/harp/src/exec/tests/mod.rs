//! The machine against the worked examples of the reference, the facts and programs by hand. Values are from there or worked out by hand.

mod examples;
mod facts;
mod launches;
mod programs;
mod random;
mod reals;

use alloc::{string::String, vec::Vec};

use super::*;
use crate::{asm::tests::image, isa::Arch, rules::Rules};

/// More steps than any of these programs needs.
pub(crate) const STEPS: u64 = 100_000;

pub(crate) fn arch(text: &str) -> Arch {
    Arch::parse(text).expect(text)
}

/// A core by the reference with a program.
pub(crate) fn reference(text: &str, program: &str) -> Cube {
    core(Config::reference(arch(text)), program)
}

/// A core as the original emulator with a program.
pub(crate) fn harptool(text: &str, vm: bool, program: &str) -> Cube {
    core(Config::harptool(arch(text), vm), program)
}

pub(crate) fn core(config: Config, program: &str) -> Cube {
    let rules = config.rules;
    let text = alloc::string::ToString::to_string(&config.arch);
    Cube::new(config, &image(&text, program, &rules).bytes)
}

/// A warp of lanes whose R0 is their number, as most worked examples have it.
pub(crate) fn lanes(count: u16, program: &str) -> Cube {
    let arch = Arch { lanes: count, ..arch("4w8/8") };
    core(Config { reset_ids: true, start_lanes: count, ..Config::reference(arch) }, program)
}

/// Sets a register in the lanes of the first warp.
pub(crate) fn set(core: &mut Cube, register: u8, values: &[i64]) {
    let mask = core.config().arch.mask();
    let warp = core.warp_mut(0).expect("a warp");
    (0..).zip(values).for_each(|(lane, value)| warp.set(register, lane, *value as u64 & mask));
}

/// A register in all lanes of the first warp, with sign.
pub(crate) fn get(core: &Cube, register: u8) -> Vec<i64> {
    let arch = core.config().arch;
    (0..usize::from(arch.lanes)).map(|lane| arch.signed(core.warps()[0].get(register, lane))).collect()
}

/// Runs to the end, which must come, and with timing to the same one.
pub(crate) fn end(core: &mut Cube) -> Counts {
    crate::timing::tests::equal::check(core);
    match core.run(STEPS) {
        Ok(true) => core.counts(),
        other => panic!("{other:?} after {} steps", core.steps()),
    }
}

/// Runs to the fault that must come, with timing too.
pub(crate) fn fault(core: &mut Cube) -> Fault {
    crate::timing::tests::equal::check(core);
    let fault = core.run(STEPS).expect_err("a fault");
    assert_eq!(core.run(1).as_ref(), Err(&fault), "it says the same again");
    assert!(!alloc::format!("{fault}").is_empty());
    fault
}

pub(crate) fn output(core: &Cube) -> String {
    core.ram.output.iter().map(|byte| char::from(*byte)).collect()
}

/// Words of memory.
pub(crate) fn memory(core: &Cube, address: u64, count: u64) -> Vec<u64> {
    let word = u64::from(core.config().arch.word_bytes);
    (0..count).map(|at| core.ram.peek(address + at * word, word).expect("memory")).collect()
}

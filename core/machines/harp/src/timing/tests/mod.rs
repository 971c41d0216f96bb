//! Timing against the equations and worked examples of the reference; numbers are from there or worked out by hand.

mod cores;
pub(crate) mod equal;
mod examples;
mod memory;
mod rules;
mod seen;
mod units;

use alloc::{sync::Arc, vec::Vec};

use lanescope_parts::{
    machines::{Halt, Machine, settings::Settings as _},
    trace::{Event, Sink, Stage},
};

use super::{Config, cores::Cores, pipeline::Stopped, settings::Settings};
use crate::{
    asm::tests::image,
    exec::{self, Cube, tests::arch},
    functional::Functional,
    machine::Timed,
    tests::no_arguments,
};

/// More cycles than any of these programs needs.
pub(crate) const CYCLES: u64 = 1_000_000;

/// The default pipeline with some settings.
pub(crate) fn config(arch_id: &str, changes: &[(&str, &str)]) -> Config {
    let mut settings = Settings::default();
    changes.iter().for_each(|(id, value)| settings.set(id, value).expect(id));
    Config::new(&settings, &arch(arch_id))
}

/// A core that is run with timing, and why it has not come to its end.
pub(crate) fn timed(mut core: Cube, config: Config, cycles: u64) -> (Cube, Result<bool, Stopped>) {
    let mut pipeline = Cores::new(&config, &core);
    for now in 0..cycles {
        if let Err(stopped) = pipeline.step(now, &mut core, &mut lanescope_parts::trace::Deaf) {
            return (core, Err(stopped));
        }
        if pipeline.is_over() || pipeline.next_event(now + 1) == u64::MAX {
            break;
        }
    }
    let over = pipeline.is_over();
    (core, Ok(over))
}

/// Everything that is told.
#[derive(Default)]
pub(crate) struct Tape(pub Vec<(u64, Event)>);

impl Sink for Tape {
    const ON: bool = true;
    fn tell(&mut self, cycle: u64, event: Event) {
        self.0.push((cycle, event));
    }
}

/// When an instruction was taken by the scheduler, accepted by its unit, and had its result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Times {
    pub warp: u32,
    pub pc: u32,
    pub issue: u64,
    pub accept: u64,
    pub result: u64,
}

/// A program with all warps ready at cycle 0, each with the lanes of the machine.
pub(crate) struct Bench {
    pub machine: Timed,
}

impl Bench {
    pub fn new(arch_id: &str, changes: &[(&str, &str)], text: &str) -> Bench {
        Bench::prepared(arch_id, changes, text, |_| {})
    }

    /// The same, with registers and whatever else is changed before.
    pub fn prepared(
        arch_id: &str,
        changes: &[(&str, &str)],
        text: &str,
        change: impl Fn(&mut Cube),
    ) -> Bench {
        let arch = arch(arch_id);
        let core = exec::Config { ram_bytes: 1 << 16, ..exec::Config::reference(arch) };
        let program = Arc::new(image(arch_id, text, &core.rules));
        let mut run = Functional::new(program, core, no_arguments(b"")).expect("a run");
        for number in 0..usize::from(arch.warps) {
            let warp = run.core_mut().warp_mut(number).expect("a warp");
            (warp.active, warp.spawned) = (arch.lanes.into(), true);
        }
        change(run.core_mut());
        Bench { machine: Timed::new(run, config(arch_id, changes)) }
    }

    /// Runs to the end; how many cycles that takes.
    pub fn cycles(&mut self) -> u64 {
        self.end().expect("an end");
        self.machine.now()
    }

    pub fn end(&mut self) -> Result<(), Halt> {
        let end = self.machine.run(CYCLES, &mut lanescope_parts::trace::Deaf);
        assert!(end.is_err() || self.machine.finished());
        end
    }

    /// Runs to the end; the times of all instructions in the order in which they were taken.
    pub fn times(&mut self) -> Vec<Times> {
        let mut tape = Tape::default();
        self.machine.run(CYCLES, &mut tape).expect("an end");
        let mut times = Vec::new();
        for (cycle, event) in tape.0 {
            let Event::Stage { unit, id, pc, stage } = event else { continue };
            let at = id as usize;
            match stage {
                Stage::Fetch => times.push(Times { warp: unit, pc, issue: cycle, ..Times::default() }),
                Stage::Execute | Stage::Memory => times[at].accept = cycle,
                Stage::Writeback => times[at].result = cycle,
                Stage::Done => assert_eq!(cycle, times[at].result + 1),
                _ => {}
            }
        }
        times
    }

    /// The cycle in which the warps' instructions at an address are taken.
    pub fn issues(&mut self, pc: u32) -> Vec<(u32, u64)> {
        self.times().iter().filter(|times| times.pc == pc).map(|times| (times.warp, times.issue)).collect()
    }
}

/// Sets a register in all lanes of all warps.
pub(crate) fn all(core: &mut Cube, register: u8, value: impl Fn(usize, usize) -> u64) {
    for number in 0..core.warps().len() {
        let lanes = usize::from(core.config().arch.lanes);
        let warp = core.warp_mut(number).expect("a warp");
        (0..lanes).for_each(|lane| warp.set(register, lane, value(number, lane)));
    }
}

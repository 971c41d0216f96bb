//! When things happen: the timing of the SIMT machine.
//!
//! A [`Gpu`] is a launched program on cores that share a memory [`Hierarchy`]. A core is put together from the parts of
//! [`lanescope_parts::pipe`]; what is of this machine is here, one file each. Work-groups go to cores by the dispatcher; in a
//! [`core`], their warps live in [`groups`]; the [`loops`] say what a warp's next instruction waits for and fetch ahead, [`issue`] sends what is free of
//! dependences, as a scheduler picks, to [`units`] and to the load/store unit, for which the [`cutter`] knows the memory spaces;
//! results come back through the event wheel. [`cells`] is the rule by which every warp and every issue slot has exactly one cause
//! in each cycle. [`decode`] and [`setup`] are worked out once.
//!
//! Nothing here reads the value of a register: [`super::exec::step`] executes an instruction when it is issued.
//!
//! Absent: register banks and operand collectors, control words, dual issue, pre-emption, warps of several kernels.

mod access;
pub mod cells;
pub mod core;
pub mod counters;
pub mod cutter;
pub mod decode;
pub mod groups;
pub mod issue;
pub mod loops;
mod observe;
mod results;
pub mod setup;
mod throttled;
pub mod units;
mod waits;
pub mod warp;

use alloc::{string::String, sync::Arc, vec::Vec};

use lanescope_parts::{
    image::Memory,
    keep,
    machines::{
        Halt, Place,
        chassis::run::{Clock, Clockwork, Stop},
    },
    mem::{NEVER, hierarchy::Hierarchy},
    pipe::dispatch::Dispatcher,
    source::Span,
    trace::{Deaf, Sink},
};

use self::{
    core::{Core, Env},
    setup::Setup,
};
use super::{
    exec::{self, LaunchState, Scratch},
    isa::Program,
    spec::Spec,
};

/// A launched program, at some cycle.
#[derive(Clone, Debug)]
pub struct Gpu {
    setup: Arc<Setup>,
    cores: Vec<Core>,
    hierarchy: Hierarchy,
    dispatcher: Dispatcher,
    memory: Memory,
    scratch: Scratch,
    clock: Clock,
    /// May a waiting group find room?
    dispatching: bool,
}

keep!(Gpu { cores, hierarchy });

impl Gpu {
    /// A machine before its first cycle.
    ///
    /// # Errors
    /// A sentence: a group does not fit on a core.
    pub fn new(program: Program, spec: &Spec, launch: LaunchState, memory: Memory) -> Result<Gpu, String> {
        let setup = Setup::new(program, spec.clone(), launch)?;
        let cores = (0..spec.chip.cores).map(|index| Core::new(index, &setup)).collect();
        Ok(Gpu {
            cores,
            hierarchy: Hierarchy::new(&setup.spec.mem, setup::topology(&setup.spec)),
            dispatcher: Dispatcher::new(if setup.need.warps > 0 { setup.launch.group_count() } else { 0 }),
            memory,
            scratch: Scratch::default(),
            clock: Clock::default(),
            dispatching: true,
            setup: Arc::new(setup),
        })
    }

    /// What never changes in the run.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// First-level caches and what is behind them.
    pub fn hierarchy(&self) -> &Hierarchy {
        &self.hierarchy
    }

    /// Groups that wait for a core.
    pub fn waiting_groups(&self) -> u32 {
        self.dispatcher.left()
    }

    /// The cores.
    pub fn cores(&self) -> &[Core] {
        &self.cores
    }

    fn is_finished(&self) -> bool {
        self.dispatcher.waiting().is_none()
            && self.cores.iter().all(Core::is_idle)
            && self.hierarchy.is_idle()
    }

    /// Has the detector found that nothing will ever change again?
    fn check_spin(&mut self) -> Result<(), Halt> {
        let suspect =
            self.cores.iter_mut().fold(false, |any, core| any | ::core::mem::take(&mut core.suspect));
        if !suspect {
            return Ok(());
        }
        let room = self.cores.iter().any(|core| core.free.lacks(&self.setup.need).is_none());
        if room && self.dispatcher.waiting().is_some() {
            return Ok(());
        }
        let warps = self.cores.iter().flat_map(Core::residents);
        match exec::deadlock(&self.setup.program, warps, self.scratch.changes) {
            None => Ok(()),
            Some((unit, lane, reason)) => Err(Halt::Deadlock { reason, at: self.place(unit, lane) }),
        }
    }

    fn place(&self, unit: u32, lane: u32) -> Place {
        let Setup { program, launch, .. } = &*self.setup;
        let found = self.cores.iter().flat_map(Core::residents).find(|(number, ..)| *number == unit);
        match found {
            Some((_, warp, group)) => {
                exec::place(program, launch, group, warp, (unit, lane, warp.pc()), self.clock.cycle())
            }
            None => {
                let unit = Some(unit);
                Place { unit, lane, item: [0; 3], pc: None, span: Span::NONE, cycle: self.clock.cycle() }
            }
        }
    }
}

impl Clockwork for Gpu {
    fn clock(&self) -> &Clock {
        &self.clock
    }

    fn clock_mut(&mut self) -> &mut Clock {
        &mut self.clock
    }

    fn is_over(&self) -> bool {
        self.is_finished()
    }

    fn next_event(&self) -> u64 {
        let now = self.clock.cycle();
        let cores = self.cores.iter().map(|core| core.wake).fold(NEVER, u64::min);
        if cores <= now || self.dispatching || self.is_finished() {
            return now;
        }
        cores.min(self.hierarchy.next_event()).max(now)
    }

    /// Memory first, then dispatch, then the cores in order. A halt is told when all of them have had the cycle.
    fn step<S: Sink>(&mut self, sink: &mut S) -> Result<(), Stop> {
        let now = self.clock.cycle();
        let ticks = self.clock.ticks();
        let Gpu { setup, cores, hierarchy, dispatcher, memory, scratch, .. } = self;
        let (caches, system) = hierarchy.parts_mut();
        system.step(now, sink);
        let mut env = Env { now, setup, memory, scratch, sink };
        if self.dispatching {
            self.dispatching = dispatch(dispatcher, cores, &mut env);
        }
        let mut result = Ok(());
        for (core, l1) in cores.iter_mut().zip(caches) {
            if core.wake <= now || ticks {
                let ticked = if S::ON && !core.is_heard(env.sink) {
                    core.tick(&mut env.unheard(&mut Deaf), l1)
                } else {
                    core.tick(&mut env, l1)
                };
                result = result.and(ticked);
                self.dispatching |= ::core::mem::take(&mut core.retired);
            }
            system.exchange(now, l1, env.sink);
            // A core that goes on need not ask its cache.
            if core.wake > now + 1 {
                core.wake = core.wake.min(l1.next_event());
            }
            core.wake = core.wake.max(now + 1);
        }
        result.and_then(|()| self.check_spin()).map_err(|halt| Stop { halt, cycle: now + 1 })
    }

    fn standstill(&self) -> Halt {
        let stuck = self.cores.iter().flat_map(Core::residents).find(|(_, warp, _)| !warp.finished());
        let (unit, lane) =
            stuck.map_or((0, 0), |(unit, warp, _)| (unit, warp.active().lowest().unwrap_or(0)));
        let reason = "no warp can ever issue again, although work is left".into();
        Halt::Deadlock { reason, at: self.place(unit, lane) }
    }
}

/// Groups that wait go to cores with room, at most one to each core in a cycle. Is there more to give?
fn dispatch<S: Sink>(dispatcher: &mut Dispatcher, cores: &mut [Core], env: &mut Env<S>) -> bool {
    let need = env.setup.need;
    let has_room = |core: &Core| core.free.lacks(&need).is_none();
    let mut given = 0u64;
    let count = cores.len() as u32;
    while let Some((group, core)) =
        dispatcher.assign(count, |core| given >> core & 1 == 0 && has_room(&cores[core as usize]))
    {
        given |= 1 << core;
        cores[core as usize].start(env, group);
    }
    dispatcher.waiting().is_some() && cores.iter().any(has_room)
}

#[cfg(test)]
mod tests;

//! A runner as a run that names no machine: what can be asked of it at its cursor, and of the whole run.

use alloc::{boxed::Box, string::String, sync::Arc, vec::Vec};

use super::{Excerpt, Held, Numbers, Replay, Runner, Snapshot};
use crate::{
    figure::Figure,
    files::Files,
    image::Memory,
    machines::{
        Access, Halt, Machine, Near, Occupancy, Parts, Registers, Seat, StackColumn, UnitInfo, UnitState,
        counters::{self, CounterInfo, Reading},
        studies::Data,
    },
    trace::{
        Log, Sites, Spot, Summary,
        columns::Columns,
        window::{EventKind, Found},
    },
};

/// Declares what can be asked of a run by who does not know its machine, and how a runner answers: each question once.
macro_rules! questions {
    (
        $(#[doc = $about:literal])+
        pub trait $trait:ident $(: $more:ident)? {
            $($(#[doc = $doc:literal])+ fn $name:ident($($given:tt)*) $(-> $answer:ty)? $body:block)+
        }
    ) => {
        $(#[doc = $about])+
        pub trait $trait $(: $more)? {
            $($(#[doc = $doc])+ fn $name($($given)*) $(-> $answer)?;)+
        }

        impl<M: Machine + 'static> $trait for Runner<M> {
            $(fn $name($($given)*) $(-> $answer)? $body)+
        }
    };
}

questions! {
    /// A run at its cursor: what can be asked of the machine there. A question about a unit that there is not has no answer.
    pub trait Cursor {
        /// The cycle under the cursor.
        fn cycle(&self) -> u64 {
            self.machine().cycle()
        }

        /// Memory.
        fn memory(&self) -> &Memory {
            self.machine().memory()
        }

        /// What each unit does in the cycle that begins.
        fn states(&self) -> Vec<UnitState> {
            let machine = self.machine();
            let state = |(unit, cause)| UnitState { cause, ..machine.unit(unit, self.ahead()) };
            (0u32..).zip(self.causes()).map(state).collect()
        }

        /// What a unit does.
        fn state(&self, unit: u32) -> Option<UnitState> {
            self.has(unit).then(|| self.machine().unit(unit, self.ahead()))
        }

        /// The columns of a unit's stack.
        fn stack(&self) -> &'static [StackColumn] {
            M::STACK
        }

        /// The registers of a unit.
        fn registers(&self, unit: u32) -> Option<Registers> {
            self.has(unit).then(|| self.machine().registers(unit))
        }

        /// See [`Machine::foreseen`].
        fn foreseen(&self, unit: u32) -> Option<Registers> {
            self.has(unit).then(|| self.machine().foreseen(unit)).flatten()
        }

        /// The memory access that a unit's next instruction makes, or that it made last.
        fn access(&self, unit: u32) -> Option<Access> {
            self.has(unit).then(|| self.machine().access(unit, self.ahead())).flatten()
        }

        /// See [`Machine::occupancy`].
        fn occupancy(&self) -> Option<Occupancy> {
            self.machine().occupancy()
        }

        /// See [`Machine::parts`].
        fn parts(&self, near: &Near) -> Option<Parts> {
            self.machine().parts(near, self.ahead())
        }

        /// See [`Machine::sites`].
        fn sites(&self) -> Sites {
            self.machine().sites()
        }

        /// See [`Machine::seat`].
        fn seat(&self, seat: &Seat) -> Option<Spot> {
            self.machine().seat(seat)
        }

        /// See [`Machine::called`].
        fn called(&self, spot: Spot) -> String {
            self.machine().called(spot)
        }
    }
}

questions! {
    /// A run with its recording and its cursor.
    pub trait Running: Cursor {
        /// See [`Runner::seek`].
        fn seek(&mut self, cycle: u64, budget: u64) {
            Runner::seek(self, cycle, budget);
        }

        /// See [`Runner::extend`].
        fn extend(&mut self, budget: u64) {
            Runner::extend(self, budget);
        }

        /// The furthest cycle simulated.
        fn frontier(&self) -> u64 {
            Runner::frontier(self)
        }

        /// Is the whole run known?
        fn complete(&self) -> bool {
            Runner::complete(self)
        }

        /// Why it cannot go on.
        fn halt(&self) -> Option<&Halt> {
            Runner::halt(self)
        }

        /// What is known of the run without looking at it again.
        fn summary(&self) -> &Summary {
            Runner::summary(self)
        }

        /// See [`Runner::recorded`].
        fn recorded(&self, wanted: &Excerpt) -> Option<Arc<Log>> {
            Runner::recorded(self, wanted)
        }

        /// See [`Runner::prepare`].
        fn prepare(&self, wanted: &Excerpt, budget: u64) -> bool {
            Runner::prepare(self, wanted, budget)
        }

        /// See [`Runner::record`].
        fn record(&self, wanted: &Excerpt) -> Arc<Log> {
            Runner::record(self, wanted)
        }

        /// See [`Runner::next_event`].
        fn next_event(&self, kind: EventKind, unit: Option<u32>) -> Found {
            Runner::next_event(self, kind, unit)
        }

        /// See [`Runner::fingerprint`].
        fn fingerprint(&self) -> u64 {
            Runner::fingerprint(self)
        }

        /// See [`Runner::replay`].
        fn replay(&self, cycles: (u64, u64)) -> Box<dyn Replay> {
            Runner::replay(self, cycles)
        }

        /// Memory at the frontier.
        fn final_memory(&self) -> &Memory {
            self.head().memory()
        }

        /// Work-group memory at the cursor.
        fn local_memory(&self, unit: u32) -> Vec<u8> {
            if self.has(unit) { self.machine().local_memory(unit) } else { Vec::new() }
        }

        /// The units.
        fn units(&self) -> Vec<UnitInfo> {
            self.machine().units()
        }

        /// The state at the cursor.
        fn snapshot(&self, unit: u32) -> Snapshot {
            let machine = self.machine();
            let unit = if self.has(unit) { unit } else { 0 };
            Snapshot {
                cycle: machine.cycle(),
                units: self.states(),
                registers: machine.registers(unit),
                access: machine.access(unit, self.ahead()),
                waits: machine.waits(unit),
            }
        }

        /// See [`Machine::shown`], at the frontier.
        fn shown(&self, panel: &str, files: &Files) -> Option<Figure> {
            self.head().shown(panel, files)
        }

        /// What the units with an instruction hold at the cursor.
        fn held(&self) -> Vec<Held> {
            let machine = self.machine();
            let one = |unit| {
                let state = machine.unit(unit, self.ahead());
                state.pc?;
                let access = machine.access(unit, self.ahead());
                Some(Held { unit, state, scoreboard: machine.pending(unit), access })
            };
            (0..self.summary().units() as u32).filter_map(one).collect()
        }

        /// The numbers at the cursor.
        fn numbers(&self) -> Numbers {
            Numbers::of(self.machine())
        }

        /// A digest of the machine's whole state at the cursor.
        fn digest(&self) -> u64 {
            self.machine().digest()
        }

        /// The numbers at the frontier.
        fn final_numbers(&self) -> Numbers {
            Numbers::of(self.head())
        }

        /// What the counters say of themselves, in the order of their values.
        fn counters(&self) -> Vec<CounterInfo> {
            counters::infos(M::COUNTERS)
        }

        /// The counters at the frontier.
        fn final_counters(&self) -> Vec<Reading> {
            self.head().counters()
        }

        /// See [`Machine::details`], at the frontier.
        fn details(&self, files: &Files) -> Vec<(String, Data)> {
            self.head().details(files)
        }

        /// See [`Machine::groups`], at the frontier.
        fn groups(&self) -> Option<(u64, u64)> {
            self.head().groups()
        }

        /// See [`Runner::history`].
        fn history(&self) -> &Columns<u64> {
            Runner::history(self)
        }

        /// See [`Runner::counters_before`].
        fn counters_before(&self, cycle: u64) -> (u64, Vec<u64>) {
            Runner::counters_before(self, cycle)
        }
    }
}

impl<M: Machine> Runner<M> {
    fn has(&self, unit: u32) -> bool {
        (unit as usize) < self.summary().units()
    }
}

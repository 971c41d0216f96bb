//! A runner as a run that names no machine.

use alloc::{boxed::Box, string::String, sync::Arc, vec::Vec};

use super::{Cursor, Excerpt, Held, Numbers, Replay, Runner, Running, Snapshot};
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
        Log, Summary,
        columns::Columns,
        window::{EventKind, Found},
    },
};

impl<M: Machine + 'static> Cursor for Runner<M> {
    fn cycle(&self) -> u64 {
        self.machine().cycle()
    }

    fn memory(&self) -> &Memory {
        self.machine().memory()
    }

    fn states(&self) -> Vec<UnitState> {
        let machine = self.machine();
        let state = |(unit, cause)| UnitState { cause, ..machine.unit(unit, self.ahead()) };
        (0u32..).zip(self.causes()).map(state).collect()
    }

    fn state(&self, unit: u32) -> Option<UnitState> {
        self.has(unit).then(|| self.machine().unit(unit, self.ahead()))
    }

    fn stack(&self) -> &'static [StackColumn] {
        M::STACK
    }

    fn registers(&self, unit: u32) -> Option<Registers> {
        self.has(unit).then(|| self.machine().registers(unit))
    }

    fn foreseen(&self, unit: u32) -> Option<Registers> {
        self.has(unit).then(|| self.machine().foreseen(unit)).flatten()
    }

    fn access(&self, unit: u32) -> Option<Access> {
        self.has(unit).then(|| self.machine().access(unit, self.ahead())).flatten()
    }

    fn occupancy(&self) -> Option<Occupancy> {
        self.machine().occupancy()
    }

    fn parts(&self, near: &Near) -> Option<Parts> {
        self.machine().parts(near, self.ahead())
    }

    fn seat(&self, seat: Seat) -> Option<String> {
        self.machine().seat(seat)
    }
}

impl<M: Machine + 'static> Running for Runner<M> {
    fn seek(&mut self, cycle: u64, budget: u64) {
        Runner::seek(self, cycle, budget);
    }

    fn extend(&mut self, budget: u64) {
        Runner::extend(self, budget);
    }

    fn frontier(&self) -> u64 {
        Runner::frontier(self)
    }

    fn complete(&self) -> bool {
        Runner::complete(self)
    }

    fn halt(&self) -> Option<&Halt> {
        Runner::halt(self)
    }

    fn summary(&self) -> &Summary {
        Runner::summary(self)
    }

    fn recorded(&self, wanted: &Excerpt) -> Option<Arc<Log>> {
        Runner::recorded(self, wanted)
    }

    fn prepare(&self, wanted: &Excerpt, budget: u64) -> bool {
        Runner::prepare(self, wanted, budget)
    }

    fn record(&self, wanted: &Excerpt) -> Arc<Log> {
        Runner::record(self, wanted)
    }

    fn next_event(&self, kind: EventKind, unit: Option<u32>) -> Found {
        Runner::next_event(self, kind, unit)
    }

    fn fingerprint(&self) -> u64 {
        Runner::fingerprint(self)
    }

    fn replay(&self, cycles: (u64, u64)) -> Box<dyn Replay> {
        Runner::replay(self, cycles)
    }

    fn final_memory(&self) -> &Memory {
        self.head().memory()
    }

    fn local_memory(&self, unit: u32) -> Vec<u8> {
        if self.has(unit) { self.machine().local_memory(unit) } else { Vec::new() }
    }

    fn units(&self) -> Vec<UnitInfo> {
        self.machine().units()
    }

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

    fn shown(&self, panel: &str, files: &Files) -> Option<Figure> {
        self.head().shown(panel, files)
    }

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

    fn numbers(&self) -> Numbers {
        Numbers::of(self.machine())
    }

    fn digest(&self) -> u64 {
        self.machine().digest()
    }

    fn final_numbers(&self) -> Numbers {
        Numbers::of(self.head())
    }

    fn counters(&self) -> Vec<CounterInfo> {
        counters::infos(M::COUNTERS)
    }

    fn final_counters(&self) -> Vec<Reading> {
        self.head().counters()
    }

    fn details(&self, files: &Files) -> Vec<(String, Data)> {
        self.head().details(files)
    }

    fn groups(&self) -> Option<(u64, u64)> {
        self.head().groups()
    }

    fn history(&self) -> &Columns<u64> {
        Runner::history(self)
    }

    fn counters_before(&self, cycle: u64) -> (u64, Vec<u64>) {
        Runner::counters_before(self, cycle)
    }
}

impl<M: Machine> Runner<M> {
    fn has(&self, unit: u32) -> bool {
        (unit as usize) < self.summary().units()
    }
}

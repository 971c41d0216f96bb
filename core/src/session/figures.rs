//! Answers for panels: the machine's own look at a [`Scene`], those of the laboratory at the session.

use alloc::vec::Vec;

use super::{Session, bench::Running, panels};
use crate::{
    figure::{Code, Figure, PanelInfo, Question, Takes, panel},
    machines::{
        Access, Registers, StackColumn, UnitInfo, UnitState,
        panels::{MachinePanel, Scene},
        registry::Shape,
    },
    trace::{Causes, Log},
};

/// What to say if nothing runs.
const NO_RUN: &str = "This fills once a kernel compiles and its run begins.";

impl Session {
    /// Every panel: the machine's, then the laboratory's.
    pub fn panels(&self) -> Vec<PanelInfo> {
        let causes = &self.bench().map_or(Causes::SHARED, |bench| bench.causes());
        let own = self.machine_panels().map_or(Vec::new(), |table| panel::infos(table, causes));
        own.into_iter().chain(panel::infos(panels::TABS, causes)).chain(panels::fixed(causes)).collect()
    }

    /// The answer of a panel at the cursor; `None` if there is no panel of this id.
    pub fn figure(&self, panel: &str, question: &Question) -> Option<Figure> {
        let own = self.machine_panels().into_iter().flatten().find(|known| known.about.id == panel);
        let Some(own) = own else { return Some((panels::find(panel)?.answer)(self, question)) };
        let (Some(run), Some(bench)) = (self.running(), self.bench()) else {
            return Some(Figure::empty(NO_RUN));
        };
        let scene = Shown { run, shape: bench.shape(), units: self.shown_units(), code: self.code() };
        Some((own.answer)(&scene, question))
    }

    /// What the answer of a panel depends on; nothing if there is no such panel.
    pub fn takes(&self, panel: &str) -> &'static [Takes] {
        let own = self.machine_panels().into_iter().flatten().find(|known| known.about.id == panel);
        own.map(|panel| panel.about.takes)
            .or_else(|| panels::find(panel).map(|panel| panel.about.takes))
            .unwrap_or_default()
    }

    fn machine_panels(&self) -> Option<&'static [MachinePanel]> {
        self.bench().map(|bench| bench.panels())
    }
}

/// The run of a session for panels of its machine.
pub(super) struct Shown<'a> {
    pub run: &'a dyn Running,
    pub shape: Shape,
    pub units: &'a [UnitInfo],
    pub code: &'a Code,
}

impl Scene for Shown<'_> {
    fn log(&self) -> &Log {
        self.run.log()
    }

    fn shape(&self) -> Shape {
        self.shape.clone()
    }

    fn units(&self) -> &[UnitInfo] {
        self.units
    }

    fn code(&self) -> &Code {
        self.code
    }

    fn cycle(&self) -> u64 {
        self.run.cycle()
    }

    fn states(&self) -> Vec<UnitState> {
        self.run.states()
    }

    fn stack(&self) -> &'static [StackColumn] {
        self.run.stack()
    }

    fn state(&self, unit: u32) -> Option<UnitState> {
        self.run.state(unit)
    }

    fn registers(&self, unit: u32) -> Option<Registers> {
        self.run.registers(unit)
    }

    fn access(&self, unit: u32) -> Option<Access> {
        self.run.access(unit)
    }
}

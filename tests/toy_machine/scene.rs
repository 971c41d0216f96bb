//! A run of the toy machine for panels: what a session would be for a machine of the registry.

use std::sync::Arc;

use lanescope_core::{
    figure::{Code, Figure},
    machines::{Machine, UnitInfo, family::Dimensions, family::Family, panels::Scene},
    run::{Cursor, Excerpt, Runner},
    source::Listing,
    trace::{Log, Summary, window, window::Timeline},
};

use super::{exec::Program, family::ToyMachine, machine::Spec, machine::Toy};

/// See the module.
pub struct Shown<'a> {
    runner: &'a Runner<Toy>,
    units: Vec<UnitInfo>,
    listing: Listing,
    code: Code,
}

impl Shown<'_> {
    /// A run of a program that has this text.
    pub fn new<'a>(runner: &'a Runner<Toy>, text: &str, program: &Program) -> Shown<'a> {
        let (units, listing) = (UnitInfo::shown(&runner.machine().units()), ToyMachine::listing(program));
        let code = Code::new(text, &listing, &Listing::default());
        Shown { runner, units, listing, code }
    }
}

impl Scene for Shown<'_> {
    fn cursor(&self) -> &dyn Cursor {
        self.runner
    }

    fn summary(&self) -> &Summary {
        self.runner.summary()
    }

    fn recording(&self, from: u64, to: u64) -> Arc<Log> {
        self.runner.record(&Excerpt::all(from, to))
    }

    fn rows(&self, from: u64, to: u64, columns: u32, units: &[u32]) -> Timeline {
        window::rows(&self.recording(from, to), from, to, columns, units)
    }

    fn dimensions(&self) -> Dimensions {
        ToyMachine::dimensions(&Spec::default())
    }

    fn settings(&self) -> &[(String, String)] {
        &[]
    }

    fn units(&self) -> &[UnitInfo] {
        &self.units
    }

    fn code(&self) -> &Code {
        &self.code
    }

    fn listing(&self) -> &Listing {
        &self.listing
    }

    fn ended(&self) -> Option<u64> {
        self.runner.complete().then(|| self.runner.frontier())
    }

    fn history(&self, _: &str) -> Vec<(u64, u64)> {
        Vec::new()
    }

    fn counters_before(&self, cycle: u64, counters: &[&str]) -> (u64, Vec<u64>) {
        (cycle, vec![0; counters.len()])
    }

    fn shown(&self, _: &str) -> Option<Figure> {
        None
    }
}

//! A bench of one family.

use alloc::{boxed::Box, format, string::String, vec::Vec};

use super::{Bench, Running, runner::Runner};
use crate::{
    codegen::lower::Features,
    document::Limits,
    files::Files,
    front::Target,
    image::DataLabel,
    ir::Kernel,
    launch::{Launch, bind::Bound},
    machines::{
        Machine,
        chassis::settings::Division,
        family::{Dimensions, Family, Signature, Untimed, Watch},
        footprint,
        given::Given,
        panels::MachinePanel,
        settings::Settings,
        studies::{Analysis, Asked},
    },
    opt::reciprocal,
    source::{Diagnostic, Listing, Span},
    trace::Causes,
};

/// Longest log and run that the log's own numbers can hold.
const MOST_LOG_BYTES: u64 = 1 << 31;
const MOST_CYCLES: u64 = u32::MAX as u64;

/// A bench of one family.
#[derive(Debug)]
pub struct Workbench<F: Family> {
    spec: F::Spec,
    programs: Vec<F::Program>,
    chosen: usize,
    runner: Option<Runner<F::Running>>,
    /// The bound of the parts of its machine.
    parts_bytes: u64,
}

impl<F: Family> Workbench<F> {
    /// A machine with these settings, without a program.
    pub const fn new(spec: F::Spec) -> Workbench<F> {
        Workbench { spec, programs: Vec::new(), chosen: 0, runner: None, parts_bytes: 0 }
    }

    fn program(&self) -> Result<&F::Program, Diagnostic> {
        let missing = || Diagnostic::error("session::no-program", Span::NONE, "there is no program to run");
        self.programs.get(self.chosen).ok_or_else(missing)
    }
}

impl<F: Family> Bench for Workbench<F> {
    fn settings(&self) -> Vec<(String, String)> {
        self.spec.all()
    }

    fn dimensions(&self) -> Dimensions {
        F::dimensions(&self.spec)
    }

    fn causes(&self) -> Causes {
        F::Running::CAUSES
    }

    fn panels(&self) -> &'static [MachinePanel] {
        F::panels()
    }

    fn features(&self) -> Features {
        F::features(&self.spec)
    }

    fn target(&self) -> Target {
        Target { subgroup: F::code(&self.spec).subgroup.lanes() }
    }

    fn approximates(&self, kernel: &Kernel) -> bool {
        F::code(&self.spec).division == Division::Reciprocal && reciprocal::applies(kernel)
    }

    fn departs(&self) -> Option<&'static str> {
        F::departs(&self.spec)
    }

    fn generate(&mut self, given: &Given) -> Result<(), Diagnostic> {
        self.programs = Vec::from([F::compile(&given.on(&self.spec))?]);
        Ok(())
    }

    fn profile_file(&self) -> Option<&str> {
        F::profile_file(&self.spec)
    }

    fn profile(&self) -> Option<String> {
        F::profile(self.program().ok()?, &self.spec)
    }

    fn fit(&mut self, launch: &Bound, watch: &mut Watch) -> Result<(), Diagnostic> {
        if let Some(fitted) = F::fit(self.program()?, &self.spec, launch, watch)? {
            self.programs[self.chosen] = fitted;
        }
        Ok(())
    }

    fn fits(&self) -> bool {
        F::FITS
    }

    fn assemble(&mut self, files: &Files) -> (Vec<Signature>, Vec<Diagnostic>) {
        if let (false, Some(other)) = (F::LINKS, files.units().find(|unit| *unit > 0)) {
            let part = &files.parts()[other];
            let message =
                format!("{} links no texts: a program is one text, and `{}` is another.", F::ID, part.name);
            let span = Span::new(part.span.start, part.span.start);
            return (Vec::new(), Vec::from([Diagnostic::error("link::none", span, message)]));
        }
        let (programs, diagnostics) = F::assemble(files, &self.spec);
        self.programs = programs;
        (self.programs.iter().map(F::signature).collect(), diagnostics)
    }

    fn choose(&mut self, program: usize) {
        self.chosen = program;
    }

    fn remarks(&self, launch: &Launch) -> Vec<Diagnostic> {
        self.program().map(|program| F::remarks(program, launch)).unwrap_or_default()
    }

    fn listing(&self) -> Listing {
        self.program().map(F::listing).unwrap_or_default()
    }

    fn binary(&self) -> Option<Vec<u8>> {
        F::binary(self.program().ok()?)
    }

    fn alone(&self, launch: &Bound, linked: bool) -> Option<Result<Vec<u8>, Diagnostic>> {
        F::alone(self.program().ok()?, &self.spec, launch, linked)
    }

    fn labels(&self) -> Vec<DataLabel> {
        self.program().map(F::labels).unwrap_or_default()
    }

    fn facts(&self) -> Vec<(String, String)> {
        self.program().map(F::facts).unwrap_or_default()
    }

    fn study(&self, id: &str, launch: Bound, asked: &Asked) -> Option<Result<Box<dyn Analysis>, Diagnostic>> {
        let study = F::studies().iter().find(|study| study.about.id == id)?;
        Some(self.program().and_then(|program| (study.begin)(program, &self.spec, launch, asked)))
    }

    fn start(&mut self, launch: Bound, limits: &Limits) -> Result<(), Diagnostic> {
        let program = self.program()?;
        let parts = F::parts(program, &self.spec, &launch);
        let room = footprint::room(&parts, limits.machine_bytes)?;
        let mut machine = F::start(program, &self.spec, launch)?;
        machine.bound_under_way(room, limits.machine_bytes);
        let slots = F::dimensions(&self.spec).slot_names().len();
        let (cycles, bytes) = (limits.cycles.min(MOST_CYCLES), limits.log_bytes.min(MOST_LOG_BYTES));
        self.parts_bytes = footprint::total(&parts);
        self.runner = Some(Runner::new(machine, slots, cycles, bytes));
        Ok(())
    }

    fn tick(&mut self) {
        if let Some(runner) = &mut self.runner {
            runner.tick();
        }
    }

    fn keyframes(&mut self, interval: u64) {
        if let Some(runner) = &mut self.runner {
            runner.keyframes(interval);
        }
    }

    fn machine_bytes(&self) -> u64 {
        let under_way = self.runner.as_ref().map_or(0, |runner| runner.head().under_way_bytes());
        self.parts_bytes.saturating_add(under_way).saturating_mul(footprint::COPIES)
    }

    fn untimed(&self, launch: Bound) -> Result<Box<dyn Untimed>, Diagnostic> {
        Ok(Box::new(F::untimed(self.program()?, &self.spec, launch)?))
    }

    fn run(&self) -> Option<&dyn Running> {
        self.runner.as_ref().map(|runner| runner as &dyn Running)
    }

    fn run_mut(&mut self) -> Option<&mut dyn Running> {
        self.runner.as_mut().map(|runner| runner as &mut dyn Running)
    }
}

//! From a document to a machine that is ready to run, by the same steps as the session, but without a recording.

use lanescope_core::{
    document::{Document, Limits},
    lang,
    launch::bind::{Bound, bind},
    machines::{
        Machine, Work,
        family::{Family, Untimed},
        given::Given,
    },
    opt,
    run::configure,
    trace::Deaf,
};

/// A compiled and bound document.
pub struct Ready<F: Family> {
    spec: F::Spec,
    program: F::Program,
    bound: Bound,
}

impl<F: Family> Ready<F> {
    /// Compiles the first kernel of the document and binds its launch.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(document: &Document) -> Result<Ready<F>, String> {
        let limits = Limits::default();
        let front = lang::compile(&document.source, document.language, &document.options, &limits);
        let mut kernel = front.kernels.into_iter().next().ok_or("there is no kernel")?;
        opt::optimise(&mut kernel);
        let spec = configure::<F>(&document.machine).map_err(|found| found[0].message.clone())?;
        let program = F::compile(&Given::new(&kernel, &spec)).map_err(|error| error.message)?;
        let launch = document.launch.as_ref().ok_or("there is no launch")?;
        let bound = bind(launch, &kernel.params, None, &limits).map_err(|found| found[0].message.clone())?;
        Ok(Ready { spec, program, bound })
    }

    /// Runs without timing; returns what was done.
    ///
    /// # Errors
    /// Why the run stopped.
    pub fn functional(&self) -> Result<Work, String> {
        let mut run =
            F::untimed(&self.program, &self.spec, self.bound.clone()).map_err(|error| error.message)?;
        while !run.advance(u64::MAX).map_err(|halt| format!("{halt:?}"))? {}
        Ok(run.work())
    }

    /// Runs with timing and without a recording; returns cycles and instructions of units.
    ///
    /// # Errors
    /// Why the run stopped.
    pub fn timed(&self) -> Result<(f64, f64), String> {
        let mut machine =
            F::start(&self.program, &self.spec, self.bound.clone()).map_err(|error| error.message)?;
        machine.run(u64::MAX, &mut Deaf).map_err(|halt| format!("{halt:?}"))?;
        Ok((machine.cycle() as f64, machine.work().instructions as f64))
    }
}

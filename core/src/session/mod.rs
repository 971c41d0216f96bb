//! The façade: everything that a user interface asks of the laboratory goes through here.
//!
//! A [`Session`] holds one [`Document`], what the compiler made of it, and one run of it. Time travel is keyframes and
//! re-execution: the machine at any cycle is a clone of the nearest earlier keyframe, run up to that cycle.
//!
//! Everything takes and returns plain data, so that it can cross to a worker. Nothing here blocks for long: what may
//! take time ([`Session::advance`], [`Session::seek`], [`Session::check`]) works in slices with a budget of cycles or
//! instructions and is called again until it says that it is done.

pub mod data;
pub mod runner;
#[cfg(test)]
mod toy;
pub mod vocabulary;
mod window;

use alloc::{
    string::{String, ToString},
    vec,
    vec::Vec,
};

pub use data::*;

use crate::{
    base::num,
    document::{Document, Limits},
    ir::{Convert, Type},
    launch::Launch,
    source::{Diagnostic, Span},
};

/// Every machine of the registry.
pub fn machines() -> Vec<MachineInfo> {
    Vec::new()
}

/// Every kernel of the gallery, in teaching order.
pub fn gallery() -> Vec<GalleryItem> {
    Vec::new()
}

/// Every instruction of a machine; empty if there is no such machine.
pub fn ops(_machine: &str) -> Vec<OpInfo> {
    Vec::new()
}

/// A scalar as text: integers in decimal, floats in the shortest form that reads back as the same bits.
pub fn show_number(bits: u64, element: Type, unsigned: bool) -> String {
    let shift = 64 - element.bits();
    match element {
        Type::F32 => alloc::format!("{:?}", f32::from_bits(bits as u32)),
        Type::F64 => alloc::format!("{:?}", f64::from_bits(bits)),
        Type::F16 => {
            alloc::format!(
                "{:?}",
                f32::from_bits(num::convert(Convert::FToF, Type::F16, Type::F32, bits) as u32)
            )
        }
        _ if unsigned => (bits & element.mask()).to_string(),
        _ => ((bits << shift) as i64 >> shift).to_string(),
    }
}

/// One document, compiled, and one run of it.
#[derive(Debug)]
pub struct Session {
    document: Document,
    compiled: Compiled,
}

impl Session {
    /// Compiles a document. This never fails: what is wrong is in [`Compiled::diagnostics`].
    pub fn open(document: Document, _limits: Limits) -> Session {
        let error = Diagnostic::error("session::machine", Span::NONE, "no machine is registered");
        let compiled = Compiled {
            diagnostics: vec![error],
            kernels: Vec::new(),
            chosen: None,
            launch: Launch::default(),
            ir: Listing::default(),
            passes: Vec::new(),
            assembly: Listing::default(),
            facts: Vec::new(),
        };
        Session { document, compiled }
    }

    /// What the compiler found.
    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// The document with its launch completed and the cycle under the cursor: what a link should hold.
    pub fn document(&self) -> Document {
        let launch = Some(self.compiled.launch.clone());
        Document { launch, cycle: self.status().cycle, ..self.document.clone() }
    }

    /// The IR of the chosen kernel after a pass (index of [`Compiled::passes`]); empty if there is no such pass.
    pub fn ir_after(&self, _pass: usize) -> Listing {
        Listing::default()
    }

    /// The checked tree of the front end as text; empty for assembly.
    pub fn tree(&self) -> String {
        String::new()
    }

    /// Every setting of the machine with its value.
    pub fn settings(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Element type of a buffer of the launch, and whether it is unsigned.
    pub fn element(&self, _buffer: &str) -> Option<(Type, bool)> {
        None
    }

    /// Builds memory, program and machine, at cycle 0. A run that was there is dropped.
    ///
    /// # Errors
    /// What is wrong with the text, the launch or the settings.
    pub fn start(&mut self) -> Result<&Run, Vec<Diagnostic>> {
        Err(self.compiled.diagnostics.clone())
    }

    /// What stays the same during the run; `None` before [`Session::start`].
    pub fn run(&self) -> Option<&Run> {
        None
    }

    /// Moves the cursor forward to `until` (or to the end of the run), at most `budget` cycles in this call.
    pub fn advance(&mut self, _until: u64, _budget: u64) -> Status {
        self.status()
    }

    /// Moves the cursor to `cycle`, forward or back (or to the end of the run if that is earlier). Simulates at most
    /// `budget` cycles in this call: it is there when [`Status::cycle`] equals `cycle` or the run is complete and the
    /// cursor is at the frontier.
    pub fn seek(&mut self, _cycle: u64, _budget: u64) -> Status {
        self.status()
    }

    /// How far the run is.
    pub fn status(&self) -> Status {
        Status { cycle: 0, frontier: 0, complete: false, halt: None, remark: None }
    }

    /// Where the next event of a unit (of any unit if `None`) after the cursor is.
    pub fn next_event(&self, _kind: EventKind, _unit: Option<u32>) -> Found {
        Found::Never
    }

    /// The state at the cursor, with registers and access of the selected unit.
    pub fn snapshot(&self, _unit: u32) -> Option<Snapshot> {
        None
    }

    /// Units x cycles.
    pub fn timeline(&self, window: &Window) -> Timeline {
        Timeline {
            from: window.from,
            cycles_per_column: 1,
            columns: 0,
            first_unit: window.first_unit,
            cells: Vec::new(),
        }
    }

    /// The whole recorded run in at most `columns` columns: slots by cause.
    pub fn strip(&self, _columns: u32) -> Strip {
        Strip { from: 0, cycles_per_column: 1, columns: Vec::new() }
    }

    /// DRAM commands of the cycles `from..to`, at most `limit` of them.
    pub fn dram(&self, _from: u64, _to: u64, _limit: u32) -> DramWindow {
        DramWindow { channels: 0, banks: 0, commands: Vec::new(), cut: false }
    }

    /// Contents of memory at the cursor.
    pub fn contents(&self, _region: Region, offset: u64, _bytes: u64) -> Contents {
        Contents { offset, bytes: Vec::new(), changed: Vec::new() }
    }

    /// The numbers of the run at the cursor.
    pub fn report(&self) -> Option<Report> {
        None
    }

    /// Compares the result with the reference interpreter's, at most `budget` instructions of it in this call. `None`:
    /// not ready, call again (or the run has not ended).
    pub fn check(&mut self, _budget: u64) -> Option<Check> {
        None
    }

    /// Executes the whole kernel without timing, on a machine of its own.
    ///
    /// # Errors
    /// As [`Session::start`].
    pub fn functional(&mut self) -> Result<Functional, Vec<Diagnostic>> {
        Err(self.compiled.diagnostics.clone())
    }

    /// All bytes of a buffer at the cursor (after [`Session::functional`]: at its end); `None` if there is no buffer of
    /// this name.
    pub fn dump(&self, _buffer: &str) -> Option<Vec<u8>> {
        None
    }

    /// Writes the recorded run, piece by piece, to `out`, until it is all written or `out` says `false`.
    pub fn export(&self, _format: Format, _out: &mut dyn FnMut(&[u8]) -> bool) {}
}

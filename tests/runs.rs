//! Gallery kernels on presets, run to their ends: one line of numbers each, the same on every platform.
//!
//! `digests.txt` has a line for every kernel on every preset. Tests compare those of a [sample](Sample) with it, or all of
//! them (`cargo xtask fuzz --all`); all are written when what is found is taken (`cargo xtask bless`).

use std::sync::LazyLock;

use lanescope_core::session::{self, Report, Session, Status, vocabulary::*};

/// No gallery kernel needs as many cycles on any preset, except those that never end.
const CYCLES: u64 = 400_000;

/// The gallery kernels that are tried on every preset: streams, barriers with work-group memory, and atomics.
pub const SAMPLE: &[&str] = &["saxpy", "reduce_interleaved", "histogram"];

/// A line for every kernel on every preset.
pub const BLESSED: &str = include_str!("digests.txt");

/// A line for each run: kernel, preset, cycles, and digests of memory, machine state and event log.
pub fn all() -> String {
    lines(product(&presets()))
}

/// The lines of the sample.
pub fn sample() -> String {
    lines(documents())
}

/// The blessed lines of the sample.
pub fn blessed_sample() -> String {
    OF_REGISTRY.blessed()
}

/// Is this run among those that are tried in every check ([`Sample`])?
pub fn is_sampled(kernel: &str, preset: &str) -> bool {
    OF_REGISTRY.takes(kernel, preset)
}

/// Is this the first preset of its machine?
pub fn is_first(preset: &str) -> bool {
    OF_REGISTRY.is_first(preset)
}

/// The sample of this program's machines. Their tables are long, and it is asked for every line of digests.
static OF_REGISTRY: LazyLock<Sample> = LazyLock::new(|| {
    let presets = |machine: session::MachineInfo| machine.presets.into_iter().map(|one| one.id).collect();
    Sample::new(session::machines().into_iter().map(presets).collect())
});

/// The runs that are tried in every check: every kernel on the first preset of each machine, and [three kernels](SAMPLE) on every preset.
///
/// What is sampled follows from the presets that there are. A program without the machines is told of them: tests in a browser read the
/// shipped catalogue.
pub struct Sample {
    presets: Vec<Vec<String>>,
}

impl Sample {
    /// Of these presets, machine by machine.
    pub fn new(presets: Vec<Vec<String>>) -> Sample {
        Sample { presets }
    }

    fn is_first(&self, preset: &str) -> bool {
        self.presets.iter().any(|of_machine| of_machine.first().is_some_and(|first| first == preset))
    }

    /// Is this run among them?
    pub fn takes(&self, kernel: &str, preset: &str) -> bool {
        SAMPLE.contains(&kernel) || self.is_first(preset)
    }

    /// The blessed lines.
    pub fn blessed(&self) -> String {
        let is_wanted = |line: &&str| {
            let mut words = line.split(' ');
            self.takes(words.next().unwrap_or_default(), words.next().unwrap_or_default())
        };
        BLESSED.lines().filter(is_wanted).map(|line| format!("{line}\n")).collect()
    }

    /// The kernel's name, the preset's id, and the document, of each.
    pub fn documents(&self) -> Vec<(String, String, Document)> {
        let all = product(&self.presets.concat());
        all.into_iter().filter(|(kernel, preset, _)| self.takes(kernel, preset)).collect()
    }
}

/// The presets of all machines.
pub fn presets() -> Vec<String> {
    session::machines().into_iter().flat_map(|machine| machine.presets).map(|preset| preset.id).collect()
}

/// The presets of machines that compile kernels: those that do not refuse the first one of the gallery.
pub fn kernel_presets() -> Vec<String> {
    presets().into_iter().filter(|preset| !is_refused("saxpy", preset)).collect()
}

/// The machines that compile kernels. Others are for programs by hand alone.
pub fn kernel_machines() -> Vec<session::MachineInfo> {
    let compiles = |machine: &session::MachineInfo| {
        machine.presets.first().is_some_and(|preset| !is_refused("saxpy", &preset.id))
    };
    session::machines().into_iter().filter(compiles).collect()
}

/// Does a preset refuse a kernel of the gallery, or a pasted one?
pub fn is_refused(kernel: &str, preset: &str) -> bool {
    REFUSED.lines().any(|line| line.starts_with(&format!("{kernel} {preset} ")))
}

/// The line at which a preset refuses a kernel, and why; nothing if it takes it.
pub fn refused_at(source: &str, preset: &str) -> Option<(usize, String)> {
    let compiled = Session::open(document(source, preset), Limits::default());
    let found = &compiled.compiled().diagnostics;
    let first = found.iter().find(|one| one.severity == Severity::Error)?;
    let line = 1 + source.get(..first.span().start as usize)?.matches('\n').count();
    Some((line, first.message.clone()))
}

/// Machines that lack operations that the language has (bytes, elements of 64 bits, atomics), and refuse them by name.
pub const LACKING: &[&str] = &["sim_d/", "harp/"];

/// Does a preset of such a machine refuse a kernel?
pub fn lacks(source: &str, preset: &str) -> bool {
    LACKING.iter().any(|machine| preset.starts_with(machine)) && refused_at(source, preset).is_some()
}

/// Presets of machines that compile kernels and have atomic operations.
pub fn atomic_presets() -> Vec<String> {
    that_take("__kernel void k(__global int *x) { atomic_add(x, 1); }")
}

/// Presets of machines that compile kernels and have elements of 64 bits.
pub fn wide_presets() -> Vec<String> {
    that_take("__kernel void k(__global long *x) { x[get_global_id(0)] += 1; }")
}

/// The presets that compile a kernel.
fn that_take(source: &str) -> Vec<String> {
    let takes = |preset: &String| {
        let compiled = Session::open(document(source, preset), Limits::default());
        let errors = |one: &&Diagnostic| one.severity == Severity::Error;
        compiled.compiled().diagnostics.iter().find(errors).is_none()
    };
    presets().into_iter().filter(takes).collect()
}

/// Is this what a machine says of a construct that it does not have, or of a kernel that it has no room for? Such codes begin
/// with the machine's id, or end with it.
pub fn is_of_machine(found: &[Diagnostic], preset: &str) -> bool {
    let machine = preset.split('/').next().unwrap_or_default();
    let limit = format!("limit::{}", machine.replace('_', "-"));
    found.iter().all(|one| one.code == limit || one.code.split("::").next() == Some(machine))
}

/// The kernels that machines refuse: name, preset, codes.
const REFUSED: &str = include_str!("cases/refused.txt");

/// The runs of the [sample](Sample): the kernel's name, the preset's id, and the document.
pub fn documents() -> Vec<(String, String, Document)> {
    OF_REGISTRY.documents()
}

fn lines(documents: Vec<(String, String, Document)>) -> String {
    let line = |(name, preset, document)| format!("{name} {preset} {}\n", run(document));
    documents.into_iter().map(line).collect()
}

/// Every gallery kernel on every one of these presets.
fn product(presets: &[String]) -> Vec<(String, String, Document)> {
    let on_all = |item: session::GalleryItem| {
        let one = |preset: &String| (item.name.clone(), preset.clone(), document(&item.source, preset));
        presets.iter().map(one).collect::<Vec<_>>()
    };
    session::gallery().into_iter().flat_map(on_all).collect()
}

/// A document of this text on this preset.
pub fn document(source: &str, preset: &str) -> Document {
    Document::new(source.into(), MachineChoice { preset: preset.into(), changes: Vec::new() })
}

fn run(document: Document) -> String {
    let mut session = Session::open(document, Limits { cycles: CYCLES, ..Limits::default() });
    if let Err(diagnostics) = session.start() {
        return refusal(&diagnostics);
    }
    let status = session.advance(CYCLES, CYCLES);
    with_log(&outcome(&status, digests(&session)), session.fingerprint())
}

/// The digests of memory and state at the cursor.
pub fn digests(session: &Session) -> (u64, u64) {
    let of_run = session.memory_digest().zip(session.state_digest());
    of_run.expect("a run that has started has memory and state")
}

/// Everything that a run comes to in numbers: the report, and the digests of memory and state.
pub fn numbers(session: &Session) -> (Option<Report>, (u64, u64)) {
    (session.report(), digests(session))
}

/// The outcome of a run with the digest of its events.
pub fn with_log(outcome: &str, log: u64) -> String {
    format!("{outcome} {log:016x}")
}

/// Why there is no run: the codes of the diagnostics.
pub fn refusal(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(|diagnostic| diagnostic.code.as_ref()).collect::<Vec<_>>().join(" ")
}

/// How a run ended, its cycles and the digests of memory and state.
pub fn outcome(status: &Status, (memory, state): (u64, u64)) -> String {
    let end = match (status.complete, &status.halt) {
        (_, Some(_)) => "halted",
        (true, None) => "ended",
        (false, None) => "running",
    };
    format!("{end} {} {memory:016x} {state:016x}", status.cycle)
}

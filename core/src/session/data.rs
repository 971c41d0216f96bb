//! What the session answers with: plain data for user interfaces. Nothing here can do anything.
//!
//! Program text appears as [`Listing`]s: lines that know which bytes of the source they come from and, for assembly,
//! which instruction they are. With them a user interface links source, IR, assembly and cycle in all directions.

use alloc::{format, string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::{
    base::Clock,
    ir::{ImagePart, Type},
    launch::Launch,
    machines::{
        Halt, SlotKind, UnitInfo, WellKnown, Work,
        counters::{CounterInfo, Reading},
    },
    source::{Diagnostic, Span, TextPlace},
    trace::{Cause, Causes},
};
pub use crate::{
    figure::{Figure, PanelInfo, Question, Region},
    machines::info::{AssemblerInfo, DirectiveInfo, MachineInfo, OpInfo, OperatorInfo, PresetInfo},
    report::{Measure, Roofline},
    run::{Held, Snapshot},
    source::{Listing, ListingLine},
    trace::window::{Cell, DramWindow, EventKind, Found, Strip, Timeline, Window},
};

/// A kernel of the gallery.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GalleryItem {
    /// Permanent name, such as `saxpy`.
    pub name: String,
    /// Title for people.
    pub title: String,
    /// What to look at.
    pub doc: String,
    /// The text with its header.
    pub source: String,
    /// The machine that its header proposes.
    pub machine: Option<crate::document::MachineChoice>,
    /// The language, if the text alone does not say it.
    pub language: crate::document::Language,
}

/// What the compiler found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Compiled {
    /// Errors, warnings and notes in source order.
    pub diagnostics: Vec<Diagnostic>,
    /// The kernels of the text.
    pub kernels: Vec<KernelInfo>,
    /// The chosen kernel: index of `kernels`; `None` if there is none.
    pub chosen: Option<usize>,
    /// The launch that will be used: the document's, completed from header, host code and signature.
    pub launch: Launch,
    /// IR of the chosen kernel after optimisation (empty on errors).
    pub ir: Listing,
    /// Names of the passes, in order, for [`Session::ir_after`](super::Session::ir_after).
    pub passes: Vec<String>,
    /// Assembly of the machine (empty on errors).
    pub assembly: Listing,
    /// Remarks of the machine's code generator: name and value, such as registers of a work-item.
    pub facts: Vec<(String, String)>,
    /// The units in binary form: their names, and what they are in assembly.
    pub binaries: Vec<(String, String)>,
}

/// A kernel's signature.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KernelInfo {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<ParamInfo>,
    /// What it takes of a launch's sizes.
    pub grid: crate::launch::Grid,
    /// Where it is.
    pub span: Span,
}

/// A parameter of a kernel, for the launch form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ParamInfo {
    /// Its name.
    pub name: String,
    /// Its type as the person wrote it.
    pub source_type: String,
    /// What it is.
    pub kind: ParamKind,
    /// Scalar type of its value or elements.
    pub element: Type,
    /// Unsigned integers?
    pub unsigned: bool,
    /// Scalars of one element.
    pub components: u32,
    /// Does the kernel leave it unchanged?
    pub read_only: bool,
    /// The part that it is of an image.
    pub image: Option<ImagePart>,
}

/// What a parameter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ParamKind {
    /// A number.
    Scalar,
    /// A buffer in global or constant memory.
    Buffer,
    /// Work-group memory with a size from the host.
    Local,
    /// An image: memory whose elements are pixels.
    Image,
    /// How images are read.
    Sampler,
}

/// How far a run is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Status {
    /// The cycle under the cursor.
    pub cycle: u64,
    /// The furthest cycle simulated so far, where the recording ends; the run goes on behind it unless it is complete.
    pub frontier: u64,
    /// Is the whole run known (it ended or halted at `frontier`)?
    pub complete: bool,
    /// Why it halted, if it did.
    pub halt: Option<HaltInfo>,
    /// Work-groups that had ended at `frontier`, and those of the launch; `None` if the machine does not hand them out.
    pub groups: Option<(u64, u64)>,
}

/// A halt in words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HaltInfo {
    /// The halt.
    pub halt: Halt,
    /// In one or two sentences, with the work-item and buffer by name.
    pub message: String,
    /// The text it comes from.
    pub span: Span,
    /// The place of `span` as a person says it, if there is one.
    pub place: Option<TextPlace>,
}

/// What stays the same during a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The units.
    pub units: Vec<UnitInfo>,
    /// Its clocks; the cycles of the run are those of the first.
    pub clocks: Vec<Clock>,
    /// Issue slots (schedulers), by name.
    pub slots: Vec<String>,
    /// What its counters say of themselves.
    pub counters: Vec<CounterInfo>,
    /// The buffers of global and constant memory.
    pub buffers: Vec<crate::image::Buffer>,
    /// Bytes of work-group memory of one group.
    pub local_bytes: u32,
}

/// Contents of a buffer or of work-group memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contents {
    /// First byte's offset.
    pub offset: u64,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// For each byte: was it changed since the start of the run?
    pub changed: Vec<bool>,
}

/// Where the slots of a core went, part by part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SlotGroupCounts {
    /// Its parts; those that take instructions add up to `issue`.
    pub parts: Vec<SlotCounts>,
    /// The issue slots of the core, under its name.
    pub issue: SlotCounts,
}

/// Where the slots of a part of the machine went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SlotCounts {
    /// Name of the part: in its core, or of the core.
    pub name: String,
    /// What the slots take.
    pub kind: SlotKind,
    /// Slots in a cycle.
    pub slots: u32,
    /// Slots by cause, in the order of the machine's causes; they add up to `slots` times the cycles.
    pub causes: Vec<u64>,
}

impl SlotCounts {
    /// Has it had work?
    pub fn has_worked(&self) -> bool {
        self.causes.iter().enumerate().any(|(at, count)| *count > 0 && at != Cause::EMPTY.index())
    }

    /// Slots in all.
    pub fn total(&self) -> u64 {
        self.causes.iter().sum()
    }
}

/// The numbers of a run, up to the cursor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Cycles.
    pub cycles: u64,
    /// Simulated seconds (cycles by the machine's clock).
    pub seconds: f64,
    /// Work done.
    pub work: Work,
    /// The machine's causes; the shared ones alone where the others are known already ([`Report::without_words`]).
    pub causes: Causes,
    /// Issue slots by cause, in the order of the machine's causes; they add up to `slots_total`.
    pub slots: Vec<u64>,
    /// The same of each core, and the slots of its parts.
    pub slot_groups: Vec<SlotGroupCounts>,
    /// Issue slots in all.
    pub slots_total: u64,
    /// Those of schedulers that have had no work in the whole recorded run; all of them are empty.
    pub slots_idle: u64,
    /// Every counter; what each says of itself is said once ([`Run::counters`]).
    pub counters: Vec<Reading>,
    /// Those that mean the same on every machine.
    pub well_known: WellKnown,
    /// Numbers that follow from them.
    pub derived: Vec<Measure>,
    /// Float operations in a second that the machine can do at most, in thousands of millions.
    pub peak_gflops: f64,
    /// Bytes of main memory in a second at most, in thousands of millions.
    pub peak_gbytes: f64,
}

/// What a comparison with the reference interpreter comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// Equal in every byte, or near enough where the machine's settings allow results that are not exact.
    Equal,
    /// Elements differ, and nothing allows it.
    Different,
    /// Elements differ, and each follows from the result of an atomic operation: all are right.
    OrderOfAtomics,
    /// Elements differ, and each follows from what the clock said: all are right.
    Clock,
    /// Nothing could be compared.
    NotCompared,
}

impl Verdict {
    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Equal => "equal",
            Verdict::Different => "different",
            Verdict::OrderOfAtomics => "order of atomics",
            Verdict::Clock => "clock",
            Verdict::NotCompared => "not compared",
        }
    }

    /// Is it right? `None`: that cannot be said.
    pub const fn passes(self) -> Option<bool> {
        match self {
            Verdict::Equal => Some(true),
            Verdict::Different => Some(false),
            Verdict::OrderOfAtomics | Verdict::Clock | Verdict::NotCompared => None,
        }
    }
}

/// Is the result equal to the reference interpreter's?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Check {
    /// What came of it.
    pub verdict: Verdict,
    /// Is it [`Verdict::Equal`]?
    pub pass: bool,
    /// Number of elements that differ, or by too much.
    pub mismatches: u64,
    /// Where results need not be exact: by how many units in the last place a float differs at most.
    pub largest_ulps: Option<u64>,
    /// The first few of them.
    pub first: Vec<Mismatch>,
    /// What else there is to say: why elements differ, or why nothing could be compared.
    pub remark: Option<String>,
}

impl Check {
    /// In sentences: the verdict, its size, and the remark.
    pub fn words(&self) -> String {
        let count = match self.mismatches {
            1 => "1 element differs".into(),
            count => format!("{count} elements differ"),
        };
        let verdict = match self.verdict {
            Verdict::Equal if self.largest_ulps > Some(0) => "Near the reference.".into(),
            Verdict::Equal => "Equal to the reference in every byte.".into(),
            Verdict::Different if self.mismatches == 0 => "Different: the reference halts.".into(),
            Verdict::Different => format!("Different: {count} from the reference."),
            Verdict::OrderOfAtomics => {
                format!("Depends on the order of atomics: {count} from the reference.")
            }
            Verdict::Clock => format!("Depends on the clock: {count} from the reference."),
            Verdict::NotCompared => "Not compared.".into(),
        };
        let first = self.first.first().map(Mismatch::words);
        [Some(verdict), first, self.remark.clone()].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

/// An element that differs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mismatch {
    /// The buffer.
    pub buffer: String,
    /// Index of the element.
    pub index: u64,
    /// Bits on the machine.
    pub machine: u64,
    /// Bits of the reference.
    pub reference: u64,
}

impl Mismatch {
    /// In a sentence.
    fn words(&self) -> String {
        let Mismatch { buffer, index, machine, reference } = self;
        format!("{buffer}[{index}] is {machine:#x}, the reference has {reference:#x}.")
    }
}

/// File formats of a recorded run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Format {
    /// Chrome trace events: opens in Perfetto and `chrome://tracing`.
    Json,
    /// Perfetto's own track events (protobuf).
    Perfetto,
    /// Kanata 0004: opens in Konata.
    Kanata,
    /// Runs of unit states as comma-separated values.
    Csv,
}

/// A run without timing: what happens, not when.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Functional {
    /// Work done.
    pub work: Work,
    /// Digest of memory.
    pub memory_digest: u64,
    /// Why it halted, if it did.
    pub halt: Option<HaltInfo>,
}

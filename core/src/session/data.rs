//! What the session answers with: plain data for user interfaces. Nothing here can do anything.
//!
//! Program text appears as [`Listing`]s: lines that know which bytes of the source they come from and, for assembly,
//! which instruction they are. With them a user interface links source, IR, assembly and cycle in all directions.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::{
    base::LaneMask,
    ir::Type,
    launch::Launch,
    machines::{
        Access, Halt, Pending, Registers, UnitInfo, UnitState, Wait, WellKnown, Work, counters::Reading,
    },
    source::{Diagnostic, Span, TextPlace},
    trace::Cause,
};
pub use crate::{
    machines::info::{MachineInfo, OpInfo, PanelInfo, PanelKind, PresetInfo},
    report::{Measure, Roofline},
    source::{Listing, ListingLine},
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
}

/// A kernel's signature.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KernelInfo {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<ParamInfo>,
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
    /// What a person should know about the recording: which limit was passed and what is no longer shown.
    pub remark: Option<String>,
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

/// Everything about one cycle, apart from memory contents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The cycle.
    pub cycle: u64,
    /// Each unit's state, in the order of [`Run::units`]; its cause is that of the cycle that begins here, the one under
    /// the cursor of the timeline.
    pub units: Vec<UnitState>,
    /// Registers of the selected unit.
    pub registers: Registers,
    /// Memory access of the selected unit.
    pub access: Option<Access>,
    /// What the selected unit's next instruction waits for, oldest first.
    pub waits: Vec<Wait>,
}

/// What a unit that has an instruction to execute holds at the cursor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Held {
    /// The unit.
    pub unit: u32,
    /// Its state, with its divergence stack; its cause is that of the cycle before.
    pub state: UnitState,
    /// Registers that wait for a result.
    pub scoreboard: Vec<Pending>,
    /// The memory access of its next instruction, or else its last one, cut into what it needs.
    pub access: Option<Access>,
}

/// What stays the same during a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The units.
    pub units: Vec<UnitInfo>,
    /// Issue slots (schedulers), by name.
    pub slots: Vec<String>,
    /// The buffers of global and constant memory.
    pub buffers: Vec<crate::image::Buffer>,
    /// Bytes of work-group memory of one group.
    pub local_bytes: u32,
}

/// A question about the timeline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// First cycle.
    pub from: u64,
    /// One past the last cycle.
    pub to: u64,
    /// At most this many columns; a column is a whole number of cycles.
    pub columns: u32,
    /// First unit.
    pub first_unit: u32,
    /// Number of units.
    pub units: u32,
}

/// The answer: a grid of cells, `units` rows of `columns`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timeline {
    /// First cycle.
    pub from: u64,
    /// Cycles of one column, at least 1.
    pub cycles_per_column: u64,
    /// Number of columns.
    pub columns: u32,
    /// First unit.
    pub first_unit: u32,
    /// Row after row.
    pub cells: Vec<Cell>,
}

/// A cell of the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// The cause that takes most of the column's cycles with work (`Issued` wins ties); `Empty` if no cycle has any.
    pub cause: Cause,
    /// For columns of one cycle: the instruction (issued or waiting); `u32::MAX` if there is none.
    pub pc: u32,
    /// For columns of one cycle with an issue: the active lanes.
    pub lanes: LaneMask,
    /// Share of the column's cycles in which an instruction was issued, 0 to 255; at least 1 if there was one.
    pub issued: u8,
    /// Share of the column's cycles with work, issued or waiting, in the same way.
    pub busy: u8,
    /// The cause that takes most of the cycles with work in which nothing was issued; `Empty` if there are none.
    pub wait: Cause,
}

/// Everything that is recorded of a run, in a strip: per column, slots by cause.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strip {
    /// First cycle.
    pub from: u64,
    /// Where the recording ends: one past its last cycle.
    pub end: u64,
    /// Does the run end there, too? If not, nobody knows how long the whole run is.
    pub complete: bool,
    /// Cycles of one column.
    pub cycles_per_column: u64,
    /// For each column the number of slots by `Cause as usize`. Schedulers without any work in the recorded run have no
    /// part in it: a machine with many idle cores shows what its few busy ones do.
    pub columns: Vec<Vec<u32>>,
    /// The same of functional units behind a front end, a cycle of a unit being a slot; empty for machines without.
    pub units: Vec<Vec<u32>>,
}

/// The strip of nothing: no cycle, no column.
impl Default for Strip {
    fn default() -> Strip {
        let (columns, units) = (Vec::new(), Vec::new());
        Strip { from: 0, end: 0, complete: false, cycles_per_column: 1, columns, units }
    }
}

/// DRAM commands in a window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DramWindow {
    /// Channels and banks per channel.
    pub channels: u16,
    /// Banks of one channel.
    pub banks: u16,
    /// The commands: cycle, channel, bank, command, row.
    pub commands: Vec<(u64, u16, u16, crate::trace::DramCommand, u32)>,
    /// Were there more than the answer may hold?
    pub cut: bool,
}

/// The convoy chart: which vector instruction occupies which functional unit when, and which ones take results from
/// one another while these are still produced. (The bank map is [`BankMap`], the strip bar [`StripBar`]; the strip of
/// the whole run by causes is [`Strip`].)
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chart {
    /// Instructions that are in their unit in the window, by their first cycle.
    pub bars: Vec<ChartBar>,
    /// Were there more than the answer may hold?
    pub cut: bool,
}

/// A vector instruction in the convoy chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChartBar {
    /// Number of the dynamic instruction.
    pub id: u64,
    /// The instruction.
    pub pc: u32,
    /// Its functional unit: index of [`Run::units`].
    pub unit: u32,
    /// The cycle in which its first element group enters the unit.
    pub first: u64,
    /// The cycle in which its last element group enters the unit.
    pub last: u64,
    /// The cycle in which its last result is there.
    pub complete: u64,
    /// Elements in its range (`vl`), masked-off ones included.
    pub elements: u32,
    /// Its convoy, numbered from 0 on its core.
    pub convoy: u32,
    /// The instructions ([`ChartBar::id`]) whose results it takes while these are still produced: an arrow each. They may
    /// lie before the window.
    pub chained: Vec<u64>,
}

/// The bank map: which bank of word-interleaved memory is busy when.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BankMap {
    /// Number of banks; 0 if the machine's memory has none.
    pub banks: u32,
    /// Accesses that keep a bank busy in the window, by their first cycle.
    pub accesses: Vec<BankAccess>,
    /// Were there more than the answer may hold?
    pub cut: bool,
}

/// An access in the bank map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BankAccess {
    /// The cycle in which the bank takes it.
    pub cycle: u64,
    /// The bank.
    pub bank: u32,
    /// For how many cycles the bank is busy with it.
    pub busy: u32,
    /// The functional unit that it comes from: index of [`Run::units`].
    pub unit: u32,
    /// The vector instruction, as [`ChartBar::id`].
    pub id: u64,
}

/// The strip bar: how a loop is cut into strips, and how long each one is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StripBar {
    /// Strips that are under way in the window, by their first cycle.
    pub strips: Vec<StripPart>,
    /// Were there more than the answer may hold?
    pub cut: bool,
}

/// A strip in the strip bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StripPart {
    /// The core.
    pub core: u32,
    /// Its number on the core, from 0.
    pub number: u32,
    /// The cycle in which the vector length was set.
    pub from: u64,
    /// The cycle in which it was set again; the end of the recording for the last one.
    pub to: u64,
    /// Elements of the strip.
    pub vl: u32,
    /// Elements that it could have had.
    pub vlmax: u32,
    /// The instruction that set the length.
    pub pc: u32,
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

/// Which memory to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Region {
    /// A buffer by index.
    Buffer(u32),
    /// Work-group memory of the group of a unit.
    Local(u32),
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
    /// Slots by cause, in the order of `Cause::ALL`; they add up to `slots_total`.
    pub slots: Vec<u64>,
    /// Slots in all.
    pub slots_total: u64,
    /// Those of schedulers that have had no work in the whole recorded run; all of them are `Empty`.
    pub slots_idle: u64,
    /// Every counter.
    pub counters: Vec<Reading>,
    /// Those that mean the same on every machine.
    pub well_known: WellKnown,
    /// Numbers that follow from them.
    pub derived: Vec<Measure>,
    /// Float operations in a second that the machine can do at most, in thousands of millions.
    pub peak_gflops: f64,
    /// Bytes of main memory in a second at most, in thousands of millions.
    pub peak_gbytes: f64,
    /// Digest of memory.
    pub memory_digest: u64,
    /// Digest of the machine's whole state.
    pub state_digest: u64,
    /// Digest of the whole recorded log, up to the frontier (0 when nothing was recorded).
    pub log_digest: u64,
}

/// Is the result equal to the reference interpreter's?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Check {
    /// Equal in every byte?
    pub pass: bool,
    /// Number of elements that differ.
    pub mismatches: u64,
    /// The first few of them.
    pub first: Vec<Mismatch>,
    /// Why no comparison was possible, if so (the reference halted, the result depends on order…).
    pub remark: Option<String>,
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

/// What "run to the next event" looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EventKind {
    /// The unit's cause changes.
    Change,
    /// The unit issues an instruction.
    Issue,
    /// The unit issues with other lanes than before.
    Divergence,
    /// The unit starts or stops to wait at a barrier.
    Barrier,
    /// The unit no longer waits for memory.
    Response,
    /// The unit, which issued or could have issued, begins to wait.
    Stall,
}

/// Where the next event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Found {
    /// At this cycle, to this unit.
    At {
        /// The cycle.
        cycle: u64,
        /// The first unit to which it happens there.
        unit: u32,
    },
    /// Not before the frontier: advance and ask again.
    NotYet,
    /// Not in this run.
    Never,
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

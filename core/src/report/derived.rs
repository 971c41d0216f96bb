//! Numbers that follow from counters: one quotient each, declared in a table. A measure whose counters a machine does
//! not have, or whose divisor is 0, is left out.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::{
    analysis::Intensity,
    machines::{Occupancy, WellKnown, Work},
    report::TextSize,
    trace::Cause,
};

/// A number that follows from counters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measure {
    /// Permanent id: key in JSON and CSV.
    pub id: String,
    /// The value.
    pub value: f64,
}

/// What a measure says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeasureInfo {
    /// Permanent id.
    pub id: &'static str,
    /// Short name for people.
    pub label: &'static str,
    /// Its unit; `%` values are 0 to 100.
    pub unit: &'static str,
    /// What it means, in a sentence.
    pub doc: &'static str,
}

impl Measure {
    /// What it says of itself; `None` if no row of the tables has its id.
    pub fn info(&self) -> Option<MeasureInfo> {
        info(&self.id)
    }
}

/// What every run has, whatever its machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Run {
    cycles: u64,
    slots: u64,
    issued_slots: u64,
    instructions: u64,
    lane_operations: u64,
    lane_slots: u64,
}

impl Run {
    /// Of the length of a run, its work and its slots by cause.
    pub fn new(cycles: u64, work: Work, slots: &[u64]) -> Run {
        Run {
            cycles,
            slots: slots.iter().sum(),
            issued_slots: slots.get(Cause::ISSUED.index()).copied().unwrap_or(0),
            instructions: work.instructions,
            lane_operations: work.lane_operations,
            lane_slots: work.lane_slots,
        }
    }
}

/// What measures are made of.
struct Counts<'a> {
    run: &'a Run,
    known: &'a WellKnown,
}

/// A sum of counts; `None` if the machine declines one of them.
type Sum = fn(&Counts) -> Option<u64>;

/// `sum(over) * scale / sum(under)`.
struct Row {
    says: MeasureInfo,
    over: Sum,
    scale: u32,
    under: Sum,
}

/// A count that there always is, or one that a machine may decline.
trait Count {
    fn given(self) -> Option<u64>;
}

impl Count for u64 {
    fn given(self) -> Option<u64> {
        Some(self)
    }
}

impl Count for Option<u64> {
    fn given(self) -> Option<u64> {
        self
    }
}

/// Declares the measures.
macro_rules! measures {
    ($($(#[doc = $doc:literal])+
        $id:ident $label:literal = $($over:ident.$o:ident)+ $(* $scale:literal)? / $($under:ident.$u:ident)+ => $unit:literal;)+) => {
        const ROWS: &[Row] = &[$(Row {
            says: MeasureInfo {
                id: stringify!($id),
                label: $label,
                unit: $unit,
                doc: concat!($($doc),+).trim_ascii(),
            },
            over: |of| Some(0u64 $(.saturating_add(of.$over.$o.given()?))+),
            scale: 1 $(* $scale)?,
            under: |of| Some(0u64 $(.saturating_add(of.$under.$u.given()?))+),
        },)+];
    };
}

measures! {
    /// Share of the issue slots in which an instruction was issued.
    utilisation "issue utilisation" = run.issued_slots * 100 / run.slots => "%";
    /// Instructions of units that were issued in a cycle, on all cores together.
    instructions_per_cycle "instructions per cycle" = run.instructions / run.cycles => "per cycle";
    /// Share of the lanes that were active in the instructions issued; the rest were switched off by divergence or have no
    /// work-item.
    simd_efficiency "SIMD efficiency" = run.lane_operations * 100 / run.lane_slots => "%";
    /// Share of the lanes that executed the instructions issued: active, and the guard held. What it is less than the SIMD
    /// efficiency was predicated off.
    predicated_on_efficiency "predicated-on efficiency" = known.predicated_on * 100 / run.lane_slots => "%";
    /// Cycles for each float operation (hp_ch4 HA02); a fused multiply-add is two operations.
    cycles_per_flop "cycles per FLOP" = run.cycles / known.flops => "cycles";
    /// Cycles for each element that was stored (hp_ch4 HA02).
    cycles_per_result "cycles per result" = run.cycles / known.stored_elements => "cycles";
    /// Elements loaded and stored for each float operation (hp_ch4 HA13).
    references_per_flop "memory references per FLOP" = known.loaded_elements known.stored_elements / known.flops => "references";
    /// What the chime model says of the cycles that were needed (hp_ch4 5.3).
    chime_share "chime model" = known.l0_cycles * 100 / run.cycles => "%";
    /// What the chime model with start-up says of the cycles that were needed (hp_ch4 5.4).
    start_up_share "chime model with start-up" = known.l1_cycles * 100 / run.cycles => "%";
    /// Float operations for each byte of main memory, dirty lines that have to be written back included (hp_ch4 HA04).
    intensity "arithmetic intensity" = known.flops / known.memory_bytes known.memory_bytes_to_come => "FLOP per byte";
    /// Elements that vector instructions worked on, of all operations (hp_ch4 HA05).
    vectorization "vectorization level" = known.vector_elements * 100 / known.vector_elements known.scalar_instructions => "%";
    /// Speed-up over doing one operation after another if vector instructions took no time at all: Amdahl's limit at this
    /// level of vectorization (hp_ch4 HA05).
    amdahl_limit "Amdahl's limit" = known.vector_elements known.scalar_instructions / known.scalar_instructions => "x";
    /// Lanes that took part in an instruction, on average.
    lanes_per_instruction "active lanes" = run.lane_operations / run.instructions => "lanes";
    /// Share of the branches whose lanes parted ways.
    divergence "divergent branches" = known.divergent_branches * 100 / known.branches => "%";
    /// Cache lines that a memory instruction needed: 1 is coalesced.
    lines_per_access "lines per access" = known.blocks / known.memory_accesses => "lines";
    /// Bytes in 32-byte sectors that a memory instruction moved.
    bytes_per_access "bytes per access" = known.sectors * 32 / known.memory_accesses => "bytes";
    /// Passes of a work-group memory instruction: 1 is free of bank conflicts.
    passes_per_access "passes per shared access" = known.shared_passes / known.shared_accesses => "passes";
    /// Share of the first-level cache's loads that found their data.
    l1_hit_rate "L1 hit rate" = known.l1_load_hits * 100 / known.l1_loads => "%";
    /// Share of the second-level cache's reads that found their data.
    l2_hit_rate "L2 hit rate" = known.l2_read_hits * 100 / known.l2_reads => "%";
    /// Share of the DRAM accesses that found their row open.
    row_hit_rate "DRAM row hits" = known.dram_row_hits * 100 / known.dram_reads known.dram_writes => "%";
}

/// What a text says before it runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Text {
    /// Its arithmetic intensity, if it is a kernel's.
    pub intensity: Option<Intensity>,
    /// The size of the program.
    pub size: TextSize,
}

/// A measure that needs no run.
struct OfText {
    says: MeasureInfo,
    value: fn(&Text) -> Option<f64>,
}

/// The measures that need no run.
const OF_TEXT: [OfText; 4] = [
    OfText {
        says: MeasureInfo {
            id: "static_intensity",
            label: "arithmetic intensity of the text",
            unit: "FLOP per byte",
            doc: "Float operations for each byte of global memory in the innermost code, as it is written.",
        },
        value: |text| {
            let Intensity { flops, bytes } = text.intensity?;
            (bytes > 0).then(|| f64::from(flops) / f64::from(bytes))
        },
    },
    OfText {
        says: MeasureInfo {
            id: "text_instructions",
            label: "instructions of the text",
            unit: "instructions",
            doc: "Instructions of the program, each counted once (hp_ch4 HS11).",
        },
        value: |text| (text.size.instructions > 0).then_some(text.size.instructions as f64),
    },
    OfText {
        says: MeasureInfo {
            id: "loop_instructions",
            label: "instructions of innermost loops",
            unit: "instructions",
            doc: "Instructions of the text in loops that have no other loop in them; the others are bookkeeping (hp_ch4 HS11).",
        },
        value: |text| (text.size.instructions > 0).then_some(text.size.looped as f64),
    },
    OfText {
        says: MeasureInfo {
            id: "code_bytes",
            label: "bytes of code",
            unit: "bytes",
            doc: "Bytes of the program's instructions, where the machine says how long one is (hp_ch4 HA17).",
        },
        value: |text| text.size.bytes.filter(|bytes| *bytes > 0).map(|bytes| bytes as f64),
    },
];

/// A measure of how many work-groups a core has room for.
struct OfRoom {
    says: MeasureInfo,
    value: fn(&Occupancy) -> u64,
}

/// The measures of a machine whose cores take work-groups.
const OF_ROOM: [OfRoom; 2] = [
    OfRoom {
        says: MeasureInfo {
            id: "fitting_groups",
            label: "groups that fit on a core",
            unit: "groups",
            doc: "Work-groups that a core can hold at once.",
        },
        value: |room| room.groups.into(),
    },
    OfRoom {
        says: MeasureInfo {
            id: "occupancy",
            label: "occupancy",
            unit: "%",
            doc: "Share of a core's warp slots that are taken when it holds as many groups as it can (hp_ch4 HG10).",
        },
        value: |room| u64::from(room.groups) * u64::from(room.warps) * 100 / u64::from(room.slots.max(1)),
    },
];

/// What all measures say of themselves, in the order in which they are shown.
fn infos() -> impl Iterator<Item = MeasureInfo> {
    let (runs, rooms) = (ROWS.iter().map(|row| row.says), OF_ROOM.iter().map(|row| row.says));
    runs.chain(rooms).chain(OF_TEXT.iter().map(|row| row.says))
}

/// What a measure says of itself, by its id.
pub fn info(id: &str) -> Option<MeasureInfo> {
    infos().find(|info| info.id == id)
}

/// The ids of all measures, in the order in which they are shown.
pub fn ids() -> impl Iterator<Item = &'static str> {
    infos().map(|info| info.id)
}

/// How full a core can be.
pub fn of_room(room: &Occupancy) -> impl Iterator<Item = Measure> {
    OF_ROOM.iter().map(|row| Measure { id: row.says.id.into(), value: (row.value)(room) as f64 })
}

/// What the text of a program says: the intensity of a kernel that touches memory (hp_ch4 HA04), and how long it is.
pub fn of_text(text: &Text) -> impl Iterator<Item = Measure> {
    OF_TEXT.iter().filter_map(|row| Some(Measure { id: row.says.id.into(), value: (row.value)(text)? }))
}

/// Every measure that the numbers of a run allow, in table order.
pub fn derive(run: &Run, known: &WellKnown) -> Vec<Measure> {
    let counts = Counts { run, known };
    let measure = |row: &Row| {
        let (over, under) = ((row.over)(&counts)?, (row.under)(&counts)?);
        let value = || over as f64 * f64::from(row.scale) / under as f64;
        (under > 0).then(|| Measure { id: row.says.id.into(), value: value() })
    };
    ROWS.iter().filter_map(measure).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::formulas::amdahl;

    #[test]
    fn quotients_of_what_is_there() {
        let mut slots = [0; Cause::SHARED];
        (slots[Cause::ISSUED.index()], slots[Cause::MEMORY.index()]) = (30, 90);
        let work = Work { instructions: 30, lane_operations: 120, lane_slots: 240 };
        let known = WellKnown {
            sectors: Some(12),
            blocks: Some(9),
            memory_accesses: Some(6),
            dram_row_hits: Some(3),
            dram_reads: Some(4),
            dram_writes: Some(8),
            l1_load_hits: Some(5),
            ..WellKnown::default()
        };
        let measures = derive(&Run::new(120, work, &slots), &known);
        let found: Vec<_> = measures.iter().map(|m| (m.id.as_str(), m.value)).collect();
        assert_eq!(
            found,
            [
                ("utilisation", 25.0),
                ("instructions_per_cycle", 0.25),
                ("simd_efficiency", 50.0),
                ("lanes_per_instruction", 4.0),
                ("lines_per_access", 1.5),
                ("bytes_per_access", 64.0),
                ("row_hit_rate", 25.0),
            ]
        );
    }

    #[test]
    fn ha05_the_vectorization_level_bounds_the_speed_up() {
        // As BDNA by the compiler alone: 96.1 % (hp_ch4 8.1).
        let known =
            WellKnown { vector_elements: Some(961), scalar_instructions: Some(39), ..WellKnown::default() };
        let measures = derive(&Run::default(), &known);
        let value = |id: &str| measures.iter().find(|measure| measure.id == id).unwrap().value;
        assert_eq!(value("vectorization"), 96.1);
        assert!((value("amdahl_limit") - amdahl(0.961, f64::INFINITY)).abs() < 1e-9);
    }

    #[test]
    fn ha04_the_text_has_an_intensity_if_it_touches_memory() {
        let of = |flops, bytes| {
            let intensity = Some(Intensity { flops, bytes });
            of_text(&Text { intensity, ..Text::default() }).next()
        };
        assert!((of(2, 24).unwrap().value - 0.0833).abs() < 1e-4);
        assert_eq!(of(2, 0), None);
    }

    #[test]
    fn hs11_a_text_has_a_length_and_a_size() {
        let size = TextSize { instructions: 29, looped: 6, bytes: None };
        let found: Vec<_> = of_text(&Text { intensity: None, size }).map(|m| (m.id, m.value)).collect();
        assert_eq!(found, [("text_instructions".into(), 29.0), ("loop_instructions".into(), 6.0)]);
        let size = TextSize { bytes: Some(116), ..size };
        assert_eq!(of_text(&Text { intensity: None, size }).last().map(|m| m.value), Some(116.0));
    }

    #[test]
    fn nothing_is_divided_by_zero() {
        assert!(derive(&Run::default(), &WellKnown::default()).is_empty());
    }
}

//! Numbers that follow from counters: one quotient each, declared in a table. A measure whose counters a machine does
//! not have, or whose divisor is 0, is left out.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::{
    analysis::Intensity,
    machines::{Work, counters::Reading},
    trace::Cause,
};

/// A number that follows from counters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measure {
    /// Permanent id: key in JSON and CSV.
    pub id: String,
    /// Short name for people.
    pub label: String,
    /// The value.
    pub value: f64,
    /// Its unit; `%` values are 0 to 100.
    pub unit: String,
    /// What it means, in a sentence.
    pub doc: String,
}

/// `sum(over) * scale / sum(under)`.
struct Row {
    id: &'static str,
    label: &'static str,
    unit: &'static str,
    over: &'static [&'static str],
    scale: u32,
    under: &'static [&'static str],
    doc: &'static str,
}

/// Declares the measures.
macro_rules! measures {
    ($($(#[doc = $doc:literal])+ $id:ident $label:literal = $($over:ident)+ $(* $scale:literal)? / $($under:ident)+ => $unit:literal;)+) => {
        const ROWS: &[Row] = &[$(Row {
            id: stringify!($id),
            label: $label,
            unit: $unit,
            over: &[$(stringify!($over)),+],
            scale: 1 $(* $scale)?,
            under: &[$(stringify!($under)),+],
            doc: concat!($($doc),+),
        },)+];
    };
}

measures! {
    /// Share of the issue slots in which an instruction was issued.
    utilisation "issue utilisation" = issued_slots * 100 / slots => "%";
    /// Instructions of units that were issued in a cycle, on all cores together.
    instructions_per_cycle "instructions per cycle" = instructions / cycles => "per cycle";
    /// Share of the lanes that were active in the instructions issued; the rest were switched off by divergence or have no
    /// work-item.
    simd_efficiency "SIMD efficiency" = lane_operations * 100 / lane_slots => "%";
    /// Share of the lanes that executed the instructions issued: active, and the guard held. What it is less than the SIMD
    /// efficiency was predicated off.
    predicated_on_efficiency "predicated-on efficiency" = predicated_on * 100 / lane_slots => "%";
    /// Cycles for each float operation (hp_ch4 HA02); a fused multiply-add is two operations.
    cycles_per_flop "cycles per FLOP" = cycles / flops => "cycles";
    /// Cycles for each element that was stored (hp_ch4 HA02).
    cycles_per_result "cycles per result" = cycles / stored_elements => "cycles";
    /// Elements loaded and stored for each float operation (hp_ch4 HA13).
    references_per_flop "memory references per FLOP" = loaded_elements stored_elements / flops => "references";
    /// What the chime model says of the cycles that were needed (hp_ch4 5.3).
    chime_share "chime model" = l0_cycles * 100 / cycles => "%";
    /// What the chime model with start-up says of the cycles that were needed (hp_ch4 5.4).
    start_up_share "chime model with start-up" = l1_cycles * 100 / cycles => "%";
    /// Float operations for each byte of main memory, dirty lines that have to be written back included (hp_ch4 HA04).
    intensity "arithmetic intensity" = flops / memory_bytes memory_bytes_to_come => "FLOP per byte";
    /// Elements that vector instructions worked on, of all operations (hp_ch4 HA05).
    vectorization "vectorization level" = vector_elements * 100 / vector_elements scalar_instructions => "%";
    /// Speed-up over doing one operation after another if vector instructions took no time at all: Amdahl's limit at this
    /// level of vectorization (hp_ch4 HA05).
    amdahl_limit "Amdahl's limit" = vector_elements scalar_instructions / scalar_instructions => "x";
    /// Lanes that took part in an instruction, on average.
    lanes_per_instruction "active lanes" = lane_operations / instructions => "lanes";
    /// Share of the branches whose lanes parted ways.
    divergence "divergent branches" = divergent_branches * 100 / branches => "%";
    /// Cache lines that a memory instruction needed: 1 is coalesced.
    lines_per_access "lines per access" = blocks / memory_accesses => "lines";
    /// Bytes in 32-byte sectors that a memory instruction moved.
    bytes_per_access "bytes per access" = sectors * 32 / memory_accesses => "bytes";
    /// Passes of a work-group memory instruction: 1 is free of bank conflicts.
    passes_per_access "passes per shared access" = shared_passes / shared_accesses => "passes";
    /// Share of the first-level cache's loads that found their data.
    l1_hit_rate "L1 hit rate" = l1_load_hits * 100 / l1_loads => "%";
    /// Share of the second-level cache's reads that found their data.
    l2_hit_rate "L2 hit rate" = l2_read_hits * 100 / l2_reads => "%";
    /// Share of the DRAM accesses that found their row open.
    row_hit_rate "DRAM row hits" = dram_row_hits * 100 / dram_reads dram_writes => "%";
}

/// The measure that needs no run.
const OF_TEXT: &str = "static_intensity";

/// The ids of all measures, in the order in which they are shown.
pub fn ids() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|row| row.id).chain([OF_TEXT])
}

/// What the text of a kernel says of its arithmetic intensity (hp_ch4 HA04), if its innermost code touches memory.
pub fn of_text(text: Intensity) -> Option<Measure> {
    (text.bytes > 0).then(|| Measure {
        id: OF_TEXT.into(),
        label: "arithmetic intensity of the text".into(),
        value: f64::from(text.flops) / f64::from(text.bytes),
        unit: "FLOP per byte".into(),
        doc: "Float operations for each byte of global memory in the innermost code, as it is written."
            .into(),
    })
}

/// Every measure that the numbers of a run allow, in table order.
pub fn derive(cycles: u64, work: Work, slots: &[u64; Cause::COUNT], counters: &[Reading]) -> Vec<Measure> {
    let value = |id: &&str| match *id {
        "cycles" => Some(cycles),
        "slots" => Some(slots.iter().sum()),
        "issued_slots" => Some(slots[Cause::Issued as usize]),
        "instructions" => Some(work.instructions),
        "lane_operations" => Some(work.lane_operations),
        "lane_slots" => Some(work.lane_slots),
        id => counters.iter().find(|reading| reading.id == id).map(|reading| reading.value),
    };
    let sum = |ids: &[&str]| ids.iter().try_fold(0u64, |sum, id| Some(sum.saturating_add(value(id)?)));
    let measure = |row: &Row| {
        let (over, under) = (sum(row.over)?, sum(row.under)?);
        (under > 0).then(|| Measure {
            id: row.id.into(),
            label: row.label.into(),
            value: over as f64 * f64::from(row.scale) / under as f64,
            unit: row.unit.into(),
            doc: row.doc.trim().into(),
        })
    };
    ROWS.iter().filter_map(measure).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::formulas::amdahl;

    fn reading(id: &str, value: u64) -> Reading {
        Reading { id: id.into(), doc: String::new(), unit: String::new(), value }
    }

    #[test]
    fn quotients_of_what_is_there() {
        let mut slots = [0; Cause::COUNT];
        (slots[Cause::Issued as usize], slots[Cause::Memory as usize]) = (30, 90);
        let work = Work { instructions: 30, lane_operations: 120, lane_slots: 240 };
        let counters = [
            reading("sectors", 12),
            reading("blocks", 9),
            reading("memory_accesses", 6),
            reading("dram_row_hits", 3),
            reading("dram_reads", 4),
            reading("dram_writes", 8),
            reading("l1_load_hits", 5),
        ];
        let measures = derive(120, work, &slots, &counters);
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
        let counters = [reading("vector_elements", 961), reading("scalar_instructions", 39)];
        let measures = derive(0, Work::default(), &[0; Cause::COUNT], &counters);
        let value = |id: &str| measures.iter().find(|measure| measure.id == id).unwrap().value;
        assert_eq!(value("vectorization"), 96.1);
        assert!((value("amdahl_limit") - amdahl(0.961, f64::INFINITY)).abs() < 1e-9);
    }

    #[test]
    fn ha04_the_text_has_an_intensity_if_it_touches_memory() {
        let daxpy = of_text(Intensity { flops: 2, bytes: 24 }).unwrap();
        assert!((daxpy.value - 0.0833).abs() < 1e-4);
        assert_eq!(of_text(Intensity { flops: 2, bytes: 0 }), None);
    }

    #[test]
    fn nothing_is_divided_by_zero() {
        assert!(derive(0, Work::default(), &[0; Cause::COUNT], &[]).is_empty());
    }
}

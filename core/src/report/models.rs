//! Closed formulas that a person can ask for with numbers of their own: each with the numbers that it takes and the worked
//! example of the literature as their defaults.
//!
//! Deliberately absent: formulas whose numbers a run has (they are measures of its report).

use alloc::{format, string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use super::{
    Roofline,
    formulas::{Linear, amdahl, bank_cycles, bank_share, least_banks, stride_time, units_to_hide},
};

/// A formula.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// Permanent id.
    pub id: String,
    /// What it answers, in a sentence.
    pub doc: String,
    /// The numbers that it takes.
    pub inputs: Vec<Input>,
}

/// A number that a formula takes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Input {
    /// Its name.
    pub id: String,
    /// What it is.
    pub doc: String,
    /// Its unit; empty for a share of a whole.
    pub unit: String,
    /// Which numbers it takes.
    pub takes: String,
    /// Its value unless another one is given.
    pub default: f64,
}

/// The numbers that make sense somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    /// A part of a whole.
    Share,
    /// A quantity that may be nothing.
    Amount,
    /// A quantity that is something.
    Positive,
    /// So many of something that there need not be.
    Count,
    /// So many of something that there is.
    OneOrMore,
}

impl Takes {
    /// In words.
    const fn words(self) -> &'static str {
        match self {
            Takes::Share => "a number from 0 to 1",
            Takes::Amount => "a number from 0 on",
            Takes::Positive => "a number above 0",
            Takes::Count => "a whole number from 0 on",
            Takes::OneOrMore => "a whole number from 1 on",
        }
    }

    fn holds(self, value: f64) -> bool {
        // Above this floats have gaps between whole numbers.
        let is_whole = value <= 9_007_199_254_740_992.0 && whole(value) as f64 == value;
        value.is_finite()
            && match self {
                Takes::Share => (0.0..=1.0).contains(&value),
                Takes::Amount => value >= 0.0,
                Takes::Positive => value > 0.0,
                Takes::Count => value >= 0.0 && is_whole,
                Takes::OneOrMore => value >= 1.0 && is_whole,
            }
    }
}

/// A number that a formula gives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Output {
    /// Its name.
    pub label: String,
    /// The value; `None` if there is no such number.
    pub value: Option<f64>,
    /// Its unit.
    pub unit: String,
}

type Answer = (&'static str, &'static str, Option<f64>);

/// An input as it is declared.
struct InputRow {
    id: &'static str,
    default: f64,
    unit: &'static str,
    takes: Takes,
    doc: &'static str,
}

/// A row of the table.
struct Row {
    id: &'static str,
    doc: &'static str,
    inputs: &'static [InputRow],
    answer: fn(&[f64]) -> Vec<Answer>,
}

/// Declares the formulas: inputs with default, unit, range and meaning, outputs with unit and value.
macro_rules! models {
    ($(
        $(#[doc = $doc:literal])+
        $id:ident($($input:ident = $default:literal $unit_in:literal $takes:ident $what:literal),+ $(,)?) {
            $($label:literal $unit:literal = $value:expr;)+
        }
    )+) => {
        const ROWS: &[Row] = &[$(Row {
            id: stringify!($id),
            doc: concat!($($doc),+),
            inputs: &[$(InputRow {
                id: stringify!($input),
                default: $default,
                unit: $unit_in,
                takes: Takes::$takes,
                doc: $what,
            }),+],
            answer: |values| {
                let [$($input),+] = *values else { return Vec::new() };
                Vec::from([$(($label, $unit, $value)),+])
            },
        },)+];
    };
}

models! {
    /// What a machine can reach, and what limits it (hp_ch4 HA03).
    roofline(
        gbytes = 162.0 "GB/s" Positive "rate of main memory", gflops = 102.4 "GFLOP/s" Positive "most float operations",
        intensity = 0.25 "FLOP per byte" Amount "arithmetic intensity",
    ) {
        "attainable" "GFLOP/s" = Some(Roofline::new(gflops, gbytes, 0.0, 0.0, 1.0).attainable(intensity));
        "ridge" "FLOP per byte" = Some(Roofline::new(gflops, gbytes, 0.0, 0.0, 1.0).ridge());
    }
    /// Chimes of a loop without start-up, and what an operation costs (hp_ch4 5.3, HA02).
    chimes(
        convoys = 3.0 "convoys" OneOrMore "convoys of the loop", elements = 32.0 "elements" Count "elements of the vectors",
        lanes = 1.0 "lanes" OneOrMore "lanes", flops = 2.0 "FLOP" Count "float operations of an element",
    ) {
        "cycles" "cycles" = Some(convoys * whole(elements).div_ceil(whole(lanes).max(1)) as f64);
        "cycles per FLOP" "cycles" = quotient(convoys, flops * lanes);
    }
    /// Speed-up when a share of the work runs so many times faster (hp_ch4 HA05).
    amdahl(share = 0.9 "" Share "share of the work", faster = 8.0 "x" Positive "how many times faster that runs") {
        "speed-up" "x" = Some(amdahl(share, faster));
        "limit" "x" = quotient(1.0, 1.0 - share);
    }
    /// Units such as warps that hide a latency (hp_ch4 HA08).
    hiding(
        latency = 24.0 "cycles" Count "time until a result", interval = 4.0 "cycles" OneOrMore "time between two issues of a unit",
    ) {
        "units" "units" = Some(units_to_hide(whole(latency), whole(interval)) as f64);
    }
    /// From which length on one pipeline beats another one (hp_ch4 HA11).
    crossover(
        start_a = 100.0 "cycles" Amount "start-up of A", each_a = 1.0 "cycles" Positive "time of an element on A",
        start_b = 10.0 "cycles" Amount "start-up of B", each_b = 4.0 "cycles" Positive "time of an element on B",
    ) {
        "A is no slower from" "elements" =
            pipeline(start_a, each_a).crossover(pipeline(start_b, each_b)).map(|length| length as f64);
        "half-performance length of A" "elements" = Some(pipeline(start_a, each_a).half_length() as f64);
        "half-performance length of B" "elements" = Some(pipeline(start_b, each_b).half_length() as f64);
    }
    /// Memory references for each float operation (hp_ch4 HA13).
    references(loads = 2.0 "loads" Count "loads", stores = 1.0 "stores" Count "stores", flops = 2.0 "FLOP" OneOrMore "float operations") {
        "references per FLOP" "references" = quotient(loads + stores, flops);
    }
    /// Banks that serve all references, and what fewer of them leave (hp_ch4 HM02).
    banks(
        references = 12.0 "references" OneOrMore "references in a cycle", busy = 9.0 "ns" Positive "time of a bank's access",
        clock = 2.5 "ns" Positive "time of a cycle", banks = 32.0 "banks" OneOrMore "banks that there are",
    ) {
        "cycles that a bank is busy" "cycles" = Some(bank_cycles(busy, clock) as f64);
        "least banks" "banks" = Some(least_banks(whole(references), busy, clock) as f64);
        "share of the full rate at most" "%" =
            Some(100.0 * bank_share(whole(banks), least_banks(whole(references), busy, clock)));
    }
    /// Time of a strided load from banks (hp_ch4 6.1).
    stride(
        banks = 8.0 "banks" OneOrMore "banks", busy = 6.0 "cycles" OneOrMore "time that a bank is busy",
        latency = 12.0 "cycles" Count "time to the first word", stride = 2.0 "words" Count "words between two elements",
        elements = 64.0 "elements" OneOrMore "elements of the vector",
    ) {
        "cycles" "cycles" =
            Some(stride_time(whole(banks), whole(busy), whole(latency), whole(stride), whole(elements)) as f64);
        "without conflicts" "cycles" = Some(latency + elements);
    }
    /// Instructions that a loop executes, and those of another loop for the same elements: a register of a fixed width against
    /// long vectors, or against scalar code (hp_ch4 8.3, HS11, HA01). The last trip may be short.
    loops(
        elements = 1000.0 "elements" Count "elements to compute", results = 4.0 "elements" OneOrMore "elements of a trip",
        body = 6.0 "instructions" Count "instructions of a trip", outside = 17.0 "instructions" Count "instructions before and behind",
        results_b = 64.0 "elements" OneOrMore "elements of a trip of the other loop",
        body_b = 10.0 "instructions" Count "instructions of a trip of the other loop",
        outside_b = 3.0 "instructions" Count "instructions before and behind the other loop",
    ) {
        "executed" "instructions" = Some(executed(elements, results, body, outside));
        "executed by the other" "instructions" = Some(executed(elements, results_b, body_b, outside_b));
        "ratio" "x" = quotient(executed(elements, results, body, outside), executed(elements, results_b, body_b, outside_b));
        "elements of an instruction" "elements" = quotient(elements, executed(elements, results, body, outside));
    }
    /// Most float operations of a machine: those of its lanes in every cycle (hp_ch4 8.2, HA15). A unit that fuses does two for
    /// each element, and so do a multiplier and an adder side by side.
    peak(
        cores = 28.0 "cores" OneOrMore "cores", bits = 512.0 "bits" OneOrMore "bits of a register, or of all lanes of a core",
        element = 32.0 "bits" OneOrMore "bits of an element", units = 2.0 "units" OneOrMore "float units of a core",
        operations = 2.0 "FLOP" OneOrMore "float operations of an element in a unit", ghz = 2.5 "GHz" Positive "clock",
    ) {
        "lanes" "lanes" = quotient(bits, element);
        "peak" "GFLOP/s" = quotient(cores * bits * units * operations * ghz, element);
    }
    /// Work-groups that fit on a core at once, and the warps that are then resident (hp_ch4 HG10).
    occupancy(
        registers = 65536.0 "registers" Count "registers of a core", each = 32.0 "registers" Count "registers of a thread",
        lanes = 32.0 "threads" OneOrMore "threads of a warp", warps = 8.0 "warps" OneOrMore "warps of a group",
        local_bytes = 49152.0 "bytes" Count "work-group memory of a core",
        group_bytes = 8192.0 "bytes" Count "work-group memory of a group", slots = 64.0 "warps" OneOrMore "warps of a core",
        groups = 32.0 "groups" OneOrMore "groups of a core",
    ) {
        "groups by registers" "groups" = fits(registers, each * lanes * warps);
        "groups by work-group memory" "groups" = fits(local_bytes, group_bytes);
        "groups by warps" "groups" = fits(slots, warps);
        "resident groups" "groups" = resident([registers, local_bytes, slots], [each * lanes * warps, group_bytes, warps], groups);
        "occupancy" "%" =
            resident([registers, local_bytes, slots], [each * lanes * warps, group_bytes, warps], groups)
                .and_then(|resident| quotient(100.0 * resident * warps, slots));
    }
    /// Lanes that work when branches with two equal sides are nested (hp_ch4 HA06).
    divergence(depth = 2.0 "branches" Count "branches inside each other", lanes = 32.0 "threads" OneOrMore "threads of a warp") {
        "efficiency" "%" = Some(100.0 * halved(depth));
        "lanes that work" "lanes" = Some(lanes * halved(depth));
    }
    /// Expected time of a block behind branches, which a warp goes through if one of its threads does (hp_ch4 HA14).
    branching(
        share = 0.35 "" Share "share of threads that go through the block", lanes = 32.0 "threads" OneOrMore "threads of a warp",
        cycles = 100.0 "cycles" Amount "time of the block",
    ) {
        "each thread by itself" "cycles" = Some(cycles * (1.0 - power(1.0 - share, lanes)));
        "whole warps" "cycles" = Some(cycles * share);
        "always" "cycles" = Some(cycles);
    }
    /// What a GPU reaches (hp_ch4 HA07).
    throughput(
        ghz = 1.5 "GHz" Positive "clock", cores = 10.0 "cores" OneOrMore "cores", lanes = 8.0 "lanes" OneOrMore "lanes of a core",
        active = 0.8 "" Share "share of lanes that work",
        float = 0.7 "" Share "share of instructions that are float operations",
        issue = 0.85 "instructions" Amount "instructions issued in a cycle",
    ) {
        "throughput" "GFLOP/s" = Some(ghz * cores * lanes * active * float * issue);
    }
    /// Time of a part of the work on a device beside the host (hp_ch4 HA09).
    offload(
        host = 0.0 "ms" Amount "work that stays on the host", bytes = 1e9 "bytes" Amount "what the device reads and writes",
        gbytes = 150.0 "GB/s" Positive "rate of the device's memory", copied = 1e9 "bytes" Amount "what is copied",
        copies = 2.0 "copies" Count "copies that it takes", latency = 0.01 "ms" Amount "time until a copy starts",
        link = 10.0 "GB/s" Positive "rate of the link",
    ) {
        "kernel" "ms" = quotient(bytes / 1e6, gbytes);
        "copies" "ms" = quotient(copied / 1e6, link).map(|time| time + copies * latency);
        "in all" "ms" = quotient(bytes / 1e6, gbytes).zip(quotient(copied / 1e6, link))
            .map(|(kernel, copying)| host + kernel + copying + copies * latency);
    }
    /// Lanes that a machine needs so that arithmetic keeps up with its memory, if each lane executes an instruction in every cycle (simd 4.3).
    lanes(
        gbytes = 19.07 "GB/s" Positive "rate of main memory", instructions = 3.0 "instructions" Amount "instructions for each byte",
        ghz = 1.0 "GHz" Positive "clock",
    ) {
        "needed" "lanes" = quotient(gbytes * instructions, ghz);
        "whole lanes" "lanes" = quotient(gbytes * instructions, ghz).map(above);
    }
    /// What more lanes cost and bring, if they take a share of the area and the rest stays as it is (simd 7.8).
    economy(
        lanes = 128.0 "lanes" OneOrMore "lanes", now = 64.0 "lanes" OneOrMore "lanes to compare with",
        share = 0.5 "" Share "share of the area that these take", faster = 1.35 "x" Positive "measured speed-up",
    ) {
        "area" "x" = quotient(share * lanes, now).map(|area| area + 1.0 - share);
        "speed for the area" "x" = quotient(share * lanes, now).and_then(|area| quotient(faster, area + 1.0 - share));
    }
    /// Area of a crossbar between the words of a bus and the columns of a register file: wires on both sides, one for each bit (simd 5.5).
    crossbar(
        words = 32.0 "words" OneOrMore "words of the bus", columns = 1024.0 "columns" OneOrMore "columns of the register file",
        elements = 1.0 "words" OneOrMore "words of a column at once", bits = 32.0 "bits" OneOrMore "bits of a word",
        known = 3.2 "mm2" Positive "area of one between 256 words and 256 columns of 32 bits",
    ) {
        "area" "mm2" = quotient(known * (words * bits) * (columns * elements * bits), (256.0 * 32.0) * (256.0 * 32.0));
    }
    /// Bytes that must be under way to keep a memory busy (hp_ch4 6.9).
    little(latency = 100.0 "ns" Amount "time until data is there", gbytes = 19.2 "GB/s" Positive "rate of the memory") {
        "under way" "bytes" = Some(latency * gbytes);
    }
}

/// A count; what is no count is 0.
fn whole(value: f64) -> u64 {
    value as u64
}

/// The least whole number that is no less.
fn above(value: f64) -> f64 {
    let below = whole(value) as f64;
    if below < value && value < u64::MAX as f64 { below + 1.0 } else { value }
}

/// How often a need fits into what there is; `None` without a need.
fn fits(room: f64, need: f64) -> Option<f64> {
    quotient(room, need).map(|times| whole(times) as f64)
}

/// Groups that every resource has room for.
fn resident(room: [f64; 3], need: [f64; 3], most: f64) -> Option<f64> {
    let limits = room.into_iter().zip(need).filter_map(|(room, need)| fits(room, need));
    Some(limits.fold(whole(most) as f64, f64::min))
}

/// Instructions of a loop with so many elements in a trip.
fn executed(elements: f64, results: f64, body: f64, outside: f64) -> f64 {
    outside + body * whole(elements).div_ceil(whole(results).max(1)) as f64
}

/// A power with a whole exponent, which is cut off if it is none.
fn power(base: f64, exponent: f64) -> f64 {
    let (mut rest, mut square, mut result) = (exponent as u64, base, 1.0);
    while rest > 0 {
        result *= if rest & 1 == 1 { square } else { 1.0 };
        square *= square;
        rest >>= 1;
    }
    result
}

/// One half to the power of a count.
fn halved(times: f64) -> f64 {
    (0..whole(times).min(1100)).fold(1.0, |share, _| share / 2.0)
}

fn quotient(over: f64, under: f64) -> Option<f64> {
    (under > 0.0).then(|| over / under)
}

fn pipeline(start_up: f64, each: f64) -> Linear {
    Linear { start_up, each }
}

/// Every formula.
pub fn models() -> Vec<Model> {
    let input = |input: &InputRow| Input {
        id: input.id.into(),
        doc: input.doc.into(),
        unit: input.unit.into(),
        takes: input.takes.words().into(),
        default: input.default,
    };
    let model = |row: &Row| Model {
        id: row.id.into(),
        doc: row.doc.trim().into(),
        inputs: row.inputs.iter().map(input).collect(),
    };
    ROWS.iter().map(model).collect()
}

/// What a formula gives for some numbers; the others have their defaults.
///
/// # Errors
/// A sentence: there is no such formula, it takes no such number, the number makes no sense, or what comes out is too large.
pub fn evaluate(id: &str, given: &[(String, f64)]) -> Result<Vec<Output>, String> {
    let row = ROWS.iter().find(|row| row.id == id).ok_or_else(|| unknown(id))?;
    let mut values: Vec<f64> = row.inputs.iter().map(|input| input.default).collect();
    for (name, value) in given {
        let place = row.inputs.iter().position(|input| input.id == name);
        let names = || row.inputs.iter().map(|input| input.id).collect::<Vec<_>>().join(", ");
        let place = place.ok_or_else(|| format!("`{id}` takes no `{name}`; it takes {}", names()))?;
        let takes = row.inputs[place].takes;
        if !takes.holds(*value) {
            return Err(format!("`{name}` takes {}, not {value}", takes.words()));
        }
        // A zero has no sign here.
        values[place] = *value + 0.0;
    }
    (row.answer)(&values).into_iter().map(output).collect()
}

/// Numbers from here on are not told: counts end here, and floats above them have been rounded or are infinite.
const TOO_LARGE: f64 = u64::MAX as f64;

fn output((label, unit, value): Answer) -> Result<Output, String> {
    if value.is_some_and(|value| value.is_nan() || value.abs() >= TOO_LARGE) {
        return Err(format!("with these numbers `{label}` is too large: it passes 2^64"));
    }
    Ok(Output { label: label.into(), value, unit: unit.into() })
}

fn unknown(id: &str) -> String {
    let names: Vec<&str> = ROWS.iter().map(|row| row.id).collect();
    format!("there is no formula `{id}`; there are {}", names.join(", "))
}

#[cfg(test)]
mod tests;

//! Runs a text on machines and compares what they leave in memory with the reference interpreter on the IR that no pass
//! has changed.

use lanescope_core::session::{Session, vocabulary::*};

use crate::{fuzz, runs};

/// More cycles than any of these kernels needs.
const CYCLES: u64 = 20_000_000;
/// Presets of each machine that a seed runs on.
const PRESETS: usize = 2;

/// Settings that change the code or the order in which it is carried out, by machine.
const CHANGES: &[(&str, &[(&str, &str)])] = &[
    ("rvv", &[]),
    ("rvv", &[("skip", "none")]),
    ("rvv", &[("skip", "sparse"), ("sparse_below", "100")]),
    ("rvv", &[("skip", "vcpop"), ("strips", "short-first")]),
    ("rvv", &[("skip", "none"), ("schedule", "program"), ("lmul", "1")]),
    ("rvv", &[("skip", "sparse"), ("strips", "short-first"), ("lmul", "2")]),
    ("rvv", &[("agnostic_ones", "true"), ("vlen", "128")]),
    ("rvv", &[("skip", "vfirst"), ("schedule", "program"), ("cores", "2")]),
    ("simt", &[]),
    ("simt", &[("ifcvt_max", "0")]),
    ("simt", &[("push_order", "majority-first")]),
    ("simt", &[("ifcvt_max", "32"), ("push_order", "majority-first")]),
    ("simt", &[("policy", "oldest"), ("ifcvt_max", "9")]),
    ("packed", &[]),
    ("packed", &[("alignment", "strict")]),
    ("packed", &[("masks", "false")]),
    ("packed", &[("gathers", "false"), ("alignment", "relaxed"), ("cores", "2")]),
    ("sim_d", &[]),
    ("sim_d", &[("instruction_memory", "65536"), ("pairwise", "true"), ("decoder", "three-stage")]),
    ("sim_d", &[("instruction_memory", "65536"), ("scratchpad_phases", "as-access"), ("warp_lanes", "64")]),
    (
        "sim_d",
        &[("instruction_memory", "65536"), ("scratchpad_phases", "as-compute"), ("execute_stages", "7")],
    ),
    ("harp", &[("ipdom_entries", "64")]),
    ("harp", &[("ipdom_entries", "64"), ("divergence", "pred"), ("sched_policy", "gto")]),
    ("harp", &[("ipdom_entries", "64"), ("divergence", "static"), ("mem_model", "dram")]),
    ("harp", &[("ipdom_entries", "64"), ("archid", "4b16/8/4/16"), ("sched_policy", "rr")]),
    ("harp", &[("ipdom_entries", "64"), ("divergence", "profile"), ("if_conversion", "after-registers")]),
    ("harp", &[("ipdom_entries", "64"), ("divergence", "static-profile"), ("insertion", "fresh")]),
    ("harp", &[("ipdom_entries", "64"), ("divergence", "size-aware"), ("archid", "8w32/32/64/8")]),
];

/// A run of a text.
pub struct Run {
    preset: String,
    changes: &'static [(&'static str, &'static str)],
    contract: bool,
}

/// The machine of a preset.
fn machine(preset: &str) -> &str {
    preset.split('/').next().unwrap_or(preset)
}

/// The runs of a seed: some presets of every machine that compiles kernels, with some settings, with and without contraction; or all of
/// them.
pub fn runs_of(seed: u64) -> Vec<Run> {
    let presets = runs::kernel_presets();
    let mut machines: Vec<&str> = presets.iter().map(|preset| machine(preset)).collect();
    machines.dedup();
    machines.into_iter().flat_map(|name| runs_on(seed, name, &presets)).collect()
}

/// Those of one machine.
pub fn runs_of_machine(seed: u64, name: &str) -> Vec<Run> {
    runs_on(seed, name, &runs::presets())
}

fn runs_on(seed: u64, name: &str, presets: &[String]) -> Vec<Run> {
    let of_machine: Vec<&String> = presets.iter().filter(|preset| machine(preset) == name).collect();
    let changes: Vec<_> = CHANGES.iter().filter(|(of, _)| *of == name).map(|(_, changes)| *changes).collect();
    let (seed, count) = (seed as usize, of_machine.len());
    // Once round the presets the settings and the contraction of each are others.
    let round = seed / count;
    let one = |at: usize| {
        let change = (round + seed + 3 * at) % changes.len().max(1);
        let preset = of_machine[(seed * PRESETS + at) % count].clone();
        let contract = (round + at % count + at / count) % 2 == 1;
        Run { preset, changes: changes.get(change).copied().unwrap_or_default(), contract }
    };
    (0..if fuzz::all() { 2 * count } else { PRESETS }).map(one).collect()
}

/// The text of a seed with operations of the lanes of a warp, and what is wrong with a run of it, if anything is.
pub fn fault_of_lanes(seed: u64, run: &Run) -> Option<(String, String)> {
    let words = WORDS.contains(&machine(&run.preset));
    fault_in(if words { super::lanes_in_words(seed) } else { super::lanes(seed) }, run)
}

/// The text of a seed with barriers that some work-items do not come to, and what is wrong with a run of it, if anything is.
pub fn fault_of_leaving(seed: u64, run: &Run) -> Option<(String, String)> {
    fault_in(super::leaving(seed), run)
}

/// Machines that have words of 32 bits alone, on some presets or on all, and no atomics.
const WORDS: &[&str] = &["sim_d", "harp"];

/// The text of a seed and what is wrong with a run of it, if anything is.
pub fn fault(seed: u64, run: &Run) -> Option<(String, String)> {
    let words = WORDS.contains(&machine(&run.preset));
    fault_in(if words { super::words(seed) } else { super::text(seed) }, run)
}

fn fault_in(source: String, run: &Run) -> Option<(String, String)> {
    let mut document = runs::document(&source, &run.preset);
    document.options.contract = run.contract;
    let change = |(id, value): &(&str, &str)| (id.to_string(), value.to_string());
    document.machine.changes = run.changes.iter().map(change).collect();
    let found = outcome(document).err()?;
    let found = format!("{} {:?} contract {}: {found}", run.preset, run.changes, run.contract);
    Some((source, found))
}

fn outcome(document: Document) -> Result<(), String> {
    let mut session = Session::open(document, Limits::default());
    if let Err(found) = session.start() {
        // A kernel may be longer or deeper than the machine has room for, a group larger than a core, a warp wider than the machine's.
        let known = ["limit::sim-d", "limit::harp", "launch::fit", "simt::lanes", "sim_d::stack"];
        let refused = found.iter().all(|one| known.contains(&one.code.as_ref()));
        return if refused { Ok(()) } else { Err(format!("{found:#?}")) };
    }
    let status = session.advance(CYCLES, CYCLES);
    if !status.complete || status.halt.is_some() {
        return Err(format!("{:?} at cycle {}", status.halt, status.cycle));
    }
    let check = (0..1000).find_map(|_| session.check(10_000_000)).ok_or("the reference does not end")?;
    match check.pass {
        true => Ok(()),
        false => Err(format!("{:?} {:?}", check.first.first(), check.remark)),
    }
}

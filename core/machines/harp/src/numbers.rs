//! What only this machine has to say of a run, by names, for programs that run the laboratory (HARP 7.1, facts C10, C27).
//!
//! A run with timing counts no steps, so that it has none to tell. Mask and stack are those of the warp that stopped the run, else of the
//! first that ended with something on its stack, else of the first one.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{base::OrdMap, files::Files, machines::studies::Data, source::Span};

use super::{
    asm::{Image, stands_for_file},
    exec::{Count, Counts, Cube, Entry, Interrupt, lanes},
    views::branches::{self, Counted},
};

/// The numbers of a run until now.
pub fn of(core: &Cube, image: &Image, files: &Files, steps: Option<u64>) -> Vec<(String, Data)> {
    let (counts, config) = (core.counts(), core.config());
    let (mask, stack) = last(core);
    let lanes = config.arch.lanes;
    let entries = stack.iter().map(|entry| Data::Text(entry.text(lanes))).collect();
    let slots = counts.steps * u64::from(lanes);
    let mut found: Vec<(&str, Data)> = Vec::from([
        ("harptool_exact", Data::Truth(config.rules.is_harptool())),
        ("vm", Data::Truth(config.vm)),
        ("kdic", counts.steps.into()),
        ("ldic", counts.lanes.into()),
        ("lane_slots", slots.into()),
        ("lane_instructions", counts.lane_instructions.into()),
        ("steps", steps.into()),
        ("loads", counts.loads.into()),
        ("stores", counts.stores.into()),
        ("stack_max", counts.stack_max.into()),
        ("mask", Data::Text(lanes::row(mask, lanes))),
        ("stack_left", Data::List(entries)),
        ("warps", Data::List(core.warps().iter().map(|warp| of_warp(&warp.counts)).collect())),
        ("per_line", per_line(core, files)),
        ("interrupt", core.last_interrupt().map_or(Data::Nothing, |one| of_interrupt(one, image, files))),
    ]);
    if let Some(entry) = &image.entry {
        let seen = branches::seen(&entry.branches, files, &Counted::all(core, &entry.branches));
        let ratio = branches::divergence_ratio(&seen).map_or(Data::Nothing, Data::Ratio);
        let of_kernel = core.in_text();
        found.push(("kdic_kernel", of_kernel.steps.into()));
        found.push(("ldic_kernel", of_kernel.lanes.into()));
        found.push(("divergence_ratio", ratio));
        let divergent = branches::divergent_branches(&seen).map_or(Data::Nothing, Data::Ratio);
        found.push(("divergent_branches", divergent));
        found.push(("per_branch", Data::List(seen.iter().map(|one| one.data()).collect())));
    }
    found.into_iter().map(|(name, data)| (name.to_string(), data)).collect()
}

/// Instructions of warps and lanes in them by lines of the texts; those that come from no line, like the start-up chain, first, without one.
fn per_line(core: &Cube, files: &Files) -> Data {
    let origins = files.origins(true);
    let slots = u64::from(core.config().arch.lanes);
    let mut lines: OrdMap<Option<(Option<String>, u32)>, Count> = OrdMap::new();
    for (span, count) in core.by_place() {
        // A file in binary form has no lines.
        let is_text = !span.is_none() && stands_for_file(files.text_of(files.part_at(span.start))).is_none();
        let place = is_text.then(|| origins.place(files.text(), span.start));
        let line = lines.entry(place.map(|place| (place.file, place.line))).or_default();
        line.steps += count.steps;
        line.lanes += count.lanes;
    }
    let row = |(place, count): (Option<(Option<String>, u32)>, Count)| {
        let (file, line) = place.map_or((None, None), |(file, line)| (file, Some(u64::from(line))));
        Data::map([
            ("line", line.into()),
            ("file", file.as_deref().into()),
            ("kdic", count.steps.into()),
            ("ldic", count.lanes.into()),
            ("lane_slots", (count.steps * slots).into()),
        ])
    };
    Data::List(lines.into_iter().filter(|(_, count)| count.steps > 0).map(row).collect())
}

/// What was counted of the warps of each core, where there are several, and what else there is to say of it.
pub fn of_cores(core: &Cube, more: impl Fn(usize) -> Vec<(&'static str, Data)>) -> Option<(String, Data)> {
    let cores = usize::from(core.config().cores);
    let of_core = |number: usize| {
        let warps = &core.warps()[core.of_core(number)];
        let counts = warps.iter().fold(Counts::default(), |sum, warp| sum.plus(warp.counts));
        let rows = [
            ("kdic", counts.steps.into()),
            ("ldic", counts.lanes.into()),
            ("loads", counts.loads.into()),
            ("stores", counts.stores.into()),
        ];
        Data::Map(rows.into_iter().chain(more(number)).map(|(name, data)| (name.to_string(), data)).collect())
    };
    (cores > 1).then(|| ("cores".to_string(), Data::List((0..cores).map(of_core).collect())))
}

/// The thread mask and the stack with which a run ended.
fn last(core: &Cube) -> (u64, &[Entry]) {
    match core.fault().or(core.leftovers().first()) {
        Some(fault) => (fault.mask, &fault.stack),
        None => core.warps().first().map_or((0, &[][..]), |warp| (warp.mask, &warp.stack)),
    }
}

/// What the original emulator counts of a warp.
fn of_warp(counts: &Counts) -> Data {
    let Counts { steps, lane_instructions, loads, stores, .. } = *counts;
    Data::map([
        ("steps", steps.into()),
        ("insts", lane_instructions.into()),
        ("loads", loads.into()),
        ("stores", stores.into()),
    ])
}

/// An interrupt with the line of its instruction, or the file in binary form in which that is.
fn of_interrupt(one: Interrupt, image: &Image, files: &Files) -> Data {
    let place = |span: Span| (!span.is_none()).then(|| files.origins(true).place(files.text(), span.start));
    let span = image.span(one.pc);
    let binary = stands_for_file(files.text_of(files.part_at(span.start))).filter(|_| !span.is_none());
    let place = place(span).filter(|_| binary.is_none());
    Data::map([
        ("number", u64::from(one.number).into()),
        ("warp", u64::from(one.warp).into()),
        ("pc", one.pc.into()),
        ("line", place.as_ref().map(|place| u64::from(place.line)).into()),
        ("file", binary.or(place.as_ref().and_then(|place| place.file.as_deref())).into()),
    ])
}

//! What a group asks of each resource, and how long a launch takes at least (simd 7.6): what the shape of groups is chosen by.

use alloc::{format, string::String, vec::Vec};

use super::{code::Code, schedule::Times, shape::Shape, tiles::Asked};
use crate::{
    isa::{Category, WORK_ITEMS},
    timing::{settings::Settings, upload},
};

/// What a group of a shape asks for, and how many groups there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Columns of a group.
    pub width: u32,
    /// Groups of the launch.
    pub groups: u64,
    /// Least-issue delays of its requests of main memory, and cycles of its requests of the scratchpad, in cycles of the DRAM.
    pub dram: u64,
    pub scratchpad: u64,
    /// Cycles of the pipeline.
    pub compute: u64,
    /// Cycles of the pipeline that the launch takes at least with its upload, as far as is known how often what is executed.
    pub cycles: u64,
}

impl Estimate {
    /// Of code that a launch is cut for.
    pub fn new(code: &Code, asked: &[Asked], shape: &Shape, timing: &Settings) -> Estimate {
        let times = Times::new(timing);
        let edges = |line: &super::code::Line| {
            let memory = line.op.row().category == Category::Memory;
            let edges = times.edges(line.op) + if memory { times.restart() } else { 0 };
            line.often * u64::from(edges)
        };
        let sum = |main: bool| -> u64 {
            asked.iter().filter(|one| one.main == main).map(|one| one.cost.saturating_mul(one.often)).sum()
        };
        let (dram, scratchpad) = (sum(true), sum(false));
        let compute = code.lines.iter().map(edges).sum();
        let sides = [shape.width, shape.height()];
        let groups = [0, 1].map(|at| u64::from(shape.size[at].div_ceil(sides[at]))).iter().product();
        let period = u128::from(timing.dram.part.period_ps());
        let core = |cycles: u64| u64::try_from(u128::from(cycles) * period / 1000).unwrap_or(u64::MAX);
        // No resource serves two groups at a time, and no more than two groups are on their way.
        let most = core(dram).max(compute).saturating_mul(groups);
        let all = core(dram).saturating_add(core(scratchpad)).saturating_add(compute);
        let cycles = most.max(all.saturating_mul(groups.div_ceil(2)));
        let cycles = cycles.saturating_add(upload::cycles(code.lines.len(), timing.dram.part));
        Estimate { width: shape.width, groups, dram, scratchpad, compute, cycles }
    }
}

/// The table of shapes, as facts of a program.
pub fn facts(table: &[Estimate], chosen: u32) -> Vec<(String, String)> {
    let row = |one: &Estimate| {
        let Estimate { width, groups, dram, scratchpad, compute, cycles } = *one;
        let mark = if width == chosen { ", chosen" } else { "" };
        (
            format!("groups of {width} x {}", WORK_ITEMS as u32 / width),
            format!(
                "{groups} groups; of each the DRAM takes {dram} DRAM cycles, the scratchpad {scratchpad}, the pipeline {compute} cycles; \
                 at least {cycles} cycles in all{mark}"
            ),
        )
    };
    table.iter().map(row).collect()
}

//! When things happen: a barrel of warps (HARP 5 and 6).
//!
//! A warp is a token that goes round. The scheduler takes one that is ready; its instruction goes through FETCH, PRED, REG and RBUF, one cycle
//! each, then into the functional unit that it needs; the arbiter takes one result in a cycle, and the warp is ready again in the next one.
//! So a warp has at most one instruction in flight, and there is nothing to forward, to predict or to flush. An instruction whose unit takes
//! nothing stays in RBUF, and everything behind it stays where it is, the scheduler too; stages that are empty fill up.
//!
//! An instruction is executed, by [`crate::exec`], in the cycle in which the scheduler takes its warp. Nothing overtakes in front of the units,
//! so the order is that in which units accept. Characters that wait for the console interrupt warp 0 when it is taken.
//!
//! - [`scheduler`]: which warp goes next;
//! - [`token`]: an instruction on its way, and what it asks of the units;
//! - [`units`]: the functional units; [`barrier`]: that for barriers;
//! - [`lsu`] and [`coalescer`]: loads and stores; [`memory`]: what is behind them;
//! - [`arbiter`]: whose result goes;
//! - [`pipeline`]: all of it together, for one core; [`cores`]: several of them in front of memory that they share; [`standing`]: what each warp does in a cycle, and why;
//! - [`counters`]: what is counted; [`settings`]: what there is to choose.
//!
//! What needs no part of its own: the stack of a warp takes both entries of a `split` in the cycle of the instruction, or gives one to a `join`,
//! and a warp has one of them in flight at most. The register file has the ports that an instruction needs (three reads, one write), and one
//! result is written in a cycle, so that nothing waits for it; `clone` copies all registers of a lane in a cycle, and takes a cycle
//! more for each further lane.
//!
//! Deliberately absent: an instruction cache (the program lies in a memory that takes a cycle, one for each core).

pub mod arbiter;
pub mod barrier;
pub mod coalescer;
pub mod cores;
pub mod counters;
pub mod lsu;
pub mod memory;
pub mod pipeline;
pub mod scheduler;
pub mod settings;
pub mod standing;
#[cfg(test)]
pub(crate) mod tests;
pub mod token;
pub mod units;

use settings::Settings;

use super::isa::Arch;

/// What a pipeline is built as: the settings, for one machine.
#[derive(Clone, Debug)]
pub struct Config {
    /// The settings.
    pub settings: Settings,
    /// Bytes of a line, a power of two.
    pub line_bytes: u64,
    /// Bits of a word.
    pub word_bits: u32,
    /// Cores, each with a pipeline.
    pub cores: u16,
}

impl Config {
    /// The settings for a machine.
    pub fn new(settings: &Settings, arch: &Arch) -> Config {
        Config {
            settings: settings.clone(),
            line_bytes: u64::from(settings.line_words) * u64::from(arch.word_bytes).next_power_of_two(),
            word_bits: arch.bits(),
            cores: 1,
        }
    }
}

//! How much memory of the host the instructions under way take. A long vector that goes through a slow unit leaves a list
//! of cycles for each of its elements, and what will be told of them: no setting alone bounds that, so it is counted.
//!
//! It is counted as if somebody listened, so that telling never decides whether a run passes its limit.

use super::{Record, core::Item, pipeline::Times};
use crate::spec::{MemoryModel, RegisterFile, Spec};

/// Bytes of an entry of the agenda that is alone in its cycle: a list begins with room for four, and a node of the tree is
/// half empty. A number of its own, so that a run passes its limit in the same cycle on every platform.
const ITEM: u64 = 512;
const _: () = assert!(4 * size_of::<Item>() as u64 + 2 * (8 + 24) <= ITEM);
/// Bytes of an entry of a tree of cycles.
const ENTRY: u64 = 64;
/// DRAM commands for a burst at most.
const COMMANDS: u64 = 3;
/// Steps of a burst that are told: asked for, at its channel, back.
const STEPS: u64 = 3;

/// Bytes that an instruction takes while it is under way.
pub fn bytes(record: &Record, times: &Times, spec: &Spec) -> u64 {
    let (groups, addresses) = (times.groups.len() as u64, record.addresses.len() as u64);
    let mask = record.mask.as_ref().map_or(0, |words| words.len() as u64);
    let lists = 2 * 8 * (4 * groups + addresses + mask) + 1024;
    let banked = spec.register_file == RegisterFile::Banked;
    let ports = if banked { groups * u64::from(record.ports.0 + record.ports.1) } else { 0 };
    let dram = spec.memory == MemoryModel::Dram;
    let bursts = if dram { bursts(times, spec) } else { 0 };
    let commands = COMMANDS * bursts;
    let banks = times.banks.len() as u64;
    let told = changes(record, times) + banks + commands + STEPS * bursts;
    lists + ENTRY * (ports + commands + bursts) + 16 * banks + ITEM * told
}

/// Bursts that an instruction moves.
fn bursts(times: &Times, spec: &Spec) -> u64 {
    times.bytes.iter().sum::<u64>() / u64::from(spec.channel.standard().organization.burst_bytes.max(1))
}

/// Most changes of the state of a unit's row: of its lanes, and where a group does not follow the one before at once.
fn changes(record: &Record, times: &Times) -> u64 {
    let gaps = times.groups.windows(2).filter(|pair| pair[1] > pair[0] + 1).count() as u64;
    let lanes = if record.mask.is_some() { times.groups.len() as u64 } else { 0 };
    2 * gaps + lanes + 8
}

//! What decides when phases end: the bound of each, and the path of phases that the last one had to wait for (simd 7.6, 7.7).
//!
//! A bound is that of the analysis (`wcet`): of computation the longest way between two requests, of a request of main memory its
//! issue delay, of the scratchpad its lines. What a person decided about loops is not known here.

use alloc::{string::String, vec::Vec};

use super::{
    dram::bound,
    phases::{Held, Resource},
    program::launched,
    request::{Request, requests},
};
use crate::{
    base::{OrdMap, order},
    machines::{
        panels::Scene,
        sim_d::{
            dram::settings::Settings as Memory,
            timing::clocks::Clocks,
            wcet::{
                between::{Ends, between},
                marks::Given,
                plan::Plan,
            },
        },
    },
    trace::Log,
};

/// Most requests of main memory whose bounds are worked out.
const REQUESTS: usize = 500;

/// The phases on which the end of the last one depends, by their places, the first one first: each began when the one before it
/// ended, which had the resource, or the group itself.
pub fn critical(all: &[Held]) -> Vec<usize> {
    let holds = |at: &usize| !all[*at].waits;
    let Some(mut at) = (0..all.len()).filter(holds).max_by_key(|at| all[*at].to) else { return Vec::new() };
    let mut path = Vec::from([at]);
    while let Some(before) = before(all, at) {
        path.push(before);
        at = before;
    }
    path.reverse();
    path
}

/// The phase that a phase had to wait for.
fn before(all: &[Held], at: usize) -> Option<usize> {
    let taker = all[at];
    let earlier = || (0..at).rev().filter(|other| all[*other].from < taker.from);
    let waited = earlier().any(|other| {
        let one = all[other];
        one.waits && (one.slot, one.resource, one.to) == (taker.slot, taker.resource, taker.from)
    });
    let own = earlier().find(|other| all[*other].slot == taker.slot && !all[*other].waits);
    let last = |wanted: Option<Resource>| {
        earlier().find(|other| {
            let one = all[*other];
            let fits = wanted.is_none_or(|wanted| wanted == one.resource);
            one.slot != taker.slot && !one.waits && fits && one.to <= taker.from + 1
        })
    };
    match own {
        _ if waited => last(Some(taker.resource)).or(own),
        Some(own) if all[own].to == taker.from => Some(own),
        // The slot was empty: whoever ended last let the group in.
        _ => own.into_iter().chain(last(None)).max_by_key(|other| all[*other].to),
    }
}

/// The bounds of a window's phases.
pub struct Bounds {
    /// Of computation, by the requests around it.
    compute: OrdMap<Ends, u64>,
    /// Of scratchpads, by the instruction.
    scratchpad: OrdMap<u32, u64>,
    /// The requests of main memory, by slot and beginning, with the cycle until which each may last.
    requests: Vec<(u32, u64, u64)>,
    /// Why computation has no bounds, if it has none.
    pub missing: Option<String>,
}

impl Bounds {
    /// Of a run in a window of its recording.
    pub fn new(scene: &dyn Scene, log: &Log, (from, to): (u64, u64)) -> Bounds {
        let mut bounds =
            Bounds { compute: OrdMap::new(), scratchpad: OrdMap::new(), requests: Vec::new(), missing: None };
        let Some((program, launch, spec)) = launched(scene) else { return bounds };
        let recorded = requests(log, from, to);
        bounds.requests = until(&recorded, &spec.timing.dram);
        match Plan::new(program.into(), launch, &spec, &Given::default()) {
            Ok(plan) => {
                let model = plan.model();
                let asks = |node: usize| model.graph.request(node, plan.program()).is_some();
                bounds.compute = between(&model.dag, &model.graph, &model.costs, asks);
                bounds.scratchpad = plan.scratchpads().collect();
            }
            Err(found) => bounds.missing = Some(found.message),
        }
        bounds
    }

    /// The most cycles that a phase may take; `starts` if its group began with it. Nothing where that is not known, as of what began
    /// before the window.
    pub fn of(&self, all: &[Held], at: usize, starts: bool) -> Option<u64> {
        let held = all[at];
        let same = |other: &&Held| other.slot == held.slot;
        match held.resource {
            _ if held.waits => None,
            Resource::Memory => {
                let behind = self.requests.partition_point(|one| (one.0, one.1) <= (held.slot, held.from));
                let (slot, from, until) = *self.requests.get(behind.checked_sub(1)?)?;
                (slot == held.slot && from == held.from).then(|| until.saturating_sub(from))
            }
            Resource::Scratchpad => self.scratchpad.get(&held.pc).copied(),
            Resource::Compute => {
                let asked = |held: &Held| (held.resource != Resource::Compute).then_some(held.pc);
                let last = match starts {
                    true => None,
                    false => {
                        let last = all[..at].iter().rev().filter(same).find(|one| one.to <= held.from);
                        Some(last.filter(|last| last.to == held.from || last.waits).and_then(asked)?)
                    }
                };
                let next = all[at + 1..].iter().find(same).filter(|next| next.from == held.to);
                self.compute.get(&(last, Some(next.and_then(asked)?))).copied()
            }
        }
    }
}

/// Slot and beginning of each request, and the cycle until which it may last, in order.
fn until(recorded: &[Request], settings: &Memory) -> Vec<(u32, u64, u64)> {
    let clocks = Clocks::new(settings.part);
    let one = |request: &Request| {
        let most = bound(request, settings)?.edges;
        Some((request.asked.unit, request.from, clocks.compute_at(request.asked.edge + most)))
    };
    let mut list: Vec<(u32, u64, u64)> = recorded.iter().take(REQUESTS).filter_map(one).collect();
    order::sort_by_key(&mut list, |one| (one.0, one.1));
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(slot: u32, resource: Resource, waits: bool, from: u64, to: u64) -> Held {
        Held { slot, resource, waits, from, to, pc: 0 }
    }

    /// The beginning of the schedule of simd 9.8: the second group's first transfer had to wait for that of the first one, and its
    /// computation for that transfer; what the first group did since then decides nothing.
    #[test]
    fn simd_9_8_the_path_of_who_was_waited_for() {
        use Resource::{Compute, Memory, Scratchpad};
        let all = [
            held(0, Compute, false, 0, 10),
            held(1, Compute, true, 0, 10),
            held(0, Memory, false, 10, 40),
            held(1, Compute, false, 10, 20),
            held(1, Memory, true, 20, 40),
            held(0, Compute, false, 40, 60),
            held(1, Memory, false, 40, 70),
            held(0, Scratchpad, false, 60, 65),
            held(1, Compute, false, 70, 80),
        ];
        assert_eq!(critical(&all), [0, 2, 6, 8]);
        // Without the last phase of each slot the transfer is what decides, too.
        assert_eq!(critical(&all[..6]), [0, 2, 5]);
        assert_eq!(critical(&[]), []);
    }

    /// A slot that was empty took its group when the other group ended.
    #[test]
    fn an_empty_slot_waits_for_whoever_ended_last() {
        use Resource::Compute;
        let all = [
            held(0, Compute, false, 0, 10),
            held(1, Compute, false, 10, 30),
            held(0, Compute, false, 30, 50),
        ];
        assert_eq!(critical(&all), [0, 1, 2]);
    }
}

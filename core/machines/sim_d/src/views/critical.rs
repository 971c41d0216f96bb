//! What decides when phases end: the bound of each, and the path of phases that the last one had to wait for (simd 7.6, 7.7).
//!
//! A bound is that of the analysis (`wcet`): of computation the longest way between two requests, of a request of main memory its
//! issue delay, of the scratchpad its lines. What a person decided about loops is not known here.

use alloc::{string::String, vec::Vec};

use lanescope_parts::{
    base::{OrdMap, order},
    machines::panels::Scene,
    trace::Log,
};

use super::{
    dram::known,
    phases::{Held, Resource},
    program::launched,
    request::{TimedRequest, requests},
};
use crate::{
    dram::settings::Settings as Memory,
    timing::clocks::Clocks,
    wcet::{
        between::{Ends, between},
        graph::{Edge, EdgeKind},
        marks::Given,
        plan::Plan,
        sweep::{Delays, Sweep},
    },
};

/// Bursts of the memory controller that are spent on the bounds of rectangles, about so many.
const BURSTS: u64 = 1 << 18;

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

/// A request of main memory.
struct Asked {
    slot: u32,
    from: u64,
    /// The cycle until which it may last.
    until: Option<u64>,
}

/// The bounds of a window's phases.
#[derive(Default)]
pub struct Bounds {
    /// Of computation, by the requests around it.
    compute: OrdMap<Ends, u64>,
    /// Of scratchpads, by the instruction.
    scratchpad: OrdMap<u32, u64>,
    /// The requests of main memory, by slot and beginning.
    requests: Vec<Asked>,
    /// The stores with which a group ends.
    stores: Vec<u32>,
    /// Can a group end otherwise? Then the next one of its slot may follow without a gap.
    exits: bool,
    /// Why computation has no bounds, if it has none.
    pub missing: Option<String>,
}

impl Bounds {
    /// Of a run in a window of its recording.
    pub fn new(scene: &dyn Scene, log: &Log, (from, to): (u64, u64)) -> Bounds {
        let mut bounds = Bounds::default();
        let Some((program, launch, spec)) = launched(scene) else { return bounds };
        bounds.requests = asked(&requests(log, from, to), &spec.timing.dram);
        let code = (0u32..).zip(&program.instructions);
        bounds.stores = code.filter(|(_, one)| one.exits).map(|(pc, _)| pc).collect();
        match Plan::new(program.into(), launch, &spec, &Given::default()) {
            Ok(plan) => {
                let model = plan.model();
                let asks = |node: usize| model.graph.request(node, plan.program()).is_some();
                bounds.compute = between(&model.dag, &model.graph, &model.costs, asks);
                bounds.scratchpad = plan.scratchpads().collect();
                let ends = |edge: &&Edge| edge.to.is_none();
                bounds.exits = model.graph.edges.iter().filter(ends).any(|edge| edge.way != EdgeKind::Stores);
            }
            Err(found) => bounds.missing = Some(found.message),
        }
        bounds
    }

    /// The request of a slot that begins at a cycle.
    fn asked(&self, slot: u32, from: u64) -> Option<&Asked> {
        let at = self.requests.binary_search_by_key(&(slot, from), |one| (one.slot, one.from)).ok()?;
        self.requests.get(at)
    }

    /// The most cycles that a phase may take, with the cycles at which groups start and their numbers. Nothing where that is not
    /// known, as of what began before the window. Of computation it is the bound of the group's own code.
    pub fn of(&self, all: &[Held], at: usize, starts: &[(u64, u32)]) -> Option<u64> {
        let held = all[at];
        match held.resource {
            _ if held.waits => None,
            Resource::Memory => {
                let asked = self.asked(held.slot, held.from)?;
                Some(asked.until?.saturating_sub(asked.from))
            }
            Resource::Scratchpad => self.scratchpad.get(&held.pc).copied(),
            Resource::Compute => {
                let inside = |start: &(u64, u32)| held.from < start.0 && start.0 < held.to;
                if self.exits && starts.iter().any(inside) {
                    return None;
                }
                let next = all[at + 1..].iter().find(|one| one.slot == held.slot);
                let next = next.filter(|next| next.from == held.to && next.resource != Resource::Compute)?;
                let last = self.last(all, at, starts)?;
                // A group behind one that ended by `exit` is fetched an edge later.
                let later = u64::from(self.exits && last.is_none());
                self.compute.get(&(last, Some(next.pc))).map(|most| most + later)
            }
        }
    }

    /// The request before a phase of computation, or none if its group begins with that; nothing where it is not known.
    fn last(&self, all: &[Held], at: usize, starts: &[(u64, u32)]) -> Option<Option<u32>> {
        let mut begin = all[at].from;
        for before in all[..at].iter().rev().filter(|one| one.slot == all[at].slot) {
            match before.resource {
                _ if before.to != begin => break,
                // It waited for the pipeline.
                Resource::Compute if before.waits => begin = before.from,
                Resource::Compute => return None,
                _ => return Some(Some(before.pc).filter(|pc| !self.stores.contains(pc))),
            }
        }
        starts.iter().any(|(start, _)| *start == begin).then_some(None)
    }
}

/// The requests by slot and beginning, with the cycle until which each may last as far as that is not too much work.
fn asked(recorded: &[TimedRequest], settings: &Memory) -> Vec<Asked> {
    let (clocks, mut delays, mut budget) = (Clocks::new(settings.part), Delays::new(settings), BURSTS);
    let mut one = |request: &TimedRequest| {
        let until = most(request, settings, (&mut delays, &mut budget));
        let until = until.map(|edges| clocks.compute_at(request.asked.edge + edges));
        Asked { slot: request.asked.unit, from: request.from, until }
    };
    let mut list: Vec<Asked> = recorded.iter().map(&mut one).collect();
    order::sort_by_key(&mut list, |one| (one.slot, one.from));
    list
}

/// The longest delay of a request in DRAM cycles: by the equations, or of a rectangle after whatever was served before.
fn most(request: &TimedRequest, settings: &Memory, (delays, budget): (&mut Delays, &mut u64)) -> Option<u64> {
    if let Some(found) = known(request, settings) {
        return Some(found.edges);
    }
    let pairs = settings.part.standard().organization.total_banks() as u16 / 2;
    let mut sweep = Sweep::after_all(Vec::from([request.stride()?]), request.asked.write, pairs);
    sweep.advance(delays, budget).ok()?.then_some(sweep.longest)
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

//! Step 6: the phases of a group, computation and requests in turns (SD-94).
//!
//! Where scratchpads count as accesses, each of their transfers is a phase; where they count as computation, its cost is
//! added to the phase that goes on around it.

use alloc::{vec, vec::Vec};

use serde::Serialize;

use super::{
    costs::Costs,
    graph::{EdgeKind, Graph},
    unroll::{Dag, Step},
};

/// What a phase occupies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Resource {
    /// The pipeline.
    Compute,
    /// The DRAM.
    Dram,
    /// The scratchpad of the group's slot.
    Scratchpad,
}

/// A phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Phase {
    /// What it occupies.
    pub resource: Resource,
    /// At most so many compute cycles.
    pub cycles: u64,
    /// The instruction that asks for it; of computation the one with which it ends.
    pub pc: u32,
}

/// What scratchpads count as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// As accesses.
    Access,
    /// As computation.
    Compute,
}

/// The access at the end of a node: what it occupies and its cycles.
pub type Accesses = Vec<Option<(Resource, u64)>>;

/// The phases of a way of the author's graph: what comes behind the last request is dropped.
pub fn of_way(
    way: &[Step],
    dag: &Dag,
    graph: &Graph,
    costs: &Costs,
    accesses: &Accesses,
    policy: Policy,
) -> Vec<Phase> {
    let mut phases = Vec::new();
    let mut sum = costs.begin;
    let mut last = 0;
    for step in way {
        let node = dag.vertices[step.from as usize] as usize;
        last = graph.nodes[node].block.last;
        let more = costs.of(node as u32, step.edge);
        let compute = |cycles| Phase { resource: Resource::Compute, cycles, pc: last };
        match accesses[node] {
            Some((Resource::Scratchpad, cycles)) if policy == Policy::Compute => sum += more + cycles,
            Some((resource, cycles)) => {
                phases.push(compute(sum + costs.nodes[node]));
                phases.push(Phase { resource, cycles, pc: last });
                sum = more - costs.nodes[node];
            }
            None => sum += more,
        }
    }
    if phases.is_empty() {
        phases.push(Phase { resource: Resource::Compute, cycles: sum, pc: last });
    }
    phases
}

/// The phases of every way, if all have the same: each as long as on the way on which it is longest, in pairs of computation and
/// access, the last one a store with which the group ends. `None` if ways differ; where groups come in pairs, one may end
/// early by `exit`.
pub fn of_all(
    dag: &Dag,
    graph: &Graph,
    costs: &Costs,
    accesses: &Accesses,
    policy: Policy,
    pairwise: bool,
) -> Option<Vec<Phase>> {
    let mut phases: Vec<Phase> = Vec::new();
    // For each vertex how many phases lie before it, and the computation since then.
    let mut at: Vec<Option<(usize, u64)>> = vec![None; dag.vertices.len()];
    at[0] = Some((0, 0));
    let mut steps = vec![Vec::new(); dag.vertices.len()];
    dag.steps.iter().for_each(|step| steps[step.from as usize].push(*step));
    let (mut end, mut early) = (None, Vec::new());
    for &from in &dag.order {
        let Some((count, sum)) = at[from as usize] else { continue };
        let node = dag.vertices[from as usize] as usize;
        let pc = graph.nodes[node].block.last;
        for step in &steps[from as usize] {
            let whole = costs.of(node as u32, step.edge);
            let (count, sum) = match accesses[node] {
                Some((Resource::Scratchpad, cycles)) if policy == Policy::Compute => {
                    (count, sum + whole + cycles)
                }
                Some((resource, cycles)) => {
                    // A request costs the same on every edge, but for pops behind it.
                    let before =
                        steps[from as usize].iter().map(|step| costs.of(node as u32, step.edge)).min()?;
                    let own = [(Resource::Compute, sum + before), (resource, cycles)];
                    for (place, (resource, cycles)) in (count..).zip(own) {
                        match phases.get_mut(place) {
                            Some(known) if known.resource != resource => return None,
                            Some(known) => known.cycles = known.cycles.max(cycles),
                            None => phases.push(Phase { resource, cycles, pc }),
                        }
                    }
                    (count + 2, whole - before)
                }
                None => (count, sum + whole),
            };
            if pairwise && graph.edges[step.edge as usize].way == EdgeKind::Exits {
                early.push((count, sum));
                continue;
            }
            let known = step.to.map_or(&mut end, |to| &mut at[to as usize]);
            match known {
                Some((other, _)) if *other != count => return None,
                Some((_, known)) => *known = sum.max(*known),
                None => *known = Some((count, sum)),
            }
        }
    }
    // What ends with its store has nothing behind it.
    let (count, behind) = end?;
    for (place, cycles) in early {
        let phase = phases.get_mut(place)?;
        phase.cycles = phase.cycles.max(cycles);
    }
    (behind == 0 && count == phases.len() && count > 0).then_some(phases)
}

//! The longest computation between one request and the next: what bounds each phase of computation by itself.

use alloc::{vec, vec::Vec};

use lanescope_parts::base::OrdMap;

use super::{
    costs::Costs,
    graph::Graph,
    unroll::{Dag, Step},
};

/// The instruction that asked last, and the one that asks next: nothing at the group's beginning, and at its end.
pub type Ends = (Option<u32>, Option<u32>);

/// The most compute cycles between requests on any way through the unrolled graph. `asks` says of a node whether it ends with a request.
pub fn between(dag: &Dag, graph: &Graph, costs: &Costs, asks: impl Fn(usize) -> bool) -> OrdMap<Ends, u64> {
    let mut longest: OrdMap<Ends, u64> = OrdMap::new();
    let mut note = |ends: Ends, cycles: u64| {
        let known = longest.entry(ends).or_default();
        *known = cycles.max(*known);
    };
    // For each vertex the computation since each request that may be the last one before it.
    let mut since: Vec<OrdMap<Option<u32>, u64>> = vec![OrdMap::new(); dag.vertices.len()];
    since[0].insert(None, 0);
    let mut steps: Vec<Vec<Step>> = vec![Vec::new(); dag.vertices.len()];
    dag.steps.iter().for_each(|step| steps[step.from as usize].push(*step));
    for &from in &dag.order {
        let node = dag.vertices[from as usize];
        let here = core::mem::take(&mut since[from as usize]);
        let own = &steps[from as usize];
        // A request costs the same on every edge, but for pops behind it.
        let before = own.iter().map(|step| costs.of(node, step.edge)).min().unwrap_or(0);
        let pc = Some(graph.nodes[node as usize].block.last);
        let asking = asks(node as usize);
        if asking {
            here.iter().for_each(|(last, cycles)| note((*last, pc), cycles + before));
        }
        for step in own {
            let whole = costs.of(node, step.edge);
            let mut pass = |last: Option<u32>, cycles: u64| match step.to {
                Some(to) => {
                    let known = since[to as usize].entry(last).or_default();
                    *known = cycles.max(*known);
                }
                None => note((last, None), cycles),
            };
            match asking {
                true => pass(pc, whole - before),
                false => here.iter().for_each(|(last, cycles)| pass(*last, cycles + whole)),
            }
        }
    }
    longest
}

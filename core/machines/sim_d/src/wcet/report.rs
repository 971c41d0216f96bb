//! What the analysis says of a launch, as plain data.

use alloc::{format, string::String, vec, vec::Vec};

use super::{
    graph::Graph,
    loops::Loops,
    marks::{Outcomes, Said},
    phases::{Phase, Resource},
    unroll::{Dag, Step},
};

/// By which formula `bound` was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// All groups, one after the other. Something always goes on: the pipeline, a request or a scratchpad of one of the
    /// groups. So the sum of all phases bounds every policy.
    Sum,
    /// Two groups at a time in turns. That holds where accesses are one resource (by the policy, or because there are no
    /// scratchpad transfers), every way has the same phases, and the group ends with its store. Where groups are launched in pairs, some may
    /// end early.
    Turns,
}

/// A request of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestBound {
    /// The instruction.
    pub pc: u32,
    /// What serves it.
    pub resource: Resource,
    /// Its delay by the author's tool, in DRAM cycles and in compute cycles.
    pub author: [u64; 2],
    /// The delay that no run exceeds, the same way.
    pub machine: [u64; 2],
    /// Is its place known before the launch? Else it is bounded as if it lay anywhere.
    pub placed: bool,
}

/// A loop, and what bounds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounded {
    /// The first instruction of its header.
    pub pc: u32,
    /// Most times that it goes back, if a person said so.
    pub turns: Option<u32>,
    /// The outcomes of a branch that leaves it, the branch, and who said it.
    pub branch: Option<(u32, Outcomes, Said)>,
}

impl Bounded {
    /// It in words, with a name for the branch that leaves the loop; empty if nothing bounds it.
    pub fn in_words(&self, name: &dyn Fn(u32) -> String) -> String {
        let branch = self.branch.map(|(pc, outcomes, said)| {
            let who = if said == Said::Person { "a person" } else { "the program" };
            let [taken, not] = [outcomes.taken, outcomes.period - outcomes.taken];
            format!("{}: {taken} taken, {not} not, from {}, says {who}", name(pc), outcomes.start)
        });
        let turns = self.turns.map(|turns| format!("at most {turns} times back, says a person"));
        let both: Vec<String> = branch.into_iter().chain(turns).collect();
        both.join("; ")
    }
}

/// A model of the program: the graph, its loops, what is left when they are unrolled, and the longest way.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The graph.
    pub graph: Graph,
    /// Its loops.
    pub loops: Loops,
    /// The unrolled graph.
    pub dag: Dag,
    /// Compute cycles of each node by itself, and what each edge adds.
    pub costs: super::costs::Costs,
    /// The longest way.
    pub way: Vec<Step>,
}

impl Model {
    /// How often each node is on the longest way.
    pub fn times(&self) -> Vec<u64> {
        let mut times = vec![0; self.graph.nodes.len()];
        self.way.iter().for_each(|step| times[self.dag.vertices[step.from as usize] as usize] += 1);
        times
    }
}

/// See the module. Times are compute cycles unless it is said otherwise.
#[derive(Clone, Debug)]
pub struct Report {
    /// Groups of the launch.
    pub groups: u64,
    /// The upload of the program.
    pub upload: u64,
    /// The author's tool: the least that the worst case can be.
    pub best: u64,
    /// The author's tool: all groups one after the other.
    pub single: u64,
    /// The author's tool: scratchpads count as accesses.
    pub sp_as_access: u64,
    /// The author's tool: scratchpads count as computation.
    pub sp_as_compute: u64,
    /// What no run with these settings exceeds, however far the refresh counter is at its beginning.
    pub bound: u64,
    /// The beginning of the refresh counter for which that holds; none if for every one.
    pub refresh_start: Option<u32>,
    /// How that was made.
    pub rule: Rule,
    /// Its phases if groups take turns; else those of its longest way.
    pub phases: Vec<Phase>,
    /// The longest way of a group, by [`Report::machine`].
    pub group: u64,
    /// The refreshes of the author's formulas.
    pub refresh: super::formulas::Refresh,
    /// Refreshes that fall into the bound, and what they cost.
    pub refreshes: [u64; 2],
    /// The phases of the author's tool, scratchpads as accesses and as computation.
    pub author_phases: [Vec<Phase>; 2],
    /// The requests, in the order of the program.
    pub requests: Vec<RequestBound>,
    /// The loops.
    pub loops: Vec<Bounded>,
    /// Jumps that a scalar decides otherwise than is said of them, or of their loops: nothing here is a bound then.
    pub untrue: Vec<u32>,
    /// Requests that are not on the author's longest way: its bound leaves them out.
    pub off_way: Vec<u32>,
    /// The author's model.
    pub author: Model,
    /// Ours.
    pub machine: Model,
    /// Runs of the DRAM controller that it took.
    pub runs: u64,
}

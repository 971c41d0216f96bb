//! All steps of the analysis, in slices.

use alloc::{format, string::String, sync::Arc, vec::Vec};

use lanescope_parts::{machines::studies::Steps, source::Diagnostic};

use super::{
    access::{Need, Requests},
    affine::Known,
    costs::{self, is_scratchpad},
    formulas::{self, Refresh},
    graph::{Graph, GraphKind, graph},
    issue::Rules,
    loops::Loops,
    marks::{Given, Marks},
    phases::{self, Accesses, Phase, Policy, Resource},
    report::{Bounded, Model, Report, RequestBound, Rule},
    sweep::Delays,
    unroll::Dag,
    values,
};
use crate::{
    exec::Launch,
    isa::Program,
    spec::Spec,
    timing::{settings::Scratchpad, upload},
};

/// A delay that is looked for.
#[derive(Clone, Debug)]
struct Item {
    node: usize,
    need: Need,
    placed: bool,
}

/// The analysis of a launch under way.
#[derive(Clone, Debug)]
pub struct Plan {
    program: Arc<Program>,
    launch: Launch,
    spec: Spec,
    author: (Model, Vec<Item>),
    machine: (Model, Vec<Item>),
    bounded: Vec<Bounded>,
    /// How far the refresh counter is at the beginning, if that is known.
    refresh_start: Option<u32>,
    delays: Delays,
    /// Were places looked for that are not known without going through every group?
    refined: bool,
    /// Jumps of which what is said is not true.
    untrue: Vec<u32>,
    /// How many of the items, of both models in a row, are done.
    done: usize,
    report: Option<Arc<Report>>,
}

impl Plan {
    /// Begins: everything but the runs of the DRAM controller.
    ///
    /// # Errors
    /// What cannot be bounded, and where.
    pub fn new(
        program: Arc<Program>,
        launch: Launch,
        spec: &Spec,
        given: &Given<'_>,
    ) -> Result<Plan, Diagnostic> {
        let timing = &spec.timing;
        let model = |kind, author: bool| {
            let graph = graph(&program, kind)?;
            let loops = Loops::new(&graph, &program)?;
            let marks = Marks::new(&program, &graph, &loops, given)?;
            let dag = Dag::new(&program, &graph, &loops, &marks)?;
            let costs = match author {
                true => costs::author(&program, &graph, &Rules::author(timing)),
                false => costs::machine(&program, &graph, &Rules::machine(timing)),
            };
            Ok::<_, Diagnostic>((Model { graph, loops, dag, costs, way: Vec::new() }, marks))
        };
        let (author, _) = model(GraphKind::Author, true)?;
        let (machine, marks) = model(GraphKind::Machine(spec.behaviour), false)?;
        let requests = Requests::new(&program, launch, spec);
        let known = Known::new(&program, &machine.graph, launch);
        let authors = items(&author, &program, |_, at| {
            Ok((requests.author(at, &program.instructions[at as usize])?, true))
        })?;
        let machines = items(&machine, &program, |node, _| requests.machine(&machine.graph, &known, node))?;
        let bounded = bounded(&machine.graph, &machine.loops, &marks);
        let delays = Delays::new(&timing.dram);
        Ok(Plan {
            launch,
            spec: spec.clone(),
            author: (author, authors),
            machine: (machine, machines),
            bounded,
            refresh_start: given.refresh_start,
            delays,
            refined: false,
            untrue: Vec::new(),
            done: 0,
            report: None,
            program,
        })
    }

    /// The same without the author's bounds, which take most of the runs: all but ours is then without meaning.
    pub fn without_author(mut self) -> Plan {
        self.author.1.clear();
        self
    }

    /// With delays that another analysis with the same settings of the DRAM found out.
    pub fn with_delays(mut self, delays: Delays) -> Plan {
        self.delays = delays;
        self
    }

    /// The delays that it found out.
    pub fn into_delays(self) -> Delays {
        self.delays
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Our model of the program; its way is not known before the end.
    pub fn model(&self) -> &Model {
        &self.machine.0
    }

    /// The instructions that ask for something of a scratchpad, and how many compute cycles that takes at most.
    pub fn scratchpads(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        let (model, items) = &self.machine;
        items.iter().filter_map(|item| {
            let last = model.graph.nodes[item.node].block.last;
            let asks = is_scratchpad(self.program.instructions[last as usize].op);
            match item.need {
                Need::Known(edges) if asks => Some((last, cycles(edges, self.spec.timing.dram.part))),
                _ => None,
            }
        })
    }

    /// The result, when all is done.
    pub fn report(&self) -> Option<&Arc<Report>> {
        self.report.as_ref()
    }

    /// Goes on for about so many bursts of the DRAM controller.
    ///
    /// # Errors
    /// A request that cannot be served, or a program without an end.
    pub fn advance(&mut self, budget: u64) -> Result<Steps, Diagnostic> {
        let mut budget = budget;
        if !self.refined {
            self.refine()?;
        }
        let (first, all) = (self.author.1.len(), self.author.1.len() + self.machine.1.len());
        while self.done < all && budget > 0 {
            let (model, items) = if self.done < first { &mut self.author } else { &mut self.machine };
            let at = if self.done < first { self.done } else { self.done - first };
            let item = &mut items[at];
            let last = model.graph.nodes[item.node].block.last;
            if let Need::Sweep(sweep, _) = &mut item.need {
                let over = sweep.advance(&mut self.delays, &mut budget).map_err(|unknown| {
                    let span = self.program.instructions[last as usize].span;
                    Diagnostic::error(
                        "wcet::request",
                        span,
                        format!("No bound is known of this request: {unknown}."),
                    )
                })?;
                if !over {
                    let now = format!("place {} of {}", sweep.done, sweep.places());
                    return Ok(Steps { done: self.done, all: all + 1, now });
                }
            }
            self.done += 1;
        }
        if self.done == all && self.report.is_none() && budget > 0 {
            self.report = Some(Arc::new(self.finish()?));
        }
        let done = self.done + usize::from(self.report.is_some());
        Ok(Steps { done, all: all + 1, now: String::from("the longest way") })
    }

    /// Looks group by group where requests lie whose place is not known yet, and whether what is said of branches is true.
    fn refine(&mut self) -> Result<(), Diagnostic> {
        self.refined = true;
        let (model, items) = &mut self.machine;
        if self.bounded.is_empty() && items.iter().all(|item| item.placed) {
            return Ok(());
        }
        let found = values::found(&self.program, &model.graph, &model.dag, self.launch);
        let last = |node: &usize| model.graph.nodes[*node].block.last;
        self.untrue = found.untrue.iter().map(last).collect();
        let Some(places) = found.requests.filter(|_| self.untrue.is_empty()) else { return Ok(()) };
        let requests = Requests::new(&self.program, self.launch, &self.spec);
        for item in items.iter_mut().filter(|item| !item.placed) {
            if let Some((need, placed)) = requests.found(&model.graph, item.node, &places[item.node])? {
                (item.need, item.placed) = (need, placed);
            }
        }
        Ok(())
    }

    fn accesses(&self, model: &Model, items: &[Item]) -> (Accesses, Vec<u64>) {
        let timing = &self.spec.timing;
        let mut accesses = alloc::vec![None; model.graph.nodes.len()];
        let mut delays = alloc::vec![0; model.graph.nodes.len()];
        for item in items {
            let last = model.graph.nodes[item.node].block.last;
            let scratchpad = is_scratchpad(self.program.instructions[last as usize].op);
            let resource = if scratchpad { Resource::Scratchpad } else { Resource::Dram };
            let edges = match &item.need {
                Need::Known(edges) => *edges,
                Need::Sweep(sweep, least) => sweep.longest.max(*least),
            };
            delays[item.node] = edges;
            accesses[item.node] = Some((resource, cycles(edges, timing.dram.part)));
        }
        (accesses, delays)
    }

    fn finish(&self) -> Result<Report, Diagnostic> {
        let no_end = || {
            let span =
                self.program.instructions.first().map_or(lanescope_parts::source::Span::NONE, |one| one.span);
            Diagnostic::error(
                "wcet::flow",
                span,
                "By what is said of branches, no way leads to the end of a group.",
            )
        };
        let timing = &self.spec.timing;
        let standard = timing.dram.part.standard();
        let (author, machine) = (&self.author.0, &self.machine.0);
        let (accesses, delays) = self.accesses(author, &self.author.1);
        let (own_accesses, own_delays) = self.accesses(machine, &self.machine.1);
        let scratchpad = |node: u32| match accesses[node as usize] {
            Some((Resource::Scratchpad, cycles)) => cycles,
            _ => 0,
        };
        let of = |node, edge| author.costs.of(node, edge);
        let (_, way) = author.dag.longest(of).ok_or_else(no_end)?;
        let (_, merged) =
            author.dag.longest(|node, edge| of(node, edge) + scratchpad(node)).ok_or_else(no_end)?;
        let list =
            |way, policy| phases::of_way(way, &author.dag, &author.graph, &author.costs, &accesses, policy);
        let author_phases = [list(&way, Policy::Access), list(&merged, Policy::Compute)];
        let groups: u64 = self.launch.groups().map(u64::from).into_iter().product();
        let upload = upload::cycles(self.program.instructions.len(), timing.dram.part);
        let refresh = Refresh::new(
            standard.timing.rfc.into(),
            standard.timing.refi.into(),
            upload::megahertz(timing.dram.part),
        );
        let turns =
            |phases: &[Phase]| refresh.inflated(formulas::interleaved(phases, groups).saturating_add(upload));
        let own_access = |node: u32| own_accesses[node as usize].map_or(0, |(_, cycles)| cycles);
        let whole = |node, edge| machine.costs.of(node, edge) + own_access(node);
        let (group, own_way) = machine.dag.longest(whole).ok_or_else(no_end)?;
        let (rule, phases, cycles) = self.own(&own_accesses, group, groups, &own_way);
        let (bound, refreshes) = self.with_refreshes(cycles + upload);
        Ok(Report {
            groups,
            upload,
            best: formulas::best(&author_phases[0], groups, upload, &refresh),
            single: formulas::single(&author_phases[0], groups, upload, &refresh),
            sp_as_access: turns(&author_phases[0]),
            sp_as_compute: turns(&author_phases[1]),
            bound,
            refresh_start: self.refresh_start,
            rule,
            phases,
            group,
            refresh,
            refreshes,
            requests: self.requests((&accesses, &delays[..]), (&own_accesses, &own_delays[..])),
            loops: self.bounded.clone(),
            untrue: self.untrue.clone(),
            off_way: self.off_way(&way),
            author_phases,
            author: Model { way, ..author.clone() },
            machine: Model { way: own_way, ..machine.clone() },
            runs: self.delays.runs,
        })
    }

    /// The formula of our bound, its phases, and what it gives without upload and refreshes.
    fn own(
        &self,
        accesses: &Accesses,
        group: u64,
        groups: u64,
        way: &[super::unroll::Step],
    ) -> (Rule, Vec<Phase>, u64) {
        let timing = &self.spec.timing;
        let model = &self.machine.0;
        let sum = groups.saturating_mul(group);
        let none = accesses.iter().flatten().all(|(resource, _)| *resource != Resource::Scratchpad);
        let policy = match timing.scratchpad_phases {
            Scratchpad::AsAccess => Some(Policy::Access),
            Scratchpad::AsCompute => Some(Policy::Compute),
            Scratchpad::Unconstrained => none.then_some(Policy::Access),
        };
        let turns = policy.and_then(|policy| {
            phases::of_all(&model.dag, &model.graph, &model.costs, accesses, policy, timing.pairwise)
        });
        match turns.map(|phases| (formulas::interleaved(&phases, groups), phases)) {
            Some((cycles, phases)) if cycles < sum => (Rule::Turns, phases, cycles),
            _ => {
                let list =
                    phases::of_way(way, &model.dag, &model.graph, &model.costs, accesses, Policy::Access);
                (Rule::Sum, list, sum)
            }
        }
    }

    /// With every refresh that falls due until the end, each as long as it may keep a request: the bound, how many, and what they cost.
    fn with_refreshes(&self, cycles: u64) -> (u64, [u64; 2]) {
        let dram = &self.spec.timing.dram;
        let timing = dram.part.standard().timing;
        // The run ends with the edge behind the last one, and the second group comes an edge behind the first.
        let cycles = cycles.saturating_add(2);
        if !dram.refresh || timing.refi == 0 {
            return (cycles, [0, 0]);
        }
        // A counter that is as far as it can be has a refresh due in the first edge. No beginning has more of them.
        let latest = timing.refi.saturating_sub(2);
        let start = self.refresh_start.map_or(latest, |start| start.min(latest));
        let mut bound = cycles;
        loop {
            let edges = bound.saturating_mul(1000) / dram.part.period_ps() + 1;
            let count = (edges + u64::from(start) + 2) / u64::from(timing.refi);
            let cost = self::cycles(count * (u64::from(timing.rfc) + 2), dram.part);
            match cycles.saturating_add(cost) {
                new if new == bound || bound == u64::MAX => return (bound, [count, cost]),
                new => bound = new,
            }
        }
    }

    fn requests(&self, author: (&Accesses, &[u64]), own: (&Accesses, &[u64])) -> Vec<RequestBound> {
        let model = &self.machine.0;
        let request = |item: &Item| {
            let pc = model.graph.nodes[item.node].block.last;
            let (resource, cycles) = own.0[item.node]?;
            let of_author =
                self.author.1.iter().find(|one| self.author.0.graph.nodes[one.node].block.last == pc);
            let author = of_author.map_or([0, 0], |one| {
                [author.1[one.node], author.0[one.node].map_or(0, |(_, cycles)| cycles)]
            });
            Some(RequestBound {
                pc,
                resource,
                author,
                machine: [own.1[item.node], cycles],
                placed: item.placed,
            })
        };
        let mut list: Vec<RequestBound> = self.machine.1.iter().filter_map(request).collect();
        lanescope_parts::base::order::sort_by_key(&mut list, |request| request.pc);
        list
    }

    /// The requests that are not on the author's longest way.
    fn off_way(&self, way: &[super::unroll::Step]) -> Vec<u32> {
        let model = &self.author.0;
        let mut on = alloc::vec![false; model.graph.nodes.len()];
        way.iter().for_each(|step| on[model.dag.vertices[step.from as usize] as usize] = true);
        let off = self.author.1.iter().filter(|item| !on[item.node]);
        off.map(|item| model.graph.nodes[item.node].block.last).collect()
    }
}

/// DRAM cycles as compute cycles, rounded up.
fn cycles(edges: u64, part: crate::dram::settings::DramPart) -> u64 {
    edges.saturating_mul(1000).div_ceil(upload::megahertz(part))
}

/// The requests of a model that are reached.
fn items(
    model: &Model,
    program: &Program,
    need: impl Fn(usize, u32) -> Result<(Need, bool), Diagnostic>,
) -> Result<Vec<Item>, Diagnostic> {
    let reached = (0..model.graph.nodes.len()).filter(|node| model.graph.nodes[*node].stack.is_some());
    let asking = reached.filter_map(|node| Some((node, model.graph.request(node, program)?.0)));
    let item = |(node, at)| need(node, at).map(|(need, placed)| Item { node, need, placed });
    asking.map(item).collect()
}

/// What bounds each loop.
pub fn bounded(graph: &Graph, loops: &Loops, marks: &Marks) -> Vec<Bounded> {
    let nodes = &graph.nodes;
    let one = |(at, one): (usize, &super::loops::Loop)| {
        let own = |node: &&usize| loops.innermost[**node] == Some(at) && marks.outcomes[**node].is_some();
        let branch = one.nodes.iter().find(own).and_then(|node| {
            marks.outcomes[*node].map(|(outcomes, said)| (nodes[*node].block.last, outcomes, said))
        });
        Bounded { pc: nodes[one.header].block.first, turns: marks.turns[at], branch }
    };
    loops.list.iter().enumerate().map(one).collect()
}

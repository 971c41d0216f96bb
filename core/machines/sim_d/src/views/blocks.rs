//! The program's control flow as the analysis of the worst case sees it, before anything has run: blocks with their costs, the stack
//! of masks, the pops that the machine may put in, loops with their bounds, requests with theirs (simd 7.7, steps 1 to 4).

use alloc::{format, string::ToString, sync::Arc};

use lanescope_parts::{
    figure::{
        About, Figure, Form, Ink, Panel,
        legend::{Entry, Swatch},
        number::grouped,
    },
    machines::panels::{MachinePanel, Scene},
    source::Diagnostic,
};

use super::program::launched;
use crate::{
    exec::Launch,
    isa::Program,
    spec::Spec,
    wcet::{
        costs,
        graph::{Graph, GraphKind, graph},
        issue::Rules,
        loops::Loops,
        marks::{Given, Marks},
        picture::{MOST_NODES, Picture, branch, whole},
        plan::{Plan, bounded},
        report::Report,
    },
};

/// The row of the blocks.
pub const BLOCKS: MachinePanel = Panel {
    about: About {
        id: "blocks",
        title: "Blocks",
        says: "The program's basic blocks with what each costs at most: where groups part ways, which pops may be put in, and what bounds loops and requests.",
        label: "Control flow graph of the program with costs.",
        help: &[
            (
                "Boxes",
                "Instructions that run one after another, up to a request, a jump or a write of a mask: the last one is written out.",
            ),
            (
                "Cycles",
                "What a block takes in the pipeline, cold with nothing pending and warm behind the block before it.",
            ),
            (
                "Stack",
                "The entries of the stack of masks when the block begins, the top last: what each restores, and where the group goes on.",
            ),
            (
                "Arrows",
                "How control goes on, and what that adds: a flush, or the pops that the machine puts in where no work-item is on.",
            ),
            ("Requests", "The longest delay, where each group of the launch asks, or anywhere."),
            (
                "Longest way",
                "How often the blocks are on the way of a group that takes longest. Decisions about lines count in the study of the worst case alone.",
            ),
        ],
        legend: &[
            Entry::Swatch(Swatch::Arrow, Ink::Text, "control goes on"),
            Entry::Swatch(Swatch::Arrow, Ink::Faint, "back, in a loop"),
        ],
        empty: "There is no program to cut into blocks.",
        takes: &[],
        shows: &[],
    },
    answer: |scene, _| blocks(scene),
};

/// Bursts of the memory controller that are spent on the bounds of requests, about so many.
const BUDGET: u64 = 1 << 20;

fn blocks(scene: &dyn Scene) -> Figure {
    let Some((program, launch, spec)) = launched(scene) else { return Figure::empty(BLOCKS.about.empty) };
    let graph = match graph(&program, GraphKind::Machine(spec.behaviour)) {
        Ok(graph) if graph.nodes.len() > MOST_NODES => {
            let count = grouped(graph.nodes.len() as u64);
            return Figure::empty(format!("The program has {count} blocks; at most {MOST_NODES} are drawn."));
        }
        Ok(graph) => graph,
        Err(found) => return Figure::empty(found.message),
    };
    match analysed(&program, launch, &spec) {
        Ok(Some(report)) => {
            let remark = format!("The longest way of a group takes {} cycles.", grouped(report.group));
            Figure::from(Form::Graph(whole(&program, &report))).with_remark(remark)
        }
        Ok(None) => plain(
            &program,
            &graph,
            &spec,
            "The requests of this launch lie at too many places to be bounded here: the study of the worst case does it.",
        ),
        Err(found) => plain(&program, &graph, &spec, &found.message),
    }
}

/// The analysis, if it does not take too long.
fn analysed(program: &Program, launch: Launch, spec: &Spec) -> Result<Option<Arc<Report>>, Diagnostic> {
    let mut plan = Plan::new(program.clone().into(), launch, spec, &Given::default())?.without_author();
    plan.advance(BUDGET)?;
    Ok(plan.report().cloned())
}

/// Without requests and ways, and why.
fn plain(program: &Program, graph: &Graph, spec: &Spec, why: &str) -> Figure {
    let Ok(loops) = Loops::new(graph, program) else { return Figure::empty(why) };
    let costs = costs::machine(program, graph, &Rules::machine(&spec.timing));
    let said = bounded(graph, &loops, &Marks::said(program, graph, &loops));
    let picture = Picture {
        program,
        graph,
        loops: &loops,
        costs: &costs,
        bounds: &|at| said[at].in_words(&branch),
        request: &|_| "not bounded here".to_string(),
        times: &|_| None,
    };
    Figure::from(Form::Graph(picture.draw())).with_remark(why)
}

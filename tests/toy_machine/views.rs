//! The diagram, and the panel and the study of its own.

use lanescope_core::{
    figure::{About, Diagram, Figure, Form, Mark, Panel, Question, Table, Takes, panel},
    launch::bind::Bound,
    machines::{
        Machine, Near, Parts,
        panels::{
            MachinePanel, Scene,
            diagram::{DIAGRAM, boxed},
            follow::FOLLOW,
            recorded,
            registers::REGISTERS,
            timeline::TIMELINE,
        },
        studies::{self, Analysis, Asked, Begin, Data, Steps, Study},
    },
    source::Diagnostic,
    trace::{Log, Site},
};

use super::{
    exec::{Op, Program},
    machine::{SITES, STORES, Spec, THREAD, Touch, Toy, WORDS},
};

/// The panels, in tab order.
pub const PANELS: &[MachinePanel] = &panel::rows([TIMELINE, DIAGRAM, REGISTERS, FOLLOW, TOUCHES]);

/// The thread, the queue of its stores, and the words: all boxes that there are.
pub fn parts(toy: &Toy, near: &Near) -> Option<Parts> {
    let (mut diagram, stores) = (Diagram::default(), toy.stores());
    let next = if toy.finished() { "has ended" } else { "executes" };
    let thread = diagram.add(boxed(SITES, THREAD.of([]), 0).marked(Mark::Unit(0)).line(next));
    let (used, room) = (stores.occupancy() as u64, stores.capacity() as u64);
    let waiting = stores.iter().map(|(.., word)| format!("word {word}"));
    let queue = boxed(SITES, STORES.of([]), 1).filled(used, room);
    let queue = diagram.add(waiting.fold(queue, |queue, line| queue.line(line)));
    let words = diagram.add(boxed(SITES, WORDS.of([]), 2));
    diagram.link(thread, queue);
    diagram.link(queue, words);
    diagram.link(thread, words);
    (near.at.site == Site::MACHINE).then_some(Parts { diagram, entries: None })
}

const TOUCHES: MachinePanel = Panel {
    about: About {
        id: "touches",
        title: "Words",
        says: "The words that are read and written, and when.",
        label: "Accesses of words",
        help: &[],
        legend: &[],
        empty: "No word is read or written in these cycles.",
        takes: &[Takes::Cycles],
        shows: &[],
    },
    answer: show,
};

/// The accesses that begin in the cycles `from..to`.
pub fn touches(log: &Log, (from, to): (u64, u64)) -> Vec<(u64, Touch)> {
    log.own::<Touch>(from).take_while(|(cycle, _)| *cycle < to).collect()
}

fn show(scene: &dyn Scene, question: &Question) -> Figure {
    let (from, to) = recorded(scene, question);
    let mut table = Table::new(&["cycle", "instruction", "word"]);
    for (cycle, touch) in touches(&scene.recording(from, to), (from, to)) {
        table.push([cycle.to_string(), scene.code().text(touch.pc).into(), touch.word.to_string()]);
    }
    if table.rows.is_empty() { Figure::empty(TOUCHES.about.empty) } else { Form::Table(table).into() }
}

/// The studies.
pub const STUDIES: &[Study<Begin<Program, Spec>>] = &studies::rows([Study {
    about: About {
        id: "length",
        title: "Length",
        says: "How long does the program take?",
        label: "When each instruction issues",
        empty: "The program has no instruction.",
        takes: &[],
        ..TOUCHES.about
    },
    inputs: &[],
    decides: &[],
    begin: length as Begin<Program, Spec>,
}]);

/// The cycle in which each instruction issues, and that of the end.
struct Length(Vec<(String, u64)>, u64);

/// There are no jumps, so each time follows from those before it: memory takes one word after the other, and a store issues when the one that
/// is as many stores before it as the queue has room for has left.
fn length(program: &Program, spec: &Spec, _: Bound, _: &Asked) -> Result<Box<dyn Analysis>, Diagnostic> {
    let latency = u64::from(spec.word_latency);
    let (mut issue, mut memory, mut left) = (0, 0, Vec::<u64>::new());
    let mut rows = Vec::new();
    for inst in program.iter() {
        match inst.op {
            Op::Set => {}
            Op::Load | Op::Add => issue = memory.max(issue),
            Op::Store => {
                let before = left.len().checked_sub(spec.stores as usize);
                issue = issue.max(before.map_or(0, |before| left[before]));
            }
        }
        rows.push((inst.text(), issue));
        match inst.op {
            Op::Set => issue += 1,
            Op::Load | Op::Add => {
                memory = issue + latency;
                issue = memory;
            }
            Op::Store => {
                left.push(memory.max(issue + 1));
                memory = memory.max(issue + 1) + latency;
                issue += 1;
            }
        }
    }
    Ok(Box::new(Length(rows, issue.max(memory))))
}

impl Analysis for Length {
    fn advance(&mut self, _: u64) -> Result<Steps, Diagnostic> {
        Ok(Steps { done: 1, all: 1, now: "adding".into() })
    }

    fn figure(&self) -> Figure {
        let mut table = Table::new(&["instruction", "issues in cycle"]);
        self.0.iter().for_each(|(text, cycle)| table.push([text.clone(), cycle.to_string()]));
        Form::Table(table).into()
    }

    fn numbers(&self) -> Vec<(String, f64)> {
        vec![("cycles".into(), self.1 as f64)]
    }

    fn answer(&self) -> Vec<(String, Data)> {
        vec![("cycles".into(), self.1.into())]
    }
}

//! The panel and the study of its own.

use lanescope_core::{
    figure::{About, Figure, Form, Panel, Question, Table, Takes, panel},
    launch::bind::Bound,
    machines::{
        panels::{MachinePanel, Scene, recorded, registers::REGISTERS, timeline::TIMELINE},
        studies::{self, Analysis, Asked, Begin, Data, Steps, Study},
    },
    source::Diagnostic,
    trace::Log,
};

use super::{
    exec::Program,
    machine::{Spec, Touch},
};

/// The panels, in tab order.
pub const PANELS: &[MachinePanel] = &panel::rows([TIMELINE, REGISTERS, TOUCHES]);

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
        label: "Cycles of each instruction",
        empty: "The program has no instruction.",
        takes: &[],
        ..TOUCHES.about
    },
    inputs: &[],
    decides: &[],
    begin: length as Begin<Program, Spec>,
}]);

/// Cycles of each instruction; there are no jumps, so their sum is the length of every run.
struct Length(Vec<(String, u32)>);

fn length(program: &Program, spec: &Spec, _: Bound, _: &Asked) -> Result<Box<dyn Analysis>, Diagnostic> {
    Ok(Box::new(Length(program.iter().map(|inst| (inst.text(), spec.cycles(inst.bytes()))).collect())))
}

impl Length {
    fn cycles(&self) -> u64 {
        self.0.iter().map(|(_, cycles)| u64::from(*cycles)).sum()
    }
}

impl Analysis for Length {
    fn advance(&mut self, _: u64) -> Result<Steps, Diagnostic> {
        Ok(Steps { done: 1, all: 1, now: "adding".into() })
    }

    fn figure(&self) -> Figure {
        let mut table = Table::new(&["instruction", "cycles"]);
        self.0.iter().for_each(|(text, cycles)| table.push([text.clone(), cycles.to_string()]));
        Form::Table(table).into()
    }

    fn numbers(&self) -> Vec<(String, f64)> {
        vec![("cycles".into(), self.cycles() as f64)]
    }

    fn answer(&self) -> Vec<(String, Data)> {
        vec![("cycles".into(), self.cycles().into())]
    }
}

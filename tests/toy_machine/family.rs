//! What the registry would ask: settings, a preset, a panel, and how a run starts.

use std::sync::Arc;

use lanescope_core::{
    codegen::lower::Features,
    figure::{About, Figure, Form, Panel, Question, Table, Takes, panel},
    files::Files,
    ir::{Kernel, Param, Space, Type},
    launch::{Grid, bind::Bound},
    machines::{
        Registers, SlotKind,
        chassis::{
            clocks::clocks,
            settings::{Chip, Code},
        },
        footprint::Part,
        info::OpInfo,
        panels::{MachinePanel, Scene},
        preset::{self, Preset},
        registry::{Dimensions, Family, Signature, SlotGroup, SlotPart},
    },
    source::{Diagnostic, Listing, ListingLine, Span},
};

use super::{
    exec::{self, Inst, OPS, State},
    machine::{Counters, Functional, Toy},
};

lanescope_core::settings! {
    /// The settings.
    pub struct Spec {
        /// The clock.
        part chip: Chip {}
        /// The compiler's settings.
        part code: Code {}
        group "Accumulator" {
            /// Accumulators.
            lanes: u32 = 4, range 1..=64, unit "lanes", source "[F]";
            /// Cycles for which a word is waited for.
            word_latency: u32 = 3, range 0..=100, unit "cycles", source "[F]";
        }
    }
}

const PRESETS: &[Preset] = &preset::rows([
    Preset { id: "four", name: "Four lanes", doc: "As it is.", source: "[F]", changes: &[] },
    Preset {
        id: "at-once",
        name: "At once",
        doc: "No waits.",
        source: "[F]",
        changes: &[("word_latency", "0")],
    },
]);

const PANELS: &[MachinePanel] = &panel::rows([SUMS]);

const SUMS: MachinePanel = Panel {
    about: About {
        id: "sums",
        title: "Sums",
        says: "What each lane has added up.",
        label: "Accumulators.",
        help: &[],
        legend: &[],
        empty: "There is no accumulator.",
        takes: &[Takes::Cursor, Takes::Unit],
        shows: &[],
    },
    answer,
};

fn answer(scene: &dyn Scene, question: &Question) -> Figure {
    let mut figure = Figure::default();
    figure.push("", Form::Table(sums(&scene.registers(question.unit).unwrap_or_default())));
    figure
}

/// A row for each lane.
pub fn sums(registers: &Registers) -> Table {
    let mut table = Table::new(&["lane", "sum"]);
    let values = registers.class("sum").into_iter();
    for (lane, value) in
        values.flat_map(|class| (0..).map_while(|lane| Some((lane, class.value(0, lane, 0)?))))
    {
        table.push([lane.to_string(), value.to_string()]);
    }
    table
}

/// The toy in the registry's place.
#[derive(Debug)]
pub struct ToyMachine;

impl Family for ToyMachine {
    type Spec = Spec;
    type Program = Arc<[Inst]>;
    type Running = Toy;
    type Untimed = Functional;

    const ID: &'static str = "toy";
    const NAME: &'static str = "Accumulators";
    const DOC: &'static str = "A few accumulators in step.";
    const INSTRUCTIONS: &'static str = "instructions";
    const PRESETS: &'static [Preset] = PRESETS;
    const FEATURES: Features = Features::LEAST;

    fn ops() -> Vec<OpInfo> {
        let op = |(name, doc): (&str, &str)| OpInfo {
            syntax: format!("{name} number"),
            class: name.into(),
            doc: doc.into(),
        };
        OPS.map(op).into()
    }
    fn panels() -> &'static [MachinePanel] {
        PANELS
    }
    fn code(spec: &Spec) -> &Code {
        &spec.code
    }
    fn generate(kernel: &Kernel, _: &Spec) -> Result<Arc<[Inst]>, Diagnostic> {
        let message = format!("accumulators run programs by hand alone, not kernel `{}`", kernel.name);
        Err(Diagnostic::error("toy::kernel", Span::NONE, message))
    }
    fn assemble(files: &Files, _: &Spec) -> (Vec<Arc<[Inst]>>, Vec<Diagnostic>) {
        let (code, errors) = exec::assemble(files);
        (if errors.is_empty() { vec![code.into()] } else { Vec::new() }, errors)
    }
    fn signature(_: &Arc<[Inst]>) -> Signature {
        let (ty, element, source_type) = (Type::Ptr(Space::Global), Type::I32, "uint*".into());
        let (name, span) = ("data".into(), Span::NONE);
        let data = Param {
            name,
            ty,
            element,
            source_type,
            span,
            unsigned: true,
            components: 1,
            read_only: false,
            len: None,
        };
        let (name, grid, params) = ("main".into(), Grid::WorkItems, vec![data]);
        Signature { name, params, grid, required_local: None, open: false, data: Vec::new() }
    }
    fn listing(code: &Arc<[Inst]>) -> Listing {
        let line = |(pc, (op, number, span)): (u32, &Inst)| ListingLine {
            text: format!("{} {number}", OPS[*op].0),
            span: *span,
            pc: Some(pc),
        };
        Listing { lines: (0..).zip(code.iter()).map(line).collect() }
    }
    fn facts(code: &Arc<[Inst]>) -> Vec<(String, String)> {
        vec![("instructions".into(), code.len().to_string())]
    }
    fn start(code: &Arc<[Inst]>, spec: &Spec, launch: Bound) -> Result<Toy, Diagnostic> {
        Ok(Toy::new(Self::untimed(code, spec, launch)?, spec.word_latency))
    }
    fn untimed(code: &Arc<[Inst]>, spec: &Spec, launch: Bound) -> Result<Functional, Diagnostic> {
        let state = State::new(spec.lanes, launch.args[0], code);
        Ok(Functional { code: code.clone(), state, memory: launch.memory, counters: Counters::default() })
    }
    fn parts(_: &Arc<[Inst]>, spec: &Spec, _: &Bound) -> Vec<Part> {
        let bytes = size_of::<Toy>() as u64 + 4 * u64::from(spec.lanes);
        vec![Part { what: "accumulators", bytes, lower: &["lanes"], raise: &[] }]
    }
    fn dimensions(spec: &Spec) -> Dimensions {
        let slots = vec!["core 0".into()];
        let part = SlotPart { name: "front end".into(), kind: SlotKind::Instructions, slots };
        let slots = vec![SlotGroup { name: "core 0".into(), parts: vec![part] }];
        Dimensions { slots, clocks: clocks(spec.chip.clock_mhz, None), ..Dimensions::default() }
    }
}

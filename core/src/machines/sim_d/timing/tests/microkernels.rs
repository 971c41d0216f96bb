//! Every measured microkernel takes the measured cycles, and its counters have the measured values (facts 17.1).

use alloc::{format, string::String, sync::Arc, vec::Vec};

use crate::{
    document::Limits,
    files::Files,
    image::Memory,
    machines::sim_d::{
        asm::assemble,
        dram::settings::DramPart,
        exec::Launch,
        isa::Program,
        launch::prepare,
        spec::Spec,
        timing::{
            run::Run,
            settings::{Decoder, Scratchpad, Settings},
        },
    },
};

pub use crate::machines::sim_d::launch::Order;

const ROWS: &str = include_str!("../../../../../../tests/oracles/sim_d/microkernels.txt");
const DATA: &str = ".data\n0 0x0 1024 64\n1 0x100000 1024 64\n2 0x200000 1024 64\n3 0x300000 4 1\n\
    .sp_data\n0 0x0 1024 4\n1 0x8000 32 32\n.text\n";

/// A listing as lines: `n x (...)` is repeated.
pub fn listing(text: &str) -> String {
    let mut lines = String::new();
    for part in text.split(';').map(str::trim) {
        let (count, line) = match part.split_once(" x (") {
            Some((count, line)) => (count.parse().unwrap(), line.strip_suffix(')').unwrap()),
            None => (1, part),
        };
        (0..count).for_each(|_| lines.extend([line, "\n"]));
    }
    lines
}

/// A program with its launch and memory.
pub fn launched(source: &str, order: &Order) -> (Arc<Program>, Launch, Memory) {
    let spec = Spec::default();
    let (program, diagnostics) = assemble(source, spec.options());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let (launch, memory) = prepare(&program, &Files::one(source), order, &spec, &Limits::default()).unwrap();
    (Arc::new(program), launch, memory)
}

/// A run of a program before edge 0.
pub fn begin(source: &str, order: &Order, settings: &Settings) -> Run {
    let spec = Spec::default();
    let (program, launch, memory) = launched(source, order);
    Run::new(program, launch, memory, spec.behaviour, spec.scratchpad_bytes, settings)
}

/// The settings that options of the simulator stand for.
pub fn settings(options: &str) -> Settings {
    let mut settings = Settings::default();
    let mut words = options.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "-" => {}
            "-i" => drop(words.next()),
            "-m" => {
                settings.dram.part =
                    if words.next() == Some("x8") { DramPart::Ddr4_3200X8 } else { DramPart::Ddr4_1866X16 };
            }
            "-l" => settings.warp_lanes = words.next().unwrap().parse().unwrap(),
            "-B" => settings.scratchpad_bus = words.next().unwrap().parse().unwrap(),
            "-3" => settings.decoder = Decoder::ThreeStage,
            "-P" => settings.execute_stages = words.next().unwrap().parse().unwrap(),
            "-r" => settings.dram.refresh_start = words.next().unwrap().parse().unwrap(),
            "-s" => {
                for policy in words.next().unwrap().split(',') {
                    match policy {
                        "pairwise_wg" => settings.pairwise = true,
                        "no_parallel_compute_sp" => settings.scratchpad_phases = Scratchpad::AsCompute,
                        "no_parallel_dram_sp" => settings.scratchpad_phases = Scratchpad::AsAccess,
                        _ => panic!("{policy}"),
                    }
                }
            }
            _ => panic!("{word}"),
        }
    }
    settings
}

/// The columns of a row, as the run has them.
pub fn columns(run: &Run) -> [u64; 14] {
    let (cycles, counts) = (run.cycles().unwrap(), run.counts());
    let (pipeline, transfers) = (counts.pipeline, counts.transfers);
    let [first, second] = transfers.scratchpad_active;
    let [columns, activates, precharges, refreshes] = transfers.commands;
    [
        cycles,
        counts.upload,
        counts.compute_active,
        transfers.dram_active,
        first,
        second,
        pipeline.register_stalls + pipeline.vain_stalls,
        pipeline.divider_stalls,
        counts.empty,
        columns,
        activates,
        precharges,
        refreshes,
        counts.closed,
    ]
}

/// A measured run.
pub struct Row {
    /// Kernel, launch, width of a group, options.
    pub head: String,
    /// The text.
    pub source: String,
    /// Columns and rows.
    pub size: [u32; 2],
    /// Columns of a group.
    pub width: u32,
    /// What was chosen.
    pub settings: Settings,
    /// The columns.
    pub measured: Vec<u64>,
}

/// All measured runs.
pub fn rows() -> Vec<Row> {
    let rows: Vec<&str> = ROWS.lines().filter(|line| !line.starts_with('#')).collect();
    let row = |(head, measured): (&str, &str)| {
        let mut fields = head.splitn(4, ' ');
        let [name, size, width, options] = core::array::from_fn(|_| fields.next().unwrap());
        let text = rows.iter().find_map(|row| row.strip_prefix(&format!("{name}: "))).unwrap();
        let (x, y) = size.split_once(',').unwrap();
        Row {
            head: head.into(),
            source: format!("{DATA}{}", listing(text)),
            size: [x, y].map(|number| number.parse().unwrap()),
            width: width.parse().unwrap(),
            settings: settings(options),
            measured: measured.split_whitespace().map(|number| number.parse().unwrap()).collect(),
        }
    };
    rows.iter().filter_map(|row| row.split_once(" | ")).map(row).collect()
}

#[test]
fn every_measured_microkernel_has_the_measured_cycles_and_counts() {
    let rows = rows();
    let mut wrong = Vec::new();
    for Row { head, source, size, width, settings, measured } in &rows {
        let order = Order { size: *size, width: Some(*width), arguments: Vec::new() };
        let mut run = begin(source, &order, settings);
        let over = run.advance(1_000_000).unwrap_or_else(|halt| panic!("{head}: {halt:?}"));
        assert!(over, "{head}");
        let ours = columns(&run).to_vec();
        if *measured != ours {
            wrong.push(format!("{head}\n  measured {measured:?}\n  ours     {ours:?}"));
        }
    }
    assert_eq!(rows.len(), 236);
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

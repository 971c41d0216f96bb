//! Every measured microkernel takes the measured cycles, and its counters have the measured values (facts 17.1).

use alloc::{format, string::String, sync::Arc, vec, vec::Vec};

use crate::{
    asm::assemble,
    dram::settings::DramPart,
    exec::Launch,
    isa::{Contents, Program},
    launch::{Argument, prepare},
    spec::Spec,
    tests::reference::{Reference, agree},
    timing::{
        run::Run,
        settings::{Decoder, Scratchpad, Settings},
    },
};
use lanescope_parts::{document::Limits, files::Files, image::Memory};

pub use crate::launch::LaunchOptions;

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
pub fn launched(source: &str, chosen: &LaunchOptions) -> (Arc<Program>, Launch, Memory) {
    let spec = Spec::default();
    let (program, diagnostics) = assemble(source, spec.options());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let (launch, memory) = prepare(&program, &Files::one(source), chosen, &spec, &Limits::default()).unwrap();
    (Arc::new(program), launch, memory)
}

/// A run of a program before edge 0.
pub fn begin(source: &str, chosen: &LaunchOptions, settings: &Settings) -> Run {
    let spec = Spec::default();
    let (program, launch, memory) = launched(source, chosen);
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

/// Contents for the buffers of a program that are not among those which are given: floats, all small and none alike its neighbours.
pub fn filled(program: &Program, given: &[u32]) -> Vec<(u32, Vec<u32>)> {
    let free = program.buffers.iter().filter(|buffer| !given.contains(&buffer.id.into()));
    let word = |at: u64| ((at * 7919 % 1021) as f32 / 8.0).to_bits();
    free.map(|buffer| (buffer.id.into(), (0..buffer.words().min(1 << 20)).map(word).collect())).collect()
}

/// The same as arguments of a launch.
pub fn arguments(contents: &[(u32, Vec<u32>)]) -> Vec<Argument> {
    let argument = |(buffer, words): &(u32, Vec<u32>)| Argument {
        buffer: *buffer,
        contents: Contents::Words,
        bytes: words.iter().flat_map(|word| word.to_le_bytes()).collect(),
    };
    contents.iter().map(argument).collect()
}

/// Runs to the end: the slot that each group was in. Registers keep what the group before in the same slot left.
pub fn run_to_end(run: &mut Run, head: &str) -> Vec<usize> {
    let mut slots = Vec::new();
    loop {
        let over = run.advance(run.edge() + 1).unwrap_or_else(|halt| panic!("{head}: {halt:?}"));
        for slot in 0..2 {
            let Some(group) = run.cluster().group(slot) else { continue };
            slots.resize(slots.len().max(group.number as usize + 1), slot);
            slots[group.number as usize] = slot;
        }
        if over {
            return slots;
        }
        assert!(run.edge() < 10_000_000, "{head}");
    }
}

/// The first word of a buffer that is not what an own computation leaves there, in words. Floats may be so far apart.
pub fn wrong_word(run: &Run, memory: &[u32], apart: f32) -> Option<String> {
    for buffer in &run.cluster().program().buffers {
        let name = format!("{}", buffer.id);
        let at = run.memory().buffers().iter().position(|known| known.name == name).unwrap();
        let bytes = run.memory().copy_out(at, 0, u64::MAX);
        let first = buffer.address as usize / 4;
        let theirs = &memory[first..first + buffer.words() as usize];
        let ours = bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word));
        let wrong = ours.zip(theirs).position(|(ours, theirs)| !agree(ours, *theirs, apart));
        if let Some(word) = wrong {
            let bytes = &bytes[4 * word..4 * word + 4];
            return Some(format!("buffer {name}, word {word}: {bytes:x?}, not {:x}", theirs[word]));
        }
    }
    None
}

/// Runs that are compared in cycles leave the words in memory that an interpreter of its own does.
#[test]
fn every_measured_microkernel_leaves_the_words_of_an_own_computation() {
    for Row { head, source, size, width, settings, .. } in &rows() {
        let (program, ..) =
            launched(source, &LaunchOptions { size: *size, width: Some(*width), arguments: vec![] });
        let contents = filled(&program, &[]);
        let chosen = LaunchOptions { size: *size, width: Some(*width), arguments: arguments(&contents) };
        let mut run = begin(source, &chosen, settings);
        let slots = run_to_end(&mut run, head);
        let mut reference = Reference::new(&program, *size, *width, &contents);
        reference.run(&slots);
        assert_eq!(wrong_word(&run, &reference.memory, 0.0), None, "{head}");
    }
}

#[test]
fn every_measured_microkernel_has_the_measured_cycles_and_counts() {
    let rows = rows();
    let mut wrong = Vec::new();
    for Row { head, source, size, width, settings, measured } in &rows {
        let chosen = LaunchOptions { size: *size, width: Some(*width), arguments: Vec::new() };
        let mut run = begin(source, &chosen, settings);
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

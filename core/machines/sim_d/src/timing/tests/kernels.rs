//! Kernels that the author's package brings, written anew from what is known of them, take the measured cycles, and their counters have the
//! measured values (facts 17.2). The texts lie beside the table of what was measured.

use alloc::{format, string::String, vec::Vec};

use super::microkernels::{LaunchOptions, arguments, begin, launched, run_to_end, settings, wrong_word};
use crate::{
    isa::Contents,
    launch::Argument,
    tests::reference::Reference,
    timing::run::{Counts, Run},
};

const ROWS: &str = include_str!("../../../../../../tests/oracles/sim_d/kernels.txt");

/// The kernels that rows name.
macro_rules! texts {
    ($($name:literal),* $(,)?) => {
        const TEXTS: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../../../../../tests/oracles/sim_d/kernels/", $name, ".sas")))),*];
    };
}

texts! {
    "phi_mag", "relu", "depth2vertex", "stencil", "fft_tile", "fft_indexed", "max_pool", "srad2", "vertex2normal", "spmv",
    "compute_q", "convolution",
}

/// The text of a kernel.
pub fn text(name: &str) -> &'static str {
    TEXTS.iter().find(|(known, _)| *known == name).unwrap().1
}

/// Rows that are not equal, and how far away their cycles are at most, in thousandths: the order of scalar instructions, the indices, or
/// the ends of a matrix's rows are not published.
const KNOWN: &[(&str, u64)] = &[
    ("srad2 502,458 512", 4),
    ("spmv 11948,1 1024", 4),
    ("vertex2normal 640,480 32 -3 -P 5", 1),
    ("stencil 126,3840 64 -3 -P 5", 1),
];

/// A column of the table whose value depends on the order of scalar instructions, which is published for none of these.
const FREE: &[(&str, usize)] = &[("max_pool", RAW)];

/// The column of the edges at which the decoder waited for registers.
const RAW: usize = 10;

/// The columns of a whole row.
fn columns(run: &Run) -> [u64; 19] {
    let Counts { upload, groups, compute_active, pipeline, empty, transfers, closed, .. } = run.counts();
    let [first, second] = transfers.scratchpad_active;
    let [columns, activates, precharges, refreshes] = transfers.commands;
    [
        run.cycles().unwrap(),
        upload,
        groups,
        transfers.dram_active,
        first,
        second,
        compute_active,
        pipeline.warps,
        pipeline.scalars,
        empty,
        pipeline.register_stalls + pipeline.vain_stalls,
        pipeline.divider_stalls,
        columns,
        activates,
        precharges,
        refreshes,
        transfers.bytes,
        transfers.last_data,
        closed,
    ]
}

/// Buffers that a row fills: `-i BUFFER,FLOAT`. They are as long as any is.
fn contents(options: &str) -> Vec<Argument> {
    let given =
        options.split("-i ").skip(1).filter_map(|rest| rest.split_whitespace().next()?.split_once(','));
    let argument = |(buffer, value): (&str, &str)| {
        let word = value.parse::<f32>().unwrap().to_le_bytes();
        Argument { buffer: buffer.parse().unwrap(), contents: Contents::Words, bytes: word.repeat(640 * 480) }
    };
    given.map(argument).collect()
}

/// Runs a row; its columns and those that were measured.
fn run(head: &str, measured: &str) -> ([u64; 19], Vec<u64>) {
    let mut fields = head.splitn(4, ' ');
    let [name, size, width, options] = core::array::from_fn(|_| fields.next().unwrap());
    let text = text(name);
    let size = size.split_once(',').map(|(x, y)| [x, y].map(|number| number.parse().unwrap())).unwrap();
    let width = Some(width.parse().unwrap());
    let chosen = LaunchOptions { size, width, arguments: contents(options) };
    let mut run = begin(text, &chosen, &settings(options));
    assert_eq!(run.advance(10_000_000), Ok(true), "{head}");
    (columns(&run), measured.split_whitespace().filter_map(|number| number.parse().ok()).collect())
}

/// The rows of the table.
fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    ROWS.lines().filter(|row| !row.starts_with('#')).filter_map(|row| row.split_once(" | "))
}

/// How far away the cycles of a row may be, in thousandths, if it is a known difference.
fn known(head: &str) -> Option<u64> {
    KNOWN.iter().find(|(known, _)| head.starts_with(known)).map(|(_, part)| *part)
}

#[test]
fn kernels_have_the_measured_cycles_and_counts() {
    let mut wrong: Vec<String> = Vec::new();
    for (head, measured) in rows().filter(|(head, _)| known(head).is_none()) {
        let (ours, theirs) = run(head, measured);
        let free = |at: usize| FREE.iter().any(|(name, column)| head.starts_with(name) && *column == at);
        if !(0..theirs.len()).all(|at| ours[at] == theirs[at] || free(at)) {
            wrong.push(format!("{head}\n  measured {theirs:?}\n  ours     {ours:?}"));
        }
    }
    assert!(rows().count() == 45 && wrong.is_empty(), "these are wrong:\n{}", wrong.join("\n"));
}

/// Kernels whose course the data decide: a row's own data alone are there.
const DECIDED: &[&str] = &["srad2", "spmv", "depth2vertex", "vertex2normal"];

/// Every kernel that is compared in cycles leaves the words in memory that an interpreter of its own does; those whose data do not decide
/// what it does from data, with the same cycles and counts.
#[test]
fn kernels_leave_the_words_of_an_own_computation() {
    let mut computed: Vec<(String, Vec<usize>, Vec<u32>)> = Vec::new();
    let mut wrong: Vec<String> = Vec::new();
    for (head, measured) in rows() {
        let mut fields = head.splitn(4, ' ');
        let [name, size, width, options] = core::array::from_fn(|_| fields.next().unwrap());
        let [x, y] = size.split_once(',').map(|(x, y)| [x, y].map(|side| side.parse().unwrap())).unwrap();
        let chosen =
            |arguments| LaunchOptions { size: [x, y], width: Some(width.parse().unwrap()), arguments };
        let (program, ..) = launched(text(name), &chosen(contents(options)));
        let mut filled: Vec<(u32, Vec<u32>)> = contents(options)
            .into_iter()
            .map(|given| {
                (
                    given.buffer,
                    given.bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect(),
                )
            })
            .collect();
        if !DECIDED.contains(&name) {
            filled = super::microkernels::filled(&program, &[]);
        }
        let mut run = begin(text(name), &chosen(arguments(&filled)), &settings(options));
        let slots = run_to_end(&mut run, head);
        let key = format!("{name} {size} {width}");
        if !computed.iter().any(|(of, taken, _)| *of == key && *taken == slots) {
            let mut reference = Reference::new(&program, [x, y], width.parse().unwrap(), &filled);
            reference.run(&slots);
            computed.push((key.clone(), slots.clone(), reference.memory));
        }
        let (.., memory) = computed.iter().find(|(of, taken, _)| *of == key && *taken == slots).unwrap();
        // Of 2,048 sines the last bits of each add up.
        let special = ["sin ", "cos ", "rsqrt "].iter().any(|name_of| text(name).contains(name_of));
        let apart = if special { 1e-3 } else { 0.0 };
        wrong.extend(wrong_word(&run, memory, apart).map(|word| format!("{head}: {word}")));
        let cycles: u64 = measured.split_whitespace().next().unwrap().parse().unwrap();
        if known(head).is_none() && run.cycles() != Some(cycles) {
            wrong.push(format!("{head}: {:?} cycles", run.cycles()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Where the indices or the order of scalar instructions are not published, cycles are near and not equal.
#[test]
fn d004_kernels_of_which_not_all_is_published() {
    for (head, measured) in rows() {
        let Some(part) = known(head) else { continue };
        let (ours, theirs) = run(head, measured);
        let away = ours[0].abs_diff(theirs[0]);
        assert!(away > 0 && away * 1000 <= part * theirs[0], "{head}: {} and {}", ours[0], theirs[0]);
    }
}

/// SD-101: of the two groups that square magnitudes each makes two float instructions and three of main memory; the filter loads
/// three planes of 49 words and as many weights from the scratchpad, and four tiles and its sizes from main memory.
#[test]
fn sd_101_instructions_are_counted_by_what_they_do() {
    let mix = |name: &str, size, width| {
        let text = text(name);
        let chosen = LaunchOptions { size, width: Some(width), arguments: Vec::new() };
        let mut run = begin(text, &chosen, &settings("-"));
        assert_eq!(run.advance(10_000_000), Ok(true));
        run.counts().mix
    };
    assert_eq!(mix("phi_mag", [2048, 1], 1024), [4, 0, 0, 0, 6, 0, 0]);
    let [float, special, _, _, main, scratchpad, _] = mix("convolution", [32, 32], 32);
    assert_eq!([float, special, main, scratchpad], [147, 0, 6, 294]);
}

/// SD-101: a conversion counts by the type that it makes, a comparison as control flow (simd 4.3).
#[test]
fn sd_101_conversions_count_by_the_type_that_they_make() {
    let text = ".text\ncvt.i2f v0, vc.zero\ncvt.f2i v1, v0\ncvt.f2i v1, v1\nscvt.i2f s0, sc.dim_x\nscvt.f2i s1, s0\nmov v2, 1\n\
        test.nz p0, v0\nexit\n";
    let chosen = LaunchOptions { size: [1024, 1], width: Some(1024), arguments: Vec::new() };
    let mut run = begin(text, &chosen, &settings("-"));
    assert_eq!(run.advance(10_000), Ok(true));
    assert_eq!(run.counts().mix, [2, 0, 3, 1, 0, 0, 2]);
}

/// SD-69: with the setting, every command is held against the rules of the part, and none breaks one.
#[test]
fn sd_69_every_command_of_a_run_can_be_held_against_the_rules() {
    let of = |check_commands| {
        let mut settings = settings("-");
        settings.dram.check_commands = check_commands;
        let chosen = LaunchOptions { size: [256, 256], width: Some(256), arguments: Vec::new() };
        let mut run = begin(text("relu"), &chosen, &settings);
        assert_eq!(run.advance(10_000_000), Ok(true));
        (run.cycles(), run.counts().transfers)
    };
    let ((cycles, plain), (same, checked)) = (of(false), of(true));
    assert_eq!((cycles, plain.commands), (same, checked.commands));
    let all: u64 = checked.commands.iter().sum();
    assert_eq!([plain.checked, checked.checked, checked.violations], [0, all, 0]);
    assert!(all > 1000, "{all}");
}

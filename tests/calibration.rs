//! Tables of the documentation: runs that were measured on the simulator of Sim-D's author, and published ones, beside the same runs here.
//! `cargo xtask gen` asks for them: `kernels`, `microkernels` and `bounds` are the rows of their files, `requests` counts what tests compare.

use std::fmt::Write as _;

use lanescope_core::session::{
    Session, own_counts,
    studies::{Data, Study},
    vocabulary::{Arg, ArgValue, Document, Init, Language, Launch, Limits, MachineChoice, Number, Type},
};
use lanescope_tests::bless::project;

/// The columns of a whole row of the kernels, behind the cycles.
const COUNTS: [&str; 18] = [
    "upload",
    "groups",
    "dram_active",
    "sp0",
    "sp1",
    "compute_active",
    "vector_sub_instructions",
    "scalar_instructions",
    "nop",
    "raw",
    "sidiv",
    "dram.cas",
    "dram.act",
    "dram.pre",
    "dram.ref",
    "dram.bytes",
    "lda",
    "lid",
];

/// Those of a row of the microkernels.
const FEWER: [&str; 13] = [
    "upload",
    "compute_active",
    "dram_active",
    "sp0",
    "sp1",
    "raw",
    "sidiv",
    "nop",
    "dram.cas",
    "dram.act",
    "dram.pre",
    "dram.ref",
    "lid",
];

/// Why a row is not equal: how it begins, and the cause.
const CAUSES: &[(&str, &str)] = &[
    ("srad2", "the indices of its transfers are data that are not published; here they are zero"),
    ("spmv", "where rows of its matrix end is data that are not published; here they are all full"),
    ("max_pool", "the order of its scalar instructions is not published"),
    (
        "vertex2normal",
        "the order of its scalar instructions is not published, and counts with three stages to decode",
    ),
    (
        "stencil",
        "the order of its scalar instructions is not published, and counts with three stages to decode",
    ),
];

/// The simulator at its defaults.
const PRESET: &str = "sim_d/author";

/// The data section of every microkernel.
const DATA: &str = ".data\n0 0x0 1024 64\n1 0x100000 1024 64\n2 0x200000 1024 64\n3 0x300000 4 1\n\
    .sp_data\n0 0x0 1024 4\n1 0x8000 32 32\n.text\n";

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let table = match words.first().map(String::as_str) {
        Some("kernels") => kernels(),
        Some("microkernels") => microkernels(),
        Some("bounds") => bounds(),
        Some("requests") => Ok(requests()),
        _ => Err("say kernels, microkernels, bounds or requests".to_string()),
    };
    match table {
        Ok(table) => print!("{table}"),
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
}

fn oracle(name: &str) -> Result<String, String> {
    std::fs::read_to_string(project(&format!("tests/oracles/sim_d/{name}")))
        .map_err(|error| format!("{name}: {error}"))
}

/// The settings that options of the simulator stand for, and the buffer that one of them fills.
fn settings(options: &str) -> (Vec<(String, String)>, Vec<Arg>) {
    let mut words = options.split_whitespace();
    let (mut changes, mut args) = (Vec::new(), Vec::new());
    let mut set = |id: &str, value: &str| changes.push((id.to_string(), value.to_string()));
    while let Some(word) = words.next() {
        match word {
            "-3" => set("decoder", "three-stage"),
            "-P" => set("execute_stages", words.next().unwrap_or_default()),
            "-r" => set("refresh_start", words.next().unwrap_or_default()),
            "-l" => set("warp_lanes", words.next().unwrap_or_default()),
            "-B" => set("scratchpad_bus", words.next().unwrap_or_default()),
            "-m" if words.next() == Some("x8") => set("part", "ddr4-3200-x8"),
            "-m" => set("part", "ddr4-1866-x16"),
            "-i" => {
                let (buffer, value) = words.next().and_then(|word| word.split_once(',')).unwrap_or_default();
                let init = Init::Fill(Number::Float(value.parse().unwrap_or(0.0)));
                let value = ArgValue::Buffer { len: 640 * 480, element: Some(Type::F32), init };
                args.push(Arg::new(buffer, value));
            }
            "-s" => {
                for policy in words.next().unwrap_or_default().split(',') {
                    match policy {
                        "pairwise_wg" => set("pairwise", "on"),
                        "no_parallel_compute_sp" => set("scratchpad_phases", "as-compute"),
                        _ => set("scratchpad_phases", "as-access"),
                    }
                }
            }
            _ => {}
        }
    }
    (changes, args)
}

/// A row of a file: kernel, launch, width of a group, options; then what was measured.
struct Row<'a> {
    name: &'a str,
    size: &'a str,
    width: &'a str,
    options: &'a str,
    measured: Vec<u64>,
    published: bool,
}

impl<'a> Row<'a> {
    fn of(line: &'a str) -> Option<Row<'a>> {
        let (head, measured) = line.split_once(" | ")?;
        let mut fields = head.splitn(4, ' ');
        let [name, size, width, options] = std::array::from_fn(|_| fields.next().unwrap_or_default());
        let published = measured.ends_with("published");
        let measured = measured.split_whitespace().filter_map(|number| number.parse().ok()).collect();
        Some(Row { name, size, width, options, measured, published })
    }
}

fn rows(file: &str) -> Vec<Row<'_>> {
    file.lines().filter(|line| !line.starts_with('#')).filter_map(Row::of).collect()
}

/// The document of a row.
fn document(text: &str, row: &Row) -> Document {
    let (changes, args) = settings(row.options);
    let (x, y) = row.size.split_once(',').unwrap_or_default();
    let [x, y, width] = [x, y, row.width].map(|number| number.parse().unwrap_or(0));
    let launch = Launch { global: [x, y, 1], local: [width, 1, 1], args, ..Launch::default() };
    Document {
        language: Language::Assembly,
        launch: Some(launch),
        ..Document::new(text.into(), MachineChoice { preset: PRESET.into(), changes })
    }
}

/// Cycles and counts of a run.
fn run(text: &str, row: &Row, counts: &[&str]) -> Result<Vec<u64>, String> {
    let mut session = Session::open(document(text, row), Limits::default());
    session.start().map_err(|found| format!("{}: {found:?}", row.name))?;
    while !session.advance(u64::MAX, u64::MAX).complete {}
    let report = session.report().ok_or("no report")?;
    let own = own_counts(PRESET, &report.counters);
    let value = |name: &&str| own.iter().find(|(known, _)| known == name).map_or(0, |(_, value)| *value);
    Ok(std::iter::once(report.cycles).chain(counts.iter().map(value)).collect())
}

/// A row of a table: what was run, ours, theirs, the difference, and what else is different with its cause.
fn line(row: &Row, ours: &[u64], counts: &[&str]) -> String {
    let other = |at: &usize| ours[*at] != row.measured[*at];
    let different: Vec<String> = (1..row.measured.len())
        .filter(other)
        .map(|at| format!("{} {} instead of {}", counts[at - 1], ours[at], row.measured[at]))
        .collect();
    let equal = different.is_empty() && ours[0] == row.measured[0];
    let cause = CAUSES.iter().find(|(name, _)| !equal && row.name == *name).map_or("", |(_, cause)| *cause);
    let compared = match (equal, row.measured.len()) {
        (true, 1) => "cycles".into(),
        (true, columns) => format!("all {columns}"),
        (false, _) => different.join(", "),
    };
    let from = if row.published { "thesis" } else { "simulator" };
    let difference = ours[0] as i64 - row.measured[0] as i64;
    let Row { name, size, width, options, .. } = row;
    format!(
        "| {name} | {size} | {width} | {options} | {from} | {} | {} | {difference} | {compared} | {cause} |\n",
        ours[0], row.measured[0]
    )
}

/// Launches with a longer bound are not run for the table.
const LONGEST: u64 = 15_000_000;

const BOUNDS: &str = "| kernel | launch | width | options | best | single | sp_as_access | sp_as_compute | equal to the tool's, or not | bound | run | run / bound | thesis: run / bound, as access and as computation |\n\
    | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";

const HEAD: &str = "| run | launch | width | options | of | ours | theirs | difference | counts that are equal, or not | cause |\n\
    | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";

fn kernels() -> Result<String, String> {
    let file = oracle("kernels.txt")?;
    let mut table = HEAD.to_string();
    for row in rows(&file) {
        let text = oracle(&format!("kernels/{}.sas", row.name))?;
        table += &line(&row, &run(&text, &row, &COUNTS)?, &COUNTS);
    }
    Ok(table)
}

fn microkernels() -> Result<String, String> {
    let file = oracle("microkernels.txt")?;
    let listing = |name: &str| {
        let text = file.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")))?;
        let mut lines = String::from(DATA);
        for part in text.split(';').map(str::trim) {
            let repeated = part
                .split_once(" x (")
                .and_then(|(count, line)| Some((count.parse().ok()?, line.strip_suffix(')')?)));
            let (count, line) = repeated.unwrap_or((1, part));
            (0..count).for_each(|_| {
                let _ = writeln!(lines, "{line}");
            });
        }
        Some(lines)
    };
    let mut table = HEAD.to_string();
    for row in rows(&file) {
        let text = listing(row.name).ok_or_else(|| format!("{}: no listing", row.name))?;
        table += &line(&row, &run(&text, &row, &FEWER)?, &FEWER);
    }
    Ok(table)
}

/// The bounds of the author's tool, and ours beside a run of the same launch.
fn bounds() -> Result<String, String> {
    let file = oracle("wcet.txt")?;
    let mut table = BOUNDS.to_string();
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let (known, thesis) =
            line.rsplit_once(" | ").filter(|(known, _)| known.contains(" | ")).unwrap_or((line, ""));
        // A launch of which the tool's bounds are not known has none behind its bar.
        let known = known.strip_suffix(" |").map_or_else(|| known.to_string(), |head| format!("{head} | "));
        let row = Row::of(&known).ok_or_else(|| format!("{line}: no row"))?;
        table += &bound(&row, thesis)?;
    }
    Ok(table)
}

/// What the analysis finds: the four bounds of the tool with the numbers of phases of the last two, and ours for the refresh's phase
/// of the run beside it.
fn analysed(text: &str, row: &Row) -> Result<([u64; 6], u64), String> {
    let mut document = document(text, row);
    if !row.options.contains("-r ") {
        document.machine.changes.push(("refresh_start".into(), "0".into()));
    }
    let mut study = Study::new("wcet", &document, &[], Limits::default())?;
    while !study.advance(1 << 20).complete() {}
    let answer = study.answer().ok_or("no answer")?.map_err(|why| format!("{}: {why}", row.name))?;
    let data = |list: &[(String, Data)], name: &str| {
        list.iter().find(|(known, _)| known == name).map(|(_, data)| data.clone())
    };
    let number = |name: &str| match data(&answer, name) {
        Some(Data::Number(number)) => number,
        _ => 0,
    };
    let phases = |name: &str| match data(&answer, "phases") {
        Some(Data::Map(lists)) => match data(&lists, name) {
            Some(Data::List(list)) => list.len() as u64,
            _ => 0,
        },
        _ => 0,
    };
    let [best, single, access, compute] = ["best", "single", "sp_as_access", "sp_as_compute"].map(number);
    let [first, second] = ["sp_as_access", "sp_as_compute"].map(phases);
    Ok(([best, single, access, compute, first, second], number("bound")))
}

/// Which of the tool's bounds are not equal.
fn compared(row: &Row, ours: &[u64; 6]) -> String {
    const NAMES: [&str; 6] = ["best", "single", "sp_as_access", "sp_as_compute", "phases", "phases"];
    let first = if row.measured.len() < 3 { 2 } else { 0 };
    let different: Vec<String> = (0..row.measured.len())
        .filter(|at| ours[first + at] != row.measured[*at])
        .map(|at| format!("{} {} instead of {}", NAMES[first + at], ours[first + at], row.measured[at]))
        .collect();
    match (row.measured.len(), different.is_empty()) {
        (0, _) => "–".to_string(),
        (count, true) => format!("all {count}"),
        (_, false) => format!("{} (D006)", different.join(", ")),
    }
}

fn bound(row: &Row, thesis: &str) -> Result<String, String> {
    let text = oracle(&format!("kernels/{}.sas", row.name))?;
    let (ours, bound) = analysed(&text, row)?;
    let (cycles, part) = match bound <= LONGEST {
        true => {
            let cycles = run(&text, row, &[])?[0];
            (cycles.to_string(), format!("{:.1} %", 100.0 * cycles as f64 / bound as f64))
        }
        false => ("–".into(), "–".into()),
    };
    let thesis: Vec<f64> = thesis.split_whitespace().filter_map(|number| number.parse().ok()).collect();
    let thesis = match thesis[..] {
        [access, most_access, compute, most_compute] => {
            format!("{:.1} %, {:.1} %", 100.0 * access / most_access, 100.0 * compute / most_compute)
        }
        _ => String::new(),
    };
    let Row { name, size, width, options, .. } = row;
    let ([best, single, access, compute, ..], compared) = (ours, compared(row, &ours));
    Ok(format!(
        "| {name} | {size} | {width} | {options} | {best} | {single} | {access} | {compute} | {compared} | {bound} | {cycles} | {part} | {thesis} |\n"
    ))
}

/// How many rows each file of the DRAM has; tests compare all of them. Known differences are rows of `DEVIATIONS.md`.
fn requests() -> String {
    let files = [
        (
            "dram.txt",
            4,
            "requests alone: delays, commands, bytes",
            "every_measured_request_takes_the_measured_time",
        ),
        ("dram_commands.txt", 0, "timelines: each command", "every_measured_timeline_has_the_same_commands"),
        ("bounds.txt", 0, "longest delays over all alignments", "longest_delays_facts_17_5"),
        ("patterns.txt", 1, "a controller with fixed patterns", "we_9_16_the_controller_with_patterns"),
    ];
    let mut table = "| runs | of | equal | test | cause |\n| --- | --- | --- | --- | --- |\n".to_string();
    for (file, other, what, test) in files {
        let rows = oracle(file).unwrap_or_default();
        let count = rows.lines().filter(|line| !line.starts_with('#')).count();
        let cause = match file {
            "dram.txt" => "D003: bytes of four, whose times are equal",
            "patterns.txt" => "D002: two entries of a row",
            _ => "",
        };
        let _ = writeln!(table, "| {what} | {count} | {} | `{test}` | {cause} |", count - other);
    }
    table
}

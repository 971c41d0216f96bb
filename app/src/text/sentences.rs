//! Sentences with something in them: a number, a name, a cycle.

use lanescope_core::session::{
    Format, Status,
    figure::Pages,
    studies::Progress,
    vocabulary::{Stop, TimeUnit},
};

use super::*;
use crate::{format::grouped, state::Recording};

/// The worker of this machine is on its way.
pub fn loading(machine: &str) -> String {
    format!("Loading: {machine}")
}

/// A worker broke.
pub fn worker_lost(reason: &str) -> String {
    let reason = reason.lines().next().unwrap_or("").trim();
    format!(
        "The laboratory stopped at a fault of its own and was started again; your text is kept. Change it, or compile again. ({reason})"
    )
}

/// A cycle was remembered.
pub fn bookmarked(digit: u8, cycle: u64) -> String {
    format!("Cycle {} is remembered under {digit}.", grouped(cycle))
}

/// A cycle, and its time where time is counted in another unit.
pub fn at_cycle(cycle: u64, time: &TimeUnit) -> String {
    let cycles = format!("{CYCLE} {}", grouped(cycle));
    match time.id == TimeUnit::CYCLES.id {
        true => cycles,
        false => format!("{cycles} = {:.2} {}", cycle as f64 * time.per_cycle, time.label),
    }
}

/// How far the run is.
pub fn progress(status: &Status) -> String {
    match (status.complete, &status.halt) {
        (true, Some(_)) => format!("halted at {}", grouped(status.frontier)),
        (true, None) => format!("of {}", grouped(status.frontier)),
        (false, _) => format!("of {} so far", grouped(status.frontier)),
    }
}

/// How long the rest of the run takes on this computer.
pub fn to_go(seconds: u32) -> String {
    match seconds {
        0..120 => format!("The rest takes about {seconds} s."),
        120..7200 => format!("The rest takes about {} min.", seconds.div_ceil(60)),
        _ => format!("The rest takes about {} h.", seconds.div_ceil(3600)),
    }
}

/// How much of the run is recorded; nothing if all of it is.
pub fn recording(recording: Recording) -> Option<String> {
    match recording {
        Recording::Whole | Recording::Growing(_) => None,
        Recording::Begun(first) => {
            Some(format!("First {} cycles recorded; the run goes on.", grouped(first)))
        }
        Recording::Cut(first, all) => {
            Some(format!("First {} of {} cycles recorded.", grouped(first), grouped(all)))
        }
    }
}

/// What the strip is of.
pub fn strip_of(recorded: Recording) -> String {
    recording(recorded).unwrap_or_else(|| match recorded {
        Recording::Growing(_) => RUN_SO_FAR.into(),
        _ => WHOLE_RUN.into(),
    })
}

/// Heading of the breakdown before the cursor has moved.
pub fn stalls_ahead(recording: Recording) -> String {
    match recording {
        Recording::Whole => "Where the issue slots go in the whole run".into(),
        Recording::Growing(first) => {
            format!("Where the issue slots go in the first {} cycles, so far", grouped(first))
        }
        Recording::Begun(first) | Recording::Cut(first, _) => {
            format!("Where the issue slots go in the first {} cycles", grouped(first))
        }
    }
}

/// Schedulers that are left out of the breakdown.
pub fn idle_schedulers(idle: u64, all: u64) -> String {
    format!("{} of {} have no work in this run", grouped(idle), many(all as usize, "scheduler", "schedulers"))
}

/// A button that chooses a preset.
pub fn use_preset(name: &str) -> String {
    format!("Use {name}")
}

/// The run halts, and there may be warnings.
pub fn halted_in(cycle: u64, warnings: usize) -> String {
    let halted = format!("halted in cycle {}", grouped(cycle));
    if warnings == 0 { halted } else { format!("{halted}, {}", problems(0, warnings)) }
}

/// The header of a text names a machine that there is none of.
pub fn no_such_machine(preset: &str) -> String {
    format!(
        "The text asks for the machine {preset}, which is not known here; it runs on the one that is chosen."
    )
}

/// Number of errors and warnings.
pub fn problems(errors: usize, warnings: usize) -> String {
    let count = |n: usize, one: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") };
    match (errors, warnings) {
        (0, 0) => NO_PROBLEMS.into(),
        (0, w) => count(w, "warning"),
        (e, 0) => count(e, "error"),
        (e, w) => format!("{}, {}", count(e, "error"), count(w, "warning")),
    }
}

fn many(n: usize, one: &str, more: &str) -> String {
    format!("{} {}", grouped(n as u64), if n == 1 { one } else { more })
}

/// Number of changed settings.
pub fn changes(n: usize) -> String {
    if n == 0 { "as the preset has it".into() } else { many(n, "setting changed", "settings changed") }
}

/// Size of a file.
pub fn bytes(n: usize) -> String {
    if n == 0 { "no file yet".into() } else { many(n, "byte", "bytes") }
}

/// What a lane does.
pub fn lane(active: bool, live: bool) -> &'static str {
    match (active, live) {
        (true, _) => "takes part",
        (false, true) => "is switched off",
        (false, false) => "has no work-item",
    }
}

/// The work-item of a lane.
pub fn work_item(group: u32, item: u32) -> String {
    format!(", group {group}, work-item {item}")
}

/// Active lanes among those with work.
pub fn active(active: u32, live: u32) -> String {
    match live {
        0 => "no lane has work".into(),
        _ => format!("{active} of {live} lanes take part"),
    }
}

/// A DRAM bank.
pub fn dram_bank(channel: u16, bank: u16) -> String {
    format!("{bank} of channel {channel}")
}

/// The things in sight of what has pages.
pub fn pages(pages: &Pages) -> String {
    let Pages { of, first, shown, all, .. } = pages;
    let last = (first + shown).saturating_sub(1);
    format!("{of} {} to {} of {}", grouped(*first), grouped(last), grouped(*all))
}

/// How far a study is.
pub fn study_progress(progress: &Progress) -> String {
    let now = progress.now.as_ref();
    if progress.steps {
        let now = now.map_or(String::new(), |(name, _)| format!(": {name}"));
        return format!("{} of {} steps{now}", progress.done, progress.all);
    }
    let now = now.map_or(String::new(), |(name, cycle)| format!(": {name}, cycle {}", grouped(*cycle)));
    format!("{} of {} runs{now}", progress.done, progress.all)
}

/// The cycles that the timeline shows, as a part of the run that a file can have; they are all if there are none.
pub fn export_shown(cycles: Option<(u64, u64)>) -> String {
    let words = cycles.map_or(String::new(), |(from, to)| format!(": {} to {}", grouped(from), grouped(to)));
    format!("The cycles shown{words}")
}

/// A file would be longer than the page writes: of the whole run, or of these cycles.
pub fn export_too_long(limit: u64, format: Format, cycles: Option<(u64, u64)>) -> String {
    let (instead, cycles) = match cycles {
        None => ("the cycles that are shown", String::new()),
        Some((from, to)) => ("fewer cycles", format!(" --cycles {from}..{to}")),
    };
    let ending = match format {
        Format::Json => "json",
        Format::Perfetto => "perfetto",
        Format::Kanata => "kanata",
        Format::Csv => "csv",
    };
    let limit = grouped(limit);
    format!(
        "The file, packed, is longer than limit `export_bytes` = {limit} bytes. Export {instead}, choose “{EXPORT_ON_DISK}” \
         where the browser can, or write it in the terminal: lanescope trace FILE --out run.{ending}.gz{cycles}"
    )
}

/// The run goes on behind the last cycle of a file.
pub fn export_of_a_part(cycles: u64) -> String {
    format!("The run has not ended: the file has its first {} cycles.", grouped(cycles))
}

/// A file could not be written.
pub fn export_failed(why: &str) -> String {
    format!("The file was not written: {why}")
}

/// How far a file is.
pub fn export_progress(bytes: u64) -> String {
    format!("{} kB", grouped(bytes / 1000))
}

/// Length of a link.
pub fn characters(n: usize) -> String {
    many(n, "character", "characters")
}

/// Length of a text.
pub fn lines(n: usize) -> String {
    many(n, "line", "lines")
}

/// Of so many.
pub fn of(n: &str) -> String {
    format!("of {n}")
}

/// Palette: show a view.
pub fn show(title: &str) -> String {
    format!("Show {title}")
}

/// Palette: open a kernel.
pub fn open_kernel(title: &str) -> String {
    format!("Open {title}")
}

/// Palette: use a machine.
pub fn use_machine(name: &str) -> String {
    format!("Machine: {name}")
}

/// The field of a macro.
pub fn macro_number(n: usize) -> String {
    format!("Macro {n}, as NAME=VALUE")
}

/// A file was opened.
pub fn file_opened(name: &str) -> String {
    format!("{name} is open. Undo brings back what was here.")
}

/// What a file that is no text holds.
pub fn bytes_of_file(bytes: usize) -> String {
    format!("{bytes} bytes that are no text. Assembly reads them with .incbin.")
}

/// A file could not be read.
pub fn file_unreadable(name: &str) -> String {
    format!("The browser could not read {name}.")
}

/// What the next instruction lacks.
pub fn needs(registers: &[String]) -> String {
    match registers {
        [] => "It waits until earlier accesses are done; ".into(),
        registers => format!("It needs {}, which ", registers.join(" and ")),
    }
}

/// Lines that have not come.
pub fn outstanding(n: usize) -> String {
    let verb = if n == 1 { "is" } else { "are" };
    format!(" {} {verb} outstanding: ", many(n, "line of memory", "lines of memory"))
}

/// Where a request is.
pub fn stop(stop: Stop) -> String {
    match stop {
        Stop::LoadStore => " waits in the load/store unit for the first-level cache".into(),
        Stop::FirstLevel => " is in the first-level cache".into(),
        Stop::Network => " is in the network".into(),
        Stop::SecondLevel => " is in the second-level cache".into(),
        Stop::Dram(channel) => format!(" missed every cache and waits for DRAM channel {channel}"),
    }
}

/// What is not named, and the end of the sentence.
pub fn and_more(n: usize) -> String {
    if n == 0 { ".".into() } else { format!(" and {} more.", grouped(n as u64)) }
}

/// The switch for rows without work.
pub fn all_units(hidden: usize) -> String {
    if hidden == 0 {
        "hide idle units".into()
    } else {
        format!("+ {}", many(hidden, "idle unit", "idle units"))
    }
}

/// Number of instructions of a table.
pub fn instructions(n: usize) -> String {
    many(n, "instruction", "instructions")
}

/// What to put into another page.
pub fn embed_code(link: &str) -> String {
    format!("<iframe src=\"{link}&embed=1\" width=\"900\" height=\"560\" title=\"{NAME}\"></iframe>")
}

/// The title of a lesson.
pub fn lesson(title: &str) -> String {
    format!("Lesson: {title}")
}

/// A question among those of its lesson, and whether it has been answered.
pub fn lesson_question(at: usize, done: bool) -> String {
    let number = at + 1;
    if done { format!("Question {number}, {LESSON_DONE}") } else { format!("Question {number}") }
}

/// How many questions of a lesson have been answered.
pub fn lesson_progress(done: usize, all: usize) -> String {
    if done == all { LESSON_DONE.into() } else { format!("{done} of {all} {LESSON_DONE}") }
}

/// How near an answer must be.
pub fn tolerance(within: f64) -> String {
    if within == 0.0 { "(exactly)".into() } else { format!("(within {within} %)") }
}

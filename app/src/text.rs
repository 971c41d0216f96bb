//! Every string that a person reads, apart from what the laboratory itself says (causes, counters, settings,
//! diagnostics) and the labels of the commands in [`crate::keys`].

use lanescope_core::session::{
    Format, Status,
    figure::Pages,
    studies::Progress,
    vocabulary::{Stop, TimeUnit},
};

use crate::{format::grouped, state::Recording};

/// Declares the fixed strings.
macro_rules! strings {
    ($($name:ident = $text:literal;)+) => { $(#[allow(missing_docs)] pub const $name: &str = $text;)+ };
}

strings! {
    NAME = "Lanescope";
    STUDY_BEGIN = "Run the study";
    STUDY_STOP = "Stop";
    STUDY_PROGRESS = "Runs that are done";
    STUDY_OLD = "These runs are of the document as it was before. Run the study again for this one.";
    TAGLINE = "Paste a kernel, pick a machine, watch it run cycle by cycle.";
    SKIP = "Skip to the run controls";
    GALLERY = "Gallery";
    MACHINE = "Machine";
    SETTINGS = "Settings";
    SHARE = "Share";
    HELP = "Help";
    COMMANDS = "Commands";
    THEME = "Theme";
    RECENT = "Earlier documents";
    PLAY = "Run";
    PAUSE = "Pause";
    STOP = "Stop";
    TO_START = "To the start";
    TO_END = "To the end";
    BACK = "Back";
    FORWARD = "Step";
    NEXT_EVENT = "Next event";
    NEXT_STALL = "Stall";
    NEXT_CHANGE = "Change";
    SPEED = "Speed";
    CYCLE = "cycle";
    TIME = "Axes count in";
    UNDO = "Undo";
    REDO = "Redo";

    KERNEL = "Kernel";
    EDITOR_LABEL = "Kernel source text";
    LANGUAGE = "Language";
    LANGUAGE_AUTO = "detect";
    LANGUAGE_OPENCL = "OpenCL C";
    LANGUAGE_CUDA = "CUDA C";
    LANGUAGE_ASSEMBLY = "assembly";
    STALE = "compiling";
    NO_PROBLEMS = "compiled";
    LISTING = "Program";
    ASSEMBLY = "Assembly";
    IR = "IR";
    PASS = "after";
    PASS_LAST = "all passes";
    LISTING_EMPTY = "The machine's instructions appear here once the kernel compiles without errors.";
    FACTS = "Facts of the code generator";

    LAUNCH = "Launch";
    LAUNCH_EMPTY = "The form follows the kernel's signature; it appears once the text has a kernel.";
    GLOBAL_SIZE = "Global";
    LOCAL_SIZE = "Local";
    DYNAMIC_LOCAL = "Dynamic shared bytes";
    CONTENTS = "Contents";
    LENGTH = "elements";
    TIMES = "×";
    VALUE = "value";
    BYTES = "bytes";
    SEED = "seed";
    LOW = "from";
    HIGH = "to";
    STEP = "step";
    NUMBERS = "numbers";
    FILE = "file";
    RESET_LAUNCH = "As the text says";
    MACROS = "Macros";
    MACRO_EXAMPLE = "NAME=VALUE";
    CONTRACT = "fuse a*b+c";
    CONTRACT_DOC = "Floating-point contraction: a product and a sum may become one instruction that rounds once. Off, only fma() fuses.";
    ELEMENT = "type of the elements";
    AT = "at";
    PLACE = "address in memory";
    RUNS_ONCE = "This program takes no sizes: it runs once.";
    OPEN_FILE = "Open file";
    OPEN_FILE_DOC = "Open a kernel from files (or drop files or a folder anywhere on the page)";
    FILES = "Files of the program";
    MAIN_FILE = "main text";
    ADD_FILE = "Add a file that the text can include";
    NAME_FILE = "Name of the file";
    RENAME_FILE = "Rename";
    REMOVE_FILE = "Remove";
    CHOOSE_MAIN = "Make main";
    CHOOSE_MAIN_DOC = "Make this text the one that is compiled; the main text becomes a file that it can include";
    FILES_REFUSED = "The browser could not read the files, or they are more than 1000 or have more than 16 MB. To fill a buffer with a file, drop it on the buffer's row.";
    FILES_ADDED = "The files are in their tabs. Undo brings back what was here.";
    OPEN_IN = "Open in Lanescope";
    ISA = "All instructions";
    ISA_TITLE = "Instructions of the machine";
    ISA_SEARCH = "Find an instruction by its name or meaning";
    ISA_HINT = "Point at an instruction to see what it does.";
    COLOURS = "Colours";
    INIT_ZEROS = "zeros";
    INIT_IOTA = "ramp";
    INIT_RANDOM = "random";
    INIT_PERMUTATION = "permutation";
    INIT_FILL = "constant";
    INIT_LIST = "list";
    INIT_BYTES = "file";
    CHECK = "Check the result";
    CHECK_RUNNING = "Comparing with the reference interpreter …";
    CHECK_NONE = "Runs the kernel in the reference interpreter and compares every byte.";

    PANELS = "Views";
    SPLIT = "Two views side by side";
    PANEL_EMPTY = "This fills once a kernel compiles and its run begins.";
    ABOUT_VIEW = "About this view";
    STRIP_LABEL = "Slots by cause over time. Arrow keys move the cursor.";
    ALL_UNITS_DOC = "Give units that have had no work so far a row too";
    ZOOM_IN = "Zoom in";
    ZOOM_OUT = "Zoom out";
    FIT = "All that is recorded";
    WHOLE_MACHINE = "Whole machine";
    LOOKS_INTO = "What the diagram looks into";
    STACK_LANES = "Lanes";
    LANE = "Lane";
    RADIX = "Numbers as";
    REGION = "Memory";
    LOCAL_REGION = "work-group memory";
    PAGE_BACK = "Previous page";
    PAGE_ON = "Next page";
    ADDRESS = "Address";

    INSPECTOR = "Inspector";
    INSPECTOR_EMPTY = "Select a cell, a lane, an instruction or an address to see what it is and where it comes from.";
    WHY = "Why";
    CHAIN = "Because";
    IN_LINE = " in line ";
    WILL_WRITE = " will write.";
    DATA_NEAR = " Its data is on the last steps to the registers.";
    IN_PIPELINE = " That instruction is in its function unit.";
    BARRIER_OPENS = "Everyone has arrived; the barrier opens next.";
    MISSING = "The barrier opens when they arrive too: ";
    PICKED = "In this cycle the scheduler picked ";
    LINE = "Line";
    INSTRUCTION = "Instruction";
    INSTRUCTIONS = "Instructions";
    BANK = "Bank";
    DRAM_ROW = "Row";
    ACCESSED_BY = "Accessed by lanes";
    COUNTERS = "Counters";
    STALLS = "Where the issue slots went";
    CAUSE = "Cause";
    SLOTS = "Slots";
    SHARE_OF_ALL = "Share of all slots of the machine";
    TOTAL = "total";
    WHOLE_RUN = "Whole run";
    RUN_SO_FAR = "The run so far";
    GO_ON = "Simulate to the end";
    GO_TO_LINE = "Go to the line";
    COUNTERS_EMPTY = "Counters count up to the cursor, which is at the start of the run.";
    SEE_WHOLE_RUN = "Go to the end";
    NOT_STARTED = "No unit has work yet in this cycle.";
    DRAINING = "No unit has work in this cycle: memory finishes what was issued.";
    ALL_DONE = "Every unit is done in this cycle: all results are in memory.";
    FIRST_INSTRUCTION = "Go to the first instruction";
    COUNTER_CYCLES = "cycles";
    COUNTER_TIME = "simulated";
    COUNTER_IPC = "per cycle";
    COUNTER_LANES = "lanes in use";

    COMPARE = "Compare";
    COMPARE_HINT = "Run the same document on another machine as well";
    COMPARE_STOP = "Stop comparing";
    COMPARE_ADD = "Add a machine";
    COMPARE_REMOVE = "Remove";
    COMPARE_WITH = "Machine";
    COMPARE_PACE = "Keep step by";
    COMPARE_SHOW = "Show";
    COMPARE_SAYS = "The same document on several machines. One cursor for all; the numbers are those of the whole runs, ratios are to the first.";
    COMPARE_LABEL = "Run: slots by cause and units by cycles. Arrow keys move the common cursor.";
    COMPARE_TABLE = "Numbers of the compared runs";
    COMPARE_EMPTY = "The numbers appear when a run has begun.";
    COMPARE_NUMBER = "Number";
    COMPARE_RATIO = "Ratio";
    SO_FAR = "so far";
    NO_RUN = "no run";
    UNIT = "Unit";
    PACE_CYCLE = "cycle";
    PACE_SHARE = "share of the run";
    ELEMENTS_AS = "Elements";
    ELEMENTS_OWN = "as set";
    LESSONS = "Lessons";
    LESSON_TEXT = "Text of the lesson";
    LESSON_NEXT = "Next lesson";
    LESSON_QUESTION = "Question.";
    LESSON_ANSWER = "Answer";
    LESSON_CHECK = "Check by running";
    LESSON_RUNNING = "Running …";
    LESSON_RIGHT = "Right: the run says the same.";
    LESSON_LOW = "The run gives more than that.";
    LESSON_HIGH = "The run gives less than that.";
    LESSON_BUILD = "Build.";
    LESSON_CHECK_BUILT = "Check what I built";
    LESSON_BUILT = "Right: the run reaches it.";
    LESSON_BUILT_LOW = "The run stays below that.";
    LESSON_BUILT_HIGH = "The run goes beyond that.";
    LESSON_CHANGED = "The run leaves other results than the lesson's.";
    LESSON_QUESTIONS = "Questions";
    LESSON_SHOW_RUN = "Show that run";
    LESSON_DONE = "done";
    LESSON_START_OVER = "Start over";
    LESSON_UNREADABLE = "Write a number.";
    LESSON_FAILED = "The question could not be run.";
    CLOSE = "Close";
    COPY = "Copy";
    COPIED = "It is in the clipboard.";
    COPY_FAILED = "The browser did not allow copying. Select the link and copy it by hand.";
    SHARE_INTRO = "This link holds everything: text, options, launch, machine, settings, open views and the cycle. Nothing is sent anywhere.";
    SHARE_LABEL = "Link";
    EMBED = "As a part of another page";
    EMBED_INTRO = "Without the launch form and the settings, with a button that opens the whole page.";
    EXPORT = "Run as a file";
    EXPORT_WHOLE = "The whole run";
    EXPORT_STOP = "Stop";
    EXPORT_ON_DISK = "Write to a file on disk";
    EXPORT_ON_DISK_DOC = "You choose the file first, and it is written, packed, as it is made: for files of any length";
    EXPORT_PROGRESS = "How much of the file is written";
    EXPORT_LEFT = "The file was not finished: the document has changed.";
    RESET = "Reset";
    RESET_ALL = "Reset all";
    GO = "Go";
    GO_TO = "Go to cycle";
    PALETTE_LABEL = "Find a command";
    PALETTE_NONE = "No command has these words.";
    KEYS_TITLE = "Shortcuts";
    SINGLE_KEYS = "Keys of one character work outside of text fields";
    BOOKMARKS_NOTE = "The digits 0 to 9 remember a cycle and return to it; with Shift they forget it.";
    RECENT_EMPTY = "Documents that you leave by opening another one are kept here, and those of other tabs.";
    HELP_TITLE = "What is this?";
    HALTED = "The run halted";
    TO_HALT = "Go to where it halted";
    NO_MORE_EVENTS = "There is no further event of this kind in this run.";
    NO_TRAIL = "The cursor has not jumped further that way.";
    LINK_OPENED = "The document of the link is open. What was here before is under Earlier documents.";
    WORKER_NONE = "This machine does not load. Compile again to try once more, reload the page, or take another browser.";
    WORKER_NO_SIMD = "This browser has no 128-bit vectors in WebAssembly, which machines need. Chrome has them since 91, Firefox since 89, Safari since 16.4.";
    NO_CATALOG = "The list of machines does not come. Reload the page.";
    WORKER_OLD = "The page and its worker are of two versions. Reload the page.";
    NO_STORAGE = "The browser keeps nothing for this page: use a link to save your work.";
}

/// Paragraphs of the help.
pub const HELP_PARAGRAPHS: &[(&str, &str)] = &[
    (
        "One idea",
        "Time runs left to right, the cursor is one cycle, and everything on the page shows that cycle. Press Space to play, the full stop for one cycle, drag the strip at the bottom to go anywhere.",
    ),
    (
        "Your kernel",
        "Paste OpenCL C or CUDA. Host code in a CUDA file is passed over, its launch is taken. Mistakes are marked in the text. The launch form follows the signature: sizes, buffers and what they hold.",
    ),
    (
        "Why does it wait?",
        "Each cell of the timeline says that the unit (a warp, or a part of a vector machine) issued, or the one reason why not. Every issue slot of every cycle has exactly one cause, so the breakdown adds up to 100 %.",
    ),
    (
        "Everything is linked",
        "Point at a line, an instruction, a cell, a lane or an address: the same thing lights up everywhere. Select it, and the inspector says what it is.",
    ),
    (
        "Nothing is lost",
        "The page saves itself in this browser, each tab a document of its own. A link holds the whole document and the cycle. Undo goes back through every change.",
    ),
];

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
    format!("{active} of {live} lanes take part")
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

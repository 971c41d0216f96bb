//! Every string that a person reads, apart from what the laboratory itself says (causes, counters, settings,
//! diagnostics) and the labels of the commands in [`crate::keys`].

use lanescope_core::session::{
    Mismatch, PanelKind, Status,
    vocabulary::{Access, Stop},
};

use crate::{format::grouped, state::Recording};

/// Declares the fixed strings.
macro_rules! strings {
    ($($name:ident = $text:literal;)+) => { $(#[allow(missing_docs)] pub const $name: &str = $text;)+ };
}

strings! {
    NAME = "Lanescope";
    TAGLINE = "Paste a kernel, pick a machine, watch it run cycle by cycle.";
    SKIP = "Skip to the run controls";
    MENU = "Menu";
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
    ARGUMENTS = "Arguments";
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
    OPEN_FILE = "Open file";
    OPEN_FILE_DOC = "Open a kernel from a file (or drop the file anywhere on the page)";
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
    CHECK_PASS = "Equal to the reference in every byte.";
    CHECK_NONE = "Runs the kernel in the reference interpreter and compares every byte.";

    PANELS = "Views";
    SPLIT = "Two views side by side";
    PANEL_EMPTY = "This fills once a kernel compiles and its run begins.";
    ABOUT_VIEW = "About this view";
    TIMELINE_LABEL = "Timeline: units by cycles. Arrow keys move the cursor and select a unit, plus and minus zoom.";
    LANES_LABEL = "Lane grid: units by lanes at the cursor. Arrow keys select.";
    DRAM_LABEL = "DRAM commands: banks by cycles.";
    STRIP_LABEL = "Slots by cause over time. Arrow keys move the cursor.";
    ALL_UNITS_DOC = "Give units that have had no work so far a row too";
    ZOOM_IN = "Zoom in";
    ZOOM_OUT = "Zoom out";
    FIT = "All that is recorded";
    STACK_EMPTY = "This warp has no work at this cycle, so its stack is empty.";
    STACK_LANES = "Lanes";
    STACK_NEXT = "Next";
    STACK_JOIN = "Joins at";
    STACK_ENTRY = "Entry";
    STACK_TOP = "top";
    PASS_NUMBER = "Pass";
    STACK_EXIT = "exit";
    REGISTERS_EMPTY = "Registers appear while the selected unit has work.";
    REGISTER = "Register";
    LANE = "Lane";
    RADIX = "Numbers as";
    MEMORY_EMPTY = "This launch has no buffers.";
    REGION = "Memory";
    LOCAL_REGION = "work-group memory";
    PAGE_BACK = "Previous page";
    PAGE_ON = "Next page";
    CHANGED_NOTE = "changed since the start of the run";
    JUST_CHANGED_NOTE = "changed since the last stop";
    ACCESS_EMPTY = "The selected unit makes no memory access here. Run to its next load or store, or choose another unit.";
    SEGMENTS = "Segments";
    SEGMENT = "Segment";
    SECTORS = "Sectors";
    ADDRESS = "Address";
    BANKS = "Banks";
    PASSES = "passes";
    DRAM_EMPTY = "No DRAM command lies in this window. Memory traffic fills it.";
    DRAM_NONE = "The memory of this machine is not DRAM. Choose a preset that has DRAM, or set the memory to it.";
    DRAM_CUT = "More commands lie here than are drawn: zoom in.";

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
    SHARE_OF = "Share";
    TOTAL = "total";
    WHOLE_RUN = "Whole run";
    BAND_UNITS = "units";
    BAND_FRONT_END = "front end";
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
    COMPARE_SAYS = "The same document on several machines. One cursor for all; the numbers are those of the whole runs, ratios are to the first.";
    COMPARE_LABEL = "Run: slots by cause and units by cycles. Arrow keys move the common cursor.";
    COMPARE_TABLE = "Numbers of the compared runs";
    COMPARE_EMPTY = "The numbers appear when a run has begun.";
    COMPARE_NUMBER = "Number";
    COMPARE_RATIO = "Ratio";
    SO_FAR = "so far";
    UNIT = "Unit";
    PACE_CYCLE = "cycle";
    PACE_SHARE = "share of the run";
    CONVOYS_EMPTY = "No vector instruction lies in this window. Zoom out, or move on to one.";
    CONVOYS_NONE = "no vector instruction is in its unit";
    CONVOY = "convoy";
    NOT_DRAWN = "not drawn: zoom in";
    GROUPS_NONE = "no instruction is in the unit";
    GROUPS_AFAR = "Zoom in to see single elements.";
    STRIPS_NONE = "no vector length is set";
    KEY_BAR = "element groups enter";
    KEY_TAIL = "until the last result";
    KEY_ARROW = "chained";
    KEY_GROUND = "every other convoy";
    KEY_ELEMENT = "element that takes part";
    KEY_ELEMENT_OFF = "switched off by the mask";
    KEY_ACCESS = "access";
    KEY_BUSY = "bank still busy";
    KEY_STRIP = "elements of the strip";
    KEY_ROOM = "room for more";
    KEY_ROOFS = "roofs of the machine";
    KEY_RUN = "the run up to the cursor";
    KEY_INTENSITY = "its intensity";
    BANKS_EMPTY = "The memory of this machine has no banks. Choose a preset that has some, such as Textbook, 8 banks, or set the memory to banked.";
    STRIPS_EMPTY = "No vector length was set in this window.";
    VECTOR_CUT = "Zoom in to see everything.";
    VECTORS_EMPTY = "The selected unit has no vector registers.";
    ELEMENTS_AS = "Elements";
    ELEMENTS_OWN = "as set";
    MASK = "mask v0";
    NO_MASKS = "No instruction of this program works under a mask: v0 is a register like the others.";
    VECTORS_LABEL = "Mask and vector registers";
    ROOFLINE_EMPTY = "The place under the roofs appears with the first cycle.";
    ROOFLINE_LABEL = "Roofline: float operations a second over float operations a byte, both logarithmic.";
    ROOFLINE_ABOVE = "Above the roof for a moment: the work of a vector instruction counts when it issues.";
    ROOF_RATE_AXIS = "GFLOP/s";
    ROOF_INTENSITY_UNIT = "FLOP/B";
    ROOF_INTENSITY_AXIS = "FLOP/B: float operations for each byte of memory traffic";
    ROOFLINE_NO_PLACE = "No float operation has met memory traffic yet, so the run has no place here.";
    ROOFLINE_MEMORY = "Left of the ridge: memory limits.";
    ROOFLINE_FLOAT = "Right of the ridge: the float units limit.";
    ROOF_FLOAT = "float units";
    ROOF_MEMORY = "memory";
    ROOF_RIDGE = "ridge";
    ROOF_INTENSITY = "intensity";
    ROOF_REACHED = "reached";
    ROOF_SHARE = "of the attainable";
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
    EXPORT = "Recorded run as a file";
    RESET = "Reset";
    RESET_ALL = "Reset all";
    PRESET = "Preset";
    CHANGED = "changed";
    GO = "Go";
    GO_TO = "Go to cycle";
    PALETTE_LABEL = "Find a command";
    PALETTE_NONE = "No command has these words.";
    KEYS_TITLE = "Shortcuts";
    SINGLE_KEYS = "Keys of one character work outside of text fields";
    BOOKMARKS_NOTE = "The digits 0 to 9 remember a cycle and return to it; with Shift they forget it.";
    RECENT_EMPTY = "Documents that you leave by opening another one are kept here, and those of other tabs.";
    OPEN = "Open";
    HELP_TITLE = "What is this?";
    HALTED = "The run halted";
    NO_MORE_EVENTS = "There is no further event of this kind in this run.";
    NO_TRAIL = "The cursor has not jumped further that way.";
    LINK_OPENED = "The document of the link is open. What was here before is under Earlier documents.";
    WORKER_NONE = "The laboratory does not start in this browser. Reload the page, or take another browser.";
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

/// Title of a panel where the machine gives none.
pub fn panel(kind: PanelKind) -> (&'static str, &'static str) {
    match kind {
        PanelKind::Timeline => {
            ("Timeline", "Each row is a warp, each cell a cycle: it issued, or the one reason why not.")
        }
        PanelKind::Lanes => (
            "Lanes",
            "Which lanes take part in each warp's next instruction. Look for rows that are half empty.",
        ),
        PanelKind::Stack => (
            "Stack",
            "Where the selected warp's lanes went apart and where they join again; the top entry, which runs, is last.",
        ),
        PanelKind::Registers => (
            "Registers",
            "Every register of the selected warp, lane by lane. What changed since the last stop is marked.",
        ),
        PanelKind::Memory => ("Memory", "The buffers, with what the kernel has changed so far marked."),
        PanelKind::Accesses => {
            ("Accesses", "Which memory segments or banks the selected warp's access needs. Fewer is better.")
        }
        PanelKind::Dram => {
            ("DRAM", "Commands by bank and cycle. Look for rows that are opened and closed again at once.")
        }
        PanelKind::Convoys => ("Convoys", "Which vector instruction occupies which unit when."),
        PanelKind::Groups => ("Elements", "The elements in the lanes of the selected unit."),
        PanelKind::Vectors => ("Vectors", "The mask and the vector registers."),
        PanelKind::Banks => ("Banks", "Which bank of memory is busy when."),
        PanelKind::Strips => ("Strips", "How loops are cut into strips."),
        PanelKind::Roofline => ("Roofline", "What the run reaches below the roofs of the machine."),
    }
}

/// What the picture of a view is, and its keys.
pub fn picture(kind: PanelKind) -> &'static str {
    match kind {
        PanelKind::Convoys => {
            "Convoy chart: units by cycles. Arrow keys move the cursor and select a unit, plus and minus zoom."
        }
        PanelKind::Groups => {
            "Elements in the lanes of the selected unit, by cycles. Arrow keys move the cursor and select a unit."
        }
        PanelKind::Banks => "Bank map: banks by cycles. Arrow keys move the cursor, plus and minus zoom.",
        PanelKind::Strips => "Strips by cycles. Arrow keys move the cursor, plus and minus zoom.",
        _ => panel(kind).1,
    }
}

/// What a view shows and what the hand can do there: names and words.
pub fn about(kind: PanelKind) -> &'static [(&'static str, &'static str)] {
    match kind {
        PanelKind::Timeline => &[
            ("Rows", "The units that a scheduler picks from, core by core."),
            (
                "Columns",
                "Cycles. Seen from afar a column holds several: it is filled as far as the unit had work in them, from the bottom the share with an issue, above it the most frequent cause of the rest.",
            ),
            ("Cursor", "The cycle that every other view shows. Click a cell to go there and to see why."),
            (
                "Hand",
                "Wheel or pinch zooms, drag or Shift with the wheel moves in time; on the names the wheel moves through the units.",
            ),
        ],
        PanelKind::Lanes => &[
            ("Rows", "The units, with what each does at the cursor and its next instruction."),
            ("Columns", "Lanes: one work-item each."),
            ("Hand", "Click a lane to see its work-item; arrow keys move the selection."),
        ],
        PanelKind::Stack => &[
            (
                "Rows",
                "One path that lanes of the selected warp still have to take, the newest last; only the top one runs.",
            ),
            (
                "Joins at",
                "The instruction where the lanes of this entry meet the others again (the immediate post-dominator of the branch).",
            ),
            ("Next", "Where the lanes of this entry go on."),
        ],
        PanelKind::Registers => &[
            ("Rows", "Registers of the selected unit, by their names in the assembly."),
            ("Columns", "Lanes. A lane whose number is struck out takes no part in the next instruction."),
            (
                "Numbers",
                "Automatic: as the instruction says that wrote the register last; addresses are hexadecimal.",
            ),
        ],
        PanelKind::Memory => &[
            ("Rows", "The elements of a buffer, or of a group's work-group memory, at the cursor."),
            (
                "Hand",
                "Point at an element to see which lanes access it; choose the buffer and the page above.",
            ),
        ],
        PanelKind::Accesses => &[
            (
                "Segments",
                "The blocks of memory that the access needs, one row each: each is a request of its own. Sectors that were asked for are filled.",
            ),
            (
                "Banks",
                "Work-group memory, one column a bank: lanes that want different words of one bank wait for another pass.",
            ),
            (
                "Which access",
                "The next memory instruction of the selected unit, or the one that it made last.",
            ),
        ],
        PanelKind::Dram => &[
            ("Rows", "Banks, channel by channel."),
            ("Columns", "Cycles of the core, the same window as the timeline's."),
            (
                "Commands",
                "ACT opens a row of a bank, RD and WR move data of the open row, PRE closes it, REF refreshes a rank.",
            ),
        ],
        PanelKind::Convoys => &[
            ("Rows", "The units that have had a vector instruction in this window."),
            (
                "Bars",
                "Thick while element groups enter the unit, thin until the last result is there. The colour is that of the source line or of the instruction.",
            ),
            (
                "Arrows",
                "From an instruction to the one that takes its results while they are being made: chaining.",
            ),
            (
                "Convoys",
                "Instructions that can run together. The ground of every other one reaches from the start of its first instruction to the start of the next convoy.",
            ),
            ("Hand", "Point at a bar to light up its instruction everywhere; click to go there."),
        ],
        PanelKind::Groups => &[
            ("Rows", "The lanes of the selected unit: element e is in lane e modulo the number of lanes."),
            (
                "Cells",
                "The number of the element that enters in this cycle; a gap is a cycle in which the instruction waits. Elements that the mask switches off are pale: they take their time but do no work. From afar an instruction is a plain bar.",
            ),
        ],
        PanelKind::Vectors => &[
            ("Rows", "Operands: with LMUL above 1 several registers form one."),
            (
                "Columns",
                "Elements; those at and beyond the vector length step back. The number of an element that the mask switches off is struck out.",
            ),
            (
                "Elements",
                "As the vector type divides the registers, or with another width: the same bits as bytes, words, double words or floats.",
            ),
            (
                "When",
                "The results of every instruction that has issued. In which cycle an element is really there is what the other views show.",
            ),
        ],
        PanelKind::Banks => &[
            ("Rows", "Banks of word-interleaved memory."),
            ("Bars", "The access, and how long the bank is busy with it."),
        ],
        PanelKind::Strips => &[(
            "Bars",
            "A strip lasts until the vector length is set again. Its height is the share of the elements that fit.",
        )],
        PanelKind::Roofline => &[
            (
                "Roofs",
                "Slanted: the most that the memory's data bus can feed. Flat: the most that the float units can do. They meet at the ridge.",
            ),
            (
                "Point",
                "The run up to the cursor. The line through it is its intensity, the highest point of the line what is attainable.",
            ),
        ],
    }
}

/// Colours of a view other than those of causes: the name of the token and what it means.
pub fn colours(kind: PanelKind) -> &'static [(&'static str, &'static str)] {
    match kind {
        PanelKind::Lanes | PanelKind::Stack => &[
            ("lane-on", "The lane takes part."),
            ("lane-off", "The lane is switched off, or has no work-item."),
        ],
        PanelKind::Registers | PanelKind::Memory => &[
            ("fresh", "Changed since the cursor's last place."),
            ("changed", "Changed since the start of the run."),
        ],
        PanelKind::Accesses => &[
            ("lane-on", "A lane's part of a segment, or a lane that is served in a pass."),
            ("cause-replay", "A sector that is asked for."),
            ("raised", "A sector that is not needed."),
        ],
        PanelKind::Banks => &[("lane-on", "The access."), ("lane-off", "The bank is busy.")],
        PanelKind::Strips => {
            &[("lane-on", "Elements of the strip."), ("lane-off", "What would have fitted as well.")]
        }
        PanelKind::Vectors => &[
            ("lane-on", "The mask's bit is on."),
            ("lane-off", "It is off."),
            ("fresh", "Changed since the cursor's last place."),
        ],
        PanelKind::Roofline => &[("cursor", "The run.")],
        PanelKind::Timeline | PanelKind::Dram | PanelKind::Convoys | PanelKind::Groups => &[],
    }
}

/// The worker broke.
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
        Recording::Whole => None,
        Recording::Begun(first) => {
            Some(format!("First {} cycles recorded; the run goes on.", grouped(first)))
        }
        Recording::Cut(first, all) => {
            Some(format!("First {} of {} cycles recorded.", grouped(first), grouped(all)))
        }
    }
}

/// Heading of the breakdown before the cursor has moved.
pub fn stalls_ahead(recording: Recording) -> String {
    match recording {
        Recording::Whole => "Where the issue slots go in the whole run".into(),
        Recording::Begun(first) | Recording::Cut(first, _) => {
            format!("Where the issue slots go in the first {} cycles", grouped(first))
        }
    }
}

/// Schedulers that are left out of the breakdown.
pub fn idle_schedulers(idle: u64, all: u64) -> String {
    format!("{} of {} are idle and left out", grouped(idle), many(all as usize, "scheduler", "schedulers"))
}

/// A button that chooses a preset.
pub fn use_preset(name: &str) -> String {
    format!("Use {name}")
}

/// A column of the timeline that holds several cycles, at the selected unit.
pub fn column(cycles: u64, issued: u8, busy: u8, wait: &str) -> String {
    let percent = |share: u8| format!("{:.0} %", f64::from(share) / 2.55);
    let parts = [
        (issued, "issued".into()),
        (busy.saturating_sub(issued), format!("held up, mostly: {wait}")),
        (255 - busy, "no work".into()),
    ];
    let parts = parts.into_iter().filter(|(share, _): &(u8, String)| *share > 0);
    let parts: Vec<String> = parts.map(|(share, words)| format!("{} {words}", percent(share))).collect();
    format!("{} here: {}", many(cycles as usize, "cycle", "cycles"), parts.join(", "))
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

/// The result differs.
pub fn check_failed(mismatches: u64) -> String {
    format!("{} elements differ from the reference.", grouped(mismatches))
}

/// The first element that differs.
pub fn mismatch(first: &Mismatch) -> String {
    format!(
        "{}[{}] is {:#x}, the reference has {:#x}.",
        first.buffer, first.index, first.machine, first.reference
    )
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

/// What an access is.
pub fn access(access: &Access) -> String {
    let verb = if access.write { "writes" } else { "reads" };
    let lanes = access.addresses.len();
    format!(
        "{verb} {} of {} memory in {}",
        many(access.bytes as usize, "byte", "bytes"),
        access.space.name(),
        lanes_of(lanes)
    )
}

fn lanes_of(n: usize) -> String {
    many(n, "lane", "lanes")
}

/// Number of lanes.
pub fn lanes(n: u32) -> String {
    lanes_of(n as usize)
}

/// Number of segments.
pub fn segments(n: usize) -> String {
    many(n, "memory segment", "memory segments")
}

/// Number of bank passes.
pub fn passes(n: usize) -> String {
    if n <= 1 {
        "One pass: no bank conflict".into()
    } else {
        format!("{n} passes: lanes that want the same bank wait")
    }
}

/// Number of commands of a window.
pub fn dram_commands(n: usize) -> String {
    many(n, "command", "commands")
}

/// A DRAM bank.
pub fn dram_bank(channel: u16, bank: u16) -> String {
    format!("{bank} of channel {channel}")
}

/// Page so and so of so many.
pub fn page(page: u64, pages: u64) -> String {
    format!("{} of {}", grouped(page), grouped(pages))
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

/// A file is too large.
pub fn file_too_large(name: &str) -> String {
    format!(
        "{name} has more than 16 MB: this is no kernel. To fill a buffer with it, drop it on the buffer's row."
    )
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

/// An instruction in its unit.
pub fn convoy(unit: &str, instruction: &str, convoy: u32, chained: bool) -> String {
    let chained = if chained { ", chained" } else { "" };
    format!("{unit}: {instruction} (convoy {convoy}{chained})")
}

/// The element group that enters: the first and the last of its elements, and how many take part.
pub fn group(instruction: &str, (first, last): (u32, u32), of: u32, on: u32) -> String {
    let group = last - first.min(last) + 1;
    let off = if on < group { format!(", {on} of {group} take part") } else { String::new() };
    if first == last {
        format!("{instruction}: element {first} of {of}{off}")
    } else {
        format!("{instruction}: elements {first} to {last} of {of}{off}")
    }
}

/// No group of the instruction in the unit enters.
pub fn group_waits(instruction: &str) -> String {
    format!("{instruction}: no group enters in this cycle")
}

/// The banks that are busy.
pub fn busy_banks(busy: &[u32], of: u32) -> String {
    let numbers: Vec<String> = busy.iter().map(u32::to_string).collect();
    match busy.len() {
        0 => format!("none of the {of} banks is busy"),
        1 => format!("1 of {of} banks is busy: {}", numbers[0]),
        n => format!("{n} of {of} banks are busy: {}", numbers.join(", ")),
    }
}

/// A strip.
pub fn strip(number: u32, vl: u32, vlmax: u32) -> String {
    format!("strip {number}: {vl} of {vlmax} elements")
}

/// Vector type, length, and what fits.
pub fn vector_state(vtype: &str, vl: u32, vlmax: u32, vlen: u32) -> String {
    if vlmax == 0 {
        return format!("no vector type set yet · registers of {vlen} bits");
    }
    format!("{vtype} · vl {vl} of {vlmax} · registers of {vlen} bits")
}

/// Elements that the mask leaves on.
pub fn mask(on: usize, of: usize) -> String {
    format!("{on} of {of} elements are on in the mask")
}

/// Elements that are shown: the first and the last.
pub fn elements(first: u32, last: u32, of: u32) -> String {
    format!("elements {first} to {last} of {of}")
}

/// The title of a lesson.
pub fn lesson(title: &str) -> String {
    format!("Lesson: {title}")
}

/// How near an answer must be.
pub fn tolerance(within: f64) -> String {
    if within == 0.0 { "(exactly)".into() } else { format!("(within {within} %)") }
}

//! Every string that a person reads, apart from what the laboratory itself says (causes, counters, settings,
//! diagnostics) and the labels of the commands in [`crate::keys`].

mod sentences;

pub use sentences::*;

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
    NEXT_OTHER = "Next";
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
    IMAGE = "format and size";
    SAMPLER = "how images are read";
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
    LINK_FILE = "Link";
    LINK_FILE_DOC = "Assemble this text by itself and link it behind the others; it sees what they say is global";
    UNLINK_FILE = "Do not link";
    UNLINK_FILE_DOC = "Leave this text out, but where another one includes it";
    UNIT_DOC = "Texts are linked in this order";
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
    COUNTERS_NO_RUN = "Counters count what runs; there is no run.";
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
    LESSON_ELSEWHERE = "Something is changed that this question leaves as it is: the machine, one of its settings, or the text of the kernel.";
    LESSON_QUESTIONS = "Questions";
    LESSON_SHOW_RUN = "Show that run";
    LESSON_DONE = "done";
    LESSON_START_OVER = "Start over";
    LESSON_FORGET_THIS = "Forget what is done in this lesson?";
    LESSON_FORGET_ALL = "Forget what is done in all lessons?";
    LESSON_FORGET = "Forget";
    LESSON_KEEP = "Keep";
    LESSON_UNREADABLE = "Write a number alone, such as 36 or 12.5.";
    LESSON_FAILED = "It does not run to its end: see what the page says of the text, the launch and the machine.";
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

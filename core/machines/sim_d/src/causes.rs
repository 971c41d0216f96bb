//! The causes that only this machine has: what phases, the stack of masks and the memory controller cost.

use lanescope_parts::causes;

causes! {
    /// The program is on its way into the instruction memory.
    UPLOAD = "upload", "upload of the program", Waiting, Tan Dots;
    /// The group asks for memory, and the controller has not begun with its request: it works on that of the other group, or a
    /// refresh goes first.
    QUEUED = "dram-queued", "request in the queue", Waiting, Orange Cross;
    /// The group waits for a transfer between its scratchpad and its registers.
    SCRATCHPAD = "scratchpad", "waits for scratchpad", Waiting, Cyan Falling;
    /// A pop of the stack of masks waits until a push has left the pipeline.
    POP = "pop", "pop waits for push", Waiting, Lemon Dots;
    /// A jump was taken: what was fetched behind it is thrown away.
    FLUSH = "flush", "flushed behind a jump", Waiting, Lavender Cross;
    /// No work-item of the group is on: what is decoded until that is seen does nothing.
    KILLED = "killed", "no work-item is on", Waiting, Grey Cross;
    /// The group's phase is over: its last instruction passes the pipeline, and nothing else is fetched until it is through.
    PHASE = "phase-end", "phase ends", Draining, Gold Level;
}

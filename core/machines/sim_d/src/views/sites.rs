//! The places of Sim-D: its boxes, and what of the events stands in each.

use lanescope_parts::sites;

sites! {
    /// Gives work-groups to slots.
    DISPATCHER = "dispatcher", "dispatcher", "dispatcher", [Holds::Waiting];
    /// A slot for a work-group.
    SLOT = "slot", "slot {}", "slot{}", [Holds::Stage(Memory), Holds::Made, Holds::Station(Sender)];
    /// The scratchpad of a slot.
    SCRATCHPAD = "scratchpad", "scratchpad", "slot{}/scratchpad", [];
    /// The masks of a slot.
    MASKS = "masks", "masks", "slot{}/masks", [];
    /// The stack that restores masks.
    STACK = "stack", "stack of masks", "slot{}/stack", [];
    /// The pipeline that the slots share.
    PIPELINE = "pipeline", "pipeline", "pipeline",
        [
            Holds::Groups, Holds::Stage(Fetch), Holds::Stage(Decode), Holds::Stage(Wait), Holds::Stage(Issue),
            Holds::Stage(Execute), Holds::Stage(Writeback), Holds::Stage(Done),
        ];
    /// The memory controller.
    CONTROLLER = "controller", "memory controller", "controller", [Holds::Station(Channel)];
    /// Makes the bursts of tiles.
    SEQUENCER = "sequencer", "stride sequencer", "controller/sequencer", [];
    /// Makes the bursts of gathers.
    ITERATOR = "iterator", "index iterator", "controller/iterator", [];
    /// Bursts that wait for the command generator.
    BURSTS = "bursts", "bursts", "controller/bursts", [Holds::Entries];
    /// A bank with its queue of commands.
    QUEUED_BANK = "queued-bank", "bank {}", "controller/bank{}", [Holds::Commands, Holds::Entries];
}

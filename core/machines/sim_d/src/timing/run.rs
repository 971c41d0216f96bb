//! A launch with timing: two slots for groups, one pipeline that serves one of them until it waits or ends (facts 7).
//!
//! The group that is fetched is chosen from the states of the edge before: the current one while it runs, else the other one
//! if that runs. A group whose data arrive does not interrupt the other.

mod decode;
mod schedule;
mod story;

use alloc::sync::Arc;

use serde::Serialize;
pub use story::Story;

use super::{
    SLOTS,
    pipeline::{self, Pipeline},
    settings::{Scratchpad, Settings},
    transfers::{self, Transfers},
    upload,
};
use crate::{
    exec::{Cluster, Launch, Trap, halt},
    isa::Program,
    rules::Behaviour,
};
use lanescope_parts::{image::Memory, keep, machines::Halt};

/// Edges behind the last one at which the pipeline still counts that it has no instruction.
const COUNTED_BEHIND: u64 = 2;

/// The state of a slot, with the edge since which it has been in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum State {
    /// No group. One that ended by `exit` leaves the slot so that the next one is fetched an edge later.
    Idle {
        /// Since when.
        since: u64,
        /// Did the group end by `exit`?
        exited: bool,
    },
    /// A group that could be fetched.
    Running {
        /// Since when.
        since: u64,
        /// The first edge at which it may be fetched.
        fetched: u64,
    },
    /// A group that waits for a transfer.
    Waiting {
        /// Since when.
        since: u64,
        /// Is it a store with which the group ends?
        ends: bool,
    },
}

/// What was counted (facts 13).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Cycles of the upload.
    pub upload: u64,
    /// Edges at which a group could be fetched.
    pub compute_active: u64,
    /// Groups that were started.
    pub groups: u64,
    /// Instructions that were decoded, each once for its group, and those that the machine put in.
    pub instructions: u64,
    /// The same times the work-items that were on; 1 for an instruction for the whole group.
    pub item_operations: u64,
    /// The same times the work-items of a group; 1 for an instruction for the whole group.
    pub item_slots: u64,
    /// Float operations of work-items that were on; a multiply-add is two.
    pub flops: u64,
    /// Instructions by what they do (simd 4.3): floats, special functions, integers, copies, main memory, scratchpad, control flow.
    pub mix: [u64; 7],
    /// Of the pipeline.
    pub pipeline: pipeline::Counts,
    /// Edges at which no instruction was committed, or a `nop`: known when the launch is over.
    pub empty: u64,
    /// Of transfers.
    pub transfers: transfers::Counts,
    /// Edge of the DRAM at which all requests were closed.
    pub closed: u64,
}

/// A launch.
#[derive(Clone, Debug)]
pub struct Run {
    cluster: Cluster,
    memory: Memory,
    pipeline: Pipeline,
    transfers: Transfers,
    /// Are the quirks of the simulator there?
    simulator: bool,
    pairwise: bool,
    as_compute: bool,
    slots: [State; SLOTS],
    /// May each slot take a group?
    open: [Option<u64>; SLOTS],
    /// The next group, and how many there are.
    group: u32,
    groups: u32,
    /// The edge at which the last group was taken.
    taken: Option<u64>,
    current: usize,
    /// The edge at which the current group's next instruction can be decoded.
    decode: Option<u64>,
    /// The edge from which on a group may be chosen.
    free: u64,
    /// The edge from which on the decoder sees that no work-item of a slot's group is on.
    off: [Option<u64>; SLOTS],
    /// Until which edge active edges were counted.
    counted: u64,
    compute_active: u64,
    upload: u64,
    end: Option<u64>,
    work: Work,
    /// What the slots and the pipeline do, and what is told of it.
    story: Story,
}

/// Work that was done.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Work {
    instructions: u64,
    item_operations: u64,
    item_slots: u64,
    flops: u64,
    #[serde(skip)]
    mix: [u64; 7],
}

keep!(Run { cluster });

impl Run {
    /// Before edge 0.
    pub fn new(
        program: Arc<Program>,
        launch: Launch,
        memory: Memory,
        behaviour: Behaviour,
        scratchpad_bytes: u32,
        settings: &Settings,
    ) -> Run {
        let upload = upload::cycles(program.instructions.len(), settings.dram.part);
        let [columns, rows] = launch.groups();
        Run {
            cluster: Cluster::new(program, launch, behaviour, SLOTS, scratchpad_bytes),
            memory,
            pipeline: Pipeline::new(settings),
            transfers: Transfers::new(settings),
            simulator: behaviour == Behaviour::Simulator,
            pairwise: settings.pairwise,
            as_compute: settings.scratchpad_phases == Scratchpad::AsCompute,
            slots: [State::Idle { since: upload, exited: false }; SLOTS],
            open: [Some(upload); SLOTS],
            group: 0,
            groups: columns * rows,
            taken: None,
            current: 0,
            decode: None,
            free: upload,
            off: [None; SLOTS],
            counted: upload,
            compute_active: 0,
            upload,
            end: None,
            work: Work::default(),
            story: Story::default(),
        }
    }

    /// Memory.
    pub const fn memory(&self) -> &Memory {
        &self.memory
    }

    /// All cycles of the launch, when it is over.
    pub fn cycles(&self) -> Option<u64> {
        self.end.map(|edge| edge + 1)
    }

    /// What was counted until the edge that the run has reached.
    pub fn counts(&self) -> Counts {
        self.counts_at(self.edge())
    }

    /// What was counted until an edge to which the memory was let work. What the pipeline does counts when an instruction is
    /// decoded; edges without one are known when the launch is over.
    pub fn counts_at(&self, now: u64) -> Counts {
        let pipeline = self.pipeline.counts;
        let committed = pipeline.warps + pipeline.scalars;
        let fetched = self.decode.map_or(0, |_| now.saturating_sub(self.counted));
        Counts {
            upload: self.upload.min(now),
            compute_active: self.compute_active + fetched,
            groups: self.group.into(),
            instructions: self.work.instructions,
            item_operations: self.work.item_operations,
            item_slots: self.work.item_slots,
            flops: self.work.flops,
            mix: self.work.mix,
            pipeline,
            empty: self.cycles().map_or(0, |cycles| cycles + COUNTED_BEHIND - committed),
            transfers: self.transfers.counts(now),
            closed: self.transfers.closed(),
        }
    }

    /// What happens: registers, masks, scratchpads.
    pub const fn cluster(&self) -> &Cluster {
        &self.cluster
    }

    /// The transfers of memory.
    pub const fn transfers(&self) -> &Transfers {
        &self.transfers
    }

    /// The states of the slots.
    pub const fn slots(&self) -> &[State; SLOTS] {
        &self.slots
    }

    /// The slot whose group is in the pipeline.
    pub const fn current(&self) -> Option<usize> {
        match self.decode {
            Some(_) => Some(self.current),
            None => None,
        }
    }

    /// Groups that were taken, and all.
    pub const fn groups(&self) -> (u32, u32) {
        (self.group, self.groups)
    }

    /// What the slots and the pipeline do.
    pub const fn story(&self) -> &Story {
        &self.story
    }

    /// The same, for who listens.
    pub const fn story_mut(&mut self) -> &mut Story {
        &mut self.story
    }

    /// All state that matters for what follows, without memory.
    pub fn state(&self) -> impl Serialize + '_ {
        (
            &self.cluster,
            &self.pipeline,
            &self.transfers,
            self.slots,
            (self.open, self.off),
            (self.group, self.taken, self.current),
            (self.decode, self.free, self.counted),
            (self.compute_active, self.end, self.work),
        )
    }

    /// The edge that the run has reached: everything before it has happened.
    pub fn edge(&self) -> u64 {
        self.end.map_or(self.decode.unwrap_or(self.free), |edge| edge + 1)
    }

    /// Runs until an edge is reached, or the end. Is it over?
    ///
    /// # Errors
    /// An instruction that cannot be executed.
    pub fn advance(&mut self, until: u64) -> Result<bool, Halt> {
        while self.end.is_none() && self.edge() < until {
            match self.decode {
                Some(edge) => self.instruction(edge)?,
                None => self.choose(),
            }
        }
        Ok(self.end.is_some())
    }

    fn halt(&self, trap: Trap, edge: u64) -> Halt {
        let slot = self.current;
        let group = self.cluster.group(slot).unwrap_or_default();
        halt(trap, self.cluster.made_of(), self.cluster.pc(slot), slot as u32, group, edge)
    }
}

//! A launch with timing: two slots for groups, one pipeline that serves one of them until it waits or ends (facts 7).
//!
//! The group that is fetched is chosen from the states of the edge before: the current one while it runs, else the other one
//! if that runs. A group whose data arrive does not interrupt the other.

mod schedule;

use alloc::sync::Arc;

use super::{
    SLOTS,
    pipeline::{self, Issued, Pipeline},
    settings::{Scratchpad, Settings},
    transfers::{self, Transfers},
    upload,
};
use crate::{
    image::Memory,
    machines::{
        Halt,
        sim_d::{
            behaviour::Behaviour,
            exec::{Cluster, Done, Launch, Next, Trap, halt},
            isa::{Instruction, Op, Program},
        },
    },
};

/// Edges behind the last one at which the pipeline still counts that it has no instruction.
const COUNTED_BEHIND: u64 = 2;

/// The state of a slot, with the edge since which it has been in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
}

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

    /// What was counted so far.
    pub fn counts(&self) -> Counts {
        let pipeline = self.pipeline.counts;
        let committed = pipeline.warps + pipeline.scalars;
        Counts {
            upload: self.upload,
            compute_active: self.compute_active,
            groups: self.group.into(),
            pipeline,
            empty: self.cycles().map_or(0, |cycles| cycles + COUNTED_BEHIND - committed),
            transfers: self.transfers.counts,
            closed: self.transfers.closed(),
        }
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
        let group = self.cluster.group(self.current).unwrap_or_default();
        halt(trap, self.cluster.program(), self.cluster.pc(self.current), group, edge)
    }

    /// Decodes the next instruction of the current group.
    fn instruction(&mut self, edge: u64) -> Result<(), Halt> {
        let slot = self.current;
        let next = self.cluster.next(slot);
        let one = match next {
            Next::Instruction(at) => self.cluster.program().instructions.get(at as usize).copied(),
            Next::Pop | Next::Nothing => Some(Instruction::new(Op::Cpop)),
        };
        let one = one.ok_or_else(|| self.halt(Trap::NoInstruction, edge))?;
        let edge = if next == Next::Pop { self.killed(slot, edge) } else { edge };
        if one.op == Op::Cpop && self.simulator && self.pipeline.never_pops(slot) {
            return Err(self.halt(Trap::PopWaits, edge));
        }
        let done = self.cluster.step(slot, &mut self.memory).map_err(|trap| self.halt(trap, edge))?;
        let Some(done) = done else { return Ok(()) };
        let issued = self.pipeline.issue(slot, &one, edge);
        self.pipeline.count(&one, &issued);
        if done.any_on {
            self.off[slot] = None;
        } else if self.off[slot].is_none() || next == Next::Pop {
            self.off[slot] = Some(self.pipeline.sees_off(issued.last));
        }
        self.go_on(slot, &done, &issued)
    }

    /// No work-item is on: instructions that are decoded before that is seen are killed. The edge at which a pop is put in.
    fn killed(&mut self, slot: usize, from: u64) -> u64 {
        let seen = self.off[slot].unwrap_or(from);
        let (mut edge, mut pc) = (from, self.cluster.pc(slot));
        while edge < seen {
            let one = self.cluster.program().instructions.get(pc as usize).copied();
            let Some(one) = one else { break };
            let issued = self.pipeline.issue(slot, &one, edge);
            // Parts that commit before are not stopped, and do nothing.
            let committed = (seen - self.pipeline.commit()).saturating_sub(issued.first).min(issued.parts);
            self.pipeline.count_warps(&one, committed);
            (edge, pc) = (issued.last + 1, pc + 1);
        }
        edge.max(seen)
    }

    /// What comes behind an instruction.
    fn go_on(&mut self, slot: usize, done: &Done, issued: &Issued) -> Result<(), Halt> {
        let commit = issued.last + self.pipeline.commit();
        self.decode = None;
        if let Some(request) = &done.request {
            let asked = self.transfers.ask(slot, commit, request);
            asked.map_err(|_| self.halt(Trap::Transfer, commit))?;
            self.leave(slot, State::Waiting { since: commit, ends: done.ended });
            if done.ended {
                self.open_other(slot, commit);
            }
        } else if done.ended {
            self.leave(slot, State::Idle { since: commit + 1, exited: true });
            self.open_other(slot, commit + 1);
        } else if done.jumps.is_some() {
            self.decode = Some(self.pipeline.behind_jump(issued.last));
        } else {
            self.decode = Some(issued.last + 1);
        }
        Ok(())
    }

    /// The current group is not fetched any more.
    fn leave(&mut self, slot: usize, state: State) {
        let (State::Idle { since, .. } | State::Running { since, .. } | State::Waiting { since, .. }) = state;
        self.compute_active += since - self.counted.min(since);
        self.counted = self.counted.max(since);
        self.slots[slot] = state;
        self.free = since + 1;
    }

    /// The group of a slot ends: the other slot may take a new one.
    fn open_other(&mut self, slot: usize, edge: u64) {
        self.open[1 - slot] = Some(edge);
    }
}

//! A run without timing: one group after the other, each to its end, in the slots by turns.
//!
//! Memory has what any timing leaves in it, unless groups write what others read, or read registers that they have not written.

use alloc::{sync::Arc, vec::Vec};

use lanescope_parts::{
    image::{Digest, Memory},
    machines::{Halt, Work, chassis::look::Look, family::Untimed},
};

use super::{
    exec::{Cluster, Done, Group, Launch, halt},
    isa::{Issue, Program, WORK_ITEMS},
    spec::Spec,
};

/// Slots for groups.
const SLOTS: usize = 2;

/// A run, which can be carried out piece by piece.
#[derive(Clone, Debug)]
pub struct Functional {
    cluster: Cluster,
    groups: Vec<Group>,
    /// Groups that have been started.
    started: usize,
    memory: Memory,
    work: Work,
}

impl Functional {
    /// At the start.
    pub fn new(program: Arc<Program>, launch: Launch, memory: Memory, spec: &Spec) -> Functional {
        Functional {
            cluster: Cluster::new(program, launch, spec.behaviour, SLOTS, spec.scratchpad_bytes),
            groups: launch.all_groups().collect(),
            started: 0,
            memory,
            work: Work::default(),
        }
    }

    /// The slot of the group that was started last.
    const fn slot(&self) -> usize {
        self.started.wrapping_sub(1) % SLOTS
    }

    /// Executes one instruction of a group, or begins one. Is there none?
    fn step(&mut self) -> Result<bool, Halt> {
        let slot = self.slot();
        let pc = self.cluster.pc(slot);
        let group = self.cluster.group(slot);
        match self.cluster.step(slot, &mut self.memory) {
            Ok(Some(done)) => {
                self.count(&done);
                Ok(false)
            }
            Ok(None) => {
                let Some(next) = self.groups.get(self.started) else { return Ok(true) };
                self.started += 1;
                self.cluster.start(self.slot(), *next);
                Ok(false)
            }
            Err(trap) => {
                let group = group.unwrap_or_default();
                Err(halt(trap, self.cluster.made_of(), pc, slot as u32, group, self.work.instructions))
            }
        }
    }

    fn count(&mut self, done: &Done) {
        let one = done.at.and_then(|at| self.cluster.program().instructions.get(at as usize));
        let vector = one.is_none_or(|one| one.op.row().issue == Issue::Vector);
        self.work.instructions += 1;
        self.work.lane_operations += if vector { u64::from(done.lanes) } else { 1 };
        self.work.lane_slots += if vector { WORK_ITEMS as u64 } else { 1 };
    }
}

impl Untimed for Functional {
    fn advance(&mut self, budget: u64) -> Result<bool, Halt> {
        let end = self.work.instructions.saturating_add(budget);
        while self.work.instructions < end {
            if self.step()? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn memory(&self) -> &Memory {
        &self.memory
    }

    fn work(&self) -> Work {
        self.work
    }

    fn contents(&self, digest: &mut Digest) {
        let look = self.cluster.look();
        for slot in 0..SLOTS {
            look.registers(slot).classes.iter().for_each(|class| digest.bytes(&class.bytes));
            look.scratchpad(slot).iter().for_each(|word| digest.word((*word).into()));
        }
    }
}

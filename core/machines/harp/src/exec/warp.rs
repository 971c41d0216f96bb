//! The state of a warp (HARP 3.2): its lanes with their registers and predicates, and what they share.

use alloc::{boxed::Box, vec::Vec};
use core::cell::Cell;

use super::{config::Config, lanes::below, stack::Entry};

/// What is counted of a warp (facts C10, C27; HARP 7.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counts {
    /// Instructions of the warp: KDIC.
    pub steps: u64,
    /// Lane instructions as the original emulator counts them: one for each lane that takes part, all lanes that exist for `split` and
    /// `join`, one for `halt`.
    pub lane_instructions: u64,
    /// Lanes that take part, and those that are live at `split` and `join`: LDIC.
    pub lanes: u64,
    /// Loads of lanes.
    pub loads: u64,
    /// Stores of lanes.
    pub stores: u64,
    /// Barriers that the warp came to while some of its lanes waited on the stack: the others count it as arrived (HARP 3.8).
    pub divergent_barriers: u64,
    /// Entries that the stack had at most.
    pub stack_max: u64,
}

impl Counts {
    /// Both together.
    #[must_use]
    pub fn plus(self, other: Counts) -> Counts {
        Counts {
            steps: self.steps + other.steps,
            lane_instructions: self.lane_instructions + other.lane_instructions,
            lanes: self.lanes + other.lanes,
            loads: self.loads + other.loads,
            stores: self.stores + other.stores,
            divergent_barriers: self.divergent_barriers + other.divergent_barriers,
            stack_max: self.stack_max.max(other.stack_max),
        }
    }
}

/// What an interrupt puts away (HARP 3.9).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shadow {
    /// Registers of lane 0.
    pub registers: Vec<u64>,
    /// Predicates of lane 0.
    pub predicates: Vec<bool>,
    /// Where the program goes on.
    pub pc: u64,
    /// Lanes that exist.
    pub active: u32,
    /// The thread mask.
    pub mask: u64,
    /// Were interrupts on? They were, or this would not be.
    pub interrupts: bool,
    /// Was it the supervisor?
    pub supervisor: bool,
}

/// A warp.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Warp {
    /// Address of the next instruction.
    pub pc: u64,
    /// Lanes that exist: those below this number. A warp without lanes has ended or not begun.
    pub active: u32,
    /// The thread mask, which `split` and `join` change.
    pub mask: u64,
    /// The stack from its bottom.
    pub stack: Vec<Entry>,
    /// Are interrupts on?
    pub interrupts: bool,
    /// Has it the supervisor's rights?
    pub supervisor: bool,
    /// Has it ever begun?
    pub spawned: bool,
    /// The barrier at which it waits.
    pub waiting: Option<u64>,
    /// What the last interrupt put away.
    pub shadow: Option<Box<Shadow>>,
    /// What is counted.
    pub counts: Counts,
    /// All lanes of the first register, then of the second.
    registers: Vec<u64>,
    /// A set of lanes for each predicate.
    predicates: Vec<u64>,
    lanes: usize,
}

impl Warp {
    /// A warp at the reset (HARP 3.2, facts C19).
    pub fn reset(config: &Config, number: u32) -> Warp {
        let arch = config.arch;
        let lanes = usize::from(arch.lanes);
        let mut warp = Warp {
            pc: 0,
            active: 0,
            mask: arch.all_lanes(),
            stack: Vec::new(),
            interrupts: true,
            supervisor: true,
            spawned: false,
            waiting: None,
            shadow: None,
            counts: Counts::default(),
            registers: alloc::vec![0; lanes * usize::from(arch.registers)],
            predicates: alloc::vec![0; arch.predicates.into()],
            lanes,
        };
        if config.reset_ids {
            (0..lanes).for_each(|lane| warp.set(0, lane, lane as u64));
            if arch.registers > 1 {
                let within = number % u32::from(arch.warps.max(1));
                (0..lanes).for_each(|lane| warp.set(1, lane, within.into()));
            }
        } else {
            let short = arch.word_bytes == 8 && config.rules.short_r0;
            let shift = if short { 0 } else { arch.bits() / 2 };
            let core = u64::from(number / u32::from(arch.warps.max(1)));
            warp.set(0, 0, u64::from(arch.lanes) << shift & arch.mask() | core);
        }
        warp
    }

    /// Has it something to do?
    #[inline]
    pub const fn runs(&self) -> bool {
        self.active > 0 && self.waiting.is_none()
    }

    /// The lanes that exist and are on.
    #[inline]
    pub const fn live(&self) -> u64 {
        below(self.active) & self.mask
    }

    /// A register of a lane.
    #[inline]
    pub fn get(&self, register: u8, lane: usize) -> u64 {
        self.registers[usize::from(register) * self.lanes + lane]
    }

    /// Sets a register of a lane.
    #[inline]
    pub fn set(&mut self, register: u8, lane: usize, value: u64) {
        self.registers[usize::from(register) * self.lanes + lane] = value;
    }

    /// Registers in all lanes, to be read and written at once: they may be the same.
    #[inline(always)]
    pub fn rows(&mut self, registers: [u8; 3]) -> [&[Cell<u64>]; 3] {
        let cells = Cell::from_mut(self.registers.as_mut_slice()).as_slice_of_cells();
        registers.map(|register| &cells[usize::from(register) * self.lanes..][..self.lanes])
    }

    /// All registers of all lanes, then the lanes of each predicate.
    pub(super) fn words(&self) -> impl Iterator<Item = &u64> {
        self.registers.iter().chain(&self.predicates)
    }

    /// A predicate: the lanes in which it is true.
    #[inline]
    pub fn predicate(&self, number: u8) -> u64 {
        self.predicates[usize::from(number)]
    }

    /// Sets a predicate in some lanes.
    #[inline]
    pub fn set_predicate(&mut self, number: u8, lanes: u64, value: u64) {
        let predicate = &mut self.predicates[usize::from(number)];
        *predicate = *predicate & !lanes | value & lanes;
    }

    /// Puts lane 0 and what the lanes share away.
    pub fn put_away(&mut self, pc: u64) {
        self.shadow = Some(Box::new(Shadow {
            registers: self.registers.iter().step_by(self.lanes).copied().collect(),
            predicates: self.predicates.iter().map(|set| set & 1 == 1).collect(),
            pc,
            active: self.active,
            mask: self.mask,
            interrupts: self.interrupts,
            supervisor: self.supervisor,
        }));
    }

    /// Takes back what was put away. Was there something?
    pub fn take_back(&mut self) -> bool {
        let Some(shadow) = self.shadow.clone() else { return false };
        self.registers
            .iter_mut()
            .step_by(self.lanes)
            .zip(&shadow.registers)
            .for_each(|(to, value)| *to = *value);
        let predicates = self.predicates.iter_mut().zip(&shadow.predicates);
        predicates.for_each(|(to, value)| *to = *to & !1 | u64::from(*value));
        (self.pc, self.active, self.mask) = (shadow.pc, shadow.active, shadow.mask);
        (self.interrupts, self.supervisor) = (shadow.interrupts, shadow.supervisor);
        true
    }
}

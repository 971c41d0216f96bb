//! A machine for tests of the session: units that issue and wait by a random sequence, with one issue slot. It can skip
//! its idle cycles or tick through them.

use alloc::{format, vec, vec::Vec};

use crate::{
    base::{LaneMask, rng::Rng},
    halt::{Halt, Place},
    image::{BASE, Digest, Memory},
    ir::Type,
    machines::{Access, Machine, Registers, UnitInfo, UnitState, WellKnown, Work, counters::Reading},
    source::Span,
    trace::{Cause, Event, Sink},
};

/// The machine.
#[derive(Clone, Debug)]
pub struct Toy {
    cycle: u64,
    end: u64,
    skip: bool,
    halts: bool,
    rng: Rng,
    memory: Memory,
    units: Vec<Unit>,
    slots: [u64; Cause::COUNT],
    work: Work,
}

#[derive(Clone, Debug)]
struct Unit {
    pc: u32,
    wakes: u64,
    cause: Cause,
}

impl Toy {
    /// Runs for `end` cycles and skips idle ones.
    pub fn new(units: usize, end: u64) -> Toy {
        let mut memory = Memory::default();
        memory.allocate("out", 64, Type::I32, false, true);
        Toy {
            cycle: 0,
            end,
            skip: true,
            halts: false,
            rng: Rng::new(units as u64),
            memory,
            units: vec![Unit { pc: 0, wakes: 0, cause: Cause::Memory }; units],
            slots: [0; Cause::COUNT],
            work: Work::default(),
        }
    }

    /// Halts at its end.
    pub fn halting(units: usize, end: u64) -> Toy {
        Toy { halts: true, ..Toy::new(units, end) }
    }

    fn tick<S: Sink>(&mut self, sink: &mut S) {
        let now = self.cycle;
        let picked = self.units.iter().position(|unit| unit.wakes <= now);
        for at in 0..self.units.len() {
            let cause = match (Some(at) == picked, self.units[at].wakes <= now) {
                (true, _) => Cause::Issued,
                (false, true) => Cause::NotPicked,
                (false, false) => Cause::Memory,
            };
            let unit = &mut self.units[at];
            unit.cause = cause;
            sink.tell(now, Event::Unit { unit: at as u32, cause, pc: unit.pc, lanes: LaneMask(0b111) });
            if cause == Cause::Issued {
                let address = BASE + 4 * self.rng.below(16);
                let _ = self.memory.write(address, 4, now);
                unit.pc = (unit.pc + 1) % 10;
                unit.wakes = now + 1 + self.rng.below(40);
                self.work.instructions += 1;
                self.work.lane_operations += 3;
                self.work.lane_slots += 4;
            }
        }
        let slot = if picked.is_some() { Cause::Issued } else { Cause::Memory };
        sink.tell(now, Event::Slot { slot: 0, cause: slot });
        self.slots[slot as usize] += 1;
        self.cycle += 1;
    }

    fn idle_until(&self, until: u64) -> u64 {
        let wakes = self.units.iter().map(|unit| unit.wakes).min().unwrap_or(until);
        if self.skip { wakes.min(until).min(self.end) } else { self.cycle }
    }
}

impl Machine for Toy {
    fn cycle(&self) -> u64 {
        self.cycle
    }

    fn finished(&self) -> bool {
        self.cycle >= self.end && !self.halts
    }

    fn run<S: Sink>(&mut self, until: u64, sink: &mut S) -> Result<(), Halt> {
        while self.cycle < until.min(self.end) {
            self.tick(sink);
            let idle = self.idle_until(until);
            if idle > self.cycle {
                // The first idle cycle tells its states; the others have the same.
                self.tick(sink);
                self.slots[Cause::Memory as usize] += idle - self.cycle;
                self.cycle = idle;
            }
        }
        if self.halts && self.cycle >= self.end {
            let at = Place {
                unit: Some(0),
                lane: 0,
                item: [0; 3],
                pc: Some(1),
                span: Span::NONE,
                cycle: self.end,
            };
            return Err(Halt::Deadlock { reason: "it ends here".into(), at });
        }
        Ok(())
    }

    fn ticking(self) -> Toy {
        Toy { skip: false, ..self }
    }

    fn memory(&self) -> &Memory {
        &self.memory
    }

    fn counters(&self) -> Vec<Reading> {
        Vec::new()
    }

    fn well_known(&self) -> WellKnown {
        WellKnown::default()
    }

    fn slots(&self) -> [u64; Cause::COUNT] {
        self.slots
    }

    fn work(&self) -> Work {
        self.work
    }

    fn units(&self) -> Vec<UnitInfo> {
        (0..self.units.len()).map(|at| UnitInfo { name: format!("unit {at}"), core: 0, lanes: 4 }).collect()
    }

    fn cause(&self, unit: u32) -> Cause {
        self.units[unit as usize].cause
    }

    fn unit(&self, unit: u32, _: &Toy) -> UnitState {
        let unit = &self.units[unit as usize];
        let (live, active) = (LaneMask(7), LaneMask(7));
        UnitState {
            group: Some(0),
            first_item: 0,
            live,
            active,
            pc: Some(unit.pc),
            cause: unit.cause,
            stack: vec![],
        }
    }

    fn registers(&self, _: u32) -> Registers {
        Registers { names: vec![], bits: vec![], lanes: 4, values: vec![], vector: None }
    }

    fn local_memory(&self, _: u32) -> Vec<u8> {
        Vec::new()
    }

    fn access(&self, _: u32, _: &Toy) -> Option<Access> {
        None
    }

    fn clone_bytes(&self) -> usize {
        self.units.len() * size_of::<Unit>()
    }

    fn digest(&self) -> u64 {
        let mut digest = Digest(self.memory.digest());
        digest.word(self.cycle);
        self.units.iter().for_each(|unit| {
            digest.word(unit.pc.into());
            digest.word(unit.wakes);
        });
        self.slots.iter().for_each(|slot| digest.word(*slot));
        digest.0
    }
}

//! A machine for tests of the session: units that issue and wait by a random sequence, with one issue slot. It can skip
//! its idle cycles or tick through them. It has what no other machine has: a cause, a stack with columns of its own, tiles.

use alloc::{format, vec, vec::Vec};

use crate::{
    base::{Lanes, rng::Rng},
    causes,
    halt::{Halt, Place},
    image::{BASE, Digest, Memory},
    ir::Type,
    keep,
    machines::{
        Machine, Near, PartSlots, Parts, RegisterClass, Registers, SlotKind, StackCell, StackColumn,
        UnitInfo, UnitState, WellKnown, Work, counters::CounterTable, panels::diagram::boxed,
    },
    sites,
    source::Span,
    trace::{Cause, Causes, Event, Sink, Site, Sites},
};

causes! {
    /// Waits for the tide, which comes for the last unit only.
    TIDE = "tide", "waits for the tide", Waiting, Blue Cross;
}

sites! {
    /// All of them.
    UNITS = "units", "units", "units", [];
}

/// The machine.
#[derive(Clone, Debug)]
pub struct Toy {
    cycle: u64,
    end: u64,
    skip: bool,
    halts: bool,
    lanes: u32,
    rng: Rng,
    memory: Memory,
    units: Vec<Unit>,
    slots: Vec<u64>,
    work: Work,
}

#[derive(Clone, Debug)]
struct Unit {
    pc: u32,
    wakes: u64,
    cause: Cause,
}

// Tests of two crates have this file, and neither calls all of it.
#[allow(dead_code)]
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
            lanes: 4,
            rng: Rng::new(units as u64),
            memory,
            units: vec![Unit { pc: 0, wakes: 0, cause: Cause::MEMORY }; units],
            slots: vec![0; CAUSES.count()],
            work: Work::default(),
        }
    }

    /// Its units have so many lanes; all but the last one take part.
    pub fn wide(self, lanes: u32) -> Toy {
        Toy { lanes, ..self }
    }

    fn active(&self) -> Lanes {
        Lanes::first_n(self.lanes - 1)
    }

    /// Halts at its end.
    pub fn halting(units: usize, end: u64) -> Toy {
        Toy { halts: true, ..Toy::new(units, end) }
    }

    fn tick<S: Sink>(&mut self, sink: &mut S) {
        let now = self.cycle;
        let lanes = sink.lanes(&self.active());
        let picked = self.units.iter().position(|unit| unit.wakes <= now);
        for at in 0..self.units.len() {
            let cause = match (Some(at) == picked, self.units[at].wakes <= now) {
                (true, _) => Cause::ISSUED,
                (false, true) => Cause::NOT_PICKED,
                (false, false) if at + 1 == self.units.len() => TIDE,
                (false, false) => Cause::MEMORY,
            };
            let unit = &mut self.units[at];
            unit.cause = cause;
            sink.tell(now, Event::Unit { unit: at as u32, cause, pc: unit.pc, lanes });
            if cause == Cause::ISSUED {
                let address = BASE + 4 * self.rng.below(16);
                let _ = self.memory.write(address, 4, now);
                unit.pc = (unit.pc + 1) % 10;
                unit.wakes = now + 1 + self.rng.below(40);
                self.work.instructions += 1;
                self.work.lane_operations += u64::from(self.lanes - 1);
                self.work.lane_slots += u64::from(self.lanes);
            }
        }
        let slot = if picked.is_some() { Cause::ISSUED } else { TIDE };
        sink.tell(now, Event::Slot { slot: 0, cause: slot });
        self.slots[slot.index()] += 1;
        self.cycle += 1;
    }

    fn idle_until(&self, until: u64) -> u64 {
        let wakes = self.units.iter().map(|unit| unit.wakes).min().unwrap_or(until);
        if self.skip { wakes.min(until).min(self.end) } else { self.cycle }
    }
}

keep!(Toy {});

impl Machine for Toy {
    const CAUSES: Causes = CAUSES;

    const COUNTERS: &'static [CounterTable] = &[];

    const SITES: Sites = SITES;

    const STACK: &[StackColumn] = &[
        StackColumn { id: "moon", title: "at moon", nowhere: "no moon" },
        StackColumn { id: "depth", title: "depth", nowhere: "" },
        StackColumn { id: "boats", title: "boats", nowhere: "" },
    ];

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
                self.slots[TIDE.index()] += idle - self.cycle;
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

    fn counter_values(&self) -> Vec<u64> {
        Vec::new()
    }

    fn well_known(&self) -> WellKnown {
        WellKnown::default()
    }

    fn slot_parts(&self) -> Vec<PartSlots> {
        vec![PartSlots { kind: SlotKind::Instructions, causes: self.slots.clone() }]
    }

    fn work(&self) -> Work {
        self.work
    }

    fn units(&self) -> Vec<UnitInfo> {
        (0..self.units.len()).map(|at| UnitInfo::new(0, "unit", Some(at as u32), self.lanes)).collect()
    }

    fn cause(&self, unit: u32) -> Cause {
        self.units[unit as usize].cause
    }

    fn unit(&self, unit: u32, _: &Toy) -> UnitState {
        let unit = &self.units[unit as usize];
        let (live, active) = (self.active(), self.active());
        let row = |pc, depth| {
            Vec::from([StackCell::Place(pc), StackCell::Number(depth), StackCell::Lanes(self.active())])
        };
        UnitState {
            group: Some(0),
            first_item: 0,
            live,
            active,
            pc: Some(unit.pc),
            cause: unit.cause,
            stack: vec![row(None, 70), row(Some(1), 80)],
        }
    }

    fn registers(&self, _: u32) -> Registers {
        let name = |kind: &'static str| (0..2).map(move |at| format!("{kind}{at}"));
        let scalars = |kind, bits, lanes| {
            RegisterClass::scalars(kind, name(kind).collect(), bits, lanes, |at, lane| {
                u64::from(at + lane) % (1 << bits)
            })
        };
        let tiles = RegisterClass {
            id: "tiles".into(),
            names: name("t").collect(),
            bits: 8,
            columns: 3,
            rows: 2,
            lanes: None,
            pictured: false,
            bytes: (0..12).collect(),
        };
        let hidden = RegisterClass { id: "hidden".into(), pictured: true, ..tiles.clone() };
        Registers { classes: vec![scalars("r", 16, Some(self.lanes)), scalars("p", 1, None), tiles, hidden] }
    }

    fn parts(&self, near: &Near, _: &Toy) -> Option<Parts> {
        let mut parts = Parts::default();
        parts.diagram.add(boxed(SITES, UNITS.of([]), 0).line(format!("{} units", self.units.len())));
        (near.at.site == Site::MACHINE).then_some(parts)
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

//! Settings, counters, the cause and the event of its own, and time: an instruction issues when the one before it is over.

use lanescope_core::{
    base::{Digest, LaneMask},
    causes, counters, events,
    image::Memory,
    keep,
    machines::{
        Halt, Machine, PartSlots, RegisterClass, Registers, SlotKind, UnitInfo, UnitState, WellKnown, Work,
        chassis::{
            agenda::Agenda,
            run::{Clock, Clockwork, Stop, run},
            settings::Code,
            slots::{Account, Stretch},
        },
        counters::CounterTable,
        family::Untimed,
    },
    settings,
    trace::{Cause, Causes, Event, Sink, event::EventRow, event::Record},
};

use super::exec::{Inst, Unit};

settings! {
    /// The settings.
    pub struct Spec {
        group "Memory" {
            /// Cycles from the issue of an instruction that goes to memory to the next issue.
            word_latency: u32 = 4, range 1..=1000, unit "cycles", source "[F]";
        }
        /// What its compiler may do: nothing, it has none.
        part code: Code {}
    }
}

counters! {
    /// What is counted.
    pub struct Counters {
        /// Instructions.
        instructions: "instructions",
        /// Bytes read and written.
        memory_bytes: "bytes",
    }
}

causes! {
    /// The only register takes part in an access of memory.
    TAKEN = "accumulator", "accumulator is taken", Waiting, Blue Cross;
}

events! {
    /// An access of a word begins.
    Touch = "touches", Passing, lasts life {
        /// The instruction.
        pc: u32 = "",
        /// Number of the word.
        word: u32 = "",
        /// Cycles until it is over.
        life: u32 = "cycles",
    }
}

impl Spec {
    /// Cycles from the issue of an instruction to the next issue.
    pub const fn cycles(&self, bytes: u64) -> u32 {
        if bytes == 0 { 1 } else { self.word_latency }
    }
}

/// The machine: a unit, the last issue, and when the next may be.
#[derive(Clone, Debug)]
pub struct Toy {
    spec: Spec,
    unit: Unit,
    clock: Clock,
    issued: Option<u64>,
    free: u64,
    slots: Account,
    counters: Counters,
    agenda: Agenda,
}

keep!(Toy {});

impl Toy {
    /// Before the first cycle.
    pub fn new(unit: Unit, spec: &Spec) -> Toy {
        let (clock, agenda, slots, counters) = Default::default();
        Toy { spec: spec.clone(), unit, clock, issued: None, free: 0, slots, counters, agenda }
    }

    /// Why nothing issues between the last issue and the next.
    fn wait(&self) -> Cause {
        if self.unit.next().is_some() { TAKEN } else { Cause::DRAINING }
    }

    /// The cycles without an issue behind the last one, as far as time has come.
    fn waited(&self) -> Option<Stretch> {
        let to = self.free.min(self.clock.cycle());
        self.issued.map(|issued| Stretch { from: issued + 1, to, cause: self.wait() })
    }

    /// Puts on the agenda what happens because an instruction issues in this cycle, now and later.
    fn tell(&mut self, inst: Inst, pc: u32) {
        let (now, life) = (self.clock.cycle(), self.spec.cycles(inst.bytes()));
        if inst.bytes() > 0 {
            self.agenda.detail(now, Touch { pc, word: inst.number, life }.event());
        }
        let lanes = LaneMask::first_n(1).into();
        let waits = (life > 1).then(|| (now + 1, self.wait(), self.unit.pc));
        for (cycle, cause, pc) in [(now, Cause::ISSUED, pc)].into_iter().chain(waits) {
            self.agenda.tell(cycle, Event::Unit { unit: 0, cause, pc, lanes });
            self.agenda.tell(cycle, Event::Slot { slot: 0, cause });
        }
    }
}

impl Clockwork for Toy {
    fn clock(&self) -> &Clock {
        &self.clock
    }

    fn clock_mut(&mut self) -> &mut Clock {
        &mut self.clock
    }

    fn is_over(&self) -> bool {
        self.unit.next().is_none() && self.clock.cycle() >= self.free
    }

    fn next_event(&self) -> u64 {
        self.free.max(self.clock.cycle())
    }

    fn step<S: Sink>(&mut self, _: &mut S) -> Result<(), Stop> {
        let now = self.clock.cycle();
        let Some(inst) = self.unit.next().filter(|_| self.free <= now) else { return Ok(()) };
        let pc = self.unit.pc;
        self.unit.step(inst, now).map_err(|halt| Stop { halt, cycle: now })?;
        self.slots.settle(self.issued.map(|issued| Stretch { from: issued + 1, to: now, cause: TAKEN }));
        self.slots.add(Cause::ISSUED, 1);
        self.counters.add(&Counters { instructions: 1, memory_bytes: inst.bytes() });
        (self.issued, self.free) = (Some(now), now + u64::from(self.spec.cycles(inst.bytes())));
        self.tell(inst, pc);
        Ok(())
    }

    fn pass<S: Sink>(&mut self, sink: &mut S) {
        while let Some((cycle, events)) = self.agenda.take(self.clock.cycle()) {
            events.into_iter().for_each(|event| sink.tell(cycle, event));
        }
    }
}

impl Machine for Toy {
    const CAUSES: Causes = CAUSES;

    const EVENTS: &'static [EventRow] = EVENTS;

    const COUNTERS: &'static [CounterTable] = &[CounterTable::of(Counters::ROWS)];

    fn cycle(&self) -> u64 {
        self.clock.cycle()
    }

    fn finished(&self) -> bool {
        self.is_over()
    }

    fn run<S: Sink>(&mut self, until: u64, sink: &mut S) -> Result<(), Halt> {
        self.agenda.detail = S::DETAIL;
        run(self, until, sink)
    }

    fn ticking(mut self) -> Toy {
        self.clock.tick();
        self
    }

    fn memory(&self) -> &Memory {
        &self.unit.memory
    }

    fn counter_values(&self) -> Vec<u64> {
        self.counters.values().into()
    }

    fn well_known(&self) -> WellKnown {
        WellKnown { memory_bytes: Some(self.counters.memory_bytes), ..WellKnown::default() }
    }

    fn slot_parts(&self) -> Vec<PartSlots> {
        vec![self.slots.with(self.waited()).of(SlotKind::Instructions, &CAUSES)]
    }

    fn work(&self) -> Work {
        self.unit.work()
    }

    fn units(&self) -> Vec<UnitInfo> {
        vec![UnitInfo::new(0, "thread", None, 1)]
    }

    fn cause(&self, _: u32) -> Cause {
        match self.clock.cycle().checked_sub(1) {
            None => Cause::EMPTY,
            last if last == self.issued => Cause::ISSUED,
            Some(_) => self.wait(),
        }
    }

    fn unit(&self, unit: u32, _: &Toy) -> UnitState {
        let pc = self.unit.next().map(|_| self.unit.pc);
        let (lanes, cause) = (LaneMask::first_n(pc.is_some().into()), self.cause(unit));
        let (live, active) = (lanes.into(), lanes.into());
        UnitState { group: None, first_item: 0, live, active, pc, cause, stack: Vec::new() }
    }

    fn registers(&self, _: u32) -> Registers {
        let value = |_, _| self.unit.accumulator.into();
        Registers { classes: vec![RegisterClass::scalars("scalar", vec!["a".into()], 32, None, value)] }
    }

    fn tells_from(&self) -> u64 {
        self.agenda.left_out.max(self.clock.cycle())
    }

    fn digest(&self) -> u64 {
        let Unit { memory, base: _, pc, accumulator, program: _ } = &self.unit;
        let mut digest = Digest::default();
        let state = (self.clock.cycle(), memory.whole_digest(), pc, accumulator, self.free);
        digest.add(&(state, self.slots.with(self.waited()), self.counters));
        digest.0
    }

    fn clone_bytes(&self) -> usize {
        size_of::<Toy>()
    }
}

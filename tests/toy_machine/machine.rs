//! Settings, counters, causes, places and the event of its own, and time: an instruction issues when the one before it is over. What is stored
//! waits in a queue until memory is free, and the instruction that stored it is over at once.

use lanescope_core::{
    base::{Digest, LaneMask},
    causes, counters, events,
    image::Memory,
    keep,
    machines::{
        Halt, Machine, Near, PartSlots, Parts, RegisterClass, Registers, SlotKind, UnitInfo, UnitState,
        WellKnown, Work,
        chassis::{
            agenda::Agenda,
            run::{Clock, Clockwork, Stop, run},
            settings::Code,
            slots::{Account, Stretch},
        },
        counters::CounterTable,
        family::Untimed,
    },
    pipe::queue::Queue,
    settings, sites,
    trace::{Cause, Causes, Event, Sink, Sites, Stage, event::EventRow, event::Record},
};

use super::{
    exec::{Inst, Op, Unit},
    views,
};

settings! {
    /// The settings.
    pub struct Spec {
        group "Memory" {
            /// Cycles for which memory is busy with a word.
            word_latency: u32 = 4, range 1..=1000, unit "cycles", source "[F]";
            /// Words that can wait to be written.
            stores: u32 = 2, range 1..=64, unit "words", source "[F]";
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
    /// As many words wait to be written as there is room for.
    FULL = "stores", "store queue full", Waiting, Rose Grid;
}

sites! {
    /// What executes.
    THREAD = "thread", "thread", "thread", [Holds::Stage(Issue), Holds::Stage(Done)];
    /// Words that wait to be written.
    STORES = "stores", "store queue", "stores", [Holds::Entries];
    /// Where the words are.
    WORDS = "words", "words", "words", [Holds::Stage(Memory)];
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

/// A store that waits: its number, its address in the program, its word.
type Store = (u64, u32, u32);

/// The machine: a unit, the last issue, when the next may be, and what waits for memory.
#[derive(Clone, Debug)]
pub struct Toy {
    spec: Spec,
    unit: Unit,
    clock: Clock,
    issued: Option<u64>,
    /// When the accumulator is there for the next instruction.
    free: u64,
    stores: Queue<Store>,
    /// When memory takes something again.
    memory_free: u64,
    /// The state that was told last.
    told: Cause,
    slots: Account,
    counters: Counters,
    agenda: Agenda,
}

keep!(Toy {});

impl Toy {
    /// Before the first cycle.
    pub fn new(unit: Unit, spec: &Spec) -> Toy {
        let (clock, agenda, slots, counters) = Default::default();
        Toy {
            spec: spec.clone(),
            unit,
            clock,
            issued: None,
            free: 0,
            stores: Queue::new(spec.stores as usize),
            memory_free: 0,
            told: Cause::EMPTY,
            slots,
            counters,
            agenda,
        }
    }

    /// The words that wait to be written.
    pub const fn stores(&self) -> &Queue<Store> {
        &self.stores
    }

    /// Why nothing issues between the last issue and the next: the same in all cycles between them, for the queue is empty behind a load.
    fn wait(&self) -> Cause {
        let loads = self.issued.is_some_and(|issued| self.free > issued + 1);
        match self.unit.next() {
            None => Cause::DRAINING,
            Some(next) if next.op == Op::Store && !loads => FULL,
            Some(_) => TAKEN,
        }
    }

    /// The cycles without an issue behind the last one, as far as time has come.
    fn waited(&self) -> Option<Stretch> {
        let to = self.clock.cycle();
        self.issued.map(|issued| Stretch { from: issued + 1, to, cause: self.wait() })
    }

    /// Can an instruction issue in this cycle, when memory has taken what it takes?
    fn can_issue(&self, inst: Inst) -> bool {
        let now = self.clock.cycle();
        self.free <= now
            && match inst.op {
                Op::Set => true,
                Op::Load | Op::Add => self.stores.is_empty() && self.memory_free <= now,
                Op::Store => self.stores.has_room(),
            }
    }

    /// Memory is busy with a word from now on, because of an instruction.
    fn access(&mut self, (id, pc, word): Store) {
        let (now, life) = (self.clock.cycle(), self.spec.word_latency);
        self.memory_free = now + u64::from(life);
        self.stage((now, Stage::Memory), (id, pc));
        self.stage((self.memory_free, Stage::Done), (id, pc));
        self.agenda.detail(now, Touch { pc, word, life }.event());
    }

    fn stage(&mut self, (cycle, stage): (u64, Stage), (id, pc): (u64, u32)) {
        self.agenda.detail(cycle, Event::Stage { unit: 0, id, pc, stage });
    }

    /// Puts the state of this cycle on the agenda, if it is another one.
    fn tell(&mut self, cause: Cause, pc: u32) {
        let (now, lanes) = (self.clock.cycle(), LaneMask::first_n(1).into());
        if core::mem::replace(&mut self.told, cause) != cause || cause == Cause::ISSUED {
            self.agenda.tell(now, Event::Unit { unit: 0, cause, pc, lanes });
            self.agenda.tell(now, Event::Slot { slot: 0, cause });
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
        let now = self.clock.cycle();
        self.unit.next().is_none() && self.stores.is_empty() && self.free.max(self.memory_free) <= now
    }

    fn next_event(&self) -> u64 {
        let now = self.clock.cycle();
        // In the cycle behind an issue another state begins.
        let later = [self.free, self.memory_free, self.stores.next_event()];
        let next = later.into_iter().filter(|cycle| *cycle >= now && self.told != Cause::ISSUED).min();
        next.unwrap_or(now)
    }

    fn step<S: Sink>(&mut self, _: &mut S) -> Result<(), Stop> {
        let now = self.clock.cycle();
        if self.memory_free <= now
            && let Some(store) = self.stores.take(now)
        {
            self.agenda.detail(now, self.stores.left((STORES, 0), store.0));
            self.access(store);
        }
        let pc = self.unit.pc;
        let Some(inst) = self.unit.next().filter(|inst| self.can_issue(*inst)) else {
            self.tell(self.wait(), pc);
            return Ok(());
        };
        // What the cycles since the last issue waited for, before it is forgotten.
        let waited = self.waited();
        self.unit.step(inst, now).map_err(|halt| Stop { halt, cycle: now })?;
        self.slots.settle(waited);
        self.slots.add(Cause::ISSUED, 1);
        let id = self.counters.instructions + 1;
        self.counters.add(&Counters { instructions: 1, memory_bytes: inst.bytes() });
        (self.issued, self.free) = (Some(now), now + 1);
        self.tell(Cause::ISSUED, pc);
        self.stage((now, Stage::Issue), (id, pc));
        match inst.op {
            Op::Set => self.stage((now + 1, Stage::Done), (id, pc)),
            Op::Load | Op::Add => {
                self.access((id, pc, inst.number));
                self.free = self.memory_free;
            }
            Op::Store => {
                self.stores.offer(now + 1, (id, pc, inst.number));
                self.agenda.detail(now, self.stores.came((STORES, 0), id));
            }
        }
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

    const SITES: Sites = SITES;

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

    fn parts(&self, near: &Near, _: &Toy) -> Option<Parts> {
        views::parts(self, near)
    }

    fn tells_from(&self) -> u64 {
        self.agenda.left_out.max(self.clock.cycle())
    }

    fn digest(&self) -> u64 {
        let Unit { memory, base: _, pc, accumulator, program: _ } = &self.unit;
        let mut digest = Digest::default();
        let state = (self.clock.cycle(), memory.whole_digest(), pc, accumulator, self.free);
        let waits = (&self.stores, self.memory_free);
        digest.add(&(state, waits, self.slots.with(self.waited()), self.counters));
        digest.0
    }

    fn clone_bytes(&self) -> usize {
        size_of::<Toy>()
    }
}

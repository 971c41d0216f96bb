//! When it happens: an instruction that reads memory holds the next one back for some cycles.

use std::sync::Arc;

use lanescope_core::{
    base::{LaneMask, Lanes},
    image::{Digest, Memory},
    ir::Space,
    keep,
    machines::{
        chassis::{
            run::{Clock, Clockwork, Stop, run},
            slots::{Account, Stretch},
        },
        counters::Reading,
        registry::Untimed,
        *,
    },
    source::Span,
    trace::{
        Cause, Causes, Event, LaneKey, Sink,
        event::{EventRow, Record},
    },
};

use super::exec::{Inst, State};

lanescope_core::causes! {
    /// Waits for the word that the accumulator takes.
    WORD = "word", "waits for a word", Waiting, Sky Falling;
}

lanescope_core::events! {
    /// Words are fetched from memory.
    Words = "words", Passing, lasts life {
        /// The unit.
        unit: u32 = "",
        /// The instruction.
        pc: u32 = "",
        /// How long it takes.
        life: u32 = "cycles",
    }
}

lanescope_core::counters! {
    /// Counts of the machine.
    pub struct Counters {
        /// Instructions issued.
        instructions: "instructions",
        /// Words loaded.
        loaded_elements: "elements",
        /// Words stored.
        stored_elements: "elements",
    }
}

/// A run without timing, and what the machine holds besides time.
#[derive(Clone, Debug)]
pub struct Functional {
    pub code: Arc<[Inst]>,
    pub state: State,
    pub memory: Memory,
    pub counters: Counters,
}

impl Functional {
    fn step(&mut self, cycle: u64) -> Result<(), Halt> {
        let pc = self.state.pc;
        let (loaded, stored) = self.state.step(&self.code, &mut self.memory).map_err(|fault| {
            let (pc, span) = (Some(pc as u32), self.code[pc].2);
            Halt::Fault { fault, at: Place { unit: Some(0), lane: 0, item: [0; 3], pc, span, cycle } }
        })?;
        self.counters.add(&Counters { instructions: 1, loaded_elements: loaded, stored_elements: stored });
        Ok(())
    }
}

impl Untimed for Functional {
    fn advance(&mut self, budget: u64) -> Result<bool, Halt> {
        for _ in 0..budget {
            if self.state.done {
                break;
            }
            self.step(self.counters.instructions)?;
        }
        Ok(self.state.done)
    }
    fn memory(&self) -> &Memory {
        &self.memory
    }
    fn work(&self) -> Work {
        let (instructions, lanes) = (self.counters.instructions, self.state.sums.len() as u64);
        Work { instructions, lane_operations: instructions * lanes, lane_slots: instructions * lanes }
    }
}

/// The machine: the same with time.
#[derive(Clone, Debug)]
pub struct Toy {
    what: Functional,
    latency: u32,
    clock: Clock,
    /// The cycle of the latest issue, and the first that can be the next one.
    issued: u64,
    free: u64,
    slots: Account,
    /// A wait that begins and has not been told.
    untold: Option<(u64, u32)>,
}

keep!(Toy {});

impl Toy {
    /// Before the first cycle.
    pub fn new(what: Functional, latency: u32) -> Toy {
        Toy {
            what,
            latency,
            clock: Clock::default(),
            issued: 0,
            free: 0,
            slots: Account::default(),
            untold: None,
        }
    }
    fn lanes(&self) -> Lanes {
        LaneMask::first_n(self.what.state.sums.len() as u32).into()
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
        self.what.state.done && self.clock.cycle() >= self.free
    }
    fn next_event(&self) -> u64 {
        self.free.max(self.clock.cycle())
    }
    fn step<S: Sink>(&mut self, sink: &mut S) -> Result<(), Stop> {
        let now = self.clock.cycle();
        if now < self.free {
            return Ok(());
        }
        let pc = self.what.state.pc;
        self.what.step(now).map_err(|halt| Stop { halt, cycle: now })?;
        let life = if self.what.code[pc].0 < 2 { self.latency } else { 0 };
        self.slots.add(Cause::ISSUED, 1);
        self.slots.add(WORD, life.into());
        self.issued = now;
        self.free = now + 1 + u64::from(life);
        tell(sink, now, pc as u32, Cause::ISSUED, &self.lanes());
        if life > 0 {
            sink.tell(now, Words { unit: 0, pc: pc as u32, life }.event());
            self.untold = Some((now + 1, pc as u32));
        }
        Ok(())
    }
    fn pass<S: Sink>(&mut self, sink: &mut S) {
        if let Some((cycle, pc)) = self.untold.take_if(|(cycle, _)| *cycle < self.clock.cycle()) {
            tell(sink, cycle, pc, WORD, &self.lanes());
        }
    }
    fn standstill(&self) -> Halt {
        let at = Place { unit: None, lane: 0, item: [0; 3], pc: None, span: Span::NONE, cycle: self.cycle() };
        Halt::Deadlock { reason: "no instruction is left to issue".into(), at }
    }
}

fn tell<S: Sink>(sink: &mut S, cycle: u64, pc: u32, cause: Cause, lanes: &Lanes) {
    if S::ON {
        let lanes: LaneKey = sink.lanes(lanes);
        sink.tell(cycle, Event::Unit { unit: 0, cause, pc, lanes });
        sink.tell(cycle, Event::Slot { slot: 0, cause });
    }
}

impl Machine for Toy {
    const CAUSES: Causes = CAUSES;
    const EVENTS: &'static [EventRow] = EVENTS;

    fn cycle(&self) -> u64 {
        self.clock.cycle()
    }
    fn finished(&self) -> bool {
        self.is_over()
    }
    fn run<S: Sink>(&mut self, until: u64, sink: &mut S) -> Result<(), Halt> {
        run(self, until, sink)
    }
    fn ticking(mut self) -> Toy {
        self.clock.tick();
        self
    }
    fn memory(&self) -> &Memory {
        &self.what.memory
    }
    fn counters(&self) -> Vec<Reading> {
        self.what.counters.readings()
    }
    fn counter_values(&self) -> Vec<u64> {
        self.what.counters.values().into()
    }
    fn well_known(&self) -> WellKnown {
        let Counters { loaded_elements, stored_elements, .. } = self.what.counters;
        let (loaded_elements, stored_elements) = (Some(loaded_elements), Some(stored_elements));
        WellKnown { loaded_elements, stored_elements, ..WellKnown::default() }
    }
    fn slot_parts(&self) -> Vec<PartSlots> {
        let ahead = self.free.saturating_sub(self.clock.cycle());
        let mut part = self.slots.with([] as [Stretch; 0]).of(SlotKind::Instructions, &CAUSES);
        part.causes[WORD.index()] -= ahead;
        vec![part]
    }
    fn work(&self) -> Work {
        self.what.work()
    }
    fn units(&self) -> Vec<UnitInfo> {
        vec![UnitInfo::new(0, "accumulator", None, self.what.state.sums.len() as u32)]
    }
    fn cause(&self, _: u32) -> Cause {
        match self.clock.cycle() {
            0 => Cause::EMPTY,
            now if now > self.issued + 1 => WORD,
            _ => Cause::ISSUED,
        }
    }
    fn unit(&self, unit: u32, _: &Toy) -> UnitState {
        let (live, cause) = (self.lanes(), self.cause(unit));
        let pc = (!self.what.state.done).then_some(self.what.state.pc as u32);
        UnitState { group: None, first_item: 0, active: live.clone(), live, pc, cause, stack: Vec::new() }
    }
    fn registers(&self, _: u32) -> Registers {
        let sums = &self.what.state.sums;
        let value = |_, lane| sums[lane as usize].into();
        let class = RegisterClass::scalars("sum", vec!["sum".into()], 32, Some(sums.len() as u32), value);
        Registers { classes: vec![class] }
    }
    fn local_memory(&self, _: u32) -> Vec<u8> {
        Vec::new()
    }
    fn access(&self, _: u32, _: &Toy) -> Option<Access> {
        let (pc, write) = (self.what.state.pc, |inst: &Inst| inst.0 == 2);
        let inst = self.what.code.get(pc).filter(|inst| inst.0 < 3)?;
        let addresses = self.what.state.addresses(inst).collect();
        let (passes, segments) = (Vec::new(), Vec::new());
        let (pc, space, bytes) = (pc as u32, Space::Global, 4);
        Some(Access { pc, space, write: write(inst), bytes, addresses, segments, passes, banks: (0, 0) })
    }
    fn parts(&self, _: &Near, _: &Toy) -> Option<Parts> {
        None
    }
    fn seat(&self, _: Seat) -> Option<String> {
        None
    }
    fn digest(&self) -> u64 {
        let mut digest = Digest::default();
        digest.add(&(self.clock.cycle(), self.free, self.what.memory.whole_digest(), &self.what.state));
        digest.add(&(self.slots, self.what.counters));
        digest.0
    }
    fn clone_bytes(&self) -> usize {
        size_of::<Toy>() + 4 * self.what.state.sums.len()
    }
}

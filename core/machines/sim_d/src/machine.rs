//! The machine as others see it: running it to a cycle, and looking at what it holds.
//!
//! A unit is a slot for work-groups, with 1,024 lanes: the work-items of the group that is in it. Both share one issue slot, the
//! decoder, which takes a warp of an instruction in a cycle.

use alloc::{sync::Arc, vec::Vec};

use lanescope_parts::{
    base::Lanes,
    image::{Digest, Memory},
    keep,
    machines::{
        Access, Halt, Machine, Near, PartSlots, Parts, Place, Registers, Seat, SlotKind, StackCell,
        StackColumn, UnitInfo, UnitState, WellKnown, Work,
        chassis::{
            look::Look,
            run::{Clock, Clockwork, Stop, run},
        },
        counters::{CounterTable, TO_COME},
    },
    source::Span,
    trace::{Cause, Causes, Event, LaneKey, Sink, Site, Sites, event::EventRow, site::NUMBERS},
};

use super::{
    causes,
    dram::energy::Spent,
    events,
    exec::{Control, Entry, Launch},
    footprint,
    isa::{Issue, Program, WORK_ITEMS},
    spec::Spec,
    timing::{SLOTS, counters::Counters, run::Run, tell::Told},
    views::{parts, sites},
};

/// A running Sim-D.
#[derive(Clone, Debug)]
pub struct SimD {
    program: Arc<Program>,
    spec: Arc<Spec>,
    run: Run,
    clock: Clock,
}

keep!(SimD { run });

/// The columns of the stack of masks: where the group goes on, and the mask that an entry restores.
const STACK: &[StackColumn] = &[
    StackColumn { id: "at", title: "goes on at", nowhere: "–" },
    StackColumn { id: "run", title: "run mask", nowhere: "–" },
    StackColumn { id: "break", title: "break mask", nowhere: "–" },
    StackColumn { id: "return", title: "return mask", nowhere: "–" },
];

impl SimD {
    /// A machine before its first cycle.
    pub fn new(program: Arc<Program>, launch: Launch, memory: Memory, spec: &Spec) -> SimD {
        let run =
            Run::new(program.clone(), launch, memory, spec.behaviour, spec.scratchpad_bytes, &spec.timing);
        SimD { program, spec: Arc::new(spec.clone()), run, clock: Clock::default() }
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The settings.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The pipeline, the slots and the memory.
    pub fn run_of(&self) -> &Run {
        &self.run
    }

    /// The cycle that begins.
    pub fn now(&self) -> u64 {
        self.clock.cycle()
    }

    /// What was counted before the current cycle.
    pub fn counted(&self) -> Counters {
        let now = self.clock.cycle();
        let counted: Counters = self.run.counts_at(now).into();
        let spent = Spent {
            activates: counted.dram_activates,
            reads: counted.dram_reads,
            writes: counted.dram_writes,
            refreshes: counted.dram_refreshes,
            cycles: self.run.transfers().clocks().dram_before(now),
        };
        Counters { dram_energy: self.spec.timing.dram.energy.of(&spent), ..counted }
    }

    /// Tells what is on the agenda before the current cycle.
    fn deliver<S: Sink>(&mut self, sink: &mut S) {
        let now = self.clock.cycle();
        while let Some((cycle, list)) = self.run.story_mut().tell.agenda.take(now) {
            for told in list {
                let event = match told {
                    Told::Event(event) => event,
                    Told::Issued { unit, pc, lanes } => {
                        let lanes = lanes.map_or(Lanes::first_n(1), |mask| mask.lanes());
                        let lanes = if S::ON { sink.lanes(&lanes) } else { LaneKey::NONE };
                        Event::Unit { unit, cause: Cause::ISSUED, pc, lanes }
                    }
                };
                sink.tell(cycle, event);
            }
        }
    }
}

impl Clockwork for SimD {
    fn clock(&self) -> &Clock {
        &self.clock
    }

    fn clock_mut(&mut self) -> &mut Clock {
        &mut self.clock
    }

    fn is_over(&self) -> bool {
        self.run.is_over(self.clock.cycle())
    }

    fn next_event(&self) -> u64 {
        self.run.next_edge(self.clock.cycle())
    }

    fn step<S: Sink>(&mut self, _: &mut S) -> Result<(), Stop> {
        let cycle = self.clock.cycle();
        self.run.advance(cycle + 1).map(|_| ()).map_err(|halt| Stop { halt, cycle })
    }

    fn pass<S: Sink>(&mut self, sink: &mut S) {
        let now = self.clock.cycle();
        self.run.remember(now);
        if let Some(last) = now.checked_sub(1) {
            self.run.catch_up(last);
        }
        if self.run.cycles().is_none() && self.run.is_over(now) {
            self.run.finish();
        }
        self.run.story_mut().forget(now);
        self.deliver(sink);
    }

    /// A group that waits waits for a transfer, which is served, or the run halts when it asks.
    fn standstill(&self) -> Halt {
        let cycle = self.clock.cycle();
        let at = Place { unit: None, lane: 0, item: [0; 3], pc: None, span: Span::NONE, cycle };
        Halt::Deadlock { reason: "no group can ever be fetched again, although work is left".into(), at }
    }
}

impl Machine for SimD {
    // A phase ends with its group's last result, groups do not wait for each other, and there are no atomics.
    const CAUSES: Causes = causes::CAUSES.without(&[
        Cause::REPLAY,
        Cause::MEMORY_FULL,
        Cause::BARRIER,
        Cause::CONTENTION,
        Cause::REGISTER_BANK,
        Cause::DRAINING,
    ]);
    const EVENTS: &'static [EventRow] = events::EVENTS;
    const SITES: Sites = sites::SITES;
    const STACK: &'static [StackColumn] = STACK;
    const COUNTERS: &'static [CounterTable] = &[CounterTable::of(Counters::ROWS), TO_COME];

    fn cycle(&self) -> u64 {
        self.clock.cycle()
    }

    fn finished(&self) -> bool {
        self.is_over()
    }

    fn run<S: Sink>(&mut self, until: u64, sink: &mut S) -> Result<(), Halt> {
        let story = self.run.story_mut();
        (story.tell.on, story.tell.agenda.detail) = (S::ON, S::DETAIL);
        if S::ON {
            story.announce();
        }
        run(self, until, sink)
    }

    fn ticking(mut self) -> SimD {
        self.clock.tick();
        self
    }

    fn memory(&self) -> &Memory {
        self.run.memory()
    }

    fn counter_values(&self) -> Vec<u64> {
        let mut values = Vec::from(self.counted().values());
        values.push(0);
        values
    }

    fn groups(&self) -> Option<(u64, u64)> {
        Some((self.counted().groups, self.run.groups().1.into()))
    }

    fn well_known(&self) -> WellKnown {
        let counted = self.counted();
        WellKnown {
            flops: Some(counted.flops),
            memory_bytes: Some(counted.memory_bytes),
            memory_bytes_to_come: Some(0),
            scalar_instructions: Some(counted.scalar_instructions),
            dram_reads: Some(counted.dram_reads),
            dram_writes: Some(counted.dram_writes),
            ..WellKnown::default()
        }
    }

    fn slot_parts(&self) -> Vec<PartSlots> {
        let account = self.run.story().pipeline(self.clock.cycle());
        Vec::from([account.of(SlotKind::Instructions, &Self::CAUSES)])
    }

    fn work(&self) -> Work {
        let counts = self.run.counts_at(self.clock.cycle());
        Work {
            instructions: counts.instructions,
            lane_operations: counts.item_operations,
            lane_slots: counts.item_slots,
        }
    }

    fn units(&self) -> Vec<UnitInfo> {
        (0..SLOTS as u32).map(|slot| UnitInfo::new(0, "slot", Some(slot), WORK_ITEMS as u32)).collect()
    }

    fn cause(&self, unit: u32) -> Cause {
        let last = self.clock.cycle().checked_sub(1);
        last.map_or(Cause::EMPTY, |last| self.run.story().cause(unit as usize, last))
    }

    fn unit(&self, unit: u32, _: &SimD) -> UnitState {
        let (slot, cluster) = (unit as usize, self.run.cluster());
        let group = cluster.group(slot);
        let pc = group.map(|_| cluster.pc(slot));
        let contents = cluster.look();
        let one = pc.and_then(|pc| self.program.instructions.get(pc as usize));
        let whole = one.is_some_and(|one| one.op.row().issue != Issue::Vector);
        let active = if whole { Lanes::first_n(1) } else { contents.active(slot).lanes() };
        let live = contents.masks(slot)[Control::Exit as usize].lanes();
        let held = group.is_some();
        UnitState {
            group: group.map(|group| group.number),
            first_item: 0,
            live: if held { live } else { Lanes::NONE },
            active: if held { active } else { Lanes::NONE },
            pc,
            cause: self.cause(unit),
            stack: if held { contents.stack(slot).iter().map(cells).collect() } else { Vec::new() },
        }
    }

    fn registers(&self, unit: u32) -> Registers {
        self.run.cluster().look().registers(unit as usize)
    }

    /// The scratchpad of the slot.
    fn local_memory(&self, unit: u32) -> Vec<u8> {
        let words = self.run.cluster().look().scratchpad(unit as usize);
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    /// A transfer is one for the whole group: it has no address for each lane.
    fn access(&self, _: u32, _: &SimD) -> Option<Access> {
        None
    }

    fn parts(&self, near: &Near, _: &SimD) -> Option<Parts> {
        parts::parts(self, near)
    }

    fn numbers(&self, _: Site, seat: &Seat) -> Option<[u32; NUMBERS]> {
        Some(parts::numbers(seat))
    }

    fn clone_bytes(&self) -> usize {
        usize::try_from(footprint::without_lists(&self.program, &self.spec)).unwrap_or(usize::MAX)
    }

    fn tells_from(&self) -> u64 {
        self.run.story().tell.agenda.left_out.max(self.cycle())
    }

    fn digest(&self) -> u64 {
        let mut digest = Digest::default();
        digest.add(&(self.clock.cycle(), self.memory().whole_digest(), self.run.state()));
        digest.0
    }
}

/// An entry of the stack of masks.
fn cells(entry: &Entry) -> Vec<StackCell> {
    let mask = |control: Control| {
        if entry.control == control { StackCell::Lanes(entry.mask.lanes()) } else { StackCell::Place(None) }
    };
    Vec::from([
        StackCell::Place(Some(entry.at)),
        mask(Control::Run),
        mask(Control::Break),
        mask(Control::Return),
    ])
}

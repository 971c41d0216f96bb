//! The machine through time: measured cycles, every cycle has one cause, ticking and listening change nothing, and a kernel that
//! is compiled for its launch.

use alloc::{string::ToString, sync::Arc, vec::Vec};

use lanescope_core::{
    gallery,
    run::configure,
    session::compile::{self, Prepared},
};
use lanescope_parts::{
    base::Keep,
    document::{Limits, MachineChoice},
    launch::bind,
    machines::{
        Machine, SlotKind,
        family::{Family, Untimed, Watch},
        given::Given,
    },
    trace::{Cause, Deaf, Event, Sink, event::Level},
};

use crate::{
    family::{Function, HardRealTime},
    machine::SimD,
    spec::Spec,
    timing::{
        counters::Counters,
        tests::microkernels::{LaunchOptions, Row, launched, rows},
    },
};

/// Listens, and looks at the order of cycles.
#[derive(Default)]
struct Ears {
    last: u64,
    states: Vec<(u64, Event)>,
    commands: u64,
}

impl Sink for Ears {
    const ON: bool = true;

    fn tell(&mut self, cycle: u64, event: Event) {
        assert!(cycle >= self.last, "cycle {cycle} behind {}: {event:?}", self.last);
        self.last = cycle;
        match event {
            Event::Slot { .. } => self.states.push((cycle, event)),
            Event::Dram { .. } => self.commands += 1,
            _ => {}
        }
    }
}

fn machine(row: &Row) -> SimD {
    let spec = Spec { timing: row.settings.clone(), ..Spec::default() };
    let chosen = LaunchOptions { size: row.size, width: Some(row.width), arguments: Vec::new() };
    let (program, launch, memory) = launched(&row.source, &chosen);
    SimD::new(program, launch, memory, &spec)
}

fn end(mut machine: SimD) -> SimD {
    machine.run(1_000_000, &mut Deaf).expect("it ends");
    machine
}

#[test]
fn every_measured_microkernel_takes_the_measured_cycles_however_it_is_run() {
    for row in rows() {
        let head = &row.head;
        let (measured, commands) = (row.measured[0], row.measured[9..13].iter().sum::<u64>());
        let whole = end(machine(&row));
        assert!(whole.finished(), "{head}");
        assert_eq!(whole.cycle(), measured, "{head}");
        let slots = &whole.slot_parts()[0];
        assert_eq!(
            (slots.kind, slots.causes.iter().sum::<u64>()),
            (SlotKind::Instructions, measured),
            "{head}"
        );
        let ticking = end(machine(&row).ticking());
        assert_eq!((ticking.digest(), ticking.counters()), (whole.digest(), whole.counters()), "{head}");
        assert_eq!(ticking.slot_parts(), whole.slot_parts(), "{head}");
        // Listening, and stopping in every seventh cycle.
        let (mut heard, mut ears) = (machine(&row), Ears::default());
        while !heard.finished() {
            heard.run(heard.cycle() + 7, &mut ears).unwrap();
        }
        assert_eq!((heard.digest(), heard.counters()), (whole.digest(), whole.counters()), "{head}");
        assert_eq!(heard.slot_parts(), whole.slot_parts(), "{head}");
        // Those at the very end lie behind the last cycle.
        assert!(
            ears.commands <= commands && ears.commands + 4 >= commands,
            "{head}: {} of {commands}",
            ears.commands
        );
        let issued = whole.slot_parts()[0].causes[Cause::ISSUED.index()];
        let mut told = 0;
        for (at, (from, event)) in ears.states.iter().enumerate() {
            let to = ears.states.get(at + 1).map_or(measured, |(to, _)| *to);
            let Event::Slot { cause, .. } = event else { continue };
            told += if *cause == Cause::ISSUED { to - from } else { 0 };
        }
        assert_eq!(told, issued, "{head}");
    }
}

#[test]
fn a_copy_that_is_kept_goes_on_as_the_machine_does() {
    for row in rows().iter().step_by(11) {
        let whole = end(machine(row));
        let mut half = machine(row);
        half.run(whole.cycle() / 2, &mut Deaf).unwrap();
        let mut kept = half.clone();
        kept.keep(None);
        let mut again = kept.clone();
        again.restore();
        assert_eq!(again.digest(), half.digest(), "{}", row.head);
        assert_eq!(end(again).digest(), whole.digest(), "{}", row.head);
    }
}

#[test]
fn counters_never_fall_and_end_with_the_measured_ones() {
    for row in rows().iter().step_by(7) {
        let mut machine = machine(row);
        let mut before = machine.counter_values();
        while !machine.finished() {
            machine.run(machine.cycle() + 1, &mut Deaf).unwrap();
            let now = machine.counter_values();
            let falls = before.iter().zip(&now).position(|(before, now)| before > now);
            assert_eq!(falls, None, "{} in cycle {}: {:?}", row.head, machine.cycle(), machine.counted());
            before = now;
        }
        let Counters { upload, compute_active, dram_active, sp0, sp1, raw, sidiv, nop, lid, .. } =
            machine.counted();
        let ours = [upload, compute_active, dram_active, sp0, sp1, raw, sidiv, nop];
        assert_eq!((&ours[..], lid), (&row.measured[1..9], row.measured[13]), "{}", row.head);
    }
}

#[test]
fn a_kernel_is_compiled_for_its_launch_and_leaves_the_same_with_and_without_timing() {
    let choice = MachineChoice { preset: "sim_d/author".into(), changes: Vec::new() };
    let spec = configure::<HardRealTime>(&choice).expect("a preset");
    let items = gallery::items();
    for name in ["saxpy", "matmul_tiled", "if_else"] {
        let item = items.iter().find(|item| item.name == name).expect("a kernel of the gallery");
        let document = gallery::document_of(item.source.to_string());
        let Prepared { compiled, kernel, signature, .. } = compile::compile(&document, &Limits::default());
        let (_, kernel) = kernel.expect("it compiles");
        let params = signature.map(|signature| signature.params).unwrap_or_default();
        let bound = bind::bind(&compiled.launch, &params, kernel.required_local, &Limits::default()).unwrap();
        let function = HardRealTime::compile(&Given::new(&kernel, &spec)).unwrap();
        assert!(HardRealTime::listing(&function).lines.is_empty());
        let mut watch = Watch { instructions: u64::MAX, go_on: &mut || true };
        let fitted = HardRealTime::fit(&function, &spec, &bound, &mut watch).unwrap().expect("it is fitted");
        assert!(matches!(&fitted, Function::Kernel(_, Some(program)) if Arc::strong_count(program) > 0));
        assert!(!HardRealTime::listing(&fitted).lines.is_empty());
        let timed = end(HardRealTime::start(&fitted, &spec, bound.clone()).unwrap());
        let mut untimed = HardRealTime::untimed(&function, &spec, bound).unwrap();
        while !untimed.advance(1_000_000).unwrap() {}
        assert!(timed.finished(), "{}", item.name);
        assert_eq!(timed.memory().whole_digest(), untimed.memory().whole_digest(), "{}", item.name);
    }
    // Requests and phases are shown long after they began; nothing else holds longer than it happens.
    let standing = SimD::EVENTS.iter().filter(|row| row.level != Level::Passing).map(|row| row.id);
    assert_eq!(standing.collect::<Vec<_>>(), ["transfers", "phases"]);
}

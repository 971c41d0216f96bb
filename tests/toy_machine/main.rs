//! The smallest whole machine, made outside the core as `docs/howto/add-a-machine.md` says: an accumulator that waits for each
//! word of memory. It has a setting, a counter, a cause, an event, a panel and a study of its own.
#![cfg(not(target_arch = "wasm32"))]

mod exec;
mod family;
mod machine;
mod views;

use lanescope_core::{
    files::Files,
    image::{Console, Memory},
    ir::{Space, Type},
    launch::{Launch, bind::Bound},
    machines::{
        Halt, Machine,
        family::{Family, Untimed},
        settings::Settings,
        studies::Asked,
    },
    run::{Excerpt, Runner},
    trace::Cause,
};

use exec::{OPS, Program};
use family::ToyMachine;
use machine::{CAUSES, Spec, TAKEN, Touch, Toy};

const SUM: &str = "load 0\nadd 1\nstore 2\nset 7\n";

fn program(text: &str) -> Program {
    let (programs, diagnostics) = ToyMachine::assemble(&Files::one(text), &Spec::default());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    programs[0].clone()
}

fn spec(latency: u32) -> Spec {
    let mut spec = Spec::default();
    spec.set("word_latency", &latency.to_string()).expect("a latency");
    spec
}

/// A launch with four words: 5, 6, 0, 0.
fn launch() -> Bound {
    let mut memory = Memory::default();
    let words = memory.allocate("words", 16, Type::I32, false, true);
    memory.copy_in(words, &[5, 0, 0, 0, 6]);
    let args = vec![memory.buffers()[words].base];
    let (types, local_args, console) = (vec![Type::Ptr(Space::Global)], vec![false], Console::default());
    Bound { launch: Launch::default(), args, types, local_args, memory, console }
}

fn runner(text: &str, latency: u32) -> Runner<Toy> {
    let toy = ToyMachine::start(&program(text), &spec(latency), launch()).expect("a start");
    Runner::new(toy, 1, 10_000, 1 << 20)
}

fn word(memory: &Memory, at: u64) -> u64 {
    memory.load(memory.buffers()[0].base + 4 * at, 4)
}

#[test]
fn every_instruction_prints_and_assembles_to_itself() {
    for (op, name, _) in OPS {
        let inst = program(&format!("{name} 3"))[0];
        assert_eq!((inst.op, inst.number, inst.text()), (op, 3, format!("{name} 3")));
        assert_eq!(OPS[op as usize].0, op);
    }
    let (programs, wrong) = ToyMachine::assemble(&Files::one("set 1\n\njump 2\nset x"), &Spec::default());
    let places: Vec<_> = wrong.iter().map(|one| (one.span().start, one.span().end)).collect();
    assert_eq!((programs.len(), places), (0, vec![(7, 13), (14, 19)]));
}

#[test]
fn with_and_without_timing_the_words_are_the_same() {
    let mut untimed = ToyMachine::untimed(&program(SUM), &spec(4), launch()).expect("a start");
    assert_eq!((untimed.advance(3), untimed.advance(1)), (Ok(false), Ok(true)));
    let mut timed = runner(SUM, 4);
    timed.seek(u64::MAX, u64::MAX);
    assert_eq!((word(Untimed::memory(&untimed), 2), word(timed.machine().memory(), 2)), (11, 11));
    assert_eq!(untimed.work(), timed.machine().work());
}

#[test]
fn an_instruction_issues_when_the_word_is_there_and_not_before() {
    for latency in [1, 2, 5] {
        let mut runner = runner(SUM, latency);
        runner.seek(u64::MAX, u64::MAX);
        let latency = u64::from(latency);
        assert_eq!((runner.complete(), runner.frontier()), (true, 3 * latency + 1));
        let begun = views::touches(&runner.record(&Excerpt::all(0, runner.frontier())), (0, u64::MAX));
        let touch = |at: u64| Touch { pc: at as u32, word: at as u32, life: latency as u32 };
        assert_eq!(begun, [0, 1, 2].map(|at| (at * latency, touch(at))));
        runner.seek(latency, u64::MAX);
        let waited = if latency == 1 { Cause::ISSUED } else { TAKEN };
        assert_eq!((runner.machine().work().instructions, runner.machine().cause(0)), (1, waited));
        runner.seek(latency + 1, u64::MAX);
        assert_eq!((runner.machine().work().instructions, runner.machine().cause(0)), (2, Cause::ISSUED));
    }
}

#[test]
fn every_cycle_has_one_cause_however_the_run_is_cut() {
    let mut whole = runner("set 1\nstore 0", 5);
    whole.seek(u64::MAX, u64::MAX);
    let mut ticking = runner("set 1\nstore 0", 5);
    ticking.tick();
    for cycle in 1..=6 {
        ticking.seek(cycle, 1);
        whole.seek(cycle, u64::MAX);
        assert_eq!(ticking.machine().slots().iter().sum::<u64>(), cycle);
        assert_eq!(ticking.machine().digest(), whole.machine().digest(), "{cycle}");
    }
    assert_eq!(ticking.fingerprint(), whole.fingerprint());
    let slots = whole.machine().slots();
    let shares = [Cause::ISSUED, TAKEN, Cause::DRAINING].map(|cause| slots[cause.index()]);
    assert_eq!(shares, [2, 0, 4]);
}

#[test]
fn a_word_that_is_not_there_ends_the_run_in_its_cycle() {
    let mut runner = runner("store 3\nload 4", 5);
    runner.seek(u64::MAX, u64::MAX);
    let Some(Halt::Fault { fault, at }) = runner.halt() else { panic!("{:?}", runner.halt()) };
    assert_eq!((fault.near.clone(), at.pc, at.cycle), (Some(("words".into(), 16)), Some(1), 5));
    assert_eq!((runner.frontier(), runner.head().slots().iter().sum::<u64>()), (5, 5));
}

#[test]
fn the_study_knows_the_length_of_every_run() {
    let study = ToyMachine::studies()[0];
    for latency in [1, 4, 1000] {
        let begun = (study.begin)(&program(SUM), &spec(latency), launch(), &Asked::default());
        let numbers = begun.expect("an analysis").numbers();
        let mut runner = runner(SUM, latency);
        runner.seek(u64::MAX, u64::MAX);
        assert_eq!(numbers, [(String::from("cycles"), runner.frontier() as f64)]);
    }
}

#[test]
fn the_registry_would_list_what_it_has() {
    let info = ToyMachine::info();
    assert_eq!(ToyMachine::preset("fast"), Some(spec(1)));
    assert!(info.presets.iter().all(|preset| preset.values.len() == info.settings.len()));
    assert_eq!((CAUSES.id(TAKEN), info.causes.find("accumulator")), ("accumulator", Some(TAKEN)));
    assert_eq!(info.events.last().map(|row| row.id.as_str()), Some("touches"));
    assert_eq!(info.panels.last().map(|row| &*row.id), Some("touches"));
}

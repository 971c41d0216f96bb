//! The smallest whole machine, made outside the core as `docs/howto/add-a-machine.md` says: an accumulator that waits for each
//! word of memory, with a queue for what it stores. It has settings, counters, causes, places, an event, a panel and a study of its own.
#![cfg(not(target_arch = "wasm32"))]

mod exec;
mod family;
mod machine;
mod scene;
mod views;

use lanescope_core::{
    figure::Question,
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
    trace::{Cause, Event, SharedEvent, Stage, site::Holds},
};

use exec::{OPS, Program};
use family::ToyMachine;
use machine::{CAUSES, FULL, SITES, Spec, TAKEN, Touch, Toy};
use scene::Shown;

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
        // The store is in the queue for a cycle.
        assert_eq!(begun, [(0, touch(0)), (latency, touch(1)), (2 * latency + 1, touch(2))]);
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
    for cycle in 1..=7 {
        ticking.seek(cycle, 1);
        whole.seek(cycle, u64::MAX);
        assert_eq!(ticking.machine().slots().iter().sum::<u64>(), cycle);
        assert_eq!(ticking.machine().digest(), whole.machine().digest(), "{cycle}");
    }
    assert_eq!(ticking.fingerprint(), whole.fingerprint());
    let slots = whole.machine().slots();
    let shares = [Cause::ISSUED, TAKEN, Cause::DRAINING].map(|cause| slots[cause.index()]);
    assert_eq!(shares, [2, 0, 5], "the store waits for a cycle, then memory takes five");
}

#[test]
fn a_word_that_is_not_there_ends_the_run_in_its_cycle() {
    let mut runner = runner("store 3\nload 4", 5);
    runner.seek(u64::MAX, u64::MAX);
    let Some(Halt::Fault { fault, at }) = runner.halt() else { panic!("{:?}", runner.halt()) };
    assert_eq!((fault.near.clone(), at.pc, at.cycle), (Some(("words".into(), 16)), Some(1), 6));
    assert_eq!((runner.frontier(), runner.head().slots().iter().sum::<u64>()), (6, 6));
}

#[test]
fn the_study_knows_the_length_of_every_run() {
    let study = ToyMachine::studies()[0];
    for text in [SUM, STORES, "store 1\nstore 2\nadd 1\nstore 0\nset 4\nstore 3\nload 3", "set 1"] {
        for latency in [1, 2, 4, 1000] {
            let begun = (study.begin)(&program(text), &spec(latency), launch(), &Asked::default());
            let numbers = begun.expect("an analysis").numbers();
            let mut runner = runner(text, latency);
            runner.seek(u64::MAX, u64::MAX);
            assert_eq!(numbers, [(String::from("cycles"), runner.frontier() as f64)], "{text}: {latency}");
        }
    }
}

/// Stores in cycles 0, 1 and 2, of which memory takes the first in cycle 1 for three cycles: the fourth finds two in the queue, which has
/// room for two, and waits until the second has left it in cycle 4.
const STORES: &str = "store 0\nstore 1\nstore 2\nstore 3\n";

#[test]
fn a_store_waits_when_the_queue_is_full_and_not_before() {
    let mut runner = runner(STORES, 3);
    runner.seek(u64::MAX, u64::MAX);
    let log = runner.record(&Excerpt::all(0, runner.frontier()));
    let issued: Vec<u64> = log
        .events(SharedEvent::Stage, 0)
        .filter(|(_, event)| matches!(event, Event::Stage { stage: Stage::Issue, .. }))
        .map(|(cycle, _)| cycle)
        .collect();
    assert_eq!(issued, [0, 1, 2, 4]);
    let moves: Vec<(u64, u64, bool, u16)> = log
        .events(SharedEvent::Queue, 0)
        .map(|(cycle, event)| match event {
            Event::Queue { queue: machine::STORES, index: 0, number, comes, held } => {
                (cycle, number, comes, held)
            }
            other => panic!("{other:?}"),
        })
        .collect();
    let (came, left) = (true, false);
    let expected = [
        (0, 1, came, 1),
        (1, 1, left, 0),
        (1, 2, came, 1),
        (2, 3, came, 2),
        (4, 2, left, 1),
        (4, 4, came, 2),
        (7, 3, left, 1),
        (10, 4, left, 0),
    ];
    assert_eq!((moves, runner.frontier()), (expected.into(), 13));
    // The cause is that of the cycle before.
    for (cycle, cause) in [(3, Cause::ISSUED), (4, FULL), (5, Cause::ISSUED), (6, Cause::DRAINING)] {
        runner.seek(cycle, u64::MAX);
        assert_eq!(runner.machine().cause(0), cause, "{cycle}");
    }
}

/// The diagram and the course of an instruction show the queue without a line of code for it: its place is in the table, its moves are events.
#[test]
fn the_queue_is_drawn_and_what_moves_through_it_is_told() {
    let mut runner = runner(STORES, 3);
    runner.seek(u64::MAX, u64::MAX);
    let panel = |runner: &Runner<Toy>, id: &str, question: &Question| {
        let panel = views::PANELS.iter().find(|panel| panel.about.id == id).expect("there is such a panel");
        (panel.answer)(&Shown::new(runner, STORES, &program(STORES)), question)
    };
    let told = |runner: &mut Runner<Toy>, cycle| {
        runner.seek(cycle, u64::MAX);
        let figure = panel(runner, "diagram", &Question::default());
        let diagram = figure.diagram().expect("a diagram").clone();
        let fill = diagram.blocks.iter().find(|block| block.path == "stores").expect("the queue").fill;
        let sentences: Vec<String> = diagram.tokens.iter().map(|token| token.sentence.clone()).collect();
        (fill, sentences)
    };
    let goes = |text: &str, from: &str, to: &str| format!("`{text}` of thread goes from {from} to {to}.");
    let (fill, sentences) = told(&mut runner, 4);
    assert_eq!(fill, Some((2, 2)), "two wait as cycle 4 begins");
    let moved = [goes("store 1", "store queue", "words"), goes("store 3", "thread", "store queue")];
    assert!(moved.iter().all(|one| sentences.contains(one)), "{sentences:?}");
    assert_eq!(told(&mut runner, 12).0, Some((0, 2)));
    let unknown = panel(&runner, "diagram", &Question { zoom: "stores".into(), ..Question::default() });
    assert!(unknown.is_empty(), "nobody can look into it");
    // The third store is in the queue from cycle 2 to 7, and in memory until 10.
    let question = Question { instruction: Some(2), ..Question::default() };
    let rows = panel(&runner, "follow", &question).parts[1].form.table().rows;
    let stays: Vec<[&str; 3]> =
        rows.iter().map(|row| [1, 2, 3].map(|at: usize| row[at].text.as_str())).collect();
    assert!(stays.contains(&["store queue", "2", "7"]) && stays.contains(&["words", "7", "10"]), "{stays:?}");
}

#[test]
fn the_registry_would_list_what_it_has() {
    let info = ToyMachine::info();
    assert_eq!(ToyMachine::preset("fast"), Some(spec(1)));
    assert!(info.presets.iter().all(|preset| preset.values.len() == info.settings.len()));
    assert_eq!((CAUSES.id(TAKEN), info.causes.find("accumulator")), ("accumulator", Some(TAKEN)));
    assert_eq!(info.events.last().map(|row| row.id.as_str()), Some("touches"));
    let queues: Vec<&str> = SITES.holding(Holds::Entries).map(|site| SITES.row(site).name).collect();
    assert_eq!(queues, ["store queue"]);
    assert_eq!(info.panels.last().map(|row| &*row.id), Some("touches"));
}

//! A machine made outside the core, as `docs/howto/add-a-machine.md` says: settings, counters, a cause, an event and a panel of its
//! own. It is driven by the runner that sessions use, and holds to what every machine holds to.
//!
//! Deliberately absent: a session and a study. Both go by tables of the core, which nobody adds to from outside.

#![cfg(not(target_arch = "wasm32"))]

extern crate alloc;

#[path = "toy_machine/exec.rs"]
mod exec;
#[path = "toy_machine/family.rs"]
mod family;
#[path = "toy_machine/machine.rs"]
mod machine;

use family::{ToyMachine, sums};
use lanescope_core::{
    document::MachineChoice,
    files::Files,
    launch::{
        Arg, ArgValue, Init, Launch, Number,
        bind::{Bound, bind},
    },
    machines::{
        Halt, Machine,
        registry::{Family, Untimed, configure},
    },
    session::{runner::Runner, vocabulary::Limits},
    trace::{Cause, Deaf},
};
use machine::{Functional, Toy, WORD, Words};

/// Row 2 becomes row 0 and row 1, then row 2 is stored three times in all: 3 turns of 4 instructions.
const PROGRAM: &str = "load 0\nadd 1\nstore 2\nloop 3\n";

fn started(text: &str, preset: &str) -> (Toy, Functional) {
    let choice = MachineChoice { preset: format!("toy/{preset}"), changes: Vec::new() };
    let spec = configure::<ToyMachine>(&choice).expect("a preset");
    let (programs, errors) = ToyMachine::assemble(&Files::one(text), &spec);
    assert!(errors.is_empty(), "{errors:?}");
    let init = Init::Iota { start: Number::Int(0), step: Number::Int(1) };
    let value = ArgValue::Buffer { len: 12, element: None, init };
    let launch = Launch {
        args: vec![Arg { name: "data".into(), value, at: None, permission: None }],
        ..Launch::default()
    };
    let bound = || -> Bound {
        bind(&launch, &ToyMachine::signature(&programs[0]).params, None, &Limits::default())
            .expect("it binds")
    };
    let timed = ToyMachine::start(&programs[0], &spec, bound()).expect("it starts");
    (timed, ToyMachine::untimed(&programs[0], &spec, bound()).expect("it starts"))
}

fn runner(preset: &str) -> Runner<Toy> {
    Runner::new(started(PROGRAM, preset).0, 1, 10_000, 1 << 20)
}

/// A turn is 4 instructions, two of which wait.
#[test]
fn cycles_and_slots_follow_from_the_latency() {
    for (preset, latency) in [("four", 3), ("at-once", 0)] {
        let mut run = runner(preset);
        run.extend(u64::MAX);
        assert!(run.complete() && run.halt().is_none());
        assert_eq!(run.frontier(), 3 * (4 + 2 * latency));
        let slots = run.head().slots();
        assert_eq!((slots[Cause::ISSUED.index()], slots[WORD.index()]), (12, 6 * latency));
        let log = run.record(0, run.frontier());
        assert_eq!(log.own::<Words>(0).count() as u64, if latency > 0 { 6 } else { 0 });
        let sums = sums(&run.head().registers(0));
        let texts: Vec<&str> = sums.rows.iter().map(|row| &row[1].text[..]).collect();
        assert_eq!(texts, ["4", "6", "8", "10"]);
    }
}

#[test]
fn timing_changes_no_result() {
    let (mut timed, mut untimed) = started(PROGRAM, "four");
    assert_eq!((timed.run(u64::MAX, &mut Deaf), untimed.advance(u64::MAX)), (Ok(()), Ok(true)));
    assert_eq!(timed.memory().digest(), Untimed::memory(&untimed).digest());
    assert_eq!((timed.work(), timed.work().instructions), (untimed.work(), 12));
}

#[test]
fn stepping_ticking_and_going_back_are_the_same_run() {
    let (mut whole, mut ticking) = (runner("four"), runner("four"));
    ticking.tick();
    whole.extend(u64::MAX);
    ticking.extend(u64::MAX);
    assert_eq!(whole.fingerprint(), ticking.fingerprint());
    let (mut deaf, mut stepped) = (started(PROGRAM, "four").0, runner("four"));
    stepped.keyframes(4);
    for cycle in 1..=whole.frontier() {
        stepped.seek(cycle, u64::MAX);
        assert_eq!(deaf.run(cycle, &mut Deaf), Ok(()));
        assert_eq!(deaf.slots().iter().sum::<u64>(), cycle, "each slot of each cycle has one cause");
        assert_eq!(deaf.digest(), stepped.machine().digest(), "listening changes nothing: {cycle}");
    }
    for cycle in (0..whole.frontier()).rev() {
        whole.seek(cycle, u64::MAX);
        stepped.seek(cycle, u64::MAX);
        ticking.seek(cycle, u64::MAX);
        assert_eq!(whole.machine().cycle(), cycle);
        assert_eq!(whole.machine().digest(), stepped.machine().digest());
        assert_eq!(whole.machine().digest(), ticking.machine().digest());
        let log = whole.record(cycle, cycle + 1);
        let told = log.units[0].runs(cycle, cycle + 1).next().map(|run| run.state.cause);
        assert_eq!(Some(whole.ahead().cause(0)), told, "cycle {cycle}");
    }
}

#[test]
fn a_wrong_address_halts_and_a_wrong_line_is_named() {
    let mut run = Runner::new(started("load 0\nload 9\n", "four").0, 1, 100, 1 << 20);
    run.extend(u64::MAX);
    assert!(matches!(run.halt(), Some(Halt::Fault { at, .. }) if at.pc == Some(1) && at.cycle == 4));
    let spec = ToyMachine::preset("four").expect("a preset");
    for wrong in ["jump 0", "add", "add -1", "add 1 2"] {
        assert_eq!(ToyMachine::assemble(&Files::one(wrong), &spec).1.len(), 1, "{wrong}");
    }
}

#[test]
fn what_it_says_of_itself_is_in_the_catalogue_s_form() {
    let info = ToyMachine::info();
    assert_eq!(info.causes.label(WORD), "waits for a word");
    assert!(info.events.iter().any(|event| event.id == "words"));
    assert_eq!((&info.panels[0].id[..], info.presets.len(), ToyMachine::ops().len()), ("sums", 2, 4));
}

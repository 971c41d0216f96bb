//! Copies of a running machine that are kept, on every machine: what is restored is the machine that was copied, and a copy
//! shares with the one before what is equal.

use lanescope_core::{
    lang,
    launch::bind::bind,
    machines::{
        Machine,
        family::Family,
        given::Given,
        registry::{self, Visitor},
    },
    opt,
    run::configure,
    session::{Session, gallery, vocabulary::*},
    trace::Deaf,
};
use lanescope_tests::runs;

/// A kernel with traffic, and one with barriers and work-group memory.
const KERNELS: [&str; 2] = ["saxpy", "reduce_sequential"];
/// Cycles between two copies.
const STRETCH: u64 = 150;

/// Makes a machine that runs a document, and asks it something.
struct Running<'a, A> {
    document: &'a Document,
    ask: A,
}

/// A question to a machine at its start.
trait Ask {
    fn ask<M: Machine>(self, machine: M);
}

impl<A: Ask> Visitor for Running<'_, A> {
    type Out = ();

    fn visit<F: Family>(self) {
        let Running { document, ask } = self;
        let limits = Limits::default();
        let front = lang::compile(&document.source, document.language, &document.options, &limits);
        let mut kernel = front.kernels.into_iter().next().expect("a kernel");
        opt::optimise(&mut kernel);
        let spec = configure::<F>(&document.machine).expect("a preset");
        let Ok(program) = F::generate(&Given::new(&kernel, &spec)) else { return };
        let launch = document.launch.as_ref().expect("a launch");
        let bound = bind(launch, &kernel.params, None, &limits).expect("it binds");
        // Not every group fits on every preset.
        if let Ok(machine) = F::start(&program, &spec, bound) {
            ask.ask(machine);
        }
    }
}

fn on_every_preset<A: Ask + Copy>(ask: A) {
    for name in KERNELS {
        let source =
            gallery().into_iter().find(|item| item.name == name).expect("it is in the gallery").source;
        for preset in runs::kernel_presets() {
            let document = Session::open(runs::document(&source, &preset), Limits::default()).document();
            registry::select(&preset, Running { document: &document, ask }).expect("it is registered");
        }
    }
}

fn kept<M: Machine>(machine: &M, before: Option<&M>) -> M {
    let mut copy = machine.clone();
    copy.keep(before);
    copy
}

fn restored<M: Machine>(kept: &M) -> M {
    let mut machine = kept.clone();
    machine.restore();
    machine
}

/// Runs on for a stretch; is it at its end?
fn run_on<M: Machine>(machine: &mut M) -> bool {
    machine.run(machine.cycle() + STRETCH, &mut Deaf).expect("it does not halt");
    machine.finished()
}

#[test]
fn what_is_restored_is_the_machine_that_was_kept() {
    #[derive(Clone, Copy)]
    struct Restored;
    impl Ask for Restored {
        fn ask<M: Machine>(self, mut machine: M) {
            let mut before: Option<M> = None;
            for _ in 0..8 {
                let copy = kept(&machine, before.as_ref());
                let mut twin = restored(&copy);
                assert_eq!(twin.digest(), machine.digest());
                for unit in 0..machine.units().len() as u32 {
                    assert_eq!(twin.registers(unit), machine.registers(unit));
                    assert_eq!(twin.local_memory(unit), machine.local_memory(unit));
                }
                let ended = run_on(&mut machine);
                run_on(&mut twin);
                assert_eq!((twin.digest(), twin.counters()), (machine.digest(), machine.counters()));
                before = Some(copy);
                if ended {
                    break;
                }
            }
        }
    }
    on_every_preset(Restored);
}

#[test]
fn copies_share_what_is_equal() {
    #[derive(Clone, Copy)]
    struct Shares;
    impl Ask for Shares {
        fn ask<M: Machine>(self, mut machine: M) {
            run_on(&mut machine);
            let first = kept(&machine, None);
            let alone = first.own_bytes(None);
            let again = kept(&machine, Some(&first));
            let twice = again.own_bytes(Some(&first));
            // What is left are the lists of pages.
            assert!(twice * 4 <= alone, "{twice} of {alone}");
            assert_eq!(again.own_bytes(None), alone, "without the other one it has all of them");
            run_on(&mut machine);
            let later = kept(&machine, Some(&first)).own_bytes(Some(&first));
            assert!((twice..=kept(&machine, None).own_bytes(None)).contains(&later), "{later}");
        }
    }
    on_every_preset(Shares);
}

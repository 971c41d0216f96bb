//! Runs that can never end are told as such, soon, on every machine and without timing; runs that wait for something that
//! will come are left alone.

use lanescope_core::session::{self, Session, vocabulary::*};
use lanescope_tests::runs;

/// A person waits no longer than this many cycles to hear of it.
const SOON: u64 = 50_000;

/// As people first write it; each turn counts, which nobody looks at.
const COUNTING: &str = "
// lanescope: global 16
// lanescope: local 8
// lanescope: arg mutex [1]
// lanescope: arg turns [16]
__kernel void count(__global int *mutex, __global int *turns)
{
    int n = 0;
    while (atomic_cmpxchg(mutex, 0, 1) != 0)
        n++;
    turns[get_global_id(0)] = n;
    atomic_xchg(mutex, 0);
}";

/// Work-item 3 waits for a word that it would have to write itself.
const FOREVER: &str = "
// lanescope: global 8
// lanescope: local 8
// lanescope: arg flag [1]
__kernel void wait(__global int *flag)
{
    if (get_global_id(0) == 3) {
        while (atomic_add(flag, 0) == 0)
            ;
        flag[0] = 1;
    }
}";

/// A loop that gives up after so many turns, far more than the detector waits for.
const PATIENT: &str = "
// lanescope: global 8
// lanescope: local 8
// lanescope: arg flag [1]
// lanescope: arg turns [8]
__kernel void patient(__global int *flag, __global int *turns)
{
    int n = 0;
    while (atomic_add(flag, 0) == 0 && n < 300)
        n++;
    turns[get_global_id(0)] = n;
}";

/// The second group waits for what the first one writes after long computation without a store.
const OTHER_GROUP: &str = "
// lanescope: global 2
// lanescope: local 1
// lanescope: arg flag [1]
// lanescope: arg out [2]
__kernel void other(__global int *flag, __global uint *out)
{
    uint x = 1;
    if (get_group_id(0) == 1) {
        while (atomic_add(flag, 0) == 0)
            ;
    } else {
        for (uint i = 0; i < 500; i++)
            x = x * 1664525u + i;
    }
    out[get_group_id(0)] = x;
    atomic_xchg(flag, 1);
}";

fn start(source: &str, preset: &str) -> Session {
    let mut session = Session::open(runs::document(source, preset), Limits::default());
    if let Err(found) = session.start() {
        panic!("{preset}: {found:#?}");
    }
    session
}

fn gallery(name: &str) -> String {
    session::gallery().into_iter().find(|item| item.name == name).expect("it is in the gallery").source
}

/// A count that is in a vector register of its own matters to nothing; one that shares it with what the loop waits for
/// does as far as anybody can see from registers.
fn finds(source: &str, preset: &str) -> bool {
    source != COUNTING || preset.starts_with("simt")
}

#[test]
fn we08_the_spin_lock_deadlocks_and_lane_and_line_are_named() {
    let source = gallery("spin_lock");
    for preset in runs::atomic_presets() {
        let mut session = start(&source, &preset);
        let status = session.advance(SOON, SOON);
        if preset.starts_with("packed") {
            // What may wait stays scalar code for one work-item after another: who has the lock gives it back.
            assert!(status.complete && status.halt.is_none(), "{preset}: {status:?}");
            continue;
        }
        let halt = status.halt.unwrap_or_else(|| panic!("{preset} goes on"));
        assert!(matches!(halt.halt, Halt::Deadlock { .. }), "{preset}: {halt:?}");
        let who =
            if preset.starts_with("rvv") { "element 0 of the same strip" } else { "lane 0 of the same warp" };
        assert!(halt.message.contains(who), "{preset}: {}", halt.message);
        assert!(halt.message.contains("Work-item (0, 0, 0)"), "{preset}: {}", halt.message);
        let line = source.get(halt.span.start as usize..halt.span.end as usize);
        assert!(line.is_some_and(|text| !text.is_empty()), "{preset}: {halt:?}");
    }
}

#[test]
fn loops_that_count_and_loops_without_a_lock_are_found() {
    for (source, what) in [(COUNTING, "count"), (FOREVER, "wait")] {
        for preset in runs::atomic_presets().iter().filter(|preset| finds(source, preset)) {
            let mut session = start(source, preset);
            let halt =
                session.advance(SOON, SOON).halt.unwrap_or_else(|| panic!("{what} on {preset} goes on"));
            assert!(matches!(halt.halt, Halt::Deadlock { .. }), "{what} on {preset}: {halt:?}");
        }
    }
}

#[test]
fn a_run_without_timing_finds_it_too() {
    for source in [&gallery("spin_lock"), COUNTING, FOREVER] {
        let presets = ["simt/teaching", "simt/fermi", "rvv/textbook", "rvv/long-vector"];
        for preset in presets.into_iter().filter(|preset| finds(source, preset)) {
            let mut session = Session::open(runs::document(source, preset), Limits::default());
            let ended = session.functional(&mut |_| true).expect("it starts").expect("nobody gives up");
            let halt = ended.halt.unwrap_or_else(|| panic!("{preset}: it has ended"));
            assert!(matches!(halt.halt, Halt::Deadlock { .. }), "{preset}: {halt:?}");
            assert!(ended.work.instructions < 1_000_000, "{preset}: {:?}", ended.work);
        }
    }
}

/// Each turn changes a register and nothing else.
const LONG: &str = "
// lanescope: global 1
// lanescope: local 1
// lanescope: arg out [1]
// lanescope: arg n 100000000
__kernel void long_loop(__global uint *out, uint n)
{
    uint x = 1;
    for (uint i = 0; i < n; i++)
        x = x * 1664525u + i;
    out[0] = x;
}";

/// Whoever waits for a run without timing can tell one that computes from one that stands still, on every machine that
/// compiles kernels.
#[test]
fn a_run_without_timing_shows_that_its_registers_change() {
    for machine in runs::kernel_machines() {
        let preset = &machine.presets[0].id;
        let mut session = Session::open(runs::document(LONG, preset), Limits::default());
        let mut seen = vec![];
        let mut go_on = |contents: &dyn Fn() -> u64| {
            assert_eq!(contents(), contents(), "{preset}: asking changes nothing");
            seen.push(contents());
            seen.len() < 3
        };
        assert_eq!(session.functional(&mut go_on).expect("it starts"), None, "{preset}: it was given up");
        assert!(seen[0] != seen[1] && seen[1] != seen[2], "{preset}: {seen:?}");
    }
}

#[test]
fn what_still_makes_progress_is_no_deadlock() {
    let mut machines = runs::atomic_presets();
    machines.retain(|preset| !preset.starts_with("rvv/textbook-"));
    for source in [PATIENT, OTHER_GROUP] {
        for preset in &machines {
            let mut document = runs::document(source, preset);
            if preset.starts_with("rvv") {
                document.machine.changes.push(("cores".into(), "2".into()));
            }
            let mut session = Session::open(document, Limits::default());
            session.start().unwrap_or_else(|found| panic!("{preset}: {found:#?}"));
            let status = session.advance(2_000_000, 2_000_000);
            assert!(status.complete && status.halt.is_none(), "{preset}: {status:#?}");
        }
    }
}

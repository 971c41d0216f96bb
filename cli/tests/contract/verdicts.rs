//! What a check says by its exit code, and what shares of slots are of.

use super::folder::{Folder, square};

#[test]
fn a_difference_from_the_reference_ends_with_4() {
    let race = "// lanescope: global 8\n// lanescope: local 8\n// lanescope: arg x [1] zeros\n\
                __kernel void k(__global int *x) { x[0] = get_global_id(0) ? x[0] + 1 : 5; }";
    let folder = Folder::new("difference", &[("race.cl", race.as_bytes())]);
    let object = folder.json(4, "run race.cl --json --check");
    assert_eq!(object["check"]["pass"], false);
    assert!(object["check"]["mismatches"].as_u64().unwrap() > 0);
}

/// A lock that is tried once: how many get it is open, and a machine may come to another number than the reference.
#[test]
fn a_result_that_depends_on_the_order_of_atomics_ends_with_0() {
    let lock = "// lanescope: global 64\n// lanescope: local 32\n// lanescope: arg lock [1] zeros\n\
                // lanescope: arg x [1] zeros\n\
                __kernel void k(volatile __global uint *lock, volatile __global int *x) {\n\
                if (atomic_cmpxchg(lock, 0, 1) == 0) { *x = *x + 1; atomic_xchg(lock, 0); } }";
    let folder = Folder::new("order", &[("lock.cl", lock.as_bytes())]);
    let object = folder.json(0, "run lock.cl --json --check --machine fermi");
    let check = &object["check"];
    assert!(check["pass"].is_null() && check["mismatches"] == 1, "{check}");
    assert_eq!(check["verdict"], "order of atomics");
    let (text, err) = folder.ends(0, "run lock.cl --check --machine fermi");
    assert!(
        text.contains("Depends on the order of atomics: 1 element differs") && err.is_empty(),
        "{text}{err}"
    );
}

/// The table of causes has shares of all slots of the machine, however many of its parts had work.
#[test]
fn shares_of_slots_say_what_they_are_of() {
    let folder = square("shares");
    for machine in ["teaching", "fermi", "rvv", "packed", "sim_d"] {
        let line = format!("run sq.cl --machine {machine}");
        let object = folder.json(0, &format!("{line} --json"));
        let of = |key: &str| object["slots"][key].as_f64().unwrap();
        let (text, _) = folder.ends(0, &line);
        let row = text.lines().find(|line| line.starts_with("issued ")).unwrap();
        let share = format!("{:.1} %", 100.0 * of("issued") / of("total"));
        assert!(text.contains("of all slots") && row.ends_with(&share), "{machine}: {row} is not {share}");
    }
}

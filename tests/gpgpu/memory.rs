//! Rows of `docs/coverage/gpgpu.md` on the first-level caches, and the counters of lanes, each through a launched kernel
//! on every preset of the machine.

use lanescope_core::session::{Session, vocabulary::*};
use lanescope_tests::{
    shorthand::{buffer, counter, int, iota},
    simt::{Case, ended, integers, lives, presets_with_lanes, setting},
};

const GATHER: &str = "__kernel void gather(__global const int *x, __global int *y, int stride) {
    int i = get_global_id(0);
    y[i] = x[i * stride];
}";

fn zeros(len: u64) -> ArgValue {
    buffer(len, Type::I32, Init::Zeros)
}

/// An L1 of 8 lines of 128 bytes, with room for everything else.
const EIGHT_LINES: [(&str, &str); 5] = [
    ("l1_kb", "1"),
    ("line_bytes", "128"),
    ("prt_entries", "128"),
    ("miss_queue", "64"),
    ("constant_bytes", "0"),
];

/// Each lane loads from a line of its own, all of one set.
fn one_set(preset: &str, lanes: u32, ways: u32, fill: &str, bypass: &str) -> Session {
    let stride = 128 / 4 * 8 / ways;
    let args = [
        ("x", iota(u64::from(lanes * stride), Type::I32)),
        ("y", zeros(lanes.into())),
        ("stride", int(stride.into())),
    ];
    let case = Case { text: GATHER, language: Language::Auto, groups: 1, local: lanes, args: &args };
    let ways = ways.to_string();
    let mut changes = EIGHT_LINES.to_vec();
    changes.extend([("l1_ways", ways.as_str()), ("l1_fill", fill), ("l1_bypass_held", bypass)]);
    let session = ended(&case, preset, &changes);
    let expected: Vec<i32> = (0..lanes * stride).step_by(stride as usize).map(|x| x as i32).collect();
    assert_eq!(integers(&session, "y"), expected, "{preset} {changes:?}");
    session
}

/// Every way of a set is held from the miss to the replay: the loads behind the last way are refused, or go around for
/// the one sector that they need.
#[test]
fn m24_loads_behind_the_last_way_go_around() {
    for (preset, lanes) in presets_with_lanes() {
        for ways in [1, 2, 4, 8] {
            let held = u64::from(ways.min(lanes));
            let past = u64::from(lanes) - held;
            for (fill, sectors) in [("line", 4), ("sectored", 1)] {
                let around = one_set(&preset, lanes, ways, fill, "on");
                let of = |id| counter(&around, id);
                let what = format!("{preset}, {ways} ways, {fill}");
                assert_eq!((of("l1_loads"), of("l1_bypasses")), (u64::from(lanes), past), "{what}");
                assert_eq!(
                    (of("l1_sectors_fetched"), of("l1_sectors_around")),
                    (held * sectors, past),
                    "{what}"
                );
                assert_eq!((of("l1_refused_ways"), of("l1_evictions")), (0, 0), "{what}");

                let refused = one_set(&preset, lanes, ways, fill, "off");
                let of = |id| counter(&refused, id);
                assert_eq!((of("l1_bypasses"), of("l1_sectors_around")), (0, 0), "{what}");
                assert_eq!(of("l1_sectors_fetched"), u64::from(lanes) * sectors, "{what}");
                assert_eq!((of("l1_refused_ways") > 0, of("l1_evictions")), (past > 0, past), "{what}");
                let cycles = [&around, &refused].map(|session| session.status().frontier);
                assert_eq!(cycles[0] < cycles[1], past > 0, "{what}: {cycles:?}");
            }
        }
    }
}

/// Two warps wait for one line, a third needs its place: the line stays until both have read it, a hit for certain, and
/// only then does the third's request leave.
#[test]
fn m07_a_filled_line_stays_until_all_who_waited_have_read_it() {
    let text = "__kernel void two(__global const int *x, __global int *y, int split) {
        int i = get_global_id(0);
        y[i] = x[i < split ? 0 : 256];
    }";
    for (preset, lanes) in presets_with_lanes() {
        let args = [
            ("x", iota(512, Type::I32)),
            ("y", zeros(u64::from(3 * lanes))),
            ("split", int((2 * lanes).into())),
        ];
        let case = Case { text, language: Language::Auto, groups: 1, local: 3 * lanes, args: &args };
        let mut changes = EIGHT_LINES.to_vec();
        changes.extend([("l1_ways", "1"), ("prt_merges", "2"), ("schedulers", "1"), ("policy", "oldest")]);
        let session = ended(&case, &preset, &changes);
        let expected: Vec<i32> = (0..3 * lanes).map(|i| if i < 2 * lanes { 0 } else { 256 }).collect();
        assert_eq!(integers(&session, "y"), expected, "{preset}");
        let of = |id| counter(&session, id);
        assert_eq!((of("l1_loads"), of("l1_load_merges"), of("l1_load_hits")), (3, 1, 0), "{preset}");
        assert_eq!((of("l2_reads"), of("l1_evictions")), (2, 1), "{preset}: no line is fetched twice");
        assert!(of("l1_refused_ways") > 0, "{preset}");
        let mut ends: Vec<u64> = lives(&session)
            .iter()
            .filter(|life| life.text.contains("ld.global"))
            .filter_map(|life| life.stages.get("Wb").copied())
            .collect();
        ends.sort_unstable();
        let of = |id| u64::from(setting(&session, id));
        let way = of("l1_hit") + 2 * of("noc_latency") + of("l2_latency") + of("l1_fill_latency");
        assert_eq!(ends[1], ends[0] + 1, "{preset}: one replay a cycle");
        assert!(ends[2] > ends[1] + way, "{preset}: {ends:?}");
    }
}

/// With one entry, a store waits until the lookup of the one before is over and its data is in the network.
#[test]
fn m09_a_store_holds_its_entry_of_the_write_data_buffer_until_it_is_sent() {
    let text = "__kernel void scatter(__global int *y, int stride) {
        int i = get_global_id(0);
        y[i * stride] = i + 1;
    }";
    for (preset, lanes) in presets_with_lanes() {
        let args = [("y", zeros(u64::from(lanes * 32))), ("stride", int(32))];
        let case = Case { text, language: Language::Auto, groups: 1, local: lanes, args: &args };
        for lookup in [4, 20] {
            let run = |entries: &str| {
                let lookup = lookup.to_string();
                let mut changes = EIGHT_LINES.to_vec();
                changes.extend([("l1_hit", lookup.as_str()), ("wdb_entries", entries)]);
                let session = ended(&case, &preset, &changes);
                let y: Vec<i32> = integers(&session, "y").into_iter().step_by(32).collect();
                assert_eq!(y, (1..=lanes as i32).collect::<Vec<_>>(), "{preset}");
                assert_eq!(counter(&session, "l1_stores"), lanes.into(), "{preset}");
                counter(&session, "l1_refused_writes")
            };
            assert_eq!(run("1"), u64::from(lanes - 1) * lookup, "{preset}, {lookup} cycles");
            assert_eq!(run(&lanes.to_string()), 0, "{preset}, {lookup} cycles");
        }
    }
}

/// Lanes that read neighbouring constants: the first pass over a line misses, those that come before the line join it.
#[test]
fn m35_a_line_of_constants_is_missed_once() {
    let text = "__kernel void table(__constant int *c, __global int *y) {
        int i = get_global_id(0);
        y[i] = c[i];
    }";
    for (preset, lanes) in presets_with_lanes() {
        let args = [("c", iota(lanes.into(), Type::I32)), ("y", zeros(lanes.into()))];
        let case = Case { text, language: Language::Auto, groups: 1, local: lanes, args: &args };
        let session = ended(&case, &preset, &[("constant_bytes", "8192"), ("constant_line", "32")]);
        assert_eq!(integers(&session, "y"), (0..lanes as i32).collect::<Vec<_>>(), "{preset}");
        let of = |id| counter(&session, id);
        // Eight numbers a line, and the two pointers in one line of parameters.
        let (lines, loads) = (u64::from(lanes / 8), of("constant_accesses"));
        assert_eq!(of("constant_misses"), lines + 1, "{preset}");
        let joined = u64::from(lanes) - lines;
        assert!((joined..joined + loads).contains(&of("constant_merges")), "{preset}");
        assert_eq!(of("constant_passes"), u64::from(lanes) + loads - 1, "{preset}");
    }
}

/// What profilers tell apart: lanes that are active, and lanes whose predicate is on. A guarded exit that nobody takes
/// leaves the first whole; an arm under a guard lowers only the second, a branch lowers both.
#[test]
fn d33_active_lanes_are_not_those_that_are_predicated_on() {
    let text = "__kernel void some(__global int *y, __global int *z, int n, int odd) {
        int i = get_global_id(0);
        if (i >= n) return;
        if ((i & 1) != odd) z[i] = 3 * i + 1;
        y[i] = i;
    }";
    for (preset, lanes) in presets_with_lanes() {
        let items = u64::from(4 * lanes);
        let run = |n: u64, odd: i64, arms: &str| {
            let args = [("y", zeros(items)), ("z", zeros(items)), ("n", int(n as i64)), ("odd", int(odd))];
            let case = Case { text, language: Language::Auto, groups: 1, local: 4 * lanes, args: &args };
            let mut session = ended(&case, &preset, &[("ifcvt_max", arms)]);
            let untimed = session.functional(&mut |_| true).unwrap().unwrap();
            let report = session.report().unwrap();
            assert_eq!(untimed.work, report.work, "{preset}");
            let of = |id: &str| report.derived.iter().find(|measure| measure.id == id).unwrap().value;
            let missing = report.work.lane_slots - counter(&session, "predicated_on");
            assert_eq!(counter(&session, "thread_instructions"), report.work.lane_operations, "{preset}");
            (of("simd_efficiency"), of("predicated_on_efficiency"), missing)
        };
        // Nobody leaves early, nobody takes the arm apart (no number & 1 is 2): 4 warps, one exit that is off.
        let (active, on, missing) = run(items, 2, "0");
        assert_eq!((active, missing), (100.0, items), "{preset}");
        assert!(on < 100.0, "{preset}");
        // Half of the lanes do the arm: under a guard all stay active.
        let (active, on, missing) = run(items, 0, "8");
        assert_eq!(active, 100.0, "{preset}");
        assert!(missing > items && on < 100.0, "{preset}");
        let (active, branched, _) = run(items, 0, "0");
        assert!(active < 100.0 && branched < active, "{preset}");
        // Half of the last warp leaves early: it is not active behind the exit.
        let (active, on, _) = run(items - u64::from(lanes) / 2, 2, "0");
        assert!(active < 100.0 && on < active, "{preset}");
    }
}

/// The machine waits for the data of its stores: nothing is left when a run has ended, with the smallest buffer too.
#[test]
fn m09_private_stores_leave_the_buffer_before_the_end() {
    let text = "__kernel void spill(__global int *y, int n) {
        int i = get_global_id(0), a[8];
        for (int k = 0; k < 8; k++) a[(k + i) & 7] = k + i;
        y[i] = a[n & 7];
    }";
    for (preset, lanes) in presets_with_lanes() {
        let args = [("y", zeros(lanes.into())), ("n", int(3))];
        let case = Case { text, language: Language::Auto, groups: 1, local: lanes, args: &args };
        let run = |entries: &str| {
            let session = ended(&case, &preset, &[("wdb_entries", entries)]);
            // The place 3 holds the last k + i that is 3 modulo 8.
            let expected = (0..lanes as i32).map(|i| i + (3 - i).rem_euclid(8));
            assert_eq!(integers(&session, "y"), expected.collect::<Vec<_>>(), "{preset}");
            (counter(&session, "l1_refused_writes"), session.status().frontier)
        };
        let (small, large) = (run("1"), run("64"));
        assert!(small.0 > large.0 && small.1 > large.1, "{preset}: {small:?} {large:?}");
    }
}

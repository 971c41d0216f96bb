//! Rows W04 to W09 of `docs/coverage/gpgpu.md`: what schedulers pick and what throttles hold back, each through a launched kernel on
//! every preset of the machine.

use std::collections::BTreeMap;

use lanescope_core::session::{Session, vocabulary::*};
use lanescope_tests::{
    shorthand::{buffer, counter, iota},
    simt::{Case, ended, integers, lives, presets_with_lanes},
};

/// Each work-item adds up its own line, word by word: its line is used again if the others leave it in the cache.
const ROWS: &str = "__kernel void rows(__global const int *x, __global int *y) {
    int i = get_global_id(0);
    int sum = 0;
    for (int k = 0; k < 32; k++) sum += x[32 * i + k];
    y[i] = sum;
}";

/// One core, one scheduler, and a first-level cache that holds the lines of two warps (128 bytes a work-item).
fn rows(preset: &str, lanes: u32, changes: &[(&str, &str)]) -> Session {
    let warps = 4;
    let items = warps * lanes;
    let args =
        [("x", iota((32 * items).into(), Type::I32)), ("y", buffer(items.into(), Type::I32, Init::Zeros))];
    let case = Case { text: ROWS, language: Language::Auto, groups: warps, local: lanes, args: &args };
    let kilobytes = (2 * lanes * 128 / 1024).to_string();
    let mut all = vec![
        ("cores", "1"),
        ("schedulers", "1"),
        ("l1_kb", kilobytes.as_str()),
        ("line_bytes", "128"),
        ("l1_ways", "8"),
        ("l1_fill", "line"),
        ("prt_entries", "64"),
        ("icache_bytes", "0"),
    ];
    all.extend(changes);
    let session = ended(&case, preset, &all);
    let row = |i: u32| (0..32).map(|k| (32 * i + k) as i32).sum::<i32>();
    assert_eq!(integers(&session, "y"), (0..items).map(row).collect::<Vec<_>>(), "{preset} {changes:?}");
    session
}

fn hits(session: &Session) -> u64 {
    counter(session, "l1_load_hits")
}

/// With two of four warps everything that is used again is there; with all four the lines drive each other out.
#[test]
fn w09_two_warps_at_a_time_keep_their_lines() {
    for (preset, lanes) in presets_with_lanes() {
        let free = rows(&preset, lanes, &[("policy", "lrr")]);
        let limited = rows(&preset, lanes, &[("policy", "lrr"), ("throttle", "limit"), ("warp_limit", "2")]);
        assert!(hits(&limited) > 2 * hits(&free), "{preset}: {} and {}", hits(&limited), hits(&free));
    }
}

/// Cache-conscious throttling finds by itself that fewer warps should load.
#[test]
fn w08_ccws_keeps_lines_that_round_robin_loses() {
    for (preset, lanes) in presets_with_lanes() {
        let free = rows(&preset, lanes, &[("policy", "lrr")]);
        let ccws = rows(&preset, lanes, &[("policy", "lrr"), ("throttle", "ccws")]);
        assert!(hits(&ccws) > hits(&free), "{preset}: {} and {}", hits(&ccws), hits(&free));
        let none = rows(&preset, lanes, &[("policy", "lrr"), ("throttle", "ccws"), ("locality_factor", "0")]);
        let cycles = |session: &Session| session.report().map(|report| report.cycles);
        assert_eq!(
            (hits(&none), cycles(&none)),
            (hits(&free), cycles(&free)),
            "{preset}: no weight, no throttle"
        );
    }
}

/// The cycle in which each warp issues its first load.
fn first_loads(session: &Session) -> Vec<u64> {
    let mut first = BTreeMap::new();
    let loads = lives(session).into_iter();
    for life in loads.filter(|life| life.text.contains("ld.global") && life.stages.contains_key("Is")) {
        first.entry(life.unit).or_insert(life.at("Is"));
    }
    first.into_values().collect()
}

/// Round robin brings all warps to their first load one after the other; of two levels the second two come there when the first
/// two wait for theirs.
#[test]
fn w06_w07_groups_come_to_a_long_access_one_after_the_other() {
    for (preset, lanes) in presets_with_lanes() {
        let spread = |policy| {
            let loads = first_loads(&rows(&preset, lanes, &[("policy", policy), ("pool_warps", "2")]));
            let [a, b, c, d] = loads[..] else { panic!("{preset}: four warps, {loads:?}") };
            let first_two = a.max(b);
            (c.min(d) > first_two, c.min(d).abs_diff(first_two))
        };
        let (_, together) = spread("lrr");
        for policy in ["two-level", "fetch-groups"] {
            let (later, apart) = spread(policy);
            assert!(later && apart > together, "{preset} {policy}: {apart} and {together}");
        }
    }
}

/// Two warps of which one is a loop of arithmetic ahead: fairness lets the other one catch up, ICOUNT does not.
#[test]
fn w04_w05_fair_evens_out_and_icount_runs_ahead() {
    let text = "__kernel void even(__global int *y) {
        int i = get_global_id(0);
        int a = i;
        for (int k = 0; k < 40; k++) a = a * 5 + k;
        y[i] = a;
    }";
    for (preset, lanes) in presets_with_lanes() {
        let items = 4 * lanes;
        let args = [("y", buffer(items.into(), Type::I32, Init::Zeros))];
        let case = Case { text, language: Language::Auto, groups: 4, local: lanes, args: &args };
        // How far the last warp ends behind the first.
        let spread = |policy| {
            let changes = [
                ("cores", "1"),
                ("schedulers", "1"),
                ("icache_bytes", "0"),
                ("policy", policy),
                ("fetch_width", "8"),
            ];
            let session = ended(&case, &preset, &changes);
            let mut ends = BTreeMap::new();
            for life in lives(&session) {
                ends.insert(life.unit, life.end);
            }
            ends.values().max().unwrap() - ends.values().min().unwrap()
        };
        let (fair, icount) = (spread("fair"), spread("icount"));
        assert!(fair < icount, "{preset}: {fair} and {icount}");
    }
}

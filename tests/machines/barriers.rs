//! Barriers that not all work-items of a group come to, or come to on one way: the live work-items meet at one barrier of the text, and
//! those that have ended do not count. Every machine keeps to that, by itself or by a code that meets at one barrier for all; where
//! work-items wait at different barriers the run halts and says who.

use lanescope_core::session::{Session, vocabulary::*};
use lanescope_tests::{runs, shorthand::finish};

/// Work-items of a group, and groups.
const LOCAL: i32 = 16;
const GROUPS: i32 = 4;

/// A kernel: what it is, `n`, the body, and what work-item `l` of group `g` leaves. In the body `B` is a barrier, `x` counts from 0, `t` is a
/// tile of the group, and `l`, `g`, `i` are the places of the work-item.
type Row = (&'static str, i32, &'static str, fn(i32, i32) -> i32);

const ROWS: &[Row] = &[
    ("a guard around a tile", 50, "if (i < n) { t[l] = x[i]; B y[i] = t[l ^ 1]; }", |g, l| {
        let i = g * LOCAL + l;
        if i < 50 { i ^ 1 } else { 0 }
    }),
    ("a guard that holds for all", 64, "if (i < n) { t[l] = x[i]; B y[i] = t[15 - l]; }", |g, l| {
        g * LOCAL + 15 - l
    }),
    ("groups that return before a reduction", 48, REDUCTION, |g, l| {
        if l == 0 && g < 3 { (g * LOCAL..g * LOCAL + LOCAL).sum() } else { 0 }
    }),
    ("work-items that return before a reduction", 50, REDUCTION, |g, l| {
        if l == 0 { (g * LOCAL..g * LOCAL + LOCAL).filter(|i| *i < 50).sum() } else { 0 }
    }),
    (
        "tiles up to an argument",
        40,
        "int s = i; for (int k = 0; k < n; k += 16) { t[l] = k + l < n ? x[k + l] : 0; B for (int j = 0; j < 16; j++) s += t[j]; B } \
         y[i] = s;",
        |g, l| (0..40).sum::<i32>() + g * LOCAL + l,
    ),
    (
        "a loop as long as the group's number",
        0,
        "int s = 0; for (int k = 0; k <= g; k++) { t[l] = x[k * 16 + l]; B s += t[15 - l]; B } y[i] = s;",
        |g, l| (0..=g).map(|k| k * LOCAL + 15 - l).sum(),
    ),
    (
        "a loop as long as memory says",
        0,
        "int s = 0, m = x[g]; for (int k = 0; k < m; k++) { t[l] = k * 16 + l; B s += t[15 - l]; B } y[i] = s;",
        |g, l| (0..g).map(|k| k * LOCAL + 15 - l).sum(),
    ),
    ("a flag in memory", 0, "if (x[1]) { t[l] = i; B y[i] = t[15 - l]; } else y[i] = -1;", |g, l| {
        g * LOCAL + 15 - l
    }),
    (
        "a function called from two places",
        0,
        "int a = turn(t, l, i); y[i] = turn(t, l, a * 2 + l);",
        // What the other one has put in: its `a` is this work-item's own number.
        |g, l| 2 * (g * LOCAL + l) + 15 - l,
    ),
    (
        "until a flag of the group says stop",
        0,
        "int s = 0; if (l == 0) t[0] = 0; B while (!t[0]) { B s++; if (l == 3 && s > g) t[0] = 1; B } y[i] = s;",
        |g, _| g + 1,
    ),
    (
        "each begins its loop elsewhere",
        64,
        "int s = 0; for (int k = l; k < n; k += 16) { t[l] = k; B s += t[15 - l]; B } y[i] = s;",
        |_, l| (0..4).map(|turn| 16 * turn + 15 - l).sum(),
    ),
    (
        "some have a turn less",
        56,
        "int s = 0; for (int k = l; k < n; k += 16) { t[l] = k; B s += t[l ^ 1]; B } y[i] = s;",
        |_, l| (0..if l < 8 { 4 } else { 3 }).map(|turn| 16 * turn + (l ^ 1)).sum(),
    ),
    (
        "both arms of a branch that groups take alike",
        32,
        "if (i < n) { t[l] = i; B y[i] = t[15 - l]; } else { t[l] = 2 * i; B y[i] = t[l ^ 3]; }",
        |g, l| if g < 2 { g * LOCAL + 15 - l } else { 2 * (g * LOCAL + (l ^ 3)) },
    ),
    (
        "half of the group goes round",
        0,
        "if (l < 8) { t[l] = i; B y[i] = t[l ^ 1]; } else y[i] = -1;",
        |g, l| {
            if l < 8 { g * LOCAL + (l ^ 1) } else { -1 }
        },
    ),
    (
        "a return between two barriers of a loop",
        0,
        "int s = 0; for (int r = 0; r < 8; r++) { t[l] = r * 10 + l; B s += t[l ^ 1]; if (l / 2 + r > 7) { y[i] = s; return; } B } \
         y[i] = s;",
        |_, l| (0..(9 - l / 2).min(8)).map(|turn| 10 * turn + (l ^ 1)).sum(),
    ),
    (
        "each returns from a loop in a turn of its own",
        0,
        "int s = 0; for (int r = 0; ; r++) { if (l == r) { y[i] = s; return; } t[l] = r; B s += t[15]; B }",
        |_, l| l * (l - 1) / 2,
    ),
    (
        "a break that all take",
        0,
        "int s = l; t[l] = l; B for (int r = 0; r < 8; r++) { s += t[(l + 1) & 15]; B t[l] = s; B if (t[0] > 2) break; } y[i] = s;",
        // Behind two turns work-item 0 has 0 + 1 + (1 + 2).
        |_, l| l + (l + 1) % 16 + ((l + 1) % 16 + (l + 2) % 16),
    ),
    (
        "a barrier under a condition in a loop",
        0,
        "int s = 0; for (int r = 0; r < 4; r++) if (l > r) { t[l] = 100 * r + l; B s += t[15]; B } y[i] = s;",
        |_, l| (0..l.min(4)).map(|turn| 100 * turn + 15).sum(),
    ),
    (
        "some come to the barrier in later turns of the loop than others",
        4,
        "int f = 3, m = 0, k = 0, s = 0; \
         for (;;) { k++; if (m > n) break; if ((l & 1) && --f > 0) continue; B m++; if (m > n) break; if (k & 2) s += k; } y[i] = s;",
        // Odd ones take two turns more before their first barrier.
        |_, l| (1..=4).map(|m| m + 2 * (l & 1)).filter(|k| k & 2 != 0).sum(),
    ),
    (
        "some come to the barrier in every other turn",
        0,
        "int k = 0, r = 0, s = 0; \
         for (;;) { k++; if (k % (l % 2 + 1)) continue; t[l] = k; B s += t[(l + 1) & 15]; B if (++r == 3) break; } y[i] = s;",
        |_, l| (1..=3).map(|r| r * (2 - l % 2)).sum(),
    ),
    (
        "a loop of `goto`",
        0,
        "int s = 0, r = 0; again: t[l] = 10 * r + l; B s += t[15 - l]; B if (++r < 3) goto again; y[i] = s;",
        |_, l| (0..3).map(|turn| 10 * turn + 15 - l).sum(),
    ),
    (
        "cases of a switch",
        0,
        "switch (x[g] & 1) { case 0: t[l] = i; B y[i] = t[15 - l]; break; default: t[l] = -i; B y[i] = t[l ^ 1]; B t[l] = 1; }",
        |g, l| if g % 2 == 0 { g * LOCAL + 15 - l } else { -(g * LOCAL + (l ^ 1)) },
    ),
];

/// The sum of the elements of a group in front of `n`.
const REDUCTION: &str = "if (i >= n) return; t[l] = x[i]; if (i == n - 1) for (int j = l + 1; j < 16; j++) t[j] = 0; B \
     for (int s = 8; s > 0; s /= 2) { if (l < s) t[l] += t[l + s]; B } if (l == 0) y[i] = t[0];";

fn source(n: i32, body: &str) -> String {
    let items = LOCAL * GROUPS;
    let body = body.replace("B ", "barrier(CLK_LOCAL_MEM_FENCE);\n");
    format!(
        "// lanescope: global {items}\n// lanescope: local {LOCAL}\n// lanescope: arg n {n}\n// lanescope: arg x int[{items}] iota\n\
         // lanescope: arg y int[{items}] zeros\n\
         int turn(__local int *t, int l, int v) {{ t[l] = v; barrier(CLK_LOCAL_MEM_FENCE); int r = t[15 - l]; \
         barrier(CLK_LOCAL_MEM_FENCE); return r; }}\n\
         __kernel void k(__global const int *x, __global int *y, int n) {{\n__local int t[16];\n\
         int i = get_global_id(0), l = get_local_id(0), g = get_group_id(0);\n{body}\n}}\n"
    )
}

/// The row in which lanes of one warp part at a barrier, and those that go round it wait behind for the others, to come to a barrier later: in
/// the stack of a warp of the GPU they keep the others back, which is said.
const STACKED: &str = "a barrier under a condition in a loop";

fn words(bytes: &[u8]) -> Vec<i32> {
    bytes.chunks(4).map(|word| i32::from_le_bytes(word.try_into().unwrap())).collect()
}

#[test]
fn live_work_items_meet_at_one_barrier_on_every_preset() {
    for (what, n, body, of) in ROWS {
        let source = source(*n, body);
        let expected: Vec<i32> =
            (0..GROUPS).flat_map(|group| (0..LOCAL).map(move |item| of(group, item))).collect();
        for preset in runs::kernel_presets() {
            let mut session = Session::open(runs::document(&source, &preset), Limits::default());
            session.start().unwrap_or_else(|found| panic!("{what} on {preset}: {found:#?}"));
            if *what == STACKED && preset.starts_with("simt/") {
                let halt = session.advance(u64::MAX, u64::MAX).halt.expect(what);
                assert!(halt.message.contains("of the warp took another way"), "{preset}: {}", halt.message);
                continue;
            }
            finish(&mut session);
            assert_eq!(words(&session.dump("y").unwrap()), expected, "{what} on {preset}");
            let check = (0..1000).find_map(|_| session.check(1_000_000)).expect("the reference ends");
            assert!(check.pass, "{what} on {preset}: {:?}", check.remark);
            let untimed = session.functional(&mut |_| true).unwrap().unwrap();
            assert!(untimed.halt.is_none(), "{what} on {preset}, without timing: {:?}", untimed.halt);
        }
    }
}

/// Work-items that wait at different barriers, each in a line with the mark `HERE`.
const UNMET: &[(&str, &str)] = &[
    ("two arms of a branch", "if (l < 10) {\nB // HERE\ny[i] = 1; } else {\nB // HERE\ny[i] = 2; }"),
    ("two halves of a group", "if (l < 8) {\nB // HERE\ny[i] = 1; } else {\nB // HERE\ny[i] = 2; }"),
    (
        "in a loop and behind it",
        "for (int r = 0; r < (l < 4 ? 1 : 2); r++) {\nB // HERE\n}\nB // HERE\ny[i] = 3;",
    ),
];

#[test]
fn work_items_at_different_barriers_halt_on_every_preset() {
    for (what, body) in UNMET {
        let source = source(0, body).replace(";\n// HERE", "; // HERE");
        let marked =
            |line: u32| source.lines().nth(line as usize - 1).is_some_and(|line| line.contains("HERE"));
        for preset in runs::kernel_presets() {
            let run = format!("{what} on {preset}");
            let mut timed = Session::open(runs::document(&source, &preset), Limits::default());
            timed.start().unwrap_or_else(|found| panic!("{run}: {found:#?}"));
            let halt = timed.advance(u64::MAX, u64::MAX).halt.unwrap_or_else(|| panic!("{run}: no halt"));
            let untimed = timed.functional(&mut |_| true).unwrap().unwrap();
            let untimed = untimed.halt.unwrap_or_else(|| panic!("{run}, without timing: no halt"));
            for halt in [halt, untimed] {
                assert!(matches!(halt.halt, Halt::Barrier { .. }), "{run}: {}", halt.message);
                assert!(halt.message.contains("waits at a barrier"), "{run}: {}", halt.message);
                assert!(halt.place.is_some_and(|place| marked(place.line)), "{run}: {}", halt.message);
            }
        }
    }
}

//! Loops that begin in one place, and loops whose work-items go on (`continue`) or stop in different turns: who waits for others has values
//! of another turn, which no machine may take for the same in all.

use lanescope_core::session::{Session, vocabulary::*};
use lanescope_tests::{runs, shorthand::finish};

/// Work-items, all of one group.
const ITEMS: i32 = 16;

/// A body, and what work-item `g` leaves: `f` begins with 24, `a` is the item's number modulo 5.
type Row = (&'static str, &'static str, fn(i32) -> i32);

const ROWS: &[Row] = &[
    ("do, with a loop in front", "do { for (int i = 0; i < a; i++) f--; f--; } while (f > 0);", |g| {
        let mut f = 24;
        while f > 0 {
            f -= g % 5 + 1;
        }
        f
    }),
    (
        "a loop that is left by some",
        "do { for (int i = 0; i < 2; i++) { if (a & 1) break; f--; } f--; } while (f > 0);",
        |g| {
            let mut f = 24;
            while f > 0 {
                f -= if g % 5 % 2 == 1 { 1 } else { 3 };
            }
            f
        },
    ),
    (
        "a value that some change",
        "do { for (int i = 0; i < 2; i++) { if (a & 1) break; f--; } if (f == 7) f = 5; f--; } while (f > 0);",
        |g| {
            let mut f = 24;
            while f > 0 {
                f -= if g % 5 % 2 == 1 { 0 } else { 2 };
                if f == 7 {
                    f = 5;
                }
                f -= 1;
            }
            f
        },
    ),
    (
        "a sum beside the count",
        "int s = 0; for (;;) { for (int i = 0; i < a; i++) { s += i; f--; } f--; if (f <= 0) break; } f = s * 100 + f;",
        |g| {
            let (mut f, mut s) = (24, 0);
            while f > 0 {
                s += (0..g % 5).sum::<i32>();
                f -= g % 5 + 1;
            }
            s * 100 + f
        },
    ),
    (
        "who goes on at once",
        "int s = 0, t = 0; for (int i = 0;; i++) { s += 3; if (i < a) continue; if (s > 12) break; t += s * 100; } f = t + s;",
        |g| {
            let (mut s, mut t) = (0, 0);
            for i in 0.. {
                s += 3;
                if i < g % 5 {
                    continue;
                }
                if s > 12 {
                    break;
                }
                t += s * 100;
            }
            t + s
        },
    ),
    (
        "who goes on at the end",
        "int n = 0; while (1) { n++; if (n % 3 < a % 3) continue; f -= n; if (f < 0) break; } f = f * 100 + n;",
        |g| {
            let (mut f, mut n) = (24, 0);
            loop {
                n += 1;
                if n % 3 < g % 5 % 3 {
                    continue;
                }
                f -= n;
                if f < 0 {
                    return f * 100 + n;
                }
            }
        },
    ),
];

#[test]
fn values_of_other_turns_are_each_work_item_s_own_on_every_preset() {
    for (what, body, of) in ROWS {
        let source = format!(
            "// lanescope: global {ITEMS}\n// lanescope: local {ITEMS}\n// lanescope: arg o int[{ITEMS}] zeros\n\
             // lanescope: arg x int[{ITEMS}] iota\n\
             __kernel void k(__global int *o, __global const int *x) {{\n\
             int g = get_global_id(0), f = 24, a = x[g] % 5;\n{body}\no[g] = f;\n}}\n"
        );
        let expected: Vec<u8> = (0..ITEMS).flat_map(|g| of(g).to_le_bytes()).collect();
        for preset in runs::kernel_presets() {
            let mut session = Session::open(runs::document(&source, &preset), Limits::default());
            session.start().unwrap_or_else(|found| panic!("{what} on {preset}: {found:#?}"));
            finish(&mut session);
            assert_eq!(session.dump("o").unwrap(), expected, "{what} on {preset}");
            let untimed = session.functional(&mut |_| true).unwrap().unwrap();
            assert!(untimed.halt.is_none(), "{what} on {preset}, without timing: {:?}", untimed.halt);
        }
    }
}

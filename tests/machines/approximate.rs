//! What is cheaper and not exact is a setting: with it results differ, by no more than is said, on every machine and preset, and
//! a comparison with the reference says so. Without it they are those of the reference.

use lanescope_core::session::{Check, Session, vocabulary::*};
use lanescope_tests::runs;

/// Quotients by constants, by a divisor that divides twice and by one that stays the same in a loop; the last kernel has none.
const KERNELS: [(&str, bool); 4] = [
    ("y[i] = x[i] / 3.0f;", true),
    ("float d = 1.0f + y[i] * y[i]; y[i] = x[i] / d; x[i] = y[i] / d;", true),
    ("float s = x[0]; for (int k = 0; k < 5; k++) y[5 * i + k] = y[5 * i + k] / (s + 0.3f);", true),
    ("y[i] = x[i] / y[i];", false),
];

/// A comparison on a preset with values of settings, without timing.
fn check(body: &str, preset: &str, changes: &[(&str, &str)], limits: Limits) -> Check {
    let source = format!(
        "// lanescope: global 64\n// lanescope: local 16\n// lanescope: arg x [64] random(3, 0.5, 100)\n\
         // lanescope: arg y [320] random(4, 0.5, 100)\n\
         kernel void k(global float *x, global float *y) {{ int i = get_global_id(0); {body} }}"
    );
    let mut document = runs::document(&source, preset);
    document.machine.changes.extend(changes.iter().map(|(id, value)| (id.to_string(), value.to_string())));
    let mut session = Session::open(document, limits);
    let ended = session.functional(&mut |_| true).unwrap_or_else(|found| panic!("{preset}: {found:#?}"));
    assert!(ended.is_some_and(|ended| ended.halt.is_none()), "{preset}");
    (0..1000).find_map(|_| session.check(1_000_000)).expect("the reference ends")
}

#[test]
fn quotients_are_exact_unless_a_setting_says_otherwise() {
    for preset in runs::kernel_presets() {
        for (body, approximate) in KERNELS {
            let exact = check(body, &preset, &[], Limits::default());
            assert_eq!((exact.pass, exact.largest_ulps), (true, None), "{preset}: {body}");
            let cheap = check(body, &preset, &[("division", "reciprocal")], Limits::default());
            assert!(cheap.pass, "{preset}: {body}: {cheap:#?}");
            match cheap.largest_ulps {
                // Two quotients one after the other: twice what one may differ by.
                Some(largest) => {
                    assert!(approximate && (1..=4).contains(&largest), "{preset}: {body}: {largest}")
                }
                None => assert!(!approximate && cheap.remark.is_none(), "{preset}: {body}"),
            }
            let said = cheap.remark.is_some_and(|remark| remark.contains("limit check_ulps"));
            assert_eq!(said, approximate, "{preset}: {body}");
        }
    }
}

#[test]
fn a_comparison_that_allows_for_nothing_tells_what_differs() {
    let limits = Limits { check_ulps: 0, ..Limits::default() };
    for preset in runs::kernel_presets() {
        let found = check(KERNELS[0].0, &preset, &[("division", "reciprocal")], limits.clone());
        assert!(!found.pass && found.mismatches > 0 && found.largest_ulps > Some(0), "{preset}: {found:#?}");
        assert!(found.remark.is_some_and(|remark| remark.contains("set `division` to `exact`")), "{preset}");
    }
}

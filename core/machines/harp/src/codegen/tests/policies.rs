//! Profiles, what follows from them, costs, and decisions by hand.

use lanescope_parts::{
    codegen::classify::Static,
    machines::{given::Given, studies::Decision},
    source::{Diagnostic, Span},
};

use super::*;
use crate::{
    codegen::{
        Branch, Choice, Entry, Profile, Verdict,
        cost::{Arms, Behaviour},
        profile::{Counts, Ended, Pair, Thresholds},
    },
    family::trained,
    isa::Op,
    spec::Policy,
    views::branches::{Counted, Seen},
};

fn thresholds() -> Thresholds {
    Spec::default().thresholds()
}

fn pair((executed, taken): (u64, u64)) -> Pair {
    Pair { executed, taken }
}

#[test]
fn w25_a_lane_takes_a_branch_nearly_always() {
    // Executed, the least `taken` of a lane that takes it, the most of one that does not.
    for (executed, least, most) in [(1, 1, 0), (5, 5, 0), (10, 10, 0), (11, 10, 1), (20, 19, 1), (100, 91, 9)]
    {
        let side = |taken| thresholds().lane(pair((executed, taken)), true);
        assert_eq!([side(least), side(most)], [Some(true), Some(false)], "{executed}");
        if least > most + 1 {
            assert_eq!([side(least - 1), side(most + 1)], [None, None], "{executed}");
        }
    }
    assert_eq!(thresholds().lane(pair((0, 0)), true), None);
    // Outside of loops it is always or never.
    let side = |taken| thresholds().lane(pair((100, taken)), false);
    assert_eq!([0, 1, 99, 100].map(side), [Some(false), None, None, Some(true)]);
}

/// What is said of warps with such pairs, of which all lanes are there.
fn verdict(warps: &[[(u64, u64); 4]]) -> Verdict {
    let lanes = warps.iter().map(|warp| warp.iter().map(|one| pair(*one)).collect()).collect();
    let counts = Counts { lanes, ..Counts::default() };
    thresholds().verdict(&counts, &warps.iter().map(|_| 0b1111).collect::<Vec<_>>(), true)
}

#[test]
fn w26_a_branch_in_a_loop() {
    let first = [
        [(10, 10); 4],
        [(20, 19), (20, 20), (20, 20), (20, 20)],
        [(20, 1), (20, 0), (20, 0), (20, 1)],
        [(10, 9), (10, 10), (10, 10), (10, 10)],
    ];
    assert_eq!(verdict(&first), Verdict::Nonunanimous);
    // With that lane on the others' side all four are.
    let mut all = first;
    all[3][0] = (10, 10);
    assert_eq!(verdict(&all), Verdict::Unanimous);
    assert_eq!(
        verdict(&[[(11, 10); 4], [(11, 1); 4], [(100, 91); 4], [(100, 90); 4]]),
        Verdict::Nonunanimous
    );
}

#[test]
fn w27_so_many_warps_are_unanimous() {
    for (warps, needed) in [(4, 4), (8, 8), (10, 10), (20, 19)] {
        let of = |unanimous: usize| {
            let row = |at: usize| if at < unanimous { [(1, 1); 4] } else { [(1, 1), (1, 1), (1, 0), (1, 1)] };
            verdict(&(0..warps).map(row).collect::<Vec<_>>())
        };
        assert_eq!([of(needed), of(needed - 1)], [Verdict::Unanimous, Verdict::Nonunanimous], "{warps}");
    }
}

/// Lanes and warps that did not come to a branch agree with nobody, or are left out.
#[test]
fn what_did_not_come_is_strict_or_ignored() {
    let warps = [[(4, 4), (0, 0), (4, 4), (4, 4)], [(0, 0); 4]];
    let lanes = warps.iter().map(|warp| warp.iter().map(|one| pair(*one)).collect()).collect();
    let counts = Counts { lanes, ..Counts::default() };
    let of = |value| {
        let mut spec = Spec::default();
        spec.set("unexecuted", value).expect("a value");
        spec.thresholds().verdict(&counts, &[0b1111; 2], true)
    };
    assert_eq!([of("strict"), of("ignore")], [Verdict::Nonunanimous, Verdict::Unanimous]);
}

/// The table of 4.14: all lanes enter, all skip, they part.
#[test]
fn the_table_of_costs() {
    let times = [(1, 0, 0), (0, 1, 0), (0, 0, 1)].map(|(yes, no, parted)| Behaviour { yes, no, parted });
    let costs = |arms: Arms, choice| times.map(|times| arms.cost(choice, &times));
    let (t, e) = (7, 4);
    // The jump skips where the condition does not hold.
    let triangle = Arms { yes: Some(t), no: None, detour: false };
    assert_eq!(costs(triangle, Choice::None), [t + 1, 1, 0]);
    assert_eq!(costs(triangle, Choice::Split), [t + 3, 3, t + 5]);
    assert_eq!(costs(triangle, Choice::Predicate), [t; 3]);
    // The body is where the condition does not hold: its guard is the complement.
    let inverse = Arms { yes: None, no: Some(t), detour: false };
    assert_eq!(costs(inverse, Choice::Split), [3, t + 3, t + 5]);
    assert_eq!(costs(inverse, Choice::Predicate), [t + 1; 3]);
    // The jump leads to the side `yes`.
    let diamond = Arms { yes: Some(e), no: Some(t), detour: false };
    assert_eq!(costs(diamond, Choice::None), [e + 1, t + 2, 0]);
    assert_eq!(costs(diamond, Choice::Split), [e + 3, t + 4, t + e + 6]);
    assert_eq!(costs(diamond, Choice::Predicate), [t + e + 1; 3]);
}

/// A condition without an inverse that costs nothing: who skips the side, alone or after the others, executes a jump more.
#[test]
fn a_branch_round_its_only_side_may_take_a_jump_more() {
    let times = [(1, 0, 0), (0, 1, 0), (0, 0, 1)].map(|(yes, no, parted)| Behaviour { yes, no, parted });
    let t = 7;
    let detour = Arms { yes: Some(t), no: None, detour: true };
    let costs = |choice| times.map(|times| detour.cost(choice, &times));
    assert_eq!(costs(Choice::Split), [t + 3, 4, t + 6]);
    assert_eq!(costs(Choice::None), [t + 1, 2, 0]);
    assert_eq!(costs(Choice::Predicate), [t; 3]);
}

/// Four warps: in one the condition holds everywhere, in one nowhere, in two they part. What each branch cost is counted instruction by
/// instruction, and is what hand and formula say.
#[test]
fn measured_costs_are_those_of_the_formula() {
    let source = "__kernel void k(__global int *y, __global const int *x, int n) {
    int i = get_global_id(0), v = x[i];
    __global int *at = y + i;
    if (v & 1) { *at = v * n; at[64] = n * n; }
    if (v & 2) at[128] = v * n; else at[192] = v ^ n;
    if (v & 4) { at[256] = v ^ n; if (v & 8) at[320] = v; }
}
";
    let x = (0..64).map(|at| match at / 16 {
        0 => 15,
        1 => 0,
        _ if at % 2 == 0 => 15,
        _ => 0,
    });
    let args = [ints(0..384), ints(x), Arg::Scalar(3)];
    let under = |policy: &str| {
        let (entry, run) = entry(source, (64, 16), &args, &[("divergence", policy)], &[]).expect("a run");
        let files = lanescope_parts::files::Files::one(source);
        let counted = Counted::all(core(&run), &entry.branches);
        let seen = crate::views::branches::seen(&entry.branches, &files, &counted);
        let sides = |one: &Branch| one.arms.ok().map(|arms| (arms.yes, arms.no));
        let of = |one: &Seen| (sides(one.branch), one.measured, one.cost(one.branch.outcome()));
        seen.iter().filter(|one| !one.branch.of_loop && one.place.is_some()).map(of).collect::<Vec<_>>()
    };
    // Sides of 5, of 3 and 3, and of 2 instructions: T + 3, 3 and twice T + 5; T + 3, E + 4 and twice T + E + 6; and for the last one, to
    // which only three warps come, T + 3 and twice T + 3, because all lanes that come to it enter.
    let split = [
        (Some((Some(5), None)), Some(8 + 3 + 2 * 10), Some(31)),
        (Some((Some(3), Some(3))), Some(6 + 7 + 2 * 12), Some(37)),
        (None, None, None),
        (Some((Some(2), None)), Some(3 * 5), Some(15)),
    ];
    assert_eq!(under("sj"), split);
    // Under guards every warp executes T, and T + E + 1. The outer one of those that lie in each other has five instructions and the inner
    // one, whose guard is a conjunction more than the formula knows; to the inner one all four come, where the formula has three.
    let guards = [
        (Some((Some(5), None)), Some(4 * 5), Some(20)),
        (Some((Some(3), Some(3))), Some(4 * 7), Some(28)),
        (Some((Some(7), None)), Some(4 * (5 + 2 + 1)), Some(4 * 7)),
        (Some((Some(2), None)), Some(4 * 2), Some(3 * 2)),
    ];
    for policy in ["profile", "size-aware"] {
        assert_eq!(under(policy), guards, "{policy}");
    }
    // Without a profile nobody knows how often warps came to what became guards.
    assert_eq!(under("pred"), guards.map(|(sides, measured, _)| (sides, measured, None)));
}

#[test]
fn w28_policy_table() {
    let arms = |yes, no| Arms { yes, no, detour: false };
    // Bodies whose guard is the complement.
    let b1 = (arms(None, Some(6)), Behaviour { yes: 12, no: 4, parted: 0 });
    let b2 = (arms(Some(3), Some(4)), Behaviour { yes: 0, no: 0, parted: 16 });
    let b3 = (arms(None, Some(5)), Behaviour { yes: 12, no: 2, parted: 2 });
    let sum = |choices: [Choice; 3]| -> u64 {
        let each =
            [b1, b2, b3].into_iter().zip(choices).map(|((arms, times), choice)| arms.cost(choice, &times));
        each.sum::<u64>() + 16 * 20
    };
    use Choice::{None as Nothing, Predicate, Split};
    assert_eq!(sum([Split; 3]), 672);
    assert_eq!(sum([Predicate; 3]), 656);
    // Static, profile, static and profile: as the driver chooses.
    let classes = [Static::Unanimous, Static::Nonunanimous, Static::Indeterminate];
    let verdicts = [Verdict::Unanimous, Verdict::Nonunanimous, Verdict::Nonunanimous];
    let choices = |policy: Policy| [0, 1, 2].map(|at| policy.choose(classes[at], Some(verdicts[at])));
    assert_eq!(choices(Policy::Static), [Nothing, Predicate, Split]);
    let kdic = [Policy::Static, Policy::Profile, Policy::StaticProfile].map(|policy| sum(choices(policy)));
    assert_eq!(kdic, [560, 616, 584]);
}

#[test]
fn w29_break_even() {
    let inverse = |t| Arms { yes: None, no: Some(t), detour: false };
    let half = Behaviour { yes: 1, no: 0, parted: 1 };
    assert!(!inverse(10).prefers_guards(&half) && inverse(4).prefers_guards(&half));
    assert!([1, 100, 10_000].iter().all(|t| inverse(*t).prefers_guards(&Behaviour { parted: 1, ..half })
        || !inverse(*t).prefers_guards(&half)));
    let parted = Behaviour { parted: 3, ..Behaviour::default() };
    assert!([1, 100, 10_000].iter().all(|t| inverse(*t).prefers_guards(&parted)));
}

/// Its optimised kernel as a program under settings, with decisions by hand; the launch gives the profile.
fn entry(
    source: &str,
    sizes: (u32, u32),
    args: &[Arg],
    changes: &[(&str, &str)],
    decisions: &[(&str, &str)],
) -> Result<(Entry, Functional), Diagnostic> {
    let mut spec = spec("4w8/8/16/16", "sj");
    changes.iter().for_each(|(id, value)| spec.set(id, value).expect(id));
    let (written, kernel) = kernels(source);
    let decision = |(on, value): &(&str, &str)| {
        let start = source.find(on).expect("a line") as u32;
        let end = start + source[start as usize..].find('\n').expect("its end") as u32;
        Decision { id: "branch".into(), span: Span::new(start, end), value: (*value).into() }
    };
    let decisions: Vec<Decision> = decisions.iter().map(decision).collect();
    let program = Harp::compile(&Given { decisions: &decisions, ..Given::new(&kernel, &spec) })?;
    let bound = bound(&written, [sizes.0, 1, 1], [sizes.1, 1, 1], args);
    let program = unwatched(|watch| Harp::fit(&program, &spec, &bound, watch))?.unwrap_or(program);
    let mut run = Harp::untimed(&program, &spec, bound.clone())?;
    assert_eq!(run.advance(50_000_000), Ok(true), "{changes:?}");
    assert_eq!(difference(run.memory(), &expected(&written, &bound)), None, "{changes:?}");
    Ok((program.entry.as_deref().expect("a kernel").clone(), run))
}

/// A branch on data outside of loops, one in a loop, and one that few lanes reach.
const COUNTED: &str = "__kernel void k(__global int *y, __global const int *x, int n) {
    int i = get_global_id(0), r = 0;
    if (x[i] > 10) r += y[i] * 3;
    for (int t = 0; t < n; t++) {
        if (x[i] > t) r += x[t] ^ r; else r -= x[t + 1];
    }
    y[i] = r;
}
";

/// The counts of a profile against those that the condition gives, lane by lane: 48 work-items in groups of 16 are three warps.
#[test]
fn a_profile_has_the_pairs_of_algorithm_7() {
    let x: Vec<i32> = (0..48).map(|at| at * 7 % 23).collect();
    let n = 9;
    let args = [ints(0..64), ints(x.iter().copied()), Arg::Scalar(n)];
    let (entry, _) = entry(COUNTED, (48, 16), &args, &[], &[]).expect("a run");
    let (written, _) = kernels(COUNTED);
    let bound = bound(&written, [48, 1, 1], [16, 1, 1], &args);
    let profile = unwatched(|watch| trained(&entry.recipe, &spec("4w8/8/16/16", "sj"), &bound, watch))
        .expect("a profile");
    assert!(profile.end == Ended::Whole && !profile.again);
    assert_eq!(profile.seen[..4], [0xffff, 0xffff, 0xffff, 0]);
    let on = |text: &str| {
        let start = COUNTED.find(text).expect("a line") as u32;
        let of =
            |branch: &Branch| branch.span.start >= start && branch.span.start < start + 16 && !branch.of_loop;
        profile.branches[entry.branches.iter().position(of).unwrap_or_else(|| panic!("{:?}", entry.branches))]
            .clone()
    };
    // Conditions may have been turned round by the optimiser: then all are.
    let same = |counts: &Counts, wanted: &[(u64, u64)]| {
        let found: Vec<(u64, u64)> =
            counts.lanes.iter().flatten().take(48).map(|pair| (pair.executed, pair.taken)).collect();
        let turned: Vec<(u64, u64)> = wanted.iter().map(|(all, yes)| (*all, all - yes)).collect();
        assert!(found == wanted || found == turned, "{found:?}\n{wanted:?}");
    };
    let first: Vec<(u64, u64)> = x.iter().map(|x| (1, u64::from(*x > 10))).collect();
    same(&on("if (x[i] > 10)"), &first);
    let inner: Vec<(u64, u64)> =
        x.iter().map(|x| (n, (0..n as i32).filter(|t| x > t).count() as u64)).collect();
    same(&on("if (x[i] > t)"), &inner);
    // Warps: each turn of each of the three is yes, no, or parted.
    let mut times = Behaviour::default();
    for warp in x.chunks(16) {
        for t in 0..n as i32 {
            match warp.iter().filter(|x| **x > t).count() {
                0 => times.no += 1,
                16 => times.yes += 1,
                _ => times.parted += 1,
            }
        }
    }
    let found = on("if (x[i] > t)").times;
    assert_eq!((found.parted, found.yes + found.no), (times.parted, times.yes + times.no));
}

/// A long side that most warps skip all together: a profile that finds too few unanimous warps makes guards of it, which costs more than
/// `split`; the policy by costs does not.
#[test]
fn size_aware_keeps_long_branches_split() {
    let body: String = (1..24).map(|at| format!("r = r * {at} + (r ^ {}); ", at * 5)).collect();
    let source = format!(
        "__kernel void k(__global int *y, __global const int *x) {{
    int i = get_global_id(0), r = x[i];
    if (x[i] > 0) {{ {body} }}
    y[i] = r;
}}
"
    );
    // 2 of 16 warps part, 14 skip: 14 > 14.4 is false.
    let x = (0..256).map(|at: i32| i32::from(at / 16 >= 14 && at % 2 == 0));
    let args = [ints(0..256), ints(x)];
    let kdic = |policy: &str| {
        let (entry, run) = entry(&source, (256, 16), &args, &[("divergence", policy)], &[]).expect("a run");
        (core(&run).counts().steps, entry.branches)
    };
    let [sj, pred, profile, aware] = ["sj", "pred", "profile", "size-aware"].map(kdic);
    assert_eq!(aware.0, sj.0, "{:?}", aware.1);
    assert_eq!(profile.0, pred.0);
    assert!(aware.0 < profile.0, "{} {}", aware.0, profile.0);
    let decided =
        |(_, branches): &(u64, Vec<Branch>)| branches.iter().find(|one| !one.of_loop).map(Branch::outcome);
    assert_eq!(
        [&sj, &pred, &profile, &aware].map(decided).map(Option::unwrap),
        [Choice::Split, Choice::Predicate, Choice::Predicate, Choice::Split]
    );
    // The model tells the difference nearly to the instruction: what the compiler makes of `split` is what the table says.
    let branch = aware.1.iter().find(|one| !one.of_loop).expect("a branch");
    let model =
        branch.cost_as(Choice::Predicate).expect("a cost") - branch.cost_as(Choice::Split).expect("a cost");
    let real = pred.0 - sj.0;
    assert!(model.abs_diff(real) <= 2 * 16, "{model} by the formula, {real} measured");
}

/// A short branch on which lanes part is cheaper under guards: there the policy by costs has them.
#[test]
fn size_aware_guards_short_branches_that_part() {
    let args = [ints(0..256), ints((0..256).map(|at| at % 3 - 1))];
    let source = "__kernel void k(__global int *y, __global const int *x) {
    int i = get_global_id(0);
    if (x[i] > 0) y[i] = 7; else y[i] = x[i];
}
";
    let splits = |policy: &str| {
        let (_, run) = entry(source, (256, 16), &args, &[("divergence", policy)], &[]).expect("a run");
        (core(&run).executed(Op::Split), core(&run).counts().steps)
    };
    let [sj, aware] = ["sj", "size-aware"].map(splits);
    assert!(aware.0 == 0 && aware.1 < sj.1, "{aware:?} {sj:?}");
}

/// The formula has a cost of what was counted, if the sides are straight code; else the table says why there is none.
#[test]
fn branches_without_a_cost_say_why() {
    let source = "__kernel void k(__global int *y, __global const int *x, int n) {
    int i = get_global_id(0), r = 0;
    if (x[i] > 0) r += y[i] * 3;
    if (x[i] > 2) { for (int t = 0; t < n; t++) r ^= x[t]; }
    y[i] = r;
}
";
    let args = [ints(0..16), ints((0..16).map(|at| at % 4)), Arg::Scalar(3)];
    let said = |policy: &str| {
        let (entry, _) = entry(source, (16, 16), &args, &[("divergence", policy)], &[]).expect("a run");
        let files = lanescope_parts::files::Files::one(source);
        let seen = crate::views::branches::seen(&entry.branches, &files, &[]);
        let of = |line| {
            seen.iter()
                .find(|one| one.place.as_ref().is_some_and(|place| place.line == line))
                .expect("a branch")
        };
        assert!(seen.iter().all(|one| one.no_cost().is_some() == one.cost(Choice::Split).is_none()));
        let remarks: Vec<String> =
            crate::views::branches::table(&seen).rows.iter().map(|row| row[10].text.clone()).collect();
        (of(3).no_cost(), of(4).no_cost(), remarks)
    };
    let (straight, looped, remarks) = said("profile");
    let behind = looped.expect("a loop is no straight code");
    assert_eq!(straight, None);
    assert!(remarks.iter().any(|remark| remark.ends_with(&format!("no cost: {behind}"))), "{remarks:?}");
    let (straight, looped, _) = said("pred");
    assert_eq!((straight, looped), (Some("no run has counted it"), Some(behind)));
}

#[test]
fn decisions_by_hand_hold_or_say_why_not() {
    let source = "__kernel void k(__global int *y, __global const int *x, int n) {
    int i = get_global_id(0), r = 0;
    if (x[i] > 0) r += y[i] * 3;
    if (x[i] > 1) r -= y[i] * 5;
    if (x[i] > 2) { for (int t = 0; t < n; t++) r ^= x[t]; }
    y[i] = r;
}
";
    let args = [ints(0..32), ints((0..32).map(|at| at % 5)), Arg::Scalar(4)];
    let with = |decisions: &[(&str, &str)]| entry(source, (32, 16), &args, &[], decisions);
    let splits = |decisions: &[(&str, &str)]| core(&with(decisions).expect("a run").1).executed(Op::Split);
    let none = splits(&[]);
    assert_eq!(splits(&[("if (x[i] > 0)", "predicate")]), none - 2);
    assert_eq!(splits(&[("if (x[i] > 0)", "predicate"), ("if (x[i] > 1)", "predicate")]), none - 4);
    // The last word counts.
    assert_eq!(splits(&[("if (x[i] > 0)", "predicate"), ("if (x[i] > 0)", "split")]), none);
    let said = |decisions: &[(&str, &str)]| {
        with(decisions).err().map(|error| (error.span(), error.message)).expect("an error")
    };
    let (span, message) = said(&[("if (x[i] > 2)", "predicate")]);
    assert!(message.contains("cannot be decided to be `predicate`"), "{message}");
    assert_eq!(source[..span.start as usize].lines().count(), 5);
    let (_, message) = said(&[("if (x[i] > 1)", "perhaps")]);
    assert!(message.contains("none, split or predicate, not `perhaps`"), "{message}");
    let (span, message) = said(&[("y[i] = r;", "split")]);
    assert!(message.contains("no branch on this line") && !span.is_none(), "{message}");
}

/// A training run that does not end within its steps still gives a profile, which says so.
#[test]
fn a_profile_has_an_end() {
    let args = [ints(0..64), ints(0..64), Arg::Scalar(1_000_000)];
    let (written, kernel) = kernels(COUNTED.replace("x[t", "x[0 * t").as_str());
    let mut spec = spec("4w8/8/16/16", "profile");
    spec.set("profile_steps", "1000").expect("a number");
    let bound = bound(&written, [48, 1, 1], [16, 1, 1], &args);
    let program = Harp::compile(&Given::new(&kernel, &spec)).expect("a program");
    let recipe = &program.entry.as_deref().expect("a kernel").recipe;
    let profile: Profile = unwatched(|watch| trained(recipe, &spec, &bound, watch)).expect("a profile");
    assert_eq!(profile.end, Ended::Cut);
    assert!(unwatched(|watch| Harp::fit(&program, &spec, &bound, watch)).expect("a program").is_some());
}

/// What ends any run ends the one that makes a profile, with an error that says so: it takes some 150,000 instructions here.
#[test]
fn the_run_that_makes_a_profile_ends_where_any_run_does() {
    let args = [ints(0..64), ints(0..64), Arg::Scalar(5_000)];
    let (written, kernel) = kernels(COUNTED.replace("x[t", "x[0 * t").as_str());
    let spec = spec("4w8/8/16/16", "profile");
    let bound = bound(&written, [48, 1, 1], [16, 1, 1], &args);
    let program = Harp::compile(&Given::new(&kernel, &spec)).expect("a program");
    let fit = |instructions, looks: u32| {
        let mut left = looks;
        let mut go_on = || {
            left = left.saturating_sub(1);
            left > 0
        };
        let fitted = Harp::fit(&program, &spec, &bound, &mut Watch { instructions, go_on: &mut go_on });
        fitted.map(|_| ()).map_err(|error| (error.code.to_string(), error.message))
    };
    assert_eq!(fit(u64::MAX, u32::MAX), Ok(()));
    let passed = "kernel `k`: the run that makes its profile passed limit `functional_instructions` (100000)";
    assert_eq!(fit(100_000, u32::MAX), Err(("limit::functional_instructions".into(), passed.into())));
    let stopped = "kernel `k`: the run that makes its profile was stopped before its end";
    assert_eq!(fit(u64::MAX, 1), Err(("limit::stopped".into(), stopped.into())));
}

/// A run that halts gives the profile of what was before, and the reason.
#[test]
fn a_profile_of_a_run_that_halts_says_why() {
    let source = "__kernel void k(__global int *y, int n) {
    int i = get_global_id(0);
    if (i > 3) y[i] = 1;
    y[i * n] = 2;
}
";
    let (written, kernel) = kernels(source);
    let spec = spec("4w8/8/16/16", "profile");
    let bound = bound(&written, [16, 1, 1], [16, 1, 1], &[ints(0..16), Arg::Scalar(1000)]);
    let program = Harp::compile(&Given::new(&kernel, &spec)).expect("a program");
    let recipe = &program.entry.as_deref().expect("a kernel").recipe;
    let profile = unwatched(|watch| trained(recipe, &spec, &bound, watch)).expect("a profile");
    let Ended::Halted(why) = &profile.end else { panic!("{:?}", profile.end) };
    assert!(why.contains("outside of buffer `y`") || why.contains("y"), "{why}");
    assert_eq!(profile.branches[0].times, Behaviour { parted: 1, ..Behaviour::default() });
}

/// Nine branches in each other: split they need an entry each and one more. The run that makes the profile has them, and the guards that come of it need none.
#[test]
fn branches_nested_deeper_than_the_stack_are_profiled() {
    let open: String = (0..9).map(|at| format!("if (x[i] > {at}) {{ r += {at};\n")).collect();
    let source = format!(
        "__kernel void k(__global int *y, __global const int *x) {{\nint i = get_global_id(0), r = 0;\n{open}{}y[i] = r;\n}}\n",
        "}".repeat(9)
    );
    let args = [ints(0..64), ints((0..64).map(|at| at * 7 % 12))];
    let under = |policy: &str| {
        let changes = [("divergence", policy), ("ipdom_entries", "8")];
        entry(&source, (64, 16), &args, &changes, &[]).map(|(entry, _)| entry.stack)
    };
    for policy in ["pred", "profile", "static-profile"] {
        let stack = under(policy).unwrap_or_else(|error| panic!("{policy}: {}", error.message));
        assert!(stack <= 8, "{policy}: {stack}");
    }
    let error = under("sj").expect_err("no room on the stack");
    assert!(error.message.contains("10 entries"), "{}", error.message);
}

/// Guards of many branches in a row, which are made without looking at all of the code for each of them.
#[test]
fn many_branches_become_guards() {
    let all: String =
        (0..400).map(|at| format!("if (x[i] & {}) r += {};\n", 1 << (at % 8), at + 1)).collect();
    let source = format!(
        "__kernel void k(__global int *y, __global const int *x) {{\nint i = get_global_id(0), r = 0;\n{all}y[i] = r;\n}}\n"
    );
    let args = [ints(0..32), ints((0..32).map(|at| at * 37))];
    let (entry, run) = entry(&source, (32, 16), &args, &[("divergence", "pred")], &[])
        .unwrap_or_else(|error| panic!("{}", error.message));
    // The first one adds to 0, which is a choice between two constants.
    assert_eq!((entry.branches.len(), core(&run).executed(Op::Split)), (399, 0));
}

/// `if` and `else if` with 15 conditions, and a `switch` with as many cases, on the 16 entries that the stack has: each condition lies in the second side of the
/// one before it, so that they take 14 entries and two for the last one.
#[test]
fn fifteen_conditions_one_behind_another_fit_into_sixteen_entries() {
    let arms: String = (0..15)
        .map(|at| format!("{} if (x == {at}) v = i * {};\n", if at > 0 { "else" } else { "" }, at + 3))
        .collect();
    let cases: String = (0..15).map(|at| format!("case {at}: v = i * {}; break;\n", at + 3)).collect();
    for body in [arms, format!("switch (x) {{ {cases} }}")] {
        let source = format!(
            "__kernel void k(__global int *o) {{ int i = get_global_id(0), x = o[i], v = 0; {body} o[i] = v; }}"
        );
        let (written, optimised) = kernels(&source);
        let bound = bound(&written, [16, 1, 1], [16, 1, 1], &[ints(0..16)]);
        let mut spec = Spec::default();
        spec.set("divergence", "sj").expect("a policy");
        let run = run(&optimised, &bound, &spec).unwrap_or_else(|error| panic!("{error}\n{source}"));
        assert_eq!(difference(run.memory(), &expected(&written, &bound)), None, "{source}");
        assert!(core(&run).counts().stack_max <= 16);
    }
}

/// 33 cases are 33 branches in each other: 34 entries, which a stack may have. A warp of one lane needs an entry for each branch alone, and has none to keep waiting.
#[test]
fn many_cases_fit_into_the_largest_stack() {
    let cases = |count: u32| {
        (0..count).map(|at| format!("case {at}: v = i * {}; break;\n", at + 3)).collect::<String>()
    };
    let source = |count: u32| {
        let cases = cases(count);
        format!(
            "__kernel void k(__global int *o) {{ int i = get_global_id(0), v = 0; switch (o[i]) {{ {cases} }} o[i] = v; }}"
        )
    };
    for (count, arch, entries) in [
        (33, "4w8/8/16/16", "64"),
        (33, "4w8/8/16/16", "34"),
        (33, "4w8/8/1/16", "33"),
        (9, "4w8/8/1/16", "9"),
    ] {
        let (written, optimised) = kernels(&source(count));
        let bound = bound(&written, [48, 1, 1], [16, 1, 1], &[ints(0..48)]);
        let mut spec = spec(arch, "sj");
        spec.set("ipdom_entries", entries).expect("a number");
        let run = run(&optimised, &bound, &spec)
            .unwrap_or_else(|error| panic!("{count} {arch} {entries}: {error}"));
        assert_eq!(difference(run.memory(), &expected(&written, &bound)), None);
    }
}

/// What starts warps and lanes is no part of the kernel (HARP 7.1): a product and a sum more are two instructions more in each of two warps, and of what
/// is not the kernel's there is as much as before.
#[test]
fn what_starts_lanes_is_not_counted_for_the_kernel() {
    let counts = |value: &str| {
        let source = alloc::format!(
            "__kernel void k(__global int *o) {{\n    int i = get_global_id(0);\n    o[i] = {value};\n}}\n"
        );
        let run = same(&source, ([32, 1, 1], [16, 1, 1]), &[ints((0..32).map(|_| 0))], "4w8/8/16/16", "sj");
        let (all, own) = (core(&run).counts(), core(&run).in_text());
        (all.steps - own.steps, all.lanes - own.lanes, own.steps, own.lanes)
    };
    let [(before, before_lanes, short, short_lanes), (after, after_lanes, long, long_lanes)] =
        ["i", "i * 3 + 1"].map(counts);
    assert_eq!((before, before_lanes), (after, after_lanes));
    assert_eq!((long - short, long_lanes - short_lanes), (2 * 2, 2 * 2 * 16));
}

/// Both forms of the ratio (HARP 7.2): of two warps one has lanes that disagree at the first branch and none at the second, so that one of two
/// branches ever divided a warp, and one of four times that warps came.
#[test]
fn both_divergence_ratios_are_told() {
    use lanescope_parts::{
        files::Files,
        machines::{family::Untimed, studies::Data},
    };
    let source = "__kernel void k(__global int *o, int n) {\n    int i = get_global_id(0);\n    if (i > 20) o[i] = 1;\n    \
                  if (n > 5) o[i] += 3;\n}\n";
    let args = [ints((0..32).map(|_| 0)), Arg::Scalar(9)];
    let run = same(source, ([32, 1, 1], [16, 1, 1]), &args, "4w8/8/16/16", "sj");
    let details = Untimed::details(&run, &Files::one(source));
    let of = |name: &str| details.iter().find(|(known, _)| known == name).map(|(_, data)| data.clone());
    assert_eq!(of("divergence_ratio"), Some(Data::Ratio(0.25)));
    assert_eq!(of("divergent_branches"), Some(Data::Ratio(0.5)));
}

use alloc::{string::ToString, vec};

use super::*;
use crate::{
    document::{Contents, File},
    figure::{Form, bars::Bar},
    gallery,
    session::{Session, tests::kernel_presets},
};

fn document(kernel: &str) -> Document {
    let item = gallery::items().into_iter().find(|item| item.name == kernel).unwrap();
    gallery::document_of(item.source.into())
}

fn given(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
}

fn begun(id: &str, pairs: &[(&str, &str)]) -> Result<Study, String> {
    Study::new(id, &document("saxpy"), &given(pairs), Limits::default())
}

fn ended(mut study: Study, budget: u64) -> Study {
    while !study.advance(budget).complete() {}
    study
}

#[test]
fn a_sweep_has_the_numbers_of_single_runs() {
    let pairs = [("setting", "simd_width"), ("values", "4,8")];
    let study = ended(begun("sweep", &pairs).unwrap(), u64::MAX);
    for (value, done) in ["4", "8"].iter().zip(study.done()) {
        let mut alone = document("saxpy");
        alone.machine.changes.push(("simd_width".into(), value.to_string()));
        let mut session = Session::open(alone, Limits::default());
        session.start().unwrap();
        let cycles = session.advance(u64::MAX, u64::MAX).frontier;
        assert_eq!((done.name.as_str(), done.report.as_ref().unwrap().cycles), (*value, cycles));
    }
    let table = study.figure().parts[1].form.table();
    assert_eq!((table.rows.len(), table.rows[0][2].text.as_str()), (2, "1.000"));
    let cycles = |at: usize| study.done()[at].report.as_ref().unwrap().cycles as f64;
    let least = if cycles(0) <= cycles(1) { 4.0 } else { 8.0 };
    let numbers = [("4".into(), cycles(0)), ("8".into(), cycles(1)), ("least".into(), least)];
    assert_eq!(study.numbers(), numbers);
}

/// Values that are no numbers stand on the axis by their names.
#[test]
fn a_sweep_over_names_has_them_on_its_axis() {
    let study = ended(begun("sweep", &[("setting", "policy"), ("values", "gto,lrr")]).unwrap(), u64::MAX);
    let figure = study.figure();
    let Form::Plot(plot) = &figure.parts[0].form else { panic!("the plot comes first") };
    assert_eq!(plot.x.names, ["gto", "lrr"]);
    let rows = plot.table().rows;
    assert_eq!([&rows[0][1].text, &rows[1][1].text], ["gto", "lrr"]);
    let numbers = ended(begun("sweep", &[("setting", "cores"), ("values", "1")]).unwrap(), u64::MAX).figure();
    let Form::Plot(plot) = &numbers.parts[0].form else { panic!("the plot comes first") };
    assert!(plot.x.names.is_empty());
}

#[test]
fn slices_change_nothing_and_what_is_known_grows() {
    let pairs = [("setting", "simd_width"), ("values", "4,8")];
    let (whole, mut sliced) =
        (ended(begun("sweep", &pairs).unwrap(), u64::MAX), begun("sweep", &pairs).unwrap());
    let mut seen = Vec::new();
    while !sliced.advance(50).complete() {
        seen.push(sliced.progress().done);
        assert!(sliced.figure().remark.contains("still to come"));
    }
    assert!(seen.len() > 3 && seen.contains(&0) && seen.contains(&1), "{seen:?}");
    assert_eq!(sliced.figure(), whole.figure());
}

#[test]
fn a_run_that_cannot_be_made_is_a_row_that_says_why() {
    let pairs = [("setting", "simd_width"), ("values", "8,many")];
    let study = ended(begun("sweep", &pairs).unwrap(), u64::MAX);
    assert!(study.done()[0].report.is_ok());
    let table = study.figure().parts[1].form.table();
    assert!(table.rows[1][5].text.contains("simd_width"), "{:?}", table.rows[1]);
}

#[test]
fn the_data_of_the_document_is_there_once() {
    // Many runs of a large document: a plan is its machine alone.
    let mut large = document("saxpy");
    large.source.extend(core::iter::repeat_n(' ', 1 << 20));
    let values: Vec<String> = (1..=MOST_RUNS).map(|value| value.to_string()).collect();
    let inputs = given(&[("setting", "cores"), ("values", &values.join(","))]);
    let study = Study::new("sweep", &large, &inputs, Limits::default()).unwrap();
    let planned: usize = study.plans.iter().map(|plan| alloc::format!("{plan:?}").len()).sum();
    assert!(study.plans.len() == MOST_RUNS && planned < 1 << 16, "{planned}");
}

#[test]
fn wrong_inputs_are_named() {
    let wrong = |id, pairs: &[(&str, &str)]| begun(id, pairs).err().unwrap();
    assert!(wrong("nothing", &[]).contains("there are sweep, choices, presets, compare, instructions"));
    assert!(
        wrong("sweep", &[("colour", "red")]).contains("takes no `colour`; it takes setting, values, measure")
    );
    assert!(wrong("sweep", &[]).contains("setting=ID"));
    assert!(wrong("presets", &[("machine", "cray")]).contains("`cray`"));
    assert!(wrong("compare", &[("presets", "simt/teaching,simt/none")]).contains("`simt/none`"));
    let many: Vec<String> = (0..=MOST_RUNS).map(|value| value.to_string()).collect();
    assert!(wrong("sweep", &[("setting", "cores"), ("values", &many.join(","))]).contains("study_runs"));
}

#[test]
fn machines_are_compared_as_the_comparison_does() {
    let study = ended(begun("compare", &[("presets", "simt/teaching,rvv/textbook")]).unwrap(), u64::MAX);
    let table = study.figure().parts[0].form.table();
    let cycles: Vec<u64> = study.done().iter().map(|run| run.report.as_ref().unwrap().cycles).collect();
    let first: Vec<&str> = table.rows[0].iter().map(|cell| cell.text.as_str()).collect();
    let ratio = format!("{:.3}", cycles[1] as f64 / cycles[0] as f64);
    assert_eq!(first[..4], ["cycles", &quantity(cycles[0]), &quantity(cycles[1]), &ratio]);
}

#[test]
fn accounts_add_up_on_every_machine() {
    let study = ended(begun("instructions", &[]).unwrap(), u64::MAX);
    let (figure, numbers) = (study.figure(), study.numbers());
    let Form::Bars(bars) = &figure.parts[0].form else { panic!("bars come first") };
    assert!(study.done().len() > 1);
    for (row, run) in (0u32..).zip(study.done()) {
        let Ok(report) = &run.report else {
            assert!(!kernel_presets().any(|preset| preset.id == run.name), "{}", run.name);
            continue;
        };
        let all = report.work.instructions;
        let parts: Vec<&Bar> = bars.bars.iter().filter(|bar| bar.row == row).collect();
        assert_eq!(parts.iter().map(|bar| bar.to - bar.from).sum::<u64>(), all, "{}", run.name);
        assert!(parts.windows(2).all(|pair| pair[0].to == pair[1].from) && figure.span >= Some(all));
        let number = |id: &str| {
            let wanted = if id.is_empty() { run.name.clone() } else { format!("{}.{id}", run.name) };
            numbers.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value as u64)
        };
        assert_eq!((number(""), number("cycles")), (Some(all), Some(report.cycles)));
        assert_eq!(number("branches"), report.well_known.branches);
        let row = &figure.parts[1].form.table().rows[row as usize];
        assert_eq!((&row[0].text, row[1].text == quantity(all)), (&run.name, true));
    }
    let scalar = |machine: &str| {
        numbers.iter().any(|(name, _)| name.starts_with(machine) && name.ends_with(".scalar"))
    };
    assert!(scalar("rvv/") && !scalar("simt/"), "the GPU has no scalar instructions to tell apart");
}

/// The numbers of the study of code, of a document on presets.
fn code(document: &Document, presets: &str) -> impl Fn(&str) -> Option<f64> + use<> {
    let inputs = given(&[("presets", presets)]);
    let study = ended(Study::new("code", document, &inputs, Limits::default()).unwrap(), u64::MAX);
    let numbers = study.numbers();
    move |id: &str| numbers.iter().find(|(name, _)| name == id).map(|(_, value)| *value)
}

#[test]
fn hs11_packed_daxpy_by_hand_is_counted() {
    // 102 doubles: seven before the loop, 25 turns of eight, two turns of nine for the rest, its guard and the return.
    let number = code(&gallery::document("packed_daxpy").unwrap(), "packed/textbook");
    let executed = 7 + 25 * 8 + 2 * 9 + 1 + 1;
    assert_eq!(number("packed/textbook"), Some(f64::from(executed)));
    // The splat and five of each turn are packed, with four doubles each.
    let wide = 1 + 25 * 5;
    assert_eq!(number("packed/textbook.wide"), Some(f64::from(wide)));
    assert_eq!(number("packed/textbook.scalar"), Some(f64::from(executed - wide)));
    assert_eq!(number("packed/textbook.elements"), Some(4.0));
    assert_eq!(number("packed/textbook.results"), Some(102.0 / f64::from(executed)));
    // Two loops of eight and nine in a text of 25.
    let text = ["text", "loops", "bookkeeping", "bytes"].map(|id| number(&format!("packed/textbook.{id}")));
    assert_eq!(text, [25.0, 17.0, 8.0, 100.0].map(Some));
}

#[test]
fn hs11_and_ha01_vector_daxpy_by_hand_is_counted() {
    // 100 doubles in strips of 32: a guard, four turns of eleven, the return.
    let number = code(&gallery::document("daxpy_vector").unwrap(), "rvv/textbook");
    assert_eq!(number("rvv/textbook"), Some(f64::from(1 + 4 * 11 + 1)));
    assert_eq!(["text", "loops"].map(|id| number(&format!("rvv/textbook.{id}"))), [13.0, 11.0].map(Some));
    // Two multiplications or additions, two loads and a store of each strip.
    assert_eq!(number("rvv/textbook.results"), Some(100.0 / 46.0));
}

/// 1,024 floats in groups of 64: whole registers of every width.
const AXPY: &str = "// lanescope: global 1024
// lanescope: local 64
// lanescope: arg a 2.0
// lanescope: arg x float[1024] iota(0, 1)
// lanescope: arg y float[1024] iota(100, 0.5)
kernel void axpy(float a, global const float *x, global float *y) {
    int i = get_global_id(0);
    y[i] = a * x[i] + y[i];
}
";

#[test]
fn hs11_each_doubling_of_the_width_executes_fewer_instructions() {
    let widths = ["packed/mmx", "packed/sse", "packed/avx", "packed/avx-512"];
    let number = code(&gallery::document_of(AXPY.into()), &widths.join(","));
    let executed = widths.map(|preset| number(preset).unwrap());
    assert!(executed.windows(2).all(|pair| pair[1] < pair[0]), "{executed:?}");
    // MMX has no float instructions: its code is scalar.
    let of = |id: &str| widths.map(|preset| number(&format!("{preset}.{id}")));
    assert_eq!(of("wide")[0], Some(0.0));
    // A splat, before AVX-512 with a move to the first element, for each width that a row may need: what 8 elements do not fill is left
    // to 4. Then for each register two loads, a product, a sum and a store.
    let elements = |width: f64, narrower: &[f64], moved: f64| {
        let (strips, splats) = (1024.0 / width, 1.0 + narrower.len() as f64);
        let splatted = width + narrower.iter().sum::<f64>();
        (strips * 5.0 * width + splatted + splats * moved) / (5.0 * strips + splats * (1.0 + moved))
    };
    let wanted = [elements(4.0, &[], 1.0), elements(8.0, &[4.0], 1.0), elements(16.0, &[], 0.0)].map(Some);
    assert_eq!(of("elements")[1..], wanted);
    // Four bytes an instruction, and loops are a part of the text.
    for (at, preset) in widths.iter().enumerate() {
        let [text, bytes, loops, rest] =
            ["text", "bytes", "loops", "bookkeeping"].map(|id| of(id)[at].unwrap());
        assert!(bytes == 4.0 * text && loops + rest == text && loops > 0.0, "{preset}");
    }
}

#[test]
fn the_study_of_code_has_all_presets_of_its_machine_and_one_of_each_other() {
    let study = begun("code", &[]).unwrap();
    let of = |machine: &str| study.plans.iter().filter(|plan| machine_of(&plan.name) == machine).count();
    assert!(of("simt") > 1 && of("rvv") == 1 && of("packed") == 1);
    let study = ended(begun("code", &[("presets", "simt/teaching,packed/avx")]).unwrap(), u64::MAX);
    let figure = study.figure();
    let Form::Bars(bars) = &figure.parts[0].form else { panic!("bars come first") };
    for (row, run) in (0u32..).zip(study.done()) {
        let parts = bars.bars.iter().filter(|bar| bar.row == row).map(|bar| bar.to - bar.from);
        assert_eq!(parts.sum::<u64>(), run.report.as_ref().unwrap().work.instructions, "{}", run.name);
    }
    // What is printed stands beside it, whatever ran.
    let table = figure.parts[2].form.table();
    let row =
        |at: usize| table.rows[at].iter().map(|cell| cell.text.replace('\u{202F}', "")).collect::<Vec<_>>();
    assert_eq!(row(0)[1..], ["29", "6", "23", "4", "1517"]);
    assert_eq!(row(1)[1..], ["13", "10", "3", "64", "163"]);
    // A turn for each four or 64 results, and what is outside: 17 of the 23, three.
    assert_eq!((250 * 6 + 17, 1000_u64.div_ceil(64) * 10 + 3), (1517, 163));
}

fn quantity(n: u64) -> String {
    crate::figure::number::grouped(n)
}

/// A study in a program that has the first machine alone, and that machine's id.
fn alone(id: &str, pairs: &[(&str, &str)]) -> (Study, String) {
    let all = Machines::of_this_program();
    let here = all.here[0].clone();
    let machines = Machines { here: Vec::from([here.clone()]), ..all };
    let study = Study::with(machines, id, &document("saxpy"), &given(pairs), Limits::default()).unwrap();
    (study, here)
}

fn made(document: Document) -> Outcome {
    let mut job = Job::new(document, Limits::default());
    loop {
        if let Some(outcome) = job.advance(1000) {
            assert!(job.advance(1000).is_none(), "its numbers come once");
            return outcome;
        }
    }
}

#[test]
fn runs_that_are_made_elsewhere_give_the_same_figure() {
    let whole = ended(begun("presets", &[]).unwrap(), u64::MAX);
    let (mut study, here) = alone("presets", &[]);
    let of_here = |preset: &str| preset.split('/').next() == Some(here.as_str());
    let mut abroad = 0;
    while !study.progress().complete() {
        if !study.rests() {
            study.advance(u64::MAX);
            assert!(study.done().iter().filter(|run| !of_here(&run.name)).count() == abroad);
        }
        // The last machines answer first: the order of the answers does not count.
        let asked: Vec<_> = core::iter::from_fn(|| study.next_abroad()).collect();
        let machines: Vec<&str> = asked.iter().map(|(_, document)| document.machine.machine()).collect();
        assert!(!machines.contains(&here.as_str()));
        let repeats = |at: usize| machines[..at].contains(&machines[at]);
        assert!(!(0..machines.len()).any(repeats), "a machine has one run at a time");
        for (run, document) in asked.into_iter().rev() {
            study.give(run, made(document));
            abroad += 1;
        }
    }
    assert!(abroad > 1 && abroad < whole.done().len());
    assert_eq!((study.figure(), study.numbers()), (whole.figure(), whole.numbers()));
}

#[test]
fn a_study_rests_while_it_waits_for_others() {
    let (mut study, _) = alone("compare", &[]);
    while !study.rests() {
        study.advance(u64::MAX);
    }
    let progress = study.progress();
    assert!(!progress.complete() && progress.now.is_some());
    let (run, _) = study.next_abroad().unwrap();
    study.give(run + 7, Err("nobody asked".into()));
    assert_eq!(study.progress().done, progress.done);
    study.give(run, Err("it broke".into()));
    study.give(run, Err("it broke twice".into()));
    assert_eq!(study.progress().done, progress.done + 1);
    assert!(study.figure().remark.contains("it broke") || study.next_abroad().is_some());
}

#[test]
fn a_preset_that_no_machine_has_is_said_to_be_unknown() {
    let mut lost = document("saxpy");
    lost.machine.preset = "cray/one".into();
    let pairs = given(&[("setting", "clock_mhz"), ("values", "1")]);
    let all = Machines::of_this_program();
    let machines = Machines { here: Vec::from([all.here[0].clone()]), ..all };
    let mut study = Study::with(machines, "sweep", &lost, &pairs, Limits::default()).unwrap();
    assert!(study.next_abroad().is_none());
    assert!(study.advance(1).complete());
    assert!(study.done()[0].report.as_ref().unwrap_err().contains("cray/one"));
}

/// A kernel whose branches depend on its data, and one of which nothing does: random data move the first one's cycles alone. The first
/// run is the document as it is.
#[test]
fn runs_with_other_data_differ_where_data_decide() {
    let text = |body: &str| {
        alloc::format!(
            "// lanescope: global 256\n// lanescope: arg x [256]\n__kernel void k(__global const int *x, __global int *y) {{ \
             int i = get_global_id(0); int s = x[i]; {body} y[i] = s; }}"
        )
    };
    let teaching = || MachineChoice { preset: "simt/teaching".into(), changes: Vec::new() };
    let study = |body: &str| {
        let document = Document::new(text(body), teaching());
        let pairs = given(&[("presets", "simt/teaching,rvv/textbook"), ("runs", "4")]);
        ended(Study::new("jitter", &document, &pairs, Limits::default()).unwrap(), 1000)
    };
    let spread =
        |study: &Study| study.numbers().into_iter().find(|(name, _)| name == "simt/teaching").unwrap().1;
    let decided = study("for (int k = 0; k < (x[i] & 31); k++) s += k * s;");
    assert_eq!(decided.done().len(), 8);
    assert!(decided.done().iter().all(|run| run.report.is_ok()), "{:?}", decided.done());
    assert!(spread(&decided) > 0.0);
    let alone = Document::new(text("for (int k = 0; k < (x[i] & 31); k++) s += k * s;"), teaching());
    let mut session = Session::open(alone, Limits::default());
    session.start().unwrap();
    let cycles = session.advance(u64::MAX, u64::MAX).frontier;
    assert_eq!(decided.done()[0].report.as_ref().unwrap().cycles, cycles);
    assert!(decided.done()[1..4].iter().any(|run| run.report.as_ref().unwrap().cycles != cycles));
    // Points: one for each machine, and one for each run.
    let figure = decided.figure();
    let (Form::Plot(spreads), Form::Plot(each)) = (&figure.parts[0].form, &figure.parts[1].form) else {
        panic!("two plots")
    };
    assert_eq!(spreads.x.names, ["simt/teaching", "rvv/textbook"]);
    assert_eq!((spreads.series[0].points.len(), each.series.len(), each.series[0].points.len()), (2, 2, 4));
}

#[test]
fn a_setting_of_the_documents_machine_may_be_random() {
    let pairs = [("presets", "simt/teaching"), ("runs", "3"), ("setting", "simd_width")];
    let study = begun("jitter", &pairs).unwrap();
    let values: Vec<usize> = study.plans.iter().map(|plan| plan.machine.changes.len()).collect();
    assert_eq!(values, [0, 1, 1]);
    let wrong = |pairs: &[(&str, &str)]| begun("jitter", pairs).err().unwrap();
    assert!(wrong(&[("setting", "colour")]).contains("no setting `colour`"));
    let range = "(`list settings --machine simt` prints them all)";
    assert!(wrong(&[("setting", "colour")]).ends_with(range));
    assert!(wrong(&[("setting", "policy")]).contains("no number with a range"));
    assert!(wrong(&[("runs", "few")]).contains("`runs` is a whole number"));
    assert!(wrong(&[("runs", "999")]).contains("study_runs"));
}

/// A setting at each of its choices: the numbers are those of that run alone.
#[test]
#[cfg(feature = "harp")]
fn choices_stand_side_by_side() {
    let mut document = document("if_else");
    document.machine = MachineChoice { preset: "harp/harp32".into(), changes: Vec::new() };
    let study = ended(Study::new("choices", &document, &[], Limits::default()).unwrap(), 1000);
    let names: Vec<&str> = study.done().iter().map(|run| run.name.as_str()).collect();
    assert_eq!(names, ["none", "sj", "pred", "static", "profile", "static-profile", "size-aware"]);
    // Lanes disagree, and that is a trap where nothing is done about it.
    let why = study.done()[0].report.as_ref().unwrap_err();
    assert!(why.contains("divergent branch"), "{why}");
    let numbers = study.numbers();
    let own = ended(Study::new("policies", &document, &[], Limits::default()).unwrap(), 1000);
    for policy in &names[1..] {
        let mut alone = document.clone();
        alone.machine.changes.push(("divergence".into(), (*policy).into()));
        let mut session = Session::open(alone, Limits::default());
        session.start().unwrap();
        session.advance(u64::MAX, u64::MAX);
        let report = session.totals().unwrap();
        for measure in ["cycles", "kdic", "ldic", "splits"] {
            let wanted = (format!("{policy}.{measure}"), report.number(measure).unwrap());
            assert!(numbers.contains(&wanted), "{wanted:?} in {numbers:?}");
            assert!(own.numbers().contains(&wanted), "{wanted:?} in {:?}", own.numbers());
        }
    }
    let of = |name: &str| numbers.iter().find(|(known, _)| known == name).unwrap().1;
    assert!(of("sj.splits") > 0.0 && of("pred.splits") <= of("sj.splits"), "{numbers:?}");
    let table = study.figure().parts[1].form.table();
    assert_eq!((table.rows.len(), table.columns.len()), (7, 8));
    let wrong = |setting: &str| {
        Study::new("choices", &document, &given(&[("setting", setting)]), Limits::default()).err().unwrap()
    };
    assert!(wrong("ipdom_entries").contains("is no choice"));
    assert!(wrong("nothing").contains("nothing"));
}

/// What stands under a name.
#[cfg(feature = "harp")]
fn under<'d>(data: &'d [(String, Data)], name: &str) -> &'d Data {
    &data.iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("{name} in {data:?}")).1
}

/// The machine's own study of policies answers by name, and says what is trapped.
#[test]
#[cfg(feature = "harp")]
fn policies_answer_by_name() {
    let mut document = document("if_else");
    document.machine = MachineChoice { preset: "harp/harp32".into(), changes: Vec::new() };
    let study = ended(Study::new("policies", &document, &[], Limits::default()).unwrap(), 1000);
    let answer = study.answer().unwrap().unwrap();
    let Data::Map(policies) = under(&answer, "policies") else { panic!("{answer:?}") };
    let of = |policy: &str, id: &str| {
        let Data::Map(numbers) = under(policies, policy) else { panic!("{policies:?}") };
        under(numbers, id).clone()
    };
    assert!(matches!(of("none", "fault"), Data::Text(trap) if trap.contains("divergent branch")));
    assert_eq!(of("sj", "converted"), Data::Number(0));
    assert!(matches!(of("sj", "candidates"), Data::Number(1..)));
    assert_eq!(of("pred", "candidates"), of("sj", "candidates"));
    // Both sides of the one branch on which lanes disagree are loops, which no guard takes the place of.
    assert_eq!(of("pred", "converted"), Data::Number(0));
    assert!(matches!(of("sj", "divergence_ratio"), Data::Ratio(ratio) if ratio > 0.0 && ratio <= 1.0));
    let Data::List(branches) = under(&answer, "branches") else { panic!("{answer:?}") };
    let Data::Map(first) = &branches[0] else { panic!("{branches:?}") };
    let ids: Vec<&str> = first.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "line",
            "file",
            "of_loop",
            "pc",
            "static",
            "profile",
            "decision",
            "fallback",
            "executed",
            "nonunanimous",
            "cost",
            "measured_cost",
            "no_cost"
        ]
    );
    assert_eq!(under(first, "decision"), &Data::Text("split".into()));
}

/// Why a study has no answer is said in sentences with one full stop each.
#[test]
#[cfg(feature = "harp")]
fn a_run_for_a_profile_that_takes_too_long_is_named() {
    let mut document = document("saxpy");
    document.machine = MachineChoice { preset: "harp/harp32".into(), changes: Vec::new() };
    let limits = Limits { functional_instructions: 100, ..Limits::default() };
    let study = ended(Study::new("policies", &document, &[], limits).unwrap(), 1000);
    let why = study.answer().and_then(Result::err).unwrap_or_default();
    assert!(why.contains("passed limit `functional_instructions` (100). Setting `profile_steps`"), "{why}");
    assert!(why.ends_with("made of.") && !why.contains(".."), "{why}");
}

/// On the page the launch of the profile is a file of the document, with lines as in a header.
#[test]
fn a_launch_may_be_a_file_of_the_document() {
    let source = "// lanescope: machine harp/harp32\n// lanescope: set divergence profile\n// lanescope: global 32\n// lanescope: local 16\n\
                  // lanescope: arg o [32] iota\n__kernel void k(__global int *o) {\n    int i = get_global_id(0), x = o[i];\n    \
                  if (x & 1) o[i] = x * 3; else o[i] = x - 1;\n}\n";
    let file = |name: &str, text: &str| File { name: name.into(), contents: Contents::Text(text.into()) };
    let document = Document {
        files: vec![
            file(
                "zeros.txt",
                "// lanescope: global 32\n// lanescope: local 16\n// lanescope: arg o [32] zeros\n",
            ),
            file("wrong.txt", "// lanescope: global many\n"),
            file("none.txt", "global 32\n"),
        ],
        ..gallery::document_of(source.into())
    };
    let study = |train: &str| {
        ended(
            Study::new("policies", &document, &given(&[("train", train)]), Limits::default()).unwrap(),
            1 << 20,
        )
    };
    let guards = |train: &str| {
        let numbers = study(train).numbers();
        numbers.iter().find(|(name, _)| name == "profile.converted").map(|(_, number)| *number)
    };
    // Numbers part lanes; where all are 0 they agree, and the branch stays split.
    assert_eq!((guards(""), guards("zeros.txt")), (Some(1.0), Some(0.0)));
    let why = |train: &str| study(train).answer().and_then(Result::err).unwrap_or_default();
    assert_eq!(why("no.txt"), "train: the document has no file `no.txt` of text");
    assert!(why("none.txt").starts_with("train: none.txt says no launch"), "{}", why("none.txt"));
    assert!(why("wrong.txt").starts_with("train: wrong.txt: "), "{}", why("wrong.txt"));
}

/// The runs of a machine's own study are made as any others: each is counted, and has the document's limits.
#[test]
#[cfg(feature = "sim_d")]
fn runs_of_a_machines_own_study_are_jobs() {
    let document = |body: &str| {
        let text = alloc::format!(
            "// lanescope: global 1024\n// lanescope: arg o [1024]\n__kernel void k(__global int *o) {{ {body} }}"
        );
        Document::new(text, MachineChoice { preset: "sim_d/author".into(), changes: Vec::new() })
    };
    let square = document("int i = get_global_id(0); o[i] = i * i;");
    let pairs = given(&[("warp_lanes", ""), ("decoder", "one-stage,three-stage"), ("execute_stages", "3,5")]);
    let design = |limits: Limits| Study::new("design", &square, &pairs, limits).unwrap();
    let mut study = design(Limits::default());
    let before = study.progress();
    assert!((before.done, before.all, before.steps) == (0, 1, true) && !study.rests());
    // It begins; then it has four runs, and no step of its own.
    assert_eq!(
        study.advance(1),
        Progress { done: 0, all: 4, now: Some(("one-stage 3".into(), 0)), steps: false }
    );
    assert_eq!(study.answer(), None);
    assert!(study.figure().remark.starts_with("4 of 4 runs"));
    let study = ended(study, 1000);
    assert!(study.rests() && study.progress() == Progress { done: 4, all: 4, now: None, steps: false });
    assert_eq!(study.figure().remark, "");
    assert_eq!(study.numbers().len(), 5, "each run, and the least");
    // A run that cannot be made says why, and the others are made.
    let study = ended(design(Limits { cycles: 10, ..Limits::default() }), 1000);
    let why = study.done()[3].report.as_ref().unwrap_err();
    assert!(why.contains("cycles") && study.answer().unwrap().is_ok(), "{why}");
    // A study that is of one run ends where that does.
    let stray = document("o[get_global_id(0) + 4096] = 1;");
    let study = ended(Study::new("trimming", &stray, &[], Limits::default()).unwrap(), 1000);
    let why = study.answer().unwrap().unwrap_err();
    assert!(
        study.rests() && study.figure().remark == why && study.done()[0].report == Err(why.clone()),
        "{why}"
    );
}

use super::*;
use crate::gallery;

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
    assert!(wrong("nothing", &[]).contains("there are sweep, presets, compare"));
    assert!(
        wrong("sweep", &[("colour", "red")]).contains("takes no `colour`; it takes setting, values, measure")
    );
    assert!(wrong("sweep", &[]).contains("give setting=ID"));
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

fn quantity(n: u64) -> String {
    crate::figure::number::grouped(n)
}

//! Programs of harpbench (HARP 8.3) in the machine's own assembly, with timing and without, on machines of several sizes: what they print is
//! worked out here anew from the numbers that stand in their texts.

use lanescope_core::session::{self, Session, vocabulary::*};
use lanescope_tests::runs;

/// ArchIDs with at least the lanes and warps that the programs start.
const ARCHS: [&str; 4] = ["4w8/8/16/16", "8w32/32/16/16", "4b8/8/16/4", "8b16/8/32/8"];

/// Cycles in which they end.
const CYCLES: u64 = 20_000;

/// A program of the gallery.
struct Program(String);

impl Program {
    fn new(name: &str) -> Program {
        let items = session::programs();
        Program(items.iter().find(|item| item.name == name).expect(name).source.clone())
    }

    /// The numbers of the row that a label names.
    fn row(&self, label: &str) -> Vec<i64> {
        let of = |line: &str| {
            let row = line.strip_prefix(label)?.strip_prefix(':')?.trim_start().strip_prefix(".word ")?;
            Some(row.split(' ').map(|number| number.parse().expect("a number")).collect())
        };
        self.0.lines().find_map(of).expect(label)
    }

    /// Both runs on every machine print a line; how many splits there were with timing on the first, and how many of them put lanes away.
    fn prints(&self, expected: &str) -> [u64; 2] {
        let counts = ARCHS.map(|arch| {
            let mut document = runs::document(&self.0, "harp/harp32");
            document.language = Language::Assembly;
            document.machine.changes.push(("archid".into(), arch.into()));
            let mut session = Session::open(document, Limits::default());
            let ran = session.functional(&mut |_| true).expect("a run").expect("its end");
            assert!(ran.halt.is_none(), "{arch}: {:?}", ran.halt);
            assert_eq!(line(&session), expected, "{arch} without timing");
            session.start().expect(arch);
            session.advance(CYCLES, CYCLES);
            let status = session.status();
            assert!(status.complete && status.halt.is_none(), "{arch}: {status:?}");
            assert_eq!(line(&session), expected, "{arch} with timing");
            let report = session.report().expect("a report");
            ["splits", "divergent_splits"]
                .map(|id| report.counters.iter().find(|one| one.id == id).expect(id).value)
        });
        counts[0]
    }
}

/// What was printed, without the end of its line.
fn line(session: &Session) -> String {
    let text = String::from_utf8(session.console().expect("a console").to_vec()).expect("text");
    text.strip_suffix('\n').expect("a whole line").into()
}

/// Each number as two digits.
fn digits(numbers: impl IntoIterator<Item = i64>) -> String {
    numbers.into_iter().map(|number| format!("{number:02x}")).collect()
}

/// 40 elements in turns of 16: all lanes, all lanes, and half of them.
#[test]
fn a_sum_of_vectors_parts_lanes_at_its_end_alone() {
    let program = Program::new("harp_vecsum");
    let (left, right) = (program.row("left"), program.row("right"));
    assert_eq!((left.len(), right.len()), (40, 40));
    let sums = left.iter().zip(&right).map(|(left, right)| left + right);
    assert_eq!(program.prints(&digits(sums)), [3, 1]);
}

/// Each of four warps has four turns, in each of which some lanes add and some do not.
#[test]
fn sums_of_warps_part_lanes_in_each_turn() {
    let program = Program::new("harp_psum");
    let values = program.row("values");
    assert_eq!(values.len(), 56);
    let sums: Vec<i64> = values.chunks(16).map(|row| row.iter().sum()).collect();
    let all = sums.iter().sum();
    assert_eq!(program.prints(&digits(sums.into_iter().chain([all]))), [16, 16]);
}

/// Lanes whose keys are equal go the same way, so that only the warps that have others part lanes.
#[test]
fn searches_part_lanes_whose_keys_differ() {
    let program = Program::new("harp_binsearch");
    let (list, keys) = (program.row("list"), program.row("keys"));
    assert!(list.is_sorted() && keys.len() == 48);
    let kinds: Vec<usize> = keys.chunks(16).map(different).collect();
    assert!(kinds[0] == 1 && kinds[1] == 3 && kinds[2] > 12, "{kinds:?}");
    let letter =
        |key: &i64| list.iter().position(|one| one == key).map_or('-', |at| char::from(b'a' + at as u8));
    let [splits, parted] = program.prints(&keys.iter().map(letter).collect::<String>());
    assert!(0 < parted && parted < splits, "{parted} of {splits}");
}

/// How many numbers of a row are different.
fn different(row: &[i64]) -> usize {
    row.iter().collect::<std::collections::BTreeSet<_>>().len()
}

/// Guards alone: nothing is split.
#[test]
fn tables_are_filled_and_asked_under_guards() {
    let program = Program::new("harp_hashtable");
    let [put, asked] = [["keys", "key1", "key2"], ["wanted", "want1", "want2"]]
        .map(|labels| labels.map(|label| program.row(label)));
    let kinds: Vec<usize> = put[0].chunks(16).map(different).collect();
    assert!(kinds[0] == 1 && kinds[1] == 3 && kinds[2] > 10, "{kinds:?}");
    let hits =
        |lane: usize| asked.iter().filter(|row| put.iter().any(|keys| keys[lane] == row[lane])).count();
    let line: String = (0..48).map(|lane| char::from(b'0' + hits(lane) as u8)).collect();
    assert_eq!(program.prints(&line), [0, 0]);
}

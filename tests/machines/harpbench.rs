//! The kernels of the gallery that harpbench names (HARP 8.3), on the first preset of each machine, against what each computes, worked out
//! here anew from the buffers before the run. (Its breadth-first search is the gallery's `bfs_level`.)

use std::collections::BTreeMap;

use lanescope_core::session::{self, Session, vocabulary::*};
use lanescope_tests::runs;

/// The integers of all buffers, by their names.
type Buffers = BTreeMap<String, Vec<i32>>;

/// What the buffers hold now.
fn buffers(session: &Session, names: &[String]) -> Buffers {
    let ints = |name: &String| {
        let bytes = session.dump(name).expect("a buffer");
        bytes.chunks_exact(4).map(|word| i32::from_le_bytes(word.try_into().unwrap())).collect()
    };
    names.iter().map(|name| (name.clone(), ints(name))).collect()
}

/// Runs a kernel on the first preset of each machine that takes it; of `out` must be left what is expected of the buffers before.
fn leaves(kernel: &str, out: &str, expected: impl Fn(&Buffers) -> Vec<i32>) {
    let items = session::gallery();
    let source = &items.iter().find(|item| item.name == kernel).expect(kernel).source;
    let mut took = 0;
    for preset in runs::presets().iter().filter(|preset| runs::is_first(preset)) {
        if runs::is_refused(kernel, preset) {
            continue;
        }
        let mut session = Session::open(runs::document(source, preset), Limits::default());
        session.start().unwrap_or_else(|found| panic!("{kernel} {preset}: {found:?}"));
        let names = session.buffers().expect("a launch");
        let before = buffers(&session, &names);
        let ran = session.functional(&mut |_| true).expect("a run").expect("its end");
        assert!(ran.halt.is_none(), "{kernel} {preset}: {:?}", ran.halt);
        assert_eq!(buffers(&session, &names)[out], expected(&before), "{kernel} {preset}");
        took += 1;
    }
    assert!(took >= 4, "{kernel} runs on {took} machines");
}

/// Sums of each group of 16, of values that are worked out before.
fn running(values: impl Iterator<Item = i32>) -> Vec<i32> {
    let values: Vec<i32> = values.collect();
    let sum = |at: usize| values[at / 16 * 16..=at].iter().sum();
    (0..values.len()).map(sum).collect()
}

#[test]
fn sums_of_vectors_and_of_groups() {
    leaves("vecsum", "c", |old| {
        (0..64).map(|at| if at < 40 { old["a"][at] + old["b"][at] } else { 0 }).collect()
    });
    leaves("psum", "sums", |old| {
        old["a"]
            .chunks(16)
            .scan(0, |at, group| {
                let sum = group
                    .iter()
                    .enumerate()
                    .filter(|(lane, _)| *at + lane < 50)
                    .map(|(_, value)| value)
                    .sum();
                *at += 16;
                Some(sum)
            })
            .collect()
    });
    leaves("scan", "out", |old| {
        let value = |(value, flag): (&i32, &i32)| match (*flag > 0, *value < 0) {
            (false, _) => 0,
            (true, true) => -2 * value,
            (true, false) => *value,
        };
        running(old["a"].iter().zip(&old["flags"]).map(value))
    });
    leaves("scan_par", "out", |old| {
        let changed = |value: &i32| match (*value).min(100) {
            odd if odd % 2 == 1 => 3 * odd + 1,
            even => even,
        };
        let sums = running(old["a"].iter().map(changed));
        (0..).zip(sums).map(|(at, sum)| sum + at / 16).collect()
    });
}

#[test]
fn keys_are_found_where_they_are() {
    leaves("binsearch", "found", |old| {
        let at = |key: &i32| old["list"].iter().position(|one| one == key).map_or(-1, |at| at as i32);
        old["keys"].iter().map(at).collect()
    });
    leaves("hashtable", "hits", |old| {
        let hits =
            |(keys, wanted): (&[i32], &[i32])| wanted.iter().filter(|key| keys.contains(key)).count() as i32;
        old["keys"].chunks(4).zip(old["wanted"].chunks(4)).map(hits).collect()
    });
}

#[test]
fn lists_are_sorted_and_shuffled() {
    for sort in ["bubble_sort", "quick_sort"] {
        leaves(sort, "a", |old| {
            let mut sorted = old["a"].clone();
            assert!(!sorted.is_sorted(), "there is something to sort");
            sorted.sort_unstable();
            sorted
        });
    }
    leaves("shuffle", "a", |old| {
        let mut list = old["a"].clone();
        let mut seed: u64 = 12345;
        for last in (1..list.len()).rev() {
            seed = (seed * 1_664_525 + 1_013_904_223) % (1 << 32);
            list.swap(last, (seed / 256) as usize % (last + 1));
        }
        list
    });
}

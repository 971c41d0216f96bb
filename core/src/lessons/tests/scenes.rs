//! What lessons open at, and where their questions are shown: at what the words beside it say.

use super::*;
use crate::{session::Snapshot, trace::Cause};

/// What a unit of a document's run holds at a cycle.
fn seen(document: &Document, cycle: u64, unit: u32) -> Snapshot {
    let mut session = Session::open(document.clone(), Limits::default());
    session.start().unwrap();
    session.advance(u64::MAX, 10_000_000);
    while session.seek(cycle, u64::MAX).cycle != cycle {}
    session.snapshot(unit).unwrap()
}

/// As a lesson opens, with its first unit.
fn opened(name: &str) -> Snapshot {
    let document = lesson(name).unwrap().document;
    seen(&document, document.cycle, 0)
}

/// Where a question of a lesson is shown, by its place; `built` are settings that are changed for it.
fn shown(name: &str, at: usize, built: &[(&str, &str)]) -> Snapshot {
    let lesson = lesson(name).unwrap();
    let question = &lesson.questions[at];
    let mut document = match &question.task {
        Task::Tell { document, .. } => (**document).clone(),
        Task::Build { .. } => lesson.document.clone(),
    };
    let changes = built.iter().map(|(id, value)| (String::from(*id), String::from(*value)));
    document.machine.changes.extend(changes);
    let scene = question.show.clone().unwrap();
    seen(&document, scene.cycle.unwrap(), scene.unit.unwrap_or(0))
}

/// Memory segments of the access that is shown, and whether it writes.
fn segments(seen: &Snapshot) -> (usize, bool) {
    let access = seen.access.as_ref().unwrap();
    (access.segments.len(), access.write)
}

fn passes(seen: &Snapshot) -> usize {
    seen.access.as_ref().unwrap().passes.len()
}

/// A study has no one run.
#[test]
fn every_run_that_answers_is_shown_at_a_cycle() {
    for lesson in lessons() {
        for (at, question) in lesson.questions.iter().enumerate() {
            let studied = matches!(question.task, Task::Tell { study: Some(_), .. });
            let cycle = question.show.as_ref().and_then(|scene| scene.cycle);
            assert!(studied || cycle.is_some(), "{} {}", lesson.name, at + 1);
        }
    }
}

#[test]
fn splits_are_shown_where_lanes_wait() {
    let stack = |seen: Snapshot, unit: usize| seen.units[unit].stack.len();
    assert_eq!(stack(opened("split-and-join"), 0), 2);
    assert_eq!([0, 1].map(|question| stack(shown("split-and-join", question, &[]), 0)), [2, 2]);
    assert_eq!(stack(opened("lanes-leave"), 0), 2);
    assert_eq!([0, 1].map(|question| stack(shown("lanes-leave", question, &[]), 0)), [1, 0]);
    assert_eq!(stack(shown("guards", 0, &[]), 1), 2);
    assert_eq!(stack(shown("guards", 2, &[("divergence", "pred")]), 1), 0);
    assert_eq!(stack(opened("profile-static"), 1), 2);
    assert_eq!(stack(shown("profile-static", 0, &[]), 1), 2);
    assert_eq!(stack(shown("profile-static", 3, &[("divergence", "profile")]), 1), 0);
}

#[test]
fn accesses_are_those_that_the_words_speak_of() {
    // Eight lanes 32 bytes apart, and a column whose words are 64 bytes apart; blocks of 128 bytes hold four of the former.
    assert_eq!(segments(&opened("coalescing")), (8, false));
    assert_eq!(segments(&shown("coalescing", 0, &[])), (8, false));
    assert_eq!(segments(&shown("coalescing", 1, &[])), (8, true));
    assert_eq!(segments(&shown("coalescing", 2, &[("line_bytes", "128")])), (8 * 32 / 128, false));
    // Two rows of four words in matrices whose rows are a block long.
    assert_eq!(segments(&opened("caches")), (2, false));
    for (at, built) in [&[][..], &[], &[("l1_kb", "0")]].into_iter().enumerate() {
        assert_eq!(segments(&shown("caches", at, built)), (2, false));
    }
    // Words 0 and 8 of 8 banks, 0 and 16 of 16; with 32 banks none meet.
    assert_eq!(passes(&opened("bank-conflicts")), 2);
    assert_eq!([passes(&shown("bank-conflicts", 0, &[])), passes(&shown("bank-conflicts", 1, &[]))], [2, 2]);
    assert_eq!(passes(&shown("bank-conflicts", 2, &[("shared_banks", "32")])), 1);
    // Lanes that hit the same word.
    let mut words: Vec<u64> =
        opened("atomics-barriers").access.unwrap().addresses.iter().map(|lane| lane.1).collect();
    words.sort_unstable();
    assert!(words.windows(2).any(|pair| pair[0] == pair[1]), "{words:?}");
    // Eight neighbouring bins, in global memory.
    assert_eq!(segments(&shown("atomics-barriers", 1, &[])), (1, true));
    assert_eq!(segments(&shown("warps-and-vectors", 0, &[])), (8, false));
}

#[test]
fn stacks_and_waits_are_those_that_the_words_speak_of() {
    let entries = |seen: Snapshot, unit: usize| seen.units[unit].stack.len();
    // One waits, and there is one for each side.
    assert_eq!(entries(opened("divergence"), 0), 1 + 2);
    assert_eq!(entries(shown("divergence", 0, &[]), 0), 1 + 2);
    assert_eq!(entries(shown("divergence", 2, &[("warp_size", "1"), ("warps_per_core", "16")]), 0), 1);
    assert_eq!(entries(shown("nested-divergence", 0, &[]), 1), 1 + 1 + 2);
    assert_eq!(entries(shown("nested-divergence", 1, &[]), 0), 1 + 2);
    let waiting = |seen: Snapshot| seen.units.iter().filter(|unit| unit.cause == Cause::MEMORY).count();
    assert_eq!(waiting(opened("warps")), 2);
    assert_eq!(waiting(shown("warps", 2, &[("warps_per_core", "4")])), 4);
    // Of the last warp four work-items are beyond the end.
    assert_eq!(shown("warps", 1, &[]).units[1].active.iter().count(), 8 - 4);
}

//! The lessons of the laboratory: every file is one, and every answer is the one that its text leads to.

extern crate std;

use alloc::format;

mod scenes;

use super::*;
use crate::{
    document::Limits,
    session::{Session, studies::Study},
};

/// The numbers of a document's whole run, and the digest of the memory that it leaves.
fn run(name: &str, document: &Document) -> (Report, u64) {
    let mut session = Session::open(document.clone(), Limits::default());
    assert!(session.start().is_ok(), "{name}: {:?}", session.compiled().diagnostics);
    let status = session.advance(u64::MAX, 10_000_000);
    assert!(status.complete && status.halt.is_none(), "{name}: {status:?}");
    session.totals().zip(session.memory_digest()).unwrap()
}

fn answer(name: &str) -> f64 {
    answers(&lesson(name).unwrap())[0].expect("its first question asks for a number")
}

/// The answers of a lesson's questions in order; nothing for what is to be built.
fn answers(lesson: &Lesson) -> Vec<Option<f64>> {
    lesson.questions.iter().map(|question| answer_of(&lesson.name, question)).collect()
}

fn answer_of(name: &str, question: &Question) -> Option<f64> {
    let Task::Tell { document, study, .. } = &question.task else { return None };
    let found = match study {
        Some(asked) => {
            let mut study = Study::new(&asked.id, document, &asked.inputs, Limits::default()).unwrap();
            while !study.advance(u64::MAX).complete() {}
            question.answer_of(&study.numbers())
        }
        None => question.answer(&run(name, document).0),
    };
    Some(found.unwrap_or_else(|| panic!("{name}: no {}", question.number)))
}

#[test]
fn no_file_has_a_mistake() {
    for (name, text) in LESSONS {
        let lesson = read::lesson(name, text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(lesson.text.len() >= 3, "{name}");
    }
    let order = include_str!("../../lessons/order.txt");
    order.lines().for_each(|line| assert!(LESSONS.iter().any(|(name, _)| *name == line), "{line}"));
}

/// Those on the GPU and those that compare machines have at least three questions, of which one builds.
#[test]
fn lessons_on_the_gpu_ask_and_build() {
    let on_gpu: Vec<Lesson> =
        lessons().into_iter().filter(|lesson| lesson.document.machine.preset.starts_with("simt/")).collect();
    assert!(on_gpu.len() >= 10, "eight on the GPU and two that compare");
    for lesson in on_gpu {
        let builds = |question: &&Question| matches!(question.task, Task::Build { .. });
        assert!(lesson.questions.len() >= 3, "{}", lesson.name);
        assert!(lesson.questions.iter().any(|question| builds(&question)), "{}", lesson.name);
    }
}

/// A scene names views of the machine that it is about, and a cycle and a line that are there.
#[test]
fn scenes_lead_to_what_is_there() {
    let at = |name: &str, document: &Document, scene: &Scene| {
        let mut session = Session::open(document.clone(), Limits::default());
        assert!(session.start().is_ok(), "{name}");
        let status = session.advance(u64::MAX, 10_000_000);
        assert!(scene.cycle.is_none_or(|cycle| cycle < status.frontier), "{name}: {scene:?}");
        assert!(scene.line.is_none_or(|line| line as usize <= document.source.lines().count()), "{name}");
        let known = session.panels();
        for id in scene.panels.split_whitespace() {
            assert!(known.iter().any(|panel| panel.id == id), "{name}: no view {id}");
        }
    };
    for lesson in lessons() {
        for part in &lesson.text {
            if let Part::Show(scene) = part {
                at(&lesson.name, &lesson.document, scene);
            }
        }
        for question in &lesson.questions {
            match (&question.task, &question.show) {
                (Task::Tell { document, .. }, Some(scene)) => at(&lesson.name, document, scene),
                (Task::Build { .. }, Some(scene)) => at(&lesson.name, &lesson.document, scene),
                (_, None) => {}
            }
        }
    }
}

#[test]
fn every_document_runs_and_every_question_has_an_answer() {
    for lesson in lessons() {
        run(&lesson.name, &lesson.document);
        for answer in answers(&lesson).into_iter().flatten() {
            assert!(answer > 0.0, "{}", lesson.name);
        }
    }
}

/// What the lessons say themselves, worked out by hand.
#[test]
fn answers_are_those_that_the_texts_lead_to() {
    // 100 elements in strips of 8 x 128 / 64 = 16.
    assert_eq!(answer("strip-mining"), 7.0);
    // Three convoys; 8 groups for each of three full strips, 1 for the last 4 elements.
    assert_eq!(answer("lanes"), 3.0 * (8.0 + 8.0 + 8.0 + 1.0));
    // Two loads, a comparison and a store of 64 elements, and a subtraction of 32.
    assert_eq!(answer("masks"), 4.0 * 64.0 + 32.0);
    // Each eighth bank is visited: the smallest power of two with 6 of them, for 6 cycles of busy time.
    assert_eq!(answer("enough-banks"), 64.0);
    // k, a, m and c.
    assert_eq!(answer("gather-scatter"), 4.0 * 64.0);
    // Two banks, each busy for 6 cycles: a pair of elements takes 6 instead of 2, for 32 pairs, twice.
    let stalls = answer("banks");
    assert!((stalls - 2.0 * 32.0 * 4.0).abs() <= 0.1 * stalls, "{stalls}");
    // Three strips of 32 and one of 4: a load, a product behind which the second load hides, a sum and a store, each with its start-up.
    let chained = answer("chaining");
    let by_hand = 3.0 * (44.0 + 39.0 + 38.0 + 44.0) + (16.0 + 11.0 + 10.0 + 16.0);
    assert!((chained - by_hand).abs() <= 0.05 * chained, "{chained}");
    // A splat, and 25 turns of two loads, a product, a sum and a store for four of 102 elements each.
    assert_eq!(answer("packed-width"), 1.0 + 25.0 * 5.0);
    // A splat for each copy of the kernel, a full strip of 28 elements in groups of 16, and a strip with its mask.
    assert_eq!(answer("packed-remainders"), 2.0 + 5.0 + (1.0 + 5.0));
    // All elements of both arrays, whatever the condition.
    assert_eq!(answer("packed-branches"), 2.0 * 16.0);
    // 100 elements in strips of 8 x 512 / 64: twice two loads, a product, a sum and a store.
    assert_eq!(answer("packed-growth"), 2.0 * 5.0);
}

/// The same of the machine for hard real time.
#[test]
fn answers_about_phases_are_those_that_the_texts_lead_to() {
    // Eight groups, each with two reads and a write, one behind the other.
    assert_eq!(answer("phases"), 87.0 + 8.0 * (2.0 * 318.0 + 350.0));
    // Three requests of eight groups, each in one row of one bank.
    assert_eq!(answer("closed-page"), 3.0 * 8.0);
    // Eight tiles of 66 x 18 words, and 256 x 32 results.
    assert_eq!(answer("tile-requests"), 4.0 * (8.0 * 66.0 * 18.0 + 256.0 * 32.0));
    // 1,024 indexes in bursts of 16, a table of 256 words, and a burst for each index.
    assert_eq!(answer("indexed-transfers"), 64.0 + 16.0 + 1024.0);
    let within = |name: &str, worked_out: f64| {
        let (answer, room) = (answer(name), within_of(name) / 100.0);
        assert!((worked_out - answer).abs() <= room * answer, "{name}: {worked_out} and {answer}");
        worked_out - answer
    };
    within("slot-policies", 4.0 * (2.0 * 261.0 + 10.0 * 22.0 + 2.0 * 219.0));
    // Upload, the first computation, four reads and two writes of 65 bursts (simd 9.7).
    let over = within("worst-case", 49.0 + 6.0 + 4.0 * 205.0 + 2.0 * 225.0);
    assert!(over >= 0.0, "a bound holds");
}

/// The same of split, join and guards.
#[test]
fn answers_about_splits_are_those_that_the_texts_lead_to() {
    // How often lane n halves n + 1, or takes three times it and one more, until it is 1.
    let steps = |lane: u64| {
        let next = |number: &u64| Some(if number.is_multiple_of(2) { number / 2 } else { 3 * number + 1 });
        core::iter::successors(Some(lane + 1), next).take_while(|number| *number != 1).count() as f64
    };
    let slowest = (0..16).map(steps).fold(0.0, f64::max);
    // Lane 0 is done at once, and the slowest lane behind that many turns; a last one finds that all are.
    assert_eq!(all_answers("split-and-join"), [Some(2.0), Some(slowest)]);
    // In each turn 16 lanes load a word, and at the end one lane loads 16 counts.
    assert_eq!(all_answers("lanes-leave"), [Some(slowest + 1.0), Some(16.0 * (slowest + 1.0) + 16.0)]);
    let guards = lesson("guards").unwrap();
    let mut built = guards.document.clone();
    built.machine.changes.push(("divergence".into(), "pred".into()));
    let under_guards = guards.questions[2].answer(&run("guards", &built).0).unwrap();
    // Split, branch and join of a warp that agrees; a split, two branches and two joins of one that does not.
    let told = all_answers("guards");
    assert_eq!((told[0], told[2]), (Some(2.0), None));
    let (split, by_hand) = (told[1].unwrap(), under_guards + 3.0 + 5.0);
    assert!((split - by_hand).abs() <= 0.01 * split, "{split} and {by_hand}");
    // 32 x 16 points in warps of 16 lanes, all of which part: five instructions less for each under guards (HARP 4.14: T + 5 and T).
    let warps = 32.0 * 16.0 / 16.0;
    let split = run("profile-static", &lesson("profile-static").unwrap().document).0.number("kdic").unwrap();
    let wanted = [Some(warps), Some(split), Some(split - 5.0 * warps), None];
    assert_eq!(all_answers("profile-static"), wanted);
    assert_eq!(split, 6930.0, "what the text says");
}

/// Each question of a lesson that asks for a number, in order; nothing for what is built.
fn all_answers(name: &str) -> Vec<Option<f64>> {
    answers(&lesson(name).unwrap())
}

/// The lessons on the GPU: warps of 8 lanes, blocks of 32 bytes, 8 banks.
#[test]
fn answers_about_warps_are_those_that_the_texts_lead_to() {
    // Four warps with two loads and a store; each issues the whole program, without a loop, for eight lanes.
    let program = listed("warps");
    assert_eq!(all_answers("warps"), [Some(4.0 * 3.0), Some(4.0 * program * 8.0), None]);
    // An entry waits, one is the other side, and the one that runs gives place to two; two lanes part once.
    assert_eq!(all_answers("nested-divergence"), [Some(1.0 + 1.0 + 2.0), Some(1.0 + 2.0), None]);
    // Four warp slots hold two groups of two warps; 16 would hold eight, but there are four group slots.
    let fits = [4 / 2, 4, 4096 / (4 * 5 * 4)].into_iter().min().map(f64::from);
    assert_eq!(all_answers("occupancy"), [fits, Some(100.0 * (4.0 * 2.0) / 16.0), None]);
    // Four warps that split once; an entry that waits and one for each side.
    assert_eq!(all_answers("divergence"), [Some(4.0), Some(1.0 + 2.0), None]);
    // Lanes that are 32 bytes apart touch a block each; so do those of a column of 64 bytes.
    assert_eq!(all_answers("coalescing"), [Some(4.0 * (8.0 + 1.0)), Some(32.0 * (1.0 + 8.0)), None]);
    assert_eq!(all_answers("bank-conflicts"), [Some(more_passes(8)), Some(more_passes(16)), None]);
    assert_eq!(more_passes(32), 0.0);
    // Groups, warps, steps, matrices and blocks of a load; each row of both matrices comes once.
    assert_eq!(all_answers("caches"), [Some(4.0 * 2.0 * 2.0 * 2.0 * 2.0), Some(8.0 + 8.0), None]);
    // Four warps at two barriers; two groups add 16 bins each.
    assert_eq!(all_answers("atomics-barriers"), [Some(4.0 * 2.0), Some(2.0 * 16.0), None]);
}

/// The lessons that compare machines.
#[test]
fn answers_about_two_machines_are_those_that_the_texts_lead_to() {
    // Four warps with a load and a store; two groups that take one turn of a loop with three `vsetvli`.
    assert_eq!(all_answers("warps-and-vectors"), [Some(4.0 * 2.0), Some(2.0 * 3.0), None]);
    // 16 work-items in a warp of 32; four strips of three convoys, each as wide as the lanes.
    assert_eq!(all_answers("wider"), [Some(100.0 * 16.0 / 32.0), Some(4.0 * 3.0), None]);
}

/// Instructions in the listing of a lesson's document.
fn listed(name: &str) -> f64 {
    let (report, _) = run(name, &lesson(name).unwrap().document);
    report.number("text_instructions").unwrap()
}

/// Passes beyond the first of all accesses to tiles of 4 by 5 words: each of 16 groups has two warps with two rows each.
fn more_passes(banks: usize) -> f64 {
    let passes = |word: &dyn Fn(usize, usize) -> usize, first: usize| {
        let mut wanted = std::vec![0; banks];
        for (ty, tx) in (first..first + 2).flat_map(|ty| (0..4).map(move |tx| (ty, tx))) {
            wanted[word(ty, tx) % banks] += 1;
        }
        wanted.into_iter().max().unwrap_or(1) - 1
    };
    let of_warp = |first| passes(&|ty, tx| 5 * ty + tx, first) + passes(&|ty, tx| 5 * tx + ty, first);
    f64::from(16 * (of_warp(0) + of_warp(2)))
}

/// What a lesson asks to build can be built, and leaves the memory that the lesson's document leaves.
#[test]
fn what_the_texts_tell_to_build_is_right() {
    let built = |name: &str, change: &dyn Fn(&mut Document)| {
        let lesson = lesson(name).unwrap();
        let question =
            lesson.questions.iter().find(|question| matches!(question.task, Task::Build { .. })).unwrap();
        let judged = |document: &Document| {
            let ((_, expected), (report, memory)) = (run(name, &lesson.document), run(name, document));
            let number = question.answer(&report).unwrap_or(0.0);
            question.task.judge_built(&lesson.document, document, number, memory == expected)
        };
        let mut document = lesson.document.clone();
        assert_ne!(judged(&document), Verdict::Right, "{name}: there is something to do");
        change(&mut document);
        assert_eq!(judged(&document), Verdict::Right, "{name}");
    };
    let set = |id: &'static str, value: &'static str| {
        move |document: &mut Document| document.machine.changes.push((id.into(), value.into()))
    };
    let local = |size: u32| {
        move |document: &mut Document| {
            document.source = document.source.replace("local 16", &format!("local {size}"));
            document.launch = None;
        }
    };
    built("warps", &set("warps_per_core", "4"));
    built("nested-divergence", &set("push_order", "majority-first"));
    built("occupancy", &|document| {
        set("warps_per_core", "12")(document);
        set("groups_per_core", "6")(document);
    });
    built("warps-and-vectors", &set("warp_size", "16"));
    built("wider", &set("warp_size", "16"));
    built("wider", &local(32));
    built("divergence", &|document| {
        set("warp_size", "1")(document);
        set("warps_per_core", "16")(document);
    });
    built("coalescing", &set("line_bytes", "128"));
    built("bank-conflicts", &set("shared_banks", "32"));
    built("caches", &set("l1_kb", "0"));
    built("caches", &set("l1_global", "none"));
    built("atomics-barriers", &local(32));
    built("guards", &set("divergence", "pred"));
    built("profile-static", &set("divergence", "profile"));
}

fn within_of(name: &str) -> f64 {
    match lesson(name).unwrap().questions[0].task {
        Task::Tell { within, .. } => within,
        Task::Build { .. } => panic!("{name} builds"),
    }
}

#[test]
fn what_is_built_is_judged_at_its_edges() {
    let task = Task::Build { least: Some(3.0), most: Some(5.0), may: Vec::new(), keep: Vec::new() };
    let document = lesson("warps").unwrap().document;
    let judged = |number| task.judge_built(&document, &document, number, true);
    assert_eq!(
        [2.9, 3.0, 5.0, 5.1].map(judged),
        [Verdict::Low, Verdict::Right, Verdict::Right, Verdict::High]
    );
    assert_eq!(task.judge_built(&document, &document, 4.0, false), Verdict::Changed);
}

/// Another machine has not the counter at all, and would reach each `most`.
#[test]
fn what_is_built_is_built_on_the_lessons_machine() {
    for lesson in lessons() {
        let machine = |preset: &str, changes: &[(&str, &str)]| {
            let changes =
                changes.iter().map(|(id, value)| (String::from(*id), String::from(*value))).collect();
            Document { machine: MachineChoice { preset: preset.into(), changes }, ..lesson.document.clone() }
        };
        for question in &lesson.questions {
            let Task::Build { least, most, may, keep } = &question.task else { continue };
            let number = most.or(*least).unwrap();
            let judge = |built: &Document| question.task.judge_built(&lesson.document, built, number, true);
            let own = lesson.document.machine.preset.split('/').next().unwrap();
            for other in ["simt/fermi", "rvv/textbook", "packed/avx2", "sim_d/thesis"] {
                let same = other.starts_with(own);
                assert_eq!(
                    judge(&machine(other, &[])) == Verdict::Elsewhere,
                    !same || !may.is_empty() || keep.contains(&Kept::Machine),
                    "{other}"
                );
            }
            assert_eq!(judge(&lesson.document), Verdict::Right);
            let another_text =
                Document { source: lesson.document.source.clone() + "/* */\n", ..lesson.document.clone() };
            assert_eq!(judge(&another_text) == Verdict::Elsewhere, keep.contains(&Kept::Text));
        }
    }
    let lesson = lesson("warps").unwrap();
    let build = lesson.questions.iter().find(|question| matches!(question.task, Task::Build { .. })).unwrap();
    let judge = |changes: &[(&str, &str)]| {
        let mut built = lesson.document.clone();
        built
            .machine
            .changes
            .extend(changes.iter().map(|(id, value)| (String::from(*id), String::from(*value))));
        build.task.judge_built(&lesson.document, &built, 100.0, true)
    };
    assert_eq!(judge(&[("warps_per_core", "4")]), Verdict::Right);
    assert_eq!(judge(&[("warp_size", "16")]), Verdict::Elsewhere, "wider warps hide no latency");
}

#[test]
fn answers_are_judged_by_their_distance() {
    let task = |within| {
        let document = Box::new(lesson("strip-mining").unwrap().document);
        Task::Tell { document, study: None, within, above: false }
    };
    let (exact, near) = (task(0.0), task(5.0));
    let judge = |task: &Task, typed| task.judge(200.0, typed);
    let Task::Tell { document, study, within, .. } = near.clone() else { return };
    let bound = Task::Tell { document, study, within, above: true };
    assert_eq!(["199", "200", "210", "211"].map(|typed| judge(&bound, typed)), {
        [Verdict::Low, Verdict::Right, Verdict::Right, Verdict::High]
    });
    assert_eq!(judge(&exact, " 200 "), Verdict::Right);
    assert_eq!(judge(&exact, "199"), Verdict::Low);
    assert_eq!(judge(&exact, "many"), Verdict::Unreadable);
    assert_eq!(judge(&exact, "inf"), Verdict::Unreadable);
    assert_eq!(judge(&near, "210"), Verdict::Right);
    assert_eq!(judge(&near, "210.5"), Verdict::High);
    assert_eq!(judge(&near, "190"), Verdict::Right);
    assert_eq!(judge(&near, "1,000"), Verdict::High);
    for right in ["200%", "200 %", "+200", "200.0", "2e2"] {
        assert_eq!(judge(&exact, right), Verdict::Right, "{right}");
    }
    // Blanks and commas stand between groups of three digits, and nowhere else.
    for wrong in
        ["2,00", "20 0", "2 0 0", "200%%", "200,", ",200", "0200,000x", "1234,567", "-", "", "%", "1,2.3,4"]
    {
        assert_eq!(judge(&exact, wrong), Verdict::Unreadable, "{wrong}");
    }
    assert_eq!(judge(&exact, "1 522 304"), Verdict::High);
    assert_eq!(judge(&exact, "-1,000.5"), Verdict::Low);
}

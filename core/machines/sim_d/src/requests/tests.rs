//! The study against worked examples, the tables of the package, and the author's bounds.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{
    files::Files,
    machines::{
        settings::Setting,
        studies::{Analysis, Asked, Data},
    },
    source::Diagnostic,
};

use super::{
    ask::{self, Items},
    row::InARow,
    study::Study,
};
use crate::{
    asm::assemble,
    dram::settings::{DramPart, Settings},
    exec::Launch,
    spec::Spec,
};

/// Inputs as a person writes them: `words=1024 rows=8`.
fn asked(inputs: &str, text: &str) -> Asked {
    let one = |input: &str| {
        let (name, value) = input.split_once('=').unwrap();
        (name.to_string(), value.to_string())
    };
    Asked {
        inputs: inputs.split_whitespace().map(one).collect(),
        files: Files::one(text),
        ..Asked::default()
    }
}

fn ended(items: Items) -> Study {
    let mut study = Study::new(items, &Settings::default());
    while {
        let steps = study.advance(1 << 20).unwrap_or_else(|error| panic!("{error:?}"));
        steps.done < steps.all
    } {}
    study
}

fn described(inputs: &str) -> Study {
    let item = ask::described(&asked(inputs, "")).unwrap_or_else(|error| panic!("{error:?}"));
    ended(Items { list: Vec::from([item.unwrap()]), unknown: Vec::new() })
}

/// A number of a study; 0 if it says none of that name.
fn number(study: &Study, name: &str) -> u64 {
    study.numbers().into_iter().find(|(known, _)| known == name).map_or(0, |(_, number)| number as u64)
}

#[test]
fn what_is_said_of_a_request_needs_its_words() {
    for inputs in ["indexes=5", "rows=2", "period=64"] {
        let error = ask::described(&asked(inputs, "")).expect_err(inputs);
        assert!(error.message.contains("needs `words`"), "{}", error.message);
    }
    assert!(ask::described(&asked("indexes=0 rows=1 write=1", "")).is_ok_and(|item| item.is_none()));
}

/// simd 9.1, 9.17: 325 + 3 by the equation, 327 by search, 78.3 percent; with four bank groups 312 + 3. The last word has moved
/// after 317 and the front end.
#[test]
fn simd_9_1_words_in_a_row_that_a_person_describes() {
    let study = described("words=1024");
    let of = |name| number(&study, name);
    assert_eq!([of("delay"), of("delay_by_equation")], [327, 328]);
    assert_eq!([of("response"), of("response_by_equation")], [319, 320]);
    assert_eq!(of("useful_ppm") / 1000, 782);
    assert_eq!(of("other_groups_delay_by_equation"), 315);
    assert!(of("other_groups_delay") <= 315 && of("other_groups_delay") > 300);
    assert!(of("shortest_delay") < of("delay"));
    let written = described("words=1024 write=1");
    assert_eq!([number(&written, "delay"), number(&written, "delay_by_equation")], [359, 360]);
}

/// Facts 17.5: bounds of the author's tool for rectangles, for which there is no equation.
#[test]
fn facts_17_5_rectangles_that_a_person_describes() {
    let rows = [
        ("words=65 period=111 rows=65", 1367),
        ("words=390 period=1920 rows=10", 1153),
        ("words=384 period=1920 rows=8 write=1", 945),
        ("words=192 period=1920 rows=16 write=1", 1039),
    ];
    for (inputs, delay) in rows {
        let study = described(inputs);
        assert_eq!((number(&study, "delay"), number(&study, "delay_by_equation")), (delay, 0), "{inputs}");
    }
}

/// simd 8.6, 9.16: the tile of a filter of 3 by 3 for 128 by 8 work-items.
#[test]
fn simd_9_16_a_tile_beside_fixed_patterns() {
    let study = described("words=130 period=1026 rows=10");
    let of = |name| number(&study, name);
    assert_eq!([of("shortest_delay"), of("delay")], [418, 456]);
    assert_eq!([of("patterns_bursts"), of("patterns_delay")], [16, 968]);
    assert_eq!([of("activates"), of("columns")], [8, 92]);
    let text = format!("{:?}", study.figure());
    // 968 to 456.
    assert!(text.contains("212.2 %"), "{text}");
}

/// simd 9.12, facts 17.4: a burst for each index. No sequence that is tried takes longer than the equation says, and in one bank each
/// row conflict takes all that it may.
#[test]
fn simd_9_12_indexes_that_a_person_describes() {
    for (words, delay) in [(1, 8243), (16, 8244), (10_000, 8246), (65_988 / 4, 75_779)] {
        let study = described(&format!("words={words} indexes=1024"));
        let of = |name| number(&study, name);
        assert_eq!(of("delay_by_equation"), delay, "{words}");
        assert!(of("delay") <= delay && of("delay") + 40 > delay, "{words}: {} {delay}", of("delay"));
        assert!(of("response") <= of("response_by_equation"), "{words}");
    }
    let reads = described("words=16 indexes=1024");
    let kib = number(&reads, "crossover_words_read") * 4 / 1024;
    assert!((1150..1190).contains(&kib), "{kib}");
}

const TEXT: &str = "\
.data
0 0x0 128 8
1 0x10000 1026 770
2 0x400000 12000 1
.sp_data
0 0x0 130 10
.text
    ldglin v0, 0
    ldglin vc.mem_data, 0
    ldg2sptile 0, 1
    ldgidxit v1, 2
    ldgbidx 2
    sldg s0, 0, 4
    smovssp sc.sd_words, s0
    ldgcidx 0
    stglin v0, 0
    exit
";

fn of_program(inputs: &str) -> Result<Items, Diagnostic> {
    let spec = Spec::default();
    let (program, _) = assemble(TEXT, spec.options());
    let launch = Launch { size: [1024, 768], width: 128 };
    ask::of_program(&program, launch, &spec, &asked(inputs, TEXT))
}

/// Each request of main memory in its line; of the custom block nothing says how large it is.
#[test]
fn sd_82_requests_of_a_program_are_found_in_their_lines() {
    let items = of_program("").unwrap();
    let shapes: Vec<(u64, String, bool)> =
        items.list.iter().map(|item| (item.line, item.form.shape(), item.snoopy)).collect();
    let expected = [
        (8, "128 of every 128, 8 times", false),
        (9, "128 of every 128, 8 times", true),
        (10, "130 of every 1026, 10 times", false),
        (11, "1024 indexes into 12000", false),
        (12, "12000 in a row", true),
        (13, "4 in a row", false),
        (16, "128 of every 128, 8 times", false),
    ];
    assert_eq!(shapes, expected.map(|(line, shape, snoopy)| (line, shape.to_string(), snoopy)));
    assert_eq!(items.unknown, [15]);
    let study = ended(items);
    // Words in a row, however they are written, have equations: 325 + 3, 357 + 3.
    let rows = study.rows();
    let delays = [0, 1, 6].map(|at| rows[at].equations[0].map(|bounds| bounds.delay));
    assert_eq!(delays, [Some(328), Some(328), Some(360)]);
    assert_eq!(rows[0].found[0].map(|found| found.delay[1]), Some(327));
    // A burst for each index takes longest.
    assert_eq!((study.longest(), number(&study, "delay_by_equation")), (Some(3), 8246));
    let answer = study.answer();
    let (_, Data::List(list)) = &answer[1] else { panic!("{answer:?}") };
    assert_eq!((answer[1].0.as_str(), list.len()), ("requests", 7));
}

#[test]
fn sd_84_of_indexes_that_words_stream_past_the_delay_is_that_of_the_words() {
    let items = of_program("line=9").unwrap();
    let study = ended(items);
    assert_eq!([number(&study, "delay"), number(&study, "delay_by_equation")], [327, 328]);
    let text = format!("{:?}", study.figure());
    assert!(text.contains("all words streamed past the indexes"), "{text}");
}

#[test]
fn what_is_no_request_is_said() {
    let errors = [
        "words=0",
        "words=x",
        "words=4 period=3",
        "words=4 rows=0",
        "words=1 indexes=1025",
        "words=2147483648",
    ];
    for inputs in errors {
        assert!(ask::described(&asked(inputs, "")).is_err(), "{inputs}");
    }
    let error = of_program("line=7").unwrap_err();
    assert!(error.message.contains("no request of main memory on line 7"), "{}", error.message);
    // What is too large to be run so often has its equation alone.
    let study = described("words=300000");
    assert_eq!((number(&study, "delay"), number(&study, "delay_by_equation")), (0, 4 * 18_751 + 65 + 3));
    assert!(study.figure().remark.contains("are not run"));
}

const ROWS: &str = include_str!("../../../../../tests/oracles/sim_d/dram.txt");

/// What a person writes as `list`, served to its end.
fn in_a_row(inputs: &str, settings: &Settings) -> Result<Vec<(String, f64)>, String> {
    let read = InARow::read(&asked(inputs, ""), settings).map_err(|error| error.message)?;
    let mut row = read.expect("there are requests");
    while {
        let steps = row.advance(1).map_err(|error| error.message)?;
        steps.done < steps.all
    } {}
    assert!(!row.figure().is_empty());
    Ok(row.numbers())
}

/// Facts 17.3: every measured rectangle and every measured sequence of them, as a person writes it; also as words with a place.
#[test]
fn facts_17_3_requests_in_a_row_take_what_was_measured() {
    let mut count = 0;
    for line in ROWS.lines().filter(|line| !line.starts_with('#') && !line.contains("n=")) {
        let fields: Vec<&str> = line.split(" | ").collect();
        let settings = Settings { part: DramPart::read(fields[0]).unwrap(), ..Settings::default() };
        let numbers = in_a_row(&format!("list={}", fields[1].replace(' ', "")), &settings).unwrap();
        let ours: Vec<u64> = numbers.iter().map(|(_, number)| *number as u64).collect();
        let theirs: Vec<u64> = fields[2].split(' ').map(|number| number.parse().unwrap()).collect();
        assert_eq!(ours[..6], theirs[..6], "{line}");
        let parts: Vec<&str> = fields[1].split('/').collect();
        if let [place, words, period, rows, direction] = parts[..]
            && words != "0"
        {
            let write = u32::from(direction == "W");
            let inputs = format!("place={place} words={words} period={period} rows={rows} write={write}");
            assert_eq!(in_a_row(&inputs, &settings).unwrap(), numbers, "{inputs}");
        }
        count += 1;
    }
    assert!(count > 500, "{count}");
}

/// Indexes of one burst are one column each in one row: the equation for so many indexes into one row bounds them from above.
#[test]
fn sd_83_a_few_indexes_at_a_place() {
    let numbers = in_a_row("list=0x0[5,9,12,40]/R", &Settings::default()).unwrap();
    let number = |name: &str| numbers.iter().find(|(known, _)| known == name).unwrap().1 as u64;
    assert_eq!((number("cas"), number("bytes"), number("ref")), (4, 16, 0));
    // Words 5, 9 and 12 lie in a burst of one bank, word 40 in the one behind the next: the same bank.
    assert_eq!((number("act"), number("pre")), (1, 0));
    for (wrong, says) in [
        ("list=0x2/4/R", "does not begin at a word"),
        ("list=0x0/4", "no request"),
        ("list=0x0[1,x]/R", "no request"),
        ("place=0x40", "`place` is where `words` begin"),
        (
            "list=0/1/R;0/1/R;0/1/R;0/1/R;0/1/R;0/1/R;0/1/R;0/1/R;0/1/R;0/1/R;0/1/R;0/1/R;0/1/R;0/1/R;0/1/R;0/1/R;0/1/R",
            "16",
        ),
    ] {
        let error = in_a_row(wrong, &Settings::default()).unwrap_err();
        assert!(error.contains(says), "{wrong}: {error}");
    }
}

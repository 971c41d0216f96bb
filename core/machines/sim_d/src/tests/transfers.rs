//! What each memory instruction moves, and what it asks for.

use alloc::{format, vec, vec::Vec};
use core::ops::Range;

use super::*;
use crate::{
    asm,
    exec::{Cluster, Direction, Group, GroupTransfer, Launch, Side, Stride},
};

/// The requests of one group of a launch, each as address, words, period, periods.
fn requests(
    data: &str,
    text: &str,
    launch: Launch,
    offset: [u32; 2],
    behaviour: Behaviour,
) -> Vec<GroupTransfer> {
    let source = format!("{data}.text\n{text}\nexit");
    let options = asm::Options { behaviour, bad_lines: BadLines::Errors, ..asm::Options::default() };
    let (program, diagnostics) = asm::assemble(&source, options);
    assert_eq!(diagnostics, [], "{text}");
    let chosen = LaunchOptions { size: launch.size, width: Some(launch.width), arguments: vec![] };
    let (_, mut memory) =
        prepare(&program, &Files::one(&source), &chosen, &Spec::default(), &Limits::default()).unwrap();
    let mut cluster = Cluster::new(Arc::new(program), launch, behaviour, 1, SCRATCHPAD);
    cluster.start(0, Group { number: 0, offset });
    let mut found = Vec::new();
    while let Some(done) = cluster.step(0, &mut memory).unwrap() {
        found.extend(done.request);
    }
    found
}

fn stride(request: &GroupTransfer) -> [u32; 4] {
    match request {
        GroupTransfer::Main(stride, ..) | GroupTransfer::Scratchpad(stride, ..) => {
            [stride.address, stride.words, stride.period, stride.periods]
        }
        GroupTransfer::Iterated(..) => [0; 4],
    }
}

const TILES: &str = ".data\n0 0x1000 640 480\n1 0x200000 38 7\n.sp_data\n0 0x100 34 20\n1 0x2000 64 16\n";

/// Facts 8, row by row, for the group at (64, 32) of 64 by 16 in a launch of 640 by 40.
#[test]
fn facts_8_what_request_each_instruction_makes() {
    let base = 0x1000;
    let at = |x: u32, y: u32| base + 4 * (y * 640 + x);
    let cases: [(&str, [u32; 4]); 18] = [
        ("ldglin v0, 0", [at(64, 32), 64, 640, 8]),
        ("stglin v0, 0, 3, 1", [at(67, 33), 64, 640, 8]),
        ("ldglin v0, 0, 0, -1", [at(64, 31), 64, 640, 8]),
        ("ldglin.vec2 v0, 0", [at(128, 32), 128, 640, 8]),
        ("ldglin v0, 0, 540", [at(604, 32), 36, 640, 8]),
        ("ldglin v0, 0, -70", [at(0, 32), 58, 640, 8]),
        ("ldglin v0, 0, 0, -34", [at(64, 0), 64, 640, 8]),
        ("ldglin v0, 0, 0, -44", [at(64, 0), 64, 640, 4]),
        ("ldgbidx 1", [0x20_0000, 38, 38, 7]),
        (
            "smovssp sc.sd_words, 5\nsmovssp sc.sd_period, 9\nsmovssp sc.sd_period_cnt, 3\nldgcidx 0, 2, 1",
            [at(2, 1), 5, 9, 3],
        ),
        ("ldg2sptile 0, 0, 100, 50", [at(100, 50), 34, 640, 20]),
        ("ldg2sptile 0, 0, -1, -1", [at(0, 0), 33, 640, 19]),
        ("stg2sptile 0, 0, 620, 470", [at(620, 470), 20, 640, 10]),
        ("sldg s0, 1, 4", [0x20_0000, 4, 4, 1]),
        ("ldsplin v0, 1", [0x2000, 64, 64, 16]),
        ("ldsplin v0, 0, 2, 5", [0x100 + 4 * (5 * 34 + 2), 32, 34, 15]),
        ("stspbidx 0", [0x100, 34, 34, 20]),
        ("smovssp sc.sd_words, 6\nsldsp s0, 0, 3, 2", [0x100 + 4 * (2 * 34 + 3), 6, 6, 1]),
    ];
    let launch = Launch { size: [640, 40], width: 64 };
    for (text, wanted) in cases {
        let found = requests(TILES, text, launch, [64, 32], Behaviour::Simulator);
        assert_eq!(found.iter().map(stride).collect::<Vec<_>>(), [wanted], "{text}");
    }
}

/// Facts 8: differences have no sign, and a group at the buffer's edge asks for no words. The thesis moves none.
#[test]
fn facts_8_behind_the_edge() {
    let launch = Launch { size: [4096, 1], width: 1024 };
    let data = ".data\n0 0 1024 4\n";
    let ask = |offset, behaviour| stride(&requests(data, "ldglin v0, 0", launch, [offset, 0], behaviour)[0]);
    assert_eq!(ask(1024, Behaviour::Simulator), [4096, 0, 1024, 1]);
    assert_eq!(ask(2048, Behaviour::Simulator), [8192, 1024, 1024, 1]);
    assert_eq!(ask(2048, Behaviour::Thesis)[1], 0);
    // Rows end with the launch alone, in the simulator.
    let launch = Launch { size: [64, 64], width: 64 };
    let ask =
        |behaviour| stride(&requests(".data\n0 0 64 4\n", "ldglin v0, 0", launch, [0, 0], behaviour)[0])[3];
    assert_eq!((ask(Behaviour::Simulator), ask(Behaviour::Thesis)), (16, 4));
}

#[test]
fn requests_say_who_takes_part() {
    let launch = Launch { size: [640, 40], width: 64 };
    let kind = |text: &str| match &requests(TILES, text, launch, [0, 0], Behaviour::Simulator)[0] {
        GroupTransfer::Main(_, direction, side) => ("main", *direction, *side),
        GroupTransfer::Scratchpad(_, direction, side) => ("scratchpad", *direction, *side),
        GroupTransfer::Iterated(_, direction) => ("iterated", *direction, Side::Vectors),
    };
    use Direction::{Read, Write};
    for (text, wanted) in [
        ("ldglin v0, 0", ("main", Read, Side::Vectors)),
        ("stglin v0, 0", ("main", Write, Side::Vectors)),
        ("ldglin vc.mem_data, 0", ("main", Read, Side::Indexed)),
        ("stglin vc.mem_data, 0", ("main", Write, Side::Indexed)),
        ("ldglin vc.mem_idx, 0", ("main", Read, Side::Vectors)),
        ("ldgbidx 0", ("main", Read, Side::Indexed)),
        ("stgcidx 0", ("main", Write, Side::Indexed)),
        ("ldg2sptile 0, 0", ("main", Read, Side::Scratchpad)),
        ("stg2sptile 0, 0", ("main", Write, Side::Scratchpad)),
        ("sldg s0, 0", ("main", Read, Side::Scalars)),
        ("sldsp s0, 0", ("scratchpad", Read, Side::Scalars)),
        ("stsplin v0, 0", ("scratchpad", Write, Side::Vectors)),
        ("ldsplin vc.mem_data, 0", ("scratchpad", Read, Side::Indexed)),
        ("ldspbidx 0", ("scratchpad", Read, Side::Indexed)),
        ("stspbidx 0", ("scratchpad", Write, Side::Indexed)),
        ("ldgidxit v0, 0", ("iterated", Read, Side::Vectors)),
        ("stgidxit v0, 0", ("iterated", Write, Side::Vectors)),
    ] {
        assert_eq!(kind(text), wanted, "{text}");
    }
}

/// Which words a stride has: the example of the sequencer, 9.4 a.
#[test]
fn example_9_4_a_words_of_a_tile() {
    let tile = Stride { address: 8, words: 5, period: 7, periods: 3 };
    let words: Vec<u32> = (0..48).filter(|word| tile.has(4 * word)).collect();
    let first: u32 = words.iter().filter(|word| **word < 16).map(|word| 1 << word).sum();
    let second: u32 = words.iter().filter(|word| **word >= 16).map(|word| 1 << (word - 16)).sum();
    assert_eq!((words.len(), first, second), (15, 0x3E7C, 0x001F));
    assert!(!Stride { periods: 0, ..tile }.has(8));
}

fn ramp(count: u32) -> Vec<u32> {
    (0..count).collect()
}

#[test]
fn linear_transfers_move_each_work_items_words() {
    let case = Case { contents: vec![(1, ramp(1024)), (4, ramp(1024))], ..Case::default() };
    assert_eq!(case.words::<3>("ldglin v0, 1, 5\nstglin v0, 0\nexit"), [5, 6, 7]);
    // What lies behind the end of the row stays as it was; negative offsets leave the first work-items alone.
    let run = case.run("mov v0, 99\nldglin v0, 1, -2\nstglin v0, 0\nexit").unwrap();
    assert_eq!(words(&run, 0)[..4], [99, 99, 0, 1]);
    let run = case.run("mov v0, 99\nldglin v0, 1, 1000\nstglin v0, 0\nexit").unwrap();
    assert_eq!((words(&run, 0)[23], words(&run, 0)[24]), (1023, 99));
    // Off work-items neither get nor give.
    let masked = "mov v1, vc.lid_x\nitest.g p0, v1\nj l\nl:\nmov v0, 50\ncpush.if m\ncmask p0\nldglin v0, 1, 7\ncpop\nm:\nstglin v0, 0\nexit";
    assert_eq!(case.words::<3>(masked), [7, 50, 50]);
    let case = Case { size: [64, 16], ..case };
    let run = case.run("ldglin v0, 4\niadd v0, v0, 1\nstglin v0, 4\nexit").unwrap();
    assert_eq!(words(&run, 4), (1..1025).collect::<Vec<_>>());
}

/// SD-46: element after element into registers in a row.
#[test]
fn sd_46_vectors_of_two_and_four_elements() {
    let data = ".data\n0 0 4096 1\n1 0x4000 4096 1\n.text\n";
    let case = Case { data, contents: vec![(1, ramp(4096))], ..Case::default() };
    let text = "ldglin.vec4 v4, 1\nmov v8, 0\niadd v8, v7, 0\nstglin.vec2 v6, 0\nstglin v8, 0, 3000\nexit";
    let run = case.run(text).unwrap();
    assert_eq!(words(&run, 0)[..6], [2, 3, 6, 7, 10, 11]);
    assert_eq!(words(&run, 0)[3000..3003], [3, 7, 11]);
    // Index 16 is the seventh word of a block that begins at word 10.
    let snooped = "mov v0, 16\nmovvsp vc.mem_idx, v0\nldglin vc.mem_data, 1, 10\nmov v1, vc.mem_data\nstglin v1, 0\nexit";
    assert_eq!(case.words::<2>(snooped), [16, 16]);
}

/// SD-71 and SD-72: each work-item keeps the word of its index; of writers with the same index the lowest wins.
#[test]
fn sd_71_indexed_transfers_past_the_index_memory() {
    let case = Case { contents: vec![(1, ramp(1024)), (4, ramp(1024))], ..Case::default() };
    let index = "mov v1, vc.lid_x\nimul v2, v1, 3\nand v2, v2, 1023\nmovvsp vc.mem_idx, v2\n";
    let end = "mov v0, vc.mem_data\nstglin v0, 0\nexit";
    assert_eq!(case.words::<4>(&format!("{index}ldgbidx 1\n{end}")), [0, 3, 6, 9]);
    let custom =
        "smovssp sc.sd_words, 2\nsmovssp sc.sd_period, 6\nsmovssp sc.sd_period_cnt, 2\nldgcidx 4, 0, 1\n";
    // Words 64, 65, 70 and 71 of the buffer stream past, 64 words behind its first.
    let each = "mov v1, vc.lid_x\nmovvsp vc.mem_idx, v1\n";
    let found = words(&case.run(&format!("{each}{custom}{end}")).unwrap(), 0);
    let got: Vec<u32> = found.into_iter().filter(|word| *word != 0).collect();
    assert_eq!(got, [64, 65, 70, 71]);
    let store =
        "mov v1, vc.lid_x\nshr v2, v1, 1\nmovvsp vc.mem_idx, v2\nmovvsp vc.mem_data, v1\nstgbidx 0\nexit";
    assert_eq!(case.words::<4>(store), [0, 2, 4, 6]);
}

/// Facts 8: an index counts words from the first one of the buffer, whatever the offset of the block that streams past, and whichever way
/// the words go: with a stride of the program, in a linear block of main memory, which also has the group's place in the launch, and in one
/// of the scratchpad. The block alone decides who gets a word.
#[test]
fn facts_8_an_index_counts_from_the_first_word_of_the_buffer() {
    let data = ".data\n0 0 64 64\n1 0x10000 1024 2\n2 0x20000 64 64\n.sp_data\n0 0x40 64 32\n.text\n";
    let case = Case { data, contents: vec![(0, ramp(4096))], ..Case::default() };
    let strides = "smovssp sc.sd_words, 64\nsmovssp sc.sd_period, 64\nsmovssp sc.sd_period_cnt, 4\n";
    let indexes = "mov v0, vc.lid_x\nmovvsp vc.mem_idx, v0\nmov v1, -1\nmovvsp vc.mem_data, v1\n";
    let end = "mov v1, vc.mem_data\nstglin v1, 1\nexit";
    let expect = |got: Range<u32>| -> Vec<u32> {
        (0..1024).map(|item| if got.contains(&item) { item } else { u32::MAX }).collect()
    };
    for (load, got) in [
        ("ldgcidx 0, 0, 4", 256..512),
        ("ldgcidx 0, 3, 4", 259..515),
        ("ldgcidx 0, 5", 5..261),
        ("ldgbidx 0", 0..1024),
        // The launch has one row, and rows of the buffers 64 words.
        ("ldglin vc.mem_data, 0, 0, 7", 448..512),
        ("ldg2sptile 0, 0\nldsplin vc.mem_data, 0, 0, 3", 192..256),
        ("ldg2sptile 0, 0\nldspbidx 0", 0..1024),
    ] {
        let run = case.run(&format!("{indexes}{strides}{load}\n{end}")).unwrap();
        assert_eq!(words(&run, 1)[..1024], expect(got), "{load}");
    }
    // The second group of a launch of two rows: its block begins at word 1,024 of buffer 1, and so do its indexes.
    let text = "mov v0, vc.tid_x\nmov v2, vc.tid_y\nimul v2, v2, 1024\niadd v0, v0, v2\nmovvsp vc.mem_idx, v0\nldglin vc.mem_data, 1\n\
        mov v1, vc.mem_data\nstglin v1, 1\nexit";
    let two = Case { data, size: [1024, 2], contents: vec![(1, ramp(2048))], ..Case::default() };
    assert_eq!(words(&two.run(text).unwrap(), 1), ramp(2048));
    // Stores: the words of the block alone are written.
    let store = format!("{indexes}movvsp vc.mem_data, v0\n{strides}stgcidx 2, 0, 4\nexit");
    let found = words(&case.run(&store).unwrap(), 2);
    assert!((0..4096).all(|word| found[word as usize] == if (256..512).contains(&word) { word } else { 0 }));
}

#[test]
fn iterated_transfers_move_one_word_for_each_work_item_that_is_on() {
    let case = Case { contents: vec![(1, ramp(1024))], ..Case::default() };
    let index = "mov v1, vc.lid_x\nxor v2, v1, 1023\nmovvsp vc.mem_idx, v2\n";
    assert_eq!(case.words::<3>(&format!("{index}ldgidxit v0, 1\nstglin v0, 0\nexit")), [1023, 1022, 1021]);
    assert_eq!(case.words::<3>(&format!("{index}stgidxit v1, 0\nexit")), [1023, 1022, 1021]);
    let launch = Launch { size: [1024, 1], width: 1024 };
    let text = format!("{index}isub v3, v1, 2\nitest.ge p0, v3\nexit p0\nldgidxit v0, 0");
    let found = requests(".data\n0 0x40 1024 1\n", &text, launch, [0, 0], Behaviour::Simulator);
    let asked = vec![(0, 0x40 + 4 * 1023), (1, 0x40 + 4 * 1022)];
    assert_eq!(found, [GroupTransfer::Iterated(asked, Direction::Read)]);
}

/// SD-51 and SD-52: tiles to the scratchpad and back, with a border that lies outside.
#[test]
fn sd_52_tiles_keep_their_places() {
    let data = ".data\n0 0 64 16\n4 0x4000 64 16\n.sp_data\n0 0x100 10 4\n.text\n";
    let case = Case { data, size: [64, 16], contents: vec![(4, ramp(1024))], ..Case::default() };
    let run = case.run("ldg2sptile 0, 4, -1, -1\nstg2sptile 0, 0, 2, 3\nexit").unwrap();
    let found = words(&run, 0);
    let row = |y: usize| &found[y * 64..y * 64 + 13];
    assert_eq!(row(3), [0; 13]);
    assert_eq!(row(4), [0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0]);
    assert_eq!(row(6), [0, 0, 0, 128, 129, 130, 131, 132, 133, 134, 135, 136, 0]);
    let linear = "ldg2sptile 0, 4, 5, 2\nmov v0, 9\nldsplin v0, 0, 1, 1\niadd v0, v0, 1\nstsplin v0, 0, 0, 2\nstglin v0, 0\nstg2sptile 0, 4\nexit";
    let run = case.run(linear).unwrap();
    let first = 3 * 64 + 6;
    assert_eq!(
        words(&run, 0)[..10],
        [
            first + 1,
            first + 2,
            first + 3,
            first + 4,
            first + 5,
            first + 6,
            first + 7,
            first + 8,
            first + 9,
            10
        ]
    );
    assert_eq!(words(&run, 4)[128..131], [first + 1, first + 2, first + 3]);
}

#[test]
fn scalars_come_from_buffers_and_scratchpads() {
    let case = Case { contents: vec![(1, vec![11, 22, 33, 44])], ..Case::default() };
    let of = |text: &str| case.words::<1>(&format!("{text}\niadd v0, v9, s6\nstglin v0, 0\nexit"));
    assert_eq!(of("sldg s6, 1"), [11]);
    assert_eq!(of("sldg s4, 1, 4"), [33]);
    assert_eq!(of("ldg2sptile 0, 1\nsmovssp sc.sd_words, 2\nsldsp s5, 0, 1"), [33]);
    assert_eq!(of("bufquery.dim_x s6, 4"), [64]);
    assert_eq!(of("bufquery.dim_y s6, 4"), [16]);
    let many = "smovssp sc.sd_words, 3\nsldsp s30, 0\nexit";
    assert_eq!(trouble(&case, many), "the words reach behind the last scalar register");
}

/// SD-26: words in no buffer are not moved; the thesis moves none of another buffer either.
#[test]
fn sd_26_words_outside_a_buffer_are_not_moved() {
    let data = ".data\n0 0 1024 1\n1 0x1000 16 1\n2 0x1040 16 1\n.text\n";
    let text = "mov v0, 5\nmov v1, vc.lid_x\nmovvsp vc.mem_idx, v1\nldgidxit v0, 1\nstglin v0, 0\nexit";
    let contents = vec![(1, ramp(16)), (2, (100..116).collect())];
    let mut case = Case { data, contents, ..Case::default() };
    let ends = |case: &Case<'_>| {
        let run = case.run(text).unwrap();
        [15, 16, 31, 32].map(|item| words(&run, 0)[item])
    };
    assert_eq!(ends(&case), [15, 100, 115, 5]);
    case.behaviour = Behaviour::Thesis;
    assert_eq!(ends(&case), [15, 5, 5, 5]);
}

//! Sizes, groups, and what buffers hold at the start.

use alloc::{string::ToString, vec, vec::Vec};

use super::*;
use crate::{
    exec::Launch,
    launch::default_width,
    spec::{PRESETS, preset},
};

/// Facts 14: the largest of 1,024 to 64 that is not above the columns, else 32.
#[test]
fn facts_14_the_width_of_a_group_follows_from_the_columns() {
    let cases = [(1, 32), (63, 32), (64, 64), (126, 64), (128, 128), (640, 512), (1023, 512), (11948, 1024)];
    for (columns, width) in cases {
        assert_eq!(default_width(columns), width, "{columns}");
    }
}

/// Facts 7: the grid of groups, column after column.
#[test]
fn facts_7_groups_cover_the_launch_row_by_row() {
    let launch = Launch { size: [640, 480], width: 64 };
    assert_eq!((launch.height(), launch.groups()), (16, [10, 30]));
    let groups: Vec<[u32; 2]> = launch.all_groups().map(|group| group.offset).collect();
    assert_eq!((groups.len(), groups[1], groups[10], groups[299]), (300, [64, 0], [0, 16], [576, 464]));
    assert_eq!(Launch { size: [55, 4087], width: 32 }.groups(), [2, 128]);
}

fn tried(text: &str, files: &Files, chosen: &LaunchOptions) -> Result<Functional, Vec<String>> {
    let (program, diagnostics) = assemble(text, Options::default());
    let mistakes: Vec<String> =
        diagnostics.into_iter().filter(|one| one.is_error()).map(|error| error.message).collect();
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    prepare(&program, files, chosen, &Spec::default(), &Limits::default())
        .map(|(launch, memory)| Functional::new(Arc::new(program), launch, memory, &Spec::default()))
        .map_err(|errors| errors.into_iter().map(|error| error.message).collect())
}

const PLAIN: LaunchOptions = LaunchOptions { size: [64, 1], width: None, arguments: vec![] };

/// Facts 5: decimal text becomes floats whatever it is used as; words come as they are; `n` reads no file.
#[test]
fn buffers_are_filled_from_files() {
    let text =
        ".data\n0 0 4 1 d \"in/a.csv\"\n1 0x100 2 1 f b.bin\n2 0x200 2 1 n c\n3 0x300 2 1\n.text\nexit\n";
    let data: [(&str, &[u8]); 2] =
        [("in/a.csv", b"1, 2.5\n -3e1,4 5"), ("b.bin", &[1, 0, 0, 0, 2, 0, 0, 0, 3])];
    let files = Files::new(("k.sas", text), [], data);
    let run = tried(text, &files, &PLAIN).unwrap();
    assert_eq!(words(&run, 0), [1f32, 2.5, -30., 4.].map(f32::to_bits));
    assert_eq!((words(&run, 1), words(&run, 2), words(&run, 3)), (vec![1, 2], vec![0, 0], vec![0, 0]));
    // What the launch gives is put in the place of the file, which is not asked for.
    let arguments =
        vec![Argument::of_file(0, "x.txt", b"7".to_vec()), Argument::of_file(1, "x.dat", vec![9])];
    let run = tried(text, &Files::one(text), &LaunchOptions { arguments, ..PLAIN }).unwrap();
    assert_eq!((words(&run, 0)[0], words(&run, 1)[0]), (7f32.to_bits(), 9));
}

#[test]
fn a_launch_that_does_not_fit_is_a_sentence() {
    let said = |text: &str, chosen: &LaunchOptions| {
        let source = text.to_string() + "\n.text\nexit";
        tried(&source, &Files::one(&source), chosen).err().unwrap_or_default().join(" ")
    };
    let sizes = |size, width| said("", &LaunchOptions { size, width, arguments: vec![] });
    assert_eq!(sizes([64, 0], None), "A launch of 64 by 0 has no work-item.");
    assert_eq!(sizes([64, 1], Some(48)), "A group is a power of two from 32 to 1024 wide, not 48.");
    assert_eq!(sizes([64, 1], Some(2048)), "A group is a power of two from 32 to 1024 wide, not 2048.");
    assert!(sizes([u32::MAX, u32::MAX], None).contains("limit `work_items`"));
    let data = |line: &str| said(line, &PLAIN);
    assert_eq!(data("0 0 4 1 f gone"), "Buffer 0 is filled from `gone`, and there is no such file.");
    assert_eq!(data("0 2 4 1"), "Buffer 0 begins at byte 2, which is no multiple of 4.");
    assert!(data("0 0 0x10000 0x3fff").contains("limit `memory_bytes`"));
    assert!(data("0 0xfffffff0 4 1").contains("behind byte 4294901760"));
    assert!(data(".sp_data\n0 0 1024 33").contains("a scratchpad has 131072"));
    assert!(data(".sp_data\n0 1 4 4").contains("which is no multiple of 4"));
    let argument = |bytes: &[u8]| LaunchOptions {
        arguments: vec![Argument { buffer: 5, contents: Contents::Decimal, bytes: bytes.to_vec() }],
        ..PLAIN
    };
    assert!(said("0 0 4 4", &argument(b"")).contains("declares no buffer 5"));
    assert!(said("5 0 4 4", &argument(b"1 x")).contains("`x` among the contents of buffer 5 is no number"));
    assert!(said("5 0 4 4", &argument(&[0xFF])).contains("are no text"));
}

/// SD-02: every group runs, and each work-item finds its own words. Buffers that overlap share them.
#[test]
fn sd_02_all_groups_of_a_launch_run() {
    let data = ".data\n0 0 640 480\n1 0x2800 640 16\n.text\n";
    let case = Case { data, size: [640, 480], ..Case::default() };
    let case = Case { width: Some(64), ..case };
    let run = case
        .run("mov v0, vc.tid_x\nmov v1, vc.tid_y\nimul v1, v1, 1000\niadd v0, v0, v1\nstglin v0, 0\nexit")
        .unwrap();
    let found = words(&run, 0);
    assert!((0..480 * 640).all(|at| found[at] == (at / 640 * 1000 + at % 640) as u32));
    assert_eq!(words(&run, 1)[..], found[0x2800 / 4..0x2800 / 4 + 640 * 16]);
    assert_eq!(run.work().instructions, 300 * 5);
}

/// A run can stop at any instruction and go on.
#[test]
fn a_run_goes_on_where_it_stopped() {
    let case = Case { size: [3072, 1], ..Case::default() };
    let text = "smov s0, 20\nl:\nsisub s0, s0, 1\nsicj.g l, s0\nexit";
    let mut run = case.begin(text);
    let mut pieces = 0;
    while !run.advance(7).unwrap() {
        pieces += 1;
    }
    let whole = case.run(text).unwrap();
    assert_eq!((run.work(), pieces), (whole.work(), whole.work().instructions / 7));
    assert_eq!(whole.work().instructions, 3 * (1 + 40 + 1));
    assert_eq!(whole.work().lane_operations, 3 * (41 + 1024));
}

/// Facts 1: the default is the author's simulator.
#[test]
fn presets_are_the_simulator_and_the_thesis() {
    assert!(PRESETS.iter().all(|row| preset(row.id).is_some()));
    let [author, thesis] = ["author", "thesis"].map(|id| preset(id).unwrap());
    assert_eq!((author.options(), author.scratchpad_bytes), (Options::default(), 131_072));
    let errors = Options { behaviour: Behaviour::Thesis, bad_lines: BadLines::Errors, ..Options::default() };
    assert_eq!((thesis.options(), preset("none")), (errors, None));
}

/// A smaller scratchpad holds smaller buffers.
#[test]
fn the_size_of_the_scratchpad_is_a_setting() {
    let text = ".sp_data\n0 0 64 16\n.text\nexit";
    let (program, _) = assemble(text, Options::default());
    let fits = |scratchpad_bytes| {
        let spec = Spec { scratchpad_bytes, ..Spec::default() };
        prepare(&program, &Files::one(text), &PLAIN, &spec, &Limits::default()).is_ok()
    };
    assert!(fits(4096) && !fits(4092));
}

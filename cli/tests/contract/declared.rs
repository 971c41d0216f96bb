//! Programs that declare their buffers themselves and name the files that fill them: `--data`, a launch with contents in the place of a
//! file, dumps by the number of a buffer, counts by the names of the machine.

use std::fs;

use serde_json::{Value, json};

use super::{files::shell, folder::Folder};

/// Squared magnitudes of two vectors, from a file of words and one of decimal text.
const PHI_MAG: &str = ".data\n0 0x0 2048 1 f \"in/re.bin\"\n1 0x2000 2048 1 d in/im.csv\n2 0x4000 2048 1\n.text\n\
    ldglin v0, 0\nldglin v1, 1\nmul v0, v0, v0\nmad v0, v1, v1, v0\nstglin v0, 2\nexit\n";

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|word| f32::from_le_bytes(word.try_into().unwrap())).collect()
}

fn words(values: impl Iterator<Item = f32>) -> Vec<u8> {
    values.flat_map(f32::to_le_bytes).collect()
}

/// The program beside its launch, and its data in another folder.
fn magnitudes(test: &str) -> Folder {
    let folder = Folder::new(test, &[("k.sas", PHI_MAG.as_bytes()), ("l.toml", b"global = [2048, 1]\n")]);
    fs::create_dir_all(folder.0.join("data/in")).unwrap();
    fs::write(folder.0.join("data/in/re.bin"), words((0..2048).map(|i| i as f32))).unwrap();
    let text: Vec<String> = (0..2048).map(|i| format!("{}.5", i % 7)).collect();
    fs::write(folder.0.join("data/in/im.csv"), text.join(", ")).unwrap();
    folder
}

const RUN: &str = "run k.sas --machine sim_d --launch l.toml";

/// Facts 17.2: the columns of the author's simulator.
#[test]
fn a_program_in_the_original_syntax_runs_with_its_files() {
    let folder = magnitudes("declared");
    let found = folder.json(0, &format!("{RUN} --data data --json --dump 2:out.bin --dump 1:im.bin"));
    let block = &found["sim_d"];
    assert_eq!(found["cycles"], 1287);
    let columns = [
        ("upload", 49),
        ("groups", 2),
        ("dram_active", 1224),
        ("sp0", 0),
        ("sp1", 0),
        ("compute_active", 62),
        ("vector_sub_instructions", 32),
        ("scalar_instructions", 6),
        ("nop", 1251),
        ("raw", 0),
        ("sidiv", 0),
        ("lda", 2012),
        ("lid", 2059),
    ];
    for (name, value) in columns {
        assert_eq!(block[name], value, "{name}");
    }
    assert_eq!(block["dram"], json!({ "cas": 384, "act": 12, "pre": 6, "ref": 0, "bytes": 24576 }));
    let [re, im] = [|i: usize| i as f32, |i: usize| (i % 7) as f32 + 0.5];
    let expected: Vec<f32> = (0..2048).map(|i| im(i).mul_add(im(i), 0.0) + re(i) * re(i)).collect();
    assert_eq!(floats(&folder.bytes("out.bin")), expected);
    assert_eq!(floats(&folder.bytes("im.bin"))[..3], [0.5, 1.5, 2.5]);
    // Without timing the counts are not known, and the results are the same.
    let found = folder.json(0, &format!("{RUN} --data data --json --functional --dump 2:again.bin"));
    assert_eq!((&found["sim_d"]["upload"], &found["sim_d"]["dram"]["cas"]), (&Value::Null, &Value::Null));
    assert_eq!(folder.bytes("again.bin"), folder.bytes("out.bin"));
}

/// What a launch gives a buffer is put in the place of the file that the program names, which is not asked for then.
#[test]
fn a_launch_replaces_the_contents_of_buffers() {
    let folder = magnitudes("replaced");
    let launch = "global = [2048, 1]\n[[arg]]\nname = '0'\nfile = 'three.txt'\n[[arg]]\nname = '1'\nfile = 'in/re.bin'\n";
    fs::write(folder.0.join("l.toml"), launch).unwrap();
    fs::write(folder.0.join("three.txt"), "3 ".repeat(2048)).unwrap();
    folder.ends(0, &format!("{RUN} --data data --dump 2:out.bin"));
    let expected: Vec<f32> = (0..2048).map(|i| (i * i) as f32 + 9.0).collect();
    assert_eq!(floats(&folder.bytes("out.bin")), expected);
}

#[test]
fn what_is_wrong_with_data_is_a_sentence() {
    let folder = magnitudes("wrong_data");
    let says = |code: i32, line: &str, has: &str| {
        let (_, err) = folder.ends(code, line);
        assert!(err.contains(has) && !err.contains("panicked"), "{line}: {err}");
    };
    says(1, RUN, "Buffer 0 is filled from `in/re.bin`, and there is no such file.");
    says(1, &format!("{RUN} --dump 2"), "Buffer 0 is filled from `in/re.bin`, and there is no such file.");
    says(1, &format!("{RUN} --data gone"), "there is no such folder");
    says(1, &format!("{RUN} --data k.sas"), "there is no such folder");
    says(1, &format!("{RUN} --data data --dump 7"), "there is no buffer `7`; there are 0, 1, 2");
    fs::create_dir_all(folder.0.join("other/in/re.bin")).unwrap();
    says(1, &format!("{RUN} --data other"), "this is a folder");
    fs::write(folder.0.join("none.sas"), ".data\n0 0 4 4\n.text\n").unwrap();
    says(1, "run none.sas --machine sim_d", "there is no instruction in this text");
    let launch = |text: &str| fs::write(folder.0.join("l.toml"), text).unwrap();
    let with = format!("{RUN} --data data");
    launch("global = [4294967295, 4294967295]");
    says(3, &with, "limit `work_items`");
    launch("global = [2048, 1]\nlocal = [48]");
    says(1, &with, "a power of two from 32 to 1024 wide, not 48");
    launch("global = [2048, 1, 2]");
    says(1, &with, "columns and rows");
    launch("global = [0, 1]");
    says(1, &with, "no size of a launch may be 0");
    let arg = |text: &str| launch(&format!("global = [2048, 1]\n[[arg]]\n{text}"));
    arg("name = '9'\nlen = 4");
    says(1, &with, "declares no buffer 9");
    arg("name = 'x'\nlen = 4");
    says(1, &with, "Argument `x` is no number of a buffer");
    arg("name = '0'\nvalue = 4");
    says(1, &with, "Argument `0` is no buffer");
    arg("name = '0'\nfile = 'data'");
    says(1, &with, "data: Is a directory");
    arg("name = '0'\nfile = 'gone.bin'");
    says(1, &with, "gone.bin: No such file");
    fs::write(folder.0.join("bad.csv"), "1, two").unwrap();
    arg("name = '0'\nfile = 'bad.csv'");
    says(1, &with, "`two` is no number");
    fs::write(folder.0.join("short.bin"), [0; 12]).unwrap();
    arg("name = '0'\nfile = 'short.bin'");
    says(0, &with, "Buffer 0 has 8192 bytes, and its contents have 12: the rest is zero");
}

/// Facts 5, 16: lines with mistakes are counted warnings, or errors; a run that would hang says why.
#[test]
fn lines_that_are_left_out_and_runs_that_hang_are_told() {
    let text = ".data\n.text\nadd v0, v1\nfoo\nexit\n";
    let hangs = ".text\nmov v0, 1\nitest.nz p0, v0\ncmask p0\nexit\n";
    let pushes = ".text\nj go\ngo:\ncpush.if l\ncpop\nl:\nexit\n";
    let files = [("k.sas", text), ("h.sas", hangs), ("p.sas", pushes), ("l.toml", "global = [64]\n")];
    let folder = Folder::new("left_out", &files.map(|(name, text)| (name, text.as_bytes())));
    let found = folder.json(0, &format!("{RUN} --json"));
    assert_eq!(found["sim_d"]["program"]["lines that were left out because of a mistake"], "2");
    let (_, err) = folder.ends(0, RUN);
    assert_eq!(err.matches("This line is left out").count(), 2, "{err}");
    folder.ends(1, "run k.sas --machine sim_d,bad_lines=errors --launch l.toml");
    for file in ["h.sas", "p.sas"] {
        let (_, err) = folder.ends(1, &format!("run {file} --machine sim_d --launch l.toml"));
        assert!(err.contains("hang"), "{err}");
        folder.ends(0, &format!("run {file} --machine sim_d/thesis --launch l.toml"));
    }
}

/// SD-27: with and without timing.
#[test]
fn debug_instructions_write_to_the_console() {
    let text = ".data\n0 0 64 4\n.text\nsmov s1, 77\nprintsgpr s1\nexit\n";
    let folder = Folder::new("shown", &[("k.sas", text.as_bytes()), ("l.toml", b"global = [1024, 2]\n")]);
    let line = |group: u32| format!("group {group}: s1 = 77, 0x4d, 1.08e-43\n");
    for timing in ["", "--functional"] {
        let found = folder.json(0, &format!("{RUN} --json {timing}"));
        assert_eq!(found["console"], format!("{}{}", line(0), line(1)));
    }
    assert!(folder.ends(0, RUN).0.contains(&line(1)));
}

/// A file that is none of a disk is read to its end: `/dev/null`, which published programs name for zeros, is an empty file, and a pipe has
/// what is written to it.
#[test]
#[cfg(unix)]
fn special_files_are_read_as_data() {
    let text = |file: &str| {
        format!(
            ".data\n0 0 1024 1 f \"{file}\"\n1 0x1000 1024 1\n.text\nldglin v0, 0\niadd v0, v0, 7\nstglin v0, 1\nexit\n"
        )
    };
    let (null, pipe) = (text("/dev/null"), text("/dev/stdin"));
    let files = [("k.sas", null.as_bytes()), ("p.sas", pipe.as_bytes()), ("l.toml", b"global = [1024]\n")];
    let folder = Folder::new("special", &files);
    let sum = |word: u32| word.to_le_bytes().repeat(1024);
    folder.ends(0, &format!("{RUN} --dump 1:out.bin"));
    assert_eq!(fs::read(folder.0.join("out.bin")).unwrap(), sum(7));
    fs::write(folder.0.join("in.bin"), sum(5)).unwrap();
    let piped = "cat in.bin | lanescope run p.sas --machine sim_d --launch l.toml --dump 1:out.bin";
    let (code, err) = shell(&folder, piped);
    assert_eq!(code, Some(0), "{err}");
    assert_eq!(fs::read(folder.0.join("out.bin")).unwrap(), sum(12));
}

/// A bound and the requests of a program are of its text and its launch: files of data need not be there.
#[test]
fn bounds_need_no_file_of_data() {
    let folder = magnitudes("no_data");
    let (_, err) = folder.ends(1, RUN);
    assert!(err.contains("there is no such file"), "{err}");
    let bound = |data: &str| {
        folder.json(0, &format!("wcet k.sas --machine sim_d --launch l.toml {data} --json"))["bound"].clone()
    };
    assert_eq!(bound(""), bound("--data data"));
    folder.ends(0, "study requests k.sas --machine sim_d --launch l.toml");
}

//! How the program writes files and streams: all of a file or nothing, the file that a name leads to, and an error when an output
//! takes no more.

use std::{fs, process::Command};

use super::folder::{Folder, square};

/// Runs a line of the shell, in which `lanescope` is the program.
pub fn shell(folder: &Folder, line: &str) -> (Option<i32>, String) {
    let line = line.replace("lanescope", env!("CARGO_BIN_EXE_lanescope"));
    let output = Command::new("sh").current_dir(&folder.0).args(["-c", &line]).output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into())
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_that_is_closed_or_full_is_an_error() {
    let folder = square("no_output");
    let lines = [
        "run sq.cl",
        "run sq.cl --json",
        "run sq.cl --dump x",
        "list settings",
        "compile sq.cl",
        "link sq.cl",
        "model",
        "--help",
        "--version",
        "run --help",
    ];
    for line in lines {
        for (to, has) in
            [(">&-", "standard output: it is closed"), (">/dev/full", "standard output: No space left")]
        {
            let (code, err) = shell(&folder, &format!("lanescope {line} {to}"));
            assert!(code == Some(1) && err.contains(has), "{line} {to}: {code:?} {err}");
        }
        for to in [">/dev/null", "1<>/dev/null", "| head -c 1 >/dev/null"] {
            let (code, err) = shell(&folder, &format!("lanescope {line} {to}"));
            assert!(code == Some(0) && err.is_empty(), "{line} {to}: {code:?} {err}");
        }
    }
    // What prints nothing needs no output.
    let (code, err) = shell(&folder, "lanescope trace sq.cl --out t.csv >&-");
    assert!(code == Some(0) && folder.bytes("t.csv").len() > 100, "{err}");
}

/// Pipes that do not end, and one that nobody writes to, are said to be that, however high the limit is.
#[cfg(target_os = "linux")]
#[test]
fn pipes_that_do_not_end_are_named() {
    let folder = square("pipes");
    let _ = fs::remove_file(folder.0.join("pipe"));
    assert_eq!(shell(&folder, "mkfifo pipe").0, Some(0));
    let high = "--limit source_bytes=999999999999";
    let (code, err) = shell(&folder, &format!("lanescope run pipe {high}"));
    assert!(code == Some(1) && err.contains("pipe that nobody writes to"), "{code:?} {err}");
    let (code, err) = shell(&folder, &format!("yes >pipe & lanescope run pipe {high}"));
    assert!(code == Some(1) && err.contains("pipe: this is a pipe that does not end"), "{code:?} {err}");
    let (code, err) = shell(&folder, &format!("yes | lanescope run /dev/stdin {high}"));
    assert!(code == Some(1) && err.contains("this is a pipe that does not end"), "{code:?} {err}");
    let (code, err) =
        shell(&folder, "(sleep 0.1; cat sq.cl) >pipe & lanescope run pipe --machine teaching >/dev/null");
    assert!(code == Some(0), "{code:?} {err}");
}

/// A device that is full, a file that may not grow, and a limit: what was there is there.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_written_leaves_what_was_there() {
    let folder = square("kept");
    let is_part = |name: &std::ffi::OsString| name.to_string_lossy().ends_with(".part");
    let parts = || fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name()).filter(is_part);
    parts().for_each(|old| fs::remove_file(folder.0.join(old)).unwrap());
    let old: &[u8] = b"as it was";
    let restore = |name: &str| fs::write(folder.0.join(name), old).unwrap();
    let lines = [
        "trace sq.cl --out kept.json",
        "trace sq.cl --out kept.perfetto",
        "run gallery:saxpy --dump y:kept.bin",
    ];
    for line in lines {
        let name = line.rsplit([' ', ':']).next().unwrap();
        restore(name);
        let (code, _) = shell(&folder, &format!("ulimit -f 0; lanescope {line} 2>/dev/null"));
        assert!(code != Some(0) && folder.bytes(name) == old, "{line}: {code:?}");
        let (code, err) = shell(&folder, &format!("lanescope {line} >/dev/null"));
        assert!(code == Some(0) && folder.bytes(name) != old, "{line}: {err}");
    }
    // A file is not limited by what can be recorded at a time.
    for name in ["few.kanata", "few.csv", "few.perfetto", "few.json"] {
        let all = name.replace("few", "all");
        folder.ends(0, &format!("trace gallery:saxpy --limit log_bytes=100 --out {name}"));
        folder.ends(0, &format!("trace gallery:saxpy --out {all}"));
        assert!(folder.bytes(name) == folder.bytes(&all) && folder.bytes(name).len() > 1000, "{name}");
    }
    folder.ends(1, "run sq.cl --dump x:/dev/full");
    folder.ends(0, "run sq.cl --dump x:/dev/null");
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    // Only a process that is killed, as one is that passes `ulimit -f`, cannot take its part away.
    assert!(parts().count() <= lines.len());
}

/// Two would write to one file, and the last one would be all that is left: by its own name, a link, or that of the stream.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_standard_output_goes_to_is_not_replaced() {
    let folder = square("twice");
    let _ = fs::remove_file(folder.0.join("link.txt"));
    std::os::unix::fs::symlink("all.txt", folder.0.join("link.txt")).unwrap();
    for name in ["all.txt", "link.txt", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let (code, err) = shell(&folder, &format!("lanescope run sq.cl --dump x:{name} > all.txt"));
        assert!(code == Some(1) && err.contains("goes to this file already"), "{name}: {code:?} {err}");
    }
    let (code, err) = shell(&folder, "lanescope run sq.cl --dump x:/dev/stdout | cat > all.txt");
    assert!(code == Some(0) && err.is_empty() && folder.bytes("all.txt").len() > 100, "{err}");
}

/// Where a name leads to another file, that one is written; its permissions stay.
#[test]
fn files_are_replaced_where_they_are() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = square("replaced");
    let path = |name: &str| folder.0.join(name);
    fs::write(path("real.bin"), b"old").unwrap();
    fs::set_permissions(path("real.bin"), fs::Permissions::from_mode(0o640)).unwrap();
    let _ = fs::remove_file(path("link.bin"));
    symlink("real.bin", path("link.bin")).unwrap();
    folder.ends(0, "run sq.cl --dump x:link.bin");
    assert!(fs::symlink_metadata(path("link.bin")).unwrap().is_symlink());
    let about = fs::metadata(path("real.bin")).unwrap();
    assert_eq!((about.permissions().mode() & 0o777, about.len() % 4, about.len() > 3), (0o640, 0, true));
}

/// The file that a link of the disk leads to is written, whether it is there or not, and the link stays.
#[cfg(unix)]
#[test]
fn links_of_the_disk_stay() {
    let folder = square("links");
    let _ = fs::remove_dir_all(folder.0.join("to"));
    fs::create_dir_all(folder.0.join("to")).unwrap();
    for (link, target) in [("first", "to/second"), ("to/second", "third")] {
        let _ = fs::remove_file(folder.0.join(link));
        std::os::unix::fs::symlink(target, folder.0.join(link)).unwrap();
    }
    for _ in 0..2 {
        folder.ends(0, "run gallery:saxpy --dump y:first");
        assert_eq!(fs::read_link(folder.0.join("first")).unwrap().to_str(), Some("to/second"));
        assert_eq!(fs::read_link(folder.0.join("to/second")).unwrap().to_str(), Some("third"));
        assert!(fs::symlink_metadata(folder.0.join("to/third")).unwrap().is_file());
    }
}

/// Whole numbers of 64 bits without a sign, in decimal and hexadecimal digits, on every machine: 15 = most >> 60, and 1 + 1.
#[test]
fn numbers_of_a_launch_reach_to_2_to_the_64() {
    let text = "// lanescope: global 1\n// lanescope: local 1\n// lanescope: arg x [2] zeros\n\
        // lanescope: arg most 18446744073709551615\n// lanescope: arg mask 0x8000000000000001\n\
        __kernel void f(__global uint *x, ulong most, ulong mask) {\n\
        x[0] = (uint)(most >> 60); x[1] = (uint)(mask >> 63) + (uint)mask; }\n";
    let folder = Folder::new("wide", &[("wide.cl", text.as_bytes())]);
    for machine in ["simt", "rvv", "packed", "sim_d"] {
        folder.ends(0, &format!("run wide.cl --machine {machine} --dump x:x.bin"));
        assert_eq!(folder.bytes("x.bin"), [15, 0, 0, 0, 2, 0, 0, 0], "{machine}");
    }
    fs::write(folder.0.join("wide.cl"), text.replace("ulong mask", "long mask")).unwrap();
    let (_, err) = folder.ends(1, "run wide.cl");
    assert!(err.contains("outside -9223372036854775808 to 9223372036854775807"), "{err}");
}

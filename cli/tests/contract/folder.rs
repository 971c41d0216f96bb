//! Folders in which the program is run.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Output},
};

use serde_json::Value;

/// Two kernels.
pub const SQUARE: &str = "__kernel void sq(__global float *x, int n) { int i = get_global_id(0); if (i < n) x[i] *= x[i]; }\n\
                      __kernel void other(__global float *x) { x[get_global_id(0)] = 1; }";
/// A kernel that never ends.
const ENDLESS: &str = "__kernel void k(__global uint *x) { for (uint i = 0;; i++) x[0] = i; }";

/// A folder of one test with files in it.
pub struct Folder(pub PathBuf);

impl Folder {
    /// Makes the folder with these files.
    pub fn new(test: &str, files: &[(&str, &[u8])]) -> Folder {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
        fs::create_dir_all(&folder).unwrap();
        for (name, bytes) in files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        Folder(folder)
    }

    /// The program with these arguments, in the folder.
    pub fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lanescope"));
        command.current_dir(&self.0).args(line.split_whitespace());
        command
    }

    /// Runs it.
    pub fn run(&self, line: &str) -> Output {
        self.command(line).output().unwrap()
    }

    /// Runs a command that must end with this code; what it said on standard output and standard error.
    pub fn ends(&self, code: i32, line: &str) -> (String, String) {
        let output = self.run(line);
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(code), "lanescope {line}\n{out}\n{err}");
        (out, err)
    }

    /// Commands that are wrong uses, each with what standard error says of it.
    pub fn refuses(&self, lines: &[(&str, &str)]) {
        for (line, said) in lines {
            let (_, err) = self.ends(1, line);
            assert!(err.contains(said), "{line}: {err}");
        }
    }

    /// Runs that end and leave the same memory.
    pub fn all_leave_the_same(&self, runs: &[&str]) {
        let memory = |line: &str| self.json(0, &format!("{line} --json"))["digest"]["memory"].clone();
        let wanted = memory(runs[0]);
        assert!(wanted.is_string(), "{wanted}");
        runs[1..].iter().for_each(|line| assert_eq!(memory(line), wanted, "{line}"));
    }

    /// The object that it prints.
    pub fn json(&self, code: i32, line: &str) -> Value {
        serde_json::from_str(&self.ends(code, line).0).unwrap()
    }

    /// What a file holds.
    pub fn bytes(&self, file: &str) -> Vec<u8> {
        fs::read(self.0.join(file)).unwrap()
    }
}

/// The folder of one test with kernels that run, fail, halt and never end.
pub fn square(test: &str) -> Folder {
    let broken = "__kernel void k(__global float *x) { x[0] = y; }";
    let fault = "// lanescope: arg x [4]\n__kernel void k(__global int *x) { x[get_global_id(0) + 4] = 1; }";
    Folder::new(
        test,
        &[
            ("sq.cl", SQUARE.as_bytes()),
            ("broken.cl", broken.as_bytes()),
            ("endless.cl", ENDLESS.as_bytes()),
            ("fault.cl", fault.as_bytes()),
            ("binary.cl", &[0xff, 0, 0x80, b'x']),
        ],
    )
}

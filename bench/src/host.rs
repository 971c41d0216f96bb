//! The clock, the printer and the arguments: the operating system natively, functions of `node.mjs` in wasm.

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::{fs::OpenOptions, io::Write};

    /// What the report calls this platform.
    pub const NAME: &str = "native";

    /// Seconds of processor time.
    #[cfg(unix)]
    #[allow(unsafe_code)]
    pub fn now() -> f64 {
        unsafe extern "C" {
            /// Of the C library; POSIX fixes its unit.
            safe fn clock() -> std::ffi::c_long;
        }
        clock() as f64 / 1e6
    }

    /// Seconds since some moment: the standard library knows no processor time.
    #[cfg(not(unix))]
    pub fn now() -> f64 {
        static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        START.get_or_init(std::time::Instant::now).elapsed().as_secs_f64()
    }

    /// Prints a line.
    pub fn say(line: &str) {
        println!("{line}");
    }

    /// The first argument.
    pub fn argument() -> String {
        std::env::args().nth(1).unwrap_or_default()
    }

    /// Adds a number to the file that the environment names, if it names one.
    pub fn record(name: &str, unit: &str, value: f64) {
        let Some(path) = std::env::var_os("LANESCOPE_BENCH_RECORD") else { return };
        let file = OpenOptions::new().create(true).append(true).open(path);
        if let Err(error) = file.and_then(|mut file| writeln!(file, "{name}\t{unit}\t{value}")) {
            eprintln!("the numbers cannot be written: {error}");
        }
    }
}

#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code)]
mod node {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        safe fn seconds() -> f64;
        safe fn print(text: *const u8, bytes: usize);
        safe fn note(text: *const u8, bytes: usize);
        safe fn character(at: usize) -> u32;
    }

    /// What the report calls this platform.
    #[cfg(target_feature = "simd128")]
    pub const NAME: &str = "simd128";
    /// What the report calls this platform.
    #[cfg(not(target_feature = "simd128"))]
    pub const NAME: &str = "plain";

    /// Seconds of processor time.
    pub fn now() -> f64 {
        seconds()
    }

    /// Prints a line.
    pub fn say(line: &str) {
        print(line.as_ptr(), line.len());
    }

    /// The first argument. It comes one character at a time; 0 ends it.
    pub fn argument() -> String {
        (0..).map_while(|at| char::from_u32(character(at)).filter(|char| *char != '\0')).collect()
    }

    /// Adds a number to the file that the environment names, if it names one.
    pub fn record(name: &str, unit: &str, value: f64) {
        let line = format!("{name}\t{unit}\t{value}\n");
        note(line.as_ptr(), line.len());
    }
}

#[cfg(not(target_arch = "wasm32"))]
pub use native::*;
#[cfg(target_arch = "wasm32")]
pub use node::*;

//! The clock and the printer: the standard library natively, functions of `node.mjs` in wasm.

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::{sync::OnceLock, time::Instant};

    /// What the report calls this platform.
    pub const NAME: &str = "native";

    /// Seconds since some moment.
    pub fn now() -> f64 {
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed().as_secs_f64()
    }

    /// Prints a line.
    pub fn say(line: &str) {
        println!("{line}");
    }
}

#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code)]
mod node {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        safe fn seconds() -> f64;
        safe fn print(text: *const u8, bytes: usize);
    }

    /// What the report calls this platform.
    pub const NAME: &str = "wasm (simd128) in Node.js";

    /// Seconds since some moment.
    pub fn now() -> f64 {
        seconds()
    }

    /// Prints a line.
    pub fn say(line: &str) {
        print(line.as_ptr(), line.len());
    }
}

#[cfg(not(target_arch = "wasm32"))]
pub use native::*;
#[cfg(target_arch = "wasm32")]
pub use node::*;

//! `cargo xtask bench`: speed, each number beside its target and beside the ceiling. The measuring program is a package
//! of its own (`bench/`) that runs natively and, compiled to wasm, in Node.js.

use crate::{
    setup,
    shell::{self, Outcome, Shell, say},
};

const WEB: &str = setup::WEB_TARGET;

/// Runs the native half, the wasm half, or both.
pub fn run(shell: &Shell, arguments: &[String]) -> Outcome {
    let (native, wasm) = match arguments.first().map(String::as_str) {
        None => (true, true),
        Some("--native") => (true, false),
        Some("--wasm") => (false, true),
        Some(other) => return Err(format!("`{other}`? It takes --native or --wasm")),
    };
    if native {
        shell::run(shell.command("cargo", &["run", "--release", "--package", "lanescope-bench"]))?;
    }
    if wasm {
        setup::page(shell)?;
        in_node(shell)?;
    }
    Ok(())
}

fn in_node(shell: &Shell) -> Outcome {
    say("building the measuring program for wasm with SIMD");
    let arguments = ["build", "--package", "lanescope-bench", "--profile", "wasm", "--target", WEB];
    let mut command = shell.web("cargo", &arguments);
    command.env("RUSTFLAGS", "-C target-feature=+simd128");
    shell::run(command)?;
    let wasm = shell.web_target_dir().join(WEB).join("wasm/lanescope-bench.wasm");
    shell::run(shell.command("node", &["bench/node.mjs", &wasm.to_string_lossy()]))
}

//! The second way to a wasm toolchain: Debian packages a rustc with its library sources, from which the standard
//! library for wasm is built once.

use std::{ffi::OsString, fs, path::Path, path::PathBuf, time::Duration};

use super::{LIMIT, target::WEB};
use crate::shell::{Outcome, Shell, run_logged, say, with_path};

const PACKAGES: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];
const SOURCES: &str = "/usr/lib/rustlib/src";
const LIBRARY: &str = "/usr/lib/rustlib/wasm32-unknown-unknown/lib";
const CRATES: &str = "core,alloc,std,panic_abort,panic_unwind,proc_macro,test";

/// Installs Debian's compiler if it is missing.
pub fn install(shell: &Shell) -> Outcome {
    if Path::new("/usr/bin/rustc").exists()
        && Path::new("/usr/bin/cargo").exists()
        && Path::new(SOURCES).exists()
    {
        return Ok(());
    }
    apt(shell, &PACKAGES)
}

/// Installs Debian packages, if this person may.
pub fn apt(shell: &Shell, packages: &[&str]) -> Outcome {
    let by_hand = format!("please run: sudo apt-get install {}", packages.join(" "));
    if shell.find("apt-get").is_none() {
        return Err(format!(
            "this system has no apt-get; please install what {} hold on Debian",
            packages.join(", ")
        ));
    }
    if shell.ask("id", &["-u"]).as_deref() != Some("0") {
        return Err(by_hand);
    }
    say(&format!("installing {} (apt-get)", packages.join(", ")));
    let log = shell.path("target/xtask/setup.log");
    // An update that fails is not the end: the lists may be good enough.
    let _ = run_logged(shell.command("apt-get", &["update"]), &log, Duration::from_secs(300));
    let mut arguments = vec!["install", "-y", "--no-install-recommends"];
    arguments.extend(packages);
    let mut command = shell.command("apt-get", &arguments);
    command.env("DEBIAN_FRONTEND", "noninteractive");
    run_logged(command, &log, LIMIT).map_err(|error| format!("{error}; {by_hand} (log: {})", log.display()))
}

/// What programs that compile to wasm see: Debian's compiler first, and its own target folder, because the two
/// compilers would throw away each other's work.
pub fn environment(shell: &Shell) -> Vec<(&'static str, OsString)> {
    vec![
        ("PATH", shell.search_path(Some(&links(shell)))),
        ("RUSTC", "/usr/bin/rustc".into()),
        ("CARGO_TARGET_DIR", shell.path("target/web").into()),
    ]
}

/// A folder with links to Debian's cargo and rustc and to the linker, for the front of `PATH`.
fn links(shell: &Shell) -> PathBuf {
    shell.tools().join("debian")
}

/// Builds the standard library for wasm, once, and puts it where the compiler looks for it.
pub fn build_library(shell: &Shell) -> Outcome {
    link_programs(shell)?;
    if Path::new(LIBRARY).read_dir().is_ok_and(|mut files| files.next().is_some()) {
        return Ok(());
    }
    say("building Rust's standard library for wasm (about a minute)");
    let probe = shell.path("target/xtask/std");
    with_path(&probe, fs::create_dir_all(probe.join("src")))?;
    let manifest = "[package]\nname = \"probe\"\nedition = \"2024\"\n[workspace]\n";
    with_path(&probe, fs::write(probe.join("Cargo.toml"), manifest))?;
    with_path(&probe, fs::write(probe.join("src/lib.rs"), ""))?;
    let crates = format!("-Zbuild-std={CRATES}");
    let mut command = shell.web("/usr/bin/cargo", &["build", "--release", "--target", WEB, &crates]);
    command.current_dir(&probe).env("RUSTC_BOOTSTRAP", "1").env("CARGO_TARGET_DIR", probe.join("target"));
    run_logged(command, &shell.path("target/xtask/setup.log"), LIMIT)?;
    copy_library(&probe.join("target").join(WEB).join("release/deps"))
}

fn copy_library(from: &Path) -> Outcome {
    let to = Path::new(LIBRARY);
    with_path(to, fs::create_dir_all(to))?;
    for file in with_path(from, from.read_dir())?.flatten() {
        let name = file.file_name().to_string_lossy().into_owned();
        if name.starts_with("lib") && name.ends_with(".rlib") && !name.starts_with("libprobe") {
            with_path(to, fs::copy(file.path(), to.join(&name)))?;
        }
    }
    Ok(())
}

#[cfg(unix)]
fn link_programs(shell: &Shell) -> Outcome {
    let folder = links(shell);
    with_path(&folder, fs::create_dir_all(&folder))?;
    let mut wanted =
        vec![("cargo", PathBuf::from("/usr/bin/cargo")), ("rustc", PathBuf::from("/usr/bin/rustc"))];
    if let Some(linker) = own_linker(shell) {
        wanted.push(("rust-lld", linker));
    }
    for (name, program) in wanted {
        let link = folder.join(name);
        if !link.exists() {
            let _ = fs::remove_file(&link);
            with_path(&link, std::os::unix::fs::symlink(program, &link))?;
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn link_programs(_: &Shell) -> Outcome {
    Err("Debian's compiler is only there on Debian".into())
}

/// rustup's toolchain holds the linker that Debian's compiler asks for.
fn own_linker(shell: &Shell) -> Option<PathBuf> {
    let root = PathBuf::from(shell.ask("rustc", &["--print", "sysroot"])?);
    let host = shell
        .ask("rustc", &["-vV"])?
        .lines()
        .find_map(|line| line.strip_prefix("host: ").map(str::to_string))?;
    Some(root.join("lib/rustlib").join(host).join("bin/rust-lld")).filter(|path| path.exists())
}

//! The stages of a check that need a browser: the tests that run inside one, and the visits of the built page.

use std::{fs, path::Path, sync::Arc, thread};

use crate::{
    count, http, page, programs, setup,
    shell::{Outcome, Shell, tail, with_path},
    test::Run,
};

/// Where the tests in a browser find the programs of the built page.
const SERVED: &str = "app/tests/served/dist";

/// The study whose figure and numbers the workers give together and the terminal alone.
const STUDY: [&str; 3] = ["study", "compare", "gallery:saxpy"];

/// The tests that run inside a browser, with the programs of the built page beside them.
///
/// Machines are tried as they are shipped. So the program of the tests need not be fast, and what it has of the core is compiled in the time
/// that its short runs are worth (`docs/decisions/0039-machines-in-a-browser.md`).
pub fn inside(run: &Run) -> Outcome {
    setup::page(run.shell)?;
    let served = run.shell.path(SERVED);
    programs::lend(&run.shell.path("dist"), &served)?;
    say_of_terminal(run.shell, &served)?;
    let driver = setup::chromedriver(run.shell).ok_or("chromedriver is missing: run cargo xtask setup")?;
    let driver = driver.to_string_lossy();
    let plain = page::unoptimised_core(run.shell)?;
    let browser =
        ["test", "--headless", "--chrome", "--mode", "no-install", "--chromedriver", &driver, "app"];
    let mut command = run.shell.web("wasm-pack", &browser);
    command.args(plain).args(["--", "--include-ignored"]);
    run.logged(command)?;
    // A runner that finds no tests is content with that.
    let counted = count::tests(&tail(&run.log, usize::MAX));
    if counted.passed > 0 { Ok(()) } else { Err("no test ran in the browser".into()) }
}

/// Writes what the terminal says of a study of all machines, as a table and as numbers.
fn say_of_terminal(shell: &Shell, folder: &Path) -> Outcome {
    let terminal = shell.built("--bin", "lanescope")?.to_string_lossy().into_owned();
    let table = folder.join("compare.csv");
    let with = |more: [&str; 2]| {
        let mut command = shell.command(&terminal, &STUDY);
        let output = command.args(more.iter().filter(|word| !word.is_empty())).output();
        let output = output.map_err(|error| error.to_string())?;
        match output.status.success() {
            true => Ok(output.stdout),
            false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        }
    };
    with(["--out", &table.to_string_lossy()])?;
    let numbers = folder.join("compare.json");
    with_path(&numbers, fs::write(&numbers, with(["--json", ""])?))
}

/// The built page in a browser, from a path that is not the root of its host.
pub fn visits(run: &Run) -> Outcome {
    const PREFIX: &str = "/some/path/";
    let browser = setup::chromium(run.shell).ok_or("chromium is missing: run cargo xtask setup")?;
    let listener = http::listen(0)?;
    let port = listener.local_addr().map_err(|error| error.to_string())?.port();
    let site = Arc::new(http::Site::new(&run.shell.path("dist"), PREFIX));
    thread::spawn(move || http::serve(&listener, &site));
    // Files that the page writes are compared with those of the terminal.
    let terminal = run.shell.built("--bin", "lanescope")?;
    let mut command = run.shell.command("node", &["tests/e2e/run.mjs"]);
    command
        .env("LANESCOPE_URL", format!("http://127.0.0.1:{port}{PREFIX}"))
        .env("LANESCOPE_CHROMIUM", browser)
        .env("LANESCOPE_TERMINAL", terminal);
    run.logged(command)
}

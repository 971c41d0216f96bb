//! `cargo xtask serve`: the page on this machine.

use crate::{
    http,
    page::{self, Finish},
    setup,
    shell::{Outcome, Shell},
};

/// Builds and serves until it is stopped.
pub fn run(shell: &Shell, arguments: &[String]) -> Outcome {
    let port = port(arguments)?;
    // A port that is taken is worth knowing before the build.
    let listener = http::listen(port)?;
    setup::page(shell)?;
    let folder = shell.path("target/page");
    page::build(shell, &folder, Finish::Develop)?;
    println!("\nLanescope is at http://127.0.0.1:{port} (Ctrl-C ends it)");
    http::serve(&listener, &folder, "/");
    Ok(())
}

fn port(arguments: &[String]) -> Result<u16, String> {
    match arguments {
        [] => Ok(8080),
        [flag, port] if flag == "--port" => port.parse().map_err(|_| format!("`{port}` is no port number")),
        _ => Err("takes only --port N".into()),
    }
}

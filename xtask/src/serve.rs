//! `cargo xtask serve`: the page on this machine.

use std::{sync::Arc, thread};

use crate::{
    http,
    page::{self, Finish},
    setup,
    shell::{Outcome, Shell, say},
};

/// Builds and serves until it is stopped.
pub fn run(shell: &Shell, arguments: &[String]) -> Outcome {
    let (port, finish) = choose(arguments)?;
    // A port that is taken is worth knowing before the build.
    let listener = http::listen(port)?;
    setup::page(shell)?;
    let folder = shell.path("target/page");
    let machines = page::begin(shell, &folder, finish)?;
    println!("\nLanescope is at http://127.0.0.1:{port} (Ctrl-C ends it)");
    let site = Arc::new(http::Site::growing(&folder, "/"));
    let served = thread::spawn({
        let site = site.clone();
        move || http::serve(&listener, &site)
    });
    // The page is used while the workers of the other machines are built.
    say("building the workers of the other machines; who picks one of them waits for it");
    let grown = page::grow(shell, &folder, finish, &machines);
    site.is_whole();
    match grown {
        Ok(()) => say("all machines are there"),
        Err(error) => println!("{error}\n\nThe other machines are missing."),
    }
    served.join().map_err(|_| "the server broke".into())
}

fn choose(arguments: &[String]) -> Result<(u16, Finish), String> {
    let (mut port, mut finish) = (8080, Finish::Develop);
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--quick" => finish = Finish::Quick,
            "--port" => {
                let number = rest.next().ok_or("--port takes a number")?;
                port = number.parse().map_err(|_| format!("`{number}` is no port number"))?;
            }
            other => return Err(format!("`{other}`? It takes --port N and --quick")),
        }
    }
    Ok((port, finish))
}

//! Writes the catalogue of the page: everything that it must know of machines, kernels and lessons before a machine is loaded.
//!
//!     catalog FILE
//!
//! The ids of the machines go to standard output, in the order of the registry: for each there is a worker to build.

use std::{env, fs, process::ExitCode};

use lanescope_core::catalog::Catalog;

fn main() -> ExitCode {
    let Some(path) = env::args_os().nth(1) else {
        eprintln!("catalog FILE");
        return ExitCode::from(2);
    };
    let catalog = Catalog::of_this_program();
    if let Err(error) = fs::write(&path, catalog.pack()) {
        eprintln!("{}: {error}", path.display());
        return ExitCode::FAILURE;
    }
    for machine in &catalog.machines {
        println!("{}", machine.id);
    }
    ExitCode::SUCCESS
}

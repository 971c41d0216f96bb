//! Writes the catalogue of the page: everything that it must know of machines, kernels and lessons before a machine is loaded; and
//! the parts of it that the first picture needs, without a link and with one.
//!
//!     catalog FILE BRIEF LINKED
//!
//! The ids of the machines go to standard output, in the order of the registry: for each there is a worker to build.

use std::{env, fs, process::ExitCode};

use lanescope_core::catalog::Catalog;

fn main() -> ExitCode {
    let paths: Vec<_> = env::args_os().skip(1).collect();
    let [whole, brief, linked] = &paths[..] else {
        eprintln!("catalog FILE BRIEF LINKED");
        return ExitCode::from(2);
    };
    let catalog = Catalog::of_this_program();
    for (path, part) in [(whole, &catalog), (brief, &catalog.brief()), (linked, &catalog.linked())] {
        if let Err(error) = fs::write(path, part.pack()) {
            eprintln!("{}: {error}", path.display());
            return ExitCode::FAILURE;
        }
    }
    for machine in &catalog.machines {
        println!("{}", machine.id);
    }
    ExitCode::SUCCESS
}

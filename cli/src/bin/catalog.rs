//! Writes the catalogue of the page: everything that it must know of machines, kernels and lessons before a machine is loaded; and
//! the parts of it that the first picture needs, without a link and with one; and what the front end says of the kernel that the page
//! begins with.
//!
//!     catalog FILE BRIEF LINKED KNOWN
//!
//! The ids of the machines go to standard output, in the order of the registry: for each there is a worker to build.

use std::{env, fs, process::ExitCode};

use lanescope_core::{
    catalog::Catalog,
    session::{document_of, reader::Known},
};

fn main() -> ExitCode {
    let paths: Vec<_> = env::args_os().skip(1).collect();
    let [whole, brief, linked, known] = &paths[..] else {
        eprintln!("catalog FILE BRIEF LINKED KNOWN");
        return ExitCode::from(2);
    };
    let catalog = Catalog::of_this_program();
    let begun: Vec<_> = catalog.gallery.iter().take(1).map(|item| document_of(item.source.clone())).collect();
    let files = [
        (whole, catalog.pack()),
        (brief, catalog.brief().pack()),
        (linked, catalog.linked().pack()),
        (known, Known::of(&begun).pack()),
    ];
    for (path, bytes) in files {
        if let Err(error) = fs::write(path, bytes) {
            eprintln!("{}: {error}", path.display());
            return ExitCode::FAILURE;
        }
    }
    for machine in &catalog.machines {
        println!("{}", machine.id);
    }
    ExitCode::SUCCESS
}

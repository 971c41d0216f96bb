//! `lanescope compile`: what became of a kernel.

use lanescope_core::session::Listing;

use crate::{
    Failure,
    args::{Compile, Emit},
    document,
};

/// Compiles and prints.
pub fn run(options: &Compile) -> Result<(), Failure> {
    let (name, document) = document::read(&options.input)?;
    let session = document::open(&name, document, document::limits(&options.input))?;
    match options.emit {
        Emit::Ast => print!("{}", session.tree()),
        Emit::Ir => print_listing(&session.compiled().ir),
        Emit::Asm => print_listing(&session.compiled().assembly),
        Emit::None => {}
    }
    Ok(())
}

fn print_listing(listing: &Listing) {
    listing.lines.iter().for_each(|line| println!("{}", line.text));
}

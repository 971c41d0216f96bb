//! `lanescope compile`: what became of a kernel.

use std::io::{self, Write};

use lanescope_core::session::Listing;

use crate::{
    Failure,
    args::{Compile, Emit},
    diagnostics, document,
    drive::Clock,
};

/// Compiles and prints.
pub fn run(options: &Compile, out: &mut dyn Write) -> Result<(), Failure> {
    let (name, document) = document::read_one_undecided(&options.input)?;
    let clock = Clock::start(options.input.limits.max_seconds);
    let session = document::open(&name, document, options.input.limits.all(), clock)?;
    // Facts in words; counts are in what a run prints.
    let facts = &session.compiled().facts;
    for (name, value) in facts.iter().filter(|(_, value)| value.parse::<f64>().is_err()) {
        diagnostics::say(&format!("note: {name}: {value}"));
    }
    match options.emit {
        Emit::Ast => write!(out, "{}", session.tree())?,
        Emit::Ir => listing(out, &session.compiled().ir)?,
        Emit::Asm => listing(out, &session.compiled().assembly)?,
        Emit::Profile => {
            let none = "no profile was used: a machine with profiles makes one under a policy that asks for it (`divergence=profile` of harp)";
            write!(out, "{}", session.profile().ok_or_else(|| none.to_string())?)?;
        }
        Emit::None => {}
    }
    Ok(())
}

fn listing(out: &mut dyn Write, listing: &Listing) -> io::Result<()> {
    listing.lines.iter().try_for_each(|line| writeln!(out, "{}", line.text))
}

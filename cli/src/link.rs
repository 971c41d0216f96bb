//! `lanescope link` and `lanescope open`: documents as links, the same that the page makes.

use std::io::Write;

use lanescope_core::share;

use crate::{
    Failure,
    args::{Link, Open},
    document,
    run::{self, Wanted},
};

/// Prints the link.
pub fn make(options: &Link, out: &mut dyn Write) -> Result<(), Failure> {
    let (name, document) = document::read(&options.input)?;
    let session = document::open(&name, document, options.input.limits.all())?;
    let mut document = session.document();
    document.cycle = options.cycle;
    Ok(writeln!(out, "{}#{}", options.page, share::encode(&document).trim_start_matches('#'))?)
}

/// Runs the document of a link, or prints its text.
pub fn open(options: &Open, out: &mut dyn Write) -> Result<(), Failure> {
    let fragment = options.link.split_once('#').map_or(options.link.as_str(), |(_, fragment)| fragment);
    let document = share::decode(fragment).map_err(|error| error.to_string())?;
    if options.source {
        return Ok(write!(out, "{}", document.source)?);
    }
    let wanted = Wanted {
        check: options.check,
        dump: &[],
        functional: false,
        json: options.json,
        max_seconds: options.limits.max_seconds,
    };
    run::run_document("link", document, options.limits.all(), &wanted, out)
}

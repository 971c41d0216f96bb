//! `lanescope link` and `lanescope open`: documents as links, the same that the page makes.

use std::{
    fs,
    io::Write,
    path::{Component, Path},
};

use lanescope_core::{
    session::vocabulary::Document,
    share::{self, Opened},
};

use crate::{
    Failure,
    args::{Link, Open},
    diagnostics, document, files,
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
    let Opened { document, remarks } = share::open(fragment)?;
    if options.source {
        return Ok(write!(out, "{}", document.source)?);
    }
    if let Some(folder) = &options.save {
        return save(&document, folder);
    }
    remarks.iter().for_each(|remark| diagnostics::say(&format!("note: {remark}")));
    let wanted = Wanted {
        check: options.check,
        dump: &[],
        functional: false,
        json: options.json,
        max_seconds: options.limits.max_seconds,
    };
    run::run_document("link", document, options.limits.all(), &wanted, out)
}

/// Writes the files of a document into a folder that is not there yet. A name never leads out of it.
fn save(document: &Document, folder: &Path) -> Result<(), Failure> {
    let main = if document.name.is_empty() { "main" } else { document.name.as_str() };
    let beside = document.files.iter().map(|file| (file.name.as_str(), file.contents.bytes()));
    let all: Vec<(&str, &[u8])> = [(main, document.source.as_bytes())].into_iter().chain(beside).collect();
    let plain = |name: &str| Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    if let Some((name, _)) = all.iter().find(|(name, _)| !plain(name)) {
        return Err(format!("`{name}` leads out of the folder: nothing was written").into());
    }
    let failed = |path: &Path, error| Failure::Message(format!("{}: {error}", path.display()));
    fs::create_dir(folder).map_err(|error| failed(folder, error))?;
    for (name, bytes) in all {
        let path = folder.join(name);
        let inside = path.parent().unwrap_or(folder);
        fs::create_dir_all(inside).map_err(|error| failed(inside, error))?;
        files::write(&path, |out| out.write_all(bytes)).map_err(|error| failed(&path, error))?;
    }
    Ok(())
}

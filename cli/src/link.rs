//! `lanescope link` and `lanescope open`: documents as links, the same that the page makes.

use std::{
    fs,
    io::{self, Write},
    path::{Component, Path},
};

use lanescope_core::{
    session::vocabulary::{Document, Language, checked_name},
    share::{self, Opened},
};

use crate::{
    Failure,
    args::{Link, Open},
    diagnostics, document,
    drive::Clock,
    files::{self, Budget},
    run::{self, Wanted},
};

/// Prints the link.
pub fn make(options: &Link, out: &mut dyn Write) -> Result<(), Failure> {
    document::are_decisions(&options.input)?;
    let (name, document) = document::read(&options.input)?;
    let clock = Clock::start(options.input.limits.max_seconds);
    let session = document::open(&name, document, options.input.limits.all(), clock)?;
    document::are_linked(&session, &options.input.linked)?;
    let mut document = session.document();
    document.cycle = options.cycle;
    Ok(writeln!(out, "{}#{}", options.page, share::encode(&document).trim_start_matches('#'))?)
}

/// Runs the document of a link, or prints its text.
pub fn open(options: &Open, out: &mut dyn Write) -> Result<(), Failure> {
    let Opened { document, remarks } = share::open(&link(options)?)?;
    if options.source {
        return Ok(write!(out, "{}", document.source)?);
    }
    if let Some(folder) = &options.save {
        return save(&document, folder);
    }
    remarks.iter().for_each(|remark| diagnostics::say(&format!("note: {remark}")));
    let wanted = Wanted {
        more: &[],
        check: options.check,
        dump: &[],
        functional: false,
        json: options.json,
        max_seconds: options.limits.max_seconds,
    };
    run::run_document("link", document, options.limits.all(), &wanted, out)
}

/// The link: an argument, or for `-` standard input, for systems bound the length of an argument.
fn link(options: &Open) -> Result<String, Failure> {
    if options.link != "-" {
        return Ok(options.link.clone());
    }
    let bytes = files::read_stdin(&Budget::new("link", share::LINK_LIMIT as u64))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Writes the files of a document into a folder that is not there yet: all of them or none. A name never leads out of it.
fn save(document: &Document, folder: &Path) -> Result<(), Failure> {
    let beside = document.files.iter().map(|file| (file.name.as_str(), file.contents.bytes()));
    let main = (main_name(document), document.source.as_bytes());
    // A program in binary form has no main text.
    let main = Some(main).filter(|_| document.has_main() || !document.source.is_empty());
    let all: Vec<(&str, &[u8])> = main.into_iter().chain(beside).collect();
    for (at, (name, _)) in all.iter().enumerate() {
        check_name(name, all[..at].iter().map(|(name, _)| *name))?;
    }
    fs::create_dir(folder).map_err(|error| failed(folder, &error))?;
    all.iter().try_for_each(|(name, bytes)| save_file(&folder.join(name), bytes)).inspect_err(|_| {
        // It was made here. What went wrong is said; that a part of it stays, too, would not help.
        let _ = fs::remove_dir_all(folder);
    })
}

fn save_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let inside = path.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(inside).map_err(|error| failed(inside, &error))?;
    files::write(path, |out| out.write_all(bytes)).map_err(|error| failed(path, &error))
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::Message(format!("{}: {error}", path.display()))
}

/// The name of the main text; one without a name gets the ending of its language.
fn main_name(document: &Document) -> &str {
    match (document.name.as_str(), document.language) {
        ("", Language::Auto) => "main",
        ("", Language::OpenCl) => "main.cl",
        ("", Language::Cuda) => "main.cu",
        ("", Language::Assembly) => "main.s",
        (name, _) => name,
    }
}

/// Can a file of this name be written beside the others?
fn check_name<'a>(name: &str, mut others: impl Iterator<Item = &'a str>) -> Result<(), String> {
    let is_plain = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    if !is_plain {
        return Err(format!("`{name}` leads out of the folder: nothing was written"));
    }
    checked_name(name).map_err(|error| format!("{error}: nothing was written"))?;
    let (path, same) = (Path::new(name), |other: &str| Path::new(other) == Path::new(name));
    match others.find(|other| path.starts_with(other) || Path::new(other).starts_with(path)) {
        Some(other) if same(other) => Err(format!("two files have the name `{name}`: nothing was written")),
        Some(other) => {
            Err(format!("`{name}` and `{other}` would be a file and its own folder: nothing was written"))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_cannot_be_written_are_refused() {
        let checked = |name: &str| check_name(name, ["k.cl", "lib/a.h"].into_iter());
        for name in ["b.h", "lib/b.h", "lib.h", "k.cl.h", "日本/ü.h", "..h"] {
            assert_eq!(checked(name), Ok(()), "{name}");
        }
        for (name, why) in [
            ("../b.h", "leads out"),
            ("/b.h", "leads out"),
            (".", "leads out"),
            ("", "needs a name"),
            ("a/", "no name of a file"),
            ("a\nb", "no name of a file"),
            ("a\0", "no name of a file"),
            ("k.cl", "two files"),
            ("k.cl/b", "its own folder"),
            ("lib", "its own folder"),
        ] {
            let said = checked(name).unwrap_err();
            assert!(said.contains(why) && said.ends_with("nothing was written"), "{name}: {said}");
        }
    }
}

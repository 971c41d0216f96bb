//! The files of a program on the disk: what a text asks for is found beside the file that asks and in the folders of `-I`,
//! and put into the document under the name by which the core finds it. So a link holds everything. What is not found is
//! left out: the core knows the headers of CUDA and C, and says what else is missing.

use std::{
    fs,
    path::{Path, PathBuf},
};

use lanescope_core::session::vocabulary::{Asked, Contents, File, Language, asked, folder, joined};

use crate::{
    Failure,
    files::{self, Budget},
};

/// Looks for files.
pub struct Finder<'a> {
    /// The folders of `-I`.
    folders: &'a [PathBuf],
    budget: Budget,
    language: Language,
    /// Are there `#include`s in a text in assembly?
    preprocess: bool,
    /// What `-D` says, name and value.
    defines: &'a [String],
    /// What has been found, with where it is; the first is the main text.
    found: Vec<(PathBuf, File)>,
}

impl<'a> Finder<'a> {
    /// Beside a main text of this path, within so many bytes.
    pub fn new(
        main: &Path,
        text: &str,
        language: Language,
        folders: &'a [PathBuf],
        bytes: u64,
    ) -> Finder<'a> {
        let name = main.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let main = (main.into(), File { name, contents: Contents::Text(text.into()) });
        Finder {
            folders,
            budget: Budget::new("file_bytes", bytes),
            language,
            preprocess: false,
            defines: &[],
            found: vec![main],
        }
    }

    /// Does the C preprocessor read a text in assembly?
    pub fn read_includes(&mut self, preprocess: bool) {
        self.preprocess = preprocess;
    }

    /// What `-D` says may make the names of files.
    pub fn know(&mut self, defines: &'a [String]) {
        self.defines = defines;
    }

    /// Adds a file that nothing needs to ask for. Its name is its path from the main text's folder, if it lies there. A program in binary form
    /// gets a text that stands for it. Gives the name of the text, unless another one stands for the file already.
    ///
    /// # Errors
    /// It cannot be read, is too large, or is there already.
    pub fn add(
        &mut self,
        path: &Path,
        stands_for: impl Fn(&str, &[u8]) -> Option<String>,
    ) -> Result<Option<String>, Failure> {
        let beside = self.found[0].0.parent().unwrap_or(Path::new(""));
        let name = path.strip_prefix(beside).unwrap_or(path);
        let name = joined("", &name.to_string_lossy());
        if self.found.iter().any(|(known, file)| file.name == name && identity(known) == identity(path)) {
            return Err(format!("{}: the program has this file already", path.display()).into());
        }
        let is_asked = self.asks_for(&name);
        self.read(name.clone(), path, self.language == Language::Assembly && is_binary(path))?;
        let Some((_, file)) = self.found.last_mut() else { return Ok(None) };
        if let Some(text) = stands_for(&name, file.contents.bytes()) {
            file.contents = Contents::Bytes(file.contents.bytes().into());
            if is_asked {
                return Ok(None);
            }
            self.push(path, stand_in(&name), Contents::Text(text));
            return Ok(Some(stand_in(&name)));
        }
        Ok(Some(name))
    }

    /// Does a text that is there stand for a program in binary form of this name?
    fn asks_for(&self, name: &str) -> bool {
        let asks = |file: &File| {
            let asked = asked(file.contents.text().unwrap_or_default(), self.language);
            let is_it =
                |asked: &Asked| [folder(&file.name), ""].iter().any(|from| joined(from, &asked.name) == name);
            asked.iter().any(|asked| asked.binary && is_it(asked))
        };
        self.language == Language::Assembly && self.found.iter().any(|(_, file)| asks(file))
    }

    /// The texts that have been added.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.found.iter().filter_map(|(_, file)| file.contents.text())
    }

    /// Adds a file that is at hand.
    pub fn push(&mut self, path: &Path, name: String, contents: Contents) {
        self.found.push((path.into(), File { name, contents }));
    }

    /// Adds a file of data that the main text names, if it is there: below a folder, else beside the text. What is no file of a
    /// disk is read to its end, too: `/dev/null` is an empty file.
    ///
    /// # Errors
    /// As [`Finder::add`].
    pub fn data(&mut self, name: &str, folder: Option<&Path>) -> Result<(), Failure> {
        let beside = self.found[0].0.parent().unwrap_or(Path::new(""));
        let path = folder.unwrap_or(beside).join(name);
        if path.is_dir() {
            return Err(
                format!("{}: this is a folder, and the program reads data from it", path.display()).into()
            );
        }
        let name = joined("", name);
        if path.exists() && self.found.iter().all(|(_, file)| file.name != name) {
            let bytes = files::read(&path, &self.budget)?;
            self.found.push((path, File { name, contents: Contents::Bytes(bytes) }));
        }
        Ok(())
    }

    /// Looks for what another text asks for, as the main text would.
    ///
    /// # Errors
    /// As [`Finder::add`].
    pub fn look_for(&mut self, text: &str) -> Result<(), Failure> {
        let (path, name) = (self.found[0].0.clone(), self.found[0].1.name.clone());
        self.read_asked(&path, &name, text)
    }

    /// The name of the main text and the files beside it: those that were added, and all that they ask for.
    ///
    /// # Errors
    /// A file cannot be read or is too large, or two files would have one name.
    pub fn finish(mut self) -> Result<(String, Vec<File>), Failure> {
        let mut next = 0;
        while let Some((path, file)) = self.found.get(next) {
            let (path, name) = (path.clone(), file.name.clone());
            let text = file.contents.text().unwrap_or_default().to_string();
            self.read_asked(&path, &name, &text)?;
            next += 1;
        }
        let mut files = self.found.into_iter().map(|(_, file)| file);
        let main = files.next().map(|main| main.name).unwrap_or_default();
        Ok((main, files.collect()))
    }

    /// Reads what the text of a file asks for.
    fn read_asked(&mut self, path: &Path, name: &str, text: &str) -> Result<(), Failure> {
        let by_preprocessor = self.preprocess.then(|| asked(text, Language::OpenCl));
        let by_macros = text.lines().filter_map(|line| made_name(line, self.defines)).collect::<Vec<_>>();
        let all = asked(text, self.language).into_iter().chain(by_preprocessor.into_iter().flatten());
        for asked in all.chain(by_macros) {
            let found = self.find(path, name, &asked);
            // A program in binary form may have been found as data are.
            let is_known = |name: &str| asked.binary && self.found.iter().any(|(_, file)| file.name == name);
            if let Some((name, path)) = found.filter(|(name, _)| !is_known(name)) {
                self.read(name, &path, asked.binary)?;
            }
        }
        Ok(())
    }

    /// What a file asks for: its name in the document, and where it is.
    fn find(&self, from: &Path, name: &str, asked: &Asked) -> Option<(String, PathBuf)> {
        let beside =
            || (joined(folder(name), &asked.name), from.parent().unwrap_or(Path::new("")).join(&asked.name));
        let top = |folder: &PathBuf| (joined("", &asked.name), folder.join(&asked.name));
        let places = asked.beside.then(beside).into_iter().chain(self.folders.iter().map(top));
        places.into_iter().find(|(_, path)| path.is_file())
    }

    fn read(&mut self, name: String, path: &Path, binary: bool) -> Result<(), Failure> {
        if let Some((known, _)) = self.found.iter().find(|(_, file)| file.name == name) {
            if identity(known) == identity(path) {
                return Ok(());
            }
            let (known, path) = (known.display(), path.display());
            return Err(format!("{path}: the program calls it `{name}`, as it calls {known}").into());
        }
        let bytes = files::read(path, &self.budget)?;
        let contents = match self.language {
            _ if binary => Contents::Bytes(bytes),
            Language::Assembly => Contents::of(bytes),
            _ => Contents::Text(String::from_utf8_lossy(&bytes).into_owned()),
        };
        self.found.push((path.into(), File { name, contents }));
        Ok(())
    }
}

/// The file of an `#include M(PATH/x.h)`, whose macro makes a string of what stands in its parentheses, with the values of `-D`. It is a guess: a
/// file of another name is looked for in vain, and one that is there is not read unless the preprocessor asks for it.
fn made_name(line: &str, defines: &[String]) -> Option<Asked> {
    let in_word = |c: char| c == '_' || c.is_ascii_alphanumeric();
    let rest = line.trim().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim();
    let (_, inner) =
        rest.split_once('(').filter(|(name, _)| !name.is_empty() && name.chars().all(in_word))?;
    let mut rest = inner.rsplit_once(')')?.0.trim();
    let mut name = String::new();
    while let Some(first) = rest.chars().next() {
        let length = rest.find(|c| !in_word(c)).unwrap_or(rest.len()).max(first.len_utf8());
        let (word, behind) = rest.split_at(length);
        let value =
            defines.iter().find_map(|define| define.split_once('=').filter(|(name, _)| *name == word));
        name += value.map_or(word, |(_, value)| value.trim_matches(['"', '<', '>']));
        rest = behind;
    }
    Some(Asked { name, beside: true, binary: false })
}

/// Is it the name of a program in binary form?
pub fn is_binary(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ["bin", "hof"].iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// The name of the text that stands for a file in binary form.
pub fn stand_in(name: &str) -> String {
    format!("{name}.s")
}

/// The same for every way to write the path of a file.
fn identity(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.into())
}

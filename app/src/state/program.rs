//! The files of the document as a person handles them: tabs are added, renamed, taken away, linked and chosen as the main text,
//! and files of the disk take their places by name.

use lanescope_core::session::{
    order::sort_by,
    vocabulary::{Contents, Document, File, Language, asked, checked_name, joined},
};

use super::launch::language_of;

/// The text of this name; the main text has the document's own name, which may be empty.
pub fn text<'a>(document: &'a Document, name: &str) -> Option<&'a str> {
    if name == document.name {
        return Some(&document.source);
    }
    document.file(name)?.contents.text()
}

/// Replaces the text of this name. False if there is none. A program in binary form whose disassembly is changed is a text from then on.
pub fn set_text(document: &mut Document, name: &str, text: String) -> bool {
    if name == document.name {
        document.source = text;
        return true;
    }
    let is_unit = document.units.iter().any(|unit| unit == name);
    let is_text = |file: &File| is_unit || file.contents.text().is_some();
    let file = document.files.iter_mut().find(|file| file.name == name && is_text(file));
    file.map(|file| file.contents = Contents::Text(text)).is_some()
}

/// Does a text take the place of another, as where all is selected and a text is pasted? Then less than half of either is the same
/// at its begin and end.
pub fn replaced(old: &str, new: &str) -> bool {
    let same = |(a, b): &(u8, u8)| a == b;
    let begin = old.bytes().zip(new.bytes()).take_while(same).count();
    let (old, new) = (&old.as_bytes()[begin..], &new.as_bytes()[begin..]);
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let kept = begin + end;
    old.len() - end > kept && new.len() - end > kept
}

/// Is there a file of this name?
pub fn has(document: &Document, name: &str) -> bool {
    name == document.name || document.file(name).is_some()
}

/// A name for a new file that no file has.
pub fn free_name(document: &Document) -> String {
    let ending = match language(document) {
        Language::Assembly => "inc",
        _ => "h",
    };
    let mut names = (1..).map(|n| format!("file{n}.{ending}"));
    names.find(|name| !has(document, name)).unwrap_or_default()
}

fn language(document: &Document) -> Language {
    match document.language {
        Language::Auto => language_of(&document.name),
        language => language,
    }
}

/// Gives a file another name. Choices about its lines go with it.
///
/// # Errors
/// The name cannot be, or another file has it.
pub fn rename(document: &mut Document, old: &str, new: &str) -> Result<(), String> {
    let new = new.trim();
    if old == new {
        return Ok(());
    }
    checked_name(new)?;
    if has(document, new) {
        return Err(format!("there is a file `{new}` already"));
    }
    document.units.iter_mut().filter(|unit| *unit == old).for_each(|unit| *unit = new.into());
    if old == document.name {
        document.name = new.into();
        return Ok(());
    }
    document.files.iter_mut().filter(|file| file.name == old).for_each(|file| file.name = new.into());
    document
        .choices
        .iter_mut()
        .filter(|choice| choice.file == old)
        .for_each(|choice| choice.file = new.into());
    Ok(())
}

/// Takes a file away, with the choices about its lines. The main text stays.
pub fn remove(document: &mut Document, name: &str) {
    document.files.retain(|file| file.name != name);
    if name != document.name {
        unlink(document, name);
    }
    let is_there = |file: &str| file.is_empty() || document.files.iter().any(|known| known.name == file);
    document.choices.retain(|choice| is_there(&choice.file));
}

/// Links a file behind those that are linked. False if there is no such file, or it is linked.
pub fn link(document: &mut Document, name: &str) -> bool {
    let is_only = document.units.is_empty() && name == document.name;
    if is_only || document.units.iter().any(|unit| unit == name) || !has(document, name) {
        return false;
    }
    if document.units.is_empty() {
        document.units.push(document.name.clone());
    }
    document.units.push(name.into());
    true
}

/// Links a text no more. False if it is not linked.
pub fn unlink(document: &mut Document, name: &str) -> bool {
    let before = document.units.len();
    document.units.retain(|unit| unit != name);
    let is_less = document.units.len() < before;
    if !document.is_linked() {
        document.units.clear();
    }
    is_less
}

/// The names of all files as tabs show them: the main text, the others that are linked in their order, and the rest; each with its number
/// among those that are linked.
pub fn tabs(document: &Document) -> Vec<(&str, Option<usize>)> {
    let number = |name: &str| document.units.iter().position(|unit| unit == name).map(|at| at + 1);
    let beside = document.files.iter().map(|file| file.name.as_str());
    let mut beside: Vec<_> = beside.map(|name| (name, number(name))).collect();
    sort_by(&mut beside, |a, b| (a.1.is_none(), a.1).cmp(&(b.1.is_none(), b.1)));
    // A program in binary form has no main text.
    let main = Some(&document.name).filter(|_| document.has_main() || !document.source.is_empty());
    main.map(|name| (name.as_str(), number(name))).into_iter().chain(beside).collect()
}

/// Makes a text the main one; the main text takes its place. False if there is no such text.
pub fn choose_main(document: &mut Document, name: &str) -> bool {
    let Some(at) = document.files.iter().position(|file| file.name == name) else { return false };
    let Contents::Text(text) = document.files[at].contents.clone() else { return false };
    let former = if document.name.is_empty() { free_main(document) } else { document.name.clone() };
    let source = std::mem::replace(&mut document.source, text);
    document.files[at] = File { name: former.clone(), contents: Contents::Text(source) };
    let main = document.name.clone();
    document.units.iter_mut().filter(|unit| **unit == main).for_each(|unit| unit.clone_from(&former));
    // A program begins with its main text.
    if let Some(at) = document.units.iter().position(|unit| unit == name) {
        document.units[..=at].rotate_right(1);
    } else if !document.units.is_empty() {
        document.units.insert(0, name.into());
    }
    document.name = name.into();
    for choice in &mut document.choices {
        if choice.file == name {
            choice.file.clear();
        } else if choice.file.is_empty() {
            choice.file.clone_from(&former);
        }
    }
    if document.language != Language::Auto {
        document.language =
            Some(language_of(name)).filter(|known| *known != Language::Auto).unwrap_or(document.language);
    }
    (document.kernel, document.launch) = (None, None);
    true
}

/// A name for a main text that has none.
fn free_main(document: &Document) -> String {
    let ending = match document.language {
        Language::Cuda => "cu",
        Language::Assembly => "s",
        Language::Auto | Language::OpenCl => "cl",
    };
    let mut names =
        std::iter::once(format!("main.{ending}")).chain((2..).map(|n| format!("main{n}.{ending}")));
    names.find(|name| !has(document, name)).unwrap_or_default()
}

/// What became of files that were taken from the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// They are the program now.
    Opened,
    /// They are among its files.
    Added,
    /// None of them has a name that a file can have.
    Nothing,
}

/// Takes files of the disk. Files whose names are there already are replaced, and the others added; a single file is added
/// to a program of several, too. Else they are a new program, whose main text is the first one that looks like one.
pub fn take(document: &mut Document, files: Vec<File>) -> Taken {
    let files = named(files);
    let text = |file: &File| file.contents.text().is_some();
    let known = files.iter().any(|file| has(document, &file.name));
    if files.is_empty() {
        return Taken::Nothing;
    }
    if let ([only], Language::Assembly, true) = (&*files, document.language, document.files.is_empty())
        && is_binary(only)
    {
        (document.source, document.name) = (String::new(), String::new());
        (document.kernel, document.launch) = (None, None);
        document.choices.clear();
        document.units = vec![only.name.clone()];
        document.files = files;
        return Taken::Opened;
    }
    if known || !files.iter().any(text) || files.len() == 1 && !document.files.is_empty() {
        files.into_iter().for_each(|file| put(document, file));
        return Taken::Added;
    }
    let depth = |file: &File| file.name.matches('/').count();
    let rank = |file: &File| (!text(file), !begins_program(&file.name), depth(file));
    let Some(at) = (0..files.len()).min_by_key(|at| rank(&files[*at])) else { return Taken::Nothing };
    let mut files = files;
    let File { name, contents } = files.remove(at);
    document.source = contents.text().unwrap_or_default().into();
    document.language = language_of(&name);
    (document.name, document.files) = (name, files);
    (document.kernel, document.launch) = (None, None);
    document.choices.clear();
    document.units.clear();
    let units = document.files.iter().filter(|file| is_unit(document, file)).map(|file| file.name.clone());
    for unit in units.collect::<Vec<_>>() {
        link(document, &unit);
    }
    Taken::Opened
}

/// Does a file look like a program in the binary form of a machine?
fn is_binary(file: &File) -> bool {
    let ending = file.name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    file.contents.text().is_none() && matches!(ending.as_deref(), Some("bin" | "hof"))
}

/// Does a file look like a text that is linked with a main text in assembly? Nobody includes it, and its name ends as that of an assembler's
/// text.
fn is_unit(document: &Document, file: &File) -> bool {
    let is_assembly = |name: &str| {
        let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        matches!(ending.as_deref(), Some("s" | "asm"))
    };
    let texts =
        document.files.iter().map(|known| (known.name.as_str(), known.contents.text().unwrap_or_default()));
    let asks = |(from, text): (&str, &str)| {
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let is_it = |name: &str| [folder, ""].iter().any(|folder| joined(folder, name) == file.name);
        asked(text, Language::Assembly).iter().any(|asked| is_it(&asked.name))
    };
    let mut texts = texts.chain([(document.name.as_str(), document.source.as_str())]);
    is_assembly(&document.name)
        && is_assembly(&file.name)
        && file.contents.text().is_some()
        && !texts.any(asks)
}

fn put(document: &mut Document, file: File) {
    match (file.name == document.name, file.contents.text()) {
        (true, Some(text)) => document.source = text.into(),
        // A main text is a text.
        (true, None) => {}
        (false, _) => match document.files.iter_mut().find(|known| known.name == file.name) {
            Some(known) => *known = file,
            None => {
                let unit = is_unit(document, &file).then(|| file.name.clone());
                document.files.push(file);
                // One more beside others that are linked.
                if let Some(unit) = unit.filter(|_| !document.units.is_empty()) {
                    link(document, &unit);
                }
            }
        },
    }
}

/// Does a file of this name look like the main text of a program?
fn begins_program(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    matches!(ending.as_deref(), Some("cl" | "cu" | "s" | "sas" | "asm" | "ptx"))
}

/// Files under names that files can have, without the folder that all of them are in, by name.
fn named(files: Vec<File>) -> Vec<File> {
    let top = |file: &File| file.name.split_once('/').map(|(top, _)| top.to_string());
    let first = files.first().and_then(top);
    let shared = first.filter(|first| files.iter().all(|file| top(file).as_ref() == Some(first)));
    let short = |name: &str| match &shared {
        Some(top) => joined("", &name[top.len()..]),
        None => joined("", name),
    };
    let one = |file: File| File { name: short(&file.name), contents: readable(&file.name, file.contents) };
    let mut files: Vec<File> = files.into_iter().map(one).collect();
    files.retain(|file| checked_name(&file.name).is_ok());
    sort_by(&mut files, |a, b| a.name.cmp(&b.name));
    files.dedup_by(|a, b| a.name == b.name);
    files
}

/// A kernel in an old encoding is a text all the same.
fn readable(name: &str, contents: Contents) -> Contents {
    match contents {
        Contents::Bytes(bytes) if begins_program(name) && !bytes.contains(&0) => {
            Contents::Text(String::from_utf8_lossy(&bytes).into_owned())
        }
        contents => contents,
    }
}

#[cfg(test)]
mod tests {
    use lanescope_core::session::vocabulary::Choice;

    use super::*;
    use crate::state::empty_document;

    fn file(name: &str, text: &str) -> File {
        File { name: name.into(), contents: Contents::Text(text.into()) }
    }

    fn choice(file: &str) -> Choice {
        Choice { id: "bound".into(), file: file.into(), line: 1, value: "2".into() }
    }

    fn program() -> Document {
        Document {
            source: "main".into(),
            name: "k.cl".into(),
            files: vec![file("a.h", "a"), file("lib/b.h", "b")],
            choices: vec![choice(""), choice("a.h")],
            ..empty_document()
        }
    }

    fn names(document: &Document) -> Vec<&str> {
        std::iter::once(document.name.as_str())
            .chain(document.files.iter().map(|file| file.name.as_str()))
            .collect()
    }

    #[test]
    fn the_main_text_changes_places() {
        let mut document = program();
        assert!(choose_main(&mut document, "a.h") && !choose_main(&mut document, "none"));
        assert_eq!((names(&document), document.source.as_str()), (vec!["a.h", "k.cl", "lib/b.h"], "a"));
        assert_eq!(text(&document, "k.cl"), Some("main"));
        assert_eq!(document.choices, [choice("k.cl"), choice("")]);
        let mut unnamed = Document { name: String::new(), ..program() };
        unnamed.files.push(file("main.cl", ""));
        choose_main(&mut unnamed, "a.h");
        assert_eq!(names(&unnamed), ["a.h", "main2.cl", "lib/b.h", "main.cl"]);
    }

    #[test]
    fn files_are_renamed_and_taken_away_with_their_choices() {
        let mut document = program();
        assert_eq!(rename(&mut document, "a.h", " x/a.h "), Ok(()));
        assert_eq!(
            (names(&document), document.choices[1].file.as_str()),
            (vec!["k.cl", "x/a.h", "lib/b.h"], "x/a.h")
        );
        assert!(
            rename(&mut document, "x/a.h", "k.cl").is_err() && rename(&mut document, "x/a.h", "../").is_err()
        );
        assert_eq!(rename(&mut document, "k.cl", "main.cl"), Ok(()));
        assert_eq!(document.choices[0].file, "");
        remove(&mut document, "x/a.h");
        remove(&mut document, "main.cl");
        assert_eq!((names(&document), document.choices.len()), (vec!["main.cl", "lib/b.h"], 1));
        assert_eq!(free_name(&document), "file1.h");
        assert!(
            set_text(&mut document, "lib/b.h", "new".into()) && !set_text(&mut document, "no", String::new())
        );
        assert_eq!(text(&document, "lib/b.h"), Some("new"));
    }

    #[test]
    fn a_folder_is_a_program() {
        let mut document = empty_document();
        let dropped = vec![
            file("proj/lib/x.cl", "deep"),
            file("proj/k.cl", "kernel"),
            file("proj/a.h", "a"),
            File { name: "proj/t.bin".into(), contents: Contents::Bytes(vec![0]) },
        ];
        assert_eq!(take(&mut document, dropped), Taken::Opened);
        assert_eq!(
            (names(&document), document.source.as_str()),
            (vec!["k.cl", "a.h", "lib/x.cl", "t.bin"], "kernel")
        );
        assert_eq!(document.language, Language::OpenCl);
        // Known names are replaced, the rest is added.
        assert_eq!(take(&mut document, vec![file("a.h", "new"), file("c.h", "c")]), Taken::Added);
        assert_eq!((text(&document, "a.h"), document.files.len()), (Some("new"), 4));
        assert_eq!(take(&mut document, vec![file("k.cl", "other")]), Taken::Added);
        assert_eq!(document.source, "other");
    }

    #[test]
    fn texts_are_linked_in_an_order() {
        let mut document = Document { name: "a.s".into(), ..program() };
        document.files = vec![file("x.inc", ""), file("b.s", ""), file("c.s", "")];
        let units = |document: &Document| document.units.join(" ");
        assert!(link(&mut document, "c.s") && link(&mut document, "b.s"));
        assert!(!link(&mut document, "b.s") && !link(&mut document, "a.s") && !link(&mut document, "no.s"));
        assert_eq!(units(&document), "a.s c.s b.s");
        let shown = [("a.s", Some(1)), ("c.s", Some(2)), ("b.s", Some(3)), ("x.inc", None)];
        assert_eq!(tabs(&document), shown);
        rename(&mut document, "c.s", "d.s").expect("a name");
        choose_main(&mut document, "b.s");
        assert_eq!(units(&document), "b.s a.s d.s");
        choose_main(&mut document, "x.inc");
        assert_eq!(units(&document), "x.inc b.s a.s d.s");
        remove(&mut document, "d.s");
        assert!(unlink(&mut document, "a.s") && !unlink(&mut document, "a.s"));
        assert_eq!(units(&document), "x.inc b.s");
        unlink(&mut document, "b.s");
        assert_eq!(units(&document), "");
    }

    #[test]
    fn a_program_in_binary_form_is_one_without_a_main_text() {
        let bytes = |name: &str| File { name: name.into(), contents: Contents::Bytes(vec![0x13, 0, 0, 0]) };
        let mut document = Document { language: Language::Assembly, ..empty_document() };
        assert_eq!(take(&mut document, vec![bytes("x.bin")]), Taken::Opened);
        assert_eq!((document.units.join(" "), document.source.as_str()), ("x.bin".into(), ""));
        assert_eq!(tabs(&document), [("x.bin", Some(1))]);
        // Whoever changes the disassembly has a text.
        assert!(set_text(&mut document, "x.bin", "nop".into()));
        assert_eq!(
            document
                .program()
                .units()
                .map(|at| document.program().text_of(at).to_string())
                .collect::<Vec<_>>(),
            ["nop"]
        );
        // Beside a text it is linked if somebody says so.
        let mut beside = Document { name: "a.s".into(), source: "nop".into(), ..document.clone() };
        (beside.files, beside.units) = (vec![bytes("y.bin")], Vec::new());
        assert!(link(&mut beside, "y.bin") && unlink(&mut beside, "a.s") && link(&mut beside, "a.s"));
        assert_eq!(beside.units, ["y.bin", "a.s"]);
    }

    #[test]
    fn a_folder_of_texts_in_assembly_is_linked() {
        let mut document = empty_document();
        let dropped = vec![
            file("p/b.s", ".include \"lib/m.s\""),
            file("p/a.s", ""),
            file("p/lib/m.s", ""),
            file("p/n.inc", ""),
            file("p/lib/c.asm", ""),
        ];
        assert_eq!(take(&mut document, dropped), Taken::Opened);
        assert_eq!(document.units, ["a.s", "b.s", "lib/c.asm"]);
        // One more is linked, too; one that nobody links stays alone.
        take(&mut document, vec![file("e.s", "")]);
        assert_eq!(document.units.last().map(String::as_str), Some("e.s"));
        assert_eq!(take(&mut document, vec![file("p/a.sas", ""), file("p/b.sas", "")]), Taken::Opened);
        assert_eq!(document.units, [""; 0]);
    }

    #[test]
    fn one_file_opens_beside_nothing_and_is_added_beside_others() {
        let mut alone = Document { source: "old".into(), ..empty_document() };
        assert_eq!(take(&mut alone, vec![file("new.cu", "new")]), Taken::Opened);
        assert_eq!((names(&alone), alone.language), (vec!["new.cu"], Language::Cuda));
        let mut several = program();
        assert_eq!(take(&mut several, vec![file("c.cl", "c")]), Taken::Added);
        assert_eq!(names(&several), ["k.cl", "a.h", "lib/b.h", "c.cl"]);
        assert_eq!(take(&mut several, vec![file("a\"b", "c")]), Taken::Nothing);
        // What is no text is never a program of its own.
        let bytes = File { name: "t.bin".into(), contents: Contents::Bytes(vec![0]) };
        assert_eq!(take(&mut alone, vec![bytes]), Taken::Added);
        assert_eq!(names(&alone), ["new.cu", "t.bin"]);
        let old = File { name: "new.cu".into(), contents: Contents::Bytes(b"// gr\xfc\xdfe".to_vec()) };
        take(&mut alone, vec![old]);
        assert!(alone.source.starts_with("// gr"));
    }
}

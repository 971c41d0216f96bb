//! Reads the file of a lesson.
//!
//! It is blocks with empty lines between them. The first one is the head: lines `key: value` (`title`, `document`, `machine`,
//! `set`, `panels`, `cycle`, `unit`). A block whose first line is `# show`, `# question` or `# build` has such lines below
//! that; every other block is a paragraph. `document` names a kernel or program of the gallery; the page opens it at
//! the cycle, with the unit selected.

use alloc::{
    boxed::Box,
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::{Asked, Kept, Lesson, Part, Question, Scene, Task};
use crate::{
    base::decimal,
    document::{Define, Document, MachineChoice},
    gallery,
};

/// Lines `key: value`.
struct Pairs<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Pairs<'a> {
    fn read(text: &'a str) -> Result<Pairs<'a>, String> {
        let pair = |line: &'a str| {
            let (key, value) = line.split_once(": ").ok_or_else(|| format!("`{line}` is no `key: value`"))?;
            Ok((key, value.trim()))
        };
        text.lines().map(pair).collect::<Result<_, String>>().map(Pairs)
    }

    fn all<'s>(&'s self, key: &'s str) -> impl Iterator<Item = &'a str> + 's {
        self.0.iter().filter(move |(known, _)| *known == key).map(|(_, value)| *value)
    }

    fn maybe(&self, key: &str) -> Option<&'a str> {
        self.0.iter().find(|(known, _)| *known == key).map(|(_, value)| *value)
    }

    fn one(&self, key: &str) -> Result<&'a str, String> {
        self.maybe(key).ok_or_else(|| format!("`{key}` is missing"))
    }

    fn number<T: core::str::FromStr>(&self, key: &str) -> Result<Option<T>, String> {
        let whole = |text: &str| text.parse().map_err(|_| format!("`{key}` is a whole number"));
        self.maybe(key).map(whole).transpose()
    }

    fn fraction(&self, key: &str) -> Result<Option<f64>, String> {
        let read = |text: &str| {
            decimal::f64(text.trim_end_matches('%').trim()).ok_or_else(|| format!("`{key}` is a number"))
        };
        self.maybe(key).map(read).transpose()
    }

    /// Nothing else is in it: a word that is misspelt would be overheard.
    fn only(&self, keys: &[&str]) -> Result<(), String> {
        match self.0.iter().find(|(key, _)| !keys.contains(key)) {
            Some((key, _)) => Err(format!("`{key}` means nothing here")),
            None => Ok(()),
        }
    }
}

const HEAD: &[&str] = &["title", "document", "machine", "set", "panels", "cycle", "unit"];
const SCENE: &[&str] = &["label", "panels", "cycle", "unit", "line"];
const HELP: &[&str] = &["question", "answer", "hint", "way", "why"];
const TELL: &[&str] = &["document", "machine", "define", "with", "study", "input", "within"];
const BUILD: &[&str] = &["least", "most", "may", "keep"];
/// A question's scene is about the run that answered it.
const SHOWN: &[&str] = &["show", "show-panels", "show-cycle", "show-unit", "show-line"];

/// Reads a file.
pub(super) fn lesson(name: &str, text: &str) -> Result<Lesson, String> {
    let mut blocks = text.split("\n\n").map(str::trim).filter(|block| !block.is_empty());
    let head = Pairs::read(blocks.next().ok_or("it is empty")?)?;
    head.only(HEAD)?;
    let document = document(name, &head)?;
    let mut lesson = Lesson {
        name: name.into(),
        title: head.one("title")?.into(),
        text: Vec::new(),
        document,
        questions: Vec::new(),
    };
    for block in blocks {
        let (kind, rest) = block.split_once('\n').unwrap_or((block, ""));
        match kind {
            "# show" => lesson.text.push(Part::Show(scene(&Pairs::read(rest)?)?)),
            "# question" => lesson.questions.push(question(&Pairs::read(rest)?, &lesson.document, false)?),
            "# build" => lesson.questions.push(question(&Pairs::read(rest)?, &lesson.document, true)?),
            _ => lesson.text.push(Part::Words(block.replace('\n', " "))),
        }
    }
    // The form of a study begins with what the first question that has one asks for.
    let first = lesson.questions.iter().find_map(|question| match &question.task {
        Task::Tell { study: Some(study), .. } => Some(study.clone()),
        _ => None,
    });
    for (input, value) in first.iter().flat_map(|study| &study.inputs) {
        let id = first.as_ref().map_or("", |study| &study.id);
        lesson.document.view.push(("study".into(), format!("{id} {input} {value}")));
    }
    match lesson.questions.is_empty() {
        true => Err("there is no question".into()),
        false => Ok(lesson),
    }
}

/// What runs beside the text.
fn document(name: &str, head: &Pairs<'_>) -> Result<Document, String> {
    let machine = MachineChoice { preset: head.one("machine")?.into(), changes: changes(head.all("set"))? };
    let base = gallery::document(head.one("document")?).ok_or("there is no such document in the gallery")?;
    let mut document = base.on(&machine);
    document.view = Vec::from([("lesson".to_string(), name.to_string())]);
    for key in ["panels", "unit"] {
        document.view.extend(head.all(key).map(|value| (key.to_string(), value.to_string())));
    }
    document.cycle = head.number("cycle")?.unwrap_or(0);
    Ok(document)
}

fn scene(pairs: &Pairs<'_>) -> Result<Scene, String> {
    pairs.only(SCENE)?;
    Ok(Scene {
        label: pairs.one("label")?.into(),
        panels: pairs.maybe("panels").unwrap_or_default().into(),
        cycle: pairs.number("cycle")?,
        unit: pairs.number("unit")?,
        line: pairs.number("line")?,
    })
}

fn question(pairs: &Pairs<'_>, base: &Document, builds: bool) -> Result<Question, String> {
    let own = if builds { BUILD } else { TELL };
    pairs.only(&[HELP, own, SHOWN].concat())?;
    let task = if builds {
        let (least, most) = (pairs.fraction("least")?, pairs.fraction("most")?);
        if least.is_none() && most.is_none() {
            return Err("what is built has a `least` or a `most`".into());
        }
        let may = pairs.all("may").flat_map(str::split_whitespace).map(String::from).collect();
        let keep =
            pairs.all("keep").flat_map(str::split_whitespace).map(kept).collect::<Result<_, String>>()?;
        Task::Build { least, most, may, keep }
    } else {
        let document = Box::new(asked_of(pairs, base)?);
        let inputs = changes(pairs.all("input"))?;
        let study = pairs.maybe("study").map(|id| Asked { id: id.into(), inputs });
        let (within, above) = within(pairs.one("within")?)?;
        Task::Tell { document, study, within, above }
    };
    let show = match pairs.maybe("show") {
        None => None,
        Some(label) => Some(Scene {
            label: label.into(),
            panels: pairs.maybe("show-panels").unwrap_or_default().into(),
            cycle: pairs.number("show-cycle")?,
            unit: pairs.number("show-unit")?,
            line: pairs.number("show-line")?,
        }),
    };
    Ok(Question {
        text: pairs.one("question")?.into(),
        task,
        number: pairs.one("answer")?.into(),
        hint: pairs.one("hint")?.into(),
        way: pairs.one("way")?.into(),
        why: pairs.one("why")?.into(),
        show,
    })
}

/// How far an answer may be off, in percent, and whether upwards only: `5 %`, `5 % above`.
fn within(text: &str) -> Result<(f64, bool), String> {
    let (percent, above) = text.strip_suffix("above").map_or((text, false), |percent| (percent, true));
    let number = decimal::f64(percent.trim().trim_end_matches('%').trim());
    Ok((number.ok_or("`within` is a number of percent, perhaps with `above`")?, above))
}

fn kept(word: &str) -> Result<Kept, String> {
    match word {
        "text" => Ok(Kept::Text),
        "machine" => Ok(Kept::Machine),
        _ => Err(format!("`{word}` is nothing that a question can `keep`: `text`, `machine`")),
    }
}

/// What a question runs: the lesson's document, or another one of the gallery, perhaps on another machine, with settings and macros changed.
fn asked_of(pairs: &Pairs<'_>, base: &Document) -> Result<Document, String> {
    let mut machine = base.machine.clone();
    if let Some(preset) = pairs.maybe("machine") {
        machine = MachineChoice { preset: preset.into(), changes: Vec::new() };
    }
    machine.changes.extend(changes(pairs.all("with"))?);
    let mut document = match pairs.maybe("document") {
        Some(name) => gallery::document(name).ok_or("there is no such document in the gallery")?.on(&machine),
        None => Document { machine, ..base.clone() },
    };
    document.view.clone_from(&base.view);
    let define = |(name, value): (String, String)| Define { name, value: Some(value) };
    document.options.defines.extend(changes(pairs.all("define"))?.into_iter().map(define));
    Ok(document)
}

/// Settings as `ID VALUE`.
fn changes<'a>(lines: impl Iterator<Item = &'a str>) -> Result<Vec<(String, String)>, String> {
    let change = |line: &str| {
        let (id, value) = line.split_once(' ').ok_or_else(|| format!("`{line}` is no setting and value"))?;
        Ok((id.to_string(), value.trim().to_string()))
    };
    lines.map(change).collect()
}

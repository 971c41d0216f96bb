//! Undo and redo of the document. Quick edits of the same thing are one step.

use std::rc::Rc;

use lanescope_core::session::vocabulary::Document;

use super::action::Edit;

/// Steps that are kept.
const DEPTH: usize = 200;
/// Milliseconds within which edits of the same thing join.
const JOIN: f64 = 1000.0;

/// Earlier and later documents.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    earlier: Vec<Rc<Document>>,
    later: Vec<Rc<Document>>,
    last: Option<(String, f64)>,
}

impl History {
    /// Notes the document as it was before an edit.
    pub fn note(&mut self, before: &Rc<Document>, edit: &Edit, now: f64) {
        let what = thing(edit);
        let joins = self.last.as_ref().is_some_and(|(last, at)| *last == what && now - at < JOIN);
        self.last = Some((what, now));
        if !joins {
            self.push(before);
        }
        self.later.clear();
    }

    /// Notes the document before another one takes its place.
    pub fn push(&mut self, before: &Rc<Document>) {
        if self.earlier.len() == DEPTH {
            self.earlier.remove(0);
        }
        self.earlier.push(before.clone());
        self.later.clear();
    }

    /// The document before the last step.
    pub fn undo(&mut self, current: &Rc<Document>) -> Option<Rc<Document>> {
        self.last = None;
        let earlier = self.earlier.pop()?;
        self.later.push(current.clone());
        Some(earlier)
    }

    /// The document before the last undo.
    pub fn redo(&mut self, current: &Rc<Document>) -> Option<Rc<Document>> {
        self.last = None;
        let later = self.later.pop()?;
        self.earlier.push(current.clone());
        Some(later)
    }

    /// Is there something to undo; something to redo?
    pub fn can(&self) -> (bool, bool) {
        (!self.earlier.is_empty(), !self.later.is_empty())
    }
}

/// What an edit changes: edits of the same thing may join.
fn thing(edit: &Edit) -> String {
    match edit {
        Edit::Text(name, _) => format!("text {name}"),
        Edit::Language(_) => "language".into(),
        Edit::Defines(_) => "defines".into(),
        Edit::Contract(_) => "contract".into(),
        Edit::Kernel(_) => "kernel".into(),
        Edit::Example(name) => format!("example {name}"),
        Edit::Files(files) => format!("files {:?}", files.first().map(|file| &file.name)),
        Edit::AddFile => "new file".into(),
        Edit::RenameFile(old, _) => format!("name {old}"),
        Edit::RemoveFile(name) => format!("without {name}"),
        Edit::LinkFile(name) | Edit::UnlinkFile(name) => format!("link {name}"),
        Edit::ChooseMain(name) => format!("main {name}"),
        Edit::Preset(id) => format!("preset {id}"),
        Edit::CompareNone | Edit::Compare(_) | Edit::CompareWith(..) | Edit::Uncompare(_) => "compare".into(),
        Edit::Setting(id, _) | Edit::ResetSetting(id) => format!("setting {id}"),
        Edit::ResetSettings => "settings".into(),
        Edit::Global(dimension, _) => format!("global {dimension}"),
        Edit::Local(dimension, _) => format!("local {dimension}"),
        Edit::Size(id, _) => format!("size {id}"),
        Edit::DynamicLocal(_) => "dynamic".into(),
        Edit::Arg(name, _) => format!("argument {name}"),
        Edit::ResetLaunch => "launch".into(),
    }
}

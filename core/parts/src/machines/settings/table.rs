//! What a settings table is made of: rows and parts, and what can be asked of it.

use alloc::{format, string::String, vec::Vec};
use core::fmt::{Debug, DebugStruct};

use super::{Info, SettingKind};
use crate::base::suggest::suggest;

/// A row of a settings table, as it is declared: the value is a field of `S`.
pub struct Row<S> {
    /// Permanent name.
    pub id: &'static str,
    /// Names that it had before.
    pub was: &'static [&'static str],
    /// Heading in the form.
    pub group: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// Unit, or empty.
    pub unit: &'static str,
    /// Where the default comes from.
    pub source: &'static str,
    /// What it takes.
    pub kind: fn() -> SettingKind,
    /// Its value.
    pub field: fn(&S) -> &dyn Debug,
    /// Its value as text.
    pub show: fn(&S) -> String,
    /// Reads its value; the sentence of the error is complete.
    pub read: fn(&mut S, &str) -> Result<(), String>,
}

/// The settings of a part that several machines have, such as a cache: a table of its own that is a field of `S`.
pub struct Part<S> {
    /// Heading in the form, if it is not the part's own.
    pub group: Option<&'static str>,
    /// Defaults that differ from the part's own: the field, and where its default comes from.
    pub sources: &'static [(&'static str, &'static str)],
    /// The part.
    pub table: fn(&S) -> &dyn Table,
    /// The part, to change it.
    pub table_mut: fn(&mut S) -> &mut dyn Table,
}

/// A line of a settings table.
pub enum Line<S> {
    /// A setting of its own.
    Row(Row<S>),
    /// All settings of a part.
    Part(Part<S>),
}

/// A table of settings.
pub trait Settings: Clone + Default + PartialEq + 'static {
    /// The lines in form order.
    const LINES: &'static [Line<Self>];

    /// The rows as the user interfaces see them, those of parts among them.
    fn table() -> Vec<Info> {
        Self::default().rows()
    }

    /// The value of a setting as text.
    fn get(&self, id: &str) -> Option<String> {
        self.value(id)
    }

    /// Changes one setting.
    ///
    /// # Errors
    /// A sentence that names the setting and what it takes.
    fn set(&mut self, id: &str, text: &str) -> Result<(), String> {
        self.change(id, text).unwrap_or_else(|| {
            let known = self.all();
            Err(unknown(id, known.iter().map(|(id, _)| id.as_str())))
        })
    }

    /// Every setting as (id, value).
    fn all(&self) -> Vec<(String, String)> {
        self.values()
    }
}

/// A table of settings with its values, whatever its type.
pub trait Table {
    /// The rows as the user interfaces see them; the values are the defaults.
    fn rows(&self) -> Vec<Info>;
    /// The value of a setting as text, if it is in the table.
    fn value(&self, id: &str) -> Option<String>;
    /// Changes one setting, if it is in the table; the sentence of the error is complete.
    fn change(&mut self, id: &str, text: &str) -> Option<Result<(), String>>;
    /// Every setting as (id, value).
    fn values(&self) -> Vec<(String, String)>;
    /// Every setting with its value, for debugging: one flat list, whatever part a setting is of.
    fn debug(&self, fields: &mut DebugStruct<'_, '_>);
}

impl<S: Settings> Table for S {
    fn rows(&self) -> Vec<Info> {
        let of_line = |line: &Line<S>| match line {
            Line::Row(row) => [row.info(self)].into(),
            Line::Part(part) => part.rows(self),
        };
        S::LINES.iter().flat_map(of_line).collect()
    }

    fn value(&self, id: &str) -> Option<String> {
        S::LINES.iter().find_map(|line| match line {
            Line::Row(row) => row.is_named(id).then(|| (row.show)(self)),
            Line::Part(part) => (part.table)(self).value(id),
        })
    }

    fn change(&mut self, id: &str, text: &str) -> Option<Result<(), String>> {
        S::LINES.iter().find_map(|line| match line {
            Line::Row(row) => row.is_named(id).then(|| (row.read)(self, text)),
            Line::Part(part) => (part.table_mut)(self).change(id, text),
        })
    }

    fn values(&self) -> Vec<(String, String)> {
        let of_line = |line: &Line<S>| match line {
            Line::Row(row) => [(row.id.into(), (row.show)(self))].into(),
            Line::Part(part) => (part.table)(self).values(),
        };
        S::LINES.iter().flat_map(of_line).collect()
    }

    fn debug(&self, fields: &mut DebugStruct<'_, '_>) {
        S::LINES.iter().for_each(|line| match line {
            Line::Row(row) => {
                fields.field(row.id, (row.field)(self));
            }
            Line::Part(part) => (part.table)(self).debug(fields),
        });
    }
}

impl<S> Row<S> {
    /// Is this its name, or one that it had before?
    fn is_named(&self, id: &str) -> bool {
        self.id == id || self.was.contains(&id)
    }

    /// As the user interfaces see it, with the value that a table has as its default.
    fn info(&self, table: &S) -> Info {
        Info {
            id: self.id.into(),
            was: self.was.iter().map(|id| (*id).into()).collect(),
            group: self.group.into(),
            doc: self.doc.trim().into(),
            unit: self.unit.into(),
            default: (self.show)(table),
            kind: (self.kind)(),
            source: self.source.into(),
        }
    }
}

impl<S> Part<S> {
    /// The rows of the part as this machine has them.
    fn rows(&self, table: &S) -> Vec<Info> {
        let own = |info: &Info| {
            let here = |(path, _): &&(&str, &str)| path.rsplit('.').next().map(str::trim) == Some(&info.id);
            self.sources.iter().find(here).map(|(_, source)| *source)
        };
        let mut rows = (self.table)(table).rows();
        for info in &mut rows {
            info.group = self.group.map_or_else(|| core::mem::take(&mut info.group), String::from);
            info.source = own(info).map_or_else(|| core::mem::take(&mut info.source), String::from);
        }
        rows
    }
}

/// A sentence for a setting that is not there, with the one that may be meant.
pub fn unknown<'a>(id: &str, known: impl Iterator<Item = &'a str>) -> String {
    match suggest(id, known) {
        Some(near) => format!("there is no setting `{id}`; did you mean `{near}`?"),
        None => format!("there is no setting `{id}`"),
    }
}

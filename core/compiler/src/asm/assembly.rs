//! A text that is being assembled, as far as no instruction set matters: sections, labels, values of names.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::{Names, Piece, Place, Sections, Statement, Symbols, Value, is_name};
use crate::{
    base::{OrdMap, OrdSet, types::Type},
    files::Files,
    source::{Diagnostic, Span},
};

/// Most instructions, or words of 4 bytes among them, of a program.
const MAX_INSTRUCTIONS: usize = 1 << 16;

/// Reads a datum: its value, and whether that is the whole one, not a part of an address.
pub type ReadValue = fn(&Names, &Piece<'_>) -> Result<(bool, Value), Diagnostic>;

/// Bytes whose value is known only at the end.
#[derive(Clone, Debug)]
pub struct Word {
    /// Where they are.
    pub place: Place,
    /// How many.
    pub bytes: usize,
    /// Their value.
    pub value: Value,
    /// Where they are written.
    pub span: Span,
}

/// Zeros that several texts may announce.
#[derive(Clone, Copy, Debug)]
pub(super) struct Common {
    pub bytes: u64,
    pub align: u64,
    pub span: Span,
}

impl Common {
    /// What two announcements of a name come to: as many bytes as the larger one says, at a multiple of both alignments.
    pub fn and(self, other: Common) -> Common {
        Common { bytes: self.bytes.max(other.bytes), align: self.align.max(other.align), ..self }
    }
}

/// A text that is being assembled, with instructions of type `I`.
#[derive(Clone, Debug)]
pub struct Assembly<I> {
    /// What has been read.
    pub sections: Sections<I>,
    /// Names with values.
    pub names: Names,
    /// Names that are seen from outside.
    pub globals: OrdSet<String>,
    /// Data that waits for addresses.
    pub words: Vec<Word>,
    /// Of what type the numbers are that a directive puts at a place.
    pub elements: OrdMap<Place, Type>,
    /// Labels, with their place in the text.
    pub labels: OrdMap<String, (Place, Span)>,
    /// Names that are seen from outside unless another text has them.
    pub weak: OrdSet<String>,
    /// Names that are said not to be seen from outside.
    pub(super) locals: OrdSet<String>,
    /// Data that other texts may announce, too, where there are several texts: they get their place in the end.
    pub(super) commons: OrdMap<String, Common>,
    /// Where names with values got them.
    pub(super) set_at: OrdMap<String, Span>,
    /// What `.incbin` reads.
    pub(super) files: Files,
    pub(super) read_value: ReadValue,
    /// Has the program several texts?
    pub(super) several: bool,
    instructions: usize,
    /// Places that expressions of later use call `.`.
    places: u32,
}

/// The name and the value of `name = value`.
pub fn assignment<'a>(statement: &Statement<'a>) -> Option<(String, Piece<'a>)> {
    let text = match &*statement.operands {
        [] => statement.head.text.to_string(),
        [only] => format!("{} {}", statement.head.text, only.text),
        _ => return None,
    };
    let (name, value) = text.split_once('=')?;
    let name = name.trim_end();
    let named = !name.is_empty() && name.chars().all(is_name);
    named.then(|| (name.to_string(), Piece::new(value.to_string(), statement.span())))
}

impl<I> Symbols for Assembly<I> {
    fn value(&self, piece: &Piece<'_>) -> Result<i64, Diagnostic> {
        self.value_so_far(piece)
    }

    fn is_defined(&self, name: &str) -> bool {
        let has_value = self.labels.contains_key(name) || self.names.values.contains_key(name);
        has_value || self.commons.contains_key(name)
    }
}

impl<I> Assembly<I> {
    /// Before the first statement.
    pub fn new(read_value: ReadValue, files: Files) -> Assembly<I> {
        Assembly {
            files,
            sections: Sections::new(),
            names: Names::default(),
            globals: OrdSet::new(),
            words: Vec::new(),
            elements: OrdMap::new(),
            labels: OrdMap::new(),
            weak: OrdSet::new(),
            locals: OrdSet::new(),
            commons: OrdMap::new(),
            set_at: OrdMap::new(),
            read_value,
            several: false,
            instructions: 0,
            places: 0,
        }
    }

    /// The numbers that a directive puts here are of this type.
    pub(super) fn note_element(&mut self, element: Type) {
        self.elements.insert(self.sections.place(), element);
    }

    /// Gives a name to this place. A number is the name of several places.
    ///
    /// # Errors
    /// The name has a place already.
    pub fn label(&mut self, piece: &Piece<'_>) -> Result<(), Diagnostic> {
        let name = if piece.text.bytes().all(|byte| byte.is_ascii_digit()) {
            *self.names.numbered.entry(piece.text.to_string()).or_default() += 1;
            self.names.numbered(&piece.text, 0)
        } else {
            piece.text.to_string()
        };
        let announced = self.commons.get(&name).map(|common| common.span);
        let labelled = self.labels.insert(name, (self.sections.place(), piece.span)).map(|(_, first)| first);
        match labelled.or(announced) {
            None => Ok(()),
            Some(first) => {
                let message = format!("The label `{}` stands twice.", piece.text);
                Err(Diagnostic::error("asm::label", piece.span, message).label(first, "first here"))
            }
        }
    }

    /// Gives a name a value, which may depend on addresses.
    ///
    /// # Errors
    /// This is no expression.
    pub fn set(&mut self, name: &str, value: &Piece<'_>) -> Result<(), Diagnostic> {
        let at = value.span;
        let read = self.names.read_with(value, &|value| self.known(value))?;
        let known = self.known(&read).map(Value::number);
        let value = known.unwrap_or_else(|| self.pinned(read));
        self.names.values.insert(name.into(), value);
        self.set_at.insert(name.into(), at);
        Ok(())
    }

    /// As [`Assembly::set`], for a name that has no value yet.
    ///
    /// # Errors
    /// It has one, or this is no expression.
    pub fn set_once(&mut self, name: &Piece<'_>, value: &Piece<'_>) -> Result<(), Diagnostic> {
        if self.is_defined(&name.text) {
            let message = format!("The name `{}` has a value already.", name.text);
            return Err(Diagnostic::error("asm::label", name.span, message));
        }
        self.set(&name.text, value)
    }

    /// A value in which `.` is this place, wherever it is used.
    fn pinned(&mut self, value: Value) -> Value {
        self.places += 1;
        let here = format!(".#{}", self.places);
        let uses = |name: &Option<String>| name.as_deref() == Some(".");
        if uses(&value.symbol) || uses(&value.minus) {
            self.labels.insert(here.clone(), (self.sections.place(), Span::NONE));
        }
        let pin = |name: Option<String>| name.map(|name| if name == "." { here.clone() } else { name });
        Value { symbol: pin(value.symbol), minus: pin(value.minus), ..value }
    }

    /// The value of an expression that is known as far as the text has been read.
    ///
    /// # Errors
    /// This is no expression, or its value is not known yet.
    pub fn value_so_far(&self, piece: &Piece<'_>) -> Result<i64, Diagnostic> {
        let value = self.names.read_with(piece, &|value| self.known(value))?;
        self.known(&value).ok_or_else(|| {
            let message = format!("A number is needed here, and `{}` is not known as one yet.", piece.text);
            let help = "A distance is known if no branch and no alignment of code lies between.";
            Diagnostic::error("asm::constant", piece.span, message).help(help)
        })
    }

    /// The number that a value is, if that is known.
    fn known(&self, value: &Value) -> Option<i64> {
        let place = |name: &str| match name {
            "." => Some(self.sections.place()),
            _ => self.labels.get(name).map(|label| label.0),
        };
        let distance = match (&value.symbol, &value.minus) {
            (None, None) => 0,
            (Some(to), Some(from)) => self.sections.distance(place(from)?, place(to)?)?,
            _ => return None,
        };
        Some(distance.wrapping_add(value.constant))
    }

    /// Counts words of code.
    ///
    /// # Errors
    /// There are more than a program may have.
    pub fn take_room(&mut self, words: usize, span: Span) -> Result<(), Diagnostic> {
        self.instructions = self.instructions.saturating_add(words);
        if self.instructions <= MAX_INSTRUCTIONS {
            return Ok(());
        }
        let message = format!("The program has more than {MAX_INSTRUCTIONS} instructions.");
        Err(Diagnostic::error("limit::instructions", span, message))
    }
}

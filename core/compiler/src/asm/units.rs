//! The texts of a program in one [`Assembly`]: each is read with names of its own, and in the end all names are those of the program.
//!
//! While a text is read the tables of the assembly hold its names alone, so that conditions and expressions do not see those of other texts.
//! In the end ([`Assembly::join`]) they hold all names under keys: a name that all see is its own key, one that only its text sees has the
//! text's number behind an `@`, which no name can have.

use alloc::{format, string::String, vec::Vec};
use core::{mem, ops::Range};

use super::{Assembly, Doubles, Linked, Place, Strength, Value, assembly::Common, directive};
use crate::{
    base::{OrdMap, OrdSet},
    source::{Diagnostic, Span},
};

/// The names of a text that has been read.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    labels: OrdMap<String, (Place, Span)>,
    values: OrdMap<String, Value>,
    set_at: OrdMap<String, Span>,
    globals: OrdSet<String>,
    weak: OrdSet<String>,
    commons: OrdMap<String, Common>,
    /// The data of the text that wait for addresses.
    words: Range<usize>,
}

impl Unit {
    /// How strongly the text defines a name.
    fn strength(&self, name: &str) -> Strength {
        match (self.weak.contains(name), self.globals.contains(name)) {
            (true, _) => Strength::Weak,
            (_, true) => Strength::Global,
            _ => Strength::Local,
        }
    }
}

/// What the names of all texts mean: the keys of an assembly whose texts are joined.
#[derive(Clone, Debug)]
pub struct Units {
    /// The key of each name, and the text that defines it.
    names: Linked<(String, usize)>,
    /// For each text the names that need not be defined.
    weak: Vec<OrdSet<String>>,
}

impl Units {
    /// Puts keys in the place of the names of a value that is written in a text.
    pub fn bind(&self, unit: usize, value: &mut Value) {
        let names = value.symbol.iter_mut().chain(&mut value.minus);
        names.filter(|name| is_own(name)).for_each(|name| *name = self.key(unit, name));
    }

    /// The key of a name in a text. One that is defined nowhere is its own.
    fn key(&self, unit: usize, name: &str) -> String {
        let weak = || self.weak[unit].contains(name).then(|| nothing(name));
        let found = self.names.find(unit, name).map(|(key, _)| key.clone());
        found.or_else(weak).unwrap_or_else(|| name.into())
    }

    /// The mistake that a name is used at a place and stands in no text that sees it.
    pub fn undefined(&self, name: &str, span: Span) -> Diagnostic {
        self.names.undefined(name, span)
    }
}

/// Is it a name that a person wrote? Numbered labels and places have keys of their own already.
fn is_own(name: &str) -> bool {
    name != "." && !name.contains('#')
}

/// The key of a weak name that is defined nowhere: its value is 0.
fn nothing(name: &str) -> String {
    format!("{name}@")
}

/// A key as a person wrote the name: without the number of a numbered label or of its text.
pub fn shown(key: &str) -> &str {
    key.split(['#', '@']).next().unwrap_or(key)
}

impl<I> Assembly<I> {
    /// Begins with another text of the program, of which nothing that was read before is seen.
    pub fn begin_unit(&mut self, number: usize) {
        self.several = true;
        self.sections.begin_unit(number);
        self.names.unit = number;
        self.names.numbered = OrdMap::new();
    }

    /// Ends a text, whose data that wait for addresses begin with number `words`; its names go with it.
    pub fn end_unit(&mut self, words: usize) -> Unit {
        self.locals.clear();
        Unit {
            labels: mem::take(&mut self.labels),
            values: mem::take(&mut self.names.values),
            set_at: mem::take(&mut self.set_at),
            globals: mem::take(&mut self.globals),
            weak: mem::take(&mut self.weak),
            commons: mem::take(&mut self.commons),
            words: words..self.words.len(),
        }
    }

    /// The names of all texts become those of the program. What is defined twice is told.
    pub fn join(&mut self, units: Vec<Unit>, diagnostics: &mut Vec<Diagnostic>) -> Units {
        let weak = units.iter().map(|unit| unit.weak.clone()).collect();
        let mut all = Units { names: Linked::new(Doubles::Wrong), weak };
        for (number, unit) in units.iter().enumerate() {
            let labels = unit.labels.iter().map(|(name, (_, span))| (name, *span));
            let set_at = |name: &String| unit.set_at.get(name).copied().unwrap_or(Span::NONE);
            let values = unit.values.iter().map(|(name, _)| (name, set_at(name)));
            for (name, span) in labels.chain(values).filter(|(name, _)| is_own(name)) {
                let strength = unit.strength(name);
                let key = if strength == Strength::Local { format!("{name}@{number}") } else { name.clone() };
                diagnostics.extend(all.names.define(number, name, strength, (key, number), span).err());
            }
        }
        let mut commons: OrdMap<String, Common> = OrdMap::new();
        for (number, unit) in units.iter().enumerate() {
            for (name, common) in &unit.commons {
                let strength = Strength::Common { bytes: common.bytes, align: common.align };
                let key = (name.clone(), units.len());
                diagnostics.extend(all.names.define(number, name, strength, key, common.span).err());
                let known = commons.get(name).map_or(*common, |known| known.and(*common));
                commons.insert(name.clone(), known);
            }
        }
        // Those that no text defines otherwise are of the program.
        let of_program =
            |name: &String| all.names.seen(name).is_some_and(|(_, definer)| *definer == units.len());
        commons.retain(|name, _| of_program(name));
        for (name, common) in &commons {
            diagnostics.extend(directive::place_common(self, name, *common).err());
        }
        for (number, unit) in units.into_iter().enumerate() {
            self.take_names(number, unit, &all);
        }
        all
    }

    /// Takes the names that a text defines for the program.
    fn take_names(&mut self, number: usize, unit: Unit, all: &Units) {
        let key = |name: &String| match all.names.find(number, name) {
            Some((key, definer)) if is_own(name) => (*definer == number).then(|| key.clone()),
            _ => Some(name.clone()),
        };
        for (name, mut value) in unit.values {
            all.bind(number, &mut value);
            self.names.values.extend(key(&name).map(|key| (key, value)));
        }
        self.labels.extend(unit.labels.into_iter().filter_map(|(name, at)| Some((key(&name)?, at))));
        self.globals.extend(unit.globals.into_iter().filter(|name| all.names.find(number, name).is_some()));
        self.names.values.extend(unit.weak.into_iter().map(|name| (nothing(&name), Value::number(0))));
        self.words[unit.words].iter_mut().for_each(|word| all.bind(number, &mut word.value));
    }
}

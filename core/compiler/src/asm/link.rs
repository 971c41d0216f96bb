//! What names mean where a program has several texts: the part of a linker that knows no instruction set.
//!
//! Each text is a unit with names of its own. Some are seen from other units; a name means the unit's own definition, else what the others
//! see. An instruction set says what it takes as data: how strongly a name is defined ([`Strength`]), what several definitions mean
//! ([`Doubles`]), and of what kind a meaning is (`T`: a label, an address).
//!
//! Strengths are those of ELF: a global definition goes before data that several texts announce (`.comm`), of which the largest counts, and
//! these before a weak definition, of which the first counts (System V ABI, chapter 4, "Symbol Table").

use alloc::{format, string::String, vec::Vec};

use crate::{
    base::OrdMap,
    source::{Diagnostic, Span},
};

/// How strongly a unit defines a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// For itself alone.
    Local,
    /// For all, unless another unit does.
    Weak,
    /// For all: zeros that several units may announce.
    Common {
        /// How many.
        bytes: u64,
        /// Their address is a multiple of this.
        align: u64,
    },
    /// For all.
    Global,
}

/// What several global definitions of a name mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubles {
    /// They are a mistake.
    Wrong,
    /// The last one counts.
    Last,
}

/// The names of all units, with what they mean.
#[derive(Clone, Debug)]
pub struct Linked<T> {
    doubles: Doubles,
    locals: Vec<OrdMap<String, (T, Span)>>,
    globals: OrdMap<String, (Strength, T, Span)>,
}

impl<T> Linked<T> {
    /// No names yet.
    pub const fn new(doubles: Doubles) -> Linked<T> {
        Linked { doubles, locals: Vec::new(), globals: OrdMap::new() }
    }

    /// Defines a name in a unit. Of local definitions of a unit the last one counts: who reads the text tells of them.
    ///
    /// # Errors
    /// Another unit has a global definition, and so has this one. The first one stays.
    pub fn define(
        &mut self,
        unit: usize,
        name: &str,
        strength: Strength,
        means: T,
        span: Span,
    ) -> Result<(), Diagnostic> {
        if strength == Strength::Local {
            while self.locals.len() <= unit {
                self.locals.push(OrdMap::new());
            }
            self.locals[unit].insert(name.into(), (means, span));
            return Ok(());
        }
        match self.globals.get(name).map(|(known, _, first)| (*known, *first)) {
            Some((Strength::Global, first))
                if strength == Strength::Global && self.doubles == Doubles::Wrong =>
            {
                let message =
                    format!("`{name}` is defined in two texts: a name that all see belongs to one.");
                return Err(Diagnostic::error("link::twice", span, message).label(first, "first here"));
            }
            Some((known, _)) if strength < known || strength == known && self.doubles == Doubles::Wrong => {}
            _ => drop(self.globals.insert(name.into(), (strength, means, span))),
        }
        Ok(())
    }

    /// What a name means in a unit.
    pub fn find(&self, unit: usize, name: &str) -> Option<&T> {
        let own = self.locals.get(unit).and_then(|names| names.get(name)).map(|(means, _)| means);
        own.or_else(|| self.seen(name))
    }

    /// What a name means that all units see.
    pub fn seen(&self, name: &str) -> Option<&T> {
        self.globals.get(name).map(|(_, means, _)| means)
    }

    /// The mistake that a unit uses a name at a place that means nothing there.
    pub fn undefined(&self, name: &str, span: Span) -> Diagnostic {
        let hidden = self.locals.iter().find_map(|names| names.get(name)).map(|(_, span)| *span);
        let message = format!("`{name}` is defined in no text that this one sees.");
        let error = Diagnostic::error("link::undefined", span, message);
        match hidden.filter(|hidden| !hidden.is_none()) {
            Some(hidden) => error.label(hidden, "this one is of its own text alone, since it is not global"),
            None => error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: [Span; 3] = [Span::new(1, 2), Span::new(3, 4), Span::new(5, 6)];

    /// Definitions of one name in units 0, 1, …, each meaning its number: what the name means to a unit without one, and how many are wrong.
    fn meaning(doubles: Doubles, strengths: &[Strength]) -> (Option<usize>, usize) {
        let mut names = Linked::new(doubles);
        let define = |(at, strength): (usize, &Strength)| names.define(at, "x", *strength, at, AT[at]).err();
        let wrong = strengths.iter().enumerate().filter_map(define).count();
        (names.find(9, "x").copied(), wrong)
    }

    #[test]
    fn the_strongest_definition_counts() {
        use Strength::{Common, Global, Local, Weak};
        let common = |bytes, align| Common { bytes, align };
        for (strengths, wanted) in [
            (&[Weak, Weak][..], (Some(0), 0)),
            (&[Weak, Global, Weak], (Some(1), 0)),
            (&[Global, Weak], (Some(0), 0)),
            (&[common(4, 4), common(8, 8), common(8, 4)], (Some(1), 0)),
            (&[common(4, 4), Weak, Global], (Some(2), 0)),
            (&[Weak, common(4, 4)], (Some(1), 0)),
            (&[Local, Local], (None, 0)),
            (&[Global, Local, Global], (Some(0), 1)),
        ] {
            assert_eq!(meaning(Doubles::Wrong, strengths), wanted, "{strengths:?}");
        }
        assert_eq!(meaning(Doubles::Last, &[Global, Global, Local]), (Some(1), 0));
    }

    #[test]
    fn a_unit_means_its_own_name_first_and_mistakes_say_both_places() {
        let mut names = Linked::new(Doubles::Wrong);
        let mut define = |unit, strength| names.define(unit, "x", strength, unit, AT[unit]);
        assert_eq!(define(0, Strength::Global), Ok(()));
        assert_eq!(define(1, Strength::Local), Ok(()));
        let twice = define(2, Strength::Global).expect_err("a second one");
        assert_eq!((twice.span(), twice.labels[1].span), (AT[2], AT[0]));
        assert_eq!(
            (names.find(0, "x"), names.find(1, "x"), names.find(2, "x")),
            (Some(&0), Some(&1), Some(&0))
        );
        let mut hidden: Linked<u32> = Linked::new(Doubles::Wrong);
        assert_eq!(hidden.define(1, "x", Strength::Local, 7, AT[1]), Ok(()));
        let unseen = hidden.undefined("x", AT[0]);
        assert_eq!((unseen.span(), unseen.labels[1].span), (AT[0], AT[1]));
        assert_eq!(hidden.undefined("y", AT[0]).labels.len(), 1);
    }
}

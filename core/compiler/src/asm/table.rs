//! Rows of the tables that an assembler is made of, whatever its dialect: directives, and operators of expressions. What reads a text and what
//! the documentation lists are the same rows.

use crate::base::prose;

/// A directive. `D` is what it does, in the form of the assembler that has it.
#[derive(Clone, Copy, Debug)]
pub struct Directive<D> {
    /// Its names. One that ends with `…` is each name that begins so.
    pub names: &'static [&'static str],
    /// What stands behind it, in words or as it is written.
    pub takes: &'static str,
    /// What it does, in a sentence, for people who look it up.
    pub says: &'static str,
    /// Who laid that down.
    pub source: &'static str,
    /// What it does, for the assembler.
    pub does: D,
}

impl<D> Directive<D> {
    /// A row; what only explains is left out where there is no [prose](mod@crate::base::prose).
    pub const fn new(
        names: &'static [&'static str],
        takes: &'static str,
        says: &'static str,
        source: &'static str,
        does: D,
    ) -> Directive<D> {
        Directive { names, takes, says: prose(says), source: prose(source), does }
    }

    /// Has it this name?
    pub fn is_called(&self, name: &str) -> bool {
        let begins = |own: &str| own.strip_suffix('…').is_some_and(|start| name.starts_with(start));
        self.names.iter().any(|own| *own == name || begins(own))
    }
}

/// An operator of expressions. `D` is what it does with its operands.
#[derive(Clone, Copy, Debug)]
pub struct Operator<D> {
    /// How it is written.
    pub sign: &'static str,
    /// How tightly it binds: those with more take their operands first.
    pub binds: u8,
    /// What it makes of its operands, in a few words, for people who look it up.
    pub says: &'static str,
    /// What it makes of them.
    pub does: D,
}

impl<D> Operator<D> {
    /// A row; what only explains is left out where there is no [prose](mod@crate::base::prose).
    pub const fn new(sign: &'static str, binds: u8, says: &'static str, does: D) -> Operator<D> {
        Operator { sign, binds, says: prose(says), does }
    }
}

/// What an operator between two numbers makes of them, or why it makes nothing.
pub type Infix = fn(i64, i64) -> Result<i64, &'static str>;

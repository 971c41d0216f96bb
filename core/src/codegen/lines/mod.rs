//! Code as a list of lines with labels, before its registers and distances are chosen, as far as its ways go.
//!
//! A machine's own line says by [`CodeLine`] where it can lead; then [`straighten`] straightens the ways of its code and
//! [`known_before`] carries knowledge along all of them.

mod known;
mod straighten;
#[cfg(test)]
mod tests;

use crate::base::OrdMap;

pub use known::{Known, known_before};
pub use straighten::straighten;

/// A place in the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label(pub u32);

/// How a line leads elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Always to its target.
    Jump,
    /// To its target or to the next line.
    Branch,
    /// To the next line, or out of the code.
    Other,
}

/// A line of code.
pub trait CodeLine: Clone + PartialEq {
    /// The line that is the place of a label and does nothing.
    fn at(label: Label) -> Self;

    /// The label that stands here, if that is all the line is.
    fn label(&self) -> Option<Label>;

    /// How the line leads elsewhere.
    fn way(&self) -> Way;

    /// Where it leads.
    fn target(&self) -> Option<Label>;

    /// Leads it elsewhere.
    fn lead_to(&mut self, label: Label);

    /// Makes a branch one that is taken when it was not.
    fn turn(&mut self);

    /// Does it go on at the next line?
    fn falls_through(&self) -> bool;

    /// Must it stay where nobody comes to, because it says something of the whole code?
    fn is_declaration(&self) -> bool;
}

/// Where each label stands.
pub fn places<L: CodeLine>(lines: &[L]) -> OrdMap<Label, usize> {
    lines.iter().enumerate().filter_map(|(at, line)| Some((line.label()?, at))).collect()
}

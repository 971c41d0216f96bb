//! Control flow in a list of lines with labels: code before its registers and jump distances are chosen.
//!
//! A machine's line type says by [`CodeLine`] where control goes from it. [`straighten`] then simplifies the control flow, and
//! [`known_before`] is a forward data-flow analysis over it.

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

/// Where control can go from a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineFlow {
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

    /// Its label, if the line is nothing but the place of a label.
    fn label(&self) -> Option<Label>;

    /// Where control can go from it.
    fn way(&self) -> LineFlow;

    /// The label that it jumps to.
    fn target(&self) -> Option<Label>;

    /// Makes it jump to another label.
    fn lead_to(&mut self, label: Label);

    /// Inverts the condition of a branch.
    fn turn(&mut self);

    /// Does it go on at the next line?
    fn falls_through(&self) -> bool;

    /// Must it stay even if it cannot be reached, because it says something of the whole code?
    fn is_declaration(&self) -> bool;
}

/// Where each label stands.
pub fn places<L: CodeLine>(lines: &[L]) -> OrdMap<Label, usize> {
    lines.iter().enumerate().filter_map(|(at, line)| Some((line.label()?, at))).collect()
}

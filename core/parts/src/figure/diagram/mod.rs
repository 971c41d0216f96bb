//! The form *diagram*: a machine as boxes with links between them, at one cycle.
//!
//! A box ([`Block`]) says what it is, how full it is, why it waits, and what it holds; boxes may stand in boxes. A link
//! joins two boxes that stand side by side in the same box. What moved in the cycle is a list of [`Token`]s, each from a box
//! to a box, with a sentence that says the same in words.
//!
//! Nobody gives a place in pixels: boxes have ranks, and a rule lays them out in any size ([`layout`]), finds the way of
//! each link around them (`route`) and says less where there is no room (`draw`). What is in sight is decided before,
//! by what is asked for: a diagram is of the whole chip, of one core, or of one part.
//!
//! Deliberately absent: curves, places by hand, and any knowledge of machines.

mod draw;
mod kept;
pub mod layout;
mod route;
mod shape;
mod words;

use alloc::{string::String, vec::Vec};

pub use kept::Kept;
pub use layout::Layout;
use serde::{Deserialize, Serialize};

use super::{mark::Mark, matrix::State};
use crate::trace::{Cause, Causes};

/// Most tokens that a diagram shows; the rest are counted.
pub const TOKENS: usize = 200;
/// Most cells of a box.
pub const CELLS: usize = 1024;

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Diagram {
    /// The boxes; a box comes before those that stand in it.
    pub blocks: Vec<Block>,
    /// The links.
    pub links: Vec<Link>,
    /// What moved in the cycle.
    pub tokens: Vec<Token>,
    /// How many more moved that are not among the tokens.
    pub more: u32,
    /// The machine's causes.
    pub causes: Causes,
}

/// A box.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// Its permanent name: those of the boxes around it and its own, with slashes between.
    pub path: String,
    /// Its name for people.
    pub name: String,
    /// The box that it stands in.
    pub parent: Option<u32>,
    /// Boxes of lower ranks stand above those of higher ones; those of one rank side by side.
    pub rank: u32,
    /// What it holds, the most important line first.
    pub lines: Vec<String>,
    /// How full it is: used, and of how many.
    pub fill: Option<(u64, u64)>,
    /// Why it does or does not do something.
    pub cause: Option<Cause>,
    /// Small fields in it: lanes, warps, ways.
    pub cells: Vec<Cell>,
    /// What it stands for.
    pub mark: Option<Mark>,
    /// Can it be looked into?
    pub opens: bool,
}

/// A small field of a box.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Is something in it?
    pub state: State,
    /// Why it does or does not do something: the field has this colour.
    pub cause: Option<Cause>,
    /// What is written into it where there is room.
    pub text: String,
    /// What it stands for.
    pub mark: Option<Mark>,
}

/// A link between two boxes; things move in both directions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// One end.
    pub from: u32,
    /// The other end.
    pub to: u32,
}

/// Something that moved in the cycle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Token {
    /// The box that it left; nothing if it came into being, or if nobody knows.
    pub from: Option<u32>,
    /// The box that it came to.
    pub to: u32,
    /// The number by which it is told from others: it decides the colour.
    pub number: u64,
    /// A short name, for the picture.
    pub text: String,
    /// What happened, as a sentence.
    pub sentence: String,
    /// What it stands for.
    pub mark: Option<Mark>,
}

impl Cell {
    /// A field without text.
    pub fn new(state: State, mark: Option<Mark>) -> Cell {
        Cell { state, cause: None, text: String::new(), mark }
    }
}

impl Block {
    /// A box with a name.
    pub fn new(path: impl Into<String>, name: impl Into<String>, rank: u32) -> Block {
        Block { path: path.into(), name: name.into(), rank, ..Block::default() }
    }

    /// The same box, that many of so many places of it taken.
    #[must_use]
    pub fn filled(self, used: u64, of: u64) -> Block {
        Block { fill: Some((used, of)), ..self }
    }

    /// The same box with another line.
    #[must_use]
    pub fn line(mut self, text: impl Into<String>) -> Block {
        self.lines.push(text.into());
        self
    }

    /// The same box, with what it stands for.
    #[must_use]
    pub fn marked(self, mark: Mark) -> Block {
        Block { mark: Some(mark), ..self }
    }

    /// The same box; it can be looked into.
    #[must_use]
    pub fn opening(self) -> Block {
        Block { opens: true, ..self }
    }
}

impl Diagram {
    /// Adds a box and gives its place.
    pub fn add(&mut self, block: Block) -> u32 {
        self.blocks.push(block);
        self.blocks.len() as u32 - 1
    }

    /// Adds a box that stands in another one.
    pub fn add_in(&mut self, parent: u32, block: Block) -> u32 {
        self.add(Block { parent: Some(parent), ..block })
    }

    /// Links two boxes.
    pub fn link(&mut self, from: u32, to: u32) {
        self.links.push(Link { from, to });
    }

    /// The box of this permanent name, or the one that it stands in as far as that is shown.
    pub fn find(&self, path: &str) -> Option<u32> {
        let mut path = path;
        loop {
            if let Some(at) = self.blocks.iter().position(|block| block.path == path) {
                return Some(at as u32);
            }
            path = path.rsplit_once('/')?.0;
        }
    }

    /// The boxes that stand in this one, or that stand in none.
    pub fn children(&self, parent: Option<u32>) -> impl Iterator<Item = u32> + '_ {
        let within = self.blocks.iter().enumerate().filter(move |(_, block)| block.parent == parent);
        within.map(|(at, _)| at as u32)
    }

    /// Notes that something moved; what is too much is counted.
    pub fn moved(&mut self, token: Token) {
        if self.tokens.len() < TOKENS {
            self.tokens.push(token);
        } else {
            self.more += 1;
        }
    }

    /// A box and those around it, the innermost first.
    fn around(&self, block: u32) -> impl Iterator<Item = u32> + '_ {
        let up = |at: &u32| self.blocks.get(*at as usize).and_then(|block| block.parent);
        core::iter::successors(Some(block), up)
    }
}

#[cfg(test)]
mod tests;

//! Names as small numbers: every spelling is stored once and compared by its [`Symbol`].

use alloc::{sync::Arc, vec::Vec};

use crate::base::OrdMap;

use super::records::{COMPONENTS, record_names};
use super::token::KEYWORDS;

/// A spelling: index into [`Names`]. The keywords come first, in table order, then the members of vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(pub u32);

impl Symbol {
    /// As an index of a vector.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Every spelling of a text.
#[derive(Clone, Debug)]
pub struct Names {
    texts: Vec<Arc<str>>,
    symbols: OrdMap<Arc<str>, Symbol>,
}

impl Names {
    /// The keywords, and the names of structs that need no declaration.
    pub fn new() -> Names {
        let mut names = Names { texts: Vec::with_capacity(512), symbols: OrdMap::new() };
        for (text, ..) in KEYWORDS {
            names.intern(text);
        }
        for text in COMPONENTS {
            names.intern(text);
        }
        for text in record_names() {
            names.intern(&text);
        }
        names
    }

    /// The name of a component of a vector, if it has one of its own.
    pub fn component(&self, at: u8) -> Option<Symbol> {
        COMPONENTS.get(usize::from(at)).and_then(|text| self.find(text))
    }

    /// The symbol of a spelling.
    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(symbol) = self.symbols.get(text) {
            return *symbol;
        }
        let symbol = Symbol(self.texts.len() as u32);
        let text: Arc<str> = text.into();
        self.texts.push(text.clone());
        self.symbols.insert(text, symbol);
        symbol
    }

    /// The symbol of a spelling that may not have been seen.
    pub fn find(&self, text: &str) -> Option<Symbol> {
        self.symbols.get(text).copied()
    }

    /// The spelling.
    pub fn text(&self, symbol: Symbol) -> &str {
        &self.texts[symbol.index()]
    }

    /// Number of spellings.
    pub fn count(&self) -> usize {
        self.texts.len()
    }
}

impl Default for Names {
    fn default() -> Names {
        Names::new()
    }
}

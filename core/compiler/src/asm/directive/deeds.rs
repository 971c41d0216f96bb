//! What directives do, as values: who carries a directive out has a `match` over those that are its own, which the compiler checks.

use alloc::{string::String, vec::Vec};

use crate::{asm::SectionKind, base::types::Type};

/// What a directive does, by who carries it out.
#[derive(Clone, Copy, Debug)]
pub enum Does {
    /// It decides which lines are read.
    Condition(Condition),
    /// It stands for other lines, or says something of them.
    Expand(Expand),
    /// It puts something into the program, or says something of it.
    Assemble(Assemble),
}

/// What conditions do.
#[derive(Clone, Copy, Debug)]
pub enum Condition {
    /// It begins one that holds by a test.
    If(Test),
    /// The lines behind it are read if a number is not 0 and none before them were.
    ElseIf,
    /// The lines behind it are read if none before them were.
    Else,
    /// It ends one.
    End,
}

/// When a condition holds.
#[derive(Clone, Copy, Debug)]
pub enum Test {
    /// Of the value of an expression.
    Number(fn(i64) -> bool),
    /// If a name has a meaning, or if it has none.
    Defined(bool),
    /// If nothing stands there, or if something does.
    Blank(bool),
    /// If two texts are the same, or if they are not.
    Same(bool),
}

/// What is carried out before the assembler sees anything.
#[derive(Clone, Copy, Debug)]
pub enum Expand {
    /// It begins a macro.
    Macro,
    /// It begins lines that are read so many times.
    Repeat,
    /// It begins lines that are read for each part of a text.
    ForEach(fn(&str) -> Vec<String>),
    /// It ends a block.
    End(Block),
    /// The rest of what was made last is not read.
    Leave,
    /// The rest of the text is not read.
    Stop,
    /// It takes a macro away.
    Forget,
    /// It stands for the lines of a file.
    Include,
    /// It is an error.
    Refuse,
    /// Its text is an error.
    Error,
    /// Its text is a warning.
    Warning,
}

/// Lines that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// Those of a macro.
    Macro,
    /// Those that are read several times.
    Repetition,
}

impl Expand {
    /// The block that it begins.
    pub const fn begins(self) -> Option<Block> {
        match self {
            Expand::Macro => Some(Block::Macro),
            Expand::Repeat | Expand::ForEach(_) => Some(Block::Repetition),
            _ => None,
        }
    }

    /// The block that it ends.
    pub const fn ends(self) -> Option<Block> {
        if let Expand::End(block) = self { Some(block) } else { None }
    }
}

/// What is done with the program.
#[derive(Clone, Copy, Debug)]
pub enum Assemble {
    /// What follows goes to another section.
    Section(Goes),
    /// It says who sees names.
    Seen(Seen),
    /// It gives a name a value.
    Set {
        /// Only if it has none yet.
        once: bool,
    },
    /// What follows begins at a multiple of so many bytes.
    Align(Measure),
    /// Whole numbers of a type.
    Integers(Type),
    /// Real numbers of a type, and the bytes of one that is written.
    Reals(Type, fn(&str) -> Option<Vec<u8>>),
    /// So many bytes of one value.
    Bytes,
    /// So many numbers of so many bytes.
    Fill,
    /// Texts.
    Texts {
        /// Does a byte of 0 end each?
        zero: bool,
    },
    /// Bytes of a file.
    File,
    /// A name for zeros.
    Common {
        /// May other texts announce them, too?
        shared: bool,
    },
    /// Nothing: it is for linkers and debuggers.
    Nothing,
}

/// Where what follows goes.
#[derive(Clone, Copy, Debug)]
pub enum Goes {
    /// To the section of the directive's own name, which holds this.
    Own(SectionKind),
    /// To the section that is named.
    Named,
    /// The same, and the present one is kept.
    Push,
    /// To the one that was kept last.
    Pop,
    /// To the one before.
    Back,
    /// To another part of the section.
    Number,
}

/// Who sees names.
#[derive(Clone, Copy, Debug)]
pub enum Seen {
    /// All texts.
    Global,
    /// All texts that have no other meaning for it.
    Weak,
    /// This text alone.
    Local,
}

/// How an alignment is given.
#[derive(Clone, Copy, Debug)]
pub enum Measure {
    /// In bytes.
    Bytes,
    /// As a power of two.
    Power,
}

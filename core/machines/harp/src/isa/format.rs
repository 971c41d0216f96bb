//! The thirteen shapes of operands (HARP 3.3, "argument classes"): what stands behind a mnemonic, in order.

/// What an operand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A register that is written.
    To,
    /// A register that is read.
    From,
    /// A predicate that is written.
    PredicateTo,
    /// A predicate that is read.
    PredicateFrom,
    /// A number.
    Immediate,
}

impl Kind {
    /// Is it a register of the lane?
    pub const fn is_register(self) -> bool {
        matches!(self, Kind::To | Kind::From)
    }

    /// Is it a predicate?
    pub const fn is_predicate(self) -> bool {
        matches!(self, Kind::PredicateTo | Kind::PredicateFrom)
    }
}

macro_rules! formats {
    ($($(#[$doc:meta])+ $name:ident $text:literal [$($kind:ident)*];)+) => {
        /// A shape of operands.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Format { $($(#[$doc])+ $name,)+ }

        impl Format {
            /// All shapes.
            pub const ALL: &'static [Format] = &[$(Format::$name,)+];

            /// The reference's name.
            pub const fn name(self) -> &'static str {
                match self { $(Format::$name => $text,)+ }
            }

            /// The operands in order. An immediate is the last.
            pub const fn operands(self) -> &'static [Kind] {
                match self { $(Format::$name => &[$(Kind::$kind),*],)+ }
            }
        }
    };
}

formats! {
    /// Nothing.
    None "NONE" [];
    /// A source.
    R1 "1REG" [From];
    /// A destination and a source.
    R2 "2REG" [To From];
    /// A destination and two sources.
    R3 "3REG" [To From From];
    /// Three sources.
    R3Source "3REGSRC" [From From From];
    /// Two sources.
    R2Source "2REGSRC" [From From];
    /// A number.
    I1 "1IMM" [Immediate];
    /// A destination and a number.
    I2 "2IMM" [To Immediate];
    /// A destination, a source and a number.
    I3 "3IMM" [To From Immediate];
    /// Two sources and a number.
    I3Source "3IMMSRC" [From From Immediate];
    /// A predicate that is written, and a register.
    PredicateRegister "PREG_REG" [PredicateTo From];
    /// A predicate that is written, and one that is read.
    P2 "2PREG" [PredicateTo PredicateFrom];
    /// A predicate that is written, and two that are read.
    P3 "3PREG" [PredicateTo PredicateFrom PredicateFrom];
}

impl Format {
    /// Operands that are numbers of registers or predicates.
    pub const fn registers(self) -> usize {
        self.operands().len() - self.has_immediate() as usize
    }

    /// Is the last operand a number?
    pub const fn has_immediate(self) -> bool {
        matches!(self, Format::I1 | Format::I2 | Format::I3 | Format::I3Source)
    }
}

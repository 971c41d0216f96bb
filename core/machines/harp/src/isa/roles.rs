//! Registers with a role, and what calls do with registers: table 1 of the reference (HARP 3.1). Names of the assembler, the registers that hold no value, and
//! where functions find their arguments follow from the rows.

use super::Arch;

/// A register that is found from the end.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// How texts call it, behind `%`.
    pub name: &'static str,
    /// How far it is from the end of the registers.
    pub from_end: u16,
    /// So many registers there must be for it to have its name.
    pub least: u16,
}

macro_rules! roles {
    ($($(#[$doc:meta])+ $role:ident $name:literal $from_end:literal $least:literal;)+) => {
        /// What a register is for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Role { $($(#[$doc])+ $role,)+ }

        /// The rows, in the order of [`Role`].
        pub const ROLES: &[Row] = &[$(Row { name: $name, from_end: $from_end, least: $least },)+];
    };
}

roles! {
    /// Where a function goes back to.
    Link "ra" 1 1;
    /// The end of the stack.
    Stack "sp" 2 2;
    /// The frame of the lane, or of a function.
    Frame "fp" 3 8;
}

/// Of so many parts of the registers the first is the caller's: a call may change it, arguments are in it from R0 on, and the result is in R0. The others are
/// given back as they were.
const PARTS: u16 = 2;

/// Is it the name of a register with a role?
pub fn is_role(name: &str) -> bool {
    ROLES.iter().any(|row| row.name == name)
}

impl Arch {
    /// The register with a role.
    #[inline]
    pub const fn role(self, role: Role) -> u8 {
        (self.registers - ROLES[role as usize].from_end) as u8
    }

    /// The register that has a name, if there are enough for it.
    pub fn named_register(self, name: &str) -> Option<u8> {
        let row = ROLES.iter().find(|row| row.name == name && self.registers >= row.least)?;
        self.registers.checked_sub(row.from_end).map(|number| number as u8)
    }

    /// How many registers from R0 on are the caller's.
    pub const fn of_caller(self) -> u8 {
        (self.registers / PARTS) as u8
    }
}

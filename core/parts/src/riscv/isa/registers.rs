//! Names of registers, and the control registers.

use super::{Isa, open::open_enum};

/// Integer registers by the calling convention.
pub const INTEGER: [&str; 32] = [
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4", "a5", "a6",
    "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
];

/// Float registers by the calling convention.
pub const FLOAT: [&str; 32] = [
    "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "fs0", "fs1", "fa0", "fa1", "fa2", "fa3", "fa4",
    "fa5", "fa6", "fa7", "fs2", "fs3", "fs4", "fs5", "fs6", "fs7", "fs8", "fs9", "fs10", "fs11", "ft8",
    "ft9", "ft10", "ft11",
];

/// Number of an integer register by any of its names.
pub fn integer(name: &str) -> Option<u8> {
    if name == "fp" {
        return Some(8);
    }
    named(&INTEGER, name).or_else(|| numbered('x', name))
}

/// Number of a float register by any of its names.
pub fn float(name: &str) -> Option<u8> {
    named(&FLOAT, name).or_else(|| numbered('f', name))
}

fn named(names: &[&str; 32], name: &str) -> Option<u8> {
    names.iter().position(|known| *known == name).map(|at| at as u8)
}

/// Number of the register with a letter and a number, such as `x10`, among 32.
pub fn numbered(letter: char, name: &str) -> Option<u8> {
    let digits = name.strip_prefix(letter)?;
    let plain =
        digits.bytes().all(|byte| byte.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    digits.parse().ok().filter(|number| plain && *number < 32)
}

/// A row of the table of control registers.
#[derive(Clone, Copy, Debug)]
pub struct CsrRow<X: Isa> {
    /// The register.
    pub csr: Csr<X>,
    /// Its name.
    pub name: &'static str,
    /// Its number in the word.
    pub number: i32,
    /// May a program write it?
    pub writable: bool,
}

macro_rules! csrs {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal, $number:literal, $write:literal;)*) => {
        open_enum! {
            /// A control register.
            Csr, Csr;
            $($(#[doc = $doc])+ $name,)*
        }

        impl<X: Isa> Csr<X> {
            /// Those of RV64G.
            const BASE: &'static [Csr<X>] = &[$(Csr::$name),*];

            /// Its row.
            pub fn row(self) -> &'static CsrRow<X> {
                match self {
                    $(Csr::$name => const {
                        &CsrRow { csr: Csr::$name, name: $text, number: $number, writable: $write }
                    },)*
                    Csr::Ext(csr) => X::csr(csr),
                }
            }
        }
    };
}

csrs! {
    /// Float exceptions that have happened: inexact 1, underflow 2, overflow 4, division by zero 8, invalid 16.
    Fflags = "fflags", 0x001, true;
    /// Rounding mode of float instructions that name none.
    Frm = "frm", 0x002, true;
    /// Both of the above.
    Fcsr = "fcsr", 0x003, true;
    /// Cycles of the clock.
    Cycle = "cycle", 0xC00, false;
    /// Nanoseconds.
    Time = "time", 0xC01, false;
    /// Instructions executed so far.
    Instret = "instret", 0xC02, false;
}

impl<X: Isa> Csr<X> {
    /// Its name.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Its number in the word.
    pub fn number(self) -> i32 {
        self.row().number
    }

    /// The rows of all control registers, those of RV64G first.
    pub fn rows() -> impl Iterator<Item = &'static CsrRow<X>> {
        Csr::BASE.iter().map(|csr: &Csr<X>| csr.row()).chain(X::CSRS)
    }

    /// By its number in the word.
    pub fn find(number: i32) -> Option<&'static CsrRow<X>> {
        Csr::rows().find(|row| row.number == number)
    }

    /// By its name.
    pub fn named(name: &str) -> Option<&'static CsrRow<X>> {
        Csr::rows().find(|row| row.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abi_names_and_numbers_agree() {
        assert_eq!(
            (integer("a0"), integer("x10"), integer("fp"), integer("s0")),
            (Some(10), Some(10), Some(8), Some(8))
        );
        assert_eq!((float("fa0"), float("f10"), float("ft11")), (Some(10), Some(10), Some(31)));
        assert_eq!(
            (numbered('v', "v31"), numbered('v', "v32"), numbered('v', "v01"), integer("x+1")),
            (Some(31), None, None, None)
        );
    }
}

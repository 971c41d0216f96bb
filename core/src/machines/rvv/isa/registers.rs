//! Names of registers.

use alloc::{format, string::String};

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

/// Number of a vector register.
pub fn vector(name: &str) -> Option<u8> {
    numbered('v', name)
}

/// Name of a vector register.
pub fn vector_name(number: u8) -> String {
    format!("v{number}")
}

fn named(names: &[&str; 32], name: &str) -> Option<u8> {
    names.iter().position(|known| *known == name).map(|at| at as u8)
}

fn numbered(prefix: char, name: &str) -> Option<u8> {
    let digits = name.strip_prefix(prefix)?;
    let plain =
        digits.bytes().all(|byte| byte.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    digits.parse().ok().filter(|number| plain && *number < 32)
}

macro_rules! csrs {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal, $number:literal, $write:literal;)*) => {
        /// A control register.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Csr { $($(#[doc = $doc])+ $name,)* }

        impl Csr {
            /// Every one.
            pub const ALL: &'static [Csr] = &[$(Csr::$name),*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self { $(Csr::$name => $text,)* }
            }

            /// Its number in the word.
            pub const fn number(self) -> i32 {
                match self { $(Csr::$name => $number,)* }
            }

            /// May a program write it?
            pub const fn writable(self) -> bool {
                match self { $(Csr::$name => $write,)* }
            }
        }
    };
}

csrs! {
    /// Float exceptions that have happened; always 0 here.
    Fflags = "fflags", 0x001, true;
    /// Rounding mode of float instructions that name none.
    Frm = "frm", 0x002, true;
    /// Both of the above.
    Fcsr = "fcsr", 0x003, true;
    /// First element of the next vector instruction.
    Vstart = "vstart", 0x008, true;
    /// Has a fixed-point result been cut?
    Vxsat = "vxsat", 0x009, true;
    /// Rounding mode of fixed-point instructions.
    Vxrm = "vxrm", 0x00A, true;
    /// Both of the above.
    Vcsr = "vcsr", 0x00F, true;
    /// Element at which the destination of the next vector instruction begins; not of the standard.
    Vdfrom = "vdfrom", 0x800, true;
    /// Element at which its source `vs1` begins; not of the standard.
    Vs1from = "vs1from", 0x801, true;
    /// Element at which its source `vs2` begins; not of the standard.
    Vs2from = "vs2from", 0x802, true;
    /// Instructions executed so far.
    Instret = "instret", 0xC02, false;
    /// Vector length.
    Vl = "vl", 0xC20, false;
    /// Vector type.
    Vtype = "vtype", 0xC21, false;
    /// Bytes of a vector register.
    Vlenb = "vlenb", 0xC22, false;
}

impl Csr {
    /// By its number in the word.
    pub fn find(number: i32) -> Option<Csr> {
        Csr::ALL.iter().copied().find(|csr| csr.number() == number)
    }

    /// By its name.
    pub fn named(name: &str) -> Option<Csr> {
        Csr::ALL.iter().copied().find(|csr| csr.name() == name)
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
            (vector("v31"), vector("v32"), vector("v01"), integer("x+1")),
            (Some(31), None, None, None)
        );
    }
}

//! Names of vector registers, and the control registers of the extension.

use alloc::{format, string::String};

use lanescope_parts::{riscv::isa::registers::numbered, whole_list_names};

use super::{Csr, CsrRow};

/// Number of a vector register.
pub fn vector(name: &str) -> Option<u8> {
    numbered('v', name)
}

/// Name of a vector register.
pub fn vector_name(number: u8) -> String {
    format!("v{number}")
}

macro_rules! csrs {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal, $number:literal, $write:literal;)*) => {
        /// A control register of the vector unit.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum VCsr { $($(#[doc = $doc])+ $name,)* }

        whole_list_names! { CsrNames: Csr, VCsr; $($(#[doc = $doc])+ $name,)* }

        /// The row of each in order.
        pub(super) const CSRS: &[CsrRow] =
            &[$(CsrRow { csr: Csr::$name, name: $text, number: $number, writable: $write },)*];
    };
}

csrs! {
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
    /// Vector length.
    Vl = "vl", 0xC20, false;
    /// Vector type.
    Vtype = "vtype", 0xC21, false;
    /// Bytes of a vector register.
    Vlenb = "vlenb", 0xC22, false;
}

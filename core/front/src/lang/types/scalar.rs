//! The numbers of the languages: one table, and how one becomes another where they meet.

use crate::ir;

macro_rules! scalars {
    ($($variant:ident = $name:literal $ir:ident $signed:literal,)*) => {
        /// A scalar type, in ascending order of conversion rank.
        #[allow(missing_docs)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Scalar { $($variant,)* }

        impl Scalar {
            /// Every one, in table order.
            pub const ALL: &'static [Scalar] = &[$(Scalar::$variant,)*];

            /// The name in messages.
            pub const fn name(self) -> &'static str {
                match self { $(Scalar::$variant => $name,)* }
            }

            /// Its values in the IR. (A `bool` in memory is an `i8`.)
            pub const fn ir(self) -> ir::Type {
                match self { $(Scalar::$variant => ir::Type::$ir,)* }
            }

            /// Can it be negative?
            pub const fn is_signed(self) -> bool {
                match self { $(Scalar::$variant => $signed,)* }
            }
        }
    };
}

scalars! {
    Bool = "bool" Bool false,
    Char = "char" I8 true,
    SChar = "signed char" I8 true,
    UChar = "uchar" I8 false,
    Short = "short" I16 true,
    UShort = "ushort" I16 false,
    Int = "int" I32 true,
    UInt = "uint" I32 false,
    Long = "long" I64 true,
    ULong = "ulong" I64 false,
    LongLong = "long long" I64 true,
    ULongLong = "unsigned long long" I64 false,
    Half = "half" F16 true,
    Float = "float" F32 true,
    Double = "double" F64 true,
}

impl Scalar {
    /// Size in memory in bytes.
    pub const fn bytes(self) -> u32 {
        self.ir().bytes()
    }

    /// `half`, `float` or `double`?
    pub const fn is_float(self) -> bool {
        self.ir().is_float()
    }

    /// After C's integer promotions: everything below `int` becomes `int`.
    pub fn promoted(self) -> Scalar {
        if self < Scalar::Int { Scalar::Int } else { self }
    }

    /// The type in which C computes with operands of these two types. A `long long` does not hold every `unsigned long` (C++17 8,
    /// paragraph 11).
    pub fn common(self, other: Scalar) -> Scalar {
        match (self.promoted(), other.promoted()) {
            (Scalar::ULong, Scalar::LongLong) | (Scalar::LongLong, Scalar::ULong) => Scalar::ULongLong,
            (one, other) => one.max(other),
        }
    }

    /// The type that OpenCL C has for it, which knows only one of each size.
    pub fn in_opencl(self) -> Scalar {
        match self {
            Scalar::SChar => Scalar::Char,
            Scalar::LongLong => Scalar::Long,
            Scalar::ULongLong => Scalar::ULong,
            other => other,
        }
    }

    /// The signed integer of the same size: what a comparison of vectors answers with (OpenCL C 1.2, 6.3.d).
    pub fn mask(self) -> Scalar {
        match self.bytes() {
            1 => Scalar::Char,
            2 => Scalar::Short,
            4 => Scalar::Int,
            _ => Scalar::Long,
        }
    }

    /// The unsigned type of the same size (floats stay).
    pub fn unsigned(self) -> Scalar {
        match self {
            Scalar::Char | Scalar::SChar => Scalar::UChar,
            Scalar::Short => Scalar::UShort,
            Scalar::Int => Scalar::UInt,
            Scalar::Long => Scalar::ULong,
            Scalar::LongLong => Scalar::ULongLong,
            other => other,
        }
    }
}

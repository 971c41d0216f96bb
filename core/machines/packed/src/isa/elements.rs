//! Types of elements, and how a mnemonic names them: `.4D` says number and type (textbook style), `pd` the type alone
//! (x86 style), where the number follows from the register.

/// What the bits of an element mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// A whole number, or bits.
    Integer,
    /// A float.
    Float,
}

macro_rules! elements {
    ($($(#[doc = $doc:literal])+ $name:ident = $suffix:literal, $bits:literal, $sort:ident;)*) => {
        /// A type of elements as a mnemonic names it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Elem { $($(#[doc = $doc])+ $name,)* }

        impl Elem {
            /// All of them.
            pub const ALL: &'static [Elem] = &[$(Elem::$name),*];

            /// What it adds to the mnemonic.
            pub const fn suffix(self) -> &'static str {
                match self { $(Elem::$name => $suffix,)* }
            }

            /// Bits of an element.
            #[inline]
            pub const fn bits(self) -> u32 {
                match self { $(Elem::$name => $bits,)* }
            }

            /// What the bits mean.
            pub const fn meaning(self) -> Sort {
                match self { $(Elem::$name => Sort::$sort,)* }
            }
        }
    };
}

elements! {
    /// No type: the whole register as bits.
    No = "", 64, Integer;
    /// 32 bytes.
    B32 = ".32B", 8, Integer;
    /// 16 halves.
    H16 = ".16H", 16, Integer;
    /// 8 words.
    W8 = ".8W", 32, Integer;
    /// 4 double words.
    D4 = ".4D", 64, Integer;
    /// 16 half precision numbers.
    F16H = ".16H", 16, Float;
    /// 8 single precision numbers.
    F8S = ".8S", 32, Float;
    /// 4 double precision numbers.
    F4D = ".4D", 64, Float;
    /// 2 quadruple words, which are only moved.
    Q2 = ".2Q", 128, Integer;
    /// Bytes.
    Xb = "b", 8, Integer;
    /// Halves.
    Xw = "w", 16, Integer;
    /// Words.
    Xd = "d", 32, Integer;
    /// Double words.
    Xq = "q", 64, Integer;
    /// Single precision numbers.
    Xps = "ps", 32, Float;
    /// Double precision numbers.
    Xpd = "pd", 64, Float;
    /// One single precision number.
    Xss = "ss", 32, Float;
    /// One double precision number.
    Xsd = "sd", 64, Float;
    /// Sums of products of two halves.
    Xwd = "wd", 32, Integer;
    /// Bytes that become parts of halves.
    UBw = "bw", 8, Integer;
    /// Halves that become parts of words.
    UWd = "wd", 16, Integer;
    /// Words that become parts of double words.
    UDq = "dq", 32, Integer;
    /// Double words that become parts of quadruple words.
    UQdq = "qdq", 64, Integer;
    /// One word, which the mnemonic has itself.
    One32 = "", 32, Integer;
    /// Single precision numbers, which the mnemonic has itself.
    NoS = "", 32, Float;
    /// Double precision numbers, which the mnemonic has itself.
    NoD = "", 64, Float;
    /// Bytes by their bits.
    E8 = "8", 8, Integer;
    /// Halves by their bits.
    E16 = "16", 16, Integer;
    /// Words by their bits.
    E32 = "32", 32, Integer;
    /// Double words by their bits.
    E64 = "64", 64, Integer;
    /// Halves to bytes.
    Xwb = "wb", 8, Integer;
    /// Words to halves.
    Xdw = "dw", 16, Integer;
    /// Four words of 32 bits.
    L4 = "4", 32, Integer;
    /// Four single precision numbers.
    L4S = "4", 32, Float;
}

impl Elem {
    /// Bytes of an element.
    #[inline]
    pub const fn bytes(self) -> u32 {
        self.bits() / 8
    }

    /// Is it a float?
    pub const fn is_float(self) -> bool {
        matches!(self.meaning(), Sort::Float)
    }

    /// How many lie in a register of so many bytes.
    #[inline]
    pub const fn count(self, register_bytes: u32) -> u32 {
        register_bytes / self.bytes()
    }
}

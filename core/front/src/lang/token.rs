//! Tokens: what the lexer makes of the text, before and after macro expansion.

use super::names::Symbol;
use crate::{document::Language, ir::Unroll, source::Span};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tok {
    /// An identifier or a keyword.
    Name(Symbol),
    /// A number as it is spelled (a preprocessing number: it may still turn out to be wrong).
    Number(Symbol),
    /// A character constant, with its quotes.
    Char(Symbol),
    /// A string literal, with its quotes.
    Text(Symbol),
    /// An operator or punctuation mark.
    Punct(Punct),
    /// Something that is no token: index of a diagnostic that is reported only where the token matters.
    Bad(u32),
    /// `#pragma unroll`, always before a loop.
    Unroll(Unroll),
    /// `#pragma unroll N` with a name that is no macro.
    UnrollBy(Symbol),
    /// The end of the text.
    End,
}

/// A token and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Tok,
    /// Where the person sees it: for a token that a macro made, the name of the macro.
    pub span: Span,
    /// Is it the first of its line?
    pub line_start: bool,
    /// Is there white space before it?
    pub space: bool,
    /// Is it a macro's name that must not be expanded any more?
    pub painted: bool,
}

impl Token {
    /// Is it this punctuation mark?
    pub fn is(&self, punct: Punct) -> bool {
        self.kind == Tok::Punct(punct)
    }

    /// Is it `#pragma unroll`?
    pub fn is_unroll(&self) -> bool {
        matches!(self.kind, Tok::Unroll(_) | Tok::UnrollBy(_))
    }

    /// Its symbol if it is a name.
    pub fn name(&self) -> Option<Symbol> {
        if let Tok::Name(symbol) = self.kind { Some(symbol) } else { None }
    }
}

macro_rules! puncts {
    ($($variant:ident = $text:literal,)*) => {
        /// Operators and punctuation marks.
        #[allow(missing_docs)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Punct { $($variant,)* }

        impl Punct {
            /// As it is written.
            pub const fn text(self) -> &'static str {
                match self { $(Punct::$variant => $text,)* }
            }

            /// The one that is written so.
            pub fn parse(text: &str) -> Option<Punct> {
                match text { $($text => Some(Punct::$variant),)* _ => None }
            }
        }
    };
}

puncts! {
    LParen = "(", RParen = ")", LBracket = "[", RBracket = "]", LBrace = "{", RBrace = "}",
    Semi = ";", Comma = ",", Dot = ".", Arrow = "->", Ellipsis = "...", Question = "?", Colon = ":", Scope = "::",
    Plus = "+", Minus = "-", Star = "*", Slash = "/", Percent = "%",
    Amp = "&", Pipe = "|", Caret = "^", Tilde = "~", Bang = "!", Shl = "<<", Shr = ">>",
    AndAnd = "&&", OrOr = "||",
    Lt = "<", Gt = ">", Le = "<=", Ge = ">=", EqEq = "==", Ne = "!=",
    Assign = "=", PlusAssign = "+=", MinusAssign = "-=", StarAssign = "*=", SlashAssign = "/=",
    PercentAssign = "%=", AmpAssign = "&=", PipeAssign = "|=", CaretAssign = "^=", ShlAssign = "<<=",
    ShrAssign = ">>=", PlusPlus = "++", MinusMinus = "--", Hash = "#", HashHash = "##",
}

/// A language that the front end reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// OpenCL C 1.2.
    OpenCl,
    /// CUDA C.
    Cuda,
}

impl From<Dialect> for Language {
    fn from(dialect: Dialect) -> Language {
        match dialect {
            Dialect::OpenCl => Language::OpenCl,
            Dialect::Cuda => Language::Cuda,
        }
    }
}

/// In which dialects something exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum In {
    /// OpenCL C.
    O,
    /// CUDA C.
    C,
    /// Both.
    B,
}

impl In {
    /// Does it exist in this dialect?
    pub const fn has(self, dialect: Dialect) -> bool {
        matches!((self, dialect), (In::B, _) | (In::O, Dialect::OpenCl) | (In::C, Dialect::Cuda))
    }
}

macro_rules! keywords {
    ($($where:ident $variant:ident = $($text:literal)*,)*) => {
        /// Words with a fixed meaning; several spellings can mean the same.
        #[allow(missing_docs)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Keyword { $($variant,)* }

        /// Every spelling of every keyword and where it is one; the index is the spelling's symbol.
        pub const KEYWORDS: &[(&str, Keyword, In)] = &[$($(($text, Keyword::$variant, In::$where),)*)*];
    };
}

keywords! {
    B Void = "void", B Bool = "bool" "_Bool", B Char = "char", B Short = "short", B Int = "int", B Long = "long",
    B Float = "float", B Double = "double", B Signed = "signed" "__signed__", B Unsigned = "unsigned",
    O Half = "half", C HalfNumber = "__fp16",
    B Struct = "struct", B Union = "union", B Enum = "enum", B Typedef = "typedef",
    B Const = "const" "__const", B Volatile = "volatile", B Restrict = "restrict" "__restrict" "__restrict__",
    B Static = "static", B Extern = "extern", B Register = "register", B Auto = "auto",
    B Inline = "inline" "__inline" "__inline__" "__forceinline__" "__noinline__" "__forceinline" "__extension__",
    C Constexpr = "constexpr", C Decltype = "decltype" "__decltype",
    B If = "if", B Else = "else", B For = "for", B While = "while", B Do = "do", B Switch = "switch",
    B Case = "case", B Default = "default", B Break = "break", B Continue = "continue", B Return = "return",
    B Goto = "goto", B Sizeof = "sizeof", C Alignof = "alignof" "__alignof__" "__alignof" "_Alignof",
    O Kernel = "__kernel" "kernel", O Global = "__global" "global", O Local = "__local" "local",
    O Constant = "__constant" "constant", O Private = "__private" "private", O Generic = "__generic" "generic",
    O Access = "__read_only" "__write_only" "__read_write" "read_only" "write_only" "read_write",
    C CudaGlobal = "__global__", C CudaDevice = "__device__", C CudaHost = "__host__",
    C CudaShared = "__shared__", C CudaConstant = "__constant__", C CudaManaged = "__managed__",
    C GridConstant = "__grid_constant__", C LaunchBounds = "__launch_bounds__", C Align = "__align__" "alignas",
    B Attribute = "__attribute__" "__attribute",
    B True = "true", B False = "false", C Nullptr = "nullptr",
    C Cast = "static_cast" "reinterpret_cast" "const_cast" "dynamic_cast",
    C Template = "template", C Class = "class", C Namespace = "namespace", C Using = "using",
    C Typename = "typename", C New = "new", C Delete = "delete", C Operator = "operator",
    C StaticAssert = "static_assert",
}

impl Keyword {
    /// The keyword that a symbol is in a dialect.
    pub fn of(symbol: Symbol, dialect: Dialect) -> Option<Keyword> {
        let (_, keyword, place) = KEYWORDS.get(symbol.index())?;
        place.has(dialect).then_some(*keyword)
    }
}

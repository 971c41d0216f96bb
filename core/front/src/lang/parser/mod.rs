//! The parser: tokens to the tree of [`ast`](super::ast), by recursive descent.
//!
//! A syntax error is reported where it is seen; then the parser goes on behind the next `;` or before the `}` that
//! closes the block, so that one run finds several errors. What is wrong is filed under the item that it is in. How
//! deep a text may be nested is limited ([`MAX_DEPTH`]), because every stage walks the tree by recursion.

mod cast;
mod class;
mod class_template;
mod decl;
mod expr;
mod heads;
mod host;
mod item;
mod lambda;
mod lookup;
mod namespace;
mod pack;
mod paths;
mod places;
mod range;
mod skip;
mod specifiers;
mod stmt;
mod template;
mod type_path;

use alloc::{format, string::String, vec::Vec};

use super::ast::{Expr, Item, Launched};
use super::names::{Names, Symbol};
use super::preproc::Preprocessed;
use super::report::Report;
use super::spaces::{OUTERMOST, SpaceId, Spaces};
use super::token::{Dialect, Keyword, Punct, Tok, Token};
use super::type_names::type_name;
use super::{HostArg, HostLaunch, literal};
use crate::{
    base::OrdMap,
    source::{Diagnostic, Span},
};

/// How deep statements, expressions and declarators may be nested.
pub const MAX_DEPTH: u16 = 200;

/// Reading cannot go on here; the reason has been reported.
#[derive(Debug)]
pub struct Stop;

/// What was read, or nothing that makes sense.
pub type Parse<T> = Result<T, Stop>;

/// What the parser makes of a text.
#[derive(Debug, Default)]
pub struct Parsed {
    /// Functions and declarations.
    pub items: Vec<Item>,
    /// Launches in host code.
    pub launches: Vec<HostLaunch>,
    /// The namespaces, and what their names stand for.
    pub spaces: Spaces,
}

/// Parses a whole text.
pub fn parse(input: Preprocessed, dialect: Dialect, names: &mut Names, report: &mut Report) -> Parsed {
    let (tokens, paths) = match dialect {
        Dialect::Cuda => paths::with_paths(paths::plain(input.tokens, names), names),
        Dialect::OpenCl => (input.tokens, OrdMap::new()),
    };
    let parser = Parser {
        tokens,
        pending: input.pending,
        at: 0,
        last: Span::new(0, 0),
        dialect,
        names,
        report,
        depth: 0,
        gave_up: false,
        garbled: false,
        next_item: None,
        paths,
        spaces: Spaces::default(),
        space: OUTERMOST,
        locals: Vec::new(),
        shadowed: Vec::new(),
        block: 0,
        directives: Vec::new(),
        blocks: 0,
        crowded: None,
        host: host::HostValues::default(),
        lambdas: host::HostLambdas::default(),
        launches: Vec::new(),
        launched: Vec::new(),
        templates: OrdMap::new(),
        in_angles: false,
        half: usize::MAX,
        classes: class::Classes::default(),
        enumerations: OrdMap::new(),
        function: None,
        spreads: Vec::new(),
        takes_pack: false,
    };
    parser.unit()
}

struct Parser<'a> {
    tokens: Vec<Token>,
    pending: Vec<Diagnostic>,
    at: usize,
    /// The token before the cursor.
    last: Span,
    dialect: Dialect,
    names: &'a mut Names,
    report: &'a mut Report,
    depth: u16,
    /// Has something been too deep to be read?
    gave_up: bool,
    /// Has something unreadable, or the end of an unclosed block, been reported in this statement? What is said of the syntax
    /// behind it only follows from it.
    garbled: bool,
    /// Where the next function begins, inside of a block that is not closed.
    next_item: Option<usize>,
    /// The names that are paths.
    paths: OrdMap<Symbol, paths::Path>,
    spaces: Spaces,
    /// The space at the cursor.
    space: SpaceId,
    /// What each symbol is in the blocks around the cursor.
    locals: Vec<Option<lookup::Local>>,
    /// Changes of `locals` since the start of the outermost scope, to undo them.
    shadowed: Vec<(Symbol, Option<lookup::Local>)>,
    /// Where those of the innermost scope begin.
    block: usize,
    /// The namespaces that `using namespace` names in these blocks.
    directives: Vec<SpaceId>,
    /// How many blocks are around the cursor.
    blocks: u32,
    /// The first directive that is one too many.
    crowded: Option<Span>,
    host: host::HostValues,
    lambdas: host::HostLambdas,
    launches: Vec<HostLaunch>,
    /// The launches among them whose kernel may be a template.
    launched: Vec<Launched>,
    /// The templates so far, by the symbols of the tree.
    templates: OrdMap<Symbol, template::Generic>,
    classes: class::Classes,
    /// The spaces of enumerations, by their tags.
    enumerations: OrdMap<Symbol, SpaceId>,
    /// Do these tokens stand between `<` and `>`, outside of other brackets? Then `>` ends them.
    in_angles: bool,
    /// The function whose body is being read.
    function: Option<Symbol>,
    /// The tokens of patterns that stand for any number, with their `...`.
    spreads: Vec<(usize, usize)>,
    /// May the declarator that comes next be one of a pack?
    takes_pack: bool,
    /// The `>>` whose first half has closed a list.
    half: usize,
}

impl Parser<'_> {
    /// The token at the cursor. A bad token is reported here and skipped.
    fn peek(&mut self) -> Token {
        while let Tok::Bad(index) = self.tokens[self.at].kind {
            self.report.push(self.pending[index as usize].clone());
            self.garbled = true;
            self.at += 1;
        }
        self.tokens[self.at]
    }

    /// The token behind the one at the cursor.
    fn peek_second(&mut self) -> Token {
        self.peek();
        self.ahead(1)
    }

    /// A token further on, bad or not.
    fn ahead(&self, distance: usize) -> Token {
        let last = self.tokens.len() - 1;
        self.tokens[(self.at + distance).min(last)]
    }

    fn advance(&mut self) -> Token {
        let token = self.peek();
        if token.kind != Tok::End {
            self.at += 1;
        }
        self.last = token.span;
        token
    }

    fn at(&mut self, punct: Punct) -> bool {
        self.peek().is(punct)
    }

    fn take(&mut self, punct: Punct) -> bool {
        let found = self.at(punct);
        if found {
            self.advance();
        }
        found
    }

    fn keyword(&mut self) -> Option<Keyword> {
        let token = self.peek();
        Keyword::of(token.name()?, self.dialect)
    }

    fn take_keyword(&mut self, keyword: Keyword) -> bool {
        let found = self.keyword() == Some(keyword);
        if found {
            self.advance();
        }
        found
    }

    /// The name at the cursor, unless it is a keyword.
    fn name(&mut self) -> Option<(Symbol, Span)> {
        let token = self.peek();
        let symbol = token.name()?;
        Keyword::of(symbol, self.dialect).is_none().then_some((symbol, token.span))
    }

    fn expect(&mut self, punct: Punct, context: &str) -> Parse<Span> {
        if self.at(punct) {
            return Ok(self.advance().span);
        }
        Err(self.expected(&format!("`{}`", punct.text()), context))
    }

    /// Reports that something else should be at the cursor.
    fn expected(&mut self, what: &str, context: &str) -> Stop {
        let token = self.peek();
        let found = self.describe(token);
        let message = format!("Expected {what} {context}, found {found}.");
        self.syntax_error(Diagnostic::error("parse::expected", token.span, message));
        Stop
    }

    /// Says that the text cannot be read, unless the reason has been said.
    fn syntax_error(&mut self, error: Diagnostic) {
        if !self.garbled {
            self.report.push(error);
        }
    }

    fn describe(&self, token: Token) -> String {
        match token.kind {
            Tok::Name(s) | Tok::Number(s) | Tok::Char(s) | Tok::Text(s) => {
                format!("`{}`", self.names.text(s))
            }
            Tok::Punct(punct) => format!("`{}`", punct.text()),
            Tok::Unroll(_) | Tok::UnrollBy(_) => "`#pragma unroll`".into(),
            Tok::Bad(_) => "something unreadable".into(),
            Tok::End => "the end of the text".into(),
        }
    }

    /// A semicolon. If it is missing the message points behind the last token, and reading goes on if what follows
    /// may begin something new.
    fn expect_semi(&mut self, behind: &str) -> Parse<()> {
        if self.take(Punct::Semi) {
            return Ok(());
        }
        let next = self.peek();
        let place = Span::new(self.last.end, self.last.end);
        let found = self.describe(next);
        let message = format!("`;` is missing behind {behind}.");
        let error = Diagnostic::error("parse::semicolon", place, message);
        let error = match next.is(Punct::LBrace) {
            true => error
                .help("If a macro stands in front of the brace, the file that defines it has not been read."),
            false => error,
        };
        let fresh = next.line_start || next.is(Punct::RBrace) || next.kind == Tok::End;
        self.syntax_error(if fresh { error } else { error.label(next.span, format!("found {found}")) });
        if fresh { Ok(()) } else { Err(Stop) }
    }

    /// Goes behind the next `;` of this block behind which a statement may begin, or before its `}`.
    fn synchronise(&mut self) {
        self.garbled = false;
        let mut depth = 0usize;
        loop {
            match self.tokens[self.at].kind {
                Tok::End => return,
                Tok::Punct(Punct::LBrace) => depth += 1,
                Tok::Punct(Punct::RBrace) if depth == 0 => return,
                Tok::Punct(Punct::RBrace) => {
                    depth -= 1;
                    if depth == 0 {
                        self.at += 1;
                        return;
                    }
                }
                Tok::Punct(Punct::Semi) if depth == 0 && !self.goes_on_behind_semi() => {
                    self.at += 1;
                    return;
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Is this `;` inside of a statement, such as one that a macro brings?
    fn goes_on_behind_semi(&self) -> bool {
        let next = self.ahead(1);
        [Punct::RBracket, Punct::RParen, Punct::Assign, Punct::Comma].into_iter().any(|punct| next.is(punct))
    }

    /// Reads something one level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn too_deep(&mut self) -> Stop {
        let span = self.peek().span;
        let message = format!("The text is nested more than {MAX_DEPTH} deep here (limit nesting-depth).");
        self.report.push(Diagnostic::error("limit::nesting-depth", span, message));
        self.gave_up = true;
        Stop
    }

    /// Does a type begin at the cursor?
    fn at_type(&mut self) -> bool {
        let token = self.peek();
        let Some(symbol) = token.name() else { return false };
        match Keyword::of(symbol, self.dialect) {
            Some(keyword) => specifiers::begins_type(keyword),
            None => self.is_type_at(self.at) || self.is_foreign(symbol),
        }
    }

    /// Is this a word with which only the other language begins declarations, such as `__shared__` in OpenCL C?
    fn is_foreign(&self, symbol: Symbol) -> bool {
        let other = match self.dialect {
            Dialect::OpenCl => Dialect::Cuda,
            Dialect::Cuda => Dialect::OpenCl,
        };
        let here = Keyword::of(symbol, self.dialect).is_some();
        !here && self.names.text(symbol).starts_with("__") && Keyword::of(symbol, other).is_some()
    }

    /// Skips from an opening bracket to behind the one that closes it.
    fn skip_group(&mut self) {
        let mut depth = 0usize;
        loop {
            match self.tokens[self.at].kind {
                Tok::End => return,
                Tok::Punct(Punct::LParen | Punct::LBrace | Punct::LBracket) => depth += 1,
                Tok::Punct(Punct::RParen | Punct::RBrace | Punct::RBracket) => {
                    depth = depth.saturating_sub(1)
                }
                _ => {}
            }
            self.last = self.tokens[self.at].span;
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }

    fn unsupported(&mut self, code: &'static str, span: Span, message: &str, help: &str) -> Stop {
        self.report.push(Diagnostic::error(code, span, message).help(help));
        Stop
    }
}

//! Declarators, initial values and declarations.

use alloc::{boxed::Box, format, vec, vec::Vec};

use super::*;
use crate::lang::ast::{
    Base, Declaration, Declarator, Declared, Derivation, Designator, ExprKind, Init, InitItem, ParamDecl,
    Specifiers, TypeSyntax,
};
use crate::lang::spaces::What;
use crate::lang::types::Space;

/// The operators that a text can give a meaning for structs, by functions that are members or not.
const OPERATORS: [Punct; 30] = [
    Punct::PlusPlus,
    Punct::MinusMinus,
    Punct::Plus,
    Punct::Minus,
    Punct::Star,
    Punct::Slash,
    Punct::Percent,
    Punct::Amp,
    Punct::Pipe,
    Punct::Caret,
    Punct::Tilde,
    Punct::Bang,
    Punct::Shl,
    Punct::Shr,
    Punct::Lt,
    Punct::Gt,
    Punct::Le,
    Punct::Ge,
    Punct::EqEq,
    Punct::Ne,
    Punct::PlusAssign,
    Punct::MinusAssign,
    Punct::StarAssign,
    Punct::SlashAssign,
    Punct::PercentAssign,
    Punct::AmpAssign,
    Punct::PipeAssign,
    Punct::CaretAssign,
    Punct::ShlAssign,
    Punct::ShrAssign,
];

impl Parser<'_> {
    /// The rest of a declaration behind its specifiers.
    pub(super) fn declaration(&mut self, mut specifiers: Specifiers) -> Parse<Declaration> {
        let mut names = vec![];
        if !self.at(Punct::Semi) {
            loop {
                names.push(self.declared(&mut specifiers)?);
                if !self.take(Punct::Comma) {
                    break;
                }
            }
        }
        let span = specifiers.span.to(self.last);
        self.expect_semi("this declaration")?;
        Ok(Declaration { specifiers, names, span })
    }

    /// Does `[a, b]` stand behind `auto`?
    pub(super) fn at_binding(&mut self, specifiers: &Specifiers) -> bool {
        let refers = self.at(Punct::Amp) || self.at(Punct::AndAnd);
        matches!(specifiers.base, Base::Auto) && self.ahead(usize::from(refers)).is(Punct::LBracket)
    }

    /// `auto [a, b] = x;` behind its specifiers: a variable without a name that the text could say, and names of its parts.
    pub(super) fn binding(&mut self, specifiers: Specifiers) -> Parse<Declaration> {
        let (whole, parts) = self.bound_names()?;
        let whole = self.initialised(whole)?;
        let names = self.bindings(whole, parts);
        let span = specifiers.span.to(self.last);
        self.expect_semi("this declaration")?;
        Ok(Declaration { specifiers, names, span })
    }

    /// `&[a, b]`: the variable without a name that the text could say, and the names of its parts.
    pub(super) fn bound_names(&mut self) -> Parse<(Declarator, Vec<(Symbol, Span)>)> {
        let start = self.peek().span;
        let mut derivation = vec![];
        if !self.at(Punct::LBracket) {
            let double = self.at(Punct::AndAnd);
            derivation.push(Derivation::Reference(self.advance().span, double));
        }
        self.advance();
        let mut parts = vec![];
        while let Some(name) = self.name() {
            self.advance();
            parts.push(name);
            if !self.take(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::RBracket, "behind the names")?;
        let whole = self.names.intern(&format!("parts of:{}", start.start));
        let name = Some((whole, start));
        Ok((Declarator { name, derivation, span: start, ..Declarator::default() }, parts))
    }

    /// Such a variable with names for its parts.
    pub(super) fn bindings(&mut self, whole: Declared, parts: Vec<(Symbol, Span)>) -> Vec<Declared> {
        let of = whole.declarator.name.map_or(Symbol(u32::MAX), |(name, _)| name);
        let (mut names, count) = (vec![whole], parts.len());
        for (at, (name, span)) in parts.into_iter().enumerate() {
            let name = Some((self.declare(name, What::Other), span));
            let object = Box::new(Expr { kind: ExprKind::Name(of), span, depth: 1 });
            let part = Expr { kind: ExprKind::Element(object, at, count), span, depth: 2 };
            let derivation = vec![Derivation::Reference(span, true)];
            let declarator = Declarator { name, derivation, span, ..Declarator::default() };
            names.push(Declared { declarator, init: Some(Init::Expr(part)) });
        }
        names
    }

    /// `using Name = type;` is another way to write a `typedef`.
    pub(super) fn alias(&mut self) -> Parse<Declaration> {
        self.advance();
        let Some((name, span)) = self.name() else {
            return Err(self.expected("a name", "behind `using`"));
        };
        self.advance();
        self.expect(Punct::Assign, "behind the name of the type")?;
        let TypeSyntax { mut specifiers, mut declarator, .. } = self.type_syntax()?;
        specifiers.is_typedef = true;
        declarator.name = Some((name, span));
        self.declare_as(&mut declarator, What::Type);
        self.rename_enumeration(name, &specifiers, &declarator);
        let span = span.to(self.last);
        self.expect_semi("this declaration")?;
        Ok(Declaration { specifiers, names: vec![Declared { declarator, init: None }], span })
    }

    /// A name of a declaration with its initial value.
    pub(super) fn declared(&mut self, specifiers: &mut Specifiers) -> Parse<Declared> {
        let mut declarator = self.declarator()?;
        if declarator.name.is_none() {
            return Err(self.expected("a name", "in this declaration"));
        }
        let name = declarator.name;
        self.declare_as(&mut declarator, super::item::kind_of(specifiers));
        if let (Some((name, _)), true) = (name, specifiers.is_typedef) {
            self.rename_enumeration(name, specifiers, &declarator);
        }
        self.trailing_attributes(specifiers)?;
        self.initialised(declarator)
    }

    /// A name for an enumeration stands in front of its constants, too.
    fn rename_enumeration(&mut self, name: Symbol, specifiers: &Specifiers, declarator: &Declarator) {
        let tag = match &specifiers.base {
            Base::Named(tag, _) => *tag,
            Base::Enum(spec) => match spec.tag {
                Some(tag) => tag,
                None => return,
            },
            _ => return,
        };
        let Some(space) = self.enumerations.get(&tag).copied().filter(|_| declarator.derivation.is_empty())
        else {
            return;
        };
        if self.is_outside() {
            self.spaces.alias(self.space, name, space);
        } else if let Some(Some(local)) = self.locals.get_mut(name.index()) {
            local.space = Some(space);
        }
    }

    /// A declarator that has been read, with the initial value that follows.
    pub(super) fn initialised(&mut self, declarator: Declarator) -> Parse<Declared> {
        if self.at(Punct::LParen) && self.dialect == Dialect::Cuda {
            return Ok(Declared { declarator, init: Some(self.init_values()?) });
        }
        let init = if self.take(Punct::Assign) || (self.dialect == Dialect::Cuda && self.at(Punct::LBrace)) {
            Some(self.init()?)
        } else {
            None
        };
        Ok(Declared { declarator, init })
    }

    /// `(a, b)` behind the name of something that is declared.
    pub(super) fn init_values(&mut self) -> Parse<Init> {
        let open = self.expect(Punct::LParen, "before the values")?;
        if self.at(Punct::RParen) {
            return Ok(Init::List(vec![], open.to(self.advance().span)));
        }
        let mut values = vec![self.spread_value()?];
        while self.take(Punct::Comma) {
            values.push(self.spread_value()?);
        }
        let close = self.expect(Punct::RParen, "behind the values")?;
        Ok(Init::Values(values, open.to(close)))
    }

    /// The members of a struct that share their specifiers.
    pub(super) fn member_declaration(&mut self, mut specifiers: Specifiers) -> Parse<Declaration> {
        let mut names = vec![];
        if matches!(specifiers.base, Base::Missing) {
            return Err(self.expected("a type", "in front of this member"));
        }
        while !self.at(Punct::Semi) {
            let mut declarator = self.declarator()?;
            if self.take(Punct::Colon) {
                declarator.bits = Some(Box::new(self.conditional()?));
            }
            if let Some(Derivation::Function(_, span)) = declarator.derivation.first() {
                let (span, help) = (*span, "Make it a `__device__` function that takes the struct.");
                let message = "Functions inside structs are not supported.";
                return Err(self.unsupported("unsupported::class", span, message, help));
            }
            let (asked, before) = (specifiers.align.len(), self.last);
            self.trailing_attributes(&mut specifiers)?;
            if specifiers.align.len() > asked && (!names.is_empty() || self.at(Punct::Comma)) {
                let message = "An alignment of one of several members is not supported.";
                let help = "Declare each of these members by itself.";
                return Err(self.unsupported("unsupported::attribute", before.to(self.last), message, help));
            }
            // In functions of the class a member is a name like others.
            if let Some((name, _)) = declarator.name.filter(|_| self.in_braces_of_class()) {
                self.declare(name, What::Other);
            }
            let value = self.dialect == Dialect::Cuda && !self.at(Punct::LParen);
            if value {
                self.pass_value(names.len());
            }
            names.push(Declared { declarator, init: None });
            if !self.take(Punct::Comma) {
                break;
            }
        }
        let span = specifiers.span.to(self.last);
        self.expect_semi("this member")?;
        Ok(Declaration { specifiers, names, span })
    }

    /// Pointers, a name (or nothing, or a declarator in parentheses), arrays and parameters.
    pub(super) fn declarator(&mut self) -> Parse<Declarator> {
        self.nested(|this| {
            let first = this.peek().span;
            let mut pointers = vec![];
            loop {
                if this.at(Punct::Star) {
                    this.advance();
                    let (is_const, space) = this.pointer_qualifiers();
                    pointers.push(Derivation::Pointer { is_const, space });
                    if pointers.len() > usize::from(MAX_DEPTH) {
                        return Err(this.too_deep());
                    }
                } else if this.dialect == Dialect::Cuda && (this.at(Punct::Amp) || this.at(Punct::AndAnd)) {
                    let double = this.at(Punct::AndAnd);
                    pointers.push(Derivation::Reference(this.advance().span, double));
                } else {
                    break;
                }
            }
            let is_pack = core::mem::take(&mut this.takes_pack) && this.take(Punct::Ellipsis);
            let mut declarator = this.direct_declarator()?;
            declarator.is_pack |= is_pack;
            declarator.derivation.extend(pointers.into_iter().rev());
            declarator.span = if this.last.start < first.start { first } else { first.to(this.last) };
            Ok(declarator)
        })
    }

    fn pointer_qualifiers(&mut self) -> (bool, Option<Space>) {
        let (mut is_const, mut space) = (false, None);
        while let Some(keyword) = self.keyword() {
            match keyword {
                Keyword::Const => is_const = true,
                Keyword::Volatile | Keyword::Restrict => {}
                Keyword::Private => space = Some(Space::Private),
                Keyword::Local => space = Some(Space::Local),
                Keyword::Global => space = Some(Space::Global),
                _ => break,
            }
            self.advance();
        }
        (is_const, space)
    }

    fn direct_declarator(&mut self) -> Parse<Declarator> {
        let mut declarator = Declarator::default();
        if let Some(name) = self.outer_name()? {
            declarator.name = Some(name);
        } else if let Some((name, _)) = self.name()
            && self.ahead(1).is(Punct::Scope)
            && self.is_outside()
            && let Some(space) = self.space_named(name)
        {
            // `S::operator+` is no path of one token.
            self.space = space;
            self.advance();
            self.advance();
        }
        if declarator.name.is_some() {
        } else if let Some(name) = self.name() {
            self.advance();
            declarator.name = Some(name);
            self.enter_space_of(name)?;
            if self.at(Punct::Lt) && self.generic(name.0).is_some() {
                declarator.args = self.template_args()?;
            }
        } else if self.keyword() == Some(Keyword::Operator) {
            declarator.name = Some(self.operator_name()?);
        } else if self.at(Punct::LParen) && self.begins_inner_declarator() {
            self.advance();
            declarator = self.declarator()?;
            self.expect(Punct::RParen, "to close the declarator")?;
        }
        loop {
            if self.at(Punct::LBracket) {
                let open = self.advance().span;
                let len = if self.at(Punct::RBracket) { None } else { Some(Box::new(self.assignment()?)) };
                let close = self.expect(Punct::RBracket, "behind the length of the array")?;
                declarator.derivation.push(Derivation::Array(len, open.to(close)));
            } else if self.at(Punct::LParen) && !(declarator.name.is_some() && self.begins_values()) {
                let open = self.peek().span;
                let params = self.parameters()?;
                declarator.derivation.push(Derivation::Function(params, open.to(self.last)));
            } else {
                return Ok(declarator);
            }
            if declarator.derivation.len() > usize::from(MAX_DEPTH) {
                return Err(self.too_deep());
            }
        }
    }

    /// What stands behind the name of something that is declared in another namespace is looked up there.
    fn enter_space_of(&mut self, (name, span): (Symbol, Span)) -> Parse<()> {
        if !self.is_path(name) || !self.is_outside() {
            return Ok(());
        }
        let constructor = self.is_constructor(name);
        if let (Some(space), found) = (self.space_before(name), self.find(name))
            && (constructor || matches!(found, lookup::Found::Known(_)))
        {
            self.space = space;
            return Ok(());
        }
        let message = format!("`{}` is declared in no namespace.", self.names.text(name));
        let help = "Declare it there first.";
        Err(self.unsupported("name::unknown", span, &message, help))
    }

    /// `operator+` and the like: a function with a sign as its name.
    fn operator_name(&mut self) -> Parse<(Symbol, Span)> {
        let start = self.advance().span;
        let token = self.peek();
        let member = self.in_class_space() || self.classes.braces > 0;
        if member && token.name().is_some() {
            let mut to = self.conversion_type()?;
            let stars = "*".repeat(to.declarator.derivation.len());
            let text = self.tokens_text(token.span) + &stars;
            let span = start.to(self.last);
            to.span = span;
            self.classes.conversion = Some(Box::new(to));
            return Ok((self.names.intern(&format!("operator {text}")), span));
        }
        self.operator_sign(start, member)
    }

    /// The sign behind `operator`. Some only functions of classes can have.
    pub(super) fn operator_sign(&mut self, start: Span, member: bool) -> Parse<(Symbol, Span)> {
        let token = self.peek();
        let sign = match token.kind {
            Tok::Punct(punct) if OPERATORS.contains(&punct) => punct.text(),
            Tok::Punct(Punct::Assign) if member => "=",
            Tok::Punct(Punct::Arrow) if member => "->",
            Tok::Punct(Punct::LParen) if member && self.ahead(1).is(Punct::RParen) => "()",
            Tok::Punct(Punct::LBracket) if member && self.ahead(1).is(Punct::RBracket) => "[]",
            _ => {
                let help = "Write a function with a name of its own.";
                let message = "This operator cannot be given a meaning.";
                return Err(self.unsupported("unsupported::operator", start.to(token.span), message, help));
            }
        };
        self.advance();
        if matches!(sign, "()" | "[]") {
            self.advance();
        }
        Ok((self.names.intern(&format!("operator{sign}")), start.to(self.last)))
    }

    /// `(1, x)`: values that something is initialised with, rather than parameters. C++ takes for parameters what can be.
    fn begins_values(&mut self) -> bool {
        self.dialect == Dialect::Cuda && self.is_value_at(self.at + 1)
    }

    /// Does a value, rather than a parameter, begin at this token?
    fn is_value_at(&self, at: usize) -> bool {
        let next = self.tokens[at];
        match next.kind {
            Tok::Number(_) | Tok::Char(_) => true,
            Tok::Name(name) => match Keyword::of(name, self.dialect) {
                // `S s(T(1))`, `S s(T{…})`
                None if self.is_type_at(at) => self.makes_value(self.behind_type(at)),
                None => self.follows_value(at + 1),
                Some(keyword) if specifiers::begins_type(keyword) => self.makes_value(at + 1),
                Some(keyword) => matches!(
                    keyword,
                    Keyword::True
                        | Keyword::False
                        | Keyword::Nullptr
                        | Keyword::Sizeof
                        | Keyword::Alignof
                        | Keyword::Cast
                ),
            },
            Tok::Punct(punct) => matches!(
                punct,
                Punct::Minus
                    | Punct::LParen
                    | Punct::Plus
                    | Punct::Bang
                    | Punct::Tilde
                    | Punct::Star
                    | Punct::Amp
                    | Punct::LBrace
            ),
            _ => false,
        }
    }

    /// Is what stands behind a type its value, as in `float(x) / 2`? `float(x)` alone is a parameter in parentheses.
    fn makes_value(&self, at: usize) -> bool {
        if !self.tokens[at].is(Punct::LParen) {
            return self.tokens[at].is(Punct::LBrace);
        }
        if matches!(self.tokens[at + 1].kind, Tok::Number(_) | Tok::Char(_)) {
            return true;
        }
        let behind = self.behind_group(at);
        match self.tokens[behind].kind {
            Tok::Punct(Punct::Comma) => self.is_value_at(behind + 1),
            Tok::Punct(punct) => {
                !matches!(punct, Punct::RParen | Punct::LParen | Punct::LBracket | Punct::Assign)
            }
            _ => false,
        }
    }

    /// Does this follow a value? A parameter's type is followed by its name.
    fn follows_value(&self, at: usize) -> bool {
        match self.tokens[at].kind {
            Tok::Punct(punct) => !matches!(punct, Punct::Scope | Punct::Lt),
            _ => false,
        }
    }

    /// `(*` or `(name` that is no type: parentheses around a declarator, not parameters.
    fn begins_inner_declarator(&mut self) -> bool {
        let next = self.peek_second();
        match next.kind {
            Tok::Punct(Punct::Star | Punct::LParen) => true,
            Tok::Punct(Punct::Amp | Punct::AndAnd) => self.dialect == Dialect::Cuda,
            Tok::Name(name) => Keyword::of(name, self.dialect).is_none() && !self.is_type_name(name),
            _ => false,
        }
    }

    pub(super) fn parameters(&mut self) -> Parse<Vec<ParamDecl>> {
        self.expect(Punct::LParen, "before the parameters")?;
        let mut params = vec![];
        if self.take(Punct::RParen) {
            return Ok(params);
        }
        if self.keyword() == Some(Keyword::Void) && self.ahead(1).is(Punct::RParen) {
            self.advance();
            self.advance();
            return Ok(params);
        }
        loop {
            params.push(self.parameter()?);
            if !self.take(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::RParen, "to close the parameters")?;
        Ok(params)
    }

    fn parameter(&mut self) -> Parse<ParamDecl> {
        let start = self.at;
        let mut specifiers = self.specifiers()?;
        self.takes_pack = self.dialect == Dialect::Cuda;
        let declarator = self.declarator();
        self.takes_pack = false;
        let declarator = declarator?;
        let pack = declarator.is_pack.then(|| self.names_from(start));
        self.trailing_attributes(&mut specifiers)?;
        let span = specifiers.span.to(declarator.span);
        let has_default = self.dialect == Dialect::Cuda && self.take(Punct::Assign);
        let (default, later) = match has_default {
            true if self.classes.heads => (None, Some(self.pass_default())),
            true => (Some(self.value()?), None),
            false => (None, None),
        };
        Ok(ParamDecl { specifiers, declarator, default, later, pack, span })
    }

    /// A type on its own, as in a cast.
    pub(super) fn type_syntax(&mut self) -> Parse<TypeSyntax> {
        let specifiers = self.specifiers()?;
        let declarator = self.declarator()?;
        if let Some((_, span)) = declarator.name {
            self.report.push(Diagnostic::error(
                "parse::expected",
                span,
                "A name does not belong into this type.",
            ));
            return Err(Stop);
        }
        let span = specifiers.span.to(self.last);
        Ok(TypeSyntax { specifiers, declarator, span })
    }

    pub(super) fn init(&mut self) -> Parse<Init> {
        if !self.at(Punct::LBrace) {
            return Ok(Init::Expr(self.assignment()?));
        }
        let open = self.peek().span;
        let items = self.nested(Self::init_list)?;
        Ok(Init::List(items, open.to(self.last)))
    }

    pub(super) fn init_list(&mut self) -> Parse<Vec<InitItem>> {
        self.expect(Punct::LBrace, "here")?;
        let mut items = vec![];
        while !self.at(Punct::RBrace) {
            let designators = self.designators()?;
            let start = self.at;
            let init = match self.init()? {
                Init::Expr(expr) => Init::Expr(self.spread(start, expr)?),
                list => list,
            };
            items.push(InitItem { designators, init });
            if !self.take(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::RBrace, "to close the list of values")?;
        Ok(items)
    }

    fn designators(&mut self) -> Parse<Vec<Designator>> {
        let mut designators = vec![];
        loop {
            if self.take(Punct::Dot) {
                let Some((name, span)) = self.name() else {
                    return Err(self.expected("a member", "behind `.`"));
                };
                self.advance();
                designators.push(Designator::Member(name, span));
            } else if self.take(Punct::LBracket) {
                designators.push(Designator::Index(self.conditional()?));
                self.expect(Punct::RBracket, "behind the index")?;
            } else {
                break;
            }
        }
        if !designators.is_empty() {
            self.expect(Punct::Assign, "behind the designator")?;
        }
        Ok(designators)
    }
}

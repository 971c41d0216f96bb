//! Lambdas: `[=](int x) { … }`, a class with `operator()` in the tree, whose members the checker finds.

use alloc::{boxed::Box, format, vec, vec::Vec};

use super::*;
use crate::lang::ast::{
    Base, Declarator, Derivation, ExprKind, Function, Lambda, Member, ParamDecl, Role, Specifiers,
    TemplateParam, TemplateParamKind,
};
use crate::lang::spaces::What;

/// A variable, where it is named, whether it is referred to, and a value that it gets.
type Capture = (Symbol, Span, bool, Option<Expr>);

impl Parser<'_> {
    /// A lambda, at its `[`.
    pub(super) fn lambda(&mut self) -> Parse<Expr> {
        let (first, start) = (self.at, self.advance().span);
        let (default, captures) = self.captures()?;
        let head = start.to(self.last);
        // `__device__` and the like stand on either side of the parameters.
        let mut is_mutable = self.lambda_words();
        let mut params = if self.at(Punct::LParen) { self.parameters()? } else { vec![] };
        is_mutable |= self.lambda_words();
        let generic = self.generic_params(first, &mut params)?;
        // Its class has a name that no other has.
        let tag = self.names.intern(&format!("lambda<{first}>"));
        let own = self.names.intern(&format!("lambda<{first}>::operator()"));
        let this = self.names.intern(&format!("object<{first}>"));
        let named = |name, derivation| Declarator {
            name: Some((name, head)),
            derivation,
            span: head,
            ..Declarator::default()
        };
        let specifiers = |base, is_const| Specifiers { base, is_const, span: head, ..Specifiers::default() };
        let object = ParamDecl {
            specifiers: specifiers(Base::Named(tag, head), !is_mutable),
            declarator: named(this, vec![Derivation::Reference(head, false)]),
            default: None,
            later: None,
            pack: None,
            span: head,
        };
        let mut all = vec![object];
        all.extend(params);
        let declarator = named(own, vec![Derivation::Function(all, head)]);
        let trailing = match self.take(Punct::Arrow) {
            true => Some(self.trailing_type(&declarator)?),
            false => None,
        };
        let names: Vec<Symbol> = captures.iter().map(|(name, ..)| *name).collect();
        let begin = self.at;
        let body = self.with_params(&declarator, |this| {
            this.scoped(|this| {
                for name in names {
                    this.declare(name, What::Other);
                }
                this.block()
            })
        })?;
        let member =
            Member { class: tag, role: Role::Method, is_explicit: false, is_deleted: false, inits: vec![] };
        let span = start.to(self.last);
        let specifiers = specifiers(Base::Auto, false);
        let function =
            Function { specifiers, declarator, trailing, body: Some(body), member: Some(member), span };
        let mut named = vec![];
        if !generic.is_empty() {
            named.extend(self.tokens[begin..self.at].iter().filter_map(Token::name));
            crate::base::order::sort(&mut named);
            named.dedup();
        }
        let lambda = Lambda { default, captures, generic, named, function };
        self.node(ExprKind::Lambda(Box::new(lambda)), span, self.depth)
    }

    /// Each `auto` among the types of parameters becomes a parameter of a template without a name that the text could say.
    fn generic_params(&mut self, first: usize, params: &mut [ParamDecl]) -> Parse<Vec<TemplateParam>> {
        let mut generic = vec![];
        if let Some(param) = params.iter().find(|param| param.pack.is_some()) {
            let message = "Packs as parameters of lambdas are not supported.";
            let help = "Write a struct with a template of `operator()`.";
            return Err(self.unsupported("unsupported::template", param.span, message, help));
        }
        for param in params.iter_mut().filter(|param| matches!(param.specifiers.base, Base::Auto)) {
            let (span, at) = (param.span, generic.len());
            let name = self.names.intern(&format!("auto<{first}:{at}>"));
            param.specifiers.base = Base::Named(name, span);
            generic.push(TemplateParam {
                name: Some(name),
                kind: TemplateParamKind::Type,
                is_pack: false,
                default: None,
                span,
            });
        }
        Ok(generic)
    }

    /// What stands in the brackets.
    fn captures(&mut self) -> Parse<(Option<bool>, Vec<Capture>)> {
        let (mut default, mut captures) = (None, vec![]);
        while !self.at(Punct::RBracket) {
            let refers = self.at(Punct::Amp) || self.at(Punct::AndAnd);
            let alone = self.ahead(1).is(Punct::Comma) || self.ahead(1).is(Punct::RBracket);
            let is_first = default.is_none() && captures.is_empty();
            if alone && is_first && (refers || self.at(Punct::Assign)) {
                default = Some(refers);
                self.advance();
            } else {
                if refers {
                    self.advance();
                }
                let copies_object = !refers && self.take(Punct::Star);
                let named = self.name();
                let is_object = named.is_some_and(|(name, _)| self.names.text(name) == "this");
                let fits = if is_object { !refers } else { !copies_object };
                let Some((name, span)) = named.filter(|_| fits) else {
                    let what = if copies_object { "`this`" } else { "the name of a variable" };
                    return Err(self.expected(what, "in the brackets of this lambda"));
                };
                self.advance();
                let value = match !is_object && self.take(Punct::Assign) {
                    true => Some(self.in_brackets(Self::assignment)?),
                    false => None,
                };
                captures.push((name, span, refers || (is_object && !copies_object), value));
            }
            if !self.take(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::RBracket, "to close the captures")?;
        Ok((default, captures))
    }

    /// Words around the parameters. Is `mutable` among them?
    fn lambda_words(&mut self) -> bool {
        let mut is_mutable = false;
        while let Some(name) = self.peek().name() {
            let word = self.names.text(name);
            let known = matches!(word, "mutable" | "noexcept");
            let mark = matches!(
                Keyword::of(name, self.dialect),
                Some(Keyword::CudaDevice | Keyword::CudaHost | Keyword::Constexpr | Keyword::Inline)
            );
            if !known && !mark {
                break;
            }
            is_mutable |= word == "mutable";
            self.advance();
        }
        is_mutable
    }
}

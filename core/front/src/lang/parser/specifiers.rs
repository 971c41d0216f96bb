//! Declaration specifiers: the words before the names of a declaration.

use alloc::{boxed::Box, vec};

use super::lookup::Found;
use super::*;
use crate::lang::ast::{Base, EnumSpec, ExprKind, Specifiers, StructSpec, TypeSyntax};
use crate::lang::dialects;
use crate::lang::records::record;
use crate::lang::spaces::What;
use crate::lang::type_names::{TypeName, Unsupported};
use crate::lang::types::{Scalar, Space};

/// Can a declaration begin with this keyword?
pub(super) fn begins_type(keyword: Keyword) -> bool {
    use Keyword::*;
    matches!(
        keyword,
        Void | Bool
            | Char
            | Short
            | Int
            | Long
            | Float
            | Double
            | Half
            | HalfNumber
            | Signed
            | Unsigned
            | Struct
            | Class
            | Union
            | Enum
            | Typedef
            | Const
            | Volatile
            | Restrict
            | Static
            | Extern
            | Register
            | Auto
            | Inline
            | Constexpr
            | Decltype
            | Kernel
            | Global
            | Local
            | Constant
            | Private
            | Generic
            | Access
            | CudaGlobal
            | CudaDevice
            | CudaHost
            | CudaShared
            | CudaConstant
            | CudaManaged
            | GridConstant
            | LaunchBounds
            | Align
            | Attribute
            | Typename
    )
}

/// The words of an arithmetic type, counted.
#[derive(Default)]
struct Words {
    base: Option<Scalar>,
    signed: Option<bool>,
    longs: u8,
    /// Words of the other language.
    foreign: u8,
}

/// Most words of the other language in one declaration. What has more is no declaration, and would be read anew from each of them on.
const MOST_FOREIGN: u8 = 8;

impl Words {
    /// The type that they name together, if they name one.
    fn scalar(&self) -> Option<Scalar> {
        let unsigned = self.signed == Some(false);
        let ty = match (self.base, self.longs, self.signed) {
            (None, 0, None) => return None,
            (None | Some(Scalar::Int), 1, _) => Scalar::Long,
            (None | Some(Scalar::Int), 2.., _) => Scalar::LongLong,
            (Some(Scalar::Char), _, Some(true)) => Scalar::SChar,
            (None, 0, Some(_)) => Scalar::Int,
            (Some(base), ..) => base,
        };
        Some(if unsigned { ty.unsigned() } else { ty })
    }
}

/// Attributes that make another type of the one that they stand with: they cannot be left out.
const OTHER_TYPE: [&str; 3] = ["ext_vector_type", "vector_size", "mode"];

impl Parser<'_> {
    /// All specifiers at the cursor. A missing type is reported.
    pub(super) fn specifiers(&mut self) -> Parse<Specifiers> {
        let first = self.peek().span;
        let (mut specifiers, mut words) = (Specifiers::default(), Words::default());
        while self.specifier(&mut specifiers, &mut words)? {
            // In the line behind its `}` nothing belongs to a type with members: its `;` is missing.
            if self.lacks_semicolon(&specifiers) {
                break;
            }
        }
        if let Some(scalar) = words.scalar() {
            let own = if self.dialect == Dialect::OpenCl { scalar.in_opencl() } else { scalar };
            specifiers.base = Base::Scalar(own);
            let long = matches!(words.base, None | Some(Scalar::Int | Scalar::Double)) && words.longs <= 2;
            if words.longs > 0 && !long {
                let message = "These words name no type together.";
                let help = "`long` stands alone, or beside `int`, `unsigned`, `long` or `double`.";
                return Err(self.unsupported("parse::type", first.to(self.last), message, help));
            }
        }
        if matches!(specifiers.base, Base::Missing) {
            self.missing_type(&mut specifiers)?;
            // Qualifiers may also follow the type.
            while self.specifier(&mut specifiers, &mut words)? {}
        }
        specifiers.span = first.to(self.last);
        Ok(specifiers)
    }

    /// Does the next declaration begin behind a type with members?
    pub(super) fn lacks_semicolon(&mut self, specifiers: &Specifiers) -> bool {
        let attribute = matches!(self.keyword(), Some(Keyword::Attribute | Keyword::Align));
        specifiers.declares_members() && self.peek().line_start && self.at_type() && !attribute
    }

    /// A name in the place of a type is an unknown type.
    fn missing_type(&mut self, specifiers: &mut Specifiers) -> Parse<()> {
        if let Some((name, _)) = self.name()
            && let Found::Foreign(_) = self.find(name)
        {
            return Err(self.foreign_name());
        }
        if self.at_constructor()
            || self.at_conversion()
            || (self.in_braces_of_class() && self.at(Punct::Tilde))
        {
            return Ok(());
        }
        let follows = self.peek_second();
        let declares = follows.name().is_some_and(|name| Keyword::of(name, self.dialect).is_none())
            || follows.is(Punct::Star);
        match self.name() {
            Some((name, span)) if declares => {
                self.advance();
                specifiers.base = Base::Named(self.target(name, span), span);
                Ok(())
            }
            _ => Err(self.expected("a type", "here")),
        }
    }

    /// Reads one specifier; `false` if there is none.
    fn specifier(&mut self, specifiers: &mut Specifiers, words: &mut Words) -> Parse<bool> {
        let token = self.peek();
        let Some(symbol) = token.name() else { return Ok(false) };
        let Some(keyword) = Keyword::of(symbol, self.dialect) else {
            if self.in_braces_of_class() && self.word_of_class(symbol, token.span, specifiers)? {
                return Ok(true);
            }
            if self.is_foreign(symbol) && words.foreign < MOST_FOREIGN {
                words.foreign += 1;
                self.foreign_word(symbol, token.span);
                return Ok(true);
            }
            return self.named_type(symbol, token.span, specifiers, words);
        };
        if matches!(keyword, Keyword::Struct | Keyword::Union | Keyword::Class) {
            specifiers.base = Base::Struct(Box::new(self.nested(Self::struct_spec)?));
            return Ok(true);
        }
        if !begins_type(keyword) {
            return Ok(false);
        }
        self.advance();
        self.simple_specifier(keyword, specifiers, words)?;
        Ok(true)
    }

    /// A word of the other language in a declaration: says so and goes on without it.
    fn foreign_word(&mut self, symbol: Symbol, span: Span) {
        let word = self.names.text(symbol);
        let error = Diagnostic::error("name::unknown", span, format!("`{word}` is not declared."));
        self.report.push(match dialects::other_language(word, self.dialect) {
            Some(help) => error.help(help),
            None => error,
        });
        self.garbled = true;
        self.advance();
    }

    fn named_type(
        &mut self,
        symbol: Symbol,
        span: Span,
        specifiers: &mut Specifiers,
        words: &mut Words,
    ) -> Parse<bool> {
        let free = matches!(specifiers.base, Base::Missing) && words.scalar().is_none();
        if !free || self.at_constructor() || self.at_conversion() {
            return Ok(false);
        }
        if let Some(base) = self.type_path(false)? {
            specifiers.base = base;
            return Ok(true);
        }
        if !self.is_type_name(symbol) {
            return Ok(false);
        }
        self.advance();
        specifiers.base = match self.known_type(symbol) {
            Some((_, TypeName::Scalar(scalar))) => Base::Scalar(scalar),
            Some((_, TypeName::Vector(vector))) => Base::Vector(vector),
            Some((name, TypeName::Record)) => Base::Record(name),
            Some((name, TypeName::Unsupported(family))) => {
                if self.at(Punct::Lt) && family == Unsupported::Image {
                    self.at = self.behind_angles(self.at, self.tokens.len() - 1);
                }
                Base::Unsupported(family, name, span)
            }
            None => Base::Named(self.target(symbol, span), span),
        };
        Ok(true)
    }

    fn simple_specifier(
        &mut self,
        keyword: Keyword,
        specifiers: &mut Specifiers,
        words: &mut Words,
    ) -> Parse<()> {
        match keyword {
            Keyword::Void => specifiers.base = Base::Void,
            Keyword::Bool => words.base = Some(Scalar::Bool),
            Keyword::Char => words.base = Some(Scalar::Char),
            Keyword::Short => words.base = Some(Scalar::Short),
            Keyword::Int => words.base = words.base.or(Some(Scalar::Int)),
            Keyword::Long => words.longs += 1,
            Keyword::Float => words.base = Some(Scalar::Float),
            Keyword::Double => words.base = Some(Scalar::Double),
            Keyword::Half | Keyword::HalfNumber => words.base = Some(Scalar::Half),
            Keyword::Signed => words.signed = Some(true),
            Keyword::Unsigned => words.signed = Some(false),
            Keyword::Enum => specifiers.base = Base::Enum(Box::new(self.enum_spec()?)),
            Keyword::Typedef => specifiers.is_typedef = true,
            Keyword::Const => specifiers.is_const = true,
            Keyword::Constexpr => (specifiers.is_const, specifiers.is_constexpr) = (true, true),
            Keyword::Typename => {
                if let Some(base) = self.type_path(true)? {
                    specifiers.base = base;
                }
            }
            Keyword::Decltype => specifiers.base = Base::Decltype(Box::new(self.decltype()?)),
            Keyword::Volatile => specifiers.is_volatile = true,
            Keyword::Static => specifiers.is_static = true,
            Keyword::Extern => specifiers.is_extern = true,
            Keyword::Auto => specifiers.base = Base::Auto,
            Keyword::Kernel | Keyword::CudaGlobal => specifiers.is_kernel = true,
            Keyword::CudaDevice | Keyword::CudaManaged => specifiers.is_device = true,
            Keyword::Global => specifiers.space = Some(Space::Global),
            Keyword::Local | Keyword::CudaShared => specifiers.space = Some(Space::Local),
            Keyword::Constant | Keyword::CudaConstant => specifiers.space = Some(Space::Constant),
            Keyword::Private => specifiers.space = Some(Space::Private),
            Keyword::Attribute => self.attribute(specifiers)?,
            Keyword::LaunchBounds if self.at(Punct::LParen) => self.skip_group(),
            Keyword::Align => specifiers.align.push(self.alignment()?),
            _ => {}
        }
        Ok(())
    }

    /// `__attribute__((…))`: the required sizes of group and sub-group, `overloadable` and those of HARP are kept, the rest has no effect here.
    fn attribute(&mut self, specifiers: &mut Specifiers) -> Parse<()> {
        let named = (0..4).find_map(|at| self.ahead(at).name().map(|name| (at, name)));
        let Some((at, name)) = named.filter(|_| self.at(Punct::LParen)) else {
            self.expect(Punct::LParen, "behind `__attribute__`")?;
            return Ok(());
        };
        let word = self.names.text(name).trim_matches('_');
        if OTHER_TYPE.contains(&word) {
            let message = format!("The attribute `{word}`, which makes another type, is not supported.");
            let help = "Write the type itself: `float4` for four floats, `short` for 16 bits.";
            return Err(self.unsupported("unsupported::attribute", self.ahead(at).span, &message, help));
        }
        if word == "reqd_work_group_size" {
            for _ in 0..=at {
                self.advance();
            }
            self.expect(Punct::LParen, "behind `reqd_work_group_size`")?;
            let mut sizes = vec![self.assignment()?];
            while self.take(Punct::Comma) {
                sizes.push(self.assignment()?);
            }
            specifiers.required_local = Some(sizes);
            while self.take(Punct::RParen) {}
        } else if word.ends_with("reqd_sub_group_size") && !matches!(self.ahead(at + 2).kind, Tok::Text(_)) {
            for _ in 0..=at {
                self.advance();
            }
            self.expect(Punct::LParen, "behind `reqd_sub_group_size`")?;
            specifiers.subgroup = Some(self.assignment()?);
            while self.take(Punct::RParen) {}
        } else if word == "aligned" && self.ahead(at + 1).is(Punct::LParen) {
            let end = self.behind_group(self.at);
            for _ in 0..=at {
                self.advance();
            }
            specifiers.align.push(self.alignment()?);
            while self.at < end {
                self.advance();
            }
        } else {
            specifiers.is_overloadable |= word == "overloadable";
            specifiers.is_kernel |= word == places::KERNEL;
            specifiers.place = specifiers.place.or(places::of(word));
            self.skip_group();
        }
        Ok(())
    }

    /// Attributes behind a declarator.
    pub(super) fn trailing_attributes(&mut self, specifiers: &mut Specifiers) -> Parse<()> {
        loop {
            if self.take_keyword(Keyword::Attribute) {
                self.attribute(specifiers)?;
            } else if self.dialect == Dialect::Cuda
                && self.peek().name().is_some_and(|word| self.names.text(word) == "noexcept")
            {
                // It says nothing where nothing is thrown.
                self.advance();
                if self.at(Punct::LParen) {
                    self.skip_group();
                }
            } else {
                return Ok(());
            }
        }
    }

    /// `(n)` behind a word that asks for an alignment.
    fn alignment(&mut self) -> Parse<Expr> {
        self.expect(Punct::LParen, "before the alignment")?;
        let align = self.in_brackets(Self::assignment)?;
        self.expect(Punct::RParen, "behind the alignment")?;
        Ok(align)
    }

    /// `(e)` behind `decltype`.
    fn decltype(&mut self) -> Parse<Expr> {
        let open = self.expect(Punct::LParen, "behind `decltype`")?;
        let inner = self.behind_group(self.at);
        if self.at(Punct::LParen) && self.tokens[inner].is(Punct::RParen) {
            let help = "Write `decltype(a) &` for the reference.";
            let message = "`decltype((a))`, which is a reference, is not supported.";
            return Err(self.unsupported("unsupported::decltype", open, message, help));
        }
        let expr = match self.part_of_builtin()? {
            Some(part) => part,
            None => self.nested(|this| this.in_brackets(Self::expression))?,
        };
        self.expect(Punct::RParen, "to close `decltype`")?;
        Ok(expr)
    }

    /// `dim3::x` at the cursor: a member of a type that the language has, named by the type alone. It is told by a number of its type.
    fn part_of_builtin(&mut self) -> Parse<Option<Expr>> {
        let path = self.name().and_then(|(name, span)| Some((self.paths.get(&name)?.parts.clone(), span)));
        let Some(([of, name], span)) =
            path.as_ref().and_then(|(parts, span)| Some((parts.first_chunk::<2>()?, *span)))
        else {
            return Ok(None);
        };
        let (Found::Plain(_), Some((of, TypeName::Record))) = (self.find(*of), self.known_type(*of)) else {
            return Ok(None);
        };
        let member = ["x", "y", "z", "w"].iter().position(|member| *member == self.names.text(*name));
        let known =
            record(self.names.text(of)).zip(member).filter(|(known, at)| *at < usize::from(known.len));
        let Some((known, _)) = known.filter(|_| self.ahead(1).is(Punct::RParen)) else { return Ok(None) };
        self.advance();
        let specifiers = Specifiers { base: Base::Scalar(known.of), span, ..Specifiers::default() };
        let ty = TypeSyntax { specifiers, declarator: Default::default(), span };
        let zero = self.node(ExprKind::Int(0, Scalar::Int), span, self.depth)?;
        self.cast_node(ty, zero, span, self.depth).map(Some)
    }

    fn struct_spec(&mut self) -> Parse<StructSpec> {
        let head = self.peek().span;
        let (is_union, is_class) =
            (self.keyword() == Some(Keyword::Union), self.keyword() == Some(Keyword::Class));
        self.advance();
        let mut align = self.struct_attributes()?;
        let named = self.name();
        if named.is_some() {
            self.advance();
        }
        let span = head.to(self.last);
        let tag = named.map(|name| self.tag(name));
        let bases = self.bases()?;
        let members = match self.at(Punct::LBrace) {
            true => {
                let space = named.and_then(|(name, _)| self.type_space(name));
                // In its braces names are declared in the space of the class, also in a block.
                let blocks = core::mem::take(&mut self.blocks);
                let nameless = blocks > 0 && named.is_none();
                self.blocks = if nameless { blocks } else { 0 };
                self.classes.begins_closed = is_class;
                let read = self.in_class(named.map(|(name, _)| name).zip(tag), space, &bases);
                self.blocks = blocks;
                Some(read?)
            }
            false => None,
        };
        let is_local = !self.is_outside() && named.is_some();
        let functions = if is_local { self.template_functions(&[]) } else { vec![] };
        if members.is_none() && tag.is_none() {
            return Err(self.expected("a tag or `{`", "behind `struct`"));
        }
        if members.is_some() {
            align = self.struct_attributes()?.or(align);
        }
        let none = members.is_none();
        Ok(members.unwrap_or_default().spec(StructSpec {
            is_union,
            tag,
            bases: bases.all,
            functions,
            align,
            span,
            members: if none { None } else { Some(vec![]) },
            ..StructSpec::default()
        }))
    }

    /// `__align__(n)` and `__attribute__((aligned(n)))`; `packed` is not supported.
    pub(super) fn struct_attributes(&mut self) -> Parse<Option<Expr>> {
        let mut align = None;
        loop {
            if self.take_keyword(Keyword::Align) {
                align = Some(self.alignment()?);
            } else if self.take_keyword(Keyword::Attribute) {
                let span = self.last;
                self.expect(Punct::LParen, "behind `__attribute__`")?;
                self.expect(Punct::LParen, "behind `__attribute__(`")?;
                let name = self.name().map(|(name, _)| name);
                let word = name.map_or("", |name| self.names.text(name)).trim_matches('_');
                let (is_aligned, is_packed) = (word == "aligned", word == "packed");
                if is_packed {
                    let help = "Remove the attribute and pad the host's data instead.";
                    let message = "Packed structs are not supported.";
                    return Err(self.unsupported("unsupported::attribute", span, message, help));
                }
                if name.is_some() {
                    self.advance();
                }
                if is_aligned && self.take(Punct::LParen) {
                    align = Some(self.assignment()?);
                    self.expect(Punct::RParen, "behind the alignment")?;
                } else if self.at(Punct::LParen) {
                    self.skip_group();
                }
                self.expect(Punct::RParen, "to close the attribute")?;
                self.expect(Punct::RParen, "to close the attribute")?;
            } else {
                return Ok(align);
            }
        }
    }

    /// The tag of a struct or an enumeration: declared here, unless it is only named.
    fn tag(&mut self, (name, span): (Symbol, Span)) -> Symbol {
        let declares = self.at(Punct::LBrace) || self.at(Punct::Semi) || self.at(Punct::Colon);
        match self.find(name) {
            Found::Known(meaning) if meaning.what == What::Type && !declares => {
                self.only(name, &meaning, span)
            }
            _ => self.declare_tag(name),
        }
    }

    fn enum_spec(&mut self) -> Parse<EnumSpec> {
        let start = self.last;
        let is_scoped = self.take_keyword(Keyword::Class) || self.take_keyword(Keyword::Struct);
        let named = self.name();
        if named.is_some() {
            self.advance();
        }
        let span = start.to(self.last);
        let tag = named.map(|name| self.tag(name));
        let typed = self.dialect == Dialect::Cuda && self.take(Punct::Colon);
        let base = if typed { Some(Box::new(self.type_syntax()?)) } else { None };
        let mut constants = vec![];
        if self.at(Punct::LBrace) {
            let space = named.and_then(|(name, _)| self.type_space(name));
            if let (Some(tag), Some(space)) = (tag, space) {
                self.enumerations.insert(tag, space);
            }
            self.advance();
            while let Some((name, span)) = self.name() {
                self.advance();
                let value = if self.take(Punct::Assign) { Some(self.conditional()?) } else { None };
                constants.push((self.declare_enumerator(name, space, is_scoped), span, value));
                if !self.take(Punct::Comma) {
                    break;
                }
            }
            self.expect(Punct::RBrace, "to close the enumeration")?;
        } else if tag.is_none() {
            return Err(self.expected("a tag or `{`", "behind `enum`"));
        }
        Ok(EnumSpec { tag, base, is_scoped, constants, span })
    }
}

//! Types as they are written, and declarations outside of functions.

use alloc::{format, vec::Vec};

use super::super::ast::{Base, Declaration, Declarator, Declared, Derivation, Specifiers, TypeSyntax};
use super::super::images;
use super::super::records::record_names;
use super::super::type_names::Unsupported;
use super::super::typed::{PlaceKind, Storage};
use super::super::types::{self, Pointer, Space, TypeKind, VOID};
use super::expr::Operand;
use super::scope::Quals;

use super::*;
use crate::base::suggest::suggest;

/// A type with the qualifiers of the object that has it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Described {
    pub ty: TypeId,
    pub is_const: bool,
    pub is_volatile: bool,
    pub is_reference: bool,
    /// One to a value (`&&`)?
    pub takes_values: bool,
    /// The space that the object itself is declared in.
    pub space: Option<Space>,
}

impl Described {
    /// A type with `const` and `volatile`.
    pub const fn with(ty: TypeId, quals: Quals) -> Described {
        Described { is_const: quals.is_const, is_volatile: quals.is_volatile, ..Described::of(ty) }
    }

    /// `const` and `volatile`.
    pub const fn quals(&self) -> Quals {
        Quals { is_const: self.is_const, is_volatile: self.is_volatile }
    }

    /// A type without anything else.
    pub const fn of(ty: TypeId) -> Described {
        Described {
            ty,
            is_const: false,
            is_volatile: false,
            is_reference: false,
            takes_values: false,
            space: None,
        }
    }
}

/// Words that begin statements, and that a type without a meaning may have been meant to be.
const STATEMENTS: [&str; 6] = ["return", "break", "continue", "goto", "else", "case"];

impl Checker<'_> {
    /// The type of a declarator. What cannot be is reported.
    pub(super) fn describe(&mut self, specifiers: &Specifiers, declarator: &Declarator) -> Described {
        let base = self.base(specifiers);
        self.derive(base, specifiers, declarator)
    }

    pub(super) fn derive(
        &mut self,
        base: Described,
        specifiers: &Specifiers,
        declarator: &Declarator,
    ) -> Described {
        let cuda = self.dialect == Dialect::Cuda;
        // `const` and `volatile` in front of a name for a reference do not count (C++17 11.3.2).
        let said = if base.is_reference { Quals::default() } else { Quals::said(specifiers) };
        let (mut is_const, mut is_volatile) =
            (said.is_const || base.is_const, said.is_volatile || base.is_volatile);
        // OpenCL's qualifier belongs to what the pointer points at, CUDA's to the variable.
        let mut space = if cuda { None } else { specifiers.space };
        let (mut ty, mut is_reference, mut takes_values) = (base.ty, base.is_reference, false);
        for derivation in declarator.derivation.iter().rev() {
            match derivation {
                // A pointer to a function, a reference to one, and the function are the same here.
                Derivation::Pointer { .. } | Derivation::Reference(..) if self.is_function(ty) => {}
                Derivation::Pointer { is_const: fixed, space: own } => {
                    let pointer = Pointer { to: ty, space, is_const, is_volatile };
                    ty = self.program.types.pointer(pointer);
                    self.not_too_deep(pointer.to, ty, declarator.span);
                    (is_const, is_volatile, space, is_reference) = (*fixed, false, *own, false);
                }
                Derivation::Array(len, span) => ty = self.array(ty, len.as_deref(), *span),
                // `T &&` of a reference is this reference.
                Derivation::Reference(_, double) => {
                    (is_reference, takes_values) = (true, *double && !is_reference);
                }
                Derivation::Function(params, _)
                    if specifiers.is_typedef || self.templates.names_functions =>
                {
                    let vars = self.parameter_list(params);
                    ty = self.program.types.function(super::function::signature(&vars));
                }
                Derivation::Function(_, span) => {
                    self.refuse_function(*span);
                    ty = ERROR;
                }
            }
        }
        let space = if cuda { specifiers.space } else { space };
        Described { ty, is_const, is_volatile, is_reference, takes_values, space }
    }

    fn is_function(&self, ty: TypeId) -> bool {
        matches!(self.program.types.kind(ty), TypeKind::Function(_))
    }

    /// Objects are no functions.
    fn refuse_function(&mut self, span: Span) {
        let help =
            "Choose with `if` or `switch` which function is called, or make it a parameter of a template.";
        self.hint("unsupported::function-pointer", span, "Pointers to functions are not supported.", help);
    }

    fn array(&mut self, of: TypeId, len: Option<&ast::Expr>, span: Span) -> TypeId {
        if self.is_function(of) {
            self.refuse_function(span);
            return ERROR;
        }
        if of == VOID {
            self.error("type::void", span, "There are no arrays of `void`.");
            return ERROR;
        }
        let Some(len) = len else { return self.program.types.array(of, None) };
        let Some(value) = self.constant_int(len, "The length of an array") else { return ERROR };
        if value <= 0 {
            self.error("type::array-length", len.span, format!("An array cannot have {value} elements."));
            return ERROR;
        }
        let bytes = self.program.types.bytes(of).saturating_mul(value as u64);
        if !self.within("object-bytes", bytes, MAX_OBJECT, len.span) {
            return ERROR;
        }
        let ty = self.program.types.array(of, Some(value as u64));
        self.not_too_deep(of, ty, span);
        ty
    }

    /// Types that are nested too deep are no types: says so.
    pub(super) fn not_too_deep(&mut self, of: TypeId, made: TypeId, span: Span) {
        if made.is_error() && !of.is_error() {
            let message =
                format!("This type is nested more than {} deep (limit type-depth).", types::MAX_DEPTH);
            self.error("limit::type-depth", span, message);
        }
    }

    /// An integer constant expression; one that is larger than a `long` counts as the largest.
    pub(super) fn constant_int(&mut self, expr: &ast::Expr, what: &str) -> Option<i64> {
        self.constant_wide(expr, what).map(|value| i64::try_from(value).unwrap_or(i64::MAX))
    }

    /// The value of an integer constant expression.
    pub(super) fn constant_wide(&mut self, expr: &ast::Expr, what: &str) -> Option<i128> {
        let value = self.expr(expr);
        if value.ty.is_error() {
            return None;
        }
        let scalar = self.program.types.as_scalar(value.ty).filter(|scalar| !scalar.is_float());
        match (scalar, self.fold(&value)) {
            (Some(scalar), Some(bits)) => Some(if scalar.is_signed() {
                crate::base::num::signed(scalar.ir(), bits).into()
            } else {
                bits.into()
            }),
            _ => {
                let help = "Use a number, a macro, an enumeration constant or a `const` integer with a constant value.";
                let message = format!("{what} must be an integer constant.");
                self.no_constant(Diagnostic::error("type::constant", expr.span, message).help(help));
                None
            }
        }
    }

    pub(super) fn type_of_syntax(&mut self, syntax: &TypeSyntax) -> TypeId {
        if matches!(syntax.specifiers.base, Base::Auto) {
            self.error("type::auto", syntax.span, "`auto` cannot be used here.");
            return ERROR;
        }
        self.describe(&syntax.specifiers, &syntax.declarator).ty
    }

    /// The type that declarators begin with, and whether its name says `const`.
    pub(super) fn base(&mut self, specifiers: &Specifiers) -> Described {
        let base = self.any_base(specifiers);
        if !self.is_function(base.ty) || specifiers.is_typedef || self.templates.names_functions {
            return base;
        }
        self.refuse_function(specifiers.span);
        Described::of(ERROR)
    }

    /// The same where it may be a function.
    fn any_base(&mut self, specifiers: &Specifiers) -> Described {
        Described::of(match &specifiers.base {
            Base::Decltype(expr) => return self.decltype(expr),
            Base::Named(name, span) => return self.named_type(*name, *span),
            Base::Path(path) => return self.path_type(path),
            Base::Missing | Base::Auto => ERROR,
            Base::Void => VOID,
            Base::Scalar(scalar) => types::scalar(*scalar),
            Base::Vector(vector) => types::vector(*vector),
            Base::Record(name) => self.program.types.record(*name, self.names),
            Base::Struct(spec) => self.struct_type(spec),
            Base::Enum(spec) => self.enum_type(spec),
            Base::Unsupported(family, name, span) => {
                self.unsupported_type(*family, *name, *span);
                ERROR
            }
        })
    }

    /// The type of an expression. Those of places that are neither variables nor members would be references.
    fn decltype(&mut self, expr: &ast::Expr) -> Described {
        let operand = self.unevaluated(|this| this.operand(expr));
        let is_reference = match (&operand, &expr.kind) {
            (Operand::Place(place), ast::ExprKind::Name(_)) => matches!(place.kind, PlaceKind::Deref(_)),
            (_, ast::ExprKind::Member { .. }) | (Operand::Value(_), _) => false,
            _ => true,
        };
        if is_reference && !operand.ty().is_error() {
            let help = "Write the type, or `auto`.";
            let message = "`decltype` of this is a reference, which is not supported.";
            self.hint("unsupported::decltype", expr.span, message, help);
            return Described::of(ERROR);
        }
        let is_const = matches!((&operand, &expr.kind), (Operand::Place(place), ast::ExprKind::Name(_)) if place.is_const);
        Described { is_const, ..Described::of(operand.ty()) }
    }

    pub(super) fn unsupported_type(&mut self, family: Unsupported, name: Symbol, span: Span) {
        let (code, what, help) = match family {
            Unsupported::Image => {
                let (message, help) = images::absent(self.text(name));
                return self.unsupported("unsupported::image", name, span, &message, help);
            }
            Unsupported::Half => (
                "unsupported::half",
                "Without their header types",
                "Write `#include <cuda_fp16.h>` (`<cuda_bf16.h>` for `__nv_bfloat16`) in front.",
            ),
            Unsupported::Group => (
                "unsupported::group",
                "Cooperative groups",
                "`#include <cooperative_groups.h>` brings them, in the namespace `cooperative_groups`.",
            ),
            Unsupported::Object => (
                "unsupported::object",
                "Pipes, queues and library objects",
                "Use plain buffers, barriers and atomics.",
            ),
        };
        let message = format!("{what} such as `{}` are not supported.", self.text(name));
        self.unsupported(code, name, span, &message, help);
    }

    fn named_type(&mut self, name: Symbol, span: Span) -> Described {
        match self.resolve(name) {
            Some(Entity::Type(ty)) => return Described::of(ty),
            Some(Entity::Qualified(ty, quals)) => return Described::with(ty, quals),
            Some(Entity::Reference(ty, quals)) => {
                return Described { is_reference: true, ..Described::with(ty, quals) };
            }
            Some(Entity::Unread) => {
                self.report_unread(name, span);
                return Described::of(ERROR);
            }
            _ => {}
        }
        if self.dialect == Dialect::Cuda
            && let Some(ty) = self.resolve_tag(name)
        {
            return Described::of(ty);
        }
        self.unknown_type(name, span);
        Described::of(ERROR)
    }

    fn unknown_type(&mut self, name: Symbol, span: Span) {
        if self.is_class_template(name) {
            let message = format!("`{}` is a template: this names none of its types.", self.text(name));
            let help = "Write its arguments in `<…>` behind it.";
            return self.hint("type::template", span, message, help);
        }
        const KNOWN: [&str; 16] = [
            "void", "bool", "char", "short", "int", "long", "float", "double", "unsigned", "uchar", "ushort",
            "uint", "ulong", "size_t", "const", "struct",
        ];
        let text = self.names.text(name);
        let error = Diagnostic::error("name::unknown", span, format!("There is no type `{text}`."));
        if !self.report.keeps_unknown(&error.message) {
            return self.report.push(error);
        }
        let declared = self.scopes.visible().filter(|symbol| {
            matches!(self.scopes.find(*symbol), Some(Entity::Type(_) | Entity::Qualified(..)))
        });
        let numbered: Vec<String> = match self.dialect {
            Dialect::OpenCl => super::super::type_names::vector_names().collect(),
            Dialect::Cuda => record_names().collect(),
        };
        let numbered = numbered.iter().map(String::as_str);
        let known = declared.map(|symbol| self.names.text(symbol)).chain(KNOWN).chain(numbered);
        const OF_CPP: [&str; 8] =
            ["class", "template", "typename", "namespace", "using", "virtual", "auto", "constexpr"];
        let help = match suggest(text, known) {
            _ if self.dialect == Dialect::OpenCl && OF_CPP.contains(&text) => {
                "OpenCL C has no classes, templates and namespaces: write a `struct` and functions, or choose CUDA as the language (a file that ends in .cu).".into()
            }
            Some(near) => format!("Did you mean `{near}`?"),
            None if self.scopes.find_tag(name).is_some() => format!("Write `struct {text}`."),
            // `retrun x;` reads like a declaration.
            None if let Some(word) = suggest(text, STATEMENTS.into_iter()) => {
                format!("Did you mean `{word}`?")
            }
            None if !text.contains(|one: char| one.is_lowercase()) => {
                "If it is a macro, define it in front, or as an option (`-D`); declare a type above with `typedef` or `struct`.".into()
            }
            None => "Declare it above with `typedef` or `struct`.".into(),
        };
        self.report.push(error.help(help));
    }

    /// A declaration that could not be read is used: if it may be host code, that is worth a word at this place. What is
    /// wrong with it is said at the declaration.
    pub(super) fn report_unread(&mut self, name: Symbol, span: Span) {
        if self.scopes.item_of(name).is_some_and(|item| self.program.uses.quiet.contains(&item)) {
            let message =
                format!("`{}` is declared outside of device code and could not be read.", self.text(name));
            self.error("name::unread", span, message);
        }
    }

    /// The type if objects can have it; otherwise reports it.
    pub(super) fn complete(&mut self, ty: TypeId, span: Span) -> TypeId {
        let incomplete = match self.program.types.kind(ty) {
            TypeKind::Void => true,
            TypeKind::Array { of, len } => {
                len.is_none() || self.program.types.as_struct(of).is_some_and(|s| !s.complete)
            }
            TypeKind::Struct(_) => self.program.types.as_struct(ty).is_some_and(|found| !found.complete),
            _ => false,
        };
        if incomplete {
            let message = format!("{} is not a complete type: nothing can have it.", self.show(ty));
            self.error("type::incomplete", span, message);
            return ERROR;
        }
        ty
    }

    /// Gives a type a name.
    pub(super) fn name_type(&mut self, name: Symbol, described: Described, span: Span) {
        if described.takes_values {
            let help = "Name the type without `&&`, and write `&&` where it is used.";
            self.hint(
                "unsupported::reference",
                span,
                "A name for a reference to values is not supported.",
                help,
            );
        }
        if described.is_reference {
            return self.bind(name, span, Entity::Reference(described.ty, described.quals()));
        }
        self.program.types.name_by_alias(described.ty, name);
        self.bind(name, span, Entity::of_type(described.ty, described.quals()));
    }

    /// Gives a name a meaning, unless it has one in this scope.
    pub(super) fn bind(&mut self, name: Symbol, span: Span, entity: Entity) {
        let taken = match (self.scopes.find_here(name), &entity) {
            (None | Some(Entity::Unread | Entity::Host), _) => false,
            (Some(Entity::Type(old)), Entity::Type(new)) => old != new,
            (Some(Entity::Qualified(old, own)), Entity::Qualified(new, quals))
            | (Some(Entity::Reference(old, own)), Entity::Reference(new, quals)) => {
                (old, own) != (new, quals)
            }
            _ => true,
        };
        if taken {
            let message = format!("`{}` is declared twice in this scope.", self.text(name));
            self.error("name::redefined", span, message);
        }
        self.scopes.bind(name, entity);
    }

    /// A declaration outside of functions. What is wrong with it matters where its names are used.
    pub(super) fn global_declaration(&mut self, declaration: &Declaration) {
        let specifiers = &declaration.specifiers;
        let errors = self.report.errors();
        self.globals(declaration);
        if self.report.errors() == errors {
            return;
        }
        let marked = specifiers.space.is_some() || specifiers.is_device || self.dialect == Dialect::OpenCl;
        self.unread(!marked);
        let tag = match &specifiers.base {
            Base::Struct(spec) if self.dialect == Dialect::Cuda => spec.tag,
            _ => None,
        };
        let names = declaration.names.iter().filter_map(|declared| declared.declarator.name);
        for name in names.map(|(name, _)| name).chain(tag) {
            self.scopes.bind(name, Entity::Unread);
        }
    }

    pub(super) fn globals(&mut self, declaration: &Declaration) {
        let base = self.base(&declaration.specifiers);
        if let Base::Struct(spec) = &declaration.specifiers.base
            && let (Some(tag), Some(_), Dialect::Cuda) = (spec.tag, &spec.members, self.dialect)
            && self.scopes.find_here(tag).is_none()
        {
            self.scopes.bind(tag, Entity::Type(base.ty));
        }
        for declared in &declaration.names {
            let Some((name, span)) = declared.declarator.name else { continue };
            let base = match declaration.specifiers.base {
                Base::Auto => Described::of(self.auto_type(declared.init.as_ref(), span)),
                _ => base,
            };
            let described = self.derive(base, &declaration.specifiers, &declared.declarator);
            if declaration.specifiers.is_typedef {
                self.name_type(name, described, span);
            } else {
                self.global(&declaration.specifiers, declared, described, name, span);
            }
        }
    }

    fn global(
        &mut self,
        specifiers: &Specifiers,
        declared: &Declared,
        described: Described,
        name: Symbol,
        span: Span,
    ) {
        let mut ty = described.ty;
        if described.space == Some(Space::Local) {
            let dynamic = specifiers.is_extern
                && matches!(self.program.types.kind(ty), TypeKind::Array { len: None, .. });
            let storage = if dynamic { Storage::DynamicLocal } else { Storage::Local };
            return self.add_global(name, span, ty, storage, None, described);
        }
        let init = declared.init.as_ref().map(|init| self.initialiser(&mut ty, init));
        let ty = self.complete(ty, span);
        if self.refuses_images(ty, span) {
            return;
        }
        let is_table = described.is_const || described.space == Some(Space::Constant);
        let described = Described { ty, ..described };
        match (init, is_table) {
            (Some(init), true) => {
                let bytes = self.constant_bytes(ty, &init).unwrap_or_default();
                let constant = self.program.types.as_scalar(ty).and_then(|_| self.init_value(&init));
                if specifiers.is_constexpr && !bytes.is_empty() {
                    self.tables.insert(self.program.globals.len() as u32, bytes.clone());
                }
                self.add_global(name, span, ty, Storage::Constant(bytes), constant, described);
            }
            (None, _) if described.space == Some(Space::Constant) => {
                self.add_global(
                    name,
                    span,
                    ty,
                    Storage::Supplied(Space::Constant, Vec::new()),
                    None,
                    described,
                );
            }
            (init, _) if specifiers.is_device || described.space == Some(Space::Global) => {
                let says =
                    init.filter(|init| init.parts.iter().any(|(_, value)| self.fold(value) != Some(0)));
                let bytes = says.and_then(|init| self.constant_bytes(ty, &init)).unwrap_or_default();
                self.add_global(name, span, ty, Storage::Supplied(Space::Global, bytes), None, described);
            }
            _ if self.dialect == Dialect::Cuda => self.scopes.bind(name, Entity::Host),
            _ => {
                let help =
                    "Write `__constant` before it and give it a value, or declare it inside the kernel.";
                self.hint(
                    "type::address-space",
                    span,
                    "A variable outside of functions must be `__constant`.",
                    help,
                );
            }
        }
    }

    /// Images come as parameters of a kernel, and not in memory: says so of what has some in it.
    pub(super) fn refuses_images(&mut self, ty: TypeId, span: Span) -> bool {
        let holds = self.program.types.holds_image(ty);
        if holds {
            let message = "Images and textures in memory are not supported.";
            let help = "Give the kernel each of them as a parameter of its own, also in a struct by value.";
            self.hint("unsupported::image", span, message, help);
        }
        holds
    }

    fn add_global(
        &mut self,
        name: Symbol,
        span: Span,
        ty: TypeId,
        storage: Storage,
        constant: Option<u64>,
        described: Described,
    ) {
        let at = self.program.globals.len() as u32;
        let is_const = described.is_const
            || matches!(storage, Storage::Constant(_) | Storage::Supplied(Space::Constant, _));
        self.program.globals.push(Var {
            name,
            ty,
            storage,
            is_const,
            is_volatile: described.is_volatile,
            constant,
            escapes: true,
            is_reference: false,
            takes_values: false,
            is_kept: false,
            source_type: String::new(),
            span,
        });
        self.bind(name, span, Entity::Var(VarRef::Global(at)));
    }
}

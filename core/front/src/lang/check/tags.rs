//! Structs, unions and enumerations.

use alloc::{format, vec, vec::Vec};

use super::super::ast::{Base, Declaration, EnumSpec, StructSpec};
use super::super::types::{self, INT, Member, Scalar, TypeKind};
use super::*;
use crate::base::OrdSet;

/// The widest type of an enumeration.
const ULONG: TypeId = types::scalar(Scalar::ULong);

impl Checker<'_> {
    pub(super) fn struct_type(&mut self, spec: &StructSpec) -> TypeId {
        let Some(members) = &spec.members else {
            let Some(tag) = spec.tag else { return ERROR };
            if let Some(ty) = self.resolve_tag(tag) {
                return ty;
            }
            return self.declare_struct(Some(tag), spec.is_union);
        };
        let open = spec
            .tag
            .and_then(|tag| self.scopes.find_tag_here(tag))
            .filter(|ty| self.program.types.as_struct(*ty).is_some_and(|found| !found.complete));
        if let Some(tag) = spec.tag
            && open.is_none()
            && self.scopes.find_tag_here(tag).is_some()
        {
            let message = format!("`struct {}` is declared twice.", self.text(tag));
            self.error("name::redefined", spec.span, message);
            return ERROR;
        }
        let ty = open.unwrap_or_else(|| self.declare_struct(spec.tag, spec.is_union));
        self.complete_struct(ty, spec, members);
        ty
    }

    pub(super) fn declare_struct(&mut self, tag: Option<Symbol>, is_union: bool) -> TypeId {
        let (_, ty) = self.program.types.declare_struct(tag, is_union);
        if let Some(tag) = tag {
            self.scopes.bind_tag(tag, ty);
        }
        ty
    }

    pub(super) fn complete_struct(&mut self, ty: TypeId, spec: &StructSpec, members: &[Declaration]) {
        let TypeKind::Struct(id) = self.program.types.kind(ty) else { return };
        self.classes.making += 1;
        let errors = self.report.errors();
        let (mut fields, mut names) = (Vec::<Member>::new(), OrdSet::new());
        let inherited = self.base_members(ty, spec);
        for declaration in members {
            if declaration.specifiers.is_static || declaration.specifiers.is_typedef {
                self.globals(declaration);
                continue;
            }
            let base = self.base(&declaration.specifiers);
            let align = self.alignment(&declaration.specifiers.align);
            // A struct or union without tag and name: its members are members of this one.
            if declaration.names.is_empty()
                && let Base::Struct(inner) = &declaration.specifiers.base
                && inner.tag.is_none()
            {
                let inside = self.members_of(base.ty).into_iter();
                if let [twice, ..] = inside.filter(|name| !names.insert(*name)).collect::<Vec<_>>()[..] {
                    let message = format!("The member `{}` is declared twice.", self.text(twice));
                    self.error("name::redefined", declaration.span, message);
                }
                let is_const = declaration.specifiers.is_const;
                fields.push(Member { is_const, align, ..Member::of(types::NAMELESS, base.ty) });
            }
            for declared in &declaration.names {
                let member = self.derive(base, &declaration.specifiers, &declared.declarator);
                let width = self.bit_width(member.ty, &declared.declarator);
                let Some((name, span)) = declared.declarator.name else {
                    if width.is_some() {
                        fields.push(Member { align, width, ..Member::of(types::PADDING, member.ty) });
                    }
                    continue;
                };
                if !names.insert(name) {
                    let message = format!("The member `{}` is declared twice.", self.text(name));
                    self.error("name::redefined", span, message);
                }
                if member.is_reference {
                    let help = "Make it a pointer.";
                    self.hint("unsupported::reference", span, "A member cannot be a reference here.", help);
                }
                let ty = self.complete(member.ty, span);
                fields.push(Member { is_const: member.is_const, align, width, ..Member::of(name, ty) });
            }
        }
        for (condition, message) in &spec.asserts {
            self.static_assert(condition, *message);
        }
        let bases = self.classes.bases.get(&ty).into_iter().flatten();
        let of_bases = bases.map(|base| self.program.types.align(*base)).max().unwrap_or(1);
        let align = self.alignment(spec.align.as_slice()).max(of_bases);
        let has_bits = inherited.iter().any(|base| self.program.types.holds_bits(base.ty));
        if has_bits && fields.iter().any(|field| field.width.is_some()) {
            let message = "A class with bit-fields cannot have a base with bit-fields here.";
            self.hint("unsupported::bit-field", spec.span, message, "Make the base a member.");
        }
        self.program.types.complete_struct(id, [inherited, fields].concat(), align);
        if self.dialect == Dialect::Cuda {
            self.program.types.give_address(id);
        }
        self.note_class(ty, spec);
        let this = self.program.types.as_struct(ty).map_or(0, |found| found.bytes);
        if self.program.types.too_large(ty) || this > MAX_OBJECT {
            // What keeps it from ending may have been said.
            if self.report.errors() == errors {
                let message = "This struct is too large or nested too deep (limits object-bytes, type-depth, type-members).";
                self.error("limit::type-depth", spec.span, message);
            }
            self.program.types.complete_struct(id, Vec::new(), 1);
        }
        self.classes.making -= 1;
        self.declare_friends();
    }

    /// How many bits a bit-field has (C++17 12.2.4); `None` of other members.
    fn bit_width(&mut self, ty: TypeId, declarator: &ast::Declarator) -> Option<u32> {
        let syntax = declarator.bits.as_deref()?;
        let width = self.constant_int(syntax, "The width of a bit-field")?;
        if ty.is_error() {
            return None;
        }
        let Some(of) = self.program.types.as_scalar(ty).filter(|of| !of.is_float()) else {
            self.error("type::bit-field", syntax.span, "A bit-field must be an integer or an enumeration.");
            return None;
        };
        let least = i64::from(declarator.name.is_some());
        let most = if of == Scalar::Bool { 8 } else { i64::from(of.bytes()) * 8 };
        if !(least..=most).contains(&width) {
            let message = format!(
                "A bit-field of type {} has {least} to {most} bits here, not {width}.",
                self.show(ty)
            );
            self.error("type::bit-field", syntax.span, message);
            return None;
        }
        u32::try_from(width).ok()
    }

    /// The largest of the alignments that are asked for; 1 if none is.
    fn alignment(&mut self, asked: &[ast::Expr]) -> u64 {
        let mut most = 1;
        for expr in asked {
            let Some(align) = self.constant_int(expr, "An alignment") else { continue };
            if !(1..=4096).contains(&align) || align & (align - 1) != 0 {
                let message = "An alignment is a power of two up to 4096.";
                self.error("type::alignment", expr.span, message);
            } else {
                most = most.max(align as u64);
            }
        }
        most
    }

    /// The names of the members of a struct, with those inside of members without a name.
    pub(super) fn members_of(&self, ty: TypeId) -> Vec<Symbol> {
        let fields = self.program.types.as_struct(ty).map_or(&[][..], |found| &found.fields);
        let names = |field: &types::Field| match field.name {
            types::NAMELESS => self.members_of(field.ty),
            name => vec![name],
        };
        fields.iter().flat_map(names).collect()
    }

    /// An enumeration is the number type that it says, or else the first of `int`, `unsigned`, `long` and `ulong` that holds
    /// its values (C++17 10.2); its names become constants. In C++ it is a type of its own.
    pub(super) fn enum_type(&mut self, spec: &EnumSpec) -> TypeId {
        if let Some(tag) = spec.tag
            && !spec.constants.is_empty()
            && let Some(known) = self.scopes.find_tag_here(tag)
            && !self.tags_to_come.remove(&known)
            && self.program.types.is_enum(known)
        {
            self.error("name::redefined", spec.span, format!("`enum {}` is declared twice.", self.text(tag)));
        }
        let is_known = spec.tag.is_some_and(|tag| self.scopes.find_tag_here(tag).is_some());
        let ty = self.enumeration(spec);
        if spec.constants.is_empty() && !is_known {
            self.tags_to_come.insert(ty);
        }
        if spec.is_scoped {
            self.program.types.keep_apart(ty);
        }
        ty
    }

    fn enumeration(&mut self, spec: &EnumSpec) -> TypeId {
        let said = spec.base.as_ref().map(|base| self.type_of_syntax(base));
        let of = |this: &Self, ty| this.program.types.as_scalar(ty).filter(|scalar| !scalar.is_float());
        let fixed = match said {
            Some(ty) if of(self, ty).is_none() => {
                if !ty.is_error() {
                    self.error("type::enum", spec.span, "The type of an enumeration must be an integer.");
                }
                Some(INT)
            }
            None if spec.is_scoped => Some(INT),
            said => said,
        };
        if let (true, Some(tag)) = (spec.constants.is_empty(), spec.tag) {
            let known = self.resolve_tag(tag);
            if fixed.is_none()
                || known.is_some() && (said.is_none() || self.scopes.find_tag_here(tag).is_some())
            {
                return known.unwrap_or(INT);
            }
            return self.own_enum(tag, fixed.unwrap_or(INT));
        }
        let (mut next, mut values) = (0i128, vec![]);
        for (name, span, value) in &spec.constants {
            if let Some(value) = value {
                next = self.constant_wide(value, "The value of an enumeration constant").unwrap_or(next);
            }
            let ty = fixed.unwrap_or(narrowest(&[next]).unwrap_or(ULONG));
            let fits = of(self, ty).is_some_and(|scalar| range(scalar).contains(&next));
            if !fits {
                self.error("type::enum", *span, format!("This value does not fit in {}.", self.show(ty)));
                next = 0;
            }
            values.push(next);
            self.bind(*name, *span, Entity::Constant(self.enum_bits(next, ty), ty));
            next += 1;
        }
        let number = fixed.or_else(|| narrowest(&values)).unwrap_or(ULONG);
        let ty = match (spec.tag, self.program.types.as_scalar(number)) {
            (Some(tag), _) => self.own_enum(tag, number),
            (None, Some(scalar)) if self.dialect == Dialect::Cuda => {
                self.program.types.enumeration(scalar, None)
            }
            _ => number,
        };
        if fixed.is_none() && values.iter().all(|value| *value >= 0) {
            self.program.types.without_negatives(ty);
        }
        for ((name, ..), value) in spec.constants.iter().zip(values) {
            self.scopes.rebind(*name, Entity::Constant(self.enum_bits(value, ty), ty));
        }
        ty
    }

    /// The enumeration of a tag, as it has been declared, or a new one.
    fn own_enum(&mut self, tag: Symbol, number: TypeId) -> TypeId {
        let types = &mut self.program.types;
        let declared = self.scopes.find_tag_here(tag);
        let is_same = |ty: &TypeId| types.is_enum(*ty) && types.as_scalar(*ty) == types.as_scalar(number);
        let ty = match (declared.filter(is_same), types.as_scalar(number)) {
            (Some(declared), _) => declared,
            (None, Some(scalar)) if self.dialect == Dialect::Cuda => types.enumeration(scalar, Some(tag)),
            _ => number,
        };
        self.scopes.bind_tag(tag, ty);
        ty
    }

    /// The bits of a value in an integer type.
    pub(super) fn enum_bits(&self, value: i128, ty: TypeId) -> u64 {
        let bits = self.program.types.as_scalar(ty).map_or(64, |scalar| scalar.bytes() * 8);
        value as u64 & (u64::MAX >> (64 - bits.clamp(1, 64)))
    }
}

/// The values of an integer type.
pub(super) fn range(scalar: Scalar) -> core::ops::RangeInclusive<i128> {
    let bits = if scalar == Scalar::Bool { 1 } else { scalar.bytes() * 8 };
    match scalar.is_signed() {
        true => -(1 << (bits - 1))..=(1 << (bits - 1)) - 1,
        false => 0..=(1 << bits) - 1,
    }
}

/// The first type of an enumeration that holds all these values.
fn narrowest(values: &[i128]) -> Option<TypeId> {
    let types = [Scalar::Int, Scalar::UInt, Scalar::Long, Scalar::ULong];
    let holds = |scalar: &Scalar| values.iter().all(|value| range(*scalar).contains(value));
    types.into_iter().find(holds).map(types::scalar)
}

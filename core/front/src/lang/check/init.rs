//! Initial values: lists with and without inner braces, designators, strings, and the bytes of constant tables.

use alloc::{boxed::Box, format, vec, vec::Vec};

use super::super::ast::{
    Declarator, Derivation, Designator, ExprKind as Syntax, Init as InitSyntax, InitItem, Specifiers,
};
use super::super::literal;
use super::super::typed::Init;
use super::super::types::{Bits, NAMELESS, Pointer, Scalar, TypeKind, Vector, vector};
use super::expr::Operand;
use super::*;

/// Where an object that is being made lies, if that is known: in a variable, from an offset on.
pub(super) type Home = Option<(u32, u64)>;

/// Where a list of values is being put.
struct Filling<'i> {
    home: Home,
    items: &'i [InitItem],
    at: usize,
    /// A value that has been checked and waits for the scalar that it is for.
    waiting: Option<Expr>,
    parts: Vec<(u64, Expr)>,
}

/// What designators name: the objects on the way there, each with its offset and which of its elements leads on; its type, offset and bits.
struct Designated {
    way: Vec<(TypeId, u64, u64)>,
    ty: TypeId,
    offset: u64,
    bits: Option<Bits>,
}

/// Does one of the values stand for any number?
fn has_pattern(values: &[ast::Expr]) -> bool {
    values.iter().any(|value| matches!(value.kind, Syntax::Spread(..)))
}

impl Checker<'_> {
    /// The initial value of an object. An array without length gets one.
    pub(super) fn initialiser(&mut self, ty: &mut TypeId, init: &InitSyntax) -> Init {
        self.initialiser_of(None, ty, init)
    }

    /// The same for an object that lies somewhere: its members may have values that use those before them.
    pub(super) fn initialiser_of(&mut self, home: Home, ty: &mut TypeId, init: &InitSyntax) -> Init {
        match init {
            InitSyntax::Expr(expr) => self.single(ty, expr),
            InitSyntax::Values(values, span) if has_pattern(values) => {
                let values = self.spread(values).into_owned();
                match values.is_empty() {
                    true => self.initialiser_of(home, ty, &InitSyntax::List(vec![], *span)),
                    false => self.initialiser_of(home, ty, &InitSyntax::Values(values, *span)),
                }
            }
            InitSyntax::Values(values, span) if self.has_constructors(*ty) => {
                let args = values.iter().map(|value| (self.operand(value), value.span)).collect();
                Init { parts: vec![(0, self.construct(*ty, args, true, *span))], zero: false }
            }
            InitSyntax::Values(values, span) => match values.as_slice() {
                [value] => self.single(ty, value),
                values => {
                    let values = values.iter().map(|value| self.expr(value)).collect();
                    Init { parts: vec![(0, self.constructed(*ty, values, *span))], zero: false }
                }
            },
            InitSyntax::List(items, span) => {
                let mut parts = vec![];
                let used = self.braced((*ty, 0), home, items, *span, &mut parts);
                if let TypeKind::Array { of, len: None } = self.program.types.kind(*ty) {
                    let size = self.program.types.bytes(of).saturating_mul(used);
                    let fits = self.within("object-bytes", size, MAX_OBJECT, *span);
                    *ty = if fits { self.program.types.array(of, Some(used)) } else { ERROR };
                }
                // What the list leaves out is made all the same.
                self.default_parts((*ty, 0), (home, false), &mut parts, *span);
                Init { parts, zero: true }
            }
        }
    }

    fn single(&mut self, ty: &mut TypeId, expr: &ast::Expr) -> Init {
        if let (TypeKind::Array { of, len }, Syntax::Text(text)) = (self.program.types.kind(*ty), &expr.kind)
        {
            let mut parts = vec![];
            let length = self.string(of, len, 0, *text, expr.span, &mut parts);
            *ty = self.program.types.array(of, Some(len.unwrap_or(length)));
            return Init { parts, zero: true };
        }
        let operand = self.operand(expr);
        if self.has_constructors(*ty) && self.derives(operand.ty(), *ty) {
            let value = self.construct(*ty, vec![(operand, expr.span)], false, expr.span);
            return Init { parts: vec![(0, value)], zero: false };
        }
        let value = self.value_of(operand, expr.span);
        if let TypeKind::Array { .. } = self.program.types.kind(*ty) {
            if !value.ty.is_error() {
                let message = "An array is initialised with values in braces.";
                self.hint(
                    "type::mismatch",
                    expr.span,
                    message,
                    "Write `{ … }`, or copy the elements in a loop.",
                );
            }
            return Init { parts: vec![], zero: true };
        }
        Init { parts: vec![(0, self.convert(value, *ty))], zero: false }
    }

    /// The characters of a string and its closing zero; returns their number.
    fn string(
        &mut self,
        of: TypeId,
        len: Option<u64>,
        offset: u64,
        text: Symbol,
        span: Span,
        parts: &mut Vec<(u64, Expr)>,
    ) -> u64 {
        if !matches!(self.program.types.as_scalar(of), Some(Scalar::Char | Scalar::UChar)) {
            self.error("type::mismatch", span, "Only an array of `char` can be initialised with a string.");
            return 0;
        }
        let Some(bytes) = literal::string(self.text(text)) else {
            self.error("lex::string", span, "This string has an escape that is not one of C.");
            return 0;
        };
        let room = len.unwrap_or(u64::MAX);
        if self.dialect == Dialect::Cuda && bytes.len() as u64 >= room {
            let message = format!(
                "This string has {} characters with its end, but there is room for {room}.",
                bytes.len() + 1
            );
            self.error("type::too-many", span, message);
        }
        for (at, byte) in bytes.iter().enumerate().take_while(|(at, _)| (*at as u64) < room) {
            parts.push((offset + at as u64, Expr { kind: ExprKind::Const(u64::from(*byte)), ty: of, span }));
        }
        bytes.len() as u64 + 1
    }

    /// `{ … }` for an object; returns how many elements were given.
    fn braced(
        &mut self,
        (ty, offset): (TypeId, u64),
        home: Home,
        items: &[InitItem],
        span: Span,
        parts: &mut Vec<(u64, Expr)>,
    ) -> u64 {
        let items = &*self.spread_items(items);
        if self.has_constructors(ty) {
            let mut args = vec![];
            for item in items {
                match &item.init {
                    InitSyntax::Expr(expr) if item.designators.is_empty() => {
                        args.push((self.operand(expr), expr.span))
                    }
                    // It becomes what the parameter is.
                    InitSyntax::List(items, span) if item.designators.is_empty() => {
                        args.push((Operand::Value(self.open_list(items, *span)), *span));
                    }
                    _ => self.error(
                        "type::constructor",
                        span,
                        "A constructor takes values, not names of members.",
                    ),
                }
            }
            let value = self.construct(ty, args, true, span);
            parts.push((offset, value));
            return 1;
        }
        if !self.has_parts(ty) {
            match items {
                [InitItem { init: InitSyntax::Expr(expr), designators }] if designators.is_empty() => {
                    let value = self.expr(expr);
                    let value = self.convert(value, ty);
                    parts.push((offset, value));
                }
                [] => {}
                _ if ty.is_error() => {}
                _ => {
                    let message = format!("One value is expected for {}.", self.show(ty));
                    self.error("type::mismatch", span, message);
                }
            }
            return 1;
        }
        let mut waiting = None;
        if let [InitItem { init: InitSyntax::Expr(expr), designators }] = items
            && designators.is_empty()
            && !matches!(expr.kind, Syntax::Text(_))
            && self.program.types.as_struct(ty).is_some()
        {
            let value = self.expr(expr);
            // One object of the class, or of one that is derived from it, is copied.
            if value.ty == ty || self.derives(value.ty, ty) {
                let value = self.convert(value, ty);
                parts.push((offset, value));
                return 1;
            }
            waiting = Some(value);
        }
        let mut filling = Filling { home, items, at: 0, waiting, parts: core::mem::take(parts) };
        let used = self.fill(ty, offset, &mut filling, true);
        *parts = filling.parts;
        used
    }

    fn has_parts(&self, ty: TypeId) -> bool {
        matches!(
            self.program.types.kind(ty),
            TypeKind::Array { .. } | TypeKind::Struct(_) | TypeKind::Vector(_)
        )
    }

    /// Puts values into the elements of an array or struct, one after the other.
    fn fill(&mut self, ty: TypeId, offset: u64, filling: &mut Filling<'_>, outermost: bool) -> u64 {
        if let TypeKind::Vector(of) = self.program.types.kind(ty) {
            return self.fill_vector(of, offset, filling, outermost);
        }
        self.fill_from(0, (ty, offset), filling, outermost)
    }

    /// The same from an element on.
    fn fill_from(
        &mut self,
        first: u64,
        (ty, offset): (TypeId, u64),
        filling: &mut Filling<'_>,
        outermost: bool,
    ) -> u64 {
        let (mut index, mut used) = (first, 0u64);
        let bases = if first == 0 { self.classes.bases.get(&ty).cloned() } else { None };
        let mut bases = bases.unwrap_or_default().into_iter().peekable();
        // Bases with members that have been filled: each is a member itself.
        let mut filled = 0;
        loop {
            while let Some(base) = bases.peek().copied() {
                let is_empty =
                    self.program.types.as_struct(base).is_some_and(|found| found.fields.is_empty());
                match is_empty {
                    true => self.fill_empty_base((base, offset), filling),
                    false if filled < index => filled += 1,
                    false => break,
                }
                bases.next();
            }
            let Some(item) = filling.items.get(filling.at) else { break };
            if filling.waiting.is_none() && !item.designators.is_empty() {
                if !outermost {
                    return used;
                }
                match self.designated(ty, &item.designators) {
                    Some(named) => {
                        index = named.way.first().map_or(0, |(_, _, index)| *index) + 1;
                        used = used.max(index);
                        self.fill_named(named, offset, filling, &item.init);
                    }
                    None => filling.at += 1,
                }
                continue;
            }
            let Some((element, at, bits)) = self.element(ty, index, false) else {
                if outermost {
                    let span = init_span(&item.init);
                    self.error(
                        "type::too-many",
                        span,
                        format!("There are more values than {} has.", self.show(ty)),
                    );
                    filling.at = filling.items.len();
                }
                return used;
            };
            let before = filling.parts.len();
            match &item.init {
                // What the list leaves out is what the member's class says, or 0, and not the member's own value.
                InitSyntax::List(..) if filling.waiting.is_none() && self.has_own_value(ty, index) => {
                    filling.at += 1;
                    self.member_parts((element, offset + at), filling.home, &item.init, &mut filling.parts);
                }
                init => self.fill_element(element, offset + at, filling, init),
            }
            as_bits(bits, &mut filling.parts[before..]);
            index += 1;
            used = used.max(index);
        }
        used
    }

    /// Puts a value where designators lead. Values without any go on behind it, in the innermost object first.
    fn fill_named(&mut self, named: Designated, offset: u64, filling: &mut Filling<'_>, init: &InitSyntax) {
        let before = filling.parts.len();
        self.fill_element(named.ty, offset + named.offset, filling, init);
        as_bits(named.bits, &mut filling.parts[before..]);
        for (ty, at, index) in named.way.into_iter().skip(1).rev() {
            self.fill_from(index + 1, (ty, offset + at), filling, false);
        }
    }

    /// Bases are the first elements of a class: one that takes no room has a value in the list, too (C++17 11.6.1).
    fn fill_empty_base(&mut self, (base, offset): (TypeId, u64), filling: &mut Filling<'_>) {
        let item = filling.items.get(filling.at).filter(|item| item.designators.is_empty());
        let value = match (filling.waiting.take(), item.map(|item| &item.init)) {
            (Some(value), _) => value,
            (None, Some(InitSyntax::Expr(expr))) => self.expr(expr),
            (None, Some(init @ InitSyntax::List(..))) => {
                filling.at += 1;
                return self.member_parts((base, offset), filling.home, init, &mut filling.parts);
            }
            _ => return,
        };
        match value.ty == base {
            true => {
                filling.at += 1;
                filling.parts.push((offset, value));
            }
            false => filling.waiting = Some(value),
        }
    }

    /// Has a member of a class, by its place, a value of its own?
    fn has_own_value(&self, ty: TypeId, index: u64) -> bool {
        let fields = self.program.types.as_struct(ty).map_or(&[][..], |found| &found.fields);
        let name = usize::try_from(index).ok().and_then(|at| Some(fields.get(at)?.name));
        let inits = self.classes.inits.get(&ty);
        name.is_some_and(|name| inits.is_some_and(|inits| inits.iter().any(|(known, _)| *known == name)))
    }

    /// Puts scalars and vectors into the components of a vector.
    fn fill_vector(&mut self, of: Vector, offset: u64, filling: &mut Filling<'_>, outermost: bool) -> u64 {
        let mut used = 0u8;
        while let Some(item) = filling.items.get(filling.at) {
            let span = init_span(&item.init);
            if used >= of.len {
                if outermost {
                    let message = format!("There are more values than {} has.", self.show(vector(of)));
                    self.error("type::too-many", span, message);
                    filling.at = filling.items.len();
                }
                break;
            }
            let value = match (filling.waiting.take(), &item.init) {
                (Some(value), _) => value,
                (None, InitSyntax::Expr(expr)) if item.designators.is_empty() => self.expr(expr),
                _ => {
                    let message = "The components of a vector are given one after the other.";
                    self.hint("type::designator", span, message, "Write only values.");
                    self.nothing(span)
                }
            };
            filling.at += 1;
            let (part, len) = self.piece(value, of.of);
            if used.saturating_add(len) > of.len {
                let message = format!("This has more components than are left of {}.", self.show(vector(of)));
                self.error("type::too-many", span, message);
            } else {
                filling.parts.push((offset + u64::from(used) * u64::from(of.of.bytes()), part));
            }
            used = used.saturating_add(len);
        }
        u64::from(used)
    }

    fn fill_element(&mut self, element: TypeId, offset: u64, filling: &mut Filling<'_>, init: &InitSyntax) {
        let aggregate = self.has_parts(element) && !self.has_constructors(element);
        match init {
            InitSyntax::List(items, span) if filling.waiting.is_none() => {
                filling.at += 1;
                self.braced((element, offset), filling.home, items, *span, &mut filling.parts);
            }
            InitSyntax::Expr(expr) => {
                if let (TypeKind::Array { of, len }, Syntax::Text(text)) =
                    (self.program.types.kind(element), &expr.kind)
                {
                    filling.at += 1;
                    self.string(of, len, offset, *text, expr.span, &mut filling.parts);
                    return;
                }
                let value = match filling.waiting.take() {
                    Some(value) => value,
                    None => self.expr(expr),
                };
                if aggregate && value.ty != element && !value.ty.is_error() {
                    let before = filling.at;
                    filling.waiting = Some(value);
                    self.fill(element, offset, filling, false);
                    // An element without members takes nothing.
                    if filling.at == before {
                        filling.waiting = None;
                        filling.at += 1;
                    }
                    return;
                }
                filling.at += 1;
                let value = self.convert(value, element);
                filling.parts.push((offset, value));
            }
            InitSyntax::List(..) | InitSyntax::Values(..) => filling.at += 1,
        }
    }

    /// Type and offset of an element, and which bits of a number it is if it is a bit-field; `None` behind the last. A union takes one value: for its first member, or the one that
    /// is named.
    fn element(&self, ty: TypeId, index: u64, named: bool) -> Option<(TypeId, u64, Option<Bits>)> {
        match self.program.types.kind(ty) {
            TypeKind::Array { of, len } if len.is_none_or(|len| index < len) => {
                Some((of, index.checked_mul(self.program.types.bytes(of))?, None))
            }
            TypeKind::Struct(_) => {
                let found = self.program.types.as_struct(ty)?;
                let count = if found.is_union && !named { 1 } else { found.fields.len() };
                let field =
                    found.fields[..count.min(found.fields.len())].get(usize::try_from(index).ok()?)?;
                Some((field.ty, field.offset, field.bits))
            }
            _ => None,
        }
    }

    /// Where designators in a row lead (C11 6.7.9).
    fn designated(&mut self, ty: TypeId, designators: &[Designator]) -> Option<Designated> {
        let mut named = Designated { way: vec![], ty, offset: 0, bits: None };
        for designator in designators {
            for index in self.indices(named.ty, designator)? {
                let (ty, at, bits) = self.element(named.ty, index, true)?;
                named.way.push((named.ty, named.offset, index));
                named = Designated { ty, offset: named.offset + at, bits, ..named };
            }
        }
        Some(named)
    }

    /// The element that a designator names; of a member of a member without a name the way there.
    fn indices(&mut self, ty: TypeId, designator: &Designator) -> Option<Vec<u64>> {
        let (span, found) = match designator {
            Designator::Member(name, span) => (*span, self.indices_of(ty, *name)),
            Designator::Index(index) => {
                let value = self.constant_int(index, "An index in a list of values")?;
                let is_array = matches!(self.program.types.kind(ty), TypeKind::Array { .. });
                let small = u64::try_from(value).ok().filter(|at| is_array && *at < MAX_OBJECT);
                (index.span, small.map(|at| vec![at]))
            }
        };
        if found.is_none() {
            let message = format!("{} has no such element.", self.show(ty));
            self.error("type::designator", span, message);
        }
        found
    }

    fn indices_of(&self, ty: TypeId, name: Symbol) -> Option<Vec<u64>> {
        let fields = &self.program.types.as_struct(ty)?.fields;
        if let Some(at) = fields.iter().position(|field| field.name == name) {
            return Some(vec![at as u64]);
        }
        let mut nameless = fields.iter().enumerate().filter(|(_, field)| field.name == NAMELESS);
        nameless.find_map(|(at, field)| Some([vec![at as u64], self.indices_of(field.ty, name)?].concat()))
    }

    /// The bytes of a constant object.
    pub(super) fn constant_bytes(&mut self, ty: TypeId, init: &Init) -> Option<Vec<u8>> {
        let size = self.program.types.bytes(ty);
        let place = init.parts.first().map_or(Span::NONE, |(_, value)| value.span);
        if !self.within("table-bytes", size, MAX_TABLE, place) {
            return None;
        }
        let mut bytes = vec![0; size as usize];
        for (offset, value) in &init.parts {
            if value.ty.is_error() {
                return None;
            }
            let (bits, value) = match &value.kind {
                ExprKind::Bits(bits, value) => (Some(*bits), &**value),
                _ => (None, value),
            };
            let component = self.program.types.component(value.ty);
            let (Some(component), Some(row)) = (component, self.fold_row(value)) else {
                self.not_constant(value.span, value.ty);
                return None;
            };
            if let Some(bits) = bits {
                let number = row.first().copied().unwrap_or(0) & (u64::MAX >> (64 - bits.width.clamp(1, 64)));
                let number = (number << bits.shift).to_le_bytes();
                let held = bytes.iter_mut().skip(*offset as usize).take(bits.unit.bytes() as usize);
                held.zip(number).for_each(|(byte, more)| *byte |= more);
                continue;
            }
            let length = component.bytes() as usize;
            for (at, bits) in row.into_iter().enumerate() {
                let start = *offset as usize + at * length;
                if let Some(place) = bytes.get_mut(start..start + length) {
                    place.copy_from_slice(&bits.to_le_bytes()[..length]);
                }
            }
        }
        Some(bytes)
    }

    /// Reports a value that had to be constant.
    pub(super) fn not_constant(&mut self, span: Span, ty: TypeId) -> Expr {
        if !ty.is_error() {
            let message = "The value of a constant must be known when it is compiled.";
            self.no_constant(Diagnostic::error("type::constant", span, message));
        }
        self.nothing(span)
    }

    /// The value of a scalar's initial value.
    pub(super) fn init_value(&self, init: &Init) -> Option<u64> {
        match init.parts.as_slice() {
            [(0, value)] => self.fold(value),
            _ => None,
        }
    }

    /// What `const auto *p` is: the pointer that it is given, through which nothing is written.
    pub(super) fn auto_pointer(
        &mut self,
        ty: TypeId,
        specifiers: &Specifiers,
        declarator: &Declarator,
    ) -> TypeId {
        let steps = &declarator.derivation;
        let is_pointer = steps.iter().any(|step| matches!(step, Derivation::Pointer { .. }));
        match self.program.types.as_pointer(ty) {
            Some(pointer) if specifiers.is_const && is_pointer => {
                self.program.types.pointer(Pointer { is_const: true, ..pointer })
            }
            _ => ty,
        }
    }

    /// The type that `auto` stands for.
    pub(super) fn auto_type(&mut self, init: Option<&InitSyntax>, span: Span) -> TypeId {
        match init {
            Some(InitSyntax::Expr(expr)) => {
                let value = self.expr(expr);
                if self.unknown_list(&value) { ERROR } else { self.told_by(&value) }
            }
            // `auto a{b};`, `auto a(b);` (C++17 10.1.7.4.1)
            Some(InitSyntax::List(items, span))
                if let [InitItem { designators, init }] = items.as_slice()
                    && designators.is_empty() =>
            {
                self.auto_type(Some(init), *span)
            }
            Some(InitSyntax::Values(values, _)) if values.len() == 1 => {
                let value = self.expr(&values[0]);
                if self.unknown_list(&value) { ERROR } else { self.told_by(&value) }
            }
            _ => {
                self.error("type::auto", span, "`auto` needs an initial value.");
                ERROR
            }
        }
    }
}

pub(super) fn init_span(init: &InitSyntax) -> Span {
    match init {
        InitSyntax::Expr(expr) => expr.span,
        InitSyntax::List(_, span) | InitSyntax::Values(_, span) => *span,
    }
}

/// The value of a bit-field, which is that of some bits of a number.
pub(super) fn as_bits(bits: Option<Bits>, parts: &mut [(u64, Expr)]) {
    let Some(bits) = bits else { return };
    for (_, value) in parts {
        let Expr { ty, span, .. } = *value;
        let whole = core::mem::replace(value, Expr { kind: ExprKind::Const(0), ty, span });
        value.kind = ExprKind::Bits(bits, Box::new(whole));
    }
}

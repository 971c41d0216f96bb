//! Expressions: places, names, casts.

use alloc::{boxed::Box, format, string::ToString, vec};

use super::super::ast::{ExprKind as Syntax, UnaryOp};
use super::super::builtins;
use super::super::dialects;
use super::super::literal;
use super::super::typed::{Init, Place, PlaceKind, Storage};
use super::super::types::{BOOL, INT, LIST, Pointer, SIZE, Space, TypeKind, VOID, scalar};
use super::record::PLACES;
use super::*;
use crate::base::suggest::suggest;
use crate::ir;

/// What an expression turns out to be.
pub(super) enum Operand {
    Place(Place),
    Value(Expr),
}

impl Operand {
    /// Its type: a place's own, before an array becomes a pointer.
    pub(super) fn ty(&self) -> TypeId {
        match self {
            Operand::Place(place) => place.ty,
            Operand::Value(value) => value.ty,
        }
    }
}

impl Checker<'_> {
    /// The value of an expression: places are read, arrays become pointers.
    pub(super) fn expr(&mut self, expr: &ast::Expr) -> Expr {
        let operand = self.operand(expr);
        self.value_of(operand, expr.span)
    }

    pub(super) fn value_of(&mut self, operand: Operand, span: Span) -> Expr {
        match operand {
            Operand::Value(value) => value,
            Operand::Place(place) => self.load(place, span),
        }
    }

    pub(super) fn load(&mut self, place: Place, span: Span) -> Expr {
        if let TypeKind::Array { of, .. } = self.program.types.kind(place.ty) {
            return self.address(place, of, span);
        }
        if let PlaceKind::Var(var) = place.kind
            && let Some(bits) = self.var(var).constant
        {
            return Expr { kind: ExprKind::Const(bits), ty: place.ty, span };
        }
        let ty = place.ty;
        if let PlaceKind::Value(value) = place.kind {
            return value;
        }
        Expr { kind: ExprKind::Load(Box::new(place)), ty, span }
    }

    /// A pointer to a place, or to its first element of type `to`.
    pub(super) fn address(&mut self, place: Place, to: TypeId, span: Span) -> Expr {
        if let PlaceKind::Bits(..) = place.kind {
            let help = "Copy it into a variable.";
            self.hint(
                "type::place",
                span,
                "A bit-field has no address, and no reference is bound to it.",
                help,
            );
            return self.nothing(span);
        }
        let (is_const, is_volatile) = (place.is_const, place.is_volatile);
        let space = self.space_of(&place);
        self.mark_escaping(&place);
        let ty = self.program.types.pointer(Pointer { to, space, is_const, is_volatile });
        self.not_too_deep(to, ty, span);
        Expr { kind: ExprKind::Address(Box::new(place)), ty, span }
    }

    pub(super) fn space_of(&self, place: &Place) -> Option<Space> {
        match &place.kind {
            PlaceKind::Var(var) => Some(match self.var(*var).storage {
                Storage::Private => Space::Private,
                Storage::Local | Storage::DynamicLocal => Space::Local,
                Storage::Constant(_) => Space::Constant,
                Storage::Supplied(space, _) => space,
            }),
            PlaceKind::Deref(pointer) => self.program.types.as_pointer(pointer.ty)?.space,
            PlaceKind::Member(base, _) | PlaceKind::Bits(base, _) | PlaceKind::Components(base, _) => {
                self.space_of(base)
            }
            PlaceKind::Value(_) => Some(Space::Private),
        }
    }

    fn mark_escaping(&mut self, place: &Place) {
        match &place.kind {
            PlaceKind::Var(var) => self.var_mut(*var).escapes = true,
            PlaceKind::Member(base, _) | PlaceKind::Bits(base, _) | PlaceKind::Components(base, _) => {
                self.mark_escaping(base)
            }
            PlaceKind::Deref(_) | PlaceKind::Value(_) => {}
        }
    }

    /// A pointer to the place that a reference is bound to.
    pub(super) fn reference_to(&mut self, operand: Operand, span: Span) -> Expr {
        match self.as_place(operand) {
            Operand::Place(place) => {
                let to = place.ty;
                self.address(place, to, span)
            }
            Operand::Value(value) => {
                if !value.ty.is_error() {
                    let help = "Give the value a name first, and pass the variable.";
                    self.hint(
                        "type::reference",
                        span,
                        "A reference cannot be bound to a value without a place.",
                        help,
                    );
                }
                self.nothing(span)
            }
        }
    }

    /// What a reference is bound to. One to a `const`, or (`&&`) to values, also takes a value, which gets a place of its own.
    pub(super) fn bound(&mut self, operand: Operand, (ty, takes_values): (TypeId, bool), span: Span) -> Expr {
        let operand = match (operand, self.program.types.as_pointer(ty)) {
            (Operand::Place(place), Some(to)) if self.derives(place.ty, to.to) => {
                Operand::Place(self.base_place(place, to.to))
            }
            (operand, _) => operand,
        };
        let Some(to) = self.program.types.as_pointer(ty).filter(|to| to.is_const || takes_values) else {
            return self.reference_to(operand, span);
        };
        if takes_values && operand.ty() == to.to && self.stays(&operand) {
            let message = "A reference to values (`&&`) is not bound to something that keeps its place.";
            self.hint("type::reference", span, message, "Write `std::move(…)` around it.");
            return self.nothing(span);
        }
        let is_bits = matches!(&operand, Operand::Place(Place { kind: PlaceKind::Bits(..), .. }));
        if !is_bits && matches!(&operand, Operand::Place(place) if place.ty == to.to) {
            return self.reference_to(operand, span);
        }
        let value = self.value_of(operand, span);
        // A value of a derived class stays whole: whoever has the reference may know what it is.
        let derives = self.derives(value.ty, to.to);
        let value = if derives { value } else { self.convert(value, to.to) };
        let made = if derives { value.ty } else { to.to };
        let at = self.nameless(made, true, span);
        let place = local_place(at, made, span);
        let place = if derives { self.base_place(place, to.to) } else { place };
        let address = self.address(place, to.to, span);
        let ty = if value.ty.is_error() { value.ty } else { address.ty };
        let init = Init { parts: vec![(0, value)], zero: false };
        Expr { kind: ExprKind::Compound(at, Box::new(init), Box::new(address)), ty, span }
    }

    /// A place behind a cast to `T &&`.
    fn given_up(&mut self, ty: &ast::TypeSyntax, place: &ast::Expr) -> Operand {
        let gives_up = self.describe(&ty.specifiers, &ty.declarator).takes_values;
        match self.operand(place) {
            Operand::Place(Place { kind: PlaceKind::Deref(pointer), ty, is_const, is_volatile, span })
                if gives_up =>
            {
                let kind = PlaceKind::Deref(super::overload::given_up(pointer));
                Operand::Place(Place { kind, ty, is_const, is_volatile, span })
            }
            operand => operand,
        }
    }

    pub(super) fn operand(&mut self, expr: &ast::Expr) -> Operand {
        let span = expr.span;
        let value = match &expr.kind {
            Syntax::Name(name) => return self.name(*name, span),
            Syntax::Functions { targets, .. } | Syntax::Template(targets, _) => {
                return match targets.first() {
                    Some(name) => self.name(*name, span),
                    None => Operand::Value(self.nothing(span)),
                };
            }
            // `*&a` is `a`, so that `*this` takes no address.
            Syntax::Unary(UnaryOp::Deref, pointer) => match &pointer.kind {
                Syntax::Unary(UnaryOp::Address, object) => return self.operand(object),
                _ => {
                    let operands = vec![(self.operand(pointer), pointer.span)];
                    return match self.overloaded("*", operands, span) {
                        Ok(result) => result,
                        Err(mut own) => {
                            let pointer = match own.pop() {
                                Some((own, at)) => self.value_of(own, at),
                                None => self.nothing(span),
                            };
                            self.deref(pointer, span)
                        }
                    };
                }
            },
            Syntax::Static(path, name, _) => return self.static_member(path, *name, span),
            Syntax::Lambda(lambda) => self.lambda(lambda, span),
            Syntax::MemberInstance(member, _) => return self.operand(member),
            Syntax::Element(object, at, count) => return self.element_of(object, *at, *count, span),
            Syntax::Index(base, index) => return self.index(base, index, span),
            Syntax::Member { base, name, name_span, arrow } => {
                return self.member(base, *name, *name_span, *arrow, span);
            }
            Syntax::List(items) => {
                self.lists.push(items.clone());
                Expr { kind: ExprKind::Const(self.lists.len() as u64 - 1), ty: LIST, span }
            }
            Syntax::Int(value, ty) => Expr { kind: ExprKind::Const(*value), ty: scalar(*ty), span },
            Syntax::Float(value, ty) => self.float(*value, *ty, span),
            Syntax::Null => self.null(span),
            Syntax::Text(_) => {
                let help = "Strings have no use in a kernel except in `printf`, which prints nothing here.";
                self.hint("unsupported::string", span, "Strings are not supported here.", help);
                self.nothing(span)
            }
            Syntax::Unary(op, operand) => self.unary(*op, operand, span),
            Syntax::Binary(first, rest) => return self.chain(first, rest),
            Syntax::Assign(op, left, right) => return self.assign(*op, left, right, span),
            Syntax::Step { up, prefix, operand } => return self.step(*up, *prefix, operand, span),
            Syntax::Conditional(condition, yes, no) => {
                let condition = self.asked(condition);
                if self.as_vector(condition.ty).is_some() {
                    let (yes, no) = (self.expr(yes), self.expr(no));
                    return Operand::Value(self.vector_conditional(condition, yes, no, span));
                }
                let condition = self.convert(condition, BOOL);
                let known = self.fold(&condition);
                let yes = self.reached(known != Some(0), |this| this.expr(yes));
                let no = self.reached(known.is_none_or(|known| known == 0), |this| this.expr(no));
                let same = yes.ty == no.ty;
                let [yes, no] = [yes, no].map(|value| if same { value } else { self.as_number(value) });
                self.conditional(condition, yes, no, span)
            }
            Syntax::Call(callee, args) => {
                let value = self.call(callee, args, span);
                return self.referred(value, span);
            }
            Syntax::Cast(ty, operand) => {
                let ty = self.type_of_syntax(ty);
                match self.as_vector(ty) {
                    Some(to) => self.vector_cast(to, operand, span),
                    None => {
                        let value = self.expr(operand);
                        self.cast(value, ty, span)
                    }
                }
            }
            Syntax::Compound(ty, items) => return self.compound(ty, items, span),
            Syntax::GivenUp(ty, place) => return self.given_up(ty, place),
            Syntax::SizeofType(ty) => {
                let ty = self.type_of_syntax(ty);
                self.size_of(ty, span)
            }
            Syntax::AlignofType(ty) => {
                let ty = self.type_of_syntax(ty);
                // `void` may lie anywhere, as for GNU's compilers.
                let align = if ty == VOID {
                    1
                } else {
                    {
                        let ty = self.complete(ty, span);
                        self.program.types.align(ty)
                    }
                };
                Expr { kind: ExprKind::Const(align), ty: SIZE, span }
            }
            Syntax::VecStep(ty) => {
                let ty = self.type_of_syntax(ty);
                self.vec_step(ty, span)
            }
            Syntax::SizeofExpr(operand) => {
                if let Syntax::Text(text) = operand.kind {
                    return Operand::Value(self.size_of_text(text, span));
                }
                let ty = self.unevaluated(|this| this.operand(operand)).ty();
                let truth = self.dialect == Dialect::OpenCl && ty == BOOL && is_truth(operand);
                self.size_of(if truth { INT } else { ty }, span)
            }
            Syntax::Comma(parts) => {
                let mut before: Vec<Expr> = parts.iter().map(|part| self.expr(part)).collect();
                match before.pop() {
                    Some(last) => {
                        let ty = last.ty;
                        Expr { kind: ExprKind::Comma(before, Box::new(last)), ty, span }
                    }
                    None => self.nothing(span),
                }
            }
        };
        Operand::Value(value)
    }

    fn float(&self, value: f64, ty: super::super::types::Scalar, span: Span) -> Expr {
        let bits = crate::base::num::convert(ir::Convert::FToF, ir::Type::F64, ty.ir(), value.to_bits());
        let bits = if ty.ir() == ir::Type::F64 { value.to_bits() } else { bits };
        Expr { kind: ExprKind::Const(bits), ty: scalar(ty), span }
    }

    pub(super) fn null(&mut self, span: Span) -> Expr {
        let pointer = Pointer { to: VOID, space: None, is_const: false, is_volatile: false };
        Expr { kind: ExprKind::Null, ty: self.program.types.pointer(pointer), span }
    }

    fn size_of(&mut self, ty: TypeId, span: Span) -> Expr {
        if ty.is_error() {
            return self.nothing(span);
        }
        let ty = self.complete(ty, span);
        // What is passed for an image is not what it takes elsewhere.
        if self.refuses_images(ty, span) {
            return self.nothing(span);
        }
        let size = self.program.types.bytes(ty);
        Expr { kind: ExprKind::Const(size), ty: SIZE, span }
    }

    /// Bytes of a string with its end.
    fn size_of_text(&mut self, text: Symbol, span: Span) -> Expr {
        match literal::string(self.text(text)) {
            Some(bytes) => Expr { kind: ExprKind::Const(bytes.len() as u64 + 1), ty: SIZE, span },
            None => {
                self.error("lex::string", span, "This string has an escape that is not one of C.");
                self.nothing(span)
            }
        }
    }

    pub(super) fn var_place(&mut self, var: VarRef, span: Span) -> Place {
        if let VarRef::Global(at) = var
            && !self.here.uses.contains(&at)
        {
            self.here.uses.push(at);
        }
        let found = self.var(var);
        let (ty, is_const, is_volatile) = (found.ty, found.is_const, found.is_volatile);
        let place = Place { kind: PlaceKind::Var(var), ty, is_const, is_volatile, span };
        if !found.is_reference {
            return place;
        }
        let (to, is_const) =
            self.program.types.as_pointer(ty).map_or((ERROR, false), |to| (to.to, to.is_const));
        let pointer = Expr { kind: ExprKind::Load(Box::new(place)), ty, span };
        Place { kind: PlaceKind::Deref(pointer), ty: to, is_const, is_volatile, span }
    }

    pub(super) fn name(&mut self, name: Symbol, span: Span) -> Operand {
        let entity = self.resolve(name);
        self.meant(entity, name, span)
    }

    /// What a name with this meaning is as a value.
    pub(super) fn meant(&mut self, entity: Option<Entity>, name: Symbol, span: Span) -> Operand {
        let value = match entity {
            Some(Entity::Var(var)) => return Operand::Place(self.var_place(var, span)),
            Some(Entity::Constant(bits, ty)) => Expr { kind: ExprKind::Const(bits), ty, span },
            Some(Entity::Function(_)) => {
                let message = format!("`{}` is a function: call it with `(…)`.", self.text(name));
                self.error("type::function", span, message);
                self.nothing(span)
            }
            Some(Entity::Type(_) | Entity::ConstType(_) | Entity::Reference(..)) => {
                let message = format!("`{}` is a type, but a value is expected here.", self.text(name));
                self.error("type::value", span, message);
                self.nothing(span)
            }
            Some(Entity::Captured(at, refers)) => return self.captured(at, refers, span),
            Some(Entity::Typed { ty, is_const, is_reference }) => {
                return self.typed(ty, is_const, is_reference, span);
            }
            Some(Entity::Outside) => {
                let text = self.text(name);
                let (message, help) = match self.lambdas.open.is_empty() {
                    false => (
                        format!("The lambda does not capture `{text}`."),
                        "Name it in the brackets, or write `[=]` or `[&]`.",
                    ),
                    true => (
                        format!("`{text}` belongs to the function around: a class in it does not see it."),
                        "Make it a member that the constructor gets, or declare a constant outside.",
                    ),
                };
                self.hint("type::capture", span, message, help);
                self.nothing(span)
            }
            Some(Entity::Host) => {
                let message =
                    format!("`{}` is a variable of host code: a kernel cannot see it.", self.text(name));
                let help = "Pass it as an argument, or mark it `__device__` or `__constant__`.";
                self.hint("name::host", span, message, help);
                self.nothing(span)
            }
            Some(Entity::Unread) => {
                self.report_unread(name, span);
                self.nothing(span)
            }
            None if let Some(member) = self.own_member(name, span) => return member,
            None => match self.whole_place(name, span) {
                Some(value) => value,
                None => {
                    self.unknown_name(name, span);
                    self.nothing(span)
                }
            },
        };
        Operand::Value(value)
    }

    fn unknown_name(&mut self, name: Symbol, span: Span) {
        let text = self.names.text(name);
        let error = Diagnostic::error("name::unknown", span, format!("`{text}` is not declared."));
        if !self.report.keeps_unknown(&error.message) {
            return self.report.push(error);
        }
        let visible = self.scopes.visible().map(|symbol| self.names.text(symbol));
        let cuda = PLACES.iter().map(|(text, _)| *text).filter(|_| self.dialect == Dialect::Cuda);
        let help = if let Some(other) = dialects::other_language(text, self.dialect) {
            other
        } else {
            match suggest(text, visible.chain(cuda)) {
                Some(near) => format!("Did you mean `{near}`?"),
                None if text.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_') => {
                    format!(
                        "If it is a macro that the host defines, add `{text}=value` to the compiler's options (-D)."
                    )
                }
                None => "Declare it first, or pass it as an argument.".to_string(),
            }
        };
        self.report.push(error.help(help));
    }

    fn unary(&mut self, op: UnaryOp, operand: &ast::Expr, span: Span) -> Expr {
        if op == UnaryOp::Address {
            self.here.of_address = matches!(operand.kind, Syntax::Index(..));
            let at = self.operand(operand);
            return match self.as_place(at) {
                Operand::Place(place) if place.ty.is_error() => self.nothing(span),
                Operand::Place(place) if self.is_in_vector(&place) => {
                    let help = "Take the address of the vector, or keep the component in a variable.";
                    let message = "Components of a vector have no address.";
                    self.hint("type::place", operand.span, message, help);
                    self.nothing(span)
                }
                Operand::Place(place) => {
                    let to = place.ty;
                    self.address(place, to, span)
                }
                Operand::Value(value) => {
                    if !value.ty.is_error() {
                        self.error(
                            "type::place",
                            operand.span,
                            "Only something with a place in memory has an address.",
                        );
                    }
                    self.nothing(span)
                }
            };
        }
        let operands = vec![(self.operand(operand), operand.span)];
        let value = match self.overloaded(op.text(), operands, span) {
            Ok(result) => return self.value_of(result, span),
            Err(mut own) => match own.pop() {
                Some((own, at)) => self.value_of(own, at),
                None => self.nothing(span),
            },
        };
        if value.ty.is_error() {
            return self.nothing(span);
        }
        if let Some(of) = self.as_vector(value.ty) {
            return self.vector_unary(op, value, of, span);
        }
        if op == UnaryOp::Not {
            let value = self.convert(value, BOOL);
            return self.simple_unary(ir::Unary::Not, value, span);
        }
        let value = self.as_number(value);
        let value = self.promoted(value);
        let Some(found) = self.program.types.as_scalar(value.ty) else {
            let message = format!("`{}` cannot be applied to {}.", op.text(), self.show(value.ty));
            self.error("type::operands", span, message);
            return self.nothing(span);
        };
        match (op, found.is_float()) {
            (UnaryOp::Plus, _) => Expr { span, ..value },
            (UnaryOp::Minus, true) => self.simple_unary(ir::Unary::FNeg, value, span),
            (UnaryOp::Minus, false) => self.simple_unary(ir::Unary::Neg, value, span),
            (_, false) => self.simple_unary(ir::Unary::Not, value, span),
            (_, true) => {
                self.error("type::operands", span, "`~` needs an integer.");
                self.nothing(span)
            }
        }
    }

    pub(super) fn simple_unary(&mut self, op: ir::Unary, value: Expr, span: Span) -> Expr {
        let ty = value.ty;
        if ty.is_error() {
            return self.nothing(span);
        }
        let expr = Expr { kind: ExprKind::Unary(op, Box::new(value)), ty, span };
        self.folded(expr)
    }

    /// An expression that is for something of a type: a list in braces is of this type.
    pub(super) fn operand_for(&mut self, expr: &ast::Expr, to: TypeId) -> Operand {
        match &expr.kind {
            Syntax::List(items) => self.listed(to, items, expr.span),
            _ => self.operand(expr),
        }
    }

    /// The values of a list in braces whose type is not known yet.
    pub(super) fn list_of(&self, list: &Expr) -> &[ast::InitItem] {
        match list.kind {
            ExprKind::Const(at) => self.lists.get(at as usize).map_or(&[], |items| items),
            _ => &[],
        }
    }

    /// Reports a list in braces where nothing tells its type.
    pub(super) fn unknown_list(&mut self, value: &Expr) -> bool {
        if value.ty == LIST {
            let help = "Write the type in front of it: `T{ … }`.";
            self.hint("type::list", value.span, "The type of this list of values is not known here.", help);
        }
        value.ty == LIST
    }

    /// `(T){ … }`: a nameless variable.
    fn compound(&mut self, syntax: &ast::TypeSyntax, items: &[ast::InitItem], span: Span) -> Operand {
        let ty = self.type_of_syntax(syntax);
        self.listed(ty, items, span)
    }

    /// A nameless variable of a type with values in braces.
    pub(super) fn listed(&mut self, mut ty: TypeId, items: &[ast::InitItem], span: Span) -> Operand {
        let at = self.nameless(ty, true, span);
        let init = self.initialiser_of(Some(at), &mut ty, &ast::Init::List(items.to_vec(), span));
        if ty.is_error() || self.here.function.is_none() {
            return Operand::Value(self.nothing(span));
        }
        self.here.vars[at as usize].ty = ty;
        let place = local_place(at, ty, span);
        let value = Expr { kind: ExprKind::Load(Box::new(place)), ty, span };
        let kind = ExprKind::Compound(at, Box::new(init), Box::new(value));
        Operand::Value(Expr { kind, ty, span })
    }

    /// A variable without a name.
    pub(super) fn nameless(&mut self, ty: TypeId, escapes: bool, span: Span) -> u32 {
        self.here.vars.push(Var { escapes, ..Var::private(Symbol(u32::MAX), ty, span) });
        self.here.vars.len() as u32 - 1
    }

    /// What is known under a name that is called.
    pub(super) fn suggest_function(&self, text: &str) -> Option<String> {
        let functions = self
            .scopes
            .visible()
            .filter(|symbol| matches!(self.scopes.find(*symbol), Some(Entity::Function(_))));
        let own = functions.map(|symbol| self.names.text(symbol));
        let listed = builtins::all().filter(|builtin| builtin.place.has(self.dialect));
        suggest(text, own.chain(listed.map(|builtin| builtin.name))).map(ToString::to_string)
    }
}

/// Is its value the answer of a comparison, `!`, `&&` or `||`, or `true`? In C that is an `int`, in C++ a `bool`.
fn is_truth(expr: &ast::Expr) -> bool {
    use super::super::ast::BinaryOp::*;
    match &expr.kind {
        Syntax::Unary(UnaryOp::Not, _) | Syntax::Int(_, super::super::types::Scalar::Bool) => true,
        Syntax::Binary(_, rest) => rest
            .last()
            .is_some_and(|(op, _)| matches!(op, Lt | Gt | Le | Ge | Eq | Ne | LogicalAnd | LogicalOr)),
        _ => false,
    }
}

/// The place of a variable of the function at hand.
pub(super) fn local_place(var: u32, ty: TypeId, span: Span) -> Place {
    let kind = PlaceKind::Var(VarRef::Local(var));
    Place { kind, ty, is_const: false, is_volatile: false, span }
}

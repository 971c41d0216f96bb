//! The tree as indented text, one node a line, for people.

use core::fmt::{self, Write};

use super::*;

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut dump = Dump { names: &self.names, out: f, level: 0 };
        self.items.iter().try_for_each(|item| dump.item(item))
    }
}

struct Dump<'a, 'f> {
    names: &'a Names,
    out: &'a mut fmt::Formatter<'f>,
    level: usize,
}

impl Dump<'_, '_> {
    fn line(&mut self, text: fmt::Arguments<'_>) -> fmt::Result {
        for _ in 0..self.level {
            self.out.write_str("  ")?;
        }
        self.out.write_fmt(text)?;
        self.out.write_char('\n')
    }

    fn inside(&mut self, f: impl FnOnce(&mut Self) -> fmt::Result) -> fmt::Result {
        self.level += 1;
        let result = f(self);
        self.level -= 1;
        result
    }

    fn item(&mut self, item: &Item) -> fmt::Result {
        match item {
            Item::Function(function) => self.function(function),
            Item::Declaration(declaration) => self.declaration(declaration),
            Item::Template(template) => {
                let names = self.names;
                self.line(format_args!("template"))?;
                self.inside(|this| {
                    template.params.iter().try_for_each(|param| {
                        let name = param.name.map_or("(unnamed)", |name| names.text(name));
                        match &param.kind {
                            TemplateParamKind::Type => this.line(format_args!("type {name}")),
                            TemplateParamKind::Value(ty) => {
                                this.line(format_args!("constant {name}: {}", Shown(&ty.specifiers, names)))
                            }
                        }
                    })?;
                    this.function(&template.function)
                })
            }
            Item::Class(class) => {
                let texts = self.names;
                self.line(format_args!("template of classes {}", texts.text(class.name)))?;
                self.inside(|this| class.functions.iter().try_for_each(|function| this.function(function)))
            }
            Item::Alias(alias) => self.each("template of types", &[alias.name]),
            Item::Specialisation(function) => {
                self.line(format_args!("specialisation"))?;
                self.inside(|this| this.function(function))
            }
            Item::Instantiation(function) => {
                self.line(format_args!("instantiation"))?;
                self.inside(|this| this.function(function))
            }
            Item::Launched(launched) => {
                let names = self.names;
                self.line(format_args!("launch of an instance of {}", names.text(launched.name)))?;
                self.inside(|this| this.template_args(&launched.args))
            }
            Item::Assert(condition, _) => self.headed("static_assert", &[condition], &[]),
            Item::Host(names) => self.each("host variable", names),
            Item::Unread { names, .. } => self.each("unread", names),
        }
    }

    fn function(&mut self, function: &Function) -> fmt::Result {
        let word = if function.specifiers.is_kernel { "kernel" } else { "function" };
        let names = self.names;
        let name = shown_name(&function.declarator, names);
        self.line(format_args!("{word} {name}: {}", Shown(&function.specifiers, names)))?;
        self.inside(|this| {
            this.template_args(&function.declarator.args)?;
            this.derivation(&function.declarator.derivation)?;
            this.block(function.body.as_deref().unwrap_or_default())
        })
    }

    fn template_args(&mut self, args: &[TemplateArg]) -> fmt::Result {
        let names = self.names;
        args.iter().try_for_each(|arg| match &arg.kind {
            TemplateArgKind::Type(ty) => self.line(format_args!("for {}", Shown(&ty.specifiers, names))),
            TemplateArgKind::Spread(arg, _) | TemplateArgKind::Each(arg, ..) => {
                self.line(format_args!("for each"))?;
                self.inside(|this| this.template_args(core::slice::from_ref(arg)))
            }
            TemplateArgKind::Value(value) => {
                self.line(format_args!("for"))?;
                self.inside(|this| this.expr(value))
            }
        })
    }

    fn each(&mut self, what: &str, names: &[Symbol]) -> fmt::Result {
        let texts = self.names;
        names.iter().try_for_each(|name| self.line(format_args!("{what} {}", texts.text(*name))))
    }

    fn derivation(&mut self, derivation: &[Derivation]) -> fmt::Result {
        derivation.iter().try_for_each(|derivation| match derivation {
            Derivation::Pointer { .. } => self.line(format_args!("pointer to")),
            Derivation::Reference(..) => self.line(format_args!("reference to")),
            Derivation::Array(None, _) => self.line(format_args!("array of")),
            Derivation::Array(Some(len), _) => {
                self.line(format_args!("array of length"))?;
                self.inside(|this| this.expr(len))
            }
            Derivation::Function(params, _) => params.iter().try_for_each(|param| {
                let names = self.names;
                let name = shown_name(&param.declarator, names);
                self.line(format_args!("parameter {name}: {}", Shown(&param.specifiers, names)))?;
                self.inside(|this| this.derivation(&param.declarator.derivation))
            }),
        })
    }

    fn declaration(&mut self, declaration: &Declaration) -> fmt::Result {
        let names = self.names;
        self.line(format_args!("declare: {}", Shown(&declaration.specifiers, names)))?;
        self.inside(|this| {
            if let Base::Struct(spec) = &declaration.specifiers.base {
                let members = spec.members.as_deref().unwrap_or_default();
                members.iter().try_for_each(|member| this.declaration(member))?;
            }
            declaration.names.iter().try_for_each(|declared| {
                let name = shown_name(&declared.declarator, names);
                this.line(format_args!("{name}"))?;
                this.inside(|this| {
                    this.derivation(&declared.declarator.derivation)?;
                    declared.init.as_ref().map_or(Ok(()), |init| this.init(init))
                })
            })
        })
    }

    fn init(&mut self, init: &Init) -> fmt::Result {
        match init {
            Init::Expr(expr) => self.expr(expr),
            Init::Values(values, _) => {
                self.line(format_args!("values"))?;
                self.inside(|this| values.iter().try_for_each(|value| this.expr(value)))
            }
            Init::List(items, _) => {
                self.line(format_args!("list"))?;
                self.inside(|this| items.iter().try_for_each(|item| this.init(&item.init)))
            }
        }
    }

    fn block(&mut self, stmts: &[Stmt]) -> fmt::Result {
        stmts.iter().try_for_each(|stmt| self.stmt(stmt))
    }

    fn headed(&mut self, head: &str, exprs: &[&Expr], stmts: &[&Stmt]) -> fmt::Result {
        self.line(format_args!("{head}"))?;
        self.inside(|this| {
            exprs.iter().try_for_each(|expr| this.expr(expr))?;
            stmts.iter().try_for_each(|stmt| this.stmt(stmt))
        })
    }

    fn stmt(&mut self, stmt: &Stmt) -> fmt::Result {
        match &stmt.kind {
            StmtKind::Using(_) => self.line(format_args!("using")),
            StmtKind::Empty => self.line(format_args!("empty")),
            StmtKind::Unread => self.line(format_args!("unread")),
            StmtKind::Expr(expr) => self.expr(expr),
            StmtKind::Declaration(declaration) => self.declaration(declaration),
            StmtKind::Block(stmts) => {
                self.line(format_args!("block"))?;
                self.inside(|this| this.block(stmts))
            }
            StmtKind::If(condition, yes, None) => self.headed("if", &[condition], &[yes]),
            StmtKind::If(condition, yes, Some(no)) => {
                self.headed("if", &[condition], &[yes])?;
                self.headed("else", &[], &[no])
            }
            StmtKind::IfConstexpr(condition, yes, no) => {
                self.headed("if constexpr", &[condition], &[yes])?;
                no.as_deref().map_or(Ok(()), |no| self.headed("else", &[], &[no]))
            }
            StmtKind::StaticAssert(condition, _) => self.headed("static_assert", &[condition], &[]),
            StmtKind::While(condition, body) => self.headed("while", &[condition], &[body]),
            StmtKind::DoWhile(body, condition) => {
                self.headed("do", &[], &[body])?;
                self.headed("while", &[condition], &[])
            }
            StmtKind::For { init, condition, step, body } => {
                self.headed("for", &[], &init.as_deref().into_iter().collect::<Vec<_>>())?;
                self.inside(|this| {
                    this.headed("condition", &condition.iter().collect::<Vec<_>>(), &[])?;
                    this.headed("step", &step.iter().collect::<Vec<_>>(), &[])?;
                    this.stmt(body)
                })
            }
            StmtKind::Range(_, stmts) => {
                self.line(format_args!("for each"))?;
                self.inside(|this| stmts.iter().try_for_each(|stmt| this.stmt(stmt)))
            }
            StmtKind::Unroll(Unroll::Whole, body) => self.headed("unroll", &[], &[body]),
            StmtKind::Unroll(Unroll::Times(n), body) => {
                self.line(format_args!("unroll {n}"))?;
                self.inside(|this| this.stmt(body))
            }
            StmtKind::UnrollBy(name, _, body) => {
                let names = self.names;
                self.line(format_args!("unroll {}", names.text(*name)))?;
                self.inside(|this| this.stmt(body))
            }
            StmtKind::Switch(value, body) => self.headed("switch", &[value], &[body]),
            StmtKind::Case(value) => self.headed("case", &[value], &[]),
            StmtKind::Default => self.line(format_args!("default")),
            StmtKind::Break => self.line(format_args!("break")),
            StmtKind::Continue => self.line(format_args!("continue")),
            StmtKind::Goto(..) => self.line(format_args!("goto")),
            StmtKind::Label(_, _, None) => self.line(format_args!("label")),
            StmtKind::Label(_, _, Some(stmt)) => self.headed("label", &[], &[stmt]),
            StmtKind::Return(value) => self.headed("return", &value.iter().collect::<Vec<_>>(), &[]),
        }
    }

    fn expr(&mut self, expr: &Expr) -> fmt::Result {
        let names = self.names;
        match &expr.kind {
            ExprKind::Int(value, ty) => self.line(format_args!("{value} ({})", ty.name())),
            ExprKind::Float(value, ty) => self.line(format_args!("{value:?} ({})", ty.name())),
            ExprKind::Text(text) | ExprKind::Name(text) => self.line(format_args!("{}", names.text(*text))),
            ExprKind::Functions { targets, .. } => self.each("functions", targets),
            ExprKind::Template(templates, args) => {
                self.each("instance of", templates)?;
                self.inside(|this| this.template_args(args))
            }
            ExprKind::Lambda(lambda) => self.function(&lambda.function),
            ExprKind::Static(path, name, args) => {
                self.line(format_args!("{} of {}", names.text(*name), names.text(path.head)))?;
                self.inside(|this| this.template_args(args))
            }
            ExprKind::MemberInstance(member, args) => {
                self.expr(member)?;
                self.inside(|this| this.template_args(args))
            }
            ExprKind::Null => self.line(format_args!("nullptr")),
            ExprKind::Element(object, at, _) => self.node(format_args!("part {at}"), &[object]),
            ExprKind::Unary(op, a) => self.node(format_args!("unary {}", op.text()), &[a]),
            ExprKind::Binary(a, rest) => self.chain(a, rest),
            ExprKind::Assign(op, a, b) => {
                self.node(format_args!("{}=", op.map_or("", BinaryOp::text)), &[a, b])
            }
            ExprKind::Step { up, prefix, operand } => {
                let place = if *prefix { "before" } else { "after" };
                self.node(format_args!("{} {place}", if *up { "++" } else { "--" }), &[operand])
            }
            ExprKind::Conditional(a, b, c) => self.node(format_args!("?:"), &[a, b, c]),
            ExprKind::Call(callee, args) => {
                self.line(format_args!("call"))?;
                self.inside(|this| {
                    this.expr(callee)?;
                    args.iter().try_for_each(|arg| this.expr(arg))
                })
            }
            ExprKind::Index(a, b) => self.node(format_args!("index"), &[a, b]),
            ExprKind::Member { base, name, arrow, .. } => {
                let dot = if *arrow { "->" } else { "." };
                self.node(format_args!("{dot}{}", names.text(*name)), &[base])
            }
            ExprKind::AsBase(object, path) => {
                self.node(format_args!("as {}", names.text(path.head)), &[object])
            }
            ExprKind::Conversion(object, ty) => {
                self.node(format_args!("conversion to {}", Shown(&ty.specifiers, names)), &[object])
            }
            ExprKind::Cast(ty, a) => {
                self.line(format_args!("cast to {}", Shown(&ty.specifiers, names)))?;
                self.inside(|this| {
                    this.derivation(&ty.declarator.derivation)?;
                    this.expr(a)
                })
            }
            ExprKind::List(items) => {
                self.line(format_args!("list"))?;
                self.inside(|this| items.iter().try_for_each(|item| this.init(&item.init)))
            }
            ExprKind::Compound(ty, items) => {
                self.line(format_args!("value of {}", Shown(&ty.specifiers, names)))?;
                self.inside(|this| items.iter().try_for_each(|item| this.init(&item.init)))
            }
            ExprKind::AlignofType(ty) => self.line(format_args!("alignof {}", Shown(&ty.specifiers, names))),
            ExprKind::SizeofType(ty) => self.line(format_args!("sizeof {}", Shown(&ty.specifiers, names))),
            ExprKind::VecStep(ty) => self.line(format_args!("vec_step {}", Shown(&ty.specifiers, names))),
            ExprKind::GivenUp(_, a) => self.node(format_args!("given up"), &[a]),
            ExprKind::SizeofExpr(a) => self.node(format_args!("sizeof"), &[a]),
            ExprKind::Spread(a, _) => self.node(format_args!("..."), &[a]),
            ExprKind::Each(a, _, at) => self.node(format_args!("element {at}"), &[a]),
            ExprKind::SizeofPack(name) => self.line(format_args!("sizeof...({})", names.text(*name))),
            ExprKind::Fold(fold) => {
                let sides = [&fold.left, &fold.right].into_iter().flatten().map(|(side, _)| side);
                self.node(
                    format_args!("fold {}", fold.op.map_or(",", BinaryOp::text)),
                    &sides.collect::<Vec<_>>(),
                )
            }
            ExprKind::Comma(parts) => self.node(format_args!(","), &parts.iter().collect::<Vec<_>>()),
        }
    }

    /// One operator stands above its operands; of several, each stands above its right one.
    fn chain(&mut self, first: &Expr, rest: &[(BinaryOp, Expr)]) -> fmt::Result {
        if let [(op, last)] = rest {
            return self.node(format_args!("{}", op.text()), &[first, last]);
        }
        self.line(format_args!("from left to right"))?;
        self.inside(|this| {
            this.expr(first)?;
            rest.iter().try_for_each(|(op, right)| this.node(format_args!("{}", op.text()), &[right]))
        })
    }

    fn node(&mut self, head: fmt::Arguments<'_>, operands: &[&Expr]) -> fmt::Result {
        self.line(head)?;
        self.inside(|this| operands.iter().try_for_each(|operand| this.expr(operand)))
    }
}

fn shown_name<'a>(declarator: &Declarator, names: &'a Names) -> &'a str {
    declarator.name.map_or("(unnamed)", |(name, _)| names.text(name))
}

/// Specifiers in words.
struct Shown<'a>(&'a Specifiers, &'a Names);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shown(specifiers, names) = self;
        let words = [
            (specifiers.is_typedef, "typedef "),
            (specifiers.is_extern, "extern "),
            (specifiers.is_const, "const "),
            (specifiers.is_volatile, "volatile "),
        ];
        words.iter().filter(|(on, _)| *on).try_for_each(|(_, word)| f.write_str(word))?;
        if let Some(space) = specifiers.space {
            write!(f, "{} ", space.name())?;
        }
        let tag = |tag: Option<Symbol>| tag.map_or("", |tag| names.text(tag));
        match &specifiers.base {
            Base::Missing => f.write_str("?"),
            Base::Void => f.write_str("void"),
            Base::Scalar(scalar) => f.write_str(scalar.name()),
            Base::Vector(vector) => write!(f, "{}{}", vector.of.name(), vector.len),
            Base::Record(name) | Base::Named(name, _) | Base::Unsupported(_, name, _) => {
                f.write_str(names.text(*name))
            }
            Base::Path(path) => f.write_str(names.text(path.head)),
            Base::Struct(spec) => {
                write!(f, "{} {}", if spec.is_union { "union" } else { "struct" }, tag(spec.tag))
            }
            Base::Enum(spec) => write!(f, "enum {}", tag(spec.tag)),
            Base::Auto => f.write_str("auto"),
            Base::Decltype(_) => f.write_str("decltype"),
        }
    }
}

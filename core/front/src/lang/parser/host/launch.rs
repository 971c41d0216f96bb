//! Launches of host code.

use alloc::vec;

use super::declare::Shape;
use super::*;
use crate::front::HostMember;
use crate::lang::ast::{Base, LaunchType, Launched, TemplateArg, TemplateArgKind};

/// Most tokens of an argument that cannot be read.
const MAX_PASSED: usize = 1024;

/// An expression, or where one is that cannot be read.
type Read = Result<Expr, HostUnknown>;

/// What an argument of a launch is worth, and where it stands.
type HostArgument = (Span, Folded);

/// What is launched: a kernel, or an instance of a template.
pub(super) struct Callee {
    pub name: Symbol,
    pub args: Vec<TemplateArg>,
}

/// What each argument of a launch is, as far as host code tells.
type Given = Vec<Option<LaunchType>>;

/// What a launch takes, in the words of the text.
struct Taken<'a> {
    kernel: Callee,
    span: Span,
    grid: &'a Read,
    block: &'a Read,
    dynamic_local: Option<&'a Read>,
    /// The arguments; what is written instead if they are not known.
    args: Result<Vec<HostArgument>, HostUnknown>,
    /// What is known of the members of arguments that are objects.
    members: Vec<HostMember>,
    given: Given,
}

/// Where the arguments of a function that launches stand: the kernel comes first, then grid and block.
#[derive(Clone, Copy)]
enum Form {
    /// Shared memory, stream, arguments.
    Hip,
    /// An array with pointers to the arguments, shared memory, stream.
    Cuda,
}

/// The functions that launch.
const LAUNCHERS: [(&str, Form); 4] = [
    ("hipLaunchKernelGGL", Form::Hip),
    ("hipLaunchKernel", Form::Cuda),
    ("cudaLaunchKernel", Form::Cuda),
    ("cudaLaunchCooperativeKernel", Form::Cuda),
];

impl Parser<'_> {
    /// The tokens of `<<<` at a place, with spaces or without.
    pub(super) fn opens_launch(&self, at: usize) -> Option<usize> {
        let is = |distance: usize, punct| self.token(at + distance).is(punct);
        match () {
            () if is(0, Punct::Shl) && is(1, Punct::Lt) => Some(2),
            () if is(0, Punct::Lt) && is(1, Punct::Shl) => Some(2),
            () if is(0, Punct::Lt) && is(1, Punct::Lt) && is(2, Punct::Lt) => Some(3),
            () => None,
        }
    }

    /// A launch, at the kernel's name; what is in its chevrons begins at `inside`.
    pub(super) fn launch(&mut self, at: usize, kernel: Callee, inside: usize) -> usize {
        self.at = inside;
        let config = self.listed(|this| this.closes_launch().is_some());
        let (Some(marks), [grid, block, rest @ ..]) = (self.closes_launch(), &config[..]) else {
            return at + 1;
        };
        self.at += marks;
        let end = self.at;
        let args = match self.take(Punct::LParen) {
            true => self.listed(|this| this.token(this.at).is(Punct::RParen)),
            false => Vec::new(),
        };
        self.take(Punct::RParen);
        let starts = self.starts_of(end, args.len());
        let (args, mut given) = (self.launch_values(&args), self.types_of(&args));
        let mut members = vec![];
        for (at, start) in starts.into_iter().enumerate() {
            if let Some(lambda) = self.lambda_given(start) {
                given[at] = Some(LaunchType::Class(lambda.tag));
                members.extend(self.captured_values(&lambda, at));
            }
        }
        let span = self.tokens[at].span.to(self.last);
        self.take_launch(Taken {
            kernel,
            span,
            grid,
            block,
            dynamic_local: rest.first(),
            args: Ok(args),
            members,
            given,
        });
        end
    }

    /// A call of a function that launches, at its name.
    pub(super) fn launch_call(&mut self, at: usize) -> Option<usize> {
        let word = self.names.text(self.tokens[at].name()?);
        let (_, form) = *LAUNCHERS.iter().find(|(name, _)| *name == word)?;
        self.at = at + 2;
        let parts = self.listed(|this| this.token(this.at).is(Punct::RParen));
        self.take(Punct::RParen);
        let [function, grid, block, rest @ ..] = &parts[..] else { return None };
        let kernel = launched(function.as_ref().ok()?)?;
        let (dynamic_local, args) = match form {
            Form::Hip => (rest.first(), Ok(self.launch_values(rest.get(2..).unwrap_or_default()))),
            Form::Cuda => (rest.get(1), self.pointed(rest.first()?)),
        };
        let span = self.tokens[at].span.to(self.last);
        let (members, given) = (Vec::new(), Vec::new());
        self.take_launch(Taken { kernel, span, grid, block, dynamic_local, args, members, given });
        Some(at + 2)
    }

    fn launch_values(&self, args: &[Read]) -> Vec<HostArgument> {
        let value = |arg: &Read| match arg {
            Ok(expr) => (expr.span, self.fold(expr)),
            Err(unknown) => (unknown.span, Err(*unknown)),
        };
        args.iter().map(value).collect()
    }

    /// The arguments that an array of pointers leads to.
    fn pointed(&self, array: &Read) -> Result<Vec<HostArgument>, HostUnknown> {
        let array = array.as_ref().map_err(|unknown| *unknown)?;
        let unknown = HostUnknown { span: array.span, why: Why::NotFolded };
        let ExprKind::Name(name) = array.kind else { return Err(unknown) };
        let variables = self.host.lists.get(&name).ok_or(unknown)?;
        let value = |name: &Symbol| (array.span, self.host.vars.get(name).copied().unwrap_or(Err(unknown)));
        Ok(variables.iter().map(value).collect())
    }

    /// Expressions with commas between them, up to the end that is asked for. What cannot be read is passed over.
    pub(super) fn listed(&mut self, ends: impl Fn(&Self) -> bool) -> Vec<Read> {
        let mut parts = Vec::new();
        loop {
            let start = self.at;
            if ends(self) {
                break;
            }
            let read = self.assignment();
            let over = self.token(self.at).is(Punct::Comma) || ends(self);
            parts.push(match read {
                Ok(expr) if over => Ok(expr),
                _ => {
                    self.at = start;
                    self.pass_argument(&ends);
                    Err(self.not_read(start))
                }
            });
            if !self.take(Punct::Comma) {
                break;
            }
        }
        parts
    }

    /// Goes on to the comma or the end behind something that cannot be read.
    fn pass_argument(&mut self, ends: &impl Fn(&Self) -> bool) {
        let mut depth = 0_u32;
        for _ in 0..MAX_PASSED {
            let token = self.token(self.at);
            match token.kind {
                Tok::End | Tok::Punct(Punct::Semi) if depth == 0 => return,
                Tok::End => return,
                _ if depth == 0 && (token.is(Punct::Comma) || ends(self)) => return,
                Tok::Punct(Punct::LParen | Punct::LBrace | Punct::LBracket) => depth += 1,
                Tok::Punct(Punct::RParen | Punct::RBrace | Punct::RBracket) => {
                    depth = depth.saturating_sub(1)
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    fn size_of_launch<T>(
        &self,
        read: &Read,
        as_size: impl Fn(HostValue, HostUnknown) -> Folded<T>,
    ) -> (Span, Folded<T>) {
        match read {
            Ok(expr) => {
                let unknown = HostUnknown { span: expr.span, why: Why::NotFolded };
                (expr.span, self.fold(expr).and_then(|value| as_size(value, unknown)))
            }
            Err(unknown) => (unknown.span, Err(*unknown)),
        }
    }

    /// Keeps a launch, and of what is not known why.
    fn take_launch(&mut self, taken: Taken) {
        let mut gaps = Vec::new();
        let (grid, blocks) = self.size_of_launch(taken.grid, fold::dim);
        let (block, threads) = self.size_of_launch(taken.block, fold::dim);
        let local = known(&mut gaps, HostPart::Block, block, threads);
        let global = known(&mut gaps, HostPart::Grid, grid, blocks).zip(local).and_then(|(blocks, local)| {
            let items = |d: usize| blocks[d].checked_mul(local[d]);
            let many = HostUnknown { span: grid, why: Why::TooMany };
            let global = items(0).zip(items(1)).zip(items(2)).map(|((x, y), z)| [x, y, z]);
            known(&mut gaps, HostPart::Grid, grid, global.ok_or(many))
        });
        let dynamic_local = match taken.dynamic_local {
            Some(read) => {
                let (place, bytes) = self.size_of_launch(read, fold::size);
                known(&mut gaps, HostPart::DynamicLocal, place, bytes)
            }
            None => Some(0),
        };
        let args = known(&mut gaps, HostPart::Args, taken.span, taken.args).unwrap_or_default();
        let args = args.into_iter().enumerate().map(|(at, (place, value))| {
            let value = value.and_then(|value| host_arg(value, place));
            // Of an object the members are told.
            match taken.members.iter().any(|member| member.arg == at) {
                true => value.ok(),
                false => known(&mut gaps, HostPart::Arg(at), place, value),
            }
        });
        let args = args.collect();
        let Callee { name, args: template_args } = taken.kernel;
        if self.templates.contains_key(&name) {
            let args = template_args.into_iter().map(|arg| self.host_constant(arg)).collect();
            self.launched.push(Launched {
                launch: self.launches.len(),
                name,
                args,
                given: taken.given,
                span: taken.span,
            });
        }
        let kernel = self.names.text(name).into();
        let (members, span) = (taken.members, taken.span);
        self.launches.push(HostLaunch { kernel, global, local, dynamic_local, args, members, gaps, span });
    }
}

impl Parser<'_> {
    /// Where each argument of a launch begins, whose brackets open at a token.
    fn starts_of(&self, open: usize, count: usize) -> Vec<usize> {
        let (mut starts, mut at) = (vec![open + 1], open + 1);
        while starts.len() < count {
            at = match self.token(at).kind {
                Tok::End | Tok::Punct(Punct::RParen) => break,
                Tok::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => self.behind_group(at),
                Tok::Punct(Punct::Comma) => {
                    starts.push(at + 1);
                    at + 1
                }
                _ => at + 1,
            };
        }
        starts.truncate(count);
        starts
    }

    /// What host code tells of the types of arguments.
    fn types_of(&self, args: &[Read]) -> Given {
        let of = |expr: &Expr| match &expr.kind {
            ExprKind::Name(name) => match self.host.kinds.get(name) {
                Some(kind) => Some(LaunchType::Number(kind.scalar, kind.shape != Shape::Value)),
                None => self.class_of_variable(*name).map(LaunchType::Class),
            },
            ExprKind::Int(_, scalar) | ExprKind::Float(_, scalar) => Some(LaunchType::Number(*scalar, false)),
            ExprKind::Compound(ty, _) if ty.declarator.derivation.is_empty() => match ty.specifiers.base {
                Base::Named(tag, _) => Some(LaunchType::Class(tag)),
                _ => None,
            },
            ExprKind::Call(callee, _) => match callee.kind {
                ExprKind::Name(tag) if self.is_type_name(tag) => Some(LaunchType::Class(tag)),
                _ => None,
            },
            _ => None,
        };
        args.iter().map(|arg| arg.as_ref().ok().and_then(of)).collect()
    }

    /// The class in front of the last declaration of a variable of host code.
    fn class_of_variable(&self, name: Symbol) -> Option<Symbol> {
        let pairs = self.tokens[..self.at].windows(2).rev();
        let mut types = pairs.filter(|pair| pair[1].name() == Some(name)).filter_map(|pair| pair[0].name());
        let class = types.find(|class| Keyword::of(*class, self.dialect).is_none())?;
        match self.find(class) {
            lookup::Found::Known(meaning) if meaning.what == crate::lang::spaces::What::Type => {
                meaning.targets.first().copied()
            }
            _ => None,
        }
    }

    /// An argument of a template whose value host code knows, as that number.
    fn host_constant(&self, arg: TemplateArg) -> TemplateArg {
        let TemplateArgKind::Value(expr) = &arg.kind else { return arg };
        let Ok(HostValue::Int(value)) = self.fold(expr) else { return arg };
        let scalar = if i32::try_from(value).is_ok() { Scalar::Int } else { Scalar::Long };
        let bits = if scalar == Scalar::Int { u64::from(value as i32 as u32) } else { value as u64 };
        let number = Expr { kind: ExprKind::Int(bits, scalar), span: expr.span, depth: 1 };
        TemplateArg { kind: TemplateArgKind::Value(number), span: arg.span }
    }
}

/// The value, or one more gap.
fn known<T>(gaps: &mut Vec<HostGap>, part: HostPart, place: Span, value: Folded<T>) -> Option<T> {
    match value {
        Ok(value) => Some(value),
        Err(unknown) => {
            gaps.push(HostGap { part, place, unknown });
            None
        }
    }
}

pub(super) fn host_arg(value: HostValue, span: Span) -> Folded<HostArg> {
    match value {
        HostValue::Int(value) => Ok(HostArg::Int(value)),
        HostValue::Float(value) => Ok(HostArg::Float(value)),
        HostValue::Memory(bytes) => Ok(HostArg::Bytes(bytes)),
        HostValue::Dim(_) => Err(HostUnknown { span, why: Why::NotFolded }),
    }
}

/// The kernel that `k`, `&k`, `(void *)k` or `HIP_KERNEL_NAME(k)` names.
fn launched(expr: &Expr) -> Option<Callee> {
    match &expr.kind {
        ExprKind::Name(name) => Some(Callee { name: *name, args: Vec::new() }),
        ExprKind::Functions { targets, .. } => Some(Callee { name: *targets.first()?, args: Vec::new() }),
        ExprKind::Template(targets, args) => Some(Callee { name: *targets.first()?, args: args.clone() }),
        ExprKind::Cast(_, inner) | ExprKind::Unary(UnaryOp::Address, inner) => launched(inner),
        ExprKind::Call(_, args) => launched(args.first()?),
        _ => None,
    }
}

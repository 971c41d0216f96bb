//! What a kernel takes: its parameters in the IR's terms.
//!
//! A struct or vector that is passed by value becomes one parameter for each of its scalars (`p.x`, `p.v[2]`, `v.s7`). A variable of the
//! program whose contents the host supplies becomes a further buffer parameter behind the others.

use alloc::{format, string::String, vec, vec::Vec};

use super::super::names::{Names, Symbol};
use super::super::typed::{FunctionId, Program, Storage, Var};
use super::super::types::{NAMELESS, Scalar, Space, TypeId, TypeKind, scalar};
use super::super::{Signature, images};
use crate::{
    base::OrdSet,
    ir::{ImagePart, Param, Type},
    printed,
};

/// Most parameters that a struct is split into.
pub const MAX_PARAMS: usize = 256;

/// The signature of a kernel (also of one with errors).
pub fn signature(program: &Program, kernel: FunctionId, names: &Names) -> Signature {
    let function = &program.functions[kernel.index()];
    let mut params = vec![];
    for var in &function.vars[..function.params] {
        let name = if var.name.index() < names.count() { names.text(var.name) } else { "" };
        let name = if name.is_empty() { format!("arg{}", params.len()) } else { name.into() };
        add(program, names, &mut params, name, var.ty, var);
    }
    let taken: Vec<String> = params.iter().map(|param| param.name.clone()).collect();
    let supplied = |global| supplied_param(program, names, global, &taken);
    params.extend(uses(program, kernel).into_iter().filter_map(supplied));
    Signature {
        name: function.title.clone(),
        params,
        required_local: function.required_local,
        span: function.span,
    }
}

/// The variables that the host supplies to a kernel, each with the number of its parameter.
pub fn supplied(program: &Program, kernel: FunctionId) -> Vec<(u32, u32)> {
    let function = &program.functions[kernel.index()];
    let mut next = 0;
    for var in &function.vars[..function.params] {
        program.types.leaves(var.ty, 0, &mut |_, _| {
            next += 1;
            next as usize <= MAX_PARAMS
        });
    }
    let globals = uses(program, kernel).into_iter();
    let supplied =
        globals.filter(|global| matches!(program.globals[*global as usize].storage, Storage::Supplied(..)));
    supplied.zip(next..).collect()
}

/// The program's variables that a kernel and the functions it calls name.
fn uses(program: &Program, kernel: FunctionId) -> OrdSet<u32> {
    let (mut seen, mut found) = (OrdSet::new(), OrdSet::new());
    let mut stack = vec![kernel];
    while let Some(id) = stack.pop() {
        if seen.insert(id) {
            let function = &program.functions[id.index()];
            found.extend(function.uses.iter().copied());
            stack.extend(function.calls.iter().map(|(callee, _)| *callee));
        }
    }
    found
}

fn add(program: &Program, names: &Names, params: &mut Vec<Param>, name: String, ty: TypeId, var: &Var) {
    if params.len() >= MAX_PARAMS {
        return;
    }
    let types = &program.types;
    match types.kind(ty) {
        TypeKind::Scalar(scalar) => {
            let ty = stored(scalar);
            params.push(Param {
                image: images::is_sampler(var).then_some(ImagePart::Sampler),
                unsigned: is_unsigned(scalar),
                read_only: true,
                source_type: var.source_type.clone(),
                span: var.span,
                ..Param::new(&name, ty, ty)
            });
        }
        TypeKind::Pointer(pointer) => {
            let space = pointer.space.unwrap_or(Space::Global);
            let read_only = pointer.is_const || space == Space::Constant;
            params.push(buffer(program, name, pointer.to, space, read_only, None, var));
        }
        TypeKind::Struct(_) => {
            let Some(found) = types.as_struct(ty) else { return };
            if let Some(image) = found.image {
                return params.extend(images::params(&name, image, var));
            }
            let count = if found.is_union { 1 } else { found.fields.len() };
            for field in found.fields.iter().take(count) {
                let name = match field.name {
                    NAMELESS => name.clone(),
                    member => format!("{name}.{}", names.text(member)),
                };
                add(program, names, params, name, field.ty, var);
            }
        }
        TypeKind::Array { of, len } => {
            for at in 0..len.unwrap_or(0).min(MAX_PARAMS as u64) {
                add(program, names, params, format!("{name}[{at}]"), of, var);
            }
        }
        TypeKind::Vector(of) => {
            for at in 0..of.len {
                let name = match names.component(at).filter(|_| of.len <= 4) {
                    Some(component) => format!("{name}.{}", names.text(component)),
                    None => format!("{name}.s{at:x}"),
                };
                add(program, names, params, name, scalar(of.of), var);
            }
        }
        TypeKind::Error | TypeKind::Void | TypeKind::List | TypeKind::Function(_) => {}
    }
}

fn buffer(
    program: &Program,
    name: String,
    to: TypeId,
    space: Space,
    read_only: bool,
    len: Option<u64>,
    var: &Var,
) -> Param {
    let types = &program.types;
    let first = types.first_leaf(to).and_then(|leaf| types.as_scalar(leaf)).unwrap_or(Scalar::UChar);
    let components = types.bytes(to) / u64::from(first.bytes());
    Param {
        unsigned: is_unsigned(first),
        components: u32::try_from(components).unwrap_or(u32::MAX).max(1),
        read_only,
        len,
        source_type: var.source_type.clone(),
        span: var.span,
        ..Param::new(&name, Type::Ptr(space), stored(first))
    }
}

/// `taken`: the names of the kernel's own parameters.
fn supplied_param(program: &Program, names: &Names, global: u32, taken: &[String]) -> Option<Param> {
    let var = &program.globals[global as usize];
    let Storage::Supplied(space, init) = &var.storage else { return None };
    if program.printer == Some(global) {
        let (room, longest) = program.print_words;
        let is_taken = taken.iter().any(|name| name == printed::NAME);
        let name = if is_taken { printed::OTHER_NAME } else { printed::NAME };
        let len = Some(printed::buffer_words(room, longest));
        return Some(buffer(program, name.into(), var.ty, *space, false, len, var));
    }
    let (mut element, mut len) = (var.ty, 1u64);
    while let TypeKind::Array { of, len: count } = program.types.kind(element) {
        (element, len) = (of, len.saturating_mul(count.unwrap_or(0)));
    }
    let source_type = program.types.show(var.ty, names);
    let name = without_path(program, names, var.name);
    let name = if taken.iter().any(|own| own == name) { format!("::{name}") } else { name.into() };
    let param = buffer(program, name, element, *space, var.is_const, Some(len), var);
    Some(Param { source_type, init: init.clone(), ..param })
}

/// The name of a variable without its namespaces, unless another one is called so.
fn without_path<'a>(program: &Program, names: &'a Names, name: Symbol) -> &'a str {
    let last = |name: Symbol| names.text(name).rsplit("::").next().unwrap_or_default();
    let called = program.globals.iter().filter(|other| last(other.name) == last(name));
    if called.count() == 1 { last(name) } else { names.text(name) }
}

/// The IR type in memory: a `bool` is a byte.
fn stored(scalar: Scalar) -> Type {
    match scalar {
        Scalar::Bool => Type::I8,
        other => other.ir(),
    }
}

fn is_unsigned(scalar: Scalar) -> bool {
    !scalar.is_float() && !scalar.is_signed()
}

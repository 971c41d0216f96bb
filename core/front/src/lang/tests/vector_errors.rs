//! What vectors refuse: the words, the place, and a way around.

use alloc::{format, string::String};

use super::front;
use crate::source::Diagnostic;

/// The one error of a body that may use `a`, a `float4`, `n`, an `int4`, and `s`, a `float`.
#[track_caller]
fn check(body: &str, code: &str, text: &str, help: &str) {
    let source = format!(
        "__kernel void k(__global float4 *o, __global int *p, float4 a, int4 n, float s) {{ {body} }}"
    );
    let errors: alloc::vec::Vec<Diagnostic> =
        front(&source).diagnostics.into_iter().filter(Diagnostic::is_error).collect();
    let [error] = errors.as_slice() else { panic!("{body}\n{errors:#?}") };
    let span = error.span();
    let at = &source[span.start as usize..span.end as usize];
    assert_eq!((error.code.as_ref(), at), (code, text), "{body}\n{error:?}");
    let said: String = error.help.clone().unwrap_or_default();
    assert!(said.contains(help), "{body}\n{said}");
}

#[test]
fn vectors_are_not_converted_without_being_asked() {
    check("o[0] = n;", "type::mismatch", "n", "convert_float4");
    check("a = (float4)n;", "type::mismatch", "n", "as_float4");
    check("s = a;", "type::mismatch", "a", ".x");
    check("a = a.xy;", "type::mismatch", "a.xy", "components");
    check("a = a + n;", "type::operands", "a + n", "convert_float4");
    check("a = a + a.xyz;", "type::operands", "a + a.xyz", "components");
    check("if (n) p[0] = 1;", "type::mismatch", "n", "any(");
    check("a = (float4)(n.xy, a.xy);", "type::mismatch", "n.xy", "convert_float2");
    check("double d = s; a = a * d;", "type::operands", "d", "(float)");
    check("n = n + s;", "type::operands", "s", "(int)");
    check("char4 c = 1; c = c + p[0];", "type::operands", "p[0]", "(char)");
    check("a = sqrt(n);", "type::arguments", "n", "sqrt");
    check("a = n ? n : n;", "type::mismatch", "n ? n : n", "convert_float4");
    check("long4 q = 1; a = q ? a : a;", "type::operands", "q", "convert_int4");
    check("a = select(a, a, p[0]);", "type::arguments", "p[0]", "select");
    check("n = convert_int3(n);", "type::arguments", "n", "convert");
    check("n = as_int8(n);", "type::arguments", "n", "as_type");
    check("a = as_float4(a.xyz);", "type::arguments", "a.xyz", "as_type");
}

#[test]
fn components_that_are_not_there() {
    check("s = a.xy.z;", "type::component", "z", ".xyzw");
    check("s = a.s4;", "type::component", "s4", ".s0");
    check("s = a.length;", "type::component", "length", ".xyzw");
    check("a = a.xyzwx;", "type::component", "xyzwx", "");
    check("o[0].x = a.r;", "type::component", "r", "`x`");
    check("a.xx = 1;", "type::component", "a.xx", "once");
    check("s = a[4];", "type::component", "4", "");
    check("__private float *q = &a.x;", "type::place", "a.x", "variable");
    check("(a + a).x = 1;", "type::place", "(a + a).x", "");
    check("const float4 c = a; c.xy = 1;", "type::const", "c.xy", "const");
}

#[test]
fn literals_and_operators() {
    check("a = (float4)(1, 2);", "type::components", "(float4)(1, 2)", "4");
    check("a = (float4)(a, 1);", "type::components", "(float4)(a, 1)", "4");
    check("float2 c = {1, 2, 3};", "type::too-many", "3", "");
    check("float2 c = {.x = 1};", "type::designator", "1", "values");
    check("a = float4(1, 2, 3, 4);", "type::call", "float4", "(float4)(");
    check("a++;", "type::operands", "a++", "+= 1");
    check("a = ~a;", "type::operands", "~a", "");
    check("a = a % a;", "type::operands", "a % a", "fmod");
    check("s = 1 << n;", "type::operands", "1 << n", "");
    check("a = shuffle(a, n);", "type::arguments", "n", "shuffle");
    check("n = shuffle(n, n);", "type::arguments", "n", "shuffle");
    check("float8 w = 1; s = length(w);", "type::arguments", "w", "length");
    check("vstore4(n, 0, (__global float *)o);", "type::arguments", "n", "vstore");
    check("a = vload4(0, o);", "type::arguments", "o", "vload");
    check("s = dot(n, n);", "type::arguments", "n", "dot");
    check("p[n] = 1;", "type::index", "n", "");
    check("float5 v;", "name::unknown", "float5", "float");
    check("bool4 v;", "name::unknown", "bool4", "");
}

/// Attributes that make vectors elsewhere are not overheard: what is left would be a scalar.
#[test]
fn attributes_that_make_other_types() {
    let typedef = |attribute| format!("typedef float F4 __attribute__(({attribute}(4)));");
    for attribute in ["ext_vector_type", "vector_size", "__vector_size__", "mode"] {
        check(&typedef(attribute), "unsupported::attribute", attribute, "float4");
    }
}

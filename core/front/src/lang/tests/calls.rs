//! Functions and calls: one function for each combination of spaces, and what goes in and comes out. [`run`] compares the
//! calls with the same kernel inlined, optimised, and optimised with its calls.

use alloc::{format, string::String, vec, vec::Vec};

use super::{Arg, cuda_ints, front, ints, kernel, run};
use crate::{
    document::{CompileOptions, Language, Limits},
    ir::{Kernel, Op, Space, Type, interp, text},
    lang::compile,
    launch::Launch,
};

/// Name and parameters of each function that a kernel has.
fn functions(kernel: &Kernel) -> Vec<(&str, &[Type])> {
    kernel.functions.iter().map(|function| (function.name.as_str(), function.params.as_slice())).collect()
}

fn kernel_of(functions: &str, body: &str) -> Kernel {
    kernel(&format!("{functions}\n__kernel void test(__global int *out) {{ {body} }}"))
}

#[test]
fn a_function_is_there_once_for_each_combination_of_spaces() {
    let functions_text = "void put(int *to, const int *from) { *to = *from + 1; }";
    let body = "__local int l; int p = 4; put(&p, out); put(out, &p); put(out + 1, &p); put(&l, &p); put(&p, &l); out[2] = p;";
    let kernel = kernel_of(functions_text, body);
    let pointers = |a, b| vec![Type::Ptr(a), Type::Ptr(b)];
    let expected = [
        pointers(Space::Private, Space::Global),
        pointers(Space::Global, Space::Private),
        pointers(Space::Local, Space::Private),
        pointers(Space::Private, Space::Local),
    ];
    assert_eq!(functions(&kernel), expected.each_ref().map(|params| ("put", params.as_slice())));
    assert_eq!(run(&kernel, [1; 3], [1; 3], &[Arg::Words(vec![6, 0, 0])])[0], [8, 8, 9]);
}

#[test]
fn functions_stand_behind_those_that_they_call() {
    let text = "int a(int x) { return x + 1; } int b(int x) { return a(x) * a(x + 1); } int c(int x) { return b(x) - a(x); }";
    let kernel = kernel_of(text, "out[0] = c(out[0]);");
    assert_eq!(functions(&kernel).iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["a", "b", "c"]);
    assert_eq!(run(&kernel, [1; 3], [1; 3], &[Arg::Words(vec![5])])[0], [6 * 7 - 6]);
}

#[test]
fn structs_go_in_as_their_scalars_and_come_out_through_memory_of_the_caller() {
    let text = "struct P { int x; float f[2]; bool b; };
        struct P moved(struct P p, int by) { p.x += by; p.f[1] *= 2; p.b = !p.b; return p; }";
    let body = "struct P p = {3, {1.5f, 2.5f}, true}; struct P q = moved(p, 4); struct P r = moved(moved(p, 1), 1);
        out[0] = p.x; out[1] = q.x; out[2] = (int)(q.f[1] * 2); out[3] = q.b; out[4] = r.x; out[5] = (int)r.f[1]; out[6] = r.b; out[7] = moved(q, 1).x;";
    let kernel = kernel_of(text, body);
    let [(_, params)] = functions(&kernel)[..] else { panic!("{}", text::print(&kernel)) };
    assert_eq!(params, [Type::Ptr(Space::Private), Type::I32, Type::F32, Type::F32, Type::I8, Type::I32]);
    assert_eq!(kernel.functions[0].result, None);
    let out = run(&kernel, [1; 3], [1; 3], &[Arg::Words(vec![0; 8])]);
    assert_eq!(out[0], [3, 7, 10, 0, 5, 10, 1, 8]);
}

/// The pointers in a struct that comes out point where those that the function put there do.
#[test]
fn pointers_in_structs_keep_their_spaces() {
    let text = "struct R { int *at; int n; }; struct R range(int *at, int n) { struct R r = {at, n}; return r; }
        int *next(int *p) { return p + 1; } int sum(struct R r) { int s = 0; for (int i = 0; i < r.n; i++) s += r.at[i]; return s; }";
    let body = "int own[3] = {1, 2, 3}; out[2] = sum(range(next(own), 2)) * 100 + sum(range(out, 2)); *next(out) = 9;";
    let kernel = kernel_of(text, body);
    assert_eq!(run(&kernel, [1; 3], [1; 3], &[Arg::Words(vec![5, 6, 0])])[0], [5, 9, 511]);
    assert_eq!(functions(&kernel).len(), 6, "each for private and global memory");
}

#[test]
fn conditions_go_in_and_out_as_bytes() {
    let text = "bool both(bool a, bool b) { return a && b; }";
    let kernel = kernel_of(text, "out[0] = both(out[0], out[1] > 3) + 2 * both(true, !out[2]);");
    assert_eq!(
        (&kernel.functions[0].params[..], kernel.functions[0].result),
        (&[Type::I8; 2][..], Some(Type::I8))
    );
    assert_eq!(run(&kernel, [1; 3], [1; 3], &[Arg::Words(vec![7, 4, 0])])[0], [3, 4, 0]);
}

#[test]
fn functions_return_from_inside_loops() {
    let text = "int find(const int *v, int n, int key) { for (int i = 0; i < n; i++) { if (v[i] < 0) continue; if (v[i] == key) return i; for (;;) { if (v[i] > 90) return -2; break; } } return -1; }";
    let body = "int v[5] = {4, -1, 7, 95, 8}; for (int k = 0; k < 4; k++) { out[k] = find(v, 5 - k, 7 + k % 2); if (out[k] == -1) return; out[k] += 10; }";
    // 7 is at 2; 8 is behind 95; 7 is at 2; with two left 8 is not there.
    assert_eq!(ints(text, body, 4), [12, 8, 12, -1]);
}

#[test]
fn calls_nest_in_arguments_conditions_and_loops() {
    let text = "int inc(int *p) { return ++*p; } int max3(int a, int b, int c) { return max(max(a, b), c); }
        void twice(int *p) { inc(p); inc(p); }";
    let body = "int n = 0; int m = max3(inc(&n), max3(inc(&n), 1, inc(&n)), n); out[0] = m; out[1] = n;
        while (inc(&n) < 9 && max3(n, 2, 5) < 9) twice(&n); out[2] = n; out[3] = inc(&n) ? inc(&n) : 0;";
    assert_eq!(ints(text, body, 4), [3, 3, 10, 12]);
}

/// All of a group come to a barrier in a function, each time it is called.
#[test]
fn barriers_stand_in_functions() {
    let source = "void put(__local int *tile, int value) { barrier(CLK_LOCAL_MEM_FENCE); tile[get_local_id(0)] = value; barrier(CLK_LOCAL_MEM_FENCE); }
        int sum(__local int *tile, int value) { put(tile, value); int s = 0; for (int i = 0; i < 4; i++) s += tile[i]; return s; }
        __kernel void test(__global int *out) { __local int tile[4]; int i = get_local_id(0); int a = sum(tile, i); for (int k = 0; k < 2; k++) a += sum(tile, a + i); out[i] = a; }";
    // 6; then 6 + (6 * 4 + 6) = 36; then 36 + (36 * 4 + 6).
    assert_eq!(run(&kernel(source), [4, 1, 1], [4, 1, 1], &[Arg::Words(vec![0; 4])])[0], [186; 4]);
}

/// A barrier in a function that two calls come to is two barriers.
#[test]
fn a_barrier_of_two_calls_is_two_barriers() {
    let source = "void meet() { barrier(CLK_LOCAL_MEM_FENCE); }
        __kernel void test(__global int *out) { if (get_local_id(0) < 2) meet(); else meet(); }";
    let kernel = kernel(source);
    let launch = Launch { global: [4, 1, 1], local: [4, 1, 1], ..Launch::default() };
    let mut memory = crate::image::Memory::default();
    let halt = interp::run(&kernel, &launch, &[0], &mut memory, &interp::Limits::default()).unwrap_err();
    assert!(
        matches!(&halt, crate::halt::Halt::Barrier { reason, .. } if reason.starts_with("2 of 4")),
        "{halt:?}"
    );
}

#[test]
fn printf_in_functions_evaluates_its_arguments() {
    let text = "int shown(int *p) { printf(\"%d\\n\", (*p)++); return *p; }";
    assert_eq!(ints(text, "int n = 4; out[0] = shown(&n) * 10 + shown(&n);", 1), [56]);
}

/// What is said of a call of `printf` in a kernel.
fn print_said(language: &str, call: &str) -> Vec<String> {
    let source = match language {
        "cl" => format!("__kernel void k(__global float *a) {{ {call}; a[0] = 1; }}"),
        _ => format!("__global__ void k(float *a) {{ {call}; a[0] = 1; }}"),
    };
    let found = front(&source);
    assert_eq!(found.kernels.len(), 1, "{source}\n{:#?}", found.diagnostics);
    let said = found.diagnostics.iter().filter(|said| said.code == "builtin::printf");
    said.map(|said| said.message.clone()).collect()
}

#[test]
fn formats_that_fit_say_nothing() {
    for call in [
        "printf(\"hi\\n\")",
        "printf(\"%d %u %c %x\", 1, 2u, 'a', (unsigned char)3)",
        "printf(\"%ld %lld %lu\", 1l, 2ll, (unsigned long)3)",
        "printf(\"%f %e %*.*g\", 1.0f, 2.0, 5, 2, a[0])",
        "printf(\"%s %p %%\", \"text\", a)",
        "int n = printf(\"%d\", 1); a[1] = n",
    ] {
        assert_eq!(print_said("cu", call), Vec::<String>::new(), "{call}");
    }
    let vectors = "printf(\"%v4hlf %v2hlf %v2hld\", (float4)(1), (float2)(2), (int2)(3))";
    assert_eq!(print_said("cl", vectors), Vec::<String>::new());
}

#[test]
fn formats_that_do_not_fit_say_so() {
    for (call, said) in [
        ("printf(\"%d\", 1.5f)", "`%d` prints an `int`, but this is `float`."),
        ("printf(\"%f\", 1)", "`%f` prints a `double`, but this is `int`."),
        ("printf(\"%d\", 1l)", "`%d` prints an `int`, but this is `long`."),
        ("printf(\"%5.3lld\", 1)", "`%5.3lld` prints an integer of 64 bits, but this is `int`."),
        ("printf(\"%s\", 1)", "`%s` prints a string, but this is `int`."),
        ("printf(\"%d\", \"x\")", "`%d` prints an `int`, but this is a string."),
        ("printf(\"%*d\", 1.0, 2)", "`*` prints an `int`, but this is `double`."),
        ("printf(\"%p\", 1)", "`%p` prints a pointer, but this is `int`."),
        ("printf(\"%d %d\", 1)", "This format asks for 2 values, but there are 1."),
        ("printf(\"%d\", 1, 2)", "This format asks for 1 value, but there are 2."),
        ("printf(\"%y\", 1)", "In this format `%y` is no conversion of `printf`."),
    ] {
        assert_eq!(print_said("cu", call), [said], "{call}");
    }
    let vector = "printf(\"%v4hlf\", (float2)(2))";
    assert_eq!(
        print_said("cl", vector),
        ["`%v4hlf` prints a vector of 4 such components, but this is `float2`."]
    );
    let alone = print_said("cl", "printf(\"%f\", (float2)(2))");
    assert_eq!(alone, ["`%f` prints a `double`, but this is `float2`."]);
}

/// Work-group memory of a function is the same in all calls; so are tables.
#[test]
fn work_group_memory_of_functions_is_there_once() {
    let text = "__constant__ int primes[4] = {2, 3, 5, 7};
        __device__ int add(int x) { __shared__ int total; if (x < 0) total = 0; else total += x; return total; }
        __device__ int prime(int i) { return primes[i] + primes[3 - i]; }";
    let body = "add(-1); add(4); out[0] = add(5); out[1] = prime(1) * prime(0);";
    let source = format!("{text} __global__ void test(int *out) {{ {body} }}");
    let kernel = kernel(&source);
    assert_eq!(kernel.slots.iter().filter(|slot| slot.space == Space::Local).count(), 1);
    assert_eq!(run(&kernel, [1; 3], [1; 3], &[Arg::Words(vec![0; 2])])[0], [9, 72]);
}

/// The instructions that put arguments where a function wants them count as part of the call.
#[test]
fn inlined_instructions_keep_their_places() {
    let source = "int twice(int x) { return x * 2; }\n__kernel void test(__global int *out) { out[0] = twice(out[1]); }";
    let mut kernel = kernel(source);
    crate::opt::inline::PASS.apply(&mut kernel);
    assert!(kernel.functions.is_empty());
    let at = |text: &str| source.find(text).unwrap() as u32;
    let spans: Vec<_> = kernel.code().listed().map(|inst| (&inst.op, inst.span.start)).collect();
    assert!(
        spans.iter().any(|(op, start)| matches!(op, Op::Binary(..)) && *start == at("x * 2")),
        "{spans:?}"
    );
    let stores = spans.iter().filter(|(op, _)| matches!(op, Op::Store { .. })).map(|(_, start)| *start);
    assert_eq!(stores.collect::<Vec<_>>(), [at("out)"), at("twice(out"), at("return"), at("out[0]")]);
}

/// What would be too much when inlined is refused before it is written out, whatever the order of calls.
#[test]
fn sizes_count_every_call() {
    let mut text = String::from("int f0(int a) { return a + 1; }\n");
    for at in 1..20 {
        text += &format!("int f{at}(int a) {{ return f{0}(a) + f{0}(a + 1); }}\n", at - 1);
    }
    let source = |call: &str| format!("{text}__kernel void k(__global int *a) {{ a[0] = {call}; }}");
    let limits = Limits { ir_instructions: 20_000, ..Limits::default() };
    let code = |call: &str| {
        let front = compile(&source(call), Language::Auto, &CompileOptions::default(), &limits);
        front.diagnostics.first().map(|diagnostic| String::from(&*diagnostic.code))
    };
    assert_eq!(code("f8(1)"), None);
    assert_eq!(code("f19(1)").as_deref(), Some("limit::ir-instructions"));
    let many = (0..100).map(|_| "f8(1)").collect::<Vec<_>>().join(" + ");
    assert_eq!(code(&many).as_deref(), Some("limit::ir-instructions"));
    let kernel = front(&source("f8(1)")).kernels.remove(0);
    let inlined = {
        let mut kernel = kernel.clone();
        crate::opt::inline::PASS.apply(&mut kernel);
        kernel
    };
    assert!(kernel.codes().map(|code| code.listed().count()).sum::<usize>() < 200);
    assert!(inlined.code().listed().count() > 1 << 8);
}

/// C++17 8.5: an assignment, a step in front, a conditional of two places and a comma before one are places.
#[test]
fn values_that_are_places() {
    let prelude = "__device__ int f(const int &) { return 1; } __device__ int f(int &) { return 2; }
        __device__ const int &larger(const int &a, const int &b) { return a < b ? b : a; }
        __device__ int &chosen(bool c, int &a, int &b) { return c ? a : b; }
        __device__ void twice(int &x) { x *= 2; }";
    let body = "int a = 1, b = 5, i = 0; int n[4] = { 0, 0, 0, 0 };
        out[0] = f(a = 3) + 10 * f(++a) + 100 * f(a++) + 1000 * f((int)a) + 10000 * f(a < b ? a : b);
        (a = 7) += 3; ++(++b); out[1] = a + 100 * b;
        (n[i++] = 4) *= 2; out[2] = n[0] + 10 * i + 100 * n[1];
        (n[n[3]] = 2) += 5; out[3] = n[0] + 10 * n[2] + 100 * n[3];
        (a < b ? a : b) = 40; (a++, b) = 50; out[4] = a + 100 * b;
        twice(a = 6); twice(a > b ? a : b); out[5] = a + 100 * b;
        chosen(a < b, a, b) = 9; out[6] = larger(a, b) + 1000 * larger(a, 3);
        int *p = &(a = 11); *p += 1; out[7] = a;
        float x = 1.5f; out[8] = reinterpret_cast<int &>(x); reinterpret_cast<unsigned &>(x) |= 0x80000000u; out[9] = (int)(x * 2);
        out[10] = const_cast<const int &>(a) + static_cast<int &>(b);";
    // The call of `f((int)a)` binds a value. n[n[3]] is n[0], found before it changes.
    let right = [
        2 + 20 + 100 + 1000 + 20000,
        10 + 700,
        8 + 10,
        7,
        11 + 5000,
        12 + 10000,
        100 + 9000,
        12,
        0x3fc0_0000,
        -3,
        12 + 100,
    ];
    assert_eq!(cuda_ints(prelude, body, right.len()), right);
}

/// A function behind a template is not seen from it, unless by the namespace of an argument, where something else fits.
#[test]
fn a_template_sees_what_stands_before_it() {
    let prelude = "template <typename T> __device__ int g(T) { return 1; }
        template <typename T> __device__ int call(T t) { return g(t); }
        namespace n { struct S {}; __device__ int g(S) { return 2; } }
        __device__ int g(int) { return 3; }";
    assert_eq!(cuda_ints(prelude, "out[0] = call(1) + 10 * call(n::S{}) + 100 * g(1);", 1), [321]);
}

#[test]
fn references_to_values_and_values_in_parentheses() {
    let prelude = "struct P { int x, y; };";
    let body = "const int &t = 5; const float &f = 7; const P &p = P{1, 2}; const auto &u = t + 1;
        out[0] = t + (int)f + p.y + 10 * u; out[1] = (P{5, 6}.y) + (int{7}) + (int)(P{8, 9}.x);";
    assert_eq!(cuda_ints(prelude, body, 2), [5 + 7 + 2 + 60, 6 + 7 + 8]);
}

/// C++17 6.3.10: names of a block hide those around it, also by `using`; in one block they are one set.
#[test]
fn what_hides_what() {
    let prelude = "namespace a { __device__ int f(int) { return 1; } }
        namespace b { __device__ int f(int) { return 2; } __device__ int f(float) { return 3; } }
        namespace c { __device__ int f(const int *) { return 4; } }";
    let body = "using a::f; { using b::f; out[0] = f(1) + 10 * f(1.0f); } out[1] = f(1.0f);
        { using b::f; using c::f; out[2] = f(1) + 10 * f(&out[0]); }";
    assert_eq!(cuda_ints(prelude, body, 3), [32, 1, 42]);
}

#[test]
fn what_printf_is_given_is_evaluated_whatever_its_format_is() {
    let text = "int n = 4; printf(n ? \"one %d\" : \"none %d\", n++); out[0] = n;";
    assert_eq!(ints("", text, 1), [5]);
    assert_eq!(print_said("cl", "printf(a[0] > 0.0f ? \"x\" : \"y\")").len(), 1);
    let private = "char s[3] = \"ab\"; printf(\"%d %s\", 1, s)";
    assert!(print_said("cl", private)[0].contains("private memory"), "{:?}", print_said("cl", private));
    assert_eq!(print_said("cl", "printf(\"%s %p\", (__global char *)a, a)"), [""; 0]);
}

/// A kernel knows its own calls alone, however many a text has; a kernel's own parameter keeps its name.
#[test]
fn kernels_have_their_own_calls_of_printf() {
    let source = "__kernel void a(__global int *printf_) { printf(\"a %d\", 1); }
        __kernel void b(__global int *x) { printf(\"b\"); printf(\"a %d\", x[0]); printf(\"b\"); }
        __kernel void c(__global int *x) { x[0] = 1; }";
    let found = front(source);
    let calls = |kernel: &Kernel| {
        let (name, calls) = crate::printed::buffer(&kernel.params)?;
        let text =
            |call: &crate::printed::Call| alloc::string::String::from_utf8_lossy(&call.format).into_owned();
        Some((alloc::string::String::from(name), calls.calls.iter().map(text).collect::<Vec<_>>()))
    };
    let all: Vec<_> = found.kernels.iter().map(calls).collect();
    let of = |formats: &[&str]| Some(("printf".into(), formats.iter().map(|text| (*text).into()).collect()));
    assert_eq!(all, [of(&["a %d"]), of(&["b", "a %d"]), None]);
}

/// Ten thousand different calls are told apart without comparing each with each.
#[test]
fn many_calls_of_printf_take_no_longer() {
    let calls: alloc::string::String = (0..10_000).map(|at| format!("printf(\"{at}\\n\");")).collect();
    let found = front(&format!("__kernel void k(__global int *x) {{ {calls} x[0] = 1; }}"));
    let (_, calls) = crate::printed::buffer(&found.kernels[0].params).expect("it prints");
    assert_eq!(calls.calls.len(), 10_000);
}

/// Of strings that conditions choose the record has the number.
#[test]
fn strings_are_chosen_as_deep_as_a_person_likes() {
    let text = "__kernel void k(__global int *x) { printf(\"%s %s\", x[0] > 1 ? \"a\" : x[0] > 2 ? \"b\" : \"c\", (const char *)\"d\"); }";
    let found = front(text);
    assert!(found.diagnostics.is_empty(), "{:?}", found.diagnostics);
    let (_, calls) = crate::printed::buffer(&found.kernels[0].params).expect("it prints");
    let strings = |all: &[&str]| all.iter().map(|text| text.as_bytes().to_vec()).collect();
    use crate::printed::Stored::{Choice, Text};
    assert_eq!(calls.calls[0].values, [Choice(strings(&["a", "b", "c"])), Text(b"d".to_vec())]);
    assert_eq!(ints("", "int n = 1; printf(out[0] ? \"a\" : (n++ ? \"b\" : \"c\")); out[0] = n;", 1), [2]);
}

/// C++17 11.4.1: the name of the function at hand is a string. The names are those that clang and GNU's compiler print.
#[test]
fn functions_know_their_names() {
    let source = "struct S { int x; __device__ S(int v) : x(v) { printf(\"%s\", __func__); } __device__ void m() { printf(\"%s\", __func__); } __device__ int operator()(int) { printf(\"%s %d\", __func__, 1); return 1; } __device__ S &operator+=(int) { printf(\"%s\", __FUNCTION__); return *this; }
          __device__ operator int() { printf(\"%s\", __func__); return 1; } __device__ void out(); };
        namespace n { __device__ void f() { printf(\"%s\", __func__); } struct Q { __device__ static void st() { printf(\"%s\", __func__); } }; } template <class T> struct V { __device__ V() { printf(\"%s\", __func__); } };
        template <class T> __device__ void t(T x) { printf(\"%s\", __func__); } __device__ void S::out() { printf(\"%s\", __FUNCTION__); } __device__ void operatorless() { printf(\"%s\", __func__); }
        __global__ void kern(int *o) { S s(1); s.m(); s(1); s += 1; s.operator int(); s.out(); n::f(); n::Q::st(); V<int> v; t(1.5f); operatorless(); auto l = [] { printf(\"%s %s\", __func__, \"l\"); }; l(); struct L { __device__ void lm() { printf(\"%s\", __func__); } } q; q.lm();
          printf(o[0] ? __func__ : \"no\"); o[1] = sizeof(__func__); printf(\"%s\", __func__); }";
    let kernel = kernel(source);
    let (_, calls) = crate::printed::buffer(&kernel.params).expect("it prints");
    let mut names: Vec<&[u8]> = vec![];
    for call in &calls.calls {
        names.extend(call.values.iter().filter_map(|value| match value {
            crate::printed::Stored::Text(text) => Some(&text[..]),
            _ => None,
        }));
    }
    crate::base::order::sort(&mut names);
    let said = alloc::string::String::from_utf8_lossy(&names.join(&b',')).into_owned();
    assert_eq!(said, "S,V,f,kern,l,lm,m,operator int,operator(),operator(),operator+=,operatorless,out,st,t");
    assert_eq!(ints("", "out[0] = sizeof(__func__); printf(\"%s\", __FUNCTION__);", 1), [5]);
}

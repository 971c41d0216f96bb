//! Kernels with functions that take and give integers of 64 bits, from random source text, on machines of 32 bits that
//! have calls; and kernels with several float functions.

use alloc::{format, string::String, vec::Vec};

use lanescope_front::lang;

use super::{Features, WORDS, lower, same};
use crate::{
    base::rng::Rng,
    document::{CompileOptions, Language, Limits},
    image::Memory,
    ir::{Kernel, Type, text},
    launch::Launch,
    opt,
};

/// Types of parameters, results and variables.
const TYPES: [&str; 7] = ["long", "ulong", "int", "uint", "short", "uchar", "double"];
/// Items of a launch.
const ITEMS: u64 = 32;

/// Random source text: functions that call those before them, and a kernel that calls the last ones.
struct Text {
    rng: Rng,
    /// Result and parameters of each function.
    functions: Vec<(&'static str, Vec<&'static str>)>,
    out: String,
}

impl Text {
    fn below(&mut self, count: usize) -> usize {
        self.rng.below(count as u64) as usize
    }

    fn ty(&mut self) -> &'static str {
        // Half of them are of 64 bits.
        let types = if self.below(2) == 0 { 2 } else { TYPES.len() };
        TYPES[self.below(types)]
    }

    /// An integer expression of variables and calls.
    fn expression(&mut self, names: &[String], depth: u32) -> String {
        let [a, b] = [0, 1].map(|_| self.below(names.len()));
        if depth == 0 {
            return match self.below(3) {
                0 => format!("{}l", [0, 1, -1, 0x1_0000_0001_i64, i64::MIN + 1, 77][self.below(6)]),
                _ => format!("(long){}", names[a]),
            };
        }
        let [left, right] = [0, 1].map(|_| self.expression(names, depth - 1));
        match self.below(9) {
            0 => format!("({left} + {right})"),
            1 => format!("({left} - {right})"),
            2 => format!("({left} * {right})"),
            3 => format!("({left} ^ {right})"),
            4 => format!("({left} >> ((int){} & 63))", names[b]),
            5 => format!("({left} / ({right} | 1))"),
            6 => format!("(({left} < {right}) ? {left} : {right})"),
            _ if self.functions.is_empty() => left,
            _ => self.call(names, depth - 1),
        }
    }

    fn call(&mut self, names: &[String], depth: u32) -> String {
        let at = self.below(self.functions.len());
        let (_, params) = self.functions[at].clone();
        let args: Vec<String> =
            params.iter().map(|ty| format!("({ty})({})", self.expression(names, depth))).collect();
        format!("(long)f{at}({})", args.join(", "))
    }

    fn function(&mut self) {
        let at = self.functions.len();
        let result = self.ty();
        let count = 1 + self.below(4);
        let params: Vec<&str> = (0..count).map(|_| self.ty()).collect();
        let list: Vec<String> = params.iter().enumerate().map(|(at, ty)| format!("{ty} p{at}")).collect();
        let mut names: Vec<String> = (0..count).map(|at| format!("p{at}")).collect();
        let first = self.expression(&names, 2);
        names.push("x".into());
        let (turns, early) = (1 + self.below(3), self.expression(&names, 1));
        let [turn, last] = [0, 1].map(|_| self.expression(&names, 2));
        self.out += &format!(
            "{result} f{at}({}) {{\n long x = {first};\n for (int i = 0; i < {turns}; i++) {{\n  \
             if (x == 5) return ({result})({early});\n  x += {turn};\n }}\n return ({result})({last});\n}}\n",
            list.join(", ")
        );
        self.functions.push((result, params));
    }
}

fn source(seed: u64) -> String {
    let mut text = Text { rng: Rng::new(seed), functions: Vec::new(), out: String::new() };
    for _ in 0..2 + seed % 3 {
        text.function();
    }
    let names = ["a".into(), "b".into()];
    let calls: Vec<String> = (0..3).map(|_| text.call(&names, 1)).collect();
    text.out += &format!(
        "__kernel void k(__global const long *in, __global long *out, ulong more) {{\n \
         int i = get_global_id(0);\n long a = in[i];\n long b = (long)more;\n \
         out[i] = {};\n}}\n",
        calls.join(" ^ ")
    );
    text.out
}

/// The kernel of a text with its functions.
fn kernel(source: &str) -> Kernel {
    let front = lang::compile(source, Language::Auto, &CompileOptions::default(), &Limits::default());
    let errors: Vec<_> = front.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).collect();
    assert!(errors.is_empty(), "{source}\n{errors:#?}");
    front.kernels.into_iter().next_back().unwrap()
}

#[test]
fn words_go_into_functions_and_out_of_them() {
    let launch = Launch { global: [ITEMS as u32, 1, 1], local: [8, 1, 1], ..Launch::default() };
    let (mut memory, mut rng) = (Memory::default(), Rng::new(3));
    memory.allocate("in", 8 * ITEMS, Type::I64, false, true);
    memory.allocate("out", 8 * ITEMS, Type::I64, false, true);
    let [input, out] = [0, 1].map(|at| memory.buffers()[at].base);
    for at in 0..ITEMS {
        let bits = rng.below(u64::MAX);
        memory.store(input + 8 * at, 8, if at % 3 == 0 { bits >> (bits & 63) } else { bits });
    }
    let machine = Features { calls: true, ..WORDS };
    let mut called = 0;
    for seed in 0..60 {
        let source = source(seed);
        let mut kernel = kernel(&source);
        if seed % 2 == 0 {
            opt::optimise_with(opt::passes(true), &mut kernel, |_, _| {});
        }
        let args = [input, out, 0x8000_0001_0000_0003];
        let name = format!("seed {seed}\n{source}");
        same(&name, &kernel, &machine, &launch, &args, &memory);
        called += kernel.functions.iter().filter(|function| function.result == Some(Type::I64)).count();
    }
    assert!(called > 60, "{called} functions give integers of 64 bits");
}

/// The parameters of a function, low words first, and where its high word goes.
#[test]
fn a_function_gives_its_low_word_and_stores_the_high_one() {
    let source = "long f(int a, ulong b, char c) { return b + a + c; }\n\
                  __kernel void k(__global long *out) { out[0] = f(1, out[1], 2); }";
    let mut lowered = kernel(source);
    lower(&mut lowered, &Features { calls: true, ..WORDS }).unwrap();
    let function = &lowered.functions[0];
    let private = Type::Ptr(crate::ir::Space::Private);
    assert_eq!(function.params[..3], [Type::I32; 3], "{}", text::print(&lowered));
    assert_eq!((function.params.len(), function.params[4], function.result), (5, private, Some(Type::I32)));
}

/// Each of several float functions is its own, in whatever order a kernel names them.
#[test]
fn float_functions_are_told_apart() {
    let launch = Launch { global: [ITEMS as u32, 1, 1], local: [8, 1, 1], ..Launch::default() };
    let mut memory = Memory::default();
    memory.allocate("in", 4 * ITEMS, Type::F32, false, true);
    memory.allocate("out", 4 * ITEMS, Type::F32, false, true);
    let [input, out] = [0, 1].map(|at| memory.buffers()[at].base);
    for at in 0..ITEMS {
        memory.store(input + 4 * at, 4, (0.25 + at as f32 / 7.0).to_bits().into());
    }
    let functions = ["exp(x)", "pow(x, 3.0f)", "log(x)", "sin(x)", "fmod(x, 2.0f)"];
    for (first, second) in functions.into_iter().flat_map(|first| functions.map(|second| (first, second))) {
        let source = format!(
            "__kernel void k(__global const float *in, __global float *out) {{\n \
             float x = in[get_global_id(0)];\n out[get_global_id(0)] = {first} + 100.0f * {second};\n}}\n"
        );
        let kernel = kernel(&source);
        for calls in [false, true] {
            let machine = Features { calls, functions: Features::LEAST.functions, ..Features::ALL };
            same(&source, &kernel, &machine, &launch, &[input, out], &memory);
        }
    }
}

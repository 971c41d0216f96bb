//! Texts that are small and would become large, or are deep: macros that double, texts that contain each other, thousands
//! of branches. What is said of them and whether they run is left to others; they must end, and in bounded memory.

/// Kernels: a name and a text each.
pub fn kernels() -> Vec<(&'static str, String)> {
    let kernel =
        |body: &str| format!("__kernel void k(__global int *x) {{ int i = get_global_id(0); {body} }}");
    let deep =
        |from: &str, middle: &str, to: &str| format!("{}{middle}{}", from.repeat(50_000), to.repeat(50_000));
    let each = |count: usize, one: &dyn Fn(usize) -> String| (0..count).map(one).collect::<String>();
    let value = |text: &str| kernel(&format!("x[i] = {text};"));
    vec![
        ("parentheses", value(&deep("(", "1", ")"))),
        ("prefixes", value(&deep("~", "i", ""))),
        ("dereferences", value(&deep("*&", "x", ""))),
        ("sum", value(&deep("i+", "1", ""))),
        (
            "sum of lines",
            "__kernel void k(__global int *x, int n) { int i = get_global_id(0); ".to_string()
                + &format!("x[i] = {}; }}", deep("i*n+", "1", "")),
        ),
        (
            "steps of lines",
            "__kernel void k(__global int *x, int n) { int i = get_global_id(0), a = i; ".to_string()
                + &format!("{}x[a] = i; }}", each(5000, &|at| format!("a = (a + {at}) * n + i;"))),
        ),
        ("choices", value(&deep("i ? 1 : ", "1", ""))),
        ("commas", value(&format!("({})", deep("i,", "1", "")))),
        ("assignments", value(&deep("i = ", "1", ""))),
        ("indices", value(&deep("x[", "0", "]"))),
        ("casts", value(&deep("(int)", "i", ""))),
        ("ifs in ifs", kernel(&deep("if (i) ", "x[i] = 1;", ""))),
        ("loops in loops", kernel(&deep("for (;;) ", ";", ""))),
        ("blocks", kernel(&deep("{", "", "}"))),
        ("stars", format!("__kernel void k(__global int {}x) {{ }}", "*".repeat(50_000))),
        ("ifs in a row", kernel(&each(6000, &|at| format!("if (i > {at}) x[i] += {};", at * 7)))),
        (
            "else ifs",
            kernel(&format!("{}x[i] = 1;", each(3000, &|at| format!("if (i == {at}) x[i] = {at}; else ")))),
        ),
        (
            "cases",
            kernel(&format!(
                "switch (i) {{{}}}",
                each(5000, &|at| format!("case {at}: x[i] = {at}; break;"))
            )),
        ),
        (
            "variables",
            kernel(&format!(
                "{}x[i] = {};",
                each(2000, &|at| format!("int v{at} = x[i + {at}];")),
                each(2000, &|at| format!("v{at} + ")) + "0"
            )),
        ),
        (
            "long loop",
            kernel(&format!(
                "for (int a = 0; a < 9; a++) {{ {} }}",
                each(3000, &|at| format!("x[i + {}] ^= x[i] * {at};", at % 64))
            )),
        ),
        (
            "loops to unroll",
            kernel(
                "\n#pragma unroll\nfor (int a = 0; a < 1000; a++)\n#pragma unroll\nfor (int b = 0; b < 1000; b++)\n x[i] += a * b;",
            ),
        ),
        (
            "macros that double",
            format!("{}{}", each(60, &|at| format!("#define A{at} A{0} A{0}\n", at + 1)), kernel("A0")),
        ),
        (
            "macros that paste",
            format!(
                "#define C(a, b) a##b\n#define D(x) C(x, x)\n{}",
                value(&format!("{}a{}", "D(".repeat(60), ")".repeat(60)))
            ),
        ),
        (
            "macros that quote",
            format!(
                "#define S(x) #x\n#define D(x) S(x) S(x)\n{}",
                value(&format!("sizeof({}a{})", "D(".repeat(60), ")".repeat(60)))
            ),
        ),
        ("macros of themselves", format!("#define F(x) F(F(x))\n#define G F(G)\n{}", value("F(G)(F)(2)"))),
        ("conditions in conditions", format!("{}{}", deep("#if 1\n", "", "#endif\n"), kernel(""))),
        ("condition", format!("#if {}\n#endif\n{}", deep("(", "1", ")"), kernel(""))),
        ("long name", value(&"a".repeat(900_000))),
        ("long number", value(&"1".repeat(900_000))),
        ("long string", value(&format!("sizeof(\"{}\")", "a".repeat(900_000)))),
        ("huge arrays", kernel("int a[2147483647], b[9223372036854775807]; a[i] = b[i]; x[i] = a[i + 1];")),
        (
            "types in types",
            format!(
                "typedef int T0;{}{}",
                each(40, &|at| format!("typedef T{at} T{}[16];", at + 1)),
                value("sizeof(T40)")
            ),
        ),
        (
            "structs in structs",
            format!(
                "struct A0 {{ int a; }};{}{}",
                each(60, &|at| format!("struct A{} {{ struct A{at} a, b; }};", at + 1)),
                kernel("struct A60 s; x[i] = sizeof(s);")
            ),
        ),
        (
            "unions in unions",
            format!(
                "union A0 {{ int *a; }};{}__global__ void k(union A60 *p) {{ p[1] = p[0]; }}",
                each(60, &|at| format!("union A{} {{ union A{at} a, b; }};", at + 1)),
            ),
        ),
        (
            "nothing in nothing",
            format!(
                "struct A0 {{ }};{}__kernel void k(struct A26 s, __global struct A26 *p) {{ p[1] = p[0]; }}",
                each(60, &|at| format!("struct A{} {{ struct A{at} a, b; }};", at + 1)),
            ),
        ),
        (
            "as many members as there may be",
            format!(
                "union A0 {{ int *a; }};{}__global__ void k(union A13 *p) {{ {} }}",
                each(13, &|at| format!("union A{} {{ union A{at} a, b; }};", at + 1)),
                "p[1] = p[0]; ".repeat(100),
            ),
        ),
        (
            "calls of calls",
            format!(
                "int f0(int x) {{ return x; }}{}{}",
                each(60, &|at| format!("int f{}(int x) {{ return f{at}(x) + f{at}(x + 1); }}", at + 1)),
                value("f60(i)")
            ),
        ),
        (
            "bases by many ways",
            format!(
                "struct L0 {{}}; struct R0 {{}};\n{}struct S : L60 {{ int v; }};\n\
                 template<class T> struct Box {{ }};\n\
                 template<class T> __device__ int of(const Box<T> &) {{ return 0; }}\n\
                 __device__ int of(const S &s) {{ return s.v + s.u; }}\n\
                 __global__ void k(int *x) {{ S s; s.v = L60::w; x[0] = of(s); int i = s; }}",
                each(60, &|at| format!(
                    "struct L{0} : L{at}, R{at} {{}}; struct R{0} : L{at}, R{at} {{}};\n",
                    at + 1
                ))
            ),
        ),
        (
            "launch",
            format!(
                "__global__ void k(int *x) {{ x[0] = 1; }} int main() {{ k<<<{}, 1ull << 62>>>(x); }}",
                deep("(", "1", ")")
            ),
        ),
    ]
}

/// Programs in assembly, for whatever reads them.
pub fn programs() -> Vec<(&'static str, String)> {
    let deep =
        |from: &str, middle: &str, to: &str| format!("{}{middle}{}", from.repeat(50_000), to.repeat(50_000));
    let each = |count: usize, one: &dyn Fn(usize) -> String| (0..count).map(one).collect::<String>();
    vec![
        ("macro of itself", ".macro m\nm\nm\n.endm\nm\nret\n".into()),
        ("repetitions", ".rept 1000000000\nnop\n.endr\n".into()),
        ("repetitions in repetitions", format!("{}nop\n{}", ".rept 1000\n".repeat(8), ".endr\n".repeat(8))),
        ("deep repetitions", deep(".rept 1\n", "nop\n", ".endr\n")),
        ("macros that make macros", ".macro m x\n.macro n\\x y\nnop\n.endm\nm \\x\\x\n.endm\nm aa\n".into()),
        ("arguments that double", ".macro m x:vararg\nm \\x,\\x\n.endm\nm 1,2\n".into()),
        ("parentheses", format!("li a0, {}\nret\n", deep("(", "1", ")"))),
        ("signs", format!("li a0, {}\nret\n", deep("~", "1", ""))),
        (
            "names of names",
            format!(
                "{}.set s100, 1\n.data\n.dword s0\n.text\nret\n",
                each(100, &|at| format!(".set s{at}, s{0}+s{0}\n", at + 1))
            ),
        ),
        ("names in a circle", ".set r, s\n.set s, r\n.set q, q+1\nli a0, r\nli a1, q\nret\n".into()),
        (
            "much data",
            format!(".data\n{}.text\nret\n", ".zero 67000000\n.fill 1000000000, 8, 1\n".repeat(100)),
        ),
        ("much alignment", ".rept 60000\nnop\n.p2align 12\n.endr\nret\n".into()),
        ("one line", format!("{}ret", "nop; ".repeat(190_000))),
        ("long name", format!("{} a0\nret\n", "a".repeat(900_000))),
        ("long number", format!("li a0, {}\nret\n", "9".repeat(900_000))),
        (
            "jumps",
            format!("{}ret\n", each(20_000, &|at| format!("l{at}: beq a0, a1, l{}\n", at * 7919 % 20_000))),
        ),
        ("conditions", deep(".if 1\n", "nop\n", ".endif\n")),
        ("text of itself", ".include \"main.s\"\nret\n".into()),
        ("mistakes", "foo bar\n".repeat(100_000)),
    ]
}

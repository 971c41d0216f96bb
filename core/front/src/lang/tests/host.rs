//! CUDA files with host code.

use alloc::{format, vec};

use super::{Arg, front, run};
use crate::front::{HostArg, HostMember};
use crate::lang::HostLaunch;

const PROGRAM: &str = r#"
#include <iostream>
#include <vector>
#include <cuda_runtime.h>
#define CHECK(call) do { cudaError_t e = call; if (e != cudaSuccess) { std::cerr << cudaGetErrorString(e) << "\n"; exit(1); } } while (0)
#define BLOCK 128
using namespace std;

const int N = 1 << 10;
const char *title = "vector add";
struct Timer { std::chrono::time_point<int> start; void begin() { start = now(); } };
class Runner { public: Runner() : x(0) {} int x; };
typedef struct { float re, im; } Complex;
template <typename T> T cdiv(T a, T b) { return (a + b - 1) / b; }
static int helper(std::vector<float> &v) { return v.size() ? 1'000 : 0; }

__device__ Complex scale(Complex c, float s) { c.re *= s; c.im *= s; return c; }

__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i < N) c[i] = a[i] + b[i];
}

__global__ void __launch_bounds__(BLOCK) tiled(Complex *z)
{
    extern __shared__ float tile[];
    tile[threadIdx.x] = 1;
    z[0] = scale(z[0], 2.0f);
}

int main(int argc, char **argv)
{
    auto f = [&](int x) { return x * 2; };
    float *d; CHECK(cudaMalloc(&d, N * sizeof(float)));
    int threads = 256;
    int blocks = (N + threads - 1) / threads;
    add<<<blocks, threads>>>(d, d, d, N);
    dim3 block(16, 16);
    dim3 grid((N + block.x - 1) / block.x, 4);
    tiled<<<grid, block, BLOCK * sizeof(float), stream>>>(z);
    tiled<<<dim3(2, 3), BLOCK>>>(z);
    add<<<argc, threads>>>(d, d, d, N);
    cout << "done" << endl;
    return 0;
}
"#;

#[test]
fn host_code_is_skipped() {
    let front = front(PROGRAM);
    assert_eq!(front.diagnostics, vec![]);
    let names: vec::Vec<&str> = front.kernels.iter().map(|kernel| kernel.name.as_str()).collect();
    assert_eq!(names, ["add", "tiled"]);
}

#[test]
fn launches_are_folded() {
    let launches = front(PROGRAM).launches;
    let plain =
        |launch: &HostLaunch| (launch.kernel.clone(), launch.global, launch.local, launch.dynamic_local);
    let found: vec::Vec<_> = launches.iter().map(plain).collect();
    assert_eq!(
        found,
        [
            ("add".into(), Some([1024, 1, 1]), Some([256, 1, 1]), Some(0)),
            ("tiled".into(), Some([1024, 64, 1]), Some([16, 16, 1]), Some(512)),
            ("tiled".into(), Some([256, 3, 1]), Some([128, 1, 1]), Some(0)),
            ("add".into(), None, Some([256, 1, 1]), Some(0)),
        ]
    );
    let at = PROGRAM.find("add<<<").unwrap() as u32;
    assert_eq!(launches[0].span.start, at);
    assert!(PROGRAM[at as usize..launches[0].span.end as usize].ends_with("N)"));
}

#[test]
fn arguments_of_launches_are_folded() {
    use crate::lang::HostArg::{Bytes, Float, Int};
    let args: vec::Vec<_> = front(PROGRAM).launches.iter().map(|launch| launch.args.clone()).collect();
    let memory = Some(Bytes(4096));
    let add = vec![memory, memory, memory, Some(Int(1024))];
    assert_eq!(args, [add.clone(), vec![None], vec![None], add]);
    let source = "__global__ void k(float *x, float a, int n) { if (threadIdx.x < n) x[threadIdx.x] *= a; }
        int main() { const int w = 6; float s = 0.5f; float *d; k<<<1, 64>>>(d + 1, -s, (int)(w * 7)); k<<<1, 64>>>(); }";
    let launches = front(source).launches;
    assert_eq!(launches[0].args, [None, Some(Float(-0.5)), Some(Int(42))]);
    assert_eq!(launches[1].args, []);
}

#[test]
fn allocations_are_folded() {
    use crate::lang::HostArg::{Bytes, Int};
    let source = "#define CHECK(x) do { if (x) exit(1); } while (0)
        typedef double real; __global__ void k(real *x, int *y, float *z, int n) { x[threadIdx.x] = y[n] + z[0]; }
        int main() { const size_t n = 100; size_t bytes = n * sizeof(real); real *x; int *y, *w; float *z = 0;
            cudaMalloc(&x, bytes); CHECK(cudaMalloc((void **)&y, (n + 1) * sizeof(int))); cudaMallocManaged(&z, count() * 4);
            w = y; k<<<1, 64>>>(x, y, z, n); cudaMalloc(&z, sizeof(float) * 7); k<<<1, 64>>>((real *)x, w, z, 3); k<<<1, 64>>>(x + 1, y, z, 3); }";
    let args: vec::Vec<_> = front(source).launches.into_iter().map(|launch| launch.args).collect();
    let (x, y, z) = (Some(Bytes(800)), Some(Bytes(404)), Some(Bytes(28)));
    assert_eq!(
        args,
        [vec![x, y, None, Some(Int(100))], vec![x, y, z, Some(Int(3))], vec![None, y, z, Some(Int(3))],]
    );
}

/// CUDA's vector types have their sizes: `float3` has 12 bytes.
#[test]
fn vectors_have_their_sizes() {
    use crate::lang::HostArg::Bytes;
    let source = "__global__ void k(float4 *x, float3 *y, dim3 *z) { x[0].x = y[0].x; }
        int main() { const int n = 10; float4 *x; float3 *y; dim3 *z; cudaMalloc(&x, n * sizeof(float4));
            cudaMalloc((void **)&y, sizeof(float3) * n); cudaMalloc(&z, sizeof(dim3)); k<<<1, 32>>>(x, y, z); }";
    let args = front(source).launches.remove(0).args;
    assert_eq!(args, [160, 120, 12].map(|bytes| Some(Bytes(bytes))));
}

#[test]
fn a_solve_function_gives_the_launch() {
    let source = "#include <cuda_runtime.h>\n__global__ void relu(const float* in, float* out, int N) { int i = threadIdx.x; if (i < N) out[i] = max(0.0f, in[i]); }
        extern \"C\" void solve(const float* in, float* out, int N) { int threadsPerBlock = 256; int blocksPerGrid = (N + threadsPerBlock - 1) / threadsPerBlock; relu<<<blocksPerGrid, threadsPerBlock>>>(in, out, N); cudaDeviceSynchronize(); }";
    let front = front(source);
    assert_eq!(front.diagnostics, vec![]);
    assert_eq!(front.kernels.len(), 1);
    assert_eq!((front.launches[0].global, front.launches[0].local), (None, Some([256, 1, 1])));
}

#[test]
fn extern_c_groups_and_namespaces_are_looked_into() {
    let source = "extern \"C\" { __global__ void a(int *x) { x[0] = 1; } }\nnamespace n { __global__ void b(int *x) { x[0] = 1; } }\nextern \"C\" __global__ void c(int *x) { x[0] = 1; }";
    let front = front(source);
    assert_eq!(front.diagnostics, vec![]);
    assert_eq!(front.kernels.len(), 3);
}

#[test]
fn names_in_namespaces_and_enumerations_may_be_qualified() {
    let source = "using namespace std; using real = float; namespace cfg { constexpr int N = 3; using id = int; enum class Mode { A, B = 5 }; }
        __global__ void k(real *x, cfg::id n) { using word = unsigned; word m = (word)cfg::Mode::B; x[::min(n, 1)] = cfg::N + m + std::max(1, 2); }";
    let front = front(source);
    assert_eq!(front.diagnostics, vec![]);
    assert_eq!(front.kernels.len(), 1);
}

#[test]
fn host_names_in_kernels_are_explained() {
    let front =
        front("int n = 5;\nstruct H { std::string s; };\n__global__ void k(int *a) { a[0] = n; H h; }");
    let codes: vec::Vec<&str> = front.diagnostics.iter().map(|diagnostic| &*diagnostic.code).collect();
    assert!(codes.contains(&"name::host"), "{codes:?}");
    assert!(codes.contains(&"name::unread"), "{codes:?}");
}

#[test]
fn every_variable_of_a_declaration_has_its_size() {
    let sizes = |declaration: &str| {
        let text = format!(
            "__global__ void k(int *p) {{ p[0] = 1; }}
             int main() {{ int n = 64; {declaration} k<<<g, t>>>(p); return 0; }}"
        );
        let launches = front(&text).launches;
        assert_eq!(launches.len(), 1, "{declaration}");
        (launches[0].global, launches[0].local)
    };
    let both = (Some([64, 64, 1]), Some([16, 16, 1]));
    for declaration in [
        "dim3 g(n / 16, n / 16), t(16, 16);",
        "dim3 t(16, 16), g(n / t.x, n / t.y);",
        "dim3 t{16, 16}, g = dim3(4, 4);",
        "const dim3 other, t = {16, 16}, g((n + 15) / 16, 4);",
        "dim3 g, t(16, 16); g.x = 4; g.y = 4;",
    ] {
        assert_eq!(sizes(declaration), both, "{declaration}");
    }
    assert_eq!(sizes("dim3 g(unknown), t(16, 16);"), (None, Some([16, 16, 1])));
    let parameters = "__global__ void k(int *p) { p[0] = 1; }
        void run(dim3 g, dim3 t) { k<<<g, t>>>(p); }";
    assert_eq!(front(parameters).launches[0].global, None);
}

/// The number that a launch behind some statements is given as `i`.
fn number_behind(statements: &str) -> Option<i64> {
    let source = format!(
        "__global__ void k(int *x, int i) {{ x[0] = i; }} __global__ void other(int *x, int i) {{ x[0] = i; }}
         int main() {{ int *d; int i = 3; const int n = 8; {statements} }}"
    );
    match front(&source).launches[0].args[1] {
        Some(crate::lang::HostArg::Int(value)) => Some(value),
        _ => None,
    }
}

#[test]
fn a_launch_in_a_loop_is_that_of_the_first_turn() {
    for body in [
        "for (int i = 0; i < n; i++) k<<<1, 64>>>(d, i);",
        "for (int i = 0; i < n; ++i) { k<<<1, 64>>>(d, i); }",
        "for (i = n - 8; i < f(n, 2); i += 2) if (i != 5) { g(i); k<<<1, 64>>>(d, i); }",
        "for (int j = 0; j < n; j++) for (int i = j; i < n; i *= 2) { g(); k<<<1, 64>>>(d, i); }",
        "for (int i = 0, j = 9; i < n; i++, j--) { for (int m = 0; m < 4; m++) { } k<<<1, 64>>>(d, j - 9); }",
        "for (int i = 0; i < n; i++) { { g(); } ; k<<<1, 64>>>(d, i); }",
        "i = 0; while (i < n) { k<<<1, 64>>>(d, i); i |= 4; }",
    ] {
        assert_eq!(number_behind(body), Some(0), "{body}");
    }
}

#[test]
fn behind_a_loop_its_variables_have_no_value() {
    let launch = "k<<<1, 64>>>(d, i);";
    for before in [
        "for (i = 0; i < n; i++) g(i);",
        "for (i = 0; i < n; ++i) { g(i); }",
        "for (i = 0; i < n; i %= 2) { if (g(i)) { break; } }",
        "for (int j = 0; j < n; j++) for (i = 0; i < n; i <<= 1) { g(); }",
        "for (i = 0; i < n; i = g(i)) ;",
        "while (g()) { --i; }",
        "i ^= 1;",
        "i &= 1;",
    ] {
        assert_eq!(number_behind(&format!("{before} {launch}")), None, "{before}");
    }
    for before in
        ["for (;;) { g(i); }", "for (auto x : list) { g(i); }", "for (int j = 0; j < i; j++) { g(i); }"]
    {
        assert_eq!(number_behind(&format!("{before} {launch}")), Some(3), "{before}");
    }
}

#[test]
fn endless_loops_of_host_code_are_read_in_time() {
    for part in ["for(", "for(;;", "for(;;){", "for(;;) ", "for(int i=0;i<n;i++) {", "dim3 a(", "k<<<"] {
        let text = format!("__global__ void k(int *x) {{ x[0] = 1; }} void f() {{ {}", part.repeat(40_000));
        assert_eq!(front(&text).kernels.len(), 1, "{part}");
    }
}

/// A lambda that a launch gives a kernel is a class whose members are the variables that it copies.
#[test]
fn lambdas_of_launches_are_classes() {
    let kernel = "template <class F> __global__ void k(F f, int *o) { o[threadIdx.x] = f(threadIdx.x); }";
    let body = "(int i) { float t = s; return (int)(i * n + t * 2); }";
    let before = "int *o; cudaMalloc(&o, 128); int n = 5, other = 1; float s = 1.5f;";
    for main in [
        format!("int main() {{ {before} k<<<1, 32>>>([=] __device__ {body}, o); }}"),
        format!("int main() {{ {before} auto f = [n, s] __host__ __device__ {body}; k<<<1, 32>>>(f, o); }}"),
        format!(
            "int main() {{ {before} k<<<1, 32>>>([=] __device__ (int i) -> int {{ int n2 = n; return i * n2 + 3 + 0 * s; }}, o); }}"
        ),
    ] {
        let source = format!("{kernel}\n{main}");
        let found = front(&source);
        assert!(!found.has_errors(), "{source}\n{:#?}", found.diagnostics);
        let kernel = &found.kernels[0];
        let names: alloc::vec::Vec<&str> = kernel.params.iter().map(|param| param.name.as_str()).collect();
        let launch = &found.launches[0];
        let value =
            |name: &str| launch.members.iter().find(|member| member.name == name).map(|member| member.value);
        assert_eq!((value("n"), value("s")), (Some(HostArg::Int(5)), Some(HostArg::Float(1.5))));
        assert_eq!(launch.args[1], Some(HostArg::Bytes(128)));
        assert_eq!(launch.members.iter().map(|HostMember { arg, .. }| *arg).max(), Some(0));
        assert!(launch.gaps.is_empty(), "{:?}", launch.gaps);
        let of = |name: &&str| match *name {
            "f.n" => Arg::Bits(5),
            "f.s" => Arg::Bits(u64::from(1.5f32.to_bits())),
            "o" => Arg::Words(vec![0; 4]),
            other => panic!("{other}"),
        };
        let args: alloc::vec::Vec<Arg> = names.iter().map(of).collect();
        assert_eq!(run(kernel, [4, 1, 1], [4, 1, 1], &args)[0], [3, 8, 13, 18]);
    }
}

#[test]
fn lambdas_of_launches_copy_pointers() {
    let source =
        "template <class F> __global__ void each(int n, F f) { int i = threadIdx.x; if (i < n) f(i); }
        int main() { int *o; float *unused; cudaMalloc(&o, 64); const int n = 3;
            each<<<1, 4>>>(n, [=] __device__ (int i) { o[i] = i * i + 1; }); }";
    let found = front(source);
    assert!(!found.has_errors(), "{:#?}", found.diagnostics);
    let names: alloc::vec::Vec<&str> =
        found.kernels[0].params.iter().map(|param| param.name.as_str()).collect();
    assert_eq!(names, ["n", "f.o"]);
    assert_eq!(
        found.launches[0].members,
        [HostMember { arg: 1, name: "o".into(), value: HostArg::Bytes(64) }]
    );
    let out = run(&found.kernels[0], [4, 1, 1], [4, 1, 1], &[Arg::Bits(3), Arg::Words(vec![0; 4])]);
    assert_eq!(out[0], [1, 2, 5, 0]);
}

/// What cannot be copied leaves the kernel without an instance, and says so.
#[test]
fn lambdas_of_launches_that_are_no_classes() {
    let kernel = "template <class F> __global__ void k(F f, int *o) { o[0] = f(1); }";
    for lambda in [
        "[&] __device__ (int i) { return i + n; }",
        "[=] __device__ (auto i) { return i; }",
        "[n = 3] __device__ (int i) { return i + n; }",
    ] {
        let source = format!("{kernel}\nint main() {{ int *o; int n = 1; k<<<1, 1>>>({lambda}, o); }}");
        let codes: alloc::vec::Vec<_> =
            front(&source).diagnostics.into_iter().map(|said| said.code).collect();
        assert!(codes.iter().any(|code| code == "type::template-kernel"), "{source} {codes:?}");
    }
}

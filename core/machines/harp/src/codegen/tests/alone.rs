//! Kernels with their launches as programs that run alone.

use alloc::sync::Arc;

use super::*;
use crate::{
    asm::{Image, Style, disassemble, link, read_object},
    rules::Rules,
};

/// The image has the input in it, and leaves in its memory what the kernel leaves in its buffers. A constant lies where the image begins. The object file has a label
/// for each buffer, and linked it is the image.
#[test]
fn a_kernel_with_its_launch_runs_alone() {
    let source = "__constant int table[3] = { 0x12345678, -7, 9 };
        __kernel void k(__global int *y, __global const int *x, int n) {
            __local int t[8]; int i = get_global_id(0), l = get_local_id(0);
            t[l] = x[i]; barrier(CLK_LOCAL_MEM_FENCE);
            y[i] = t[7 - l] * n + table[i % 3]; }";
    for source in [source, &source.replace(" + table[i % 3]", "")] {
        for arch in ["4w8/8/4/16", "8w32/32/16/16", "4b16/8/4/8"] {
            let (written, optimised) = kernels(source);
            let args = [ints([0; 32]), ints((0..32).map(|at| at * 37 % 23 - 9)), Arg::Scalar(3)];
            let bound = bound(&written, [32, 1, 1], [8, 1, 1], &args);
            let mut spec = spec(arch, "sj");
            let program = Harp::compile(&Given::new(&optimised, &spec)).expect("a program");
            let made =
                |linked| Harp::alone(&program, &spec, &bound, linked).expect("a kernel").expect("a program");
            let (object, flat) = (read_object(&made(false)).expect("an object"), made(true));
            let names: Vec<&str> =
                object.chunks.iter().map(|chunk| &*chunk.name).filter(|name| !name.is_empty()).collect();
            assert_eq!(names, ["k", "y", "y.end", "x", "x.end"], "{arch}");
            assert_eq!(
                link(core::slice::from_ref(&object), 0, &Rules::REFERENCE).0.expect("an image").bytes,
                flat,
                "{arch}"
            );
            let text = disassemble(&object, Style::Own).expect("a text");
            assert!(text.contains("x:") && text.contains(".word"), "{text}");
            spec.set("harptool_exact", "off").expect("a setting");
            let image = Arc::new(Image::flat(spec.arch_id().expect("an ArchID"), flat));
            let nothing = super::bound(&written, [1, 1, 1], [1, 1, 1], &[]);
            let nothing = Bound { types: Vec::new(), ..nothing };
            let mut run = Harp::untimed(&image, &spec, nothing).expect("a run");
            assert!(matches!(run.advance(1_000_000), Ok(true)), "{arch}");
            let wanted = expected(&written, &bound);
            for (at, buffer) in wanted.buffers().iter().enumerate() {
                let found = run.memory().copy_out(0, buffer.base, buffer.bytes);
                assert!(found == wanted.copy_out(at, 0, u64::MAX), "{arch}: {}", buffer.name);
            }
        }
    }
    // An instance of a template has a label that a text can have.
    let instance = "template <int A> __global__ void f(int *y) { y[threadIdx.x] = A * (int)threadIdx.x; }\ntemplate __global__ void f<16>(int *);";
    let (written, optimised) = kernels(instance);
    let of_template = bound(&written, [4, 1, 1], [4, 1, 1], &[ints([0; 4])]);
    let program = Harp::compile(&Given::new(&optimised, &spec("4w8/8/4/16", "sj"))).expect("a program");
    let made = Harp::alone(&program, &spec("4w8/8/4/16", "sj"), &of_template, false)
        .expect("a kernel")
        .expect("a program");
    let object = read_object(&made).expect("an object");
    assert!(object.chunks.iter().any(|chunk| chunk.name == "f_16_"), "{:?}", object.chunks);
    let mut spec = spec("4w8/8/4/16", "sj");
    spec.set("cores", "2").expect("a setting");
    let (written, optimised) = kernels("__kernel void k(__global int *y) { y[get_global_id(0)] = 1; }");
    let program = Harp::compile(&Given::new(&optimised, &spec)).expect("a program");
    let bound = bound(&written, [4, 1, 1], [4, 1, 1], &[ints([0; 4])]);
    assert!(Harp::alone(&program, &spec, &bound, true).expect("a kernel").is_err());
}

/// Buffers may be called as no label can be, and as their kernel is: the object file has labels that can be read, each once.
#[test]
fn labels_of_buffers_can_be_read() {
    let source = "__device__ int x[4];
        __global__ void k(int *k, int *x) { int i = threadIdx.x; k[i] = x[i] + ::x[i]; }";
    let (written, optimised) = kernels(source);
    let names: Vec<&str> = written.params.iter().map(|param| &*param.name).collect();
    assert_eq!(names, ["k", "x", "::x"]);
    let spec = spec("4w8/8/4/16", "sj");
    let bound = bound(&written, [4, 1, 1], [4, 1, 1], &[ints([0; 4]), ints(0..4), ints([0; 4])]);
    let program = Harp::compile(&Given::new(&optimised, &spec)).expect("a program");
    let made = Harp::alone(&program, &spec, &bound, false).expect("a kernel").expect("a program");
    let object = read_object(&made).expect("an object");
    let labels: Vec<&str> =
        object.chunks.iter().map(|chunk| &*chunk.name).filter(|name| !name.is_empty()).collect();
    assert_eq!(labels, ["k", "k_", "k_.end", "x", "x.end", "__x", "__x.end"]);
}

//! Is it OpenCL C or CUDA? Decided by the words that only one of them has.

use super::token::Dialect;

const OPENCL: [&str; 10] = [
    "__kernel",
    "kernel",
    "__local",
    "__constant",
    "get_global_id",
    "get_local_id",
    "get_group_id",
    "barrier",
    "CLK_LOCAL_MEM_FENCE",
    "reqd_work_group_size",
];
const CUDA: [&str; 11] = [
    "__global__",
    "__device__",
    "__shared__",
    "__constant__",
    "threadIdx",
    "blockIdx",
    "blockDim",
    "gridDim",
    "__syncthreads",
    "cudaMalloc",
    "dim3",
];

/// The language of a text; OpenCL C if nothing tells.
pub fn detect(source: &str) -> Dialect {
    let (mut opencl, mut cuda) = (0u32, 0u32);
    let words = source.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    for word in words.filter(|word| word.len() > 3) {
        opencl += u32::from(OPENCL.contains(&word));
        cuda += u32::from(CUDA.contains(&word));
    }
    if cuda > opencl { Dialect::Cuda } else { Dialect::OpenCl }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_both_languages() {
        assert_eq!(detect("__kernel void f(__global int *a) { a[get_global_id(0)] = 1; }"), Dialect::OpenCl);
        assert_eq!(detect("__global__ void f(int *a) { a[threadIdx.x] = 1; }"), Dialect::Cuda);
        assert_eq!(detect("float f;"), Dialect::OpenCl);
    }
}

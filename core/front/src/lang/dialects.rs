//! Names that only the other language has, and what to write in their place: people paste CUDA as OpenCL C, and the other way round.
//!
//! Absent: types, and names of libraries.

use alloc::{format, string::String};

use super::{builtins::builtin, token::Dialect};

/// What CUDA and OpenCL C call the same thing.
const SAME: [(&str, &str); 19] = [
    ("threadIdx", "get_local_id(0)"),
    ("blockIdx", "get_group_id(0)"),
    ("blockDim", "get_local_size(0)"),
    ("gridDim", "get_num_groups(0)"),
    ("__syncthreads", "barrier(CLK_LOCAL_MEM_FENCE)"),
    ("__threadfence_block", "mem_fence(CLK_LOCAL_MEM_FENCE)"),
    ("__threadfence", "mem_fence(CLK_GLOBAL_MEM_FENCE)"),
    ("__global__", "__kernel"),
    ("__shared__", "__local"),
    ("__constant__", "__constant"),
    ("atomicAdd", "atomic_add"),
    ("atomicSub", "atomic_sub"),
    ("atomicExch", "atomic_xchg"),
    ("atomicMin", "atomic_min"),
    ("atomicMax", "atomic_max"),
    ("atomicAnd", "atomic_and"),
    ("atomicOr", "atomic_or"),
    ("atomicXor", "atomic_xor"),
    ("atomicCAS", "atomic_cmpxchg"),
];

/// What to do about a name that only the other language has.
pub fn other_language(name: &str, dialect: Dialect) -> Option<String> {
    let (other, other_name, this_name, ending) = match dialect {
        Dialect::OpenCl => (Dialect::Cuda, "CUDA", "OpenCL C", ".cu"),
        Dialect::Cuda => (Dialect::OpenCl, "OpenCL C", "CUDA", ".cl"),
    };
    let stem = |text: &'static str| text.split('(').next().unwrap_or(text);
    let same = SAME.iter().find_map(|(cuda, opencl)| match dialect {
        Dialect::OpenCl => (*cuda == name).then_some(*opencl),
        Dialect::Cuda => (stem(opencl) == name).then_some(*cuda),
    });
    let index = matches!(name, "get_local_id" | "get_group_id" | "get_local_size" | "get_num_groups");
    let write = match same {
        Some(same) if index => format!("write `{same}.x`, or choose"),
        Some(same) => format!("write `{same}`, or choose"),
        None if name == "get_global_id" => "write `blockIdx.x * blockDim.x + threadIdx.x`, or choose".into(),
        None if builtin(name, other).is_some() => "choose".into(),
        None => return None,
    };
    Some(format!(
        "This is a name of {other_name}, but the text is read as {this_name}: {write} {other_name} as the language (a file that ends in {ending})."
    ))
}

//! Macros that exist without being defined, and headers that need not be read.

use crate::lang::token::{Dialect, In};

/// The replacement of a predefined macro.
pub fn predefined(name: &str, dialect: Dialect) -> Option<&'static str> {
    let at = PREDEFINED.binary_search_by(|(known, ..)| (*known).cmp(name)).ok()?;
    let (_, place, text) = PREDEFINED[at];
    place.has(dialect).then_some(text)
}

/// Headers whose contents the front end knows (or that only host code needs).
pub fn is_known_header(name: &str) -> bool {
    const KNOWN: &[&str] = &[
        "cuda", "curand_", "device_", "helper_", "math", "std", "stdio", "sm_", "vector_", "opencl-c",
        "sys/", "CL/", "book.h", "cutil",
    ];
    KNOWN.iter().any(|start| name.starts_with(start))
}

/// In ascending order of names.
const PREDEFINED: &[(&str, In, &str)] = &[
    ("CHAR_BIT", In::B, "8"),
    ("CHAR_MAX", In::B, "127"),
    ("CHAR_MIN", In::B, "(-128)"),
    ("CLK_ADDRESS_CLAMP", In::O, "4"),
    ("CLK_ADDRESS_CLAMP_TO_EDGE", In::O, "2"),
    ("CLK_ADDRESS_MIRRORED_REPEAT", In::O, "8"),
    ("CLK_ADDRESS_NONE", In::O, "0"),
    ("CLK_ADDRESS_REPEAT", In::O, "6"),
    ("CLK_FILTER_LINEAR", In::O, "32"),
    ("CLK_FILTER_NEAREST", In::O, "16"),
    ("CLK_GLOBAL_MEM_FENCE", In::O, "2"),
    ("CLK_IMAGE_MEM_FENCE", In::O, "4"),
    ("CLK_LOCAL_MEM_FENCE", In::O, "1"),
    ("CLK_NORMALIZED_COORDS_FALSE", In::O, "0"),
    ("CLK_NORMALIZED_COORDS_TRUE", In::O, "1"),
    ("CUDART_INF", In::C, "__longlong_as_double(0x7ff0000000000000ll)"),
    ("CUDART_INF_F", In::C, "__int_as_float(0x7f800000)"),
    ("CUDART_NAN", In::C, "__longlong_as_double(0x7ff8000000000000ll)"),
    ("CUDART_NAN_F", In::C, "__int_as_float(0x7fffffff)"),
    ("CUDART_PI", In::C, "3.14159265358979323846"),
    ("CUDART_PI_F", In::C, "3.14159265358979323846f"),
    ("CUDART_VERSION", In::C, "12000"),
    ("CUDA_VERSION", In::C, "12000"),
    ("DBL_DIG", In::B, "15"),
    ("DBL_EPSILON", In::B, "0x1.0p-52"),
    ("DBL_MANT_DIG", In::B, "53"),
    ("DBL_MAX", In::B, "0x1.fffffffffffffp1023"),
    ("DBL_MAX_EXP", In::B, "1024"),
    ("DBL_MIN", In::B, "0x1.0p-1022"),
    ("DBL_MIN_EXP", In::B, "(-1021)"),
    ("FLT_DIG", In::B, "6"),
    ("FLT_EPSILON", In::B, "0x1.0p-23f"),
    ("FLT_MANT_DIG", In::B, "24"),
    ("FLT_MAX", In::B, "0x1.fffffep127f"),
    ("FLT_MAX_EXP", In::B, "128"),
    ("FLT_MIN", In::B, "0x1.0p-126f"),
    ("FLT_MIN_EXP", In::B, "(-125)"),
    ("FLT_RADIX", In::B, "2"),
    ("HUGE_VAL", In::B, "(1.0/0.0)"),
    ("HUGE_VALF", In::B, "(1.0f/0.0f)"),
    ("INFINITY", In::B, "(1.0f/0.0f)"),
    ("INT16_MAX", In::C, "32767"),
    ("INT16_MIN", In::C, "(-32768)"),
    ("INT32_MAX", In::C, "2147483647"),
    ("INT32_MIN", In::C, "(-2147483647-1)"),
    ("INT64_MAX", In::C, "0x7fffffffffffffffL"),
    ("INT64_MIN", In::C, "(-0x7fffffffffffffffL-1)"),
    ("INT8_MAX", In::C, "127"),
    ("INT8_MIN", In::C, "(-128)"),
    ("INTPTR_MAX", In::C, "0x7fffffffffffffffL"),
    ("INT_MAX", In::B, "2147483647"),
    ("INT_MIN", In::B, "(-2147483647-1)"),
    ("LLONG_MAX", In::C, "0x7fffffffffffffffLL"),
    ("LLONG_MIN", In::C, "(-0x7fffffffffffffffLL-1)"),
    ("LONG_MAX", In::B, "0x7fffffffffffffffL"),
    ("LONG_MIN", In::B, "(-0x7fffffffffffffffL-1)"),
    ("MAXFLOAT", In::B, "0x1.fffffep127f"),
    ("M_1_PI", In::B, "0.31830988618379067154"),
    ("M_1_PI_F", In::B, "0.31830988618379067154f"),
    ("M_2_PI", In::B, "0.63661977236758134308"),
    ("M_2_PI_F", In::B, "0.63661977236758134308f"),
    ("M_2_SQRTPI", In::B, "1.12837916709551257390"),
    ("M_2_SQRTPI_F", In::B, "1.12837916709551257390f"),
    ("M_E", In::B, "2.71828182845904523536"),
    ("M_E_F", In::B, "2.71828182845904523536f"),
    ("M_LN10", In::B, "2.30258509299404568402"),
    ("M_LN10_F", In::B, "2.30258509299404568402f"),
    ("M_LN2", In::B, "0.69314718055994530942"),
    ("M_LN2_F", In::B, "0.69314718055994530942f"),
    ("M_LOG10E", In::B, "0.43429448190325182765"),
    ("M_LOG10E_F", In::B, "0.43429448190325182765f"),
    ("M_LOG2E", In::B, "1.44269504088896340736"),
    ("M_LOG2E_F", In::B, "1.44269504088896340736f"),
    ("M_PI", In::B, "3.14159265358979323846"),
    ("M_PI_2", In::B, "1.57079632679489661923"),
    ("M_PI_2_F", In::B, "1.57079632679489661923f"),
    ("M_PI_4", In::B, "0.78539816339744830962"),
    ("M_PI_4_F", In::B, "0.78539816339744830962f"),
    ("M_PI_F", In::B, "3.14159265358979323846f"),
    ("M_SQRT1_2", In::B, "0.70710678118654752440"),
    ("M_SQRT1_2_F", In::B, "0.70710678118654752440f"),
    ("M_SQRT2", In::B, "1.41421356237309504880"),
    ("M_SQRT2_F", In::B, "1.41421356237309504880f"),
    ("NAN", In::B, "(0.0f/0.0f)"),
    ("NULL", In::B, "((void*)0)"),
    ("PTRDIFF_MAX", In::C, "0x7fffffffffffffffL"),
    ("RAND_MAX", In::C, "2147483647"),
    ("SCHAR_MAX", In::B, "127"),
    ("SCHAR_MIN", In::B, "(-128)"),
    ("SHRT_MAX", In::B, "32767"),
    ("SHRT_MIN", In::B, "(-32768)"),
    ("SIZE_MAX", In::B, "0xffffffffffffffffUL"),
    ("UCHAR_MAX", In::B, "255"),
    ("UINT16_MAX", In::C, "65535"),
    ("UINT32_MAX", In::C, "0xffffffffU"),
    ("UINT64_MAX", In::C, "0xffffffffffffffffUL"),
    ("UINT8_MAX", In::C, "255"),
    ("UINT_MAX", In::B, "0xffffffffU"),
    ("ULLONG_MAX", In::C, "0xffffffffffffffffULL"),
    ("ULONG_MAX", In::B, "0xffffffffffffffffUL"),
    ("USHRT_MAX", In::B, "65535"),
    ("__CUDACC__", In::C, "1"),
    ("__CUDA_ARCH__", In::C, "700"),
    ("__ENDIAN_LITTLE__", In::O, "1"),
    ("__FILE__", In::B, "\"kernel\""),
    ("__NVCC__", In::C, "1"),
    ("__OPENCL_C_VERSION__", In::O, "120"),
    ("__OPENCL_VERSION__", In::O, "120"),
    ("__cplusplus", In::C, "201703L"),
    ("cl_khr_byte_addressable_store", In::O, "1"),
    ("cl_khr_fp64", In::O, "1"),
    ("cl_khr_global_int32_base_atomics", In::O, "1"),
    ("cl_khr_global_int32_extended_atomics", In::O, "1"),
    ("cl_khr_int64_base_atomics", In::O, "1"),
    ("cl_khr_int64_extended_atomics", In::O, "1"),
    ("cl_khr_local_int32_base_atomics", In::O, "1"),
    ("cl_khr_local_int32_extended_atomics", In::O, "1"),
    ("memory_order_acq_rel", In::O, "4"),
    ("memory_order_acquire", In::O, "2"),
    ("memory_order_relaxed", In::O, "0"),
    ("memory_order_release", In::O, "3"),
    ("memory_order_seq_cst", In::O, "5"),
    ("memory_scope_all_svm_devices", In::O, "4"),
    ("memory_scope_device", In::O, "3"),
    ("memory_scope_sub_group", In::O, "1"),
    ("memory_scope_work_group", In::O, "2"),
    ("memory_scope_work_item", In::O, "0"),
    ("warpSize", In::C, "32"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order() {
        assert!(PREDEFINED.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn dialects_have_their_own() {
        assert_eq!(predefined("CLK_LOCAL_MEM_FENCE", Dialect::OpenCl), Some("1"));
        assert_eq!(predefined("CLK_LOCAL_MEM_FENCE", Dialect::Cuda), None);
    }
}

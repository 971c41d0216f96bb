//! Each operation on numbers at which it could go wrong.

use super::*;

/// Words at which integer operations change their way.
const INTEGERS: &str = "0, 1, 2, 3, 5, 7, 31, 32, 33, 100, 255, 65535, 65536, 8388607, 16777217, 2147483646, 2147483647, -2147483648, \
     -2147483647, -1, -2, -3, -7, -31, -65536, -16777217, 123456789, -987654321, 1000000007, 305419896, -19088744, 1431655765";

/// Bits of floats at which float operations do.
const FLOATS: &str = "0, 0x80000000, 1, 0x80000001, 0x7fffff, 0x800000, 0x3f800000, 0xbf800000, 0x3f000000, 0x3effffff, 0x40490fdb, \
     0x4f000000, 0x4effffff, 0xcf000000, 0x4f800000, 0x4f7fffff, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, \
     0xffc00001, 0x7f800001, 0x42f60000, 0xc2f60000, 0x4b000001, 0x33d6bf95, 0xb3d6bf95, 0x40000000, 0x40400000, 0xc0a00000, 0x1";

/// Every pair of numbers of a list with an expression of `x` and `y`.
fn pairs(list: &str, variables: &str, expression: &str) {
    let source = format!(
        "// lanescope: global 1024\n// lanescope: local 64\n__constant uint list[32] = {{{list}}};\n\
         __kernel void k(__global uint *out) {{ int i = get_global_id(0); uint p = list[i / 32], q = list[i % 32]; {variables} out[i] = {expression}; }}"
    );
    check(expression, &source);
}

#[test]
fn integer_operations() {
    let signed = "int x = p, y = q;";
    let unsigned = "uint x = p, y = q;";
    for op in ["+", "-", "*", "/", "%", "&", "|", "^", "<", "<=", "==", "!=", ">", ">="] {
        pairs(INTEGERS, signed, &format!("x {op} y"));
        pairs(INTEGERS, unsigned, &format!("x {op} y"));
    }
    for op in ["<<", ">>"] {
        pairs(INTEGERS, signed, &format!("x {op} (y & 31)"));
        pairs(INTEGERS, unsigned, &format!("x {op} (y & 31)"));
    }
    for function in [
        "min(x, y)",
        "max(x, y)",
        "mul_hi(x, y)",
        "rotate(x, y)",
        "popcount(x)",
        "clz(y)",
        "abs(x)",
        "x < y ? x : y",
    ] {
        pairs(INTEGERS, signed, function);
        pairs(INTEGERS, unsigned, function);
    }
}

#[test]
fn long_integers_are_pairs_of_words() {
    let long = "long x = (long)(int)p * 4294967311 + q, y = (long)(int)q * 65537 + p;";
    for op in ["+", "-", "*", "&", "^", "<", "=="] {
        pairs(INTEGERS, long, &format!("(uint)((long)(x {op} y) >> 17)"));
    }
}

#[test]
fn float_operations() {
    let floats = "float x = as_float(p), y = as_float(q);";
    for op in ["+", "-", "*", "/"] {
        pairs(FLOATS, floats, &format!("as_uint(x {op} y)"));
    }
    for op in ["<", "<=", "==", "!=", ">", ">="] {
        pairs(FLOATS, floats, &format!("x {op} y"));
    }
    for function in [
        "fmin(x, y)",
        "fmax(x, y)",
        "fabs(x)",
        "-x",
        "sqrt(x)",
        "rsqrt(x)",
        "fma(x, y, x)",
        "floor(x)",
        "x < y ? x : y",
    ] {
        pairs(FLOATS, floats, &format!("as_uint({function})"));
    }
}

#[test]
fn conversions() {
    pairs(FLOATS, "float x = as_float(p);", "(uint)(int)x");
    pairs(FLOATS, "float x = as_float(p);", "(uint)x");
    pairs(INTEGERS, "int x = p;", "as_uint((float)x)");
    pairs(INTEGERS, "uint x = p;", "as_uint((float)x)");
    for ty in ["char", "uchar", "short", "ushort"] {
        pairs(INTEGERS, &format!("{ty} x = p, y = q;"), "x * y + (x < y)");
    }
}

//! Programs that nobody wrote for this code generator: strange lengths, two views of one array, every type, loops in loops that
//! work-items leave in different turns, early returns.

use super::{kernels::check, *};

/// Sizes of a launch, in work-items and in those of a group: around the width of every register, in one dimension and two.
const SIZES: [(&str, &str); 16] = [
    ("1", "1"),
    ("2", "2"),
    ("3", "1"),
    ("4", "4"),
    ("5", "5"),
    ("7", "7"),
    ("18", "9"),
    ("15", "15"),
    ("16", "16"),
    ("34", "17"),
    ("31", "31"),
    ("33", "33"),
    ("63", "63"),
    ("65", "65"),
    ("17 3", "17 3"),
    ("10 4", "5 2"),
];

fn kernel((global, local): (&str, &str), n: i64, body: &str) -> String {
    format!(
        "// lanescope: global {global}
// lanescope: local {local}
// lanescope: arg b [512] random(1, 0, 255)
// lanescope: arg c [512] random(2, -128, 127)
// lanescope: arg h [512] random(3, 0, 65535)
// lanescope: arg s [512] random(4, -32768, 32767)
// lanescope: arg w [512] random(5, -2000000000, 2000000000)
// lanescope: arg u [512] random(6, 0, 4000000000)
// lanescope: arg l [512] random(7, -9000000000, 9000000000)
// lanescope: arg q [512] random(8, -1000.0, 1000.0)
// lanescope: arg f [512] random(9, -100000.0, 100000.0)
// lanescope: arg d [512] random(10, -100000.0, 100000.0)
// lanescope: arg n {n}
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__kernel void k(__global uchar *b, __global char *c, __global ushort *h, __global short *s, __global int *w,
                __global uint *u, __global long *l, __global half *q, __global float *f, __global double *d,
                int n) {{
    int i = get_global_id(1) * get_global_size(0) + get_global_id(0);
    {body}
}}"
    )
}

/// Bodies with nothing that two work-items share.
const BODIES: &[&str] = &[
    // Guards of every shape.
    "if (i >= n) return; w[i] += 1;",
    "if (i > n) return; b[i] += 1; f[i] *= 2;",
    "if (n <= i) return; l[i] = w[i] * (long)w[i];",
    "if ((uint)i < (uint)n) s[i] = b[i];",
    "if (i < n && i > 3) w[i] = h[i]; else w[i] = 7;",
    "if (get_global_id(0) < n) { if (w[i] > 0) return; w[i] = -w[i]; }",
    "if (n < 0) return; if (i < n) c[i] = s[i] >> 3;",
    // Two views of one array.
    "__global uchar *v = (__global uchar *)w; v[4 * i + 1] = 7; int x = w[i]; v[4 * i] = x >> 16; w[i] ^= v[4 * i + 3];",
    "__global float *v = (__global float *)w; v[i] = f[i]; w[i] += 1; f[i] = v[i];",
    "__global ushort *v = (__global ushort *)u; u[i] = 0x12345; v[2 * i + 1] = v[2 * i]; h[i] = v[2 * i + 1];",
    "__global int *v = (__global int *)l; v[2 * i] = i; l[i] += 5; w[i] = v[2 * i + 1];",
    "w[i] = 1; w[i] = w[i] + 2; __global int *v = w + i; *v = *v * 3; v[0] -= w[i];",
    // Types.
    "q[i] = q[i] * q[i + 190] + (half)1.5; s[i] = (short)q[i];",
    "q[i] = sqrt(fabs(q[i])); h[i] = convert_ushort_sat(q[i]);",
    "half x = q[i]; f[i] = x; d[i] = x; q[i + 256] = f[i + 131];",
    "q[i] = (half)w[i]; q[i + 256] = (half)b[i]; q[i + 400] = (half)h[i];",
    "d[i] = f[i]; f[i + 400] = d[i + 400]; w[i] = d[i + 133] * 1e5; u[i] = d[i];",
    "l[i] = d[i]; d[i + 400] = l[i + 400]; l[i + 256] = (ulong)d[i + 131];",
    "b[i] = f[i]; c[i] = f[i + 132]; h[i] = f[i + 134]; s[i] = f[i + 136];",
    "u[i] = f[i]; f[i + 256] = u[i + 139];",
    "f[i] = l[i]; f[i + 256] = (ulong)l[i + 133];",
    "b[i] = b[i] / (b[i + 131] | 1); c[i] = c[i] % (c[i + 131] | 1); s[i] = s[i] / 7; h[i] = h[i] % 10;",
    "c[i] = -c[i]; b[i] = ~b[i]; s[i] = abs(s[i]); w[i] = abs_diff(w[i], w[i + 131]);",
    "b[i] = add_sat(b[i], b[i + 131]); c[i] = sub_sat(c[i], c[i + 131]); s[i] = add_sat(s[i], s[i + 131]);",
    "b[i] = hadd(b[i], b[i + 131]); h[i] = rhadd(h[i], h[i + 131]); w[i] = mul_hi(w[i], w[i + 131]);",
    "b[i] = rotate(b[i], (uchar)3); h[i] = rotate(h[i], h[i + 131]); w[i] = popcount(w[i]); u[i] = clz(u[i]);",
    "b[i] <<= b[i + 131]; c[i] >>= c[i + 131]; s[i] >>= (s[i + 131] & 15); w[i] <<= w[i + 131]; l[i] >>= w[i];",
    "b[i] = min(b[i], b[i + 131]); c[i] = max(c[i], c[i + 131]); h[i] = clamp(h[i], (ushort)50, (ushort)600);",
    "b[i] = select(b[i], b[i + 131], c[i]); w[i] = select(w[i], w[i + 131], (int)(f[i] > 0));",
    "b[i] = (b[i] > c[i]) + (h[i] > s[i]) * 2 + (w[i] < f[i]) * 4 + (l[i] < d[i]) * 8;",
    "l[i] = b[i] + c[i] * 3L - s[i]; d[i] = h[i]; d[i + 256] = u[i];",
    "l[i] = u[i]; l[i + 256] = w[i + 131]; u[i] = l[i + 190]; w[i + 200] = l[i + 200];",
    "l[i] = w[i] > 0 ? (long)u[i] << 3 : l[i] >> 40; h[i] = l[i + 139];",
    "f[i] = i; d[i] = i * 0.5; q[i] = i; b[i] = i; l[i] = i * 3L;",
    "f[i] = fmin(f[i], f[i + 131]); d[i] = fmax(d[i], d[i + 131]); f[i + 256] = copysign(f[i], f[i + 133]);",
    "f[i] = floor(f[i] * 0.01f) + ceil(f[i + 131]) - rint(f[i + 132]) + trunc(f[i + 133]) + round(f[i + 134]);",
    "f[i] = isnan(f[i] / (f[i] - f[i])) ? 1.0f : sqrt(f[i]); d[i] = sqrt(d[i]);",
    "w[i] = convert_int_rte(f[i] * 0.3f); w[i + 256] = convert_int_sat(f[i] * 1e9f); u[i] = convert_uint_sat(-f[i]);",
    // Loops.
    "int x = w[i] & 31; while (x > 0) { int y = x & 7; while (y > 0) { y -= 2; if (y == 3) break; } x -= y + 5; } w[i] = x;",
    "int t = 0; for (int a = 0; a < (b[i] & 7); a++) { if (a == (b[i + 131] & 3)) continue; for (int e = a; e < 5; e++) { if (e * a > (c[i] & 15)) break; t += e; } } w[i] = t;",
    "for (int a = 0; a < 20; a++) { if (w[i] % 7 == a) return; s[i] += a; for (int e = 0; e < a; e++) if (b[i] == e * 3) return; }",
    "uchar x = b[i]; short y = 0; do { y += x; x = x & 1 ? x * 3 + 1 : x >> 1; if (y > 3000) break; } while (x > 1); s[i] = y; b[i] = x;",
    "float x = f[i], y = 0; for (int a = 0; a < 40; a++) { if (x < 1.0f) break; x *= 0.5f; y += x > 3 ? x : -x; } f[i] = y; w[i] = x;",
    "double x = d[i]; int turns = 0; while (x > 2.0) { x /= 3.0; turns++; if (turns > (h[i] & 15)) return; } d[i] = x; l[i] = turns;",
    "long x = l[i]; char y = c[i]; for (int a = 0; a < (y & 7); a++) { x = x * 3 + a; y += a; if (x & 64) y ^= 5; } l[i] = x; c[i] = y;",
    // Searches: who has found something leaves with a constant, and so does who has not.
    "int found = 0; for (int a = 0; a < 9; a++) if (b[i + a + 128] > 220) { found = 1; break; } w[i] = found;",
    "int found = -1; for (int a = 1; a < 5 && found < 0; a++) for (int e = 0; e < a; e++) if ((b[i] >> e & 3) == 2) { found = a; break; } w[i] = found;",
    "float x = 2; for (int a = 0; a < (n & 7); a++) { if (w[i] % 5 == a) { x = 3; break; } if (c[i] % 3 == a) { x = 4; break; } } f[i] = x;",
    "switch (w[i] & 3) { case 0: b[i] = 1; break; case 1: s[i] = 2; case 2: f[i] = 3; break; default: d[i] = 4; }",
    "int x = w[i]; if (x & 1) { if (x & 2) { if (x & 4) return; b[i] = 1; } else c[i] = 2; h[i] = 3; } else { if (x & 8) s[i] = x; } u[i] = x;",
    "int own[5]; for (int a = 0; a < 5; a++) own[a] = w[i] * a; int t = 0; for (int a = 0; a < (b[i] & 7); a++) t += own[a % 5]; w[i] = t;",
    "uchar own[8]; for (int a = 0; a < 8; a++) own[(a * 3) & 7] = b[i + a + 128]; b[i] = own[c[i] & 7];",
    "int x = n; for (int a = 0; a < n; a++) { x = x * 5 + a; if (x > i) x -= i; } w[i] = x;",
    "for (int a = n; a > 0; a -= i + 1) w[i] += a; if (n > 100) w[i] = 0;",
    // Work-group memory and barriers.
    "__local int t[128]; int x = get_local_id(1) * get_local_size(0) + get_local_id(0); t[x] = w[i]; barrier(CLK_LOCAL_MEM_FENCE); w[i] = t[x / 2] + t[0];",
    "__local uchar t[128]; int x = get_local_id(1) * get_local_size(0) + get_local_id(0); short y = s[i]; t[x] = b[i]; barrier(CLK_LOCAL_MEM_FENCE); for (int a = 0; a < 3; a++) { y += t[x >> a]; barrier(CLK_LOCAL_MEM_FENCE); t[x] = y; barrier(CLK_LOCAL_MEM_FENCE); } s[i] = y; c[i] = t[x];",
    "double x = d[i]; half y = q[i]; char z = c[i]; bool p = w[i] > 0; barrier(CLK_GLOBAL_MEM_FENCE); if (p) d[i] = x * z; else q[i] = y + z; l[i] = p;",
    "__local float t[128]; int x = get_local_id(0); if (get_local_id(1) == 0) t[x] = f[i]; barrier(CLK_LOCAL_MEM_FENCE); if (x < (n & 15)) f[i] = t[x] * 2; else h[i] = t[0];",
];

/// Each body with one of so many sizes, in turns.
fn try_all(one_of: usize) {
    for (at, body) in BODIES.iter().enumerate() {
        for (turn, size) in SIZES.iter().enumerate().filter(|(turn, _)| (at + turn).is_multiple_of(one_of)) {
            let n = [0, 1, -3, 7, 8, 9, 15, 16, 17, 30, 1000][(at + 3 * turn) % 11];
            check(&format!("{body} ({size:?}, n = {n})"), &kernel(*size, n, body));
        }
    }
}

#[test]
fn strange_programs_leave_the_memory_of_the_interpreter() {
    try_all(3);
}

#[test]
#[ignore = "long: `cargo xtask fuzz --all` runs it"]
fn strange_programs_of_every_size() {
    try_all(1);
}

__kernel void saxpy(__global const float *x, __global float *y, float a, int n)
{
    int i = get_global_id(0);
    if (i < n)
        y[i] = a * x[i] + y[i];
}
// ----------
kernel saxpy(x: ptr.global f32 const, y: ptr.global f32, a: f32 const, n: i32 const) {
  slot s0 x: private 8 align 8 ptr.global
  slot s1 y: private 8 align 8 ptr.global
  slot s2 a: private 4 align 4 f32
  slot s3 n: private 4 align 4 i32
  slot s4 i: private 4 align 4 i32
b0:
  v0: ptr.global = arg 0
  v1: ptr.private = slot s0
  store v1, v0
  v2: ptr.global = arg 1
  v3: ptr.private = slot s1
  store v3, v2
  v4: f32 = arg 2
  v5: ptr.private = slot s2
  store v5, v4
  v6: i32 = arg 3
  v7: ptr.private = slot s3
  store v7, v6
  v8: i32 = global_id 0
  v9: i64 = zext v8
  v10: i32 = trunc v9
  v11: ptr.private = slot s4
  store v11, v10
  v12: ptr.private = slot s4
  v13: i32 = load v12
  v14: ptr.private = slot s3
  v15: i32 = load v14
  v16: bool = lt.s v13, v15
  branch v16, b1, b2
b1:
  v17: ptr.private = slot s2
  v18: f32 = load v17
  v19: ptr.private = slot s0
  v20: ptr.global = load v19
  v21: ptr.private = slot s4
  v22: i32 = load v21
  v23: i64 = sext v22
  v24: i64 = const 4
  v25: i64 = mul v23, v24
  v26: ptr.global = ptradd v20, v25
  v27: f32 = load v26
  v28: f32 = fmul v18, v27
  v29: ptr.private = slot s1
  v30: ptr.global = load v29
  v31: ptr.private = slot s4
  v32: i32 = load v31
  v33: i64 = sext v32
  v34: i64 = const 4
  v35: i64 = mul v33, v34
  v36: ptr.global = ptradd v30, v35
  v37: f32 = load v36
  v38: f32 = fadd v28, v37
  v39: ptr.private = slot s1
  v40: ptr.global = load v39
  v41: ptr.private = slot s4
  v42: i32 = load v41
  v43: i64 = sext v42
  v44: i64 = const 4
  v45: i64 = mul v43, v44
  v46: ptr.global = ptradd v40, v45
  store v46, v38
  jump b2
b2:
  return
}

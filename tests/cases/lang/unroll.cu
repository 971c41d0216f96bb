// Marks of loops; the number may be a macro. Before anything but a loop the pragma says nothing.
#define N 4
#pragma unroll
__global__ void marks(int *x)
{
    #pragma unroll
    for (int i = 0; i < 8; i++) x[i] = i;
    #pragma unroll N * 2
    while (x[0] < 9) x[0]++;
    #pragma unroll(1)
    do x[1]++; while (x[1] < 9);
    #pragma unroll 2
    x[2] = 1;
}
// ----------
kernel marks(x: ptr.global i32) {
  slot s0 x: private 8 align 8 ptr.global
  slot s1 i: private 4 align 4 i32
b0:
  v0: ptr.global = arg 0
  v1: ptr.private = slot s0
  store v1, v0
  v2: i32 = const 0
  v3: ptr.private = slot s1
  store v3, v2
  jump b1
b1: unroll
  v4: ptr.private = slot s1
  v5: i32 = load v4
  v6: i32 = const 8
  v7: bool = lt.s v5, v6
  branch v7, b2, b4
b2:
  v8: ptr.private = slot s1
  v9: i32 = load v8
  v10: ptr.private = slot s0
  v11: ptr.global = load v10
  v12: ptr.private = slot s1
  v13: i32 = load v12
  v14: i64 = sext v13
  v15: i64 = const 4
  v16: i64 = mul v14, v15
  v17: ptr.global = ptradd v11, v16
  store v17, v9
  jump b3
b3:
  v18: i32 = const 1
  v19: ptr.private = slot s1
  v20: i32 = load v19
  v21: i32 = add v20, v18
  v22: ptr.private = slot s1
  store v22, v21
  jump b1
b4:
  jump b5
b5: unroll 8
  v23: ptr.private = slot s0
  v24: ptr.global = load v23
  v25: i64 = const 0
  v26: i32 = load v24
  v27: i32 = const 9
  v28: bool = lt.s v26, v27
  branch v28, b6, b7
b6:
  v29: i32 = const 1
  v30: ptr.private = slot s0
  v31: ptr.global = load v30
  v32: i64 = const 0
  v33: i32 = load v31
  v34: i32 = add v33, v29
  store v31, v34
  jump b5
b7:
  jump b8
b8:
  v43: i32 = const 1
  v44: ptr.private = slot s0
  v45: ptr.global = load v44
  v46: i64 = const 1
  v47: i64 = const 4
  v48: ptr.global = ptradd v45, v47
  v49: i32 = load v48
  v50: i32 = add v49, v43
  store v48, v50
  jump b9
b9:
  v35: ptr.private = slot s0
  v36: ptr.global = load v35
  v37: i64 = const 1
  v38: i64 = const 4
  v39: ptr.global = ptradd v36, v38
  v40: i32 = load v39
  v41: i32 = const 9
  v42: bool = lt.s v40, v41
  branch v42, b8, b10
b10:
  v51: i32 = const 1
  v52: ptr.private = slot s0
  v53: ptr.global = load v52
  v54: i64 = const 2
  v55: i64 = const 8
  v56: ptr.global = ptradd v53, v55
  store v56, v51
  return
}

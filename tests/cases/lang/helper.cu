// A helper that is used with two kinds of memory, a loop that ends early, and the launch from host code.
const int N = 1000;

__device__ int first_negative(const int *p, int n)
{
    for (int i = 0; i < n; i++)
        if (p[i] < 0)
            return i;
    return -1;
}

__global__ void find(const int *data, int *out)
{
    __shared__ int part[4];
    part[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = first_negative(data, 8) + first_negative(part, 4);
}

int main()
{
    dim3 block(4);
    find<<<(N + block.x - 1) / block.x, block>>>(data, out);
}
// ----------
launch find: global Some([1000, 1, 1]) local Some([4, 1, 1]) dynamic Some(0)
kernel find(data: ptr.global i32 const, out: ptr.global i32) {
  slot s0 data: private 8 align 8 ptr.global
  slot s1 out: private 8 align 8 ptr.global
  slot s2 part: local 16 align 4 i32
  slot s3 p: private 8 align 8 ptr.global
  slot s4 n: private 4 align 4 i32
  slot s5 i: private 4 align 4 i32
  slot s6 p: private 8 align 8 ptr.global
  slot s7 n: private 4 align 4 i32
  slot s8 i: private 4 align 4 i32
b0:
  v0: ptr.global = arg 0
  v1: ptr.private = slot s0
  store v1, v0
  v2: ptr.global = arg 1
  v3: ptr.private = slot s1
  store v3, v2
  v4: ptr.private = slot s0
  v5: ptr.global = load v4
  v6: i32 = local_id 0
  v7: i64 = zext v6
  v8: i64 = const 4
  v9: i64 = mul v7, v8
  v10: ptr.global = ptradd v5, v9
  v11: i32 = load v10
  v12: ptr.local = slot s2
  v13: i32 = local_id 0
  v14: i64 = zext v13
  v15: i64 = const 4
  v16: i64 = mul v14, v15
  v17: ptr.local = ptradd v12, v16
  store v17, v11
  barrier
  v18: i32 = const 0
  v19: ptr.private = slot s0
  v20: ptr.global = load v19
  v21: i32 = const 8
  v22: i32 = call f0(v20, v21)
  v23: ptr.local = slot s2
  v24: i32 = const 4
  v25: i32 = call f1(v23, v24)
  v26: i32 = add v22, v25
  v27: ptr.private = slot s1
  v28: ptr.global = load v27
  v29: i32 = local_id 0
  v30: i64 = zext v29
  v31: i64 = const 4
  v32: i64 = mul v30, v31
  v33: ptr.global = ptradd v28, v32
  store v33, v26
  return
}
function f0 first_negative(ptr.global, i32) -> i32 {
b0:
  v0: ptr.global = param 0
  v1: ptr.private = slot s3
  store v1, v0
  v2: i32 = param 1
  v3: ptr.private = slot s4
  store v3, v2
  v4: i32 = const 0
  v5: ptr.private = slot s5
  store v5, v4
  jump b1
b1:
  v6: ptr.private = slot s5
  v7: i32 = load v6
  v8: ptr.private = slot s4
  v9: i32 = load v8
  v10: bool = lt.s v7, v9
  branch v10, b2, b6
b2:
  v11: ptr.private = slot s3
  v12: ptr.global = load v11
  v13: ptr.private = slot s5
  v14: i32 = load v13
  v15: i64 = sext v14
  v16: i64 = const 4
  v17: i64 = mul v15, v16
  v18: ptr.global = ptradd v12, v17
  v19: i32 = load v18
  v20: i32 = const 0
  v21: bool = lt.s v19, v20
  branch v21, b3, b4
b3:
  v22: ptr.private = slot s5
  v23: i32 = load v22
  return v23
b4:
  jump b5
b5:
  v24: i32 = const 1
  v25: ptr.private = slot s5
  v26: i32 = load v25
  v27: i32 = add v26, v24
  v28: ptr.private = slot s5
  store v28, v27
  jump b1
b6:
  v29: i32 = const -1
  return v29
}
function f1 first_negative(ptr.local, i32) -> i32 {
b0:
  v0: ptr.local = param 0
  v1: ptr.private = slot s6
  store v1, v0
  v2: i32 = param 1
  v3: ptr.private = slot s7
  store v3, v2
  v4: i32 = const 0
  v5: ptr.private = slot s8
  store v5, v4
  jump b1
b1:
  v6: ptr.private = slot s8
  v7: i32 = load v6
  v8: ptr.private = slot s7
  v9: i32 = load v8
  v10: bool = lt.s v7, v9
  branch v10, b2, b6
b2:
  v11: ptr.private = slot s6
  v12: ptr.local = load v11
  v13: ptr.private = slot s8
  v14: i32 = load v13
  v15: i64 = sext v14
  v16: i64 = const 4
  v17: i64 = mul v15, v16
  v18: ptr.local = ptradd v12, v17
  v19: i32 = load v18
  v20: i32 = const 0
  v21: bool = lt.s v19, v20
  branch v21, b3, b4
b3:
  v22: ptr.private = slot s8
  v23: i32 = load v22
  return v23
b4:
  jump b5
b5:
  v24: i32 = const 1
  v25: ptr.private = slot s8
  v26: i32 = load v25
  v27: i32 = add v26, v24
  v28: ptr.private = slot s8
  store v28, v27
  jump b1
b6:
  v29: i32 = const -1
  return v29
}

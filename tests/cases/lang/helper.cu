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
  slot s3 (unnamed): private 4 align 4 i32
  slot s4 p: private 8 align 8 ptr.global
  slot s5 n: private 4 align 4 i32
  slot s6 i: private 4 align 4 i32
  slot s7 (unnamed): private 4 align 4 i32
  slot s8 p: private 8 align 8 ptr.global
  slot s9 n: private 4 align 4 i32
  slot s10 i: private 4 align 4 i32
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
  v22: ptr.private = slot s4
  store v22, v20
  v23: ptr.private = slot s5
  store v23, v21
  v24: i32 = const 0
  v25: ptr.private = slot s6
  store v25, v24
  jump b1
b1:
  v26: ptr.private = slot s6
  v27: i32 = load v26
  v28: ptr.private = slot s5
  v29: i32 = load v28
  v30: bool = lt.s v27, v29
  branch v30, b2, b6
b2:
  v31: ptr.private = slot s4
  v32: ptr.global = load v31
  v33: ptr.private = slot s6
  v34: i32 = load v33
  v35: i64 = sext v34
  v36: i64 = const 4
  v37: i64 = mul v35, v36
  v38: ptr.global = ptradd v32, v37
  v39: i32 = load v38
  v40: i32 = const 0
  v41: bool = lt.s v39, v40
  branch v41, b3, b4
b3:
  v42: ptr.private = slot s6
  v43: i32 = load v42
  v44: ptr.private = slot s3
  store v44, v43
  jump b7
b4:
  jump b5
b5:
  v45: i32 = const 1
  v46: ptr.private = slot s6
  v47: i32 = load v46
  v48: i32 = add v47, v45
  v49: ptr.private = slot s6
  store v49, v48
  jump b1
b6:
  v50: i32 = const -1
  v51: ptr.private = slot s3
  store v51, v50
  jump b7
b7:
  v52: ptr.private = slot s3
  v53: i32 = load v52
  v54: ptr.local = slot s2
  v55: i32 = const 4
  v56: ptr.private = slot s8
  store v56, v54
  v57: ptr.private = slot s9
  store v57, v55
  v58: i32 = const 0
  v59: ptr.private = slot s10
  store v59, v58
  jump b8
b8:
  v60: ptr.private = slot s10
  v61: i32 = load v60
  v62: ptr.private = slot s9
  v63: i32 = load v62
  v64: bool = lt.s v61, v63
  branch v64, b9, b13
b9:
  v65: ptr.private = slot s8
  v66: ptr.local = load v65
  v67: ptr.private = slot s10
  v68: i32 = load v67
  v69: i64 = sext v68
  v70: i64 = const 4
  v71: i64 = mul v69, v70
  v72: ptr.local = ptradd v66, v71
  v73: i32 = load v72
  v74: i32 = const 0
  v75: bool = lt.s v73, v74
  branch v75, b10, b11
b10:
  v76: ptr.private = slot s10
  v77: i32 = load v76
  v78: ptr.private = slot s7
  store v78, v77
  jump b14
b11:
  jump b12
b12:
  v79: i32 = const 1
  v80: ptr.private = slot s10
  v81: i32 = load v80
  v82: i32 = add v81, v79
  v83: ptr.private = slot s10
  store v83, v82
  jump b8
b13:
  v84: i32 = const -1
  v85: ptr.private = slot s7
  store v85, v84
  jump b14
b14:
  v86: ptr.private = slot s7
  v87: i32 = load v86
  v88: i32 = add v53, v87
  v89: ptr.private = slot s1
  v90: ptr.global = load v89
  v91: i32 = local_id 0
  v92: i64 = zext v91
  v93: i64 = const 4
  v94: i64 = mul v92, v93
  v95: ptr.global = ptradd v90, v94
  store v95, v88
  return
}

// lanescope: kernel kernel_scale
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#ifdef cl_intel_required_subgroup_size
#pragma OPENCL EXTENSION cl_intel_required_subgroup_size : enable
#define REQD_SUBGROUP_SIZE_16 __attribute__((intel_reqd_sub_group_size(16)))
#endif
#define QK4_0 32
typedef char int8_t;
typedef uchar uint8_t;
typedef struct { half d; uint8_t qs[QK4_0 / 2]; } block_q4_0;
typedef struct __attribute__((packed)) { half d; half m; uint8_t qh[4]; uint8_t qs[16]; } block_q5_1;

void dequantize_q4_0_f32(global block_q4_0 *xb, short il, float16 *reg) {
    global ushort *qs = ((global ushort *)xb + 1);
    float d1 = il ? (xb->d / 16.h) : xb->d;
    reg->s0 = d1 * (qs[0] & 0x000F);
}

kernel void kernel_get_rows(global block_q5_1 *src, global float4 *dst, sampler_t s) {
    float16 temp;
    dequantize_q4_0_f32(0, 0, &temp);
    dst[get_global_id(0)] = temp.lo.lo;
}

kernel void kernel_scale(global float *src0, ulong offset0, global float *dst, ulong offsetd, float scale) {
    src0 = (global float *)((global char *)src0 + offset0 * 0);
    dst = (global float *)((global char *)dst + offsetd * 0);
    dst[get_global_id(0)] = src0[get_global_id(0)] * scale;
}

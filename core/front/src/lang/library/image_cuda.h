/* What CUDA calls of texture objects (CUDA C++ Programming Guide, 10.8.1), for each type of a pixel. `tex1Dfetch` counts the pixels of all
   rows. Each function stands behind those that it calls, and begins a line. */
__device__ inline float4 __texture_float(cudaTextureObject_t t, int fetch, float x, float y, int i) {
    return fetch ? __image_colour(t.x, t.y * t.z, 1, t.w, 4, i, 0) : __image_sample(t.x, t.y, t.z, t.w, t.w >> 8, x, y);
}
__device__ inline int4 __texture_int(cudaTextureObject_t t, int fetch, float x, float y, int i) {
    if (fetch) return __image_int(t.x, t.y * t.z, 1, t.w, 4, i, 0);
    return __image_int(t.x, t.y, t.z, t.w, t.w >> 8, __image_nearest(x, t.y, t.w >> 8), __image_nearest(y, t.z, t.w >> 8));
}
__device__ inline uint4 __texture_uint(cudaTextureObject_t t, int fetch, float x, float y, int i) {
    if (fetch) return __image_uint(t.x, t.y * t.z, 1, t.w, 4, i, 0);
    return __image_uint(t.x, t.y, t.z, t.w, t.w >> 8, __image_nearest(x, t.y, t.w >> 8), __image_nearest(y, t.z, t.w >> 8));
}
__device__ inline char __texture(cudaTextureObject_t t, int f, float x, float y, int i, char *) { return (char)__texture_int(t, f, x, y, i).x; }
__device__ inline signed char __texture(cudaTextureObject_t t, int f, float x, float y, int i, signed char *) { return (signed char)__texture_int(t, f, x, y, i).x; }
__device__ inline char2 __texture(cudaTextureObject_t t, int f, float x, float y, int i, char2 *) { int4 v = __texture_int(t, f, x, y, i); return make_char2((char)v.x, (char)v.y); }
__device__ inline char4 __texture(cudaTextureObject_t t, int f, float x, float y, int i, char4 *) { int4 v = __texture_int(t, f, x, y, i); return make_char4((char)v.x, (char)v.y, (char)v.z, (char)v.w); }
__device__ inline uchar __texture(cudaTextureObject_t t, int f, float x, float y, int i, uchar *) { return (uchar)__texture_uint(t, f, x, y, i).x; }
__device__ inline uchar2 __texture(cudaTextureObject_t t, int f, float x, float y, int i, uchar2 *) { uint4 v = __texture_uint(t, f, x, y, i); return make_uchar2((uchar)v.x, (uchar)v.y); }
__device__ inline uchar4 __texture(cudaTextureObject_t t, int f, float x, float y, int i, uchar4 *) { uint4 v = __texture_uint(t, f, x, y, i); return make_uchar4((uchar)v.x, (uchar)v.y, (uchar)v.z, (uchar)v.w); }
__device__ inline short __texture(cudaTextureObject_t t, int f, float x, float y, int i, short *) { return (short)__texture_int(t, f, x, y, i).x; }
__device__ inline short2 __texture(cudaTextureObject_t t, int f, float x, float y, int i, short2 *) { int4 v = __texture_int(t, f, x, y, i); return make_short2((short)v.x, (short)v.y); }
__device__ inline short4 __texture(cudaTextureObject_t t, int f, float x, float y, int i, short4 *) { int4 v = __texture_int(t, f, x, y, i); return make_short4((short)v.x, (short)v.y, (short)v.z, (short)v.w); }
__device__ inline ushort __texture(cudaTextureObject_t t, int f, float x, float y, int i, ushort *) { return (ushort)__texture_uint(t, f, x, y, i).x; }
__device__ inline ushort2 __texture(cudaTextureObject_t t, int f, float x, float y, int i, ushort2 *) { uint4 v = __texture_uint(t, f, x, y, i); return make_ushort2((ushort)v.x, (ushort)v.y); }
__device__ inline ushort4 __texture(cudaTextureObject_t t, int f, float x, float y, int i, ushort4 *) { uint4 v = __texture_uint(t, f, x, y, i); return make_ushort4((ushort)v.x, (ushort)v.y, (ushort)v.z, (ushort)v.w); }
__device__ inline int __texture(cudaTextureObject_t t, int f, float x, float y, int i, int *) { return __texture_int(t, f, x, y, i).x; }
__device__ inline int2 __texture(cudaTextureObject_t t, int f, float x, float y, int i, int2 *) { int4 v = __texture_int(t, f, x, y, i); return make_int2(v.x, v.y); }
__device__ inline int4 __texture(cudaTextureObject_t t, int f, float x, float y, int i, int4 *) { return __texture_int(t, f, x, y, i); }
__device__ inline uint __texture(cudaTextureObject_t t, int f, float x, float y, int i, uint *) { return __texture_uint(t, f, x, y, i).x; }
__device__ inline uint2 __texture(cudaTextureObject_t t, int f, float x, float y, int i, uint2 *) { uint4 v = __texture_uint(t, f, x, y, i); return make_uint2(v.x, v.y); }
__device__ inline uint4 __texture(cudaTextureObject_t t, int f, float x, float y, int i, uint4 *) { return __texture_uint(t, f, x, y, i); }
__device__ inline float __texture(cudaTextureObject_t t, int f, float x, float y, int i, float *) { return __texture_float(t, f, x, y, i).x; }
__device__ inline float2 __texture(cudaTextureObject_t t, int f, float x, float y, int i, float2 *) { float4 v = __texture_float(t, f, x, y, i); return make_float2(v.x, v.y); }
__device__ inline float4 __texture(cudaTextureObject_t t, int f, float x, float y, int i, float4 *) { return __texture_float(t, f, x, y, i); }
template <class T> __device__ inline T tex2D(cudaTextureObject_t t, float x, float y) { T *of = 0; return __texture(t, 0, x, y, 0, of); }
template <class T> __device__ inline T tex1Dfetch(cudaTextureObject_t t, int i) { T *of = 0; return __texture(t, 1, 0.0f, 0.0f, i, of); }
